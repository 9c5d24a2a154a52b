"""Serve an application: on a free port, on this machine alone by default, one server per folder.

A connection that is opened and says nothing costs its sender nothing. The server closes it after `HEADER` seconds, and
sooner where there are `connections_allowed` of them: then the one that has waited longest makes room for a new one, so
that a crowd of silent ones keeps nobody out.

There is no TLS here: to serve beyond loopback, put a server in front that speaks it (docs/web.md).
A folder's lock is a transaction on a SQLite file of its own, which every operating system ends with the process.
"""

import asyncio
import logging
import os
import socket
import sqlite3
import threading
import time
import webbrowser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from examfiles.errors import StoreError, UsageError
from examfiles.files import disk_fault

if TYPE_CHECKING:
    from starlette.types import ASGIApp


LOOPBACK = "127.0.0.1"
GRACE = 5  # seconds for requests to end when the server is stopped
KEEP_ALIVE = 65  # seconds that a connection stays open for the next page, about as long as a question is read
LOCK = "server.lock"


def serve(
    make: "Callable[[], ASGIApp]",
    folder: Path,
    tell: Callable[[str], str],
    *,
    host: str = LOOPBACK,
    port: int = 0,
    open_browser: bool = True,
) -> None:
    """Serve the application that `make` returns until Ctrl-C.

    The folder, where it is new, and all files written meanwhile are for their owner alone.

    `tell` announces the address and returns the page to open. Port 0 is any free one. Raises UsageError where the
    address is taken or another server has the folder, StoreError where the folder cannot be written.
    """
    import uvicorn

    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be created ({disk_fault(error, folder)}). Name another folder.") from error
    with _owner_only(), only_server(folder), _bound(host, port) as listening:
        server = uvicorn.Server(
            uvicorn.Config(
                make(),
                log_level="warning",
                access_log=False,  # addresses hold personal links
                server_header=False,
                ws="none",
                http=LimitedConnection,
                backlog=BACKLOG,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=GRACE,
            )
        )
        keep_logs_small()
        allow_files()
        first = tell(address_of(listening))
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()
        with suppress(KeyboardInterrupt):  # Ctrl-C is the way to stop a server, not a failure
            server.run(sockets=[listening])


def address_of(listening: socket.socket) -> str:
    """Return the address of a listening socket, as a browser expects it."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that already listens, so that no address is announced before it answers."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        why = (getattr(error, "strerror", None) or str(error)).partition(" (while")[0]  # Python adds its own pair
        raise UsageError(
            f"{host}:{port}: the server cannot listen there ({why}). Name another port, or --port 0 for any free one; "
            "without --host, it serves only this machine."
        ) from error
    # A page is two writes, and the second would wait 40 ms for the first to be acknowledged; connections inherit this.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


@contextmanager
def _owner_only() -> Iterator[None]:
    """Make whatever this process and those it starts write for their owner alone: exams that nobody sat yet."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def only_server(folder: str | Path) -> Iterator[None]:
    """Lock the folder for one server. Raises UsageError where another server has it."""
    path = Path(folder) / LOCK
    connection = None
    try:
        connection = sqlite3.connect(path, timeout=0.0, isolation_level=None, check_same_thread=False)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise UsageError(
                f"{folder}: another server has this folder open. Use that one, or stop it before starting another."
            ) from error
        raise StoreError(f"{path}: cannot be written ({error}). Check the folder's permissions.") from error
    try:
        yield
    finally:
        connection.close()


CONNECTIONS = 1000
"""The most connections at the same time: 500 people, of whom each has two."""
HEADER = 10.0
"""Seconds for the headers of a request."""
BODY = 300.0
"""Seconds for the body: 16 MiB at half a megabit a second."""
BACKLOG = 128
"""Connections that are accepted at once, before any of them can be closed."""
MOST_SENTENCES = 10
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
    """Lets a message through `MOST_SENTENCES` times a minute: what strangers send must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._counts = 0, Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute, self._counts = minute, Counter()
        self._counts[str(record.msg)] += 1
        return self._counts[str(record.msg)] <= MOST_SENTENCES


def connections_allowed() -> int:
    """Return how many connections there may be: half the files that the process may open, and `CONNECTIONS`."""
    with suppress(ImportError):
        import resource

        return max(16, min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - BACKLOG))
    return CONNECTIONS


def allow_files() -> None:
    """Let this process open the files that so many connections need, or as many as the system lets it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * (CONNECTIONS + BACKLOG)
        if soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def keep_logs_small(*logs: str) -> None:
    """Let no log of a server say the same again and again; `logs`: those of the application that it serves."""
    sparse = SparseLog()
    for name in ("uvicorn.error", "asyncio", "magnetite.web.pages", *logs):
        logging.getLogger(name).addFilter(sparse)
