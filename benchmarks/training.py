"""Compare ways to train on the same questions, in one run: the plain Trainer, and ours in both layouts.

    python benchmarks/training.py DATA [--base all-mpnet-base-v2] [--questions 32] [--plain 32] [--rounds 2]
    python benchmarks/training.py DATA --layouts --seconds 240 [--view QO] [--dev 1000]

Throughput: one epoch over `questions` questions of QOC (the plain way: over the first `plain`) from a packaged
encoder, float32 unless the hardware has bfloat16. The plain way: Transformers' Trainer and its own multiple-choice
model, every option a sequence padded to 512 tokens, all weights trained. Rounds alternate; medians are reported. A
token counts once however it is computed: passage, question and options of each question, as the plain way reads them,
without padding.
The share of the matrix peak, measured in the same run, is that of the products which adapters in the prefix layout
need: each token of a passage once for all its questions, forward and for the gradient passed on; attention and the
adapters' own products, which cost more time than operations, are not counted. Loading and saving are taken out there,
by a second training on the first `plain` questions.
Layouts: for each layout as many questions as it trains on in `seconds`, adapters from the bare encoder; then accuracy
on the same dev questions, and questions scored a second.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from counting import layer_weights, peak
from torch.utils.data import Dataset as TorchDataset
from transformers import AutoConfig, AutoTokenizer, Trainer, TrainingArguments
from transformers.utils import logging

import magnetite
from magnetite.core.cells import own_cells
from magnetite.core.items import Dataset
from magnetite.engine import score_cells
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import encoder
from magnetite.scorers.loading import base_folder, pretrained
from magnetite.scorers.packaged import SMALL_BASE
from magnetite.stats.intervals import share
from magnetite.train import Recipe, sample_items, train
from magnetite.views import view as named_view

LIMIT = 512


def main() -> None:
    """Run one of the two comparisons."""
    arguments = _arguments()
    logging.disable_progress_bar()
    data = magnetite.read(arguments.data, split="train")
    if arguments.layouts:
        compare_layouts(data, magnetite.read(arguments.data, split="dev"), arguments)
    else:
        questions = sample_items(data, arguments.questions, 0)
        few = questions.with_items(questions.items[: arguments.plain])
        compare_throughput(questions, few, arguments.base, arguments.rounds)


def compare_throughput(questions: Dataset, few: Dataset, base: str, rounds: int) -> None:
    """Time one epoch of each way in alternating rounds, the plain one on a few of the questions; print a table."""
    folder = Path(base_folder(base))
    tokens = count_tokens(questions, folder)
    joint, prefix = Recipe(layout="joint", batch=8, learning_rate=1e-5), Recipe(batch=8, learning_rate=1e-5)
    ways: dict[str, Callable[[], object]] = {
        "plain Trainer, padded to 512, all weights": lambda: plain(few, folder),
        "Magnetite, joint layout, all weights": lambda: ours(questions, base, replace(joint, lora_rank=0)),
        "Magnetite, joint layout, adapters": lambda: ours(questions, base, joint),
        "Magnetite, prefix layout, all weights": lambda: ours(questions, base, replace(prefix, lora_rank=0)),
        "Magnetite, prefix layout, adapters": lambda: ours(questions, base, prefix),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, work in ways.items():
            started = time.perf_counter()
            work()
            seconds[name].append(time.perf_counter() - started)
    print(
        f"{len(questions)} questions, {tokens:,} tokens, the plain way {len(few)}; {torch.get_num_threads()} threads; "
        "loading and saving included"
    )
    counts = [len(few), *[len(questions)] * (len(ways) - 1)]
    speeds = [count / statistics.median(times) for count, times in zip(counts, seconds.values(), strict=True)]
    for name, speed in zip(seconds, speeds, strict=True):
        in_tokens = speed * tokens / len(questions)
        print(f"{name:44s} {speed:6.2f} questions/s  {in_tokens:8.0f} tokens/s  {speed / speeds[0]:5.1f} x")
    config, dtype = AutoConfig.from_pretrained(folder), choose_dtype("auto", torch.device("cpu"))
    best = peak(config.hidden_size, config.intermediate_size, torch.device("cpu"), dtype)
    began = time.perf_counter()
    ours(few, base, prefix)
    more = statistics.median(list(seconds.values())[-1]) - (time.perf_counter() - began)
    share_of_peak = (needed(questions, folder, config) - needed(few, folder, config)) / more / best
    print(f"share of the matrix peak, {best / 1e9:.0f} GFLOP/s in {dtype}: prefix layout, adapters {share_of_peak:.0%}")


def needed(questions: Dataset, folder: Path, config: Any) -> float:
    """Count the operations of an epoch of adapters in the prefix layout, forward and for the gradient passed on."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    texts = [*{item.passage for item in questions}, *(text for i in questions for text in (i.question, *i.options))]
    tokens = sum(min(LIMIT, len(ids)) for ids in tokenizer(texts, verbose=False)["input_ids"])
    return 2 * 2.0 * layer_weights(config) * config.num_hidden_layers * tokens


