### How values are written in English, the language that every other is checked against.

writing-list = { $head } and { $last }
writing-quotation = “{ $text }”
writing-percent = { $share }%
writing-percent-under = under { $share }%
writing-percent-over = over { $share }%
writing-decimals = { DECIMAL($value, digits: 2) }
writing-sentences = { SPACED($parts) }
count-question = { GROUPED($many) } { $many ->
    [one] question
   *[other] questions
}
writing-commas = { COMMAS($parts) }
writing-semicolons = { SEMICOLONS($parts) }
writing-or = or
writing-decimal = { DECIMAL($value, digits: 1) }
