"""Tables of candidates' answers: their rows as texts, and which columns hold answers, marks, or who answered.

What a column holds is told by its shape, for headings differ with the platform's language and settings:

- Canvas's student analysis: "1234: the question's text", beside it a column headed by the points it is worth;
- Moodle's quiz grades: a number, a stroke and the full mark ("Q. 1 /1.00", "F. 1 /1,00");
- an id or the text of a question of the exam;
- columns with one word and a running number ("Response 1", "Antwort 1", "Q1", "1"); of several such families (Moodle's
  "Question 1", "Response 1", "Right answer 1") the one whose cells are options.

Sources: Moodle's mod/quiz/report (attemptsreport, last_responses_table, overview_table) and Canvas's
quiz_statistics/student_analysis.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path

from examfiles.decoding import decode, in_utf8
from examfiles.errors import DataError
from examfiles.files import regular
from examfiles.format import Sample, fault
from examfiles.items import Item
from examfiles.readers.tables import PARQUET, csv_records, read_rows
from examfiles.readers.tables.sheets import is_workbook, sheet_records
from examfiles.reasons import Reason

MOST_BYTES = 256 * 2**20
"""The largest file of answers read, in bytes."""
MOST_GROUPS = 20
"""The most groups of candidates that a column may name: more are rather candidates than groups."""
NO_ANSWERS = ("", "-", "–", "—")  # how no answer is written
ANSWER = ("answer", "response", "choice", "option", "antwort")
IDENTITY = frozenset(
    (
        *("candidate", "student", "participant", "person", "user", "respondent", "testee", "name", "names"),
        *("surname", "lastname", "firstname", "fullname", "id", "idnumber", "sisid", "studentid", "username"),
        *("email", "emailaddress", "emailadresse", "vorname", "nachname", "familienname", "vollständigername"),
        *("idnummer", "nutzername", "anmeldename", "matrikelnummer", "prüfling", "kandidat", "kandidatin"),
        *("teilnehmer", "teilnehmerin", "schüler", "schülerin"),
    )
)
STATES = frozenset(("state", "status"))
FINISHED = frozenset(("finished", "beendet"))
ATTEMPT = frozenset(("attempt", "startedon", "started", "begonnenam", "begonnen", "submitted", "versuch"))
_SUMMARY = re.compile(
    r"(overall |group |grand )?(average|mean|total|sum|maximum|points possible)s?"
    r"|(gesamt|gruppen)?(durchschnitt|mittelwert|mittel|summe)",
    re.IGNORECASE,
)
_CANVAS = re.compile(r"\s*\d+:\s*(?P<text>.*)", re.DOTALL)
_MARKED = re.compile(r"\D*?(?P<number>\d{1,4})[a-z]?\s*/\s*(?P<full>\d+(?:[.,]\d+)?)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<word>[^\d/]*?)[\s_.:#-]*(?P<number>\d{1,6})\.?", re.IGNORECASE)
_DOUBLE = re.compile(r"\[[A-Z](?:\|[A-Z])+\]")
_SHEET_COLUMN = re.compile(r"Q\d{1,3}")
_TYPED = re.compile(r"\A\s*\(?(?:[^\W\d_]{1,9}\s?)?\d{1,4}\s?[.):]\s*")  # a number that a form's author typed
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A table as texts: its columns' headings and its rows, each with its place.

    `texts` are the different texts of each column, those that say no answer left out.
    """

    where: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    texts: tuple[frozenset[str], ...]
    notes: tuple[Reason, ...] = ()

    def column(self, words: Iterable[str]) -> int | None:
        """Return the first column headed by one of these words, spaces, hyphens and case aside."""
        return next((at for at, heading in enumerate(self.header) if squeezed(heading) in words), None)


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A column of answers; `number` and `text` name its question, `full` is the full mark where it holds marks.

    `points` is a column beside it with the points that each answer got.
    """

    at: int
    number: int | None = None
    text: str = ""
    full: float | None = None
    points: int | None = None


def squeezed(text: str) -> str:
    """Return a heading for comparison: letters and digits alone, in lower case.

    >>> squeezed("E-Mail address")
    'emailaddress'
    """
    return "".join(filter(str.isalnum, text.casefold()))


def plain(text: str) -> str:
    """Return a text for comparison: case, spaces, and the signs that stand for bold and italics set aside.

    >>> plain(" _In*  the  Box ")
    'in the box'
    """
    return " ".join(re.sub(r"[_*\s]+", " ", text).casefold().split())


def amount(text: str) -> float | None:
    """Return a number as platforms write it, None for any other text.

    >>> amount("0,67"), amount("A")
    (0.67, None)
    """
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def read_answer_table(path: Path) -> AnswerTable:
    """Read CSV, TSV, JSON, JSONL, Parquet, Excel or OpenDocument. Raises DataError where there is no table in it."""
    where = str(path)
    try:
        with regular(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise DataError(f"{where}: the answers cannot be read ({error.strerror or error}).") from error
    if not data.strip():
        text = "the file is empty; expected a row for each candidate and a column for each question."
        raise fault(where, text, "answers-empty")
    if len(data) > MOST_BYTES:
        text = f"larger than {MOST_BYTES // 2**20} MiB; expected the answers to one exam, which take less."
        raise fault(where, text, "answers-large", most=MOST_BYTES // 2**20)
    data, encoding = in_utf8(data)
    notes = [Reason("responses-encoding", {"encoding": encoding.name})] if encoding else []
    records, others = _records(data, path.name, where)
    if others:
        notes.append(Reason("responses-sheets", {"sheets": ", ".join(others)}))
    header, body = _table(records, where)
    rows = tuple(row for row in body if not is_summary(row[1]))
    if len(rows) < len(body):
        notes.append(Reason("responses-summary", {"rows": len(body) - len(rows)}))
    rows, marked = _without_marks_of_sheets(header, rows)
    notes += marked
    texts = tuple(
        frozenset(column).difference(NO_ANSWERS) for column in zip(*(fields for _, fields in rows), strict=True)
    )
    return AnswerTable(where, header, rows, texts or (frozenset(),) * len(header), tuple(notes))


def without_groups(table: AnswerTable, heading: str) -> tuple[AnswerTable, dict[str, str]]:
    """Return a table without the column of groups, and each row's group by its place, "" where it has none.

    Raises DataError for a column that is not there, or that holds something else than a few groups of candidates.
    """
    at = table.column([squeezed(heading)])
    if at is None:
        headings = ", ".join(filter(None, table.header))
        text = f"no column is headed '{heading}'; the columns are headed {headings}."
        raise fault(table.where, text, "answers-no-groups", heading=heading, headings=headings)
    if squeezed(heading) in IDENTITY:
        text = f"the column '{heading}' tells candidates apart; expected groups, such as a form or a class."
        raise fault(table.where, text, "answers-groups-identity", heading=heading)
    count = len(table.texts[at])
    if not 2 <= count <= min(MOST_GROUPS, len(table.rows) // 2):
        text = (
            f"the column '{heading}' has {count} different values in {len(table.rows)} rows; expected 2 to "
            f"{MOST_GROUPS} groups, such as forms or classes, with several candidates each."
        )
        raise fault(table.where, text, "answers-groups-number", heading=heading, found=count, most=MOST_GROUPS)
    groups = {where: "" if fields[at] in NO_ANSWERS else fields[at] for where, fields in table.rows}
    header, texts = ((*each[:at], *each[at + 1 :]) for each in (table.header, table.texts))
    rows = tuple((where, (*fields[:at], *fields[at + 1 :])) for where, fields in table.rows)
    return replace(table, header=header, rows=rows, texts=texts), groups


def _without_marks_of_sheets(
    header: tuple[str, ...], rows: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], list[Reason]]:
    """Return rows as scanned sheets give them with no answer where two boxes are marked, `[A|B]`, or none is.

    open-mcr, whose sheets have the boxes A to E, may write F for several marks and G for none.
    """
    scanned = any(squeezed(heading) == "testformcode" for heading in header)
    answers = [bool(_SHEET_COLUMN.fullmatch(heading)) for heading in header]

    def cleared(fields: tuple[str, ...]) -> tuple[str, ...]:
        pairs = zip(fields, answers, strict=True)
        return tuple("" if _DOUBLE.fullmatch(t) or (scanned and own and t in {"F", "G"}) else t for t, own in pairs)

    result = tuple((where, cleared(fields)) for where, fields in rows)
    before, after = (chain.from_iterable(fields for _, fields in each) for each in (rows, result))
    gone = [old for old, new in zip(before, after, strict=True) if old != new]
    empty = gone.count("G")
    counts = {"responses-double-marks": len(gone) - empty, "responses-empty-marks": empty}
    return result, [Reason(code, {"answers": count}) for code, count in counts.items() if count]


def _records(data: bytes, name: str, where: str) -> tuple[list[tuple[str, list[str]]], list[str]]:
    if is_workbook(Sample(name, data)):
        return sheet_records(data, where)
    text = "" if data.startswith(PARQUET) else decode(data, where)
    if text and text.lstrip()[:1] not in {"[", "{"}:
        return csv_records(text, where), []
    rows = read_rows(_unnested(text).encode() if text else data, where)
    for row in rows.rows:
        if isinstance(row, DataError):
            raise row
    body = [
        (row.where, ["" if (value := row.values.get(column)) is None else str(value) for column in rows.columns])
        for row in rows.good
    ]
    return [(where, list(rows.columns)), *body], []


def _unnested(text: str) -> str:
    """Return JSON as it is, or, of a list that holds one list, as Moodle writes its table, that one."""
    with suppress(ValueError, RecursionError):
        if re.match(r"\s*\[\s*\[", text) and len(outer := json.loads(text)) == 1:
            return json.dumps(outer[0])
    return text


def _table(
    records: Sequence[tuple[str, list[str]]], where: str
) -> tuple[tuple[str, ...], list[tuple[str, tuple[str, ...]]]]:
    """Return headings and rows; headings are the first record with two cells or more, what stands above is a title."""
    rows = [(place, tuple(" ".join(cell.split()) for cell in fields)) for place, fields in records]
    rows = [(place, fields) for place, fields in rows if any(fields)]
    first = next((at for at, (_, fields) in enumerate(rows) if sum(map(bool, fields)) > 1), 0)
    rows = rows[first:]
    if len(rows) < 2:
        text = "there is a header but no candidate below it; expected a row for each candidate."
        raise fault(where, text, "answers-header-only")
    header = rows[0][1]
    width = max(len(header) - next((n for n, text in enumerate(reversed(header)) if text), 0), 1)
    return header[:width], [_row(place, fields, width) for place, fields in rows[1:]]


def _row(place: str, fields: tuple[str, ...], width: int) -> tuple[str, tuple[str, ...]]:
    if len(fields) < width or any(fields[width:]):
        text = f"found {len(fields)} fields; expected {width}, as in the first line."
        raise fault(place, text, "left-fields", fields=len(fields), expected=width)
    return place, fields[:width]


def answer_columns(table: AnswerTable, items: Sequence[Item]) -> list[AnswerColumn]:
    """Return the columns that hold answers, by the first of the shapes that the table has; none where it has none."""
    shapes = (_canvas(table), _marked(table), _by_id(table, items), _by_text(table, items))
    return next((columns for shape in shapes if (columns := list(shape))), None) or _family(table, items)


def _canvas(table: AnswerTable) -> Iterator[AnswerColumn]:
    for at, (heading, beside) in enumerate(zip(table.header, table.header[1:], strict=False)):
        if (match := _CANVAS.fullmatch(heading)) and (most := amount(beside)) is not None:
            yield AnswerColumn(at, text=match["text"], full=most, points=at + 1)


def _marked(table: AnswerTable) -> Iterator[AnswerColumn]:
    for at, heading in enumerate(table.header):
        if match := _MARKED.fullmatch(heading):
            yield AnswerColumn(at, number=int(match["number"]), full=amount(match["full"]))


def _by_id(table: AnswerTable, items: Sequence[Item]) -> Iterator[AnswerColumn]:
    ids = ids_of(items)
    return (AnswerColumn(at) for at, heading in enumerate(table.header) if heading in ids)


def _by_text(table: AnswerTable, items: Sequence[Item]) -> Iterator[AnswerColumn]:
    texts = {plain(item.question) for item in items} - {""}
    ways = ((at, text) for at, heading in enumerate(table.header) for text in (heading, _TYPED.sub("", heading)))
    return (AnswerColumn(at, text=text) for at, text in dict(way for way in ways if plain(way[1]) in texts).items())


def _family(table: AnswerTable, items: Sequence[Item]) -> list[AnswerColumn]:
    """Return the columns with one word and a running number that hold answers."""
    families: dict[str, list[AnswerColumn]] = {}
    for at, heading in enumerate(table.header):
        if match := _NUMBERED.fullmatch(heading):
            families.setdefault(squeezed(match["word"]), []).append(AnswerColumn(at, number=int(match["number"])))
    options = {plain(option) for item in items for option in item.options}

    def rank(word: str) -> tuple[bool, float, int]:
        cells = {cell for column in families[word] for cell in table.texts[column.at]}
        fitting = sum(plain(cell) in options or len(cell) == 1 for cell in cells) / max(len(cells), 1)
        return word in ANSWER, fitting, len(families[word])

    if not families:
        return []
    best = max(families, key=rank)
    texts = _questions_beside([each for word in families if word != best for each in families[word]], table, items)
    columns = families[best]
    return [replace(c, text=texts[c.number]) for c in columns] if {c.number for c in columns} <= set(texts) else columns


def _questions_beside(columns: list[AnswerColumn], table: AnswerTable, items: Sequence[Item]) -> dict[int | None, str]:
    """Return, by number, the questions whose texts stand beside the answers, as Moodle's "Question 1" may."""
    questions = {plain(item.question): item.question for item in items if item.question.strip()}
    texts: dict[int | None, str] = {}
    for column in columns:
        if len(table.texts[column.at]) == 1:
            cell = plain(*table.texts[column.at])
            if begun := [text for text in questions if cell.startswith(text)]:  # Moodle adds the options
                texts[column.number] = questions[max(begun, key=len)]
    return texts


