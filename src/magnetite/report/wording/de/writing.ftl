# Wie Werte auf Deutsch geschrieben werden.

writing-list = { $head } und { $last }
writing-quotation = „{ $text }“
writing-percent = { $share } %
writing-percent-under = unter { $share } %
writing-percent-over = über { $share } %
writing-decimals = { DECIMAL($value, digits: 2) }
writing-sentences = { SPACED($parts) }
writing-interval = 95-%-Intervall { SHARE($low) } bis { SHARE($high) }
writing-no-interval = ohne Intervall
writing-gain-doubted = { POINTS($value) } Punkte (95-%-Intervall { POINTS($low) } bis { POINTS($high) }, aber p = { DECIMAL($p, digits: 2) } im exakten Test)
writing-gain-alone = { POINTS($value) } Punkte (ohne Intervall)
writing-gain = { POINTS($value) } Punkte (95-%-Intervall { POINTS($low) } bis { POINTS($high) })
count-strongest-option = { GROUPED($many) } { $many ->
    [one] stärkste Option
   *[other] stärksten Optionen
}
count-question = { GROUPED($many) } { $many ->
    [one] Frage
   *[other] Fragen
}
writing-range = { $low } bis { $high }
writing-sign = {" "}%
writing-commas = { COMMAS($parts) }
writing-semicolons = { SEMICOLONS($parts) }
writing-or = oder
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
writing-decimal = { DECIMAL($value, digits: 1) }
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
