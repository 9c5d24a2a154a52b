"""Exams, made ready to be written: whole passages, ids that a format allows, texts as it keeps them.

An item without a known answer, or with an empty question or option, is refused: no reader would read it as an item.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from examfiles.errors import DataError
from examfiles.items import Dataset, Item, content_id, seen
from examfiles.markup import ORDINAL, Mark
from examfiles.pictures import PICTURES, pictured
from examfiles.question import BREAK, FORMATTING, evened_marks, marking_of, places

ADDED_FIELD = "added"
EMPHASISED = "emphasised"
_INSTEAD = "Choose JSONL or CSV."
_FORMATTED = re.compile(r"(passage|question|[A-Z]{1,2}) (\d{1,7}) (strong|em|u|mark|s|sub|sup) (.+)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufdd0-\ufdd9\ufffe\uffff]")


def whole(item: Item) -> Item:
    """Return the item with the text that a view added at the end of its passage, where every reader finds it.

    >>> whole(Item("q", "p", "Ann sat.", "Who?", ("Ann", "Bo"), added="sat Bo .")).passage
    'Ann sat. sat Bo .'
    """
    return replace(item, passage=f"{item.passage} {item.added}".lstrip(), added="") if item.added else item


def several_texts(items: Iterable[Item]) -> set[str]:
    """Return the passage ids that name more than one text: reading tells those apart by other ids."""
    texts: dict[str, str] = {}
    return {item.passage_id for item in items if texts.setdefault(item.passage_id, item.passage) != item.passage}


def kept_apart(items: Sequence[Item]) -> list[Item]:
    """Return the items; passages that share an id with another text get the id that reading would give them."""
    shared = several_texts(items)
    return [
        replace(item, passage_id=f"{item.passage_id}-{content_id(item.passage)}") if item.passage_id in shared else item
        for item in items
    ]


def count_of(items: Sequence[Item], what: str, most: int = 1) -> str:
    """Return in words how many items have something, and the ids of the first `most` of them.

    >>> count_of([Item("q7", "p", "", "Who?", ("Ann", "Bo"))], "no passage")
    "1 item has no passage ('q7')"
    """
    many = len(items) > 1
    names = ", ".join(f"'{item.id}'" for item in items[:most]) + (", …" if len(items) > most else "")
    return f"{len(items):,} item{'s have' if many else ' has'} {what} ({names})"


def sentence(items: Sequence[Item], what: str, then: str, most: int = 1) -> list[str]:
    """Return a sentence on what some items have and what becomes of it; none where no item has it."""
    return [f"{count_of(items, what, most)}: {then}"] if items else []


def refuse(items: Sequence[Item], title: str, what: str, instead: str) -> None:
    """Raise DataError where there are items that a format cannot hold at all."""
    if items:
        raise DataError(f"{title}: {count_of(items, what)}, which this format cannot store. {instead}")


def refuse_unholdable(items: Iterable[Item], title: str) -> None:
    """Raise DataError for items that no exam reader would give back."""
    items = list(items)
    refuse([item for item in items if item.answer is None], title, "no known answer", _INSTEAD)
    refuse([item for item in items if not item.question.strip()], title, "an empty question", _INSTEAD)
    refuse([i for i in items if not all(map(seen, i.options))], title, "an empty option", _INSTEAD)
    odd = [
        item
        for item in items
        if any(
            map(
                _CONTROL.search,
                (item.id, item.passage_id, item.passage, item.question, *item.options, *marking_of(item).values()),
            )
        )
    ]
    refuse(odd, title, "a control character", _INSTEAD)


def ready(
    dataset: Dataset,
    text: Callable[[str], str] = str.strip,
    id_ok: Callable[[str], bool] = lambda name: bool(name) and name == name.strip(),
) -> list[Item]:
    """Return the items with texts as `text` gives them, and ids that are allowed.

    An id that is not becomes "item-" (or "passage-") and a number, and the old one the title. Pictures that cannot be
    shown are left out.
    """
    items = kept_apart([whole(item) for item in dataset])
    names = _new_names([item.id for item in items], "item", id_ok)
    passages = _new_names(list(dict.fromkeys(item.passage_id for item in items)), "passage", id_ok)
    return [
        replace(
            item,
            id=names[item.id],
            passage_id=passages[item.passage_id],
            passage=text(item.passage),
            question=text(item.question),
            options=tuple(map(text, item.options)),
            metadata={
                **({} if names[item.id] == item.id else {"title": item.id.strip()}),
                **{n: v for n, v in item.metadata.items() if n != PICTURES and not _CONTROL.search(v)},
                **pictured(item, dataset.pictures),
            },
        )
        for item in items
    ]


def evened(text: str) -> str:
    """Return a text as XHTML shows it: every run of spaces is one space, with none at the end of a line."""
    return "\n".join(re.sub(r"[ \t\n\r\f\v\xa0]+", " ", line).strip(" ") for line in text.split("\n")).strip()


Marks = tuple[Mark, ...]


def printed_points(item: Item) -> str:
    """Return a question's points as they are printed, "" where there are none or they are no plain number.

    >>> from examfiles.items import Item
    >>> [printed_points(Item("q", "", "", "Who?", ("a", "b"), 0, None, {"points": text})) for text in ("2", "2.00")]
    ['2', '']
    """
    points = item.metadata.get("points", "")
    return points if re.fullmatch(r"\d{1,4}(?:\.\d{1,3})?", points) and f"{float(points):g}" == points else ""


def marks_of(item: Item) -> tuple[Marks, ...]:
    """Return the type of the parts of passage, question and each option, in this order.

    A part that is not where the metadata says, as in a text that was changed, has none; nor has one that would not be
    read back. Where only `emphasised` says something of the question, its parts are strong.
    """
    texts = (item.passage, item.question, *item.options)
    names = {name: place for place, name in enumerate(places(len(item.options)))}
    marks: list[list[Mark]] = [[] for _ in texts]
    for line in item.metadata.get(FORMATTING, "").split("\n"):
        match = _FORMATTED.fullmatch(line)
        if match and match[1] in names:
            place, start, quoted = names[match[1]], int(match[2]), match[4]
            end = start + len(quoted)
            if BREAK.sub(" ", texts[place][start:end]) == quoted and _is_kept(match[3], quoted):
                marks[place].append(Mark(match[3], start, end))
    marks[1] = marks[1] or _strong(item)
    return tuple(tuple(evened_marks(text, each)) for text, each in zip(texts, marks, strict=True))


def _is_kept(tag: str, text: str) -> bool:
    """Say whether a part is read back as it stands: what is raised begins with ^ unless it is an ordinal's ending."""
    return tag != "sup" or (text.lower() in ORDINAL) != (text.startswith("^") and text[1:].lower() not in ORDINAL)


