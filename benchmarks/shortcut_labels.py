"""What tells a shortcut from a question that was inferred: people's labels of questions answered without the question.

    python -m benchmarks.shortcut_labels shortcuts_judge.jsonl [--models base,reader] [--page FILE]

The file is BenchMarker's (Balepur et al. 2026, arXiv 2602.06221; judge_experiments/validation_data of its repository):
questions that a large language model answered right from the options, each with the question that it inferred from
them. `label` is 1 where people find that who can answer the inferred question can answer the true one, else 0: then
something else led it to the key, a shortcut. Nothing of the file is kept here.

Each measure is judged by the area under the curve with which it tells the shortcuts from the others: how unlike the
inferred question is to the true one, by words (as `audit --experiments options` has it) and by embeddings; how probable
a system of view O finds the key, which `check` flags; and whether rules that read the text flag the question.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.published import publish
from examfiles.items import LETTERS, Dataset, Item, gathered
from magnetite import Asking, score
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import N, interval
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.choices import answer_probability, read_choices
from magnetite.experiments.findings import bounded
from magnetite.experiments.flags import Exam, find_flags
from magnetite.experiments.options.experiment import FIELD, inferred_question, word_likeness
from magnetite.scorers.likeness import likeness
from magnetite.stats.areas import area_under_curve
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS
from magnetite.stats.intervals import Interval, cluster_codes
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict

CHANCE = 0.5
SYSTEMS: Mapping[str, Asking] = {"reader": Asking(scoring="symbol", prompt="chat", rotations=2)}
BY_WORDS, BY_MEANING, BY_RULES = "unlike by words", "unlike by embeddings", "flagged by rules"
WORDS = {
    Verdict.ABOVE: "better than chance",
    Verdict.BELOW: "the wrong way round",
    Verdict.OPEN: "not clearly different from chance",
}
AREAS = (
    Heading("by", "what tells them"),
    *interval("area", "area under the curve", "area", "share"),
    *interval("within", "within a benchmark", "within", "share"),
    N,
)


def main() -> None:
    """Measure, and publish the page."""
    given = _arguments()
    exam, shortcuts = read_labels(given.labels)
    values = {
        BY_WORDS: np.array([1 - word_likeness(inferred_question(item), item.question) for item in exam]),
        BY_MEANING: distances(exam.items),
        **{f"probability of the key, {model}": probabilities(exam, model, given.store) for model in given.models},
        BY_RULES: flagged(exam.items),
    }
    publish(
        given.page,
        "Shortcuts as people see them",
        f"{len(exam):,} questions that a model answered without the question",
        [told_apart(values, shortcuts, cluster_codes([item.metadata["of"] for item in exam]))],
        note="Each label is one judgement. The questions are of ten benchmarks without passages, on which no bundled "
        f"system was trained. Intervals are 95%, by {BOOTSTRAP_DRAWS:,} bootstraps of either group of each benchmark, "
        "seed 0. Within a benchmark, only questions of the same one are compared.",
    )


def read_labels(path: Path) -> tuple[Dataset, BoolArray]:
    """Return the questions, with those inferred, and which of them people call shortcuts, (questions,)."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    items = [
        Item(
            f"q{number}",
            f"q{number}",
            "",
            row["question"],
            tuple(map(str, row["choices"])),
            LETTERS.index(row["answer"]),
            metadata={FIELD: row["inferred_question"], "of": row["dataset"]},
        )
        for number, row in enumerate(rows, 1)
    ]
    return Dataset("labels", tuple(items)), np.array([not row["label"] for row in rows])


def distances(items: Sequence[Item]) -> FloatArray:
    """Return 1 less the cosine of each inferred question's embedding and the true one's, (questions,)."""
    found = likeness([(inferred_question(item), item.question) for item in items])
    assert found is not None  # the small encoder is there, or a benchmark says so
    return np.asarray(1 - found)


def probabilities(exam: Dataset, model: str, store: str | None) -> FloatArray:
    """Return the probability that a system of view O gives each key, (questions,)."""
    frame = score(exam, model, views=["O"], asking=SYSTEMS.get(model), store=store)
    rows = frame.group_by("id", "option", maintain_order=True).agg(pl.col("score").mean())
    return answer_probability(read_choices(exam.items, rows["score"].to_numpy(), model))


def flagged(items: Sequence[Item]) -> FloatArray:
    """Return whether a rule that reads the text flags each question, (questions,); each benchmark is an exam."""
    exams = gathered((item.metadata["of"], item) for item in items)
    names = {flag.item for each in exams.values() for flag in find_flags(Exam(tuple(each)))}
    return np.array([float(item.id in names) for item in items])


def told_apart(values: Mapping[str, FloatArray], shortcuts: BoolArray, of: IntArray) -> Finding:
    """Say how well each measure tells shortcuts from the others, (questions,) each, of the numbered benchmarks."""
    one = np.zeros(len(of), dtype=np.int64)
    areas = {name: (told_by(each, shortcuts, one), told_by(each, shortcuts, of)) for name, each in values.items()}
    said = "; ".join(
        f"{name} {every.estimate:.2f}, within a benchmark {within.estimate:.2f}, {WORDS[verdict(within, CHANCE)]}"
        for name, (every, within) in areas.items()
    )
    answer = (
        f"People call {shortcuts.sum()} of {len(shortcuts)} questions shortcuts: the question that was inferred is "
        f"another. The area under the curve by which each measure tells them from the others: {said}. As many "
        f"questions tell an area of {detectable(shortcuts):.2f} from chance four times in five."
    )
    rows = ((name, *bounded(every), *bounded(within), every.n) for name, (every, within) in areas.items())
    return Finding(
        "shortcut-labels",
        "Shortcuts, told from inferred questions",
        answer,
        tables=(table("areas", "Told apart by", AREAS, rows),),
    )


def told_by(values: FloatArray, shortcuts: BoolArray, of: IntArray) -> Interval:
    """Estimate the area under the curve of shortcuts' values against the others', over pairs within a benchmark.

    Its interval is of a bootstrap of either group of each benchmark.
    """
    masks = [of == each for each in np.unique(of)]
    groups = [
        (values[here & shortcuts], values[here & ~shortcuts])
        for here in masks
        if (here & shortcuts).any() and (here & ~shortcuts).any()
    ]
    pairs, draw = [len(first) * len(second) for first, second in groups], np.random.default_rng(0)

    def area(kept: Sequence[tuple[FloatArray, FloatArray]]) -> float:
        return float(np.average([area_under_curve(*each) for each in kept], weights=pairs))

    areas = [
        area([(draw.choice(first, len(first)), draw.choice(second, len(second))) for first, second in groups])
        for _ in range(BOOTSTRAP_DRAWS)
    ]
    low, high = np.quantile(areas, (0.025, 0.975)).tolist()
    return Interval(area(groups), low, high, len(values))


def detectable(shortcuts: BoolArray) -> float:
    """Return the area that is told from chance four times in five, by its standard error under chance.

    >>> round(detectable(np.arange(271) < 172), 2)
    0.6
    """
    first, second = int(shortcuts.sum()), int((~shortcuts).sum())
    return CHANCE + (1.96 + 0.84) * float(np.sqrt((first + second + 1) / (12 * first * second)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--models", default=["base"], type=lambda names: names.split(","))
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
