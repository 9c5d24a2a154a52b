"""OpenDocument texts (.odt): paragraphs, tables, and the numbers of lists, which no text holds.

No kept library counts lists or resolves styles, so the XML is read as it is (OpenDocument 1.3, part 3): a list's items
are counted by its style, from its start or on from the list before it; type is that of a span's style and those it is
based on. A footnote stands where its sign is in the text, `[note: …]`; the paragraphs of a text box follow the one it
is fixed to. Comments, headers and footers are named as not read; deleted text is gone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from examfiles import pictures
from examfiles.decoding import LIMIT
from examfiles.format import Document, Format, Outcome, Sample
from examfiles.items import LETTERS
from examfiles.office_files import ZIP, opened, part
from examfiles.readers.office import Block, Drawn, PageTable, Paragraph, Piece, beside, flat, piece, read_flow, roman
from examfiles.readers.office.paper import SHEET
from examfiles.xml import local, parse

if TYPE_CHECKING:
    from lxml.etree import _Element

_TAGS = 250_000  # of XML: more than 50,000 paragraphs
SUFFIXES = (".odt",)
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_HREF = "{http://www.w3.org/1999/xlink}href"
_BOX = f"{{{_SPACE}drawing:1.0}}text-box"
_PARAGRAPHS = (f"{{{_SPACE}text:1.0}}p", f"{{{_SPACE}text:1.0}}h")
_SKIPPED = {"tracked-changes", "note", "annotation", "table-of-content", "forms", "sequence-decls", "bibliography"}
_OTHER_ELEMENTS = {*_SKIPPED, "ruby-text", "frame", "custom-shape", "script", ""}
_MOST_SPACES = 1_000  # in a row
_MOST_STYLES = 20  # based on each other


def sniff(sample: Sample) -> bool:
    """Recognise an OpenDocument text by the kind it states."""
    data = sample.data
    return data.startswith(ZIP) and (b"opendocument.text" in data[:200] or sample.name.lower().endswith(SUFFIXES))


def read(document: Document) -> Iterator[Outcome]:
    """Read one document. Raises DataError where it is damaged, protected by a password or too large."""
    yield from read_flow(*blocks(document.data, document.where), document)
    parts = opened(document.data, document.where, tags=_TAGS, wanted=("content.xml", "styles.xml"))
    roots = [parse(each, document.where) for each in parts.values() if each.strip()]
    texts = {
        kind: [part for root in roots for each in root.iter(f"{{{_SPACE}{space}:1.0}}{kind}") for part in each.iter()]
        for space, kind in (("office", "annotation"), ("style", "header"), ("style", "footer"))
    }
    yield from beside(texts, document.where)


def blocks(data: bytes, where: str) -> tuple[list[Block], list[Drawn]]:
    """Return the paragraphs and tables of a document in their order, and its pictures.

    Raises DataError where it cannot be opened.
    """
    parts = opened(data, where, tags=_TAGS)
    content = parse(part(parts, "content.xml", where), where)
    roots = [content, *([parse(parts["styles.xml"], where)] if parts.get("styles.xml", b"").strip() else [])]
    body = content.find(f"{{{_SPACE}office:1.0}}body/{{{_SPACE}office:1.0}}text")
    reading = _TextStyles(_styles(roots), _list_styles(roots), parts)
    return (list(_blocks(body, reading)) if body is not None else []), reading.pictures


@dataclass(frozen=True, slots=True)
class _Style:
    """A style of text: what it sets (None: nothing), by way of setting off, and the style it is based on."""

    parent: str
    sets: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class _ListLevel:
    """A level of a list style: the form of its numbers (empty: bullets), the text around them, where they start."""

    form: str
    prefix: str
    suffix: str
    start: int
    shown: int  # how many levels' numbers are shown, 1.2 being two
    bullet: bool


@dataclass(slots=True)
class _TextStyles:
    """The styles of a document, its files, its pictures, and what its lists have reached, by list style and level."""

    styles: dict[str, _Style]
    lists: dict[str, dict[int, _ListLevel]]
    parts: Mapping[str, bytes]
    pictures: list[Drawn] = field(default_factory=list)
    reached: dict[str, dict[int, int]] = field(default_factory=dict)


def _get(element: "_Element", space: str, name: str) -> str:
    return str(element.get(f"{{{_SPACE}{space}:1.0}}{name}") or "")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 1


def _blocks(container: "_Element", reading: _TextStyles) -> Iterator[Block]:
    for element in container:
        kind = local(element)
        if kind in {"p", "h"}:
            yield _paragraph(element, reading, "")
            yield from _boxed(element, reading)
        elif kind == "list":
            yield from _list(element, reading, "", 1)
        elif kind == "table":
            yield PageTable(tuple(_rows(element, reading)))
        elif kind and kind not in _SKIPPED:
            yield from _blocks(element, reading)


def _rows(table: "_Element", reading: _TextStyles) -> Iterator[tuple[tuple[Paragraph, ...], ...]]:
    for row in table.iter():
        if local(row) == "table-row" and _table_of(row) is table:
            yield tuple(
                tuple(flat(list(_blocks(cell, reading))))
                for cell in row
                if local(cell) in {"table-cell", "covered-table-cell"}
            )


def _table_of(row: "_Element") -> "_Element | None":
    above = row.getparent()
    while above is not None and local(above) != "table":
        above = above.getparent()
    return above


def _list(element: "_Element", reading: _TextStyles, style: str, level: int) -> Iterator[Block]:
    """Yield the paragraphs of a list; the first of each item has its label."""
    style = _get(element, "text", "style-name") or style
    reached = reading.reached.setdefault(style, {})
    continues = _get(element, "text", "continue-numbering") == "true" or _get(element, "text", "continue-list")
    if level == 1 and not continues:
        reached.clear()
    elif level > 1:
        reached.pop(level, None)
    about = reading.lists.get(style, {}).get(level)
    for item in element:
        if local(item) not in {"list-item", "list-header"}:
            continue
        label = ""
        if local(item) == "list-item" and about:
            start = _get(item, "text", "start-value")
            reached[level] = _number(start) if start else reached.get(level, about.start - 1) + 1
            label = _label(about, reached, reading.lists[style], level)
        for child in item:
            if local(child) in {"p", "h"}:
                yield replace(_paragraph(child, reading, label), series=f"{style}/{level}" if label else "")
                yield from _boxed(child, reading)
                label = ""
            elif local(child) == "list":
                yield from _list(child, reading, style, level + 1)


def _label(about: _ListLevel, reached: Mapping[int, int], levels: Mapping[int, _ListLevel], level: int) -> str:
    if about.bullet:
        return "-"
    if not about.form:
        return ""
    shown = range(level - about.shown + 1, level + 1)
    numbers = (
        _written(reached.get(each, levels[each].start), levels[each].form)
        for each in shown
        if each in levels and levels[each].form
    )
    return f"{about.prefix}{'.'.join(numbers)}{about.suffix}".strip()


def _written(number: int, form: str) -> str:
    name = LETTERS[(max(number, 1) - 1) % len(LETTERS)]  # of the letters that are repeated behind Z, one
    return {"A": name, "a": name.lower(), "I": roman(number).upper(), "i": roman(number)}.get(form, str(number))


def _paragraph(element: "_Element", reading: _TextStyles, label: str) -> Paragraph:
    role = SHEET if local(element) == "h" else ""
    return Paragraph(tuple(_pieces(element, reading, (_get(element, "text", "style-name"),))), label, role)


def _pieces(element: "_Element", reading: _TextStyles, styles: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the text of a paragraph in pieces of one type; `styles` are those around it, the outermost first."""
    marks = _marks(reading, styles)
    if element.text:
        yield piece(element.text, marks)
    for child in element:
        kind = local(child)
        if kind in {"span", "a", "bookmark", "ruby", "ruby-base", "meta"}:
            yield from _pieces(child, reading, (*styles, _get(child, "text", "style-name")))
        elif kind in {"s", "tab", "line-break"}:
            count = _get(child, "text", "c")
            spaces = min(_number(count), _MOST_SPACES)
            yield piece({"s": " " * spaces, "tab": "\t", "line-break": "\n"}[kind], marks)
        elif kind == "note":
            yield Piece(_note(child), marks)
        elif kind == "frame" and child.find(_BOX) is None:
            reading.pictures.append(_picture(child, reading.parts))
            yield Piece(f" {reading.pictures[-1][0]} ", marks)
        elif kind not in _OTHER_ELEMENTS:  # a field
            yield from _pieces(child, reading, styles)
        if child.tail:
            yield piece(child.tail, marks)


