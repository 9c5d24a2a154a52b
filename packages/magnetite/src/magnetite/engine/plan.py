"""The plan: which of the cells asked for are the same, which are stored, which remain, and in what batches.

Equal texts get equal numbers, once for each context and each option; from then on cells are pairs of numbers.
A scorer that computes each cell apart gets cells of similar length, the longest first: little padding, and a lack of
memory shows in the first seconds. One that shares a context gets that context's cells together.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from examfiles.errors import UsageError
from magnetite.core.cells import BoolArray, Cells, IntArray, KeyArray, ScoreArray
from magnetite.core.scorer import Scorer, SuggestsBatches
from magnetite.engine.sorting import ordered

if TYPE_CHECKING:
    from magnetite.engine.store import StoredScores

BATCH_TOKENS = 16_384
BATCHES_A_WORKER = (
    4  # batches for each of several workers, where there are cells enough: the last ones to finish are short
)
LEAST_TOKENS = 2_048  # in a batch for one of several workers: a context that is cut is read once more, some 300 tokens


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


def plan(cells: Cells, scores: "StoredScores | None" = None) -> Plan:
    """Compare the cells asked for with each other and with those stored; without `scores`, none counts as stored."""
    first, inverse = _unique(cells)
    keys = (cells if first is inverse else cells.take(first)).keys()
    if scores is None:
        nothing = np.zeros(len(keys), dtype=np.bool_)
        return Plan(keys, first, inverse, nothing, np.full(len(keys), np.nan))
    return Plan(keys, first, inverse, *scores.lookup(keys))


def batches(
    cells: Cells, tokens: IntArray, *, shares_context: bool, batch_tokens: int = BATCH_TOKENS, workers: int = 0
) -> list[IntArray]:
    """Cut cells into batches: positions among `cells`, every one in exactly one batch.

    `tokens`, (cells,), is what each cell costs. A batch is padded to its longest cell, so it counts cells × longest;
    with `shares_context` it counts the plain sum. Either stays within `batch_tokens`; a cell above it stands alone.
    For several `workers`, batches are smaller where each would get fewer than a few, and a context is cut only where
    its own cells exceed a batch.
    Raises UsageError where `batch_tokens` is not positive.
    """
    if batch_tokens < 1:
        raise UsageError(
            f"batch_tokens is {batch_tokens}; expected a positive number of tokens, such as {BATCH_TOKENS}."
        )
    if workers:
        batch_tokens = min(batch_tokens, max(LEAST_TOKENS, -(-int(tokens.sum()) // (BATCHES_A_WORKER * workers))))
    last = tokens.max(initial=0) - tokens  # sorted by this, the longest come first
    if not shares_context:
        _, order = ordered(last)
        return _cut_by_longest(order, tokens[order], batch_tokens)
    ranks = _context_ranks(cells)[cells.rows]
    _, order = ordered(last + ranks * (last.max(initial=0) + 1))
    return _cut_by_sum(order, tokens[order], batch_tokens, _starts(ranks[order]) if workers else None)


def budget(scorer: Scorer, batch_tokens: int | None) -> int:
    """Return how many tokens a batch may have: the number given, else what the scorer suggests, else the default."""
    if batch_tokens is not None:
        return batch_tokens
    return scorer.batch_tokens if isinstance(scorer, SuggestsBatches) else BATCH_TOKENS


def compact(cells: Cells) -> Cells:
    """Return the same cells over only the contexts and options they use, so that a batch carries nothing else."""
    contexts, rows = _used(cells.rows, len(cells.contexts))
    options, columns = _used(cells.columns, len(cells.options))
    return Cells(
        tuple(map(cells.contexts.__getitem__, contexts.tolist())),
        tuple(map(cells.options.__getitem__, options.tolist())),
        rows,
        columns,
    )


def _unique(cells: Cells) -> tuple[IntArray, IntArray]:
    """Return where each unique cell stands first, (unique,), and which of them each cell is, (cells,)."""
    contexts, options = _numbered(cells.contexts), _numbered(cells.options)
    pairs = contexts.take(cells.rows)
    pairs *= len(options)
    pairs += options.take(cells.columns)
    if np.all(pairs[1:] > pairs[:-1]):  # most screens: every pair once, in order
        every = np.arange(len(pairs))
        return every, every
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


def _used(index: IntArray, size: int) -> tuple[IntArray, IntArray]:
    """Return which of `size` places are used, (used,), rising, and which of those each index is, (index,)."""
    mask = np.zeros(size, dtype=np.bool_)
    mask[index] = True
    used = np.flatnonzero(mask)
    return used, np.searchsorted(used, index)


def _context_ranks(cells: Cells) -> IntArray:
    """Rank contexts, (contexts,), longest passage first, one passage's together; equal contexts share a rank."""
    lengths = {context: (-len(context.passage), context.passage, -len(context.question)) for context in cells.contexts}
    rank = {context: i for i, context in enumerate(sorted(lengths, key=lengths.__getitem__))}
    return np.array([rank[context] for context in cells.contexts], dtype=np.int64)


def _starts(ranks: IntArray) -> IntArray:
    """Return where the run of equal numbers begins that each of them, (cells,), rising, belongs to.

    >>> _starts(np.array([0, 0, 1, 3, 3])).tolist()
    [0, 0, 2, 3, 3]
    """
    return np.searchsorted(ranks, ranks, side="left").astype(np.int64)


def _cut_by_longest(order: IntArray, tokens: IntArray, budget: int) -> list[IntArray]:
    parts, start = [], 0
    while start < len(order):
        end = start + max(1, budget // int(tokens[start]))  # tokens fall, so the first is the longest
        parts.append(order[start:end])
        start = end
    return parts


def _cut_by_sum(order: IntArray, tokens: IntArray, budget: int, starts: IntArray | None) -> list[IntArray]:
    """Cut where the budget ends; with `starts`, (cells,), where each cell's context begins, in front of a context."""
    total = np.cumsum(tokens)
    parts, start = [], 0
    while start < len(order):
        before = int(total[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(total, before + budget, side="right")))
        if starts is not None and end < len(order) and starts[end] > start:
            end = int(starts[end])
        parts.append(order[start:end])
        start = end
    return parts
