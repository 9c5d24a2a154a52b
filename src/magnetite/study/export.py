"""Answers as CSV, for a spreadsheet or another program, without personal fields.

Spreadsheets run a cell that begins like a formula, so such a text is written after an apostrophe.
"""

import csv
import math
from io import StringIO

from magnetite.core.items import letter
from magnetite.report.files import FORMULA_STARTS
from magnetite.study.answers import Answers
from magnetite.study.design import Design

COLUMNS = (
    *("participant", "form", "position", "question", "item", "condition", "chosen", "answer", "correct"),
    *("took_magnet", "magnet", "seconds", "source", "answered_at"),
)


def answers_csv(design: Design, answers: Answers) -> bytes:
    """Return every answer as a row of CSV, in UTF-8 with a byte-order mark, which Excel needs.

    `chosen` and `answer` are letters in the item's own order, whatever order was shown; `answered_at` is in UTC.
    """
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    rows.writerows(_row(design, answers, k) for k in range(len(answers)))
    return text.getvalue().encode("utf-8-sig", "replace")


def _row(design: Design, answers: Answers, k: int) -> list[str | int]:
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
