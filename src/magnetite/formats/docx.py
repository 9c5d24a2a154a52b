"""Word documents (.docx), opened by python-docx: paragraphs, tables, and the numbers of lists, which no text holds.

Word writes of a paragraph only which list and level it belongs to; its number is counted here as Word counts it, by
the list's start, its restarts and the levels above (ECMA-376, part 1, §17.9). Type (bold, underline, highlight, colour)
is that of a run or of the styles it has. Text in comments, headers, footnotes and deleted text is not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from magnetite.core.items import letter
from magnetite.formats.decoding import LIMIT
from magnetite.formats.flow import Block, PageTable, Paragraph, Piece, flat, read_flow
from magnetite.formats.format import Document, Format, Outcome, Sample, fault
from magnetite.formats.numerals import roman
from magnetite.formats.office import ZIP, opened, packed

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph as WordParagraph
    from docx.text.run import Run

SUFFIXES = (".docx", ".docm")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_MOST_TABLES = 9  # tables inside tables
_MOST_STYLES = 20  # styles based on each other


def sniff(sample: Sample) -> bool:
    """Recognise a Word document by its parts."""
    return sample.data.startswith(ZIP) and (b"word/document" in sample.data or sample.name.lower().endswith(SUFFIXES))


def read(document: Document) -> Iterator[Outcome]:
    """Read one document. Raises DataError where it is damaged, protected by a password or too large."""
    yield from read_flow(blocks(document.data, document.where), document)


def blocks(data: bytes, where: str) -> list[Block]:
    """Return the paragraphs and tables of a document in their order. Raises DataError where it cannot be opened."""
    import docx

    parts = opened(data, where)
    try:
        word = docx.Document(packed(parts))
        return list(_blocks(word, _Counting(_levels_of(word)), 0))
    except (KeyError, ValueError, AttributeError, SyntaxError, TypeError) as error:
        raise fault(where, "the document is damaged. Save it again.", "left-office-damaged") from error


def _blocks(container: Any, counting: "_Counting", depth: int) -> Iterator[Block]:
    from docx.table import Table

    for each in container.iter_inner_content():
        if not isinstance(each, Table):
            yield Paragraph(tuple(_pieces(each)), counting.label(each))
        elif depth < _MOST_TABLES:
            rows = []
            for row in each.rows:
                cells = []
                for cell in dict.fromkeys(row.cells):  # a merged cell is listed once for each column it covers
                    inner = list(_blocks(cell, counting, depth + 1))
                    cells.append(tuple(flat(inner)))
                rows.append(tuple(cells))
            yield PageTable(tuple(rows))


def _pieces(paragraph: "WordParagraph") -> Iterator[Piece]:
    """Yield the runs of a paragraph, those of links included, and names for its pictures."""
    from docx.text.run import Run

    for inner in paragraph.iter_inner_content():
        for run in [inner] if isinstance(inner, Run) else inner.runs:
            picture = "".join(_picture(each) for each in run._r.iter(_DRAWN))
            yield Piece(run.text + picture, _marks(run, paragraph))


def _picture(element: Any) -> str:
    name = (element.get("descr") or element.get("title") or element.get("name") or "").strip()
    return f" [image: {' '.join(name.split())}] " if name else " [image] "


def _marks(run: "Run", paragraph: "WordParagraph") -> frozenset[str]:
    from docx.enum.text import WD_COLOR_INDEX

    font, marks = run.font, set()
    if _said(font.bold, run, paragraph, "bold"):
        marks.add("bold")
    if _said(font.italic, run, paragraph, "italic"):
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


def _said(own: bool | None, run: "Run", paragraph: "WordParagraph", name: str) -> bool:
    """Return whether a run is bold or italic, by itself or by its styles."""
    if own is not None:
        return own
    values = (getattr(style.font, name) for first in (run.style, paragraph.style) for style in _based(first))
    return bool(next((value for value in values if value is not None), False))


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
        found = element.find(f"{_W}{name}")
        return otherwise if found is None else (found.get(f"{_W}val") or otherwise)

    return _Level(value("numFmt", "decimal"), value("lvlText", ""), int(value("start", "1")))


@dataclass(slots=True)
class _Counting:
    """The numbers that the lists of a document have reached, by abstract list and level."""

    lists: dict[str, _List]
    reached: dict[str, dict[int, int]] = field(default_factory=dict)
    restarted: set[str] = field(default_factory=set)

    def label(self, paragraph: "WordParagraph") -> str:
        """Return the label of a paragraph as Word shows it; empty where it is in no list. Counts it."""
        name, at = _membership(paragraph)
        one = self.lists.get(name)
        if one is None or at not in one.levels:
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


def _membership(paragraph: "WordParagraph") -> tuple[str, int]:
    """Return the list and the level of a paragraph, its own or its style's."""
    name, level = _numbered(paragraph._p.pPr)
    for style in _based(paragraph.style) if name is None else ():
        name, other = _numbered(style.element.pPr)
        level = other if level is None else level
        if name is not None:
            break
    return name or "", level or 0


def _numbered(properties: Any) -> tuple[str | None, int | None]:
    numbering = properties.find(f"{_W}numPr") if properties is not None else None
    if numbering is None:
        return None, None
    values = {name: numbering.find(f"{_W}{name}") for name in ("numId", "ilvl")}
    number, level = (None if each is None else each.get(f"{_W}val") for each in values.values())
    return number, None if level is None else int(level)


def _written(number: int, form: str) -> str:
    """Write a number as a list does.

    >>> _written(4, "decimal"), _written(2, "upperLetter"), _written(14, "lowerRoman")
    ('4', 'B', 'xiv')
    """
    if form in {"upperLetter", "lowerLetter"} and number > 0:
        return letter(number - 1) if form == "upperLetter" else letter(number - 1).lower()
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
)
