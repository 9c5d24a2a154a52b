"""Letters before the texts of options, `A) Mina`, as language models write them: left out where all have them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from magnetite.core.items import letter
from magnetite.core.reasons import Reason
from magnetite.formats.format import Remark
from magnetite.formats.tables.columns import Columns
from magnetite.formats.tables.rows import Rows, TableRow

_LETTER = re.compile(r"\s*[(\[]?([A-Za-z])[)\].:]\s+(?=\S)")


def without_letters(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows without the letters that options begin with, `A) Mina`, where all of them do, each with its own."""
    texts = [_texts(row, columns) for row in rows.good]
    if not texts or not all(map(are_lettered, texts)):
        return rows, columns, []
    body = tuple(_unlettered(row, columns) if isinstance(row, TableRow) else row for row in rows.rows)
    return replace(rows, rows=body), columns, [Remark(Reason("note-letters-left-out", {"where": rows.where}))]


def _texts(row: TableRow, columns: Columns) -> list[str]:
    """Return the options of a row as they are typed; none where they are no texts."""
    values = row.values.get(columns.options[0]) if len(columns.options) == 1 else None
    if len(columns.options) > 1:
        values = [row.values.get(name) for name in columns.options]
        while values and values[-1] is None:
            values.pop()
    return values if isinstance(values, list) and all(isinstance(each, str) for each in values) else []


def are_lettered(texts: Sequence[str]) -> bool:
    """Return whether texts begin with the letters from A on, each with its own."""
    found = [_LETTER.match(text) for text in texts]
    return bool(found) and all(each and each[1].upper() == letter(at) for at, each in enumerate(found))


def _unlettered(row: TableRow, columns: Columns) -> TableRow:
    texts, values = _texts(row, columns), dict(row.values)
    key = values.get(columns.answer) if columns.answer else None
    own = [_LETTER.sub("", text, count=1) for text in texts]
    if len(columns.options) == 1:
        values[columns.options[0]] = {"text": own, "label": [letter(at) for at in range(len(own))]}
    else:
        values |= dict(zip(columns.options, own, strict=False))
    if columns.answer and key in texts:
        at = texts.index(key)
        values[columns.answer] = letter(at) if len(columns.options) == 1 else columns.key(at)
    return replace(row, values=values)
