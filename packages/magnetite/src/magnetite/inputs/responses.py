"""Candidates' answers to an exam, read from a table by its shape (`answer_tables`), without who gave them.

An answer is an option's letter, its text or its number from 1, a mark, or 1 for right and 0 for wrong; blank or a
hyphen is none. The file is read in the one way that fits all of its answers; where none does, each answer is read
alone, and one that could mean two options is refused. A note names an answer that could mean another option in a
notation that the file as a whole is not in.

A column's question is found by its id, its text, or its number; where the answers are options' texts that do not fit
the question of that number (Moodle numbers those of the quiz, not of the question bank), by its answers. Names and
addresses tell a second attempt from another candidate, and go no further.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from examfiles.decoding import SAMPLE_BYTES
from examfiles.detect import recognise
from examfiles.errors import DataError, unknown_name
from examfiles.format import Sample, excerpt, fault
from examfiles.items import Item, letter
from examfiles.readers.tables.shapes import own_letters
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, IntArray
from magnetite.inputs.answer_tables import (
    ANSWER,
    ATTEMPT,
    FINISHED,
    IDENTITY,
    NO_ANSWERS,
    STATES,
    AnswerColumn,
    AnswerTable,
    amount,
    answer_columns,
    ids_of,
    plain,
    read_answer_table,
    similar,
    squeezed,
    texts_of,
    without_groups,
)

BLANK, WRONG, RIGHT, NOT_ASKED = -1, -2, -3, -4
_ITEM = ("item", "question", "frage", "aufgabe")
_ROUNDED = 0.006  # Moodle rounds marks, and full marks too
_MOST_HEADINGS = 8  # headings that an error names
_Read = Callable[[str, Item], Sequence[int]]
_Columns = dict[str, AnswerColumn]  # by the id of the item
LAYOUTS = """Expected one of:
  1. what a learning platform gives, as it is: Moodle (quiz, Results, Responses or Grades; CSV, Excel, OpenDocument) or
     Canvas (quiz statistics, Student analysis)
       Last name,First name,State,…,Response 1,Response 2
       Lee,Kim,Finished,…,on a hill,-
  2. a row for each candidate, a column for each question, headed by its number or id
       candidate,1,2,3
       c1,A,C,B
  3. right or wrong, with a total or without
       candidate,1,2,3,total
       c1,1,0,1,2"""


@dataclass(frozen=True, slots=True, eq=False)
class Responses:
    """Candidates' answers: `chosen`, (candidates, items), is an option from 0, or what is known in its place.

    BLANK is no answer; RIGHT and WRONG are answers of which only that is known; NOT_ASKED is a question that this
    candidate did not get. `notes` say how the file was read. `groups`, one for each candidate, is what a named column
    says of them, "" where it says nothing; () where none was named.
    """

    items: tuple[str, ...]
    chosen: IntArray
    notes: tuple[Reason, ...] = ()
    groups: tuple[str, ...] = ()

    def right(self, keys: IntArray) -> BoolArray:
        """Return who was right, (candidates, items), with these keys, (items,); -1 is an unknown key."""
        known: BoolArray = ((self.chosen == keys) & (keys >= 0)) | (self.chosen == RIGHT)
        return known


@dataclass(frozen=True, slots=True)
class _WrittenAnswer:
    """One answer as it stands in the file."""

    where: str
    candidate: int
    item: str
    text: str


def read_responses(
    path: str | Path, items: Sequence[Item], *, complete: bool = True, groups: str | None = None
) -> Responses:
    """Read a table of answers to `items`: CSV, TSV, JSONL, Parquet, Excel or OpenDocument.

    Letters, numbers and marks under numbers need a `complete` exam, of which no question was left out. `groups` heads a
    column that puts candidates into groups, such as a form, a class or a language version.
    Raises DataError for a file that is absent, empty, too large or broken, a table of another shape, an item or option
    that does not exist, and a candidate named twice or not at all.
    """
    path = Path(path).expanduser()
    try:
        table = read_answer_table(path)
        labels: Mapping[str, str] = {}
        if groups is not None:
            table, labels = without_groups(table, groups)
        long = _long_roles(table, items)
        if long:
            return _long(table, long, items, labels, complete=complete)
        return _wide(table, items, labels, complete=complete)
    except DataError as error:
        head = path.read_bytes()[:SAMPLE_BYTES] if os.access(path, os.R_OK) and path.is_file() else b""
        exam = recognise(Sample(path.name, head))
        if exam is None or not exam.exam:
            raise
        text = f"this is an exam ({exam.title}); expected the answers of candidates to it. {LAYOUTS}"
        raise fault(str(path), text, "answers-exam", format=exam.title) from error


def _wide(table: AnswerTable, items: Sequence[Item], labels: Mapping[str, str], *, complete: bool) -> Responses:
    """Read a row for each candidate."""
    matches = answer_columns(table, items)
    if not matches:
        headings = ", ".join(table.header[:_MOST_HEADINGS]) + (", …" if len(table.header) > _MOST_HEADINGS else "")
        text = f"no column contains answers to this exam; the columns are headed {headings}. {LAYOUTS}"
        raise fault(table.where, text, "answers-layout", headings=headings)
    _refuse_unknown(table, items, matches)
    columns, how = _questions(table, matches, items, complete=complete)
    identity = _identity(table, matches)
    rows, notes = _candidates(table, identity, [column.at for column in columns.values()])
    entries = [
        _WrittenAnswer(where, candidate, item, fields[column.at])
        for candidate, (where, fields) in enumerate(rows)
        for item, column in columns.items()
    ]
    was_shown = np.array(  # Canvas leaves an answer and its points empty where a candidate did not get the question
        [[c.points is None or bool(fields[c.at] or fields[c.points]) for c in columns.values()] for _, fields in rows]
    )
    unread = [table.header[column.at] for column in matches if column not in columns.values()]
    used = {at for column in matches for at in (column.at, column.points)} | set(identity)
    extra = list(dict.fromkeys(heading for at, heading in enumerate(table.header) if at not in used and heading))
    lists = (("responses-unmatched", unread), ("responses-extra", extra))
    notes = [*how, *notes, *(Reason(code, {"columns": _some(names)}) for code, names in lists if names)]
    if _are_marks(table, columns.values()):
        chosen, more = _marks(entries, columns, items, len(rows))
    else:
        chosen, more = _options(entries, _points(rows, columns), items, table.where, (len(rows), list(columns)))
    chosen[~was_shown] = NOT_ASKED
    return _in_order(
        items, list(columns), chosen, [*table.notes, *more, *notes], [labels[where] for where, _ in rows if labels]
    )


def _long(
    table: AnswerTable,
    roles: tuple[int, int, int],
    items: Sequence[Item],
    labels: Mapping[str, str],
    *,
    complete: bool,
) -> Responses:
    """Read a row for each answer."""
    names = dict.fromkeys(fields[roles[1]] for _, fields in table.rows)
    ids, how = _named(list(names), items, table.where, complete=complete)
    numbers: dict[str, int] = {}
    places: dict[tuple[int, str], str] = {}
    groups: dict[int, str] = {}
    entries = []
    for where, fields in table.rows:
        if not fields[roles[0]]:
            raise _unnamed(where, table.header[roles[0]])
        candidate, item = numbers.setdefault(fields[roles[0]], len(numbers)), ids[fields[roles[1]]]
        if (candidate, item) in places:
            first = places[candidate, item]
            text = f"this candidate already has an answer to question '{item}' at {first}. Keep one."
            raise fault(where, text, "answers-twice", first=first)
        places[candidate, item] = where
        if labels and groups.setdefault(candidate, labels[where]) != labels[where]:
            text = "this candidate is in another group than in an earlier row. Give each candidate one group."
            raise fault(where, text, "answers-two-groups")
        entries.append(_WrittenAnswer(where, candidate, item, fields[roles[2]]))
    order = list(dict.fromkeys(ids.values()))
    chosen, more = _options(entries, {}, items, table.where, (len(numbers), order))
    return _in_order(items, order, chosen, [*table.notes, *more, *how], list(groups.values()))


def _long_roles(table: AnswerTable, items: Sequence[Item]) -> tuple[int, int, int] | None:
    """Return the columns of candidate, item and answer where the table has exactly these three."""
    if len(table.header) != 3 or {item.id for item in items} & set(table.header):
        return None
    names = [re.sub(r"[\s_-]|id$", "", heading.casefold()) for heading in table.header]
    kinds = ((*IDENTITY, ""), _ITEM, ANSWER)
    columns = [next((at for at, name in enumerate(names) if name in words), None) for words in kinds]
    candidate, item, answer = columns
    if candidate is None or item is None or answer is None or len(set(columns)) < 3:
        return None
    return candidate, item, answer


def _named(
    names: list[str], items: Sequence[Item], where: str, *, complete: bool
) -> tuple[dict[str, str], list[Reason]]:
    """Return the ids that names of questions mean: ids, or numbers in the exam."""
    ids = ids_of(items)
    unknown = [name for name in names if name not in ids]
    if not unknown:
        return {name: ids[name] for name in names}, []
    numbers = {name: int(match[0]) for name in names if (match := re.search(r"\d{1,6}(?=\.?$)", name))}
    if (
        len(unknown) < len(names)
        or len(numbers) < len(names)
        or not all(1 <= n <= len(items) for n in numbers.values())
    ):
        raise _unknown_question(where, unknown[0], items)
    if not complete:
        raise _incomplete(where, unknown[0], items)
    return {name: items[place - 1].id for name, place in numbers.items()}, [Reason("responses-numbered")]


def _questions(
    table: AnswerTable, matches: list[AnswerColumn], items: Sequence[Item], *, complete: bool
) -> tuple[_Columns, list[Reason]]:
    """Return each question's column, and a note on how questions were found unless by id."""
    ids = ids_of(items)
    if all(table.header[column.at] in ids for column in matches):
        counts = Counter(table.header[column.at] for column in matches)
        if twice := [name for name, count in counts.items() if count > 1]:
            text = f"two columns are for the same question, '{twice[0]}'. Keep one."
            raise fault(table.where, text, "answers-column-twice", id=twice[0])
        return {ids[table.header[column.at]]: column for column in matches}, []
    if all(column.text for column in matches) and (columns := _by_question(matches, items)):
        rest = [column for column in matches if column not in columns.values()]
        left = [item for item in items if item.id not in columns]
        return columns | _by_answers(table, rest, left), [Reason("responses-by-question")]
    marks = _are_marks(table, matches)
    numbers = [column.number or place for place, column in enumerate(matches, start=1)]
    fits = all(1 <= number <= len(items) for number in numbers) and len(set(numbers)) == len(numbers)
    by_number = {items[number - 1].id: column for number, column in zip(numbers, matches, strict=True)} if fits else {}
    certain = complete or (not marks and _texts_fit(table, by_number, items))
    if by_number and certain and (marks or (not matches[0].text and _fit(table, by_number, items))):
        return by_number, [Reason("responses-numbered")]
    if not marks and (columns := _by_answers(table, matches, items)):
        return columns, [Reason("responses-by-answers")]
    if by_number and complete:
        return by_number, [Reason("responses-numbered")]
    name = table.header[matches[0].at]
    if by_number:
        raise _incomplete(table.where, name, items)
    beyond = next((c for c, n in zip(matches, numbers, strict=True) if not 1 <= n <= len(items)), matches[0])
    raise _unknown_question(table.where, table.header[beyond.at], items)


