"""Who takes part in a study and what they answered: every answer is on disk before the call returns.

Links are unguessable tokens, of which only a hash is kept; a new link makes the earlier one useless. An answer is
checked against the booklet, stored once, and timed, inside one transaction.
"""

import hashlib
import hmac
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from examfiles.errors import DataError, UsageError
from magnetite.report.wording import wording
from magnetite_study.answers import BookletAnswer, Showing, StudyAnswers, answers_of
from magnetite_study.design import BookletQuestion, Design
from magnetite_study.files import DATABASE, design_print, read_design
from magnetite_study.participants import Participant, listed
from magnetite_study.storage import Storage

TOKEN_BYTES = 24
TIMEOUT = 5.0  # seconds to wait for another process
DAY = 86_400.0  # seconds
MOST_BOOKLETS = 5_000  # booklets that are kept
AnswerOutcome = Literal["new", "same", "kept", "changed"]


@dataclass(frozen=True, slots=True)
class Deletion:
    """That a participant was deleted, at so many seconds since 1970, having answered so many questions."""

    at: float
    answered: int


@dataclass(frozen=True, slots=True)
class Change:
    """One answer that was replaced, or cleared (`after` is None), at so many seconds since 1970.

    `before` and `after` are indices into the item's own options.
    """

    participant: int
    position: int
    question: str
    before: int
    after: int | None
    at: float


