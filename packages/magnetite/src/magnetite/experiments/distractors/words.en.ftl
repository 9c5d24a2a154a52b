look-distractors = How plausible are the wrong options to a system? A distractor's plausibility is the probability that the system gives it. Among candidates, a distractor that fewer than 5% choose does not count as one that works (Haladyna and Downing 1993); the same limit is applied to the probability here. Distractors that say the same are worth one: their diversity is 1 less the mean likeness of two of them.
    .plausible-distractors = of the distractors are plausible

distractors-nothing = It is unknown how plausible the distractors are: finding out takes questions with a known answer.
distractors-exam = Among the { $distractors } distractors of { $questions }, { SHARE($plausible) } ({ $interval }) are plausible to the system: they have a probability of { SHARE($limit) } or more. Together, the distractors of a question have { SHARE($mass) } of the probability on average.
distractors-diversity = The mean diversity of a question's distractors is { DECIMAL($diversity, digits: 2) }; 0 would be the same text.
distractors-note-alike = Texts can be alike and mean different things: two times of day, two numbers, a sentence and its denial. Read the listed distractors again; whether one of them is superfluous is for you to say.
distractors-note-no-likeness = It was not measured how alike the distractors are: that takes the small encoder, which is not installed ({ $install }).
distractors-note-left-out = { $questions } left out: without a known answer.
distractors-note-system = What is plausible to a system need not be plausible to candidates: it knows other things than they do, and it makes other mistakes. A low plausibility is a reason to read a distractor again, not to remove it.
