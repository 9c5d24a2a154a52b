"""Measure bfloat16 against float32: speed of a matrix product, and the deviation of a system's scores.

    python benchmarks/precision.py DATA [--split test] [--limit 60] [--pool 200] [--system FOLDER]

Prints the ratio of the two speeds on this machine, the largest and the typical deviation of scores, how many chosen
options change and how many questions' two best options tie, what another composition of the batches changes, the rank
correlation of scores; and for a screen of `pool` options of other passages the deviation of
their interference scores T_k, and how many of the twenty strongest stay among the twenty strongest.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from counting import screen_cells
from scipy.stats import spearmanr

import magnetite
from magnetite.auditing.record import made_on
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.core.items import Item
from magnetite.core.scorer import Scorer
from magnetite.scorers.device import has_bfloat16
from magnetite.scorers.encoder import encoder


def main() -> None:
    """Print speed and deviation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--pool", type=int, default=200)
    parser.add_argument("--system", type=Path, default=BUNDLED / "small" / "qoc" / "seed-0")
    arguments = parser.parse_args()
    print(made_on(["float32", "bfloat16"]))
    slow, fast = product_seconds(torch.float32), product_seconds(torch.bfloat16)
    print(f"bfloat16 declared by the hardware: {has_bfloat16(torch.device('cpu'))}")
    print(f"matrix product 4096 x 384 x 1536: bfloat16 takes {fast / slow:.2f} times as long as float32")
    everything = list(magnetite.read(arguments.data, split=arguments.split))
    items = everything[:: max(1, len(everything) // arguments.limit)][: arguments.limit]
    cells = own_cells(items)
    single, half = (encoder(arguments.system, device="cpu", dtype=dtype) for dtype in ("float32", "bfloat16"))
    exact, rounded = single.score(cells), half.score(cells)
    deviation = np.abs(exact - rounded)
    changed = sum(
        int(exact[cells.rows == row].argmax() != rounded[cells.rows == row].argmax()) for row in range(len(items))
    )
    print(f"{len(cells)} scores, standard deviation {exact.std():.3f}")
    print(
        f"deviation: largest {deviation.max():.4f}, 99th percentile {np.quantile(deviation, 0.99):.4f}, "
        f"median {np.median(deviation):.4f}"
    )
    right = [sum(_is_right(scores, cells, items)) for scores in (exact, rounded)]
    print(
        f"chosen option changes on {changed} of {len(items)} items; rank correlation "
        f"{spearmanr(exact, rounded)[0]:.5f}; "
        f"right: {right[0]} in float32, {right[1]} in bfloat16; two best options tie on {ties(exact, cells)} and "
        f"{ties(rounded, cells)}"
    )
    apart = np.concatenate([half.score(cells.take(part)) for part in np.array_split(np.arange(len(cells)), 20)])
    moved = np.abs(apart - rounded)
    print(f"bfloat16 in other batches: {(moved > 0).mean():.1%} of scores differ, by {moved.max():.4f} at most")
    screen = screen_cells(everything, arguments.limit, arguments.pool)
    compare_interference(*(interference(scorer, screen, items) for scorer in (single, half)))


def _is_right(scores: ScoreArray, cells: Cells, items: Sequence[Item]) -> list[bool]:
    return [int(scores[cells.rows == row].argmax()) == item.answer for row, item in enumerate(items)]


def ties(scores: ScoreArray, cells: Cells) -> int:
    """Count the questions whose two best options have one score."""
    best = [np.sort(scores[cells.rows == row])[-2:] for row in np.unique(cells.rows)]
    return sum(bool(two[0] == two[-1]) for two in best)


def interference(scorer: Scorer, screen: Cells, items: Sequence[Item]) -> npt.NDArray[np.float64]:
    """Return T_k, (options,): the share of questions on which an option beats all four of theirs (Lin et al., §3.1)."""
    own = own_cells(items)
    bars = np.maximum.reduceat(scorer.score(own), np.flatnonzero(np.diff(own.rows, prepend=-1)))
    scores = scorer.score(screen).reshape(len(screen.contexts), -1)
    strength: npt.NDArray[np.float64] = (scores > bars[:, None]).mean(axis=0)
    return strength


def compare_interference(exact: npt.NDArray[np.float64], rounded: npt.NDArray[np.float64]) -> None:
    """Print how far T_k moves, and whether the strongest stay the strongest."""
    strongest = [set(np.argsort(-strength, kind="stable")[:20].tolist()) for strength in (exact, rounded)]
    print(
        f"T_k of {len(exact)} options: largest deviation {np.abs(exact - rounded).max():.3f}, mean "
        f"{np.abs(exact - rounded).mean():.4f}; rank correlation {spearmanr(exact, rounded)[0]:.4f}; "
        f"{len(strongest[0] & strongest[1])} of the 20 strongest stay among them"
    )


def product_seconds(dtype: torch.dtype) -> float:
    """Time a matrix product of the shape that scoring spends its time in: the median of nine, in seconds."""
    left, right = torch.randn(4096, 384).to(dtype), torch.randn(1536, 384).to(dtype)
    times = []
    for _ in range(9):
        started = time.perf_counter()
        torch.nn.functional.linear(left, right)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


if __name__ == "__main__":
    main()
