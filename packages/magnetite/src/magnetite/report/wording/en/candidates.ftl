# Candidates' answers: what was made of their file, and what is wrong with one.

responses-marks = The file records who was right but not which option they chose, so wrong options cannot be analysed.
responses-partial = { $marks ->
    [one] 1 mark is
   *[other] { $marks } marks are
} partial, and { $marks ->
    [one] counts
   *[other] count
} as not right.
responses-by-points = { $answers ->
    [one] 1 answer is not an option
   *[other] { $answers } answers are not options
} of the exam as it is now; whether { $answers ->
    [one] it is
   *[other] they are
} right was taken from the points next to { $answers ->
    [one] it
   *[other] them
}.
responses-by-question = Questions were found by their texts.
responses-by-answers = Questions were found by the texts of their options: the file's numbers are not those of the exam.
responses-unmatched = Not read, since the answers fit no question of the exam, or more than one: { $columns }.
responses-extra = Columns that were not needed: { $columns }.
responses-encoding = The file of answers does not state its encoding, and was read as { $encoding }.
responses-sheets = Only the first sheet of the workbook was read, not { $sheets }.
responses-double-marks = { $answers ->
    [one] One answer has
   *[other] { $answers } answers have
} several marks on the sheet and { $answers ->
    [one] counts
   *[other] count
} as blank.
responses-empty-marks = { $answers ->
    [one] One answer is
   *[other] { $answers } answers are
} “G”, as open-mcr writes an empty row of boxes, and { $answers ->
    [one] counts
   *[other] count
} as blank.
responses-summary = { $rows ->
    [one] 1 row with sums or means was
   *[other] { $rows } rows with sums or means were
} left out.
responses-none = { $rows ->
    [one] 1 row has
   *[other] { $rows } rows have
} no answer at all, and { $rows ->
    [one] was
   *[other] were
} left out.
responses-unfinished = { $rows ->
    [one] 1 attempt was
   *[other] { $rows } attempts were
} not finished, and left out.
responses-attempts = { $rows ->
    [one] 1 further attempt
   *[other] { $rows } further attempts
} of the same candidates left out; the first counts.
responses-one-passage = All questions are about one passage, and depend on each other. The reliability is that of other questions on it; it does not say how candidates would do on another passage.
responses-not-asked = Not all candidates had the same questions, so their scores cannot be compared and have no reliability. The rest score is the share right of the questions that each had.
responses-groups-asked = Groups were not compared: not all candidates had the same questions, so their scores cannot be matched.
responses-groups-few = { $number ->
    [one] Group { $groups } has
   *[other] Groups { $groups } have
} fewer than { $needed } candidates{ $compared ->
    [0] , so no groups were compared: only very large differences would be noticed.
   *[other] , and { $number ->
        [one] was
       *[other] were
    } only part of the others.
}
responses-no-decisions = Decisions at the cut were not analysed: that needs ten candidates who all had the same questions, and scores with a reliability above 0.
responses-groups-none = { $candidates ->
    [one] 1 candidate is
   *[other] { $candidates } candidates are
} in no group, and not part of the comparison.

answers-empty = the file is empty; expected a row for each candidate and a column for each question.
answers-large = the file is larger than { $most } MiB; expected the answers to one exam, which take less.
answers-header-only = there is a header but no candidate below it; expected a row for each candidate.
answers-all-one = every answer is 1, which may mean right, or the first option. Write 0 for wrong answers, or letters for the options that were chosen.
answers-none-there = there is no answer in it; expected letters, option texts or numbers from 1.
answers-expected = Expected one of: (1) the export of a learning platform, unchanged: Moodle (quiz, Results, Responses or Grades; CSV, Excel, OpenDocument) or Canvas (quiz statistics, Student analysis), such as “Last name, First name, State, …, Response 1, Response 2” above “Lee, Kim, Finished, …, on a hill, -”; (2) a row for each candidate and a column for each question, headed by its number or id, such as “candidate, 1, 2, 3” above “c1, A, C, B”; (3) right or wrong, with a total or without, such as “candidate, 1, 2, 3, total” above “c1, 1, 0, 1, 2”.
answers-exam = this is an exam ({ $format }); expected the answers of candidates to it. { answers-expected }
answers-layout = no column contains answers to this exam; the columns are headed { $headings }. { answers-expected }
answers-unknown-question = names question “{ $name }”, but the exam has no such question; it has { $questions }.
answers-incomplete = names questions by number (“{ $name }”), but some questions of the exam were left out, so numbers may not fit. Name them by id, as in “{ $id }”, or give the answers as texts of options, as Moodle's report Responses does.
answers-column-twice = two columns are for the same question, “{ $id }”. Keep one.
answers-unnamed = the candidate is not named; expected a name or number under “{ $heading }”.
answers-candidate-twice = this candidate already has a row at { PLACE($first) }. Keep one of the two.
answers-twice = this candidate already has an answer to this question at { PLACE($first) }. Keep one.
answers-no-groups = no column is headed “{ $heading }”; the columns are headed { $headings }.
answers-groups-identity = the column “{ $heading }” tells candidates apart; expected groups, such as a form or a class.
answers-groups-number = the column “{ $heading }” has { $found ->
    [one] only one value
   *[other] { $found } different values
}; expected 2 to { $most } groups, such as forms or classes, with several candidates each.
answers-two-groups = this candidate is in another group than in an earlier row. Give each candidate one group.
answers-no-mark = found “{ $found }” for question “{ $id }”; expected a mark from 0 to { $full }.
answers-no-option = the answer “{ $found }” to question “{ $id }” is not one of its options; expected a letter from A to { $last }, a number from 1 to { $count }, or the text of an option.
answers-two-options = the answer “{ $found }” to question “{ $id }” could mean { $options }. Write answers as letters.

