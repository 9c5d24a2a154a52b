"""Tables of questions: JSONL, a JSON list, CSV, TSV, Parquet, Arrow or the sheets of a workbook, one item per row.

Columns are given by name, or guessed and noted; every column without a role goes to the metadata as text. A question
may be empty here (a text with gaps), and `describe` counts those. A passage may be empty here (a view removes it),
though `formats.read` refuses data without passages by default.

Written are JSONL, CSV and Parquet, in columns that reading recognises by itself:

    id, passage_id, passage, question, options, answer, level, then the metadata, one column each

Options are a list; in CSV one column each: `option_a`, `option_b` and so on. The answer is a letter. Where reading
would take that for something else (options that are letters themselves, more than 26, an empty last one in CSV), all
rows have the other layout: `options` is `{"text": [...], "label": [...]}`, in CSV as JSON, and the answer is a label.
Text that a view added stands at the end of the passage; the column `added` repeats it, and is read as metadata.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from examfiles.decoding import decode, first_json
from examfiles.errors import DataError
from examfiles.exams import ADDED_FIELD, kept_apart, whole
from examfiles.extras import extra
from examfiles.format import (
    Document,
    Format,
    Outcome,
    Remark,
    Sample,
    Writer,
    fault,
    make_item,
    outcome,
    placed,
)
from examfiles.items import Dataset, Item, LeftOut, letter
from examfiles.readers.tables import ARROW, PARQUET, POLARS, Rows, TableRow, csv_header, csv_rows, json_rows, read_rows
from examfiles.readers.tables.answers import (
    Scheme,
    answer_index,
    answer_scheme,
    as_number,
    is_foreign,
    label_of,
    labelled,
    none_of,
    two_readings,
)
from examfiles.readers.tables.columns import (
    ColumnNames,
    Columns,
    by_letter,
    by_number,
    find_columns,
    is_list_like,
    names_parts,
    names_role,
    options_in_cell,
    plain_name,
)
from examfiles.readers.tables.shapes import (
    are_lettered,
    own_letters,
    unnested,
    with_a_row_a_question,
    with_listed_keys,
    with_marked_cells,
    with_marks,
    without_kinds,
    without_letters,
    without_markup,
)
from examfiles.readers.tables.sheets import SUFFIXES as WORKBOOKS
from examfiles.readers.tables.sheets import is_workbook, with_keys, workbook_rows
from examfiles.reasons import Reason
from examfiles.split_names import SPLITS, canonical, in_order

SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".arrow", *WORKBOOKS)
_TRUTHS = (
    *(("true", "false"), ("richtig", "falsch"), ("wahr", "falsch"), ("vrai", "faux"), ("verdadero", "falso")),
    *(("vero", "falso"), ("verdadeiro", "falso"), ("waar", "onwaar"), ("juist", "onjuist"), ("yes", "no")),
    *(("对", "错"), ("正确", "错误"), ("\u25cb", "\u00d7"), ("o", "x")),
)
"""Answers that are the options themselves, where a table has none."""
_SHORT = 3  # characters of a key that may be a letter or a number in a ring or in brackets
_SNIFFED = 20  # rows in which marked options are looked for
CELL = 1_000_000
"""The most characters of a cell that is read as a list: what is longer is a text."""
_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>[\[\](){},:])|'(?P<single>(?:[^'\\]|\\.)*+)'|"(?P<double>(?:[^"\\]|\\.)*+)\""""
    r"""|(?P<number>-?\d{1,99}(?:\.\d{0,99})?(?:[eE][+-]?\d{1,3})?)|(?P<word>None|True|False))""",
    re.DOTALL,
)
_WORDS = {"None": "null", "True": "true", "False": "false"}
_BRACKETS = {"(": "[", ")": "]"}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_ESCAPED |= {mark: mark for mark in "\\'\""}
_COSMOSQA = Columns("context", "question", ("answer0", "answer1", "answer2", "answer3"), id="id")
_RECLOR = Columns("context", "question", ("answers",), id="id_string")


def sniff(sample: Sample) -> bool:
    """Recognise a table by its shape alone: objects, a header with three columns or more, or first bytes."""
    if sample.data.startswith((PARQUET, ARROW)) or is_workbook(sample):
        return True
    first = first_json(sample.text)
    if first:
        return isinstance(first[1], dict)
    header, named = csv_header(sample), sample.name.lower().endswith((".csv", ".tsv"))
    return (named and has_marked_cells(sample)) or (len(header) > 2 and (named or names_parts(header)))


