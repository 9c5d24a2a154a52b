"""The area under the curve of values that the same items have in two states, with an interval clustered by passage.

The area is the share of all pairs of an item in the first state and one in the second in which the first has the higher
value, equal values counting half: 0.5 where the states are not told apart. Its interval is a t interval over the items'
placements, how many items of the other state each exceeds (DeLong, DeLong and Clarke-Pearson 1988; clustered as by
Obuchowski 1997).
"""

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.stats.intervals import Interval, mean
from magnetite.stats.ragged import FloatArray


def area(first: FloatArray, second: FloatArray, clusters: IntArray) -> Interval:
    """Estimate the area under the curve of `first` against `second`, (n,) each, of the same items.

    >>> round(area(np.array([2.0, 3, 4]), np.array([1.0, 2, 5]), np.arange(3)).estimate, 3)  # (1 + ½ + 2 + 2) / 9
    0.611
    """
    return mean(placements(first, second), clusters, least=0.0, most=1.0)


def placements(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return what each item adds to the area, (n,): their mean is the area, and their spread its error."""
    above = (first[:, None] > second).astype(np.float64) + 0.5 * (first[:, None] == second)  # (n, n)
    return np.asarray(above.mean(axis=1) + above.mean(axis=0) - above.mean())
