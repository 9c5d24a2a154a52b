"""Serve an application: on a free port, on this machine alone by default, one server per folder.

There is no TLS here: to serve beyond loopback, put a server in front that speaks it (docs/web.md).
A folder's lock is a transaction on a SQLite file of its own, which every operating system ends with the process.
"""

import socket
import sqlite3
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.core.errors import StoreError, UsageError

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

    `tell` announces the address and returns the page to open. Port 0 is any free one. Raises UsageError where the
    address is taken or another server has the folder, StoreError where the folder cannot be written.
    """
    import uvicorn

    from magnetite.web.connections import BACKLOG, LimitedConnection, keep_logs_small

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be created ({error.strerror or error}). Name another folder.") from error
    with only_server(folder), _bound(host, port) as listening:
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
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"{host}:{port}: the server cannot listen there ({why}). Name another port, or --port 0 for any free one; "
            "without --host, it serves this machine alone."
        ) from error
    # A page is two writes, and the second would wait 40 ms for the first to be acknowledged; connections inherit this.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


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
