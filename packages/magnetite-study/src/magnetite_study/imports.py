"""Answers collected elsewhere, as from booklets on paper, checked against the design before any is stored.

Long: the columns participant, question, answer and perhaps seconds, one row per answer. Wide: the column participant
and one column per question, one row per participant. A question is named by its number in the participant's booklet, or
by its id in the design (q01); an answer is a letter as printed in that booklet. A blank is no answer. A participant may
be named with the check letter that is printed after their number (5K, 5-K), or this may be in a column of its own.
Further columns: consent, with x where the box on the sheet is ticked, and one for each field that the study asks for.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.errors import DataError
from examfiles.items import letter
from examfiles.readers.tables import Rows, TableRow, read_rows
from magnetite_study.answers import BookletAnswer
from magnetite_study.database import AnswerOutcome, Database
from magnetite_study.design import BookletQuestion, Design

MOST_BYTES = 64 * 2**20  # bytes in a file of answers
MOST_MISTAKES = 10  # mistakes in an error message
MOST_SECONDS = 10_000_000  # seconds, four months, that somebody may look at a question
_LONG_COLUMNS = {"participant", "question", "answer", "seconds", "check"}
_PARTICIPANT = re.compile(r"(\d{1,9})[\s-]*([A-Z]?)", re.ASCII | re.IGNORECASE)
TICKED, UNTICKED = (
    frozenset({"x", "1", "yes", "y", "true", "ja", "j"}),
    frozenset({"", "0", "no", "n", "false", "nein"}),
)
_NUMBER = re.compile(r"(?:question|frage|position)?[\s_.-]*(\d{1,6})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _ImportedAnswer:
    """One answer as it stands in the file."""

    where: str
    participant: Any
    question: Any
    answer: Any
    seconds: Any = None
    check: Any = None
    sheet: "_Sheet | None" = None


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What else a participant filled in: the mark in the box of consent, None without such a column, and the fields."""

    mark: str | None
    fields: Mapping[str, str]


def import_file(database: Database, path: str | Path, *, replace: bool = False) -> dict[AnswerOutcome, int]:
    """Store the answers of a CSV, TSV, JSONL or Parquet file; return how many were new, and how many there already.

    All or nothing: raises DataError, with a list of the mistakes, for participants, questions and options that do not
    exist, a check letter of another number, two answers to one question, an answer that differs from the stored one,
    and answers or fields of a participant who did not agree. With `replace`, an answer takes the place of one that was
    imported earlier, and both are logged.
    """
    rows = _rows(Path(path).expanduser())
    mistakes: list[str] = [str(row) for row in rows.rows if isinstance(row, DataError)]
    answers: dict[tuple[int, int], tuple[str, BookletAnswer]] = {}
    booklets = _Booklets(database)
    agreed: dict[int, dict[str, str]] = {}
    for entry in _entries(rows, database.design):
        try:
            answer = booklets.read(entry)
            _agree(agreed, booklets.number(entry), entry.sheet, answered=answer is not None)
            if answer is not None:
                _add(answers, entry.where, answer)
        except DataError as error:
            mistakes.append(f"{entry.where}: {error}")
    conflicts = list(_conflicts(database, answers, replace=replace))
    mistakes += conflicts
    if mistakes:
        hint = conflicts and not replace
        raise DataError(_message(rows.where, list(dict.fromkeys(mistakes)), hint=bool(hint)))  # of a participant, once
    return database.import_answers((each for _, each in answers.values()), agreed=agreed, replace=replace)


def _agree(agreed: dict[int, dict[str, str]], number: int, sheet: _Sheet | None, *, answered: bool) -> None:
    """Note that a participant agreed, and their fields. Raises DataError where they did not, and something is there."""
    if sheet is None or sheet.mark is None:
        if sheet is not None and any(sheet.fields.values()):
            raise DataError(
                f"participant {number}: {', '.join(sheet.fields)} are filled in, but there is no column consent. Add "
                "it, with x where the box on the sheet is ticked"
            )
        return
    if (mark := sheet.mark.casefold()) not in TICKED | UNTICKED:
        raise DataError(f"participant {number}: consent is '{sheet.mark}'; expected x where the box is ticked")
    if mark in UNTICKED and (answered or any(sheet.fields.values())):
        raise DataError(
            f"participant {number}: something is filled in, but the box of consent is not ticked. Leave the row out, "
            "or mark the column consent with x if it is ticked on the sheet"
        )
    if mark in TICKED:
        agreed.setdefault(number, {}).update({name: text for name, text in sheet.fields.items() if text})


