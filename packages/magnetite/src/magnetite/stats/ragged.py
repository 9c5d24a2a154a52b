"""Rows of different lengths: one flat array of scores, and the number in each row. Sums, maxima, softmax.

Items may have any number of options, so their scores are kept flat, row after row, in the order of
`core.cells.own_cells`.
"""

import numpy as np
import numpy.typing as npt

from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.scorer import NO_ANSWER

FloatArray = npt.NDArray[np.float64]


def row_starts(counts: IntArray) -> IntArray:
    """Return where each row begins, (rows,). Raises ValueError for an empty row.

    >>> row_starts(np.array([2, 3, 4])).tolist()
    [0, 2, 5]
    """
    if (counts < 1).any():
        raise ValueError(f"row {int(np.argmin(counts))} is empty; every row needs at least one value.")
    return np.cumsum(counts) - counts


def row_sums(values: FloatArray, counts: IntArray) -> FloatArray:
    """Add up each row: (cells,) to (rows,)."""
    return np.add.reduceat(values, row_starts(counts)) if len(counts) else np.zeros(0)


def row_maxima(values: FloatArray, counts: IntArray) -> FloatArray:
    """Return each row's largest value: (cells,) to (rows,)."""
    return np.maximum.reduceat(values, row_starts(counts)) if len(counts) else np.zeros(0)


def row_argmaxima(values: FloatArray, counts: IntArray) -> IntArray:
    """Return the position within each row of its largest value, the first of equals: (cells,) to (rows,).

    >>> row_argmaxima(np.array([1.0, 3.0, 2.0, 5.0, 5.0]), np.array([3, 2])).tolist()
    [1, 0]
    """
    top = np.repeat(row_maxima(values, counts), counts)
    last = int(counts.max(initial=0))
    positions = np.arange(counts.sum()) - np.repeat(row_starts(counts), counts)
    position = np.where(values == top, positions, last)
    return np.minimum.reduceat(position, row_starts(counts)) if len(counts) else np.zeros(0, dtype=np.int64)


def row_shares(scores: FloatArray, counts: IntArray, without: IntArray | None = None) -> FloatArray:
    """Return each value's share of its row's choice, `without` one of each, (cells,): 1/k where k share the top score.

    All are 0 in a row that has the score of no answer throughout.

    >>> row_shares(np.array([1.0, 3.0, 3.0, 5.0, 2.0]), np.array([3, 2])).tolist()
    [0.0, 0.5, 0.5, 1.0, 0.0]
    """
    stayed = scores if without is None else row_put(scores, counts, without, -np.inf)
    top = stayed == np.repeat(row_maxima(stayed, counts), counts)
    shared = row_sums(top * 1.0, counts)
    answered = row_sums((scores != NO_ANSWER) * 1.0, counts) > 0
    return np.asarray(top * np.repeat(np.where(answered, 1 / shared, 0.0), counts))


def row_choices(
    scores: FloatArray, counts: IntArray, without: IntArray | None = None, lots: FloatArray | None = None
) -> IntArray:
    """Return each row's best position, `without` one of each, (rows,); -1 where all have the score of no answer.

    Of values that share the top score the one with the highest lot is taken, (cells,), each above 0; without lots, the
    first.
    """
    shares = row_shares(scores, counts, without)
    drawn = shares if lots is None else np.where(shares > 0, lots, 0.0)
    return np.where(row_maxima(shares, counts) > 0, row_argmaxima(drawn, counts), -1)


def row_take(values: FloatArray, counts: IntArray, positions: IntArray) -> FloatArray:
    """Take one value of each row, by its position within the row: (cells,) to (rows,)."""
    column: FloatArray = values[row_starts(counts) + positions]
    return column


def row_select(values: FloatArray, counts: IntArray, rows: BoolArray) -> FloatArray:
    """Keep the values of some rows: (cells,) to (cells of those rows,); their counts are `counts[rows]`.

    >>> row_select(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([2, 3]), np.array([False, True])).tolist()
    [3.0, 4.0, 5.0]
    """
    selection: FloatArray = values[np.repeat(rows, counts)]
    return selection


def row_put(values: FloatArray, counts: IntArray, positions: IntArray, value: float) -> FloatArray:
    """Return a copy with one value per row replaced; a row whose position is negative stays as it is."""
    copy = values.copy()
    rows = positions >= 0
    copy[(row_starts(counts) + positions)[rows]] = value
    return copy


def softmax(scores: FloatArray, counts: IntArray, temperature: float = 1.0) -> FloatArray:
    """Turn each row's scores into probabilities that add up to 1: (cells,) to (cells,).

    A temperature above 1 softens them, one below 1 sharpens them; the order of the options stays (Liusie et al. 2022,
    equations 3 and 4).

    >>> softmax(np.array([0.0, np.log(9.0)]), np.array([2]), temperature=2.0).round(2).tolist()
    [0.25, 0.75]
    """
    weights = np.exp(_below_best(scores, counts, temperature))
    probabilities: FloatArray = weights / np.repeat(row_sums(weights, counts), counts)
    return probabilities


def log_softmax(scores: FloatArray, counts: IntArray, temperature: float = 1.0) -> FloatArray:
    """Return the natural logarithm of `softmax`, (cells,): finite even where a probability rounds to 0."""
    gaps = _below_best(scores, counts, temperature)
    logs: FloatArray = gaps - np.repeat(np.log(row_sums(np.exp(gaps), counts)), counts)
    return logs


def _below_best(scores: FloatArray, counts: IntArray, temperature: float) -> FloatArray:
    """Return each score's distance below its row's best, over the temperature: 0 or less, so that exp is safe."""
    with np.errstate(over="ignore"):  # a tiny temperature may send a distance to -inf, and its weight to 0
        scaled: FloatArray = (scores - np.repeat(row_maxima(scores, counts), counts)) / temperature
    return scaled
