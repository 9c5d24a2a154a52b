"""Numbers of a study's findings, and how its sentences write them."""

import math
from collections.abc import Sequence

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.results import Number, Value
from magnetite.stats.intervals import Interval, cluster_codes
from magnetite.study.design import Design

CROSSED = (
    "Intervals are 95% and hold for other participants and other questions: they allow for answers of one person being "
    "alike, and so for answers to one question."
)


def finite(value: float) -> float | None:
    """Return the value, or None where it is not a number."""
    return value if math.isfinite(value) else None


def number(label: str, interval: Interval, *, unit: str = "share", group: str = "") -> Number:
    """Return an interval, and the estimate inside it, as a number of a finding."""
    return Number(label, interval.estimate, finite(interval.low), finite(interval.high), interval.n, unit, group)


def bounds(interval: Interval) -> dict[str, Value]:
    """Return an interval as columns of a table."""
    return {"low": finite(interval.low), "high": finite(interval.high), "n": interval.n}


def columns(rows: Sequence[dict[str, Value]]) -> dict[str, list[Value]]:
    """Return rows, all with the same names, as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def percent(share: float) -> str:
    """Return a share in whole per cent.

    >>> percent(0.904)
    '90%'
    """
    return "unknown" if math.isnan(share) else f"{100 * share:.0f}%"


def points(interval: Interval) -> str:
    """Return a difference of shares with its interval, in words.

    >>> points(Interval(0.04, -0.02, 0.1, 400))
    '+4 points (95% interval −2 to +10)'
    """
    if math.isnan(interval.estimate):
        return "unknown size, as only one of the two was answered"
    if math.isnan(interval.low):
        return f"{_signed(interval.estimate)} points (too few for an interval)"
    bounds = f"{_signed(interval.low)} to {_signed(interval.high)}"
    return f"{_signed(interval.estimate)} points (95% interval {bounds})"


def counted(many: int, noun: str) -> str:
    """Return a number of things, in words.

    >>> counted(1, "person"), counted(20, "answer")
    ('1 person', '20 answers')
    """
    plural = {"person": "people"}.get(noun, f"{noun}s")
    return f"{many:,} {noun if many == 1 else plural}"


def clusters(design: Design) -> IntArray:
    """Number the passages of a design's questions, (questions,): questions of one passage are not independent."""
    return cluster_codes([question.item.passage_id for question in design.questions])


def median(values: np.ndarray) -> float | None:
    """Return the median of the values that are not NaN, None where there is none."""
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else None


def _signed(share: float) -> str:
    rounded = round(100 * share)
    return "0" if not rounded else f"{rounded:+d}".replace("-", "−")
