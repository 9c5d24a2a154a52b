"""Score a fixed set of cells into a store, slowly, logging every cell scored: the process the crash test kills.

python killable.py STORE LOG SHARD_BATCHES
"""

import os
import sys
import time
from pathlib import Path

import numpy as np

from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.engine import Store, score_cells

CELLS = 2_400
BATCH = 20


class Slow:
    """Score a cell by its key; write each key to a file the moment it is scored."""

    name = "slow"
    fingerprint = "slow: crash/test"
    listwise = False
    shares_context = False
    tolerance = 0.0

    def __init__(self, log: Path, pause: float = 0.0) -> None:
        self._log = os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self._pause = pause

    def sizes(self, cells: Cells) -> Sizes:
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        keys = cells.keys()
        os.write(self._log, keys.tobytes())
        time.sleep(self._pause)
        return (keys[:, 0] >> np.uint64(44)).astype(np.float32)


def asked() -> Cells:
    """Return 80 contexts × 30 options, in a jumbled order."""
    rows, columns = np.divmod(np.random.default_rng(5).permutation(CELLS), 30)
    contexts = tuple(Context(f"Passage number {i}.", "What is it?") for i in range(80))
    return Cells(contexts, tuple(f"option {i}" for i in range(30)), rows, columns)


def logged(log: Path) -> list[bytes]:
    """Return the keys scored so far, 16 bytes each, in order."""
    content = log.read_bytes() if log.exists() else b""
    return [content[i : i + 16] for i in range(0, len(content) - 15, 16)]


if __name__ == "__main__":
    store, log, shard_batches = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    score_cells(
        asked(),
        Slow(log, pause=0.004),
        Store(store),
        batch_tokens=BATCH,
        shard_seconds=3_600.0,
        shard_batches=shard_batches,
    )
