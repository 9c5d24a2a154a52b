"""What Si et al. (2019) report on un-answerable training, BERT-large, in shares: their Table 3, with BERT of Table 2.

Full is the BERT of Table 2, trained on the whole training set. Accuracies are on the test sets, of MCScript2.0 on dev
(§5.1).
"""

from collections.abc import Mapping
from types import MappingProxyType

from magnetite.core.items import Dataset

PAPER = "Si et al. (2019), Table 3, BERT-large"
_NAMES = ("longest", "Full", "P-Shuffle", "Q-Shuffle", "PQ-Shuffle", "P-Remove", "Q-Remove", "PQ-Remove")
_PER_CENT = {
    "MC160": (34.6, 74.7, 60.2, 70.8, 60.8, 38.7, 61.7, 31.8),
    "MC500": (35.0, 69.3, 50.8, 62.9, 49.2, 38.7, 59.5, 38.3),
    "RACE-M": (29.1, 75.6, 63.2, 72.7, 60.6, 48.1, 57.7, 41.9),
    "RACE-H": (29.2, 64.7, 56.6, 62.5, 55.0, 51.5, 57.8, 45.3),
    "MCScript": (55.0, 87.7, 86.5, 86.7, 83.3, 76.8, 84.5, 72.5),
    "MCScript2.0": (58.7, 83.9, 81.6, 83.6, 77.0, 73.6, 80.2, 68.1),
    "DREAM": (34.3, 62.8, 46.8, 50.5, 41.2, 41.9, 62.2, 41.5),
}
TABLE_3: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        name: MappingProxyType({row: round(value / 100, 3) for row, value in zip(_NAMES, values, strict=True)})
        for name, values in _PER_CENT.items()
    }
)
_BY_LEVEL = {"race": {"middle": "RACE-M", "high": "RACE-H"}, "mctest": {"mc160": "MC160", "mc500": "MC500"}}


def paper_set(dataset: Dataset, level: str) -> str | None:
    """Name which of the paper's seven sets a level of a dataset ("all": all of it) is, None where it is none.

    Format, level and the split that the paper tested on decide, and for MCScript's two the dataset's name.

    >>> from magnetite.core.items import Item
    >>> item = Item("1", "p", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0, "middle")
    >>> paper_set(Dataset("RACE", (item,), "test", format="race"), "all")
    'RACE-M'
    """
    name = _set_of(dataset, level)
    split = "dev" if name == "MCScript2.0" else "test"
    return name if dataset.split == split else None


def _set_of(dataset: Dataset, level: str) -> str | None:
    kind = dataset.format or ""
    if kind == "dream":
        return "DREAM" if level == "all" else None
    if kind == "mcscript":
        return ("MCScript2.0" if "2" in dataset.name else "MCScript") if level == "all" else None
    levels = {item.level for item in dataset}
    only = next(iter(levels)) if level == "all" and len(levels) == 1 else level
    return _BY_LEVEL.get(kind, {}).get(str(only))
