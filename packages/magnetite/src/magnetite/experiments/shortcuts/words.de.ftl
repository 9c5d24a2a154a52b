look-shortcuts = Dieselben Fragen noch einmal, aber unvollständig. Ohne den Text kann niemand wissen, was darin steht; ein System, das trotzdem besser ist als Raten, nutzt, was es schon weiß, oder Hinweise im Wortlaut der Optionen. Das kann am System liegen oder an der Frage.
    .accuracy-qo = richtig ohne den Text
    .without-passage-above-chance = mehr als durch Raten, ohne den Text
    .passage-adds = Gewinn durch das Lesen des Textes
figure-accuracy-by-view = Anteil der richtig beantworteten Fragen, wenn Teile jeder Frage verborgen sind. Die rosa Marke zeigt, was man durch Raten erreicht. { figure-intervals }
table-calibration = Die Werte der Optionen werden durch eine Temperatur geteilt, bevor sie zu Wahrscheinlichkeiten werden, damit ein System im Mittel so sicher ist, wie es richtig liegt: Über 1 war es zu sicher, unter 1 nicht sicher genug. Eine Antwort ändert sie nie. Je kleiner ECE, Brier-Wert und NLL, desto besser. ECE geht über zehn Gruppen gleich vieler Fragen; über gleich breite Gruppen wäre es eine andere Zahl.
figure-reliability = Die Fragen in zehn gleich großen Gruppen, von denen, bei denen das System am wenigsten sicher ist, bis zu denen, bei denen es am sichersten ist. Auf der gestrichelten Linie liegt es so oft richtig, wie es sagt: Von Antworten, die es zu 70 % sicher nennt, sind 70 von 100 richtig. Unter der Linie ist es zu sicher, darüber nicht sicher genug. { figure-intervals }
figure-effective-options =
    .effective-options = Wie viele Optionen dem System noch möglich erscheinen. 1 heißt, es ist sicher; so viele, wie die Frage hat, heißt, es kann nur raten. Der grüne Teil eines Balkens ist der Anteil der richtigen Antworten, wo die richtige bekannt ist.
    .accuracy-by-effective-options = Anteil richtiger Antworten unter den Fragen jedes Balkens oben. Ein System, das weiß, wann es etwas weiß, liegt richtig, wo wenige Optionen bleiben, und nahe am Raten, wo viele bleiben. Ohne den Text sind Punkte links oben Fragen, die sich ohne ihn beantworten lassen. Je größer ein Punkt, für desto mehr Fragen mit bekannter Antwort steht er; ein leerer Ring steht für weniger als 20 und sagt wenig. { figure-intervals }
figure-by-information =
    .questions-by-information = Was der Text dem System über eine Frage sagt: wie viel weniger unentschieden es mit dem Text ist als ohne. Nahe 0 ändert der Text nichts; unter 0 lässt er das System unentschiedener zurück.
    .accuracy-by-information = Anteil richtiger Antworten unter denselben Fragen, mit dem Text und ohne. Wo der Text viel sagt, sollte nur das System gut sein, das ihn liest. Je größer ein Punkt, für desto mehr Fragen mit bekannter Antwort steht er; ein leerer Ring steht für weniger als 20 und sagt wenig. { figure-intervals }
figure-by-tenth = Die Fragen danach geordnet, wie sehr der Text hilft, in zehn gleich großen Gruppen: der Anteil richtiger Antworten mit dem Text und ohne ihn, beim Mittelwert der Gruppe. { figure-intervals }
table-question-list =
    .without-passage-sure = Versuchen Sie, diese zu beantworten, ohne den Text zu lesen. Bei ihnen war das System ohne ihn am sichersten, ob richtig oder falsch; wo auch Menschen antworten können, verlangt die Frage kein Lesen.
    .without-passage-unsure = Bei diesen war das System ohne den Text am wenigsten sicher. Wenn auch Menschen sie nicht beantworten können, tun die Fragen, was sie sollen.
    .passage-useful = Hier machte der Text das System sicherer als irgendwo sonst, ob richtig oder falsch: Das könnten gute Fragen sein, erwiesen ist es nicht. Antworten Sie zuerst ohne den Text, dann mit ihm.
    .passage-useful-confirmed = Dasselbe, von den Fragen, die das System richtig beantwortet, sobald es liest. Eine Frage, die hier fehlt, ist darum nicht schlecht: Ein schwaches System findet in einem Text wenig.
    .passage-useless = Hier sagte der Text dem System am wenigsten oder ließ es unsicherer zurück als zuvor. Entweder lässt sich die Frage ohne den Text beantworten, oder das System findet die Antwort nicht darin.

