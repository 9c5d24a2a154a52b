"""What a set of readers answered, question by question, read from the run of a stage; and what is measured on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.results import Finding, Run
from magnetite.experiments.findings import questions_seen
from magnetite.stats.intervals import Interval, cluster_codes, contrast, difference, mean, share
from magnetite.stats.ragged import FloatArray
from magnetite_papers.paper import with_minus

ALL = "all"


@dataclass(frozen=True, slots=True, eq=False)
class ReaderAnswers:
    """An exam's questions with a known answer, and a set's answers to them, (questions,) each.

    `correct` (a share where options are tied) and `effective` (options) by view; `bits` are what the passage tells,
    None without QO and QOC. `seen`: how many questions each view's reader read in training, where its card says so.
    """

    finding: Finding
    passages: IntArray
    levels: Any
    guessing: float
    correct: Mapping[str, FloatArray]
    effective: Mapping[str, FloatArray]
    bits: FloatArray | None
    seen: Mapping[str, int]

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views that there are readers for."""
        return tuple(self.correct)

    def right(self, view: str, level: str = ALL) -> Interval:
        """Return the share answered right under a view, of all questions or those of a level."""
        on = self.at(level)
        return share(self.correct[view][on], self.passages[on])

    def at(self, level: str) -> BoolArray:
        """Say which questions are of a level."""
        return np.ones(len(self.passages), dtype=np.bool_) if level == ALL else np.asarray(self.levels == level)

    def gain(self, view: str, over: str) -> Interval:
        """Return how much more is answered right under one view than under another, on the same questions."""
        return difference(self.correct[view], self.correct[over], self.passages)

    def above_guessing(self, view: str) -> Interval:
        """Return how far a view's reader is above guessing."""
        return difference(self.correct[view], np.full(len(self.passages), self.guessing), self.passages)

    def options_left(self, view: str) -> Interval:
        """Return the mean effective number of options under a view."""
        return mean(self.effective[view], self.passages, least=1.0)

    def share_of(self, chosen: BoolArray) -> Interval:
        """Return the share of the questions for which something is so."""
        return share(chosen, self.passages)

    def right_of(self, view: str, chosen: BoolArray) -> Interval:
        """Return the share answered right under a view of some of the questions."""
        return share(self.correct[view][chosen], self.passages[chosen])

    def contrast(self, view: str, first: BoolArray, second: BoolArray) -> Interval:
        """Return how much more is answered right of some questions than of others, under one view."""
        return contrast(self.correct[view], self.passages, first, second)

    def weighed(self, view: str, weights: FloatArray) -> Interval:
        """Return the sum of what is answered right under a view times weights, (questions,), which add up to 0."""
        own = self.correct[view]
        return mean(len(own) * weights * (own - own.mean()), self.passages)

    def entropy(self, view: str) -> FloatArray:
        """Return how undecided a view's reader is, in bits."""
        return np.log2(self.effective[view])


def answered(run: Run) -> ReaderAnswers:
    """Read the answers from the run of a stage; questions without a known answer are left out."""
    finding = run.finding("shortcuts")
    assert finding.items is not None
    rows = finding.items
    views = tuple(name.removeprefix("effective_") for name in rows.names if name.startswith("effective_"))
    on = np.array([value is not None for value in rows.values(f"correct_{views[0]}")])
    items = [item for item, known in zip(run.exam["items"], on, strict=True) if known]

    def column(name: str) -> Any:
        return np.array(rows.values(name), dtype=object)[on]

    information = column("information").astype(float) if "information" in rows else None
    return ReaderAnswers(
        finding,
        cluster_codes([item["passage_id"] for item in items]),
        np.array([item["level"] or "" for item in items], dtype=object),
        float(np.mean([1 / len(item["options"]) for item in items])),
        {view: column(correct_in(rows.names, view)).astype(float) for view in views},
        {view: column(f"effective_{view}").astype(float) for view in views},
        information,
        {each["view"]: seen for each in run.systems if (seen := questions_seen(each.get("training") or {}))},
    )


def correct_in(names: Sequence[str], view: str) -> str:
    """Name the column of what each question counts as right under a view: a share, where some options are tied."""
    return next(name for name in (f"correct_{view}_share", f"correct_{view}") if name in names)


def spread(interval: Interval, *, points: bool = False) -> str:
    """Write an interval's estimate and bounds in per cent, or in points.

    >>> spread(Interval(0.14, 0.124, 0.157, 10)), spread(Interval(0.14, 0.124, 0.157, 10), points=True)
    ('14.0% (12.4 to 15.7)', '14.0 points (12.4 to 15.7)')
    """
    unit = " points" if points else "%"
    low, high = (f"{100 * value:.1f}" for value in (interval.low, interval.high))
    return with_minus(f"{100 * interval.estimate:.1f}{unit} ({low} to {high})")
