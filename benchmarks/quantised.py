"""A language model with its weights rounded to four bits, against the full one: scores, choices, memory and batches.

    python -m benchmarks.quantised RACE.tar.gz [--limit 24] [--model FOLDER] [--page FILE]

Scores `limit` questions spread over a split. FOLDER is a Transformers model with full weights; without one they are
SmolLM2's, computed back from its GGUF file and saved as full ones, which take 0.5 GB while this runs.
Needs the extra `quantised`, and for SmolLM2 `make smollm2`.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from scipy.stats import spearmanr

import magnetite
from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.core.results import Finding, Heading, Number, table
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.scorers.causal import Causal
from magnetite.scorers.device import choose_dtype
from magnetite.scorers.kind import rounding
from magnetite.scorers.language_model import load_language_model
from magnetite.scorers.llama import PackedLinear
from magnetite.scorers.loading import plain
from magnetite.scorers.prompts import prompt
from magnetite.stats.intervals import share

CPU = torch.device("cpu")
FORMATS = ("float32", "bfloat16", "4bit-float32", "4bit-bfloat16")
ALONE = 8  # cells that are scored in a batch each
COLUMNS = (
    *(Heading("format", "number format"), Heading("megabytes", "weights, MB", "count")),
    *(Heading("largest", "largest deviation", "score"), Heading("large", "99th percentile", "score")),
    *(Heading("median", "median", "score"), Heading("rank", "rank correlation", "correlation")),
    *(Heading("changed", "another option chosen", "count"), Heading("right", "right", "share")),
    *(Heading("right_low", "", "share"), Heading("right_high", "", "share")),
    Heading("alone", "a score alone in its batch deviates by", "score"),
)
NOTE = (
    "In four bits it is another model, and the store keeps its scores separate. Embeddings are not rounded; in a "
    "larger model, nearly all weights are matrices. Neither a GPU nor speed was measured: on a CPU each product first "
    "dequantises the weights."
)


def main() -> None:
    """Measure every number format, and publish the page."""
    arguments = _arguments()
    exam = magnetite.read(arguments.data, split=arguments.split)
    items = exam.items[:: max(1, len(exam) // arguments.limit)][: arguments.limit]
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.model or full_weights(Path(folder) / "SmolLM2-135M-Instruct")
        scored = [score(place, name, arguments.scoring, own_cells(items)) for name in FORMATS]
    about = f"{place.name} on {exam.name} {exam.split}, {len(items)} questions, scored by `{arguments.scoring}`"
    publish(arguments.page, "A language model in four bits", about, [_finding(scored, items)], note=NOTE, device="cpu")


def full_weights(folder: Path) -> Path:
    """Save SmolLM2 as a model that was never quantised: `4bit` rounds full weights alone."""
    loaded = load_language_model("smollm2", CPU, torch.float32)
    plain(loaded.model).save_pretrained(folder)
    loaded.tokenizer.save_pretrained(folder)
    return folder


def score(place: Path, name: str, scoring: str, cells: Cells) -> tuple[str, float, ScoreArray, ScoreArray]:
    """Score in a number format; return its name, the MB of weights, the scores, and those of the first cells alone."""
    rounded, computing = rounding(name)
    loaded = load_language_model(place, CPU, choose_dtype(computing, CPU), rounded=rounded)
    scorer = Causal(loaded, scoring, prompt())
    alone = [scorer.score(cells.take(np.array([cell]))) for cell in range(min(ALONE, len(cells)))]
    weights = {each.data_ptr(): each.nbytes for each in loaded.model.state_dict().values()}  # tied ones once
    laid_out = [each.weight for each in loaded.model.modules() if isinstance(each, PackedLinear)]
    size = sum(weights.values()) + sum(each.numel() * each.element_size() for each in laid_out)
    return scorer.precision, size / 1e6, scorer.score(cells), np.concatenate(alone)


def _finding(scored: Sequence[tuple[str, float, ScoreArray, ScoreArray]], items: Sequence[Item]) -> Finding:
    """Compare every number format with the first, float32."""
    _, full, exact, _ = scored[0]
    choices = [read_choices(items, scores) for _, _, scores, _ in scored]
    changed = [int((each.chosen != choices[0].chosen).sum()) for each in choices]
    right = [share(each.correct, passages_of(items)) for each in choices]
    rows = [
        [
            *(name, megabytes, *np.quantile(np.abs(scores - exact), (1, 0.99, 0.5)).tolist()),
            *(float(spearmanr(scores, exact).statistic), changes, answers.estimate, answers.low, answers.high),
            float(np.abs(alone - scores[: len(alone)]).max()),
        ]
        for (name, megabytes, scores, alone), changes, answers in zip(scored, changed, right, strict=True)
    ]
    return Finding(
        "formats",
        "Number formats",
        f"The weights take as little as {min(row[1] for row in scored) / full:.0%} of their memory in float32, and up "
        f"to {max(changed)} of {len(items)} choices change. So few questions do not say which format answers better.",
        numbers=(Number("standard deviation of the scores in float32", float(exact.std()), unit="score"),),
        tables=(table("formats", "Against float32", COLUMNS, rows),),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--limit", type=int, default=24)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--scoring", default="cloze")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
