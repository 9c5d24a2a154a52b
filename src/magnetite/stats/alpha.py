"""Krippendorff's alpha: do those who judge the same units agree more than by chance?

Nominal data, any number of judges, who may skip units (Krippendorff, 2011, "Computing Krippendorff's
Alpha-Reliability"): alpha = 1 - D_o / D_e, from the matrix of coincidences, in which each unit judged m times counts
each of its ordered pairs 1/(m - 1). 1 is perfect agreement, 0 what chance gives.
"""

from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.stats.intervals import TAIL, Interval
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Counts:
    """How often each value was given to each unit, (units, values), of units judged at least twice."""

    counts: FloatArray

    @classmethod
    def of(cls, units: IntArray, values: IntArray) -> "_Counts":
        unit, place = np.unique(units, return_inverse=True)[1], np.unique(values, return_inverse=True)[1]
        counts = np.zeros((int(unit.max(initial=-1)) + 1, int(place.max(initial=-1)) + 1))
        np.add.at(counts, (unit, place), 1.0)
        return cls(counts[counts.sum(axis=1) > 1])

    def alpha(self, weights: FloatArray) -> FloatArray:
        """Return alpha with each unit counted `weights` times, (resamples, units): (resamples,); NaN if undefined."""
        judged = self.counts.sum(axis=1)
        disagreeing = (judged**2 - (self.counts**2).sum(axis=1)) / (judged - 1)  # ordered pairs that differ
        totals, n = weights @ self.counts, weights @ judged
        expected = n**2 - (totals**2).sum(axis=1)
        observed = weights @ disagreeing
        alpha: FloatArray = np.full(len(weights), np.nan)
        known = expected > 0
        alpha[known] = 1 - (n[known] - 1) * observed[known] / expected[known]
        return alpha


def nominal_alpha(units: IntArray, values: IntArray, *, resamples: int = 2000, seed: int = 0) -> Interval:
    """Return alpha of judgements, (n,), of units, (n,), with the percentile interval of a bootstrap over units.

    `n` is the number of judgements of units judged at least twice. NaN where there is none or all values are the same.

    >>> nominal_alpha(np.array([1, 1, 2, 2]), np.array([0, 0, 1, 1])).estimate
    1.0
    """
    judged = _Counts.of(units, values)
    size, judgements = len(judged.counts), int(judged.counts.sum())
    if not size:
        return Interval(np.nan, np.nan, np.nan, 0)
    estimate = float(judged.alpha(np.ones((1, size)))[0])
    weights = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=resamples)
    drawn = judged.alpha(weights.astype(np.float64))
    drawn = drawn[~np.isnan(drawn)]
    if np.isnan(estimate) or size < 2 or not len(drawn):
        return Interval(estimate, np.nan, np.nan, judgements)
    low, high = np.quantile(drawn, [1 - TAIL, TAIL])
    return Interval(estimate, float(min(low, estimate)), float(max(high, estimate)), judgements)
