"""The figures of Lin et al. (2021) to compare with ours: of two readers, and of the systems trained for it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from magnetite.core.results import Finding, Number, Table
from magnetite.report.tables import show_quantity
from magnetite_papers.compared import FigureComparison, compared, in_row, ranged
from magnetite_papers.lin2021 import reported
from magnetite_papers.lin2021.exhibits import DOSED, HERE, STATES, is_dosed
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


def compared_figures(settings: LinSettings, findings: Mapping[str, Finding]) -> Iterator[FigureComparison]:
    """Yield the figures that we have."""
    for words, paper, exhibit, name, column, unit in TWO_READERS:
        if exhibit in findings:
            rows = {row["system"]: row for row in findings[exhibit].table(name).rows() if row["source"] == HERE}
            readers = (settings.smaller, settings.larger)
            yield from compared(words, paper, (in_row(rows.get(reader), column, unit) for reader in readers))
    if DOSED in findings:
        yield from _augmented(findings[DOSED].table("table-2-dosed"), findings.get("table-2"))
    if "table-4" in findings:
        yield from _before(findings["table-4"])


def beyond(findings: Mapping[str, Finding], _figures: Sequence[FigureComparison]) -> Iterator[str]:
    """Yield what training with the attack's options leaves under attack, and what it costs where one is the key."""
    if DOSED not in findings:
        return
    finding = findings[DOSED]
    kept = [row["kept"] for row in finding.table(DOSED).rows() if row["source"] == HERE and is_dosed(row)]
    keyed = [row for row in finding.table("keyed").rows() if row["key"] is not None]
    after, before = ([row["key"] for row in keyed if is_dosed(row) is dosed] for dosed in (True, False))
    if kept and after and before:
        yield (
            "After training with the attack's own options, each about as often as in an epoch of the paper, "
            f"{ranged(kept, 'share')} of the right answers are left under the combination. "
            f"Of {keyed[0]['keys']:,} questions whose key is a combination, "
            f"{ranged(after, 'share')} are then answered correctly, {ranged(before, 'share')} before."
        )


def _augmented(dosed: Table, held_out: Finding | None) -> Iterator[FigureComparison]:
    """Yield accuracies after training with strong options, the attack's own among them, as in the paper.

    The same training without the attack's options is an experiment of ours: the reason names what it reaches.
    """
    ours = [row for row in dosed.rows() if row["source"] == HERE and is_dosed(row)]
    rows = held_out.table("table-2").rows() if held_out is not None else []
    apart = [row for row in rows if (row["training"], row["source"]) == ("high", HERE)]
    for column, paper in zip(ATTACKED, zip(*reported.AUGMENTED.values(), strict=True), strict=True):
        under = "" if column == "original" else f" under the {column.replace('plain', 'plain statement')}"
        also = "; ".join(
            f"{show_quantity(row[column], 'share')} by {row['system']} with the attack's options held out, not the "
            "paper's experiment"
            for row in apart
        )
        figure = f"accuracy{under} after training with strong options (Table 2)"
        if ours:
            figure += f", mean of {len(ours)} trainings" if len(ours) > 1 else ""
            yield from compared(figure + (f" ({also})" if also else ""), paper, (None, _mean(ours, column)))


def _mean(rows: Sequence[Mapping[str, Any]], column: str) -> Number:
    """Return the mean of trainings that differ by their seeds; its interval is theirs on average, wide enough."""
    value, low, high = (sum(row[f"{column}{end}"] for row in rows) / len(rows) for end in ("", "_low", "_high"))
    return Number(column, value, low, high)


def _before(finding: Finding) -> Iterator[FigureComparison]:
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
