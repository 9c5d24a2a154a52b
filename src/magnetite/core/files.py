"""Files that are written whole or not at all, and the hash of what is in one."""

import glob
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PART = ".part"  # the ending of a file that is being written
_PARTS = f".*.*{PART}"
DAY = 24 * 3600.0


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a temporary name beside `path`; once the block ends, what was written there is flushed and renamed.

    A process killed at any point leaves the old file as it was; what it left half-written goes when the file is written
    again. Raises OSError, which callers reword.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    _sweep(path.parent.glob(f".{glob.escape(path.name)}.*{PART}"))
    try:
        yield part
        flush(part)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def part_folder(parent: Path) -> Iterator[Path]:
    """Make a folder in `parent` that is removed when the block ends, or by `sweep_parts` where that was killed."""
    folder = parent / f".{secrets.token_hex(4)}.{os.getpid()}{PART}"
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write_whole(path: Path, content: bytes, *, private: bool = False) -> Path:
    """Write a file whole or not at all, and return its path: see `whole_file`. `private`: for its owner alone."""
    with whole_file(path) as part:
        if private:
            make_private(part)
        part.write_bytes(content)
    return path


def make_private(path: Path) -> None:
    """Make an empty file that its owner alone may read and write. Raises OSError where it is there already."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def is_bare(folder: Path) -> bool:
    """Return whether nothing is in a folder but what killed processes left half-written."""
    return all(path.name.endswith(PART) for path in folder.iterdir())


def sweep_parts(folder: Path, *, deep: bool = False) -> None:
    """Remove what killed processes left half-written in a folder, `deep`: and in those inside it.

    A part is named after the process that writes it, and is left where that runs, for a day at most. A process on
    another machine is not seen: a folder that several machines write to at once has to be swept by age alone.
    """
    _sweep(folder.rglob(_PARTS) if deep else folder.glob(_PARTS))


def _sweep(parts: Iterable[Path]) -> None:
    for part in list(parts):
        with suppress(OSError):
            if _is_left(part) and part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            elif _is_left(part):
                part.unlink()


def _is_left(part: Path) -> bool:
    """Return whether nobody writes a part any more."""
    process = part.name.removesuffix(PART).rpartition(".")[2]
    if time.time() - part.stat().st_mtime > DAY:
        return True
    return process.isdecimal() and len(process) < 10 and process != str(os.getpid()) and not is_running(int(process))


def is_running(process: int) -> bool:
    """Return whether a process of this number runs on this machine; where that cannot be known, True."""
    if os.name != "posix":  # a signal 0 would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


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
