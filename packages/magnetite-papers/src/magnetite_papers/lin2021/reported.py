"""Figures of Lin et al. (2021), from its tables and its text."""

QUESTIONS_OF_POOL = {"test": 1064, "train": 1029}  # §4.1: of 300 passages each
POOL, SCREENED = 8372, 346  # §4.1
STRONGEST, STRONGEST_PLAIN = 0.8, 0.34  # §4.2: "around", the second an average over the models
CORRELATION = 0.76  # §4.2: "around", the mean over pairs of models
PEOPLE = (0.90, 0.94)  # §4.4: accuracy without and with a magnet among the options

# Table 1: accuracy on RACE test; with a combination, and with a plain statement, instead of a wrong option.
ATTACKED = {
    "BERT base": (0.614, 0.094, 0.381),
    "BERT large": (0.681, 0.167, 0.524),
    "ALBERT base": (0.683, 0.217, 0.334),
    "ALBERT large": (0.752, 0.064, 0.506),
    "RoBERTa base": (0.738, 0.166, 0.656),
    "RoBERTa large": (0.846, 0.297, 0.798),
}
# Table 2: the same after training with an additional strong option in each question.
AUGMENTED = {
    "BERT base": (0.601, 0.576, 0.670),
    "ALBERT base": (0.689, 0.681, 0.740),
    "RoBERTa base": (0.723, 0.725, 0.778),
}
UNSEEN = 1186  # Figure 5: options not used in training
# Table 4, of 1,000 random options: correlation with the fine-tuned model's T, accuracy, mean T.
ORIGIN = {
    "BERT base": {"none": (-0.023, 0.315, 0.0518), "head": (0.069, 0.315, 0.0214), "tuned": (1.0, 0.613, 0.0713)},
    "RoBERTa base": {"none": (-0.021, 0.225, 0.3553), "head": (0.088, 0.289, 0.2282), "tuned": (1.0, 0.743, 0.0569)},
    "ALBERT base": {"none": (-0.013, 0.254, 0.1483), "head": (0.231, 0.390, 0.1043), "tuned": (1.0, 0.702, 0.0703)},
}
