"""Markup: HTML, and the XHTML inside QTI, as the text a candidate reads.

Blocks, table rows and <br> become line breaks, entities are decoded, an image is named `[image: …]` by its alternative
text or its file, sounds and films likewise; scripts, styles and comments are dropped. White space is that of a browser:
runs are one space, except in <pre>. A no-break space becomes a space. Emphasised parts are kept beside the text,
because an emphasised NOT is harder to overlook than a plain one, and so is the type of its parts (`marks`), which
systems do not see and writers write. What else the markup says is named (`flattened`): a table is rows of text here.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import unquote
from xml.sax.saxutils import escape

from examfiles.errors import DataError
from examfiles.xml import local

if TYPE_CHECKING:
    from lxml.etree import _Element

_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("header", "hgroup", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody"),
        *("tfoot", "thead", "tr", "ul", "itemBody", "prompt", "rubricBlock", "templateBlock", "feedbackBlock"),
        *("stimulusBody", "contentBody", "simpleChoice"),
    }
)
_DROPPED = frozenset(
    {"script", "style", "head", "template", "title", "noscript", "select", "textarea", "rt", "rp", "annotation"}
)
_EMPHASIS = frozenset({"b", "strong", "em", "i", "u", "mark", "dfn"})
_TYPE = {"b": "strong", "i": "em", "dfn": "em", "ins": "u", "strike": "s", "del": "s"} | {
    name: name for name in ("strong", "em", "u", "mark", "s", "sub", "sup")
}
"""Elements that only set type, by the one that is written for them."""
_STYLES = (
    (re.compile(r"font-weight:\s*(?:bold|[6-9]00)", re.I), "strong"),
    (re.compile(r"font-style:\s*italic", re.I), "em"),
    (re.compile(r"underline", re.I), "u"),
    (re.compile(r"line-through", re.I), "s"),
    (re.compile(r"vertical-align:\s*sub\b", re.I), "sub"),
    (re.compile(r"vertical-align:\s*super\b", re.I), "sup"),
)
_FLATTENED = re.compile(
    r"table|[uod]l|h[1-6]|pre|a|ruby|math|svg|blockquote|code|kbd|samp|var|q|cite|small|big|tt|details|bd[oi]"
    r"|caption|figcaption|audio|video|object|iframe|embed|map|canvas|form|textarea|select|abbr|acronym|font|button|menu"
)
_COLOUR = re.compile(r"(?:^|[;\s])(?:background(?:-color)?|color):\s*(?!inherit|initial|transparent)", re.I)
ORDINAL = frozenset({"st", "nd", "rd", "th", "er", "re", "e", "o", "a", "ª", "º", "tm", "\u2122", "\u00ae"})
_MEDIA = {"audio": "audio", "video": "video", "object": "object", "iframe": "page", "embed": "object"}
_BETWEEN = {"msup": "^", "msub": "_", "mfrac": "/"}  # MathML: x to the power of 2, x with index 2, one half
_EMPHATIC_STYLE = re.compile(
    r"font-weight:\s*(bold|[6-9]00)|font-style:\s*italic|underline|text-transform:\s*upper", re.I
)
_SPACE = re.compile(r"[ \t\n\r\f\v\xa0]+")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]\w{1,30});")
_HTML = re.compile(
    r"<(?P<name>p|div|span|b|i|u|em|strong|sub|sup|[uo]l|li|table|tr|td|th|h[1-6]|a|font|blockquote|pre|code)\b[^<>]*>.*"
    r"</(?P=name)\s*>|<(?:br|hr)\s*/?>|<img\s[^<>]*>|&(?:quot|nbsp|amp|lt|gt|apos|[lr][sd]quo|[mn]dash|hellip|"
    r"[a-zA-Z](?:uml|acute|grave|circ|tilde|cedil)|#\d{1,6}|#[xX][\da-fA-F]{1,5});",
    re.DOTALL | re.IGNORECASE,
)
_NO_CHARACTER = re.compile(r"&#(?:\d{9,}|[xX][0-9a-fA-F]{9,});?")
_NAMELESS = re.compile(r"picture-[0-9a-f]{12}\.\w{3,4}")  # a picture without a name, as `pictures` names its file
_TYPES = ("", "em", "strong")  # by the number of signs
_MARKDOWN_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__|\*|_)(?=\S)([^*_\n]{1,200})(?<=\S)\1(?![\w*])")

Shown = Callable[["_Element"], str | None]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a text: its label there, and its file, at first by its address in the source."""

    label: str
    file: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a text in another type: the HTML element that sets it, and where it begins and ends."""

    tag: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text as a candidate reads it, the parts of it that were emphasised, and the pictures in it.

    `marks`: the type of its parts, in their order, outer ones first. `flattened`: what else its markup says, by the
    names of elements, which no text can hold.
    """

    text: str
    emphasised: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    marks: tuple[Mark, ...] = ()
    flattened: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text)


