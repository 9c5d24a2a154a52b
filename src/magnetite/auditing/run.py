"""Run an audit: read, select, find systems, score every cell once, calibrate, let each probe answer.

What this file leaves out: reading settings and writing the run folder (`audit`).
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from magnetite.auditing.joined import load_joined
from magnetite.auditing.record import data_record, exam_record, settings_record, system_record, version_record
from magnetite.auditing.scoring import Scored, Watch, asked_cells, asked_members, score_need
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings, override
from magnetite.auditing.systems.find import systems, systems_by_view
from magnetite.auditing.systems.seen import seen_in_training
from magnetite.auditing.systems.system import System, Systems
from magnetite.auditing.training.calibrate import (
    Calibrating,
    Temperatures,
    calibrating,
    fitted_temperatures,
    reads_probabilities,
    stored_temperatures,
    with_temperatures,
)
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset
from magnetite.core.probe import Need, Probe
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.engine import Store, estimate, plan
from magnetite.probes import PROBES, probe

TEST = "test"
CALIBRATION = "calibration"  # what stands in a probe's place where cells are scored to calibrate


@dataclass(frozen=True, slots=True)
class Job:
    """Name one need of a probe and the system that scores it."""

    probe: str
    name: str
    need: Need
    system: System


@dataclass(frozen=True, slots=True)
class Prepared:
    """Hold an audit that is ready to be scored: its items, systems, probes, and what each probe needs."""

    settings: AuditSettings
    dataset: Dataset
    systems: Systems
    probes: tuple[Probe, ...]
    needs: Mapping[str, Mapping[str, Need]]
    calibrating: Calibrating

    def jobs(self) -> Iterator[Job]:
        """Yield what is to be scored, in order: what calibrates, then each probe's needs."""
        for probe_name, needs in ({CALIBRATION: self.calibrating.needs} | dict(self.needs)).items():
            for name, need in needs.items():
                yield Job(probe_name, name, need, self.systems.by_view[need.view])


@dataclass(frozen=True, slots=True)
class Cost:
    """Say what one need costs one member: unique cells, how many are stored, and seconds for the rest."""

    probe: str
    need: str
    scorer: str
    cells: int
    stored: int
    seconds: float | None


def prepare(data: str | Path | Dataset, model: str | Scorer, settings: AuditSettings) -> Prepared:
    """Read the data, find the systems, and ask each probe which cells it needs; scores nothing."""
    dataset = limit_items(load_dataset(data, settings), settings.limit, settings.seed)
    found = found_systems(model, settings)
    probes = tuple(_probe(name, settings) for name in settings.probes or tuple(PROBES))
    _refuse_listwise(probes, found)
    needs = {each.name: each.needs(dataset, found.views) for each in probes}
    read = {need.view for each in probes if reads_probabilities(each) for need in needs[each.name].values()}
    questions = calibrating(data, settings, [view for view in found.views if view in read])
    return Prepared(settings, dataset, found, probes, needs, questions)


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
    """Say what the audit would cost: the dry run. A few cells are scored, and kept, to measure the speed."""
    rows = []
    for job in prepared.jobs():
        for number, member in enumerate(members := asked_members(job.system, job.need)):
            cells = asked_cells(member, job.need)
            scores = None if store is None else store.open_scores(member.fingerprint)
            planned = plan(cells, scores)
            seconds = estimate(cells, member, planned, scores, batch_tokens=prepared.settings.batch_tokens)
            name = member.name if len(members) == 1 else f"{job.system.name}/{job.system.names[number]}"
            rows.append(Cost(job.probe, job.name, name, planned.unique, planned.stored, seconds))
    return rows


def perform(prepared: Prepared, store: Store | None, *, command: str = "", watch: Watch = lambda _n, _p: None) -> Run:
    """Score what is not stored yet, calibrate, and let each probe read its finding."""
    started, clock = datetime.now(UTC), time.monotonic()
    scored = _score_all(prepared, store, watch)
    dataset, found = prepared.dataset, prepared.systems.by_view
    temperatures = _temperatures(prepared, scored)
    findings = tuple(
        with_temperatures(each, temperatures).finding(
            dataset, prepared.needs[each.name], {name: s.scores for name, s in scored.get(each.name, {}).items()}
        )
        for each in prepared.probes
    )
    return Run(
        dataset=data_record(dataset),
        exam=exam_record(dataset),
        systems=tuple(
            system_record(view, each, [dataset], temperatures.by_view.get(view)) for view, each in found.items()
        ),
        settings=settings_record(prepared.settings, [each.name for each in prepared.probes], tuple(found)),
        findings=findings,
        cost={
            "cells": _sum(scored, "asked"),
            "stored": _sum(scored, "stored"),
            "scored": _sum(scored, "scored"),
            "seconds": round(time.monotonic() - clock, 2),
        },
        versions=version_record(),
        command=command,
        started=started.isoformat(timespec="seconds"),
        notes=(
            *prepared.systems.notes,
            *seen_in_training(found.values(), dataset),
            *prepared.calibrating.notes,
            *temperatures.notes,
            *dataset.notes,
            *(f"Skipped: {line}" for line in dataset.skipped),
        ),
    )


def _score_all(prepared: Prepared, store: Store | None, watch: Watch) -> dict[str, dict[str, Scored]]:
    """Score every job, by probe and need."""
    scored: dict[str, dict[str, Scored]] = {}
    for job in prepared.jobs():
        scored.setdefault(job.probe, {})[job.name] = score_need(
            job.system,
            job.need,
            store,
            batch_tokens=prepared.settings.batch_tokens,
            label=f"{job.probe}: {job.name}",
            watch=watch,
        )
    return scored


def _temperatures(prepared: Prepared, scored: Mapping[str, Mapping[str, Scored]]) -> Temperatures:
    """Fit temperatures where questions were scored for it; else take those that systems store, unless told not to."""
    asked = prepared.calibrating
    if asked.dataset is not None:
        scores = {view: each.scores for view, each in scored[CALIBRATION].items()}
        return fitted_temperatures(asked.dataset, asked.needs, scores, prepared.dataset)
    if prepared.settings.calibrate_on == "off":
        return Temperatures()
    return stored_temperatures(prepared.systems.by_view)


def _sum(scored: Mapping[str, Mapping[str, Scored]], count: str) -> int:
    return sum(getattr(each, count) for needs in scored.values() for each in needs.values())


def _probe(name: str, settings: AuditSettings) -> Probe:
    own = dict(settings.probe_settings.get(name, {}))
    return probe(name, {"seed": settings.seed, **own})


def _refuse_listwise(probes: tuple[Probe, ...], found: Systems) -> None:
    listwise = [system.name for system in found.by_view.values() if system.listwise]
    for each in probes:
        if listwise and getattr(each, "needs_independent_options", False):
            raise UsageError(
                f"probe '{each.name}' needs scores that do not depend on the other options, and {listwise[0]} is shown "
                f"them. Leave it out: --probes {','.join(p for p in PROBES if p != each.name)}."
            )
