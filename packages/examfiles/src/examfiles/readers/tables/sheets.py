"""Sheets: the tables of Excel (.xlsx, .xls) and OpenDocument (.ods) workbooks, read by calamine, and their looks.

The columns are named by the first row that names a question and its options; titles above it are passed over. Sheets
with the same columns are one table, others are named in a remark. A cell that was merged over several rows is the cell
of each of them. Numbers are texts as a sheet shows them (2019, not 2019.0). Pictures are named in the cells over which
they begin; colours and fonts are a key where nothing else is.

How cells look calamine does not say. In .xlsx a cell names a format of styles.xml by its number, which names a font and
a fill (ECMA-376, part 1, §18.8), and a drawing says over which cell each picture begins (§20.5). In .ods a cell names a
style, as do its column and its row, and pictures stand in the cells. Type that only part of a cell has, and formats
that depend on its value, are not read.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from examfiles.decoding import LIMIT
from examfiles.errors import DataError
from examfiles.format import Remark, Sample, fault
from examfiles.office_files import OLE, ZIP, opened, packed
from examfiles.pictures import label
from examfiles.readers.tables import Rows, TableRow, distinct, record_rows
from examfiles.readers.tables.columns import Columns, names_parts
from examfiles.readers.tables.workbook import CELLS, Sheet, WorkbookError, sheets_of
from examfiles.reasons import Reason
from examfiles.xml import local, parse

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.etree import _Element as Element

CellStyle = Mapping[str, str]
"""How a cell is set off, by way: a colour, or a word for on; nothing for a way in which it is plain."""
WAYS = ("highlight", "colour", "underline", "bold", "italic")
_MOST_BYTES = 32 * 2**20  # bytes of a sheet whose looks are read
_MOST_STYLES = 20  # based on each other
_MOST_CELLS = 500_000  # of a sheet
_MOST_COLUMNS = 200  # that one cell or style stands for
_WHITE = {"FFFFFFFF", "00FFFFFF", "theme 0", "indexed 9", "indexed 64", "indexed 65", ""}
_BLACK = {"FF000000", "00000000", "theme 1", "indexed 8", "indexed 64", "auto 1", ""}
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MAIN = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DRAWN = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships"
SUFFIXES = (".xlsx", ".xlsm", ".xls", ".ods")
_FAR = 13  # letters, or figures, of a place that is too far whatever follows them
_TAG = re.compile(rb"<(?:[\w.-]+:)?(row|c|v)(?=[\s/>])([^<]*)")  # and what stands before the next
_PLACE = re.compile(rb"""\br\s*=\s*["']\s*([A-Za-z]*)([0-9]*)""")
_EMPTY = re.compile(rb"[^>]*/>\s*")
_TEXT = re.compile(rb"[^>]*>\s*([0-9]+)\s*")
_IS_SHARED = re.compile(rb"""\bt\s*=\s*["']s["']""")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TITLES = 20  # rows that may stand above the names of the columns


@dataclass(frozen=True, slots=True)
class SheetLooks:
    """The looks of a sheet's cells and the labels of its pictures, by row and column from 0."""

    cells: Mapping[tuple[int, int], CellStyle] = field(default_factory=dict)
    pictures: Mapping[tuple[int, int], str] = field(default_factory=dict)


def looks_of(parts: Mapping[str, bytes], where: str) -> dict[str, SheetLooks]:
    """Return how the sheets of a workbook look, by name; nothing of parts that are damaged or very large."""
    try:
        if "xl/workbook.xml" in parts:
            return dict(_excel(parts, where))
        return dict(_open_document(parts, where)) if len(parts.get("content.xml", b"")) <= _MOST_BYTES else {}
    except (DataError, ValueError):
        return {}