def joined(texts: Iterable[Text], between: str = "\n") -> Text:
    """Return texts as one, without those that are empty."""
    parts, marks, at = [text for text in texts if text], [], 0
    for text in parts:
        marks += [Mark(each.tag, each.start + at, each.end + at) for each in text.marks]
        at += len(text.text) + len(between)
    return Text(
        between.join(text.text for text in parts),
        tuple(part for text in parts for part in text.emphasised),
        tuple(picture for text in parts for picture in text.pictures),
        tuple(marks),
        tuple(dict.fromkeys(name for text in parts for name in text.flattened)),
    )


def part_of(text: Text, start: int, end: int) -> Text:
    """Return a part of a text, without white space at its ends, with what is emphasised and shown in it."""
    whole = text.text[start:end]
    start += len(whole) - len(whole.lstrip())
    end = start + len(whole.strip())
    clipped = (Mark(each.tag, max(each.start, start) - start, min(each.end, end) - start) for each in text.marks)
    return Text(
        text.text[start:end],
        tuple(part for part, at in _found(text.text, text.emphasised) if start <= at < end),
        tuple(
            picture
            for picture, (_, at) in zip(
                text.pictures, _found(text.text, [each.label for each in text.pictures]), strict=True
            )
            if start <= at < end
        ),
        tuple(mark for mark in clipped if mark.start < mark.end),
        text.flattened,
    )


