"""The parts every writer has: what it is called, what it cannot hold of a dataset, and the bytes it makes.

A writer is a value, as a format is. For a dataset it lists in sentences what would be lost (`lacks`), returns what
reading gives back (`held`), and makes the content of the file or files (`write`), all in memory.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from magnetite.core.cells import own_context
from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item
from magnetite.formats.format import content_id

ADDED = "added"


@dataclass(frozen=True, slots=True)
class Writer:
    """How one format is written.

    `suffixes` end the names of its files. `lacks` returns what the format cannot hold of a dataset, a sentence each.
    `write` returns the bytes: of a single file under the name "", of several under their names inside `folder`, the
    place that a dataset's files have inside the folder or archive that is written (None: the format is one file).
    It raises DataError for what the format cannot hold at all.
    `held`: the dataset as reading gives it back, losses included; without it, what was lost is not checked.
    `read_back`: how the result is read to check it, where that is not `formats.read`.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    lacks: Callable[[Dataset], list[str]]
    write: Callable[[Dataset], Mapping[str, bytes]]
    folder: Callable[[Dataset], str] | None = None
    held: Callable[[Dataset], Dataset] | None = None
    read_back: Callable[[Path], Dataset] | None = None


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


def count_of(items: Sequence[Item], what: str) -> str:
    """Return in words how many items have something, and the first one's id.

    >>> count_of([Item("q7", "p", "", "Who?", ("Ann", "Bo"))], "no passage")
    "1 item has no passage ('q7')"
    """
    many = len(items) > 1
    return f"{len(items):,} item{'s have' if many else ' has'} {what} ('{items[0].id}'{', …' if many else ''})"


def sentence(items: Sequence[Item], what: str, then: str) -> list[str]:
    """Return a sentence on what some items have and what becomes of it; none where no item has it."""
    return [f"{count_of(items, what)}: {then}"] if items else []


def refuse(items: Sequence[Item], title: str, what: str, instead: str) -> None:
    """Raise DataError where there are items that a format cannot hold at all."""
    if items:
        raise DataError(f"{title}: {count_of(items, what)}, which this format cannot hold. {instead}")
