"""Answers as columns, with what the design says of each: the form an analysis starts from; and as CSV.

CSV is for a spreadsheet or another program, and leaves out personal fields. Spreadsheets run a cell that begins like a
formula, so such a text is written after an apostrophe.
"""

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from io import StringIO
from itertools import compress
from typing import Any

import numpy as np

from examfiles.items import letter
from magnetite.core.cells import BoolArray, IntArray
from magnetite.report.files import FORMULA_STARTS
from magnetite.stats.ragged import FloatArray
from magnetite_study.design import Design

COLUMNS = (
    *("participant", "form", "position", "question", "item", "passage", "condition", "flagged", "order", "letter"),
    *("chosen", "answer", "correct", "took_magnet", "magnet", "seconds", "showings", "first_shown_at", "source"),
    *("answered_at", "excluded"),
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

    def where(self, kept: BoolArray) -> "StudyAnswers":
        """Return some of the answers, (answers,)."""
        columns: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        some: dict[str, Any] = {
            name: tuple(compress(column, kept)) if isinstance(column, tuple) else column[kept]
            for name, column in columns.items()
        }
        return StudyAnswers(**some)

    def within(self, design: Design, part: Design) -> "StudyAnswers":
        """Return the answers to the questions of a part of a design, numbered as the part's own."""
        own = {question.id: place for place, question in enumerate(part.questions)}
        places = np.array([own.get(question.id, -1) for question in design.questions], dtype=np.int64)
        numbered = replace(self, question=places[self.question])
        return numbered.where(numbered.question >= 0)

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


@dataclass(frozen=True, slots=True)
class Showing:
    """When a question was first and last shown on a screen, in seconds since 1970, and how often."""

    first_at: float
    last_at: float
    times: int


def letters(design: Design, answers: StudyAnswers) -> tuple[IntArray, tuple[tuple[int, ...], ...]]:
    """Return the place of each answer among the options as shown, (answers,), and the order they were shown in."""
    booklets = {number: design.booklet(number) for number in set(answers.participant.tolist())}
    pairs = zip(answers.participant.tolist(), answers.position.tolist(), strict=True)
    orders = tuple(booklets[number][position - 1].order for number, position in pairs)
    places = [order.index(chosen) for order, chosen in zip(orders, answers.chosen.tolist(), strict=True)]
    return _whole(places), orders


def answers_csv(
    design: Design,
    answers: StudyAnswers,
    showings: Mapping[tuple[int, int], Showing] | None = None,
    excluded: Mapping[int, str] | None = None,
) -> bytes:
    """Return every answer as a row of CSV, in UTF-8 with a byte-order mark, which Excel needs.

    `letter` is what the participant marked; `chosen` and `answer` are letters in the item's own order, and `order` has
    these in the order shown. Times are in UTC. `showings`: by participant and position. `excluded`: the rule that
    leaves a participant's answers out of reports.
    """
    places, orders = letters(design, answers)
    rows = [_row(design, answers, k) for k in range(len(answers))]
    for k, row in enumerate(rows):
        number, position = int(answers.participant[k]), int(answers.position[k])
        shown = (showings or {}).get((number, position))
        row |= {
            "order": "".join(map(letter, orders[k])),
            "letter": letter(int(places[k])),
            "showings": shown.times if shown else "",
            "first_shown_at": time_text(shown.first_at) if shown else "",
            "excluded": (excluded or {}).get(number, ""),
        }
    return csv_of(COLUMNS, rows)


def csv_of(columns: Sequence[str], rows: Iterable[Mapping[str, str | int]]) -> bytes:
    """Return rows as CSV, in UTF-8 with a byte-order mark."""
    text = StringIO()
    written = csv.DictWriter(text, columns)
    written.writeheader()
    written.writerows(rows)
    return text.getvalue().encode("utf-8-sig", "replace")


def _row(design: Design, answers: StudyAnswers, k: int) -> dict[str, str | int]:
    question = design.questions[int(answers.question[k])]
    attacked = answers.condition[k] == "attacked"
    seconds = float(answers.seconds[k])
    return {
        "participant": int(answers.participant[k]),
        "form": answers.form[k],
        "position": int(answers.position[k]),
        "question": question.id,
        "item": harmless_cell(question.item.id),
        "passage": harmless_cell(question.item.passage_id),
        "condition": answers.condition[k],
        "flagged": "" if question.flagged is None else "yes" if question.flagged else "no",
        "chosen": letter(int(answers.chosen[k])),
        "answer": letter(question.answer),
        "correct": "yes" if answers.correct[k] else "no",
        "took_magnet": ("yes" if answers.took_magnet[k] else "no") if attacked else "",
        "magnet": harmless_cell(question.magnet.text) if attacked and question.magnet else "",
        "seconds": "" if math.isnan(seconds) else f"{seconds:.1f}",
        "source": answers.source[k],
        "answered_at": time_text(float(answers.answered_at[k])),
    }


def time_text(seconds: float) -> str:
    """Return seconds since 1970 as a time in UTC."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def harmless_cell(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
