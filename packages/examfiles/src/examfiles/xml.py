"""XML: parsed by lxml with its limits on, no entity declared in a file, nothing fetched.

A DOCTYPE that only names a DTD is harmless, because no DTD is loaded; one that declares entities or attributes of its
own is refused unread: entity bombs, external entities and default values by the million need those.
"""

import codecs
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from examfiles.decoding import UTF16, check_size
from examfiles.errors import DataError
from examfiles.format import Sample, fault

if TYPE_CHECKING:
    from lxml.etree import XMLSyntaxError, _Element

TAGS = 2_000_000
"""The most tags, and the most attributes, a file may have: each costs a hundred bytes and more once parsed."""

PROLOG = 1000
"""The most comments, instructions and document types before the first element."""
_DECLARES = "the XML declares entities or attributes of its own, which is not safe to read. Remove its DOCTYPE."
_PROBLEMS = {  # as libxml2 words them
    "UTF-8|(?i:encoding)": "the XML is not in the encoding that it declares (or UTF-8, if none). Save it as UTF-8.",
    "xcessive depth": "the XML is nested more than 256 levels deep; no exam needs that.",
    "uge|too long|AttValue length": "a single text is longer than 10 MB (an embedded file?). Remove it.",
    "EntityRef": "the XML is invalid: it has a bare & in a text. Write &amp; for it.",
    "invalid element name|Unescaped": "the XML is invalid: it has a bare < in a text. Write &lt; for it.",
}
_SPACE = re.compile(rb"\s*")
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([\w.-]+)")


def parse(data: bytes, where: str) -> "_Element":
    """Parse a file whole. Raises DataError, with the line, for what is broken, unsafe or too large."""
    from lxml import etree

    check_size(data, where)
    data = _recoded(data, where)
    if flaw := _prolog(data)[1]:
        raise fault(where, flaw)
    if max(data.count(b"<"), data.count(b"=")) > TAGS:
        raise fault(where, f"the XML has more than {TAGS:,} tags or attributes; an exam has fewer. Split it.")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _broken(error, where) from error
    except (ValueError, LookupError) as error:
        raise fault(where, f"the XML cannot be read ({error}).") from error
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and next(iter(dtd.iterentities()), None) is not None:
        raise fault(where, "the XML declares entities, which is not safe to read. Remove its DOCTYPE.")
    return root


def root_of(sample: Sample) -> str:
    """Return the name of a file's first element without its prefix, or an empty text where it is not XML."""
    data = sample.data
    if data.startswith(UTF16):
        data = data[: len(data) // 2 * 2].decode("utf-16", "replace").encode("utf-8", "replace")
    match = _ROOT.match(data, _prolog(data)[0])
    return match[1].decode("ascii", "replace") if match else ""


def child(parent: "_Element", name: str, **attributes: str) -> "_Element":
    """Add an element at the end of another, and return it."""
    from lxml import etree

    return etree.SubElement(parent, name, attributes)


def local(element: "_Element") -> str:
    """Return an element's name without its namespace; an empty text for comments and entities.

    QTI 3 writes the names of QTI 2 with a prefix and hyphens; they are given as QTI 2 writes them.
    """
    tag = element.tag
    return _local(tag) if isinstance(tag, str) else ""


@lru_cache(maxsize=1024)  # a file has few names and, it may be, a million elements
def _local(tag: str) -> str:
    name = tag.rpartition("}")[2]
    return camel(name.removeprefix("qti-")) if name.startswith("qti-") else name


def camel(name: str) -> str:
    """Write a hyphenated name as one word.

    >>> camel("response-identifier")
    'responseIdentifier'
    """
    first, *rest = name.split("-")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def hyphened(name: str) -> str:
    """Write a name in small letters with hyphens.

    >>> hyphened("responseIdentifier")
    'response-identifier'
    """
    return re.sub(r"([A-Z])", lambda capital: f"-{capital[1].lower()}", name)


def attribute(element: "_Element", name: str) -> str:
    """Return an attribute by its QTI 2 name, also where it is written with hyphens; empty where it is missing."""
    value = element.get(name)
    if value is None:
        value = element.get(hyphened(name))
    return (value or "").strip()


def line_of(element: "_Element", where: str) -> str:
    """Return an element's place."""
    return f"{where}, line {element.sourceline}"


def _recoded(data: bytes, where: str) -> bytes:
    """Return UTF-16 as UTF-8 without its declaration; other bytes as they are."""
    if not data.startswith(UTF16):
        return data.removeprefix(codecs.BOM_UTF8).lstrip()
    try:
        text = data.decode("utf-16").lstrip()
    except UnicodeDecodeError as error:
        raise fault(where, f"the UTF-16 is invalid at byte {error.start}. The file may be cut off.") from error
    return re.sub(r"\A<\?xml.*?\?>\s*", "", text, flags=re.DOTALL).encode("utf-8", "replace")


def _prolog(data: bytes) -> tuple[int, str]:
    """Return where the first element begins, and what makes the part before it unsafe to read, if anything does."""
    at = len(data) - len(data.removeprefix(codecs.BOM_UTF8).lstrip())
    flaw, doctype = "", False
    for _ in range(PROLOG):
        if data.startswith(b"<?", at):
            end, size = data.find(b"?>", at), 2
        elif data.startswith(b"<!--", at):
            end, size = data.find(b"-->", at), 3
        elif data.startswith(b"<!DOCTYPE", at):
            end, size = data.find(b">", at), 1
            if doctype:
                return len(data), "the XML has two document types. Remove one."
            doctype = True
            if b"[" in data[at : end if end >= 0 else at + 4096]:
                if b"<!ENTITY" in data or b"<!ATTLIST" in data:
                    flaw = _DECLARES
                closed = re.compile(rb"\]\s*>").search(data, at)
                end = closed.end() - 1 if closed else -1
        else:
            return at, flaw
        if end < 0:
            return len(data), flaw
        at = _SPACE.match(data, end + size).end()  # type: ignore[union-attr]  # it matches nothing, too
    return len(data), f"there are more than {PROLOG} comments and instructions before the XML begins. Remove them."


def _broken(error: "XMLSyntaxError", where: str) -> DataError:
    line, _ = error.position
    reason = (error.msg or "no reason given").split(", line ")[0].strip()
    place = f"{where}, line {line}" if line else where
    known = next((text for problem, text in _PROBLEMS.items() if re.search(problem, reason)), "")
    text = f"the XML is invalid ({reason}). The file may be cut off: download or save it again."
    return fault(place, known) if known else fault(place, text, "left-xml", problem=reason)
