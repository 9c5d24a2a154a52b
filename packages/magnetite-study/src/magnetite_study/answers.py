"""Answers as columns, with what the design says of each: the form an analysis starts from; and as CSV.

CSV is for a spreadsheet or another program, and leaves out personal fields. Spreadsheets run a cell that begins like a
formula, so such a text is written after an apostrophe.
"""

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

import numpy as np

from examfiles.items import letter
from magnetite.core.cells import BoolArray, IntArray
from magnetite.report.files import FORMULA_STARTS
from magnetite.stats.ragged import FloatArray
from magnetite_study.design import Design

COLUMNS = (
    *("participant", "form", "position", "question", "item", "condition", "chosen", "answer", "correct"),
    *("took_magnet", "magnet", "seconds", "source", "answered_at"),
)


@dataclass(frozen=True, slots=True)
class BookletAnswer:
    """One answer in a participant's booklet: `option` counts from 0, as shown, `position` from 1."""

    participant: int
    position: int
    option: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class StudyAnswers:
    """Answers in columns, (answers,) each.

    `participant` is a number, `question` an index into the design's questions, `chosen` one into the item's own
    options, in which a magnet has the place of the option it replaces. `seconds` is NaN where it was not measured.
    `source`: "web" or "import". `answered_at`: seconds since 1970.
    """

    participant: IntArray
    position: IntArray
    question: IntArray
    form: tuple[str, ...]
    condition: tuple[str, ...]
    chosen: IntArray
    correct: BoolArray
    took_magnet: BoolArray
    seconds: FloatArray
    source: tuple[str, ...]
    answered_at: FloatArray

    def __len__(self) -> int:
        return len(self.participant)

    def under(self, condition: str) -> BoolArray:
        """Return which answers were given under a condition."""
        return np.array([each == condition for each in self.condition], dtype=np.bool_)


StoredAnswer = tuple[int, int, str, int, float | None, str, float]  # and the source, and when it was answered


def answers_of(design: Design, rows: Sequence[StoredAnswer]) -> StudyAnswers:
    """Join stored answers with their design; each is (participant, position, question's id, chosen, seconds, …)."""
    places = {question.id: place for place, question in enumerate(design.questions)}
    questions = [design.questions[places[row[2]]] for row in rows]
    forms = {number: design.form(number) for number in {row[0] for row in rows}}
    conditions = [design.condition(question, forms[row[0]]) for question, row in zip(questions, rows, strict=True)]
    magnets = [
        condition == "attacked" and question.magnet is not None and question.magnet.replaced == row[3]
        for question, condition, row in zip(questions, conditions, rows, strict=True)
    ]
    return StudyAnswers(
        participant=_whole(row[0] for row in rows),
        position=_whole(row[1] for row in rows),
        question=_whole(places[row[2]] for row in rows),
        form=tuple(forms[row[0]] for row in rows),
        condition=tuple(conditions),
        chosen=_whole(row[3] for row in rows),
        correct=np.array([q.answer == row[3] for q, row in zip(questions, rows, strict=True)], dtype=np.bool_),
        took_magnet=np.array(magnets, dtype=np.bool_),
        seconds=np.array([np.nan if row[4] is None else row[4] for row in rows], dtype=np.float64),
        source=tuple(row[5] for row in rows),
        answered_at=np.array([row[6] for row in rows], dtype=np.float64),
    )


def _whole(values: Iterable[Any]) -> IntArray:
    return np.array(list(values), dtype=np.int64)


def answers_csv(design: Design, answers: StudyAnswers) -> bytes:
    """Return every answer as a row of CSV, in UTF-8 with a byte-order mark, which Excel needs.

    `chosen` and `answer` are letters in the item's own order, whatever order was shown; `answered_at` is in UTC.
    """
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    rows.writerows(_row(design, answers, k) for k in range(len(answers)))
    return text.getvalue().encode("utf-8-sig", "replace")


def _row(design: Design, answers: StudyAnswers, k: int) -> list[str | int]:
    from datetime import UTC, datetime

    question = design.questions[int(answers.question[k])]
    attacked = answers.condition[k] == "attacked"
    seconds = float(answers.seconds[k])
    return [
        int(answers.participant[k]),
        answers.form[k],
        int(answers.position[k]),
        question.id,
        _harmless(question.item.id),
        answers.condition[k],
        letter(int(answers.chosen[k])),
        letter(question.answer),
        "yes" if answers.correct[k] else "no",
        ("yes" if answers.took_magnet[k] else "no") if attacked else "",
        _harmless(question.magnet.text) if attacked and question.magnet else "",
        "" if math.isnan(seconds) else f"{seconds:.1f}",
        answers.source[k],
        datetime.fromtimestamp(float(answers.answered_at[k]), UTC).isoformat(timespec="seconds"),
    ]


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
