"""What the report's words mean, in alphabetical order, for readers who meet them for the first time."""

GLOSSARY: tuple[tuple[str, str], ...] = (
    (
        "Accuracy",
        "The share of questions answered right. Questions whose right answer is not known are shown, but not counted.",
    ),
    (
        "Agreement expected by chance",
        "How often two systems would choose alike if each kept its habits and neither followed the other.",
    ),
    (
        "Attack",
        (
            "One wrong option of each question is replaced by a magnet. The right answer stays where it is. "
            "(Lin, Zou and Ding 2021.)"
        ),
    ),
    (
        "Augmented training",
        (
            "Training on questions that each have one extra option, drawn from a set of magnets, so that the system "
            "learns not to choose it. (Lin, Zou and Ding 2021.)"
        ),
    ),
    (
        "Beaten by",
        "How many of the irrelevant options scored above all of a question's own options.",
    ),
    (
        "Best of k magnets",
        "An attack that may take, for every question, whichever of k magnets does the most harm.",
    ),
    (
        "Brier score",
        (
            "The squared distance between the probabilities of the options and the truth: 0 when sure and right, 2 "
            "when sure and wrong."
        ),
    ),
    (
        "Calibration",
        (
            "Making a system as sure as it is right, by one number, its temperature. "
            "(Guo et al. 2017; Liusie, Raina and Gales 2022.)"
        ),
    ),
    (
        "Circular evaluation",
        (
            "A question counts as right only where it is answered right in every rotation of its options: A B C D, "
            "B C D A, and so on. (Liu et al. 2024.)"
        ),
    ),
    (
        "Cohen's kappa",
        "Agreement beyond chance: 0 when two systems agree only as often as by chance, 1 when they always agree.",
    ),
    ("Confidence", "The probability a system gives to the option it chooses."),
    (
        "Control",
        (
            "What is tried beside an un-readable attack and differs from it in one respect: the same text not "
            "shuffled, a sentence of another passage, or as many words that mean nothing in particular."
        ),
    ),
    (
        "ECE",
        (
            "Expected calibration error: how far, on average, the share of right answers lies from the confidence, "
            "over ten groups of equally many questions. In percentage points; 0 is best."
        ),
    ),
    (
        "Effective number of options",
        (
            "How many options still look plausible to the system: 1 when it is sure of one, 4 when four look equally "
            "good. It is 2 to the power of the entropy. (Liusie, Raina and Gales 2022.)"
        ),
    ),
    ("Entropy", "How undecided the system is between the options, in bits: 0 when it is sure, 2 for four equal ones."),
    (
        "Gain kept",
        (
            "How much of full training's gain over guessing a system keeps: all of it where it is right as often, "
            "none where it only guesses."
        ),
    ),
    (
        "Interference score T",
        (
            "The share of questions on which an irrelevant option scores above all the options the question came with. "
            "(Lin, Zou and Ding 2021.) A system that reads stays near 0; one that merely guesses between four options "
            "and the intruder stands near 20%."
        ),
    ),
    (
        "Interval",
        (
            "Another sample of passages would have given another number. The interval is the range that holds the true "
            "value about 95 times in 100. Where two intervals overlap widely, the difference may be chance."
        ),
    ),
    ("Irrelevant option", "An option that belongs to a question about another passage, so that it cannot be right."),
    ("Key", "The option that counts as right."),
    ("Magnet option", "An irrelevant option that attracts the system again and again, whatever the passage says."),
    (
        "McNemar p-value",
        (
            "How surprising the difference between two sets of answers to the same questions would be if there were "
            "none: small values (below 0.05) speak for a real difference."
        ),
    ),
    (
        "Mutual information",
        "How much the passage helps the system to decide: the entropy without the passage minus the entropy with it.",
    ),
    (
        "NLL",
        (
            "Negative log-likelihood, or log loss: the mean of −ln of the probability of the key, in nats. Guessing "
            "between four options gives 1.386; lower is better."
        ),
    ),
    (
        "Option-combination series",
        (
            "Options that only combine or reject others, such as “both A and B” or “none of these”. They attract most "
            "systems, and are shown apart from options that say something of their own. (Lin, Zou and Ding 2021.)"
        ),
    ),
    (
        "Pearson's correlation",
        "How closely two sets of scores lie along a straight line: 1 on a rising one, 0 for no relation.",
    ),
    ("Points", "Percentage points: from 40% to 43% is 3 points."),
    (
        "Pointwise information",
        (
            "How much the passage tells about the key: the logarithm of its probability with the passage minus that "
            "without, in bits. Below 0, the passage leads the system away from the key."
        ),
    ),
    (
        "Preferred position",
        "The position that is chosen most often, whatever stands there. Without a preference all are chosen alike.",
    ),
    (
        "Prior debiasing (PriDe)",
        (
            "A system's preference for positions is estimated on some questions, without their keys, and divided out "
            "of its probabilities on the others. (Zheng et al. 2024.)"
        ),
    ),
    (
        "Race",
        (
            "A search for the strongest options that stops trying an option once it can hardly be among them. "
            "Those that are left are measured on every question; the result says how likely a mistake is."
        ),
    ),
    (
        "Rank correlation",
        (
            "Spearman's correlation: how far two measures put things in the same order, from −1 (the opposite order) "
            "over 0 (no relation) to 1 (the same order)."
        ),
    ),
    (
        "Relative change",
        "The difference as a share of what it was: from 80% to 60% is −25%. (Si, Wang, Kan and Jiang 2019, Table 2.)",
    ),
    (
        "Screen",
        "The search for magnets: every irrelevant option is tried on every question of a sample.",
    ),
    ("Seed", "The number that all randomness in a training derives from. Another seed gives another such system."),
    (
        "Shortcut system",
        "A system that is not shown everything, such as one without the passage, and so cannot answer by reading.",
    ),
    (
        "ShuffleDegree",
        (
            "How far shuffled words are from their old order: the least number of words to insert, delete or replace, "
            "as a share of all. 0 is the old order. (Si, Wang, Kan and Jiang 2019.)"
        ),
    ),
    (
        "Temperature",
        "What the scores are divided by in calibration: above 1 makes a system less sure, below 1 surer.",
    ),
    (
        "Truncated",
        "The passage was too long for the system and lost its end or beginning. Question and options are never cut.",
    ),
    (
        "Un-answerable training",
        (
            "Training on questions that nobody could answer, with shuffled words or missing texts, and testing on "
            "questions as they are. P stands for the passage, Q for the question; Full is training on all as it is. "
            "(Si, Wang, Kan and Jiang 2019.)"
        ),
    ),
    (
        "Un-readable attack",
        (
            "Words that nobody can read, put into the wrong options or behind the passage, to see whether a system "
            "matches words instead of reading. The right answer is never touched. (Si, Wang, Kan and Jiang 2019.)"
        ),
    ),
    (
        "View",
        (
            "What the system is shown. QOC: passage, question and options. QO: no passage. CO: no question. "
            "O: the options alone."
        ),
    ),
)
