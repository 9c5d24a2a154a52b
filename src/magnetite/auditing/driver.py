"""The driver: the one place that puts things together. Experiments ask the systems; what they find becomes a run.

Every command is a list of experiments and a way to write their findings; what they share stands here.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any

from magnetite.auditing.calibrate import Calibrator, stored_temperatures
from magnetite.auditing.panels import (
    ExportingPanel,
    FirstRequest,
    PricingPanel,
    Rehearsal,
    ScoringPanel,
    Seat,
    Watch,
    seat,
    silent,
)
from magnetite.auditing.record import data_record, exam_record, system_record, version_record
from magnetite.auditing.request import AuditSettings
from magnetite.auditing.systems.find import named_systems, refuse_twins, systems, systems_by_view
from magnetite.auditing.systems.system import System, Systems
from magnetite.core.experiment import Experiment
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Scorer
from magnetite.engine import Store


@dataclass(slots=True)
class Clock:
    """When a run began, and for how many seconds it has gone on."""

    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _ticks: float = field(default_factory=time.monotonic)

    def record(self) -> tuple[str, float]:
        """Return the start, as ISO 8601, and the seconds since."""
        return self.started.isoformat(timespec="seconds"), round(time.monotonic() - self._ticks, 2)


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


def found_systems(model: str | Scorer, settings: AuditSettings) -> Systems:
    """Find the systems that the settings name view by view, or else those of the model."""
    if settings.systems is not None and isinstance(model, str):
        return systems_by_view(settings.systems, settings.views, seed=settings.seed, options=settings.encoder)
    return systems(model, settings.views, seed=settings.seed, options=settings.encoder)


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
