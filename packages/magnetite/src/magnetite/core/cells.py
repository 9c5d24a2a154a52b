"""Cells: (context, option) pairs in columns, and the content hash that is their key.

Contexts and options are kept once; a cell is a pair of indices. Three million cells are two arrays.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from examfiles.items import Item

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
KeyArray = npt.NDArray[np.uint64]
ScoreArray = npt.NDArray[np.floating[Any]]
"""Scores, in 32 bits (models) or 64 (functions, files, and all that an experiment is given)."""

BLOCK = 1 << 16  # keys made at a time: their hashes stay in the processor's cache


@dataclass(frozen=True, slots=True)
class Context:
    """What a system reads before an option.

    `shown` are the options it is shown beside the one it scores: empty for a system that scores options one by one.
    `added` is text that a view appended to the passage; it stays whole where the passage is cut.
    """

    passage: str
    question: str
    shown: tuple[str, ...] = ()
    added: str = ""

    @property
    def text(self) -> str:
        """Return the passage and the text added to it, joined by a space: what a system that cuts nothing reads.

        >>> Context("Ann has a cat.", "What has Ann?", added="dog a Has ?").text
        'Ann has a cat. dog a Has ?'
        """
        return f"{self.passage} {self.added}" if self.passage and self.added else self.passage or self.added


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Many cells: cell i is (contexts[rows[i]], options[columns[i]])."""

    contexts: tuple[Context, ...]
    options: tuple[str, ...]
    rows: IntArray  # (cells,)
    columns: IntArray  # (cells,)

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, index: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> "Cells":
        """Return some of the cells, by position or by mask, over the same contexts and options."""
        return Cells(self.contexts, self.options, self.rows[index], self.columns[index])

    def keys(self) -> KeyArray:
        """Return each cell's key, (cells, 2): 128 bits that depend on the texts alone.

        A key is the sum, lane by lane and modulo 2^64, of its context's hash and its option's, so that ten million
        keys cost two gathers and an addition. The two hashes are drawn from different families (`person`).
        """
        contexts = _hashes([_context_bytes(context) for context in self.contexts], b"context")
        options = _hashes([_text_bytes(option) for option in self.options], b"option")
        keys = np.empty((len(self), 2), dtype=np.uint64)
        for start in range(0, len(self), BLOCK):
            part = slice(start, start + BLOCK)
            np.add(contexts.take(self.rows[part], axis=0), options.take(self.columns[part], axis=0), out=keys[part])
        return keys


def own_context(item: Item) -> Context:
    """Return what a system reads before an option of the item."""
    return Context(item.passage, item.question, added=item.added)


def own_cells(items: Sequence[Item]) -> Cells:
    """Return the cells of every item's own options: items in order, each item's options in order."""
    contexts = tuple(own_context(item) for item in items)
    counts = option_counts(items)
    rows = np.repeat(np.arange(len(items), dtype=np.int64), counts)
    return Cells(
        contexts,
        tuple(option for item in items for option in item.options),
        rows,
        np.arange(counts.sum(), dtype=np.int64),
    )


def with_shown(cells: Cells) -> Cells:
    """Show each context the options of all its cells, in order: own cells, as a list-wise scorer reads them."""
    shown: list[list[str]] = [[] for _ in cells.contexts]
    for row, column in zip(cells.rows, cells.columns, strict=True):
        shown[row].append(cells.options[column])
    contexts = (replace(context, shown=tuple(s)) for context, s in zip(cells.contexts, shown, strict=True))
    return Cells(tuple(contexts), cells.options, cells.rows, cells.columns)


def rotated(cells: Cells, most: int | None = None) -> tuple[Cells, IntArray]:
    """Show each context the options of its cells in `most` rotations of their order, or in all of them (None).

    Returns the cells of all rotations and, for each, its place among `cells`, (rotated,). A context with fewer options
    is shown every rotation once; fewer rotations than options are spread evenly over them.

    >>> item = Item("q", "q", "", "Which?", ("a", "b", "c"), 0)
    >>> cells, of = rotated(own_cells([item]), 2)
    >>> [context.shown for context in cells.contexts], of.tolist()
    ([('a', 'b', 'c'), ('b', 'c', 'a')], [0, 0, 1, 1, 2, 2])
    """
    as_given = with_shown(cells)
    sizes = np.array([len(context.shown) for context in as_given.contexts], dtype=np.int64)
    orders = sizes if most is None else np.minimum(sizes, most)  # (contexts,)
    shifts = [[turn * size // count for turn in range(count)] for size, count in zip(sizes, orders, strict=True)]
    contexts = tuple(
        replace(context, shown=context.shown[shift:] + context.shown[:shift])
        for context, own in zip(as_given.contexts, shifts, strict=True)
        for shift in own
    )
    starts, counts = np.cumsum(orders) - orders, orders[cells.rows]
    of = np.repeat(np.arange(len(cells)), counts)
    turns = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Cells(contexts, cells.options, starts[cells.rows[of]] + turns, cells.columns[of]), of


def crossed_cells(items: Sequence[Item], pool: Sequence[str], allowed: BoolArray) -> Cells:
    """Return the cells of items × pool, (items, pool), where `allowed`, in row-major order."""
    contexts = tuple(own_context(item) for item in items)
    rows, columns = np.nonzero(allowed)
    return Cells(contexts, tuple(pool), rows.astype(np.int64), columns.astype(np.int64))


def option_counts(items: Sequence[Item]) -> IntArray:
    """Return each item's number of options, (items,)."""
    return np.array([len(item.options) for item in items], dtype=np.int64)


def _context_bytes(context: Context) -> bytes:
    parts = (context.passage, context.question, *context.shown)
    text = b"".join(len(b).to_bytes(8, "little") + b for b in map(_text_bytes, parts))
    # No text has a length of all ones, so added text is never mistaken for an option shown.
    return text + b"\xff" * 8 + _text_bytes(context.added) if context.added else text


def _text_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _hashes(texts: Sequence[bytes], person: bytes) -> KeyArray:
    joined = b"".join(hashlib.blake2b(text, digest_size=16, person=person).digest() for text in texts)
    return np.frombuffer(joined, dtype="<u8").reshape(-1, 2).astype(np.uint64)