def without_pictures(parts: Mapping[str, bytes], where: str) -> Mapping[str, bytes]:
    """Return the parts of a workbook for calamine, which takes the titles of pictures in .ods for texts of cells."""
    from lxml import etree

    content = parts.get("content.xml", b"")
    if b"frame" not in content or len(content) > _MOST_BYTES:
        return parts
    root = parse(content, where)
    etree.strip_elements(root, f"{_DRAWN}frame", with_tail=False)
    return {**parts, "content.xml": etree.tostring(root, encoding="UTF-8", xml_declaration=True)}


def with_keys(rows: Rows, columns: Columns) -> tuple[Rows, Columns, list[Remark]]:
    """Return rows with the keys that their options show: one set off as no other is, in more than half of the rows.

    Rows with a key of their own stay as they are.
    """
    options = columns.options
    if not rows.looks or columns.has_keys(rows) or len(options) < 2:
        return rows, columns, []
    for way in WAYS:
        odd = {row.where: _odd_one(row, rows.looks, options, way) for row in rows.good}
        keys = {where: columns.key(place) for where, place in odd.items() if place is not None}
        if len(keys) * 2 > len(rows.good):
            name = columns.answer or "answer"
            body = tuple(
                replace(row, values={**row.values, name: keys.get(row.where)}) if isinstance(row, TableRow) else row
                for row in rows.rows
            )
            note = Reason("note-key-set-off", {"where": rows.where, "way": way, "questions": len(keys)})
            named = tuple(dict.fromkeys((*rows.columns, name)))
            return replace(rows, columns=named, rows=body), replace(columns, answer=name), [Remark(note)]
    return rows, columns, []


def _odd_one(
    row: TableRow, looks: Mapping[str, Mapping[str, CellStyle]], options: Sequence[str], way: str
) -> int | None:
    """Return the place of the only option that is set off in a way, or whose way is not that of all others."""
    own = looks.get(row.where, {})
    values = [(place, own.get(name, {}).get(way, "")) for place, name in enumerate(options) if row.values.get(name)]
    counts = Counter(value for _, value in values)
    single = [place for place, value in values if value]
    if len(single) > 1 and len(counts) == 2 and len(values) > 2:
        single = [place for place, value in values if counts[value] == 1]
    return single[0] if len(single) == 1 else None


def _excel(parts: Mapping[str, bytes], where: str) -> Iterator[tuple[str, SheetLooks]]:
    formats = _formats(parse(parts["xl/styles.xml"], where)) if "xl/styles.xml" in parts else []
    targets = _related(parts, "xl/workbook.xml", where)
    for sheet in parse(parts["xl/workbook.xml"], where).iter():
        if local(sheet) != "sheet":
            continue
        name = targets.get(sheet.get(f"{{{_MAIN}}}id") or sheet.get(f"{{{_STRICT}}}id") or "", "")
        if name not in parts or len(parts[name]) > _MOST_BYTES:
            continue
        cells = {}
        for cell in parse(parts[name], where).iter():
            place = _REFERENCE.fullmatch(cell.get("r", "")) if local(cell) == "c" else None
            look = _nth(formats, cell.get("s")) if place else None
            if place and look:
                cells[int(place[2]) - 1, _column(place[1])] = look
        yield sheet.get("name", ""), SheetLooks(cells, _drawn(parts, name, where))


def _related(parts: Mapping[str, bytes], name: str, where: str, kind: str = "") -> dict[str, str]:
    """Return the parts that one refers to, by id; of one kind alone where it is named."""
    folder, file = posixpath.split(name)
    about = parts.get(f"{folder}/_rels/{file}.rels")
    if about is None:
        return {}
    return {
        each.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, each.get("Target", ""))).lstrip("/")
        for each in parse(about, where)
        if local(each) == "Relationship" and each.get("Type", "").endswith(kind)
    }


def _formats(styles: "_Element") -> list[CellStyle]:
    """Return the looks of the formats that cells name by their numbers."""

    def children(name: str) -> list["_Element"]:
        return [child for group in styles if local(group) == name for child in group if local(child)]

    fonts, fills = [_font(each) for each in children("fonts")], [_fill(each) for each in children("fills")]
    usual = fonts[0] if fonts else {}
    own = [{way: value for way, value in font.items() if usual.get(way) != value} for font in fonts]
    return [_nth(own, each.get("fontId")) | _nth(fills, each.get("fillId")) for each in children("cellXfs")]


