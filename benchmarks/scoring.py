"""Compare ways to score the same cells with the same weights, in one run: ours, and what others offer.

    magnetite benchmark RACE.tar.gz [--split test] [--questions 16] [--screen 8] [--pool 2953] [--rounds 5] [--system …]
    python benchmarks/scoring.py RACE.tar.gz …                            the same

Every way but the last scores the own options of `questions` questions, evenly spread over the data as it comes:

    padded      Transformers, every pair tokenised anew, batches of 8 padded to what the system reads at most (512),
                float32: the papers' way
    sorted      Transformers, sorted by length, batches of 32 padded to their longest; float32 and bfloat16
    cross       sentence-transformers, CrossEncoder.predict
    onnx        ONNX Runtime, sorted and padded likewise; float32, and int8 by its own dynamic quantisation
    joint       Magnetite, joint layout
    prefix      Magnetite, prefix layout: a screen of `screen` questions × `pool` options of other passages

The weights are the bundled QOC system's, or those of another system of BERT's family in the prefix layout (`--system`).
Each way runs once unmeasured; then rounds run in alternating order, and
medians are reported. The share of the peak is needed operations over time, over what matrix products of the layers'
shapes reach in the same round and precision; padding is not needed, nor what no score depends on.
`--page FILE` writes the table as Markdown, `--figure FILE` draws it.
"""

import argparse
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt
import numpy as np
import onnx
import torch
from counting import needed_joint, needed_prefix, padded, pairs, peak, screen_cells
from onnxruntime import InferenceSession
from onnxruntime.quantization import quantize_dynamic
from sentence_transformers import CrossEncoder
from transformers import BertConfig, BertForSequenceClassification

import magnetite
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.engine import score_cells
from magnetite.report import save_figure
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.encoder import JointEncoder, PrefixScorer
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import Loaded, in_memory, load

CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class Way:
    """Hold one way to score: its name, its cells, what runs, and the operations its scores need (None: not counted)."""

    name: str
    cells: Cells
    score: Callable[[], ScoreArray]
    operations: float | None = None
    precision: torch.dtype = torch.float32


@dataclass(frozen=True, slots=True)
class Timed:
    """Hold what was measured of one way."""

    way: Way
    seconds: list[float]
    peaks: list[float]  # operations a second of matrix products in its precision, measured in the same rounds
    deviation: float | None  # largest difference of a score from the papers' way

    @property
    def speed(self) -> float:
        """Return cells a second, by the median."""
        return len(self.way.cells) / statistics.median(self.seconds)

    @property
    def share(self) -> float | None:
        """Return needed operations over time over the peak, by the median of the rounds; None where not counted."""
        if self.way.operations is None:
            return None
        rounds = zip(self.seconds, self.peaks, strict=True)
        return statistics.median(self.way.operations / seconds / peak for seconds, peak in rounds)


