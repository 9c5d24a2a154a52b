"""Measure workers: their efficiency, the driver's memory, and what two cores gain with a real model.

    python -m benchmarks.cluster RACE.tar.gz [--workers 2 4 8] [--seconds 1] [--sizes 1000000 10000000 100000000]
        [--model small] [--questions 120] [--rounds 3] [--page FILE]

Efficiency is measured with a scorer that sleeps for this many seconds per batch, so that one machine can stand for
many: the time of a run if workers cost nothing, divided by its real time. Memory is measured with a scorer that answers
immediately, which is hardest on the driver: its peak (ru_maxrss), and the most that Ray's object store contains. A real
system scores questions × a pool of options with two workers of one thread, and in one process, in turn. Each
measurement has its own process.
"""

# ruff: noqa: PLC0415 - PyTorch, imported at the top, would count as the driver's memory

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.results import Finding, Heading, table
from magnetite.core.scorer import HasPrecision, Sizes
from magnetite.engine import score_cells
from magnetite.engine.cluster import Workers
from magnetite.engine.run import MOST_CELLS

BATCHES = 96  # of the run that is timed: twelve for each of eight workers
BATCH = 100  # cells in each
ASKED = 0.9  # the efficiency that the most workers are to have
MIB = 2**20
WAYS = {"one process, one thread": (1, 0), "one process, two threads": (2, 0), "two workers, one thread": (1, 2)}
EFFICIENCY = (
    *map(Heading, ("workers", "seconds", "without any cost")),
    *(Heading("efficiency", "", "share"), Heading("seconds until all are ready")),
)
DRIVER = ("driver, MiB", "of these before scoring", "driver, bytes a cell", "object store at most, MiB")
MEMORY = tuple(map(Heading, ("cells", "seconds", "cells/s", *DRIVER)))
SPEED = tuple(map(Heading, ("way", "cells/s, median (fastest)", "times one thread")))


@dataclass(frozen=True)
class Simulated:
    """Score nothing: sleep for so many seconds a batch, or answer at once; say which process did."""

    seconds: float = 0.0
    shares_context: bool = True
    name: str = "simulated"
    fingerprint: str = "simulated"
    listwise: bool = False
    tolerance: float = 0.0

    def sizes(self, cells: Cells) -> Sizes:
        """Count the tokens of an option."""
        return Sizes(3 + cells.columns % 12, np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        """Return the number of the process, after a pause."""
        time.sleep(self.seconds)
        return np.full(len(cells), os.getpid(), dtype=np.float32)


@dataclass(frozen=True)
class Even(Simulated):
    """Cells that cost a token each, so that batches are of one size."""

    def sizes(self, cells: Cells) -> Sizes:
        """Count one token a cell."""
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))


