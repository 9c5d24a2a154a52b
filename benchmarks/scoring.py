"""Compare ways to score the same cells with the same weights, in one run: ours, and what others offer.

    magnetite benchmark RACE.tar.gz [--split test] [--questions 16] [--screen 8] [--pool 2953] [--rounds 5]
        [--system small] [--page FILE]
    python -m benchmarks.scoring RACE.tar.gz …                            the same

`WAYS` says what they are. Every way but the last scores the own options of `questions` questions, evenly spread over
the data as it comes; the last, a screen of `screen` questions × `pool` options of other passages.
The weights are the bundled QOC system's, or those of another system of BERT's family in the prefix layout (`--system`).
Each way runs once unmeasured; then rounds run in alternating order, and medians are reported.
"""

import argparse
import statistics
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime import InferenceSession
from onnxruntime.quantization import quantize_dynamic
from sentence_transformers import CrossEncoder
from transformers import BertConfig, BertForSequenceClassification

import magnetite
from benchmarks.counting import needed_joint, needed_prefix, padded, pairs, peak, screen_cells, seconds
from benchmarks.profile_layouts import CPU, SYSTEMS
from benchmarks.published import publish
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.core.results import Finding, Heading, Number, table
from magnetite.engine import score_cells
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import JointEncoder
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import Loaded, in_memory, load
from magnetite.scorers.prefix import PrefixScorer

BATCH, PADDED_BATCH = 32, 8
WAYS = {
    "padded": f"Transformers, every pair tokenised anew, in batches of {PADDED_BATCH} padded to the most that the "
    "system reads: the papers' way",
    "sorted": f"Transformers, sorted by length, in batches of {BATCH} padded to their longest",
    "cross": "sentence-transformers, `CrossEncoder.predict`",
    "onnx": "ONNX Runtime, sorted and padded likewise; int8 by its own dynamic quantisation",
    "joint": "Magnetite, joint layout",
    "prefix": "Magnetite, prefix layout, on the screen",
}
TIMES = {  # how many times as fast as other ways a layout is to be
    ("joint", "padded", "float32"): 4.0,
    ("prefix", "padded", "float32"): 180.0,
    ("joint", "sorted", "bfloat16"): 1.25,
    ("joint", "cross", "float32"): 3.5,
    ("joint", "onnx", "int8"): 1.0,
}
SHARES = {"joint": 40.0, "prefix": 55.0}  # per cent of the peak that a layout is to reach
SPEEDS = (
    *(Heading("way"), Heading("precision"), Heading("cells", "", "count"), Heading("speed", "cells/s", "words")),
    *(Heading("times", "times padded", "words"), Heading("operations", "billion operations a cell")),
    *(Heading("fewer", "times fewer than padded"), Heading("share", "share of the peak", "share")),
    Heading("deviation", "largest deviation from padded"),
)
ASKED = tuple(map(Heading, ("what", "at least", "measured", "met")))
READING = (
    "The share of the peak is the operations that scores need over time, over what matrix products of the layers' "
    "shapes reach in the same round; padding is not needed, nor what no score depends on. Speeds change with what else "
    "the machine does, ratios hardly. Scores of the prefix layout are another layout's; tests compare them with its "
    "own plain forward pass."
)
UNITS = (
    "The limits were set for a processor with bfloat16 units. Without them both sides compute in float32, and only "
    "operations are left to save."
)


@dataclass(slots=True)
class Way:
    """A way to score some cells: the operations its scores need (None: not counted), and what was measured of it."""

    name: str
    precision: str
    cells: Cells
    score: Callable[[], ScoreArray]
    operations: float | None = None
    deviation: float | None = None  # the largest, from the scores of the papers' way
    seconds: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)  # of the peak

    @property
    def speed(self) -> float:
        """Return cells a second, by the median."""
        return len(self.cells) / statistics.median(self.seconds)

    @property
    def share(self) -> float | None:
        """Return the share of the peak, by the median; None where operations are not counted."""
        return statistics.median(self.shares) if self.shares else None


