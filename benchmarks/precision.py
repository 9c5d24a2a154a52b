"""Measure bfloat16 against float32: speed of a matrix product, and the deviation of a system's scores.

    python benchmarks/precision.py DATA [--split test] [--limit 60] [--system FOLDER]

Prints the ratio of the two speeds on this machine, the largest and the typical deviation of scores, how many chosen
options change, and the rank correlation of scores.
"""

import argparse
import statistics
import time
from pathlib import Path

import numpy as np
import torch
from scipy.stats import spearmanr

import magnetite
from magnetite.auditing.select import limit_items
from magnetite.auditing.systems import BUNDLED
from magnetite.core.cells import own_cells
from magnetite.scorers.encoder import encoder
from magnetite.scorers.precision import has_bfloat16


def main() -> None:
    """Print speed and deviation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--system", type=Path, default=BUNDLED / "qoc" / "seed-0")
    arguments = parser.parse_args()
    single, half = product_seconds(torch.float32), product_seconds(torch.bfloat16)
    print(f"bfloat16 declared by the hardware: {has_bfloat16(torch.device('cpu'))}")
    print(f"matrix product 4096 x 384 x 1536: bfloat16 takes {half / single:.2f} times as long as float32")
    items = list(limit_items(magnetite.read(arguments.data, split=arguments.split), arguments.limit, 0))
    cells = own_cells(items)
    exact = encoder(arguments.system, device="cpu", dtype="float32").score(cells)
    rounded = encoder(arguments.system, device="cpu", dtype="bfloat16").score(cells)
    deviation = np.abs(exact - rounded)
    changed = sum(
        int(exact[cells.rows == row].argmax() != rounded[cells.rows == row].argmax()) for row in range(len(items))
    )
    print(f"{len(cells)} scores, standard deviation {exact.std():.3f}")
    print(
        f"deviation: largest {deviation.max():.4f}, 99th percentile {np.quantile(deviation, 0.99):.4f}, "
        f"median {np.median(deviation):.4f}"
    )
    print(
        f"chosen option changes on {changed} of {len(items)} items; rank correlation {spearmanr(exact, rounded)[0]:.5f}"
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
