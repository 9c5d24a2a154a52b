"""Read: the one call that turns a path into a dataset, and decides what happens to bad items."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import Any

from examfiles.decoding import in_utf8
from examfiles.detect import detect, documents, splits_in
from examfiles.errors import DataError, TooLargeError, UsageError
from examfiles.exams import kept_apart
from examfiles.format import Document, Format, Head, Outcome, PictureFile, PlacedItem, Remark, fault, left_by
from examfiles.formats import FORMATS
from examfiles.items import Dataset, Item, LeftOut, content_id
from examfiles.limits import EXAM, Limits, dataset_limits
from examfiles.readers.tables import Rows, hub_files, hub_rows, is_hub_id, is_hub_path, rows_in_memory
from examfiles.readers.tables.columns import ColumnNames
from examfiles.readers.tables.tabular import read_table, with_columns
from examfiles.reasons import Reason
from examfiles.sources import data_path, open_source
from examfiles.split_names import SPLITS, canonical, in_order, split_of
from examfiles.unrecognised import TYPED

_SKIP_HINT = "--skip-bad loads the rest and lists what it skipped."
_PASSAGE_HINT = "--passage FILE supplies one (check and convert)."
_TOO_MANY = "An exam has fewer. Split it."
IN_MEMORY = "table"
"""What rows that a program holds are called."""
_GENERIC = {*SPLITS, "val", "valid", "validation", "data", "questions", "middle", "high", "main"}
LACKING = "note-no-passage"
OFFER = "note-fill-down"
FILLED = "note-filled-down"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a source is read, and what of it is needed; `read` says what each field means.

    `keys_needed=False`: where every question lacks only its key, return an empty dataset, and the questions among the
    outcomes (`LeftOut.item`). `limits`: how much the source may hold; without, as much as a data set.
    """

    format: str | None = None
    columns: ColumnNames | None = None
    skip_bad: bool = False
    fill_down: bool = False
    passage: str | None = None
    passage_needed: bool = True
    keys_needed: bool = True
    most: int | None = None
    limits: Limits | None = None
    pictures: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.columns, Mapping | None):
            raise UsageError(
                f"columns is {self.columns!r}; expected columns by role, such as {{'answer': 'key', 'first': 1}}."
            )

    @property
    def may_lack_passages(self) -> bool:
        """Say whether a row without a passage is no error yet."""
        return self.passage is not None or self.fill_down or not self.passage_needed


@dataclass(frozen=True, slots=True)
class SourceReading:
    """A dataset and what its source held: every outcome in its order, and the names of the files that were read."""

    dataset: Dataset
    outcomes: tuple[Outcome, ...]
    files: frozenset[str] = frozenset()


def read(
    path: str | Path | Iterable[Mapping[str, Any]],
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    columns: ColumnNames | None = None,
    skip_bad: bool = False,
    passage: str | None = None,
    passage_needed: bool = True,
    fill_down: bool = False,
    most: int | None = None,
    pictures: bool = False,
) -> Dataset:
    """Read a file, a folder, an archive, or a table or data set on the hub (`hf://`) as a dataset.

    `path` may also be rows in memory, which are read as a table's: a list of objects by column, or a table of polars,
    pandas, Arrow or `datasets`. `split` then says what they are.
    `split`: train, dev (also validation, val) or test; needed where the source holds several. `format`: one of
    `formats.FORMATS` instead of the one recognised by content. `columns`: for tables, columns by role, as in
    `{"passage": "article", "options": ["a", "b", "c"]}`; the rest is guessed and noted; `"first": "1"` says that
    answers that are numbers count from 1, `"first": "text"` that they are options themselves. `skip_bad`: leave bad
    items out and list them in `skipped`, rather than stop at the first. `passage`: a text for the questions that have
    none. `passage_needed=False`: let questions without a passage through. `fill_down`: give a row of a table that has
    no passage the one above it. `most`: refuse a source of more questions before
    all of them are in memory. `pictures`: keep the pictures that questions show in `Dataset.pictures`, as far as they
    are in the source. Questions of an exam that are not multiple-choice questions with one right option are listed in
    `skipped` in any case.

    Raises UsageError for a split, format or column that does not exist, DataError for what cannot be read.
    """
    options = ReadOptions(format, columns, skip_bad, fill_down, passage, passage_needed, most=most, pictures=pictures)
    return read_with_places(path, split, options).dataset


