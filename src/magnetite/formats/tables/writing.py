"""Tables of questions written: JSONL, CSV and Parquet, in columns that reading recognises by itself.

    id, passage_id, passage, question, options, answer, level, then the metadata, one column each

Options are a list; in CSV one column each: `option_a`, `option_b` and so on. The answer is a letter. Where reading
would take that for something else (options that are letters themselves, more than 26, an empty last one in CSV), all
rows have the other layout: `options` is `{"text": [...], "label": [...]}`, in CSV as JSON, and the answer is a label.
Text that a view added stands at the end of the passage; the column `added` repeats it, and is read as metadata.
"""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item, letter
from magnetite.formats.exams import ADDED, kept_apart, whole
from magnetite.formats.format import Writer
from magnetite.formats.tables.answers import answer_index, answer_scheme
from magnetite.formats.tables.columns import find_columns
from magnetite.formats.tables.rows import Rows, TableRow
from magnetite.formats.tables.shapes import are_lettered

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
    added = {ADDED: item.added} if item.added else {}
    taken = {*ROLES, *added}
    return {**added, **{name: value for name, value in item.metadata.items() if name not in taken}}


def _jsonl(dataset: Dataset) -> Mapping[str, bytes]:
    table = _table(dataset, labelled=not _letters_are_read(dataset))
    metadata = set(table.columns) - set(ROLES)
    rows = ({k: v for k, v in row.items() if v is not None or k not in metadata} for row in table.rows)
    return {"": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()}


def _parquet(dataset: Dataset) -> Mapping[str, bytes]:
    import polars as pl

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
    if all(are_lettered(item.options) for item in dataset):
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
    Writer("parquet", "Parquet", (".parquet",), _parquet),
)
