"""Which figures of Lin et al. (2021) two readers of ours are compared on."""

from collections.abc import Iterator, Mapping

from magnetite.core.results import Finding
from magnetite.reproduce.lin2021 import reported
from magnetite.reproduce.lin2021.exhibits import HERE
from magnetite.reproduce.lin2021.settings import LinSettings
from magnetite.reproduce.sizes import Sized, in_row, sized

RIGHT, COMBINATION, PLAIN = zip(*reported.ATTACKED.values(), strict=True)
TUNED = [states["tuned"][2] for states in reported.ORIGIN.values()]
COMPARED = (  # what it is, the paper's figures, the exhibit, its table, the column, its unit
    ("right (Table 1)", RIGHT, "table-1", "table-1", "original", "share"),
    ("right under the combination (Table 1)", COMBINATION, "table-1", "table-1", "combination", "share"),
    ("right under the plain statement (Table 1)", PLAIN, "table-1", "table-1", "plain", "share"),
    (
        *("change by the plain statement (Table 1)", [c - a for a, c in zip(RIGHT, PLAIN, strict=True)]),
        *("table-1", "table-1", "plain_change", "points"),
    ),
    (
        *("T of the plain statement (section 4.2: a mean)", [reported.STRONGEST_PLAIN]),
        *("table-1", "statement", "score", "share"),
    ),
    ("mean T (Table 4)", TUNED, "figure-2", "interference", "mean", "share"),
    ("strongest T (section 4.2: about)", [reported.STRONGEST], "figure-2", "interference", "strongest", "share"),
)


def compared(settings: LinSettings, findings: Mapping[str, Finding]) -> Iterator[Sized]:
    """Yield the figures that both readers have."""
    for words, paper, exhibit, name, column, unit in COMPARED:
        if exhibit in findings:
            rows = {row["system"]: row for row in findings[exhibit].table(name).rows() if row["source"] == HERE}
            readers = (settings.smaller, settings.larger)
            yield from sized(words, paper, (in_row(rows.get(reader), column, unit) for reader in readers))
