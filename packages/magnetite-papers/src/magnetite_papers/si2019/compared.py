"""The figures of Si et al. (2019) that are compared with ours: Table 2 with two readers, and Table 3."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from magnetite.core.results import Finding, Number
from magnetite.views.unanswerable import FULL, SHUFFLES
from magnetite_papers.compared import FigureComparison, by_group, compared, in_row
from magnetite_papers.decided import above, gap
from magnetite_papers.si2019.attacked import BINNED, CHANGE, OVER_ALL, told_by_length
from magnetite_papers.si2019.names import NO_ATTACK
from magnetite_papers.si2019.reported import AVERAGE, AVERAGE_BY_ATTACK, BERT, CORRELATIONS, FIGURE_6, TABLE_2
from magnetite_papers.si2019.settings import Si
from magnetite_papers.si2019.trained import KEPT, RIGHT, UNLEARNED, reported_kept
from magnetite_papers.training_table.finding import TABLE_3

SHARE = f"share of {FULL}'s gain"
Readers = tuple[str, str]


def compared_figures(settings: Si, findings: Mapping[str, Finding]) -> Iterator[FigureComparison]:
    """Yield the figures that we have."""
    readers = (settings.smaller, settings.larger)
    if "table-2" in findings:
        yield from _right(findings["table-2"], readers)
        held = by_group(findings["table-2"], CHANGE)
        yield from compared(mean_change("all attacks"), [AVERAGE], map(held.get, readers))
        for attack, paper in AVERAGE_BY_ATTACK.items():
            both = (held.get(f"{reader}: {attack}") for reader in readers)
            yield from compared(mean_change(attack), [paper], both)
    if "figure-6" in findings:
        held = by_group(findings["figure-6"], OVER_ALL)
        title = "correlation of change and growth, over attacks and sets (Figure 6)"
        yield from compared(title, [FIGURE_6], map(held.get, readers))
    for figure in BINNED:
        if figure in findings:
            yield from _over_bins(figure, findings[figure], readers)
    if "table-3" in findings:
        yield from _trained(findings["table-3"], _longer(settings, findings))


def beyond(findings: Mapping[str, Finding], figures: Sequence[FigureComparison]) -> Iterator[str]:
    """Yield what controls of the attack's length do, and how many of Table 3's shares are inside our intervals."""
    if "controls" in findings:
        yield told_by_length(findings["controls"].numbers)
    if shares := [figure for figure in figures if figure.figure.startswith(SHARE)]:
        inside = sum(not figure.outside for figure in shares)
        yield (
            f"Of {len(shares)} shares of {FULL}'s gain that the paper's other trainings keep (Table 3), {inside} are "
            "inside our 95% intervals."
        )


def mean_change(attack: str) -> str:
    """Return the name of the figure: the change under an attack, averaged over the sets."""
    return f"mean relative change, {attack} (Table 2)"


def _right(finding: Finding, readers: Readers) -> Iterator[FigureComparison]:
    rows = [_unattacked(finding, reader) for reader in readers]
    for name, paper in TABLE_2[BERT].items():
        yield from compared(
            f"accuracy on {name} (Table 2)", [paper], (in_row(own.get(name), "right", "share") for own in rows)
        )


def _unattacked(finding: Finding, reader: str) -> dict[str, dict[str, Any]]:
    """Return a reader's row of each set without an attack."""
    tables = {each.name: each for each in finding.tables}
    name = f"each_{reader}"
    return {row["set"]: row for row in tables[name].rows() if row["attack"] == NO_ATTACK} if name in tables else {}


def _over_bins(figure: str, finding: Finding, readers: Readers) -> Iterator[FigureComparison]:
    rows = {row["system"]: row for row in finding.table("correlations_of").rows()}
    measure = BINNED[figure][1]
    for (name, held), paper in CORRELATIONS.items():
        if held == measure:
            both = (in_row(rows.get(f"{name}, {reader}"), "bins", "correlation") for reader in readers)
            title = f"correlation of change and {measure}, {name}, over bins (Figure {figure.removeprefix('figure-')})"
            yield from compared(title, [paper], both)


def _longer(settings: Si, findings: Mapping[str, Finding]) -> dict[str, Number]:
    """Return the accuracy of the reader that was trained longer, on the sets it answered (Table 2)."""
    rows = _unattacked(findings["table-2"], settings.trained_longer) if "table-2" in findings else {}
    right = {name: in_row(row, "right", "share") for name, row in rows.items()}
    return {name: each for name, each in right.items() if each is not None}


def _trained(finding: Finding, longer: Mapping[str, Number]) -> Iterator[FigureComparison]:
    """Yield Full's accuracy on each set and the share of its gain that the others keep, with known reasons.

    The paper trained on up to thirty times as many questions, so only shares are comparable.
    """
    right, share, unlearned = (by_group(finding, label) for label in (RIGHT, KEPT, UNLEARNED))
    for name, paper in TABLE_3.items():
        for training in (FULL, *SHUFFLES):
            place = f"{name}: {training}"
            ours, failed = (right if training == FULL else share).get(place), unlearned.get(place)
            reason = f"learned nothing in {failed.value:.0f} of {failed.n} seeds" if failed and failed.value else ""
            if training == FULL and ours is not None and name in longer and above(gap(longer[name], ours)):
                more = longer[name]
                told = "fewer training questions, from one exam: with more, from several, the same encoder reaches "
                told += f"{100 * more.value:.1f}% (Table 2)"
                reason = reason or told
            if training == FULL:
                yield from compared(f"accuracy of {FULL} on {name} (Table 3)", [paper[FULL]], (None, ours), reason)
            else:
                figure = f"{SHARE} kept by {training} on {name} (Table 3)"
                yield from compared(figure, [reported_kept(name, training)], (None, ours), reason)
