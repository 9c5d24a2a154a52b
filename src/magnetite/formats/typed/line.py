"""A typed line, and how its beginning is read: the letters of options, the numbers of questions, bullets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

TICKS = "✓✔☑✅☒√"
LETTER = re.compile(
    r"\s{0,40}\*?\s{0,9}[(\[]?(?P<label>[A-Za-z])(?:[)\]:.\uff0e\u3001]|\s[-\u2013\u2014=]\s|\t|\s{3,9})"
)
_BULLET = re.compile(r"(?P<mark>[-\u2013\u2014•·▪◦●■◼◉‣∙*+o\u2022\uf0b7\uf0a7])(?:\s{1,9}|\t)(?P<text>\S.*)")
DIGIT = re.compile(r"(?P<star>\*?)(?P<open>\(?)(?P<label>\d{1,2})(?P<close>[).:])\s{1,9}(?P<text>\S.*)")
ROMAN = re.compile(r"(?P<star>\*?)(?P<open>\(?)(?P<label>[ivx]{1,5}|[IVX]{1,5})(?P<close>[).])\s{1,9}(?P<text>\S.*)")
NUMBERED = r"question|frage|aufgabe|pregunta|domanda|exercise|item|task|no|nr|n[\u00ba\u00b0]|q|#"
"""Words that stand before the number of a question."""
NUMBER = re.compile(rf"(?:(?:{NUMBERED})\s?\.?\s?)?\(?\d{{1,4}}\s?[.):\u3001\uff0e](?!\d)", re.IGNORECASE)
STRICT = re.compile(rf"(?:(?:{NUMBERED})\s?\.?\s?\d{{1,4}}|\d{{1,4}}\s?[.)\u3001\uff0e](?!\d))", re.IGNORECASE)
_ASKING = ("?", ":", "\uff1f", "\u2026", "__", "...")
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
ROMAN_VALUES = {name: place for place, name in enumerate(_ROMANS, start=1)}
INLINE_A = re.compile(r"\s[(\[]?[aA][)\]]\s|(?:\t|\s{2})A\.\s")
INLINE_B = re.compile(r"\s[(\[]?[bB][).\]]\s")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as typed, or a paragraph of a document.

    `marks` are the ways in which all of it is set off (bold, underline, highlight, …), `emphasised` parts of it are.
    `at`: its place where that is not its place among the others.
    """

    text: str
    marks: frozenset[str] = frozenset()
    emphasised: tuple[str, ...] = ()
    at: int = 0


def counts_up(numbers: Sequence[int]) -> bool:
    """Say whether several numbers follow each other."""
    return len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def bullet(text: str) -> re.Match[str] | None:
    """Read a line that begins with a bullet: its `mark` and its `text`."""
    return _BULLET.fullmatch(text.strip())


def asks(text: str) -> bool:
    """Say whether a line ends as a question does, or a sentence to be completed."""
    return text.rstrip(" *)]").endswith(_ASKING)
