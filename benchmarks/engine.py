"""Measure what the engine costs around scoring: plan, store, open, resume, and a whole run with an instant scorer.

    python -m benchmarks.engine [--sizes 10000 100000 1000000 10000000] [--shards 1 10 100 1000 10000] [--rounds 3]
        [--folder FOLDER] [--page FILE]

Cells are a screen: up to 10,000 options for each context. Every measurement has its own process, so that its peak
memory (ru_maxrss) is its own. Rounds alternate, and tables give the median and the fastest, because a machine may have
other work; processor seconds, over all threads, do not include it. The scores of the largest screen are then stored in
the given numbers of shards, and opened. `--folder` (default: a temporary one) needs 1 GB.
"""

import argparse
import importlib
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from magnetite.core.cells import Cells, Context, ScoreArray
from magnetite.core.results import Finding, Heading, table
from magnetite.core.scorer import Sizes
from magnetite.engine import Store, plan, score_cells
from magnetite.engine.store import MANY_SHARDS

SCORER = "benchmark"
SHARD = 100_000  # scores in a shard of the stores that are opened
PASSAGE_TOKENS, LONGEST_OPTION = 300, 12  # about RACE's means
SPENT = ("Seconds, median (fastest)", "The processor's seconds, median (fastest)", "Peak memory in GB, median (least)")
ASKED = tuple(map(Heading, ("what", "at most", "measured", "met")))
OPENED = ("first opened, seconds", "the processor's", "opened again, median (fastest)", "the processor's, then")
SHARDS = tuple(map(Heading, ("shards", "bytes a score", *OPENED)))

Spent = tuple[float, float, float]  # as in `SPENT`
Sharded = tuple[int, float, Spent, list[Spent]]  # shards, bytes a score, opened at first, and again


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


Stage = Callable[[int, Path], Callable[[], object]]
STAGES: dict[Stage, str] = {  # what is measured, what is printed; `opened` and `resumed` read what `stored` wrote
    planned: "plan, nothing stored",
    planned_twice: "plan, cells asked for twice and more",
    stored: f"store, in shards of {SHARD:,}",
    opened: "open",
    resumed: "resume: open, plan, all found",
    run_apart: "whole run, cells apart",
    run_shared: "whole run, shared contexts",
}
Spending = dict[Stage, list[Spent]]


def main() -> None:
    """Measure every stage at every size, and stores by their shards; publish the page."""
    arguments = _arguments()
    sizes, rounds = arguments.sizes, arguments.rounds
    with tempfile.TemporaryDirectory(dir=arguments.folder) as place:
        spent = {size: stages(size, Path(place), rounds) for size in sizes}
        sharded = [in_shards(sizes[-1], shards, Path(place), rounds) for shards in arguments.shards]
    # It imports PyTorch, and a process's peak memory is never below what its parent had when it began.
    from benchmarks.published import publish  # noqa: PLC0415

    publish(
        arguments.page,
        "The engine's own cost",
        f"Screens of {', '.join(f'{size:,}' for size in sizes)} cells; rounds: {rounds}",
        [_asked(spent[sizes[-1]], sharded, sizes[-1]), _stages(spent), _shards(sharded, sizes[-1])],
        note="A scorer that answers immediately stands in for a model; every measurement has its own process.",
        device="cpu",
        timed=True,
    )


def stages(size: int, folder: Path, rounds: int) -> Spending:
    """Measure every stage at one size, round after round; the first round's store is the one that is opened."""
    spent: Spending = {stage: [] for stage in STAGES}
    for number in range(rounds):
        for stage in STAGES:
            kept = stage in {opened, resumed} or (stage is stored and number == 0)
            spent[stage].append(apart(stage, size, folder / ("kept" if kept else "passing")))
            shutil.rmtree(folder / "passing", ignore_errors=True)
    shutil.rmtree(folder / "kept")
    return spent


