# Wie Werte auf Deutsch geschrieben werden.

writing-list = { $head } und { $last }
writing-quotation = „{ $text }“
writing-percent = { $share } %
writing-percent-under = unter { $share } %
writing-percent-over = über { $share } %
writing-decimals = { DECIMAL($value, digits: 2) }
writing-sentences = { SPACED($parts) }
writing-interval = 95-%-Intervall { SHARE($low) } bis { SHARE($high) }
writing-gain = { POINTS($value) } Punkte (95-%-Intervall { POINTS($low) } bis { POINTS($high) })
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
