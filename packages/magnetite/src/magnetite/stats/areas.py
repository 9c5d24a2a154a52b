"""The area under the ROC curve: how well values tell two groups of items apart, or two states of the same items.

It is the share of all pairs of one of each in which the first has the higher value, equal values counting half, which
is the statistic of Mann and Whitney (1947) over its pairs (Hanley and McNeil 1982): 0.5 where they are not told apart.
Of the same items in two states, the interval is a t interval over the items' placements, how many items of the other
state each exceeds (DeLong, DeLong and Clarke-Pearson 1988; clustered as by Obuchowski 1997).
"""

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.stats.intervals import Interval, mean
from magnetite.stats.ragged import FloatArray


def area_under_curve(values: FloatArray, others: FloatArray) -> float:
    """Return the area of one group's values, (n,), against another's, (m,).

    >>> area_under_curve(np.array([0.9, 0.5]), np.array([0.5, 0.1]))
    0.875
    """
    return float(_above(values, others).mean())


def area(first: FloatArray, second: FloatArray, clusters: IntArray) -> Interval:
    """Estimate the area under the curve of `first` against `second`, (n,) each, of the same items.

    >>> round(area(np.array([2.0, 3, 4]), np.array([1.0, 2, 5]), np.arange(3)).estimate, 3)  # (1 + ½ + 2 + 2) / 9
    0.611
    """
    return mean(placements(first, second), clusters, least=0.0, most=1.0)


def placements(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return what each item adds to the area, (n,): their mean is the area, and their spread its error."""
    above = _above(first, second)
    return np.asarray(above.mean(axis=1) + above.mean(axis=0) - above.mean())


def _above(values: FloatArray, others: FloatArray) -> FloatArray:
    """Return whether each value is above each other one, (n, m), a half where it is equal."""
    return np.asarray((values[:, None] > others) + 0.5 * (values[:, None] == others))
