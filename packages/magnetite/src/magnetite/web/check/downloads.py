"""Downloads from a check: the exam in any format that Magnetite writes, and its flags as CSV.

What a format cannot hold is known before anything is written, so that the page can say so first.
"""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from examfiles import Writer, write, writers
from examfiles.errors import DataError, StoreError, unknown_name
from examfiles.extras import is_installed
from examfiles.files import part_folder
from examfiles.items import Dataset, Item
from examfiles.losses import Losses
from examfiles.mending import MendedFile, mended
from examfiles.readers.office.paper import printed_words
from magnetite.core.results import Run
from magnetite.experiments.flags.versions import versions_of
from magnetite.report.flagged import csv_text
from magnetite.report.wording import label, speaking, wording
from magnetite.web.check.exam import Columns, all_items, read_alone
from magnetite.web.check.folder import disk_error
from magnetite.web.wording import spoken

_PRINTED = ("docx", "html")
VERSIONS = 6
"""The most versions of an exam that the page offers."""
_LAST = ("jsonl", "csv", "parquet", "race")  # researchers' formats, after those of teachers' programs


@dataclass(frozen=True, slots=True)
class Form:
    """A format offered for the exam: what it would lose, a sentence each, or why it cannot hold the exam at all.

    `changed`: which names and settings change, which no candidate sees.
    """

    name: str
    title: str
    ending: str
    lost: tuple[str, ...] = ()
    refused: str = ""
    changed: tuple[str, ...] = ()

    @property
    def printed(self) -> bool:
        """Return whether it is for print, perhaps in several versions."""
        return self.name in _PRINTED


def forms_of(dataset: Dataset, beside: Path) -> tuple[Form, ...]:
    """Return every format with what it would lose, those of teachers' programs first; each is tried in `beside`.

    Raises StoreError where the disk is full.
    """
    ordered = sorted(_of_one_file().values(), key=lambda each: (each.name in _LAST) - (each.name in _PRINTED))
    return tuple(_form(writer, dataset, beside) for writer in ordered)


def _form(writer: Writer, dataset: Dataset, beside: Path) -> Form:
    form = Form(writer.name, writer.title, writer.suffixes[0])
    try:
        losses = exam_file(dataset, writer.name, "exam", beside)[2]
        return replace(form, lost=losses.lost, changed=losses.changed)
    except DataError as error:
        return replace(form, refused=str(error))


def exam_versions(dataset: Dataset, form: str, stem: str, beside: Path, count: int) -> tuple[str, bytes]:
    """Return the name and content of an archive of an exam's versions. Raises as `exam_file` does."""
    named, buffer = replace(dataset, name=stem), io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, version in enumerate(versions_of(named, count, 0, _words()["version"]), start=1):
            name, content, _ = exam_file(version, form, f"{stem}-{number}", beside)
            archive.writestr(name, content)
    return f"{stem}-{count}-versions.zip", buffer.getvalue()


def exam_file(dataset: Dataset, form: str, stem: str, beside: Path) -> tuple[str, bytes, Losses]:
    """Return the name and content of the exam's file in a format, read back and compared first, and what is lost.

    `beside`: a folder that may be written to. Raises UsageError for a format that does not exist, DataError where it
    cannot hold the exam, StoreError where the disk is full.
    """
    if form not in _of_one_file():
        raise unknown_name("format", form, list(_of_one_file()))
    name, kinds = f"{stem}{_of_one_file()[form].suffixes[0]}", list[Losses]()
    try:
        with part_folder(beside) as folder:
            path = folder / name
            try:
                write(dataset, path, form, lose=True, first=kinds.append, words=_words())
            except (DataError, StoreError) as error:
                raise type(error)(str(error).replace(str(path), name)) from error
            return name, path.read_bytes(), kinds[0]
    except OSError as error:
        raise disk_error(error, beside) from error


def _words() -> dict[str, str]:
    with speaking(spoken()) as words:
        return {**printed_words(words), "version": label("version")}


def own_file(path: Path, columns: Columns, before: Sequence[Item], after: Sequence[Item], beside: Path) -> MendedFile:
    """Return an uploaded file with what was put right, else byte for byte, and what could not be put into it.

    Raises StoreError where the disk is full.
    """
    try:
        with part_folder(beside) as folder:
            draft, form = folder / path.name, read_alone(path, columns).dataset.format

            def items_of(data: bytes) -> Sequence[Item]:
                draft.write_bytes(data)
                read = read_alone(draft, columns)
                if read.dataset.format != form:
                    raise DataError(f"{path.name}: is {read.dataset.format} then; expected {form}, as before.")
                return all_items(read)

            return mended(path.read_bytes(), before, after, items_of)
    except OSError as error:
        raise disk_error(error, beside) from error


def _of_one_file() -> dict[str, Writer]:
    there = (writer for writer in writers().values() if not writer.needs or is_installed(writer.needs))
    return {writer.name: writer for writer in there if writer.suffixes}


def flags_csv(run: Run, language: str) -> bytes:
    """Return every flag of a check as CSV that Excel, too, reads as UTF-8."""
    return csv_text(run, wording(language)).encode("utf-8-sig", "replace")
