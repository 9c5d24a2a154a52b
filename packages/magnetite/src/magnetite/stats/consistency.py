"""What a score on an exam of right and wrong answers is worth, at each score and at the cut: errors and decisions.

**By score.** The standard error of measurement of one score is Lord's (1957), √(x (k - x) / (k - 1)) for x points of k:
largest in the middle and small at the ends, where few answers can change. Questions of unequal difficulty err less than
that, questions that share a passage more; so it is multiplied by the one factor that makes it agree, over the exam,
with its reliability, √((1 - reliability) / (1 - KR-21)) (Keats 1957; Feldt & Brennan 1989). For 0 and k points the
formula gives 0, which is not so; no error is stated there.

**At the cut.** How many candidates would a second exam of the same kind decide alike, and how many does this one decide
as their true score would? (Livingston & Lewis 1995.) True scores, as shares of k, follow a beta distribution with the
mean of the scores and their variance times the reliability; a score is binomial, of as many questions as make this
reliability: the effective length is

    n = (m (1 - m) - r v) / (v (1 - r))

of the mean m, variance v and reliability r of the shares. A length that is no whole number is taken as it is: the
chance to pass is an incomplete beta integral, which is defined between whole numbers too.
Livingston & Lewis fit four parameters, ends of the distribution of true scores besides. In simulation (100 candidates,
20 and 40 questions, with guessing and without) two parameters were nearer to the truth, by a fifth to a half; with 500
candidates both were alike, and four do not always exist.

**Two in three.** That two thirds of candidates score within one standard error of their true score holds of normal
errors. `within_one_error` is the share by the model above.

Intervals are percentiles of a bootstrap over candidates, which say how far other candidates could move a figure. The
model is off besides: true scores are not exactly a beta distribution. On simulated exams of 20 and 40 questions it was
off by a point on average (`benchmarks/psychometrics.py`), so that intervals by the bootstrap alone held the truth in
half of the cases with 500 candidates; both ends of decisions lie two points further out for it, those of the share
within an error one.
The same figures, by the same formulas: LL.CA of the R package betafunctions (true.model = "2P"), which takes whole
lengths.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.bootstrap import COSTLY_DRAWS, times_drawn
from magnetite.stats.intervals import TAIL, Interval
from magnetite.stats.item_analysis import LEAST_CANDIDATES, cronbach
from magnetite.stats.ragged import FloatArray

TWO_IN_THREE = math.erf(1 / math.sqrt(2))
"""Of normal errors, the share that is no larger than one standard error: 0.683."""
_NODES = 400  # true scores at which the model is added up
_DRAWS, _FEWEST_RESAMPLES = 5_000_000, 100  # candidates drawn, at most, and resamples, at least; bounds memory
_OFF, _OFF_WITHIN = 0.02, 0.01  # how far the model may be from the truth: of decisions, of the share within an error
_FEWEST_KNOWN = 0.95  # of the resamples; where fewer have a model, there is no interval


@dataclass(frozen=True, slots=True)
class TrueScores:
    """The distribution of true scores as shares of all points, beta(a, b), and the effective length of the exam."""

    a: float
    b: float
    length: float


@dataclass(frozen=True, slots=True)
class Decisions:
    """What decisions at a cut are worth, as shares of candidates.

    `consistency`: decided alike by two such exams; `chance`: by two exams that have nothing in common. `accuracy`:
    decided as by their true score; `passed_wrongly` and `failed_wrongly` are the others. `within_one_error` is told of
    the whole exam: the share who score within a standard error of measurement of their true score.
    """

    consistency: Interval
    chance: Interval
    accuracy: Interval
    passed_wrongly: Interval
    failed_wrongly: Interval


def standard_errors(items: int, mean: float, variance: float, reliability: float) -> FloatArray:
    """Return the standard error of measurement of each score, (items + 1,), in points; NaN at both ends.

    `mean` and `variance` are those of the scores in points. All are NaN without a reliability below 1, and where the
    scores vary so much that KR-21 is 1.

    >>> standard_errors(10, 6.0, 5.0, 0.58).round(2).tolist()  # KR-21 is 0.58
    [nan, 1.0, 1.33, 1.52, 1.63, 1.66, 1.63, 1.52, 1.33, 1.0, nan]
    """
    score = np.arange(items + 1.0)
    errors = np.full(items + 1, math.nan)
    known = items > 1 and variance > 0 and reliability < 1
    unlike = 1 - _kr21(items, mean, variance) if known else 0.0
    if unlike > 0:
        inside = slice(1, items)
        errors[inside] = np.sqrt((score * (items - score) / (items - 1))[inside] * (1 - reliability) / unlike)
    return errors


def _kr21(items: int, mean: float, variance: float) -> float:
    """Return Kuder and Richardson's formula 21: the reliability of questions of one difficulty."""
    return items / (items - 1) * (1 - mean * (items - mean) / (items * variance))