def _by_question(matches: list[AnswerColumn], items: Sequence[Item]) -> _Columns:
    """Match columns with questions by the text of the question, where only one has it."""
    texts = Counter(plain(item.question) for item in items)
    ids = {plain(item.question): item.id for item in items if texts[plain(item.question)] == 1}
    return {ids[plain(column.text)]: column for column in reversed(matches) if plain(column.text) in ids}


def _by_answers(table: AnswerTable, matches: list[AnswerColumn], items: Sequence[Item]) -> _Columns:
    """Match columns with questions by their answers: each must be the text of an option, and fit no other question."""
    options = {item.id: texts_of(item.options) for item in items}
    fitting = {}
    for column in matches:
        cells = set(map(plain, table.texts[column.at]))
        fitting[column] = {name for name, texts in options.items() if cells and cells <= set(texts)}
    columns: _Columns = {}
    while alone := {column: next(iter(names)) for column, names in fitting.items() if len(names) == 1}:
        taken = Counter(alone.values())
        columns |= {name: column for column, name in alone.items() if taken[name] == 1}
        fitting = {c: names - set(alone.values()) for c, names in fitting.items() if c not in alone}
    return columns


def _fit(table: AnswerTable, columns: _Columns, items: Sequence[Item]) -> bool:
    by_id = {item.id: item for item in items}
    return all(_any(cell, by_id[name]) for name, column in columns.items() for cell in table.texts[column.at])


