"""Describe an exam file: what of it was understood as passages, questions and keys, and what was left out and why.

It reads as a check does, so that it shows what a check would see. What this file leaves out: datasets
(`probes.describe`), whose counts and baselines stand here too.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from magnetite.auditing.check.reading import ReadExam, is_exam, near, places_left, read_exam
from magnetite.auditing.data import parts_of, said_split
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments import describe
from magnetite.experiments.flags.finding import left_table

CUT = 48  # characters of a text by which its reader knows it again


def is_exam_file(data: str, format: str | None = None) -> bool:  # noqa: A002 - the word of the command line
    """Say whether DATA names one exam file, folder or package, as teachers' programs write them."""
    return len(parts_of(data)) == 1 and said_split(data)[1] is None and is_exam(data, format)


def describe_exam(
    data: str | Path,
    *,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    columns: Mapping[str, str] | None = None,
) -> Finding:
    """Describe an exam. Adds to a dataset's description the tables `questions`, `passages` and `left_out`.

    Raises UsageError or DataError where it cannot be read.
    """
    read = read_exam(data, split=split, format=format, columns=columns)
    found = describe(replace(read.dataset, skipped=()))
    return replace(
        found,
        title="What was understood of the exam",
        sentence=f"{found.sentence} {_left_out(read)}",
        numbers=(*found.numbers, Number("left out", len(read.left), unit="count")),
        tables=(_questions(read), _passages(read.dataset), left_table(places_left(read)), *found.tables),
    )


def _left_out(read: ReadExam) -> str:
    count = len(read.left)
    if not count:
        return "Nothing was left out."
    return f"{count:,} {'part was' if count == 1 else 'parts were'} left out, with the reasons below."


def _questions(read: ReadExam) -> Table:
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in read.dataset],
        "place": [near(read.dataset.source, read.places.get(item.id, "")) for item in read.dataset],
        "question": [_cut(item.question) for item in read.dataset],
        "options": [len(item.options) for item in read.dataset],
        "answer": [item.answer_letter for item in read.dataset],
        "passage": [_cut(item.passage) or None for item in read.dataset],
    }
    return Table("questions", "Questions", columns)


def _passages(dataset: Dataset) -> Table:
    texts = {item.passage_id: item.passage for item in dataset if item.passage.strip()}
    columns: dict[str, list[Value]] = {
        "passage_id": list(texts),
        "words": [len(text.split()) for text in texts.values()],
        "questions": [sum(item.passage_id == name for item in dataset) for name in texts],
        "begins": [_cut(text) for text in texts.values()],
    }
    return Table("passages", "Passages", columns)


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= CUT else f"{flat[: CUT - 1].rstrip()}…"
