"""The queue: one check at a time, each in a process of its own, so that pages stay quick while models work.

Waiting checks are in the database, so closing a tab loses nothing, and a restart resumes the check that was running.
"""

import logging
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from magnetite.core.errors import MagnetiteError
from magnetite.web.check.database import Check, Checks
from magnetite.web.wording import words

LOOK = 0.1  # seconds between two looks at a running check
AGAIN = 5.0  # seconds before another try when the database cannot be read
GRACE = 5.0  # seconds a worker has to end by itself


class Queue:
    """A thread that runs the queued checks, one process after another; use it with `with`."""

    def __init__(self, folder: Path, checks: Checks) -> None:
        self._folder, self._checks = folder, checks
        self._more, self._closing = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._current: tuple[str, subprocess.Popen[bytes]] | None = None
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

    def wake(self) -> None:
        """Wake the thread, because a check was queued."""
        self._more.set()

    def end(self, name: str) -> None:
        """End a check if it is running, before it is deleted."""
        with self._lock:
            if self._current and self._current[0] == name:
                self._current[1].kill()
                self._current[1].wait()

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
            self._more.wait()
            self._more.clear()

    def _work(self, check: Check) -> None:
        """Let a process check an exam, and record a failure that the process could not record itself."""
        with self._lock:
            if not self._checks.start(check.id):
                return
            try:
                process = _started(self._folder, check.id)
            except OSError as error:
                self._checks.fail(
                    check.id, words(check.language).say("failed-start", {"why": error.strerror or str(error)})
                )
                return
            self._current = (check.id, process)
        while process.poll() is None and not self._closing.wait(LOOK):
            pass
        if process.poll() is None:  # the server is closing: the check is queued again at the next start
            _end(process)
            return
        with self._lock:
            self._current = None
        _close(process)
        self._checks.fail(check.id, words(check.language).say("failed-ended", {"code": process.returncode}))


def _started(folder: Path, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "magnetite.web.check.worker", str(folder), name]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)


def _end(process: subprocess.Popen[bytes]) -> None:
    _close(process)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _close(process: subprocess.Popen[bytes]) -> None:
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()
