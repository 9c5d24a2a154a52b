"""Files that are written whole or not at all, and the hash of what is in one."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PART = ".part"  # the ending of a file that is being written


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a temporary name beside `path`; once the block ends, what was written there is flushed and renamed.

    A process killed at any point leaves the old file as it was. Raises OSError, which callers reword.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        yield part
        flush(part)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all, and return its path: see `whole_file`."""
    with whole_file(path) as part:
        part.write_bytes(content)
    return path


def flush(path: Path) -> None:
    """Wait until a file is on the disk. A folder, and so the names in it, can be flushed on POSIX only."""
    if path.is_dir() and os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, read once a process unless its size or time changes."""
    seen = path.stat()
    return _hash(path, seen.st_size, seen.st_mtime_ns)


@cache
def _hash(path: Path, _size: int, _changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