def _texts_fit(table: AnswerTable, columns: _Columns, items: Sequence[Item]) -> bool:
    by_id = {item.id: item for item in items}
    cells = ((name, cell) for name, column in columns.items() for cell in table.texts[column.at])
    return all(len(cell) > 1 and _by_text(cell, by_id[name]) for name, cell in cells)


def _are_marks(table: AnswerTable, columns: Iterable[AnswerColumn]) -> bool:
    """Return whether columns hold marks: they say so, or all of their cells are 0 or 1, and some 0."""
    columns = list(columns)
    if all(column.full is not None and column.points is None for column in columns):
        return True
    cells = {amount(cell) for column in columns for cell in table.texts[column.at]}
    if cells == {1.0} and len(columns) > 1 and len(table.rows) > 1:
        text = (
            "every answer is 1, which may mean right, or the first option. Write 0 for wrong answers, or letters for "
            "the options that were chosen."
        )
        raise fault(table.where, text, "answers-all-one")
    return cells <= {0.0, 1.0} and 0.0 in cells


def _identity(table: AnswerTable, matches: list[AnswerColumn]) -> list[int]:
    """Return the columns that tell candidates apart: those with a known word; of a plain table, else the first."""
    answers = {column.at for column in matches}
    others = [at for at in range(len(table.header)) if at not in answers]
    known = [at for at in others if squeezed(table.header[at]) in IDENTITY]
    return known or [at for at in others if at == 0 and table.column(ATTEMPT) is None]


