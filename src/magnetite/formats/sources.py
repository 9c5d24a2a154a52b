"""Sources: the files of a folder, an archive, or one file alone, one after the other, as bytes.

Archives (tar, plain or compressed, and zip) are read in place: nothing is unpacked to disk, so a name inside one
can never be written outside a folder.
"""

import lzma
import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from magnetite.core.errors import DataError
from magnetite.formats.office import is_office, unread

MEMBER_LIMIT = 512 * 2**20
"""The largest file read from an archive, in bytes once decompressed."""
TOTAL_LIMIT = 8 * 2**30
"""The most an archive may hold, in bytes once decompressed: a small file that grows past it is not a dataset."""

_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
)
_MAGIC = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00")  # gzip, bzip2, xz


@dataclass(frozen=True, slots=True)
class DataSource:
    """A place that files come from."""

    path: Path
    kind: Literal["file", "folder", "tar", "zip"]

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


def open_source(path: str | Path) -> DataSource:
    """Return a path as a source, with its kind. Raises DataError where there is nothing, or it cannot be read."""
    if re.match(r"https?:/", str(path)):
        raise DataError(f"{path}: web addresses cannot be read. Download the file first, then give its path.")
    path = Path(path).expanduser()
    try:
        if path.is_dir():
            return DataSource(path, "folder")
        if not path.exists():
            raise DataError(
                f"{path}: there is no such file or folder. Check the path; relative ones start at {Path.cwd()}."
            )
        with path.open("rb") as stream:
            head = stream.read(512)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error}).") from error
    if not head:
        raise DataError(f"{path}: the file is empty; expected questions.")
    suffix = path.suffix.lower()
    if advice := unread(head, suffix):
        raise DataError(f"{path}: this kind of file cannot be read. {advice}")
    if is_office(head, suffix):
        return DataSource(path, "file")
    if head.startswith(b"PK\x03\x04"):
        return DataSource(path, "zip")
    return DataSource(path, "tar" if head.startswith(_MAGIC) or head[257:262] == b"ustar" else "file")


def files(source: DataSource) -> Iterator[File]:
    """Yield the files of a source one by one, without hidden ones. Raises DataError for a damaged archive."""
    if source.kind == "file":
        yield _plain(source.path, source.path.name)
    elif source.kind == "folder":
        yield from _folder_files(source.path)
    else:
        yield from _tar_files(source.path) if source.kind == "tar" else _zip_files(source.path)


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


def _folder_files(root: Path) -> Iterator[File]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = Path(folder) / name
            inside = path.relative_to(root).as_posix()
            if not _hidden(inside):
                yield _plain(path, inside)


def _plain(path: Path, name: str) -> File:
    def read(size: int | None) -> bytes:
        try:
            with path.open("rb") as stream:
                return stream.read() if size is None else stream.read(size)
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error.strerror or error}).") from error

    return File(name, str(path), read)


def _tar_files(path: Path) -> Iterator[File]:
    total = 0
    with _archive_errors(path), tarfile.open(path, "r|*") as archive:
        for member in archive:
            total = _add_to_total(path, total, member.size)
            if member.isfile() and not _hidden(member.name):

                def read(size: int | None, member: tarfile.TarInfo = member) -> bytes:
                    _check_member(f"{path}/{member.name}", member.size)
                    with _archive_errors(path):
                        stream = archive.extractfile(member)
                        return stream.read(-1 if size is None else size) if stream else b""

                yield File(member.name.removeprefix("./"), f"{path}/{member.name.removeprefix('./')}", read)


def _zip_files(path: Path) -> Iterator[File]:
    total = 0
    with _archive_errors(path), zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            total = _add_to_total(path, total, member.file_size)
            if not member.is_dir() and not _hidden(member.filename):

                def read(size: int | None, member: zipfile.ZipInfo = member) -> bytes:
                    _check_member(f"{path}/{member.filename}", member.file_size)
                    with _archive_errors(path), archive.open(member) as stream:
                        return stream.read(-1 if size is None else size)

                yield File(member.filename, f"{path}/{member.filename}", read)


@contextmanager
def _archive_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (*_BROKEN, OSError) as error:
        reason = str(error) or type(error).__name__
        raise DataError(
            f"{path}: the archive is damaged, cut off or encrypted ({reason}). Download or copy it again."
        ) from error


def _add_to_total(path: Path, total: int, size: int) -> int:
    if total + size > TOTAL_LIMIT:
        raise DataError(
            f"{path}: the archive unpacks to more than {TOTAL_LIMIT // 2**30} GiB; expected a dataset of texts. "
            "If you trust it, unpack it yourself and give the path of the folder."
        )
    return total + size


def _check_member(where: str, size: int) -> None:
    if size > MEMBER_LIMIT:
        raise DataError(
            f"{where}: the file is {size:,} bytes; at most {MEMBER_LIMIT // 2**20} MiB are read from inside an "
            "archive. If you trust it, unpack it yourself and give the path of the file."
        )


def _hidden(name: str) -> bool:
    return any(part == "__MACOSX" or (part.startswith(".") and part not in {".", ".."}) for part in name.split("/"))
