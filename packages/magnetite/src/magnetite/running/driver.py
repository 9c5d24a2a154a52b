"""The driver: the one place that puts things together. Experiments ask the systems; what they find becomes a run.

Every command is a list of experiments and a way to write their findings; what they share stands here:

    ready = prepared(settings, (Position(),))     an exam and a model, as every command has them; or Prepared(…) itself
    ready.perform()                               scores it, and writes the run's folder
    ready.costs()                                 counts what it would score: the dry run
    ready.needed()                                writes down what it asks for: the export
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from examfiles.errors import UsageError
from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.core.cells import Cells
from magnetite.core.errors import LackingScoresError
from magnetite.core.experiment import Experiment
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Remarks, Scorer
from magnetite.experiments.asking import has_passages
from magnetite.report import write_run
from magnetite.report.wording import notes_of
from magnetite.request import Asking, Request, recorded
from magnetite.running.calibrate import Calibrator, stored_temperatures
from magnetite.running.data import computing_with, drawn_shots, limit_items, load_dataset, reading_notes
from magnetite.running.panels import (
    Cost,
    Exporting,
    FirstRequest,
    PanelMember,
    Pricing,
    Rehearsal,
    Scoring,
    SystemPanel,
    Watch,
    Way,
    scoring,
    seat,
    seats_by_view,
    silent,
)
from magnetite.running.record import (
    SHARED_SETTINGS,
    data_record,
    exam_record,
    only_writer,
    open_store,
    refuse_other_run,
    system_record,
    version_record,
)
from magnetite.scorers.find import (
    answered_by_logs,
    as_named,
    asked_under,
    find_by_view,
    find_several,
    find_systems,
    refuse_twins,
    refuse_unused,
    views_there,
)
from magnetite.scorers.prompts import Shots
from magnetite.scorers.system import System, Systems
from magnetite.views import VIEWS, shows_passage

NO_TEMPERATURES: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class NeededCells:
    """The cells a run asks for, each part by the view it is of, the data they are of, and what a user must know.

    `exam`: the questions of the data, None where they are of several exams.
    """

    data: Mapping[str, Any]
    parts: tuple[tuple[str, Cells], ...]
    settings: Request
    notes: tuple[str, ...] = ()
    exam: Dataset | None = None


@dataclass(frozen=True, slots=True, eq=False)
class AskedCells:
    """The cells that experiments ask for whatever is answered, and whether answers make them ask for more."""

    parts: tuple[tuple[str, str, Cells], ...]  # view, label, cells
    adaptive: bool


class ExamRequest(Request, Protocol):
    """The settings of a command that asks one model about one exam."""

    @property
    def data(self) -> str | Path | Dataset | None:
        """Return the exam, or where it lies."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A run made ready: its exam, its systems, and its experiments, none of which refuses the others.

    `record` are the settings as the run keeps them, `same` those of them that tell it from another run in its folder.
    `notes` makes the run's notes of those on its calibration. `reported`: the part of the exam that the run shows,
    None for all of it; `exam_of` gives the part that the system of a view reads, where that is another. `dataset` and
    `elsewhere` describe data that is more or less than the exam, and systems that answered before. `write` writes the
    run's folder. `unnamed`: nobody named the experiments, so those that a file of scores, or a log, cannot answer are
    left out. `require` raises where a run, unlike a dry run, lacks something; `cells` gives the cells of an export that
    are more than its experiments ask for.
    """

    settings: Request
    exam: Dataset
    experiments: tuple[Experiment, ...]
    seats: Mapping[str, PanelMember]
    calibrator: Calibrator
    record: Mapping[str, Any]
    notes: Callable[[tuple[Reason, ...]], tuple[Reason, ...]]
    same: tuple[str, ...] = SHARED_SETTINGS
    reported: Dataset | None = None
    exam_of: Callable[[str], Dataset] | None = None
    dataset: Mapping[str, Any] | None = None
    elsewhere: Sequence[Mapping[str, Any]] | None = None
    write: Callable[[Run, Path], object] = write_run
    unnamed: bool = False
    require: Callable[[], object] = lambda: None
    cells: Callable[[], NeededCells] | None = None

    def perform(self, *, command: str = "", watch: Watch | None = None) -> Run:
        """Let the experiments ask the systems, through the store; return the run, and write its folder.

        Raises UsageError where the folder holds another run, or another process is writing one there, and what scoring
        and writing raise.
        """
        self.require()
        with only_writer(self.settings.writing.folder):
            return self._performed(command, watch)

    def _performed(self, command: str, watch: Watch | None) -> Run:
        settings, exam = self.settings, self.exam
        shown = exam if self.reported is None else self.reported
        dataset = self.dataset or {**data_record(shown), "fingerprint": exam.fingerprint}
        folder, overwrite = settings.writing.folder, settings.writing.overwrite
        if folder is not None:
            refuse_other_run(folder, dataset["fingerprint"], self.record, overwrite=overwrite, same=self.same)
        clock = Clock()
        left_out: list[Reason] | None = [] if self.unnamed else None
        with scoring(settings.asking, watch or silent) as way:
            panel = SystemPanel(self.seats, self.calibrator, way)
            findings = run_all(self.experiments, exam, panel, left_out)
            temperatures = self.calibrator.all(tuple(self.seats))
        run = run_of(
            shown,
            findings,
            systems=system_records(self.seats, self.exam_of or (lambda _view: shown), temperatures.by_name)
            if self.elsewhere is None
            else self.elsewhere,
            settings=self.record,
            cost=way.cost if self.elsewhere is None else {},
            clock=clock,
            command=command,
            notes=(
                *self.notes(temperatures.notes),
                *(left_out or ()),
                *remarks_of(each.system for each in self.seats.values()),
                *way.notes,
            ),
            dataset=dataset,
        )
        if folder is not None:
            self.write(run, folder)
        return run

    def costs(self) -> list[Cost]:
        """Return what a run would cost: the dry run. A model whose speed is not known scores a few."""
        asking = self.settings.asking
        pricing = Pricing(open_store(asking.store), asking.batch_tokens, asking.device)
        run_all(self.experiments, self.exam, SystemPanel(self.seats, self.calibrator.fresh(), pricing))
        return pricing.rows

    def needed(self) -> NeededCells:
        """Return the cells that the experiments ask for, whatever is answered."""
        if self.cells is not None:
            return self.cells()
        parts = self.asked().parts
        notes = notes_of(self.calibrator.reason)
        return NeededCells(
            data_record(self.exam), tuple((view, cells) for view, _, cells in parts), self.settings, notes, self.exam
        )

    def asked(self) -> AskedCells:
        """Run the experiments on two sets of placeholder scores, and keep what they ask for under both."""
        return asked_cells(self.experiments, self.exam, self.seats, self.calibrator)


def prepared(settings: ExamRequest, experiments: Sequence[Experiment]) -> Prepared:
    """Read the exam, find the systems, and rehearse the experiments; scores nothing.

    Temperatures are those of the systems' cards. Raises UsageError where no data was named, or experiments, exam and
    systems do not fit, and what reading and loading raise.
    """
    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    reading, asking = settings.reading, settings.asking
    exam = limit_items(load_dataset(settings.data, reading), reading.limit, reading.seed)
    systems = find_for(asking, reading.seed, drawn_shots(asking, reading, exam), exam)
    exam, systems = answered_by_logs(exam, systems)
    named = NamedSystems.by_view(systems)
    rehearse(experiments, exam, named.seats)
    record = {**recorded(settings), "experiments": [each.name for each in experiments], "views": list(systems.views)}
    del record["overwrite"]
    return Prepared(
        settings,
        exam,
        tuple(experiments),
        named.seats,
        named.calibrator,
        record,
        lambda calibration: (*systems.notes, *calibration, *reading_notes(exam)),
    )


def system_records(
    seats: Mapping[str, PanelMember],
    exam_of: Callable[[str], Dataset],
    temperatures: Mapping[str, float] = NO_TEMPERATURES,
) -> list[dict[str, Any]]:
    """Describe systems, by name where that is not their view; what they cut is of the exam that their view reads.

    Stand-ins are left out.
    """
    return [
        system_record(each.panelist.view, each.system, [exam_of(each.panelist.view)], temperatures.get(name))
        | ({} if name == each.panelist.view else {"name": name})
        for name, each in seats.items()
        if not each.panelist.stands_for
    ]


@dataclass(slots=True)
class Clock:
    """When a run began, and for how many seconds it has gone on."""

    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _ticks: float = field(default_factory=time.monotonic)

    def record(self) -> tuple[str, float]:
        """Return the start, as ISO 8601, and the seconds since."""
        return self.started.isoformat(timespec="seconds"), round(time.monotonic() - self._ticks, 2)


def rehearse(experiments: Sequence[Experiment], exam: Dataset, seats: Mapping[str, PanelMember]) -> None:
    """Run each experiment up to its first request. Raises UsageError where settings, exam or systems do not fit."""
    panel = Rehearsal({name: seat.panelist for name, seat in seats.items()})
    for experiment in experiments:
        try:
            experiment.run(exam, panel)
        except FirstRequest:
            continue


def run_all(
    experiments: Sequence[Experiment],
    exam: Dataset,
    panel: SystemPanel[Way],
    left_out: list[Reason] | None = None,
) -> tuple[Finding, ...]:
    """Let experiments ask the panel, one after the other; who watches is told which one asks.

    `left_out`: takes a note on each experiment that asks a file of scores, or a log, for what it lacks, unless all do;
    None where that is an error.
    """
    findings: list[Finding] = []
    for number, experiment in enumerate(experiments, 1):
        panel.experiment = experiment.name
        try:
            findings += experiment.run(exam, panel)
        except LackingScoresError as error:
            if left_out is None or (number == len(experiments) and not findings):
                raise
            values = {"experiment": experiment.name, "lacking": error.lacking, "asked": error.asked}
            code = "note-log-lacks-scores" if error.beside is None else "note-scores-lack"
            values |= {} if error.beside is None else {"beside": str(error.beside)}
            left_out.append(Reason(code, values))
    return tuple(findings)


def find_for(asking: Asking, seed: int, shots: Shots | None = None, exam: Dataset | None = None) -> Systems:
    """Find the systems that are named view by view, or else those of the model; `shots`: the examples they show.

    For an `exam` without passages only those that read none. Raises UsageError where a view that reads the passage is
    asked for all the same, or there is no other.
    """
    if exam is not None and not has_passages(exam):
        asking = _without_passages(asking, exam)
    options = computing_with(asking, shots)
    if asking.systems is not None:
        found = find_by_view(asking.systems, asking.views, seed=seed, options=options)
    else:
        found = find_systems(as_named(asking.model), asking.views, seed=seed, options=options)
        found = asked_under(found, exam) if exam is not None and asking.views is None else found
    refuse_unused(options, found.by_view.values())
    return found


def _without_passages(asking: Asking, exam: Dataset) -> Asking:
    if refused := next((view for view in asking.views or () if shows_passage(view)), None):
        raise UsageError(
            f"view {refused}: no question of '{exam.name}' has a passage, which this view would read. Leave it out of "
            "--views; O and QO need none."
        )
    there = views_there(as_named(asking.model), asking.systems, passages=False)
    views = tuple(view for view in asking.views or there or VIEWS.ours if not shows_passage(view))
    if not views:
        raise UsageError(
            f"no question of '{exam.name}' has a passage, and there are systems for {', '.join(there or ())} only, "
            "which read one. Name a system for QO or O, or a model that answers under every view."
        )
    return replace(asking, views=views)


def remarks_of(systems: Iterable[System]) -> tuple[Reason, ...]:
    """Return what systems have to say of their scores, such as how servers answered, once for each."""
    members = dict.fromkeys(member for system in systems for member in system.members)
    return tuple(remark for member in members if isinstance(member, Remarks) for remark in member.remarks())


def run_of(
    exam: Dataset,
    findings: Sequence[Finding],
    *,
    systems: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    cost: Mapping[str, Any],
    clock: Clock,
    command: str = "",
    notes: Sequence[Reason] = (),
    dataset: Mapping[str, Any] | None = None,
) -> Run:
    """Put a run together; `dataset` describes the data where the exam's own description does not."""
    started, seconds = clock.record()
    return Run(
        dataset=data_record(exam) if dataset is None else dataset,
        exam=exam_record(exam),
        systems=tuple(systems),
        settings=settings,
        findings=tuple(findings),
        cost={**cost, "seconds": seconds} if cost else {},
        versions=version_record(),
        command=command,
        started=started,
        notes=tuple(notes),
    )


