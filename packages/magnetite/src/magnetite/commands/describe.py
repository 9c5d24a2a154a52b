"""An exam read for a check: its questions, where in the file each stands, what was left out and why; and described.

Questions without a passage or a known key are kept, since much can be said of them; what is no multiple-choice question
with one right answer is listed, never a reason to stop. `describe_exam` reads as a check does, so that it shows what a
check would see; the counts and baselines of a dataset (`experiments.description`) stand there too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from examfiles import FORMATS
from examfiles.decoding import LIMIT
from examfiles.detect import detect
from examfiles.errors import DataError, UsageError
from examfiles.format import Outcome, PlacedItem, left_by
from examfiles.items import Dataset, Item, Left
from examfiles.limits import EXAM
from examfiles.readers.tables import is_hub_path
from examfiles.readers.tables.columns import ColumnNames
from examfiles.reading import ReadOptions, SourceReading, read_with_places
from examfiles.reasons import Reason, sentences
from examfiles.sources import DataSource, data_path, files, open_source
from magnetite.commands.data import near, near_notes, parts_of, said_split
from magnetite.core.headings import ANSWER, ID, PASSAGE_ID, QUESTION
from magnetite.core.results import Finding, Heading, Number, Table, table
from magnetite.experiments.description import describe
from magnetite.report.tables import shorten
from magnetite.report.wording import wording

MOST = 20_000
"""Questions that a check takes: of more, its page could not be read, or even opened."""


@dataclass(frozen=True, slots=True)
class ReadExam:
    """An exam: its questions, the place of each by id where it is known, and what was left out.

    `places` are in the file's order, and know the questions that lack only a key (`Left.item`) too. `before`: questions
    that were put right since, as the file has them, by id.
    """

    dataset: Dataset
    places: Mapping[str, str]
    left: tuple[Left, ...]
    before: Mapping[str, Item] = field(default_factory=dict)


def read_exam(
    exam: str | Path | Dataset | ReadExam,
    *,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - as in `read`
    columns: ColumnNames | None = None,
    passage: str | None = None,
    most: int | None = MOST,
    keys_needed: bool = True,
    pictures: bool = False,
) -> ReadExam:
    """Read a file, folder or archive in any format; `passage` is a text for all questions that have none.

    `pictures`: keep those that questions show, as `read` does.

    An exam of which every question lacks its key is refused, unless `keys_needed` is false: its dataset is then empty,
    and its questions are those of `Left.item`.

    A file that is too large for an exam, or holds more than `most` questions, is refused before it fills the memory;
    with `most=None` nothing is too much. A Dataset has been read already, and so has what this returned before, which
    is returned as it is.

    Raises UsageError for a split, format or column that does not exist, and for several sources joined by "+",
    DataError where nothing can be read.
    """
    if isinstance(exam, ReadExam):
        return exam
    if isinstance(exam, Dataset):
        return ReadExam(exam, {}, exam.skipped)
    if len(parts := parts_of(exam)) > 1 and all(Path(said_split(part)[0]).expanduser().exists() for part in parts):
        raise UsageError(f"{exam}: an exam is one file, folder or package. Put the files into a folder, and give that.")
    name, said = said_split(exam)
    path, split = data_path(name), split or said
    limits = None if most is None else EXAM
    if most is not None:
        file = Path(path).expanduser()
        if not is_hub_path(path) and file.is_file() and file.stat().st_size > LIMIT:
            raise DataError(
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


def places_left(read: ReadExam) -> list[tuple[str, Reason]]:
    """Return where each part that was left out stands, and why it was."""
    return [(near(read.dataset.source, left.where), left.reason) for left in read.left]


def _placed(dataset: Dataset, outcomes: list[Outcome]) -> ReadExam:
    """Note the place of every question, and what was left out."""
    places: dict[str, str] = {}
    left: list[Left] = []
    ids = {outcome.item.id for outcome in outcomes if isinstance(outcome, PlacedItem)}
    for outcome in outcomes:
        if isinstance(outcome, Left):
            left.append(_keyless(outcome, places, ids))
        elif isinstance(outcome, DataError):
            left.append(left_by(outcome))
        elif isinstance(outcome, PlacedItem):
            first = places.setdefault(outcome.item.id, outcome.where)
            if first is not outcome.where:
                values = {"id": outcome.item.id, "first": near(dataset.source, first)}
                left.append(Left(outcome.where, Reason("left-id-taken", values), broken=True))
    return ReadExam(dataset, places, tuple(left))


def _keyless(left: Left, places: dict[str, str], ids: set[str]) -> Left:
    """Note the place of a question that lacks only its key; one whose id is taken cannot be told from the other."""
    if left.item is None or left.item.id in ids or left.item.id in places:
        return Left(left.where, left.reason)
    places[left.item.id] = left.where
    return left


def is_exam(path: str | Path, format: str | None = None) -> bool:  # noqa: A002 - as in `read`
    """Say whether a path holds an exam as teachers' programs write them, and not a dataset."""
    if is_hub_path(path):
        return False
    return (FORMATS[format] if format else detect(open_source(data_path(path)))).exam


