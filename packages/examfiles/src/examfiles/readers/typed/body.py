"""The body of a task: the lines below its instruction, sorted into items, the list that they share, and text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from examfiles.lengths import words
from examfiles.question import INSTRUCTION, Passage
from examfiles.readers.typed.gaps import any_gap, gap_numbers, has_gap
from examfiles.readers.typed.instructions import (
    CLOZE,
    COMPLETION,
    GAPPED,
    MATCHING,
    SEVERAL,
    TRUTH,
    Instruction,
    is_example,
    uses_list,
)
from examfiles.readers.typed.line import Line
from examfiles.readers.typed.rows import Cells, cells_of, letters_named, shared_list, word_bank
from examfiles.readers.typed.shapes import shape

ITEM = shape(
    r"\s{0,40}[(\[]?(\d{1,3})[)\].:\uff0e\u3001]{0,2}(?:\s{1,40}|$|(?<=[.):\uff0e\u3001\]]))(.*)",
    "an item of a task",
    "6  Paragraph B",
    "14. The walkers had wet feet.",
)
_ITEM_LAST = shape(
    r"(.*\S)\s{1,40}[(\[]?(\d{1,3})[)\]]?\s{0,9}[._\u2026\uff3f\s]{0,200}",
    "an item with its number, and room for the answer, at its end",
    "keeps bees?  43 .......",
)
_BOXES = shape(
    r"(?:\s{1,40}[\u2610\u25a1\u25a2\u25ef\u25cb]){1,6}\s{0,9}$",
    "empty boxes behind a statement",
    "Ann sat.\t☐\t☐",
)
_BOX_BEFORE = shape(
    r"[\u2610\u25a1\u25a2\u25ef\u25cb]\s{0,9}(?=[(\[]?[A-Za-z][)\].])",
    "a box before the letter of an option",
    "\u2610 a) that",
)
_TAIL = shape(
    r"(?:\s{1,40}[^\W\d_]{2,12}\s?:)?\s{1,40}(?:_{3,99}|\.{3,99}|\u2026{1,99})\s{0,9}$",
    "room for the answer behind an item",
    "Bo wants to dance.   Notice: ____",
    "Ann likes hills.\t______",
)
_VERDICT_BOXES = shape(
    r"[\u2610\u25a1\u25ef\u25cb].{1,20}[\u2610\u25a1\u25ef\u25cb]",
    "boxes for a verdict",
    "20 Ann \u2610 yes \u2610 no",
)
_STARTS_BLANK = shape(
    r"\s{0,9}(?:_{2}|\.{3}|\u2026|\uff3f)",
    "a blank at the beginning of a text",
    "____ was built",
)
_FURNITURE = shape(
    r"(?:page|seite|p\.)\s?\d{1,4}.{0,40}|\d{1,4}\s?(?:/|of|von)\s?\d{1,4}|turn over\W{0,9}|"
    r".{0,40}\bturn over\b.{0,10}|"
    r".{0,60}\b(?:page|seite)\s\d{1,4}(?:\s(?:of|von)\s\d{1,4})?",
    "what stands at the end of a page",
    "Page 2 of 5",
    "Turn over",
    flags=re.IGNORECASE,
)
_MOST_BESIDE_GAP = 2  # words on the line of a gap that stands alone
_WRAPPED = 5  # words on the lines of most entries, where what follows goes on with them
_LONG_ENTRY = 30  # words of entries that are paragraphs of a text
_NOTHING, _ITEM_LINE, _ENTRY_LINE, _TEXT_LINE = range(4)  # what the line before was


@dataclass(frozen=True, slots=True)
class Region:
    """Where a task stands: the lines of the file, the instruction from `start` to `stop`, and the `end` of its lines.

    `where`: what a line's place is called.
    """

    lines: Sequence[Line]
    start: int
    stop: int
    end: int
    head: Instruction
    where: str

    def place(self, at: int) -> str:
        """Name a line of the file by its place among these."""
        return f"{self.where} {self.lines[at].at}"


@dataclass(slots=True)
class Item:
    """An item: the places of its lines, and its text."""

    places: list[int]
    text: str


@dataclass(slots=True)
class Entry:
    """An entry of a shared list: its label as printed, its text, its place, and the paragraphs below it."""

    label: str
    text: str
    at: int
    below: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Body:
    """The sorted lines: items by number, entries, the places of text, and the place behind all of it."""

    items: dict[int, Item] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    prose: list[int] = field(default_factory=list)
    end: int = 0
    kind: str = ""

    @property
    def texts(self) -> bool:
        """Whether the entries are texts, with paragraphs below their labels, or behind them."""
        long = sum(words(entry.text) >= _LONG_ENTRY for entry in self.entries)
        return self.kind == MATCHING and (any(entry.below for entry in self.entries) or 2 * long > len(self.entries))


def body_of(region: Region, kind: str) -> Body:
    """Sort the lines of a task of a kind."""
    body = Body(end=region.stop, kind=kind)
    rows = _list_of(region, kind)
    _sort(region, kind, rows, body)
    _join_wrapped(body)
    places = [*(at for item in body.items.values() for at in item.places), *rows]
    body.end = max([body.end, *(at + 1 for at in places)])
    if all(len(entry.label) == 1 for entry in body.entries):
        body.entries.sort(key=lambda entry: entry.label)  # a list in columns is read downwards
    if kind == MATCHING and body.texts:
        filled = [at for at in range(body.end, region.end) if region.lines[at].text.strip()]
        body.end = max([body.end, *(at + 1 for at in filled)])
    behind = [at for at in body.prose if at >= body.end]
    body.prose = [at for at in body.prose if at < body.end]
    in_list = kind == MATCHING and not body.items and uses_list(region.head.text)
    if not body.prose and (kind in {CLOZE, GAPPED, COMPLETION} or in_list):
        numbers = region.head.numbers or tuple(body.items) or gap_numbers(region.lines[at].text for at in behind)
        gaps = [at for at in behind if any(has_gap(region.lines[at].text, number) for number in numbers)]
        body.prose = [at for at in behind if gaps and at <= max(gaps)]
        body.end = max([body.end, *(at + 1 for at in body.prose)])
    return body


def _list_of(region: Region, kind: str) -> dict[int, Cells]:
    """Return the rows of the list that the items of a task share."""
    if kind not in {MATCHING, GAPPED, SEVERAL}:
        return {}
    least = 2 if kind == SEVERAL or letters_named(region.head.text) else 3
    places = range(region.stop, region.end)
    found = shared_list(region.lines, places, least)
    return found or (word_bank(region.lines, places) if uses_list(region.head.text) else {})


def _sort(region: Region, kind: str, rows: dict[int, Cells], body: Body) -> None:
    """Sort the lines, each by its own form and by the line before it."""
    last, before = 0, _NOTHING
    for at in range(region.stop, region.end):
        text = region.lines[at].text.strip()
        item = item_in(text, region.head.numbers, kind) if at not in rows else None
        if item and _is_next(item[0], last, body, region.head.numbers):
            last, before = item[0], _ITEM_LINE
            body.items[last] = Item([at], item[1])
        elif at in rows:
            body.entries += [Entry(label, own, at) for label, own in rows[at]]
            before = _ENTRY_LINE
        elif item and item[0] in body.items and _VERDICT_BOXES.search(region.lines[at].text):
            body.items[item[0]].places.append(at)  # where the verdict on a text is ticked
        elif not text or _FURNITURE.fullmatch(text) or is_example(text) or (item and item[0] == 0):
            before = _NOTHING if not text and before != _ENTRY_LINE else before
        elif before == _ITEM_LINE and _goes_on(body.items[last], at, text, kind):
            body.items[last].places.append(at)
            body.items[last].text = ("\t" if kind == CLOZE else " ").join((body.items[last].text, text)).strip()
        elif before == _ENTRY_LINE and _is_below(body, rows, at, text, kind):
            body.entries[-1].below.append(text)
        else:
            body.prose.append(at)
            before = _TEXT_LINE


def _is_next(number: int, last: int, body: Body, numbers: Sequence[int]) -> bool:
    """Say whether a number is that of an item: one that the instruction names, or the next where it names none."""
    if number in body.items or number == 0:
        return False
    return number in numbers if numbers else not last or number in {last + 1, 1}


def _goes_on(item: Item, at: int, text: str, kind: str) -> bool:
    """Say whether a line goes on with the item above it: with its text, or with the options of a gap."""
    if kind == CLOZE:
        return (not item.text or len(cells_of(item.text)) > 0) and bool(cells_of(text))
    return item.places[-1] == at - 1 and (not item.text or text[:1].islower())


def _is_below(body: Body, rows: dict[int, Cells], at: int, text: str, kind: str) -> bool:
    """Say whether a line belongs to the entry above it: others follow, it is the last of texts, or it was wrapped."""
    wrapped = at - 1 in rows and text[:1].islower()
    return (
        wrapped or (bool(rows) and at < max(rows)) or (kind == MATCHING and any(entry.below for entry in body.entries))
    )


def _join_wrapped(body: Body) -> None:
    """Join what stands below the entries to them where it is the rest of their sentences, and no text of its own."""
    if body.entries and all(len(entry.below) == 1 and not entry.text for entry in body.entries):
        body.end = body.entries[-1].at + 2
        for entry in body.entries:  # short texts, each below its letter
            entry.text, entry.below = entry.below[0], []
    elif any(entry.below for entry in body.entries) and 2 * sum(
        words(entry.text) >= _WRAPPED for entry in body.entries
    ) > len(body.entries):
        body.end = body.entries[-1].at + 1 + len(body.entries[-1].below)
        for entry in body.entries:
            entry.text, entry.below = " ".join([entry.text, *entry.below]), []


def item_in(text: str, numbers: Sequence[int], kind: str = "") -> tuple[int, str] | None:
    """Return the number and the text of a line that is an item; its number may stand at its end, before a blank.

    >>> item_in("6  Paragraph B", (6, 7)), item_in("keeps bees?  7 .....", (6, 7)), item_in("Ann sat.", (6, 7))
    ((6, 'Paragraph B'), (7, 'keeps bees?'), None)
    """
    if match := ITEM.fullmatch(text):
        number, own = int(match[1]), _BOX_BEFORE.sub("", _BOXES.sub("", match[2])).strip()
        starts = _STARTS_BLANK.match(own)
        blank = starts and (kind == GAPPED or (kind == COMPLETION and words(own) > _MOST_BESIDE_GAP))
        own = _TAIL.sub("", own) if kind in {MATCHING, TRUTH} else own
        own = _STARTS_BLANK.sub("", own).lstrip(" _.") if kind == TRUTH and starts else own
        bare = kind == CLOZE and own and len(cells_of(own)) < 2
        return None if blank or (bare and number) else (number, own)
    last = _ITEM_LAST.fullmatch(text)
    return (int(last[2]), last[1]) if last and int(last[2]) in numbers and not any_gap(last[1]) else None


def paragraphs_of(lines: Sequence[Line], places: Sequence[int]) -> Iterator[str]:
    """Yield the paragraphs of a text, which blank lines divide."""
    paragraph: list[str] = []
    for at, before in zip(places, [-1, *places], strict=False):
        if paragraph and at != before + 1:
            yield "\n".join(paragraph)
            paragraph = []
        paragraph.append(lines[at].text.strip())
    if paragraph:
        yield "\n".join(paragraph)


def passage_of(region: Region, body: Body) -> Passage | None:
    """Return the text of a task: its own, or the texts that its list is made of; None where it has too few words."""
    own = list(paragraphs_of(region.lines, body.prose))
    if body.texts:
        own += ["\n".join(filter(None, (f"{each.label}  {each.text}".strip(), *each.below))) for each in body.entries]
    text = "\n\n".join(own)
    if words(text) < INSTRUCTION:
        return None
    return Passage(text, region.place(body.prose[0] if body.prose else body.entries[0].at))
