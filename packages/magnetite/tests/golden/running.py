"""Run the command line as people do, in this process, and gather all that it says and writes."""

import contextlib
import io
import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from tests.golden.normal import normal
from tests.golden.reading import readable

DATA = Path(__file__).parent / "data"
KEPT = Path(__file__).parent / "kept"
TERMINAL = "terminal.txt"
ENVIRONMENT = {"COLUMNS": "120", "LINES": "50", "TERM": "dumb", "NO_COLOR": "1", "TZ": "UTC", "HF_HUB_OFFLINE": "1"}

Step = str | Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Case:
    """Commands that belong together, run one after another in a folder of their own, beside a copy of `data`.

    A step is a command as it is typed, without `magnetite`; or a function of the folder.
    `figures` says what is compared where figures come from weights: "fixed" weights (the same keys and fingerprints,
    other last digits on other machines) or those "trained" here; of either, figures are left out (`normal.outline`).
    """

    name: str
    steps: tuple[Step, ...]
    figures: str = "exact"


def run_case(case: Case, folder: Path) -> dict[str, str]:
    """Run a case in an empty folder; return the normalised text of each file that it wrote, and of its terminal."""
    shutil.copytree(DATA, folder / "data", ignore=shutil.ignore_patterns("__pycache__"))
    with placed(folder):
        if case.figures != "exact":
            _one_thread()
        said = "\n".join(_said(step, folder) for step in case.steps)
    texts = {TERMINAL: said} | readable(folder, _written(folder))
    return {name: normal(name, text, folder, figures=case.figures) for name, text in sorted(texts.items())}


def typed(line: str) -> str:
    """Run one command line; return what was typed, said, and how it ended."""
    from magnetite.cli import main

    sys.modules.pop("benchmarks.scoring", None)  # no new process has it; another test of this one may have
    out, err = io.StringIO(), io.StringIO()
    arguments = ["magnetite", *shlex.split(line)]
    with patch.object(sys, "argv", arguments), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
    parts = [f"$ {shlex.join(arguments)}", out.getvalue(), err.getvalue() and f"[on standard error]\n{err.getvalue()}"]
    return "\n".join([*(part.rstrip("\n") for part in parts if part), *([f"[exit code {code}]"] if code else []), ""])


def _said(step: Step, folder: Path) -> str:
    if isinstance(step, str):
        return typed(step)
    step(folder)
    return ""


@contextlib.contextmanager
def placed(folder: Path) -> Iterator[None]:
    """Work in a folder, in a terminal of a known width, with a store of its own."""
    home = Path.cwd()
    with patch.dict(os.environ, ENVIRONMENT | {"MAGNETITE_STORE": str(folder / "store")}):
        for name in ("FORCE_COLOR", "MAGNETITE_DEBUG"):
            os.environ.pop(name, None)
        time.tzset()
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(home)
    time.tzset()


def _one_thread() -> None:
    import torch

    torch.set_num_threads(1)


def _written(folder: Path) -> dict[str, bytes]:
    files = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name.as_posix(): path.read_bytes() for name, path in files.items() if name.parts[0] != "data"}
