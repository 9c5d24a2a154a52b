"""How sure a system is: entropy, effective number of options, and how many bits the passage adds.

Equations 1 and 2 of Liusie et al. (2022); 3 and 4 are `ragged.softmax`. Rows may differ in their number of options.
"""

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.stats.ragged import FloatArray, row_sums


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
