# How values are written in English, the language that every other is checked against.
# Functions of the messages: see language.py.

writing-interval = 95% interval { SHARE($low) } to { SHARE($high) }
writing-no-interval = no interval
writing-gain-doubted = { POINTS($value) } points (95% interval { POINTS($low) } to { POINTS($high) }, but p = { DECIMAL($p, digits: 2) } by an exact test)
writing-gain-alone = { POINTS($value) } points (no interval)
writing-gain = { POINTS($value) } points (95% interval { POINTS($low) } to { POINTS($high) })
count-strongest-option = { GROUPED($many) } { $many ->
    [one] strongest option
   *[other] strongest options
}
writing-range = { $low } to { $high }
writing-sign = %
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
