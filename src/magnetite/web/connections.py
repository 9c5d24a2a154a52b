"""Connections: how many there may be, how long each may take to send a request, and how often a log says the same.

A connection that is opened and says nothing costs its sender nothing. The server closes it after `HEADER` seconds, and
sooner where there are `connections_allowed` of them: then the one that has waited longest makes room for a new one, so
that a crowd of silent ones keeps nobody out.
"""

import asyncio
import logging
import time
from collections import Counter
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 512
"""The most connections at the same time."""
HEADER = 10.0
"""Seconds for the headers of a request."""
BODY = 300.0
"""Seconds for the body: 16 MiB at half a megabit a second."""
BACKLOG = 128
"""Connections that are accepted at once, before any of them can be closed."""
SAID = 10
"""How often a log says the same in a minute."""
_LIMITS = {h11.IDLE: HEADER, h11.SEND_BODY: BODY}


class LimitedConnection(H11Protocol):
    """A connection whose sender has little time, and less where there are many."""

    _state: object = None
    _timer: asyncio.TimerHandle | None = None
    _opened = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and close the connection that has waited longest where there are too many."""
        super().connection_made(transport)
        self._opened = self.loop.time()
        if len(self.connections) > connections_allowed():
            waiting = (one for one in self.connections if isinstance(one, LimitedConnection) and one.waits)
            min(waiting, key=lambda one: one._opened, default=self).transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what was sent."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop()
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """Return whether a request, or the rest of one, is still to come."""
        return self.conn.their_state in _LIMITS

    def _watch(self) -> None:
        """Give the sender its time for the part of a request that is now to come, once for each part."""
        state = self.conn.their_state
        if state is not self._state:
            self._stop()
        self._state = state
        if self._timer is None and state in _LIMITS:
            self._timer = self.loop.call_later(_LIMITS[state], self._end)

    def _end(self) -> None:
        if self.conn.their_state is self._state and not self.transport.is_closing():
            self.transport.abort()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


class SparseLog(logging.Filter):
    """Lets a message through `SAID` times a minute: what strangers send must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._counts = 0, Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute, self._counts = minute, Counter()
        self._counts[str(record.msg)] += 1
        return self._counts[str(record.msg)] <= SAID


def connections_allowed() -> int:
    """Return how many connections there may be: half the files that the process may open, and `CONNECTIONS`."""
    with suppress(ImportError):
        import resource

        return max(16, min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - BACKLOG))
    return CONNECTIONS


def keep_logs_small(*logs: str) -> None:
    """Let no log of a server say the same again and again; `logs`: those of the application that it serves."""
    sparse = SparseLog()
    for name in ("uvicorn.error", "asyncio", "magnetite.web.pages", *logs):
        logging.getLogger(name).addFilter(sparse)
