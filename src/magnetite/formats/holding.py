"""What a format holds of a dataset: what is lost in it, in sentences, and what reading gives back.

No exam format holds a level or metadata of its own making; each holds some of what its reader reads (`keeps`).
An item without a known answer, or with an empty question or option, is refused: no reader would read it as an item.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from magnetite.core.cells import own_context
from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item, content_id
from magnetite.formats.marking import MARKS, marking_of
from magnetite.formats.pictures import PICTURES, pictured, pictures_of, shown_pictures, spaced

MOST_NAMED = 30
"""The most questions that are named one by one where something of them is lost."""
ADDED = "added"
EMPHASISED = "emphasised"
_INSTEAD = "Choose JSONL or CSV."
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufdd0-\ufdd9\ufffe\uffff]")
LOST_PICTURE = ("a picture, sound or film that is not carried over", "its name stays, as text")
_NAMES = {**MARKS, PICTURES: LOST_PICTURE[0]}
_LEFT = dict([LOST_PICTURE])
_MEDIA = re.compile(r"\[(?:image|audio|video|object)(?=[:\]])")
HASHED = "a hash of the text is added to the id"


def whole(item: Item) -> Item:
    """Return the item with the text that a view added at the end of its passage, where every reader finds it.

    >>> whole(Item("q", "p", "Ann sat.", "Who?", ("Ann", "Bo"), added="sat Bo .")).passage
    'Ann sat. sat Bo .'
    """
    return replace(item, passage=own_context(item).text, added="") if item.added else item


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
        raise DataError(f"{title}: {count_of(items, what)}, which this format cannot hold. {instead}")


def evened(text: str) -> str:
    """Return a text as XHTML shows it: every run of spaces is one space, with none at the end of a line."""
    return "\n".join(re.sub(r"[ \t\n\r\f\v\xa0]+", " ", line).strip(" ") for line in text.split("\n")).strip()


@dataclass(frozen=True, slots=True)
class Holding:
    """What a format holds: the metadata it keeps, and how it changes texts, ids and emphasis.

    `text` returns a text as it is read back; `id_ok` returns whether an id can stay as it is. Otherwise it becomes
    "item-" (or "passage-") and a number, and the old id becomes the title. `marking`: whether it holds feedback and
    partial credit. `rich` returns a text with pictures in it as it is read back; without it, pictures are not held.
    """

    keeps: frozenset[str]
    text: Callable[[str], str] = str.strip
    id_ok: Callable[[str], bool] = lambda name: name == name.strip()
    marking: bool = False
    rich: Callable[[str], str] | None = None


def ready(dataset: Dataset, holding: Holding) -> list[Item]:
    """Return the items as the format holds them: without what is lost, texts and ids as they are read back."""
    items = kept_apart([whole(item) for item in dataset])
    names = _new_names([item.id for item in items], "item", holding)
    passages = _new_names(list(dict.fromkeys(item.passage_id for item in items)), "passage", holding)
    files = dataset.pictures
    return [_ready(item, (names[item.id], passages[item.passage_id]), holding, files) for item in items]


def losses(dataset: Dataset, held: Dataset) -> list[str]:
    """Return what an exam format cannot hold of a dataset, one sentence each; `held` is what it holds."""
    items, copies = list(map(whole, dataset)), list(held)
    changed = [item for item, other in zip(items, copies, strict=True) if _texts(item) != _texts(other)]
    return [
        *sentence([item for item in items if item.level], "a level", "it is left out"),
        *(
            sentence_
            for what, wheres in _lost_metadata(items, copies).items()
            for sentence_ in sentence(wheres, what, _LEFT.get(what, "it is left out"), MOST_NAMED)
        ),
        *sentence(changed, "white space that the format does not keep", "it is normalised"),
    ]


def changed_ids(dataset: Dataset, holding: Holding) -> list[str]:
    """Return which ids change in an exam format, one sentence each: nothing that a candidate sees is lost."""
    items = list(map(whole, dataset))
    shared = several_texts(items)
    bare = [item for item in items if not item.passage.strip() and item.passage_id != content_id("")]
    return [
        *sentence([i for i in items if not holding.id_ok(i.id)], "an id that the format does not allow", "it changes"),
        *sentence(
            [i for i in items if not holding.id_ok(i.passage_id)],
            "a passage id that the format does not allow",
            "it changes",
        ),
        *sentence([i for i in items if i.passage_id in shared], "a passage id that also names another text", HASHED),
        *sentence(bare, "a passage id but no passage", "the id is left out"),
    ]


def refuse_unholdable(items: Iterable[Item], title: str) -> None:
    """Raise DataError for items that no exam reader would give back."""
    items = list(items)
    refuse([item for item in items if item.answer is None], title, "no known answer", _INSTEAD)
    refuse([item for item in items if not item.question.strip()], title, "an empty question", _INSTEAD)
    refuse([i for i in items if not all(o.strip() for o in i.options)], title, "an empty option", _INSTEAD)
    odd = [item for item in items if any(map(_CONTROL.search, _written_texts(item)))]
    refuse(odd, title, "a control character", _INSTEAD)


def emphasis(item: Item) -> list[str]:
    """Return the emphasised parts of an item's question, in order; none unless all of them are there in this order."""
    parts = item.metadata.get(EMPHASISED, "").split("\n")
    even = all(part and part == " ".join(part.split()) for part in parts)
    return parts if even and len(list(pieces(item.question, parts))) == 2 * len(parts) + 1 else []


