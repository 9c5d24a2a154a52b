"""What happens to one answer inside a transaction: checked against the booklet, stored once, timed.

What this file leaves out: transactions themselves (`storage`) and everything about participants (`database`).
"""

import sqlite3
from typing import Literal

from magnetite.core.errors import UsageError
from magnetite.study.answers import Given
from magnetite.study.design import Design, Shown

Stored = Literal["new", "same", "kept", "changed"]


def shown_at(design: Design, number: int, position: int) -> Shown:
    """Return the question at a position of a participant's booklet. Raises UsageError where there is none."""
    booklet = design.booklet(number)
    if not 1 <= position <= len(booklet):
        raise UsageError(f"question {position} does not exist; a booklet has questions 1 to {len(booklet)}.")
    return booklet[position - 1]


def record_showing(write: sqlite3.Connection, number: int, position: int, now: float) -> None:
    """Store that a question was shown: when first, when last, and how often."""
    require_participant(write, number)
    write.execute(
        "INSERT INTO shown (number, position, first_at, last_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET last_at = excluded.last_at, times = times + 1",
        (number, position, now, now),
    )


def record_answer(write: sqlite3.Connection, design: Design, given: Given, source: str, now: float) -> Stored:
    """Store an answer, unless one stands already: the first, or of a design that allows changes the finished one.

    Raises UsageError for a participant, question or option that does not exist.
    """
    number, position = given.participant, given.position
    shown = shown_at(design, number, position)
    if not 0 <= given.option < len(shown.options):
        raise UsageError(
            f"participant {number}, question {position}: option {given.option + 1} does not exist; it has "
            f"{len(shown.options)}."
        )
    finished = require_participant(write, number)
    chosen = shown.order[given.option]
    before = write.execute("SELECT chosen FROM answers WHERE number = ? AND position = ?", (number, position))
    if (stood := before.fetchone()) is not None and stood[0] == chosen:
        return "same"
    if stood is not None and (finished is not None or not design.allow_change):
        return "kept"
    seconds = _seconds(write, given, now) if source == "web" else given.seconds
    write.execute(
        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, position, shown.id, chosen, seconds, source, now),
    )
    return "new" if stood is None else "changed"


def record_end(write: sqlite3.Connection, number: int, now: float) -> None:
    """Store that a participant has finished; the first time stands."""
    require_participant(write, number)
    write.execute("UPDATE participants SET finished_at = ? WHERE number = ? AND finished_at IS NULL", (now, number))


def record_end_if_done(write: sqlite3.Connection, design: Design, number: int, now: float) -> None:
    """Store that a participant has finished where nothing is left to answer, nor may be changed."""
    done = write.execute("SELECT count(*) FROM answers WHERE number = ?", (number,)).fetchone()[0]
    if done == len(design.questions) and not design.allow_change:
        record_end(write, number, now)


def require_participant(connection: sqlite3.Connection, number: int) -> float | None:
    """Return when a participant finished, None for not yet. Raises UsageError where there is no such participant."""
    row = connection.execute("SELECT finished_at FROM participants WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise UsageError(
            f"participant {number} does not exist, or was deleted. magnetite study participants list STUDY shows who "
            "takes part."
        )
    return None if row[0] is None else float(row[0])


def _seconds(write: sqlite3.Connection, given: Given, now: float) -> float | None:
    """Return the seconds given, or else since the question was first shown; None where it was not."""
    if given.seconds is not None:
        return given.seconds
    first = write.execute(
        "SELECT first_at FROM shown WHERE number = ? AND position = ?", (given.participant, given.position)
    ).fetchone()
    return None if first is None else max(0.0, now - float(first[0]))