def _nth(looks: Sequence[CellStyle], number: str | None) -> dict[str, str]:
    place = int(number) if number and number.isdecimal() and len(number) < 7 else 0
    return dict(looks[place]) if place < len(looks) else {}


def _font(font: "_Element") -> dict[str, str]:
    look = {}
    for part in font:
        way = {"b": "bold", "i": "italic", "u": "underline"}.get(local(part))
        if way and part.get("val", "1") not in {"0", "false", "none"}:
            look[way] = "on"
        elif local(part) == "color" and (colour := _colour(part)) not in _BLACK:
            look["colour"] = colour
    return look


def _fill(fill: "_Element") -> dict[str, str]:
    for pattern in fill:
        if local(pattern) == "patternFill" and pattern.get("patternType", "none") not in {"none", "gray125"}:
            colours = [_colour(part) for part in pattern if local(part) == "fgColor"]
            colour = colours[0] if colours else "pattern"
            return {} if colour in _WHITE else {"highlight": colour}
    return {}


def _colour(element: "_Element") -> str:
    """Return a colour's name: of its own, of the theme, or by number; one of the theme with its tint."""
    names = (("theme", "theme "), ("indexed", "indexed "), ("auto", "auto "))
    name = element.get("rgb") or next((f"{sign}{element.get(way)}" for way, sign in names if element.get(way)), "")
    tint = element.get("tint", "0")
    return name if tint in {"0", "0.0"} else f"{name} {tint}"


def _column(letters: str) -> int:
    """Return the place of a column.

    >>> _column("A"), _column("AB")
    (0, 27)
    """
    place = 0
    for each in letters:
        place = place * 26 + ord(each) - 64
    return place - 1


def _drawn(parts: Mapping[str, bytes], sheet: str, where: str) -> dict[tuple[int, int], str]:
    """Return the labels of the pictures of a sheet by the cell over which each begins."""
    pictures: dict[tuple[int, int], str] = {}
    for drawing in _related(parts, sheet, where, "/drawing").values():
        for anchor in parse(parts[drawing], where) if drawing in parts else ():
            start = {local(part): part.text for begin in anchor if local(begin) == "from" for part in begin}
            names = [each for each in anchor.iter() if local(each) == "cNvPr"]
            pictured = any(local(each) == "pic" for each in anchor)
            if pictured and start.get("row") and start.get("col"):
                place = int(start["row"] or 0), int(start["col"] or 0)
                about = names[0] if names else None
                text = (about.get("descr") or about.get("title") or about.get("name")) if about is not None else ""
                pictures[place] = " ".join(filter(None, (pictures.get(place), label(text or ""))))
    return pictures


def _open_document(parts: Mapping[str, bytes], where: str) -> Iterator[tuple[str, SheetLooks]]:
    roots = [parse(parts[name], where) for name in ("content.xml", "styles.xml") if parts.get(name)]
    styles = _styles(roots)
    looks = {name: _resolved(styles, name) for name in styles}
    for table in roots[0].iter() if roots else ():
        if local(table) == "table" and _above(table) == "spreadsheet":
            cells, pictures = {}, {}
            for place, cell, names in islice(_styled_cells(table), _MOST_CELLS):
                if look := next((looks[name] for name in names if name in looks), {}):
                    cells[place] = look
                if len(cell) and (shown := _frames(cell)):
                    pictures[place] = shown
            yield _attribute(table, "name"), SheetLooks(cells, pictures)


def _above(element: "_Element") -> str:
    above = element.getparent()
    return local(above) if above is not None else ""


def _attribute(element: "_Element", name: str) -> str:
    """Return an attribute by its name without the namespace."""
    return next((str(value) for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), "")


