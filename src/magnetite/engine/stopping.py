"""Stopping: the first Ctrl-C lets what is on its way come home, the second one ends the program at once."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

LOG = logging.getLogger(__name__)


class Stop(Event):
    """What the first Ctrl-C sets; `pressed` counts how often it was heard."""

    pressed = 0


@contextmanager
def gentle_stop() -> Iterator[Stop]:
    """Yield an event that the first Ctrl-C sets; leaving the context then raises KeyboardInterrupt.

    Ctrl-C is heard where it would raise that anyway, in the main thread under Python's own handler; elsewhere, only who
    has the event can set it.
    """
    stopped = Stop()
    plain = signal.default_int_handler
    hears = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is plain

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.pressed += 1
        if stopped.pressed > 1:
            plain(number, frame)
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
