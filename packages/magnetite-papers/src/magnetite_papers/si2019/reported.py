"""The figures of Si et al. (2019), table by table. Table 3 is in `training_table.finding`, where runs use it too."""

from collections.abc import Mapping
from types import MappingProxyType

from magnetite_papers.si2019.names import ANSWER, DEGREE, LENGTH
from magnetite_papers.si2019.settings import SETS

# Table 1: questions of train, dev and test; words of passage, question and answer.
TABLE_1 = {
    "MC160": ((280, 120, 240), (204, 8, 3)),
    "MC500": ((1200, 200, 600), (212, 8, 3)),
    "RACE-M": ((25421, 1436, 1436), (231, 9, 4)),
    "RACE-H": ((62445, 3451, 3498), (353, 10, 6)),
    "MCScript": ((9731, 1411, 2797), (196, 8, 4)),
    "MCScript2.0": ((14191, 2020, 3610), (164, 8, 3)),
    "DREAM": ((6116, 2040, 2041), (86, 9, 5)),
}
BERT = "BERT"
# Table 2: accuracy in per cent, in the order of SETS; without an attack first.
_TABLE_2 = {
    BERT: (74.7, 69.3, 75.6, 64.7, 87.7, 83.9, 62.8),
    "AddSent2Pas-Shuffle": (32.1, 31.6, 41.0, 34.5, 36.2, 41.2, 42.0),
    "AddSent2Opt-Shuffle": (46.5, 43.4, 58.8, 50.3, 29.9, 25.5, 59.3),
    "AddAns2Opt-Shuffle": (73.5, 66.2, 65.1, 50.0, 75.4, 65.4, 76.1),
    "Sent2Opt-Shuffle": (37.1, 36.7, 48.3, 43.3, 14.5, 15.4, 30.6),
    "Ans2Opt-Shuffle": (68.8, 63.6, 49.1, 44.1, 55.6, 52.1, 41.2),
    "AddSent2Opt": (17.5, 19.1, 60.0, 49.6, 38.6, 34.4, 35.2),
    "AddAns2Opt": (47.9, 38.5, 60.1, 43.6, 79.2, 69.6, 47.9),
}
TABLE_2: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        attack: MappingProxyType({name: round(value / 100, 3) for name, value in zip(SETS, values, strict=True)})
        for attack, values in _TABLE_2.items()
    }
)
# Its averages over attacks, by set and over all (its last row), and over sets, by attack (its last column).
AVERAGE_BY_SET = dict(zip(SETS, (-0.382, -0.383, -0.277, -0.304, -0.463, -0.483, -0.244), strict=True))
AVERAGE_BY_ATTACK = dict(zip(list(_TABLE_2)[1:], (-0.495, -0.373, -0.082, -0.547, -0.274, -0.503, -0.263), strict=True))
AVERAGE = -0.362
# Figures 5, 7 and 8: Pearson's correlations over bins under AddSent2Opt-Shuffle; Figure 6: over attacks and sets.
CORRELATIONS = {
    ("MCScript", LENGTH): -0.6403,
    ("RACE-M", LENGTH): -0.3997,
    ("MCScript", ANSWER): 0.7693,
    ("RACE-M", ANSWER): -0.4048,
    ("MCScript", DEGREE): -0.8965,
    ("RACE-M", DEGREE): -0.3442,
}
FIGURE_6 = -0.4293
# Figure 9: the answer's probability with an empty wrong option, then after each of its twelve tokens.
FIGURE_9 = (0.893, 0.880, 0.822, 0.808, 0.782, 0.798, 0.794, 0.458, 0.583, 0.496, 0.265, 0.216, 0.099)


PRINTED = {("AddAns2Opt-Shuffle", "DREAM"): 0.211}  # the paper's own change differs by rounding


def relative(attack: str, name: str) -> float:
    """Return the relative change of accuracy on a set under an attack (Table 2, in italics)."""
    return PRINTED.get((attack, name), TABLE_2[attack][name] / TABLE_2[BERT][name] - 1)


def most_effective(name: str) -> str:
    """Return the attack that leaves the lowest accuracy on a set (Table 2, in bold)."""
    return min((attack for attack in TABLE_2 if attack != BERT), key=lambda attack: TABLE_2[attack][name])