def _other_files(source: DataSource, reading: SourceReading) -> list[Left]:
    """Name the files of a folder or archive that may be exams too, but do not look like one of the exam's format.

    A format whose files have names of their own is a package, which has no others.
    """
    format_ = FORMATS[str(reading.dataset.format)]
    if not format_.exam or source.kind == "file" or not format_.suffixes[0].startswith("."):
        return []
    suffixes = tuple(suffix for each in FORMATS.values() if each.exam for suffix in each.suffixes)
    return [
        Left(file.where, Reason("left-other-format", {"format": format_.title}))
        for file in files(source)
        if file.name not in reading.files and file.name.lower().endswith(suffixes)
    ]


CUT = 48  # characters of a text by which its reader knows it again


def is_exam_file(data: str, format: str | None = None) -> bool:  # noqa: A002 - the word of the command line
    """Say whether DATA names one exam file, folder or package, as teachers' programs write them."""
    return len(parts_of(data)) == 1 and said_split(data)[1] is None and is_exam(data, format)


def describe_exam(
    data: str | Path,
    *,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    columns: Mapping[str, str] | None = None,
) -> Finding:
    """Describe an exam. Adds to a dataset's description the tables `questions`, `passages` and `left_out`.

    Raises UsageError or DataError where it cannot be read.
    """
    read = with_keyless(read_exam(data, split=split, format=format, columns=columns, keys_needed=False))
    count, left_out = len(read.left), "Nothing was left out."
    if count:
        left_out = f"{count:,} {'part was' if count == 1 else 'parts were'} left out, with the reasons below."
    finding = describe(replace(read.dataset, skipped=(), notes=near_notes(read.dataset)))
    return replace(
        finding,
        title="What was understood of the exam",
        answer=sentences(finding.answer, left_out),
        numbers=(*finding.numbers, Number("left out", len(read.left), unit="count")),
        tables=(_questions(read), _passages(read.dataset), _left_table(read), *finding.tables),
    )


def _left_table(read: ReadExam) -> Table:
    words, left = wording(), places_left(read)
    rows = ((where, words.note(reason)) for where, reason in left)
    return table("left_out", "Left out", (Heading("where"), Heading("reason")), rows)


def _questions(read: ReadExam) -> Table:
    columns = (
        ID.over(item.id for item in read.dataset),
        Heading("place").over(near(read.dataset.source, read.places.get(item.id, "")) for item in read.dataset),
        QUESTION.over(shorten(item.question, CUT) for item in read.dataset),
        Heading("options", unit="count").over(len(item.options) for item in read.dataset),
        ANSWER.over(item.answer_letter for item in read.dataset),
        Heading("passage").over(shorten(item.passage, CUT) or None for item in read.dataset),
    )
    return Table("questions", "Questions", columns)


def _passages(dataset: Dataset) -> Table:
    texts = {item.passage_id: item.passage for item in dataset if item.passage.strip()}
    columns = (
        PASSAGE_ID.over(texts),
        Heading("words", unit="count").over(len(text.split()) for text in texts.values()),
        Heading("questions", unit="count").over(sum(item.passage_id == name for item in dataset) for name in texts),
        Heading("begins").over(shorten(text, CUT) for text in texts.values()),
    )
    return Table("passages", "Passages", columns)