def pieces(text: str, parts: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield the emphasised parts of a text and what stands between them, each with whether it is emphasised."""
    for part in parts:
        before, separator, text = text.partition(part)
        if not separator:
            return
        yield before, False
        yield part, True
    yield text, False


def _ready(item: Item, names: tuple[str, str], holding: Holding, files: Mapping[str, bytes]) -> Item:
    name, passage_id = names
    pictures = shown_pictures(item, files) if holding.rich else ((),) * (len(item.options) + 2)
    metadata = {key: value for key, value in item.metadata.items() if key in holding.keeps and value}
    marking = marking_of(item) if holding.marking else {}
    metadata |= {name: text for name, value in marking.items() if (text := holding.text(value))}
    metadata |= pictured(item, files) if holding.rich else {}
    metadata = {key: value for key, value in metadata.items() if not _CONTROL.search(value)}
    if name != item.id and "title" in holding.keeps:
        metadata = {"title": item.id.strip(), **metadata}
    if metadata.get("title", "").strip() in {"", name}:
        metadata.pop("title", None)
    passage, question, *options = (
        holding.rich(spaced(text, shown)) if holding.rich and shown else holding.text(text)
        for text, shown in zip((item.passage, item.question, *item.options), pictures, strict=True)
    )
    copy = replace(
        item,
        id=name,
        passage_id=passage_id if passage else content_id(""),
        passage=passage,
        question=question,
        options=tuple(options),
        level=None,
        metadata=metadata,
    )
    parts = emphasis(copy) if EMPHASISED in metadata else []
    if not parts or parts == [copy.question]:
        metadata.pop(EMPHASISED, None)
    return replace(copy, metadata=metadata)


def _new_names(names: list[str], prefix: str, holding: Holding) -> dict[str, str]:
    used = {name for name in names if holding.id_ok(name) and name}
    new_names = {}
    for number, name in enumerate(names, start=1):
        new = name if name in used else f"{prefix}-{number}"
        while name not in used and new in used:
            new += "-"
        new_names[name] = new
        used.add(new)
    return new_names


def _lost_metadata(items: Sequence[Item], copies: Sequence[Item]) -> dict[str, list[Item]]:
    """Return the items that lose metadata, or pictures of which only labels are left, by what it is."""
    lost: dict[str, list[Item]] = {}
    for item, copy in zip(items, copies, strict=True):
        names = [name for name, value in item.metadata.items() if copy.metadata.get(name) != value]
        if sum(len(_MEDIA.findall(text)) for text in _texts(copy)) > len(pictures_of(copy)):
            names.append(PICTURES)
        for what in dict.fromkeys(_NAMES.get(name.split("_")[0], f"metadata ({name})") for name in names):
            lost.setdefault(what, []).append(item)
    return lost


def _written_texts(item: Item) -> tuple[str, ...]:
    return item.id, item.passage_id, *_texts(item), *marking_of(item).values()


def _texts(item: Item) -> tuple[str, ...]:
    return item.passage, item.question, *item.options
