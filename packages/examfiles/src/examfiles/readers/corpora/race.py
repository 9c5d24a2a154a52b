"""RACE (Lai et al. 2017): one JSON object per passage, split and level named by its folders; and RACE-C as CSV.

    {"answers": ["B", …], "options": [[…], …], "questions": […], "article": "…", "id": "high1234.txt"}

Items are named after the passage and the question's place, from 1: `high1234-2`. A list of answers that is empty
makes unlabelled items.

Written are RACE/SPLIT/LEVEL/NAME.txt, as a folder or archive, items in the order of their files. Files have the
passage's name without its level where that is a plain name and keeps the passages in order; else all are numbered.
Options other than four, and answers that are not known (null), are read back here, but not by every reader of RACE, so
they count among what the layout cannot hold. RACE-C's table is read only, never written.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from examfiles.decoding import decode, first_json, parse_json
from examfiles.errors import DataError
from examfiles.exams import refuse, sentence, whole
from examfiles.format import (
    Document,
    Format,
    Outcome,
    Sample,
    Writer,
    fault,
    make_item,
    outcome,
    placed,
    take,
    unused_passage,
)
from examfiles.items import LETTERS, Dataset, Item, content_id
from examfiles.readers.tables import csv_header, csv_rows
from examfiles.readers.tables.answers import letter_index
from examfiles.readers.tables.columns import Columns
from examfiles.readers.tables.tabular import row_items
from examfiles.split_names import SPLITS, natural

LEVELS = ("middle", "high", "college")
FOUR = 4
_PLAIN = re.compile(r"\w*\d\w*", re.ASCII)  # a digit sets it apart from README and the like
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
        yield from row_items(
            csv_rows(text, document.where, limits=document.limits), _COLLEGE, document, level="college"
        )
        return
    raw = parse_json(text, document.where, document.limits)
    name, level = _passage(raw, document)
    questions, options, answers = _lists(raw, document.where)
    if not questions:
        yield unused_passage(document.where)
    for place, (question, texts, answer) in enumerate(zip(questions, options, answers, strict=True), start=1):
        make = partial(
            make_item,
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
        raise placed(where, error) from error
    if not all(isinstance(entry, list) for entry in lists):
        raise fault(where, "expected lists of questions, options and answers.")
    questions, options, answers = lists
    answers = answers or [None] * len(questions)
    if not len(questions) == len(options) == len(answers):
        counts = f"{len(questions)} questions, {len(options)} lists of options and {len(answers)} answers"
        raise fault(where, f"found {counts}; expected equal numbers.")
    return questions, options, answers


def _passage(raw: Any, document: Document) -> tuple[str, str | None]:
    path = PurePosixPath(document.name)
    parts = (*document.trail, *path.parts[:-1])
    own = str(raw.get("id") or "") if isinstance(raw, dict) else ""
    name = own.removesuffix(".txt") or path.stem
    level = next((part.lower() for part in reversed(parts) if part.lower() in LEVELS), None)
    level = level or next((level for level in LEVELS if name.startswith(level)), None)
    return (name if level is None or name.startswith(level) else f"{level}{name}"), level


@dataclass(frozen=True, slots=True)
class Article:
    """One file: the passage's name as reading returns it, its level's folder, the file's name, the content."""

    name: str
    level: str
    file: str
    text: str
    items: tuple[Item, ...]


def cautions(dataset: Dataset) -> list[str]:
    """Return what other readers of RACE may not accept, one sentence each."""
    other = [item for item in dataset if len(item.options) != FOUR]
    unknown = [item for item in dataset if item.answer is None]
    theirs = "which other readers of RACE may not accept"
    return [
        *sentence(other, "more or fewer than four options", f"they are written as they are, {theirs}"),
        *sentence(unknown, "no known answer", f"it is written as null, {theirs}"),
        *([f"The split '{dataset.split}' is not one of RACE's."] if dataset.split not in {*SPLITS, None} else []),
    ]


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Return each passage's file. Raises DataError for an empty text and for more options than letters."""
    instead = "Write a table: jsonl, csv or parquet."
    refuse([item for item in dataset if not whole(item).passage.strip()], "race", "no passage", instead)
    refuse([item for item in dataset if not item.question.strip()], "race", "no question", instead)
    refuse([item for item in dataset if len(item.options) > len(LETTERS)], "race", "more than 26 options", instead)
    return {f"{p.level}/{p.file}".lstrip("/"): _content(p) for p in _passages(dataset)}


def folder(dataset: Dataset) -> str:
    """Name the folder of a dataset's split."""
    return f"RACE/{dataset.split}" if dataset.split in SPLITS else "RACE"


def _passages(dataset: Dataset) -> list[Article]:
    """Group items by level and passage, in the order in which the files are read."""
    groups: dict[tuple[str, str, str], list[Item]] = {}
    for item in dataset:
        level = item.level if item.level in LEVELS else ""
        groups.setdefault((level, item.passage_id, whole(item).passage), []).append(item)
    ordered = sorted(groups, key=lambda group: group[0])
    names = _names(ordered)
    files = _files([(level, name) for (level, *_), name in zip(ordered, names, strict=True)])
    return [
        Article(name, group[0], file, group[2], tuple(groups[group]))
        for group, name, file in zip(ordered, names, files, strict=True)
    ]


def _names(groups: Sequence[tuple[str, str, str]]) -> list[str]:
    """Name passages, given as (level, id, text), as reading does: the level in front, no two alike."""
    plain = [name if name.startswith(level) else f"{level}{name}" for level, name, _ in groups]
    own = [
        f"{name}-{content_id(text)}" if not name or plain.count(name) > 1 else name
        for name, (*_, text) in zip(plain, groups, strict=True)
    ]
    return [f"{name}-{own[:n].count(name) + 1}" if name in own[:n] else name for n, name in enumerate(own)]


def _files(passages: Sequence[tuple[str, str]]) -> list[str]:
    """Name the files of passages, given as (level, name)."""
    stems = [name.removeprefix(level) for level, name in passages]
    keys = [(level, natural(stem.lower())) for (level, _), stem in zip(passages, stems, strict=True)]
    plain = all(level and _PLAIN.fullmatch(stem) for (level, _), stem in zip(passages, stems, strict=True))
    if plain and all(before < after for before, after in pairwise(keys)):
        return [f"{stem}.txt" for stem in stems]
    return [f"{number}.txt" for number in range(1, len(passages) + 1)]


def _content(passage: Article) -> bytes:
    letters = [item.answer_letter for item in passage.items]
    content = {
        "answers": letters if any(letters) else [],
        "options": [list(item.options) for item in passage.items],
        "questions": [item.question for item in passage.items],
        "article": passage.text,
        "id": f"{passage.name}.txt",
    }
    return json.dumps(content, ensure_ascii=False).encode()


_TITLE = "the layout of RACE, as a folder or .tar.gz"
WRITER = Writer("race", _TITLE, (".tar.gz", ".tgz"), write, folder, cautions)
FORMAT = Format("race", "RACE and RACE-C", (".txt", ".json", ".csv"), sniff, read, writers=(WRITER,))