shortcuts-without = Ohne den Text beantwortet das System { SHARE($right) } von { $questions } richtig ({ $interval }){ $effective ->
    [none] {""}
   *[other] , und im Mittel erscheinen ihm noch { DECIMAL($effective, digits: 1) } von { $options } Optionen möglich
}; wer rät, erreicht { SHARE($guessing) }{ $verdict ->
    [tied] , aber bei { $tied } liegen mehrere Optionen gleichauf, was als Raten unter ihnen zählt; dies sagt also wenig über die Klausur
    [above] . Ein Teil der Klausur lässt sich also beantworten, ohne den Text zu lesen
    [below] , und damit ist es schlechter als Raten
    [level] , und besser ist es nicht
   *[open] ; ob es besser ist, zeigen diese Fragen nicht
}.
shortcuts-no-answers = { $effective ->
    [none] Keine Antwort ist bekannt, daher lässt sich die Genauigkeit nicht angeben.
   *[other] Ohne den Text erscheinen dem System im Mittel noch { DECIMAL($effective, digits: 1) } von { $options } Optionen möglich; keine Antwort ist bekannt, daher lässt sich die Genauigkeit nicht angeben.
}
shortcuts-bare = Die Fragen haben keine Texte.
shortcuts-bare-right = Das System beantwortet { SHARE($right) } von { $questions } richtig.
shortcuts-bare-no-answers = Die Fragen haben keine Texte, und keine Antwort ist bekannt; daher lässt sich die Genauigkeit nicht angeben.
shortcuts-bare-no-options = Kein System bekam nur die Optionen (O); deshalb ist nicht bekannt, was die Frage beiträgt.
shortcuts-bare-options = Nur aus den Optionen liegt es bei { SHARE($right) } richtig ({ $interval }); wer rät, erreicht { SHARE($guessing) }{ $verdict ->
    [above] . Ein Teil der Klausur lässt sich also ohne die Frage beantworten
    [below] , und damit ist es schlechter als Raten
    [level] , und besser ist es nicht
   *[open] ; ob es besser ist, zeigen diese Fragen nicht
}.
shortcuts-no-qo = Kein System hat ohne den Text geantwortet (QO); deshalb ist nicht bekannt, was der Text beiträgt.
shortcuts-rights = Richtig beantwortete Fragen: { $rights }.
shortcuts-right-from = { SHARE($right) } aus { $view }
shortcuts-question-adds = { $verdict ->
    [above] Die Frage bringt gegenüber den bloßen Optionen { $gain }.
    [below] Mit der Frage ist es schlechter als nur mit den Optionen: ein Unterschied von { $gain }.
    [level] Die Frage bringt gegenüber den bloßen Optionen so gut wie nichts: { $gain }.
   *[open] Ob die Frage gegenüber den bloßen Optionen etwas bringt, zeigen diese Fragen nicht: Der Unterschied ist { $gain }.
}
shortcuts-passage-unknown = Kein System hat auch den Text gelesen; deshalb ist nicht bekannt, was das Lesen beiträgt.
shortcuts-passage-adds = { $verdict ->
    [above] Den Text zu lesen bringt { $gain }.
    [below] Mit dem Text ist es schlechter: ein Unterschied von { $gain }.
    [level] Den Text zu lesen bringt so gut wie nichts: { $gain }.
   *[open] Ob es hilft, den Text zu lesen, zeigen diese Fragen nicht: Der Unterschied ist { $gain }.
}
shortcuts-note-answerable = Die Liste beantwortbarer Fragen enthält die richtigen Antworten, die mit dem geringsten Zweifel gegeben wurden, wo die wirksame Zahl der Optionen unter { SHARE($decided) } der Optionen der Frage liegt. Auch Raten liegt hin und wieder richtig; sie nennt also Fragen zum Ansehen, nicht Fragen, die erwiesen schlecht sind.
shortcuts-note-bits = Transinformation vergleicht zwei Systeme und kann negativ sein, wo der Text Zweifel weckt. Punktweise Information betrifft die richtige Antwort: Sie ist negativ, wo der Text sie unwahrscheinlicher macht, weil er das System in die Irre führt oder weil die angegebene Antwort falsch ist.
shortcuts-note-error = Selbst ein vollkommen kalibriertes System zeigte bei so vielen Fragen durch Zufall einen Kalibrierungsfehler (ECE, zehn Gruppen gleich vieler Fragen) von etwa { SHARE($noise) }.
label-weak-by-entropy-alone-as-in-the-paper-surest-without-the-passage = Schwach, allein nach der Entropie, wie in der Arbeit: ohne den Text am sichersten
label-weak-and-the-key-confirms-it-most-likely-answerable-without-the-passage = Schwach, und die richtige Antwort bestätigt es: wohl ohne den Text beantwortbar
label-strong-by-entropy-alone-as-in-the-paper-the-passage-tells-most = Stark, allein nach der Entropie, wie in der Arbeit: der Text sagt am meisten
label-strong-and-the-key-confirms-it-the-passage-tells-most-and-the-system-that-reads-it-is-right = Stark, und die richtige Antwort bestätigt es: Der Text sagt am meisten, und das System, das ihn liest, liegt richtig
shortcuts-alike = { $views } ergeben genau dasselbe Bild; es ist nur einmal gezeichnet.
shortcuts-several = { $views }

