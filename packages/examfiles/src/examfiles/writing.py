"""Write: the one call that turns a dataset into a file or folder of any format that can be written.

What a format cannot hold is reported before anything is written, and refused unless `lose` allows it. The result is
written beside its place, read back, compared with what was meant, and only then moved there: a reader sees all of it or
none.
"""

import gzip
import io
import tarfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from examfiles.detect import documents
from examfiles.errors import DataError, StoreError, UsageError, unknown_name
from examfiles.exams import printed_points, sentence, whole
from examfiles.files import PART, disk_fault, part_folder, sweep_parts, write_whole
from examfiles.format import Format, Head, PictureFile, PlacedItem, Writer, checked_text
from examfiles.formats import FORMATS
from examfiles.items import Dataset, Item, LeftOut
from examfiles.losses import Losses, losses
from examfiles.pictures import PICTURES
from examfiles.question import FORMATTING, UNREAD
from examfiles.reading import read
from examfiles.sources import open_source
from examfiles.tasks import WRITERS as TASKS

_PRINTED = {PICTURES, FORMATTING, UNREAD}
_NOTHING = "Nothing was written; choose another format."


def write(
    dataset: Dataset,
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    overwrite: bool = False,
    lose: bool = False,
    first: Callable[[Losses], None] | None = None,
    words: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """Write a dataset so that `read` gives its items back; return what was lost, one sentence each.

    `format`: one of `writers()`; by default the one that the path's ending names. A format of many files makes a
    folder, or an archive where the path ends like one. `overwrite`: replace what is there. `lose`: write even though
    the format cannot hold all of it. `first`: told what was lost when all is ready, before anything is in its place.
    `words`: what is printed around an exam (`paper.WORDS`), by the English words.
    Raises UsageError for a format that does not exist or does not fit, a path that exists already, and what would be
    lost; DataError for what no file or not this format can hold, or where the result reads back otherwise; StoreError
    where it cannot be written. Then nothing is there that was not there before.
    """
    target = Path(path).expanduser()
    writer = writer_of(target, format)
    _check_items(dataset)
    _refuse_taken(writer, target, dataset, overwrite=overwrite)
    # What lies in a folder may be named after it.
    named = replace(dataset, name=target.name) if writer.folder else dataset
    contents = writer.write(named, words=words) if writer.printed and words else writer.write(named)
    with _beside(target) as draft:
        _put(writer, dataset, contents, draft)
        try:
            differences = _losses(writer, dataset, draft)
        except DataError as error:
            raise DataError(
                f"{target}: as {writer.name}, {str(error).replace(str(draft), target.name)} {_NOTHING}"
            ) from error
        if differences.lost and not lose:
            raise _refusal(writer, dataset, differences.lost, target, draft.parent)
        if first is not None:
            first(differences)
        _move(writer, dataset, draft, target)
        for name, about in writer.about(target).items():
            write_whole(target / name, about)
    return (*differences.lost, *differences.changed)


def losses_in(dataset: Dataset, format: str) -> Losses:  # noqa: A002 - as in `write`
    """Return what a format would lose of a dataset, and what it would change, a sentence each; nothing is kept.

    >>> from examfiles import read
    >>> losses_in(read("sample"), "aiken").lost[0]
    "96 items have a passage ('beginner-01-1', …): it is left out"

    Raises UsageError and DataError as `write` does.
    """
    writer = writers()[format] if format in writers() else writer_of(Path(), format)
    with TemporaryDirectory() as folder:
        draft = Path(folder, f"exam{writer.suffixes[0]}" if writer.suffixes else "exam")
        _check_items(dataset)
        _put(writer, dataset, writer.write(dataset), draft)
        return _losses(writer, dataset, draft)


@cache
def writers() -> dict[str, Writer]:
    """Return every way to write a dataset, by name: as a table, as text, as XML, as a folder for another program."""
    formats = sorted(FORMATS.values(), key=lambda format_: (format_.name != "tabular", ".xml" in format_.suffixes))
    return {writer.name: writer for writer in (*(each for format_ in formats for each in format_.writers), *TASKS)}


def writer_of(path: Path, format: str | None = None) -> Writer:  # noqa: A002 - as in `write`
    """Return the writer of this name, or the one for the path's ending. Raises UsageError where none or several fit."""
    endings = {suffix: writer for writer in writers().values() for suffix in writer.suffixes}
    ending = max((suffix for suffix in endings if path.name.lower().endswith(suffix)), key=len, default=None)
    if format is not None and format not in writers():
        raise unknown_name("format to write", format, list(writers()))
    matches = [writer for writer in writers().values() if ending in writer.suffixes]
    if format is None and len(matches) == 1:
        return matches[0]
    if format is None:
        known = "; ".join(f"{each.name} ({', '.join(each.suffixes) or 'a folder'})" for each in writers().values())
        problem = f"the ending {ending} is that of several formats" if matches else "its ending names no format"
        raise UsageError(f"{path}: {problem}. Name one with --format. Known: {known}.")
    writer = writers()[format]
    if writer not in matches and (writer.folder is None or matches):
        expected = f"end in {' or '.join(writer.suffixes)}" if writer.suffixes else "be a folder"
        expected += ", or be a folder" if writer.suffixes and writer.folder else ""
        raise UsageError(f"{path}: the name does not fit {writer.title}; it should {expected}.")
    return writer


def _check_items(dataset: Dataset) -> None:
    """Raise DataError for what no file can hold: no items, an empty id, half a character."""
    if not len(dataset):
        raise DataError(f"dataset '{dataset.name}' has no items, so there is nothing to write.")
    for item in dataset:
        if not item.id:
            raise DataError(f"dataset '{dataset.name}': an item has an empty id. Give it one.")
        try:
            _check_texts(item)
        except DataError as error:
            raise DataError(f"item {item.id!r}: {error}") from error


def _check_texts(item: Item) -> None:
    texts = {"id": item.id, "passage id": item.passage_id, "passage": whole(item).passage, "question": item.question}
    texts |= {f"option {index + 1}": option for index, option in enumerate(item.options)}
    texts |= {"level": item.level or "", "metadata": "".join((*item.metadata, *item.metadata.values()))}
    for what, text in texts.items():
        checked_text(text, what)


def _refuse_taken(writer: Writer, target: Path, dataset: Dataset, *, overwrite: bool) -> None:
    """Raise UsageError where something that may not be replaced is there already."""
    inside = _folder_in(writer, target, dataset)
    other, expected = ("folder", "file") if inside is None else ("file", "folder")
    if target.exists() and target.is_dir() != (inside is not None):
        raise UsageError(f"{target}: is a {other}; {writer.title} is written to a {expected}. Choose another path.")
    place = target if inside is None else target / inside
    if place.exists() and not overwrite:
        raise UsageError(f"{place}: exists already. Choose another path, or replace it: --overwrite.")
    if inside is not None and target.is_dir() and not overwrite:
        own = writer.about(target)
        names = (entry.name for entry in target.iterdir() if not entry.name.endswith(PART) and entry.name not in own)
        foreign = sorted(name for name in names if name != Path(inside).parts[0])
        if foreign:
            raise UsageError(
                f"{target}: has other files ({', '.join(foreign[:3])}), which would be read as data. Choose a new "
                "folder, or write next to them: --overwrite."
            )


def _folder_in(writer: Writer, target: Path, dataset: Dataset) -> str | None:
    """Return the folder inside `target` that a dataset's files are in; None where `target` is one file."""
    if writer.folder is None or target.name.lower().endswith(writer.suffixes):
        return None
    return writer.folder(dataset)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Yield a path of the same name on the same disk; what is left there is removed. Raises StoreError."""
    try:
        parent = target.absolute().parent
        parent.mkdir(parents=True, exist_ok=True)
        sweep_parts(parent)
        with part_folder(parent) as folder:
            yield folder / (target.name.strip(".") or "data")
    except OSError as error:
        raise StoreError(f"{target}: cannot be written ({disk_fault(error, target)}). Choose another path.") from error


def _put(writer: Writer, dataset: Dataset, contents: Mapping[str, bytes], draft: Path) -> None:
    """Write the contents to a folder, or to a file or archive that is flushed to the disk."""
    if writer.folder is None:
        write_whole(draft, contents[""])
        return
    inside = writer.folder(dataset)
    if draft.name.lower().endswith(writer.suffixes):
        write_whole(draft, _archive({f"{inside}/{name}": data for name, data in contents.items()}))
        return
    for name, data in contents.items():
        (draft / inside / name).parent.mkdir(parents=True, exist_ok=True)
        (draft / inside / name).write_bytes(data)


def _archive(contents: Mapping[str, bytes]) -> bytes:
    """Return a .tar.gz whose bytes depend on its contents alone."""
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as zipped, tarfile.open(fileobj=zipped, mode="w") as archive:
        for name, data in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def _losses(writer: Writer, dataset: Dataset, draft: Path) -> Losses:
    """Return what differs in what was written. Raises DataError where it cannot be read back, or as other questions."""
    try:
        copy = read_back(writer, draft)
    except DataError as error:
        raise DataError(f"it cannot be read back ({error})") from error
    shown = dataset.with_items(list(map(_on_paper, dataset))) if writer.printed else dataset
    differences = losses(shown, copy, exam=_format(writer).exam, ordered=writer.folder is None)
    noted = [(item, printed) for item, printed in zip(dataset, shown, strict=True) if item != printed]
    names = {name for item, printed in noted for name in item.metadata.keys() - printed.metadata.keys()}
    names |= {"level" for item, _ in noted if item.level}
    items = [item for item, _ in noted]
    changed = (*differences.changed, *sentence(items, f"notes ({', '.join(sorted(names))})", "they are not printed"))
    return Losses((*differences.lost, *writer.cautions(dataset)), changed)


def _on_paper(item: Item) -> Item:
    """Return a question with what is printed of it."""
    printed = _PRINTED | {"points"} if printed_points(item) else _PRINTED
    return replace(item, level=None, metadata={name: text for name, text in item.metadata.items() if name in printed})


def _refusal(writer: Writer, dataset: Dataset, lost: tuple[str, ...], target: Path, beside: Path) -> UsageError:
    """Return the error that something would be lost, with the formats of one file that hold all of it."""
    whole_files = {name: each for name, each in writers().items() if not (each.folder or each.printed)}
    names = [name for name, each in whole_files.items() if _holds(each, dataset, beside)]
    other = f", or choose a format that can: {', '.join(names)}" if names else ""
    lines = " ".join(line if line.endswith(".") else f"{line}." for line in lost)
    return UsageError(
        f"{target}: {writer.title} cannot store all of this. {lines} Nothing was written. Write it anyway with "
        f"--lose{other}."
    )


def _holds(writer: Writer, dataset: Dataset, beside: Path) -> bool:
    draft = beside / f"tried{writer.suffixes[0]}"
    try:
        draft.write_bytes(writer.write(dataset)[""])
        return not _losses(writer, dataset, draft).lost
    except DataError:
        return False


def _format(writer: Writer) -> Format:
    """Return the format that reads what is written: the folders of other programs hold tables."""
    tables: Format = FORMATS["tabular"]
    return next((each for each in FORMATS.values() if writer.name in [one.name for one in each.writers]), tables)


def read_back(writer: Writer, draft: Path) -> Dataset:
    """Read what was written, passages that are empty included. Raises DataError for anything in an exam but items."""
    format_ = _format(writer)
    if not format_.exam:
        return read(draft, passage_needed=False)
    (document,), *_ = documents(open_source(draft), format_, None, pictures=True)
    items, pictures, head = [], {}, list[str]()
    for outcome in format_.read(replace(document, name=f"{writer.name}{writer.suffixes[0]}")):
        if isinstance(outcome, DataError):
            raise outcome
        if isinstance(outcome, LeftOut):
            raise DataError(f"{outcome.where}: {outcome.reason.code}")
        if isinstance(outcome, PlacedItem):
            items.append(outcome.item)
        if isinstance(outcome, PictureFile):
            pictures[outcome.name] = outcome.data
        if isinstance(outcome, Head):
            head.extend(outcome.lines)
    return Dataset(draft.name, tuple(items), pictures=pictures, head=tuple(head))


def _move(writer: Writer, dataset: Dataset, draft: Path, target: Path) -> None:
    inside = _folder_in(writer, target, dataset)
    if inside is None:
        draft.replace(target)
        return
    old, new = draft.parent / "replaced", target / inside
    new.parent.mkdir(parents=True, exist_ok=True)
    if new.exists():
        new.rename(old)
    try:
        (draft / inside).rename(new)
    except OSError:
        if old.exists():
            old.rename(new)
        raise
