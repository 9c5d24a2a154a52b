"""The process that checks one exam: `python -m magnetite.web.check.worker FOLDER ID`, started by the queue.

It makes the same calls as `magnetite check`, in the same order. It ends when the server does, however that ends: its
standard input is a pipe that nobody writes to, and that closes with the server. Killed anywhere, it can be started
again: scores are stored as they come, and a report is written whole or not at all.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.core.errors import MagnetiteError
from magnetite.report.wording import error_text
from magnetite.web.check.checks import Checks, ExamCheck
from magnetite.web.check.exam import corrected, read_corrections, read_upload
from magnetite.web.check.folder import SCORES, report_of, upload_of, without_folder
from magnetite.web.wording import speak

if TYPE_CHECKING:
    from magnetite.engine import Progress

EVERY = 0.5  # seconds between two notes of progress
NICE = 10  # pages come first
LOADED = 0.05  # share of the work that reading and loading count for
COMMAND = "magnetite serve"


def check_one(folder: Path, name: str) -> None:
    """Check an exam, and record the outcome. Raises StoreError where it cannot be recorded."""
    checks = Checks(folder)
    check = checks.get(name)
    if check is None or check.state != "running":
        return
    try:
        looks = _check(folder, checks, check)
    except MagnetiteError as error:
        checks.fail(name, without_folder(folder, name, error_text(error, check.language)))
    else:
        checks.finish(name, looks)


def _check(folder: Path, checks: Checks, check: ExamCheck) -> int:
    """Write the report; return how many questions deserve a second look."""
    from magnetite.auditing.check.run import check_settings, prepare_check
    from magnetite.auditing.driver import perform
    from magnetite.report.check import write_check

    speak(check.language)
    upload = upload_of(folder, check.id)
    checks.progress(check.id, 0.0, "loading")
    exam = corrected(read_upload(upload), read_corrections(check.corrections))
    settings = check_settings(exam=upload.name, models=check.models, language=check.language)
    prepared = prepare_check(settings, exam)
    steps = sum(len(seat.system.members) for seat in prepared.seats.values())
    run = perform(prepared, command=COMMAND, watch=_Watch(checks, check.id, steps))
    checks.progress(check.id, 1.0, "writing")
    write_check(run, report_of(folder, check.id), check.language)
    return int(run.finding("check").number("second look").value)


class _Watch:
    """Records progress over all models: `steps` of them, one after the other, each by its tokens."""

    def __init__(self, checks: Checks, name: str, steps: int) -> None:
        self._checks, self._name, self._steps = checks, name, steps
        self._labels: dict[str, None] = {}
        self._last = 0.0

    def __call__(self, label: str, progress: "Progress") -> None:
        self._labels[label] = None
        if time.monotonic() - self._last < EVERY:
            return
        part = progress.tokens_done / progress.tokens_total if progress.tokens_total else 1.0
        share = (len(self._labels) - 1 + part) / max(self._steps, 1)
        self._checks.progress(self._name, LOADED + (1 - LOADED) * min(share, 1.0), "answering")
        self._last = time.monotonic()


def main(folder: str, name: str) -> None:
    """Check one exam in this process."""
    os.environ["MAGNETITE_STORE"] = str(Path(folder) / SCORES)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    check_one(Path(folder), name)


def _end_with_the_server() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