def read_with_places(
    path: str | Path | Iterable[Mapping[str, Any]], split: str | None = None, options: ReadOptions = ReadOptions()
) -> SourceReading:
    """Read as `read` does, and keep the outcomes, which know their places."""
    split = canonical(split) if split else None
    if not isinstance(path, str | PathLike):
        table = Document(IN_MEMORY, IN_MEMORY, b"")
        return _read_rows(rows_in_memory(path, IN_MEMORY), table, options).reading(IN_MEMORY, split, IN_MEMORY)
    if is_hub_path(path):
        return _read_hub(str(path), split, options)
    path, limits = data_path(path), options.limits or dataset_limits()
    source = open_source(path, limits)
    format_ = _format(options) or detect(source)
    if format_.name == "tabular" and options.may_lack_passages:
        most = None if options.most is None else options.most + 1
        format_ = with_columns(options.columns, passage_needed=False, most=most)
    matches, name, loose = documents(source, format_, split, pictures=options.pictures)
    filling = options.fill_down and format_.name == "tabular"
    collection = _Collection(replace(options, fill_down=filling), limits, format_)
    if loose:
        values = {"where": str(source.path), "files": len(loose), "first": loose[0]}
        collection.notes[Reason("note-files-in-no-split", values)] = None
    for document in matches:
        collection.take_all(_outcomes(format_, document, alone=len(matches) == 1), document.where)
    reading = collection.reading(_name(source.path), name, str(path))
    return replace(reading, files=frozenset(n for each in matches for n in (each.name, *each.beside)))


def splits(path: str | Path, format: str | None = None) -> tuple[str, ...]:  # noqa: A002 - as in `read`
    """Return the splits that a source has, in the order train, dev, test; empty where nothing in it names one."""
    source = open_source(data_path(path))
    names = splits_in(source, FORMATS[format] if format else detect(source))
    return tuple(in_order(split for split in names if split))


def read_splits(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - as in `read`
    *,
    columns: ColumnNames | None = None,
    skip_bad: bool = False,
    passage_needed: bool = True,
    fill_down: bool = False,
) -> list[Dataset]:
    """Read every split of a source, train first; one dataset where nothing names a split. Raises as `read` does."""
    names = () if is_hub_path(path) else splits(path, "tabular" if columns and not format else format)
    how = {"columns": columns, "skip_bad": skip_bad, "passage_needed": passage_needed, "fill_down": fill_down}
    return [read(path, split, format, **how) for split in names or (None,)]  # type: ignore[arg-type]


