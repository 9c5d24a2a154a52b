"""Everything to measure where a GPU is at hand, in one call; runs on a CPU too, for a trial.

    python -m benchmarks.gpu RACE.tar.gz [--page docs/results/gpu.md] [--cells 20000] [--questions 346] [--pool 8372]
        [--reproduce FOLDER] [--papers lin2021 si2019 liusie2022] [--scale paper] [--runs runs] [--archives FOLDER]
        [--no-measure]

1. Correctness: scores on the device, in its own precision and in float32, against float32 on the CPU.
2. Throughput of the joint layout: the bundled encoder and models of the shapes of BERT-base and BERT-large (random
   weights), on RACE test's own cells; needed operations over the peak of matrix products of the same shapes, measured
   in the same run; the share of the time that goes into tokenising and laying out, with the device idle or not.
3. A whole screen of the bundled QOC system, prefix layout, `questions` × `pool`: Lin et al. (2021) had 346 × 8,372.
4. With `--reproduce`, the folder of the data sets: each paper, as `magnetite reproduce PAPER FOLDER --scale paper`
   does, its page beside `--page`. The same call goes on where it stopped (`--no-measure` leaves 1 to 3 out); a paper
   that cannot be done is named, and the next one begins. With `--archives`, what each finished stage found is kept
   there, in small files without weights or texts, and what is there is not run again.
"""

import argparse
import platform
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import BertConfig, BertForMultipleChoice

import magnetite
from benchmarks.counting import needed_joint, needed_prefix, peak, screen_cells, seconds
from magnetite.core.cells import Cells, own_cells
from magnetite.core.errors import MagnetiteError
from magnetite.engine import Store, score_cells
from magnetite.scorers.device import choose_device, choose_dtype
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import in_memory, load, tokenizer_of
from magnetite.scorers.packaged import small_base
from magnetite.scorers.prefix import PrefixScorer
from magnetite.scorers.system import BUNDLED
from magnetite_papers import PAPERS, reproduce

SHAPES = {"BERT-base": (768, 12, 12), "BERT-large": (1024, 24, 16)}


def main() -> None:
    """Measure, print the page, and reproduce the papers."""
    arguments = _arguments()
    device = choose_device(arguments.device)
    dtype = choose_dtype("auto", device)
    if arguments.measure:
        _measure(arguments, device, dtype)
    if arguments.reproduce:
        _reproduce(arguments)


