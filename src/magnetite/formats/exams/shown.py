"""Shown: what candidates see of an element of QTI 2 or 3: its text without interactions, feedback and scorers' notes.

A page that an item shows inside itself (an <object> that names an HTML file of the package) is part of the text.
"""

from typing import TYPE_CHECKING

from magnetite.formats.exams.markup import Text, element_text, html_text
from magnetite.formats.exams.package import Package, find
from magnetite.formats.exams.safe_xml import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_UNSEEN = {"feedbackBlock", "feedbackInline", "modalFeedback", "infoControl", "companionMaterialsInfo", "catalogInfo"}


def shown(package: Package, name: str, element: "_Element") -> Text:
    """Return what candidates see of an element of the file `name` before they answer, without its interactions."""

    def other(part: "_Element") -> str | None:
        kind = local(part)
        if part is element:
            return None
        if kind in _UNSEEN or (kind == "rubricBlock" and not for_candidates(part)):
            return ""
        if kind.endswith("Interaction"):
            return "_____" if kind == "inlineChoiceInteraction" else ""
        return _linked_page(package, name, part) if kind == "object" else None

    return element_text(element, other)


def _linked_page(package: Package, name: str, part: "_Element") -> str | None:
    """Return the text of a page that an item shows inside itself."""
    target = find(package, name, attribute(part, "data"))
    if target is None or not target.lower().endswith((".html", ".htm")) or target not in package.data:
        return None
    data = package.data[target]
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        source = data.decode("cp1252", "replace")  # what browsers assume for a page that names no encoding
    return html_text(source).text


def for_candidates(block: "_Element") -> bool:
    """Return whether a rubric is shown to candidates."""
    views = attribute(block, "view").split()
    return (not views or "candidate" in views) and attribute(block, "use") != "scoring"
