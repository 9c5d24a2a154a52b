"""One server per folder: a lock that a killed process releases by itself.

The lock is a transaction on a SQLite file of its own, which every operating system ends with the process.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from magnetite.core.errors import StoreError, UsageError

LOCK = "server.lock"


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
