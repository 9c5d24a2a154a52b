"""Measure workers: their efficiency, what real models gain, and the driver's memory.

    python benchmarks/cluster.py efficiency [--workers 1 2 4 8] [--seconds 0.5]
    python benchmarks/cluster.py memory [--sizes 1000000 10000000] [--workers 2]
    python benchmarks/cluster.py model RACE.tar.gz [--model small] [--questions 200] [--rounds 3]

`efficiency` asks a scorer that sleeps for so many seconds a batch, so that one machine can stand for many: how long a
run takes, over how long it would take if workers cost nothing. `memory` asks one that answers at once, which is the
hardest on the driver: its peak memory (ru_maxrss), and what lies in Ray's object store at most. `model` scores the own
options of questions and a pool with a real system: two workers of one thread, and one process of two, in turn.
Each measurement is a process of its own. Prints the tables of docs/results/cluster.md.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.engine import score_cells
from magnetite.engine.cluster import Workers

BATCHES = 96  # of the run that is timed: twelve for each of eight workers
BATCH = 100  # cells in each
MIB = 2**20


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


def model(workers: int, data: str, name: str, questions: int) -> dict[str, float]:
    """Score own options and a pool with a system that reads all; 0 workers: this process. Return cells a second."""
    # ruff: noqa: PLC0415 - at the top they would count as the driver's memory
    from benchmarks.counting import screen_cells

    from magnetite.auditing.data import load_dataset
    from magnetite.auditing.systems.find import systems
    from magnetite.request import AuditSettings

    items = load_dataset(data, AuditSettings(split="test")).items
    scorer = systems(name, ("QOC",)).by_view["QOC"].first
    cells, warm = screen_cells(items, questions, 100), screen_cells(items[-40:], 4, 4)
    if not workers:
        score_cells(warm, scorer)
        began = time.perf_counter()
        score_cells(cells, scorer)
        return {"speed": len(cells) / (time.perf_counter() - began)}
    with Workers(workers) as pool:
        score_cells(warm, scorer, workers=pool, batch_tokens=200)
        began = time.perf_counter()
        score_cells(cells, scorer, workers=pool)
        return {"speed": len(cells) / (time.perf_counter() - began)}


def apart(threads: int, *words: Any) -> dict[str, float]:
    """Measure in a process of its own, with so many threads a process."""
    root = Path(__file__).parents[1]
    paths = os.pathsep.join([str(root / "src"), str(root), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "PYTHONPATH": paths}
    command = [sys.executable, __file__, "one", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-3000:]}")
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def print_efficiency(counts: list[int], seconds: float) -> None:
    """Print each number of workers' time and efficiency."""
    print(f"{BATCHES} batches that take {seconds} s each, whatever the processor does:\n")
    print("| workers | seconds | without any cost | efficiency | seconds until all are ready |\n|---|---|---|---|---|")
    for count in counts:
        got, ideal = apart(1, "efficiency", count, seconds), BATCHES * seconds / count
        print(f"| {count} | {got['seconds']:.1f} | {ideal:.1f} | {ideal / got['seconds']:.1%} | {got['ready']:.0f} |")


def print_memory(count: int, sizes: list[int]) -> None:
    """Print the driver's memory at each number of cells."""
    print("| cells | seconds | cells/s | driver, MiB | of these before scoring | object store at most, MiB |")
    print("|---|---|---|---|---|---|")
    for size in sizes:
        got = apart(1, "memory", count, size)
        speed = size / got["seconds"]
        print(
            f"| {size:,} | {got['seconds']:.0f} | {speed:,.0f} | {got['peak']:,.0f} | {got['cells']:,.0f} | "
            f"{got['objects']:.1f} |"
        )


def print_model(data: str, name: str, questions: int, rounds: int) -> None:
    """Print the speed of two workers of one thread and of one process of two, round by round in turn."""
    ways = {"one process, one thread": (1, 0), "one process, two threads": (2, 0), "two workers, one thread": (1, 2)}
    speeds: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, (threads, workers) in ways.items():
            speeds[way].append(apart(threads, "model", workers, data, name, questions)["speed"])
    first = statistics.median(speeds["one process, one thread"])
    print("| way | cells/s, median (fastest) | times one thread |\n|---|---|---|")
    for way, seen in speeds.items():
        middle = statistics.median(seen)
        print(f"| {way} | {middle:,.0f} ({max(seen):,.0f}) | {middle / first:.2f} |")


def main() -> None:
    """Measure what is asked for; as a child, measure one thing and print it as JSON."""
    if sys.argv[1:2] == ["one"]:
        kind, count, *rest = sys.argv[2:]
        one: dict[str, Any] = {
            "efficiency": lambda: efficiency(int(count), float(rest[0])),
            "memory": lambda: memory(int(count), int(rest[0])),
            "model": lambda: model(int(count), rest[0], rest[1], int(rest[2])),
        }
        print(json.dumps(one[kind]()))
        return
    arguments = _arguments()
    if arguments.what == "efficiency":
        print_efficiency(arguments.workers, arguments.seconds)
    elif arguments.what == "memory":
        print_memory(arguments.workers[0], arguments.sizes)
    else:
        print_model(arguments.data, arguments.model, arguments.questions, arguments.rounds)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    each = kinds.add_parser("efficiency")
    each.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    each.add_argument("--seconds", type=float, default=0.5)
    each = kinds.add_parser("memory")
    each.add_argument("--workers", type=int, nargs=1, default=[2])
    each.add_argument("--sizes", type=int, nargs="+", default=[10**6, 10**7])
    each = kinds.add_parser("model")
    each.add_argument("data")
    each.add_argument("--model", default="small")
    each.add_argument("--questions", type=int, default=200)
    each.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


if __name__ == "__main__":
    main()
