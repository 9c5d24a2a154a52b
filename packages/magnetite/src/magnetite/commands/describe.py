"""An exam read for a check: its questions, where in the file each stands, what was left out and why; and described.

Questions without a passage or a known key are kept, since much can be said of them; what is no multiple-choice question
with one right answer is listed, never a reason to stop. `describe_exam` reads as a check does, so that it shows what a
check would see; the counts and baselines of a dataset (`experiments.description.finding`) stand there too.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from examfiles import exam as reading
from examfiles.errors import UsageError
from examfiles.exam import MOST_QUESTIONS, ReadExam, is_exam, near, with_keyless
from examfiles.items import Dataset, LeftOut
from examfiles.lengths import words
from examfiles.readers.tables.columns import ColumnNames
from examfiles.reasons import Reason, sentences
from magnetite.core.headings import ANSWER, ID, PASSAGE_ID, QUESTION
from magnetite.core.results import Finding, Heading, Number, Table, table
from magnetite.experiments.description.finding import describe
from magnetite.report.tables import shorten
from magnetite.report.wording import spoken
from magnetite.running.data import near_notes, parts_of, said_split


def read_exam(
    exam: str | Path | Dataset | ReadExam,
    *,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - as in `read`
    columns: ColumnNames | None = None,
    passage: str | None = None,
    most: int | None = MOST_QUESTIONS,
    keys_needed: bool = True,
    pictures: bool = False,
) -> ReadExam:
    """Read an exam as it is named on the command line (`PATH@SPLIT`), as `examfiles.read_exam` does.

    A Dataset has been read already, and so has what this returned before, which is returned as it is.

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
    return reading.read_exam(
        name, split or said, format, columns=columns, passage=passage, most=most, keys_needed=keys_needed,
        pictures=pictures,
    )  # fmt: skip


def places_left(read: ReadExam) -> list[LeftOut]:
    """Return what was left out, its places without the folder of the exam."""
    return [replace(left, where=near(read.dataset.source, left.where)) for left in read.left]


MOST_CHARACTERS = 48  # characters of a text by which its reader knows it again


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
    unread = read.not_read
    counts = {"read": len(read.dataset), "all": len(read.dataset) + unread}
    finding = describe(replace(read.dataset, skipped=(), notes=near_notes(read.dataset)))
    return replace(
        finding,
        title="What was read from the exam",
        answer=sentences(
            finding.answer,
            Reason("exam-read", counts) if unread else "",
            Reason("description-parts-left-out", {"parts": len(read.left)}),
        ),
        numbers=(*finding.numbers, Number("left out", len(read.left), unit="count")),
        tables=(_questions(read), _passages(read.dataset), _left_table(read), *finding.tables),
    )


def _left_table(read: ReadExam) -> Table:
    rows = ((spoken().place(each.where), spoken().note(each.reason)) for each in places_left(read))
    return table("left_out", "Left out", (Heading("where"), Heading("reason")), rows)


def _questions(read: ReadExam) -> Table:
    columns = (
        ID.over(item.id for item in read.dataset),
        Heading("place").over(near(read.dataset.source, read.places.get(item.id, "")) for item in read.dataset),
        QUESTION.over(shorten(item.question, MOST_CHARACTERS) for item in read.dataset),
        Heading("options", unit="count").over(len(item.options) for item in read.dataset),
        ANSWER.over(item.answer_letter for item in read.dataset),
        Heading("passage").over(shorten(item.passage, MOST_CHARACTERS) or None for item in read.dataset),
    )
    return Table("questions", "Questions", columns)


def _passages(dataset: Dataset) -> Table:
    texts = {item.passage_id: item.passage for item in dataset if item.passage.strip()}
    columns = (
        PASSAGE_ID.over(texts),
        Heading("words", unit="count").over(map(words, texts.values())),
        Heading("questions", unit="count").over(sum(item.passage_id == name for item in dataset) for name in texts),
        Heading("begins").over(shorten(text, MOST_CHARACTERS) for text in texts.values()),
    )
    return Table("passages", "Passages", columns)
