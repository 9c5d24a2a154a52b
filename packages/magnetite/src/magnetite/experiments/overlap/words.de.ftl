look-overlap = Texte, die in anderen Daten stehen, sind nicht mehr ungesehen: Wer aus diesen Daten gelernt hat, kennt die Antworten vielleicht auswendig. Texte und Fragen werden an den Wortfolgen erkannt, die sie teilen.
    .passages-found-there = der Texte stehen in { $group }
    .questions-found-there = der Fragen stehen in { $group }
    .run = Überschneidung:
table-overlap-passages = Ein Text steht dort ganz, wenn ein Text der Daten mindestens die Hälfte seiner Folgen von acht Wörtern hat, und in Teilen ab einem Zehntel.
table-overlap-questions = Eine Frage steht dort, wenn eine Frage der Daten drei Viertel ihrer Folgen von fünf Wörtern und ihrer Optionen teilt.

overlap-answer = { $passages ->
    [0] {""}
   *[other] { GROUPED($whole) } von { GROUPED($passages) } Texten stehen in { $data }{ $part ->
        [0] {""}
       *[other] , { GROUPED($part) } weitere in Teilen
    }.{" "}
}{ $same ->
    [0] Von { $questions } steht keine in { $data }.
   *[other] Von { $questions } stehen { GROUPED($same) } in { $data }.
}
overlap-note-words = Texte werden Wort für Wort verglichen, ohne Groß- und Kleinschreibung und Satzzeichen. Was übersetzt oder umgeschrieben wurde, wird nicht gefunden.
overlap-note-itself = { $data } ist die Klausur selbst und wurde ausgelassen.

label-what-occurs-in-other-data = Was in anderen Daten steht
label-passages-that-occur-elsewhere = Texte, die anderswo stehen
label-questions-that-occur-elsewhere = Fragen, die anderswo stehen
label-passages-found-there = dort stehende Texte
label-questions-found-there = dort stehende Fragen
label-occurs-in = steht in
label-as-passage = als Text
label-as-question = als Frage
label-shared = gemeinsam
label-how = wie
label-whole = ganz
label-in-part = in Teilen
label-passage-shared = Text gemeinsam
label-question-shared = Frage gemeinsam