def _strong(item: Item) -> list[Mark]:
    """Return the emphasised parts of a question; none unless all of them are there in this order."""
    marks, at = [], 0
    for part in item.metadata.get(EMPHASISED, "").split("\n"):
        at = item.question.find(part, at)
        if at < 0 or not part or part != " ".join(part.split()):
            return []
        marks.append(Mark("strong", at, at + len(part)))
        at += len(part)
    return marks


def runs(text: str, marks: Sequence[Mark]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a text in parts of one type, each with the elements that set it; what is raised has no ^ before it.

    >>> list(runs("x^2 is odd", (Mark("sup", 1, 3), Mark("u", 7, 10))))
    [('x', ()), ('2', ('sup',)), (' is ', ()), ('odd', ('u',))]
    """
    ends = sorted({0, len(text), *(mark.start for mark in marks), *(mark.end for mark in marks)})
    for start, end in pairwise(ends):
        inside = [mark for mark in marks if mark.start <= start and end <= mark.end]
        part = text[start:end]
        if any(mark.tag == "sup" and mark.start == start for mark in inside):
            part = part.removeprefix("^")
        if part:
            yield part, tuple(mark.tag for mark in inside)


def _new_names(names: list[str], prefix: str, id_ok: Callable[[str], bool]) -> dict[str, str]:
    used = set(filter(id_ok, names))
    new_names = {}
    for number, name in enumerate(names, start=1):
        new = name if name in used else f"{prefix}-{number}"
        while name not in used and new in used:
            new += "-"
        new_names[name] = new
        used.add(new)
    return new_names