class _Booklets:
    """The participants' booklets, each made once, against which entries are read."""

    def __init__(self, database: Database) -> None:
        self._design: Design = database.design
        self._numbers = {each.number for each in database.participants()}
        self._made: dict[int, tuple[BookletQuestion, ...]] = {}

    def number(self, entry: _ImportedAnswer) -> int:
        return self._participant(entry.participant, entry.check)

    def read(self, entry: _ImportedAnswer) -> BookletAnswer | None:
        number = self.number(entry)
        if number not in self._made:
            self._made[number] = self._design.booklet(number)
        question = self._question(entry.question, self._made[number])
        text = "" if entry.answer is None else str(entry.answer).strip()
        if not text:
            return None
        return BookletAnswer(number, question.position, _option(text, question), _seconds(entry.seconds))

    def _participant(self, value: Any, check: Any) -> int:
        text = str("" if value is None else value).strip()
        match = _PARTICIPANT.fullmatch(text)
        number = int(match[1]) if match else -1
        if match is None or number not in self._numbers:
            known = f", {min(self._numbers)} to {max(self._numbers)}" if self._numbers else ""
            raise DataError(f"participant '{text}' is not in the study (it has {len(self._numbers)}{known})")
        own = self._design.check_letter(number)
        for typed in (match[2], str("" if check is None else check).strip()):
            if typed and typed.upper() != own:
                raise DataError(
                    f"participant {number}: the check letter is {typed.upper()}; the booklet of {number} has {own}. "
                    "Look at the number on the sheet again"
                )
        return number

    def _question(self, value: Any, booklet: tuple[BookletQuestion, ...]) -> BookletQuestion:
        text = str("" if value is None else value).strip()
        by_id = next((question for question in booklet if question.id == text.casefold()), None)
        if by_id is not None:
            return by_id
        match = _NUMBER.fullmatch(text)
        if match is None or not 1 <= int(match[1]) <= len(booklet):
            raise DataError(f"question '{text}' does not exist; a booklet has questions 1 to {len(booklet)}")
        return booklet[int(match[1]) - 1]


def _rows(path: Path) -> Rows:
    if not path.is_file():
        raise DataError(f"{path}: there is no such file. Name the file with the answers, such as a CSV.")
    if path.stat().st_size > MOST_BYTES:
        raise DataError(f"{path}: is larger than {MOST_BYTES // 2**20} MiB, too large for a file of answers.")
    rows = read_rows(path.read_bytes(), str(path))
    if not rows.rows:
        raise DataError(f"{path}: has no answers; expected a line of column names, and a row for each answer below.")
    return rows


def _entries(rows: Rows, design: Design) -> Iterator[_ImportedAnswer]:
    named: dict[str, str] = {}
    for column in rows.columns:
        if (first := named.setdefault(column.strip().casefold(), column)) != column:
            raise DataError(f"{rows.where}: the columns '{first}' and '{column}' have one name. Rename one.")
    if {"chosen", "position"} <= set(named):
        raise DataError(
            f"{rows.where}: these are answers that the study wrote itself: their letters are those of the questions, "
            "not those of the booklets. The study's own folder keeps them; import what was filled in elsewhere."
        )
    long = not {"question", "answer"}.isdisjoint(named)
    if lost := {"participant", *(("question", "answer") if long else ())} - set(named):
        raise DataError(
            f"{rows.where}: there is no column '{min(lost)}'; found {', '.join(rows.columns)}. Expected participant, "
            "question and answer, or participant and a column for each question."
        )
    personal = {"consent": "consent", **{label.strip().casefold(): label for label in design.fields}}
    about = {label: named.pop(name) for name, label in personal.items() if name in named}
    if long and (others := [column for name, column in named.items() if name not in _LONG_COLUMNS]):
        raise DataError(
            f"{rows.where}: found the columns {', '.join(others)} in addition to participant, question and "
            f"answer; expected seconds, check and {', '.join(personal.values())} at the most. Rename or remove them."
        )
    for row in rows.good:
        sheet = _sheet(row, about)
        yield from _long(row, named, sheet) if long else _wide(row, named, sheet)


