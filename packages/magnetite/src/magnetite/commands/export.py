"""Cells written down for a system outside: what a run asks for, known before any model, as its dry run knows it.

    export_cells("unreadable", data, "cells.jsonl")            what the experiment asks for
    (score every row, in any framework: key and score)
    import_scores("scored.jsonl", "scores.parquet")            checked, cell by cell
    unreadable(data, "scores.parquet")                         or any other run that was exported

    export_suite("audit", data, "suite", "lm-eval", given={})  the same as tasks of a program, whose logs are a system

A system outside is one that scores options one by one and answers under every view, like any single model; or, with
`listwise` and for `order`, one that is shown them all, and every row has its list. Cells that only a first result tells
(magnets to be tried on all questions of a split) are listed by the run that lacks them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset
from examfiles.tasks import task_name
from magnetite.commands import RUNS
from magnetite.core.cells import Cells, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Sizes, one_each
from magnetite.core.setting import changed, flat, settings_of
from magnetite.request import NEWER, Asking, Request, recorded
from magnetite.running.command import Command, Ready
from magnetite.running.driver import NeededCells
from magnetite.running.record import make_parent, refuse_file
from magnetite.scorers.exchange import FORMAT, LISTWISE, SUFFIXES, Header, cells_frame, write_cells
from magnetite.scorers.suites import suite_files, suite_parts, write_suite

Source = str | Path | Dataset | None
ORDER = "order"  # which only a system that is shown all options can be asked
OUTSIDE = "outside"  # what a system elsewhere was trained on, where that names it
ANSWERING: Mapping[str, Callable[[Any], Any]] = {  # what answers, by the setting that a command names it with
    "models": lambda outside: (outside,),
    "model": lambda outside: outside,
    "systems": lambda outside: {OUTSIDE: outside},
}
# Settings of how a model computes, and of where a run writes: they ask for no other cells.
NOT_ABOUT_CELLS = {"data", "exam", "models", "output", "overwrite", *NEWER, *settings_of(Asking)} - {"views"}


@dataclass(frozen=True, slots=True)
class Outside:
    """A system that is not here: it can be asked which cells it would be asked for, but scores none."""

    listwise: bool = False
    name: str = "a system outside"
    fingerprint: str = "outside"
    shares_context: bool = False
    tolerance: float = 0.0

    def sizes(self, cells: Cells) -> Sizes:
        """Count every cell as one."""
        return one_each(cells)

    def score(self, cells: Cells) -> ScoreArray:
        """Raise ModelError: there is nobody to score."""
        raise ModelError(f"{len(cells)} cells are to be scored by a system that is not here. Export them.")


def needed_cells(run: str, data: Source, given: Mapping[str, Any], *, listwise: bool = False) -> NeededCells:
    """Say which cells the run of this name asks for; `given` is what its function takes besides data and model.

    `listwise`: of a system that is shown all options at once. Raises UsageError for a run that does not exist, for a
    model, and for settings that do not fit; DataError.
    """
    command = exportable(run)
    if data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    outside = Outside(listwise or run == ORDER)
    settings = command.settings_from({**given, command.subjects[0]: data})
    if named := next((name for name in ANSWERING if _is_named(settings, name, given.get(name))), None):
        raise UsageError(f"{named} is named, but cells are the same for every model that is not here. Leave it out.")
    if flat(settings).get("models") is False:
        raise UsageError("rules need no system, so there are no cells to export. Leave --no-models out.")
    answering = next(name for name in ANSWERING if name in command.flags and command.flags[name].type is not bool)
    ready: Ready = command.prepare(changed(settings, {answering: ANSWERING[answering](outside)}))
    return ready.needed()


def exportable(run: str) -> Command[Any, Any]:
    """Return the command of this name. Raises UsageError, with the known names, for one whose cells are not known."""
    if run not in RUNS or not isinstance(RUNS[run], Command):
        raise unknown_name("command to export", run, list(RUNS.ours))
    return RUNS[run]  # type: ignore[no-any-return]


def _is_named(settings: Request, name: str, given: Any) -> bool:
    """Say whether a model was named, by the caller or in a file of settings."""
    known = settings_of(type(settings)).get(name)
    if known is None or known.type is bool:
        return False
    return given is not None or flat(settings)[name] != known.default


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: where, how many cells, what for, and what a user must know."""

    path: Path
    header: Header
    notes: tuple[str, ...]