def main() -> None:
    """Time all ways, print the table, and write page and figure where asked."""
    arguments = _arguments()
    warnings.filterwarnings("ignore")  # of other libraries' exporters, about their own future
    items = list(magnetite.read(arguments.data, split=arguments.split))
    own = own_cells(items[:: max(1, len(items) // arguments.questions)][: arguments.questions])
    screen = screen_cells(items, arguments.screen, arguments.pool)
    with tempfile.TemporaryDirectory() as folder:
        system = load(arguments.system, CPU, torch.float32)
        ways = _ways(own, screen, system, arguments.system, Path(folder))
        timed = _time([w for w in ways if w.name.split(",")[0] not in arguments.without], arguments.rounds, system)
    lines = _table(timed, system, arguments)
    print("\n".join(lines))
    if arguments.page:
        arguments.page.write_text("\n".join(lines) + "\n", "utf-8")
    if arguments.figure:
        save_figure(_figure(timed), arguments.figure)


def _ways(own: Cells, screen: Cells, prefix: Loaded, system: Path, folder: Path) -> list[Way]:
    auto, half = (load(system, CPU, dtype) for dtype in (choose_dtype("auto", CPU), torch.bfloat16))
    limit = prefix.template.max_tokens
    joint = in_memory("joint", auto.model, auto.tokenizer, Template("joint", limit))
    cross, single, small = _exported(prefix, folder)
    texts = [(own.contexts[r].passage, f"{own.contexts[r].question} {own.options[c]}") for r, c in pairs(own)]
    ours, screener = JointEncoder(joint), PrefixScorer(auto)
    dtype = auto.dtype
    return [
        Way("padded, float32", own, lambda: _plain(prefix, texts, 8, pad=True)),
        Way("sorted, float32", own, lambda: _plain(prefix, texts, 32)),
        Way("sorted, bfloat16", own, lambda: _plain(half, texts, 32), None, torch.bfloat16),
        Way("cross", own, lambda: np.asarray(cross.predict(texts, show_progress_bar=False), dtype=np.float32)),
        Way("onnx, float32", own, lambda: _onnx(single, prefix, texts)),
        Way("onnx, int8", own, lambda: _onnx(small, prefix, texts)),
        Way("joint", own, lambda: score_cells(own, ours).scores, needed_joint(ours, own), dtype),
        Way("prefix", screen, lambda: score_cells(screen, screener).scores, needed_prefix(screener, screen), dtype),
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
def _plain(loaded: Loaded, texts: list[tuple[str, str]], size: int, *, pad: bool = False) -> ScoreArray:
    """Score by Transformers alone, sorted; with `pad` in the order given and padded to the most that it reads."""
    scores = np.zeros(len(texts), dtype=np.float32)
    for index, batch in _batches(loaded, texts, size, pad=pad):
        inputs = {name: torch.from_numpy(part)[:, None] for name, part in batch.items()}
        scores[index] = loaded.model(**inputs).logits.reshape(-1).float().numpy()
    return scores


def _onnx(session: Any, loaded: Loaded, texts: list[tuple[str, str]]) -> ScoreArray:
    scores = np.zeros(len(texts), dtype=np.float32)
    for index, batch in _batches(loaded, texts, 32, pad=False):
        scores[index] = session.run(None, batch)[0].reshape(-1)
    return scores


def _batches(loaded: Loaded, texts: list[tuple[str, str]], size: int, *, pad: bool) -> Iterator[tuple[Any, Any]]:
    order = range(len(texts)) if pad else sorted(range(len(texts)), key=lambda i: -len("".join(texts[i])))
    for start in range(0, len(texts), size):
        index = list(order)[start : start + size]
        passages, seconds = zip(*(texts[i] for i in index), strict=True)
        padding: dict[str, Any] = {"padding": "max_length"} if pad else {"padding": True}
        limits = {"truncation": "only_first", "max_length": loaded.template.max_tokens, "return_tensors": "np"}
        yield index, dict(loaded.tokenizer(list(passages), list(seconds), **padding, **limits))


def _time(ways: list[Way], rounds: int, system: Loaded) -> list[Timed]:
    first = {way.name: way.score() for way in ways}
    seconds: dict[str, list[float]] = {way.name: [] for way in ways}
    peaks: dict[torch.dtype, list[float]] = {way.precision: [] for way in ways}
    for number in range(rounds):
        for dtype, found in peaks.items():
            found.append(peak(system.model.config.hidden_size, system.model.config.intermediate_size, CPU, dtype))
        for way in ways if number % 2 == 0 else reversed(ways):
            began = time.perf_counter()
            way.score()
            seconds[way.name].append(time.perf_counter() - began)
    truth, own = first.get("padded, float32"), ways[0].cells

    def deviation(way: Way) -> float | None:
        return None if truth is None or way.cells is not own else float(np.abs(first[way.name] - truth).max())

    return [Timed(way, seconds[way.name], peaks[way.precision], deviation(way)) for way in ways]


def _table(timed: list[Timed], system: Loaded, arguments: argparse.Namespace) -> list[str]:
    base, peaks = timed[0].speed, {_name(each.way.precision): statistics.median(each.peaks) for each in timed}
    lines = [
        f"{arguments.questions} questions with their own options; screen: {arguments.screen} questions × "
        f"{arguments.pool} options; {arguments.rounds} rounds, {torch.get_num_threads()} threads, torch "
        f"{torch.__version__}; matrix products: "
        + ", ".join(f"{name} {peak / 1e9:.0f} billion operations a second" for name, peak in peaks.items()),
        "Operations a cell: " + "; ".join(_operations(timed, system)) + ".",
        "",
        "| way | precision | cells/s | ratio | share of the peak | largest deviation | cells |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in timed:
        way, share = each.way, "" if each.share is None else f"{100 * each.share:.0f}%"
        deviation = "" if each.deviation is None else f"{each.deviation:.1e}"
        name, _, said = way.name.partition(", ")
        precision = said or _name(way.precision)
        lines.append(
            f"| {name} | {precision} | {each.speed:,.1f} | {each.speed / base:.2f} | {share} | {deviation} | "
            f"{len(way.cells):,} |"
        )
    return lines


def _operations(timed: list[Timed], system: Loaded) -> list[str]:
    """Say how many operations a cell needs where they are counted, and how many times that padding takes."""
    full = padded(system.model.config, 1, system.template.max_tokens)
    needed = [(each.way.name, each.way.operations / len(each.way.cells)) for each in timed if each.way.operations]
    return [
        f"padded {full / 1e9:.2f} billion",
        *(f"{name} {a_cell / 1e9:.3f} billion, {full / a_cell:.1f} times fewer" for name, a_cell in needed),
    ]


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _figure(timed: list[Timed]) -> alt.Chart:
    rows = [{"way": each.way.name, "cells a second": each.speed} for each in timed]
    chart = alt.Chart(alt.Data(values=rows)).mark_bar()
    speed = alt.X("cells a second:Q").scale(type="log").title("cells a second (logarithmic)")
    return chart.encode(speed, alt.Y("way:N").sort(None).title(None)).properties(width=480)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--questions", type=int, default=16)
    parser.add_argument("--screen", type=int, default=8)
    parser.add_argument("--pool", type=int, default=2953)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--system", type=Path, default=BUNDLED / "small" / "qoc" / "seed-0", metavar="DIR")
    parser.add_argument("--without", nargs="*", default=[], help="ways to leave out, such as onnx cross")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--figure", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
