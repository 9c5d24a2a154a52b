"""Tables of questions: JSONL, a JSON list, CSV, TSV or Parquet, one item per row.

Columns are given by name, or guessed and noted; every column without a role goes to the metadata as text. A question
may be empty here (a text with gaps), and `describe` counts those.
"""

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from magnetite.core.errors import DataError
from magnetite.core.items import Item
from magnetite.formats.answers import Scheme, answer_index, answer_scheme
from magnetite.formats.columns import ColumnNames, Columns, by_letter, find_columns, is_list_like
from magnetite.formats.format import Document, Format, Outcome, Remark, make_item, outcome
from magnetite.formats.rows import PARQUET, Row, Rows, csv_header, read_rows
from magnetite.formats.text import Sample, first_json

SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet")


def sniff(sample: Sample) -> bool:
    """Recognise a table by its shape alone: objects, a header with three columns or more, or Parquet's first bytes."""
    if sample.data.startswith(PARQUET):
        return True
    first = first_json(sample.text)
    if first:
        return isinstance(first[1], dict)
    return sample.name.lower().endswith((".csv", ".tsv")) and len(csv_header(sample)) > 2


def read(
    document: Document, names: ColumnNames | None = None, *, passage_needed: bool = True, most: int | None = None
) -> Iterator[Outcome]:
    """Read one file, at most its first `most` rows; `names` are columns by role."""
    rows = read_rows(document.data, document.where, most)
    yield from read_table(rows, document, names, passage_needed=passage_needed)


def read_table(
    rows: Rows, document: Document, names: ColumnNames | None = None, *, passage_needed: bool = True
) -> Iterator[Outcome]:
    """Read the rows of a table, after a remark that says how; `passage_needed`: whether all must have a passage."""
    if not rows.good:
        yield from (row for row in rows.rows if not isinstance(row, Row))
        return
    columns = find_columns(rows, names, passage_needed=passage_needed)
    scheme = _scheme(rows, columns)
    yield Remark(f"{columns.sentence(rows)}; {scheme.sentence or _unlabelled(rows, columns)}")
    yield from row_items(rows, columns, document, scheme=scheme, passage_needed=passage_needed)


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
        yield Remark(f"{rows.where}: {rows.blank} row(s) whose fields are all empty were left out")
    for place, row in enumerate(rows.rows, start=1):
        if not isinstance(row, Row):
            yield row
            continue
        make = partial(
            _item,
            row.values,
            columns,
            scheme,
            f"{stem}-{place}",
            level=level,
            needed=(passage_needed, question_needed),
        )
        yield outcome(row.where, make)


def with_columns(names: ColumnNames | None, *, passage_needed: bool = True, most: int | None = None) -> Format:
    """Return the tabular format with some columns named by hand, or one that reads questions without passages too."""
    return replace(FORMAT, read=partial(read, names=names, passage_needed=passage_needed, most=most))


def _unlabelled(rows: Rows, columns: Columns) -> str:
    unused = columns.unused(rows)
    if columns.answer or not unused:
        return "no answers were found, so the items are unlabelled"
    return (
        "no answer column was recognised, so the items are unlabelled; if one of the others has the answers, name "
        "it: --columns answer=NAME"
    )


def _item(
    values: dict[str, Any], columns: Columns, scheme: Scheme, name: str, *, level: str | None, needed: tuple[bool, bool]
) -> Item:
    """Make an item of a row; `needed`: whether it must have a passage, and a question."""
    options, labels = _options(values, columns)
    question = values.get(columns.question)
    return make_item(
        id=_text(values, columns.id) or name,
        passage=_passage(values.get(columns.passage or ""), needed=needed[0]),
        question="" if question is None else question,
        options=options,
        answer=lambda texts: _answer(values.get(columns.answer or ""), texts, labels, scheme),
        passage_id=_text(values, columns.passage_id),
        level=_text(values, columns.level) or level,
        metadata={key: _plain(value) for key, value in values.items() if key not in columns.used and value is not None},
        question_needed=needed[1],
        passage_needed=needed[0],
    )


def _scheme(rows: Rows, columns: Columns) -> Scheme:
    pairs = []
    for row in rows.good if columns.answer else ():
        options, labels = _options(row.values, columns)
        value = row.values.get(columns.answer or "")
        if isinstance(options, list) and not (labels and value in labels):
            pairs.append((value, options))
        elif labels:
            pairs.append(("A", options))
    try:
        return answer_scheme(pairs, columns.numbered_from, first=columns.first)
    except DataError as error:
        raise DataError(f"{rows.where}: {error}") from error


def _passage(value: Any, *, needed: bool) -> Any:
    """Return the value as it is; a blank one is refused with advice for tables, or empty where none is needed."""
    if value is None or (isinstance(value, str) and not value.strip()):
        if not needed:
            return ""
        state = "missing" if value is None else "empty"
        raise DataError(f"the passage is {state}; expected text. Repeat the passage on the row of each question.")
    return value


def _answer(value: Any, options: Sequence[str], labels: list[Any] | None, scheme: Scheme) -> int | None:
    return labels.index(value) if labels and value in labels else answer_index(value, options, scheme)


def _options(values: dict[str, Any], columns: Columns) -> tuple[Any, list[Any] | None]:
    """Return a row's options and, where each has a label of its own beside it, the labels."""
    if len(columns.options) == 1:
        return _options_in(values.get(columns.options[0]))
    options = [values.get(name) for name in columns.options]
    while options and options[-1] is None:
        options.pop()
    return ["" if option is None else option for option in options], None


def _options_in(value: Any) -> tuple[Any, list[Any] | None]:
    if isinstance(value, str) and is_list_like(value):
        value = _list_in_text(value)
    if isinstance(value, dict) and (options := by_letter(value)) is not None:
        return options, None
    if isinstance(value, dict) and isinstance(value.get("text"), list):
        labels = value.get("label")
        return list(value["text"]), labels if isinstance(labels, list) else None
    if (
        isinstance(value, list | tuple)
        and value
        and all(isinstance(entry, dict) and "text" in entry for entry in value)
    ):
        return [entry["text"] for entry in value], [entry.get("label") for entry in value]
    return list(value) if isinstance(value, tuple) else value, None


def _list_in_text(text: str) -> Any:
    """Read a list written into one cell, as JSON or as Python writes it."""
    for parse in (json.loads, ast.literal_eval):
        try:
            return parse(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return text


def _text(values: dict[str, Any], name: str | None) -> str | None:
    value = values.get(name) if name else None
    return None if value is None or value == "" else _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, str) else str(value)


FORMAT = Format(
    "tabular",
    "JSONL, JSON, CSV, TSV or Parquet",
    SUFFIXES,
    sniff,
    read,
    passages="a column, repeated on the row of each question",
)