@dataclass(slots=True)
class _Collection:
    """What has been read so far: items by their unique ids, what was skipped, and what is to be said."""

    options: ReadOptions
    limits: Limits
    format: Format | None = None
    entries: dict[str, PlacedItem] = field(default_factory=dict)
    skipped: list[LeftOut] = field(default_factory=list)
    notes: dict[Reason, None] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    head: tuple[str, ...] = ()
    above: Item | None = None
    filled: int = 0
    characters: int = 0
    answers: int = 0

    def take_all(self, outcomes: Iterator[Outcome], where: str) -> None:
        for outcome in outcomes:
            if isinstance(outcome, PictureFile):
                self.pictures[outcome.name] = outcome.data
                continue
            if isinstance(outcome, Head):
                self.head += outcome.lines
                continue
            self.outcomes.append(outcome)
            if isinstance(outcome, Remark):
                self.notes[outcome.note] = None
            elif isinstance(outcome, LeftOut):
                self.characters += len(outcome.item.passage) if outcome.item else 0
                self.skipped.append(replace(outcome, item=None))
            elif isinstance(outcome, PlacedItem):
                self.characters += len(outcome.item.passage)
                self.answers += len(outcome.item.options)
                self._take(self._with_passage(outcome))
            else:
                self._bad(outcome)
            self._check_size(where)

    def _check_size(self, where: str) -> None:
        most, limits = self.options.most, self.limits
        if most is not None and len(self.entries) + len(self.skipped) > most:
            raise TooLargeError(f"{where}: there are more than {most:,} questions. {_TOO_MANY}")
        if self.answers > limits.options:
            raise TooLargeError(f"{where}: its questions have more than {limits.options:,} options. {_TOO_MANY}")
        if self.characters > limits.passages:
            raise TooLargeError(
                f"{where}: the passages of its questions have more than {limits.passages:,} characters in total, one "
                f"that questions share counted for each. {_TOO_MANY}"
            )

    def _with_passage(self, entry: PlacedItem) -> PlacedItem:
        passage = self.options.passage
        if entry.item.passage.strip():
            self.above = entry.item
            return entry
        if self.options.fill_down and self.above:
            self.filled += 1
            item = replace(entry.item, passage=self.above.passage, passage_id=self.above.passage_id)
            return replace(entry, item=item)
        if passage is None:
            return entry
        return replace(entry, item=replace(entry.item, passage=passage, passage_id=content_id(passage)))

    def _take(self, entry: PlacedItem) -> None:
        if self.options.passage_needed and not entry.item.passage.strip():
            title, place = (self.format.title, self.format.passages) if self.format else ("", "")
            own = f"{title} has no place for passages" if place == "nowhere" else f"In {title} it is {place}"
            hint = f" {own}. {_PASSAGE_HINT}" if place else ""
            self._bad(fault(entry.where, f"the passage is empty; expected text.{hint}"))
            return
        first = self.entries.setdefault(entry.item.id, entry)
        if first is not entry:
            name = entry.item.id
            text = f"the id '{name}' is taken by {first.where}; ids must be unique."
            self._bad(fault(entry.where, text, "left-id-taken", id=name, first=first.where))

    def _bad(self, error: DataError) -> None:
        if not self.options.skip_bad:
            raise DataError(f"{error} {_SKIP_HINT}") from error
        self.skipped.append(left_by(error))

    def reading(self, name: str, split: str | None, source: str) -> SourceReading:
        format_ = self.format.name if self.format else "tabular"
        keyless = any(isinstance(outcome, LeftOut) and outcome.item for outcome in self.outcomes)
        if not self.entries and (self.options.keys_needed or not keyless):
            raise _nothing(source, format_, self.skipped)
        self._note_passages()
        items = self._items()
        skipped, notes = tuple(self.skipped), tuple(self.notes)
        dataset = Dataset(name, items, split, source, format_, skipped, notes, self.pictures, head=self.head)
        return SourceReading(dataset, tuple(self.outcomes))

    def _note_passages(self) -> None:
        if self.filled:
            self.notes[Reason(FILLED, {"questions": self.filled})] = None
        lacking = [entry for entry in self.entries.values() if not entry.item.passage.strip()]
        if lacking:
            values = {"lacking": len(lacking), "questions": len(self.entries), "first": lacking[0].where}
            self.notes[Reason(LACKING, {**values, "hint": _passage_place(self.format)})] = None
            if self.format and self.format.name == "tabular" and fillable([one.item for one in self.entries.values()]):
                self.notes[Reason(OFFER, {"lacking": len(lacking)})] = None

    def _items(self) -> tuple[Item, ...]:
        """Return the items; where one passage id names several texts, each gets that id and a hash of its text."""
        places: dict[str, dict[str, str]] = {}
        for entry in self.entries.values():
            places.setdefault(entry.item.passage_id, {}).setdefault(entry.item.passage, entry.where)
        shared = {name: list(texts.values()) for name, texts in places.items() if len(texts) > 1}
        if shared:
            self.notes[_shared_note(shared)] = None
        return tuple(kept_apart([entry.item for entry in self.entries.values()]))


def _passage_place(format_: Format | None) -> Reason | str:
    """Say where the format has passages, for a note: its own words where it is a stranger's."""
    if format_ is None or not format_.passages:
        return ""
    text = Reason(f"passages-{format_.name}" if format_.name in FORMATS.ours else format_.passages)
    return Reason("note-passages-are", {"format": format_.title, "passages": text})


def _nothing(source: str, format_: str, skipped: list[LeftOut]) -> DataError:
    """Return the error that there is no item, with what was left out."""
    why = "it has no items. Check that it is the file with the questions, or name its format: --format NAME."
    if format_ in {"docx", "odt", "text"}:
        why = f"no questions were recognised. In the text, {TYPED}"
    if skipped:
        why = "its only question cannot" if len(skipped) == 1 else f"none of the {len(skipped)} can"
        why += " be used."
    if skipped and all(each.reason.code.startswith("left-no-key") for each in skipped):
        why += " Mark the right option of each (*B. …), or name it below (ANSWER: B); magnetite check needs none."
    elif skipped and {each.reason.code for each in skipped} == {"left-fields"}:
        why += " With --format text it is read as a typed exam."
    left = [replace(each, where=each.where.removeprefix(f"{Path(source).parent}/")) for each in skipped]
    error = DataError(f"{source}: nothing to read as {format_}: {why}", left=left)
    for each in left[:5]:
        error.add_note(f"{each.where}: {each.reason.values.get('text', each.reason.code)}")  # a traceback shows it too
    return error


