"""What a reader says of each option when it has three answers: the passage says so, the opposite, or nothing of it.

    python -m benchmarks.three_answers spans.jsonl [--model reader] [--limit 30] [--page FILE]

The file has OneStopQA's questions (Berzak et al. 2020), with the kind of each option in `types`: a is right, b misreads
the span that the answer rests on, c is about another span, d has no support in the passage. Each option is proposed by
itself, as a question whose three answers have letters, in every rotation.
"""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
from scipy.special import softmax

from benchmarks.published import publish
from examfiles import read
from examfiles.items import Dataset, letter
from magnetite import score
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.stats.areas import area_under_curve

ASKED = "{question}\nProposed answer: {option}\nWhat does the passage say of the proposed answer?"
ANSWERS = ("It says so.", "It says the opposite.", "It does not say.")
SO, OPPOSITE, SILENT = range(3)
KINDS = {"a": "right", "b": "misreads the span", "c": "about another span", "d": "without support"}
HEADINGS = (
    *(Heading("kind", "option"), Heading("options", unit="count")),
    *(Heading(name, text, "share") for name, text in zip(("so", "opposite", "silent"), ANSWERS, strict=True)),
    *(Heading(f"{name}_most", f"most likely: {text}", "count") for name, text in zip("123", ANSWERS, strict=True)),
)
AREAS = (Heading("what", "told apart"), Heading("by"), Heading("area", "area under the curve", "margin"))


def main() -> None:
    """Ask, and publish the page."""
    given = _arguments()
    whole = read(given.exam)
    data = whole.with_items(whole.items[: given.limit])
    said = {kind: np.array(rows) for kind, rows in _said(data, given).items()}
    rows: list[list[Value]] = []
    for kind, words in KINDS.items():
        most = np.bincount(said[kind].argmax(1), minlength=len(ANSWERS))
        rows.append([words, len(said[kind]), *map(float, said[kind].mean(0)), *map(int, most)])
    misread, without = said["b"], said["d"]
    wrong = np.concatenate([said[kind] for kind in "bcd"])
    areas: list[list[Value]] = [
        ["right options, from wrong ones", ANSWERS[SO], area_under_curve(said["a"][:, SO], wrong[:, SO])],
        [
            "misread, from without support",
            ANSWERS[OPPOSITE],
            area_under_curve(misread[:, OPPOSITE], without[:, OPPOSITE]),
        ],
        ["without support, from misread", ANSWERS[SILENT], area_under_curve(without[:, SILENT], misread[:, SILENT])],
    ]
    finding = Finding(
        "three-answers",
        "Three answers",
        f"The area under the curve by which the answers tell right options from wrong ones is {areas[0][2]:.2f}; "
        f"options that misread the passage from those without support, {areas[1][2]:.2f}; and the other way round, "
        f"{areas[2][2]:.2f}. 0.5 is guessing.",
        tables=(
            table("said", "What is said of each kind of option", HEADINGS, rows),
            table("areas", "Told apart", AREAS, areas),
        ),
    )
    publish(
        given.page,
        f"Three answers to what the passage says of an option, by `{given.model}`",
        f"{data.name}, {len(data)} questions on {len({item.passage_id for item in data})} passages",
        [finding],
        note="People wrote the options for these cases. Nothing was tuned on them; no other wording was tried.",
    )


def _said(data: Dataset, given: argparse.Namespace) -> Mapping[str, list[np.ndarray]]:
    """Return the probabilities of the three answers, of every option, by its kind."""
    asked, kinds = [], {}
    for item in data:
        for at, option in enumerate(item.options):
            name, text = f"{item.id}|{at}", ASKED.format(question=item.question, option=option)
            asked.append(replace(item, id=name, question=text, options=ANSWERS, answer=0, metadata={}))
            kinds[name] = item.metadata["types"][at]
    frame = score(data.with_items(asked), given.model, views=["QOC"], store=given.store)
    rows = frame.group_by("id", "option").agg(pl.col("score").mean())
    scores = {(name, option): value for name, option, value in rows.iter_rows()}
    found: dict[str, list[np.ndarray]] = {kind: [] for kind in KINDS}
    for name, kind in kinds.items():
        found[kind].append(softmax(np.array([scores[name, letter(at)] for at in range(len(ANSWERS))])))
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exam", type=Path)
    parser.add_argument("--model", default="reader")
    parser.add_argument("--limit", type=int, default=30)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