class Database:
    """An open study: participants, links, answers. Safe to use from several threads; close it, or use `with`.

    Raises UsageError where there is no study, DataError where its files are damaged or do not belong together, and
    StoreError where they are locked or cannot be written.
    """

    def __init__(self, folder: str | Path, *, timeout: float = TIMEOUT, clock: Callable[[], float] = time.time) -> None:
        self.design: Design = read_design(folder)
        self.booklet = lru_cache(MOST_BOOKLETS)(self.design.booklet)  # each page needs one, and it takes a millisecond
        self._clock = clock
        self._storage = Storage(Path(folder) / DATABASE, timeout=timeout)
        with self._storage.reading() as read:
            row = read.execute("SELECT print FROM study").fetchone()
        if row is None or row[0] != design_print(self.design):
            self.close()
            raise DataError(
                f"{folder}: its answers belong to another design than the one in study.json. A design is never "
                "changed: put back the study.json that was there."
            )

    @classmethod
    def create(cls, folder: str | Path, participants: int, registered: str | None = None) -> list[int]:
        """Create the database of the design in `folder`, with so many participants; return their numbers.

        `registered`: print of the page that says what was settled before anybody answered (`registration`).
        """
        design = read_design(folder)
        storage = Storage(Path(folder) / DATABASE, timeout=TIMEOUT, create=True)
        try:
            with storage.writing() as write:
                write.execute("INSERT INTO study (print, registered) VALUES (?, ?)", (design_print(design), registered))
                write.executemany(
                    "INSERT INTO participants (number) VALUES (?)", [(n + 1,) for n in range(participants)]
                )
        finally:
            storage.close()
        return list(range(1, participants + 1))

    @property
    def folder(self) -> Path:
        """Return the study's folder."""
        return self._storage.path.parent

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._storage.close()

    def add_participant(self) -> int:
        """Add a participant, still without a link, and return their number; no number is ever used twice."""
        with self._storage.writing() as write:
            return int(write.execute("INSERT INTO participants DEFAULT VALUES").lastrowid or 0)

    def delete_participant(self, number: int) -> None:
        """Delete a participant and all their data. Raises UsageError where there is none with that number."""
        with self._storage.writing() as write:
            _require_participant(write, number)
            answered = write.execute("SELECT count(*) FROM answers WHERE number = ?", (number,)).fetchone()[0]
            write.execute("INSERT INTO deletions VALUES (?, ?)", (self._clock(), answered))  # of nobody in particular
            write.execute("DELETE FROM participants WHERE number = ?", (number,))
        self._storage.forget()

    def clear_participant(self, number: int) -> int:
        """Delete a participant's answers, and return how many; their number, link and booklet stay.

        Each is logged (`changes`). Raises UsageError where there is no participant with that number.
        """
        with self._storage.writing() as write:
            _require_participant(write, number)
            rows = write.execute(
                "SELECT position, question, chosen FROM answers WHERE number = ?", (number,)
            ).fetchall()
            now = self._clock()
            write.executemany("INSERT INTO changes VALUES (?, ?, ?, ?, NULL, ?)", [(number, *row, now) for row in rows])
            write.execute("DELETE FROM answers WHERE number = ?", (number,))
            write.execute("UPDATE participants SET finished_at = NULL WHERE number = ?", (number,))
        return len(rows)

    def deletions(self) -> list[Deletion]:
        """Return when participants were deleted, and how much each had answered; not who they were."""
        with self._storage.reading() as read:
            return [Deletion(*row) for row in read.execute("SELECT at, answered FROM deletions ORDER BY at").fetchall()]

    def changes(self) -> list[Change]:
        """Return the answers that were replaced or cleared, of the participants that there are, earliest first."""
        with self._storage.reading() as read:
            rows = read.execute("SELECT number, position, question, before, after, at FROM changes ORDER BY rowid")
            return [Change(*row) for row in rows.fetchall()]

    def registered(self) -> str | None:
        """Return the print of the page that was settled before anybody answered, None where there was none."""
        with self._storage.reading() as read:
            row: tuple[str | None] = read.execute("SELECT registered FROM study").fetchone()
            return row[0]

    def ended(self) -> float | None:
        """Return when collection was ended, in seconds since 1970; None where it was not."""
        with self._storage.reading() as read:
            row: tuple[float | None] = read.execute("SELECT ended FROM study").fetchone()
            return row[0]

    def end(self) -> None:
        """End collection: no answer is taken on a screen any more. The first time stands."""
        with self._storage.writing() as write:
            write.execute("UPDATE study SET ended = coalesce(ended, ?)", (self._clock(),))

    def past(self) -> bool:
        """Return whether the last day on which answers are taken is over."""
        if not self.design.until:
            return False
        return self._clock() >= datetime.fromisoformat(self.design.until).replace(tzinfo=UTC).timestamp() + DAY

    def closed(self) -> bool:
        """Return whether no more answers are taken on screens."""
        return self.past() or self.ended() is not None

    def collecting(self) -> bool:
        """Return whether answers may still come that the study was made for.

        They may until collection has ended, or nobody is left who has not finished; of a study without a page that
        says what was settled before, nobody knows.
        """
        if self.registered() is None or self.closed():
            return False
        return any(each.finished_at is None for each in self.participants())

    def look(self) -> None:
        """Log that the answers were looked at, if more of them may come."""
        if self.collecting():
            with self._storage.writing() as write:
                count = write.execute("SELECT count(*) FROM answers").fetchone()[0]
                write.execute("INSERT INTO looks VALUES (?, ?)", (self._clock(), count))

    def looks(self) -> list[tuple[float, int]]:
        """Return when the answers were looked at while more could come, and how many there were."""
        with self._storage.reading() as read:
            return read.execute("SELECT at, answers FROM looks ORDER BY at").fetchall()

    def renew(self, number: int) -> str:
        """Make a new link for a participant and return its token, which is not stored; any earlier link is void."""
        with self.renewing([number]) as tokens:
            return tokens[number]

    @contextmanager
    def renewing(self, numbers: Iterable[int]) -> Iterator[dict[int, str]]:
        """Give the tokens of new links, by participant; they count, and earlier ones are void, once the block ends.

        Where it fails, as on a full disk, all links stay as they were: else nobody would know the new ones.
        """
        tokens = {number: secrets.token_urlsafe(TOKEN_BYTES) for number in numbers}
        with self._storage.writing() as write:
            for number, token in tokens.items():
                _require_participant(write, number)
                write.execute("UPDATE participants SET token = ? WHERE number = ?", (_hash(token), number))
            yield tokens

    def find(self, token: str) -> Participant | None:
        """Return the participant a token belongs to; None for an unknown or void one, or a deleted participant."""
        digest = _hash(token)
        with self._storage.reading() as read:
            row = read.execute("SELECT number, token FROM participants WHERE token = ?", (digest,)).fetchone()
            if row is None or not hmac.compare_digest(row[1], digest):
                return None
            return listed(read, self.design, int(row[0]))[0]

    def participant(self, number: int) -> Participant:
        """Return a participant. Raises UsageError where there is none with that number."""
        with self._storage.reading() as read:
            _require_participant(read, number)
            return listed(read, self.design, number)[0]

    def participants(self) -> list[Participant]:
        """Return all participants, by number, with each one's progress."""
        with self._storage.reading() as read:
            return listed(read, self.design)

    def renew_organiser(self) -> str:
        """Make a new link for the organiser and return its token, which is not stored; any earlier link is void."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._storage.writing() as write:
            write.execute("UPDATE study SET organiser = ?", (_hash(token),))
        return token

    def check_organiser(self, token: str) -> bool:
        """Return whether a token is the organiser's."""
        with self._storage.reading() as read:
            digest = read.execute("SELECT organiser FROM study").fetchone()[0]
        return digest is not None and hmac.compare_digest(digest, _hash(token))

    def consent(self, number: int, fields: Mapping[str, str] | None = None) -> None:
        """Store that a participant consented, and the fields the design asks for; a first consent stands.

        Raises UsageError for a field that the design does not ask for: no other personal data is stored.
        """
        values = dict(fields or {})
        if unknown := sorted(set(values) - set(self.design.fields)):
            raise UsageError(f"study '{self.design.name}' does not ask for {', '.join(unknown)}; nothing was stored.")
        text = json.dumps({name: values[name] for name in self.design.fields if name in values})
        version = consent_print(self.design)  # the first time, words are read, which nobody else should wait for
        with self._storage.writing() as write:
            _require_participant(write, number)
            write.execute(
                "UPDATE participants SET consented_at = ?, fields = ?, consent = ? "
                "WHERE number = ? AND consented_at IS NULL",
                (self._clock(), text, version, number),
            )

    def show(self, number: int, position: int) -> None:
        """Store that a question was shown: when for the first time, from which its time runs, when last, how often."""
        _question_at(self.booklet(number), position)
        with self._storage.writing() as write:
            _require_participant(write, number)
            now = self._clock()
            write.execute(
                "INSERT INTO shown (number, position, first_at, last_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET last_at = excluded.last_at, times = times + 1",
                (number, position, now, now),
            )

    def answer(self, number: int, position: int, option: int, seconds: float | None = None) -> AnswerOutcome:
        """Store an answer: the place, from 0, of the option in the participant's booklet.

        The first answer stands ("kept"), unless the design allows changes and the participant has not finished; the
        same again changes nothing ("same"). Without `seconds`, they are counted from when the question was first shown.
        Raises UsageError for a participant, question or option that does not exist, and once collection has ended.
        """
        if self.closed():
            raise UsageError(f"study '{self.design.name}': collection has ended; no more answers are taken on screens.")
        with self._storage.writing() as write:
            now = self._clock()
            answer = BookletAnswer(number, position, option, seconds)
            outcome = _record_answer(write, self.design, self.booklet(number), answer, source="web", now=now)
            _record_end_if_done(write, self.design, number, now)
        return outcome

    def import_answers(
        self,
        answers: Iterable[BookletAnswer],
        *,
        agreed: Mapping[int, Mapping[str, str]] | None = None,
        replace: bool = False,
    ) -> dict[AnswerOutcome, int]:
        """Store answers collected elsewhere, all in one transaction; return how many had each outcome.

        `agreed`: who consented, by number, with the fields that the design asks for; a first consent stands, and so do
        its fields unless others `replace` them. With `replace`, answers take the place of other answers that were
        imported, which are logged (`changes`). One that was given on a screen stands.
        """
        counts: dict[AnswerOutcome, int] = {"new": 0, "same": 0, "kept": 0, "changed": 0}
        version = consent_print(self.design)
        with self._storage.writing() as write:
            now, numbers = self._clock(), set()
            for each in answers:
                booklet = self.booklet(each.participant)
                outcome = _record_answer(write, self.design, booklet, each, source="import", now=now, replace=replace)
                counts[outcome] += 1
                numbers.add(each.participant)
            for number in sorted(numbers):
                _record_end_if_done(write, self.design, number, now)
            for number, own in (agreed or {}).items():
                _record_consent(write, self.design, number, (json.dumps(dict(own)), version, now), replace=replace)
        return counts

    def finish(self, number: int) -> None:
        """Store that a participant has finished: their answers can no longer change.

        The last answer does so by itself, unless the design allows changes.
        """
        with self._storage.writing() as write:
            _record_end(write, number, self._clock())

    def answered(self, number: int) -> dict[int, int]:
        """Return a participant's answers: by position, the place of the option in their booklet."""
        booklet = self.booklet(number)
        with self._storage.reading() as read:
            rows = read.execute("SELECT position, chosen FROM answers WHERE number = ? ORDER BY position", (number,))
            return {position: booklet[position - 1].order.index(chosen) for position, chosen in rows.fetchall()}

    def imported(self, number: int) -> set[int]:
        """Return the positions of a participant's answers that were imported."""
        with self._storage.reading() as read:
            rows = read.execute("SELECT position FROM answers WHERE number = ? AND source = 'import'", (number,))
            return {position for (position,) in rows.fetchall()}

    def showings(self) -> dict[tuple[int, int], Showing]:
        """Return by participant and position how often a question was shown on a screen, and when first and last."""
        with self._storage.reading() as read:
            rows = read.execute("SELECT number, position, first_at, last_at, times FROM shown").fetchall()
        return {(number, position): Showing(*times) for number, position, *times in rows}

    def answers(self) -> StudyAnswers:
        """Return all answers as columns, by participant and position."""
        with self._storage.reading() as read:
            rows = read.execute(
                "SELECT number, position, question, chosen, seconds, source, answered_at FROM answers "
                "ORDER BY number, position"
            ).fetchall()
        return answers_of(self.design, rows)