def _boxed(paragraph: "_Element", reading: _TextStyles) -> Iterator[Block]:
    """Yield what stands in the text boxes that are fixed to a paragraph."""
    for box in paragraph.iter(_BOX):
        if next(box.iterancestors(_BOX, *_PARAGRAPHS)) is paragraph:
            yield from _blocks(box, reading)


def _note(element: "_Element") -> str:
    """Return a footnote's text for the place of its sign."""
    bodies = (each for each in element if local(each) == "note-body")
    text = " ".join("\n".join("".join(map(str, part.itertext())) for body in bodies for part in body).split())
    return f" [note: {text}] " if text else ""


def _picture(frame: "_Element", parts: Mapping[str, bytes]) -> Drawn:
    names = {local(child): " ".join("".join(map(str, child.itertext())).split()) for child in frame}
    name = names.get("title") or names.get("desc") or _get(frame, "drawing", "name")
    file = next((str(each.get(_HREF) or "") for each in frame if local(each) == "image"), "")
    return pictures.label(name), file.rpartition("/")[2], parts.get(file.removeprefix("./"), b"")


def _marks(reading: _TextStyles, styles: tuple[str, ...]) -> frozenset[str]:
    marks: dict[str, bool] = {}
    for first in styles:
        chain: list[Mapping[str, bool]] = []
        name = first
        while name in reading.styles and len(chain) < _MOST_STYLES:
            chain.append(reading.styles[name].sets)
            name = reading.styles[name].parent
        for sets in reversed(chain):
            marks |= sets
    return frozenset(way for way, on in marks.items() if on)