def _shared_note(shared: dict[str, list[str]]) -> Reason:
    examples = [
        f"'{name}' ({', '.join(wheres[:2])}{', …' if len(wheres) > 2 else ''})" for name, wheres in shared.items()
    ]
    shown = [*examples[:5], *(["…"] if len(examples) > 5 else [])]
    return Reason("note-passages-share-id", {"ids": len(shared), "examples": ", ".join(shown)})


def _outcomes(format_: Format, document: Document, *, alone: bool) -> Iterator[Outcome]:
    """Read a document; one of several that breaks as a whole becomes a bad outcome that can be skipped.

    The questions of several exams are told apart by their files' names: each has its question 1.
    """
    stem = PurePosixPath(document.name).with_suffix("")
    if format_.typed:
        data, encoding = in_utf8(document.data)
        document = replace(document, data=data)
        if encoding:
            values = {"where": document.where, "encoding": encoding.name, "line": encoding.line}
            yield Remark(Reason("note-encoding", values))
    try:
        for outcome in format_.read(document):
            if format_.exam and not alone and isinstance(outcome, PlacedItem | LeftOut) and outcome.item:
                outcome = replace(outcome, item=replace(outcome.item, id=f"{stem}/{outcome.item.id}"))  # noqa: PLW2901
            yield outcome
    except DataError as error:
        if alone:
            raise
        yield error


def _format(options: ReadOptions) -> Format | None:
    if options.columns and options.format not in {None, "tabular"}:
        raise UsageError(
            f"columns and format '{options.format}' are both given; only 'tabular' has columns to name. Leave one out."
        )
    if options.columns:
        return with_columns(options.columns)
    return FORMATS[options.format] if options.format else None


def _read_hub(path: str, split: str | None, options: ReadOptions) -> SourceReading:
    if options.format not in {None, "tabular"}:
        raise UsageError(
            f"{path}: format '{options.format}' cannot be read from the hub; expected a table ('tabular')."
        )
    given, own = path, split_of(PurePosixPath(path).name)
    if is_hub_id(path):
        path, own = hub_files(path, split)
    if split and own != split:
        raise UsageError(f"{path}: no split '{split}'; a hub path names one file. Name the file of that split.")
    table = Document(PurePosixPath(path).name, path, b"")
    return _read_rows(hub_rows(path), table, options).reading("/".join(given.split("/")[3:5]), own, given)


def _read_rows(rows: Rows, table: Document, options: ReadOptions) -> _Collection:
    collection = _Collection(replace(options, most=None, keys_needed=True), EXAM)
    outcomes = read_table(rows, table, options.columns, passage_needed=not options.may_lack_passages)
    collection.take_all(outcomes, table.where)
    return collection


def _name(path: Path) -> str:
    """Name a dataset after its source; a name that says no more than the split gives way to its folder's."""
    parts = [
        re.sub(
            r"(\.(tar|tgz|zip|gz|bz2|xz|jsonl?|ndjson|csv|tsv|parquet|xlsx|xlsm|xls|ods|docx|docm|odt|xml|txt|text|md|gift|qti|imscc|mbz))+$",
            "",
            path.name,
        )
    ]
    parts += reversed(path.absolute().parts[:-1])
    names = (part for part in parts if not set(re.split(r"[._\-\d\s]+", part.lower())) <= _GENERIC | {""})
    return next(names, parts[0])


def fillable(items: Sequence[Item]) -> bool:
    """Return whether the first question has a passage, and a later one has none."""
    return bool(items) and bool(items[0].passage.strip()) and not all(item.passage.strip() for item in items)


def filled_down(dataset: Dataset) -> Dataset:
    """Return a dataset in which a question without a passage has that of the question before, and a note says so."""
    items: list[Item] = []
    for item in dataset:
        if items and not item.passage.strip():
            above = items[-1]
            item = replace(item, passage=above.passage, passage_id=above.passage_id)  # noqa: PLW2901
        items.append(item)
    count = sum(now.passage != item.passage for now, item in zip(items, dataset, strict=True))
    if not count:
        return dataset
    notes = [note for note in dataset.notes if note.code not in {LACKING, OFFER}]
    return replace(dataset.with_items(items), notes=(*notes, Reason(FILLED, {"questions": count})))
