"""Train a decoder as a reader: its learning curve, and its cost per question compared with an encoder's.

    python -m benchmarks.decoder_training RACE.tar.gz [--sample 4000] [--dev 500] [--passes 5] [--folder FOLDER]
        [--page FILE]

Trains SmolLM2 by its preset, view QO, on `sample` questions of RACE train, and tries it on `dev` questions four times
on the way. If stopped, the same command continues from the last checkpoint in `folder`; a system already trained there
is used as it is, and the page says where and when it was trained. Then SmolLM2 and all-mpnet-base-v2 pass over the same
questions in turn, forward and back as in training, once to begin with and in `passes` passes to be measured, by
processor time in one thread. Needs `make smollm2 base`.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from benchmarks.published import publish
from examfiles.items import Item
from magnetite import train_system
from magnetite.core.results import Finding, Heading, table
from magnetite.request import TrainingData
from magnetite.running.presets import recipe_of
from magnetite.running.record import version_record
from magnetite.running.training import training_questions
from magnetite.scorers.device import choose_dtype, describe_machine
from magnetite.scorers.encoding import Encoding, Template
from magnetite.stats.intervals import wilson
from magnetite.train import Step
from magnetite.train.data import batches, collate, encode_items, tokens_in
from magnetite.train.model import Start, start
from magnetite.train.recipe import preset
from magnetite.views import view as named_view

CPU = torch.device("cpu")
PRESETS = ("smollm2", "base")
GUESS = 1 / 4  # of RACE's options
QUESTIONS = {"QO": 16, "QOC": 4}  # about so many a pass
CURVE = (
    *(Heading("questions", unit="count"), Heading("right", "right", "share")),
    *(Heading("right_low", "", "share"), Heading("right_high", "", "share"), Heading("loss", "", "score")),
)
COSTS = (
    *(Heading("view"), Heading("model"), Heading("size", "layers × width"), Heading("questions", "questions/s")),
    *(Heading("fastest", "in the fastest pass"), Heading("tokens", "tokens/s", "count")),
)
NOTE = (
    "Adapters of rank {} and a linear layer on each option's last token, in the prefix layout "
    "([decision 25](../decisions/025-decoders-as-readers.md)). Trained on {machine}, by magnetite {magnetite}, {date}. "
    "[Their card](../../packages/magnetite-systems/src/magnetite_systems/MODEL.md) says what the encoders learned from "
    "more questions. "
    "How well the decoder reads passages (QOC) was not measured, and it is not bundled."
)


def main() -> None:
    """Train, time passes, and publish the page."""
    arguments = _arguments()
    data = TrainingData(arguments.data, split="train", sample=arguments.sample, sample_seed=1, dev_limit=arguments.dev)
    system = arguments.folder / f"qo-{arguments.sample}"
    made = arguments.folder / f"{system.name}.json"
    if not made.is_file():
        settings: dict[str, Any] = {"view": "QO", "evaluations": 4, "micro": 16, "seed": 0}
        train_system(data, system, preset=PRESETS[0], progress=_show, **settings)
        magnetite, today = version_record()["magnetite"], f"{datetime.now().astimezone():%Y-%m-%d}"
        made.write_text(json.dumps({"machine": describe_machine(), "magnetite": magnetite, "date": today}), "utf-8")
    card = json.loads((system / "magnetite.json").read_text("utf-8"))
    questions, _ = training_questions(data, {}, "QO")
    torch.set_num_threads(1)
    publish(
        arguments.page,
        "A decoder trained as a reader",
        f"{card['base']} on {card['data']['items']:,} questions of {questions.name} {questions.split}, view QO",
        [_curve(card), _costs(questions.items, arguments.passes)],
        note=NOTE.format(card["recipe"]["lora_rank"], **json.loads(made.read_text("utf-8"))),
        precisions=[str(choose_dtype("auto", CPU)).removeprefix("torch.")],
        device="cpu",
        timed=True,
    )


def _curve(card: dict[str, Any]) -> Finding:
    """Read the curve on dev from a card, and compare it with a guess among four options."""
    kept, rows = card["measured"]["dev"], []
    for point in (point for point in card["curve"] if point["split"] == "dev"):
        low, high = wilson(np.array([point["accuracy"]]), np.array([float(kept["items"])]))
        seen = min(point["step"] * card["recipe"]["batch"], card["data"]["items"])
        rows.append((seen, point["accuracy"], float(low[0]), float(high[0]), point["loss"]))
    least = min(rows, key=lambda row: row[-1])
    told = "more than" if kept["low"] > GUESS else "not told from"
    falls = "still falling at the end" if least == rows[-1] else "higher at the end"
    return Finding(
        "curve",
        "What it learns",
        f"Its loss on dev is least after {least[0]:,} questions, {least[-1]:.3f}, {falls}; a guess has "
        f"{-math.log(GUESS):.3f}. The finished system, which is that of the least loss, answers {kept['accuracy']:.1%} "
        f"of {kept['items']:,} dev questions ({kept['low']:.1%} to {kept['high']:.1%}, clustered by passage): {told} a "
        f"guess among four options, {GUESS:.0%}. While it trains, dev is asked with the rounded products of training, "
        "and where options score nearly alike these choose otherwise.",
        tables=(table("curve", "On dev; intervals as if each question stood alone", CURVE, rows),),
    )


def _costs(items: Sequence[Item], count: int) -> Finding:
    """Time passes of both bases over the same questions, in turn, after one of each to begin with."""
    begun = [start(str(preset(name).base), None, recipe_of(preset(name).settings, {})) for name in PRESETS]
    rows: list[tuple[Any, ...]] = []
    for view, size in QUESTIONS.items():
        some = list(map(named_view(view), items[: size * count]))
        passes = [_passes(each, some, size) for each in begun]
        spent: list[list[float]] = [[] for _ in begun]
        for each, inputs in zip(begun, passes, strict=True):
            _seconds(each, inputs[0])
        for together in zip(*passes, strict=True):
            for times, each, inputs in zip(spent, begun, together, strict=True):
                times.append(_seconds(each, inputs))
        for times, each, inputs in zip(spent, begun, passes, strict=True):
            config, fastest = (
                each.model.config,
                max(len(p["labels"]) / took for p, took in zip(inputs, times, strict=True)),
            )
            tokens = sum(int(tokens_in(one)) for one in inputs)
            shape = f"{config.num_hidden_layers} × {config.hidden_size}"
            rows.append((view, each.base, shape, len(some) / sum(times), fastest, tokens / sum(times)))
    told = [f"{second[3] / first[3]:.1f} ({first[0]})" for first, second in zip(rows[::2], rows[1::2], strict=True)]
    return Finding(
        "costs",
        "What a question costs",
        f"In training a question takes {rows[0][1]} {' and '.join(told)} times the processor time that it takes "
        f"{rows[1][1]}. The decoder's layers are more and narrower: they compute in smaller pieces, and rows are "
        "padded.",
        tables=(table("costs", "Passes forward and back, without the optimiser's step", COSTS, rows),),
    )


def _passes(begun: Start, items: Sequence[Item], size: int) -> list[dict[str, torch.Tensor]]:
    """Batch questions as training does."""
    examples, pad = (
        encode_items(items, Encoding(begun.tokenizer, Template("prefix", 512))),
        begun.tokenizer.pad_token_id,
    )
    groups = batches(examples, size, 0, 0)
    return [collate([examples[place] for place in group], pad or 0, begun.marks) for group in groups]


def _seconds(begun: Start, inputs: dict[str, torch.Tensor]) -> float:
    """Pass forward and back as training does; return the seconds of processor time."""
    tensors = {name: part for name, part in inputs.items() if name not in {"counts", "labels"}}
    began = time.process_time()
    with torch.autocast("cpu", torch.bfloat16, enabled=choose_dtype("auto", CPU) is torch.bfloat16):
        rows = begun.model(**tensors).logits.reshape(-1).float().split(inputs["counts"].tolist())
    torch.stack(list(map(cross_entropy, rows, inputs["labels"]))).mean().backward()
    return time.process_time() - began


def _show(_seed: int, step: Step) -> None:
    print(f"{step.number} of {step.of}, {step.split} {step.correct:.1%}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--sample", type=int, default=4000)
    parser.add_argument("--dev", type=int, default=500)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=Path("runs/decoder-training"))
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
