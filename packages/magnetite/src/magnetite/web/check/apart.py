"""What reads and writes strangers' files does so in a process apart, which has little memory and little time.

    apart(read_alone, path)

A few of these processes run at the same time; whoever comes then waits in a line, and can be told their place.

A small file can be made so that a reader needs gigabytes or minutes. The readers refuse what they know of; whatever
else there is ends this process, and not the server. Its standard input and output carry the function's name and
arguments and the result, pickled; back, only values of Magnetite's own classes are taken.

What this leaves out: the process has the server's rights. A fault of a parser that runs code is not contained.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib import import_module
from io import BytesIO
from types import MappingProxyType
from typing import Any, TypeVar

from examfiles.errors import DataError
from magnetite.core.errors import MagnetiteError
from magnetite.web.wording import say, speak, spoken

MEMORY = 2**30
"""Bytes that the process may fill."""
SECONDS = 10
"""Seconds of the processor that it may take."""
WAIT = 240.0
"""Further seconds by the clock, where others take the processor."""
LARGEST = 64 * 2**20
"""The largest result, in bytes: an exam of texts has a hundredth of it."""
READERS = 2
"""How many such processes run at the same time."""
WAITING = 32
"""How many calls may wait for one."""
NICE = 10  # pages come first
_ENVIRONMENT = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
R = TypeVar("R")
_SLOW = {-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name)}  # not on Windows
FULL_CODE = 3  # what the process exits with where its memory or its result is full


class WaitingLine:
    """Lets a few through at a time, in the order they came; `waits_for` names who waits."""

    def __init__(self, places: int, most: int) -> None:
        self._free, self._most, self._closed = places, most, False
        self._waiting: dict[object, str] = {}  # the first comes first
        self._changed = threading.Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a place, and have it for the block. Raises DataError where too many wait, and where it is closed."""
        mine = object()
        with self._changed:
            if len(self._waiting) >= self._most:
                raise DataError(say("apart-busy"))
            self._waiting[mine] = waits_for.get()
            self._changed.wait_for(lambda: self._closed or (self._free and next(iter(self._waiting)) is mine))
            del self._waiting[mine]
            if self._closed:
                raise DataError(say("apart-busy"))
            self._free -= 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def ahead(self, name: str) -> int | None:
        """Return how many come before the last that waits for `name`; None where nobody does."""
        with self._changed:
            places = [place for place, each in enumerate(self._waiting.values()) if each == name]
        return places[-1] if places else None

    def close(self, closed: bool = True) -> None:
        """Send away all that wait, and all that come; or take them again."""
        with self._changed:
            self._closed = closed
            self._changed.notify_all()


waits_for: ContextVar[str] = ContextVar("waits_for", default="")
line = WaitingLine(READERS, WAITING)


def apart(work: Callable[..., R], *arguments: object, seconds: int = SECONDS) -> R:
    """Call a function of a module in a process of its own, when it is its turn, and return what it returns.

    `seconds`: how long it may take of the processor.

    Raises the error of ours that it raises, and DataError where it needs too much memory or time, or too many wait.
    """
    with line.turn():
        return _apart(work, *arguments, seconds=seconds)


def _apart(work: Callable[..., R], *arguments: object, seconds: int) -> R:
    call = _pickled((work.__module__, work.__qualname__, spoken(), seconds, arguments))
    process = subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | _ENVIRONMENT,
    )
    with process:
        try:
            content, _ = process.communicate(call, WAIT + seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise DataError(say("apart-slow", seconds=seconds)) from None
        except BaseException:
            process.kill()
            raise
    if process.returncode in _SLOW:
        raise DataError(say("apart-slow", seconds=seconds))
    if process.returncode == FULL_CODE or process.returncode < 0:  # where memory ends, libraries abort
        raise DataError(say("apart-large"))
    if process.returncode:  # why is in the terminal
        raise DataError(say("apart-failed"))
    try:
        result = _PlainResults(BytesIO(content)).load()
    except (pickle.UnpicklingError, EOFError) as error:
        raise DataError(say("apart-failed")) from error
    if isinstance(result, MagnetiteError):
        raise result
    return result  # type: ignore[no-any-return]


def main() -> None:
    """Do what the standard input says, within the limits."""
    module, name, language, seconds, arguments = pickle.load(sys.stdin.buffer)  # what the server wrote
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(NICE)
    speak(language)
    try:
        content = _pickled(_result(getattr(import_module(module), name), *arguments))
    except MemoryError:
        sys.exit(FULL_CODE)
    if len(content) > LARGEST:
        sys.exit(FULL_CODE)
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the server has ended: nobody waits for an answer
        os._exit(1)  # Python would complain once more when it closes the pipe


def _result(work: Callable[..., object], *arguments: object) -> object:
    """Return what a function returns, or the error of ours that it raises."""
    try:
        return work(*arguments)
    except MagnetiteError as error:
        return error


class _Pickler(pickle.Pickler):
    """Pickles an item's metadata too, which is read-only."""

    def reducer_override(self, value: object) -> Any:
        return (_read_only, (dict(value),)) if isinstance(value, MappingProxyType) else NotImplemented


def _read_only(values: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(values)


_OWN = ("examfiles.", "magnetite.")  # the packages whose values a process may return


class _PlainResults(pickle.Unpickler):
    """Takes values of Magnetite's own classes, and what JSON has; nothing else is looked up, or called."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, _read_only.__name__):
            return _read_only
        found = getattr(sys.modules.get(module), name, None) if module.startswith(_OWN) else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no result")
        return found


def _pickled(value: object) -> bytes:
    content = BytesIO()
    _Pickler(content, pickle.HIGHEST_PROTOCOL).dump(value)
    return content.getvalue()


if __name__ == "__main__":
    main()
