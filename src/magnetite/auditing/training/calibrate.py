"""Calibrate: one temperature a view, from a system's card or fitted on labelled questions, through the same store.

A temperature divides all scores of a system so that its mean highest probability equals its accuracy (Liusie et al.
2022, C.2; Guo et al. 2017, §4.2). It changes no choice.
What this file leaves out: finding the temperature (`magnetite.stats.calibration`) and what it does to a finding
(`magnetite.probes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.auditing.joined import SAYS, load_joined, parts_of, said_split
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.system import System
from magnetite.core.cells import ScoreArray, option_counts, own_cells
from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need, Probe
from magnetite.stats.calibration import fit_temperature
from magnetite.views import view as named_view

SPLITS = ("dev", "test", "train")
EITHER = "dev-or-card"
WAYS = ("card", *SPLITS, EITHER, "off")
FEW = 50  # questions below which a temperature is said to be rough


@dataclass(frozen=True, slots=True, eq=False)
class Calibrating:
    """Hold the labelled questions to fit temperatures on (None: nothing is fitted), the cells that takes, by view."""

    dataset: Dataset | None = None
    needs: Mapping[str, Need] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Temperatures:
    """Hold the temperature of each view that has one, what they were fitted on, and what a reader must know."""

    by_view: Mapping[str, float] = field(default_factory=dict)
    fitted_on: str = ""
    notes: tuple[str, ...] = ()


def calibrating(data: str | Path | Dataset, settings: AuditSettings, views: Sequence[str]) -> Calibrating:
    """Read the questions that the systems of `views` are calibrated on. Scores nothing.

    Raises UsageError or DataError where they cannot be had, or none has a known answer.
    """
    on = settings.calibrate_on
    if on in {"card", "off"} or not views:
        return Calibrating()
    try:
        dataset = _labelled(_questions(data, settings))
    except (UsageError, DataError) as error:
        if on != EITHER:
            said = f"calibrate-on '{on}': {error} Or take another split, a path, 'card' or 'off'."
            raise type(error)(said) from error
        return Calibrating(notes=(_fallback(error),))
    dataset = limit_items(dataset, settings.calibrate_limit or None, settings.seed)
    cells = {name: Need(name, own_cells([named_view(name)(item) for item in dataset])) for name in views}
    return Calibrating(dataset, cells)


def stored_temperatures(systems: Mapping[str, System]) -> Temperatures:
    """Return the temperatures that systems store on their cards."""
    known = {view: system.calibration for view, system in systems.items() if system.calibration is not None}
    if not known:
        return Temperatures()
    told = {view: calibration.fitted_on for view, calibration in known.items()}
    same = len(set(told.values())) == 1
    fitted_on = next(iter(told.values())) if same else "; ".join(f"{view} on {text}" for view, text in told.items())
    lacking = [view for view in systems if view not in known]
    notes = (f"Systems that store no temperature are not calibrated: {', '.join(lacking)}.",) if lacking else ()
    return Temperatures({view: known[view].temperature for view in known}, fitted_on, notes)


def fitted_temperatures(
    on: Dataset, needs: Mapping[str, Need], scores: Mapping[str, ScoreArray], reported: Dataset
) -> Temperatures:
    """Fit one temperature for each view on the scores of the questions `on`, and say on what."""
    counts = option_counts(on.items)
    answers = np.array([item.answer for item in on], dtype=np.int64)
    found, failed = {}, []
    for view in needs:
        try:
            found[view] = fit_temperature(scores[view].astype(np.float64), counts, answers)
        except DataError as error:
            failed.append(f"The {view} system is not calibrated: {error}")
    where = " ".join(part for part in (on.name, on.split) if part)
    questions = f"{len(on):,} question{'' if len(on) == 1 else 's'}"
    fitted_on = f"{where}, {questions}"
    told = ", ".join(f"{view} {value:.3g}" for view, value in found.items())
    notes = [f"Calibrated on {questions} of {where}, one temperature a view: {told}."] if found else []
    notes += failed
    if not found:
        return Temperatures(notes=tuple(notes))
    if len(on) < FEW:
        notes.append(f"{questions} are few to calibrate on: the temperatures are rough.")
    if shared := len(_texts(on.items) & _texts(reported.items)):
        notes.append(
            f"{shared:,} of the questions reported are among those calibrated on, so the calibration looks better "
            "here than on questions it has not seen."
        )
    return Temperatures(found, fitted_on, tuple(notes))


def with_temperatures(probe: Probe, found: Temperatures) -> Probe:
    """Give a probe the temperatures of its views, where it reads probabilities and its user has set none."""
    if not reads_probabilities(probe) or not found.by_view or getattr(probe, "temperatures", None):
        return probe
    settings: dict[str, Any] = {"temperatures": dict(found.by_view), "calibrated_on": found.fitted_on}
    return replace(probe, **settings)  # type: ignore[type-var]


def reads_probabilities(probe: Probe) -> bool:
    """Say whether a probe has temperatures among its settings."""
    return hasattr(probe, "temperatures")


def _fallback(error: UsageError | DataError) -> str:
    why = str(error) if isinstance(error, DataError) else "the data has no dev split, or not all of it has one."
    return f"Not calibrated on dev: {why} Temperatures are those that the systems' cards store, if any."


def _questions(data: str | Path | Dataset, settings: AuditSettings) -> Dataset:
    on = "dev" if settings.calibrate_on == EITHER else settings.calibrate_on
    how: dict[str, Any] = {"columns": settings.columns, "skip_bad": settings.skip_bad}
    if on not in SPLITS:
        _refuse_no_path(on)
        return load_joined(on, format=settings.format, **how)
    if isinstance(data, Dataset):
        if data.split == on:
            return data
        raise UsageError(
            f"the data is a Dataset of {f'the split {data.split!r}' if data.split else 'no split'}, not of '{on}'."
        )
    try:
        return load_joined(_without_said_split(data), on, format=settings.format, **how)
    except UsageError as error:
        raise UsageError(str(error).removesuffix(" Leave split out.")) from error


def _without_said_split(data: str | Path) -> str | Path:
    """Take the split that DATA says of itself off a single source, since another is wanted of it."""
    parts = parts_of(data)
    return said_split(parts[0])[0] if len(parts) == 1 else data


def _labelled(dataset: Dataset) -> Dataset:
    items = [item for item in dataset if item.answer is not None]
    if not items:
        raise DataError(
            f"{dataset.source or dataset.name}: none of the {len(dataset):,} questions to calibrate on has a known "
            "answer."
        )
    return dataset.with_items(items)


def _refuse_no_path(on: str) -> None:
    path = Path(on.partition(SAYS)[0]).expanduser()
    if "://" not in on and "/" not in on and "." not in on and on != "sample" and not path.exists():
        raise unknown_name("calibrate-on", on, [*WAYS, "a path"])


def _texts(items: Sequence[Item]) -> set[tuple[str, str, tuple[str, ...]]]:
    return {(item.passage, item.question, item.options) for item in items}
