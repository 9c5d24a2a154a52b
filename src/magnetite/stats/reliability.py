"""How far a score can be relied on: Cronbach's alpha, the standard error of measurement, alpha without each item.

- Alpha is k / (k - 1) · (1 - Σ item variances / variance of the score) (Cronbach 1951, eq. 2); of items that are right
  or wrong it is Kuder and Richardson's formula 20 (1937). It is a lower bound where items differ in what they measure.
- Its interval is Feldt's (1965): (1 - α) / (1 - estimate) follows F with n - 1 and (n - 1)(k - 1) degrees of freedom.
- The standard error of measurement is s √(1 - α), in points of the score, whose standard deviation is s (Feldt &
  Brennan 1989): two thirds of candidates score within one of it around what they would score on average.
"""

import math
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.stats.intervals import TAIL, Interval
from magnetite.stats.ragged import FloatArray

LEAST = 10  # candidates; with fewer, alpha is not given


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """Alpha, the standard error of measurement in points, and alpha without each item, (items,)."""

    alpha: Interval
    error: float
    without: FloatArray


def reliability(right: BoolArray, independent: int | None = None) -> Reliability:
    """Analyse `right`, (candidates, items). All is NaN with one item or few candidates, or where all score alike.

    `independent`: how many candidates alpha's interval counts, where some are alike; by default all.

    >>> right = np.triu(np.ones((12, 12), dtype=bool))  # the first candidate solves all, the last one item
    >>> round(reliability(right).alpha.estimate, 2)
    0.91
    """
    scores = right.astype(np.float64)
    candidates, items = scores.shape
    none = np.full(items, math.nan)
    if candidates < LEAST or items < 2:
        return Reliability(Interval(math.nan, math.nan, math.nan, candidates), math.nan, none)
    total, each = scores.sum(axis=1), scores.var(axis=0, ddof=1)
    spread = float(total.var(ddof=1))
    if spread == 0:
        return Reliability(Interval(math.nan, math.nan, math.nan, candidates), math.nan, none)
    alpha = float(cronbach(items, each.sum(), spread))
    low, high = alpha_interval(alpha, items, candidates if independent is None else independent)
    rest = (total[:, None] - scores).var(axis=0, ddof=1)
    without = cronbach(items - 1, each.sum() - each, rest) if items > 2 else none
    return Reliability(Interval(alpha, low, high, candidates), math.sqrt(spread * (1 - alpha)), np.asarray(without))


def alpha_interval(alpha: float, items: int, candidates: int) -> tuple[float, float]:
    """Return Feldt's 95 per cent interval of alpha (Feldt, Woodruff & Salih 1987, formulas 6 and 7).

    >>> tuple(round(end, 3) for end in alpha_interval(0.85, 7, 89))
    (0.797, 0.893)
    """
    from scipy.stats import f

    degrees = candidates - 1, (candidates - 1) * (items - 1)
    low, high = (1 - (1 - alpha) * float(f.ppf(tail, *degrees)) for tail in (TAIL, 1 - TAIL))
    return low, high


def cronbach(items: int, variances: FloatArray | float, spread: FloatArray | float) -> FloatArray:
    """Return alpha of so many items, the sum of their variances, and the variance of their sum; NaN where that is 0."""
    share = np.divide(variances, spread, out=np.full(np.shape(spread), math.nan), where=np.asarray(spread) > 0)
    alpha: FloatArray = np.minimum(items / (items - 1) * (1 - share), 1.0)  # 1 where all agree, but for rounding
    return alpha
