# Antworten der Prüflinge: was aus ihrer Datei gelesen wurde, und was an einer falsch ist.

responses-marks = Die Datei sagt, wer richtig lag, nicht, was gewählt wurde; über falsche Optionen lässt sich deshalb nichts sagen.
responses-partial = { $marks ->
    [one] 1 Bewertung ist nur ein Teil der Punkte und zählt
   *[other] { $marks } Bewertungen sind nur ein Teil der Punkte und zählen
} als nicht richtig.
responses-by-points = { $answers ->
    [one] 1 Antwort steht
   *[other] { $answers } Antworten stehen
} nicht in der Klausur, wie sie jetzt ist; ob { $answers ->
    [one] sie
   *[other] sie
} richtig war, sagen die Punkte daneben.
responses-by-question = Fragen wurden an ihrem Wortlaut erkannt.
responses-by-answers = Fragen wurden am Wortlaut ihrer Optionen erkannt: Die Nummern der Datei sind nicht die der Klausur.
responses-unmatched = Nicht gelesen, weil die Antworten zu keiner oder zu mehreren Fragen passen: { $columns }.
responses-extra = Nicht gebrauchte Spalten: { $columns }.
responses-encoding = Die Datei mit den Antworten nennt ihre Kodierung nicht und wurde als { $encoding } gelesen.
responses-sheets = Nur das erste Blatt der Arbeitsmappe wurde gelesen, nicht { $sheets }.
responses-double-marks = { $answers ->
    [one] Eine Antwort hat
   *[other] { $answers } Antworten haben
} auf dem Bogen mehrere Kreuze und { $answers ->
    [one] zählt
   *[other] zählen
} als leer.
responses-empty-marks = { $answers ->
    [one] Eine Antwort ist
   *[other] { $answers } Antworten sind
} „G“, wie open-mcr eine leere Zeile schreibt, und { $answers ->
    [one] zählt
   *[other] zählen
} als leer.
responses-summary = { $rows ->
    [one] 1 Zeile mit Summen oder Mittelwerten wurde
   *[other] { $rows } Zeilen mit Summen oder Mittelwerten wurden
} ausgelassen.
responses-none = { $rows ->
    [one] 1 Zeile ohne jede Antwort wurde
   *[other] { $rows } Zeilen ohne jede Antwort wurden
} ausgelassen.
responses-unfinished = { $rows ->
    [one] 1 Versuch wurde nicht beendet und ist
   *[other] { $rows } Versuche wurden nicht beendet und sind
} ausgelassen.
responses-attempts = { $rows ->
    [one] 1 weiterer Versuch derselben Prüflinge ist
   *[other] { $rows } weitere Versuche derselben Prüflinge sind
} ausgelassen; der erste zählt.
responses-one-passage = Alle Fragen gehören zu einem Text und hängen voneinander ab. Die Reliabilität ist die anderer Fragen zu ihm; wie die Prüflinge bei einem anderen Text abschnitten, sagt sie nicht.
responses-not-asked = Nicht alle Prüflinge hatten dieselben Fragen. Ihre Punktzahlen sind deshalb nicht vergleichbar und haben keine Reliabilität; als übrige Punkte zählt der Anteil richtiger unter den Fragen, die jeder hatte.
responses-groups-asked = Gruppen wurden nicht verglichen: Nicht alle Prüflinge hatten dieselben Fragen, also hat niemand dieselbe Punktzahl.
responses-groups-few = { $number ->
    [one] Gruppe { $groups } hat
   *[other] Die Gruppen { $groups } haben
} weniger als { $needed } Prüflinge{ $compared ->
    [0] ; deshalb wurden keine Gruppen verglichen: Nur sehr große Unterschiede fielen auf.
   *[other] { $number ->
        [one] {" "}und zählt
       *[other] {" "}und zählen
    } nur zu den übrigen.
}
responses-no-decisions = Über Entscheidungen an der Bestehensgrenze lässt sich nichts sagen: Nötig sind zehn Prüflinge, die alle dieselben Fragen hatten, und Punktzahlen mit einer Reliabilität über 0.
responses-groups-none = { $candidates ->
    [one] 1 Prüfling gehört
   *[other] { $candidates } Prüflinge gehören
} zu keiner Gruppe und nicht zum Vergleich.

