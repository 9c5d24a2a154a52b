"""Losses: what differs between a dataset and what is read back from the file that it was written to.

White space, ids, levels, metadata and pictures may be lost, and that is said; a different question, option or answer
is an error.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from examfiles.errors import DataError
from examfiles.exams import EMPHASISED, marks_of, sentence, several_texts, whole
from examfiles.format import excerpt
from examfiles.items import Dataset, Item, content_id
from examfiles.pictures import PICTURES, pictures_of
from examfiles.question import FORMATTING, MARKS, UNREAD

MOST_NAMED, FEW = 30, 6
"""The most questions that are named one by one where something of them is lost."""
_NAMES = {
    **MARKS,
    PICTURES: "a picture, sound or film that is not carried over",
    FORMATTING: "parts in another type",
    "hint": "a hint",
    "points": "points",
}
_SETTINGS = ("penalty", "shuffle", "numbering", "task")
"""Metadata of how a program shows and marks a question, which another program decides itself; the task it is from."""
_STEM = re.compile(r"^[\w-]+-(?=[0-9a-f]{12}\.\w+(?: |$))", re.MULTILINE)
_MEDIA = re.compile(r"\[(?:image|audio|video|object)(?=[:\]])")
Pair = tuple[Item, Item]


@dataclass(frozen=True, slots=True)
class Losses:
    """What is lost of a dataset, and which ids change, a sentence each."""

    lost: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def losses(dataset: Dataset, copy: Dataset, *, exam: bool, ordered: bool = True) -> Losses:
    """Compare a dataset with what is read back.

    `exam`: the format is for exams, whose ids no candidate sees: a new one is a change, and no loss. `ordered`: the
    items come back in their order. Raises DataError where another question, option or answer is read back.
    """
    pairs = _pairs(list(map(whole, dataset)), list(map(whole, copy)), ordered=ordered)
    lost, changed = [*_lost(pairs, dataset, copy, exam=exam)], [*_changed(pairs)]
    if [back for _, back in pairs] != [*map(whole, copy)]:
        lost.append("The items are reordered: passage by passage, in the order of the files.")
    head = tuple(_head(dataset, copy))
    return Losses(tuple(lost), (*changed, *head)) if exam else Losses((*changed, *lost), head)


def _head(dataset: Dataset, copy: Dataset) -> Iterator[str]:
    """Yield which lines above the questions are not in the copy."""
    there = set(map(_bare, copy.head))
    if gone := [line for line in dataset.head if _bare(line) not in there]:
        shown = ", ".join(f"“{excerpt(line)}”" for line in gone[:FEW])
        more = f" and {len(gone) - FEW} more" if len(gone) > FEW else ""
        yield f"Lines above the questions, such as the title, are left out: {shown}{more}"


def _pairs(items: list[Item], copies: list[Item], *, ordered: bool) -> list[Pair]:
    """Return each item with its copy: in their order, or else by what they ask."""
    if len(items) != len(copies):
        raise DataError(f"{len(copies):,} items are read back; expected {len(items):,}.")
    pairs = list(zip(items, copies, strict=True))
    flaws = (flaw for pair in pairs if (flaw := _flaw(*pair)))
    flaw = next(flaws, None)
    if flaw is None:
        return pairs
    places: dict[tuple[object, ...], list[Item]] = defaultdict(list)
    for copy in copies:
        places[_content(copy)].append(copy)
    if ordered or any(not places[_content(item)] for item in items):
        raise DataError(flaw)
    return [(item, places[_content(item)].pop(0)) for item in items]


def _flaw(item: Item, back: Item) -> str | None:
    """Say how the copy is another question: white space aside, and a passage that is missing."""
    names = ("passage", "question", "options", "answer")
    for name, here, there in zip(names, _content(item), _content(back), strict=True):
        if here != there and (name, there) != ("passage", ""):
            values = (excerpt(repr(getattr(each, name))) for each in (back, item))
            return f"item '{item.id}' is read back with the {name} {', not '.join(values)}."
    return None


def _content(item: Item) -> tuple[object, ...]:
    return _bare(item.passage), _bare(item.question), tuple(map(_bare, item.options)), item.answer


def _bare(text: str) -> str:
    return "".join(text.split())


def _lost(pairs: Sequence[Pair], dataset: Dataset, copy: Dataset, *, exam: bool) -> Iterator[str]:
    gone = "it is left out"
    yield from sentence([item for item, back in pairs if _bare(item.passage) and not back.passage], "a passage", gone)
    levels = [(item, back.level) for item, back in pairs if item.level != back.level]
    yield from sentence([item for item, _ in levels if item.level is not None], "a level", gone)
    new = [(item, level) for item, level in levels if item.level is None]
    yield from sentence([item for item, _ in new], "no level", f"here it is read as '{new[0][1]}'" if new else "")
    lost: dict[str, list[Item]] = {}
    there = {_content_name(name) for name in copy.pictures}
    missing = {name for name in dataset.pictures if _content_name(name) not in there}
    for item, back in pairs:
        media = sum(len(_MEDIA.findall(text)) for text in _texts(back)) if exam else 0
        names = [name for name in _differing(item, back) if name not in _SETTINGS]
        if media > len(pictures_of(back)) or any(each.file in missing for each in pictures_of(item)):
            names.append(PICTURES)
        for what in dict.fromkeys(_NAMES.get(name.split("_")[0], name) for name in names):
            lost.setdefault(what, []).append(item)
    columns: dict[tuple[str, ...], list[str]] = {}
    for what, items in lost.items():
        if what in _NAMES.values():
            then = "its name stays, as text" if what == _NAMES[PICTURES] else gone
            yield from sentence(items, what, then, _most(items, pairs) if exam else 1)
        else:
            columns.setdefault(tuple(item.id for item in items), []).append(what)
    for names_of in columns.values():
        items = lost[names_of[0]]
        most = _most(items, pairs) if exam else 1
        yield from sentence(items, f"metadata ({', '.join(names_of)})", gone, most)
    for name in dict.fromkeys(name for item, _ in pairs for name in _unread(item)):
        items = [item for item, _ in pairs if name in _unread(item)]
        most = _most(items, pairs)
        yield from sentence(items, f"what Magnetite does not read ({name})", "its text alone is kept", most)
    evened = [item for item, back in pairs if _texts(item) != _texts(back, item.passage if _bare(item.passage) else "")]
    yield from sentence(evened, "white space that the format does not keep", "it is normalised")


def _most(items: Sequence[Item], pairs: Sequence[Pair]) -> int:
    """Return how many questions of an exam are named: many, but one where all are meant."""
    return MOST_NAMED if len(items) < max(len(pairs), FEW) else 1


def _differing(item: Item, back: Item) -> list[str]:
    """Name metadata that is lost, if not empty; a picture's file may be called otherwise, and so may the type of parts.

    Parts in bold that follow each other are one.
    """
    names = {name for name, value in item.metadata.items() if back.metadata.get(name, "") != value} - {UNREAD}
    if _content_name(item.metadata.get(PICTURES, "")) == _content_name(back.metadata.get(PICTURES, "")):
        names.discard(PICTURES)
    if any(marks := marks_of(item)) and marks == marks_of(back):
        names -= {FORMATTING, EMPHASISED}
    return [name for name in item.metadata if name in names]


def _content_name(names: str) -> str:
    """Return names of pictures by what they hold alone.

    >>> _content_name("lamp-0a7651f82b16.png [image: a lamp]")
    '0a7651f82b16.png [image: a lamp]'
    """
    return _STEM.sub("", names)


def _unread(item: Item) -> list[str]:
    """Name what the source of an item says of it that nobody reads: elements, and in which text."""
    return [part.strip() for part in item.metadata.get(UNREAD, "").split("; ") if part.strip()]


def _changed(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield which ids change; that of a passage which is lost goes with it."""
    shared = several_texts(item for item, _ in pairs)
    moved = [(item, back) for item, back in pairs if item.passage_id != back.passage_id]
    with_text = [(item, back.passage_id) for item, back in moved if back.passage]
    yield from _renamed([(item, back.id) for item, back in pairs if item.id != back.id], "an id")
    yield from _renamed([(item, name) for item, name in with_text if item.passage_id not in shared], "a passage id")
    hashed = [item for item, _ in with_text if item.passage_id in shared]
    yield from sentence(hashed, "a passage id that also names another text", "a hash of the text is added to the id")
    bare = [item for item, _ in moved if not _bare(item.passage) and item.passage_id != content_id("")]
    yield from sentence(bare, "a passage id but no passage", "the id is left out")
    for name in _SETTINGS:
        other = [item for item, back in pairs if name in item.metadata and name in _differing(item, back)]
        yield from sentence(other, f"a setting ({name}) that the format does not keep", "the program has its own")


def _renamed(pairs: Sequence[tuple[Item, str]], what: str) -> list[str]:
    then = f"it changes, here to '{pairs[0][1]}'" if pairs else ""
    return sentence([item for item, _ in pairs], f"{what} that the format does not keep", then)


def _texts(item: Item, passage: str = "") -> tuple[str, ...]:
    """Return the texts; `passage` in the place of one that is missing."""
    return item.passage or passage, item.question, *item.options
