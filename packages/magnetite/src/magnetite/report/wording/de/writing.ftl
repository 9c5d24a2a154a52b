# Wie Werte auf Deutsch geschrieben werden.

writing-interval = 95-%-Intervall { SHARE($low) } bis { SHARE($high) }
writing-no-interval = ohne Intervall
writing-gain-doubted = { POINTS($value) } Punkte (95-%-Intervall { POINTS($low) } bis { POINTS($high) }, aber p = { DECIMAL($p, digits: 2) } im exakten Test)
writing-gain-alone = { POINTS($value) } Punkte (ohne Intervall)
writing-gain = { POINTS($value) } Punkte (95-%-Intervall { POINTS($low) } bis { POINTS($high) })
count-strongest-option = { GROUPED($many) } { $many ->
    [one] stärkste Option
   *[other] stärksten Optionen
}
writing-range = { $low } bis { $high }
writing-sign = {" "}%
count-test-question = { GROUPED($many) } { $many ->
    [one] Testfrage
   *[other] Testfragen
}
count-comparison = { GROUPED($many) } { $many ->
    [one] Vergleich
   *[other] Vergleiche
}
count-time = { GROUPED($many) } { $many ->
    [one] Mal
   *[other] Mal
}
count-irrelevant-option = { GROUPED($many) } { $many ->
    [one] fremden Option
   *[other] fremden Optionen
}
count-option = { GROUPED($many) } { $many ->
    [one] Option
   *[other] Optionen
}
count-given-option = { GROUPED($many) } { $many ->
    [one] gegebene Option
   *[other] gegebenen Optionen
}
count-magnet = { GROUPED($many) } { $many ->
    [one] Magnet
   *[other] Magnete
}
count-person = { GROUPED($many) } { $many ->
    [one] Person
   *[other] Personen
}
count-answer = { GROUPED($many) } { $many ->
    [one] Antwort
   *[other] Antworten
}
count-passage = { GROUPED($many) } { $many ->
    [one] Text
   *[other] Texte
}
