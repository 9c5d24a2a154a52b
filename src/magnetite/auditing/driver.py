"""The driver: the one place that puts things together. Read the data, find the systems, let experiments ask them.

Every command is a list of experiments and a way to write their findings; what they share stands here.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magnetite.auditing.calibrate import Calibrator, calibrator, stored_temperatures
from magnetite.auditing.joined import load_joined
from magnetite.auditing.panels import (
    Cost,
    ExportingPanel,
    FirstRequest,
    PricingPanel,
    Rehearsal,
    ScoringPanel,
    Seat,
    Watch,
    seat,
    seats_by_view,
    silent,
)
from magnetite.auditing.record import data_record, exam_record, settings_record, system_record, version_record
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings, override
from magnetite.auditing.systems.find import systems, systems_by_view
from magnetite.auditing.systems.named import named_systems, refuse_twins
from magnetite.auditing.systems.seen import seen_in_training
from magnetite.auditing.systems.system import System, Systems
from magnetite.core.errors import UsageError
from magnetite.core.experiment import Experiment
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Scorer
from magnetite.engine import Store
from magnetite.experiments import EXPERIMENTS, experiment_named
from magnetite.report.wording import skipped_lines

TEST = "test"


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """An audit that is ready to be scored: its questions, systems and experiments, none of which refuses the others."""

    settings: AuditSettings
    dataset: Dataset
    systems: Systems
    experiments: tuple[Experiment, ...]
    calibrator: Calibrator

    @property
    def seats(self) -> Mapping[str, Seat]:
        """Return the systems by view."""
        return seats_by_view(self.systems)


@dataclass(slots=True)
class Clock:
    """When a run began, and for how many seconds it has gone on."""

    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _ticks: float = field(default_factory=time.monotonic)

    def record(self) -> tuple[str, float]:
        """Return the start, as ISO 8601, and the seconds since."""
        return self.started.isoformat(timespec="seconds"), round(time.monotonic() - self._ticks, 2)


def prepare(
    data: str | Path | Dataset, model: str | Scorer, settings: AuditSettings, own: Sequence[Experiment] = ()
) -> Prepared:
    """Read the data, find the systems, and rehearse the experiments; scores nothing.

    `own`: experiments of the caller's, in place of all of ours, or beside those that the settings name.
    """
    dataset = limit_items(load_dataset(data, settings), settings.limit, settings.seed)
    found = found_systems(model, settings)
    names = settings.probes or (() if own else tuple(EXPERIMENTS.ours))
    experiments = (*(_experiment(name, settings) for name in names), *own)
    prepared = Prepared(settings, dataset, found, experiments, calibrator(data, settings, found.by_view, dataset))
    rehearse(experiments, dataset, prepared.seats)
    return prepared


def rehearse(experiments: Sequence[Experiment], exam: Dataset, seats: Mapping[str, Seat]) -> None:
    """Run each experiment up to its first request. Raises UsageError where settings, exam or systems do not fit."""
    panel = Rehearsal({name: seat.panelist for name, seat in seats.items()})
    for experiment in experiments:
        try:
            experiment.run(exam, panel)
        except FirstRequest:
            continue


def run_all(
    experiments: Sequence[Experiment], exam: Dataset, panel: ScoringPanel | PricingPanel | ExportingPanel
) -> tuple[Finding, ...]:
    """Let experiments ask the panel, one after the other; who watches is told which one asks."""
    findings: list[Finding] = []
    for experiment in experiments:
        panel.experiment = experiment.name
        findings += experiment.run(exam, panel)
    return tuple(findings)


def load_dataset(data: str | Path | Dataset, settings: AuditSettings) -> Dataset:
    """Return the dataset itself, or read it; "sample" is the bundled exam."""
    if isinstance(data, Dataset):
        if settings.split or settings.format or settings.columns:
            raise UsageError("split, format and columns say how a path is read; this is a Dataset, already read.")
        return data
    return load_joined(
        data, settings.split, format=settings.format, columns=settings.columns, skip_bad=settings.skip_bad
    )


def load_test_split(data: str | Path | Dataset, split: str | None, settings: AuditSettings) -> Dataset:
    """Read the split asked for; where none is, the test split, or the only one there is."""
    if isinstance(data, Dataset) or split is not None:
        return load_dataset(data, override(settings, split=split))
    try:
        return load_dataset(data, override(settings, split=TEST))
    except UsageError as error:
        try:
            return load_dataset(data, settings)
        except UsageError:
            raise error from None


def found_systems(model: str | Scorer, settings: AuditSettings) -> Systems:
    """Find the systems that the settings name view by view, or else those of the model."""
    if settings.systems is not None and isinstance(model, str):
        return systems_by_view(settings.systems, settings.views, seed=settings.seed, options=settings.encoder)
    return systems(model, settings.views, seed=settings.seed, options=settings.encoder)


def costs(prepared: Prepared, store: Store | None) -> list[Cost]:
    """Return what the audit would cost: the dry run. A few cells are scored, and kept, to measure the speed."""
    panel = PricingPanel(prepared.seats, prepared.calibrator.fresh(), store, prepared.settings.batch_tokens)
    run_all(prepared.experiments, prepared.dataset, panel)
    return panel.rows


def perform(prepared: Prepared, store: Store | None, *, command: str = "", watch: Watch = silent) -> Run:
    """Let the experiments ask the systems, through the store, and record what came of it."""
    clock, settings, dataset = Clock(), prepared.settings, prepared.dataset
    panel = ScoringPanel(prepared.seats, prepared.calibrator, store, settings.batch_tokens, watch)
    findings = run_all(prepared.experiments, dataset, panel)
    temperatures, found = prepared.calibrator.all(tuple(panel.seats)), prepared.systems
    return run_of(
        dataset,
        findings,
        systems=[
            system_record(view, each, [dataset], temperatures.by_name.get(view)) for view, each in found.by_view.items()
        ],
        settings=settings_record(settings, [each.name for each in prepared.experiments], found.views),
        cost=panel.cost,
        clock=clock,
        command=command,
        notes=(
            *found.notes,
            *seen_in_training(found.by_view.values(), dataset),
            *temperatures.notes,
            *dataset.notes,
            *(f"Skipped: {line}" for line in skipped_lines(dataset.skipped)),
        ),
    )


def run_of(
    exam: Dataset,
    findings: Sequence[Finding],
    *,
    systems: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    cost: Mapping[str, Any],
    clock: Clock,
    command: str = "",
    notes: Sequence[str] = (),
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
class Several:
    """Systems of one or several models, each asked under its own name, and notes on them."""

    seats: Mapping[str, Seat]
    notes: tuple[str, ...] = ()

    @property
    def systems(self) -> list[System]:
        """Return the systems themselves."""
        return [seat.system for seat in self.seats.values() if not seat.panelist.stands_for]

    @property
    def names(self) -> str:
        """Return the names as a run's settings keep them."""
        return ", ".join(self.seats)

    def records(self, exam: Dataset, *, calibrated: bool = True) -> list[dict[str, Any]]:
        """Describe the systems; the share of passages that they cut is of this exam. Stand-ins are left out."""
        return [
            {
                **system_record(seat.panelist.view, seat.system, [exam], _stored(seat.system) if calibrated else None),
                "name": name,
            }
            for name, seat in self.seats.items()
            if not seat.panelist.stands_for
        ]

    def scoring(self, settings: AuditSettings, store: Store | None, watch: Watch = silent) -> ScoringPanel:
        """Return the panel that scores them, at the temperatures of their cards."""
        return ScoringPanel(self.seats, self.calibrator, store, settings.batch_tokens, watch)

    def pricing(self, settings: AuditSettings, store: Store | None) -> PricingPanel:
        """Return the panel that counts what they would be asked."""
        return PricingPanel(self.seats, self.calibrator, store, settings.batch_tokens)

    @property
    def calibrator(self) -> Calibrator:
        """Return what gives the temperatures of their cards."""
        return Calibrator(stored_temperatures({name: seat.system for name, seat in self.seats.items()}))


def several(models: Any, settings: AuditSettings) -> Several:
    """Find the systems of all models: the richest view of each, or the views asked for.

    Raises UsageError for a model named twice, and what `named_systems` raises.
    """
    found, notes = named_systems(listed_models(models), settings.views, seed=settings.seed, options=settings.encoder)
    refuse_twins((each.name, each.view, each.system.fingerprint) for each in found)
    return Several({each.name: seat(each.name, each.view, each.system) for each in found}, tuple(notes))


def listed_models(models: Any) -> list[str | Scorer]:
    """Return one model or several as a list."""
    return [models] if isinstance(models, str) or not isinstance(models, Sequence) else list(models)


def parted(given: Mapping[str, Any], kind: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """Part what a caller gives into the fields of an experiment's settings, those not None, and the rest."""
    names = {each.name for each in fields(kind)} - {"seed"}
    own = {name: value for name, value in given.items() if name in names and value is not None}
    return own, {name: value for name, value in given.items() if name not in names}


def _stored(system: System) -> float | None:
    return None if system.calibration is None else system.calibration.temperature


def _experiment(name: str, settings: AuditSettings) -> Experiment:
    own = dict(settings.probe_settings.get(name, {}))
    return experiment_named(name, {"seed": settings.seed, **own})