def in_shards(size: int, shards: int, folder: Path, rounds: int) -> Sharded:
    """Store so many scores in so many shards and open them: at first, which may merge them, and again."""
    place = folder / "shards"
    apart(partial(stored, shards=shards), size, place)
    disk = sum(file.stat().st_size for file in place.rglob("*.parquet"))
    first, *again = (apart(opened, size, place) for _ in range(1 + rounds))
    shutil.rmtree(place)
    return shards, disk / size, first, again


def apart(stage: Stage, size: int, folder: Path) -> Spent:
    """Measure one stage in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measure, stage, size, folder).result()


def measure(stage: Stage, size: int, folder: Path) -> Spent:
    """Measure one stage here: its seconds, the processor's, and the peak memory of this process in GB."""
    importlib.import_module("polars")  # loading a library is no part of a stage
    work = stage(size, folder)
    started, began = time.perf_counter(), time.process_time()
    work()
    seconds, processor = time.perf_counter() - started, time.process_time() - began
    unit = 1 if sys.platform == "darwin" else 2**10  # bytes there, KiB elsewhere
    return seconds, processor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9


def _asked(spent: Spending, sharded: Sequence[Sharded], size: int) -> Finding:
    """Compare the largest screen, and the store of the most shards, with the limits they are to keep."""
    shards, _, first, again = sharded[-1]
    limits = (
        (f"seconds to plan {size:,} cells, nothing stored", 5.0, _median(spent[planned])),
        ("seconds to resume as many: open, plan, all found", 3.0, _median(spent[resumed])),
        ("GB of memory for that", 2.0, max(peak for *_, peak in spent[resumed])),
        ("bytes of a stored score, however many shards there are", 24.0, max(each[1] for each in sharded)),
        (f"seconds to open {shards:,} shards for the first time", 5.0, first[0]),
        ("seconds to open them again", 5.0, _median(again)),
    )
    missed = [what for what, limit, measured in limits if measured > limit]
    said = f"Not met: {'; '.join(missed)}." if missed else "All of it is met."
    rows = [(*each, each[0] not in missed) for each in limits]
    return Finding("asked", "What was asked", said, tables=(table("asked", "Seconds are medians", ASKED, rows),))


def _stages(spent: dict[int, Spending]) -> Finding:
    headings = (Heading("stage"), *(Heading(f"{size:,} cells") for size in spent))
    tables = [
        table(what, what, headings, [(STAGES[s], *(_middle(each[s], at) for each in spent.values())) for s in STAGES])
        for at, what in enumerate(SPENT)
    ]
    before, last = list(spent)[-2:][0], list(spent)[-1]
    times = [_median(spent[last][stage]) / _median(spent[before][stage]) for stage in STAGES]
    return Finding(
        "stages",
        "Stages, by the number of cells",
        f"From {before:,} to {last:,} cells, {last / before:g} times as many, stages take {min(times):.2g} to "
        f"{max(times):.2g} times as long. Memory includes the cells asked for, and Python with its libraries.",
        tables=tuple(tables),
    )


def _shards(sharded: Sequence[Sharded], size: int) -> Finding:
    rows = [
        (shards, disk, first[0], first[1], _middle(again, 0), _middle(again, 1))
        for shards, disk, first, again in sharded
    ]
    return Finding(
        "shards",
        "Shards are merged",
        f"Whoever opens a store and reads {MANY_SHARDS} small shards or more leaves one in their place "
        "([how](../../packages/magnetite/src/magnetite/engine/README.md)), so that the first opening may take longer "
        "than all others.",
        tables=(table("shards", f"{size:,} scores", SHARDS, rows),),
    )


def _median(rounds: Sequence[Spent]) -> float:
    return statistics.median(seconds for seconds, *_ in rounds)


def _middle(rounds: Sequence[Spent], at: int) -> str:
    """Write the median of seconds, of the processor's or of memory, and the least in brackets."""
    values = [each[at] for each in rounds]
    return f"{statistics.median(values):.3g} ({min(values):.3g})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10**4, 10**5, 10**6, 10**7])
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 10, 100, 1_000, 10_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
