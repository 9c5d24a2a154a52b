"""How much a process grows while it scores: its memory, minute by minute.

    python benchmarks/memory.py RACE.tar.gz [--system small] [--layout prefix joint] [--dtype auto] [--minutes 60]

Scores the own options of questions of RACE train, a few questions at a time, so that hardly two passes have one shape;
without a store. What the process holds (its resident memory) is read after each of thirty equal parts of the time.
Growth is counted from the tenth part on, when everything has been loaded; an hour's growth is that of the time
measured, times what is missing to an hour.
To see what limits of compiled products do (`scorers.device.COMPILED`), set them in the environment:

    ONEDNN_PRIMITIVE_CACHE_CAPACITY=1024 LRU_CACHE_CAPACITY=1024 python benchmarks/memory.py RACE.tar.gz
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch

import magnetite
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.cells import Cells, own_cells
from magnetite.core.items import Item
from magnetite.core.scorer import Scorer
from magnetite.scorers.device import COMPILED, choose_dtype
from magnetite.scorers.encoder import JointEncoder, PrefixScorer
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import in_memory, load

SYSTEMS = {"small": BUNDLED / "small" / "qoc" / "seed-0", "base": BUNDLED / "base" / "qoc"}
PARTS, LOADED = 30, 10
MIB = 2**20


def main() -> None:
    """Score for so many minutes, and print the memory."""
    arguments = _arguments()
    cpu = torch.device("cpu")
    loaded = load(SYSTEMS.get(arguments.system, Path(arguments.system)), cpu, choose_dtype(arguments.dtype, cpu))
    joint = in_memory("joint", loaded.model, loaded.tokenizer, Template("joint"))
    made: dict[str, Callable[[], Scorer]] = {
        "prefix": lambda: PrefixScorer(loaded),
        "joint": lambda: JointEncoder(joint),
    }
    scorers = [made[layout]() for layout in arguments.layout]
    limits = ", ".join(f"{name} {os.environ[name]}" for name in COMPILED)
    print(f"{arguments.system}, {', '.join(arguments.layout)}, {loaded.precision}; {limits}")
    print("\n| minutes | questions | MiB |\n|---|---|---|")
    held: list[float] = []
    questions = 0
    began, a_part = time.monotonic(), 60 * arguments.minutes / PARTS
    for cells in _asks(list(magnetite.read(arguments.data, split="train"))):
        for scorer in scorers:
            scorer.score(cells)
        questions += len(cells.contexts)
        while time.monotonic() - began > a_part * (len(held) + 1):
            held.append(_resident())
            print(f"| {len(held) * a_part / 60:.1f} | {questions:,} | {held[-1]:,.0f} |", flush=True)
        if len(held) >= PARTS:
            break
    grown, minutes = held[-1] - held[LOADED - 1], arguments.minutes * (PARTS - LOADED) / PARTS
    print(
        f"\nGrown by {grown:,.0f} MiB in {minutes:.0f} minutes; extrapolated, {grown * 60 / minutes:,.0f} MiB an hour."
    )


def _asks(items: list[Item]) -> Iterator[Cells]:
    """Ask about three to nine questions at a time, again and again."""
    while True:
        start, size = 0, 3
        while start < len(items):
            yield own_cells(items[start : start + size])
            start, size = start + size, 3 + (size - 2) % 7


def _resident() -> float:
    """Return the memory that this process holds, in MiB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--system", default="small", help=f"{', '.join(SYSTEMS)}, or a folder")
    parser.add_argument("--layout", nargs="+", default=["prefix", "joint"])
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--minutes", type=float, default=60)
    return parser.parse_args()


if __name__ == "__main__":
    main()