def export_cells(
    run: str,
    data: Source,
    to: str | Path,
    *,
    overwrite: bool = False,
    listwise: bool = False,
    command: str = "",
    **given: Any,
) -> Exported:
    """Write the cells that a run asks for, one row a cell, every cell once, and a header beside them.

    `run`: audit, shortcuts, order, magnets, unreadable, check or transfer. `to`: a .jsonl, .csv or .parquet file.
    `listwise`: for a system that is shown all options at once; each row then has its list, as `order` has always.
    `given`: whatever else the run's function takes, but a model. The same must be given when it is run on the scores.
    Raises UsageError, DataError or StoreError.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export_cells("audit", "sample", f"{folder}/cells.jsonl", experiments=("accuracy",), limit=20).header.cells
    79
    """
    path = Path(to).expanduser()
    refuse_file(path, SUFFIXES, overwrite=overwrite)
    needed = needed_cells(run, data, given, listwise=listwise)
    make_parent(path)
    settings = {name: list(each) if isinstance(each, tuple) else each for name, each in about_cells(needed).items()}
    if listwise or run == ORDER:
        settings[LISTWISE] = True
    header = Header(run, needed.data, settings, command)
    return Exported(path, write_cells(path, cells_frame(needed.parts), header), needed.notes)


def about_cells(needed: NeededCells) -> dict[str, Any]:
    """Return the settings that cells depend on, those that are given."""
    kept = recorded(needed.settings)
    return {name: value for name, value in kept.items() if name not in NOT_ABOUT_CELLS and value not in (None, {})}


@dataclass(frozen=True, slots=True)
class ExportedSuite:
    """What was written: where, the name of the tasks' group, how many questions each task has, what must be known."""

    path: Path
    group: str
    tasks: Mapping[str, int]
    notes: tuple[str, ...]


def export_suite(
    runs: str,
    data: Source,
    to: str | Path,
    program: str,
    *,
    overwrite: bool = False,
    command: str = "",
    given: Mapping[str, Mapping[str, Any]],
) -> ExportedSuite:
    """Write all that runs ask for as tasks of lm-evaluation-harness or Inspect, which one command of theirs runs.

    `runs`: commands, joined with commas, as for `export_cells`. `program`: "lm-eval", which scores the options' texts
    one by one, or "inspect", which is shown all of them and answers with a letter. `given`: whatever else each run
    takes, by run. Raises UsageError, DataError or StoreError.
    """
    names = runs.split(",")
    folder = Path(to).expanduser()
    listwise = program == "inspect"
    if not listwise and ORDER in names:
        raise UsageError("order is of systems that are shown all options; export it for Inspect: --as inspect.")
    needed = {run: needed_cells(run, data, given.get(run, {}), listwise=listwise) for run in names}
    if several := [run for run, each in needed.items() if each.exam is None]:
        raise UsageError(f"{several[0]} is of several exams; its cells can be exported: leave --as out.")
    exams = [each.exam for each in needed.values() if each.exam is not None]
    parts = suite_parts((part for each in needed.values() for part in each.parts), exams)
    group = task_name(folder.absolute().name)
    files = suite_files(program, group, parts)
    tasks = {f"{group}_{name}": len(rows) for name, rows in parts.items()}
    about = {
        "format": FORMAT,
        "program": program,
        "runs": names,
        "data": next(iter(needed.values())).data,
        "settings": {run: about_cells(each) for run, each in needed.items()},
        "command": command,
        "tasks": tasks,
    }
    make_parent(folder)
    write_suite(folder, about, files, overwrite=overwrite)
    notes = dict.fromkeys(note for each in needed.values() for note in each.notes)
    return ExportedSuite(folder, group, tasks, tuple(notes))