def _measure(arguments: argparse.Namespace, device: torch.device, dtype: torch.dtype) -> None:
    items = list(magnetite.read(arguments.data, split="test"))
    lines = [
        "# On a GPU" if device.type == "cuda" else "# A trial on a CPU",
        "",
        f"{_name(device)}, torch {torch.__version__}, {dtype}, {time.strftime('%Y-%m-%d')}.",
        "",
        *_correctness(own_cells(items[:: max(1, len(items) // arguments.checked)][: arguments.checked]), device, dtype),
        *_throughput(own_cells(items), arguments, device, dtype),
        *_screen(screen_cells(items, arguments.questions, arguments.pool), device, dtype),
    ]
    print("\n".join(lines))
    if arguments.page:
        arguments.page.write_text("\n".join(lines) + "\n", "utf-8")


def _reproduce(arguments: argparse.Namespace) -> None:
    """Reproduce each paper; say which could not be, and why."""
    pages = arguments.page.parent if arguments.page else arguments.runs
    for paper in arguments.papers:
        folder, page = arguments.runs / f"{paper}-{Path(arguments.scale).stem}", pages / f"{paper}.md"
        command = f"magnetite reproduce {paper} {arguments.reproduce.name} --scale {arguments.scale}"
        archive = arguments.archives / f"{paper}-stages" if arguments.archives else None
        options = {"scale": arguments.scale, "output": folder, "page": page, "device": arguments.device}
        began = time.perf_counter()
        try:
            reproduce(paper, arguments.reproduce, archive=archive, command=command, say=_say, **options)
            print(f"{paper}: {page}, {(time.perf_counter() - began) / 3600:.1f} hours", flush=True)
        except MagnetiteError as error:
            print(f"{paper}: {error}", flush=True)


def _say(text: str) -> None:
    print(text, flush=True)


def _peak(config: Any, device: torch.device, dtype: torch.dtype) -> float:
    """Measure the peak of products of a layer's shapes; on a CPU with fewer tokens, which are as fast."""
    tokens = 16_384 if device.type == "cuda" else 2048
    return peak(config.hidden_size, config.intermediate_size, device, dtype, tokens)


def _correctness(cells: Cells, device: torch.device, dtype: torch.dtype) -> list[str]:
    lines = ["| layout | precision | largest deviation from float32 on the CPU | scores |", "|---|---|---|---|"]
    for layout, scorer in (("joint", _joint), ("prefix", _prefix)):
        truth = scorer(torch.device("cpu"), torch.float32).score(cells)
        for precision in dict.fromkeys((torch.float32, dtype)):
            found = scorer(device, precision).score(cells)
            lines.append(f"| {layout} | {precision} | {np.abs(found - truth).max():.1e} | {len(cells)} |")
    return ["## Correctness", "", *lines, ""]


def _throughput(cells: Cells, arguments: argparse.Namespace, device: torch.device, dtype: torch.dtype) -> list[str]:
    lines = [
        "| model | cells/s | tokens/s | share of the peak | peak, billion operations/s | tokenising, share | cells |",
        "|---|---|---|---|---|---|---|",
    ]
    models = {"bundled": partial(_joint, device, dtype), **{n: partial(_shaped, n, device, dtype) for n in SHAPES}}
    for name in arguments.models:
        make = models[name]
        scorer = make()
        trial = cells.take(np.arange(min(len(cells), 100, arguments.cells)))
        in_20_seconds = 20 * len(trial) / seconds(partial(scorer.score, trial), device)
        few = int(np.clip(in_20_seconds, len(trial), arguments.cells))
        some = cells.take(np.arange(min(len(cells), few)))
        took = statistics.median(seconds(partial(score_cells, some, scorer), device) for _ in range(3))
        fresh = make()
        laid_out = seconds(partial(fresh.sizes, some), device) + seconds(partial(fresh.sizes, some), device)
        most_possible = _peak(scorer.config, device, dtype)
        share = needed_joint(scorer, some) / took / most_possible
        tokens = scorer.sizes(some).tokens.sum() / took
        lines.append(
            f"| {name} | {len(some) / took:,.0f} | {tokens:,.0f} | {100 * share:.0f}% | {most_possible / 1e9:,.0f} | "
            f"{100 * laid_out / took:.1f}% | {len(some):,} |"
        )
    return ["## Joint layout", "", *lines, ""]


def _screen(cells: Cells, device: torch.device, dtype: torch.dtype) -> list[str]:
    scorer = _prefix(device, dtype)
    scorer.score(cells.take(np.arange(min(len(cells), 5000))))
    with tempfile.TemporaryDirectory() as folder:
        took = seconds(lambda: score_cells(cells, scorer, Store(Path(folder))), device)
    most_possible = _peak(scorer.config, device, dtype)
    share = needed_prefix(scorer, cells) / took / most_possible
    size = f"{len(cells.contexts)} questions × {len(cells.options):,} options, {len(cells):,} cells"
    speed = f"{len(cells) / took:,.0f} cells/s, {100 * share:.0f}% of the peak of matrix products"
    return [
        "## A whole screen, prefix layout, with the store",
        "",
        f"{size}, in {took:.0f} s: {speed}.",
    ]


def _joint(device: torch.device, dtype: torch.dtype) -> JointEncoder:
    loaded = load(BUNDLED / "small" / "qoc" / "seed-0", device, dtype)
    return JointEncoder(in_memory("joint", loaded.model, loaded.tokenizer, Template("joint")))


def _prefix(device: torch.device, dtype: torch.dtype) -> PrefixScorer:
    return PrefixScorer(load(BUNDLED / "small" / "qoc" / "seed-0", device, dtype))


def _shaped(name: str, device: torch.device, dtype: torch.dtype) -> JointEncoder:
    width, layers, heads = SHAPES[name]
    config = BertConfig(
        hidden_size=width, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=4 * width
    )
    model = BertForMultipleChoice(config).to(device=device, dtype=dtype).eval()
    return JointEncoder(in_memory(name, model, tokenizer_of(small_base()), Template("joint")))


def _name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else platform.machine()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--checked", type=int, default=25, help="questions whose scores are compared")
    parser.add_argument("--cells", type=int, default=19_000)
    parser.add_argument("--models", nargs="*", default=["bundled", *SHAPES], help="of these")
    parser.add_argument("--questions", type=int, default=346)
    parser.add_argument("--pool", type=int, default=8372)
    parser.add_argument("--measure", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--reproduce", type=Path, metavar="FOLDER", help="of the data sets")
    parser.add_argument("--papers", nargs="*", default=list(PAPERS), help="of these")
    parser.add_argument("--scale", default="paper")
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--archives", type=Path, metavar="FOLDER", help="holds NAME-stages of each paper")
    return parser.parse_args()


if __name__ == "__main__":
    main()