def _candidates(
    table: AnswerTable, identity: list[int], answers: list[int]
) -> tuple[list[tuple[str, tuple[str, ...]]], list[Reason]]:
    """Return a row for each candidate who answered, and notes on the rows that are left out."""
    state, attempt = table.column(STATES), table.column(ATTEMPT)
    finished = state is not None and any(fields[state].casefold() in FINISHED for _, fields in table.rows)
    left: Counter[str] = Counter()
    firsts: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
    rows, number = table.rows, table.column(("attempt", "versuch"))
    if number is not None:
        rows = tuple(sorted(rows, key=lambda row: amount(row[1][number]) or 0.0))
    for place, (where, fields) in enumerate(rows):
        key = tuple(fields[at] for at in identity)
        if all(fields[at] in NO_ANSWERS for at in answers):
            left["responses-none"] += 1
        elif finished and state is not None and fields[state].casefold() not in FINISHED:
            left["responses-unfinished"] += 1
        elif not any(key) and identity and attempt is None:
            raise _unnamed(where, table.header[identity[0]])
        elif key in firsts and any(key) and attempt is None:
            text = f"this candidate already has a row at {firsts[key][0]}. Keep one of the two."
            raise fault(where, text, "answers-candidate-twice", first=firsts[key][0])
        elif key in firsts and any(key):
            left["responses-attempts"] += 1
        else:
            firsts[key if any(key) else (str(place),)] = (where, fields)
    order = {where: at for at, (where, _) in enumerate(table.rows)}
    kept = sorted(firsts.values(), key=lambda row: order[row[0]])
    if not kept:
        raise fault(
            table.where,
            "there is no answer in it; expected letters, option texts or numbers from 1.",
            "answers-none-there",
        )
    return kept, [Reason(code, {"rows": rows}) for code, rows in left.items()]


