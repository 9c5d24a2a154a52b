"""Where scoring spends its time, by layout: matrix products, attention, norms, copies; and its share of the peak.

    python -m benchmarks.profile_layouts RACE.tar.gz [--systems small base] [--ways joint packed screen] [--dtype auto]
        [--questions 24] [--screen 2] [--pool 1200] [--rounds 3] [--page FILE]

One thread, and the processor's own time of this process, so that other work on the machine counts as little as it can.
Rounds alternate between the ways (`WAYS`); the peak, of products of the layers' shapes, is measured in every round, and
the share of the peak is the median of the rounds. Where the time goes is PyTorch's profiler's, of one more round.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile

import magnetite
from benchmarks.counting import needed_joint, needed_prefix, peak, screen_cells
from benchmarks.counting import seconds as counted_seconds
from benchmarks.published import publish
from magnetite.core.cells import Cells, own_cells
from magnetite.core.results import Finding, Heading, table
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import in_memory, load
from magnetite.scorers.prefix import PrefixScorer
from magnetite.scorers.system import BUNDLED

CPU = torch.device("cpu")
SYSTEMS = {"small": BUNDLED / "small" / "qoc" / "seed-0", "base": BUNDLED / "base" / "qoc"}
WAYS = {
    "joint": "questions' own options, a full pass each",
    "packed": "the same in the prefix layout, where questions with few options share one masked pass",
    "screen": "the prefix layout, with options of other passages",
}
GROUPS = {  # of operators, by their names' beginnings; the first that fits
    "products": ("aten::addmm", "aten::mm", "mkldnn::"),
    "attention": ("aten::_scaled_dot", "aten::bmm", "aten::baddbmm", "aten::_softmax", "aten::logsumexp", "aten::exp"),
    "GELU": ("aten::gelu",),
    "norms": ("aten::native_layer_norm",),
    "sums": ("aten::add", "aten::lerp", "aten::mul", "aten::sub", "aten::sigmoid", "aten::masked_fill"),
    "copies": ("aten::copy_", "aten::index", "aten::cat", "aten::fill_", "aten::zero_", "aten::empty", "aten::resize_"),
}
HEADINGS = (
    *(Heading("system"), Heading("way"), Heading("speed", "cells/s", "words"), Heading("peak", "of the peak", "share")),
    *(Heading(group, unit="share") for group in (*GROUPS, "other")),
)
FUSED = (
    "Where oneDNN adds the bias, computes GELU and sums within a product, all of it counts as the product "
    "([decision 29](../decisions/029-attention-by-products.md))."
)


@dataclass(slots=True)
class Way:
    """A way to score some cells: the operations its scores need, and what was measured of it."""

    system: str
    name: str
    cells: Cells
    score: Callable[[], Any]
    operations: float
    config: Any
    dtype: torch.dtype
    seconds: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)  # of the peak


def main() -> None:
    """Measure all ways, and publish the page."""
    arguments = _arguments()
    torch.set_num_threads(1)
    items = list(magnetite.read(arguments.data, split="test"))
    own = own_cells(items[:: max(1, len(items) // arguments.questions)][: arguments.questions])
    screen = screen_cells(items, arguments.screen, arguments.pool)
    ways = [way for name in arguments.systems for way in _ways(name, own, screen, arguments)]
    for way in ways:
        way.score()
    for number in range(arguments.rounds):
        for way in ways if number % 2 == 0 else reversed(ways):
            _measure(way)
    publish(
        arguments.page,
        "Time of scoring by layout: products, attention, norms and copies",
        f"{Path(arguments.data).name.split('.')[0]} test, {len(own.contexts)} questions with their own options; a "
        f"screen of {len(screen.contexts)} questions × {len(screen.options)} options",
        [_finding(ways, arguments.rounds)],
        note="Seconds are processor time of this process only.",
        precisions={str(way.dtype).removeprefix("torch.") for way in ways},
        device="cpu",
        timed=True,
    )


def _ways(name: str, own: Cells, screen: Cells, arguments: argparse.Namespace) -> list[Way]:
    loaded = load(SYSTEMS.get(name, Path(name)), CPU, choose_dtype(arguments.dtype, CPU))
    template = Template("joint", loaded.template.max_tokens)
    joint = JointEncoder(in_memory("joint", loaded.model, loaded.tokenizer, template))
    prefix = PrefixScorer(loaded)
    made = {
        "joint": (own, lambda: joint.score(own), needed_joint(joint, own)),
        "packed": (own, lambda: prefix.score(own), needed_prefix(prefix, own)),
        "screen": (screen, lambda: prefix.score(screen), needed_prefix(prefix, screen)),
    }
    return [Way(Path(name).name, way, *made[way], loaded.model.config, loaded.model.dtype) for way in arguments.ways]


def _measure(way: Way) -> None:
    config, clock = way.config, time.process_time
    most = peak(config.hidden_size, config.intermediate_size, CPU, way.dtype, 2048, clock=clock)
    way.seconds.append(counted_seconds(way.score, CPU, clock))
    way.shares.append(way.operations / way.seconds[-1] / most)


def _finding(ways: list[Way], rounds: int) -> Finding:
    rows: list[list[Any]] = []
    for way in ways:
        speed = len(way.cells) / statistics.median(way.seconds)
        rows.append([way.system, way.name, speed, statistics.median(way.shares), *_profiled(way).values()])
    ranges = [f"{min(each):.0%} to {max(each):.0%}" for each in list(zip(*rows, strict=True))[3:6]]
    return Finding(
        "layouts",
        "Time, and the share of the peak",
        f"Scoring reaches {ranges[0]} of what matrix products of the layers' shapes reach. Products take "
        f"{ranges[1]} of its time, attention {ranges[2]}.",
        tables=(
            table("layouts", f"One thread, medians of {rounds} rounds; shares of the time in another", HEADINGS, rows),
            table("ways", "The ways", (Heading("way"), Heading("what")), list(WAYS.items())),
        ),
        notes=(FUSED,),
    )


def _profiled(way: Way) -> dict[str, float]:
    """Return each group's share of the time that operators take themselves."""
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        way.score()
    spent = {event.key: float(event.self_cpu_time_total) for event in profiled.key_averages()}
    groups = dict.fromkeys([*GROUPS, "other"], 0.0)
    for name, time_of in spent.items():
        group = next((group for group, names in GROUPS.items() if name.startswith(names)), "other")
        groups[group] += time_of / sum(spent.values())
    return groups


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), help="of these, or folders")
    parser.add_argument("--ways", nargs="+", default=list(WAYS))
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--questions", type=int, default=24)
    parser.add_argument("--screen", type=int, default=2)
    parser.add_argument("--pool", type=int, default=1200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
