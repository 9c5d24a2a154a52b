"""The SQLite file of a study: its tables, transactions that are on disk before they return, and errors in plain words.

Write-ahead log, synchronous=FULL: a commit is flushed to the disk, so what was acknowledged outlives the process.
Deleted rows are overwritten (secure_delete). The threads of a process share a connection that writes, one at a time,
and another one that reads, which waits for no flush. Other processes wait up to `timeout` seconds for their turn.

A flush takes milliseconds, however little is written. So threads that write at the same time share one (group commit,
DeWitt et al. 1984): who is done leaves the commit to the next one that waits to write, and returns when it has
happened. Each has a savepoint of their own, so that what fails takes nobody else's answer with it.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from examfiles.errors import DataError, StoreError
from examfiles.files import disk_fault, make_private
from magnetite.core.errors import MagnetiteError

VERSION = 2
APPLICATION = 0x4D61674E  # "MagN"
TABLES = """
CREATE TABLE study (print TEXT NOT NULL, organiser BLOB);
CREATE TABLE participants (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    token BLOB UNIQUE,
    consented_at REAL,
    finished_at REAL,
    fields TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE shown (
    number INTEGER NOT NULL REFERENCES participants ON DELETE CASCADE,
    position INTEGER NOT NULL,
    first_at REAL NOT NULL,
    last_at REAL NOT NULL,
    times INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (number, position)
) WITHOUT ROWID;
CREATE TABLE answers (
    number INTEGER NOT NULL REFERENCES participants ON DELETE CASCADE,
    position INTEGER NOT NULL,
    question TEXT NOT NULL,
    chosen INTEGER NOT NULL,
    seconds REAL,
    source TEXT NOT NULL,
    answered_at REAL NOT NULL,
    PRIMARY KEY (number, position)
) WITHOUT ROWID;
"""
LATER = """
ALTER TABLE participants ADD COLUMN consent TEXT;
CREATE TABLE changes (
    number INTEGER NOT NULL REFERENCES participants ON DELETE CASCADE,
    position INTEGER NOT NULL,
    question TEXT NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER,
    at REAL NOT NULL
);
CREATE TABLE deletions (at REAL NOT NULL, answered INTEGER NOT NULL);
CREATE TABLE looks (at REAL NOT NULL, answers INTEGER NOT NULL);
ALTER TABLE study ADD COLUMN registered TEXT;
ALTER TABLE study ADD COLUMN ended REAL;
"""
"""Of the second version: what was agreed to, the log of answers that were replaced or cleared, of deletions, and of
answers that were exported early; the print of the page that was settled before, and when collection ended."""


LONGEST = 0.05  # seconds to leave a commit to another thread


@dataclass(slots=True)
class _Commit:
    """What several threads write, and commit together; `error`: why it could not be."""

    done: threading.Event = field(default_factory=threading.Event)
    error: BaseException | None = None


class Storage:
    """A study's open file, shared by the threads of a process."""

    def __init__(self, path: Path, *, timeout: float, create: bool = False) -> None:
        self.path = path
        self._timeout = timeout
        self._writing, self._reading = threading.Lock(), threading.Lock()
        self._waiting: set[int] = set()  # threads that wait to write
        self._commit: _Commit | None = None  # of the transaction that is open
        if create == path.exists():
            problem = "exists already; name a new folder" if create else "is missing; put it back, or create the study"
            raise StoreError(f"{path}: {problem}.")
        if create:
            _made_private(path)
        self._connection = self._connected()
        try:
            self._open(create=create)
            self._reader = self._connected()
        except BaseException:
            self._connection.close()
            raise

    def _connected(self) -> sqlite3.Connection:
        with self._plain_words():
            return sqlite3.connect(
                self.path, timeout=self._timeout, isolation_level=None, check_same_thread=False, cached_statements=64
            )

    def _open(self, *, create: bool) -> None:
        with self._plain_words():
            run = self._connection.execute
            if not create:
                self._check()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
                run(f"PRAGMA {pragma}").fetchall()
            if create:
                run(f"PRAGMA application_id={APPLICATION}")
                run(f"PRAGMA user_version={VERSION}")
                self._connection.executescript(f"BEGIN; {TABLES} {LATER} COMMIT;")
            elif run("PRAGMA user_version").fetchone()[0] < VERSION:
                self._connection.executescript(f"BEGIN IMMEDIATE; {LATER} PRAGMA user_version={VERSION}; COMMIT;")

    def _check(self) -> None:
        """Refuse a file that is not a study's, is of another version, or is damaged."""
        application, version = (
            self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application != APPLICATION:
            raise DataError(f"{self.path}: this is not the database of a study. Put back the file that was there.")
        if not 1 <= version <= VERSION:
            raise DataError(
                f"{self.path}: its format is {version}; this version of Magnetite reads 1 to {VERSION}. Open it with "
                " the version that made it."
            )
        if (damage := self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise self._damaged(damage)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give one thread a connection to read what is on disk, all as of one moment."""
        with self._turn(self._reading), self._plain_words():
            self._reader.execute("BEGIN")
            try:
                yield self._reader
            finally:
                if self._reader.in_transaction:
                    self._reader.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give one thread the connection to write; what it has written is on disk when the block has ended."""
        with self._plain_words():
            with self._turn(self._writing):
                commit = self._opened()
                try:
                    with self._saved(commit):
                        yield self._connection
                finally:
                    if not self._waiting:
                        self._settle(commit)
            while not commit.done.wait(LONGEST):  # whom it was left to has given up, or is slow
                with self._writing:
                    self._settle(commit)
            if commit.error is not None:
                raise commit.error

    @contextmanager
    def _turn(self, lock: threading.Lock) -> Iterator[None]:
        """Wait for the other threads no longer than for another process: else they would wait one after another."""
        own = threading.get_ident()
        if lock is self._writing:
            self._waiting.add(own)
        try:
            if not lock.acquire(timeout=self._timeout):
                raise self._locked()
        finally:
            self._waiting.discard(own)
        try:
            yield
        finally:
            lock.release()

    def _opened(self) -> _Commit:
        """Return what the open transaction is committed with; open one where there is none."""
        if self._commit is None:
            self._connection.execute("BEGIN IMMEDIATE")
            self._commit = _Commit()
        return self._commit

    @contextmanager
    def _saved(self, commit: _Commit) -> Iterator[None]:
        """Undo what the block writes, and nothing else, where it fails."""
        self._connection.execute("SAVEPOINT own")
        try:
            yield
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO own")
                self._connection.execute("RELEASE own")
            else:  # SQLite undid the whole transaction, as it may on a full disk: whoever wrote in it has to know
                self._end(commit, error)
            raise
        self._connection.execute("RELEASE own")

    def _settle(self, commit: _Commit) -> None:
        """Commit, unless another thread has."""
        if commit is not self._commit:
            return
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._end(commit, error)
        else:
            self._end(commit)

    def _end(self, commit: _Commit, error: BaseException | None = None) -> None:
        self._commit, commit.error = None, error
        commit.done.set()

    def forget(self) -> None:
        """Empty the write-ahead log, in which deleted rows would otherwise remain for a while."""
        with self._turn(self._writing), self._turn(self._reading), self._plain_words():
            if self._commit is not None:
                self._settle(self._commit)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file."""
        with self._writing, self._reading:
            if self._commit is not None:
                self._settle(self._commit)
            self._reader.close()
            self._connection.close()

    @contextmanager
    def _plain_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._plain_error(error) from error

    def _plain_error(self, error: sqlite3.Error) -> MagnetiteError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return self._locked()
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            return StoreError(
                f"{self.path}: cannot be written ({error}). What was stored before is safe. Free some space, and try "
                "again."
            )
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return self._damaged(str(error))
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            return StoreError(f"{self.path}: cannot be opened for writing ({error}). Check the folder's permissions.")
        return StoreError(f"{self.path}: {error}.")

    def _locked(self) -> StoreError:
        return StoreError(
            f"{self.path}: another program has locked it. Close whatever else has the study open, and try again."
        )

    def _damaged(self, damage: str) -> DataError:
        return DataError(
            f"{self.path}: the file is damaged ({damage}). Nothing was changed. Restore it and {self.path.name}-wal "
            f"from a copy, or recover what is left with: sqlite3 {self.path.name} .recover"
        )


def _made_private(path: Path) -> None:
    """Make the file before the library does, which would make it for everybody to read."""
    try:
        make_private(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be created ({disk_fault(error, path)}). Name another folder.") from error