def _repeats(element: "_Element", name: str) -> int:
    text = _attribute(element, name)
    return int(text) if text.isdecimal() and len(text) < 9 else 1


def _styled_cells(table: "_Element") -> Iterator[tuple[tuple[int, int], "_Element", tuple[str, ...]]]:
    """Yield the place of each cell, the cell, and the styles that it may have: its own, its row's, its column's."""
    columns: list[str] = []
    for column in table.iter():
        if local(column) == "table-column":
            columns += [_attribute(column, "default-cell-style-name")] * min(
                _repeats(column, "number-columns-repeated"), _MOST_COLUMNS
            )
    at = 0
    for row in (each for each in table.iter() if local(each) == "table-row"):
        place = 0
        for cell in (each for each in row if local(each) in {"table-cell", "covered-table-cell"}):
            times = _repeats(cell, "number-columns-repeated")
            own = _attribute(cell, "style-name")
            for number in range(place, min(place + times, _MOST_COLUMNS)):
                by_column = columns[number] if number < len(columns) else ""
                yield (at, number), cell, (own, _attribute(row, "default-cell-style-name"), by_column)
            place += times
        at += _repeats(row, "number-rows-repeated")


def _frames(cell: "_Element") -> str:
    frames = (each for each in cell.iter() if local(each) == "frame" and any(local(part) == "image" for part in each))
    names = []
    for frame in frames:
        texts = {local(part): "".join(map(str, part.itertext())) for part in frame}
        names.append(label(texts.get("title") or texts.get("desc") or _attribute(frame, "name")))
    return " ".join(names)


def _styles(roots: Sequence["_Element"]) -> dict[str, tuple[str, CellStyle]]:
    """Return the styles of cells: the one each is based on, and what it sets."""
    styles: dict[str, tuple[str, CellStyle]] = {}
    for root in roots:
        for element in root.iter():
            if local(element) == "style" and _attribute(element, "family") == "table-cell":
                styles[_attribute(element, "name")] = (_attribute(element, "parent-style-name"), _sets(element))
    return styles


def _sets(style: "_Element") -> dict[str, str]:
    """Return what a style sets; an empty text for a way that it turns off."""
    plain: Mapping[str, tuple[str, Callable[[str], bool]]] = {
        "background-color": ("highlight", lambda value: value.lower() in {"transparent", "#ffffff"}),
        "color": ("colour", lambda value: value.lower() == "#000000"),
        "font-weight": ("bold", lambda value: value in {"normal", "100", "200", "300", "400"}),
        "font-style": ("italic", lambda value: value == "normal"),
        "text-underline-style": ("underline", lambda value: value == "none"),
    }
    look = {}
    for properties in style:
        kind = local(properties)
        for name, (way, off) in plain.items():
            own = "table-cell-properties" if way == "highlight" else "text-properties"
            if kind == own and (value := _attribute(properties, name)):
                look[way] = "" if off(value) else value
    return look


def _resolved(styles: Mapping[str, tuple[str, CellStyle]], name: str) -> CellStyle:
    """Return the look of a style with what it is based on."""
    chain: list[CellStyle] = []
    while name in styles and len(chain) < _MOST_STYLES:
        name, look = styles[name]
        chain.append(look)
    merged = {way: value for look in reversed(chain) for way, value in look.items()}
    return {way: value for way, value in merged.items() if value}


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
    looks: dict[str, dict[str, CellStyle]] = {}
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
    parts = {} if data.startswith(OLE) and len(data) <= LIMIT else opened(data, where, tags=6 * CELLS)
    for name in (each for each in parts if each.startswith("xl/worksheets/") and each.endswith(".xml")):
        _check_extent(parts[name], where)
        _check_texts(parts[name], parts.get("xl/sharedStrings.xml", b""), where)
    if "xl/workbook.xml" not in parts and "content.xml" in parts:
        _check_repeats(parse(parts["content.xml"], where), where)
    looks = looks_of(parts, where)
    for sheet in _sheets(packed(without_pictures(parts, where)).getvalue() if parts else data, where):
        own = looks.get(sheet.name, SheetLooks())
        if cells := _cells(sheet, own.pictures):
            yield replace(_grid(sheet.name, cells), looks=own)


