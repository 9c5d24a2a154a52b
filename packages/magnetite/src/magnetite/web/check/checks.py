"""The checks, in SQLite: the settings and progress of each; and their queue.

A check is a draft until it is started, then queued, running, and done or failed. Every change is on the disk when the
call returns. One check runs at a time, in another process (`worker`), so that pages stay quick while models work; it
stays for the next checks, with the models it has read. Closing a tab loses nothing, and a restart resumes the check
that was running.
"""

import logging
import secrets
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from examfiles.errors import StoreError
from examfiles.files import free_space, full_disk
from magnetite.core.errors import MagnetiteError
from magnetite.web.wording import words

FILE = "checks.sqlite"
FORMAT = 1
LEAST_SPACE = 2**20  # bytes below which a disk is full to SQLite
WAIT = 5.0  # seconds that a writer waits for another
CheckState = Literal["draft", "queued", "running", "done", "failed"]
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
LOOK = 0.1  # seconds between two looks at a running check
AGAIN = 5.0  # seconds before another try when the database cannot be read
GRACE = 5.0  # seconds a worker has to end by itself
WORKER = ("-m", "magnetite.web.check.worker")
IDLE = 900.0  # seconds that a worker without work keeps its models in memory


@dataclass(frozen=True, slots=True)
class ExamCheck:
    """One check of an exam.

    `share`: how much of it is done, 0 to 1; `doing`: the name of the words for its current step; `looks`: how many
    questions deserve a second look; `message`: why it failed; `corrections`: JSON (`corrections`).
    """

    id: str
    name: str
    state: CheckState
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

    def require_free(self) -> None:
        """Raise StoreError where another program has locked the database, after `WAIT` seconds."""
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")

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

    def get(self, name: str) -> ExamCheck | None:
        """Return a check by its id, None where there is none."""
        with self._open() as database:
            row = database.execute("SELECT * FROM checks WHERE id = ?", (name,)).fetchone()
        return None if row is None else _check(row)

    def all(self) -> tuple[ExamCheck, ...]:
        """Return every check, the newest first."""
        with self._open() as database:
            rows = database.execute("SELECT * FROM checks ORDER BY created DESC, id").fetchall()
        return tuple(map(_check, rows))

    def waiting(self) -> tuple[ExamCheck, ...]:
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

    def _change(self, name: str, states: tuple[CheckState, ...], **values: Any) -> bool:
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


def _check(row: sqlite3.Row) -> ExamCheck:
    return ExamCheck(**{**dict(row), "models": bool(row["models"])})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _store_error(error: Exception, path: Path) -> StoreError:
    """Return the error that says what is wrong with a database, and what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        why = "another program has locked it. Close that program, or wait and try again."
    elif code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        why = f"it is damaged. Move it away, and start again; reports stay in {path.parent / 'checks'}."
    elif code == sqlite3.SQLITE_FULL or free_space(path) < LEAST_SPACE:  # it may say that it cannot open the file
        why = f"{full_disk(path)}. Nothing was changed. Free some space and try again."
    else:
        why = "it cannot be used. Make sure that the folder can be written to, or name another --folder."
    return StoreError(f"{path}: {why} ({error})")


class Queue:
    """A thread that hands the queued checks to a process, one after another; use it with `with`."""

    def __init__(self, folder: Path, checks: Checks) -> None:
        self._folder, self._checks = folder, checks
        self._more, self._closing = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None
        self._current: str | None = None  # the check that the worker has
        self._thread = threading.Thread(target=self._run, name="queue", daemon=True)

    def __enter__(self) -> "Queue":
        """Start, beginning with the check that was running when the last server ended."""
        self._checks.requeue()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._more.set()
        self._thread.join()
        self._rest()

    def wake(self) -> None:
        """Wake the thread, because a check was queued."""
        self._more.set()

    def end(self, name: str) -> None:
        """End a check if it is running, before it is deleted."""
        with self._lock:
            if self._worker and self._current == name:
                self._worker.kill()
                self._worker.wait()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                waiting = self._checks.waiting()
                if waiting:
                    self._work(waiting[0])
                    continue
            except MagnetiteError as error:
                logging.getLogger(__name__).error("The queue waits: %s", error)
                self._closing.wait(AGAIN)
                continue
            if not self._more.wait(IDLE):
                self._rest()
            self._more.clear()

    def _work(self, check: ExamCheck) -> None:
        """Let the worker check an exam, and record a failure that it could not record itself."""
        with self._lock:
            if not self._checks.start(check.id):
                return
            try:
                worker = self._handed(check.id)
            except OSError as error:
                self._checks.fail(
                    check.id, words(check.language).say("failed-start", {"why": error.strerror or str(error)})
                )
                return
            self._current = check.id
        while worker.poll() is None and self._is_running(check.id) and not self._closing.wait(LOOK):
            pass
        with self._lock:
            self._current = None
        if worker.poll() is not None:  # else the check has ended; or the server is closing, and queues it again
            self._rest()
            self._checks.fail(check.id, words(check.language).say("failed-ended", {"code": worker.returncode}))

    def _handed(self, name: str) -> subprocess.Popen[bytes]:
        """Hand a check to the worker, and return that. Raises OSError where there is none and none can be started."""
        if self._worker is None or self._worker.poll() is not None:
            self._rest()
            self._worker = _started(self._folder)
        assert self._worker.stdin is not None
        self._worker.stdin.write(f"{name}\n".encode())
        self._worker.stdin.flush()
        return self._worker

    def _is_running(self, name: str) -> bool:
        try:
            check = self._checks.get(name)
        except MagnetiteError:  # the database cannot be read for a moment
            return True
        return check is not None and check.state == "running"

    def _rest(self) -> None:
        """End the worker, and free the memory of its models."""
        worker, self._worker = self._worker, None
        if worker is not None:
            if worker.stdin:
                with suppress(OSError):
                    worker.stdin.close()
            try:
                worker.wait(GRACE)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


def _started(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *WORKER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
