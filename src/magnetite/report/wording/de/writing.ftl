# Wie Werte auf Deutsch geschrieben werden.

writing-list = { $head } und { $last }
writing-quotation = „{ $text }“
writing-percent = { $share } %
writing-percent-under = unter { $share } %
writing-percent-over = über { $share } %
writing-decimals = { DECIMAL($value, digits: 2) }
