"""95 per cent intervals for shares, means, and differences on the same items; paired tests.

Observations come in clusters, the questions of one passage.

A share's interval is Wilson's, over an effective number of observations: the number of questions divided by the
design effect of clustering, which is estimated by the ratio estimator's between-cluster variance, and lowered for
few clusters by the ratio of the two t quantiles (Korn and Graubard, 1998; Franco et al., 2019). It follows that

- with one question per passage it is exactly Wilson's interval;
- a share of 0 or 1, which shows no variation, takes a design effect of 1, and keeps the correction for few clusters;
- a design effect below 1 is taken for chance and counts as 1;
- a single passage says nothing about others: the interval is 0 to 1.

A mean's interval is the cluster bootstrap's percentile interval, and so is a difference's on the same items; beside it
stands McNemar's exact test, and Holm's correction for the number of tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.ragged import FloatArray

TAIL = 0.975
BLOCK = 4_000_000  # resampling weights at a time; bounds memory at 32 MB


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, its 95 per cent interval (NaN where none can be given) and the number of observations."""

    estimate: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Many intervals in columns, (k,) each."""

    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    n: IntArray

    def __getitem__(self, k: int) -> Interval:
        return Interval(float(self.estimate[k]), float(self.low[k]), float(self.high[k]), int(self.n[k]))

    def __len__(self) -> int:
        return len(self.n)


def cluster_codes(names: Sequence[str]) -> IntArray:
    """Number the clusters: equal names get equal numbers.

    >>> cluster_codes(["p2", "p1", "p2"]).tolist()
    [1, 0, 1]
    """
    return np.unique(np.asarray(names, dtype=object).astype(str), return_inverse=True)[1].astype(np.int64)


def share(successes: BoolArray, clusters: IntArray) -> Interval:
    """Estimate the share of successes, (n,), with an interval clustered by `clusters`, (n,).

    Without observations the estimate is NaN and the interval 0 to 1.
    """
    return shares(successes[:, None], np.ones((len(successes), 1), dtype=np.bool_), clusters)[0]


def shares(successes: BoolArray, tried: BoolArray, clusters: IntArray, *, together: int = 1) -> Intervals:
    """Estimate many shares at once: per column, the successes among the tried rows.

    `successes` and `tried` are (n, k), `clusters` is (n,); a success that was not tried does not count. The intervals
    of `together` shares hold all at once 95 times in 100 (Bonferroni).
    """
    hits, sizes = _cluster_sums(successes & tried, clusters), _cluster_sums(tried, clusters)  # (clusters, k)
    n = sizes.sum(axis=0).astype(np.int64)
    estimate = np.divide(hits.sum(axis=0), n, out=np.full(len(n), np.nan), where=n > 0)
    effective = _effective_n(hits, sizes, n, np.nan_to_num(estimate))
    low, high = wilson(np.nan_to_num(estimate), effective, together=together)
    return Intervals(estimate, low, high, n)


def wilson(estimate: FloatArray, n: FloatArray, *, together: int = 1) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's score interval for shares of `n` independent observations; `n` need not be whole.

    The intervals of `together` shares hold all at once (Bonferroni). n = 0 gives 0 to 1.

    >>> low, high = wilson(np.array([0.5]), np.array([100.0]))
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.404], [0.596])
    """
    from scipy.special import ndtri

    z = float(ndtri(1 - (1 - TAIL) / together))
    centre = (n * estimate + z**2 / 2) / (n + z**2)
    half = z * np.sqrt(n * estimate * (1 - estimate) + z**2 / 4) / (n + z**2)
    return np.clip(np.minimum(centre - half, estimate), 0, 1), np.clip(np.maximum(centre + half, estimate), 0, 1)


def bootstrap_mean(values: FloatArray, clusters: IntArray, *, resamples: int = 2000, seed: int = 0) -> Interval:
    """Estimate the mean of `values`, (n,), with the percentile interval of a bootstrap over whole clusters."""
    return bootstrap_means(values[:, None], clusters, resamples=resamples, seed=seed)[0]


def bootstrap_means(values: FloatArray, clusters: IntArray, *, resamples: int = 2000, seed: int = 0) -> Intervals:
    """Estimate the means of the columns of `values`, (n, k), resampling whole clusters with replacement.

    All columns share the resamples. With fewer than two clusters there is no interval (NaN); an interval is widened
    to contain its estimate, which is necessary only with very few clusters.
    """
    n = np.full(values.shape[1], len(values))
    estimate = values.mean(axis=0) if len(values) else np.full(values.shape[1], np.nan)
    means = resampled_means(values, clusters, resamples=resamples, seed=seed)
    if not len(means):
        none = np.full(values.shape[1], np.nan)
        return Intervals(estimate, none, none, n)
    low, high = np.quantile(means, [1 - TAIL, TAIL], axis=0)
    return Intervals(estimate, np.minimum(low, estimate), np.maximum(high, estimate), n)


def resampled_means(values: FloatArray, clusters: IntArray, *, resamples: int = 2000, seed: int = 0) -> FloatArray:
    """Return the column means of `values`, (n, k), in resamples of whole clusters: (resamples, k).

    Empty, (0, k), with fewer than two clusters, which show no variation. Raises ValueError for values of another shape.
    """
    if values.ndim != 2:
        raise ValueError(f"values have {values.ndim} dimensions; expected (n, k).")
    sums, sizes = _cluster_sums(values, clusters), _cluster_sums(np.ones(len(values)), clusters)
    if len(sizes) < 2:
        return np.zeros((0, values.shape[1]))
    return _resampled_means(sums, sizes, resamples, np.random.default_rng(seed))


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


def _resampled_means(
    sums: FloatArray, sizes: FloatArray, resamples: int, random: np.random.Generator
) -> FloatArray:  # (resamples, k)
    groups = len(sizes)
    even = np.full(groups, 1 / groups)
    block = max(1, BLOCK // groups)
    means = []
    for start in range(0, resamples, block):
        weights = random.multinomial(groups, even, size=min(block, resamples - start)).astype(np.float64)
        means.append((weights @ sums) / (weights @ sizes)[:, None])
    return np.concatenate(means)


def _effective_n(hits: FloatArray, sizes: FloatArray, n: IntArray, estimate: FloatArray) -> FloatArray:
    groups = (sizes > 0).sum(axis=0)
    spread = ((hits - estimate * sizes) ** 2).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = spread / n**2 * groups / (groups - 1)
        independent = estimate * (1 - estimate) / (n - 1)
        design = np.nan_to_num(variance / independent, nan=1.0, posinf=1.0)
    effective: FloatArray = n / np.maximum(design, 1.0) * _few_clusters(n, groups)
    return effective


def _few_clusters(n: IntArray, groups: IntArray) -> FloatArray:
    """Return the squared ratio of the t quantiles for n and for the clusters: 1 for equally many, 0 for one cluster."""
    from scipy.special import stdtrit

    ratio = stdtrit(np.maximum(n - 1, 1), TAIL) / stdtrit(np.maximum(groups - 1, 1), TAIL)
    return np.where(groups > 1, np.asarray(ratio, dtype=np.float64) ** 2, 0.0)


def _cluster_sums(values: FloatArray | BoolArray, clusters: IntArray) -> FloatArray:  # (clusters, ...)
    if not len(clusters):
        return np.zeros((0, *values.shape[1:]))
    order = np.argsort(clusters, kind="stable")
    starts = np.flatnonzero(np.diff(clusters[order], prepend=clusters.min() - 1))
    return np.asarray(np.add.reduceat(values[order], starts, axis=0, dtype=np.float64))
