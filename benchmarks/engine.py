"""Measure what the engine costs around scoring: plan, store, open, resume, and a whole run with an instant scorer.

    python benchmarks/engine.py [--sizes 10000 100000 1000000 10000000] [--rounds 5] [--folder FOLDER]

Cells are a screen: up to 10,000 options for each context. Every measurement is a process of its own, so that its peak
memory (ru_maxrss) is its own; rounds alternate, and the table gives the median and the fastest, for a machine may
have other work; the processor's seconds, over all threads, do not wait for it. Prints the tables of
docs/results/engine.md. `--folder` (default: a temporary one) needs 0.5 GB.
"""

import argparse
import importlib
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from magnetite.auditing.record import made_on
from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.scorer import Sizes
from magnetite.engine import Store, plan, score_cells

SCORER = "benchmark"
SHARD = 100_000  # scores in a shard of the stores that are opened
PASSAGE_TOKENS, LONGEST_OPTION = 300, 12  # about RACE's means
MANY_SHARDS = (1, 10, 100, 1_000, 10_000)


class Instant:
    """Score nothing, at once: what remains of a run is the engine's own cost."""

    name = fingerprint = SCORER
    listwise = False
    tolerance = 0.0

    def __init__(self, shares_context: bool) -> None:
        self.shares_context = shares_context

    def sizes(self, cells: Cells) -> Sizes:
        """Count an option's tokens, and its passage's too where every cell reads its passage."""
        tokens = 3 + cells.columns % LONGEST_OPTION
        if not self.shares_context:
            tokens += PASSAGE_TOKENS + cells.rows % 100
        return Sizes(tokens, np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        """Return zeros."""
        return np.zeros(len(cells), dtype=np.float32)


def screen(size: int) -> Cells:
    """Ask for `size` cells: up to 10,000 options for each context."""
    options = min(10_000, size // 10)
    rows, columns = np.divmod(np.arange(size), options)
    passages = tuple(Context("word " * PASSAGE_TOKENS + str(i // 4), f"question {i}?") for i in range(size // options))
    return Cells(passages, tuple(f"option number {i}" for i in range(options)), rows, columns)


def planned(size: int, _folder: Path) -> Callable[[], object]:
    """Plan a screen with nothing stored."""
    cells = screen(size)
    return lambda: plan(cells)


def planned_twice(size: int, _folder: Path) -> Callable[[], object]:
    """Plan as many cells, drawn with repetition from half a screen and jumbled."""
    cells = screen(size).take(np.random.default_rng(0).integers(0, size // 2, size))
    return lambda: plan(cells)


def stored(size: int, folder: Path, shards: int = 0) -> Callable[[], object]:
    """Store a screen's scores, in the order of a run by length, in shards."""
    keys, draw = screen(size).keys(), np.random.default_rng(0)
    values = draw.normal(size=size).astype(np.float32)
    parts = np.array_split(draw.permutation(size), shards or max(1, size // SHARD))
    scores = Store(folder).open_scores(SCORER)

    def store() -> None:
        for part in parts:
            scores.append(keys[part], values[part])

    return store


def opened(_size: int, folder: Path) -> Callable[[], object]:
    """Open a store and look one key up."""
    key = screen(10_000).keys()[:1]
    return lambda: Store(folder).open_scores(SCORER).lookup(key)


def resumed(size: int, folder: Path) -> Callable[[], object]:
    """Open a store and plan a screen that is all in it."""
    cells = screen(size)

    def resume() -> None:
        left = plan(cells, Store(folder).open_scores(SCORER)).to_score
        if left:
            raise SystemExit(f"{left} stored cells were not found")

    return resume


def run_apart(size: int, folder: Path) -> Callable[[], object]:
    """Score a screen, every cell with its passage."""
    cells = screen(size)
    return lambda: score_cells(cells, Instant(shares_context=False), Store(folder))


def run_shared(size: int, folder: Path) -> Callable[[], object]:
    """Score a screen, a context's cells together."""
    cells = screen(size)
    return lambda: score_cells(cells, Instant(shares_context=True), Store(folder))


STAGES: dict[
    str, Callable[[int, Path], Callable[[], object]]
] = {  # what is printed, what is measured; those after `stored` read its store
    "plan, nothing stored": planned,
    "plan, cells asked for twice and more": planned_twice,
    "store, in shards of 100,000": stored,
    "open": opened,
    "resume: open, plan, all found": resumed,
    "whole run, cells apart": run_apart,
    "whole run, shared contexts": run_shared,
}


def main() -> None:
    """Measure every stage at every size and print the tables; as a child, measure one and print it as JSON."""
    arguments = _arguments()
    if arguments.stage:
        print(json.dumps(measure(arguments.stage, arguments.sizes[0], Path(arguments.folder), arguments.shards)))
        return
    with tempfile.TemporaryDirectory(dir=arguments.folder) as place:
        folder = Path(place)
        table = {size: stages(size, folder, arguments.rounds) for size in arguments.sizes}
        print(f"{made_on()}.\n")
        print_seconds(table, 0, "seconds")
        print_seconds(table, 1, "the processor's seconds")
        print_memory(table)
        print_disk(folder, arguments.sizes)
        print_shards(folder, arguments.sizes[-1], arguments.rounds)


def measure(stage: str, size: int, folder: Path, shards: int) -> tuple[float, float, float]:
    """Measure one stage here: its seconds, the processor's, and the peak memory of this process in MiB."""
    importlib.import_module("polars")  # loading a library is no part of a stage
    work = stored(size, folder, shards) if shards else STAGES[stage](size, folder)
    started, began = time.perf_counter(), time.process_time()
    work()
    seconds, processor = time.perf_counter() - started, time.process_time() - began
    unit = 2**20 if sys.platform == "darwin" else 2**10  # bytes there, KiB elsewhere
    return seconds, processor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def child(stage: str, size: int, folder: Path, shards: int = 0) -> tuple[float, float, float]:
    """Measure one stage in a process of its own."""
    command = [sys.executable, __file__, "--stage", stage, "--sizes", str(size), "--folder", str(folder)]
    done = subprocess.run([*command, "--shards", str(shards)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"'{stage}' at {size:,} cells failed:\n{done.stderr}")
    seconds, processor, peak = json.loads(done.stdout)
    return seconds, processor, peak


def stages(size: int, folder: Path, rounds: int) -> dict[str, list[tuple[float, float, float]]]:
    """Measure every stage at one size, round after round; the first round's store is the one that is opened."""
    seen: dict[str, list[tuple[float, float, float]]] = {name: [] for name in STAGES}
    for number in range(rounds):
        for name, stage in STAGES.items():
            reads = stage in {opened, resumed}
            writes = folder / f"{size}-{stage.__name__}-{number}"
            place = folder / f"{size}-stored-0" if reads else writes
            seen[name].append(child(name, size, place))
            if number or stage is not stored:
                shutil.rmtree(writes, ignore_errors=True)
    return seen


def print_seconds(table: dict[int, dict[str, list[tuple[float, float, float]]]], place: int, what: str) -> None:
    """Print each stage's seconds by size, median (fastest), and what a tenfold size costs at the end."""
    sizes = list(table)
    print(f"\n| {what}, median (fastest) | {' | '.join(f'{size:,} cells' for size in sizes)} | last tenfold |")
    print("|---|" + "---|" * (len(sizes) + 1))
    for name in STAGES:
        seconds = [[measured[place] for measured in table[size][name]] for size in sizes]
        shown = [f"{statistics.median(s):.3g} ({min(s):.3g})" for s in seconds]
        growth = f"× {statistics.median(seconds[-1]) / statistics.median(seconds[-2]):.1f}" if len(sizes) > 1 else ""
        print(f"| {name} | {' | '.join(shown)} | {growth} |")


def print_memory(table: dict[int, dict[str, list[tuple[float, float, float]]]]) -> None:
    """Print each stage's peak memory by size, the cells asked for and Python with its libraries included."""
    print(f"\n| peak memory, MiB | {' | '.join(f'{size:,} cells' for size in table)} |")
    print("|---|" + "---|" * len(table))
    for name in STAGES:
        peaks = [f"{max(measured[-1] for measured in rounds[name]):,.0f}" for rounds in table.values()]
        print(f"| {name} | {' | '.join(peaks)} |")


def print_disk(folder: Path, sizes: list[int]) -> None:
    """Print the bytes a stored score takes."""
    print("\n| scores | shards | bytes a score |\n|---|---|---|")
    for size in sizes:
        files = list((folder / f"{size}-stored-0").rglob("*.parquet"))
        print(f"| {size:,} | {len(files):,} | {sum(file.stat().st_size for file in files) / size:.1f} |")


def print_shards(folder: Path, size: int, rounds: int) -> None:
    """Print how long the largest store takes to open by the number of its shards: at first, and once merged."""
    print(
        f"\n| shards of {size:,} scores | bytes a score | first opened, which may merge them | the processor's | ",
        end="",
    )
    print("opened again, median (fastest) | the processor's |\n|---|---|---|---|---|---|")
    for shards in MANY_SHARDS:
        place = folder / f"shards-{shards}"
        child("store, in shards of 100,000", size, place, shards)
        disk = sum(file.stat().st_size for file in place.rglob("*.parquet")) / size
        (first, of_first, _), *again = (child("open", size, place) for _ in range(1 + rounds))
        seconds, processor = [each[0] for each in again], [each[1] for each in again]
        print(
            f"| {shards:,} | {disk:.1f} | {first:.2f} | {of_first:.2f} "
            f"| {statistics.median(seconds):.2f} ({min(seconds):.2f}) "
            f"| {statistics.median(processor):.2f} ({min(processor):.2f}) |"
        )
        shutil.rmtree(place)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10**4, 10**5, 10**6, 10**7])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder")
    parser.add_argument("--stage", help=argparse.SUPPRESS)
    parser.add_argument("--shards", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