answers-empty = die Datei ist leer; erwartet wird eine Zeile je Prüfling und eine Spalte je Frage.
answers-large = die Datei ist größer als { $most } MiB; die Antworten zu einer Klausur brauchen weniger.
answers-header-only = unter der Kopfzeile steht kein Prüfling; erwartet wird eine Zeile je Prüfling.
answers-all-one = jede Antwort ist 1, was „richtig“ heißen kann oder „die erste Option“. Schreiben Sie 0 für falsche Antworten oder Buchstaben für die gewählten.
answers-none-there = es steht keine Antwort darin; erwartet werden Buchstaben, Texte von Optionen oder Zahlen ab 1.
answers-expected = Erwartet wird eines von dreien: (1) was eine Lernplattform ausgibt, so wie es ist: Moodle (Test, Ergebnisse, Detailantworten oder Bewertung; CSV, Excel, OpenDocument) oder Canvas (Quizstatistik, Student Analysis), etwa „Nachname, Vorname, Status, …, Antwort 1, Antwort 2“ über „Lee, Kim, Beendet, …, auf dem Berg, -“; (2) eine Zeile je Prüfling und eine Spalte je Frage mit deren Nummer oder Kennung, etwa „Prüfling, 1, 2, 3“ über „c1, A, C, B“; (3) richtig oder falsch, mit Summe oder ohne, etwa „Prüfling, 1, 2, 3, Summe“ über „c1, 1, 0, 1, 2“.
answers-exam = das ist eine Klausur ({ $format }); erwartet werden Antworten von Prüflingen darauf. { answers-expected }
answers-layout = keine Spalte mit Antworten zu dieser Klausur wurde gefunden; die Spalten heißen { $headings }. { answers-expected }
answers-unknown-question = nennt die Frage „{ $name }“, die es in der Klausur nicht gibt; sie hat { $questions }.
answers-incomplete = nennt Fragen mit Nummern („{ $name }“), aber einige Fragen der Klausur wurden ausgelassen, sodass Nummern vielleicht nicht stimmen. Nennen Sie die Kennung, wie „{ $id }“, oder geben Sie die Antworten im Wortlaut, wie es Moodles Bericht Detailantworten tut.
answers-column-twice = zwei Spalten gehören zur selben Frage, „{ $id }“. Behalten Sie eine.
answers-unnamed = der Prüfling ist nicht benannt; erwartet wird ein Name oder eine Nummer unter „{ $heading }“.
answers-candidate-twice = der Prüfling dieser Zeile steht schon hier: { PLACE($first) }. Behalten Sie eine Zeile.
answers-twice = der Prüfling hat auf diese Frage schon geantwortet: { PLACE($first) }. Behalten Sie eine Antwort.
answers-no-groups = keine Spalte heißt „{ $heading }“; die Spalten heißen { $headings }.
answers-groups-identity = die Spalte „{ $heading }“ benennt einzelne Prüflinge; erwartet werden Gruppen, etwa eine Fassung oder Klasse.
answers-groups-number = die Spalte „{ $heading }“ hat { $found ->
    [one] nur einen Wert
   *[other] { $found } verschiedene Werte
}; erwartet werden 2 bis { $most } Gruppen, etwa Fassungen oder Klassen, mit jeweils mehreren Prüflingen.
answers-two-groups = der Prüfling steht in einer früheren Zeile in einer anderen Gruppe. Geben Sie jedem Prüfling eine.
answers-no-mark = „{ $found }“ bei der Frage „{ $id }“; erwartet werden Punkte von 0 bis { $full }.
answers-no-option = die Antwort „{ $found }“ auf die Frage „{ $id }“ gibt es dort nicht; erwartet wird ein Buchstabe von A bis { $last }, eine Zahl von 1 bis { $count } oder der Wortlaut einer Option.
answers-two-options = die Antwort „{ $found }“ auf die Frage „{ $id }“ könnte { $options } heißen. Schreiben Sie Antworten als Buchstaben.

band-strong = sehr gut
band-good = gut
band-fair = mäßig
band-weak = schwach
band-negative = negativ

ease-very-easy = sehr leicht
ease-easy = leicht
ease-medium = mittel
ease-hard = schwer
ease-very-hard = sehr schwer

reliable-very-high = genug für Entscheidungen über Einzelne
reliable-high = genug für eine Jahresprüfung
reliable-moderate = genug für eine Klassenarbeit
reliable-low = niedrig, nur zusammen mit anderen Leistungen von Wert
reliable-very-low = zu niedrig, um Prüflinge zu unterscheiden

