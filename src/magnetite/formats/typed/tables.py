"""Typed tables: a table in a text, one question a row, as the lines of its questions.

| No. | Question | A | B | Answer |      in Markdown, or the rows of a table of a word processor
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from magnetite.core.errors import DataError
from magnetite.core.items import LETTERS
from magnetite.formats.tables.columns import Columns, find_columns, names_role
from magnetite.formats.tables.rows import Rows, TableRow
from magnetite.formats.typed.line import Line


def question_lines(texts: Sequence[Sequence[str]]) -> list[list[Line]]:
    """Return the lines of each question of a table; none where its first row does not name a question and its options.

    `texts`: the cells of each row.
    """
    header, *body = texts if len(texts) > 1 else [[]]
    if not header or len(set(header)) < len(header):
        return []
    rows = tuple(TableRow("", dict(zip(header, row, strict=False))) for row in body)
    try:
        columns = find_columns(Rows("", tuple(header), rows), passage_needed=False)
    except DataError:
        return []
    return [[Line(text) for text in _texts(row.values, columns, number)] for number, row in enumerate(rows, start=1)]


def _texts(row: Mapping[str, str], columns: Columns, number: int) -> Iterator[str]:
    """Yield the lines of the question in a row."""
    question, key = row.get(columns.question), row.get(columns.answer or "")
    yield from ("", row.get(columns.passage or "", ""))
    if question:
        yield f"{number}. {question}"
        options = [text for name in columns.options if (text := row.get(name))]
        for letter, text in zip(LETTERS, sorted(options) if columns.keyed else options, strict=False):
            yield f"{letter}. {text}"
        if key:
            yield f"Answer: {key}"


def _key_lines(texts: Sequence[Sequence[str]]) -> list[list[Line]]:
    """Return the lines of a table of keys, `1. B`: its first column has the questions' numbers, another the keys."""
    header, *body = texts or [[]]
    at = next((at for at, name in enumerate(header) if at and names_role(name, "answer")), 0)
    if not at or not body or not all(len(row) > at and row[0].strip(".").isdecimal() and row[at] for row in body):
        return []
    return [[Line(f"{row[0].strip('.')}. {row[at]}")] for row in body]


def with_tables(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a text with its tables in Markdown, whose rows stand between bars, as questions.

    Lines know their places in the text.
    """
    placed = [Line(line.text, line.marks, line.emphasised, place) for place, line in enumerate(lines, start=1)]
    if not any(_is_barred(line.text) for line in placed):
        return placed
    result: list[Line] = []
    for barred, group in groupby(placed, lambda line: _is_barred(line.text)):
        block = list(group)
        rows = [line for line in block if not _is_rule(_cells(line.text))] if barred else []
        cells = [_cells(line.text) for line in rows]
        questions = question_lines(cells) or _key_lines(cells)
        of_rows = zip(rows[1:], questions, strict=True) if questions else ()
        result += [replace(line, at=row.at) for row, own in of_rows for line in own] or block
    return result


def _is_barred(text: str) -> bool:
    return "|" in text and len(text.strip()) > 1 and text.strip()[0] == "|" == text.strip()[-1]


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.strip()[1:-1].split("|")]


def _is_rule(cells: Sequence[str]) -> bool:
    """Return whether a row is drawn, as the one under the heading row is."""
    return all(set(cell) <= set("-: ") for cell in cells)
