look-items = Systems took the exam as candidates do, so the test statistics used for candidates apply to them: which questions are hard, which tell better systems from weaker ones, and where the better ones agree on an option that is not the key.
    .reliability = reliability of the score (alpha)
    .reliability-over-passages = reliability of the score, from the scores of passages (Raju's coefficient)
    .pairs-told-apart = of the pairs of candidates are told apart, all pairs tested together (Holm)
    .keys-contradicted = keys contradicted, whichever candidates are drawn
    .agreement-with-the-keys = of options that they agree on are the key
    .wrong-keys-that-would-be-seen = of wrong keys would be contradicted, if there were any
    .questions-enough-drawn = questions drawn at random rank the candidates as half of the exam does
    .run = Items:
figure-items-candidates = Each candidate's share of right answers, from the best to the worst. { figure-intervals }
figure-items-fewer = How closely the ranking by this many questions agrees with that by the other half of the exam: for questions drawn at random, and for those that discriminate best. The ranked candidates had no part in choosing the questions. Bands contain nine tenths of the splits.
table-items-candidates = A rank is only as sure as its interval: the ranks that the candidate would have if other passages of this kind were drawn.
table-items-keys = The wrong option that the better candidates prefer to the key, the strongest evidence first. A wrong key looks like this; so do a second right option, and a wrong option that attracts these systems for reasons of their own. Look at each before you change it.
table-items-draws = The better candidates are on the other questions, the more often they choose this wrong option, more clearly so than the key. The interval of the correlation is above zero.
table-items-negative = The better candidates are on the other questions, the more often they are wrong here. The interval of the discrimination is below zero.
table-items-extremes = These questions do not help to rank candidates. If no one is right, check the key; if everyone is, the question may be too easy or known by heart.
table-items-duplicates = Questions that ask the same, or nearly the same, about the same passage. If the keys differ, one of them is wrong.
table-items-fewer = Mean rank correlation with the other half of the exam. The last line of each method is the most that half of the exam can give.

count-candidate = { GROUPED($many) } { $many ->
    [one] candidate
   *[other] candidates
}
items-answer = { $candidates } took { $questions }{ $groups ->
    [0] {""}
   *[other] {" "}and count as { GROUPED($groups) } groups
}; { SHARE($right) } of their answers are right.
items-reliability = The score has a reliability of { DECIMAL($alpha, digits: 2) } (95% interval { DECIMAL($low, digits: 2) } to { DECIMAL($high, digits: 2) }){ $over ->
    [passages] {" "}by Raju's coefficient of the passages' scores, as questions on one passage depend on each other
   *[none] {""}
}{ $pairs ->
    [known] , and the exam tells { SHARE($apart) } of all pairs apart, tested together (Holm)
   *[unknown] {""}
}.
items-common = { $common ->
    [0] There is no question that all candidates were asked, so nothing ranks them
    [one] The ranking and the pairs rest on one of { GROUPED($questions) } questions, the only one that all candidates were asked
   *[other] The ranking and the pairs rest on the { GROUPED($common) } of { GROUPED($questions) } questions that all candidates were asked; { SHARE($right) } of those answers are right
}; { $name } was asked the fewest, { GROUPED($own) }. Leave it out to rank the others on more.
items-contradicted = { $keys ->
    [0] No key is contradicted clearly enough to be so whichever candidates were drawn.
    [one] The candidates that are clearly better than guessing contradict the key of one question: { COMMAS($first) }.
   *[other] The candidates that are clearly better than guessing contradict the keys of { GROUPED($keys) } questions: { COMMAS($first) }{ $more ->
    [True] , …
   *[other] {""}
}.
} When they agree, they agree on the key in { SHARE($agreement) } of cases ({ $interval }); if a wrong option were the key, they would contradict it in { SHARE($power) }.
items-untrusted = If the candidates agree on an option, whichever of them are drawn, it is the key in { SHARE($agreement) } of cases ({ $interval }){ $verdict ->
    [below] : they share habits rather than knowledge, so a key is not suspect because they contradict it
   *[open] . That is not clearly more than { SHARE($trusted) }, so no key counts as contradicted
}.
items-lineages = Counted as one candidate, because they share a model or base: { $lineages }. Other groups: --groups.
items-lineage = { COMMAS($names) } ({ $lineage })
items-silent = { $count ->
    [one] { COMMAS($silent) } is
   *[other] { GROUPED($count) } of { GROUPED($of) } candidates or groups ({ COMMAS($silent) }) are
} not clearly better than guessing, so { $count ->
    [one] it has
   *[other] they have
} no vote on which keys are suspect.
items-warning = The list of keys to check first rests on { $voters ->
    [one] the votes of one candidate or group
   *[other] the votes of { GROUPED($voters) } candidates or groups
}; the best of them is right on { SHARE($best) } of its questions. Nothing shows that they know the answers on which they agree: expect hard questions in the list rather than wrong keys.
items-ranking = { $questions ->
    [0] The candidates: no question was asked of all
    [one] The candidates by right answers to the one question that all were asked
   *[other] The candidates by right answers to the { GROUPED($questions) } questions that all were asked
}
items-note-evidence = Evidence against a key adds up the votes of all candidates, each weighed by how often it is right elsewhere, as if they erred independently. They do not: an option that attracts all of them looks like the right one. So the figure ranks questions; it is not a probability. On wrong keys that were planted to measure it, it ranked them no better than plain difficulty; its use is to show the option that the candidates prefer.
items-note-groups = Candidates of one group count as one, and intervals are over the { GROUPED($groups) } groups.
items-note-alone = Every candidate counts by itself. Models of one family, or sizes and checkpoints of one model, make the same errors; counted singly they make intervals too short and a shared error look like a wrong key. Put them into groups (--groups).
items-note-singly = The lists of wrong options and of negative discrimination judge each question by itself: of { GROUPED($questions) } questions without any fault, intervals of 95% put about { GROUPED($chance) } on each list by chance.
items-note-pairs = Two candidates are told apart by a paired test on the same questions, clustered by passage and corrected for the { GROUPED($pairs) } pairs (Holm).
items-note-few = { $groups ->
    [one] One candidate or group answered
   *[other] { GROUPED($groups) } candidates or groups answered
}; with at least { $least }, correlations have intervals, and the lists that need them are filled.
items-note-unkeyed = { $questions } left out: without a known key.
items-note-not-asked = Not all candidates were asked all { $questions }: shares right and discriminations rest on those who were, and ranks on the { GROUPED($common) } questions that all have in common.
items-note-silent = { $name } named no option in { GROUPED($silent) } of the { $questions } that it was asked; they count as wrong.
items-note-unfit = { $name } does not fit and is left out: { $error }
items-note-lacks = { $name } has no answer to { GROUPED($lacking) } of { GROUPED($questions) } questions; they count as not asked.
