### Was der Befehl `examfiles` ausgibt, und was um eine Klausur auf Papier herum steht.

describe-summary = { $questions ->
    [one] Eine Frage
   *[other] { GROUPED($questions) } Fragen
} zu { $passages ->
    [0] keinem Text
    [one] einem Text
   *[other] { GROUPED($passages) } Texten
}, gelesen als { $format }.
exam-read = { $read } von { $all } Fragen wurden gelesen.
describe-no-key = ohne Lösung
describe-left = { $parts ->
    [one] Ein Teil der Datei wurde ausgelassen:
   *[other] { GROUPED($parts) } Teile der Datei wurden ausgelassen:
}
convert-written = { $questions ->
    [one] Eine Frage: { $file }
   *[other] { GROUPED($questions) } Fragen: { $file }
}
formats-written = geschrieben als { $as }
formats-read-only = nur gelesen
formats-others = Außerdem geschrieben: { $names }.
printed-exam = Klausur
printed-question = Frage
printed-questions = Fragen
printed-answer-sheet = Antwortbogen
printed-answer-key = Lösungen
printed-name = Name
printed-date = Datum
printed-points = Punkte
