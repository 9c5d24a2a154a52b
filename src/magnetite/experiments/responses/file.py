"""Candidates' answers from a table: who chose which option of which item.

Wide: one row a candidate, one column an item, and a first column that names the candidate if it is no item's.
Long: the columns candidate, item and answer, one row an answer. An answer is an option's letter, its text or its number
from 1; blank is no answer. The file is read in the one way that fits all of its answers; where none does, each answer
is read alone, and one that could mean two options is refused.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.errors import DataError, unknown_name
from magnetite.core.items import Item, letter
from magnetite.formats.rows import Row, Rows, read_rows

BLANK = -1
MOST = 256 * 2**20
"""The largest file of answers read, in bytes."""
_CANDIDATE = ("candidate", "student", "participant", "person", "user", "name", "id", "respondent", "testee", "prüfling")
_ITEM = ("item", "question", "frage", "aufgabe")
_ANSWER = ("answer", "response", "choice", "option", "antwort")
_PLACE = re.compile(r"(?:item|question|response|answer|q|frage|aufgabe|antwort)?[\s_.-]*(\d{1,6})\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Responses:
    """Candidates' answers: `chosen`, (candidates, items), is an option from 0, -1 for none; `notes` on the reading."""

    candidates: tuple[str, ...]
    items: tuple[str, ...]
    chosen: IntArray
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """One answer as it stands in the file."""

    where: str
    candidate: str
    item: str
    text: str


def read_responses(path: str | Path, items: Sequence[Item], *, complete: bool = True) -> Responses:
    """Read a CSV, TSV, JSONL or Parquet file of answers to `items`.

    Items are named by their ids; or, where the file has no id, by their numbers in the exam (1, Q1, Question 1), which
    needs a `complete` exam, with no question left out.
    Raises DataError for a file that is absent, empty, too large or broken, an item or option that does not exist, and
    a candidate named twice or not at all.
    """
    rows = _rows(Path(path).expanduser())
    roles = _long_roles(rows, items)
    names, note = _item_names(
        [str(row.values[roles[1]]) for row in rows.good] if roles else rows.columns,
        items,
        rows.where,
        complete=complete,
        first_may_differ=not roles,
    )
    entries = _long(rows, roles, names) if roles else _wide(rows, names)
    return _matrix(entries, items, list(dict.fromkeys(names.values())), rows.where, note)


def _rows(path: Path) -> Rows:
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except OSError as error:
        raise DataError(f"{path}: the answers cannot be read ({error.strerror or error}).") from error
    if not data.strip():
        raise DataError(f"{path}: the file is empty; expected a row for each candidate and a column for each question.")
    if len(data) > MOST:
        raise DataError(f"{path}: larger than {MOST // 2**20} MiB; expected the answers to one exam, which take less.")
    rows = read_rows(data, str(path))
    for row in rows.rows:
        if isinstance(row, DataError):
            raise row
    if not rows.rows:
        raise DataError(f"{path}: there is a header but no candidate below it; expected a row for each candidate.")
    return rows


def _long_roles(rows: Rows, items: Sequence[Item]) -> tuple[str, str, str] | None:
    """Return the columns of candidate, item and answer where the table has exactly these three."""
    if len(rows.columns) != 3 or {item.id for item in items} & set(rows.columns):
        return None
    columns = tuple(
        next((name for name in rows.columns if re.sub(r"[\s_-]|id$", "", name.strip().lower()) in words), None)
        for words in ((*_CANDIDATE, ""), _ITEM, _ANSWER)
    )
    candidate, item, answer = columns
    if candidate is None or item is None or answer is None or len(set(columns)) < 3:
        return None
    return candidate, item, answer


def _item_names(
    headings: Iterable[str], items: Sequence[Item], where: str, *, complete: bool, first_may_differ: bool
) -> tuple[dict[str, str], str]:
    """Return the id of the item that each name means, and a note where names were read as numbers."""
    names = list(dict.fromkeys(headings))
    ids = {item.id.strip(): item.id for item in items}
    known = {name: ids[name.strip()] for name in names if name.strip() in ids}
    unknown = [name for name in names if name not in known]
    if first_may_differ and unknown[:1] == names[:1]:
        unknown = unknown[1:]
    if not unknown:
        if not known:
            raise DataError(
                f"{where}: names no question of the exam; expected a column for each question, headed by its id."
            )
        return known, ""
    places = {name: int(match[1]) for name in unknown if (match := _PLACE.fullmatch(name.strip()))}
    if known or len(places) < len(unknown) or not all(1 <= place <= len(items) for place in places.values()):
        error = unknown_name("question", unknown[0], [item.id for item in items][:50])
        raise DataError(f"{where}: {error}")
    if not complete:
        raise DataError(
            f"{where}: names questions by number ('{unknown[0]}'), but some questions of the exam were left out, so "
            f"numbers may not fit. Name them by id, as in '{items[0].id}'."
        )
    return {name: items[place - 1].id for name, place in places.items()}, "Questions were named by number."


