"""Stopping: the first Ctrl-C lets what is on its way come home, the second one ends the program at once."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

LOG = logging.getLogger(__name__)


@contextmanager
def gentle_stop() -> Iterator[Event]:
    """Yield an event that the first Ctrl-C sets; leaving the context then raises KeyboardInterrupt.

    Ctrl-C is heard where it would raise that anyway, in the main thread under Python's own handler; elsewhere, only who
    has the event can set it.
    """
    stopped = Event()
    plain = signal.default_int_handler
    hears = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is plain

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, plain)
        stopped.set()
        LOG.warning("Stopping: waiting for the answers on their way. Press Ctrl-C again to stop at once.")

    if hears:
        signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        if hears:
            signal.signal(signal.SIGINT, plain)
    if stopped.is_set():
        raise KeyboardInterrupt
