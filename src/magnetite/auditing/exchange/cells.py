"""Cells written down for a system outside: what a run asks for, known before any model, as its dry run knows it.

    export_cells("unreadable", data, "cells.jsonl")            what the experiment asks for
    (score every row, in any framework: key and score)
    import_scores("scored.jsonl", "scores.parquet")            checked, cell by cell
    unreadable(data, "scores.parquet")                         or any other run that was exported

A system outside is one that scores options one by one and answers under every view, like any single model; or, with
`listwise` and for `order`, one that is shown them all, and every row has its list. Cells that only a first result tells
(magnets to be tried on all questions of a split) are listed by the run that lacks them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from magnetite.auditing.audit import SHORTCUTS, order_request, prepare_as
from magnetite.auditing.calibrate import EITHER, Calibrator
from magnetite.auditing.check.run import check_settings, prepare_check
from magnetite.auditing.data import TEST
from magnetite.auditing.driver import found_systems, run_all
from magnetite.auditing.magnets import prepare_magnets
from magnetite.auditing.panels import Exporting, Seat, SystemPanel, seats_by_view
from magnetite.auditing.record import data_record, make_parent, refuse_file
from magnetite.auditing.systems.system import as_read
from magnetite.auditing.transfer import prepare_transfer, record_of
from magnetite.auditing.unreadable import prepare_unreadable
from magnetite.core.cells import Cells, ScoreArray, own_cells
from magnetite.core.errors import ModelError, UsageError, unknown_name
from magnetite.core.experiment import Experiment
from magnetite.core.items import Dataset
from magnetite.core.scorer import Sizes
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.transfer.experiment import Transfer
from magnetite.experiments.unreadable.experiment import Unreadable
from magnetite.experiments.unreadable.trial import NO_ATTACK
from magnetite.report.wording import notes_of
from magnetite.request import NEWER, WORKERS, AuditSettings, CheckSettings, SearchSettings, audit_settings
from magnetite.scorers.exchange import (
    LISTWISE,
    SUFFIXES,
    Header,
    cells_frame,
    write_cells,
)
from magnetite.views import view as named_view

Source = str | Path | Dataset | None
WHOLE = "QOC"
ORDER = "order"  # which only a system that is shown all options can be asked
OUTSIDE = "outside"  # what a system elsewhere was trained on, where that names it
NOTHING_HERE = ("model", "models", "systems")
# Settings of how a model computes, and of where a run writes: they ask for no other cells.
NOT_ABOUT_CELLS = {
    "data",
    "exam",
    "language",
    "mode",
    "model",
    "systems",
    "output",
    "overwrite",
    "store",
    "dtype",
    "device",
    "keep",
    "blank",
    "scoring",
    "prompt",
    *NEWER,
    "batch_tokens",
    *WORKERS,
}


@dataclass(frozen=True, slots=True, eq=False)
class Needed:
    """The cells a run asks for, each part by the view it is of, the data they are of, and what a user must know."""

    data: Mapping[str, Any]
    parts: tuple[tuple[str, Cells], ...]
    settings: Mapping[str, Any]
    notes: tuple[str, ...] = ()


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
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells: Cells) -> ScoreArray:
        """Raise ModelError: there is nobody to score."""
        raise ModelError(f"{len(cells)} cells are to be scored by a system that is not here. Export them.")


def needed_cells(probe: str, data: Source, given: Mapping[str, Any], *, listwise: bool = False) -> Needed:
    """Say which cells the run of this name asks for; `given` is what its function takes besides data and model.

    `listwise`: of a system that is shown all options at once. Raises UsageError for a run that does not exist, for a
    model, and for settings that do not fit; DataError.
    """
    if probe not in RUNS:
        raise unknown_name("command to export", probe, list(RUNS))
    named = [name for name in NOTHING_HERE if not isinstance(given.get(name), bool | None)]
    if named:
        raise UsageError(f"{named[0]} is named, but cells are the same for every model that is not here. Leave it out.")
    outside = Outside(listwise or probe == ORDER)
    needed = RUNS[probe](data, {name: value for name, value in given.items() if value is not None}, outside)
    return replace(needed, settings={**needed.settings, LISTWISE: True}) if outside.listwise else needed


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The cells that experiments ask for whatever is answered, and whether answers make them ask for more."""

    parts: tuple[tuple[str, str, Cells], ...]  # view, label, cells
    adaptive: bool