def compare_layouts(data: Dataset, dev: Dataset, arguments: argparse.Namespace) -> None:
    """Train each layout for the same time and print accuracy, training and scoring throughput."""
    exam = sample_items(dev, arguments.dev, 1)
    for layout in ("joint", "prefix"):
        recipe = Recipe(layout=layout, evaluations=1)  # type: ignore[arg-type]
        with tempfile.TemporaryDirectory() as folder:
            trial = train_timed(sample_items(data, 128, 1), arguments.view, Path(folder) / "a", recipe)
            size = int(128 / trial * arguments.seconds)
            questions = sample_items(data, min(size, len(data)), 0)
            spent = train_timed(questions, arguments.view, Path(folder) / "b", recipe)
            scorer = encoder(Path(folder) / "b")
            items = [named_view(arguments.view)(item) for item in exam]
            began = time.perf_counter()
            scores = score_cells(own_cells(items), scorer).scores
            scoring = time.perf_counter() - began
        right = share(read_choices(exam.items, scores).correct, passages_of(exam.items))
        print(
            f"{layout:7s} {arguments.view}: {len(questions):6,} questions in {spent:.0f} s "
            f"({len(questions) / spent:.1f} a second); dev {100 * right.estimate:.1f}% "
            f"({100 * right.low:.1f}–{100 * right.high:.1f}, {right.n:,} questions); "
            f"scores {len(exam) / scoring:.1f} questions a second"
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
        Trainer(model=model, args=arguments, train_dataset=_Plain(questions, tokenizer)).train()


class _Plain(TorchDataset):  # type: ignore[type-arg,misc]
    """Hold questions as the Trainer's own examples show it: every option a padded sequence."""

    def __init__(self, questions: Dataset, tokenizer: object) -> None:
        self._questions, self._tokenizer = questions, tokenizer

    def __len__(self) -> int:
        return len(self._questions)

    def __getitem__(self, index: int) -> dict[str, object]:
        item = self._questions[index]
        asked = [f"{item.question} {option}" for option in item.options]
        cut = {"truncation": "only_first", "padding": "max_length", "max_length": LIMIT, "return_tensors": "pt"}
        return {**self._tokenizer([item.passage] * len(asked), asked, **cut), "labels": item.answer}  # type: ignore[operator]


def count_tokens(questions: Dataset, base: Path) -> int:
    """Count the tokens that the plain way reads, padding aside."""
    tokenizer = AutoTokenizer.from_pretrained(base)
    return sum(
        min(LIMIT, len(tokenizer(item.passage, f"{item.question} {option}", verbose=False)["input_ids"]))
        for item in questions
        for option in item.options
    )


def train_timed(questions: Dataset, view: str, folder: Path, recipe: Recipe) -> float:
    """Train a system and return the seconds it took."""
    began = time.perf_counter()
    train(questions, view, folder, recipe=recipe)
    return time.perf_counter() - began


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--base", default=SMALL_BASE)
    parser.add_argument("--questions", type=int, default=32)
    parser.add_argument("--plain", type=int, default=32, help="questions that the plain way trains on, which is slow")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--layouts", action="store_true")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--view", default="QO")
    parser.add_argument("--dev", type=int, default=1000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