def _found(text: str, parts: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield parts of a text with their places, each behind the one before it; -1 for one that is not there."""
    at = 0
    for part in parts:
        place = text.find(part, at)
        at = place + len(part) if place >= 0 else at
        yield part, place


def cut(text: Text, sign: str) -> list[Text]:
    """Return the parts of a text between signs."""
    ends = [match.start() for match in re.finditer(re.escape(sign), text.text)]
    starts = [0, *(end + len(sign) for end in ends)]
    return [part_of(text, start, end) for start, end in zip(starts, [*ends, len(text.text)], strict=True)]


def unescaped(text: str) -> str:
    """Return a text without character references; one whose number is too long for any character becomes �."""
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text))


def plain(text: str) -> Text:
    """Return text that is no markup, without white space at its ends."""
    return Text(text.strip())


def markdown(text: str) -> Text:
    """Return Markdown with its emphasis as type, and otherwise as it was typed."""
    return moodle_text(_MARKDOWN_EMPHASIS.sub(lambda own: "<{0}>{1}</{0}>".format(_TYPES[len(own[1])], own[2]), text))


def moodle_text(text: str) -> Text:
    """Return text of Moodle's own format: HTML where it holds a tag or an entity, and every line break counts."""
    return html_text(text.strip().replace("\n", "<br>")) if _TAG.search(text) else plain(text)


def is_html(text: str) -> bool:
    """Return whether a text has HTML in it, as learning platforms export it; an element alone (`<b>`) is a text.

    >>> is_html("<p>Who?</p>"), is_html("the tag <b>")
    (True, False)
    """
    return ("<" in text or "&" in text) and bool(_HTML.search(text))


def as_xhtml(source: str) -> str:
    """Return an HTML fragment as XML, without what XML does not hold.

    >>> as_xhtml("<p>Who<br>sat &amp; ran?")
    '<p>Who<br/>sat &amp; ran?</p>'
    """
    from lxml import etree

    root = etree.fromstring(f"<html><body>{source}</body></html>", etree.HTMLParser(remove_pis=True, no_network=True))
    body = root.find("body") if root is not None else None
    parts = (
        [] if body is None else [escape(body.text or ""), *(etree.tostring(each, encoding="unicode") for each in body)]
    )
    return "".join(parts)


def html_text(source: str) -> Text:
    """Return an HTML fragment as text. Raises DataError where it is nested too deeply to be read whole."""
    from lxml import etree

    if "<" not in source:
        return Text(_SPACE.sub(" ", unescaped(source)).strip())
    parser = etree.HTMLParser(recover=True, no_network=True, remove_pis=True, encoding="utf-8")
    whole = f"<html><body>{source.replace(chr(0), '')}</body></html>"
    root = etree.fromstring(whole.encode("utf-8", "replace"), parser)
    if any("xcessive depth" in entry.message for entry in parser.error_log):
        raise DataError("the HTML is nested more than 256 levels deep; no question needs that.")
    return Text("") if root is None else element_text(root)


def element_text(element: "_Element", shown: Shown | None = None) -> Text:
    """Return an element as text; `shown` may give another text for an element ("" drops it, None lets it be)."""
    page = _Draft()
    _write(page, element, shown or (lambda _element: None))
    whole = "".join(page.parts)
    text, ahead = whole.strip(), len(whole) - len(whole.lstrip())
    spans = ((tag, max(start - ahead, 0), min(end - ahead, len(text))) for tag, start, end in page.marks)
    marks = sorted((Mark(*each) for each in spans if each[1] < each[2]), key=lambda mark: (mark.start, -mark.end))
    return Text(text, tuple(page.spans), tuple(page.pictures), tuple(marks), tuple(dict.fromkeys(page.flattened)))


@dataclass(slots=True)
class _Draft:
    """A text under construction; breaks and spaces wait until something follows them."""

    parts: list[str] = field(default_factory=list)
    breaks: int = 0
    boundary: bool = False
    space: bool = False
    joined: bool = False
    waiting: str = ""
    depth: int = 0
    span: list[str] = field(default_factory=list)
    spans: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    length: int = 0
    starts: list[int | None] = field(default_factory=list)  # of the marks that are open, once text follows
    marks: list[tuple[str, int, int]] = field(default_factory=list)
    flattened: list[str] = field(default_factory=list)

    def add(self, text: str, *, verbatim: bool = False) -> None:
        text = text if verbatim else _SPACE.sub(" ", text)
        if not verbatim:
            self.space = self.space or text.startswith(" ")
            ends, text = text.endswith(" "), text.strip(" ")
        if not text:
            return
        if self.parts:
            gap = " " if self.space and not self.joined else ""
            self._put("\n" * max(self.breaks, self.boundary) or gap)
        if self.depth:
            self.span.append((" " if self.space and self.span else "") + text)
        self._put(self.waiting)
        self.starts = [self.length if start is None else start for start in self.starts]
        self._put(text)
        self.waiting = ""
        self.breaks, self.boundary, self.joined, self.space = 0, False, False, not verbatim and ends

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    @contextmanager
    def marked(self, tags: Iterable[str]) -> Iterator[None]:
        tags = dict.fromkeys(tags)
        self.starts += [None] * len(tags)
        yield
        for tag in reversed(tags):
            start = self.starts.pop()
            if start is not None:
                self.marks.append((tag, start, self.length))

    @contextmanager
    def emphasis(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1
        if not self.depth and self.span:
            self.spans.append("".join(self.span))
            self.span = []


def _write(page: _Draft, element: "_Element", shown: Shown) -> None:
    if element.tag is _entity():
        page.add(unescaped(element.text or ""))
        return
    name = local(element)
    if not name or name in _DROPPED:
        if name and _FLATTENED.fullmatch(name):
            page.flattened.append(name)
        return
    other = shown(element)
    if other is not None:
        page.boundary = page.boundary or "\n" in other
        page.add(other, verbatim=True)
        page.boundary = page.boundary or "\n" in other
        return
    other = _named(name, element)
    if other is not None:
        page.add(other)
        if other.strip().startswith("[image"):
            page.pictures.append(Picture(other.strip(), _address(element)))
        return
    block = name in _BLOCKS
    page.boundary = page.boundary or block
    page.breaks += name == "br"
    style = f"{element.get('style') or ''} {element.get('class') or ''}"  # QTI 3 underlines by a class
    if _FLATTENED.fullmatch(name) and (element.text or len(element)):
        page.flattened.append(name)
    if _COLOUR.search(style):
        page.flattened.append("colour")
    tags = [_TYPE[name]] if name in _TYPE else []
    with page.marked([*tags, *(tag for pattern, tag in _STYLES if style != " " and pattern.search(style))]):
        if name in _EMPHASIS or _EMPHATIC_STYLE.search(style):
            with page.emphasis():
                _inside(page, element, name, shown)
        else:
            _inside(page, element, name, shown)
    page.boundary = page.boundary or block


@cache
def _entity() -> object:
    from lxml import etree

    return etree.Entity


def _inside(page: _Draft, element: "_Element", name: str, shown: Shown) -> None:
    if name == "sup" and "".join(map(str, element.itertext())).strip().lower() not in ORDINAL:
        page.add("^")
    if element.text:
        page.add(element.text, verbatim=name == "pre")
    count = 0
    for child in element:
        part = local(child)
        if part in {"td", "th", "li"}:
            count += 1
            _mark(page, part, count, numbered=name == "ol")
        elif name in _BETWEEN and part:
            count += 1
            if count == 2:
                page.joined = True
                page.add(_BETWEEN[name], verbatim=True)
                page.joined = True
        _write(page, child, shown)
        if child.tail:
            page.add(child.tail, verbatim=name == "pre")


def _mark(page: _Draft, part: str, place: int, *, numbered: bool) -> None:
    """Set a bullet or a number before an entry of a list, and a bar between the cells of a row."""
    if part == "li":
        page.boundary = True
        page.waiting = f"{place}. " if numbered else "- "
    elif place > 1:
        page.add(" | ")


def _named(name: str, element: "_Element") -> str | None:
    """Return a label for what is not text: images by their alternative text or file, films and sounds by their file."""
    if name == "img":
        return _label("image", element)
    if name in {"svg", "canvas", "map"}:
        return "[image]"
    if name == "input":
        return ""
    if name in _MEDIA and not "".join(map(str, element.itertext())).strip():
        kind = (element.get("type") or "").split("/")[0]
        return _label(kind if kind in {"image", "audio", "video"} else _MEDIA[name], element)
    return None


def _label(kind: str, element: "_Element") -> str:
    alternative = _SPACE.sub(" ", element.get("alt") or element.get("title") or "").strip()
    if alternative:
        return f" [{kind}: {alternative}] "
    address = _address(element)
    if address.startswith("data:"):
        address = ""
    file = unquote(address.partition("?")[0].rstrip("/").rpartition("/")[2]).strip()
    return f" [{kind}: {file}] " if file and not _NAMELESS.fullmatch(file) else f" [{kind}] "


def _address(element: "_Element") -> str:
    """Return where the file of a picture, sound or film is."""
    sources = [element, *(child for child in element if local(child) == "source")]
    return next((source for one in sources if (source := one.get("src") or one.get("data"))), "").strip()
