"""Which findings stand out from luck: a selection that holds the share of lucky ones at a rate, by decoys."""

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.stats.ragged import FloatArray

_ROUNDING = 1e-9


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


def _counts(chances: FloatArray) -> FloatArray:
    """Return how likely each number of right answers is, (answers + 1,)."""
    from scipy.stats import binom

    likely = np.ones(1)
    for chance, many in zip(*np.unique(chances, return_counts=True), strict=True):
        likely = np.convolve(likely, binom.pmf(np.arange(many + 1), many, chance))
    return likely
