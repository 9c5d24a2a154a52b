# How values are written in English, the language that every other is checked against.
# Functions of the messages: PERCENT, DECIMAL, QUOTE, COUNT and NAME (see language.py).

writing-list = { $head } and { $last }
writing-quotation = “{ $text }”
writing-percent = { $share }%
writing-percent-under = under { $share }%
writing-percent-over = over { $share }%
writing-decimals = { DECIMAL($value, digits: 2) }
