description-contents = { $name } hat { $questions } { $passages ->
    [0] ohne Texte
    [one] zu einem Text
   *[other] zu { GROUPED($passages) } Texten
}, { $equal ->
    [yes] je { $least } Optionen
   *[no] { $least } bis { $most } Optionen
}; { $known ->
    [all] zu allen ist die Lösung bekannt
    [none] zu keiner ist die Lösung bekannt
   *[other] zu { $known } ist die Lösung bekannt
}.
description-baselines = Wer rät, hat in { SHARE($guess) } der Fälle recht. Wer immer die längste Option nimmt, hat in { SHARE($longest) } der Fälle recht ({ $interval }), { $side ->
    [above] deutlich öfter als beim Raten
    [below] deutlich seltener als beim Raten
    [level] etwa so oft wie beim Raten
   *[open] nicht deutlich öfter oder seltener als beim Raten
}.
description-baselines-few = Wer rät, hat in { SHARE($guess) } der Fälle recht; wer immer die längste Option nimmt, in { SHARE($longest) }. { $units } { $count ->
    [one] ist
   *[other] sind
} zu wenig, um beides zu vergleichen.
description-keys = Lösungen nach Buchstaben: { $counts }.
description-keys-tested = Lösungen nach Buchstaben: { $counts } (Chi-Quadrat-Test auf gleiche Verteilung: p = { DECIMAL($p, digits: 2) }).
description-problems = Anzusehen: { $faults }.
description-fault = { LABEL($kind) } ({ GROUPED($count) })
description-no-problems = Keine doppelten Fragen, leeren Teile oder gleichen Optionen.
description-left-out = { $questions } ausgelassen; die erste: { PLACE($where) }: { $reason }
description-parts-left-out = { $parts ->
    [0] Nichts wurde ausgelassen.
    [one] Ein Teil der Datei wurde ausgelassen.
   *[other] { GROUPED($parts) } Teile der Datei wurden ausgelassen.
}
description-tables = Die Tabellen dazu zeigt --tables.

label-what-is-in-the-dataset = Was der Datensatz enthält
label-what-was-read-from-the-exam = Was in der Klausur gelesen wurde
label-left-out = ausgelassen
label-where = wo
label-reason = Grund
label-place = Stelle
label-begins = beginnt mit
label-labelled = mit bekannter Lösung
label-key-balance-chi-squared-p = Verteilung der Lösungen, p nach Chi-Quadrat
label-problems = Mängel
label-duplicate-items = doppelte Fragen
label-identical-options = gleiche Optionen
label-empty-options = leere Optionen
label-empty-questions = leere Fragen
label-passages-without-questions = Texte ohne Fragen
label-questions-and-passages = Fragen und Texte
label-mean-length-in-words-and-punctuation-marks-the-answer-is-the-right-option = Mittlere Länge in Wörtern und Satzzeichen; die Antwort ist die richtige Option
label-accuracy-without-reading-guessing-and-always-the-longest-option = Genauigkeit ohne zu lesen: Raten, und immer die längste Option
label-how-often-each-option-is-the-right-one = Wie oft jede Option die richtige ist
label-what-is-wrong-with-items = Was an Fragen nicht stimmt
label-kind = Art
label-examples = Beispiele
label-no-level = (ohne Stufe)
