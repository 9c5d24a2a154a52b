"""Tables as the page writes them: how each cell is set, what headings say, and which rows lead to a question."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from magnetite.core.results import Number, Table, Value
from magnetite.report.entries import Matrix
from magnetite.report.headings import show_heading
from magnetite.report.tables import is_numeric, rows, shorten, show_interval, show_label, show_number, show_value

ROW_LIMIT = 100  # rows of a table on the page
OPEN_ROWS = 10  # rows that are open; the rest are folded away
LONG = 24  # characters beyond which a column is set wide
CELL_LIMIT = 300  # characters in a cell; the item table and the files hold the whole text


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text and how it is set ("number", "long" or "").

    `item`: the item it names, if any; `hint`: its tooltip; `interval`: the bounds beside its text.
    """

    text: str
    style: str = ""
    item: int | None = None
    hint: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as the page shows it; `left_out` counts the rows not shown, `open_rows` those not folded away."""

    title: str
    headings: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int = 0
    open_rows: int = OPEN_ROWS


def table_grid(table: Table, places: Mapping[str, int]) -> Grid:
    """Return a table as a grid; in a list of questions, the question comes first and leads to its row among all."""
    body_rows = rows(table)[:ROW_LIMIT]
    names = list(table.columns)
    if "question" in names:
        last = [name for name in ("id", "passage_id") if name in names]
        names = ["question", *(name for name in names if name not in ("question", *last)), *last]
    links = [places.get(str(row.get("id"))) for row in body_rows]
    columns = [_column(table, name, [row[name] for row in body_rows]) for name in names]
    body = [list(row) for row in zip(*(column[1:] for column in columns), strict=True)]
    if "id" in names:
        for row, item in zip(body, links, strict=True):
            row[0] = replace(row[0], item=item)
    return Grid(
        table.title, tuple(column[0] for column in columns), tuple(map(tuple, body)), max(0, len(table) - ROW_LIMIT)
    )


def matrix_grid(matrix: Matrix) -> Grid:
    """Return a matrix as a grid, whole and open."""
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
    """Return numbers as a grid, with their intervals and how many questions or answers they are over."""
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
    """Return the cells of one column, its heading first."""
    texts = [shorten(show_value(name, value, table.kind), CELL_LIMIT) for value in values]
    longest = max(map(len, texts), default=0)
    style = "number" if is_numeric(table, name) else "long" if longest > LONG else ""
    return [Cell(show_heading(name, table.kind), style), *(Cell(text, style) for text in texts)]
