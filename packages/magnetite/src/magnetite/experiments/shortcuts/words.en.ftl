look-shortcuts = The same questions again, with parts taken away. Without the passage no one can know its contents; a system that still does better than guessing uses what it already knows, or hints in the wording of the options. The fault may be the system's, or the question's.
    .accuracy-qo = right without the passage
    .without-passage-above-chance = above guessing, without the passage
    .passage-adds = gained by reading the passage
figure-accuracy-by-view = Share of questions answered right when parts of each item are hidden. The pink mark is a blind guess. { figure-intervals }
table-calibration = A temperature divides the scores before they become probabilities, so that a system is on average as sure as it is right: above 1 it was too sure of itself, below 1 not sure enough. It never changes an answer. The lower ECE, Brier score and NLL are, the better. ECE is over ten bins of equally many questions; with bins of equal width it would be another number.
figure-reliability = The questions in ten groups of equal size, from those the system is least sure of to those it is surest of. On the dashed line it is right as often as it says: of answers it calls 70% sure, 70 in 100 are right. Below the line it is too sure of itself, above it not sure enough. { figure-intervals }
figure-effective-options =
    .effective-options = How many options still look plausible to the system. 1 means it is sure; as many as the question has means it can only guess. The green part of a bar is the share answered right, among questions with a key.
    .accuracy-by-effective-options = Share answered right among the questions of each bar above. A system that knows when it knows is right if few options are left, and near guessing if many are. Without the passage, points high up on the left are questions that can be answered without it. The larger a point, the more questions with a key it represents; an empty ring represents fewer than 20 and says little. { figure-intervals }
figure-by-information =
    .questions-by-information = How much the passage tells the system: how much less undecided it is with the passage than without. Near 0 the passage changes nothing; below 0 it leaves the system more undecided.
    .accuracy-by-information = Share answered right among the same questions, with the passage and without. If the passage tells much, only the system that reads it should do well. The larger a point, the more questions with a key it represents; an empty ring represents fewer than 20 and says little. { figure-intervals }
figure-by-tenth = Questions sorted by how much the passage helps, in ten groups of equal size: the share answered right with the passage and without it, at the mean of the group. { figure-intervals }
table-question-list =
    .without-passage-sure = Try to answer these without reading the passage. On these the system was surest without it, right or wrong; if people can answer too, the question does not require reading.
    .without-passage-unsure = On these the system was least sure without the passage. If people cannot answer them either, the questions do what they should.
    .passage-useful = Here the passage made the system surer than anywhere else, right or wrong: candidates for good questions, not proven to be good. Answer without the passage first, then with it.
    .passage-useful-confirmed = The same, but only questions that the system gets right once it reads. A question that is missing here is not necessarily bad: a weak system finds little in a passage.
    .passage-useless = Here the passage told the system least, or left it less sure than before. Either the question can be answered without the passage, or the system does not find the answer in it.

shortcuts-without = Without the passage the system answers { SHARE($right) } of { $questions } correctly ({ $interval }){ $effective ->
    [none] {""}
   *[other] , and on average { DECIMAL($effective, digits: 1) } of { $options } options still look possible to it
}; a blind guess is right { SHARE($guessing) } of the time{ $verdict ->
    [tied] , but on { $tied } several options tie, which counts as guessing among them, so this says little about the exam
    [above] , so part of the exam can be answered without reading it
    [below] , so it does worse than guessing
    [level] , and it does no better
   *[open] ; these questions do not show whether it does better
}.
shortcuts-no-answers = { $effective ->
    [none] No answer is known, so accuracy is unknown.
   *[other] Without the passage, on average { DECIMAL($effective, digits: 1) } of { $options } options still look possible to the system; no answer is known, so accuracy is unknown.
}
shortcuts-bare = The questions have no passages.
shortcuts-bare-right = The system answers { SHARE($right) } of { $questions } correctly.
shortcuts-bare-no-answers = The questions have no passages, and no answer is known, so accuracy is unknown.
shortcuts-bare-no-options = No system answered from the options only (O), so how much the question adds is unknown.
shortcuts-bare-options = From the options only, it is right on { SHARE($right) } ({ $interval }); a blind guess is right { SHARE($guessing) } of the time{ $verdict ->
    [above] , so part of the exam can be answered without the question
    [below] , so it does worse than guessing
    [level] , and it does no better
   *[open] ; these questions do not show whether it does better
}.
shortcuts-no-qo = There is no system for the view without the passage (QO), so how much the passage adds is unknown.
shortcuts-rights = Questions answered correctly: { $rights }.
shortcuts-right-from = { SHARE($right) } from { $view }
shortcuts-question-adds = { $verdict ->
    [above] Part of that comes from the question, which adds { $gain } to the options.
    [below] With the question it does worse than with only the options: a difference of { $gain }.
    [level] Reading the question adds next to nothing to the options: { $gain }.
   *[open] These questions do not show whether reading the question adds to the options: the difference is { $gain }.
}
shortcuts-passage-unknown = No system here also reads the passage, so how much reading adds is unknown.
shortcuts-passage-adds = { $verdict ->
    [above] Reading the passage adds { $gain }.
    [below] With the passage it does worse: a difference of { $gain }.
    [level] Reading the passage adds next to nothing: { $gain }.
   *[open] These questions do not show whether reading the passage helps: the difference is { $gain }.
}
shortcuts-note-answerable = The list of answerable questions has the right answers given with least doubt: the effective number of options is below { SHARE($decided) } of the question's options. A guess is sometimes right too, so these are questions to look at, not proven to be bad.
shortcuts-note-bits = Mutual information compares two systems and is negative if the passage adds doubt. Pointwise information is about the right answer: it is negative if the passage makes that answer less likely, because it misleads the system or because the key is wrong.
shortcuts-note-error = Even a perfectly calibrated system would show, by chance, a calibration error (ECE, ten bins of equally many questions) of about { SHARE($noise) } on this many questions.
shortcuts-alike = { $views } give exactly the same picture, so it is drawn once.
shortcuts-several = { $views }

glance-verdict = This model scores { SHARE($given) }, and { SHARE($without) } { $view ->
    [O] from the options only
   *[QO] without the passage
}. { $verdict ->
    [above] It uses the passage.
    [below] It does worse when it reads.
    [level] Reading adds next to nothing.
    [few] { $passages } are too few to tell whether it reads.
   *[open] Nothing here shows that it reads.
}
glance-basis = { $questions } on { $passages }; gain from reading: { $gain }.
glance-point = { $view ->
    [guessing] guessing
    [O] options only
    [QO] no passage
   *[QOC] with the passage
}
glance-points = Share of right answers. Each line is an interval: it contains the true value about 95 times in 100.
glance-reads-title = Does it read?
glance-reads-word = { $verdict ->
    [above] Yes
    [below] No: it does worse with the passage
    [level] It gains next to nothing
    [few] Too few passages to tell
   *[open] Not shown
}
glance-reads = { $verdict ->
    [above] Reading adds { $gain }
    [few] With { $passages }, the difference that reading makes says little about other passages: { $gain }
   *[other] The difference that reading makes is { $gain }
}{ $view ->
    [O] , compared with the options only
   *[QO] {""}
}.
glance-without = Without the passage it is right on { SHARE($right) } ({ $interval }){ $verdict ->
    [above] , more often than a guess ({ SHARE($guessing) }): part of the exam can be answered without reading
    [below] , less often than a guess ({ SHARE($guessing) })
    [level] , as often as a guess ({ SHARE($guessing) })
   *[open] ; these questions do not show whether that is better than a guess ({ SHARE($guessing) })
}.
