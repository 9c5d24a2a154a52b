"""Measure bfloat16 against float32: speed of a matrix product, and the deviation of a system's scores.

    python -m benchmarks.precision DATA [--split test] [--limit 240] [--pool 100] [--system FOLDER] [--page FILE]

Tells the ratio of the two speeds on this machine, the largest and the typical deviation of scores, how many chosen
options change and how many questions' two best options tie, what another composition of the batches changes, the rank
correlation of scores; and for a screen of `pool` options of other passages the deviation of their interference scores
T_k, and how many of the twenty strongest stay among the twenty strongest.
"""

import argparse
import operator
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from scipy.stats import spearmanr

import magnetite
from benchmarks.counting import screen_cells
from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.core.results import Finding, Number
from magnetite.core.scorer import Scorer
from magnetite.scorers.device import choose_dtype, has_bfloat16
from magnetite.scorers.encoder import encoder
from magnetite.scorers.system import BUNDLED

STRONGEST = 20  # options


def main() -> None:
    """Compare, and publish the page."""
    arguments = _arguments()
    everything = list(magnetite.read(arguments.data, split=arguments.split))
    items = everything[:: max(1, len(everything) // arguments.limit)][: arguments.limit]
    cells = own_cells(items)
    single, half = (encoder(arguments.system, device="cpu", dtype=dtype) for dtype in ("float32", "bfloat16"))
    screen = screen_cells(everything, arguments.limit, arguments.pool)
    publish(
        arguments.page,
        "Scores in bfloat16 compared with float32",
        f"{Path(arguments.data).name.split('.')[0]} {arguments.split}, {len(items)} questions, {len(cells)} scores",
        [_scores(single, half, cells, items), _screen(single, half, screen, items)],
        note=_products(),
        precisions=["float32", "bfloat16"],
        device="cpu",
    )


def _products() -> str:
    """Say what a matrix product costs in both formats."""
    times = product_seconds(torch.bfloat16) / product_seconds(torch.float32)
    declared = "declares" if has_bfloat16(torch.device("cpu")) else "does not declare"
    chosen = str(choose_dtype("auto", torch.device("cpu"))).removeprefix("torch.")
    return (
        f"The processor {declared} bfloat16, so `--dtype auto` is {chosen}; a matrix product of 4096 × 384 × 1536 "
        f"takes {times:.2f} times as long in bfloat16 as in float32."
    )


def _scores(single: Scorer, half: Scorer, cells: Cells, items: Sequence[Item]) -> Finding:
    """Compare the scores of questions' own options."""
    exact, rounded = single.score(cells), half.score(cells)
    deviation = np.abs(exact - rounded)
    chosen = [[int(scores[cells.rows == row].argmax()) for row in range(len(items))] for scores in (exact, rounded)]
    right = [sum(choice == item.answer for choice, item in zip(each, items, strict=True)) for each in chosen]
    apart = np.concatenate([half.score(cells.take(part)) for part in np.array_split(np.arange(len(cells)), 20)])
    moved = np.abs(apart - rounded)
    return Finding(
        "scores",
        "Scores and answers",
        f"On {sum(map(operator.ne, *chosen))} of {len(items)} questions another option is chosen. Scores deviate by "
        f"{deviation.max():.3f} at most; their standard deviation is {exact.std():.2f}.",
        numbers=(
            Number("largest deviation", float(deviation.max()), unit="score"),
            Number("99th percentile of deviations", float(np.quantile(deviation, 0.99)), unit="score"),
            Number("median deviation", float(np.median(deviation)), unit="score"),
            Number("rank correlation of scores", float(spearmanr(exact, rounded)[0]), unit=""),
            *(Number("right", right[k], unit="count", group=name) for k, name in enumerate(("float32", "bfloat16"))),
            Number("questions whose two best options tie", ties(exact, cells), unit="count", group="float32"),
            Number("questions whose two best options tie", ties(rounded, cells), unit="count", group="bfloat16"),
            Number("bfloat16 in other batches: scores that differ", float((moved > 0).mean())),
            Number("bfloat16 in other batches: by at most", float(moved.max()), unit="score"),
        ),
    )


def _screen(single: Scorer, half: Scorer, screen: Cells, items: Sequence[Item]) -> Finding:
    """Compare T_k: how far it moves, and whether the strongest stay the strongest."""
    exact, rounded = (interference(scorer, screen, items) for scorer in (single, half))
    strongest = [set(np.argsort(-each, kind="stable")[:STRONGEST].tolist()) for each in (exact, rounded)]
    return Finding(
        "screen",
        "Interference scores",
        f"Of {len(exact)} options of other passages, {len(strongest[0] & strongest[1])} of the {STRONGEST} strongest "
        "are so in both formats.",
        numbers=(
            Number("largest deviation of T_k", float(np.abs(exact - rounded).max()), unit="score"),
            Number("mean deviation of T_k", float(np.abs(exact - rounded).mean()), unit=""),
            Number("rank correlation of T_k", float(spearmanr(exact, rounded)[0]), unit=""),
        ),
    )


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


def product_seconds(dtype: torch.dtype) -> float:
    """Time a matrix product of the shape that scoring spends its time in: the median of nine, in seconds."""
    left, right = torch.randn(4096, 384).to(dtype), torch.randn(1536, 384).to(dtype)
    times = []
    for _ in range(9):
        started = time.perf_counter()
        torch.nn.functional.linear(left, right)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--limit", type=int, default=240)
    parser.add_argument("--pool", type=int, default=100)
    parser.add_argument("--system", type=Path, default=BUNDLED / "small" / "qoc" / "seed-0")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