def consent_print(design: Design) -> str:
    """Return a hash of the text that participants of a design agree to, 16 hexadecimal digits."""
    text = design.consent or wording(design.language).say("study-consent")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _question_at(booklet: Sequence[BookletQuestion], position: int) -> BookletQuestion:
    """Return the question at a position of a booklet. Raises UsageError where there is none."""
    if not 1 <= position <= len(booklet):
        raise UsageError(f"question {position} does not exist; a booklet has questions 1 to {len(booklet)}.")
    return booklet[position - 1]


def _record_answer(
    write: sqlite3.Connection,
    design: Design,
    booklet: Sequence[BookletQuestion],
    answer: BookletAnswer,
    *,
    source: str,
    now: float,
    replace: bool = False,
) -> AnswerOutcome:
    """Store an answer and return what became of it.

    An earlier answer stands ("kept"), unless the design allows changes and the participant has not finished, or it was
    imported and is to be replaced. Raises UsageError for a participant, question or option that does not exist.
    """
    number, position = answer.participant, answer.position
    question = _question_at(booklet, position)
    if not 0 <= answer.option < len(question.options):
        raise UsageError(
            f"participant {number}, question {position}: option {answer.option + 1} does not exist; the question has "
            f"{len(question.options)} options."
        )
    finished = _require_participant(write, number)
    chosen = question.order[answer.option]
    earlier = write.execute(
        "SELECT chosen, source FROM answers WHERE number = ? AND position = ?", (number, position)
    ).fetchone()
    if earlier is not None and earlier[0] == chosen:
        return "same"
    mended = replace and earlier is not None and earlier[1] == "import"
    if earlier is not None and not mended and (finished is not None or not design.allow_change):
        return "kept"
    if mended:
        log = (number, position, question.id, earlier[0], chosen, now)
        write.execute("INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?)", log)
    seconds = _seconds_of(write, answer, now) if source == "web" else answer.seconds
    write.execute(
        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, position, question.id, chosen, seconds, source, now),
    )
    return "new" if earlier is None else "changed"