def true_scores(mean: float, variance: float, reliability: float) -> TrueScores | None:
    """Return the model of scores with this mean and variance, as shares of the most points; None where there is none.

    There is none where the reliability is not above 0 and below 1, or scores do not vary.

    >>> found = true_scores(0.6, 0.05, 0.8)
    >>> round(found.a, 2), round(found.b, 2), round(found.length, 1)
    (3.0, 2.0, 20.0)
    """
    if not (0 < reliability < 1 and variance > 0 and 0 < mean < 1):
        return None
    among = mean * (1 - mean) / (reliability * variance) - 1  # a + b
    length = (mean * (1 - mean) - reliability * variance) / (variance * (1 - reliability))
    return TrueScores(mean * among, (1 - mean) * among, length) if among > 0 and length >= 1 else None


def _weighted(model: TrueScores, *breaks: float) -> tuple[FloatArray, FloatArray]:
    """Return true scores and how many candidates have them, (nodes,) each; no node stands for both sides of a break."""
    from scipy.special import betainc

    edges = np.unique(np.concatenate([np.linspace(0, 1, _NODES + 1), breaks]))
    return (edges[:-1] + edges[1:]) / 2, np.diff(betainc(model.a, model.b, edges))


def _reaching(length: float, true: FloatArray, score: FloatArray | float) -> FloatArray:
    """Return the chance of a score of at least so much, on an exam of any length, whole or not."""
    from scipy.special import betainc

    least = np.clip(score, 0, length + 1)
    inside = betainc(np.maximum(least, 1e-9), np.maximum(length + 1 - least, 1e-9), true)
    reached: FloatArray = np.where(least <= 0, 1.0, np.where(least >= length + 1, 0.0, inside))
    return reached


def decided(model: TrueScores, items: int, cut: float) -> tuple[float, float, float, float, float]:
    """Return the shares of `Decisions` in their order, for those who pass with `cut` points of `items` or more."""
    least = math.ceil(cut - 1e-9)
    true, share = _weighted(model, min(max(cut / items, 0.0), 1.0))
    passing = _reaching(model.length, true, (least - 0.5) * model.length / items + 0.5)
    if not 0 < least <= items:  # all pass, or none
        passing = np.full(len(true), float(least <= 0))
    able = true >= cut / items
    overall = float(share @ passing)
    too_many, too_few = float(share @ (passing * ~able)), float(share @ ((1 - passing) * able))
    alike = float(share @ (passing**2 + (1 - passing) ** 2))
    return alike, overall**2 + (1 - overall) ** 2, 1 - too_many - too_few, too_many, too_few


def within_one_error(model: TrueScores, items: int, error: float) -> float:
    """Return the share of candidates who score within so many points of their true score, by the model."""
    true, share = _weighted(model)
    low, high = ((items * true + reach) * model.length / items + 0.5 for reach in (-error, error))
    return float(share @ (_reaching(model.length, true, low) - _reaching(model.length, true, high)))


@dataclass(frozen=True, slots=True)
class ScoreModel:
    """The true scores of those who sat an exam, `whole`, and of resamples of them; None where there is no model."""

    items: int
    candidates: int
    whole: TrueScores
    resampled: tuple[TrueScores | None, ...]