band-strong = very good
band-good = good
band-fair = fair
band-weak = weak
band-negative = negative

ease-very-easy = very easy
ease-easy = easy
ease-medium = medium
ease-hard = hard
ease-very-hard = very hard

reliable-very-high = enough for decisions about single candidates
reliable-high = enough for an exam at the end of a year
reliable-moderate = enough for a class test
reliable-low = low, useful only together with other evidence
reliable-very-low = too low to tell candidates apart

page-reliability = Reliability (Cronbach's alpha, here the same as KR-20): { DECIMAL($alpha, digits: 2) } ({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }){ $over ->
    [passages] . Questions on one passage depend on each other; Raju's coefficient, which takes the score of each passage as one part, is { DECIMAL($passages, digits: 2) } ({ DECIMAL($passages-low, digits: 2) } to { DECIMAL($passages-high, digits: 2) }). The lower value is
   *[none] ,
} { NAME($band, of: "reliable") }.
page-reliability-unsure = Allowing for chance, the reliability may be as low as { DECIMAL($low, digits: 2) }: { NAME($band, of: "reliable") }.
page-standard-error = Standard error of measurement: { DECIMAL($error, digits: 1) } points. { $two-in-three ->
    [level] By a model of these scores, two in three candidates score within { DECIMAL($error, digits: 1) } points of their true score; a difference this small between two candidates says little.
    [open] By a model of these scores, { PERCENT($within) } of candidates score within { DECIMAL($error, digits: 1) } points of their true score ({ PERCENT($low) } to { PERCENT($high) }); a difference this small between two candidates says little.
    [none] A difference this small between two candidates says little.
   *[other] By a model of these scores, { PERCENT($within) } of candidates score within { DECIMAL($error, digits: 1) } points of their true score ({ PERCENT($low) } to { PERCENT($high) }), and not two in three, because errors are not normal here. A difference this small between two candidates says little.
}
page-errors = The error depends on the score: { DECIMAL($least, digits: 1) } points at a score of { $least-at }, { DECIMAL($most, digits: 1) } at { $most-at }.
page-decisions = Cut at { DECIMAL($cut, digits: 1) } of { $questions } points: { PERCENT($passing) } pass. By a model of these scores (Livingston & Lewis), a second exam of this kind would decide { PERCENT($consistency) } of candidates alike ({ PERCENT($low) } to { PERCENT($high) }); two exams that have nothing in common would decide { PERCENT($chance) } alike. This one decides { PERCENT($accuracy) } as their true score would: { PERCENT($passed) } pass who should not, and { PERCENT($failed) } fail who should pass.
page-near-cut = At the cut, the standard error is { DECIMAL($error, digits: 1) } points. { $near ->
    [0] No candidate is
    [one] 1 candidate is
   *[other] { $near } candidates are
} no further from the cut than that.
page-distractors = { $works } of { $wrong } wrong options work: at least 5% of candidates choose them, weaker candidates clearly more often than better ones. { $rare } are chosen by fewer than 5%. { $rises ->
    [0] {""}
    [one] 1 is chosen more often by better candidates.{" "}
   *[other] { $rises } are chosen more often by better candidates.{" "}
}{ $open ->
    [0] {""}
    [one] For 1, there are too few candidates to tell.
   *[other] For { $open }, there are too few candidates to tell.
} Each is judged by itself: of forty options that better candidates do not choose less often, about one seems to work by chance.
page-answers-working = wrong options that work
page-working = { $works } of { $wrong }{ $open ->
    [0] {""}
   *[other] , { $open } open
}
page-fact-working = { $works ->
    [0] no wrong option clearly works
    [one] 1 of { $wrong } wrong options works
   *[other] { $works } of { $wrong } wrong options work
}{ COUNT($rare) ->
    [0] {""}
   *[other] ; almost never chosen: { $rare }
}{ COUNT($rises) ->
    [0] {""}
   *[other] ; chosen more by better candidates: { $rises }
}{ COUNT($open) ->
    [0] {""}
   *[other] ; too few candidates to tell: { $open }
}
page-groups = { $others ->
    [rest] Group { QUOTE($group) } ({ $members } candidates) compared with all other groups ({ $rest })
   *[one] Group { QUOTE($group) } ({ $members } candidates) compared with group { QUOTE($beside) } ({ $rest })
}: of { $questions } questions, compared between candidates of the same score, { $large ->
    [0] none differs strongly (class C)
    [one] 1 differs strongly (class C)
   *[other] { $large } differ strongly (class C)
} and { $noticed ->
    [0] none moderately or more (class B)
   *[other] { $noticed } moderately or more (class B)
}, by intervals for all comparisons at once. With this number of candidates, a difference D below about { DECIMAL($least, digits: 1) } points can go unseen.
page-groups-explained = D is Mantel and Haenszel's difference in difficulty, in points of the Educational Testing Service's scale. Class B: D is 1 or more, and clearly not 0. Class C: D is 1.5 or more, and clearly above 1. A question that differs need not be unfair: ask whether the group knows something that belongs to reading, or something that does not.
page-groups-question = Question
page-groups-favoured = easier for
page-groups-others = the other groups
page-groups-difference = D
page-groups-class = class
page-groups-interval = { DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }
page-scores-sentence = Scores: { DECIMAL($mean, digits: 1) } of { $questions } on average, standard deviation { DECIMAL($deviation, digits: 1) }.
page-scores-title = How many candidates have which score
page-scores-bar = { $score ->
    [one] 1 point
   *[other] { $score } points
}: { $candidates ->
    [one] 1 candidate
   *[other] { $candidates } candidates
}
page-scores-across = score
page-scores-up = candidates
page-answers-answered = { $answered } of { $asked }
page-answers-bounds = { DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }
page-answers-band = { $band } ({ $low } … { $high })
page-answers-first = Questions with flags from these answers come first (●).
page-answers-without = reliability without it
page-curve-title = Who chose what, from the weakest candidates to the strongest
page-curve-alt = { $groups } groups of candidates, from the weakest to the strongest on the other questions. { $texts }
page-curve-option = { $option }: { $shares }.
page-curve-weak = weakest
page-curve-strong = strongest
page-curves-explained = In each small chart, every line is an option, with its letter at the end. The bold line is the key: it should rise from left to right, and the others should fall. Candidates are grouped by their score on the other questions.
page-sort-weakest = lowest discrimination first
page-fact-discrimination = discrimination { DECIMAL($value, digits: 2) }

