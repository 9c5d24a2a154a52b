### Wie Werte geschrieben werden.

writing-list = { $head } und { $last }
writing-quotation = „{ $text }“
writing-percent = { $share } %
writing-percent-under = unter { $share } %
writing-percent-over = über { $share } %
writing-decimals = { DECIMAL($value, digits: 2) }
writing-sentences = { SPACED($parts) }
count-question = { GROUPED($many) } { $many ->
    [one] Frage
   *[other] Fragen
}
writing-commas = { COMMAS($parts) }
writing-semicolons = { SEMICOLONS($parts) }
writing-or = oder
writing-decimal = { DECIMAL($value, digits: 1) }
