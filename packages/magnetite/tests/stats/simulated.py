"""Exams of few and many passages, whose questions are alike or not, as tests and benchmarks of intervals draw them."""

import numpy as np


def passages_of(passages, *, even):
    """Return each question's passage: four questions each, or one to ten."""
    sizes = np.full(passages, 4) if even else np.linspace(1, 10, passages).round().astype(int)
    return np.repeat(np.arange(passages), sizes)


def outcomes(random, clusters, probabilities, alike, exams):
    """Draw one of several outcomes for each question of every exam, (questions, exams).

    `alike`: the correlation of two questions of a passage. The passages' own probabilities are Dirichlet's.
    """
    groups = clusters.max() + 1
    chances = np.broadcast_to(np.array(probabilities), (groups, exams, len(probabilities)))
    if alike:
        weight = (1 - alike) / alike
        drawn = random.gamma(weight * np.maximum(probabilities, 1e-9), size=chances.shape)
        chances = drawn / drawn.sum(axis=2, keepdims=True)
    below = random.random((len(clusters), exams))
    return sum((below > edge[clusters]).astype(np.int64) for edge in np.moveaxis(chances.cumsum(axis=2), 2, 0)[:-1])


def wilsons_n(interval, quantile):
    """Return the number of answers for which each end between 0 and 1 is Wilson's: those p with |p̂ - p| = q·√(pq/n)."""
    ends = [end for end in (interval.low, interval.high) if 1e-9 < end < 1 - 1e-9]
    return [quantile**2 * end * (1 - end) / (interval.estimate - end) ** 2 for end in ends]


def missed(low, high, truth):
    """Return the share of intervals that leave out the truth."""
    return float(1 - np.mean((low <= truth + 1e-9) & (truth - 1e-9 <= high)))