page-reliability = Reliabilität (Cronbachs Alpha, hier dasselbe wie KR-20): { DECIMAL($alpha, digits: 2) } ({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }){ $over ->
    [passages] . Fragen zu einem Text hängen voneinander ab; Rajus Koeffizient, der die Punkte je Text als einen Teil nimmt, ist { DECIMAL($passages, digits: 2) } ({ DECIMAL($passages-low, digits: 2) } bis { DECIMAL($passages-high, digits: 2) }). Der niedrigere Wert ist
   *[none] ,
} { NAME($band, of: "reliable") }.
page-reliability-unsure = Lässt man Zufall gelten, kann die Reliabilität auch nur { DECIMAL($low, digits: 2) } betragen: { NAME($band, of: "reliable") }.
page-standard-error = Standardmessfehler: { DECIMAL($error, digits: 1) } Punkte. { $two-in-three ->
    [level] Nach einem Modell dieser Punktzahlen liegen zwei von drei Prüflingen höchstens { DECIMAL($error, digits: 1) } Punkte neben dem, was sie können; ein so kleiner Unterschied zwischen zweien besagt wenig.
    [open] Nach einem Modell dieser Punktzahlen liegen { PERCENT($within) } der Prüflinge höchstens { DECIMAL($error, digits: 1) } Punkte neben dem, was sie können ({ PERCENT($low) } bis { PERCENT($high) }); ein so kleiner Unterschied zwischen zweien besagt wenig.
    [none] Ein so kleiner Unterschied zwischen zwei Prüflingen besagt wenig.
   *[other] Nach einem Modell dieser Punktzahlen liegen { PERCENT($within) } der Prüflinge höchstens { DECIMAL($error, digits: 1) } Punkte neben dem, was sie können ({ PERCENT($low) } bis { PERCENT($high) }), und nicht zwei von dreien, denn die Fehler sind hier nicht normalverteilt. Ein so kleiner Unterschied zwischen zwei Prüflingen besagt wenig.
}
page-errors = Der Fehler hängt von der Punktzahl ab: { DECIMAL($least, digits: 1) } Punkte bei { $least-at }, { DECIMAL($most, digits: 1) } bei { $most-at } Punkten.
page-decisions = Bestehensgrenze { DECIMAL($cut, digits: 1) } von { $questions } Punkten: { PERCENT($passing) } bestehen. Nach einem Modell dieser Punktzahlen (Livingston & Lewis) fiele die Entscheidung in einer zweiten Klausur dieser Art bei { PERCENT($consistency) } der Prüflinge gleich aus ({ PERCENT($low) } bis { PERCENT($high) }); in zwei Klausuren, die nichts gemeinsam haben, bei { PERCENT($chance) }. Bei { PERCENT($accuracy) } entscheidet diese so, wie es ihre wahre Punktzahl täte: { PERCENT($passed) } bestehen zu Unrecht, { PERCENT($failed) } fallen zu Unrecht durch.
page-near-cut = An der Grenze beträgt der Standardmessfehler { DECIMAL($error, digits: 1) } Punkte. { $near ->
    [0] Kein Prüfling liegt
    [one] 1 Prüfling liegt
   *[other] { $near } Prüflinge liegen
} höchstens so weit von ihr entfernt.
page-distractors = Von { $wrong } falschen Optionen wirken { $works }: Mindestens 5 % der Prüflinge wählen sie, und schwächere deutlich öfter als bessere. { $rare } werden von weniger als 5 % gewählt. { $rises ->
    [0] {""}
    [one] 1 wird von besseren Prüflingen öfter gewählt.{" "}
   *[other] { $rises } werden von besseren Prüflingen öfter gewählt.{" "}
}{ $open ->
    [0] {""}
    [one] Bei 1 sind es zu wenige Prüflinge, um es zu sagen.
   *[other] Bei { $open } sind es zu wenige Prüflinge, um es zu sagen.
} Jede wird für sich beurteilt; von vierzig, die bessere Prüflinge nicht seltener wählen, scheint es deshalb bei einer durch Zufall so.
page-answers-working = falsche Optionen, die wirken
page-working = { $works } von { $wrong }{ $open ->
    [0] {""}
   *[other] , { $open } offen
}
page-fact-working = { $works ->
    [0] keine falsche Option wirkt deutlich
    [one] 1 von { $wrong } falschen Optionen wirkt
   *[other] { $works } von { $wrong } falschen Optionen wirken
}{ COUNT($rare) ->
    [0] {""}
   *[other] ; kaum gewählt: { $rare }
}{ COUNT($rises) ->
    [0] {""}
   *[other] ; eher von Besseren gewählt: { $rises }
}{ COUNT($open) ->
    [0] {""}
   *[other] ; zu wenige Prüflinge, um es zu sagen: { $open }
}
page-groups = { $others ->
    [rest] Gruppe { QUOTE($group) } ({ $members } Prüflinge) neben allen anderen Gruppen ({ $rest })
   *[one] Gruppe { QUOTE($group) } ({ $members } Prüflinge) neben Gruppe { QUOTE($beside) } ({ $rest })
}: Von { $questions } Fragen, verglichen zwischen Prüflingen mit gleich vielen Punkten, { $large ->
    [0] unterscheidet sich keine stark (Klasse C)
    [one] unterscheidet sich 1 stark (Klasse C)
   *[other] unterscheiden sich { $large } stark (Klasse C)
} und { $noticed ->
    [0] keine mindestens mäßig (Klasse B)
   *[other] { $noticed } mindestens mäßig (Klasse B)
}, nach Intervallen für alle Vergleiche zugleich. Bei so vielen Prüflingen kann ein Unterschied D unter etwa { DECIMAL($least, digits: 1) } Punkten unbemerkt bleiben.
page-groups-explained = D ist der Unterschied der Schwierigkeit nach Mantel und Haenszel in Punkten der Skala des Educational Testing Service. Klasse B: D ist mindestens 1 und deutlich nicht 0. Klasse C: D ist mindestens 1,5 und deutlich über 1. Eine Frage, die sich unterscheidet, ist nicht schon ungerecht: Weiß die Gruppe etwas, das zum Lesen gehört, oder etwas, das nicht dazugehört?
page-groups-question = Frage
page-groups-favoured = leichter für
page-groups-others = die anderen Gruppen
page-groups-difference = D
page-groups-class = Klasse
page-groups-interval = { DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }
page-scores-sentence = Punkte: im Mittel { DECIMAL($mean, digits: 1) } von { $questions }, Standardabweichung { DECIMAL($deviation, digits: 1) }.
page-scores-title = Wie viele Prüflinge welche Punktzahl haben
page-scores-bar = { $score ->
    [one] 1 Punkt
   *[other] { $score } Punkte
}: { $candidates ->
    [one] 1 Prüfling
   *[other] { $candidates } Prüflinge
}
page-scores-across = Punkte
page-scores-up = Prüflinge
page-answers-answered = { $answered } von { $asked }
page-answers-bounds = { DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }
page-answers-band = { $band } ({ $low } … { $high })
page-answers-first = Fragen mit Hinweisen aus diesen Antworten stehen oben (●).
page-answers-without = Reliabilität ohne sie
page-curve-title = Wer was wählte, von den schwächsten zu den stärksten Prüflingen
page-curve-alt = { $groups } Gruppen von Prüflingen, von den schwächsten zu den stärksten bei den übrigen Fragen. { $texts }
page-curve-option = { $option }: { $shares }.
page-curve-weak = schwächste
page-curve-strong = stärkste
page-curves-explained = In jedem kleinen Bild ist eine Linie eine Option, ihr Buchstabe steht am Ende, und die dicke ist die Lösung: Sie sollte von links nach rechts steigen, die anderen sollten fallen. Die Gruppen richten sich nach den Punkten bei den übrigen Fragen.
page-sort-weakest = zuerst, was am wenigsten trennt
page-fact-discrimination = Trennschärfe { DECIMAL($value, digits: 2) }