def has_marked_cells(sample: Sample) -> bool:
    """Say whether a file is a table of two columns or more whose cells have several options, one of them marked."""
    try:
        rows = csv_rows(sample.text, sample.name, _SNIFFED)
    except DataError:
        return False
    return with_marked_cells(rows)[0] is not rows


def read(
    document: Document, names: ColumnNames | None = None, *, passage_needed: bool = True, most: int | None = None
) -> Iterator[Outcome]:
    """Read one file, at most its first `most` rows; `names` are columns by role."""
    rows, remarks = _rows(document, most)
    if most is not None and in_rows(rows, names)[0] is not rows:
        rows, remarks = _rows(document, None)  # a question has several of them
    yield from remarks
    yield from read_table(rows, document, names, passage_needed=passage_needed)


def in_rows(rows: Rows, names: ColumnNames | None = None) -> tuple[Rows, list[Remark]]:
    """Return a table with a row for each question, however it has them; `names`: columns by role."""
    rows, remarks = with_a_row_a_question(unnested(rows, names), names)
    marked, more = with_marked_cells(rows, names)
    return marked, [*remarks, *more]


def _rows(document: Document, most: int | None) -> tuple[Rows, list[Remark]]:
    if is_workbook(Sample(document.name, document.data)):
        return workbook_rows(document.data, document.where, most)
    return read_rows(document.data, document.where, most, document.limits, names=names_parts), []


def read_table(
    rows: Rows, document: Document, names: ColumnNames | None = None, *, passage_needed: bool = True
) -> Iterator[Outcome]:
    """Read the rows of a table, after a remark that says how; `passage_needed`: whether all must have a passage."""
    if not rows.good:
        yield from (row for row in rows.rows if not isinstance(row, TableRow))
        return
    rows, remarks = in_rows(rows, names)
    columns = find_columns(rows, names, passage_needed=passage_needed)
    for step in (
        _without_empty,
        without_kinds,
        with_listed_keys,
        without_markup,
        with_marks,
        without_letters,
        with_keys,
    ):
        rows, columns, more = step(rows, columns)
        remarks += more
    yield from remarks
    scheme = _scheme(rows, columns)
    if "answer" not in (names or {}):
        _check_agreement(rows, columns, scheme)
    if len(several := _splits(rows)) > 1:
        yield Remark(Reason("note-splits-inside", {"where": rows.where, "splits": ", ".join(several)}))
    if rows.titles:
        values = {"where": rows.where, "rows": len(rows.titles), "text": rows.titles[0]}
        yield Remark(Reason("note-title-rows", values))
    if not rows.named:
        yield Remark(Reason("note-no-header", {"where": rows.where, "columns": rows.columns}))
    unlabelled = "answers-none" if columns.answer or not columns.unused(rows) else "answers-not-recognised"
    if note := columns.note(rows, scheme.note or Reason(unlabelled), given=names or {}):
        yield Remark(note)
    own = columns.passage_id if columns.id is None and "passage_id" not in (names or {}) else None
    if own and names_role(own, "id"):
        yield Remark(Reason("note-id-of-passage", {"where": rows.where, "column": own}))
    yield from _two_readings(rows, columns, scheme)
    yield from row_items(rows, columns, document, scheme=scheme, passage_needed=passage_needed)


