"""The paper's figures, by table, as shares; what its figures draw has no numbers in the text."""

from magnetite_papers.liusie2022.settings import COSMOS, RACE, RECLOR

# Table 1: questions and passages of RACE++ by split, of middle, high, college and all.
TABLE_1 = {
    "train": {
        "middle": (25_241, 6409),
        "high": (62_445, 18_728),
        "college": (12_702, 2437),
        "all": (100_388, 27_574),
    },
    "dev": {"middle": (1436, 368), "high": (3451, 1021), "college": (712, 136), "all": (5599, 1525)},
    "test": {"middle": (1436, 362), "high": (3498, 1045), "college": (708, 135), "all": (5642, 1542)},
}
# Table 2: accuracy on RACE++ test, of middle, high, college and all.
TABLE_2 = {
    "O": {"middle": 0.4095, "high": 0.4214, "college": 0.4153, "all": 0.4176},
    "QO": {"middle": 0.5481, "high": 0.5775, "college": 0.6031, "all": 0.5732},
    "CO": {"middle": 0.6685, "high": 0.6915, "college": 0.6624, "all": 0.6820},
    "QOC": {"middle": 0.8809, "high": 0.8442, "college": 0.8164, "all": 0.8501},
}
OVERCONFIDENT = 0.05  # footnote 3: by how much the mean highest probability is above the accuracy
AUTHORS = {
    "lowest": 0.92,
    "highest": 0.32,
}  # footnote 4: they were right on the hundred with the lowest and the highest entropy
LISTED_QUESTIONS = 100  # footnote 4
# Table B.1: questions by split.
TABLE_B1: dict[str, dict[str, int | None]] = {
    RACE: {"train": 100_388, "dev": 5599, "test": 5642},
    COSMOS: {"train": 25_262, "dev": 2985, "test": None},
    RECLOR: {"train": 4638, "dev": 500, "test": 1000},
}
# Table B.2: accuracy by what was trained on, by view, by what was asked.
TABLE_B2 = {
    RACE: {
        "O": {RACE: 0.4176, COSMOS: 0.2144, RECLOR: 0.3400},
        "QO": {RACE: 0.5732, COSMOS: 0.5404, RECLOR: 0.3480},
        "CO": {RACE: 0.6820, COSMOS: 0.5461, RECLOR: 0.4600},
        "QOC": {RACE: 0.8501, COSMOS: 0.7005, RECLOR: 0.4860},
    },
    COSMOS: {
        "O": {RACE: 0.2995, COSMOS: 0.5739, RECLOR: 0.2520},
        "QO": {RACE: 0.3873, COSMOS: 0.6851, RECLOR: 0.2780},
        "CO": {RACE: 0.5241, COSMOS: 0.7896, RECLOR: 0.4040},
        "QOC": {RACE: 0.6681, COSMOS: 0.8449, RECLOR: 0.4120},
    },
    RECLOR: {
        "O": {RACE: 0.2607, COSMOS: 0.1829, RECLOR: 0.4900},
        "QO": {RACE: 0.3127, COSMOS: 0.3313, RECLOR: 0.5180},
        "CO": {RACE: 0.3983, COSMOS: 0.3688, RECLOR: 0.6840},
        "QOC": {RACE: 0.5269, COSMOS: 0.4168, RECLOR: 0.6980},
    },
}
