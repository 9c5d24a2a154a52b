"""The process that checks exams: `python -m magnetite.web.check.worker FOLDER`, started by the queue.

It makes the same calls as `magnetite check`, in the same order; where models are asked, once without them before, so
that what the rules find can be read at once. Its standard input brings the ids of checks, a line each, and it ends with
it, so with the server, however that ends. Models stay in memory from one check to the next. Killed anywhere, it can be
started again: scores are stored as they come, and a report is written whole or not at all.
"""

import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from magnetite.core.errors import MagnetiteError
from magnetite.report.wording import error_text
from magnetite.web.check.checks import Checks, ExamCheck
from magnetite.web.check.exam import chosen_columns, corrected, read_corrections, read_upload
from magnetite.web.check.folder import SCORES, answers_of, dismissed_of, report_of, upload_of, without_folder
from magnetite.web.wording import speak

if TYPE_CHECKING:
    from magnetite.engine import Progress

EVERY = 0.5  # seconds between two notes of progress
NICE = 10  # pages come first
LOADED = 0.05  # share of the work that reading and loading count for
COMMAND = "magnetite serve"


def check_one(folder: Path, name: str) -> object:
    """Check an exam, and record the outcome; return what holds the models. Raises StoreError where it cannot be."""
    checks = Checks(folder)
    check = checks.get(name)
    if check is None or check.state != "running":
        return None
    try:
        looks, models = _check(folder, checks, check)
    except MagnetiteError as error:
        checks.fail(name, without_folder(folder, name, error_text(error, check.language)))
        return None
    checks.finish(name, looks)
    return models


def _check(folder: Path, checks: Checks, check: ExamCheck) -> tuple[int, Any]:
    """Write the report; return how many questions deserve a second look, and what holds the models."""
    from magnetite.commands.check import CheckSettings, prepared
    from magnetite.report.check import write_check

    speak(check.language)
    upload = upload_of(folder, check.id)
    checks.progress(check.id, 0.0, "rules" if check.models else "loading")
    corrections = read_corrections(check.corrections)
    exam = corrected(read_upload(upload, chosen_columns(corrections)), corrections)
    dismissed = dismissed_of(folder, check.id)
    answers = answers_of(folder, check.id)
    settings = CheckSettings(
        upload.name,
        models=check.models,
        language=check.language,
        responses=None if answers is None else str(answers),
        group_by=(answers and corrections.group_by) or None,
        cut=(answers and corrections.cut) or None,
        dismissed=str(dismissed) if dismissed.exists() else None,
    )
    if check.models:
        first = prepared(replace(settings, models=False), exam).perform(command=COMMAND)
        write_check(first, report_of(folder, check.id), check.language)
        checks.progress(check.id, 0.0, "loading")
    ready = prepared(settings, exam)
    steps = sum(len(seat.system.members) for seat in ready.seats.values())
    run = ready.perform(command=COMMAND, watch=_Watch(checks, check.id, steps))
    checks.progress(check.id, 1.0, "writing")
    write_check(run, report_of(folder, check.id), check.language)
    return int(run.finding("check").number("second look").value), ready.seats


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


def main(folder: str) -> None:
    """Check one exam after the other in this process."""
    os.environ["MAGNETITE_STORE"] = str(Path(folder) / SCORES)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    names: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(names,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    models: object = None
    while True:
        models = check_one(Path(folder), names.get()) or models  # those of the check before are kept for the next


def _listen(names: "SimpleQueue[str]") -> None:
    """Put the ids that come into a queue, and end this process with the server."""
    for line in sys.stdin:
        names.put(line.strip())
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
