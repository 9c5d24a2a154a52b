"""Word documents (.docx), opened by python-docx: paragraphs, tables, and the numbers of lists, which no text holds.

Word writes of a paragraph only which list and level it belongs to; its number is counted here as Word counts it, by
the list's start, its restarts and the levels above (ECMA-376, part 1, §17.9). Type (bold, underline, highlight, colour)
is that of a run or of the styles it has. A footnote stands where its sign is in the text, `[note: …]`; the paragraphs
of a text box follow the one it is fixed to. Comments, headers and footers are named as not read; deleted text is gone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from examfiles.decoding import LIMIT
from examfiles.format import Document, Format, Outcome, Sample, Writer, fault
from examfiles.items import LETTERS
from examfiles.office_files import ZIP, opened, packed
from examfiles.pictures import label
from examfiles.readers.office import Block, Drawn, PageTable, Paragraph, Piece, beside, flat, piece, read_flow, roman
from examfiles.readers.office.paper import ROLES, SHEET, write_document
from examfiles.xml import parse

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph as WordParagraph
    from docx.text.run import Run

SUFFIXES = (".docx", ".docm")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_OFFICE = "{urn:schemas-microsoft-com:office:office}"
_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_VML = "{urn:schemas-microsoft-com:vml}"
_OTHER_PARTS = ("word/comments.xml", "word/header", "word/footer")
_NOTES = {"footnote": "word/footnotes.xml", "endnote": "word/endnotes.xml"}
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_TEXT = "word/document.xml"
_EQUATION = "equation"
_AROUND = ("ins", "moveTo", "smartTag", "customXml", "sdt", "sdtContent", "fldSimple", "ruby", "rubyBase")
_AWAY = ("del", "moveFrom", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "rubyPr", "rt")
_WRAPPED = re.compile(rb":(?:ins|moveTo|smartTag|customXml|sdt|fldSimple|ruby|oMath|sym)\b")
_BETWEEN = {"f": "/", "sSup": "^", "sSub": "_"}
_SYMBOLS = {"F0FC": "\u2713", "F0FB": "\u2717", "F0FE": "\u2611", "F0FD": "\u2612", "F0A8": "\u2610", "F06F": "\u2610"}
_SYMBOLS |= {"F0E0": "\u2192", "F0B7": "\u2022", "F0A7": "\u25aa", "F0D7": "\u00b7"}
"""Signs of Wingdings and Symbol that exams have, by their number."""
_MOST_TABLES = 9  # tables inside tables
_MOST_STYLES = 20  # styles based on each other
_LEVELS = 9  # of a list, as many as Word has
STYLES, RUNS, PARAGRAPHS, CELLS, COLUMNS = 1_000, 60_000, 100_000, 100_000, 100
"""The most styles of a document, runs of text with one look, paragraphs, cells of tables, and cells in a row of one."""


def sniff(sample: Sample) -> bool:
    """Recognise a Word document by its parts."""
    return sample.data.startswith(ZIP) and (b"word/document" in sample.data or sample.name.lower().endswith(SUFFIXES))


def read(document: Document) -> Iterator[Outcome]:
    """Read one document. Raises DataError where it is damaged, protected by a password or too large."""
    yield from read_flow(*blocks(document.data, document.where), document)
    parts = opened(document.data, document.where, wanted=_OTHER_PARTS)
    texts = {name: parse(part, document.where) for name, part in parts.items() if name.endswith(".xml")}
    yield from beside({name: root.iter(f"{_W}t") for name, root in texts.items()}, document.where)


def blocks(data: bytes, where: str) -> tuple[list[Block], list[Drawn]]:
    """Return the paragraphs and tables of a document in their order, and its pictures.

    Raises DataError where it cannot be opened.
    """
    import docx
    from docx.exceptions import PythonDocxError
    from docx.oxml.exceptions import XmlchemyError

    odd = (PythonDocxError, XmlchemyError)  # two trees of errors, each with an InvalidXmlError
    parts = opened(data, where)
    parts |= {_TEXT: _unwrapped(parts[_TEXT], where)} if _TEXT in parts else {}
    try:
        word = docx.Document(packed(parts))
        _check_size(word, where)
        counting = _Counting(_levels_of(word), _notes(parts, where))
        return list(_blocks(word.iter_inner_content(), counting, 0)), counting.pictures
    except (KeyError, ValueError, AttributeError, SyntaxError, TypeError, *odd) as error:
        raise fault(where, "the document is damaged. Save it again.", "left-office-damaged") from error


def _unwrapped(data: bytes, where: str) -> bytes:
    """Return the text of a document without what the library passes over with all that is in it.

    Inserted and moved text, fields, content controls and ruby become plain runs; equations and symbols become text.
    """
    from lxml import etree

    if not _WRAPPED.search(data):
        return data
    root = parse(data, where)
    etree.strip_elements(root, *(f"{_W}{name}" for name in _AWAY))
    for equation in list(root.iter(f"{_M}oMath")):
        run = etree.Element(f"{_W}r", {_EQUATION: "1"})
        etree.SubElement(run, f"{_W}t").text = _linear(equation)
        run.tail = equation.tail
        equation.getparent().replace(equation, run)  # type: ignore[union-attr]  # the root is none
    for symbol in list(root.iter(f"{_W}sym")):
        symbol.tag, code = f"{_W}t", (symbol.get(f"{_W}char") or "").upper()
        symbol.text = _SYMBOLS.get(code, "[symbol]")
    etree.strip_tags(root, *(f"{_W}{name}" for name in _AROUND), f"{_M}oMathPara")
    for inner in [run for run in root.iter(f"{_W}r") if run.getparent().tag == f"{_W}r"]:  # type: ignore[union-attr]
        inner.tag = f"{_W}inner"
    etree.strip_tags(root, f"{_W}inner")
    return etree.tostring(root)


def _linear(element: Any) -> str:
    """Return an equation in a line of text: x^2, 1/2, √(x)."""
    kind = element.tag.rpartition("}")[2]
    parts = [_linear(part) for part in element if not part.tag.endswith("Pr")]
    if kind == "t":
        return element.text or ""
    if kind in _BETWEEN:
        return _BETWEEN[kind].join(parts)
    return f"\u221a({''.join(parts)})" if kind == "rad" else "".join(parts)


def _check_size(word: "WordDocument", where: str) -> None:
    """Refuse a document that the library would take minutes or gigabytes for. Raises DataError."""
    body = word.element
    _check(where, "styles", sum(1 for _ in word.styles.element.iter(f"{_W}style")), STYLES)
    _check(where, "runs of text", sum(1 for _ in body.iter(f"{_W}r")), RUNS)
    _check(where, "paragraphs", sum(1 for _ in body.iter(f"{_W}p")), PARAGRAPHS)
    _check(where, "cells in its tables", sum(1 for _ in body.iter(f"{_W}tc")), CELLS)
    for row in body.iter(f"{_W}tr"):
        spans = sum(abs(int(each.get(f"{_W}val") or 1)) for path in _SPANS for each in row.findall(path))
        _check(where, "cells in a row", len(row.findall(f"{_W}tc")) + spans, COLUMNS)


_SPANS = (f"{_W}tc/{_W}tcPr/{_W}gridSpan", f"{_W}trPr/{_W}gridBefore", f"{_W}trPr/{_W}gridAfter")


def _check(where: str, what: str, count: int, most: int) -> None:
    if count > most:
        raise fault(where, f"there are {count:,} {what}; expected at most {most:,}. Split the document.")


def _blocks(container: Iterable[Any], counting: "_Counting", depth: int) -> Iterator[Block]:
    from docx.table import Table

    for each in container:
        if not isinstance(each, Table):
            role = ROLES.get(
                each._p.style or "", SHEET if (each._p.style or "").startswith(("Heading", "Title")) else ""
            )
            yield Paragraph(tuple(_pieces(each, counting)), counting.label(each), role, counting.series(each))
            for box in _boxes(each) if depth < _MOST_TABLES else ():
                yield from _blocks(box, counting, depth + 1)
        elif depth < _MOST_TABLES:
            rows = []
            for row in each.rows:
                cells = []
                for cell in dict.fromkeys(row.cells):  # a merged cell is listed once for each column it covers
                    inner = list(_blocks(cell.iter_inner_content(), counting, depth + 1))
                    cells.append(tuple(flat(inner)))
                rows.append(tuple(cells))
            yield PageTable(tuple(rows))


def _boxes(paragraph: "WordParagraph") -> Iterator[list[Any]]:
    """Yield what is in the text boxes that are fixed to a paragraph, without the copies for older programs."""
    from docx.table import Table
    from docx.text.paragraph import Paragraph as BoxParagraph

    kinds: dict[str, Any] = {f"{_W}p": BoxParagraph, f"{_W}tbl": Table}
    for box in paragraph._p.iter(f"{_W}txbxContent"):
        outer = next(box.iterancestors(f"{_W}txbxContent", f"{_W}p"))
        if outer is paragraph._p and not _is_fallback(box):
            yield [kinds[part.tag](part, paragraph._parent) for part in box if part.tag in kinds]


def _is_fallback(element: Any) -> bool:
    return next(element.iterancestors(_FALLBACK), None) is not None


def _notes(parts: Mapping[str, bytes], where: str) -> dict[tuple[str, str], str]:
    """Return the texts of footnotes and endnotes, by kind and id."""
    return {
        (kind, str(note.get(f"{_W}id"))): text
        for kind, name in _NOTES.items()
        if name in parts
        for note in parse(parts[name], where).iter(f"{_W}{kind}")
        if (text := " ".join("".join(each.text or " " for each in note.iter(f"{_W}t", f"{_W}p")).split()))
    }


def _pieces(paragraph: "WordParagraph", counting: "_Counting") -> Iterator[Piece]:
    """Yield the runs of a paragraph, those of links included, with notes, and names for its pictures."""
    from docx.text.run import Run

    for inner in paragraph.iter_inner_content():
        for run in [inner] if isinstance(inner, Run) else inner.runs:
            marks = _marks(run, paragraph, counting.looks)
            pictures = list(_pictures(run))
            counting.pictures += pictures
            yield piece(run.text, marks | _shape(run))
            yield from (Piece(f" {label} ", marks) for label, _, _ in pictures)
            for kind in _NOTES:
                for sign in run._r.iter(f"{_W}{kind}Reference"):
                    if text := counting.notes.pop((kind, str(sign.get(f"{_W}id"))), ""):
                        yield Piece(f" [note: {text}] ", marks)


def _pictures(run: "Run") -> Iterator[Drawn]:
    """Yield the pictures of a run; the outline of a text box is none."""
    root: Any = run._r
    for element in root.iter(f"{_DRAWING}docPr"):
        if next(element.getparent().iter(f"{_W}txbxContent"), None) is None:
            blip = next(element.getparent().iter(_BLIP), None)
            named = element.get("descr") or element.get("title") or element.get("name")
            yield label(named or ""), *_file(run, None if blip is None else blip.get(f"{_RELATED}embed"))
    for element in root.iter(f"{_VML}imagedata"):
        if not _is_fallback(element):
            named = element.getparent().get("alt") or element.get(f"{_OFFICE}title")
            yield label(named or ""), *_file(run, element.get(f"{_RELATED}id"))


def _file(run: "Run", name: str | None) -> tuple[str, bytes]:
    """Return the name and content of the file that a picture names by its relation; empty where there is none."""
    part = run.part.related_parts.get(name) if name else None
    return ("", b"") if part is None else (str(part.partname).rpartition("/")[2], part.blob)


def _marks(run: "Run", paragraph: "WordParagraph", looks: "_Looks") -> frozenset[str]:
    from docx.enum.text import WD_COLOR_INDEX

    font, marks = run.font, set()
    if looks.said(font.bold, run, paragraph, "bold"):
        marks.add("bold")
    if looks.said(font.italic, run, paragraph, "italic"):
        marks.add("italic")
    if font.underline:
        marks.add("underline")
    shade = next(run._r.iter(f"{_W}shd"), None)
    shaded = shade is not None and (shade.get(f"{_W}fill") or "auto").lower() not in {"auto", "ffffff", "clear"}
    if font.highlight_color not in {None, WD_COLOR_INDEX.AUTO, WD_COLOR_INDEX.WHITE} or shaded:
        marks.add("highlight")
    if font.color is not None and font.color.rgb is not None and str(font.color.rgb) not in {"000000", "auto"}:
        marks.add("colour")
    return frozenset(marks)


def _shape(run: "Run") -> frozenset[str]:
    font = run.font
    values = {"sub": font.subscript, "sup": font.superscript, "s": font.strike or font.double_strike}
    values[_EQUATION] = run._r.get(_EQUATION) is not None
    return frozenset(name for name, value in values.items() if value)


@dataclass(slots=True)
class _Looks:
    """What styles say, each asked once: the library looks through all of them whenever it is asked for one."""

    fonts: dict[tuple[type, str | None, str], bool | None] = field(default_factory=dict)
    lists: dict[str | None, tuple[str | None, int | None]] = field(default_factory=dict)

    def said(self, own: bool | None, run: "Run", paragraph: "WordParagraph", name: str) -> bool:
        """Return whether a run is bold or italic, by itself or by its styles."""
        if own is not None:
            return own
        values = (
            self._of_style(first, style, name)
            for first, style in ((run, run._r.style), (paragraph, paragraph._p.style))
        )
        return bool(next((value for value in values if value is not None), False))

    def _of_style(self, first: "Run | WordParagraph", style: str | None, name: str) -> bool | None:
        key = (type(first), style, name)
        if key not in self.fonts:
            values = (getattr(each.font, name) for each in _based(first.style))
            self.fonts[key] = next((value for value in values if value is not None), None)
        return self.fonts[key]

    def numbered(self, paragraph: "WordParagraph") -> tuple[str | None, int | None]:
        """Return the list and the level that the style of a paragraph says."""
        style = paragraph._p.style
        if style not in self.lists:
            self.lists[style] = _numbered_by_style(paragraph)
        return self.lists[style]


def _based(style: Any) -> Iterator[Any]:
    """Yield a style and those it is based on."""
    for _ in range(_MOST_STYLES):
        if style is None:
            return
        yield style
        style = style.base_style


@dataclass(frozen=True, slots=True)
class _Level:
    """A level of a list: how its numbers are written, the text around them, and where they start."""

    form: str
    text: str
    start: int = 1


@dataclass(frozen=True, slots=True)
class _List:
    """A list: its abstract list, which counts for all lists of its kind, its levels, and where it starts anew."""

    abstract: str
    levels: dict[int, _Level]
    restarts: dict[int, int]


def _levels_of(word: "WordDocument") -> dict[str, _List]:
    """Return the lists of a document by their ids."""
    try:
        root = word.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return {}
    abstracts = {
        each.get(f"{_W}abstractNumId"): {
            int(level.get(f"{_W}ilvl") or 0): _level(level) for level in each.iter(f"{_W}lvl")
        }
        for each in root.iter(f"{_W}abstractNum")
    }
    lists = {}
    for number in root.iter(f"{_W}num"):
        abstract = next((each.get(f"{_W}val") for each in number.iter(f"{_W}abstractNumId")), "")
        levels = dict(abstracts.get(abstract, {}))
        restarts = {}
        for override in number.iter(f"{_W}lvlOverride"):
            at = int(override.get(f"{_W}ilvl") or 0)
            for level in override.iter(f"{_W}lvl"):
                levels[at] = _level(level)
            for start in override.iter(f"{_W}startOverride"):
                restarts[at] = int(start.get(f"{_W}val") or 1)
        lists[number.get(f"{_W}numId")] = _List(abstract, levels, restarts)
    return lists


def _level(element: Any) -> _Level:
    def value(name: str, otherwise: str) -> str:
        part = element.find(f"{_W}{name}")
        return otherwise if part is None else (part.get(f"{_W}val") or otherwise)

    return _Level(value("numFmt", "decimal"), value("lvlText", ""), int(value("start", "1")))


@dataclass(slots=True)
class _Counting:
    """The lists of a document, the numbers they have reached, by abstract list and level; its notes and pictures."""

    lists: dict[str, _List]
    notes: dict[tuple[str, str], str]  # each is shown once
    pictures: list[Drawn] = field(default_factory=list)
    reached: dict[str, dict[int, int]] = field(default_factory=dict)
    restarted: set[str] = field(default_factory=set)
    looks: _Looks = field(default_factory=_Looks)

    def series(self, paragraph: "WordParagraph") -> str:
        """Name the list and the level of a paragraph; empty where it is in no list."""
        name, at = _membership(paragraph, self.looks)
        return f"{self.lists[name].abstract}/{at}" if name in self.lists else ""

    def label(self, paragraph: "WordParagraph") -> str:
        """Return the label of a paragraph as Word shows it; empty where it is in no list. Counts it."""
        name, at = _membership(paragraph, self.looks)
        one = self.lists.get(name)
        if one is None or at not in one.levels or at >= _LEVELS:
            return ""
        reached = self.reached.setdefault(one.abstract, {})
        if name not in self.restarted:
            self.restarted.add(name)
            for below, start in one.restarts.items():
                reached[below] = start - 1
        reached[at] = reached.get(at, one.levels[at].start - 1) + 1
        for below in [place for place in reached if place > at]:
            del reached[below]
        level = one.levels[at]
        if level.form in {"bullet", "none"}:
            return "-" if level.form == "bullet" else ""
        text = level.text
        for upper in range(at + 1):
            other = one.levels.get(upper, level)
            text = text.replace(f"%{upper + 1}", _written(reached.get(upper, other.start), other.form))
        return text.strip()


def _membership(paragraph: "WordParagraph", looks: _Looks) -> tuple[str, int]:
    """Return the list and the level of a paragraph, its own or its style's."""
    name, level = _numbered(paragraph._p.pPr)
    if name is None:
        name, other = looks.numbered(paragraph)
        level = other if level is None else level
    return name or "", level or 0


