"""Is it size? The paper's figures beside those of two readers of ours, one smaller and one larger, figure by figure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magnetite.core.results import Finding, Heading, Number, table
from magnetite.report.tables import show_interval, show_quantity
from magnetite.reproduce.configuration import Configuration

SIZE = "size"
TITLE = "Is it size? (ours)"
NEARER, FARTHER, BOTH, OPEN = "nearer", "farther", "both within the paper's", "not told apart"
UNKNOWN = "none known"


@dataclass(frozen=True, slots=True)
class Sized:
    """A figure of the paper's, the least and the most of its systems, and what our two readers have, with intervals."""

    figure: str
    paper: tuple[float, float]
    smaller: Number
    larger: Number


def sized(figure: str, paper: Sequence[float], both: Iterable[Number | None]) -> Iterator[Sized]:
    """Yield a figure, if both readers have it; `both`: the smaller reader's first. `paper`: that of each system."""
    smaller, larger = both
    if smaller is not None and larger is not None:
        yield Sized(figure, (min(paper), max(paper)), smaller, larger)


def in_row(row: Mapping[str, Any] | None, column: str, unit: str) -> Number | None:
    """Return what stands in a column of a row with its interval; None without a row, or where it stands empty."""
    if row is None or row[column] is None:
        return None
    return Number(column, row[column], row[f"{column}_low"], row[f"{column}_high"], unit=unit)


def by_group(finding: Finding, label: str) -> dict[str, Number]:
    """Return a finding's numbers of a label by their groups."""
    return {each.group: each for each in finding.numbers if each.label == label}


def size_finding(settings: Configuration, compared: Sequence[Sized]) -> Finding:
    """Say of each figure whether the larger reader is clearly nearer to the paper than the smaller one."""
    told = [_told(each) for each in compared]
    reasons = [_reason(each, verdict, settings) for each, verdict in zip(compared, told, strict=True)]
    rows = [
        (
            each.figure,
            _figures(each.smaller),
            _figures(each.larger),
            " to ".join(dict.fromkeys(show_quantity(end, each.larger.unit) for end in each.paper)),
            verdict,
            reason,
        )
        for each, verdict, reason in zip(compared, told, reasons, strict=True)
    ]
    sentence = (
        f"If our readers differ from the paper's because they are smaller, the larger of two ought to be nearer to "
        f"it. Of {len(rows)} figures, that of {settings.larger} is clearly nearer to the paper's than that of "
        f"{settings.smaller} in {told.count(NEARER)}, and clearly farther in {told.count(FARTHER)}; in "
        f"{told.count(OPEN)} their intervals meet"
    )
    sentence += f"; in {told.count(BOTH)} both are within the paper's range." if BOTH in told else "."
    if outside := [reason for reason in reasons if reason]:
        sentence += (
            f" The paper's lie outside the interval of {settings.larger} in {len(outside)} of {len(rows)}. Where "
            f"{settings.larger} is clearly nearer, their difference in {settings.differ_in} is a reason, as far as two "
            f"readers tell; in {outside.count(UNKNOWN)}, but for what is tested with the claims above, none is known."
        )
    if settings.differ_in != "size":
        sentence += f" The two differ in {settings.differ_in}, so what brings a figure nearer need not be size."
    headings = (
        Heading("figure"),
        Heading("smaller", settings.smaller),
        Heading("larger", settings.larger),
        Heading("paper", "the paper"),
        Heading("told", f"{settings.larger} is"),
        Heading("reason", f"if outside the interval of {settings.larger}, why"),
    )
    shown = table(SIZE, "Figure by figure", headings, rows)
    return Finding(SIZE, TITLE, sentence, tables=(shown,))


def _told(each: Sized) -> str:
    low, high = each.paper
    small, large = (max(low - n.value, n.value - high, 0.0) for n in (each.smaller, each.larger))
    if small == large == 0:
        return BOTH
    if not clearly_apart(each.smaller, each.larger):
        return OPEN
    return NEARER if large < small else FARTHER


def _reason(each: Sized, verdict: str, settings: Configuration) -> str | None:
    """Say why the paper's figures lie outside the larger reader's interval, as far as is known; None if they do not."""
    low, high = each.larger.low, each.larger.high
    if low is None or high is None or (low <= each.paper[1] and high >= each.paper[0]):
        return None
    return settings.differ_in if verdict == NEARER else UNKNOWN


def clearly_apart(first: Number, second: Number) -> bool:
    """Say whether the intervals of two numbers do not meet; False where one has none."""
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return False
    return first.high < second.low or second.high < first.low


def _figures(found: Number) -> str:
    interval = show_interval(found)
    return show_quantity(found.value, found.unit) + (f" ({interval})" if interval else "")