def _sheets(data: bytes, where: str) -> list[Sheet]:
    try:
        return sheets_of(data)
    except WorkbookError as error:
        if error.what == "password":
            raise fault(where, "the workbook is protected by a password. Save it without one.") from error
        if error.what == "cells":
            raise fault(
                where, f"the sheet '{error.sheet}' has more than {CELLS:,} cells; an exam has fewer."
            ) from error
        if error.what == "memory":
            raise fault(
                where,
                "a sheet reaches too far, or the workbook is damaged: it could not be read. Save the exam's cells in "
                "a new workbook.",
            ) from error
        raise fault(where, "the workbook is damaged or cut off. Save it again.", "left-office-damaged") from error


def _check_extent(sheet: bytes, where: str) -> None:
    """Refuse a sheet between whose cells there are too many, for which the library would make room.

    It lets a cell without a place follow the one before, and takes letters of either case, any number of them. What
    eludes this look at the file is refused all the same, with a sentence that cannot say where it reaches.
    """
    row = column = rows = columns = 0
    for name, about in _TAG.findall(sheet):
        places = _PLACE.findall(about)  # of an attribute that stands there twice, either may count
        own = max((int(digits.lstrip(b"0")[:_FAR] or b"0") for _, digits in places), default=0)
        if name == b"row":
            row, column = own or row + 1, 0
        elif name == b"c":
            column = max((_column(each[:_FAR].decode().upper()) + 1 for each, _ in places if each), default=column + 1)
            if not _EMPTY.fullmatch(about):  # else it is left out
                rows, columns = max(rows, own or row), max(columns, column)
    if rows * columns > CELLS:
        raise fault(where, f"a sheet reaches to row {rows:,} and column {columns:,}; an exam has fewer cells.")


def _check_texts(sheet: bytes, texts: bytes, where: str) -> None:
    """Refuse a sheet that shows long texts again and again: the library copies a text for each of its cells."""
    lengths = [len(text) for text in re.split(rb"<(?:[\w.-]+:)?si[\s>/]", texts)[1:]]
    total, shared = 0, False
    for name, about in _TAG.findall(sheet):
        if name == b"c":
            shared = _IS_SHARED.search(about) is not None
        elif name == b"v" and shared:
            place = int(match[1].lstrip(b"0")[:_FAR] or b"0") if (match := _TEXT.fullmatch(about)) else 0
            total += lengths[place] if place < len(lengths) else 0
    if total > LIMIT:
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


def _cells(sheet: Sheet, pictures: Mapping[tuple[int, int], str]) -> list[list[str]]:
    """Return the texts of a sheet's cells, without empty columns at the right and rows at the end."""
    cells = sheet.cells
    for (top, left), (bottom, _) in sheet.merged:
        for row in cells[top + 1 : bottom + 1]:
            row[left] = cells[top][left]
    for (at, column), shown in pictures.items():
        if at < len(cells) and column < len(cells[at]):
            cells[at][column] = f"{cells[at][column]} {shown}".strip()
    width = max((place + 1 for row in cells for place, text in enumerate(row) if text.strip()), default=0)
    while cells and not any(text.strip() for text in cells[-1]):
        cells.pop()
    return [row[:width] for row in cells]


def _grid(name: str, cells: list[list[str]]) -> _SheetCells:
    for place, row in enumerate(cells[:_TITLES]):
        if names_parts(row):
            header = distinct([text.strip() for text in row])
            return _SheetCells(name, [*cells[:place], header, *cells[place + 1 :]], place, True)
    first = next(place for place, row in enumerate(cells) if any(text.strip() for text in row))
    return _SheetCells(name, cells, first, False)