def _without_empty(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows without those that have nothing in the columns of questions, as templates number them in advance."""
    used = [name for name in (columns.passage, columns.question, columns.answer, *columns.options) if name]
    body = tuple(
        row
        for row in rows.rows
        if not isinstance(row, TableRow) or any(row.values.get(name) not in (None, "") for name in used)
    )
    if not rows.named or len(body) in {0, len(rows.rows)}:
        return rows, columns, []
    return replace(rows, rows=body, blank=rows.blank + len(rows.rows) - len(body)), columns, []


def row_items(
    rows: Rows,
    columns: Columns,
    document: Document,
    *,
    scheme: Scheme | None = None,
    level: str | None = None,
    question_needed: bool = False,
    passage_needed: bool = True,
) -> Iterator[Outcome]:
    """Make an item of every row; rows without an id are named after the file and their place in it."""
    stem = str(PurePosixPath(document.name).with_suffix(""))
    scheme = scheme or _scheme(rows, columns)
    if rows.blank:
        yield Remark(Reason("note-blank-rows", {"where": rows.where, "rows": rows.blank}))
    for place, row in enumerate(rows.rows, start=1):
        if not isinstance(row, TableRow):
            yield row
            continue
        make = partial(
            _item, row.values, columns, scheme, f"{stem}-{place}", level=level, needed=(passage_needed, question_needed)
        )
        made = outcome(row.where, make)
        if isinstance(made, DataError) and made.reason and _is_other(made.reason, row.values, columns):
            several = made.reason.code == "left-many-right"  # otherwise it may be a heading; neither is damage
            made = LeftOut(row.where, made.reason, questions=int(several))
        yield made


def _is_other(reason: Reason, values: Mapping[str, Any], columns: Columns) -> bool:
    """Say whether a row is no damaged question: several of its options are right, or it has neither any nor a key."""
    named = len(columns.options) > 1 and reason.code == "left-few-options" and reason.values["options"] == 0
    return reason.code == "left-many-right" or (named and not values.get(columns.answer or ""))


def with_columns(names: ColumnNames | None, *, passage_needed: bool = True, most: int | None = None) -> Format:
    """Return the tabular format with some columns named by hand, or one that reads questions without passages too."""
    return replace(FORMAT, read=partial(read, names=names, passage_needed=passage_needed, most=most))


def _item(
    values: dict[str, Any], columns: Columns, scheme: Scheme, name: str, *, level: str | None, needed: tuple[bool, bool]
) -> Item:
    """Make an item of a row; `needed`: whether it must have a passage, and a question."""
    options, labels = _options(values, columns)
    question, key = values.get(columns.question), _key(values, columns, labels)
    truth = str(key).strip().lower() if options == [] else ""  # quiz platforms leave the two out
    if pair := next((pair for pair in _TRUTHS if truth in pair), None):
        options, labels, key = [word.capitalize() for word in pair], list(pair), truth
    return make_item(
        id=_text(values, columns.id) or name,
        passage=_passage(values.get(columns.passage) if columns.passage else None, needed=needed[0]),
        question="" if question is None else question,
        options=options,
        answer=lambda texts: _answer(key, texts, labels, scheme),
        passage_id=_text(values, columns.passage_id),
        level=_text(values, columns.level) or level,
        metadata={key: _plain(value) for key, value in values.items() if key not in columns.used and value is not None},
        question_needed=needed[1],
        passage_needed=needed[0],
    )


def _scheme(rows: Rows, columns: Columns) -> Scheme:
    if columns.keyed:
        return Scheme("text", note=Reason("answers-keyed"))
    pairs = []
    for row in rows.good if columns.answer else ():
        options, labels = _options(row.values, columns)
        value = _key(row.values, columns, labels)
        if labels and labelled(value, labels) is not None:
            pairs.append(("A", options))
        elif isinstance(options, list):
            if labels and as_number(value) is not None and is_foreign(value, labels):
                text = "Number the answers as the options are, or leave the options' numbers out."
                raise fault(row.where, f"{none_of(value, labels)} {text}")
            pairs.append((value, options))
    try:
        return answer_scheme(pairs, columns.numbered_from, first=columns.first)
    except DataError as error:
        raise placed(rows.where, error) from error


def _two_readings(rows: Rows, columns: Columns, scheme: Scheme) -> Iterator[Remark]:
    """Yield a remark where answers that name one option in a notation name another in a second one."""
    found = []
    for row in rows.good if columns.answer and scheme.kind == "mixed" else ():
        options, labels = _options(row.values, columns)
        value = _key(row.values, columns, labels)
        if isinstance(options, list) and not (labels and labelled(value, labels) is not None):
            found += [(row.where, value, each)] if (each := two_readings(value, options)) else []
    if found:
        where, value, (way, place, other) = found[0]
        values = {"where": where, "key": str(value), "read": letter(place), "other": letter(other)}
        yield Remark(Reason("note-two-readings", {**values, "way": way, "questions": len(found)}))


def _check_agreement(rows: Rows, columns: Columns, scheme: Scheme) -> None:
    """Refuse a table in which another column may be the key as well, and says something else."""
    unused = columns.unused(rows) if columns.answer else []
    others = [name for name in unused if names_role(re.sub(r" \d$", "", name), "answer")]
    for name in others:
        other = replace(columns, answer=name)
        try:
            own = _scheme(rows, other)
            pairs = [(_place(row, columns, scheme), _place(row, other, own)) for row in rows.good]
        except DataError:
            continue  # it holds something else
        differing = [row for row, pair in zip(rows.good, pairs, strict=True) if None not in pair and pair[0] != pair[1]]
        if differing:
            raise DataError(
                f"{rows.where}: the columns {columns.answer} and {name} may both be the key, and differ in "
                f"{len(differing)} row(s), first in {differing[0].where}. Name the key: --columns answer={name}, or "
                f"answer={columns.answer}."
            )


def _place(row: TableRow, columns: Columns, scheme: Scheme) -> int | None:
    """Return the place of a row's answer, None where it has none, or no list of options. Raises DataError."""
    options, labels = _options(row.values, columns)
    return _answer(_key(row.values, columns, labels), options, labels, scheme) if isinstance(options, list) else None


def _splits(rows: Rows) -> list[str]:
    """Return the splits that a column of a table names."""
    name = next((each for each in rows.columns if plain_name(each) == "split"), "")
    names = {canonical(str(row.values[name])) for row in rows.good if row.values.get(name)}
    return in_order(names) if names <= set(SPLITS) else []


def _key(values: dict[str, Any], columns: Columns, labels: Sequence[Any] | None) -> Any:
    """Return a row's answer as it is written; of a list of one, that one; of [0, 1, 0], what marks its place."""
    value = values.get(columns.answer) if columns.answer else None
    if not isinstance(value, list):
        if isinstance(value, str) and len(value) <= _SHORT and not value.isascii():
            return unicodedata.normalize("NFKC", value)
        return value
    if len(value) > 1 and all(mark in (0, 1) for mark in value) and sum(value) == 1:
        place = value.index(1)
        return labels[place] if labels and place < len(labels) else letter(place)
    return value[0] if len(value) == 1 else value


def _passage(value: Any, *, needed: bool) -> Any:
    """Return the value as it is, "" for none; where one is needed, a blank one is refused with advice for tables.

    A list of texts, as of the turns of a dialogue, has one a line.
    """
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        value = "\n".join(value)
    if not needed:
        return "" if value is None else value
    if value is None or (isinstance(value, str) and not value.strip()):
        state = "missing" if value is None else "empty"
        raise DataError(
            f"the passage is {state}; expected text. Repeat the passage on the row of each question, or let each row "
            "take the one above it: --fill-down."
        )
    return value


def _answer(value: Any, options: Sequence[str], labels: list[Any] | None, scheme: Scheme) -> int | None:
    if labels and (place := labelled(value, labels)) is not None:
        return place
    if labels and is_foreign(value, labels):
        raise none_of(value, labels)
    return answer_index(value, options, scheme)


def _options(values: dict[str, Any], columns: Columns) -> tuple[Any, list[Any] | None]:
    """Return a row's options and, where each has a label beside it or its column's name as one, the labels."""
    if columns.keyed:
        return _in_order(values, columns.options), None
    if len(columns.options) == 1:
        value = values.get(columns.options[0])
        if columns.typed and isinstance(value, str) and len(value) <= CELL and not is_list_like(value):
            return options_in_cell(value) or value, None
        return _options_in(value)
    options = [values.get(name) for name in columns.options]
    while options and options[-1] is None:
        options.pop()
    labels = (
        list(columns.options[: len(options)]) if len(columns.options[0]) > 1 else None
    )  # letters are answers anyway
    return ["" if option is None else option for option in options], labels


def _in_order(values: dict[str, Any], names: Sequence[str]) -> list[Any]:
    """Return an answer and its distractors in alphabetical order, which tells nobody which of them is right.

    Raises DataError for a row without an answer: no order of the others is a question.
    """
    key, *others = (values.get(name) for name in names)
    if key is None or (isinstance(key, str) and not key.strip()):
        text = f"its right answer is missing: the cell under “{names[0]}” is empty. Fill it in."
        raise fault("", text, "left-no-answer-cell", column=names[0])
    distractors = _options_in(others[0])[0] if len(others) == 1 else others
    distractors = distractors if isinstance(distractors, list) else [distractors]
    options = [key, *(option for option in distractors if option is not None)]
    return sorted(options, key=str)


def _options_in(value: Any) -> tuple[Any, list[Any] | None]:
    if isinstance(value, str) and is_list_like(value):
        value = _list_in_text(value)
    if isinstance(value, dict) and (options := by_letter(value)) is not None:
        return options, None
    if isinstance(value, dict) and (numbered := by_number(value)) is not None:
        return numbered
    if isinstance(value, dict) and isinstance(value.get("text"), list):
        labels = value.get("label")
        return list(value["text"]), labels if isinstance(labels, list) else None
    if (
        isinstance(value, list | tuple)
        and value
        and all(isinstance(entry, dict) and "text" in entry for entry in value)
    ):
        return [entry["text"] for entry in value], [label_of(entry) for entry in value]
    return list(value) if isinstance(value, tuple) else value, None


def _list_in_text(text: str) -> Any:
    """Read a list written into one cell, as JSON or as Python writes it."""
    for parse in (json.loads, python_value) if len(text) <= CELL else ():
        try:
            return parse(text)
        except (ValueError, RecursionError):
            continue
    return text


def _text(values: dict[str, Any], name: str | None) -> str | None:
    value = values.get(name) if name else None
    return None if value is None or value == "" else _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, str) else str(value)


