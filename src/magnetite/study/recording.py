"""One answer inside a transaction: checked against the booklet, stored once, timed."""

import sqlite3
from typing import Literal

from magnetite.core.errors import UsageError
from magnetite.study.answers import BookletAnswer
from magnetite.study.design import BookletQuestion, Design

AnswerOutcome = Literal["new", "same", "kept", "changed"]


def question_at(design: Design, number: int, position: int) -> BookletQuestion:
    """Return the question at a position of a participant's booklet. Raises UsageError where there is none."""
    booklet = design.booklet(number)
    if not 1 <= position <= len(booklet):
        raise UsageError(f"question {position} does not exist; a booklet has questions 1 to {len(booklet)}.")
    return booklet[position - 1]


def record_showing(write: sqlite3.Connection, number: int, position: int, now: float) -> None:
    """Store that a question was shown: when for the first time, when last, and how often."""
    require_participant(write, number)
    write.execute(
        "INSERT INTO shown (number, position, first_at, last_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET last_at = excluded.last_at, times = times + 1",
        (number, position, now, now),
    )


def record_answer(
    write: sqlite3.Connection, design: Design, answer: BookletAnswer, source: str, now: float
) -> AnswerOutcome:
    """Store an answer and return what became of it.

    An earlier answer stands ("kept"), unless the design allows changes and the participant has not finished. Raises
    UsageError for a participant, question or option that does not exist.
    """
    number, position = answer.participant, answer.position
    question = question_at(design, number, position)
    if not 0 <= answer.option < len(question.options):
        raise UsageError(
            f"participant {number}, question {position}: option {answer.option + 1} does not exist; the question has "
            f"{len(question.options)} options."
        )
    finished = require_participant(write, number)
    chosen = question.order[answer.option]
    earlier = write.execute(
        "SELECT chosen FROM answers WHERE number = ? AND position = ?", (number, position)
    ).fetchone()
    if earlier is not None and earlier[0] == chosen:
        return "same"
    if earlier is not None and (finished is not None or not design.allow_change):
        return "kept"
    seconds = _seconds(write, answer, now) if source == "web" else answer.seconds
    write.execute(
        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, position, question.id, chosen, seconds, source, now),
    )
    return "new" if earlier is None else "changed"


def record_end(write: sqlite3.Connection, number: int, now: float) -> None:
    """Store that a participant has finished; the first time stands."""
    require_participant(write, number)
    write.execute("UPDATE participants SET finished_at = ? WHERE number = ? AND finished_at IS NULL", (now, number))


def record_end_if_done(write: sqlite3.Connection, design: Design, number: int, now: float) -> None:
    """Store that a participant has finished, once all questions are answered and no answer may be changed."""
    done = write.execute("SELECT count(*) FROM answers WHERE number = ?", (number,)).fetchone()[0]
    if done == len(design.questions) and not design.allow_change:
        record_end(write, number, now)


def require_participant(connection: sqlite3.Connection, number: int) -> float | None:
    """Return when a participant finished, None if not yet. Raises UsageError where there is no such participant."""
    row = connection.execute("SELECT finished_at FROM participants WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise UsageError(
            f"participant {number} does not exist, or was deleted. To see who takes part: magnetite study participants "
            "list STUDY."
        )
    return None if row[0] is None else float(row[0])


def _seconds(write: sqlite3.Connection, answer: BookletAnswer, now: float) -> float | None:
    """Return the answer's own seconds, or those since the question was first shown; None where it was not."""
    if answer.seconds is not None:
        return answer.seconds
    first = write.execute(
        "SELECT first_at FROM shown WHERE number = ? AND position = ?", (answer.participant, answer.position)
    ).fetchone()
    return None if first is None else max(0.0, now - float(first[0]))