def score_model(
    right: BoolArray, *, passages: IntArray | None = None, resamples: int = COSTLY_DRAWS, seed: int = 0
) -> ScoreModel | None:
    """Model the true scores of `right`, (candidates, items); `passages`, (items,): which items share a passage.

    The reliability is alpha, or that of the passages' scores where this is lower. None with fewer than ten candidates
    or two items, and where the scores have no reliability above 0.
    """
    candidates, items = right.shape
    if candidates < LEAST_CANDIDATES or items < 2:
        return None
    resamples = min(resamples, max(_FEWEST_RESAMPLES, _DRAWS // candidates))
    drawn = times_drawn(candidates, resamples, np.random.default_rng(seed))
    times = np.concatenate([np.ones((1, candidates)), drawn])
    whole, *others = map(true_scores, *_moments(right, _members(passages, items), times))
    return None if whole is None else ScoreModel(items, candidates, whole, tuple(others))


def _members(passages: IntArray | None, items: int) -> FloatArray | None:
    """Return which items each passage has, (passages, items), as 0 and 1; None where alpha of passages says no more."""
    if passages is None or not 1 < len(np.unique(passages)) < items:
        return None
    members: FloatArray = (passages == np.unique(passages)[:, None]).astype(np.float64)
    return members


def _moments(right: BoolArray, members: FloatArray | None, times: FloatArray) -> tuple[list[float], ...]:
    """Return the means and variances of scores as shares, and the reliabilities, in samples of candidates.

    `times`, (samples, candidates), is how often each candidate is in each.
    """
    many, items = times.sum(axis=1, keepdims=True), right.shape[1]

    def variances(values: FloatArray) -> FloatArray:
        spread: FloatArray = (times @ values**2 / many - (times @ values / many) ** 2) * many / (many - 1)
        return spread

    total = right.sum(axis=1, keepdims=True, dtype=np.float64)
    spread = variances(total)[:, 0]
    reliability = cronbach(items, variances(right.astype(np.float64)).sum(axis=1), spread)
    if members is not None:
        share = np.divide(
            variances(right @ members.T).sum(axis=1), spread, out=np.full(len(spread), math.nan), where=spread > 0
        )
        reliability = np.fmin(reliability, (1 - share) / (1 - (members.sum(axis=1) ** 2).sum() / items**2))
    mean = (times @ total / many)[:, 0] / items
    return mean.tolist(), (spread / items**2).tolist(), reliability.tolist()


def decisions(model: ScoreModel, cut: float) -> Decisions:
    """Tell what passing with `cut` points or more is worth.

    >>> random = np.random.default_rng(0)
    >>> model = score_model(random.random((500, 40)) < random.beta(6, 4, (500, 1)))
    >>> found = decisions(model, 24)
    >>> found.chance.estimate < found.consistency.low < found.accuracy.low < found.accuracy.estimate
    True
    """
    return Decisions(*_intervals(model, lambda scores: decided(scores, model.items, cut), _OFF))


def share_within_one_error(model: ScoreModel) -> Interval:
    """Return the share who score within a standard error of measurement of their true score.

    Of normal errors it is `TWO_IN_THREE`.
    """

    def share(scores: TrueScores) -> tuple[float]:
        between = scores.a + scores.b
        error = math.sqrt(scores.a * scores.b / (between * (between + 1)) / scores.length)
        return (within_one_error(scores, model.items, model.items * error),)

    return next(_intervals(model, share, _OFF_WITHIN))


def _intervals(model: ScoreModel, figures: Callable[[TrueScores], tuple[float, ...]], off: float) -> Iterator[Interval]:
    """Yield each share with its interval, as far as the model is `off`; NaN where too few resamples have a model."""
    rows = np.array([figures(scores) for scores in model.resampled if scores is not None])
    enough = len(rows) >= _FEWEST_KNOWN * max(1, len(model.resampled))
    for at, estimate in enumerate(figures(model.whole)):
        low, high = np.quantile(rows[:, at], [1 - TAIL, TAIL]) if enough else (math.nan, math.nan)
        low, high = min(float(low), estimate) - off, max(float(high), estimate) + off
        yield Interval(estimate, max(low, 0.0), min(high, 1.0), model.candidates)
