"""No workbook ends the process, wherever its cells say that they stand: it is read, or refused in a sentence.

The library makes room for every cell between the first and the last, and a process without so much memory is aborted,
which nothing in it can stop. So sheets are read in a process of their own.
"""

import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from examfiles.errors import DataError
from examfiles.readers.tables.sheets import sheet_records
from tests.hostile import sheet_of

MANY = 400
MEMORY = 2 * 2**30
NUMBERS = ("1", "2", "3", "40", "999", "65536", "1048576", "99999999", "4294967297", "9" * 30)
LETTERS = ("A", "B", "c", "Z", "az", "XFD", "xfd", "zzz", "ZZZZ", "FXSHRXX", "Cssss", "s" * 60)
BEFORE = ("", 's="1" ', "x='>' ", "x='/>' ", 'x="r" ', "r='' ")
CONTENTS = ("<v>1</v>", "<is><t>Who?</t></is>", "/><v>1</v>", "<f>A1</f><v>2</v>", "", " ")


def drawn(draw):
    """Return a sheet: rows and cells with and without places, in quotes of either kind, empty or not."""
    rows = []
    for _ in range(draw.randint(1, 3)):
        cells = "".join(_cell(draw) for _ in range(draw.randint(1, 4)))
        place = draw.choice(("", "", f' r="{draw.choice(NUMBERS)}"', f" spans='1:4' r='{draw.choice(NUMBERS)}'"))
        rows.append(f"<row{place}>{cells}</row>" if draw.random() < 0.9 else f"<row{place}/>")
    dimension = f'<dimension ref="A1:{draw.choice(LETTERS)}{draw.choice(NUMBERS)}"/>' if draw.random() < 0.2 else ""
    merged = f'<mergeCells><mergeCell ref="A1:{draw.choice(LETTERS)}{draw.choice(NUMBERS)}"/></mergeCells>'
    return f"{dimension}<sheetData>{''.join(rows)}</sheetData>{merged if draw.random() < 0.2 else ''}".encode()


def _cell(draw):
    odd = draw.random() < 0.1
    letters, number = draw.choice(LETTERS if odd else LETTERS[:4]), draw.choice(NUMBERS if odd else NUMBERS[:3])
    place = draw.choice((f"{letters}{number}", letters, "", None)) if odd else draw.choice((f"{letters}{number}", None))
    quote, before = draw.choice("\"'"), draw.choice(BEFORE if odd else BEFORE[:4])
    told = f" {before}" + ("" if place is None else f"r{draw.choice(('', ' '))}={quote}{place}{quote}")
    kind, content = draw.choice((("", "<v>1</v>"), (' t="s"', "<v>0</v>"), (' t="inlineStr"', "<is><t>Who?</t></is>")))
    content = draw.choice(CONTENTS) if odd else content
    return f"<c{told}{kind}/>" if draw.random() < 0.2 else f"<c{told}{kind}>{content}</c>"


def main():
    """Read sheets that are drawn by seed, with little memory; write how many are read and how many refused."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    counts = {"read": 0, "refused": 0}
    for seed in range(MANY):
        sheet = drawn(random.Random(seed))
        sys.stderr.write(f"{seed} {sheet!r}\n")  # the last one is what ended the process
        try:
            sheet_records(sheet_of(sheet), "exam.xlsx")
            counts["read"] += 1
        except DataError:
            counts["refused"] += 1
    sys.stdout.write(f"{counts['read']} {counts['refused']}")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on memory")
def test_wherever_cells_stand_a_workbook_is_read_or_refused():
    folder = Path(__file__).parents[1]
    command = [sys.executable, "-c", "from tests.test_sheets_extent import main; main()"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    last = [line for line in done.stderr.splitlines() if line[:1].isdigit()][-1:]
    assert done.returncode == 0, last
    read, refused = map(int, done.stdout.split())
    assert read > MANY // 10
    assert refused > MANY // 10