command-distractors = { $works } of { $wrong } wrong options work: chosen by at least 5% of candidates, and clearly more often by weaker ones{ $open ->
    [0] .
   *[other] ; for { $open }, there are too few candidates to tell.
}
command-decisions = Cut at { DECIMAL($cut, digits: 1) } of { $questions } points: { PERCENT($passing) } pass; a second exam of this kind would decide { PERCENT($consistency) } of candidates alike ({ PERCENT($low) } to { PERCENT($high) }), exams with nothing in common { PERCENT($chance) }.
command-groups = { $others ->
    [rest] Group { QUOTE($group) } compared with all other groups
   *[one] Group { QUOTE($group) } compared with group { QUOTE($beside) }
}: at the same score, { $large ->
    [0] no question differs
    [one] 1 question differs
   *[other] { $large } questions differ
} strongly and { $noticed ->
    [0] none
   *[other] { $noticed }
} moderately or more, of { $questions }.

command-reliability = Reliability (Cronbach's alpha): { DECIMAL($alpha, digits: 2) } ({ DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }){ $over ->
    [passages] ; Raju's coefficient, with each passage as one part: { DECIMAL($passages, digits: 2) } ({ DECIMAL($passages-low, digits: 2) } to { DECIMAL($passages-high, digits: 2) }). The lower value is
   *[none] ,
} { NAME($band, of: "reliable") }; standard error of measurement { DECIMAL($error, digits: 1) } of { $questions } points.
command-few = { $candidates ->
    [one] 1 candidate is
   *[other] { $candidates } candidates are
} too few for flags from their answers; the report has the figures, with their intervals.
