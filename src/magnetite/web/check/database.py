"""The checks, in SQLite: the settings and progress of each, and the order in which they wait.

A check is a draft until it is started, then queued, running, and done or failed. Every change is on the disk when the
call returns.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from magnetite.core.errors import StoreError

FILE = "checks.sqlite"
FORMAT = 1
WAIT = 10.0  # seconds that a writer waits for another
State = Literal["draft", "queued", "running", "done", "failed"]
STATES: tuple[State, ...] = get_args(State)
_COLUMNS = """
CREATE TABLE IF NOT EXISTS checks (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    created TEXT NOT NULL,
    queued TEXT NOT NULL DEFAULT '',
    models INTEGER NOT NULL DEFAULT 1,
    language TEXT NOT NULL DEFAULT 'en',
    corrections TEXT NOT NULL DEFAULT '',
    questions INTEGER NOT NULL DEFAULT 0,
    looks INTEGER NOT NULL DEFAULT 0,
    share REAL NOT NULL DEFAULT 0,
    doing TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT ''
) STRICT
"""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of an exam.

    `share`: how much of it is done, 0 to 1; `doing`: the name of the words for its current step; `looks`: how many
    questions deserve a second look; `message`: why it failed; `corrections`: JSON (`corrections`).
    """

    id: str
    name: str
    state: State
    created: str
    queued: str
    models: bool
    language: str
    corrections: str
    questions: int
    looks: int
    share: float
    doing: str
    message: str


class Checks:
    """The checks of a data folder; safe to use from several threads and processes at once.

    Every method raises StoreError where the database is locked, full, damaged, or of another version.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        with self._open() as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, FORMAT):
                raise StoreError(
                    f"{self._path}: made by another version of Magnetite (format {version}, expected {FORMAT}). "
                    "Use that version, or another --folder."
                )
            database.execute(_COLUMNS)
            database.execute(f"PRAGMA user_version = {FORMAT}")

    def new_id(self) -> str:
        """Return an id that no check has."""
        return secrets.token_hex(8)

    def add(self, name: str, file_name: str, questions: int) -> None:
        """Add a draft."""
        with self._open() as database:
            database.execute(
                "INSERT INTO checks (id, name, state, created, questions) VALUES (?, ?, 'draft', ?, ?)",
                (name, file_name, _now(), questions),
            )

    def get(self, name: str) -> Check | None:
        """Return a check by its id, None where there is none."""
        with self._open() as database:
            row = database.execute("SELECT * FROM checks WHERE id = ?", (name,)).fetchone()
        return None if row is None else _check(row)

    def all(self) -> tuple[Check, ...]:
        """Return every check, the newest first."""
        with self._open() as database:
            rows = database.execute("SELECT * FROM checks ORDER BY created DESC, id").fetchall()
        return tuple(map(_check, rows))

    def waiting(self) -> tuple[Check, ...]:
        """Return the queued checks, the next one first."""
        with self._open() as database:
            rows = database.execute("SELECT * FROM checks WHERE state = 'queued' ORDER BY queued, id").fetchall()
        return tuple(map(_check, rows))

    def queue(self, name: str, *, models: bool, language: str) -> bool:
        """Queue a check that is neither queued nor running; return whether it was queued."""
        values = {"models": models, "language": language, "queued": _now(), "share": 0.0, "doing": "", "message": ""}
        return self._change(name, ("draft", "done", "failed"), state="queued", **values)

    def correct(self, name: str, corrections: str, questions: int) -> bool:
        """Store corrections and make the check a draft again; return whether it could be, which a busy one cannot."""
        values: dict[str, Any] = {"corrections": corrections, "questions": questions, "looks": 0, "message": ""}
        return self._change(name, ("draft", "done", "failed"), state="draft", **values)

    def start(self, name: str) -> bool:
        """Record that a queued check is running; return whether it was queued."""
        return self._change(name, ("queued",), state="running", share=0.0, doing="")

    def progress(self, name: str, share: float, doing: str) -> None:
        """Record the progress of a running check."""
        self._change(name, ("running",), share=share, doing=doing)

    def finish(self, name: str, looks: int) -> bool:
        """Record that a running check is done; return whether it was running."""
        return self._change(name, ("running",), state="done", looks=looks, share=1.0, doing="")

    def fail(self, name: str, message: str) -> bool:
        """Record that a running check failed, and why; return whether it was running."""
        return self._change(name, ("running",), state="failed", message=message, doing="")

    def requeue(self) -> None:
        """Queue the check again that was running when the server ended, in its old place."""
        with self._open() as database:
            database.execute("UPDATE checks SET state = 'queued', share = 0, doing = '' WHERE state = 'running'")

    def delete(self, name: str) -> None:
        """Delete a check; nothing of it stays in the file."""
        with self._open() as database:
            database.execute("DELETE FROM checks WHERE id = ?", (name,))
        with self._open() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _change(self, name: str, states: tuple[State, ...], **values: Any) -> bool:
        """Set columns of a check that is in one of `states`; return whether it was."""
        columns = ", ".join(f"{column} = ?" for column in values)
        marks = ", ".join("?" * len(states))
        with self._open() as database:
            changed = database.execute(
                f"UPDATE checks SET {columns} WHERE id = ? AND state IN ({marks})",
                (*values.values(), name, *states),
            )
            return changed.rowcount == 1

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open a connection whose changes are on the disk when the block ends, all or none."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=WAIT)) as database, database:
                database.row_factory = sqlite3.Row
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = FULL")
                database.execute("PRAGMA secure_delete = ON")
                yield database
        except (sqlite3.Error, OSError) as error:
            raise _store_error(error, self._path) from error


def _check(row: sqlite3.Row) -> Check:
    return Check(**{**dict(row), "models": bool(row["models"])})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _store_error(error: Exception, path: Path) -> StoreError:
    """Return the error that says what is wrong with a database, and what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        why = "another program has locked it. Close that program, or wait and try again."
    elif code == sqlite3.SQLITE_FULL:
        why = "the disk is full. Nothing was changed. Free some space and try again."
    elif code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        why = f"it is damaged. Move it away, and start again; reports stay in {path.parent / 'checks'}."
    else:
        why = "it cannot be used. Make sure that the folder can be written to, or name another --folder."
    return StoreError(f"{path}: {why} ({error})")
