"""Which checks there are, in SQLite: what each is told, how far it is, in which order they wait.

A check is a draft until it is started, then queued, running, and done or failed. Every change is on the disk when the
call returns. What this file leaves out: files (`folder`), and running (`queue`).
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
    """Hold one check. `share`, 0 to 1, is how far it is, `doing` a path of words for what it does.

    `looks`: questions that deserve a second look; `message`: why it failed; `corrections`: JSON (`corrections`).
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
    """Keep the checks of a data folder; safe from several threads and processes at once.

    Every method raises StoreError where the database is locked, full, damaged, or of another version.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        with self._open() as database:
            found = database.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, FORMAT):
                raise StoreError(
                    f"{self._path}: made by another version of Magnetite (format {found}, expected {FORMAT}). "
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
        """Queue a check that is neither queued nor running yet; say whether it was."""
        told = {"models": models, "language": language, "queued": _now(), "share": 0.0, "doing": "", "message": ""}
        return self._change(name, ("draft", "done", "failed"), state="queued", **told)

    def correct(self, name: str, corrections: str, questions: int) -> bool:
        """Keep what was corrected; the check is a draft again. Say whether it could be: not while it is checked."""
        changed: dict[str, Any] = {"corrections": corrections, "questions": questions, "looks": 0, "message": ""}
        return self._change(name, ("draft", "done", "failed"), state="draft", **changed)

    def start(self, name: str) -> bool:
        """Note that a queued check runs; say whether it was queued."""
        return self._change(name, ("queued",), state="running", share=0.0, doing="")

    def progress(self, name: str, share: float, doing: str) -> None:
        """Note how far a running check is."""
        self._change(name, ("running",), share=share, doing=doing)

    def finish(self, name: str, looks: int) -> bool:
        """Note that a running check is done."""
        return self._change(name, ("running",), state="done", looks=looks, share=1.0, doing="")

    def fail(self, name: str, message: str) -> bool:
        """Note that a running check failed, and why."""
        return self._change(name, ("running",), state="failed", message=message, doing="")

    def requeue(self) -> None:
        """Queue again what was running when the server ended, in its old place."""
        with self._open() as database:
            database.execute("UPDATE checks SET state = 'queued', share = 0, doing = '' WHERE state = 'running'")

    def delete(self, name: str) -> None:
        """Forget a check; nothing of it stays in the file either."""
        with self._open() as database:
            database.execute("DELETE FROM checks WHERE id = ?", (name,))
        with self._open() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _change(self, name: str, states: tuple[State, ...], **values: Any) -> bool:
        """Set columns of a check that is in one of `states`; say whether there was one."""
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
        """Give a connection whose changes are on the disk on leaving, all or none."""
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
    """Say what is wrong with a database, and what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        why = "another program holds it. Close that program, or wait and try again."
    elif code == sqlite3.SQLITE_FULL:
        why = "the disk is full. Nothing was changed. Free space and try again."
    elif code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        why = f"it is damaged. Move it away, and start again; reports stay in {path.parent / 'checks'}."
    else:
        why = "it cannot be used. See that the folder can be written, or name another --folder."
    return StoreError(f"{path}: {why} ({error})")
