"""Batches: the order in which cells are scored, cut by a token budget.

A scorer that computes each cell apart gets cells of like length, the longest first: little padding, and memory that
does not suffice is found in the first seconds. One that shares a context gets that context's cells together.
What this file leaves out: which cells (`plan`), and what is done with a batch (`run`).
"""

import numpy as np

from magnetite.core.cells import Cells, IntArray
from magnetite.core.errors import UsageError

BATCH_TOKENS = 16_384


def batches(
    cells: Cells, tokens: IntArray, *, shares_context: bool, batch_tokens: int = BATCH_TOKENS
) -> list[IntArray]:
    """Cut cells into batches: positions among `cells`, every one in exactly one batch.

    `tokens`, (cells,), are what each cell costs. A batch is padded to its longest cell, so it counts cells × longest;
    with `shares_context` it counts the plain sum. Either stays within `batch_tokens`; a cell beyond it stands alone.
    Raises UsageError where `batch_tokens` is not positive.
    """
    if batch_tokens < 1:
        raise UsageError(
            f"batch_tokens is {batch_tokens}; expected a positive number of tokens, such as {BATCH_TOKENS}."
        )
    if shares_context:
        order = np.lexsort((-tokens, _context_ranks(cells)[cells.rows]))
        return _cut_by_sum(order, tokens[order], batch_tokens)
    order = np.argsort(-tokens, kind="stable")
    return _cut_by_longest(order, tokens[order], batch_tokens)


def compact(cells: Cells) -> Cells:
    """Return the same cells over only the contexts and options they use, so that a batch costs what it holds."""
    contexts, rows = np.unique(cells.rows, return_inverse=True)
    options, columns = np.unique(cells.columns, return_inverse=True)
    return Cells(
        tuple(cells.contexts[i] for i in contexts.tolist()),
        tuple(cells.options[i] for i in options.tolist()),
        rows.astype(np.int64),
        columns.astype(np.int64),
    )


def _context_ranks(cells: Cells) -> IntArray:
    """Rank contexts, (contexts,), longest passage first, one passage's together; equal contexts share a rank."""
    lengths = {context: (-len(context.passage), context.passage, -len(context.question)) for context in cells.contexts}
    rank = {context: i for i, context in enumerate(sorted(lengths, key=lengths.__getitem__))}
    return np.array([rank[context] for context in cells.contexts], dtype=np.int64)


def _cut_by_longest(order: IntArray, tokens: IntArray, budget: int) -> list[IntArray]:
    cut, start = [], 0
    while start < len(order):
        end = start + max(1, budget // int(tokens[start]))  # tokens fall, so the first is the longest
        cut.append(order[start:end])
        start = end
    return cut


def _cut_by_sum(order: IntArray, tokens: IntArray, budget: int) -> list[IntArray]:
    total = np.cumsum(tokens)
    cut, start = [], 0
    while start < len(order):
        before = int(total[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(total, before + budget, side="right")))
        cut.append(order[start:end])
        start = end
    return cut
