"""Tables as the page writes them: which cell is set how, what a heading is called, and which row leads to a question.

What this file leaves out: HTML (`templates/`) and how a value is written (`tables`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from magnetite.core.results import Number, Table, Value
from magnetite.report.entries import Matrix
from magnetite.report.headings import show_heading
from magnetite.report.tables import is_numeric, rows, shorten, show_interval, show_label, show_number, show_value

ROW_LIMIT = 100  # rows of a table on the page
OPEN_ROWS = 10  # rows that stand open; the rest is folded away
LONG = 24  # characters from which a column is set wide
CELL_LIMIT = 300  # characters of a text in a table; the item table and the files hold all


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold one cell: its text and how it is set ("number", "long" or "").

    `item`: the item it names, if any; `hint`: its tooltip; `interval`: the bounds that stand beside its text.
    """

    text: str
    style: str = ""
    item: int | None = None
    hint: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Hold a table as it is written; `left_out` counts the rows that are not, `open_rows` those that are not folded."""

    title: str
    headings: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int = 0
    open_rows: int = OPEN_ROWS


def table_grid(table: Table, places: Mapping[str, int]) -> Grid:
    """Write a table; where it lists questions, the question comes first and leads to its row among all questions."""
    shown = rows(table)[:ROW_LIMIT]
    names = list(table.columns)
    if "question" in names:
        last = [name for name in ("id", "passage_id") if name in names]
        names = ["question", *(name for name in names if name not in ("question", *last)), *last]
    links = [places.get(str(row.get("id"))) for row in shown]
    columns = [_column(table, name, [row[name] for row in shown]) for name in names]
    body = [list(row) for row in zip(*(column[1:] for column in columns), strict=True)]
    if "id" in names:
        for row, item in zip(body, links, strict=True):
            row[0] = replace(row[0], item=item)
    return Grid(
        table.title, tuple(column[0] for column in columns), tuple(map(tuple, body)), max(0, len(table) - ROW_LIMIT)
    )


def matrix_grid(matrix: Matrix) -> Grid:
    """Write a table that was turned round for reading, whole and open."""
    longest = [max((len(row[place].text) for row in matrix.rows), default=0) for place in range(matrix.words)]
    styles = ["long" if length > LONG else "" for length in longest]
    styles += ["number"] * (len(matrix.headings) - matrix.words)
    headings = tuple(Cell(name, style) for name, style in zip(matrix.headings, styles, strict=True))
    body = tuple(
        tuple(
            Cell(entry.text, style, hint=entry.hint, interval=entry.interval)
            for entry, style in zip(row, styles, strict=True)
        )
        for row in matrix.rows
    )
    return Grid(matrix.title, headings, body, open_rows=len(body))


def number_grid(numbers: Iterable[Number]) -> Grid:
    """Write numbers with their intervals and what they are over."""
    headings = (Cell("number"), Cell("value", "number"), Cell("interval", "number"), Cell("over", "number"))
    body = tuple(
        (
            Cell(shorten(show_label(number), CELL_LIMIT)),
            Cell(show_number(number), "number"),
            Cell(show_interval(number), "number"),
            Cell("" if number.n is None else f"{number.n:,}", "number"),
        )
        for number in numbers
    )
    return Grid("All numbers", headings, body)


def _column(table: Table, name: str, values: list[Value]) -> list[Cell]:
    """Write one column, its heading first."""
    texts = [shorten(show_value(name, value, table.kind), CELL_LIMIT) for value in values]
    longest = max(map(len, texts), default=0)
    style = "number" if is_numeric(table, name) else "long" if longest > LONG else ""
    return [Cell(show_heading(name, table.kind), style), *(Cell(text, style) for text in texts)]
