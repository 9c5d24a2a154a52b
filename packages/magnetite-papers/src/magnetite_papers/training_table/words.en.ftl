look-unanswerable = Systems are trained on questions that no one could answer: the words of the passage or the question are shuffled, or the texts are taken away. Then they take the unchanged test, and so does a system trained on unchanged questions. If accuracy falls little, answering can be learned without the sense of the text.
    .accuracy-full = right after full training
    .accuracy-pq-shuffle = right after training on shuffled passages and questions
    .accuracy-pq-remove = right after training on options only
    .baseline-longest = always taking the longest option
    .run = Un-answerable training:
figure-training-sets = Share of the same test questions answered right by systems trained on intact questions (Full), on shuffled ones, or without a part of them, and by rules that read nothing. The dashed line is full training; a diamond is the figure of Si et al. (2019) for BERT-large, if there is one. { figure-intervals }

unanswerable-full = Trained on questions as they are, systems answer { SHARE($full) } of { $questions } correctly ({ $interval }{ $seeds ->
    [1] {""}
   *[other] , mean of { $seeds } seeds
}). A blind guess is right { SHARE($random) } of the time, the longest option { SHARE($longest) }, the shortest { SHARE($shortest) }.
unanswerable-start = Before any training they are right on { SHARE($right) } ({ $interval }).
unanswerable-not-clear = That is not clearly above { $rule ->
    [guessing] guessing
   *[other] the { $rule } option
}{ $others ->
    [nothing] , so the others say nothing about what can be learned
   *[none] {""}
}.
unanswerable-changes = { $group ->
    [loss] A clear loss with
    [better] Clearly better with
   *[unclear] No clear loss with
} { $sets }.
unanswerable-change = { $training } ({ CHANGE($points) } points, { CHANGE($low) } to { CHANGE($high) })
unanswerable-taught = Trained without the parts that a reader needs, these are still clearly above { $rule ->
    [guessing] guessing
   *[other] the { $rule } option
}: { $sets }.
unanswerable-not-taught = Not clearly above { $rule ->
    [guessing] guessing
   *[other] the { $rule } option
}: { $sets }.
unanswerable-set = { $training } ({ $training ->
    [P-Shuffle] passages shuffled
    [Q-Shuffle] questions shuffled
    [PQ-Shuffle] passages and questions shuffled
    [P-Remove] no passages
    [Q-Remove] no questions
   *[PQ-Remove] options only
})
unanswerable-training = { $training }, seed { $seed }
unanswerable-restart = { $training }, seed { $seed } ({ $times })
unanswerable-note-seeds = { $seeds ->
    [1] One seed was trained, so the spread over seeds is unknown: the seed by itself may cause differences of a few points.
   *[other] Accuracies are means over { $seeds } seeds, differences too, seed against seed. Intervals and p-values are about other questions, not other seeds; the range over seeds is shown next to them.
}
unanswerable-note-test = p-values flip the sign of the difference from full training passage by passage; they are corrected for { $comparisons } (Holm).
unanswerable-note-tested = Only training was changed: every system answers the same test questions as they are, passage and all. A system that was trained without passages, or without questions, meets them for the first time in the test, so the unfamiliar texts may lower its accuracy.
unanswerable-note-says = A small drop shows that this many of these questions can be learned from training that makes no sense: without word order, or without the part removed. It does not show that a system trained on intact text makes no use of them, or that people could do without them. A large drop shows that intact training teaches more, not that this is understanding.
unanswerable-note-restarted = Restarted with another seed, because they learned nothing from their own questions: { $which }.
unanswerable-note-failed = Learned nothing from their own training questions: { $which }. Their loss ended at that of guessing. Their rows show training runs that failed, or that had nothing to learn from; more restarts or a lower learning rate can tell which.
unanswerable-note-trained = Every system was trained on the same { GROUPED($questions) } questions, changed or not, by the same recipe.
unanswerable-note-dev = For each system, the weights with the lowest loss on { GROUPED($questions) } dev questions were kept. Dev questions are unchanged, like those of the test: with --dev off, no system sees an intact question before the test.
unanswerable-note-drawn = A shuffle is drawn by the training's seed: one for a passage with all its questions, { $draw ->
    [epoch] another for each epoch
   *[fixed] the same in all epochs
}.
unanswerable-note-unmoved = The shuffle of seed { $seed } leaves { GROUPED($questions) } of the questions, very short ones, as they are.
unanswerable-note-init = Every system started from { $name }, a system for { $view } that had been trained{ $questions ->
    [0] {""}
   *[other] {" "}on { GROUPED($questions) } questions of { $data }
} as they are,{ $passages ->
    [never] {" "}but never with a passage, so the use of passages was learned here,
   *[seen] {""}
} so none learned only from un-answerable questions. Their accuracy includes earlier knowledge, and a small drop says less than it would from an untrained start.
unanswerable-note-diverged = { $training }, seed { $seed }: { $how }
