"""Does a language model's opinion of a question agree with people's? Five flaws that a text does not show.

    python -m benchmarks.flags_judge labels.jsonl [--model reader] [--many 30] [--page FILE]

The labels are those of `benchmarks.flags_people`. Of each flaw, `many` questions in which people see it and as many in
which they do not are drawn by seed. The model reads the question with its options and its key, and is asked about the
flaw with two options, in both orders; what it gives to the flaw is its opinion. The area under the curve is how often
it thinks worse of a flawed question than of another: 50% is chance. Intervals are bootstrapped over questions.
"""

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.published import publish

from magnetite.commands.calibrate import Calibrator, stored_temperatures
from magnetite.commands.panels import Scoring, SystemPanel, seats_by_view
from magnetite.commands.record import open_store
from magnetite.core.items import Item, letter
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.asking import own_scores
from magnetite.scorers.find import find_systems
from magnetite.scorers.loading import base_folder
from magnetite.stats.ragged import FloatArray, softmax

CRITERIA = {
    "single_best_answer": (
        "Is exactly one option right, so that no other option can be defended as right, too?",
        ("Yes, exactly one", "No, more than one or none"),
    ),
    "plausible_distractors": (
        "Are all wrong options plausible, so that somebody who does not know the answer could choose each of them?",
        ("Yes, all are plausible", "No, at least one is absurd or obviously wrong"),
    ),
    "focused_stem": (
        "Does the question, read without the options, ask something definite that can be answered?",
        ("Yes, it asks something definite", "No, it is vague or only makes sense with the options"),
    ),
    "problem_in_stem": (
        "Does the question, read without the options, contain the problem to solve?",
        ("Yes, the problem stands in the question", "No, the options contain what is asked"),
    ),
    "clear_language": (
        "Are the question and its options worded clearly, without ambiguity or mistakes?",
        ("Yes, the wording is clear", "No, the wording is unclear or faulty"),
    ),
}
DRAWS = 2000
HEADINGS = (
    Heading("flaw"),
    Heading("questions", unit="count"),
    *(Heading(f"auc{end}", "area under the curve", "share") for end in ("", "_low", "_high")),
)


def main() -> None:
    """Ask the model about each flaw, and publish the page."""
    given = _arguments()
    labels = [json.loads(line) for line in given.labels.read_text("utf-8").splitlines() if line.strip()]
    asked = find_systems(str(base_folder(given.model)), ("QOC",))
    panel = SystemPanel(
        seats_by_view(asked), Calibrator(stored_temperatures(asked.by_view)), Scoring(open_store(given.store))
    )
    rows = [(flaw, *_agreement(panel, labels, flaw, given.many)) for flaw in CRITERIA]
    title = "A language model's opinion beside people's"
    told = sum(low > 0.5 for *_, low, _ in rows)
    answer = f"Of {len(rows)} flaws, the model tells {told} from sound questions better than chance."
    finding = Finding("judge", f"`{given.model}`, zero-shot", answer, tables=(table("judge", title, HEADINGS, rows),))
    publish(given.page, title, "labels of item-writing flaws", [finding], note=f"{DRAWS:,} bootstraps, seed 0.")


def _agreement(
    panel: SystemPanel, labels: Sequence[dict[str, Any]], flaw: str, many: int
) -> tuple[int, float, float, float]:
    """Return how many questions were asked about, and the area under the curve with its interval."""
    groups = [
        [each for each in labels if each["flaw_type"] == flaw and (each["label"] >= 0.5) == seen] for seen in (1, 0)
    ]
    for group in groups:
        random.Random(0).shuffle(group)
    opinions = [_opinions(panel, group[:many], flaw, name) for group, name in zip(groups, ("seen", "not"), strict=True)]
    draw = np.random.default_rng(0)
    areas = [_area(*(draw.choice(each, len(each)) for each in opinions)) for _ in range(DRAWS)]
    low, high = np.quantile(areas, (0.025, 0.975))
    return sum(map(len, opinions)), _area(*opinions), float(low), float(high)


def _opinions(panel: SystemPanel, labels: Sequence[dict[str, Any]], flaw: str, name: str) -> FloatArray:
    question, options = CRITERIA[flaw]
    items = [Item(f"{flaw}-{name}-{n}", f"{n}", _shown(each), question, options, 0) for n, each in enumerate(labels)]
    scores = own_scores(panel, "QOC", items, "opinions").astype(np.float64)
    return np.asarray(softmax(scores, np.full(len(items), 2)).reshape(-1, 2)[:, 1])


def _shown(label: dict[str, Any]) -> str:
    options = "\n".join(f"{letter(at)}) {text}" for at, text in enumerate(label["choices"]))
    return f"An exam question:\n{label['question']}\n{options}\nThe key is {label['answer']}."


def _area(flawed: FloatArray, sound: FloatArray) -> float:
    return float(np.mean((flawed[:, None] > sound) + 0.5 * (flawed[:, None] == sound)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--model", default="reader")
    parser.add_argument("--many", type=int, default=30)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
