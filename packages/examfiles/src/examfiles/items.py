"""Items and datasets: what every format is read into and every experiment works on.

An item is frozen, and checked once, when it is made.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from examfiles.errors import DataError
from examfiles.extras import extra
from examfiles.reasons import Reason

if TYPE_CHECKING:
    import polars as pl

K = TypeVar("K")
V = TypeVar("V")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Item:
    """One multiple-choice question about one passage.

    `answer` is the index of the right option, from 0, or None where it is not known.
    `passage` and `question` may be empty (a view removes them); readers refuse files in which they are.
    `added` is text that a view appended to the passage: a system reads it right after the passage, and it is never cut.
    Raises DataError for fewer than two options or an answer outside them.

    >>> Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0).answer_letter
    'A'
    """

    id: str
    passage_id: str
    passage: str
    question: str
    options: tuple[str, ...]
    answer: int | None = None
    level: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    added: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))
        if len(self.options) < 2:
            raise DataError(
                f"item '{self.id}' has {len(self.options)} option(s); a multiple-choice item needs at least 2."
            )
        if self.answer is not None and (isinstance(self.answer, bool) or not hasattr(self.answer, "__index__")):
            raise DataError(
                f"item '{self.id}': the answer is {self.answer!r}; expected the place of the right option, "
                "counted from 0, or None."
            )
        object.__setattr__(self, "options", tuple(self.options))
        object.__setattr__(self, "answer", None if self.answer is None else index(self.answer))
        if self.answer is not None and not 0 <= self.answer < len(self.options):
            raise DataError(
                f"item '{self.id}': answer {self.answer} is not one of its {len(self.options)} options "
                f"(0 to {len(self.options) - 1})."
            )

    @property
    def answer_letter(self) -> str | None:
        """Return the answer as a letter (A for the first option), or None where it is not known."""
        return None if self.answer is None else letter(self.answer)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a file that is no item: its place, and why it was left out.

    It is of another kind, or has no key, or it is `broken`: an error that was skipped.
    `item`: the question without an answer, where it lacks only a key. `questions`: how many questions it is, none where
    it is none (a list of keys, a file).
    """

    where: str
    reason: Reason
    item: Item | None = field(default=None, compare=False)
    broken: bool = False
    questions: int = 1


@dataclass(frozen=True, slots=True)
class Dataset:
    """The ordered items of one split; a sequence of items that knows its fingerprint.

    Raises DataError where two items share an id. `skipped` lists what a reader left out. `pictures`: files that items
    show, by name, where a reader was asked for them. `not_asked`: how many questions are left out because a log lacks
    them. `head`: the lines above the questions of an exam that are no passage, its title first.
    """

    name: str
    items: tuple[Item, ...]
    split: str | None = None
    source: str | None = None
    format: str | None = None
    skipped: tuple[LeftOut, ...] = ()
    notes: tuple[Reason, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    not_asked: int = 0
    head: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        ids: set[str] = set()
        for item in self.items:
            if item.id in ids:
                raise DataError(f"dataset '{self.name}': two items have the id '{item.id}'; ids must be unique.")
            ids.add(item.id)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> "Dataset": ...

    def __getitem__(self, index: int | slice) -> "Item | Dataset":
        return self.with_items(self.items[index]) if isinstance(index, slice) else self.items[index]

    def __repr__(self) -> str:
        passages = len({item.passage_id for item in self.items if item.passage.strip()})
        split = f" {self.split}" if self.split else ""
        return f"Dataset {self.name}{split}: {len(self)} questions on {passages} passages"

    def frame(self) -> "pl.DataFrame":
        """Return the questions as a polars frame, a row each; options are a list, the answer is a letter."""
        polars: Any = extra("polars", "A table of the questions")
        texts = ("id", "passage_id", "passage", "question")
        schema = {name: polars.String() for name in texts} | {"options": polars.List(polars.String)}
        rows = [
            (*(getattr(item, name) for name in texts), list(item.options), item.answer_letter, item.level)
            for item in self
        ]
        schema |= {"answer": polars.String(), "level": polars.String()}
        frame: pl.DataFrame = polars.DataFrame(rows, schema, orient="row")
        return frame

    @property
    def fingerprint(self) -> str:
        """Return a hash of everything the items hold, in order: 16 hexadecimal digits."""
        digest = hashlib.blake2b(digest_size=8)
        for item in self.items:
            fields = (item.id, item.passage_id, item.passage, item.question, item.options, item.answer, item.level)
            whole = (
                (*fields, item.added) if item.added else fields
            )  # items without added text keep the fingerprint they always had
            digest.update(json.dumps(whole, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def with_items(self, items: Sequence[Item]) -> "Dataset":
        """Return the same dataset with other items."""
        return replace(self, items=tuple(items))


def letter(index: int) -> str:
    """Name the option at `index` as a reader sees it: A to Z, then AA, AB and so on.

    >>> letter(0), letter(27)
    ('A', 'AB')
    """
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = LETTERS[rest] + name
    return name


def seen(text: str) -> str:
    """Return a text as it is seen: composed, in usual width, without what has none, such as a soft hyphen.

    >>> seen("cafe\u0301 \u200b"), seen("Ａ\u00ad1")
    ('café', 'A1')
    """
    if text.isascii():
        return text.strip()
    kept = (sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(kept).split())


def content_id(passage: str) -> str:
    """Name a passage by its content: the same text gets the same name in every file."""
    return "p" + hashlib.blake2b(passage.encode("utf-8"), digest_size=6).hexdigest()


def is_content_id(name: str) -> bool:
    """Say whether a passage's name looks like one of `content_id`.

    >>> is_content_id(content_id("Ann sat.")), is_content_id("high1.txt")
    (True, False)
    """
    return re.fullmatch(r"p[0-9a-f]{12}", name) is not None


def gathered(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Gather values by their keys, in the order in which they come.

    >>> gathered([("a", 1), ("b", 2), ("a", 3)])
    {'a': [1, 3], 'b': [2]}
    """
    by_key: dict[K, list[V]] = {}
    for key, value in pairs:
        by_key.setdefault(key, []).append(value)
    return by_key
