"""Item analysis of candidates' answers: how easy each item is, and whether it tells good candidates from weak ones.

- Facility: the share of candidates who answer correctly, with Wilson's interval.
- Corrected discrimination: the correlation of an item, right or wrong, with the rest score, the candidate's number of
  right answers to all *other* items (a point-biserial correlation; without the correction an item correlates with
  itself: Henrysson 1963; Ebel & Frisbie 1991, ch. 13). Its interval is the percentile interval of a bootstrap over
  candidates.
- For each option, the mean rest score of those who chose it: it should be highest for the key (Haladyna 2004, ch. 9).

An unanswered item counts as wrong, as in exam marking.
"""

import math
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.intervals import BLOCK, TAIL, Intervals, wilson
from magnetite.stats.ragged import FloatArray

LEAST = 3  # candidates; with fewer, a correlation says nothing
RESAMPLED = 10  # candidates; with fewer, a bootstrap sees too few of the possible samples
_FINITE = 0.5  # an interval is given where at least this share of the resamples has a correlation


@dataclass(frozen=True, slots=True, eq=False)
class ItemStatistics:
    """Each item's facility and corrected discrimination, (items,) each."""

    facility: Intervals
    discrimination: Intervals


def item_statistics(right: BoolArray, *, resamples: int = 2000, seed: int = 0) -> ItemStatistics:
    """Analyse `right`, (candidates, items): who answered what correctly.

    A discrimination is NaN, and so is its interval, where all or none are right, all rest scores are equal, or there
    are fewer than three candidates; with fewer than ten it has no interval.

    >>> right = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=bool)
    >>> item_statistics(right).facility.estimate.tolist()
    [0.75, 0.5, 0.25]
    """
    candidates, items = right.shape
    n = np.full(items, candidates, dtype=np.int64)
    share = right.mean(axis=0) if candidates else np.full(items, math.nan)
    low, high = wilson(np.nan_to_num(share), n.astype(np.float64))
    return ItemStatistics(Intervals(share, low, high, n), _discrimination(right, n, resamples, seed))


def rest_scores(right: BoolArray) -> FloatArray:
    """Return each candidate's number of right answers to all other items, (candidates, items).

    >>> rest_scores(np.array([[True, True, False]])).tolist()
    [[1.0, 1.0, 2.0]]
    """
    scores: FloatArray = right.sum(axis=1, keepdims=True, dtype=np.float64) - right
    return scores


def mean_rest_scores(rest: FloatArray, chosen: IntArray, options: int) -> tuple[IntArray, FloatArray]:
    """Return how many chose each option of one item, and their mean rest score: (options + 1,) each.

    `rest` is (candidates,); `chosen` is (candidates,), an option from 0, or -1 for no answer, which comes last. The
    mean of nobody is NaN.

    >>> counts, means = mean_rest_scores(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 1]), 2)
    >>> counts.tolist(), means.tolist()
    ([1, 2, 0], [3.0, 1.5, nan])
    """
    place = np.where(chosen < 0, options, chosen)
    counts = np.bincount(place, minlength=options + 1).astype(np.int64)
    sums = np.bincount(place, rest, minlength=options + 1)
    means = np.divide(sums, counts, out=np.full(options + 1, math.nan), where=counts > 0)
    return counts, means


def _discrimination(right: BoolArray, n: IntArray, resamples: int, seed: int) -> Intervals:
    candidates, items = right.shape
    none = np.full(items, math.nan)
    if candidates < LEAST or items < 2:
        return Intervals(none, none.copy(), none.copy(), n)
    sums = _Sums.of(right)
    estimate = sums.correlations(np.full((1, candidates), 1 / candidates))[0]
    if candidates < RESAMPLED:
        return Intervals(estimate, none, none.copy(), n)
    drawn = sums.resampled(resamples, np.random.default_rng(seed))  # (resamples, items)
    low, high = none.copy(), none.copy()
    enough = np.isfinite(estimate) & (np.isfinite(drawn).mean(axis=0) >= _FINITE)
    if enough.any():
        low[enough], high[enough] = np.nanquantile(drawn[:, enough], [1 - TAIL, TAIL], axis=0)
    return Intervals(
        estimate,
        np.where(enough, np.minimum(low, estimate), math.nan),
        np.where(enough, np.maximum(high, estimate), math.nan),
        n,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """The sums behind weighted correlations of items with rest scores: x, x·t, t and t², one row per candidate."""

    right: FloatArray  # (candidates, items)
    times_total: FloatArray  # (candidates, items)
    total: FloatArray  # (candidates, 2)

    @classmethod
    def of(cls, right: BoolArray) -> "_Sums":
        flat = right.astype(np.float64)
        total = flat.sum(axis=1) - flat.sum() / len(flat)  # centred, which keeps differences of squares exact
        return cls(flat, flat * total[:, None], np.stack([total, total**2], axis=1))

    def correlations(self, weights: FloatArray) -> FloatArray:
        """Correlate every item with its rest score, (samples, items); `weights`, (samples, candidates), add up to 1."""
        x, xt, t = weights @ self.right, weights @ self.times_total, weights @ self.total
        mean, square = t[:, :1], t[:, 1:]
        covariance = (xt - x) - x * (mean - x)  # of x with t - x; x is 0 or 1, so that x² is x
        spread = (square - 2 * xt + x) - (mean - x) ** 2
        product = np.clip((x - x * x) * spread, 0, None)
        defined = product > 1e-12
        r: FloatArray = np.divide(covariance, np.sqrt(product), out=np.full(x.shape, math.nan), where=defined)
        return np.clip(r, -1, 1)

    def resampled(self, resamples: int, random: np.random.Generator) -> FloatArray:
        """Return correlations in resamples of candidates with replacement, (resamples, items)."""
        candidates = len(self.right)
        even, block = np.full(candidates, 1 / candidates), max(1, BLOCK // candidates)
        parts = [
            self.correlations(random.multinomial(candidates, even, size=min(block, resamples - start)) / candidates)
            for start in range(0, resamples, block)
        ]
        return np.concatenate(parts)
