"""Files that come in parts, each in an installed package: found without importing anything, and read as one file."""

import hashlib
import io
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PIECE = 1 << 20  # bytes read at once


def packaged_file(package: str, name: str) -> Path | None:
    """Find a file of an installed package by its name; None where the package or the file is missing."""
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files if file.name == name)
    return next((path for path in paths if path.is_file()), None)


def missing_packages(parts: Mapping[str, str]) -> list[str]:
    """List the packages, of those that have a part each, that lack it or are not installed."""
    return [package for package, name in parts.items() if packaged_file(package, name) is None]


def join(paths: Sequence[Path], place: Path) -> str:
    """Write files one behind the other into one, and return the SHA-256 of that in hexadecimal."""
    digest = hashlib.sha256()
    with open_parts(paths) as whole, place.open("wb") as file:
        while piece := whole.read(PIECE):
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


def open_parts(paths: Sequence[Path]) -> io.BufferedReader:
    """Open files as if they were one, to be read one after the other, or at any place."""
    return io.BufferedReader(_Joined(paths))


class _Joined(io.RawIOBase):
    """Files that are read one after the other, as if they were one."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._files = [path.open("rb") for path in paths]
        self._ends = list(accumulate(path.stat().st_size for path in paths))
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._ends[-1]}[whence]
        if at < 0:
            raise ValueError("it ends too early")
        self._at = at
        return at

    def readinto(self, buffer: "WriteableBuffer") -> int:
        number = bisect_right(self._ends, self._at)
        if number == len(self._files):
            return 0
        file = self._files[number]
        file.seek(self._at - (self._ends[number - 1] if number else 0))
        read = file.readinto(buffer)  # fewer bytes than asked for where the file ends: who reads asks again
        self._at += read
        return read

    def close(self) -> None:
        for file in self._files:
            file.close()
        super().close()