def python_value(text: str) -> Any:
    """Return the value that a text writes in Python: texts, numbers, None, lists, tuples as lists, dictionaries.

    It takes as long as the text is. Raises ValueError for anything else, RecursionError for what is nested too deeply.
    """
    pieces: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at, end)
        if token is None:
            raise ValueError(f"no value of Python at character {at}")
        piece = _as_json(token)
        if piece in {"]", "}"} and pieces and pieces[-1] == ",":  # Python allows a comma before the end, JSON does not
            pieces.pop()
        pieces.append(piece)
        at = token.end()
    return json.loads("".join(pieces))


def _as_json(token: re.Match[str]) -> str:
    """Write a token as JSON does."""
    kind, value = str(token.lastgroup), token[str(token.lastgroup)]
    if kind == "mark":
        return _BRACKETS.get(value, value)
    if kind in {"single", "double"}:
        return json.dumps(_ESCAPE.sub(_unescaped, value))
    return _WORDS.get(value, value.rstrip("."))


def _unescaped(escape: re.Match[str]) -> str:
    name = escape[1]
    if len(name) > 1:
        code = int(name[1:], 16)
        if code > 0x10FFFF:
            raise ValueError(f"no character has the number {code}")
        return chr(code)
    return _ESCAPED.get(name, escape[0])


