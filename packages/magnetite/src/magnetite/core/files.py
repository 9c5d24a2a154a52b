"""Folders that are written whole or not at all, and the hash of what is in a file."""

import glob
import hashlib
import logging
import os
import re
import shutil
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.errors import StoreError, UsageError
from examfiles.files import PART, disk_fault, flush, regular, size_text

log = logging.getLogger(__name__)

_OS_ERROR = re.compile(r"\(os error (\d+)\)")
LONG_FILE_BYTES = 10 * 10**9  # bytes of a file that takes a while to read


@contextmanager
def whole_folder(folder: Path, wait: Callable[[], object]) -> Iterator[Path | None]:
    """Give a temporary folder beside `folder`; once the block ends, its files are flushed and it takes that name.

    One process at a time: another calls `wait`, then waits, and is given None where the folder is there by then. What a
    killed process left half-written goes when the folder is written again. Raises OSError, which callers reword.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with alone(folder, wait):
        if folder.is_dir():
            yield None
            return
        for left in _parts_of(folder):
            shutil.rmtree(left)
        part = folder.with_name(f".{folder.name}{PART}")
        try:
            part.mkdir()
            yield part
            for path in (*part.rglob("*"), part):
                flush(path)
            part.rename(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)


@contextmanager
def alone(folder: Path, wait: Callable[[], object] | None = None) -> Iterator[bool]:
    """Keep other processes, and threads, from writing a whole folder inside this block; say whether that is so.

    Where another is at it, `wait` is called, and it is waited for; without `wait`, the answer is False. The system
    releases the lock of a process that is killed, so that no age has to tell a dead one.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder.with_name(f".{folder.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if wait is None:
            yield False
            return
        wait()
        lock.acquire()
    try:
        yield True
    finally:
        with suppress(OSError):  # another system than POSIX removes no file that is open
            Path(lock.lock_file).unlink()
        lock.release()


def leftovers(folder: Path) -> list[Path]:
    """List what killed processes left of a whole folder half-written; nothing while one is at it."""
    parts = _parts_of(folder)
    if parts:
        with suppress(OSError), alone(folder) as dead:  # of what may not be written to, nothing can be told
            return parts if dead else []
    return []


def remove_whole(folder: Path, *, leftovers_only: bool = False) -> None:
    """Remove a whole folder and what killed processes left of it, `leftovers_only`: of it alone what they left.

    A process killed meanwhile leaves no folder that looks whole. Raises OSError, too where a process is writing it.
    """
    if not folder.parent.is_dir():
        return
    with alone(folder) as dead:
        if not dead:
            raise BlockingIOError("another process is writing it")
        for part in _parts_of(folder):
            shutil.rmtree(part)
        if folder.is_dir() and not leftovers_only:
            shutil.rmtree(folder.rename(folder.with_name(f".{folder.name}{PART}")))


def _parts_of(folder: Path) -> list[Path]:
    return sorted(folder.parent.glob(f".{glob.escape(folder.name)}*{PART}"))


State = tuple[int, ...]  # device, inode, size, and when it and what is said of it last changed, in nanoseconds
SETTLED = 2 * 10**9  # nanoseconds after which another write is sure to change a file's state
_HASHES: dict[tuple[Path, State], str] = {}


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, read once a process unless its state changes.

    No program can set the time at which a file's state last changed, so a write shows whatever time it pretends.
    """
    state = file_state(path)
    if (path, state) in _HASHES:
        return _HASHES[path, state]
    held = content_hash(path)
    if file_state(path) == state and time.time_ns() - max(state[3:]) > SETTLED:
        _HASHES[path, state] = held
    return held


def know_hash(path: Path, sha256: str) -> None:
    """Let `file_hash` return what is known to be a file's SHA-256, unread, until its state changes."""
    _HASHES[path, file_state(path)] = sha256


def content_hash(path: Path) -> str:
    """Read a file, and return its SHA-256 in hexadecimal; of one that takes minutes, say so."""
    seen = regular(path).stat()
    if seen.st_size > LONG_FILE_BYTES:
        held = getattr(seen, "st_blocks", seen.st_size) * 512
        holes = f", {size_text(held)} of them on this disk" if held < seen.st_size // 2 else ""
        log.warning("Reading %s, %s%s, to know what it holds.", path, size_text(seen.st_size), holes)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_toml(path: Path, absent: str, unreadable: str) -> dict[str, Any]:
    """Read a file of settings. Raises UsageError, in these words, where there is none, or none in TOML."""
    try:
        return tomllib.loads(regular(path).read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise UsageError(f"{path}: {absent}") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: {unreadable}: {error}. Expected TOML in UTF-8.") from error


@contextmanager
def writable(path: Path, advice: str = "Name another place.") -> Iterator[None]:
    """Raise StoreError, with what to do, where the block cannot write what is to lie at a path."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({disk_fault(error, path)}). {advice}".rstrip()) from error


@contextmanager
def os_errors() -> Iterator[None]:
    """Raise OSError for what libraries written in Rust, such as polars and safetensors, call by names of their own.

    >>> with os_errors():
    ...     raise RuntimeError("I/O error: No space left on device (os error 28)")
    Traceback (most recent call last):
    OSError: [Errno 28] No space left on device
    """
    try:
        yield
    except Exception as error:
        if getattr(error, "errno", None) or not (number := _OS_ERROR.search(str(error))):
            raise
        raise OSError(int(number[1]), os.strerror(int(number[1]))) from error


def file_state(path: Path) -> State:
    """Return what changes with every write to a file, and when another takes its name."""
    seen = path.stat()
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Files as they were at one moment: their states, and the hashes of what they held."""

    seen: Mapping[Path, tuple[State, str]]

    @property
    def states(self) -> list[State | None]:
        """Return the states that the files have now, None for one that is gone."""
        return [file_state(path) if path.exists() else None for path in self.seen]

    def changed(self, *, written: bool = False) -> Path | None:
        """Return a file that is gone or holds something else now, None where all are as they were.

        `written`: one that was written to; a program that has it open still reads what another file replaces.
        """
        for (path, (state, held)), now in zip(self.seen.items(), self.states, strict=True):
            other = now is None or now[:2] != state[:2]
            if now != state and not (written and other) and (now is None or file_hash(path) != held):
                return path
        return None


def snapshot(paths: Iterable[Path]) -> Snapshot:
    """Take down the states and hashes of files."""
    return Snapshot({path: (file_state(path), file_hash(path)) for path in paths})


@contextmanager
def panics() -> Iterator[None]:
    """Make an OSError of a panic in a library in Rust, such as polars: a damaged file can cause one.

    It derives from BaseException and passes every `except Exception`. It is known by its name, so that no library need
    be imported here.
    """
    try:
        yield
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        raise OSError(f"the file is damaged: {str(panic) or 'its reader gave up'}") from panic