def asked_cells(
    experiments: Sequence[Experiment], exam: Dataset, seats: Mapping[str, Seat], calibrator: Calibrator
) -> Asked:
    """Run experiments on two sets of placeholder scores, and keep what they ask for under both."""
    first, second = Exporting(0), Exporting(1)
    for exporting in (first, second):
        run_all(experiments, exam, SystemPanel(seats, calibrator.fresh(), exporting))
    same = [one for one, other in zip(first.parts, second.parts, strict=False) if _same(one[2], other[2])]
    known = _keys(same)
    return Asked(tuple(same), not all(_keys(each.parts) <= known for each in (first, second)))


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: where, how many cells, what for, and what a user must know."""

    path: Path
    header: Header
    notes: tuple[str, ...]


def export_cells(
    probe: str,
    data: Source,
    to: str | Path,
    *,
    overwrite: bool = False,
    listwise: bool = False,
    command: str = "",
    **given: Any,
) -> Exported:
    """Write the cells that a run asks for, one row a cell, every cell once, and a header beside them.

    `probe`: audit, shortcuts, order, magnets, unreadable, check or transfer. `to`: a .jsonl, .csv or .parquet file.
    `listwise`: for a system that is shown all options at once; each row then has its list, as `order` has always.
    `given`: whatever else the run's function takes, but a model. The same must be given when it is run on the scores.
    Raises UsageError, DataError or StoreError.

    >>> import magnetite, tempfile
    >>> from magnetite.auditing import export_cells
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export_cells("audit", "sample", f"{folder}/cells.jsonl", experiments=("accuracy",), limit=20).header.cells
    79
    """
    path = Path(to).expanduser()
    refuse_file(path, SUFFIXES, overwrite=overwrite)
    needed = needed_cells(probe, data, given, listwise=listwise)
    make_parent(path)
    settings = {name: list(each) if isinstance(each, tuple) else each for name, each in needed.settings.items()}
    header = Header(probe, needed.data, settings, command)
    return Exported(path, write_cells(path, cells_frame(needed.parts), header), needed.notes)


def _audit(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    settings = audit_settings(given.get("config"), data=data, **{k: v for k, v in given.items() if k != "config"})
    if settings.systems is not None or settings.model != AuditSettings().model:
        raise UsageError("the settings file names a model or systems, but cells are the same for all. Leave them out.")
    ready = prepare_as(settings, data, outside)
    parts = asked_cells(ready.experiments, ready.exam, ready.seats, ready.calibrator).parts
    return Needed(data_record(ready.exam), _labelled(parts), _record(settings), notes_of(ready.calibrator.reason))


def _shortcuts(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    return _audit(data, {"experiments": SHORTCUTS, "calibrate_on": EITHER, **given}, outside)


def _magnets(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    if outside.listwise:
        raise UsageError(
            "magnets: a system that is shown all options at once is tried on lists, one for each option of the pool "
            "and question, which are not exported here. Export an audit with a small pool: magnetite export audit "
            "DATA --experiments magnets --set magnets.pool_size=20 --listwise."
        )
    ready = prepare_magnets(_named(data), [outside], **given)
    [experiment] = ready.experiments
    assert isinstance(experiment, Magnets)
    if experiment.mode == "race":
        raise UsageError("a race asks for cells as it goes, which files cannot follow. Export with --mode full.")
    parts = asked_cells(ready.experiments, ready.exam, ready.seats, ready.calibrator)
    names = {field.name for kind in (Magnets, SearchSettings) for field in fields(kind)}
    own = {name: value for name, value in ready.record.items() if name in names}
    record = {"split": given.get("split"), **own, **_record(ready.settings)}
    views = [seat.panelist.view for seat in ready.seats.values()]
    whole = [(view, own_cells([named_view(view)(item) for item in ready.exam])) for view in views]
    later = (_LATER,) if parts.adaptive else ()
    return Needed(data_record(ready.exam), (*whole, *_labelled(parts.parts)), record, later)


_LATER = (
    "Which options are magnets, and so which are tried on the questions that are not screened, only these scores tell: "
    "the search lists those cells when it comes to them, to be scored and added. --no-validate does without."
)


def _unreadable(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    for name in ("trace", "item", "attack", "option"):
        if name in given:
            raise UsageError(
                f"{name} belongs to a single question. Export the attacks; a question looked at token by token lists "
                "what it lacks besides when it is run."
            )
    ready = prepare_unreadable(_named(data), [outside], **given)
    [experiment] = ready.experiments
    assert isinstance(experiment, Unreadable)
    trial = experiment.trial(ready.exam)
    parts = []
    for view in (seat.panelist.view for seat in ready.seats.values()):
        for name in (NO_ATTACK, *trial.attacked):
            plain = view if name == NO_ATTACK else f"{view} {name}"
            label = name if view == WHOLE and name != NO_ATTACK else plain
            parts.append((label, as_read(outside, own_cells([named_view(view)(item) for item in trial.under(name)]))))
    record = {"split": given.get("split"), **_record(ready.settings), **experiment.record}
    return Needed(data_record(ready.exam), tuple(parts), record)


def _check(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    settings = check_settings(exam=data, **given)
    ready = prepare_check(settings, data if isinstance(data, Dataset) else None, outside)
    parts = asked_cells(ready.experiments, ready.exam, ready.seats, ready.calibrator).parts
    if not parts:
        raise UsageError("rules alone ask no system, so there are no cells to export. Leave --no-models out.")
    record = {name: value for name, value in _record(settings).items() if name not in {"exam", "language", "mode"}}
    return Needed(data_record(ready.exam), _labelled(parts), record)


def _transfer(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    split = given.get("split", TEST)
    matrix = prepare_transfer(_named(data), {OUTSIDE: "random"}, split, _without(given, "split"))
    seats = seats_by_view(found_systems(outside, matrix.settings, matrix.shots))
    parts = asked_cells([Transfer(OUTSIDE, matrix.datasets)], Dataset("transfer", ()), seats, Calibrator()).parts
    return Needed(record_of(matrix.datasets), _labelled(parts), {"split": split, **_record(matrix.settings)})


def _order(data: Source, given: Mapping[str, Any], outside: Outside) -> Needed:
    return _audit(data, order_request(given), outside)


def _keys(parts: Sequence[tuple[str, str, Cells]]) -> set[bytes]:
    keys = [cells.keys() for _, _, cells in parts]
    return {key.tobytes() for each in keys for key in each}


def _same(one: Cells, other: Cells) -> bool:
    return len(one) == len(other) and bool(np.array_equal(one.keys(), other.keys()))


def _labelled(parts: Sequence[tuple[str, str, Cells]]) -> tuple[tuple[str, Cells], ...]:
    return tuple((view, cells) for view, _, cells in parts)


def _without(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != name}


def _named(data: Source) -> str | Path | Dataset:
    if data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    return data


def _record(settings: AuditSettings | CheckSettings) -> dict[str, Any]:
    return {
        name: value
        for name, value in (settings.record if isinstance(settings, AuditSettings) else asdict(settings)).items()
        if name not in NOT_ABOUT_CELLS and value not in (None, {})
    }


Run = Callable[[Source, Mapping[str, Any], Outside], Needed]


RUNS: Mapping[str, Run] = MappingProxyType(
    {
        "audit": _audit,
        "shortcuts": _shortcuts,
        "magnets": _magnets,
        "unreadable": _unreadable,
        "check": _check,
        "transfer": _transfer,
        ORDER: _order,
    }
)
