"""Files and folders that are written whole or not at all, and the hash of what is in a file."""

import errno
import glob
import hashlib
import logging
import os
import secrets
import shutil
import stat
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.core.errors import StoreError, UsageError

log = logging.getLogger(__name__)

LONG = 10 * 10**9  # bytes of a file that takes a while to read
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


def write_whole(path: Path, content: bytes, *, private: bool = False) -> Path:
    """Write a file whole or not at all, and return its path: see `whole_file`. `private`: for its owner alone."""
    with whole_file(path) as part:
        if private:
            make_private(part)
        part.write_bytes(content)
    return path


_PORTS = (f"{port}{number}" for port in ("COM", "LPT") for number in "123456789\u00b9\u00b2\u00b3")
_DEVICES = frozenset({"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *_PORTS})


def no_device(name: str) -> str:
    """Return a name that no system takes for a device, as Windows does some, whatever their ending.

    >>> no_device("Con.gift"), no_device("concert.gift")
    ('Con-.gift', 'concert.gift')
    """
    stem, dot, rest = name.partition(".")
    return f"{stem}-{dot}{rest}" if stem.strip().upper() in _DEVICES else name


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
    if seen.st_size > LONG:
        held = getattr(seen, "st_blocks", seen.st_size) * 512
        holes = f", {size_text(held)} of them on this disk" if held < seen.st_size // 2 else ""
        log.warning("Reading %s, %s%s, to know what it holds.", path, size_text(seen.st_size), holes)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def regular(path: Path) -> Path:
    """Return the path of a file or folder that can be read to its end. Raises OSError, too for a pipe or a device."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device; save what it gives as a file", str(path))
    return path


def read_toml(path: Path, absent: str, unreadable: str) -> dict[str, Any]:
    """Read a file of settings. Raises UsageError, in these words, where there is none, or none in TOML."""
    try:
        return tomllib.loads(regular(path).read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise UsageError(f"{path}: {absent}") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: {unreadable}: {error}. Expected TOML in UTF-8.") from error


def disk_fault(error: OSError, path: Path) -> str:
    """Say why a file cannot be written or read: which disk is full or read-only, or which folder is gone.

    >>> disk_fault(FileNotFoundError(errno.ENOENT, "No such file or directory"), Path("/nowhere/at/all"))
    'No such file or directory: there is no folder /nowhere'
    """
    why = error.strerror or str(error)
    whole = path.absolute()
    there = _there(path)
    if error.errno in {errno.ENOSPC, errno.EDQUOT} or "No space left" in why:  # polars gives no number
        return full_disk(path)
    if error.errno == errno.EROFS:
        return f"the disk of {_mount(there)} can only be read"
    if error.errno == errno.ENOENT and there not in {whole, whole.parent}:
        return f"{why}: there is no folder {there / whole.relative_to(there).parts[0]}"
    return why


@contextmanager
def writable(path: Path, advice: str = "Name another place.") -> Iterator[None]:
    """Raise StoreError, with what to do, where the block cannot write what is to lie at a path."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({disk_fault(error, path)}). {advice}".rstrip()) from error


def full_disk(path: Path) -> str:
    """Say that a path's disk is full, which one that is, and what is free there."""
    return f"the disk of {_mount(_there(path))} is full: {size_text(free_space(path))} are free"


def free_space(path: Path) -> int:
    """Return the bytes that are free on a path's disk, whether the path is there or not."""
    return shutil.disk_usage(_there(path)).free


def _there(path: Path) -> Path:
    whole = path.absolute()
    return next(each for each in (whole, *whole.parents) if each.exists())


def _mount(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if os.path.ismount(each))


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


def size_text(size: float) -> str:
    """Say a number of bytes.

    >>> size_text(437_971_872), size_text(1_530)
    ('438.0 MB', '1.5 kB')
    """
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
