"""Compare the engine with the plain way on the same cells, in one run.

    python benchmarks/throughput.py DATA [--split test] [--items 24] [--pool 100] [--rounds 3] [--model bundled]

The plain way: Transformers, every cell a full pass of its own, padded to 512 tokens, float32, batches of 8.
Ours, joint: the same weights through the encoder scorer's joint layout and the engine's length-sorted batches.
Ours, prefix: the bundled QOC system in its prefix layout. The cells are a small screen: `items` questions, their own
options and a pool of other questions' options. The plain way is timed on a sample of those cells (it is slow), drawn
by seed; rounds alternate, and medians are reported.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import torch
from transformers import AutoTokenizer

import magnetite
from magnetite.auditing.systems import BUNDLED
from magnetite.core.cells import Cells, crossed_cells
from magnetite.engine import score_cells
from magnetite.scorers.encoder import JointEncoder, PrefixEncoder
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import Loaded, load, small_base

PLAIN_BATCH = 8


def main() -> None:
    """Time the three ways in alternating rounds and print a table."""
    arguments = _arguments()
    cells = screen(arguments.data, arguments.split, arguments.items, arguments.pool)
    prefix = load(BUNDLED / "qoc" / "seed-0", torch.device("cpu"), torch.float32)
    joint = Loaded("joint", prefix.model, prefix.tokenizer, Template("joint"), None, "benchmark")
    draw = np.random.default_rng(0)
    few = cells.take(np.sort(draw.choice(len(cells), min(arguments.plain_cells, len(cells)), replace=False)))
    some = cells.take(np.sort(draw.choice(len(cells), min(arguments.joint_cells, len(cells)), replace=False)))
    ways: dict[str, tuple[int, Callable[[], object]]] = {
        "plain Transformers, padded to 512, float32": (len(few), lambda: plain(prefix.model, few)),
        "Magnetite, joint layout, float32": (len(some), lambda: score_cells(some, JointEncoder(joint))),
        "Magnetite, prefix layout, float32": (len(cells), lambda: score_cells(cells, PrefixEncoder(prefix))),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(arguments.rounds):
        for name, (_count, work) in ways.items():
            started = time.perf_counter()
            work()
            seconds[name].append(time.perf_counter() - started)
    print(
        f"{arguments.items} questions x {arguments.pool} options: {len(cells)} cells; {torch.get_num_threads()} threads"
    )
    slowest = next(iter(ways))
    base = ways[slowest][0] / statistics.median(seconds[slowest])
    for name, (count, _work) in ways.items():
        speed = count / statistics.median(seconds[name])
        print(f"{name:45s} {speed:10.1f} cells/s   {speed / base:7.1f} x   ({count} cells timed)")
    same = np.abs(plain(prefix.model, few) - score_cells(few, JointEncoder(joint)).scores).max()
    print(f"largest difference, joint layout against plain: {same:.1e}")


def screen(data: str, split: str | None, items: int, pool: int) -> Cells:
    """Ask for `items` questions x `pool` options of other passages; the data's own order, evenly spread."""
    dataset = list(magnetite.read(data, split=split))
    chosen = dataset[:: max(1, len(dataset) // items)][:items]
    taken = {item.passage_id for item in chosen}
    others = [option for item in dataset if item.passage_id not in taken for option in item.options]
    options = list(dict.fromkeys(others[:: max(1, len(others) // pool)]))[:pool]
    return crossed_cells(chosen, options, np.ones((len(chosen), len(options)), dtype=np.bool_))


@torch.inference_mode()
def plain(model: torch.nn.Module, cells: Cells) -> np.ndarray:
    """Score cells the papers' way: tokenise every pair anew, pad every batch to 512."""
    tokenizer = AutoTokenizer.from_pretrained(small_base())
    contexts = [cells.contexts[row] for row in cells.rows]
    seconds = [f"{c.question} {cells.options[k]}" for c, k in zip(contexts, cells.columns, strict=True)]
    scores = []
    for start in range(0, len(cells), PLAIN_BATCH):
        part = slice(start, start + PLAIN_BATCH)
        batch = tokenizer(
            [c.passage for c in contexts[part]],
            seconds[part],
            truncation="only_first",
            max_length=512,
            padding="max_length",
            return_tensors="pt",
        )
        scores.append(model(**{name: tensor[:, None] for name, tensor in batch.items()}).logits.reshape(-1))
    return torch.cat(scores).numpy()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--items", type=int, default=24)
    parser.add_argument("--pool", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plain-cells", type=int, default=48)
    parser.add_argument("--joint-cells", type=int, default=240)
    return parser.parse_args()


if __name__ == "__main__":
    main()
