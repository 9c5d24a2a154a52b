"""The parts every format has, and the checks every item passes on its way in.

A format is a value: how it is recognised by a file's beginning, which files of a folder may be its own, and how one
file becomes outcomes. An outcome is an item with its place, a bad item (the error itself, so that one place decides
whether to stop or to skip), a sound question of a kind that is not audited, a remark for whoever uses the dataset, or a
picture.
"""

import codecs
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from examfiles.errors import DataError
from examfiles.items import Dataset, Item, LeftOut, content_id, letter
from examfiles.limits import Limits, check_options, dataset_limits
from examfiles.reasons import Reason, counted

UNUSED = "note-unused-passage"
FENCE = "```"
"""What Markdown puts around a file that a language model wrote."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The beginning of a file, by which its format is recognised; `text` is decoded leniently."""

    name: str
    data: bytes

    @property
    def text(self) -> str:
        """Return the beginning as text, UTF-8 or UTF-16; what is neither becomes a replacement character."""
        if self.data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return unfenced(self.data[: len(self.data) // 2 * 2].decode("utf-16", "replace")).lstrip("\n")
        text = self.data.removeprefix(codecs.BOM_UTF8).decode(unmarked_utf16(self.data) or "utf-8", "replace")
        return text if self.data[:9].lstrip()[:3] != b"```" else unfenced(text).lstrip("\n")


def unfenced(text: str) -> str:
    r"""Return a text without the fence of Markdown around it, whose lines become empty.

    >>> unfenced("```json\n[1]\n```\n"), unfenced("no fence")
    ('\n[1]\n\n', 'no fence')
    """
    if not text.lstrip().startswith(FENCE):
        return text
    first, _, rest = text.partition(FENCE)
    body = rest.partition("\n")[2]
    end = body.rstrip()
    return f"{first}\n{end.removesuffix(FENCE) + body[len(end) :] if end.endswith(FENCE) else body}"


def unmarked_utf16(data: bytes) -> str | None:
    """Return which UTF-16 a text without a byte order mark is: nearly every other of its first bytes is zero."""
    even, odd = data[:400:2], data[1:400:2]
    for name, zeros, others in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if zeros.count(0) > 0.8 * len(zeros) and not others.count(0):
            return name
    return None


@dataclass(frozen=True, slots=True)
class Document:
    """One whole file; `trail` names the folders its source stands in, `beside` its companions by name.

    `limits`: how much its source may hold. `picture` returns a picture beside it by its name, None where there is none;
    without it, pictures are not asked for.
    """

    name: str
    where: str
    data: bytes
    trail: tuple[str, ...] = ()
    beside: Mapping[str, bytes] = field(default_factory=dict)
    limits: Limits = field(default_factory=dataset_limits)
    picture: Callable[[str], bytes | None] | None = None


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item and the place it comes from."""

    where: str
    item: Item


@dataclass(frozen=True, slots=True)
class Remark:
    """What a reader must know of how the file was read."""

    note: Reason


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture that items show, by the name they give it; none where pictures are not asked for."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the questions of an exam and is no passage: its title first, instructions, lines for a name."""

    lines: tuple[str, ...]


Outcome = PlacedItem | LeftOut | Remark | PictureFile | Head | DataError


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    `sniff` recognises it by content; `suffixes` are those of its files in a folder or archive; `companions` names the
    files that belong to a file and are not data by themselves, whose suffixes are `beside`. The files of an `exam` name
    no splits, and at most `most` bytes of each are read. `whole`: all files of a source are one document, in `beside`
    by name. `linked` names the further files that a single one refers to, given its bytes and its name; names are
    relative to its folder, or to the nearest one above it with the file `root` in it. `passages` says where passages
    stand, for a question that has none. `writers` write it; without any, it is read only. `typed`: its files are text
    in any encoding; `read` is given UTF-8. `general`: it is recognised by its shape alone, and any other format in a
    source is preferred.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[Sample], bool]
    read: Callable[[Document], Iterator[Outcome]]
    companions: Callable[[str], tuple[str, ...]] = lambda _name: ()
    beside: tuple[str, ...] = ("\0",)  # no name ends like this
    exam: bool = False
    most: int | None = None
    whole: bool = False
    linked: Callable[[bytes, str], tuple[str, ...]] = lambda _data, _name: ()
    root: str = ""
    passages: str = ""
    writers: tuple["Writer", ...] = ()
    typed: bool = False
    general: bool = False


@dataclass(frozen=True, slots=True)
class Writer:
    """One way a format is written; all of it happens in memory.

    `suffixes` end the names of its files.
    `write` returns the bytes: of a single file under the name "", of several under their names inside `folder`, the
    place that a dataset's files have inside the folder or archive that is written (None: the format is one file).
    It raises DataError for what the format cannot hold at all. What else is lost shows when the result is read back.
    `cautions` returns what it holds though other programs may not read it, a sentence each. `about` returns files about
    a whole folder, which are written anew whenever a split is added to it. `printed`: people read it on paper, so what
    a program notes about a question has no place there, and is no loss; `write` takes `words` too, what is printed
    around it. `needs`: the package, not always installed, that it writes with.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    write: Callable[..., Mapping[str, bytes]]
    folder: Callable[[Dataset], str] | None = None
    cautions: Callable[[Dataset], list[str]] = lambda _dataset: []
    about: Callable[[Path], Mapping[str, bytes]] = lambda _folder: {}
    printed: bool = False
    needs: str = ""


def outcome(where: str, make: Callable[[], Item]) -> Outcome:
    """Make an item; an error becomes the outcome, with the place in front."""
    try:
        return PlacedItem(where, make())
    except DataError as error:
        return placed(where, error)


def fault(where: str, text: str, code: str = "", **values: Any) -> DataError:
    """Return the error that a part of a file is wrong; `code`, with values, names its words in other languages."""
    reason = Reason(code, values) if code else None
    return DataError(f"{where}: {text}" if where else text, where=where, reason=reason)


def placed(where: str, error: DataError) -> DataError:
    """Return an error with its place in front."""
    return DataError(f"{where}: {error}", where=where, reason=error.reason)


def out_of_order(unit: str, number: int, found: str, expected: str) -> DataError:
    """Return the error (without the place) that the letters of a question's options leave one out, or repeat one."""
    text = f"{unit} {number} begins with {found}; expected option {expected}."
    return fault("", text, "left-out-of-order", unit=unit, number=number, found=found, expected=expected)


def left_by(error: DataError) -> LeftOut:
    """Return the part of a file that an error is about, as one that is left out."""
    text = str(error).removeprefix(f"{error.where}: ") if error.where else str(error)
    return LeftOut(error.where, error.reason or Reason("left-error", {"text": text}), broken=True)


def unused_passage(where: str) -> Remark:
    """Return the remark that a passage has no questions."""
    return Remark(Reason(UNUSED, {"where": where}))


def remarks(dataset: Dataset) -> list[Reason]:
    """List a dataset's notes without those about passages that have no questions."""
    return [note for note in dataset.notes if note.code != UNUSED]


def unused_passages(dataset: Dataset) -> list[str]:
    """List the places of the passages a reader found to have no questions."""
    return [str(note.values["where"]) for note in dataset.notes if note.code == UNUSED]


def make_item(
    *,
    id: str,  # noqa: A002 - the item's own word
    passage: Any,
    question: Any,
    options: Any,
    answer: Callable[[tuple[str, ...]], int | None],
    passage_id: str | None = None,
    level: str | None = None,
    metadata: Mapping[str, str] | None = None,
    question_needed: bool = True,
    passage_needed: bool = True,
) -> Item:
    """Check the parts and make an item; `answer` finds the right one among the checked options.

    Without an id the passage gets one from its content.

    Raises DataError (without the place) for a part of the wrong type, an empty passage or question, or one option.
    """
    passage, question = checked_text(passage, "passage"), checked_text(question, "question")
    if passage_needed and not passage.strip():
        raise fault("", "the passage is empty; expected text.", "left-empty-passage")
    if question_needed and not question.strip():
        raise fault("", "its question is empty; expected text.", "left-empty-question")
    if not isinstance(options, list | tuple):
        raise DataError(f"the options are {kind_of(options)}; expected a list of texts.")
    check_options(len(options))
    texts = tuple(checked_text(option, f"option {letter(index)}") for index, option in enumerate(options))
    if len(texts) < 2:
        text = f"it has {counted(len(texts), 'option')}; a multiple-choice question has at least 2."
        raise fault("", text, "left-few-options", options=len(texts))
    passage_id = content_id(passage) if passage_id is None else passage_id
    for value, what in ((id, "id"), (passage_id, "passage id"), (level or "", "level"), *_metadata_texts(metadata)):
        checked_text(value, what)
    return Item(id, passage_id, passage, question, texts, answer(texts), level, metadata or {})


def _metadata_texts(metadata: Mapping[str, str] | None) -> Iterator[tuple[str, str]]:
    for name, value in (metadata or {}).items():
        yield name, "name of a column"
        yield value, "metadata"


def checked_text(value: Any, what: str) -> str:
    """Return the value if it is text that UTF-8 can encode. Raises DataError."""
    if not isinstance(value, str):
        raise DataError(f"the {what} is {kind_of(value)}; expected text.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DataError(f"the {what} has half a character (a lone surrogate) at {error.start}.") from error
    return value


def take(raw: Any, key: str) -> Any:
    """Return a key's value from a JSON object. Raises DataError where there is no object or no such key."""
    if not isinstance(raw, dict):
        raise DataError(f"found {kind_of(raw)}; expected an object with '{key}'.")
    if key not in raw:
        raise DataError(f"'{key}' is missing; found {', '.join(map(repr, raw)) or 'an empty object'}.")
    return raw[key]


def kind_of(value: Any) -> str:
    """Describe a JSON value in words, short enough for an error."""
    names = {type(None): "missing", dict: "an object", list: "a list", tuple: "a list"}
    if type(value) in names:
        return names[type(value)]
    return f"{'a text' if isinstance(value, str) else 'the value'} {excerpt(repr(value))}"


def excerpt(text: str) -> str:
    """Return the beginning of a text, short enough for an error."""
    return text if len(text) <= 60 else f"{text[:57]}..."
