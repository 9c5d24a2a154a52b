"""RACE (Lai et al. 2017): one JSON object per file, split and level named by its folders; and RACE-C as CSV.

Items are named after the passage and the question's place, from 1: `high1234-2`. A list of answers that is empty
makes unlabelled items.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from magnetite.core.errors import DataError
from magnetite.core.items import Item
from magnetite.formats.answers import letter_index
from magnetite.formats.columns import Columns
from magnetite.formats.format import Document, Format, Outcome, make_item, outcome, take, unused_passage
from magnetite.formats.rows import csv_header, csv_rows
from magnetite.formats.tabular import row_items
from magnetite.formats.text import Sample, decode, first_json, parse_json

LEVELS = ("middle", "high", "college")
_KEYS = {"article", "questions", "options", "answers"}
_COLLEGE = Columns(
    passage="passage",
    question="question_text",
    options=("option_a", "option_b", "option_c", "option_d", "option_e"),
    answer="correct_answer",
    id="question_id",
)


def sniff(sample: Sample) -> bool:
    """Recognise RACE by its keys, RACE-C by its header and its source column."""
    first = first_json(sample.text)
    if first:
        return not first[0] and isinstance(first[1], dict) and first[1].keys() >= _KEYS
    return {"question_text", "option_a", "correct_answer", "source"} <= set(csv_header(sample)) and (
        ",race_c" in sample.text
    )


def read(document: Document) -> Iterator[Outcome]:
    """Read one file: a passage with its questions, or the CSV of RACE-C."""
    text = decode(document.data, document.where)
    if document.name.endswith(".csv"):
        yield from row_items(csv_rows(text, document.where), _COLLEGE, document, level="college")
        return
    raw = parse_json(text, document.where)
    name, level = _passage(raw, document)
    questions, options, answers = _lists(raw, document.where)
    if not questions:
        yield unused_passage(document.where)
    for place, (question, texts, answer) in enumerate(zip(questions, options, answers, strict=True), start=1):

        def make(place: int = place, question: Any = question, texts: Any = texts, answer: Any = answer) -> Item:
            return make_item(
                id=f"{name}-{place}",
                passage_id=name,
                passage=raw["article"],
                question=question,
                options=texts,
                answer=partial(letter_index, answer),
                level=level,
            )

        yield outcome(f"{document.where}, question {place}", make)


def _lists(raw: Any, where: str) -> tuple[list[Any], list[Any], list[Any]]:
    try:
        lists = [take(raw, key) for key in ("questions", "options", "answers")]
        take(raw, "article")
    except DataError as error:
        raise DataError(f"{where}: {error}") from error
    if not all(isinstance(entry, list) for entry in lists):
        raise DataError(f"{where}: expected lists of questions, options and answers.")
    questions, options, answers = lists
    answers = answers or [None] * len(questions)
    if not len(questions) == len(options) == len(answers):
        counts = f"{len(questions)} questions, {len(options)} lists of options and {len(answers)} answers"
        raise DataError(f"{where}: found {counts}; expected equal numbers.")
    return questions, options, answers


def _passage(raw: Any, document: Document) -> tuple[str, str | None]:
    path = PurePosixPath(document.name)
    parts = (*document.trail, *path.parts[:-1])
    own = str(raw.get("id") or "") if isinstance(raw, dict) else ""
    name = own.removesuffix(".txt") or path.stem
    level = next((part.lower() for part in reversed(parts) if part.lower() in LEVELS), None)
    level = level or next((level for level in LEVELS if name.startswith(level)), None)
    return (name if level is None or name.startswith(level) else f"{level}{name}"), level


FORMAT = Format("race", "RACE and RACE-C", (".txt", ".json", ".csv"), sniff, read)
