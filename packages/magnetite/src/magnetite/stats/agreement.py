"""Agreement: do systems choose alike more often than their accuracies explain, or judges more often than by chance?

Cohen's kappa (1960) compares the observed agreement with that expected of independent systems. The categories cannot
be the letters A, B, C here: option A of one question has nothing to do with option A of the next. What compares across
questions is being right, and being wrong in the same way. So the chance model is that of error consistency (Geirhos et
al., 2020), extended to several wrong options as by Goel et al. (2025, the discrete form of their kappa): on an item
with n options, two independent systems that are right there with probabilities p and q agree with probability

    p·q + (1 - p)·(1 - q) / (n - 1)

both right, or both wrong on the same of n - 1 wrong options, each as likely. Goel et al. take p to be the accuracy on
every item. Where items differ in n, that would count it as agreement that both find few options easier; so here p
varies with n as for somebody who knows some answers and guesses the others. Where all items have the same n, the two
definitions are the same.
That wrong options attract evenly is a model, not a fact: two systems that read alike also share errors. So a positive
kappa says that systems err together, not why.

Krippendorff's alpha is for those who judge the same units: nominal data, any number of judges, who may skip units
(Krippendorff, 2011, "Computing Krippendorff's Alpha-Reliability"). alpha = 1 - D_o / D_e, from the matrix of
coincidences, in which each unit judged m times counts each of its ordered pairs 1/(m - 1). 1 is perfect agreement, 0
what chance gives.
"""

