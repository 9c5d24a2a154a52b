"""Scorers for workers' tests: one that logs its process and cells, one that kills its process, and a whole driver.

python dying.py STORE LOG WORKERS
"""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.scorer import Sizes

CONTEXTS, OPTIONS = 120, 20
BATCH = 20


@dataclass
class Logging:
    """Score a cell by its key, after a pause; write process and keys to a file the moment they are scored."""

    log: Path
    pause: float = 0.0
    name: str = "logging"
    fingerprint: str = "logging: cluster/test"
    listwise: bool = False
    shares_context: bool = True
    tolerance: float = 0.0

    def sizes(self, cells: Cells) -> Sizes:
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        keys = cells.keys()
        file = os.open(self.log, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        os.write(file, b"".join(os.getpid().to_bytes(8, "little") + key.tobytes() for key in keys))
        os.close(file)
        time.sleep(self.pause)
        return (keys[:, 0] >> np.uint64(44)).astype(np.float32)


@dataclass
class Meeting(Logging):
    """Wait for another process to score too, however long it takes to start on a busy machine."""

    patience: float = 120.0

    def score(self, cells: Cells) -> ScoreArray:
        scores = super().score(cells)
        give_up = time.monotonic() + self.patience
        while len({process for process, _ in logged(self.log)}) < 2 and time.monotonic() < give_up:
            time.sleep(0.01)
        return scores


@dataclass
class Deadly(Logging):
    """Die as by kill -9 at the question that is named."""

    question: str = ""

    def score(self, cells: Cells) -> ScoreArray:
        if self.question in {context.question for context in cells.contexts}:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().score(cells)


@dataclass
class Unloadable(Logging):
    """Die where it is loaded."""

    def __reduce__(self):
        return os.abort, ()


@dataclass
class Slow(Logging):
    """Take a while to be loaded, and write down in which process it was."""

    def __reduce__(self):
        return loaded_slowly, (self.log, self.fingerprint)


def loaded_slowly(log: Path, fingerprint: str) -> Slow:
    """Load a `Slow`."""
    with log.with_suffix(".loads").open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(1.0)
    return Slow(log, fingerprint=fingerprint)


def asked() -> Cells:
    """Return 120 contexts × 20 options, in a jumbled order."""
    rows, columns = np.divmod(np.random.default_rng(5).permutation(CONTEXTS * OPTIONS), OPTIONS)
    contexts = tuple(Context(f"Passage number {i // 4}.", f"What is {i}?") for i in range(CONTEXTS))
    return Cells(contexts, tuple(f"option {i}" for i in range(OPTIONS)), rows, columns)


def logged(log: Path) -> list[tuple[int, bytes]]:
    """Return the processes and keys of the cells scored so far, in order."""
    content = log.read_bytes() if log.exists() else b""
    parts = [content[i : i + 24] for i in range(0, len(content) - 23, 24)]
    return [(int.from_bytes(part[:8], "little"), part[8:]) for part in parts]


if __name__ == "__main__":
    from magnetite.engine import Store, score_cells
    from magnetite.engine.cluster import Workers

    with Workers(int(sys.argv[3])) as workers:
        scorer = Logging(Path(sys.argv[2]), 0.02)
        score_cells(asked(), scorer, Store(sys.argv[1]), batch_tokens=BATCH, shard_batches=3, workers=workers)
