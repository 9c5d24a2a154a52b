"""Calibration: are a system's probabilities right as often as they say, and which temperature makes them so?

The temperature is that of Liusie et al. (2022, C.2): all scores are divided by one number so that the mean of the
highest probability, the confidence, equals the accuracy; the paper does not say on which questions. The choices stay,
and so does the accuracy. A temperature above 1 softens the probabilities, one below 1 sharpens them.
The measures are the expected calibration error over bins of equal mass (Naeini et al., 2015; the bins of Nixon et al.,
2019), the Brier score over all options (Brier, 1950) and the negative log-likelihood. Rows may differ in their number
of options; a row whose answer is -1 is not labelled.

How sure it is: entropy, effective number of options, and how many bits the passage adds (Liusie et al. 2022,
equations 1 and 2; 3 and 4 are `ragged.softmax`).
"""

import math

import numpy as np

from examfiles.errors import DataError
from magnetite.core.cells import BoolArray, IntArray
from magnetite.stats.intervals import Intervals, shares
from magnetite.stats.ragged import (
    FloatArray,
    log_softmax,
    row_maxima,
    row_put,
    row_select,
    row_shares,
    row_sums,
    row_take,
)

BINS = 10
_SPAN = 280.0  # ln(1e121): no two gaps between 32-bit scores are further apart, so every root lies in the span
_SAME_SHARE = 1e-12  # an accuracy and a confidence closer than this are equal


def fit_temperature(scores: FloatArray, counts: IntArray, answers: IntArray) -> float:
    """Return the temperature T > 0 at which the mean highest probability equals the accuracy (C.2, eq. 4).

    `scores` is (cells,), `counts` and `answers` are (rows,). Rows without a key are left out; where k options share
    the top score each counts 1/k, and a question that the system did not answer is wrong. As T grows the mean highest
    probability falls steadily, down to that of a guess, so there is one such temperature or none.
    Raises DataError where there is none, with the reason: no answer is known, all scores are equal, the accuracy is not
    above a guess's, or even the sharpest probabilities stay below it. The scores then have to stay as they are.

    >>> scores, counts, answers = np.array([4.0, 0, 4, 0, 4, 0, 0, 4]), np.array([2] * 4), np.array([0, 0, 0, 0])
    >>> round(fit_temperature(scores, counts, answers), 4)  # 3 of 4 are right, so that 4/T is ln 3
    3.641
    """
    from scipy.optimize import brentq

    on = answers >= 0
    flat, sizes = row_select(scores, counts, on), counts[on]
    below = np.repeat(row_maxima(flat, sizes), sizes) - flat
    _require_spread(below, sizes, len(counts))
    accuracy = float(row_take(row_shares(flat, sizes), sizes, answers[on]).mean())

    def excess(log_temperature: float) -> float:
        with np.errstate(over="ignore"):  # a gap over a tiny temperature may be infinite, and its weight 0
            weights = np.exp(-below / math.exp(log_temperature))
        return float((1.0 / row_sums(weights, sizes)).mean()) - accuracy

    middle = math.log(below[below > 0].mean())
    low, high = middle - _SPAN, middle + _SPAN
    _require_root(accuracy, excess(low), excess(high), len(sizes))
    return math.exp(float(brentq(excess, low, high, xtol=1e-13)))


def confidence(probabilities: FloatArray, counts: IntArray) -> FloatArray:
    """Return each row's highest probability: (cells,) to (rows,)."""
    return row_maxima(probabilities, counts)


def brier(probabilities: FloatArray, counts: IntArray, answers: IntArray) -> FloatArray:
    """Return each row's Brier score, (rows,): the squared distance from the answer, added up over all its options.

    0 is certain and right, 2 certain and wrong; a blind guess between n options scores 1 - 1/n, so that scores compare
    only between items with the same number of options. NaN where there is no answer (Brier, 1950, eq. 2).

    >>> brier(np.array([0.7, 0.2, 0.1]), np.array([3]), np.array([0])).round(6).tolist()
    [0.14]
    """
    on = answers >= 0
    right = row_put(np.zeros(len(probabilities)), counts, answers, 1.0)
    return np.where(on, row_sums((probabilities - right) ** 2, counts), np.nan)


def answer_log_probability(
    scores: FloatArray, counts: IntArray, answers: IntArray, temperature: float = 1.0
) -> FloatArray:
    """Return the natural logarithm of each answer's probability, (rows,), NaN where there is no answer.

    Its negative is the item's negative log-likelihood, in nats: 0 is certain and right, ln n a blind guess between n.
    """
    logs = row_take(log_softmax(scores, counts, temperature), counts, np.maximum(answers, 0))
    return np.where(answers >= 0, logs, np.nan)