from dataclasses import dataclass, replace

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.stats.intervals import TAIL, Interval, difference, jackknife, share
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often two systems choose the same, how often they would by chance, and kappa, with its interval.

    Kappa is NaN where they would always agree by chance: both are always right.
    """

    observed: Interval
    expected: float
    kappa: Interval


@dataclass(frozen=True, slots=True)
class SharedErrors:
    """How often a second system takes the wrong option that a first one took, among the first one's errors.

    `expected` is the share if the second, where it errs too, took every wrong option equally often; `excess` is the
    difference. All NaN where the first makes no error.
    """

    observed: Interval
    expected: float
    excess: Interval


def agreement(first: IntArray, second: IntArray, answers: IntArray, counts: IntArray, clusters: IntArray) -> Agreement:
    """Compare two systems' choices with those of independent systems as accurate; arrays are (n,), over labelled items.

    A choice below 0 is none, and agrees with nothing.

    Kappa's interval is a t interval over clusters (`jackknife`), accuracies included; NaN with fewer than two clusters,
    and where both systems are always right without one of them.
    """
    same, sizes = (first == second) & (first >= 0), np.unique(counts)
    by_size = counts[:, None] == sizes[None, :]
    values = np.column_stack([same, first == answers, second == answers, by_size]).astype(np.float64)

    def measures(means: FloatArray) -> FloatArray:
        expected = _chance(means, sizes)
        possible, kappa = expected < 1 - 1e-12, np.full(len(means), np.nan)
        kappa[possible] = (means[possible, 0] - expected[possible]) / (1 - expected[possible])
        return np.column_stack([expected, kappa])

    found = jackknife(values, clusters, measures)
    kappa = replace(found[1], high=min(found[1].high, 1.0))
    return Agreement(share(same, clusters), found[0].estimate, kappa)


def shared_errors(
    first: IntArray, second: IntArray, answers: IntArray, counts: IntArray, clusters: IntArray
) -> SharedErrors:
    """Count how often `second` follows `first` into its errors; all arrays are (n,), over labelled items.

    A choice below 0 is none: where the first makes none there is nothing to follow.
    """
    on = (first != answers) & (first >= 0)
    followed, wrong = (first == second)[on], ((second != answers) & (second >= 0))[on]
    by_chance = wrong / (counts[on] - 1.0)
    expected = float(by_chance.mean()) if on.any() else np.nan
    return SharedErrors(share(followed, clusters[on]), expected, difference(followed, by_chance, clusters[on]))


def right_by_options(accuracy: FloatArray, guess: FloatArray, counts: IntArray) -> FloatArray:
    """Return the probability of a right answer by number of options, (k, sizes), given the overall accuracy, (k,).

    `guess`, (k,), is the mean of 1/n over the items, and `counts`, (sizes,), the numbers of options. At or above the
    accuracy of guessing, the errors are a constant part of a guess's errors (some answers are known, the others
    guessed); below it, the right answers are a constant part of a guess's. The average over the items is the accuracy.

    >>> right_by_options(np.array([0.6]), np.array([0.375]), np.array([2, 4])).round(2).tolist()
    [[0.68, 0.52]]
    """
    blind = 1.0 / counts
    errors = ((1 - accuracy) / (1 - guess))[:, None] * (1 - blind)
    below = (accuracy / guess)[:, None] * blind
    return np.where((accuracy >= guess)[:, None], 1 - errors, below)


def _chance(means: FloatArray, sizes: IntArray) -> FloatArray:
    """Return the agreement expected of independent systems, (k,).

    `means`, (k, 3 + sizes), holds the means of: same choice, first right, second right, and having each number of
    options.
    """
    parts = means[:, 3:]
    guess = parts @ (1.0 / sizes)
    first, second = (right_by_options(means[:, column], guess, sizes) for column in (1, 2))
    chance: FloatArray = (parts * (first * second + (1 - first) * (1 - second) / (sizes - 1.0))).sum(axis=1)
    return chance


def nominal_alpha(units: IntArray, values: IntArray) -> Interval:
    """Return alpha of judgements, (n,), of units, (n,), with a t interval over units (a jackknife).

    `n` is the number of judgements of units judged at least twice. NaN where there is none or all values are the same;
    no interval (NaN) where that is so without one of the units.

    >>> nominal_alpha(np.array([1, 1, 2, 2]), np.array([0, 0, 1, 1])).estimate
    1.0
    """
    from scipy.special import stdtrit

    counts = _counts(units, values)
    size, judged = len(counts), counts.sum(axis=1)
    if not size:
        return Interval(np.nan, np.nan, np.nan, 0)
    disagreeing = (judged**2 - (counts**2).sum(axis=1)) / (judged - 1)  # ordered pairs that differ
    every = counts.sum(axis=0), disagreeing.sum(), judged.sum()
    estimate = float(_alpha(*(each[None] for each in every))[0])
    if size < 2:
        return Interval(estimate, np.nan, np.nan, int(every[2]))
    apart = _alpha(every[0] - counts, every[1] - disagreeing, every[2] - judged) - estimate  # without one unit each
    reach = float(stdtrit(size - 1, TAIL) * np.sqrt((size - 1) / size * (apart @ apart)))
    return Interval(estimate, estimate - reach, min(estimate + reach, 1.0), int(every[2]))


def _counts(units: IntArray, values: IntArray) -> FloatArray:
    """Return how often each value was given to each unit, (units, values), of units judged at least twice."""
    unit, place = np.unique(units, return_inverse=True)[1], np.unique(values, return_inverse=True)[1]
    counts = np.zeros((int(unit.max(initial=-1)) + 1, int(place.max(initial=-1)) + 1))
    np.add.at(counts, (unit, place), 1.0)
    judged: FloatArray = counts[counts.sum(axis=1) > 1]
    return judged


def _alpha(totals: FloatArray, disagreeing: FloatArray, n: FloatArray) -> FloatArray:
    """Return alpha, (k,), of the judgements of each value, (k, values), and of all, (k,); NaN where it is undefined."""
    expected = n**2 - (totals**2).sum(axis=1)
    alpha: FloatArray = 1 - np.divide((n - 1) * disagreeing, expected, out=np.full(len(n), np.nan), where=expected > 0)
    return alpha
