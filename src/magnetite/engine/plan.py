"""The plan: which of the cells asked for are the same, which are stored, and which remain to be scored.

What this file leaves out: the order in which the remaining ones are scored (`batches`).
"""

from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, Cells, IntArray, KeyArray, ScoreArray
from magnetite.engine.store import Scores, sorted_keys


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Hold the unique cells among those asked for, and what is known of them."""

    keys: KeyArray  # (unique, 2), sorted
    first: IntArray  # (unique,): where each stands first among the cells asked for
    inverse: IntArray  # (asked,): which unique cell each asked one is
    known: BoolArray  # (unique,): whether it is stored
    values: ScoreArray  # (unique,): its score; NaN where it is not stored

    @property
    def asked(self) -> int:
        """Count the cells asked for."""
        return len(self.inverse)

    @property
    def unique(self) -> int:
        """Count the cells that differ in their texts."""
        return len(self.first)

    @property
    def stored(self) -> int:
        """Count the unique cells whose score is stored."""
        return int(np.count_nonzero(self.known))

    @property
    def to_score(self) -> int:
        """Count the unique cells that remain to be scored."""
        return self.unique - self.stored

    @property
    def remaining(self) -> IntArray:
        """Return which unique cells remain to be scored, (to_score,)."""
        return np.flatnonzero(~self.known)


def plan(cells: Cells, scores: Scores | None = None) -> Plan:
    """Compare the cells asked for with each other and with what is stored; without `scores` nothing is."""
    keys = cells.keys()
    first, inverse = _unique(keys)
    keys = keys[first]
    if scores is None:
        nothing = np.zeros(len(keys), dtype=np.bool_)
        return Plan(keys, first, inverse, nothing, np.full(len(keys), np.nan, dtype=np.float32))
    return Plan(keys, first, inverse, *scores.lookup(keys))


def _unique(keys: KeyArray) -> tuple[IntArray, IntArray]:
    order, new = sorted_keys(keys)
    inverse = np.empty(len(order), dtype=np.int64)
    inverse[order] = np.cumsum(new) - 1
    return order[new], inverse
