"""Files that are written whole or not at all, and what is wrong with a disk."""

import errno
import glob
import os
import secrets
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
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


def write_whole(path: Path, content: bytes | bytearray | Iterable[bytes], *, private: bool = False) -> Path:
    """Write a file whole or not at all, and return its path: see `whole_file`. `private`: for its owner alone."""
    with whole_file(path) as part:
        if private:
            make_private(part)
        with part.open("wb") as file:
            file.writelines([content] if isinstance(content, bytes | bytearray) else content)
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


def regular(path: Path) -> Path:
    """Return the path of a file or folder that can be read to its end. Raises OSError, too for a pipe or a device."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device; save what it gives as a file", str(path))
    return path


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
