"""Sheets: the tables of Excel (.xlsx, .xls) and OpenDocument (.ods) workbooks, read by calamine.

The columns are named by the first row that names a question and its options; titles above it are passed over. Sheets
with the same columns are one table, others are named in a remark. A cell that was merged over several rows is the cell
of each of them. Numbers are texts as a sheet shows them (2019, not 2019.0); colours and fonts are not read.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magnetite.core.errors import DataError
from magnetite.core.reasons import Reason
from magnetite.formats.columns import find_columns
from magnetite.formats.decoding import LIMIT
from magnetite.formats.format import Remark, Sample, fault
from magnetite.formats.office import OLE, ZIP, opened, packed
from magnetite.formats.rows import Rows, record_rows

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

SUFFIXES = (".xlsx", ".xlsm", ".xls", ".ods")
CELLS = 2_000_000
"""The most cells of a sheet: an exam of 20,000 questions has a tenth."""
_TITLES = 20  # rows that may stand above the names of the columns


@dataclass(frozen=True, slots=True)
class _SheetCells:
    """The cells of one sheet as texts, the row of the columns' names, and whether it names a question and options."""

    name: str
    cells: list[list[str]]
    header: int
    named: bool


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
    for grid in alike:
        place = f"{where}, sheet '{grid.name}'" if several else where
        body = enumerate(grid.cells[grid.header + 1 :], start=grid.header + 2)
        records += [(f"{place}, row {number}", row) for number, row in body]
    others = [grid.name for grid in grids if grid not in alike]
    remarks = [Remark(Reason("note-other-sheets", {"where": where, "sheets": ", ".join(others)}))] if others else []
    return record_rows(records, where, most), remarks


def _grids(data: bytes, where: str) -> Iterator[_SheetCells]:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

    stream = io.BytesIO(data) if data.startswith(OLE) and len(data) <= LIMIT else packed(opened(data, where))
    try:
        book = CalamineWorkbook.from_filelike(stream)
        for about in book.sheets_metadata:
            if about.visible == SheetVisibleEnum.Visible:
                cells = _cells(book.get_sheet_by_name(about.name), where)
                if cells:
                    yield _grid(about.name, cells)
    except PasswordError as error:
        raise fault(where, "the workbook is protected by a password. Save it without one.") from error
    except CalamineError as error:
        raise fault(where, "the workbook is damaged or cut off. Save it again.", "left-office-damaged") from error


def _cells(sheet: "CalamineSheet", where: str) -> list[list[str]]:
    """Return the texts of a sheet's cells, without empty columns at the right and rows at the end."""
    if sheet.total_height * sheet.total_width > CELLS:
        raise fault(where, f"the sheet '{sheet.name}' has more than {CELLS:,} cells; an exam has fewer.")
    cells = [[_shown(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    for (top, left), (bottom, _) in sheet.merged_cell_ranges or ():
        for row in cells[top + 1 : bottom + 1]:
            row[left] = cells[top][left]
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


def names_parts(header: Sequence[str]) -> bool:
    """Return whether a first row names a question and its options."""
    try:
        find_columns(Rows("", tuple(header), ()), passage_needed=False)
    except DataError:
        return False
    return True


def _named(header: Sequence[str]) -> list[str]:
    """Return names of columns, those without one named by their place."""
    return [text.strip() or f"column {place}" for place, text in enumerate(header, start=1)]
