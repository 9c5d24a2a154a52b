"""Sheets: the tables of Excel (.xlsx, .xls) and OpenDocument (.ods) workbooks, read by calamine.

The columns are named by the first row that names a question and its options; titles above it are passed over. Sheets
with the same columns are one table, others are named in a remark. A cell that was merged over several rows is the cell
of each of them. Numbers are texts as a sheet shows them (2019, not 2019.0). Pictures are named in the cells over which
they begin; colours and fonts are a key where nothing else is (`looks`).
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from magnetite.core.reasons import Reason
from magnetite.formats.decoding import LIMIT
from magnetite.formats.format import Remark, Sample, fault
from magnetite.formats.parts import OLE, ZIP, opened, packed
from magnetite.formats.tables.columns import names_parts
from magnetite.formats.tables.looks import Look, SheetLooks, looks_of, without_pictures
from magnetite.formats.tables.rows import Rows, record_rows
from magnetite.formats.xml import parse

if TYPE_CHECKING:
    from lxml.etree import _Element as Element
    from python_calamine import CalamineSheet

SUFFIXES = (".xlsx", ".xlsm", ".xls", ".ods")
CELLS = 2_000_000
"""The most cells of a sheet: an exam of 20,000 questions has a tenth."""
_CELL = re.compile(rb"<(?:[\w.-]+:)?c\s([^<>]*)>")
_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Z]{1,9})([0-9]{1,18})["']""")
_SHARED = re.compile(rb"<(?:[\w.-]+:)?c\s([^<>]*)>\s*<(?:[\w.-]+:)?v>\s*([0-9]{1,9})\s*<")
_IS_SHARED = re.compile(rb"""\bt\s*=\s*["']s["']""")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TITLES = 20  # rows that may stand above the names of the columns


@dataclass(frozen=True, slots=True)
class _SheetCells:
    """The cells of one sheet as texts, the row of the columns' names, whether it names a question, and its looks."""

    name: str
    cells: list[list[str]]
    header: int
    named: bool
    looks: SheetLooks = field(default_factory=SheetLooks)


def is_workbook(sample: Sample) -> bool:
    """Recognise a workbook by the parts it is made of."""
    data = sample.data
    if data.startswith(ZIP):
        named = sample.name.lower().endswith(SUFFIXES)
        return named or b"xl/workbook" in data or b"opendocument.spreadsheet" in data[:200]
    return data.startswith(OLE) and (sample.name.lower().endswith(".xls") or "Workbook".encode("utf-16-le") in data)


def workbook_rows(data: bytes, where: str, most: int | None = None) -> tuple[Rows, list[Remark]]:
    """Read the questions of a workbook as one table, at most `most` rows, and what must be known of the reading.

    Raises DataError where it is damaged, protected by a password, too large or empty.
    """
    grids = list(_grids(data, where))
    if not grids:
        raise fault(where, "the workbook is empty; expected questions.", "left-file-empty")
    first = next((grid for grid in grids if grid.named), grids[0])
    header = first.cells[first.header]
    alike = [grid for grid in grids if grid is first or (grid.named and grid.cells[grid.header] == header)]
    several = len(grids) > 1
    records = [(f"{where}, row {first.header + 1}", header)]
    looks: dict[str, dict[str, Look]] = {}
    for grid in alike:
        place = f"{where}, sheet '{grid.name}'" if several else where
        body = enumerate(grid.cells[grid.header + 1 :], start=grid.header + 2)
        records += [(f"{place}, row {number}", row) for number, row in body]
        for (row, column), look in grid.looks.cells.items():
            if row > grid.header and column < len(header):
                looks.setdefault(f"{place}, row {row + 1}", {})[header[column]] = look
    others = [grid.name for grid in grids if grid not in alike]
    remarks = [Remark(Reason("note-other-sheets", {"where": where, "sheets": ", ".join(others)}))] if others else []
    return replace(record_rows(records, where, most), looks=looks), remarks


