"""Intervals where observations are crossed: each participant answers many questions, each question many participants.

Two participants' answers to one question are alike, and so are one participant's answers to two questions. The variance
is that of two-way clustering (Cameron, Gelbach and Miller, 2011): by participants, plus by questions, minus what both
count, and never less than either alone. Intervals use Student's t with one degree of freedom fewer than the smaller of
the two numbers.

- A share's is Wilson's, over the number of observations that would have that variance, with the t quantile; a share of
  0 or 1, which shows no variation, counts as many observations as the smaller number of participants and questions.
- A difference between two conditions is a regression's: with an effect of its own for every participant, and for every
  question where questions occur under both conditions, so that neither ability nor difficulty distorts it.
- The shares under both conditions are that regression's predictive margins (Graubard and Korn, 1999): those of all
  answers that were given, as if each had been given under one condition. So they differ by the difference, and where
  everybody answered everything they are the shares as counted.

A crossed bootstrap (participants and questions both resampled) counts the noise of single answers three times (Owen,
2007), so that its intervals are too wide for questions that are their own control: see docs/decisions/018-studies.md.
"""

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.intervals import TAIL, Interval
from magnetite.stats.ragged import FloatArray

POWER = 0.8
ROUNDING = 1e-9


def crossed_share(successes: BoolArray, participants: IntArray, questions: IntArray) -> Interval:
    """Estimate a share, (n,), with an interval for other participants and other questions.

    NaN without observations; 0 to 1 with a single participant or a single question.

    >>> right = np.array([True, True, True, False])
    >>> crossed_share(right, np.array([1, 1, 2, 2]), np.array([1, 2, 1, 2])).estimate
    0.75
    """
    n = len(successes)
    if not n:
        return Interval(np.nan, 0.0, 1.0, 0)
    estimate = float(successes.mean())
    return _adjusted(estimate, *_variance((successes - estimate) / n, participants, questions), n)


def crossed_difference(
    values: FloatArray | BoolArray,
    second: BoolArray,
    participants: IntArray,
    questions: IntArray,
    clusters: IntArray | None = None,
) -> Interval:
    """Estimate by how much higher the mean of `values`, (n,), is where `second` holds than where it does not.

    `clusters`, (n,): what questions have in common, such as their passage; without it each stands alone. NaN where one
    of the conditions has no observation; no interval (NaN) with fewer than two participants or clusters.
    """
    n = len(values)
    if not n or second.all() or not second.any():
        return Interval(np.nan, np.nan, np.nan, n)
    effects, contrast = _contrast(second, participants, questions)
    outcome, weight = _without(effects, np.asarray(values, dtype=np.float64)), float(contrast @ contrast)
    estimate = float(contrast @ outcome) / weight
    left = n - int(np.linalg.matrix_rank(effects)) - 1
    residual = (outcome - estimate * contrast) * np.sqrt(n / left) if left > 0 else np.zeros(n)
    influence, groups = contrast * residual / weight, questions if clusters is None else clusters
    variance, freedom = _variance(influence, participants, groups)
    most = 1.0 if values.dtype == np.bool_ else np.inf
    within = max(-most, min(estimate, most))  # a straight line does not know that shares end at 0 and 1
    if freedom < 1 or left < 1:
        return Interval(within, np.nan, np.nan, n)
    half = _quantile(freedom) * float(np.sqrt(variance))
    return Interval(within, max(estimate - half, -most), min(estimate + half, most), n)


def crossed_shares(
    successes: BoolArray,
    second: BoolArray,
    participants: IntArray,
    questions: IntArray,
    clusters: IntArray | None = None,
) -> tuple[Interval, Interval]:
    """Estimate the shares where `second` does not hold and where it does, (n,), allowing for who answered what.

    They differ by the estimate of `crossed_difference`, unless one of them is cut off at 0 or 1. Intervals are
    Wilson's, as those of `crossed_share`, which this is where a condition has no answers.

    >>> right, second = np.array([True, True, False, True]), np.array([False, True, True, False])
    >>> shares = crossed_shares(right, second, np.array([1, 1, 2, 2]), np.array([1, 2, 1, 2]))
    >>> [round(each.estimate, 2) for each in shares]
    [1.0, 0.5]
    """
    groups = questions if clusters is None else clusters
    counted = [crossed_share(successes[on], participants[on], groups[on]) for on in (~second, second)]
    if not len(successes) or second.all() or not second.any():
        return counted[0], counted[1]
    contrast = _contrast(second, participants, questions)[1]
    slope = contrast / float(contrast @ contrast)  # the difference is slope @ successes
    under = float(second.mean())
    weights = [1 / len(successes) + part * slope for part in (-under, 1 - under)]
    margins = [min(max(float(weight @ successes), 0.0), 1.0) for weight in weights]
    estimates = [
        plain.estimate if abs(margin - plain.estimate) < ROUNDING else margin
        for margin, plain in zip(margins, counted, strict=True)
    ]
    apart: FloatArray = successes - np.where(second, estimates[1], estimates[0])
    first, other = (
        _adjusted(estimate, *_variance(weight * apart, participants, groups), plain.n)
        for estimate, weight, plain in zip(estimates, weights, counted, strict=True)
    )
    return first, other


