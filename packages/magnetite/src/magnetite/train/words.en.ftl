look-training = How the systems were trained: what they learned from, how fast, and where they stopped. Dev questions are held back from training, to see whether what was learned holds for questions that are new.
figure-learning-curve =
    .learning-curve-accuracy = Share of questions answered right while the system learns, a line for each seed. Dev questions are not trained on: where their line stops rising, more training does not help.
    .learning-curve-loss = The loss that training lowers (in nats, lower is better), a line for each seed. Where it falls on training questions and rises on dev questions, the system learns them by heart.
