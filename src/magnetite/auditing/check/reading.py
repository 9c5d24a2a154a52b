"""Read an exam for a check: its questions, where in the file each stands, and what was left out and why.

Questions without a passage or a known key are kept, since much can be said of them; what is no multiple-choice question
with one right answer is listed, never a reason to stop.
What this file leaves out: the formats (`magnetite.formats`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from magnetite.auditing.data import data_path
from magnetite.core.errors import DataError
from magnetite.core.items import Dataset
from magnetite.formats import FORMATS, read
from magnetite.formats.collect import detect, documents, named_format
from magnetite.formats.exams.texts import LIMIT
from magnetite.formats.format import Document, Format, Found, Left, Outcome
from magnetite.formats.hub import is_hub_path
from magnetite.formats.sources import Source, files, open_source
from magnetite.formats.splits import canonical
from magnetite.formats.tabular import with_columns

MOST = 20_000
"""Questions that a check takes: of more, its page could not be read, or even opened."""


@dataclass(frozen=True, slots=True)
class ReadExam:
    """Hold an exam: its questions, the place of each by id where it is known, and what was left out.

    `places` are in the file's order, and know the questions that lack only a key (`Left.item`) too.
    """

    dataset: Dataset
    places: Mapping[str, str]
    left: tuple[Left, ...]


def read_exam(
    exam: str | Path | Dataset | ReadExam,
    *,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - as in `read`
    columns: Mapping[str, str] | None = None,
    passage: str | None = None,
    most: int | None = MOST,
) -> ReadExam:
    """Read a file, folder or archive in any format; `passage` is a text for all questions that have none.

    A file that is too large for an exam, or holds more than `most` questions, is refused before it fills the memory;
    with `most=None` nothing is too much. A Dataset has been read already, and so has what this returned before, which
    is returned as it is.

    Raises UsageError for a split, format or column that does not exist, DataError where nothing can be read.
    """
    if isinstance(exam, ReadExam):
        return exam
    if isinstance(exam, Dataset):
        return ReadExam(exam, {}, tuple(_left(line) for line in exam.skipped))
    path = data_path(exam)
    if most is not None:
        _refuse_large(path)
    dataset = read(
        path, split, format, columns=columns, skip_bad=True, passage=passage, passage_needed=False, most=most
    )
    if is_hub_path(path):
        return ReadExam(dataset, {}, tuple(_left(line) for line in dataset.skipped))
    return _placed(dataset, list(_outcomes(path, dataset, columns)))


def near(source: str | None, where: str) -> str:
    """Return a place without the folder that the exam lies in: what is written is passed on, and must not tell it."""
    return where.removeprefix(f"{Path(source or '').parent}/")


def places_left(read: ReadExam) -> list[tuple[str, str]]:
    """Return where each part that was left out stands, and why it was."""
    return [(near(read.dataset.source, left.where), left.reason) for left in read.left]


def read_unkeyed(path: str | Path) -> ReadExam | None:
    """Read an exam file of which every question lacks its key, and which `read_exam` refuses for that; None for others.

    Its dataset is empty; its questions are those of `Left.item`.
    Raises DataError where the file cannot be read.
    """
    format_ = detect(open_source(path))
    if not format_.exam:
        return None
    dataset = Dataset(Path(path).stem, (), None, str(path), format_.name)
    found = _placed(dataset, list(_outcomes(path, dataset, None)))
    return found if any(each.item for each in found.left) else None


def _refuse_large(path: str | Path) -> None:
    file = Path(path).expanduser()
    if not is_hub_path(path) and file.is_file() and file.stat().st_size > LIMIT:
        raise DataError(f"{path}: the file is larger than {LIMIT // 2**20} MiB; an exam of texts is smaller. Split it.")


def _placed(dataset: Dataset, outcomes: list[Outcome]) -> ReadExam:
    """Note the place of every question, and what was left out."""
    places: dict[str, str] = {}
    left: list[Left] = []
    found = {outcome.item.id for outcome in outcomes if isinstance(outcome, Found)}
    for outcome in outcomes:
        if isinstance(outcome, Left):
            left.append(_keyless(outcome, places, found))
        elif isinstance(outcome, DataError):
            left.append(_left(str(outcome)))
        elif isinstance(outcome, Found):
            first = places.setdefault(outcome.item.id, outcome.where)
            if first is not outcome.where:
                taken = f"the id '{outcome.item.id}' is taken by {near(dataset.source, first)}; ids must be unique."
                left.append(Left(outcome.where, taken))
    return ReadExam(dataset, places, tuple(left))


def _keyless(left: Left, places: dict[str, str], found: set[str]) -> Left:
    """Note the place of a question that lacks only its key; one whose id is taken cannot be told from the other."""
    if left.item is None or left.item.id in found or left.item.id in places:
        return Left(left.where, left.reason)
    places[left.item.id] = left.where
    return left


def is_exam(path: str | Path, format: str | None = None) -> bool:  # noqa: A002 - as in `read`
    """Say whether a path holds an exam as teachers' programs write them, and not a dataset."""
    if is_hub_path(path):
        return False
    return (named_format(format) if format else detect(open_source(data_path(path)))).exam


def _outcomes(path: str | Path, dataset: Dataset, columns: Mapping[str, str] | None) -> Iterator[Outcome]:
    """Read the documents of a dataset once more, for what `read` does not hand out: the places."""
    format_ = named_format(str(dataset.format))
    if format_.name == "tabular":
        format_ = with_columns(columns, passage_needed=False)
    wanted = canonical(dataset.split) if dataset.split else None
    source = open_source(path)
    gathered, _ = documents(source, format_, wanted)
    for document in gathered:
        yield from _of_document(format_, document, alone=len(gathered) == 1)
    if format_.exam and source.kind != "file":
        yield from _other_files(source, format_, gathered)


def _other_files(source: Source, format_: Format, gathered: list[Document]) -> Iterator[Left]:
    """Name the files of a folder or archive that may be exams too, but do not look like one of this format."""
    taken = {name for document in gathered for name in (document.name, *document.beside)}
    suffixes = tuple(suffix for each in FORMATS.values() if each.exam for suffix in each.suffixes)
    for file in files(source):
        if file.name not in taken and file.name.lower().endswith(suffixes):
            yield Left(file.where, f"this file does not look like {format_.title}, as which the others are read")


def _of_document(format_: Format, document: Document, *, alone: bool) -> Iterator[Outcome]:
    stem = PurePosixPath(document.name).with_suffix("")
    try:
        for outcome in format_.read(document):
            if format_.exam and not alone and isinstance(outcome, Found | Left) and outcome.item:
                outcome = replace(outcome, item=replace(outcome.item, id=f"{stem}/{outcome.item.id}"))  # noqa: PLW2901
            yield outcome
    except DataError as error:
        yield error


def _left(sentence: str) -> Left:
    """Part a reader's sentence into the place it begins with and the reason."""
    where, colon, reason = sentence.partition(": ")
    return Left(where, reason) if colon else Left("", sentence)
