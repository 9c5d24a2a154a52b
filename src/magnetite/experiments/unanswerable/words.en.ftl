look-unanswerable = Systems are trained on questions that nobody could answer: the words of the passage or the question are shuffled, or the texts are taken away. Then they take the test as it is, beside a system that was trained on questions as they are. What hardly suffers can be learned without the sense of the text.
    .accuracy-full = right after full training
    .accuracy-pq-shuffle = right after training on shuffled passages and questions
    .accuracy-pq-remove = right after training on the options alone
    .baseline-longest = always taking the longest option
    .run = Un-answerable training:
figure-training-sets = Share of the same test questions answered right by systems trained on intact questions (Full), on shuffled ones, or without a part of them, and by rules that read nothing. The dashed line is full training; a diamond, where there is one, the figure of Si et al. (2019) for BERT-large. { figure-intervals }
