"""Comparisons on the same items: exact McNemar, a clustered interval for the difference, Holm's correction."""

from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.intervals import Interval, bootstrap_mean, share
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class McNemar:
    """The discordant pairs, right only in the first or only in the second, and the two-sided p-value."""

    only_first: int
    only_second: int
    p: float


def mcnemar(first: BoolArray, second: BoolArray) -> McNemar:
    """Test whether two systems (or one system before and after) are right equally often on the same items, (n,) each.

    Exact: the discordant pairs against a fair coin (McNemar, 1947); p is 1 where there are none. Pairs are taken as
    independent, so for questions of one passage the clustered interval of `difference` stands beside it.

    >>> mcnemar(np.array([True] * 6), np.array([False] * 6))
    McNemar(only_first=6, only_second=0, p=0.03125)
    """
    from scipy.stats import binomtest

    only_first, only_second = int((first & ~second).sum()), int((second & ~first).sum())
    discordant = only_first + only_second
    p = float(binomtest(only_first, discordant, 0.5).pvalue) if discordant else 1.0
    return McNemar(only_first, only_second, p)


def difference(
    first: FloatArray | BoolArray,
    second: FloatArray | BoolArray,
    clusters: IntArray,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> Interval:
    """Estimate mean(first) - mean(second) over the same items, (n,) each, with a bootstrap over whole clusters.

    Where no resample differs from another, as where no item changed, a bootstrap would be certain; for right and wrong
    the interval then combines Wilson's for the two kinds of change (Zou and Donner, 2008).

    >>> gone = difference(np.zeros(30, dtype=bool), np.zeros(30, dtype=bool), np.arange(30))
    >>> round(gone.low, 2), gone.estimate, round(gone.high, 2)
    (-0.11, 0.0, 0.11)
    """
    gaps = first.astype(np.float64) - second.astype(np.float64)
    interval = bootstrap_mean(gaps, clusters, resamples=resamples, seed=seed)
    certain = interval.low == interval.high and first.dtype == second.dtype == np.bool_
    return _of_changes(gaps, clusters) if certain else interval


def _of_changes(gaps: FloatArray, clusters: IntArray) -> Interval:
    """Bound a difference by the shares of items that changed either way."""
    gained, lost = share(gaps > 0, clusters), share(gaps < 0, clusters)
    estimate = gained.estimate - lost.estimate
    low = estimate - np.hypot(gained.estimate - gained.low, lost.high - lost.estimate)
    high = estimate + np.hypot(gained.high - gained.estimate, lost.estimate - lost.low)
    return Interval(estimate, max(float(low), -1.0), min(float(high), 1.0), len(gaps))


def holm(p_values: FloatArray) -> FloatArray:
    """Correct p-values for their number, (k,), in the order given (Holm, 1979).

    >>> holm(np.array([0.01, 0.04, 0.03])).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    steps = p_values[order] * (len(p_values) - np.arange(len(p_values)))
    corrected = np.empty(len(p_values))
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return corrected
