"""The figures of Lin et al. (2021) to compare with ours: of two readers, and of the systems trained for it."""

from collections.abc import Iterator, Mapping

from magnetite.core.results import Finding
from magnetite_papers.compared import Compared, compared, in_row
from magnetite_papers.lin2021 import reported
from magnetite_papers.lin2021.exhibits import HERE, STATES
from magnetite_papers.lin2021.settings import LinSettings

ATTACKED = ("original", "combination", "plain")  # columns of Tables 1 and 2
RIGHT, COMBINATION, PLAIN = zip(*reported.ATTACKED.values(), strict=True)
TUNED = [states["tuned"][2] for states in reported.ORIGIN.values()]
TWO_READERS = (  # what it is, the paper's figures, the exhibit, its table, the column, its unit
    ("accuracy (Table 1)", RIGHT, "table-1", "table-1", "original", "share"),
    ("accuracy under the combination (Table 1)", COMBINATION, "table-1", "table-1", "combination", "share"),
    ("accuracy under the plain statement (Table 1)", PLAIN, "table-1", "table-1", "plain", "share"),
    (
        *("change with the plain statement (Table 1)", [c - a for a, c in zip(RIGHT, PLAIN, strict=True)]),
        *("table-1", "table-1", "plain_change", "points"),
    ),
    (
        *("T of the plain statement (section 4.2, mean over models)", [reported.STRONGEST_PLAIN]),
        *("table-1", "statement", "score", "share"),
    ),
    ("mean T (Table 4)", TUNED, "figure-2", "interference", "mean", "share"),
    ("highest T (section 4.2, approximate)", [reported.STRONGEST], "figure-2", "interference", "strongest", "share"),
)
BEFORE = (("correlation", 0, "score"), ("accuracy", 1, "share"), ("mean", 2, "share"))  # columns of Table 4, in order


def compared_figures(settings: LinSettings, findings: Mapping[str, Finding]) -> Iterator[Compared]:
    """Yield the figures that we have."""
    for words, paper, exhibit, name, column, unit in TWO_READERS:
        if exhibit in findings:
            rows = {row["system"]: row for row in findings[exhibit].table(name).rows() if row["source"] == HERE}
            readers = (settings.smaller, settings.larger)
            yield from compared(words, paper, (in_row(rows.get(reader), column, unit) for reader in readers))
    if "table-2" in findings:
        yield from _augmented(findings["table-2"])
    if "table-4" in findings:
        yield from _before(findings["table-4"])


def _augmented(finding: Finding) -> Iterator[Compared]:
    """Yield accuracies after training with strong options."""
    for row in finding.table("table-2").rows():
        if (row["training"], row["source"]) == ("high", HERE):
            for column, paper in zip(ATTACKED, zip(*reported.AUGMENTED.values(), strict=True), strict=True):
                under = "" if column == "original" else f" under the {column.replace('plain', 'plain statement')}"
                figure = f"accuracy{under} after training with strong options, {row['system']} (Table 2)"
                yield from compared(figure, paper, (None, in_row(row, column, "share")))


def _before(finding: Finding) -> Iterator[Compared]:
    """Yield the figures before fine-tuning, and with only the head trained."""
    rows = [row for row in finding.table("table-4").rows() if row["source"] == HERE]
    for state, words in list(STATES.items())[:2]:
        for row in (row for row in rows if row["state"] == words):
            for column, place, unit in BEFORE:
                paper = [states[state][place] for states in reported.ORIGIN.values()]
                what = {"correlation": "correlation with the fine-tuned system", "mean": "mean T"}.get(column, column)
                yield from compared(
                    f"{what}, {words}, {row['system']} (Table 4)", paper, (None, in_row(row, column, unit))
                )
