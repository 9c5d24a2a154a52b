"""What a candidate's score is worth: its error, score by score, and what passing at a cut decides."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from examfiles.errors import UsageError
from magnetite.core.results import Heading, Number, Table, table
from magnetite.experiments.candidates import AnsweredExam
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import finite, number
from magnetite.stats.consistency import (
    TWO_IN_THREE,
    ScoreModel,
    decisions,
    score_model,
    share_within_one_error,
    standard_errors,
)
from magnetite.stats.intervals import Interval, wilson
from magnetite.stats.verdict import MARGIN, Verdict, verdict


@dataclass(frozen=True, slots=True)
class Cut:
    """The least score that passes: points, or a share of all points."""

    value: float
    share: bool = False

    def points(self, questions: int) -> float:
        """Return the cut in points, of an exam of so many questions.

        >>> Cut(0.6, share=True).points(40), Cut(22).points(40)
        (24.0, 22)
        """
        return self.value * questions if self.share else self.value


def read_cut(text: str) -> Cut:
    """Read a cut: `60%` or `0.6` is a share, `24` are points. Raises UsageError for anything else.

    >>> read_cut("60%"), read_cut("0.6"), read_cut("24")
    (Cut(value=0.6, share=True), Cut(value=0.6, share=True), Cut(value=24.0, share=False))
    """
    plain = text.strip().replace(",", ".")
    try:
        value = float(plain.removesuffix("%"))
    except ValueError:
        value = math.nan
    if plain.endswith("%") and 0 < value <= 100:
        return Cut(value / 100, share=True)
    if not plain.endswith("%") and 0 < value < math.inf:
        return Cut(value, share=value < 1)
    raise UsageError(f"--cut is {text!r}; expected a share of the points, such as 60% or 0.6, or points, such as 24.")


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """The scores of candidates who were all asked the same: their model, None where there is none, and errors.

    `errors`, (questions + 1,), is the standard error of each score. `within` is the share of candidates who score
    within a standard error of their true score.
    """

    model: ScoreModel | None
    errors: tuple[float, ...]
    within: Interval | None

    @property
    def two_in_three(self) -> Verdict:
        """Return whether two in three candidates score so: level with what normal errors have, off it, or open."""
        if self.within is None:
            return Verdict.OPEN
        near = verdict(self.within, TWO_IN_THREE - MARGIN) == Verdict.ABOVE
        near = near and verdict(self.within, TWO_IN_THREE + MARGIN) == Verdict.BELOW
        return Verdict.LEVEL if near else verdict(self.within, TWO_IN_THREE)


def worth(part: AnsweredExam, *, seed: int = 0) -> Worth:
    """Analyse the scores of an exam; of candidates who were asked different questions there is nothing to say."""
    if not part.asked.all() or not part.items:
        return Worth(None, (math.nan,) * (len(part.items) + 1), None)
    total = part.right.sum(axis=1)
    spread = float(total.var(ddof=1)) if len(total) > 1 else 0.0
    errors = standard_errors(len(part.items), float(total.mean()), spread, part.reliability.lower.estimate)
    model = score_model(part.right, passages=passages_of(part.items), seed=seed)
    return Worth(model, tuple(errors.tolist()), None if model is None else share_within_one_error(model))


def cut_numbers(part: AnsweredExam, found: Worth, cut: Cut) -> Iterator[Number]:
    """Yield what passing at a cut is worth, nothing where scores have no model."""
    questions = len(part.items)
    points = cut.points(questions)
    if found.model is None or points > questions:
        return
    total = part.right.sum(axis=1)
    passing = float((total >= points - 1e-9).mean())
    low, high = wilson(np.array([passing]), np.array([float(len(total))]))
    yield Number("cut", points, n=questions, unit="score")
    yield number("passing", Interval(passing, float(low[0]), float(high[0]), len(total)))
    decided = decisions(found.model, points)
    yield number("decision consistency", decided.consistency)
    yield number("consistency by chance", decided.chance)
    yield number("decision accuracy", decided.accuracy)
    yield number("passed wrongly", decided.passed_wrongly)
    yield number("failed wrongly", decided.failed_wrongly)
    error = found.errors[min(math.ceil(points - 1e-9), questions)]
    if not math.isnan(error):
        near = int((np.abs(total - points) <= error).sum())
        yield Number("error at the cut", error, n=len(total), unit="score")
        yield Number("near the cut", near, n=len(total), unit="count")


def distribution(part: AnsweredExam, found: Worth) -> Table:
    """Return how many candidates have which score, and the standard error of each."""
    counts = np.bincount(part.right.sum(axis=1), minlength=len(part.items) + 1) if part.asked.all() else np.array([])
    headings = (
        Heading("score", unit="count"),
        Heading("candidates", unit="count"),
        Heading("error", "standard error of measurement", "score"),
    )
    rows = [(score, count, finite(found.errors[score])) for score, count in enumerate(counts.tolist())]
    return table("scores", "How many candidates have which score", headings, rows)