def sniff_cosmosqa(sample: Sample) -> bool:
    """Recognise Cosmos QA by its header."""
    return _COSMOSQA.used <= set(csv_header(sample))


def read_cosmosqa(document: Document) -> Iterator[Outcome]:
    """Read a CSV file of Cosmos QA."""
    yield from _known_items(
        csv_rows(decode(document.data, document.where), document.where, limits=document.limits), _COSMOSQA, document
    )


def sniff_reclor(sample: Sample) -> bool:
    """Recognise ReClor by the keys of its first entry."""
    first = first_json(sample.text)
    return bool(first and first[0] and isinstance(first[1], dict) and first[1].keys() >= _RECLOR.used)


def read_reclor(document: Document) -> Iterator[Outcome]:
    """Read a JSON list of ReClor."""
    yield from _known_items(
        json_rows(decode(document.data, document.where), document.where, limits=document.limits), _RECLOR, document
    )


def _known_items(rows: Rows, columns: Columns, document: Document) -> Iterator[Outcome]:
    columns = replace(columns, answer="label" if "label" in rows.columns else None)
    yield from row_items(rows, columns, document, scheme=Scheme("number"), question_needed=True)


ROLES = ("id", "passage_id", "passage", "question", "options", "answer", "level")
OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class TableContent:
    """Rows of values by column, the columns in order, and which of them are options."""

    columns: tuple[str, ...]
    options: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


def _metadata(item: Item) -> dict[str, str]:
    """Return what has a column of its own: no metadata named like a column with a meaning."""
    added = {ADDED_FIELD: item.added} if item.added else {}
    taken = {*ROLES, *added}
    return {**added, **{name: value for name, value in item.metadata.items() if name not in taken}}


def _jsonl(dataset: Dataset) -> Mapping[str, bytes]:
    table = _table(dataset, labelled=not _letters_are_read(dataset))
    metadata = set(table.columns) - set(ROLES)
    rows = ({k: v for k, v in row.items() if v is not None or k not in metadata} for row in table.rows)
    return {"": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()}