command-distractors = { $works } von { $wrong } falschen Optionen wirken: mindestens 5 % der Prüflinge wählen sie, schwächere deutlich öfter{ $open ->
    [0] .
   *[other] ; bei { $open } sind es zu wenige Prüflinge, um es zu sagen.
}
command-decisions = Bestehensgrenze { DECIMAL($cut, digits: 1) } von { $questions } Punkten: { PERCENT($passing) } bestehen; in einer zweiten Klausur dieser Art fiele die Entscheidung bei { PERCENT($consistency) } der Prüflinge gleich aus ({ PERCENT($low) } bis { PERCENT($high) }), in Klausuren ohne Gemeinsames bei { PERCENT($chance) }.
command-groups = { $others ->
    [rest] Gruppe { QUOTE($group) } neben allen anderen Gruppen
   *[one] Gruppe { QUOTE($group) } neben Gruppe { QUOTE($beside) }
}: bei gleich vielen Punkten { $large ->
    [0] unterscheidet sich keine Frage
    [one] unterscheidet sich 1 Frage
   *[other] unterscheiden sich { $large } Fragen
} stark und { $noticed ->
    [0] keine
   *[other] { $noticed }
} mindestens mäßig, von { $questions }.

command-reliability = Reliabilität (Cronbachs Alpha): { DECIMAL($alpha, digits: 2) } ({ DECIMAL($low, digits: 2) } bis { DECIMAL($high, digits: 2) }){ $over ->
    [passages] ; Rajus Koeffizient, mit jedem Text als einem Teil: { DECIMAL($passages, digits: 2) } ({ DECIMAL($passages-low, digits: 2) } bis { DECIMAL($passages-high, digits: 2) }). Der niedrigere Wert ist
   *[none] ,
} { NAME($band, of: "reliable") }; Standardmessfehler { DECIMAL($error, digits: 1) } von { $questions } Punkten.
command-few = { $candidates ->
    [one] 1 Prüfling ist
   *[other] { $candidates } Prüflinge sind
} zu wenig für Hinweise aus ihren Antworten; der Bericht hat die Zahlen mit ihren Intervallen.