def _record_consent(
    write: sqlite3.Connection, design: Design, number: int, told: tuple[str, str, float], *, replace: bool
) -> None:
    """Store that a participant agreed on paper, with the fields they filled in."""
    _require_participant(write, number)
    fields, version, now = told
    first = "consented_at IS NULL" if not replace or not design.fields else "TRUE"
    write.execute(
        "UPDATE participants SET fields = ?, consent = coalesce(consent, ?), consented_at = coalesce(consented_at, ?) "
        f"WHERE number = ? AND {first}",
        (fields, version, now, number),
    )


def _record_end(write: sqlite3.Connection, number: int, now: float) -> None:
    """Store that a participant has finished; the first time stands."""
    _require_participant(write, number)
    write.execute("UPDATE participants SET finished_at = ? WHERE number = ? AND finished_at IS NULL", (now, number))


def _record_end_if_done(write: sqlite3.Connection, design: Design, number: int, now: float) -> None:
    """Store that a participant has finished, once all questions are answered and no answer may be changed."""
    done = write.execute("SELECT count(*) FROM answers WHERE number = ?", (number,)).fetchone()[0]
    if done == len(design.questions) and not design.allow_change:
        _record_end(write, number, now)


def _require_participant(connection: sqlite3.Connection, number: int) -> float | None:
    """Return when a participant finished, None if not yet. Raises UsageError where there is no such participant."""
    row = connection.execute("SELECT finished_at FROM participants WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise UsageError(
            f"participant {number} does not exist, or was deleted. To see who takes part: magnetite study participants "
            "list STUDY."
        )
    return None if row[0] is None else float(row[0])


def _seconds_of(write: sqlite3.Connection, answer: BookletAnswer, now: float) -> float | None:
    """Return the answer's own seconds, or those since the question was first shown; None where it was not."""
    if answer.seconds is not None:
        return answer.seconds
    first = write.execute(
        "SELECT first_at FROM shown WHERE number = ? AND position = ?", (answer.participant, answer.position)
    ).fetchone()
    return None if first is None else max(0.0, now - float(first[0]))
