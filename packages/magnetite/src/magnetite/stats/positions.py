"""Which position is preferred where options are shown in several orders, and what is left without that preference.

All arrays are of questions with k options each that were shown in the same orders, in which every option stands equally
often in every position. Probabilities are logarithms and stand by position, (items, orders, k).

The prior is that of PriDe (Zheng et al. 2024, "Large language models are not robust multiple choice selectors", §4):
what a system observably gives a position is taken for the product of a prior of the position and a probability of the
option that stands there, which no order changes. Averaged over orders, the logarithms of the second are the same for
all positions, and what is left is the prior.
"""

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS
from magnetite.stats.ragged import FloatArray

MOST_COUNTS = 4_000_000  # counts gathered at a time; bounds memory at 32 MB


def question_priors(logs: FloatArray) -> FloatArray:
    """Estimate each question's prior of the positions, (items, k): the softmax of the mean over orders of log p.

    >>> asked = np.log([[[0.8, 0.2], [0.5, 0.5]]])  # one question in two orders: the option of 0.8 moves to the end
    >>> question_priors(asked).round(3).tolist()
    [[0.667, 0.333]]
    """
    mean = logs.mean(axis=1)
    weights = np.exp(mean - mean.max(axis=1, keepdims=True))
    priors: FloatArray = weights / weights.sum(axis=1, keepdims=True)
    return priors


def position_prior(logs: FloatArray) -> FloatArray:
    """Estimate the prior of the positions, (k,): the mean of the questions' own priors."""
    prior: FloatArray = question_priors(logs).mean(axis=0)
    return prior


def without_prior(logs: FloatArray, prior: FloatArray) -> FloatArray:
    """Divide a prior, (k,), out of the probabilities, and let them add up to 1 again: (…, k), logarithms both.

    >>> np.exp(without_prior(np.log([0.8, 0.2]), np.array([2 / 3, 1 / 3]))).round(3).tolist()
    [0.667, 0.333]
    """
    left = logs - np.log(np.maximum(prior, np.finfo(np.float64).tiny))
    top = left.max(axis=-1, keepdims=True)
    normalised: FloatArray = left - top - np.log(np.exp(left - top).sum(axis=-1, keepdims=True))
    return normalised


def preference_p(counts: IntArray, clusters: IntArray, *, resamples: int = BOOTSTRAP_DRAWS, seed: int = 0) -> float:
    """Test whether all positions are chosen alike; `counts`, (items, k), is how often each was chosen over the orders.

    Without a preference it makes no difference with which rotation the orders begin, so a cluster's counts may be
    turned by any number of positions. The statistic is the sum of the squared distances of the positions' counts from
    their mean; p is the share of random turns, and of the counts as they are, that reach it. 1 for no choice.

    >>> preference_p(np.array([[4, 0], [3, 1]] * 6), np.arange(12)) < 0.01
    True
    >>> preference_p(np.array([[1, 1]] * 12), np.arange(12))
    1.0
    """
    groups, positions = int(clusters.max(initial=-1)) + 1, counts.shape[1]
    sums = np.zeros((groups, positions), dtype=np.int64)
    np.add.at(sums, clusters, counts)
    turned = np.stack([np.roll(sums, turn, axis=1) for turn in range(positions)], axis=1)  # (groups, turns, positions)
    observed, random, reached = _unevenness(sums.sum(axis=0)), np.random.default_rng(seed), 1
    block = max(1, MOST_COUNTS // max(groups * positions, 1))
    for start in range(0, resamples, block):
        turns = random.integers(positions, size=(min(block, resamples - start), groups))
        reached += int((_unevenness(turned[np.arange(groups), turns].sum(axis=1)) >= observed).sum())
    return reached / (resamples + 1)


def _unevenness(counts: IntArray) -> IntArray:
    """Return k² times the sum of the squared distances of counts, (…, k), from their mean: whole numbers."""
    gaps = counts * counts.shape[-1] - counts.sum(axis=-1, keepdims=True)
    return np.asarray((gaps**2).sum(axis=-1))
