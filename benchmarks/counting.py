"""What a benchmark counts and compares with: the operations that scores need, and the peak of matrix products.

Needed are the products whose results a score depends on; padding is not, nor what the last layer would make of tokens
nobody reads, nor the first layer's queries, keys and values of a context's tokens in any cell but its first.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from examfiles.items import Item
from magnetite.core.cells import Cells, crossed_cells
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.prefix import PrefixScorer

Clock = Callable[[], float]
CLOCK = time.perf_counter


def screen_cells(items: Sequence[Item], questions: int, pool: int) -> Cells:
    """Ask for `questions` questions, evenly spread, × `pool` options of other passages."""
    some = items[:: max(1, len(items) // questions)][:questions]
    taken = {item.passage_id for item in some}
    others = list(dict.fromkeys(option for item in items if item.passage_id not in taken for option in item.options))
    options = others[:: max(1, len(others) // pool)][:pool]
    return crossed_cells(some, options, np.ones((len(some), len(options)), dtype=np.bool_))


def pairs(cells: Cells) -> Iterator[tuple[int, int]]:
    """Return (context, option) of each cell, as positions."""
    return zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)


def needed_joint(scorer: JointEncoder, cells: Cells) -> float:
    """Count the operations that the cells' scores need in the joint layout, products alone."""
    config = scorer.config
    tokens = scorer.sizes(cells).tokens.astype(float)
    shared = scorer.sizes(cells).tokens.sum() - _distinct(scorer, cells)
    dense, width, layers = layer_weights(config), config.hidden_size, config.num_hidden_layers
    linear = 2 * dense * tokens.sum() * (layers - 1) - 2 * 3 * width**2 * shared
    last = 2 * 2 * width**2 * tokens.sum() + 2 * (dense - 2 * width**2) * len(cells)
    attention = 4 * width * ((layers - 1) * (tokens**2).sum() + tokens.sum())
    return float(linear + last + attention)


def padded(config: Any, cells: int, tokens: int) -> float:
    """Count the operations of the papers' way: every layer of every position, padding included."""
    a_cell = 2 * layer_weights(config) * tokens + 4 * config.hidden_size * tokens**2
    return float(cells * config.num_hidden_layers * a_cell)


def _distinct(scorer: JointEncoder, cells: Cells) -> int:
    """Count the tokens of all cells that the first layer has to compute: a context's count once."""
    seen: dict[tuple[int, int], int] = {}
    total = 0
    for row, column in pairs(cells):
        encoded = scorer.encoding.joint(cells.contexts[row], cells.options[column])
        key = (row, encoded.first_segment)
        total += len(encoded.ids) - (encoded.of_context if key in seen else 0)
        seen[key] = 1
    return total


def needed_prefix(scorer: PrefixScorer, cells: Cells) -> float:
    """Count the operations that a screen needs in the prefix layout, products alone; first-layer sharing aside."""
    config = scorer.config
    dense, width, layers = layer_weights(config), config.hidden_size, config.num_hidden_layers
    total = 0.0
    for row, context in enumerate(cells.contexts):
        columns = cells.columns[cells.rows == row]
        suffixes = np.array([len(scorer.encoding.prefix_option(cells.options[c])) for c in columns], dtype=float)
        before = float(scorer.encoding.prefix(context, cells.options[columns[0]]).tokens)
        total += 2 * dense * before * (layers - 1) + 2 * 2 * width**2 * before + 4 * width * before**2 * (layers - 1)
        own = suffixes.sum()
        total += 2 * dense * own * (layers - 1) + 2 * 2 * width**2 * own + 2 * (dense - 2 * width**2) * len(suffixes)
        seen = before + suffixes
        total += 4 * width * ((layers - 1) * (suffixes * seen).sum() + seen.sum())
    return total


def layer_weights(config: Any) -> int:
    """Count a layer's weights: each is multiplied and added once for a token."""
    return int(4 * config.hidden_size**2 + 2 * config.hidden_size * config.intermediate_size)


def peak(
    width: int, inner: int, device: torch.device, dtype: torch.dtype, tokens: int = 16_384, *, clock: Clock = CLOCK
) -> float:
    """Return operations a second of matrix products as a layer has them, each by its best time."""
    total = best = 0.0
    for rows, columns in ((width, 3 * width), (width, width), (width, inner), (inner, width)):
        left = torch.randn(tokens, rows, device=device, dtype=dtype)
        right = torch.randn(rows, columns, device=device, dtype=dtype)
        best += min(seconds(lambda a=left, b=right: a @ b, device, clock) for _ in range(20))  # type: ignore[misc]
        total += 2.0 * tokens * rows * columns
    return total / best


def seconds(work: Callable[[], Any], device: torch.device, clock: Clock = CLOCK) -> float:
    """Time some work, the device's part of it included; `clock` may be `time.process_time` for one thread on a CPU."""
    began = clock()
    work()
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return clock() - began