def _parquet(dataset: Dataset) -> Mapping[str, bytes]:
    pl = extra(POLARS, "A Parquet file")
    labelled = not _letters_are_read(dataset)
    table = _table(dataset, labelled=labelled)
    texts = pl.List(pl.String)
    options = pl.Struct({"text": texts, "label": texts}) if labelled else texts
    schema: dict[str, Any] = {name: options if name == OPTIONS else pl.String for name in table.columns}
    buffer = io.BytesIO()
    values = {name: [row.get(name) for row in table.rows] for name in table.columns}
    pl.DataFrame(values, schema=schema).write_parquet(buffer)
    return {"": buffer.getvalue()}


def _csv(dataset: Dataset) -> Mapping[str, bytes]:
    table = _wide(_table(dataset, labelled=False))
    if not (_letters_are_read(dataset) and _options_are_read(table)):
        labelled = _table(dataset, labelled=True)
        cells = (row | {OPTIONS: json.dumps(row[OPTIONS], ensure_ascii=False)} for row in labelled.rows)
        table = replace(labelled, rows=tuple(cells))
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, table.columns)  # ends lines with CR LF, and quotes every field that has either
    writer.writeheader()
    writer.writerows(table.rows)
    return {"": stream.getvalue().encode()}


def _table(dataset: Dataset, *, labelled: bool) -> TableContent:
    items = kept_apart([whole(item) for item in dataset])
    pairs = zip(items, dataset, strict=True)
    rows = [_row(item, _metadata(original), labelled=labelled) for item, original in pairs]
    columns = dict.fromkeys((*ROLES, *(name for row in rows for name in row)))
    return TableContent(tuple(columns), (OPTIONS,), tuple(rows))


def _row(item: Item, metadata: Mapping[str, str], *, labelled: bool) -> dict[str, Any]:
    texts = list(item.options)
    options = {"text": texts, "label": [letter(index) for index in range(len(texts))]} if labelled else texts
    values = (item.id, item.passage_id, item.passage, item.question, options, item.answer_letter, item.level)
    return {**dict(zip(ROLES, values, strict=True)), **metadata}


def _wide(table: TableContent) -> TableContent:
    """Return the table with a column of its own for every option."""
    most = max(len(row[OPTIONS]) for row in table.rows)
    names = tuple(f"option_{letter(index).lower()}" for index in range(most))
    columns = [new for name in table.columns for new in (names if name == OPTIONS else (name,))]
    rows = [
        {**{k: v for k, v in row.items() if k != OPTIONS}, **dict(zip(names, row[OPTIONS], strict=False))}
        for row in table.rows
    ]
    return TableContent(tuple(columns), names, tuple(rows))


def _letters_are_read(dataset: Dataset) -> bool:
    """Return whether every answer's letter is read back as that answer, and every option as it is."""
    lettered = [item.options for item in dataset if own_letters(item.options)]
    if len(lettered) == len(dataset) or not all(map(are_lettered, lettered)):
        return False
    known = [(item.answer_letter, item.options, item.answer) for item in dataset if item.answer is not None]
    scheme = answer_scheme((name, options) for name, options, _ in known)
    try:
        return all(answer_index(name, options, scheme) == answer for name, options, answer in known)
    except DataError:  # AA and beyond
        return False


def _options_are_read(table: TableContent) -> bool:
    """Return whether reading CSV finds these option columns, and as many options in each row as it has."""
    names = table.columns
    if len(set(names)) < len(names) or not all(
        [row[name] for name in table.options if name in row][-1] for row in table.rows
    ):
        return False
    rows = tuple(TableRow("", {name: row.get(name) or None for name in names}) for row in table.rows)
    return find_columns(Rows("", names, rows)).options == table.options


WRITERS = (
    Writer("jsonl", "JSONL", (".jsonl", ".ndjson"), _jsonl),
    Writer("csv", "CSV", (".csv",), _csv),
    Writer("parquet", "Parquet", (".parquet",), _parquet, needs=POLARS),
)
FORMAT = Format(
    "tabular",
    "JSONL, JSON, CSV, TSV, Parquet, Arrow, Excel or OpenDocument sheets",
    SUFFIXES,
    sniff,
    read,
    passages="a column, repeated on the row of each question",
    writers=WRITERS,
    typed=True,
    general=True,
)
COSMOSQA = Format("cosmosqa", "Cosmos QA", (".csv",), sniff_cosmosqa, read_cosmosqa)  # Huang et al. 2019
RECLOR = Format("reclor", "ReClor", (".json",), sniff_reclor, read_reclor)  # Yu et al. 2020