label-shortcuts = Ohne zu lesen
label-least-sure-without-the-passage = Ohne den Text am wenigsten sicher
label-the-passage-tells-least = Der Text sagt am wenigsten
label-accuracy-with-parts-of-the-question-missing = Genauigkeit, wenn Teile der Frage fehlen
label-accuracy-under-each-view-with-the-accuracy-of-guessing = Genauigkeit unter jeder Sicht, mit der des Ratens
label-effective-number-of-options = Wirksame Zahl der Optionen
label-how-many-questions-have-which-effective-number-of-options-under-each-view = Wie viele Fragen welche wirksame Zahl der Optionen haben, unter jeder Sicht
label-accuracy-by-the-effective-number-of-options-under-each-view = Genauigkeit nach der wirksamen Zahl der Optionen, unter jeder Sicht
label-how-many-questions-gain-how-much-information-from-the-passage = Wie viele Fragen wie viel Information aus dem Text gewinnen
label-accuracy-of-both-systems-by-the-information-from-the-passage = Genauigkeit beider Systeme nach der Information aus dem Text
label-accuracy-of-both-systems-in-tenths-of-the-questions-by-the-information = Genauigkeit beider Systeme in Zehnteln der Fragen, nach der Information
label-share-of-right-answers-by-how-sure-each-system-is-before-and-after-calibration = Anteil richtiger Antworten danach, wie sicher jedes System ist, vor und nach der Kalibrierung
label-what-the-passage-is-worth = Was der Text wert ist
label-what-the-passage-is-worth-in-tenths-of-the-questions = Was der Text wert ist, in Zehnteln der Fragen
label-calibration = Kalibrierung
label-is-the-system-right-as-often-as-it-is-sure = Liegt das System so oft richtig, wie es sicher ist?
label-entropy = Entropie
label-effective-options = wirksame Optionen
label-effective-options-0-100 = wirksame Optionen, 0–100 %
label-effective-options-normalised = wirksame Optionen, normiert
label-effective-options-from = wirksame Optionen von
label-effective-options-without-the-passage = wirksame Optionen ohne den Text
label-effective-options-with-qoc = wirksame Optionen mit QOC
label-effective-options-with-qo = wirksame Optionen mit QO
label-effective-options-with-co = wirksame Optionen mit CO
label-effective-options-with-o = wirksame Optionen mit O
label-right-with-qoc = richtig mit QOC
label-right-with-qo = richtig mit QO
label-right-with-co = richtig mit CO
label-right-with-o = richtig mit O
label-right-with-qoc-from = richtig mit QOC von
label-right-with-qoc-to = richtig mit QOC bis
label-right-with-qo-from = richtig mit QO von
label-right-with-qo-to = richtig mit QO bis
label-answered-right-with-qoc = richtig beantwortet mit QOC
label-answered-right-with-qo = richtig beantwortet mit QO
label-probability-of-the-key-with-qoc = Wahrscheinlichkeit der richtigen Antwort mit QOC
label-probability-of-the-key-with-qo = Wahrscheinlichkeit der richtigen Antwort mit QO
label-probability-of-the-key-with-co = Wahrscheinlichkeit der richtigen Antwort mit CO
label-probability-of-the-key-with-o = Wahrscheinlichkeit der richtigen Antwort mit O
label-with-a-key = mit bekannter Antwort
label-what-the-passage-tells-of-the-key-bits = was der Text über die richtige Antwort sagt (Bit)
label-what-the-passage-tells-the-system-bits = was der Text dem System sagt (Bit)
label-the-key-confirms-it = die richtige Antwort bestätigt es
label-information-from-bits = Information von (Bit)
label-to-bits = bis (Bit)
label-tenth = Zehntel
label-least-bits = kleinste (Bit)
label-most-bits = größte (Bit)
label-from = von
label-wrong = falsch
label-key-not-known = richtige Antwort unbekannt
label-before-calibration = vor der Kalibrierung
label-after-calibration = nach der Kalibrierung
label-not-calibrated = nicht kalibriert
label-ece-points = ECE, Punkte
label-brier-score = Brier-Wert
label-nll-nats = NLL, Nat
label-how-sure-the-system-is = wie sicher das System ist
label-shown = gezeigt
label-bin = Gruppe
label-mean-confidence-before = mittlere Sicherheit vorher
label-mean-confidence-after = mittlere Sicherheit nachher
label-calibration-error-before-points = Kalibrierungsfehler vorher (Punkte)
label-calibration-error-after-points = Kalibrierungsfehler nachher (Punkte)
label-brier-score-before = Brier-Wert vorher
label-brier-score-after = Brier-Wert nachher
label-log-loss-before-nats = logarithmischer Verlust vorher (Nat)
label-log-loss-after-nats = logarithmischer Verlust nachher (Nat)
label-ece-before = ECE vorher
label-ece-after = ECE nachher
label-brier-before = Brier vorher
label-brier-after = Brier nachher
label-nll-before = NLL vorher
label-nll-after = NLL nachher
label-confidence-above-accuracy-before = Sicherheit über der Genauigkeit vorher
label-confidence-above-accuracy-after = Sicherheit über der Genauigkeit nachher
label-without-passage-above-chance = ohne Text über Raten
label-options-alone-above-chance = nur Optionen über Raten
label-passage-adds = der Text bringt
label-passage-adds-mcnemar-p = der Text bringt, p nach McNemar
label-question-adds = die Frage bringt
label-question-adds-mcnemar-p = die Frage bringt, p nach McNemar
label-mean-information = mittlere Information
label-mean-pointwise-information = mittlere punktweise Information
label-weak-by-entropy = schwach nach der Entropie
label-weak-confirmed = schwach, bestätigt
label-weak-by-entropy-alone = schwach allein nach der Entropie
label-weak-by-entropy-alone-right = schwach allein nach der Entropie, richtig
label-mutual-information = Transinformation
label-negative-mutual-information = negative Transinformation
label-strong-by-entropy-alone = stark allein nach der Entropie
label-strong-by-entropy-alone-right = stark allein nach der Entropie, richtig
label-pointwise-information = punktweise Information