def mass_bins(values: FloatArray, bins: int = BINS) -> IntArray:
    """Number each value's bin from 0, (n,): lowest values first, bins as equally full as ties allow.

    Equal values share a bin, that of their middle rank, so that order does not matter; a bin may therefore stay empty.
    With fewer values than `bins`, each has a bin of its own.

    >>> mass_bins(np.array([0.9, 0.5, 0.5, 0.5, 0.7, 0.8]), bins=3).tolist()
    [2, 0, 0, 0, 1, 2]
    """
    order = np.sort(values)
    first, beyond = np.searchsorted(order, values, "left"), np.searchsorted(order, values, "right")
    # In whole numbers: a middle rank on the edge of two bins must not depend on rounding.
    return np.asarray(min(bins, len(values)) * (first + beyond) // (2 * max(len(values), 1)), dtype=np.int64)


def calibration_error(confident: FloatArray, correct: FloatArray | BoolArray) -> float:
    """Return the expected calibration error, ECE, of `confident` and `correct`, (n,): NaN for none.

    The mean over bins of equal mass, weighted by their items, of the distance between mean confidence and accuracy.
    Chance alone makes it positive: see `calibration_noise`.

    >>> calibration_error(np.array([0.9, 0.9, 0.9, 0.9]), np.array([True, True, True, False])).__round__(6)
    0.15
    """
    if not len(confident):
        return math.nan
    gaps = np.bincount(mass_bins(confident, BINS), confident - correct)
    return float(np.abs(gaps).sum() / len(confident))


def calibration_noise(confident: FloatArray) -> float:
    """Return roughly the ECE that a perfectly calibrated system would show by chance on so many items.

    In each bin the surplus of right answers is taken to be normal, with the variance of independent answers that are
    right as often as `confident`, (n,), says; its mean size is √(2/π) of its deviation.
    """
    if not len(confident):
        return math.nan
    variance = np.bincount(mass_bins(confident, BINS), confident * (1 - confident))
    return float(np.sqrt(2 / np.pi * np.maximum(variance, 0)).sum() / len(confident))


def reliability(
    confident: FloatArray, correct: FloatArray | BoolArray, clusters: IntArray, bins: int = BINS
) -> tuple[IntArray, FloatArray, Intervals]:
    """Return the reliability diagram: each bin that is not empty, its mean confidence, and its accuracy's interval.

    Bins are numbered from 0, by `mass_bins`; intervals are Wilson's, clustered by `clusters`, (n,).
    """
    place = mass_bins(confident, bins)
    used = np.unique(place)
    inside = place[:, None] == used[None, :]  # (n, bins used)
    means = np.array([confident[inside[:, k]].mean() for k in range(len(used))])
    return used, means, shares(inside * correct[:, None], inside, clusters)


def _require_spread(below: FloatArray, sizes: IntArray, questions: int) -> None:
    if not len(sizes):
        why = f"none of {questions:,} questions has a known answer; accuracy is needed. Fit on questions with answers."
    elif not below.any():
        why = f"in each of {len(sizes):,} questions all scores are equal, at any temperature. {_LEAVE}"
    else:
        return
    raise DataError(f"{_NO_TEMPERATURE}: {why}")


def _require_root(accuracy: float, sharpest: float, softest: float, questions: int) -> None:
    """Raise DataError where no temperature reaches the accuracy; both ends of their reach are distances from it."""
    if softest >= -_SAME_SHARE:
        edge = f"and confidence stays above a guess's {accuracy + softest:.1%}, however soft"
    elif sharpest <= _SAME_SHARE:
        edge = f"and confidence stays below {accuracy + sharpest:.1%}, however sharp"
    else:
        return
    raise DataError(f"{_NO_TEMPERATURE}: the accuracy on {questions:,} questions is {accuracy:.1%}, {edge}. {_LEAVE}")


_NO_TEMPERATURE = "no temperature makes confidence equal accuracy"
_LEAVE = "Fit on more or other questions, or leave this system uncalibrated."


def entropy(probabilities: FloatArray, counts: IntArray) -> FloatArray:
    """Return each row's entropy in bits (0·log 0 is 0): (cells,) to (rows,), between 0 and log2 of its options.

    >>> entropy(np.array([0.5, 0.5, 1.0, 0.0]), np.array([2, 2])).tolist()
    [1.0, 0.0]
    """
    logs = np.log2(probabilities, out=np.zeros_like(probabilities), where=probabilities > 0)
    # Rounding may leave the sum a hair outside its bounds.
    return np.clip(-row_sums(probabilities * logs, counts), 0.0, np.log2(counts))


def effective_options(bits: FloatArray) -> FloatArray:
    """Return 2^H, the number of equally likely options with the same entropy: (rows,), between 1 and n (eq. 1)."""
    return np.exp2(bits)


def normalised_options(effective: FloatArray, counts: IntArray) -> FloatArray:
    """Return (2^H - 1)/(n - 1): 0 for a system that is certain, 1 for one that cannot choose, whatever n is."""
    return np.clip((effective - 1.0) / (counts - 1.0), 0.0, 1.0)


def information_gain(without: FloatArray, given: FloatArray) -> FloatArray:
    """Return how many bits of doubt the added input removes, per row (eq. 2).

    The difference of two systems' entropies approximates a mutual information; unlike one it can be negative,
    where the system is less sure with the input than without.
    """
    return without - given


def pointwise_information(without: FloatArray, given: FloatArray) -> FloatArray:
    """Return how many bits more likely the right answer becomes with the added input, per row.

    `without` and `given` are the natural logarithms of the right answer's probability, (rows,). The label-aware twin of
    `information_gain`: negative where the input misleads the system, or the key is wrong. Pointwise V-information
    (Ethayarajh et al., 2022), conditional on the question and its options.

    >>> pointwise_information(np.log([0.25]), np.log([0.5])).round(6).tolist()
    [1.0]
    """
    gained: FloatArray = (given - without) / np.log(2)
    return gained