def similar(heading: str, known: Iterable[str]) -> bool:
    """Return whether a heading looks like one of those known, but for its number: q9 beside q1 and q2.

    >>> similar("q9", ["q1", "q2"]), similar("total", ["q1"])
    (True, False)
    """
    return bool(re.search(r"\d", heading)) and re.sub(r"\d+", "#", heading) in {re.sub(r"\d+", "#", e) for e in known}


def is_summary(cells: Iterable[str]) -> bool:
    """Return whether a row is no candidate's: the first text that it has is that of a sum or a mean.

    >>> is_summary(["Overall average", "", "7.50"]), is_summary(["Max", "1"])
    (True, False)
    """
    return bool(_SUMMARY.fullmatch(next(filter(None, cells), "")))


def ids_of(items: Sequence[Item]) -> dict[str, str]:
    """Return the ids of items, by how a table shows them."""
    return {" ".join(item.id.split()): item.id for item in items}


@lru_cache(20_000)
def texts_of(options: tuple[str, ...]) -> Mapping[str, list[int]]:
    """Return the places of options by their texts, as platforms may write them; Moodle translates true and false."""
    places: dict[str, list[int]] = {}
    for place, option in enumerate(options):
        places.setdefault(plain(option), []).append(place)
    if set(places) == {"true", "false"}:
        places |= {"wahr": places["true"], "falsch": places["false"]}
    return places