def detectable(interval: Interval, participants: IntArray, clusters: IntArray) -> float:
    """Return the smallest difference of shares that a study as precise finds 4 times in 5; NaN where it finds none.

    It finds a difference where the 95% interval excludes 0. `clusters`: those that the interval was made with.
    """
    from scipy.special import stdtrit

    freedom = min(len(np.unique(participants)), len(np.unique(clusters))) - 1
    half = max(interval.high - interval.estimate, interval.estimate - interval.low)  # one end may be cut off at 1
    least = float(half * (1 + stdtrit(freedom, POWER) / _quantile(freedom)))
    return least if least <= 1 else np.nan


def _contrast(second: BoolArray, participants: IntArray, questions: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the effects that a difference allows for, (n, k), and what they leave of the condition, (n,)."""
    effects = _effects(second, participants, questions)
    contrast = _without(effects, second.astype(np.float64))
    if float(contrast @ contrast) < ROUNDING:  # participants and questions together determine the condition
        effects = np.ones((len(second), 1))
        contrast = _without(effects, second.astype(np.float64))
    return effects, contrast


def _adjusted(estimate: float, variance: float, freedom: int, n: int) -> Interval:
    """Return a share with Wilson's interval over as many observations as would have the variance, as a share's is."""
    if freedom < 1:
        return Interval(estimate, 0.0, 1.0, n)
    spread = estimate * (1 - estimate)
    varies = variance > ROUNDING**2 and spread > 0
    effective = min(spread / variance if varies else freedom + 1.0, float(n))
    low, high = _wilson(estimate, effective, _quantile(freedom))
    return Interval(estimate, low, high, n)


def _effects(second: BoolArray, participants: IntArray, questions: IntArray) -> FloatArray:
    """Return a constant and indicators of participants and questions, if half or more occur under both conditions."""
    columns = [np.ones((len(second), 1))]
    for codes in (participants, questions):
        names, place = np.unique(codes, return_inverse=True)
        under = np.bincount(place, second, len(names)) / np.bincount(place, minlength=len(names))
        if ((under > 0) & (under < 1)).mean() >= 0.5:
            columns.append((place[:, None] == np.arange(len(names))[None, :]).astype(np.float64))
    return np.hstack(columns)


def _without(effects: FloatArray, values: FloatArray) -> FloatArray:
    """Return what is left of values, (n,), when the effects, (n, k), are taken out by least squares."""
    left: FloatArray = values - effects @ np.linalg.lstsq(effects, values, rcond=None)[0]
    return left


def _variance(influence: FloatArray, participants: IntArray, questions: IntArray) -> tuple[float, int]:
    """Return the variance of the sum of observations' influences, (n,), clustered both ways; its degrees of freedom."""
    sides = [_one_way(influence, codes) for codes in (participants, questions)]
    smaller = min(groups for _, groups in sides)
    n = len(influence)
    if smaller < 2:
        return np.nan, smaller - 1
    both = float(influence @ influence) * n / (n - 1)
    (by_participants, _), (by_questions, _) = sides
    return max(by_participants + by_questions - both, by_participants, by_questions), smaller - 1


def _one_way(influence: FloatArray, codes: IntArray) -> tuple[float, int]:
    names, place = np.unique(codes, return_inverse=True)
    sums = np.bincount(place, influence, len(names))
    groups = len(names)
    return float(sums @ sums) * groups / max(groups - 1, 1), groups


def _quantile(freedom: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, TAIL))


def _wilson(estimate: float, n: float, quantile: float) -> tuple[float, float]:
    centre = (n * estimate + quantile**2 / 2) / (n + quantile**2)
    half = quantile * np.sqrt(n * estimate * (1 - estimate) + quantile**2 / 4) / (n + quantile**2)
    low, high = min(centre - half, estimate), max(centre + half, estimate)
    return max(float(low), 0.0), min(float(high), 1.0)