@dataclass(frozen=True, slots=True, eq=False)
class NamedSystems:
    """Systems of one or several models, each asked under its own name, and notes on them."""

    seats: Mapping[str, PanelMember]
    notes: tuple[Reason, ...] = ()

    @classmethod
    def by_view(cls, systems: Systems) -> "NamedSystems":
        """Name the systems of one model by the views that they read."""
        return cls(seats_by_view(systems))

    @property
    def systems(self) -> list[System]:
        """Return the systems themselves."""
        return [seat.system for seat in self.seats.values() if not seat.panelist.stands_for]

    @property
    def names(self) -> str:
        """Return the names as a run's settings keep them."""
        return ", ".join(name for name, seat in self.seats.items() if not seat.panelist.stands_for)

    def scoring(self, way: Scoring) -> SystemPanel[Scoring]:
        """Return the panel that scores them, at the temperatures of their cards."""
        return SystemPanel(self.seats, self.calibrator, way)

    @property
    def calibrator(self) -> Calibrator:
        """Return what gives the temperatures of their cards."""
        return Calibrator(stored_temperatures({name: seat.system for name, seat in self.seats.items()}))


def find_named(models: Any, asking: Asking, seed: int, shots: Shots | None = None) -> NamedSystems:
    """Find the systems of all models: the richest view of each, or the views asked for; `shots` are what they show.

    Raises UsageError for a model named twice, and what `find_several` raises.
    """
    options = computing_with(asking, shots)
    named, notes = find_several(listed_models(models), asking.views, seed=seed, options=options)
    refuse_twins((each.name, each.view, each.system.fingerprint) for each in named)
    refuse_unused(options, (each.system for each in named))
    return NamedSystems({each.name: seat(each.name, each.view, each.system) for each in named}, tuple(notes))


def listed_models(models: Any) -> list[str | Scorer]:
    """Return one model or several as a list."""
    listed = [models] if isinstance(models, str) or not isinstance(models, Sequence) else models
    return [as_named(model) for model in listed]


def asked_cells(
    experiments: Sequence[Experiment], exam: Dataset, seats: Mapping[str, PanelMember], calibrator: Calibrator
) -> AskedCells:
    """Run experiments on two sets of placeholder scores, and keep what they ask for under both."""
    first, second = Exporting(0), Exporting(1)
    for exporting in (first, second):
        run_all(experiments, exam, SystemPanel(seats, calibrator.fresh(), exporting))
    same = [
        one
        for one, other in zip(first.parts, second.parts, strict=False)
        if len(one[2]) == len(other[2]) and np.array_equal(one[2].keys(), other[2].keys())
    ]
    known = _keys(same)
    return AskedCells(tuple(same), not all(_keys(each.parts) <= known for each in (first, second)))


def _keys(parts: Sequence[tuple[str, str, Cells]]) -> set[bytes]:
    keys = [cells.keys() for _, _, cells in parts]
    return {key.tobytes() for each in keys for key in each}
