"""Texts that lie in several runs of a paragraph, and how one is changed: in Word and in OpenDocument.

A paragraph's text lies in pieces: bold type, a spelling that was checked or a day of editing begin a new one. So a text
is looked for in the letters of the whole paragraph. Each stretch in which the new text differs goes into the run where
the old one begins; every other letter stays in its run, with its type.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

_PARAGRAPH = re.compile(r"<(w:p|text:p|text:h)(?=[ >])(?:(?!<w:p[ >]|<text:[ph][ >]).)*?</\1>", re.DOTALL)
_PART = re.compile(r"<[^>]*>|&[^;<]{1,8};|[^<]", re.DOTALL)
_SIGNS = re.compile(r"<(?:w:(?:(tab)|(br|cr))|text:(?:(tab)|(line-break)|(s)))\b[^>]*/>")
_OPEN = re.compile(r"<w:t(?: [^>]*)?>")
_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter of a paragraph, and where the file writes it."""

    text: str
    start: int
    end: int


def changes(source: str, old: str, new: str) -> Iterator[str]:
    """Yield the file's text with a new text in each place of the old one, whatever runs it lies in.

    >>> bold = "<w:p><w:r><w:b/><w:t>Who ro</w:t></w:r><w:r><w:t>wed?</w:t></w:r></w:p>"
    >>> next(changes(bold, "Who rowed?", "Who sailed?"))
    '<w:p><w:r><w:b/><w:t xml:space="preserve">Who sail</w:t></w:r><w:r><w:t xml:space="preserve">ed?</w:t></w:r></w:p>'
    """
    if not (sought := old.split()) or ("</w:p>" not in source and "</text:p>" not in source):
        return
    pattern = re.compile(r"\s+".join(map(re.escape, sought)))
    for paragraph in _PARAGRAPH.finditer(source):
        letters = list(_letters(source, *paragraph.span(), word=paragraph[1] == "w:p"))
        for match in pattern.finditer("".join(letter.text for letter in letters)):
            yield _changed(source, letters[match.start() : match.end()], new)


def _letters(source: str, start: int, end: int, *, word: bool) -> Iterator[_Letter]:
    """Yield the letters of a paragraph: in Word those of <w:t>, in OpenDocument all that are no tag."""
    inside = not word
    for part in _PART.finditer(source, start, end):
        if sign := _SIGNS.fullmatch(part[0]):
            yield _Letter("\t" if sign[1] or sign[3] else "\n" if sign[2] or sign[4] else " ", *part.span())
        elif part[0][0] == "<":
            inside = (inside or bool(_OPEN.fullmatch(part[0]))) and part[0] != "</w:t>"
        elif inside:
            text = html.unescape(part[0])
            yield _Letter(text if len(text) == 1 else "\ufffd", *part.span())


def _changed(source: str, letters: Sequence[_Letter], new: str) -> str:
    """Return the source with these letters made those of a new text, stretch by stretch."""
    here: list[str] = _TOKEN.findall("".join(letter.text for letter in letters))
    there: list[str] = _TOKEN.findall(new.strip())
    one, other = ([" " if token.isspace() else token for token in tokens] for tokens in (here, there))
    ends = [0, *accumulate(map(len, here))]
    edits = set[tuple[int, int, str]]()
    for kind, first, last, left, right in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind != "equal":
            edits |= set(_edits(letters, ends[first], ends[last], "".join(there[left:right])))
    edits |= {opening for start, _, _ in edits if (opening := _opening(source, start))}
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def _edits(letters: Sequence[_Letter], first: int, last: int, new: str) -> Iterator[tuple[int, int, str]]:
    """Yield what is replaced: the first letter that goes by the new text, the others that go by nothing.

    What a new word begins and ends with like the old one stays. Where no letter goes, the new text follows the letter
    before it.
    """
    while first < last and new and letters[first].text == new[0]:
        first, new = first + 1, new[1:]
    while first < last and new and letters[last - 1].text == new[-1]:
        last, new = last - 1, new[:-1]
    text, gone = html.escape(new, quote=False), letters[first:last]
    if not gone:
        place = letters[first - 1].end if first else letters[0].start
        yield place, place, text
        return
    yield gone[0].start, gone[0].end, text
    yield from ((letter.start, letter.end, "") for letter in gone[1:])


def _opening(source: str, at: int) -> tuple[int, int, str] | None:
    """Return how the run's text around a place begins, if Word would drop spaces at its ends."""
    start = source.rfind("<w:t>", 0, at)
    if start < 0 or "</w:t>" in source[start:at]:
        return None
    return start, start + len("<w:t>"), '<w:t xml:space="preserve">'