def _wide(rows: Rows, names: dict[str, str]) -> list[_Entry]:
    if len(set(names.values())) < len(names):
        twice = next(name for name in names if list(names.values()).count(names[name]) > 1)
        raise DataError(f"{rows.where}: two columns are for the same question, one of them '{twice}'. Keep one.")
    first = rows.columns[0] if rows.columns[0] not in names else None
    entries: list[_Entry] = []
    places: dict[str, str] = {}
    for number, row in enumerate(rows.good, start=1):
        candidate = _candidate(row, first) if first else str(number)
        if candidate in places:
            raise DataError(
                f"{row.where}: candidate '{candidate}' stands at {places[candidate]} already. Keep one row."
            )
        places[candidate] = row.where
        entries += [_Entry(row.where, candidate, item, _text(row, name)) for name, item in names.items()]
    return entries


def _long(rows: Rows, roles: tuple[str, str, str], names: dict[str, str]) -> list[_Entry]:
    entries: list[_Entry] = []
    places: dict[tuple[str, str], str] = {}
    for row in rows.good:
        key = (_candidate(row, roles[0]), names[str(row.values[roles[1]])])
        if key in places:
            raise DataError(
                f"{row.where}: candidate '{key[0]}' has an answer to question '{key[1]}' at {places[key]} already. "
                "Keep one."
            )
        places[key] = row.where
        entries.append(_Entry(row.where, *key, _text(row, roles[2])))
    return entries


def _candidate(row: Row, column: str) -> str:
    name = _text(row, column)
    if not name:
        raise DataError(f"{row.where}: the candidate is not named; expected a name or number under '{column}'.")
    return name


def _text(row: Row, column: str) -> str:
    value = row.values.get(column)
    return "" if value is None else " ".join(str(value).split())


def _matrix(entries: list[_Entry], items: Sequence[Item], order: list[str], where: str, note: str) -> Responses:
    by_id = {item.id: item for item in items}
    columns = {name: place for place, name in enumerate(item.id for item in items if item.id in set(order))}
    rows = {name: place for place, name in enumerate(dict.fromkeys(each.candidate for each in entries))}
    chosen = np.full((len(rows), len(columns)), BLANK, dtype=np.int64)
    answers = [each for each in entries if each.text]
    if not answers:
        raise DataError(f"{where}: there is no answer in it; expected letters, option texts or numbers from 1.")
    read, how = _reading([(each.text, by_id[each.item]) for each in answers])
    for each in answers:
        chosen[rows[each.candidate], columns[each.item]] = _option(each, by_id[each.item], read)
    notes = [f"Answers were read as {how}.", note]
    absent = [item.id for item in items if item.id not in columns]
    if absent:
        notes.append(
            f"{len(absent)} question(s) of the exam have no answers in the file: {', '.join(absent[:5])}"
            f"{', …' if len(absent) > 5 else ''}."
        )
    return Responses(tuple(rows), tuple(columns), chosen, tuple(line for line in notes if line))


_Read = Callable[[str, Item], tuple[int, ...]]


def _reading(answers: list[tuple[str, Item]]) -> tuple[_Read, str]:
    """Return the reading that fits all answers, and its name; where none does, the one that tries each in turn."""
    distinct = list({(text, item.id): (text, item) for text, item in answers}.values())
    for how, read in _WAYS.items():
        if all(len(read(text, item)) == 1 for text, item in distinct):
            return read, how
    return _any, "letters, option texts or numbers, each by itself"


def _option(entry: _Entry, item: Item, read: _Read) -> int:
    options = read(entry.text, item)
    if len(options) == 1:
        return options[0]
    text = entry.text if len(entry.text) <= 60 else entry.text[:57] + "..."
    begin = f"{entry.where}: the answer '{text}' to question '{item.id}'"
    if options:
        raise DataError(f"{begin} could mean {' or '.join(map(letter, options))}. Write answers as letters.")
    count = len(item.options)
    raise DataError(
        f"{begin} is no option of it; expected a letter from A to {letter(count - 1)}, a number from 1 to {count}, or "
        "the text of an option."
    )


def _by_letter(text: str, item: Item) -> tuple[int, ...]:
    upper = text.strip("().").upper()
    return tuple(place for place in range(len(item.options)) if letter(place) == upper)


def _by_text(text: str, item: Item) -> tuple[int, ...]:
    folded = text.casefold()
    return tuple(place for place, option in enumerate(item.options) if " ".join(option.split()).casefold() == folded)


def _by_number(text: str, item: Item) -> tuple[int, ...]:
    number = int(text) if re.fullmatch(r"[0-9]{1,6}", text) else int(float(text)) if _WHOLE.fullmatch(text) else 0
    return (number - 1,) if 1 <= number <= len(item.options) else ()


def _any(text: str, item: Item) -> tuple[int, ...]:
    return tuple(sorted({place for read in _WAYS.values() for place in read(text, item)}))


_WHOLE = re.compile(r"[0-9]{1,6}\.0+")
_WAYS: dict[str, _Read] = {"letters": _by_letter, "option texts": _by_text, "numbers from 1": _by_number}