glance-verdict = Dieses Modell erreicht { SHARE($given) }, { $view ->
    [O] nur mit den Optionen
   *[QO] ohne den Text
} { SHARE($without) }. { $verdict ->
    [above] Es nutzt den Text.
    [below] Mit dem Text ist es schlechter.
    [level] Das Lesen bringt so gut wie nichts.
    [few] Ob es liest, lässt sich bei so wenigen Texten nicht sagen ({ $passages }).
   *[open] Dass es liest, ist nicht zu erkennen.
}
glance-basis = { $questions }, { $passages }; Gewinn durch das Lesen: { $gain }.
glance-point = { $view ->
    [guessing] Raten
    [O] nur Optionen
    [QO] ohne Text
   *[QOC] mit Text
}
glance-points = Anteil richtiger Antworten. Jede Linie ist ein Intervall: Es enthält den wahren Wert etwa 95-mal von 100.
glance-reads-title = Liest es?
glance-reads-word = { $verdict ->
    [above] Ja
    [below] Nein: Mit dem Text ist es schlechter
    [level] Es gewinnt so gut wie nichts
    [few] Zu wenige Texte für ein Urteil
   *[open] Nicht erkennbar
}
glance-reads = { $verdict ->
    [above] Das Lesen bringt { $gain }
    [few] Bei so wenigen Texten ({ $passages }) sagt der Unterschied durch das Lesen wenig über andere: { $gain }
   *[other] Der Unterschied durch das Lesen ist { $gain }
}{ $view ->
    [O] , verglichen mit den bloßen Optionen
   *[QO] {""}
}.
glance-without = Ohne den Text liegt es bei { SHARE($right) } der Fragen richtig ({ $interval }){ $verdict ->
    [above] , öfter als durch Raten ({ SHARE($guessing) }): Ein Teil der Klausur lässt sich beantworten, ohne zu lesen
    [below] , seltener als durch Raten ({ SHARE($guessing) })
    [level] , so oft wie durch Raten ({ SHARE($guessing) })
   *[open] ; ob das besser ist als Raten ({ SHARE($guessing) }), zeigen diese Fragen nicht
}.
label-question-and-passage-add = Frage und Text bringen
label-question-and-passage-add-mcnemar-p = Frage und Text bringen, p nach McNemar
