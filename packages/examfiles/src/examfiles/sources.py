"""Sources: the files of a folder, an archive, or one file alone, one after the other, as bytes.

Archives (tar, plain or compressed, and zip) are read in place: nothing is unpacked to disk, so a name inside one
can never be written outside a folder.
"""

import bz2
import gzip
import io
import lzma
import os
import re
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Literal, Self

from examfiles.errors import DataError, Error
from examfiles.files import disk_fault
from examfiles.limits import HEADER, Limits, Meter, dataset_limits
from examfiles.office_files import is_office, unread

SAMPLE = "sample"
_SAMPLES = Path(__file__).parent / "samples"
MEMBER_LIMIT = 512 * 2**20
"""The largest file read from an archive, in bytes once decompressed."""

_MAGIC: dict[bytes, Callable[[IO[bytes]], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}


@dataclass(frozen=True, slots=True)
class DataSource:
    """A place that files come from."""

    path: Path
    kind: Literal["file", "folder", "tar", "zip"]
    limits: Limits = field(default_factory=dataset_limits)

    @property
    def trail(self) -> tuple[str, ...]:
        """Return the last two folder names of the source: a folder `RACE/test/high` says what is in it."""
        folder = {"folder": self.path, "file": self.path.parent}.get(self.kind)
        return folder.absolute().parts[-2:] if folder else ()


@dataclass(frozen=True, slots=True)
class File:
    """One file of a source; `read(n)` returns its first n bytes, or all for None, until the next file is asked for."""

    name: str  # its path inside the source, parts joined by "/"
    where: str  # how an error names it
    read: Callable[[int | None], bytes]


def sample_exam(which: str = "sample") -> Path:
    """Return where a bundled exam lies: the sample, the "second" (flags are measured on it) or the "third" (unseen)."""
    return _SAMPLES / f"{which}-exam.jsonl"


def data_path(data: str | Path) -> str | Path:
    """Return where data lies; "sample" is the bundled exam, unless there is a file of that name."""
    return sample_exam() if str(data) == SAMPLE and not Path(SAMPLE).exists() else data


def open_source(path: str | Path, limits: Limits | None = None) -> DataSource:
    """Return a path as a source, with its kind; without `limits`, a data set's.

    Raises DataError where there is nothing, or it cannot be read.
    """
    limits = limits or dataset_limits()
    if re.match(r"https?:/", str(path)):
        raise DataError(f"{path}: web addresses cannot be read. Download the file first, then give its path.")
    path = Path(path).expanduser()
    try:
        if path.is_dir():
            return DataSource(path, "folder", limits)
        if not path.exists():
            raise DataError(
                f"{path}: there is no such file or folder. Check the path; relative ones start at {Path.cwd()}."
                f"{_near(path)}"
            )
        if not path.is_file():
            raise DataError(
                f"{path}: is a pipe or a device; expected a file or a folder. Save what it gives as a file."
            )
        with path.open("rb") as stream:
            head = stream.read(512)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({disk_fault(error, path)}).") from error
    if not head:
        raise DataError(f"{path}: the file is empty; expected questions.")
    suffix = path.suffix.lower()
    if advice := unread(head, suffix):
        raise DataError(f"{path}: this kind of file cannot be read. {advice}")
    if is_office(head, suffix):
        return DataSource(path, "file", limits)
    if head.startswith(b"PK\x03\x04"):
        return DataSource(path, "zip", limits)
    packed = head.startswith(tuple(_MAGIC)) or head[257:262] == b"ustar"
    return DataSource(path, "tar" if packed else "file", limits)


def _near(path: Path) -> str:
    """Name what lies there under nearly this name, or the bundled exam; "" where nothing does."""
    try:
        names = [*(each.name for each in path.absolute().parent.iterdir()), SAMPLE]
    except OSError:
        return ""
    near = get_close_matches(path.name, names, n=1, cutoff=0.75)
    return f" Did you mean '{near[0]}'?" if near else ""


def files(source: DataSource) -> Iterator[File]:
    """Yield the files of a source one by one, without hidden ones. Raises DataError for a damaged archive."""
    meter = Meter(str(source.path), source.limits)
    if source.kind == "file":
        yield _plain(source.path, source.path.name)
    elif source.kind == "folder":
        yield from _folder_files(source.path, meter)
    else:
        yield from _tar_files(source.path, meter) if source.kind == "tar" else _zip_files(source.path, meter)


_ABOVE = 3  # folders between a file and the root of its package


def folders_to(source: DataSource, root: str) -> tuple[str, ...]:
    """Return the names of the folders from the one with the file `root` in it to that of a single-file source."""
    folder = source.path.absolute().parent
    for up, above in enumerate((folder, *folder.parents)[: _ABOVE + 1] if root and source.kind == "file" else ()):
        if (above / root).is_file():
            return folder.parts[len(folder.parts) - up :]
    return ()


def neighbour(source: DataSource, name: str, most: int | None = None, up: int = 0) -> bytes | None:
    """Return the (first `most`) bytes of the file `name`, so many folders above a single-file source, if it exists."""
    path = (source.path.absolute().parent, *source.path.absolute().parent.parents)[up] / name
    try:
        there = source.kind == "file" and path.is_file()
    except OSError:  # a name from inside a file may be longer than any file's
        return None
    return _plain(path, name).read(most) if there else None


def _folder_files(root: Path, meter: Meter) -> Iterator[File]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = Path(folder) / name
            inside = path.relative_to(root).as_posix()
            meter.take_file()
            if not _hidden(inside) and _is_own_file(path, root):
                yield _plain(path, inside)


def _is_own_file(path: Path, root: Path) -> bool:
    """Return whether this is a file inside the folder: no pipe, which would wait, nor a link that leads elsewhere."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        return not path.is_symlink() or path.resolve().is_relative_to(root.resolve())
    except OSError:
        return False


def _plain(path: Path, name: str) -> File:
    def read(size: int | None) -> bytes:
        try:
            with path.open("rb") as stream:
                whole = os.fstat(stream.fileno()).st_size  # memory for all of `size` would be taken at once
                return stream.read() if size is None else stream.read(min(size, whole))
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({disk_fault(error, path)}).") from error

    return File(name, str(path), read)


def _tar_files(path: Path, meter: Meter) -> Iterator[File]:
    with _archive_errors(path), _tar(path, meter) as archive:
        for member in archive:
            meter.take_file()
            if member.isfile() and not _hidden(member.name):

                def read(size: int | None, member: tarfile.TarInfo = member) -> bytes:
                    _check_member(f"{path}/{member.name}", member.size)
                    with _archive_errors(path):
                        stream = archive.extractfile(member)
                        return stream.read(-1 if size is None else min(size, member.size)) if stream else b""

                yield File(member.name.removeprefix("./"), f"{path}/{member.name.removeprefix('./')}", read)


@contextmanager
def _tar(path: Path, meter: Meter) -> Iterator[tarfile.TarFile]:
    """Open a tar, compressed or not, as a stream of which every byte is counted.

    tarfile's own streams decompress ten kilobytes at once, whatever they unpack to.
    """
    with path.open("rb") as file:
        head = file.read(8)
        file.seek(0)
        unpack = next((unpack for magic, unpack in _MAGIC.items() if head.startswith(magic)), None)
        stream = _Counted(unpack(file), meter) if unpack else file
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_TarHeader) as archive:
            yield archive


class _Counted(io.RawIOBase):
    """A stream whose bytes are counted as they are read."""

    def __init__(self, stream: io.BufferedIOBase, meter: Meter) -> None:
        self._stream, self._meter = stream, meter

    def read(self, size: int | None = -1) -> bytes:
        data = self._stream.read(-1 if size is None else size)
        self._meter.take(len(data))
        return data


class _TarHeader(tarfile.TarInfo):
    """A header that is refused where it is long: the library reads names and attributes whole, of any length."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.size > HEADER and header.type not in (*tarfile.REGULAR_TYPES, tarfile.DIRTYPE):
            raise ValueError(f"the header of a file is {header.size:,} bytes; expected at most {HEADER:,}")
        return header


def _zip_files(path: Path, meter: Meter) -> Iterator[File]:
    with _archive_errors(path), zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            meter.take_file()
            if not member.is_dir() and not _hidden(member.filename):

                def read(size: int | None, member: zipfile.ZipInfo = member) -> bytes:
                    _check_member(f"{path}/{member.filename}", member.file_size)
                    meter.take(member.file_size if size is None else min(size, member.file_size))
                    with _archive_errors(path), archive.open(member) as stream:
                        return stream.read(-1 if size is None else size)

                yield File(member.filename, f"{path}/{member.filename}", read)


@contextmanager
def _archive_errors(path: Path) -> Iterator[None]:
    """Reword whatever the archives' libraries raise for a damaged one: they promise no kind of error."""
    try:
        yield
    except Error:
        raise
    except Exception as error:
        reason = str(error) or type(error).__name__
        raise DataError(
            f"{path}: the archive is damaged, cut off or encrypted ({reason}). Download or copy it again."
        ) from error


def _check_member(where: str, size: int) -> None:
    if size > MEMBER_LIMIT:
        raise DataError(
            f"{where}: the file is {size:,} bytes; at most {MEMBER_LIMIT // 2**20} MiB are read from inside an "
            "archive. If you trust it, unpack it yourself and give the path of the file."
        )


def _hidden(name: str) -> bool:
    return any(part == "__MACOSX" or (part.startswith(".") and part not in {".", ".."}) for part in name.split("/"))
