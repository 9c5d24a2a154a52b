"""Writing exams: what all exam writers share, from listing losses to reading the result back.

No exam format holds a level or metadata of its own making; each holds some of what its reader reads (`keeps`).
An item without a known answer, or with an empty question or option, is refused: no reader would read it as an item.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item
from magnetite.formats.format import Document, Format, Found, Left, content_id
from magnetite.formats.writer import kept_apart, refuse, sentence, several_texts, whole

EMPHASISED = "emphasised"
_INSTEAD = "Choose JSONL or CSV."
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufdd0-\ufdd7\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Holding:
    """What a format holds: the metadata it keeps, and how it changes texts, ids and emphasis.

    `text` returns a text as it is read back; `id_ok` returns whether an id can stay as it is. Otherwise it becomes
    "item-" (or "passage-") and a number, and the old id becomes the title.
    """

    keeps: frozenset[str]
    text: Callable[[str], str] = str.strip
    id_ok: Callable[[str], bool] = lambda name: name == name.strip()


def ready(dataset: Dataset, holding: Holding) -> list[Item]:
    """Return the items as the format holds them: without what is lost, texts and ids as they are read back."""
    items = kept_apart([whole(item) for item in dataset])
    names = _new_names([item.id for item in items], "item", holding)
    passages = _new_names(list(dict.fromkeys(item.passage_id for item in items)), "passage", holding)
    return [_ready(item, names[item.id], passages[item.passage_id], holding) for item in items]


def losses(dataset: Dataset, holding: Holding, held: Dataset) -> list[str]:
    """Return what an exam format cannot hold of a dataset, one sentence each; `held` is what it holds."""
    items, copies = list(map(whole, dataset)), list(held)
    shared = several_texts(items)
    changed = [item for item, other in zip(items, copies, strict=True) if _texts(item) != _texts(other)]
    bare = [item for item in items if not item.passage.strip() and item.passage_id != content_id("")]
    return [
        *sentence([item for item in items if item.level], "a level", "it is left out"),
        *sentence([i for i, copy in zip(items, copies, strict=True) if _loses(i, copy)], "metadata", "it is left out"),
        *sentence([i for i in items if not holding.id_ok(i.id)], "an id that the format does not allow", "it changes"),
        *sentence(
            [i for i in items if not holding.id_ok(i.passage_id)],
            "a passage id that the format does not allow",
            "it changes",
        ),
        *sentence([i for i in items if i.passage_id in shared], "a passage id that also names another text", _HASHED),
        *sentence(changed, "white space that the format does not keep", "it is normalised"),
        *sentence(bare, "a passage id but no passage", "the id is left out"),
    ]


_HASHED = "a hash of the text is added to the id"


def refuse_unholdable(items: Iterable[Item], title: str) -> None:
    """Raise DataError for items that no exam reader would give back."""
    items = list(items)
    refuse([item for item in items if item.answer is None], title, "no known answer", _INSTEAD)
    refuse([item for item in items if not item.question.strip()], title, "an empty question", _INSTEAD)
    refuse([i for i in items if not all(o.strip() for o in i.options)], title, "an empty option", _INSTEAD)
    odd = [item for item in items if any(_CONTROL.search(text) for text in (item.id, item.passage_id, *_texts(item)))]
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


def read_again(path: Path, format_: Format, document: Document) -> Dataset:
    """Read a written exam to check it. Raises DataError for anything in it that is not an item."""
    items = []
    for outcome in format_.read(document):
        if isinstance(outcome, DataError):
            raise outcome
        if isinstance(outcome, Left):
            raise DataError(f"{outcome.where}: {outcome.reason}")
        if isinstance(outcome, Found):
            items.append(outcome.item)
    return Dataset(path.name, tuple(items))


def _ready(item: Item, name: str, passage_id: str, holding: Holding) -> Item:
    metadata = {key: value for key, value in item.metadata.items() if key in holding.keeps and value}
    if name != item.id and "title" in holding.keeps:
        metadata = {"title": item.id.strip(), **metadata}
    if metadata.get("title", "").strip() in {"", name}:
        metadata.pop("title", None)
    passage = holding.text(item.passage)
    copy = replace(
        item,
        id=name,
        passage_id=passage_id if passage else content_id(""),
        passage=passage,
        question=holding.text(item.question),
        options=tuple(map(holding.text, item.options)),
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


def _loses(item: Item, copy: Item) -> bool:
    return any(copy.metadata.get(name) != value for name, value in item.metadata.items())


def _texts(item: Item) -> tuple[str, ...]:
    return item.passage, item.question, *item.options