def sheet_records(data: bytes, where: str) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Return the rows of a workbook's first sheet that has any, each with its place, and the names of the others.

    Raises DataError where it is damaged, protected by a password, too large or empty.
    """
    grids = list(_grids(data, where))
    if not grids:
        raise fault(where, "the workbook is empty.", "left-file-empty")
    rows = enumerate(grids[0].cells, start=1)
    return [(f"{where}, row {number}", row) for number, row in rows], [grid.name for grid in grids[1:]]


def _grids(data: bytes, where: str) -> Iterator[_SheetCells]:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

    parts = {} if data.startswith(OLE) and len(data) <= LIMIT else opened(data, where, tags=6 * CELLS)
    for name in filter(_is_sheet, parts):
        _check_extent(parts[name], where)
        _check_texts(parts[name], parts.get("xl/sharedStrings.xml", b""), where)
    if "xl/workbook.xml" not in parts and "content.xml" in parts:
        _check_repeats(parse(parts["content.xml"], where), where)
    stream = packed(without_pictures(parts, where)) if parts else io.BytesIO(data)
    looks = looks_of(parts, where)
    try:
        book = CalamineWorkbook.from_filelike(stream)
        for about in book.sheets_metadata:
            if about.visible == SheetVisibleEnum.Visible:
                own = looks.get(about.name, SheetLooks())
                cells = _cells(book.get_sheet_by_name(about.name), own.pictures, where)
                if cells:
                    yield replace(_grid(about.name, cells), looks=own)
    except PasswordError as error:
        raise fault(where, "the workbook is protected by a password. Save it without one.") from error
    except CalamineError as error:
        raise fault(where, "the workbook is damaged or cut off. Save it again.", "left-office-damaged") from error


def _is_sheet(name: str) -> bool:
    return name.startswith("xl/worksheets/") and name.endswith(".xml")


def _check_extent(sheet: bytes, where: str) -> None:
    """Refuse a sheet between whose cells there are too many: the library makes room for all, or ends the process."""
    rows, columns = {0}, {0}
    for cell in _CELL.finditer(sheet):
        place = _PLACE.search(cell[1])
        if place is None or cell[1].endswith(b"/"):  # an empty cell is left out
            continue
        column = 0
        for letter in place[1]:
            column = 26 * column + letter - ord("A") + 1
        columns.add(column)
        rows.add(int(place[2]))
    if max(rows) * max(columns) > CELLS:
        raise fault(
            where, f"a sheet reaches to row {max(rows):,} and column {max(columns):,}; an exam has fewer cells."
        )


def _check_texts(sheet: bytes, texts: bytes, where: str) -> None:
    """Refuse a sheet that shows long texts again and again: the library copies a text for each of its cells."""
    lengths = [len(text) for text in re.split(rb"<(?:[\w.-]+:)?si[\s>/]", texts)[1:]]
    shown = (int(cell[2]) for cell in _SHARED.finditer(sheet) if _IS_SHARED.search(cell[1]))
    if sum(lengths[place] for place in shown if place < len(lengths)) > LIMIT:
        raise fault(where, f"the texts of a sheet have more than {LIMIT // 2**20} MiB; an exam has fewer. Split it.")


def _check_repeats(content: "Element", where: str) -> None:
    """Refuse an OpenDocument sheet whose rows and cells stand for too many: the library writes out every one."""
    for sheet in content.iter(f"{_TABLE}table"):
        height = width = cells = characters = 0
        for row in sheet.iter(f"{_TABLE}table-row"):
            rows = _times(row, "rows")
            column = full = 0
            for cell in row:
                column += (columns := _times(cell, "columns"))
                if len(cell):
                    full = column
                    characters += rows * columns * sum(map(len, cell.itertext()))
            cells += rows
            if full:
                height, width = cells, max(width, full)
        if height * width > CELLS or characters > LIMIT:
            raise fault(where, f"a sheet stands for {height:,} rows of {width:,} cells; an exam has fewer. Split it.")


def _times(element: "Element", what: str) -> int:
    text = element.get(f"{_TABLE}number-{what}-repeated", "1")
    return int(text) if text.isdecimal() and len(text) < 12 else 10**12


def _cells(sheet: "CalamineSheet", pictures: Mapping[tuple[int, int], str], where: str) -> list[list[str]]:
    """Return the texts of a sheet's cells, without empty columns at the right and rows at the end."""
    if sheet.total_height * sheet.total_width > CELLS:
        raise fault(where, f"the sheet '{sheet.name}' has more than {CELLS:,} cells; an exam has fewer.")
    cells = [[_shown(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    for (top, left), (bottom, _) in sheet.merged_cell_ranges or ():
        for row in cells[top + 1 : bottom + 1]:
            row[left] = cells[top][left]
    for (at, column), label in pictures.items():
        if at < len(cells) and column < len(cells[at]):
            cells[at][column] = f"{cells[at][column]} {label}".strip()
    width = max((place + 1 for row in cells for place, text in enumerate(row) if text.strip()), default=0)
    while cells and not any(text.strip() for text in cells[-1]):
        cells.pop()
    return [row[:width] for row in cells]


def _shown(value: Any) -> str:
    """Return a cell's value as a sheet shows it.

    >>> _shown(2019.0), _shown(0.5), _shown(True)
    ('2019', '0.5', 'TRUE')
    """
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.15g}"
    return value if isinstance(value, str) else str(value)


def _grid(name: str, cells: list[list[str]]) -> _SheetCells:
    for place, row in enumerate(cells[:_TITLES]):
        if names_parts(row):
            return _SheetCells(
                name, [_named(row) if at == place else each for at, each in enumerate(cells)], place, True
            )
    first = next(place for place, row in enumerate(cells) if any(text.strip() for text in row))
    return _SheetCells(name, cells, first, False)


def _named(header: Sequence[str]) -> list[str]:
    """Return names of columns, those without one named by their place."""
    return [text.strip() or f"column {place}" for place, text in enumerate(header, start=1)]
