"""Intervals that hold for all questions of an exam at once, each made of one that holds by itself 95 times in 100.

Of forty intervals of sound questions two miss by chance, and whoever looks at all forty for one that is bad finds it.
Intervals are widened until all hold at once 95 times in 100 (Bonferroni): each reaches as many standard errors as the
quantile of 2.5% / k does, k being the number of intervals, on the scale on which it was computed. Wilson's interval
of a share is symmetric in its log odds, by the hyperbolic sine; a correlation is taken to Fisher's z, an area under a
curve to its log odds. Resamples know little of the far tails of few candidates, so a correlation's interval reaches at
least as far as Fisher's.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from magnetite.stats.correlation import fisher_interval
from magnetite.stats.intervals import TAIL, Interval

_FEWEST_CANDIDATES = 3  # candidates, below which Fisher's z has no standard error


def standard_errors(together: int) -> float:
    """Return how many times further an interval reaches where so many hold at once.

    >>> standard_errors(1), round(standard_errors(40), 2)
    (1.0, 1.65)
    """
    from scipy.special import ndtri

    return float(ndtri(1 - (1 - TAIL) / max(1, together)) / ndtri(TAIL))


def share_together(found: Interval, together: int) -> Interval:
    """Widen the interval of a share, Wilson's over any number of independent observations.

    >>> low, high = 0.4038, 0.5962  # Wilson's of 50 in 100
    >>> wide = share_together(Interval(0.5, low, high, 100), 40)
    >>> round(wide.low, 3), round(wide.high, 3)
    (0.346, 0.654)
    """
    times = standard_errors(together)
    return replace(
        found,
        low=1 - _further(1 - found.estimate, 1 - found.low, times),
        high=_further(found.estimate, found.high, times),
    )


def correlation_together(found: Interval, together: int) -> Interval:
    """Widen the interval of a correlation of `n` candidates, to that of Fisher's z where this reaches further.

    >>> wide = correlation_together(Interval(-0.3, -0.5, -0.1, 60), 40)
    >>> round(wide.low, 2), round(wide.high, 2)
    (-0.63, 0.12)
    """
    wide = _widened(found, together, math.atanh, math.tanh, -1.0)
    if not -1 < found.estimate < 1 or found.n <= _FEWEST_CANDIDATES:
        return wide
    low, high = fisher_interval(np.array(found.estimate), np.array(found.n), standard_errors(together))
    return replace(wide, low=min(wide.low, float(low)), high=max(wide.high, float(high)))


def area_together(found: Interval, together: int) -> Interval:
    """Widen the interval of an area under a curve."""
    return _widened(found, together, _logit, lambda odds: 1 / (1 + math.exp(-odds)), 0.0)


def _further(share: float, end: float, times: float) -> float:
    """Return the upper end of Wilson's interval of a share, so many times as many standard errors away.

    Its log odds are those of the share plus 2 asinh(z / 2√(n p q)); of a share of 0 the end is z² / (n + z²).
    """
    if not 0 < end < 1 or share >= 1:
        return end
    if share <= 0:
        return times**2 / ((1 - end) / end + times**2)
    reach = 2 * math.asinh(times * math.sinh((_logit(end) - _logit(share)) / 2))
    return 1 / (1 + math.exp(-_logit(share) - reach))


def _widened(
    found: Interval, together: int, there: Callable[[float], float], back: Callable[[float], float], least: float
) -> Interval:
    times = standard_errors(together)

    def end(value: float) -> float:
        if not (least < value < 1 and least < found.estimate < 1):
            return value
        return back(there(found.estimate) + times * (there(value) - there(found.estimate)))

    return replace(found, low=end(found.low), high=end(found.high))


def _logit(share: float) -> float:
    return math.log(share / (1 - share))
