"""Item analysis of candidates' answers: how easy each item is, and whether it tells good candidates from weak ones.

- Facility: the share of candidates who answer correctly, with Wilson's interval.
- Corrected discrimination: the correlation of an item, right or wrong, with the rest score, the candidate's number of
  right answers to all *other* items (a point-biserial correlation; without the correction an item correlates with
  itself: Henrysson 1963; Ebel & Frisbie 1991, ch. 13). Its interval is the percentile interval of a bootstrap over
  candidates, or Fisher's where that reaches further: of a few right answers every resample repeats the same few. There
  is none where fewer than three candidates are right, or wrong: whoever they are would decide it. Where items belong
  to passages, the rest score is that of the items of *other* passages: who understands a passage gets all of its items
  right, and they would correlate with each other whatever they measure.
- The same correlation for each option: chosen or not, with the rest score. It should be positive for the key alone, and
  so should the mean rest score of those who chose an option be highest for the key (Haladyna 2004, ch. 9).
- Score groups: candidates in order of their rest score, cut into groups of about the same size, for curves that show
  which option attracts whom (Haladyna 2004, ch. 9; Martinková & Drabinová 2018).

Candidates who are alike, such as models of one family, may be named as groups: a group then weighs as much as a
candidate who stands alone, and intervals are over groups (a bootstrap that draws whole groups).

An unanswered item counts as wrong, as in exam marking. An item that a candidate was not asked counts for nothing, and a
rest score is then the share right of the others, times their number.

How far a score can be relied on:

- Alpha is k / (k - 1) · (1 - Σ item variances / variance of the score) (Cronbach 1951, eq. 2); of items that are right
  or wrong it is Kuder and Richardson's formula 20 (1937). It is a lower bound where items differ in what they measure.
- Items of one passage depend on each other, and alpha takes them for independent: it is then too high for a score on
  other passages (Sireci, Thissen & Wainer 1991). Beside it stands Raju's coefficient β_k (1977, eq. 6) of the
  passages' scores, each one part of the score; where all parts are equally long it is their alpha:
  (1 - Σ variances of passages' scores / variance of the score) / (1 - Σ squared shares of the items).
- Their interval is Feldt's (1965): (1 - α) / (1 - estimate) follows F with n - 1 and (n - 1)(k - 1) degrees of freedom.
- The standard error of measurement is s √(1 - α), in points of the score, whose standard deviation is s (Feldt &
  Brennan 1989): two thirds of candidates score within one of it around what they would score on average.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS, times_drawn
from magnetite.stats.correlation import fisher_interval
from magnetite.stats.intervals import TAIL, Interval, Intervals, shares, wilson
from magnetite.stats.ragged import FloatArray

FEWEST_CANDIDATES = 3  # candidates; with fewer, a correlation says nothing
RESAMPLED = 10  # candidates; with fewer, a bootstrap sees too few of the possible samples
FEWEST_MARKED = 3  # candidates on either side, with and without a mark; with fewer, a correlation has no interval
_FINITE = 0.5  # an interval is given where at least this share of the resamples has a correlation
_DRAWS = 5_000_000  # candidates drawn for a bootstrap, at most: of very many, few resamples are enough
_FEWEST_RESAMPLES = 200  # resamples, however many the candidates
_BLOCK = 4_000_000  # weights of candidates, or correlations, at a time; bounds memory at 32 MB each
GROUPS = ((100, 5), (30, 3))  # candidates from which on so many score groups are made: ten or more in each
LEAST_CANDIDATES = 10  # candidates, or groups of them; with fewer, alpha is not given
_CONSTANT = 1e-12  # a variance below this is rounding


@dataclass(frozen=True, slots=True, eq=False)
class ItemStatistics:
    """Each item's facility and corrected discrimination, (items,) each."""

    facility: Intervals
    discrimination: Intervals


