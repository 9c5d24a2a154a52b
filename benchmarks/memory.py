"""How much a process grows while it scores, by how many compiled products it keeps.

    python -m benchmarks.memory RACE.tar.gz [--kept 200 1024] [--system small] [--layout prefix joint] [--dtype auto]
        [--minutes 20] [--page FILE]

Scores the own options of questions of RACE train, a few questions at a time, so that hardly two passes have one shape;
without a store, for so many minutes with each limit of compiled products (`scorers.device.COMPILED`), each in a process
of its own. What the process holds (its resident memory) is read after each of `PARTS` equal parts of the time. Growth
is counted from a third of the time on, when everything has been loaded.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import magnetite
from benchmarks.profile_layouts import CPU, SYSTEMS
from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import Cells, own_cells
from magnetite.core.results import Finding, Heading, table
from magnetite.scorers.device import COMPILED, choose_dtype
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import in_memory, load
from magnetite.scorers.prefix import PrefixScorer

KEPT = [*{int(value) for value in COMPILED.values()}, 1024]  # Magnetite's limit, and oneDNN's own
PARTS, LOADED = 6, 2
Measured = tuple[int, list[float]]  # questions, and the MiB held after each part


def main() -> None:
    """Score for so many minutes with each limit, and publish the page."""
    arguments = _arguments()
    measured = {kept: apart(kept, arguments) for kept in arguments.kept}
    publish(
        arguments.page,
        "Memory while scoring",
        f"{Path(arguments.data).name.split('.')[0]} train, the system {Path(arguments.system).name} in the layouts "
        f"{' and '.join(arguments.layout)}",
        [_finding(measured, arguments.minutes)],
        precisions=[str(choose_dtype(arguments.dtype, CPU)).removeprefix("torch.")],
        device="cpu",
        timed=True,
    )


def apart(kept: int, arguments: argparse.Namespace) -> Measured:
    """Measure in a process of its own, which keeps so many compiled products."""
    os.environ.update(dict.fromkeys(COMPILED, str(kept)))
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measure, arguments).result()


def measure(arguments: argparse.Namespace) -> Measured:
    """Score for so many minutes, and read the memory."""
    loaded = load(SYSTEMS.get(arguments.system, Path(arguments.system)), CPU, choose_dtype(arguments.dtype, CPU))
    joint = in_memory("joint", loaded.model, loaded.tokenizer, Template("joint"))
    scorers = [PrefixScorer(loaded) if layout == "prefix" else JointEncoder(joint) for layout in arguments.layout]
    held: list[float] = []
    questions = 0
    began, a_part = time.monotonic(), 60 * arguments.minutes / PARTS
    for cells in _asks(list(magnetite.read(arguments.data, split="train"))):
        for scorer in scorers:
            scorer.score(cells)
        questions += len(cells.contexts)
        while len(held) < PARTS and time.monotonic() - began > a_part * (len(held) + 1):
            held.append(_resident())
        if len(held) == PARTS:
            break
    return questions, held


def _finding(measured: dict[int, Measured], minutes: float) -> Finding:
    after = [f"after {minutes * part / PARTS:.3g} min" for part in range(1, PARTS + 1)]
    headings = [Heading(name, unit="count") for name in ("kept", "questions", *after, "growth")]
    rows = [(kept, many, *held, held[-1] - held[LOADED - 1]) for kept, (many, held) in measured.items()]
    last = minutes * (PARTS - LOADED) / PARTS
    said = [f"{row[-1]:,.0f} MiB with {row[0]:,} compiled products kept" for row in rows]
    return Finding(
        "memory",
        "Growth",
        f"In the last {last:.3g} of {minutes:.3g} minutes a process grows by {', by '.join(said)}.",
        tables=(
            table("memory", "MiB that a process holds; growth is counted from a third of the time on", headings, rows),
        ),
    )


def _asks(items: Sequence[Item]) -> Iterator[Cells]:
    """Ask about three to nine questions at a time, again and again."""
    while True:
        start, size = 0, 3
        while start < len(items):
            yield own_cells(items[start : start + size])
            start, size = start + size, 3 + (size - 2) % 7


def _resident() -> float:
    """Return the memory that this process holds, in MiB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--kept", type=int, nargs="+", default=KEPT)
    parser.add_argument("--system", default="small", help=f"{', '.join(SYSTEMS)}, or a folder")
    parser.add_argument("--layout", nargs="+", default=["prefix", "joint"])
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
