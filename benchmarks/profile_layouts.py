"""Where scoring spends its time, by layout: matrix products, attention, norms, copies; and its share of the peak.

    python benchmarks/profile_layouts.py RACE.tar.gz [--systems small base] [--ways joint packed screen]
        [--dtype auto] [--questions 24] [--screen 4] [--pool 2953] [--rounds 5] [--operators 0] [--page FILE]

    joint    own options of `questions` questions, a full pass each
    packed   the same in the prefix layout, where questions with few options share one masked pass
    screen   the prefix layout, `screen` questions × `pool` options of other passages

One thread, and the processor's own time of this process, so that other work on the machine counts as little as it can.
Rounds alternate between the ways; the peak, of products of the layers' shapes, is measured in every round, and the
share of the peak is the median of the rounds. Where the time goes is PyTorch's profiler's, of one more round.
`--operators N` prints the N slowest operators of each way, too.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from counting import needed_joint, needed_prefix, peak, screen_cells
from counting import seconds as counted_seconds
from torch.profiler import ProfilerActivity, profile

import magnetite
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.cells import Cells, own_cells
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import JointEncoder, PrefixScorer
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import in_memory, load

CPU = torch.device("cpu")
SYSTEMS = {"small": BUNDLED / "small" / "qoc" / "seed-0", "base": BUNDLED / "base" / "qoc"}
GROUPS = {  # of operators, by their names' beginnings; the first that fits
    "products": ("aten::addmm", "aten::mm", "mkldnn::"),
    "attention": ("aten::_scaled_dot", "aten::bmm", "aten::baddbmm", "aten::_softmax", "aten::logsumexp", "aten::exp"),
    "GELU": ("aten::gelu",),
    "norms": ("aten::native_layer_norm",),
    "sums": ("aten::add", "aten::lerp", "aten::mul", "aten::sub", "aten::sigmoid", "aten::masked_fill"),
    "copies": ("aten::copy_", "aten::index", "aten::cat", "aten::fill_", "aten::zero_", "aten::empty", "aten::resize_"),
}


@dataclass(slots=True)
class Way:
    """A way to score some cells: the operations its scores need, and what was measured of it."""

    name: str
    cells: Cells
    score: Callable[[], Any]
    operations: float
    config: Any
    dtype: torch.dtype
    seconds: list[float] = field(default_factory=list)
    peaks: list[float] = field(default_factory=list)  # operations a second
    shares: list[float] = field(default_factory=list)


def main() -> None:
    """Measure all ways and print the page."""
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
    size = (
        f"{arguments.questions} questions with their own options; screen: {arguments.screen} questions × "
        f"{arguments.pool} options; {arguments.rounds} rounds, one thread, torch {torch.__version__}"
    )
    lines = [
        size,
        "",
        f"| system, way | cells/s | share of the peak (best) | {' | '.join([*GROUPS, 'other'])} |",
        f"|---|---|---|{'---|' * (len(GROUPS) + 1)}",
        *(_row(way, arguments.operators) for way in ways),
    ]
    print("\n".join(lines))
    if arguments.page:
        arguments.page.write_text("\n".join(lines) + "\n", "utf-8")


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
    return [Way(f"{name}, {way}", *made[way], loaded.model.config, loaded.model.dtype) for way in arguments.ways]


def _measure(way: Way) -> None:
    config, clock = way.config, time.process_time
    most = peak(config.hidden_size, config.intermediate_size, CPU, way.dtype, 2048, clock=clock)
    seconds = counted_seconds(way.score, CPU, clock)
    way.peaks.append(most)
    way.seconds.append(seconds)
    way.shares.append(way.operations / seconds / most)


def _row(way: Way, operators: int) -> str:
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        way.score()
    spent = {event.key: float(event.self_cpu_time_total) for event in profiled.key_averages()}
    whole = sum(spent.values())
    for name, time_of in sorted(spent.items(), key=lambda each: -each[1])[:operators]:
        print(f"{way.name:20} {time_of / whole:6.1%} {name}")
    groups = dict.fromkeys([*GROUPS, "other"], 0.0)
    for name, time_of in spent.items():
        group = next((group for group, names in GROUPS.items() if name.startswith(names)), "other")
        groups[group] += time_of / whole
    speed = len(way.cells) / statistics.median(way.seconds)
    return (
        f"| {way.name} | {speed:,.1f} | {statistics.median(way.shares):.0%} ({np.max(way.shares):.0%}) | "
        + " | ".join(f"{share:.0%}" for share in groups.values())
        + " |"
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), help="of these, or folders")
    parser.add_argument("--ways", nargs="+", default=["joint", "packed", "screen"])
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--questions", type=int, default=24)
    parser.add_argument("--screen", type=int, default=4)
    parser.add_argument("--pool", type=int, default=2953)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--operators", type=int, default=0)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
