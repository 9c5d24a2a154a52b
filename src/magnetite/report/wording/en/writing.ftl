# How values are written in English, the language that every other is checked against.
# Functions of the messages: see language.py.

writing-list = { $head } and { $last }
writing-quotation = “{ $text }”
writing-percent = { $share }%
writing-percent-under = under { $share }%
writing-percent-over = over { $share }%
writing-decimals = { DECIMAL($value, digits: 2) }
writing-sentences = { SPACED($parts) }
writing-interval = 95% interval { SHARE($low) } to { SHARE($high) }
writing-no-interval = no interval
writing-gain-doubted = { POINTS($value) } points (95% interval { POINTS($low) } to { POINTS($high) }, but p = { DECIMAL($p, digits: 2) } by an exact test)
writing-gain-alone = { POINTS($value) } points (no interval)
writing-gain = { POINTS($value) } points (95% interval { POINTS($low) } to { POINTS($high) })
count-strongest-option = { GROUPED($many) } { $many ->
    [one] strongest option
   *[other] strongest options
}
count-question = { GROUPED($many) } { $many ->
    [one] question
   *[other] questions
}
writing-range = { $low } to { $high }
writing-sign = %
writing-commas = { COMMAS($parts) }
writing-semicolons = { SEMICOLONS($parts) }
writing-or = or
count-test-question = { GROUPED($many) } { $many ->
    [one] test question
   *[other] test questions
}
count-comparison = { GROUPED($many) } { $many ->
    [one] comparison
   *[other] comparisons
}
count-time = { GROUPED($many) } { $many ->
    [one] time
   *[other] times
}
writing-decimal = { DECIMAL($value, digits: 1) }
count-irrelevant-option = { GROUPED($many) } { $many ->
    [one] irrelevant option
   *[other] irrelevant options
}
count-option = { GROUPED($many) } { $many ->
    [one] option
   *[other] options
}
count-given-option = { GROUPED($many) } { $many ->
    [one] given option
   *[other] given options
}
count-magnet = { GROUPED($many) } { $many ->
    [one] magnet
   *[other] magnets
}
count-person = { GROUPED($many) } { $many ->
    [one] person
   *[other] people
}
count-answer = { GROUPED($many) } { $many ->
    [one] answer
   *[other] answers
}
count-passage = { GROUPED($many) } { $many ->
    [one] passage
   *[other] passages
}
