"""Whether a compiler makes the layouts needless: the plain model, the plain model compiled, and the joint layout.

    python -m benchmarks.compiled RACE.tar.gz [--system small] [--questions 24] [--batch 8] [--rounds 5]

The same cells in the number format of `--dtype`, one thread: as batches that are padded and sorted by length, by
Transformers' own forward pass; by the same pass under `torch.compile` (inductor, one program for all lengths), which
needs a C++ compiler; and by the joint layout. Rounds alternate; seconds are the processor's of this process, and the
share of the peak counts the operations that the scores need. The time of compiling is given too.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

import magnetite
from benchmarks.counting import needed_joint, peak
from benchmarks.counting import seconds as counted_seconds
from benchmarks.profile_layouts import CPU, SYSTEMS
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import JointEncoder, joint_inputs
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import in_memory, load


def main() -> None:
    """Measure the three ways and print a table."""
    arguments = _arguments()
    torch.set_num_threads(1)
    items = list(magnetite.read(arguments.data, split="test"))
    cells = own_cells(items[:: max(1, len(items) // arguments.questions)][: arguments.questions])
    loaded = load(SYSTEMS.get(arguments.system, Path(arguments.system)), CPU, choose_dtype(arguments.dtype, CPU))
    template = Template("joint", loaded.template.max_tokens)
    joint = JointEncoder(in_memory("joint", loaded.model, loaded.tokenizer, template))
    compiled = torch.compile(loaded.model, dynamic=True)
    ways: dict[str, Callable[[], ScoreArray]] = {
        "plain": lambda: padded_scores(loaded.model, joint, cells, arguments.batch),
        "plain, compiled": lambda: padded_scores(compiled, joint, cells, arguments.batch),
        "joint layout": lambda: joint.score(cells),
    }
    exact, first = {}, {}
    for name, score in ways.items():
        began = time.process_time()
        exact[name] = score()
        first[name] = time.process_time() - began
    config, clock = loaded.model.config, time.process_time
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    shares: dict[str, list[float]] = {name: [] for name in ways}
    operations = needed_joint(joint, cells)
    for number in range(arguments.rounds):
        for name in list(ways) if number % 2 == 0 else reversed(ways):
            most = peak(config.hidden_size, config.intermediate_size, CPU, loaded.model.dtype, 2048, clock=clock)
            took = counted_seconds(ways[name], CPU, clock)
            seconds[name].append(took)
            shares[name].append(operations / took / most)
    print(f"{len(cells)} cells, {arguments.system}, {loaded.model.dtype}, torch {torch.__version__}\n")
    print("| way | cells/s | share of the peak | times plain | compiling, s | scores differ from plain by |")
    print("|---|---|---|---|---|---|")
    for name in ways:
        middle = statistics.median(seconds[name])
        times = statistics.median(a / b for a, b in zip(seconds["plain"], seconds[name], strict=True))
        apart = float(np.abs(exact[name] - exact["plain"]).max())
        extra = f"{first[name] - middle:.0f}" if "compiled" in name else "–"
        print(
            f"| {name} | {len(cells) / middle:,.1f} | {statistics.median(shares[name]):.0%} | {times:.2f} | {extra} "
            f"| {apart:.3f} |"
        )


@torch.inference_mode()
def padded_scores(model: Any, scorer: JointEncoder, cells: Cells, size: int) -> ScoreArray:
    """Score cells in padded batches, the longest first, as the documentation of Transformers shows."""
    encoded = scorer.encoded(cells)
    order = np.argsort([-len(each.ids) for each in encoded], kind="stable")
    scores = np.empty(len(cells), dtype=np.float32)
    for start in range(0, len(order), size):
        part = order[start : start + size]
        inputs = joint_inputs([encoded[at] for at in part], scorer._loaded.tokenizer.pad_token_id or 0, scorer.marks)
        scores[part] = model(**inputs).logits.float().reshape(-1).numpy()
    return scores


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--system", default="small", help="small, base, or a folder")
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--questions", type=int, default=24)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