def _points(rows: list[tuple[str, tuple[str, ...]]], columns: _Columns) -> dict[tuple[int, str], float | None]:
    """Return the points that answers got, where a column has them, as shares of those that a right answer gets."""
    points: dict[tuple[int, str], float | None] = {}
    for name, column in columns.items():
        if column.points is not None:
            got = [amount(fields[column.points]) for _, fields in rows]
            most = column.full or max((each for each in got if each is not None), default=0.0)
            points |= {(row, name): None if each is None or most <= 0 else each / most for row, each in enumerate(got)}
    return points


def _marks(
    entries: list[_WrittenAnswer], columns: _Columns, items: Sequence[Item], candidates: int
) -> tuple[IntArray, list[Reason]]:
    """Read marks: a full one is right, any other wrong."""
    chosen = np.full((candidates, len(columns)), BLANK, dtype=np.int64)
    at = {name: place for place, name in enumerate(columns)}
    keys = {item.id: item.answer for item in items}
    partial = 0
    for each in entries:
        full = columns[each.item].full or 1.0
        mark = None if each.text in NO_ANSWERS else amount(each.text)
        if each.text not in NO_ANSWERS and mark is None:
            text = f"found '{excerpt(each.text)}' for question '{each.item}'; expected a mark from 0 to {full:g}."
            raise fault(each.where, text, "answers-no-mark", found=excerpt(each.text), id=each.item, full=f"{full:g}")
        if mark is not None:
            key = keys[each.item]
            right = mark >= full - _ROUNDED
            partial += 0 < mark < full - _ROUNDED
            chosen[each.candidate, at[each.item]] = (RIGHT if key is None else key) if right else WRONG
    notes = [Reason("responses-marks")]
    return chosen, [*notes, Reason("responses-partial", {"marks": partial})] if partial else notes


def _options(
    entries: list[_WrittenAnswer],
    points: Mapping[tuple[int, str], float | None],
    items: Sequence[Item],
    where: str,
    shape: tuple[int, list[str]],
) -> tuple[IntArray, list[Reason]]:
    """Read options; one that is none is right or wrong by its points, where they are known."""
    by_id = {item.id: item for item in items}
    at = {name: place for place, name in enumerate(shape[1])}
    chosen = np.full((shape[0], len(at)), BLANK, dtype=np.int64)
    answers = [each for each in entries if each.text and not _is_none(each.text, by_id[each.item])]
    if not answers:
        raise fault(
            where, "there is no answer in it; expected letters, option texts or numbers from 1.", "answers-none-there"
        )
    others = [each for each in answers if _points_alone(each, by_id[each.item], points)]
    known = [each for each in answers if not _points_alone(each, by_id[each.item], points)]
    read, how = _reading([(each.text, by_id[each.item]) for each in known])
    options: dict[tuple[str, str], int] = {}  # candidates write the same few texts
    for each in known:
        if (each.item, each.text) not in options:
            options[each.item, each.text] = _option(each, by_id[each.item], read)
        chosen[each.candidate, at[each.item]] = options[each.item, each.text]
    for each in others:
        share = points[each.candidate, each.item] or 0.0
        key = by_id[each.item].answer
        chosen[each.candidate, at[each.item]] = (RIGHT if key is None else key) if share > 0.999 else WRONG
    notes = [Reason("responses-read-as", {"how": how}), *_two_readings(options, by_id)]
    return chosen, [*notes, Reason("responses-by-points", {"answers": len(others)})] if others else notes


def _two_readings(options: Mapping[tuple[str, str], int], items: Mapping[str, Item]) -> list[Reason]:
    """Return the note that answers name another option in another notation, which all of the file's answers are not."""
    found = [(name, text, place) for (name, text), place in options.items() if len(_any(text, items[name])) > 1]
    if not found:
        return []
    name, text, place = found[0]
    other = next(each for each in _any(text, items[name]) if each != place)
    values = {"found": excerpt(text), "id": name, "read": letter(place), "other": letter(other), "answers": len(found)}
    return [Reason("responses-two-readings", values)]


def _points_alone(entry: _WrittenAnswer, item: Item, points: Mapping[tuple[int, str], float | None]) -> bool:
    """Return whether an answer is no option, and its points are known."""
    return points.get((entry.candidate, entry.item)) is not None and not _any(entry.text, item)


