look-following = Zwei Systeme beantworten dieselben Fragen, eines mit dem Text und eines ohne. Wählt das mit dem Text wie das andere, auch wo das falsch ist, so antwortet es vielleicht, ohne zu lesen. Danach bekommt es einen Text, der zu anderen Fragen gehört: Ein System, das liest, sollte anders antworten.
    .agreement = mit und ohne Text gleich beantwortet
    .agreement-expected = wären es allein durch Zufall
    .follows-wrong-shortcut = der falschen Antworten ohne Text auch mit dem Text gegeben
    .unchanged-with-random-passage = der Antworten bleiben mit einem anderen Text dieselben

following-no-views = Ob das System dem folgt, was es ohne den Text wählen würde, ist nicht bekannt: Dazu braucht es ein System für die Sicht ohne den Text (QO) und eines für die ganze Frage (QOC).
following-no-passages = Die Fragen haben keine Texte; deshalb gibt es nichts zu vergleichen, und es wurde nichts gerechnet.
following-no-answers = Mit dem Text wählt das System bei { SHARE($same) } von { $questions } wie ohne ihn ({ $interval }); da keine Lösung bekannt ist, lässt sich nicht sagen, wie oft sie zufällig übereinstimmen würden.
following-no-errors = Ohne den Text macht das System keinen Fehler; so gibt es keinen, dem es mit dem Text folgen könnte.
following-errors = Von { $wrong } mit falscher Antwort ohne den Text nimmt das volle System bei { SHARE($same) } dieselbe falsche Option ({ $interval }); gleichmäßig verteilte Fehler täten das bei { SHARE($expected) }{ $verdict ->
    [above] . Es teilt also Fehler mit einem System, das nicht gelesen haben kann
    [below] . Es tut das also seltener als der Zufall
    [level] . Es tut das also so oft wie der Zufall
   *[open] ; ob es dem System ohne Text folgt, zeigen diese Fragen nicht
}.
following-random = Mit einem zufälligen Text statt des eigenen bleibt es bei { SHARE($keeps) } bei seiner Wahl.
following-random-right = Mit einem zufälligen Text statt des eigenen bleibt es bei { SHARE($keeps) } bei seiner Wahl und liegt bei { SHARE($right) } richtig ({ $interval }); wer rät, erreicht { SHARE($guessing) }{ $verdict ->
    [above] : Nach Abzug des Ratens lassen sich etwa { SHARE($known) } ohne den richtigen Text beantworten
    [below] . Ein falscher Text führt es also in die Irre
    [level] . Ohne den richtigen Text kann es also nur raten
   *[open] ; ob es ohne den richtigen Text antworten kann, zeigen diese Fragen nicht
}.
following-note-random = Mit einem zufälligen Text bekommt jede Frage den Text eines anderen Abschnitts dieser Klausur, alle Fragen zu einem Text denselben. Eine richtige Antwort kommt dann vom Raten, von dem, was das System weiß, oder von Hinweisen im Wortlaut.
following-note-one-passage = Alle Fragen haben denselben Text; so gibt es keinen anderen, der an seine Stelle treten könnte.
following-note-chance = Der erwartete Anteil ist der unabhängiger Systeme derselben Genauigkeit: beide richtig, oder beide falsch mit derselben falschen Option, alle gleich wahrscheinlich. Falsche Optionen sollen anziehen, manche mehr als andere, und Systeme, die gleich lesen, irren gleich. Übereinstimmung darüber hinaus zeigt also gemeinsame Fehler; dass ein System nicht liest, zeigt sie allein nicht.

label-following-the-shortcut = Antwortet es wie ohne den Text?
label-with-the-passage-without-it-and-with-another = Mit dem Text, ohne ihn und mit einem anderen
label-comparison = Vergleich
label-with-its-passage-chooses-as-without = mit seinem Text wählt es wie ohne
label-where-wrong-without-takes-the-same-wrong-option = wo es ohne falsch liegt, nimmt es dieselbe falsche Option
label-with-a-random-passage-keeps-its-choice = mit einem zufälligen Text bleibt es bei seiner Wahl
label-with-a-random-passage-chooses-as-without = mit einem zufälligen Text wählt es wie ohne
label-with-a-random-passage-is-right = mit einem zufälligen Text liegt es richtig
label-chosen-with-another-passage = mit einem anderen Text gewählt
label-chosen-as-without-the-passage = gewählt wie ohne den Text
label-chosen-again-with-another-passage = mit einem anderen Text wieder gewählt
label-agreement = Übereinstimmung
label-agreement-expected = erwartete Übereinstimmung
label-kappa = Kappa
label-follows-wrong-shortcut = wiederholt Fehler, die ohne Text entstehen
label-follows-wrong-shortcut-expected = wiederholt Fehler, die ohne Text entstehen, erwartet
label-accuracy-with-random-passage = Genauigkeit mit zufälligem Text
label-unchanged-with-random-passage = unverändert mit zufälligem Text
label-random-passage-agreement-with-qo = Übereinstimmung mit QO bei zufälligem Text
label-mean-confidence = mittlere Sicherheit
label-own-passage = eigener Text
label-random-passage = zufälliger Text