def screen(contexts: int, options: int) -> Cells:
    """Ask for every option after every context."""
    rows, columns = np.divmod(np.arange(contexts * options), options)
    passages = tuple(Context("word " * 300 + str(i // 4), f"question {i}?") for i in range(contexts))
    return Cells(passages, tuple(f"option number {i}" for i in range(options)), rows, columns)


def efficiency(workers: int, seconds: float) -> dict[str, float]:
    """Time a run of `BATCHES` batches that sleep for so many seconds each, once the workers are ready."""
    cells, scorer = screen(BATCHES, BATCH), Even(seconds)
    began = time.perf_counter()
    with Workers(workers) as pool:
        ready_ones: set[float] = set()
        while len(ready_ones) < workers:
            ready_ones |= set(score_cells(screen(2 * workers, BATCH), scorer, workers=pool, batch_tokens=BATCH).scores)
        ready = time.perf_counter() - began
        began = time.perf_counter()
        score_cells(cells, scorer, workers=pool, batch_tokens=BATCH)
        return {"ready": ready, "seconds": time.perf_counter() - began}


def memory(workers: int, size: int) -> dict[str, float]:
    """Score a screen of `size` cells at once; return seconds, the driver's peak and the object store's, in MiB."""
    cells = screen(size // 10_000, 10_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    most, done = [0.0], threading.Event()

    def watch() -> None:
        import ray

        while not done.wait(0.5):
            free = ray.available_resources().get("object_store_memory", np.inf)
            most[0] = max(most[0], ray.cluster_resources().get("object_store_memory", 0) - free)

    with Workers(workers) as pool:
        print(pool.count, "workers", file=sys.stderr)
        threading.Thread(target=watch, daemon=True).start()
        began = time.perf_counter()
        score_cells(cells, Simulated(), workers=pool)
        seconds = time.perf_counter() - began
        done.set()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    return {"seconds": seconds, "cells": before, "peak": peak, "objects": most[0] / MIB}


def model(workers: int, data: str, name: str, questions: int) -> dict[str, Any]:
    """Score a pool with a system that reads all; 0 workers: this process. Return cells a second."""
    from benchmarks.counting import screen_cells
    from magnetite.request import Reading
    from magnetite.running.data import load_dataset
    from magnetite.scorers.find import find_systems

    items = load_dataset(data, Reading(split="test")).items
    scorer = find_systems(name, ("QOC",)).by_view["QOC"].first
    assert isinstance(scorer, HasPrecision)
    cells, warm = screen_cells(items, questions, 100), screen_cells(items[-40:], 4, 4)
    with Workers(workers) if workers else nullcontext() as pool:
        score_cells(warm, scorer, workers=pool, batch_tokens=200)
        began = time.perf_counter()
        score_cells(cells, scorer, workers=pool)
        speed = len(cells) / (time.perf_counter() - began)
    return {"speed": speed, "cells": len(cells), "precision": scorer.precision}


KINDS: dict[str, Callable[..., dict[str, Any]]] = {"efficiency": efficiency, "memory": memory, "model": model}


def apart(threads: int, *words: Any) -> dict[str, Any]:
    """Measure in a process of its own, with so many threads a process."""
    command = [sys.executable, "-m", "benchmarks.cluster", "one", json.dumps(words)]
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-3000:]}")
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


def main() -> None:
    """Measure everything and publish the page; as a child, measure one thing and print it as JSON."""
    if sys.argv[1:2] == ["one"]:
        kind, *words = json.loads(sys.argv[2])
        print(json.dumps(KINDS[kind](*words)))
        return
    arguments = _arguments()
    simulated = [_efficiency(arguments.workers, arguments.seconds), _memory(arguments.sizes)]
    real, precision = _model(str(arguments.data), arguments.model, arguments.questions, arguments.rounds)
    from benchmarks.published import publish

    publish(
        arguments.page,
        "Workers",
        f"Simulated scorers, and {arguments.data.name.split('.')[0]} test",
        [*simulated, real],
        note=f"Ray {version('ray')}; driver, Ray and workers are all on this machine.",
        precisions=[precision],
        timed=True,
    )


def _efficiency(counts: Sequence[int], seconds: float) -> Finding:
    rows = []
    for count in counts:
        measured, ideal = apart(1, "efficiency", count, seconds), BATCHES * seconds / count
        rows.append((count, measured["seconds"], ideal, ideal / measured["seconds"], measured["ready"]))
    met = "met" if rows[-1][3] >= ASKED else "not met"
    return Finding(
        "efficiency",
        "Efficiency",
        f"{BATCHES} batches take {seconds:g} s each, whatever the processor does. With {count} workers an efficiency "
        f"of {ASKED:.0%} was asked: {met}.",
        tables=(table("efficiency", "Simulated workers", EFFICIENCY, rows),),
    )


def _memory(sizes: Sequence[int]) -> Finding:
    rows = []
    for size in sizes:
        seconds, before, peak, objects = apart(1, "memory", 2, size).values()
        speed, each = round(size / seconds), round(peak * MIB / size)
        rows.append((size, seconds, speed, round(peak), round(before), each, objects))
    return Finding(
        "memory",
        "The driver's memory",
        "Two workers answer at once, so that the driver is as busy as it can be; a screen of 10,000 options a context. "
        "The driver holds the cells asked for and their scores, as [without workers](engine.md), and plans at most "
        f"{MOST_CELLS:,} cells at a time. Ray's store of objects holds what is on its way, two batches a worker.",
        tables=(table("memory", "One round", MEMORY, rows),),
    )


def _model(data: str, name: str, questions: int, rounds: int) -> tuple[Finding, str]:
    """Compare the ways to use two cores, round by round in turn; return the number format, too."""
    speeds: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, (threads, count) in WAYS.items():
            measured = apart(threads, "model", count, data, name, questions)
            speeds[way].append(measured["speed"])
    one, process, workers = middles = [statistics.median(each) for each in speeds.values()]
    rows = [
        (way, f"{middle:,.0f} ({max(speeds[way]):,.0f})", middle / one)
        for way, middle in zip(WAYS, middles, strict=True)
    ]
    finding = Finding(
        "model",
        "Two cores, a real model",
        f"The {name} QOC system, {questions} questions × a pool of options, {measured['cells']:,} cells. Two workers "
        f"of one thread are {workers / process:.2f} times as fast as one process of two, whose threads wait for each "
        "other at every product, and so for whatever else runs on their cores. On a busy machine take workers of one "
        "thread, or one thread (`OMP_NUM_THREADS=1`).",
        tables=(table("model", f"Rounds: {rounds}", SPEED, rows),),
    )
    return finding, measured["precision"]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4, 8])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10**6, 10**7, 10**8])
    parser.add_argument("--model", default="small")
    parser.add_argument("--questions", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