def _in_order(
    items: Sequence[Item], order: list[str], chosen: IntArray, notes: list[Reason], groups: list[str]
) -> Responses:
    """Return columns in the order of the exam, and note the questions without answers."""
    columns = [item.id for item in items if item.id in order]
    absent = [item.id for item in items if item.id not in order]
    if absent:
        notes = [*notes, Reason("responses-absent", {"questions": len(absent), "ids": _some(absent)})]
    return Responses(tuple(columns), chosen[:, [order.index(name) for name in columns]], tuple(notes), tuple(groups))


def _reading(answers: list[tuple[str, Item]]) -> tuple[_Read, str]:
    """Return the reading that fits all answers, and its code; where none does, the one that tries each in turn."""
    distinct = list({(text, item.id): (text, item) for text, item in answers}.values())
    for how, read in _WAYS.items():
        if all(len(read(text, item)) == 1 for text, item in distinct):
            return read, how
    return _any, "each"


def _option(entry: _WrittenAnswer, item: Item, read: _Read) -> int:
    options = read(entry.text, item)
    if len(options) == 1:
        return options[0]
    quoted = excerpt(entry.text)
    if options:
        means = " or ".join(map(letter, options))
        text = f"the answer '{quoted}' to question '{item.id}' could mean {means}. Write answers as letters."
        raise fault(entry.where, text, "answers-two-options", found=quoted, id=item.id, options=[*map(letter, options)])
    last, count = letter(len(item.options) - 1), len(item.options)
    text = (
        f"the answer '{quoted}' to question '{item.id}' is not one of its options; expected a letter from A to {last}, "
        f"a number from 1 to {count}, or the text of an option."
    )
    raise fault(entry.where, text, "answers-no-option", found=quoted, id=item.id, last=last, count=count)


def _is_none(text: str, item: Item) -> bool:
    return text in NO_ANSWERS and not _by_text(text, item)


def _by_letter(text: str, item: Item) -> Sequence[int]:
    upper, own = text.strip("().").upper(), own_letters(item.options)
    places = [place for place in range(len(item.options)) if letter(place) == upper]
    return tuple(dict.fromkeys(places + [place for place, each in enumerate(own) if each == upper]))


def _by_text(text: str, item: Item) -> Sequence[int]:
    return texts_of(item.options).get(plain(text), ())


def _by_number(text: str, item: Item) -> Sequence[int]:
    value = amount(text)
    place = int(value) if value is not None and value.is_integer() else 0
    return (place - 1,) if 1 <= place <= len(item.options) else ()


def _any(text: str, item: Item) -> Sequence[int]:
    return tuple(sorted({place for read in _WAYS.values() for place in read(text, item)}))


_WAYS: dict[str, _Read] = {"letters": _by_letter, "texts": _by_text, "numbers": _by_number}


def _refuse_unknown(table: AnswerTable, items: Sequence[Item], matches: list[AnswerColumn]) -> None:
    """Refuse a column that looks like those of questions, but names none."""
    known = [table.header[column.at] for column in matches]
    ids = ids_of(items)
    if ids.keys() >= set(known):
        for heading in table.header:
            if heading not in ids and similar(heading, known):
                raise _unknown_question(table.where, heading, items)


def _unknown_question(where: str, name: str, items: Sequence[Item]) -> DataError:
    error = unknown_name("question", name, [item.id for item in items][:50])
    return fault(where, str(error), "answers-unknown-question", name=name, questions=len(items))


def _incomplete(where: str, name: str, items: Sequence[Item]) -> DataError:
    text = (
        f"names questions by number ('{name}'), but some questions of the exam were left out, so numbers may not fit. "
        f"Name them by id, as in '{items[0].id}', or give the answers as texts of options, as Moodle's report "
        "Responses does."
    )
    return fault(where, text, "answers-incomplete", name=name, id=items[0].id)


def _unnamed(where: str, heading: str) -> DataError:
    text = f"the candidate is not named; expected a name or number under '{heading}'."
    return fault(where, text, "answers-unnamed", heading=heading)


def _some(names: Sequence[str]) -> str:
    return ", ".join([*names[:8], *(["…"] if len(names) > 8 else [])])