def _numbered_by_style(paragraph: "WordParagraph") -> tuple[str | None, int | None]:
    level = None
    for style in _based(paragraph.style):
        name, other = _numbered(style.element.pPr)
        level = other if level is None else level
        if name is not None:
            return name, level
    return None, level


def _numbered(properties: Any) -> tuple[str | None, int | None]:
    numbering = properties.find(f"{_W}numPr") if properties is not None else None
    if numbering is None:
        return None, None
    values = {name: numbering.find(f"{_W}{name}") for name in ("numId", "ilvl")}
    number, level = (None if each is None else each.get(f"{_W}val") for each in values.values())
    return number, None if level is None else int(level)


def _written(number: int, form: str) -> str:
    """Write a number as a list does; of the letters that Word repeats behind Z (aa, bb), one.

    >>> _written(4, "decimal"), _written(2, "upperLetter"), _written(14, "lowerRoman"), _written(28, "lowerLetter")
    ('4', 'B', 'xiv', 'b')
    """
    if form in {"upperLetter", "lowerLetter"} and number > 0:
        own = LETTERS[(number - 1) % len(LETTERS)]
        return own if form == "upperLetter" else own.lower()
    if form in {"upperRoman", "lowerRoman"}:
        return roman(number).upper() if form == "upperRoman" else roman(number)
    return f"{number:02}" if form == "decimalZero" else str(number)


FORMAT = Format(
    "docx",
    "Word document",
    SUFFIXES,
    sniff,
    read,
    exam=True,
    most=LIMIT + 1,
    passages="the paragraphs before its questions",
    writers=(Writer("docx", "Word document", (".docx",), write_document, printed=True),),
)