def item_statistics(
    right: BoolArray,
    asked: BoolArray | None = None,
    *,
    groups: IntArray | None = None,
    passages: IntArray | None = None,
    resamples: int = BOOTSTRAP_DRAWS,
    seed: int = 0,
) -> ItemStatistics:
    """Analyse `right`, (candidates, items): who answered what correctly; `asked`: who was asked what, default all.

    `groups`, (candidates,): whose answers go together, numbered from 0; by default each candidate's stand alone.
    `passages`, (items,): which items share a passage, as in `rest_scores`.

    A discrimination is NaN, and so is its interval, where all or none are right, all rest scores are equal, or there
    are fewer than three candidates; it has no interval with fewer than ten, or where fewer than three of them are right
    or fewer than three wrong.

    >>> right = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=bool)
    >>> item_statistics(right).facility.estimate.tolist()
    [0.75, 0.5, 0.25]
    """
    asked = np.ones_like(right) if asked is None else asked
    rest, items = rest_scores(right, asked, passages), np.arange(right.shape[1])
    discrimination = rest_correlations(right, items, rest, asked, groups=groups, resamples=resamples, seed=seed)
    return ItemStatistics(_facility(right & asked, asked, groups), discrimination)


def _facility(right: BoolArray, asked: BoolArray, groups: IntArray | None) -> Intervals:
    n = asked.sum(axis=0).astype(np.int64)
    if groups is not None:
        members = _in_groups(asked, groups)
        means = np.divide(_in_groups(right, groups), members, out=np.zeros(members.shape), where=members > 0)
        return replace(shares(means, members > 0, np.arange(len(members))), n=n)
    share = np.divide(right.sum(axis=0), n, out=np.full(len(n), math.nan), where=n > 0)
    low, high = wilson(np.nan_to_num(share), n.astype(np.float64))
    return Intervals(share, low, high, n)


def _in_groups(marks: BoolArray, groups: IntArray) -> FloatArray:
    """Count each group's marks, (candidates, items) -> (groups, items)."""
    members: FloatArray = (np.arange(groups.max() + 1)[:, None] == groups) @ marks.astype(np.float64)
    return members


def rest_scores(right: BoolArray, asked: BoolArray | None = None, passages: IntArray | None = None) -> FloatArray:
    """Return each candidate's number of right answers to all other items, (candidates, items).

    Of a candidate who was not asked all of them, the share right of those that were, times their number. `passages`,
    (items,), numbers the items' passages: other items are then those of other passages, unless there is one alone.

    >>> rest_scores(np.array([[True, True, False]])).tolist()
    [[1.0, 1.0, 2.0]]
    >>> rest_scores(np.array([[True, True, False]]), passages=np.array([0, 0, 1])).tolist()
    [[0.0, 0.0, 2.0]]
    """
    asked = np.ones_like(right) if asked is None else asked
    apart = _others(right.shape[1], passages)
    if apart is None:  # sums are exact, and quick
        others = asked.sum(axis=1, keepdims=True, dtype=np.float64) - asked
        score = (right & asked).sum(axis=1, keepdims=True, dtype=np.float64) - (right & asked)
        many = np.full(right.shape[1], right.shape[1] - 1.0)
    else:
        others, score, many = asked @ apart, (right & asked) @ apart, apart.sum(axis=0)
    if asked.all():
        return np.asarray(score)
    scores: FloatArray = np.divide(score * many, others, out=np.zeros(right.shape), where=others > 0)
    return scores


def _others(items: int, passages: IntArray | None) -> FloatArray | None:
    """Return which items are in other passages, (items, items), as 0 and 1; None where every other item is."""
    if passages is None or len(np.unique(passages)) in (1, items):
        return None
    apart: FloatArray = (passages[:, None] != passages).astype(np.float64)
    return apart


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


def score_groups(scores: FloatArray) -> IntArray:
    """Return each candidate's group by score, from 0, the lowest; -1 for all where there are too few for groups.

    Equal scores stand in one group, so that groups may differ in size, and one may be empty.

    >>> np.bincount(score_groups(np.arange(40.0))).tolist(), set(score_groups(np.arange(9.0)).tolist())
    ([13, 14, 13], {-1})
    """
    groups = next((groups for least, groups in GROUPS if len(scores) >= least), 0)
    if not groups:
        return np.full(len(scores), -1)
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2  # candidates below, and half of the equals
    return np.floor(groups * middle / len(scores)).astype(np.int64)[place]


