"""The sheets of a workbook as calamine reads them, in a process of its own.

Calamine makes room for every cell between the first and the last, and for as many texts as a workbook says that it has;
where that is more than there is, it ends the process. A few bytes can say so, in more ways than a look at the file
finds. So this file is also a program: it reads a workbook from its input, under a limit of memory where the system has
one, and writes its sheets as JSON. If it is ended, the file that was read is refused, and whoever reads goes on.
"""

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

MEMORY = 4 * 2**30
"""The most memory of the process, in bytes: a workbook of `CELLS` cells takes a quarter."""
CELLS = 2_000_000
"""The most cells of a sheet: an exam of 20,000 questions has a tenth."""


class Sheet(NamedTuple):
    """A visible sheet: its name, the texts of its cells by row, and the first and last cells of those merged."""

    name: str
    cells: list[list[str]]
    merged: list[tuple[tuple[int, int], tuple[int, int]]]


class WorkbookError(Exception):
    """A workbook is not read: `what` is "password", "damaged", "cells" (a sheet has too many) or "memory"."""

    def __init__(self, what: str, sheet: str = "") -> None:
        super().__init__(what)
        self.what, self.sheet = what, sheet


def sheets_of(data: bytes) -> list[Sheet]:
    """Return the visible sheets of a workbook. Raises WorkbookError."""
    if not sys.executable:  # inside a program that is not Python's own
        return _read(data)
    command = [sys.executable, "-P", __file__]
    done = subprocess.run(command, input=data, capture_output=True, env=_environment(), check=False)
    try:
        found = json.loads(done.stdout)
    except ValueError:  # it was ended
        raise WorkbookError("memory") from None
    if isinstance(found, dict):
        raise WorkbookError(**found)
    return [Sheet(*each) for each in found]


def _environment() -> dict[str, str]:
    """Return what the process needs to find the same libraries as this one."""
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each), "PYTHONUTF8": "1"}


def _read(data: bytes) -> list[Sheet]:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

    sheets = []
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for about in book.sheets_metadata:
            if about.visible == SheetVisibleEnum.Visible:
                sheet = book.get_sheet_by_name(about.name)
                if sheet.total_height * sheet.total_width > CELLS:
                    raise WorkbookError("cells", about.name)
                cells = [[_shown(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
                sheets.append(Sheet(about.name, cells, list(sheet.merged_cell_ranges or ())))
    except PasswordError:
        raise WorkbookError("password") from None
    except CalamineError:
        raise WorkbookError("damaged") from None
    return sheets


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


def main() -> None:
    """Read a workbook from standard input, and write its sheets, or what is wrong with it."""
    with suppress(ImportError):  # on Windows
        import resource

        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
            hard = resource.getrlimit(kind)[1]
            with suppress(ValueError, OSError):  # the system has no such limit
                resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    found: Sequence[Sheet] | dict[str, str]
    try:
        found = _read(sys.stdin.buffer.read())
    except WorkbookError as error:
        found = {"what": error.what, "sheet": error.sheet}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
