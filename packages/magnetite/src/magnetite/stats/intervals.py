"""95 per cent intervals for shares, means, and differences on the same items; paired tests.

Observations come in clusters, the questions of one passage. All intervals keep their rate from four clusters on, even
and uneven ones; none draws at random. See docs/decisions/044-intervals.md for what was compared.

A share's interval is Wilson's, over an effective number of observations: the number of questions divided by the
design effect of clustering, which is estimated by the ratio estimator's between-cluster variance, and lowered for
few clusters by the ratio of the two t quantiles (Korn and Graubard, 1998; Franco et al., 2019). It follows that

- with one question per passage it is exactly Wilson's interval;
- a share of 0 or 1, which shows no variation, takes a design effect of 1, and keeps the correction for few clusters:
  that keeps its rate with four questions a passage, and misses more with twenty that are much alike;
- a design effect below 1 is taken for chance and counts as 1;
- a single passage says nothing about others: the interval is 0 to 1.

A mean's interval is a t interval, and so is that of whatever is computed from means (`jackknife`). Its variance is that
of the estimates without one cluster each, weighted by the part of the observations that are left (Hinkley's weighted
jackknife, 1977), which for a mean is the cluster-robust variance CR2; its degrees of freedom are Satterthwaite's (Bell
and McCaffrey, 2002): one fewer than the clusters where these are even, fewer where they are not.

A difference on the same items reaches, at either end, as far as the further of two: the t interval, and that of the
share gained less the share lost (Zou and Donner, 2008). The first is too short where few items changed, and certain
where none did; the second where gains and losses are many, which it takes as independent. Beside it stands McNemar's
exact test, and Holm's correction for the number of tests.

Which findings stand out from luck is told by a selection that holds the share of lucky ones at a rate, by decoys.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.ragged import FloatArray

TAIL = 0.975
_CONSTANT = 1e-12  # a variance of values from 0 to 1 below this is rounding
_ROUNDING = 1e-9


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


def share(successes: BoolArray | FloatArray, clusters: IntArray) -> Interval:
    """Estimate the share of successes, (n,), with an interval clustered by `clusters`, (n,).

    A success may be partial, from 0 to 1. Without observations the estimate is NaN and the interval 0 to 1.
    """
    return shares(successes[:, None], np.ones((len(successes), 1), dtype=np.bool_), clusters)[0]


def shares(successes: BoolArray | FloatArray, tried: BoolArray, clusters: IntArray, *, together: int = 1) -> Intervals:
    """Estimate many shares at once: per column, the successes among the tried rows.

    `successes` and `tried` are (n, k), `clusters` is (n,); a success that was not tried does not count. The intervals
    of `together` shares hold all at once 95 times in 100 (Bonferroni).
    """
    counted = successes * tried
    hits, sizes = _cluster_sums(counted, clusters), _cluster_sums(tried, clusters)  # (clusters, k)
    n = sizes.sum(axis=0).astype(np.int64)
    estimate = np.divide(hits.sum(axis=0), n, out=np.full(len(n), np.nan), where=n > 0)
    known = np.nan_to_num(estimate)
    spread = known * (1 - known)
    if counted.dtype != np.bool_:
        partial = ((counted != 0) & (counted != 1)).any(axis=0)
        varied = (counted**2).sum(axis=0) / np.maximum(n, 1) - known**2
        spread = np.where(partial, np.where(varied > _CONSTANT, varied, 0.0), spread)
    low, high = wilson(known, _effective_n(hits, sizes, n, known, spread), together=together)
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


def mean(values: FloatArray, clusters: IntArray, *, least: float = -np.inf, most: float = np.inf) -> Interval:
    """Estimate the mean of `values`, (n,), which lie between `least` and `most`, with a t interval over clusters.

    No interval (NaN) with fewer than two clusters; one without width where all values are equal.

    >>> found = mean(np.array([1.0, 3.0, 5.0]), np.arange(3))  # the textbook's 3 ± 4.303 · 2/√3
    >>> round(found.low, 2), found.estimate, round(found.high, 2)
    (-1.97, 3.0, 7.97)
    """
    return means(values[:, None], clusters, least=least, most=most)[0]


def means(
    values: FloatArray,
    clusters: IntArray,
    *,
    least: float | Sequence[float] = -np.inf,
    most: float | Sequence[float] = np.inf,
) -> Intervals:
    """Estimate the means of the columns of `values`, (n, k), each with bounds of its own."""
    found = jackknife(values, clusters, lambda means: means)
    return Intervals(found.estimate, np.maximum(found.low, least), np.minimum(found.high, most), found.n)


def jackknife(values: FloatArray, clusters: IntArray, statistic: Callable[[FloatArray], FloatArray]) -> Intervals:
    """Estimate functions of the means of the columns of `values`, (n, k), with t intervals over `clusters`, (n,).

    `statistic` takes means, (m, k), to what is computed of each row, (m, j). No interval (NaN) with fewer than two
    clusters, or where it is not finite without one of them.
    """
    n = len(values)
    sums, sizes = _cluster_sums(values, clusters), _cluster_sums(np.ones(n), clusters)
    total, left = sums.sum(axis=0), n - sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        estimate = statistic(total[None] / n)[0]
        apart = statistic((total - sums) / left[:, None]) - estimate  # (clusters, j)
        reach = _reach(apart, sizes / n)
    reach = np.where(np.isfinite(reach), reach, np.nan)
    return Intervals(estimate, estimate - reach, estimate + reach, np.full(len(estimate), n))


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


def difference(first: FloatArray | BoolArray, second: FloatArray | BoolArray, clusters: IntArray) -> Interval:
    """Estimate mean(first) - mean(second) over the same items, (n,) each, values from 0 to 1.

    No interval (NaN) with fewer than two clusters.

    >>> nothing = difference(np.zeros(30, dtype=bool), np.zeros(30, dtype=bool), np.arange(30))
    >>> round(nothing.low, 2), nothing.estimate, round(nothing.high, 2)
    (-0.11, 0.0, 0.11)
    """
    return differences(first[:, None], second[:, None], clusters)[0]


def differences(first: FloatArray | BoolArray, second: FloatArray | BoolArray, clusters: IntArray) -> Intervals:
    """Estimate many differences at once, of the columns of (n, k)."""
    gaps = first.astype(np.float64) - second
    every = np.ones(gaps.shape, dtype=np.bool_)
    gained, lost = (shares(np.maximum(side, 0.0), every, clusters) for side in (gaps, -gaps))
    return _widened(means(gaps, clusters), gained, lost, most=1.0)


def difference_tests(first: BoolArray, second: BoolArray, clusters: IntArray) -> FloatArray:
    """Test for each pair of columns of (n, k) whether they are right equally often: p-values, (k,).

    The larger of McNemar's exact p and that of the clustered t test, as an interval of `differences` reaches as far as
    the further of two; NaN with fewer than two clusters.

    >>> right, wrong = np.ones((6, 1), dtype=bool), np.zeros((6, 1), dtype=bool)
    >>> difference_tests(right, wrong, np.arange(6)).tolist()
    [0.03125]
    """
    from scipy.special import bdtr, stdtr

    gained, lost = (first & ~second).sum(axis=0), (second & ~first).sum(axis=0)
    exact = np.minimum(1.0, 2 * bdtr(np.minimum(gained, lost).astype(np.float64), gained + lost, 0.5))
    n = len(first)
    sums = _cluster_sums(first.astype(np.float64) - second, clusters)
    sizes = _cluster_sums(np.ones(n), clusters)
    if len(sizes) < 2:
        return np.full(first.shape[1], np.nan)
    estimate = sums.sum(axis=0) / n
    error, freedom = _error((sums.sum(axis=0) - sums) / (n - sizes)[:, None] - estimate, sizes / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        clustered = np.nan_to_num(2 * stdtr(freedom, -np.abs(estimate) / error), nan=1.0)
    return np.asarray(np.maximum(exact, clustered))


def relative_change(before: FloatArray | BoolArray, after: FloatArray | BoolArray, clusters: IntArray) -> Interval:
    """Estimate by what part of itself a share changes on the same items, (n,) each: (after - before) / before.

    NaN where nothing was right before; no interval with fewer than two clusters, or where nothing was without one.

    >>> before, after = np.arange(40) < 20, np.arange(40) < 15
    >>> relative_change(before, after, np.arange(40)).estimate
    -0.25
    """
    if not before.any():
        return Interval(np.nan, np.nan, np.nan, len(before))
    columns = np.column_stack([before, after]).astype(np.float64)
    gap = columns[:, :1] - columns[:, 1:]
    change = jackknife(columns, clusters, lambda means: means[:, 1:] / means[:, :1] - 1)
    lost = shares(np.maximum(gap, 0.0), columns[:, :1] > 0, clusters)  # of those that were right
    won = shares(np.maximum(-gap, 0.0), np.ones((len(before), 1), dtype=np.bool_), clusters)
    part = before.mean()
    gained = Intervals(won.estimate / part, won.low / part, won.high / part, won.n)
    return _widened(change, gained, lost)[0]


def contrast(values: FloatArray | BoolArray, clusters: IntArray, first: BoolArray, second: BoolArray) -> Interval:
    """Estimate the mean of `values`, (n,), among `first` less that among `second`, which share no item.

    They may share clusters. NaN where either is empty, and no interval where one lies in a single cluster.
    """
    if not (first.any() and second.any()):
        return Interval(np.nan, np.nan, np.nan, 0)
    inside = first | second
    columns = np.column_stack([values * first, first, values * second, second])[inside].astype(np.float64)
    return jackknife(columns, clusters[inside], lambda m: m[:, :1] / m[:, 1:2] - m[:, 2:3] / m[:, 3:])[0]


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


def _reach(apart: FloatArray, part: FloatArray) -> FloatArray:
    """Return how far t intervals reach, (j,), of estimates without one cluster each, (clusters, j), less the whole's.

    `part`, (clusters,): each cluster's part of the observations.
    """
    from scipy.special import stdtrit

    if len(part) < 2:
        return np.full(apart.shape[1], np.nan)
    error, freedom = _error(apart, part)
    reach: FloatArray = stdtrit(freedom, TAIL) * error
    return reach


def _error(apart: FloatArray, part: FloatArray) -> tuple[FloatArray, float]:
    """Return the standard errors of estimates, (j,), of which `_reach` is given the same, and degrees of freedom."""
    pull = part**2 / (1 - part)
    freedom = 1 / ((part**2).sum() + pull.sum() ** 2 - (pull**2).sum())
    error: FloatArray = np.sqrt((1 - part) @ apart**2)
    return error, float(freedom)


def _widened(found: Intervals, gained: Intervals, lost: Intervals, most: float = np.inf) -> Intervals:
    """Let changes reach as far, at either end, as what was gained less what was lost does (Zou and Donner, 2008)."""
    low = found.estimate - np.hypot(gained.estimate - gained.low, lost.high - lost.estimate)
    high = found.estimate + np.hypot(gained.high - gained.estimate, lost.estimate - lost.low)
    ends = np.maximum(np.minimum(found.low, low), -1.0), np.minimum(np.maximum(found.high, high), most)
    return Intervals(found.estimate, *ends, found.n)


def _effective_n(
    hits: FloatArray, sizes: FloatArray, n: IntArray, estimate: FloatArray, spread: FloatArray
) -> FloatArray:
    """Return how many independent successes and failures say as much; `spread`, (k,): the variance of the successes."""
    groups = (sizes > 0).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = ((hits - estimate * sizes) ** 2).sum(axis=0) / n**2 * groups / (groups - 1)
        design = np.nan_to_num(variance / (spread / (n - 1)), nan=1.0, posinf=1.0)
    whole = estimate * (1 - estimate)  # what it is where every success is whole
    partial = np.divide(whole, spread, out=np.ones(len(n)), where=spread > 0)
    effective: FloatArray = n / np.maximum(design, 1.0) * _few_clusters(n, groups) * partial
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


def beyond_luck(strengths: FloatArray, decoys: BoolArray, odds: FloatArray, rate: float) -> BoolArray:
    """Return which findings, (rows,), to keep so that on average at most `rate` of them are luck's.

    Rows are findings and decoys, with their `strengths`. A decoy is what luck made; behind each, luck makes `odds`
    findings, such as 1/(n-1) where a guess among n answers was wrong. Findings are kept from the strongest down, as far
    as the decoys above, and one more, account for at most `rate` of them. The rate holds for any number of rows where
    all odds are the same (Selective SeqStep+, Barber and Candès 2015, Theorem 3); where they are mixed no proof is
    known to us, and tests simulate it. Of findings that are all luck's, any is kept in at most `rate` of the cases.

    >>> strengths, right = np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, True, False, True])
    >>> beyond_luck(strengths, ~right, np.full(4, 1 / 3), 0.2).tolist()
    [True, True, False, False]
    """
    if not len(strengths):
        return np.zeros(0, dtype=np.bool_)
    order = np.argsort(-strengths, kind="stable")
    ordered, is_decoy = strengths[order], decoys[order]
    kept = np.cumsum(~is_decoy)
    luck = odds.max() + np.cumsum(np.where(is_decoy, odds[order], 0.0))
    last_of_equals = np.append(ordered[1:] != ordered[:-1], True)
    enough = np.flatnonzero(last_of_equals & (luck <= rate * kept + _ROUNDING))
    least = ordered[enough[-1]] if len(enough) else np.inf
    return np.asarray(~decoys & (strengths >= least))


def more_by_luck(right: int, chances: FloatArray) -> float:
    """Return how likely `right` or more of independent guesses are right, of which each has its chance, (guesses,).

    >>> round(more_by_luck(3, np.full(3, 0.25)), 4)
    0.0156
    """
    return float(_counts(chances)[right:].sum())


def fewer_by_luck(right: int, chances: FloatArray) -> float:
    """Return how likely `right` or fewer are right of independent answers, of which each has its chance, (answers,)."""
    return float(_counts(chances)[: right + 1].sum())


def range_by_luck(chances: FloatArray, tail: float) -> tuple[int, int]:
    """Return between which numbers of independent guesses are right, but for a tail on either side.

    Each guess has its chance, (guesses,); fewer, and more, are right at most as often as `tail`.

    >>> range_by_luck(np.full(1, 0.25), 0.025), range_by_luck(np.full(20, 0.25), 0.025)
    ((0, 1), (2, 9))
    """
    likely = _counts(chances)
    return int((np.cumsum(likely) > tail).argmax()), len(likely) - 1 - int((np.cumsum(likely[::-1]) > tail).argmax())


def _counts(chances: FloatArray) -> FloatArray:
    """Return how likely each number of right answers is, (answers + 1,)."""
    from scipy.stats import binom

    likely = np.ones(1)
    for chance, many in zip(*np.unique(chances, return_counts=True), strict=True):
        likely = np.convolve(likely, binom.pmf(np.arange(many + 1), many, chance))
    return likely
