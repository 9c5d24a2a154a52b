"""Batches: the order in which cells are scored, cut by a token budget.

A scorer that computes each cell apart gets cells of similar length, the longest first: little padding, and a lack of
memory shows in the first seconds. One that shares a context gets that context's cells together.
"""

import numpy as np

from magnetite.core.cells import Cells, IntArray
from magnetite.core.errors import UsageError
from magnetite.core.scorer import Scorer
from magnetite.engine.sorting import ordered

BATCH_TOKENS = 16_384


def batches(
    cells: Cells, tokens: IntArray, *, shares_context: bool, batch_tokens: int = BATCH_TOKENS
) -> list[IntArray]:
    """Cut cells into batches: positions among `cells`, every one in exactly one batch.

    `tokens`, (cells,), is what each cell costs. A batch is padded to its longest cell, so it counts cells × longest;
    with `shares_context` it counts the plain sum. Either stays within `batch_tokens`; a cell above it stands alone.
    Raises UsageError where `batch_tokens` is not positive.
    """
    if batch_tokens < 1:
        raise UsageError(
            f"batch_tokens is {batch_tokens}; expected a positive number of tokens, such as {BATCH_TOKENS}."
        )
    last = tokens.max(initial=0) - tokens  # sorted by this, the longest come first
    if shares_context:
        last += _context_ranks(cells)[cells.rows] * (last.max(initial=0) + 1)
    _, order = ordered(last)
    cut = _cut_by_sum if shares_context else _cut_by_longest
    return cut(order, tokens[order], batch_tokens)


def budget(scorer: Scorer, batch_tokens: int | None) -> int:
    """Return how many tokens a batch may have: the number given, else what the scorer suggests, else the default."""
    return getattr(scorer, "batch_tokens", BATCH_TOKENS) if batch_tokens is None else batch_tokens


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


def _cut_by_longest(order: IntArray, tokens: IntArray, budget: int) -> list[IntArray]:
    parts, start = [], 0
    while start < len(order):
        end = start + max(1, budget // int(tokens[start]))  # tokens fall, so the first is the longest
        parts.append(order[start:end])
        start = end
    return parts


def _cut_by_sum(order: IntArray, tokens: IntArray, budget: int) -> list[IntArray]:
    total = np.cumsum(tokens)
    parts, start = [], 0
    while start < len(order):
        before = int(total[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(total, before + budget, side="right")))
        parts.append(order[start:end])
        start = end
    return parts