def _sheet(row: TableRow, about: Mapping[str, str]) -> _Sheet | None:
    """Return what a row says besides answers, by the columns `about` a participant; None where there are none."""
    cells = {label: str(row.values.get(column) or "").strip() for label, column in about.items()}
    if not cells:
        return None
    return _Sheet(cells.pop("consent", None), cells)


def _long(row: TableRow, named: dict[str, str], sheet: _Sheet | None) -> Iterator[_ImportedAnswer]:
    seconds, check = (row.values.get(named.get(name, "")) for name in ("seconds", "check"))
    participant, question, answer = (row.values.get(named[name]) for name in ("participant", "question", "answer"))
    yield _ImportedAnswer(row.where, participant, question, answer, seconds, check, sheet)


def _wide(row: TableRow, named: dict[str, str], sheet: _Sheet | None) -> Iterator[_ImportedAnswer]:
    participant, check = (row.values.get(named.get(name, "")) for name in ("participant", "check"))
    for name, column in named.items():
        if name not in {"participant", "check"}:
            yield _ImportedAnswer(row.where, participant, column, row.values.get(column), None, check, sheet)


def _option(text: str, question: BookletQuestion) -> int:
    letters = [letter(place) for place in range(len(question.options))]
    if text.upper().rstrip(".)") not in letters:
        raise DataError(
            f"question {question.position}: answer '{text}' is not one of {letters[0]} to {letters[-1]}, as printed in "
            "the participant's booklet"
        )
    return letters.index(text.upper().rstrip(".)"))


def _seconds(value: Any) -> float | None:
    if value is None or not str(value).strip():
        return None
    try:
        seconds = float(str(value).strip().replace(",", "."))
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MOST_SECONDS:
        raise DataError(f"seconds are '{value}'; expected a number from 0 to {MOST_SECONDS:,}, or nothing")
    return seconds


def _add(answers: dict[tuple[int, int], tuple[str, BookletAnswer]], where: str, answer: BookletAnswer) -> None:
    first = answers.setdefault((answer.participant, answer.position), (where, answer))
    if first[1].option != answer.option:
        raise DataError(
            f"participant {answer.participant}, question {answer.position}: has another answer already ({first[0]})"
        )


def _conflicts(
    database: Database, answers: dict[tuple[int, int], tuple[str, BookletAnswer]], *, replace: bool
) -> Iterator[str]:
    """Yield a mistake for each answer that differs from the stored one, unless it may take its place."""
    numbers = {number for number, _ in answers}
    stored = {number: database.answered(number) for number in numbers}
    imported = {number: database.imported(number) if replace else set() for number in numbers}
    for (number, position), (where, each) in answers.items():
        option = stored[number].get(position, each.option)
        if option != each.option and position not in imported[number]:
            given = ", which was given on a screen," if replace else ""
            yield (
                f"{where}: participant {number}, question {position}: {letter(option)} is stored already{given} and "
                f"stands; the file says {letter(each.option)}"
            )


def _message(where: str, mistakes: list[str], *, hint: bool) -> str:
    more = f"\n  and {len(mistakes) - MOST_MISTAKES} more" if len(mistakes) > MOST_MISTAKES else ""
    lines = "".join(f"\n  {mistake.rstrip('.')}." for mistake in mistakes[:MOST_MISTAKES])
    count = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    right = " Where the file is right and an earlier import was not, import it with --replace." if hint else ""
    return f"{where}: nothing was imported, because of {count}:{lines}{more}\nCorrect the file.{right}"
