look-training = How the systems were trained: on which questions, how fast, and when they stopped. Dev questions are kept out of training, to see whether the system has learned something that also works on new questions.
figure-learning-curve =
    .learning-curve-accuracy = Share of questions answered right while the system learns, a line for each seed. Dev questions are not trained on: once their line stops rising, more training does not help.
    .learning-curve-loss = The loss that training lowers (in nats, lower is better), a line for each seed. If it falls on training questions and rises on dev questions, the system learns them by heart.

training-untrained = A { $view } system of { $seeds ->
    [one] 1 seed
   *[other] { $seeds } seeds
} was drawn and not trained: the base as it was pre-trained, with a new final layer.
training-made = { $part ->
    [head] Only the final layer of a
   *[all] A
} { $view } system of { $seeds ->
    [one] 1 seed
   *[other] { $seeds } seeds
} was trained on { GROUPED($questions) } questions.
training-augmented = { GROUPED($questions) } of them had an extra wrong option, drawn { $draw ->
    [epoch] for each epoch
   *[fixed] once
} from the { GROUPED($options) } of { $file }.
training-changed = They were changed by { $change }{ $draw ->
    [epoch] , drawn again for each epoch
   *[fixed] {""}
}, so that no one could have answered them.
training-measured = It answers { POINTS($right) }% of { GROUPED($questions) } dev questions.
training-diverged = training diverged: the loss fell from { DECIMAL($first, digits: 3) } to { DECIMAL($least, digits: 3) } and ended at { DECIMAL($last, digits: 3) }. The weights are those of step { GROUPED($step) }. Train with a lower learning rate than { $rate }, or with more questions a step.
training-note-diverged = Seed { $seed }: { $how }
training-note-means = Each point for training questions is the mean over the steps since the last point.
