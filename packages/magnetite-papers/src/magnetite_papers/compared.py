"""Figure by figure: the paper's beside ours, of two readers where there are two."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

from magnetite.core.results import Finding, Heading, Number, table
from magnetite.report.tables import show_interval, show_quantity
from magnetite.stats.intervals import Interval
from magnetite.stats.verdict import Verdict, verdict
from magnetite_papers.configuration import Configuration
from magnetite_papers.decided import gap

COMPARED = "compared"
TITLE = "Figure by figure"
NEARER, FARTHER, BOTH, OPEN = "closer", "farther", "both within the paper's range", "not clearly different"
OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """A figure of the paper's, the least and the most of its systems, and ours, with intervals.

    `smaller`: that of our smaller reader, where ours is the larger reader's and the smaller has it, too. `reason`: why
    ours differs, where something else than size was tested.
    """

    figure: str
    paper: tuple[float, float]
    ours: Number
    smaller: Number | None = None
    reason: str = ""

    @property
    def outside(self) -> bool:
        """Say whether the paper's figure, or all of its range, lies outside the interval of ours."""
        low, high = self.paper
        return verdict(self.ours, high) == Verdict.ABOVE or verdict(self.ours, low) == Verdict.BELOW

    @property
    def told(self) -> str | None:
        """Say whether the larger reader is nearer to the paper than the smaller one; None without a smaller one."""
        if self.smaller is None:
            return None
        small, large = (self._distance(each) for each in (self.smaller, self.ours))
        if small.high == large.high == 0:
            return BOTH
        return {Verdict.ABOVE: NEARER, Verdict.BELOW: FARTHER}.get(verdict(gap(small, large)), OPEN)

    @property
    def comes_nearer(self) -> bool:
        """Say whether the paper's figure is outside, the larger reader is clearly nearer to it, and not past it."""
        same_side = self.smaller is not None and self._beyond(self.smaller) * self._beyond(self.ours) >= 0
        return self.outside and self.told == NEARER and same_side

    @property
    def verdict(self) -> str | None:
        """Say that the paper's figure is outside our interval, and why, if that was tested; None where it is inside."""
        return (self.reason or OUTSIDE) if self.outside else None

    def _distance(self, each: Number) -> Interval:
        """Return how far a number is from the paper's range, from the nearest that its interval allows to the furthest.

        No interval (NaN) where it has none.
        """
        if each.low is None or each.high is None:
            return Interval(abs(self._beyond(each)), nan, nan, 0)
        near = max(self.paper[0] - each.high, each.low - self.paper[1], 0.0)
        far = max(self.paper[0] - each.low, each.high - self.paper[1], 0.0)
        return Interval(abs(self._beyond(each)), near, far, 0)

    def _beyond(self, each: Number) -> float:
        """Return by how much a number is above the paper's range, negative below it, 0 within."""
        low, high = self.paper
        return max(each.value - high, 0.0) + min(each.value - low, 0.0)


def compared(
    figure: str, paper: Sequence[float], both: Iterable[Number | None], reason: str = ""
) -> Iterator[FigureComparison]:
    """Yield a figure, if ours is there; `both`: the smaller reader's first. `paper`: that of each of its systems."""
    smaller, ours = both
    if ours is not None:
        yield FigureComparison(figure, (min(paper), max(paper)), ours, smaller, reason)


def in_row(row: Mapping[str, Any] | None, column: str, unit: str) -> Number | None:
    """Return what stands in a column of a row with its interval; None without a row, or where it stands empty."""
    if row is None or row[column] is None:
        return None
    return Number(column, row[column], row[f"{column}_low"], row[f"{column}_high"], unit=unit)


def by_group(finding: Finding, label: str) -> dict[str, Number]:
    """Return a finding's numbers of a label by their groups."""
    return {each.group: each for each in finding.numbers if each.label == label}


def compared_finding(settings: Configuration, figures: Sequence[FigureComparison]) -> Finding:
    """Set each figure of the paper's beside ours: which are outside our intervals, and why."""
    verdicts = [each.verdict for each in figures]
    rows = [
        (
            each.figure,
            ranged(each.paper, each.ours.unit),
            _figures(each.ours),
            *([_figures(each.smaller) if each.smaller else None, each.told] if settings.smaller else []),
            why,
        )
        for each, why in zip(figures, verdicts, strict=True)
    ]
    headings = (
        Heading("figure"),
        Heading("paper", "the paper"),
        Heading("ours", f"ours: {settings.larger} unless another is named"),
        *([Heading("smaller", settings.smaller), Heading("told", f"{settings.larger} is")] if settings.smaller else []),
        Heading("verdict", "the paper's is"),
    )
    sentence = " ".join([*_outside(verdicts), *_size(figures, settings)])
    return Finding(COMPARED, TITLE, sentence, tables=(table(COMPARED, "Figure by figure", headings, rows),))


def ranged(values: Iterable[float], unit: str) -> str:
    """Write the least and the greatest of several quantities, once where they are written alike.

    >>> ranged([0.41, 0.37], "share"), ranged([0.5, 0.5], "share")
    ('37.0% to 41.0%', '50.0%')
    """
    known = list(values)
    return " to ".join(dict.fromkeys(show_quantity(each, unit) for each in (min(known), max(known))))


def _outside(verdicts: Sequence[str | None]) -> Iterator[str]:
    """Say how many of the paper's figures are outside our intervals, and for how many of these a reason was tested."""
    outside = [each for each in verdicts if each]
    yield f"Of {len(verdicts)} figures of the paper, {len(outside)} are outside our 95% interval."
    if tested := len(outside) - outside.count(OUTSIDE):
        yield f"For {tested} of them a reason was tested; the table gives it."


def _size(figures: Sequence[FigureComparison], settings: Configuration) -> Iterator[str]:
    """Say of how many figures the larger reader is nearer to the paper, and what that tells."""
    told = [each.told for each in figures if each.told]
    if not told:
        return
    yield (
        f"If our figures differ because our readers are smaller than the paper's, the larger of ours should be closer. "
        f"Of {len(told)} figures that both have, {settings.larger} is clearly closer than {settings.smaller} in "
        f"{told.count(NEARER)} and clearly farther in {told.count(FARTHER)}; in {told.count(OPEN)} that is "
        f"not clear{f'; in {told.count(BOTH)} both are within the range of the paper' if BOTH in told else ''}."
    )
    if settings.differ_in != "size":
        yield f"The two differ in {settings.differ_in}, so size need not be the reason."


def _figures(found: Number) -> str:
    interval = show_interval(found)
    return show_quantity(found.value, found.unit) + (f" ({interval})" if interval else "")