def rest_correlations(
    marks: BoolArray,
    items: IntArray,
    rest: FloatArray,
    asked: BoolArray,
    *,
    groups: IntArray | None = None,
    resamples: int = BOOTSTRAP_DRAWS,
    seed: int = 0,
) -> Intervals:
    """Correlate columns of marks, (candidates, columns), with the rest scores of the items that they belong to.

    `items`, (columns,), names each column's item, from 0; `rest` and `asked` are (candidates, items). All columns share
    the resamples, a bootstrap over candidates, or over `groups` of them, (candidates,), which it is `n` of.
    """
    groups = np.arange(len(marks)) if groups is None else groups
    sizes = np.bincount(groups)
    candidates = len(sizes)
    n = (_in_groups(asked, groups) > 0 if candidates < len(marks) else asked).sum(axis=0)[items].astype(np.int64)
    none = np.full(len(items), math.nan)
    if candidates < FEWEST_CANDIDATES or rest.shape[1] < 2:
        return Intervals(none, none.copy(), none.copy(), n)
    sums = _Sums.of(marks, items, rest, asked)
    estimate = np.where(
        n >= FEWEST_CANDIDATES, sums.correlations((1 / (candidates * sizes[groups]))[None])[0], math.nan
    )
    low, high = none.copy(), none.copy()
    if candidates >= RESAMPLED:
        resamples = min(resamples, max(_FEWEST_RESAMPLES, _DRAWS // candidates))
        drawn = sums.resampled(resamples, groups, np.random.default_rng(seed))  # (resamples, columns)
        enough = np.isfinite(estimate) & (n >= RESAMPLED) & (np.isfinite(drawn).mean(axis=0) >= _FINITE)
        with_mark, without = (_in_groups(asked[:, items] & each, groups) > 0 for each in (marks, ~marks))
        enough &= np.minimum(with_mark.sum(axis=0), without.sum(axis=0)) >= FEWEST_MARKED
        if enough.any():
            ends = np.nanquantile(drawn[:, enough], [1 - TAIL, TAIL], axis=0)
            fisher = fisher_interval(estimate[enough], n[enough])
            low[enough], high[enough] = np.minimum(ends[0], fisher[0]), np.maximum(ends[1], fisher[1])
    return Intervals(estimate, np.minimum(low, estimate), np.maximum(high, estimate), n)


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """What weighted correlations are made of, a row for each candidate: x, x·t by column; 1, t, t² by item.

    x is a mark, t the rest score less its mean, which keeps differences of squares exact. Who was not asked counts for
    nothing.
    """

    items: IntArray  # (columns,)
    marks: FloatArray  # (candidates, columns)
    times: FloatArray  # (candidates, columns)
    weight: FloatArray | None  # (candidates, items); None where everyone was asked everything
    rest: FloatArray  # (candidates, items)
    square: FloatArray  # (candidates, items)

    @classmethod
    def of(cls, marks: BoolArray, items: IntArray, rest: FloatArray, asked: BoolArray) -> "_Sums":
        weight = asked.astype(np.float64)
        mean = (rest * weight).sum(axis=0) / np.maximum(weight.sum(axis=0), 1)
        centred = (rest - mean) * weight
        counted = marks * weight[:, items]
        whole = None if asked.all() else weight
        return cls(items, counted, counted * centred[:, items], whole, centred, centred**2)

    def correlations(self, weights: FloatArray) -> FloatArray:
        """Return correlations, (samples, columns); `weights` of candidates, (samples, candidates), add up to 1."""
        x, xt = weights @ self.marks, weights @ self.times
        t, tt = (weights @ each for each in (self.rest, self.square))
        if self.weight is not None:
            n = weights @ self.weight
            n[n == 0] = math.nan
            t, tt, x, xt = t / n, tt / n, x / n[:, self.items], xt / n[:, self.items]
        spread = np.clip(tt - t * t, 0, None)[:, self.items]
        product = np.clip(x - x * x, 0, None) * spread  # x is 0 or 1, so that x² is x
        defined = product > 1e-12
        r: FloatArray = np.divide(
            xt - x * t[:, self.items], np.sqrt(product), out=np.full(x.shape, math.nan), where=defined
        )
        return np.clip(r, -1, 1)

    def resampled(self, resamples: int, groups: IntArray, random: np.random.Generator) -> FloatArray:
        """Return correlations in resamples of groups of candidates with replacement, (resamples, columns)."""
        sizes = np.bincount(groups)
        block = max(1, _BLOCK // max(self.marks.shape))
        parts = []
        for start in range(0, resamples, block):
            drawn = times_drawn(len(sizes), min(block, resamples - start), random)
            parts.append(self.correlations(drawn[:, groups] / (len(sizes) * sizes[groups])))
        return np.concatenate(parts)


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """Alpha, the standard error of measurement in points, and alpha without each item, (items,).

    `by_passage`: Raju's coefficient of the passages' scores, and `passage_error` the standard error that goes with it;
    NaN where no two items share a passage, and where all do.
    """

    alpha: Interval
    error: float
    without: FloatArray
    by_passage: Interval
    passage_error: float

    @property
    def lower(self) -> Interval:
        """Return alpha, or Raju's coefficient where that is lower: what a score on other passages has."""
        return self.by_passage if self.by_passage.estimate < self.alpha.estimate else self.alpha

    @property
    def greater_error(self) -> float:
        """Return the standard error of measurement that goes with `lower`."""
        return self.passage_error if self.by_passage.estimate < self.alpha.estimate else self.error


def reliability(right: BoolArray, groups: IntArray | None = None, passages: IntArray | None = None) -> Reliability:
    """Analyse `right`, (candidates, items). All is NaN with one item or few candidates, or where all score alike.

    `groups`, (candidates,): whose answers go together, numbered from 0: a group weighs as much as a candidate who
    stands alone. `passages`, (items,): which items share a passage.

    >>> right = np.triu(np.ones((12, 12), dtype=bool))  # the first candidate solves all, the last one item
    >>> round(reliability(right).alpha.estimate, 2)
    0.91
    """
    scores = right.astype(np.float64)
    candidates, items = scores.shape
    heads = candidates if groups is None else len(np.unique(groups))
    weights = None if groups is None or heads == candidates else 1 / np.bincount(groups)[groups]
    none, unknown = np.full(items, math.nan), Interval(math.nan, math.nan, math.nan, candidates)
    if heads < LEAST_CANDIDATES or items < 2:
        return Reliability(unknown, math.nan, none, unknown, math.nan)
    total, each = scores.sum(axis=1), _variances(scores, weights)
    spread = float(_variances(total[:, None], weights)[0])
    if spread == 0:
        return Reliability(unknown, math.nan, none, unknown, math.nan)
    alpha = Interval(*_alpha(each, np.ones(items), spread, heads), candidates)
    rest = _variances(total[:, None] - scores, weights)
    without = cronbach(items - 1, each.sum() - each, rest) if items > 2 else none
    parts = unknown
    if passages is not None and 1 < len(np.unique(passages)) < items:
        member = (passages == np.unique(passages)[:, None]).astype(np.float64)  # (passages, items)
        parts = Interval(*_alpha(_variances(scores @ member.T, weights), member.sum(axis=1), spread, heads), candidates)
    errors = [math.sqrt(spread * (1 - found.estimate)) for found in (alpha, parts)]
    return Reliability(alpha, errors[0], np.asarray(without), parts, errors[1])


def _variances(values: FloatArray, weights: FloatArray | None) -> FloatArray:
    """Return the columns' variances, (n, k) -> (k,), of so many independent candidates as the weights add up to."""
    variances: FloatArray
    if weights is None:
        variances = values.var(axis=0, ddof=1)
        return variances
    mean = weights @ values / weights.sum()
    variances = weights @ (values - mean) ** 2 / (weights.sum() - 1)
    return np.where(variances > _CONSTANT, variances, 0.0)


def _alpha(variances: FloatArray, sizes: FloatArray, spread: float, heads: int) -> tuple[float, float, float]:
    """Return alpha of a score's parts of these variances and sizes (Raju 1977), and its bounds."""
    part = sizes / sizes.sum()
    alpha = min(float((1 - variances.sum() / spread) / (1 - (part**2).sum())), 1.0)
    return alpha, *alpha_interval(alpha, len(part), heads)


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