def main() -> None:
    """Time all ways, and publish the page."""
    arguments = _arguments()
    warnings.filterwarnings("ignore")  # of other libraries' exporters, about their own future
    items = list(magnetite.read(arguments.data, split=arguments.split))
    own = own_cells(items[:: max(1, len(items) // arguments.questions)][: arguments.questions])
    screen = screen_cells(items, arguments.screen, arguments.pool)
    place = SYSTEMS.get(arguments.system, Path(arguments.system))
    with tempfile.TemporaryDirectory() as folder:
        system = load(place, CPU, torch.float32)
        ways = _ways(own, screen, system, place, Path(folder))
        peaks = _time(ways, arguments.rounds, system.model.config)
    full = padded(system.model.config, 1, system.template.max_tokens)
    publish(
        arguments.page,
        "Scores per second, compared with other ways of scoring",
        f"{Path(arguments.data).name.split('.')[0]} {arguments.split}, {len(own.contexts)} questions with their own "
        f"options; a screen of {len(screen.contexts)} questions × {len(screen.options)} options",
        [_speeds(ways, full, statistics.median(peaks), arguments.rounds), _asked(ways)],
        note=f"Every way has the same weights, those of the system `{Path(arguments.system).name}`.",
        precisions={way.precision for way in ways},
        device="cpu",
        timed=True,
    )


def _ways(own: Cells, screen: Cells, prefix: Loaded, system: Path, folder: Path) -> list[Way]:
    auto, half = (load(system, CPU, dtype) for dtype in (choose_dtype("auto", CPU), torch.bfloat16))
    limit, dtype = prefix.template.max_tokens, auto.precision
    joint = in_memory("joint", auto.model, auto.tokenizer, Template("joint", limit))
    cross, single, small = _exported(prefix, folder)
    texts = [(own.contexts[r].passage, f"{own.contexts[r].question} {own.options[c]}") for r, c in pairs(own)]
    ours, screener = JointEncoder(joint), PrefixScorer(auto)
    return [
        Way("padded", "float32", own, lambda: _plain(prefix, texts, pad=True)),
        Way("sorted", "float32", own, lambda: _plain(prefix, texts)),
        Way("sorted", "bfloat16", own, lambda: _plain(half, texts)),
        Way("cross", "float32", own, lambda: np.asarray(cross.predict(texts, show_progress_bar=False), np.float32)),
        Way("onnx", "float32", own, lambda: _onnx(single, prefix, texts)),
        Way("onnx", "int8", own, lambda: _onnx(small, prefix, texts)),
        Way("joint", dtype, own, lambda: score_cells(own, ours).scores, needed_joint(ours, own)),
        Way("prefix", dtype, screen, lambda: score_cells(screen, screener).scores, needed_prefix(screener, screen)),
    ]


def _exported(loaded: Loaded, folder: Path) -> tuple[Any, Any, Any]:
    """Save the weights as others read them: a CrossEncoder, an ONNX session in float32, one in int8."""
    limit = loaded.template.max_tokens
    single = BertForSequenceClassification(BertConfig(**loaded.model.config.to_diff_dict() | {"num_labels": 1})).eval()
    single.load_state_dict(loaded.model.state_dict())
    single.save_pretrained(folder / "cross")
    loaded.tokenizer.save_pretrained(folder / "cross")
    cross = CrossEncoder(str(folder / "cross"), max_length=limit, activation_fn=torch.nn.Identity(), device="cpu")
    batch = loaded.tokenizer(["a b", "c"], ["d", "e f"], padding=True, return_tensors="pt")
    names = ["input_ids", "attention_mask", "token_type_ids"]
    free = {0: torch.export.Dim("cells"), 1: torch.export.Dim("tokens", max=limit)}
    single.config.return_dict = False
    torch.onnx.export(
        single,
        kwargs={name: batch[name] for name in names},
        f=str(folder / "model.onnx"),
        input_names=names,
        dynamic_shapes=dict.fromkeys(names, free),
        dynamo=True,
        verbose=False,
    )
    model = onnx.load(folder / "model.onnx")
    model.graph.ClearField("value_info")  # the exporter's notes on shapes, at which the quantiser stumbles
    quantize_dynamic(model, folder / "int8.onnx", per_channel=True)
    sessions = [
        InferenceSession(str(folder / name), providers=["CPUExecutionProvider"]) for name in ("model.onnx", "int8.onnx")
    ]
    return cross, *sessions


@torch.inference_mode()
def _plain(loaded: Loaded, texts: Sequence[tuple[str, str]], *, pad: bool = False) -> ScoreArray:
    """Score by Transformers alone, sorted; with `pad` in the order given and padded to the most that it reads."""
    scores = np.zeros(len(texts), dtype=np.float32)
    for index, batch in _batches(loaded, texts, pad=pad):
        inputs = {name: torch.from_numpy(part)[:, None] for name, part in batch.items()}
        scores[index] = loaded.model(**inputs).logits.reshape(-1).float().numpy()
    return scores


def _onnx(session: Any, loaded: Loaded, texts: Sequence[tuple[str, str]]) -> ScoreArray:
    scores = np.zeros(len(texts), dtype=np.float32)
    for index, batch in _batches(loaded, texts):
        scores[index] = session.run(None, batch)[0].reshape(-1)
    return scores


def _batches(loaded: Loaded, texts: Sequence[tuple[str, str]], *, pad: bool = False) -> Iterator[tuple[Any, Any]]:
    order = list(range(len(texts))) if pad else sorted(range(len(texts)), key=lambda i: -len("".join(texts[i])))
    size = PADDED_BATCH if pad else BATCH
    for start in range(0, len(texts), size):
        index = order[start : start + size]
        passages, others = zip(*(texts[i] for i in index), strict=True)
        padding: dict[str, Any] = {"padding": "max_length"} if pad else {"padding": True}
        limits = {"truncation": "only_first", "max_length": loaded.template.max_tokens, "return_tensors": "np"}
        yield index, dict(loaded.tokenizer(list(passages), list(others), **padding, **limits))


def _time(ways: Sequence[Way], rounds: int, config: Any) -> list[float]:
    """Measure every way; return the peak in each round: operations a second of products in our precision."""
    first, peaks = [way.score() for way in ways], []
    for way, scores in zip(ways, first, strict=True):
        way.deviation = float(np.abs(scores - first[0]).max()) if way.cells is ways[0].cells else None
    for number in range(rounds):
        peaks.append(peak(config.hidden_size, config.intermediate_size, CPU, choose_dtype("auto", CPU)))
        for way in ways if number % 2 == 0 else reversed(ways):
            way.seconds.append(seconds(way.score, CPU))
            if way.operations:
                way.shares.append(way.operations / way.seconds[-1] / peaks[-1])
    return peaks


def _speeds(ways: Sequence[Way], full: float, reached: float, rounds: int) -> Finding:
    """Set the ways beside the first, the papers', whose cells take `full` operations; `reached` is the peak."""
    rows: list[dict[str, Any]] = []
    for way in ways:
        needed = full if way is ways[0] else way.operations and way.operations / len(way.cells)
        rows.append(
            {
                "way": way.name,
                "precision": way.precision,
                "cells": len(way.cells),
                "speed": way.speed,
                "times": way.speed / ways[0].speed,
                "operations": needed and needed / 1e9,
                "fewer": needed and full / needed,
                "share": way.share,
                "deviation": way.deviation,
            }
        )
    said = [
        f"in the {row['way']} layout a cell takes {row['fewer']:.3g} times fewer operations and {row['times']:.3g} "
        "times less time"
        for row in rows[-2:]
    ]
    return Finding(
        "speeds",
        "Cells a second",
        f"Beside the papers' way, {'; '.join(said)}.",
        numbers=(
            Number(f"billion {ways[-1].precision} operations a second of matrix products", reached / 1e9, unit="count"),
        ),
        tables=(
            table("speeds", f"Medians of {rounds} rounds", SPEEDS, rows),
            table("ways", "The ways", (Heading("way"), Heading("how")), list(WAYS.items())),
        ),
        notes=(READING,),
    )


def _asked(ways: Sequence[Way]) -> Finding:
    """Compare Magnetite's layouts with what they are to reach."""
    others, ours = {(way.name, way.precision): way for way in ways}, {way.name: way for way in ways}
    rows = [
        (f"{name}, times as fast as {way} in {precision}", least, ours[name].speed / others[way, precision].speed)
        for (name, way, precision), least in TIMES.items()
    ]
    rows += [(f"{name}, per cent of the peak", least, 100 * (ours[name].share or 0)) for name, least in SHARES.items()]
    deviations = [np.float64(way.deviation) for way in (others["onnx", "int8"], ours["joint"])]
    rows.append(("onnx in int8, its largest deviation by that of joint", 1.0, float(deviations[0] / deviations[1])))
    missed = [what for what, least, measured in rows if measured < least]
    said = f"Not met: {'; '.join(missed)}." if missed else "All of it is met."
    asked = table("asked", "Ratios of medians", ASKED, [(*row, row[0] not in missed) for row in rows])
    return Finding("asked", "What was asked", said, tables=(asked,), notes=(UNITS,))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--questions", type=int, default=16)
    parser.add_argument("--screen", type=int, default=8)
    parser.add_argument("--pool", type=int, default=2953)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--system", default="small", help=f"{', '.join(SYSTEMS)}, or a folder")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