def _styles(roots: list["_Element"]) -> dict[str, _Style]:
    styles = {}
    for root in roots:
        for element in root.iter(f"{{{_SPACE}style:1.0}}style"):
            properties = element.find(f"{{{_SPACE}style:1.0}}text-properties")
            styles[_get(element, "style", "name")] = _Style(
                _get(element, "style", "parent-style-name"), {} if properties is None else _sets(properties)
            )
    return styles


def _sets(properties: "_Element") -> dict[str, bool]:
    """Return which ways of setting off text properties turn on or off."""
    values = {
        "bold": (_get(properties, "xsl-fo-compatible", "font-weight"), {"normal", "100", "200", "300", "400"}),
        "italic": (_get(properties, "xsl-fo-compatible", "font-style"), {"normal"}),
        "underline": (_get(properties, "style", "text-underline-style"), {"none"}),
        "highlight": (_get(properties, "xsl-fo-compatible", "background-color").lower(), {"transparent", "#ffffff"}),
        "s": (_get(properties, "style", "text-line-through-style"), {"none"}),
        "colour": (_get(properties, "xsl-fo-compatible", "color").lower(), {"#000000"}),
    }
    position = _get(properties, "style", "text-position").partition(" ")[0]
    shape = {"sup": position == "super", "sub": position == "sub"} if position else {}
    return {way: value not in off for way, (value, off) in values.items() if value} | shape


def _list_styles(roots: list["_Element"]) -> dict[str, dict[int, _ListLevel]]:
    lists = {}
    for root in roots:
        for element in root.iter(f"{{{_SPACE}text:1.0}}list-style"):
            levels = (each for each in element if local(each).startswith("list-level-style-"))
            lists[_get(element, "style", "name")] = {
                _number(_get(each, "text", "level")): _ListLevel(
                    _get(each, "style", "num-format"),
                    _get(each, "style", "num-prefix"),
                    _get(each, "style", "num-suffix"),
                    _number(_get(each, "text", "start-value")),
                    _number(_get(each, "text", "display-levels")),
                    local(each) != "list-level-style-number",
                )
                for each in levels
            }
    return lists


FORMAT = Format(
    "odt",
    "OpenDocument text",
    SUFFIXES,
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="the paragraphs before its questions",
)
