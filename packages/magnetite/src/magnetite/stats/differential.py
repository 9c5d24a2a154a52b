"""Differential item functioning: is an item easier for one group of candidates than for others who score alike?

Mantel and Haenszel's method (Holland & Thayer 1988): candidates of the same score are compared, and the odds of being
right, of the group against the others, are put together over all scores (Mantel & Haenszel 1959). On the scale of
item difficulty that is

    D = 2.35 · ln(common odds ratio)

which is above 0 where the item favours the group, as MH D-DIF is with the group as the focal one. The variance of the
logarithm is that of Robins, Breslow & Greenland (1986), which holds for many scores with few candidates as well as for
few with many. A 95 per cent interval is D ± 1.96 standard errors.

- **Score.** That of all items, the compared one among them: without it, items of a sound exam look unfair wherever
  groups differ in ability (Holland & Thayer 1988; Zwick 1990).
- **Purification.** Items that differ by themselves, of class B or C, are left out of the score in a second round, but
  for the compared one: an unfair item hides itself and blurs the others (Holland & Thayer 1988, two-stage). Where that
  would leave fewer than half of the items, the score would say too little, and all stay.
- **Classes** are those of the Educational Testing Service (Zieky 1993): A, negligible; B, |D| of at least 1 and clearly
  not 0; C, |D| of at least 1.5 and clearly above 1. What is clear is decided by an interval for all comparisons at
  once (Bonferroni), so that in at most five of a hundred exams without any difference there is a B or a C. Holm's
  correction has the same rate and finds hardly more where few items differ, but has no interval to show.

A difference is told beside the other items: where all favour a group alike, it is the group's score that is higher.
What this file leaves out: items that favour the weak of a group and harm its strong (nonuniform differences), for which
Mantel and Haenszel's method is nearly blind.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.intervals import TAIL, Interval, Intervals
from magnetite.stats.ragged import FloatArray
from magnetite.stats.together import standard_errors
from magnetite.stats.verdict import verdict

DELTA = 2.35
"""Points on the scale of difficulty per unit of log odds: 4/1.7, as ETS rounds it (Holland & Thayer 1988)."""
NOTICED, LARGE = 1.0, 1.5
"""|D| from which a clear difference is of class B, and from which it may be of class C (Zieky 1993)."""
FEWEST_IN_GROUP = 50  # candidates; of fewer, only differences of three points and more would be noticed
_LEAST_KEPT = 1 / 2  # of the items, in the score of the second round
Class = Literal["A", "B", "C"]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much easier an item is for a group than for the others who score alike: D, in points of difficulty.

    `alone` is its 95 per cent interval by itself; `clear` is the interval that holds for all comparisons at once.
    """

    alone: Interval
    clear: Interval

    @property
    def size(self) -> Class | None:
        """Return ETS's class, by the interval for all comparisons; None where D is not known."""
        return None if math.isnan(self.alone.estimate) else ets_class(self.clear)


def ets_class(difference: Interval) -> Class:
    """Return the class of a difference by what its interval allows to say.

    >>> [ets_class(Interval(*each, 400)) for each in ((1.2, -0.1, 2.5), (1.9, 0.8, 3.0), (2.1, 1.2, 3.0))]
    ['A', 'B', 'C']
    """
    size = abs(difference.estimate)
    if size < NOTICED or not verdict(difference).clear:
        return "A"
    beyond = verdict(difference, math.copysign(NOTICED, difference.estimate))
    same_side = beyond == ("above" if difference.estimate > 0 else "below")
    return "C" if size >= LARGE and same_side else "B"


def differences(right: BoolArray, group: BoolArray, *, comparisons: int | None = None) -> tuple[Difference, ...]:
    """Compare a group with the other candidates on every item: (items,).

    `right` is (candidates, items), `group`, (candidates,), marks its members. `comparisons` is how many intervals hold
    at once, by default one for each item; with several groups, that many times more. D is NaN where no two candidates
    of the same score answer differently.

    >>> random = np.random.default_rng(0)
    >>> ability, group = random.normal(size=2000), np.arange(2000) < 1000
    >>> easier = np.where(group[:, None] & (np.arange(20) == 3), 1.0, 0.0)  # item 3, for the group
    >>> right = random.random((2000, 20)) < 1 / (1 + np.exp(-ability[:, None] - easier))
    >>> [item for item, each in enumerate(differences(right, group)) if each.size != "A"]
    [3]
    """
    items = right.shape[1]
    first = _compared(right, group, np.ones(items, dtype=np.bool_))
    sound = np.array([ets_class(first[n]) == "A" for n in range(items)], dtype=np.bool_)
    second = _compared(right, group, sound) if _LEAST_KEPT <= sound.mean() < 1 else first
    times = standard_errors(comparisons or items)
    return tuple(Difference(second[n], _widened(second[n], times)) for n in range(items))


def _widened(found: Interval, times: float) -> Interval:
    reach = times * (found.high - found.estimate)
    return replace(found, low=found.estimate - reach, high=found.estimate + reach)


def _compared(right: BoolArray, group: BoolArray, kept: BoolArray) -> Intervals:
    """Return D of each item, with its interval, where candidates are alike who score alike on the items `kept`."""
    from scipy.special import ndtri

    matching = right[:, kept].sum(axis=1)
    odds = [
        common_odds(strata(right[:, n], group, matching if kept[n] else matching + right[:, n]))
        for n in range(len(kept))
    ]
    estimate, error = (DELTA * np.array(column) for column in zip(*odds, strict=True)) if odds else (np.empty(0),) * 2
    reach = ndtri(TAIL) * error
    return Intervals(estimate, estimate - reach, estimate + reach, np.full(len(kept), len(right), dtype=np.int64))


def strata(right: BoolArray, group: BoolArray, score: IntArray) -> FloatArray:
    """Count candidates by score: (scores, 2, 2), the group and the others, right and wrong.

    >>> strata(np.array([True, False, True]), np.array([True, False, False]), np.array([4, 4, 5])).tolist()
    [[[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 0.0]]]
    """
    values, place = np.unique(score, return_inverse=True)
    cell = 4 * place + 2 * ~group + ~right
    return np.bincount(cell, minlength=4 * len(values)).reshape(-1, 2, 2).astype(np.float64)


def common_odds(tables: FloatArray) -> tuple[float, float]:
    """Return the logarithm of Mantel and Haenszel's common odds ratio, and its standard error; NaN where it has none.

    `tables` is (strata, 2, 2). The error is the square root of Robins, Breslow & Greenland's variance (1986).

    >>> odds, error = common_odds(np.array([[[10.0, 5], [4, 9]], [[8, 3], [5, 7]]]))
    >>> round(odds, 3), round(error, 3)
    (1.419, 0.602)
    """
    a, b, c, d = tables[:, 0, 0], tables[:, 0, 1], tables[:, 1, 0], tables[:, 1, 1]
    total = tables.sum(axis=(1, 2))
    used = total > 0
    for_it, against = (np.divide(x, total, out=np.zeros(len(total)), where=used) for x in (a * d, b * c))
    high, low = float(for_it.sum()), float(against.sum())
    if high == 0 or low == 0:
        return math.nan, math.nan
    agree, differ = (np.divide(x, total, out=np.zeros(len(total)), where=used) for x in (a + d, b + c))
    variance = (
        (agree * for_it).sum() / (2 * high**2)
        + (agree * against + differ * for_it).sum() / (2 * high * low)
        + (differ * against).sum() / (2 * low**2)
    )
    return math.log(high / low), math.sqrt(variance)
