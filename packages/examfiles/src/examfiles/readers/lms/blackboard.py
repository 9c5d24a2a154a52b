"""Blackboard's files of questions to upload: a question a line, its fields between tabs, the first one its type.

    MC   Where did Mina row?   To the island   correct   Home   incorrect

True-false questions (`TF`) have the two options True and False; those of any other type are left out. A spreadsheet
puts quotes around a field that has commas, and doubles the quotes in it: these are taken off.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from examfiles.decoding import SAMPLE_BYTES, TYPED_LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Sample, fault, placed
from examfiles.items import LeftOut
from examfiles.limits import check_options
from examfiles.markup import moodle_text
from examfiles.question import ExamQuestion, Names, question_outcomes
from examfiles.reasons import Reason

_LEFT_KINDS = {
    "ESS": "left-essay",
    "ORD": "left-ordering",
    "MAT": "left-matching",
    "FIB": "left-blanks",
    "FIB_PLUS": "left-blanks",
    "FIL": "left-upload",
    "NUM": "left-typed-number",
    "SR": "left-short-answer",
}
"""Why questions of a type are left out, where there is a word for it."""
_READ_KINDS = {"MC", "TF", "MA"}
_TYPES = {*_READ_KINDS, *_LEFT_KINDS, "OP", "JUMBLED_SENTENCE", "QUIZ_BOWL"}
_MARKS = {"correct": 1.0, "incorrect": 0.0}
_TRUTH = ("true", "false")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def sniff(sample: Sample) -> bool:
    """Recognise it by its lines: each begins with a type and a tab."""
    lines = [line for line in sample.text.splitlines() if line.strip()]
    if len(lines) > 1 and len(sample.data) >= SAMPLE_BYTES:
        lines.pop()  # may be cut off
    return bool(lines) and all("\t" in line and line.split("\t", 1)[0].strip().upper() in _TYPES for line in lines)


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    names = Names(PurePosixPath(document.name).stem)
    lines = exam_text(document.data, document.where, TYPED_LIMIT).split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = f"{document.where}, line {number}"
            try:
                yield from _outcomes([_unquoted(each) for each in line.rstrip("\t ").split("\t")], place, names.take())
            except DataError as error:
                yield placed(place, error)


def _unquoted(field: str) -> str:
    quoted = _QUOTED.fullmatch(field.strip())
    return quoted[1].replace('""', '"') if quoted else field.strip()


def _outcomes(fields: Sequence[str], place: str, name: str) -> Iterator[Outcome]:
    """Make a question of a line's fields. Raises DataError (without the place) for a mark that is neither."""
    kind, question, *rest = (*fields, "") if len(fields) < 2 else fields
    kind = kind.upper()
    if kind not in _READ_KINDS:
        yield LeftOut(
            place, Reason(_LEFT_KINDS[kind]) if kind in _LEFT_KINDS else Reason("left-type", {"type": repr(kind[:40])})
        )
        return
    options, marks = (("True", "False"), rest) if kind == "TF" else (rest[::2], rest[1::2])
    check_options(len(options))
    worths = _truth(marks) if kind == "TF" else _worths(options, marks)
    metadata = {"type": "true-false" if kind == "TF" else ""}
    texts = tuple(map(moodle_text, options))
    yield from question_outcomes(
        ExamQuestion(place, name, moodle_text(question), texts, worths, metadata=metadata, ticked=kind == "MA")
    )


def _truth(marks: Sequence[str]) -> tuple[float, float]:
    truth = marks[0].lower() if len(marks) == 1 else ""
    if truth not in _TRUTH:
        text = f"behind the statement stands {' '.join(marks)!r}; expected true or false."
        raise fault("", text, "left-mark", found=" ".join(marks), expected="true, false")
    return float(truth == "true"), float(truth == "false")


def _worths(options: Sequence[str], marks: Sequence[str]) -> tuple[float, ...]:
    for option, mark in zip(options, (*marks, ""), strict=False):
        if mark.lower() not in _MARKS:
            text = f"behind {option[:60]!r} stands {mark[:60]!r}; expected correct or incorrect."
            raise fault("", text, "left-mark", found=mark[:60], expected="correct, incorrect")
    return tuple(_MARKS[mark.lower()] for mark in marks)


FORMAT = Format(
    "blackboard",
    "Blackboard upload",
    (".txt",),
    sniff,
    read,
    exam=True,
    most=TYPED_LIMIT + 1,
    passages="nowhere",
    typed=True,
)
