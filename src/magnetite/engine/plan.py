"""The plan: which of the cells asked for are the same, which are stored, and which remain to be scored.

Equal texts get equal numbers, once for each context and each option; from then on cells are pairs of numbers.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, Cells, IntArray, KeyArray, ScoreArray
from magnetite.engine.sorting import ordered
from magnetite.engine.store import Scores


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The unique cells among those asked for, context by context, and what is known of them."""

    keys: KeyArray  # (unique, 2)
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
    """Compare the cells asked for with each other and with those stored; without `scores`, none counts as stored."""
    first, inverse = _unique(cells)
    keys = cells.take(first).keys()
    if scores is None:
        nothing = np.zeros(len(keys), dtype=np.bool_)
        return Plan(keys, first, inverse, nothing, np.full(len(keys), np.nan, dtype=np.float32))
    return Plan(keys, first, inverse, *scores.lookup(keys))


def _unique(cells: Cells) -> tuple[IntArray, IntArray]:
    """Return where each unique cell stands first, (unique,), and which of them each cell is, (cells,)."""
    contexts, options = _numbered(cells.contexts), _numbered(cells.options)
    pairs = contexts.take(cells.rows)
    pairs *= len(options)
    pairs += options.take(cells.columns)
    if np.all(pairs[1:] > pairs[:-1]):  # most screens: every pair once, in order
        return np.arange(len(pairs)), np.arange(len(pairs))
    values, order = ordered(pairs)
    new = np.ones(len(values), dtype=np.bool_)
    new[1:] = values[1:] != values[:-1]
    inverse = np.empty(len(values), dtype=np.int64)
    inverse[order] = np.cumsum(new) - 1
    return order[new], inverse


def _numbered(texts: Sequence[Hashable]) -> IntArray:
    """Number texts, (texts,), in order of appearance; equal ones get the same number."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(text, len(numbers)) for text in texts], dtype=np.int64)
