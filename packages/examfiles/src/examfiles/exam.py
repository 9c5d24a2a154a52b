"""An exam read whole: its questions, where in the file each stands, what was left out and why.

    exam = read_exam("exam.docx")
    for item in exam.dataset:
        print(exam.places[item.id], item.question)

`read` stops at what it cannot use, as a program wants it; this keeps what can be used and lists the rest, as a person
does who checks an exam: questions without a passage or a known key are kept, since much can be said of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from examfiles.decoding import LIMIT
from examfiles.detect import detect
from examfiles.errors import DataError, TooLargeError
from examfiles.format import Outcome, PlacedItem, left_by
from examfiles.formats import FORMATS
from examfiles.items import Dataset, Item, LeftOut
from examfiles.limits import EXAM
from examfiles.readers.tables import is_hub_path
from examfiles.readers.tables.columns import ColumnNames
from examfiles.reading import ReadOptions, SourceReading, read_with_places
from examfiles.reasons import Reason
from examfiles.sources import DataSource, data_path, files, open_source

MOST_QUESTIONS = 20_000
"""Questions that an exam may have: of more, no page could be read, or even opened."""


@dataclass(frozen=True, slots=True)
class ReadExam:
    """An exam: its questions, the place of each by id where it is known, and what was left out.

    `places` are in the file's order, and know the questions that lack only a key (`LeftOut.item`) too. `before`:
    questions that were put right since, as the file has them, by id.
    """

    dataset: Dataset
    places: Mapping[str, str]
    left: tuple[LeftOut, ...]
    before: Mapping[str, Item] = field(default_factory=dict)

    @property
    def not_read(self) -> int:
        """How many questions of the file are not in its dataset: of other kinds, damaged, or not understood."""
        return sum(each.questions for each in self.left)


def read_exam(
    path: str | Path,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - as in `read`
    *,
    columns: ColumnNames | None = None,
    passage: str | None = None,
    most: int | None = MOST_QUESTIONS,
    keys_needed: bool = True,
    pictures: bool = False,
) -> ReadExam:
    """Read a file, folder or archive in any format; `passage` is a text for all questions that have none.

    `pictures`: keep those that questions show, as `read` does.

    An exam of which every question lacks its key is refused, unless `keys_needed` is false: its dataset is then empty,
    and its questions are those of `LeftOut.item`; `with_keyless` puts them into the dataset.

    A file that is too large for an exam, or holds more than `most` questions, is refused before it fills the memory;
    with `most=None` nothing is too much.

    Raises UsageError for a split, format or column that does not exist, DataError where nothing can be read.
    """
    path = data_path(path)
    limits = None if most is None else EXAM
    if most is not None:
        file = Path(path).expanduser()
        if not is_hub_path(path) and file.is_file() and file.stat().st_size > LIMIT:
            raise TooLargeError(
                f"{path}: the file is larger than {LIMIT // 2**20} MiB; an exam of texts is smaller. Split it."
            )
    options = ReadOptions(
        format, columns, skip_bad=True, passage=passage, passage_needed=False, keys_needed=keys_needed, most=most,
        limits=limits, pictures=pictures,
    )  # fmt: skip
    reading = read_with_places(path, split, options)
    others = [] if is_hub_path(path) else _other_files(open_source(path, limits), reading)
    return _placed(reading.dataset, [*reading.outcomes, *others])


def with_keyless(read: ReadExam) -> ReadExam:
    """Return an exam with its questions that lack only a key, unkeyed, in their places; a note says how many do."""
    lacking = [each for each in read.left if each.item is not None and each.reason.code.startswith("left-no-key")]
    items = {each.item.id: each.item for each in lacking if each.item is not None}
    items |= {item.id: item for item in read.dataset}
    order = {name: place for place, name in enumerate(read.places)}
    dataset = read.dataset.with_items(sorted(items.values(), key=lambda item: order.get(item.id, len(order))))
    unkeyed = [item.id for item in dataset if item.answer is None]
    if not unkeyed:
        return read
    note = Reason("note-no-keys", {"questions": len(dataset)})
    if len(unkeyed) < len(dataset):
        first = near(read.dataset.source, read.places.get(unkeyed[0], "")) or unkeyed[0]
        note = Reason("note-some-keys", {"lacking": len(unkeyed), "questions": len(dataset), "first": first})
    left = tuple(each for each in read.left if each not in lacking)
    return replace(read, dataset=replace(dataset, notes=(*dataset.notes, note)), left=left)


def near(source: str | None, where: str) -> str:
    """Return a place without the folder that the data lies in: what is written is passed on, and must not tell it."""
    return where.removeprefix(f"{Path(source or '').parent}/")


def is_exam(path: str | Path, format: str | None = None) -> bool:  # noqa: A002 - as in `read`
    """Say whether a path holds an exam as teachers' programs write them, and not a dataset."""
    if is_hub_path(path):
        return False
    return (FORMATS[format] if format else detect(open_source(data_path(path)))).exam


def _placed(dataset: Dataset, outcomes: list[Outcome]) -> ReadExam:
    """Note the place of every question, and what was left out."""
    places: dict[str, str] = {}
    left: list[LeftOut] = []
    ids = {outcome.item.id for outcome in outcomes if isinstance(outcome, PlacedItem)}
    for outcome in outcomes:
        if isinstance(outcome, LeftOut):
            left.append(_keyless(outcome, places, ids))
        elif isinstance(outcome, DataError):
            left.append(left_by(outcome))
        elif isinstance(outcome, PlacedItem):
            first = places.setdefault(outcome.item.id, outcome.where)
            if first is not outcome.where:
                values = {"id": outcome.item.id, "first": near(dataset.source, first)}
                left.append(LeftOut(outcome.where, Reason("left-id-taken", values), broken=True))
    return ReadExam(dataset, places, tuple(left))


def _keyless(left: LeftOut, places: dict[str, str], ids: set[str]) -> LeftOut:
    """Note the place of a question that lacks only its key; one whose id is taken cannot be told from the other."""
    if left.item is None or left.item.id in ids or left.item.id in places:
        return replace(left, item=None)
    places[left.item.id] = left.where
    return left


def _other_files(source: DataSource, reading: SourceReading) -> list[LeftOut]:
    """Name the files of a folder or archive that may be exams too, but do not look like one of the exam's format.

    A format whose files have names of their own is a package, which has no others.
    """
    format_ = FORMATS[str(reading.dataset.format)]
    if not format_.exam or source.kind == "file" or not format_.suffixes[0].startswith("."):
        return []
    suffixes = tuple(suffix for each in FORMATS.values() if each.exam for suffix in each.suffixes)
    return [
        LeftOut(file.where, Reason("left-other-format", {"format": format_.title}), questions=0)
        for file in files(source)
        if file.name not in reading.files and file.name.lower().endswith(suffixes)
    ]
