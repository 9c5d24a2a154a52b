"""Names in the findings of `magnetite unreadable`, by which the exhibits find their numbers."""

PAPERS = "AddSent2Opt-Shuffle"  # the attack of Figures 5 and 7 to 9
NO_ATTACK = "no attack"
LENGTH, ANSWER, DEGREE = "growth of wrong options", "length of the answer", "ShuffleDegree"  # measures of the analysis
OVER_BINS, OVER_ITEMS = "bins", "questions"  # what a correlation is over
ORIGINAL, EMPTY = "as it is", "empty"  # steps of a trace before its first token
