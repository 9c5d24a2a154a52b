"""No workbook ends the process, wherever its cells say that they stand: it is read, or refused in a sentence.

The library that reads workbooks makes room for every cell between the first and the last, and where there is no such
memory it ends its process, which nothing in it can stop.
"""

import random
import sys

import pytest

from examfiles.errors import DataError
from examfiles.readers.tables.sheets import sheet_records
from tests.hostile import old_sheet_of, sheet_of

MANY = 200
NUMBERS = ("1", "2", "3", "40", "999", "65536", "1048576", "99999999", "4294967297", "9" * 30, "0" * 20 + "99999999")
LETTERS = ("A", "B", "c", "Z", "az", "XFD", "xfd", "zzz", "ZZZZ", "FXSHRXX", "Cssss", "s" * 60)
BEFORE = ("", 's="1" ', "x='>' ", "x='/>' ", "x='<' ", 'x="r" ', "r='' ")
CONTENTS = ("<v>1</v>", "<is><t>Who?</t></is>", "/><v>1</v>", "<f>A1</f><v>2</v>", "", " ")
PREFIXES = ("", "x:", "é:", ":")
PARTS = ("xl/worksheets/sheet1.xml", "xl/Worksheets/sheet1.xml", "xl/sheet.bin")
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit on a process's memory")


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
    name = f"{draw.choice(PREFIXES) if odd else ''}c"
    return f"<{name}{told}{kind}/>" if draw.random() < 0.2 else f"<{name}{told}{kind}>{content}</{name}>"


def test_wherever_cells_stand_a_workbook_is_read_or_refused():
    read = refused = 0
    for seed in range(MANY):
        draw = random.Random(seed)
        sheet, part = drawn(draw), draw.choice(PARTS) if draw.random() < 0.3 else PARTS[0]
        try:
            sheet_records(sheet_of(sheet, name=part), "exam.xlsx")
            read += 1
        except DataError:
            refused += 1
    assert read > MANY // 10
    assert refused > MANY // 10


FAR = b"<sheetData><row><c r='A1'><v>1</v></c>%s</row></sheetData>"


@pytest.mark.parametrize(
    "data",
    [
        sheet_of(FAR % b"<c r='XFD99999999'><v>1</v></c>", name="xl/Worksheets/sheet1.xml"),
        sheet_of(FAR % b"<c r='XFD0000000000000099999999'><v>1</v></c>"),
        sheet_of(FAR % b"<c x='<' r='XFD99999999'><v>1</v></c>"),
        sheet_of(FAR % "<é:c r='XFD99999999'><v>1</v></é:c>".encode()),
        sheet_of(FAR % b"", told=b"uniqueCount='9999999999'"),
        old_sheet_of((0, 0), (65535, 65535)),
    ],
    ids=["another part", "zeros", "a sign in quotes", "a prefix", "a count of texts", "Excel 97"],
)
def test_a_workbook_that_asks_for_more_memory_than_there_is_is_refused(data):
    with pytest.raises(DataError, match=r"reaches (too far|to row 99,999,999)"):
        sheet_records(data, "exam.xlsx")


def test_a_workbook_of_excel_97_is_read():
    assert sheet_records(old_sheet_of((0, 0), (1, 2)), "exam.xls")[0] == [
        ("exam.xls, row 1", ["1", "", ""]),
        ("exam.xls, row 2", ["", "", "1"]),
    ]
