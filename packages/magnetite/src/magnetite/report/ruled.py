"""Tables as the terminal draws them: columns of texts, numbers flush right, and matrices that fit its width.

Texts from data are wrapped in rich's Text, so that markup in them stays text; control characters are replaced.
"""

from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING
from unicodedata import category

from magnetite.core.results import Number, Table
from magnetite.report.tables import (
    Entry,
    Matrix,
    heading,
    is_numeric,
    known,
    shorten,
    show_cell,
    show_interval,
    show_label,
    show_number,
    title_of,
    view_words,
    written,
)
from magnetite.report.wording import label, spoken

if TYPE_CHECKING:
    import rich.table
    import rich.text
    from rich.console import Console

WORD = 24  # characters up to which a cell is never broken over lines
CELL = 60  # characters in a cell of a table of unknown kind
HEADING = 8  # characters in a line of a broken heading; a longer word is not broken


def ruled(title: str, headings: Iterable[tuple[str, bool]], cells: Iterable[tuple[str, ...]]) -> "rich.table.Table":
    """Lay out texts; `headings` are names, and whether their column is set flush right."""
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(title=plain(title) if title else None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    lines = list(cells)
    for number, (name, right) in enumerate(headings):
        short = all(len(line[number]) <= WORD for line in lines)  # words keep their width, sentences give way
        grid.add_column(plain(name), justify="right" if right else "left", no_wrap=right or short, overflow="fold")
    for row in lines:
        grid.add_row(*(plain(text) for text in row))
    return grid


def ruled_matrix(matrix: Matrix, console: "Console") -> "rich.table.Table":
    """Lay out a matrix in the first way that fits the terminal.

    In turn: as it is; with intervals and headings broken over lines; with names cut to their codes; and with ever fewer
    columns, which the title then says.
    """
    for grid in _ways(_cut(matrix, console.width // 3)):
        if _width(grid, console) <= console.width:
            break
    return grid


def ruled_table(table: Table, limit: int, console: "Console") -> "rich.table.Table":
    """Lay out the first rows of a table as it is, without its empty columns.

    Headings are broken over lines where they do not fit on one.
    """
    columns = [column for column in table.columns if known(table, column.name)]
    texts = ([shorten(show_cell(column, value), CELL) for value in column.values[:limit]] for column in columns)
    cells = list(zip(*texts, strict=True))
    left = len(table) - len(cells)
    title = title_of(table)
    if left:
        title = spoken().say("report-first-rows", {"title": title, "rows": len(cells), "all": len(table)})
    heads = [(heading(column), is_numeric(column)) for column in columns]
    grid = ruled(title, heads, cells)
    if _width(grid, console) <= console.width:
        return grid
    return ruled(title, ((_narrow(name), right) for name, right in heads), cells)


def ruled_numbers(numbers: Iterable[Number]) -> "rich.table.Table":
    """Lay out numbers with their intervals and how many questions or answers they are over."""
    cells = [
        (show_label(n), show_number(n), show_interval(n), "" if n.n is None else written(f"{n.n:,}")) for n in numbers
    ]
    return ruled("", [(label(name), name != "number") for name in ("number", "value", "interval", "over")], cells)


def plain(text: str, style: str = "") -> "rich.text.Text":
    """Return a text that rich shows literally; control characters must not steer the terminal.

    Spaces of every width are shown, such as the one before a German per cent sign.
    """
    from rich.text import Text

    return Text("".join(c if c.isprintable() or c == "\n" or category(c) == "Zs" else "�" for c in text), style=style)


def _ways(matrix: Matrix) -> Iterable["rich.table.Table"]:
    right = [place >= matrix.words for place in range(len(matrix.headings))]
    whole = [tuple(_bounded(entry, " ") for entry in row) for row in matrix.rows]
    names = [label(name) for name in matrix.headings]
    yield ruled(matrix.title, zip(names, right, strict=True), whole)
    broken = [tuple(_bounded(entry, "\n") for entry in row) for row in matrix.rows]
    heads = list(zip(map(_narrow, names), right, strict=True))
    yield ruled(matrix.title, heads, broken)
    coded = [(_code(row[0]), *row[1:]) for row in broken]
    yield ruled(matrix.title, heads, coded)
    every = len(heads) - matrix.words
    for count in range(every - 1, 0, -1):
        title = spoken().say("report-first-columns", {"title": matrix.title, "columns": count, "all": every})
        yield ruled(title, heads[: matrix.words + count], [row[: matrix.words + count] for row in coded])


def _cut(matrix: Matrix, width: int) -> Matrix:
    """Return a matrix with the names of its rows shortened, so that long ones leave room for numbers."""
    limit = max(WORD, width)
    lines = (
        (*(replace(entry, text=shorten(entry.text, limit)) for entry in row[: matrix.words]), *row[matrix.words :])
        for row in matrix.rows
    )
    return replace(matrix, rows=tuple(lines))


def _code(name: str) -> str:
    """Return a view's code where the name is a view's, else the name."""
    code = name.partition(":")[0]
    return code if view_words(code) else name


def _bounded(entry: Entry, space: str) -> str:
    return f"{entry.text}{space}({entry.interval})" if entry.interval else entry.text


def _narrow(heading: str) -> str:
    return "\n".join(wrap(heading, HEADING, break_long_words=False))


def _width(grid: "rich.table.Table", console: "Console") -> int:
    """Return how many columns of a terminal a table takes unbroken."""
    from rich.measure import Measurement

    return Measurement.get(console, console.options.update(max_width=10_000), grid).maximum
