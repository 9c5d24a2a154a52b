"""Calibrate: one temperature a system, from its card or fitted on labelled questions, through the same panel.

A temperature divides all scores of a system so that its mean highest probability equals its accuracy (Liusie et al.
2022, C.2; Guo et al. 2017, §4.2). It changes no choice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, counted
from magnetite.core.cells import Cells, ScoreArray, option_counts, own_cells
from magnetite.request import Reading
from magnetite.running.data import SAYS, limit_items, load_exam, parts_of, said_split
from magnetite.scorers.prompts import Shots
from magnetite.scorers.system import System
from magnetite.stats.calibration import fit_temperature
from magnetite.views import view as named_view

SPLITS = ("dev", "test", "train")
EITHER = "dev-or-card"
WAYS = ("card", *SPLITS, EITHER, "off")
FEW = 50  # questions below which a temperature is said to be rough

Score = Callable[[str, Cells, str], ScoreArray]  # panelist, cells, label


class Calibrating(Protocol):
    """The settings that say on which questions temperatures are fitted, as an audit has them."""

    @property
    def data(self) -> str | Path | Dataset | None:
        """Return the exam's data, whose splits `calibrate_on` may name."""

    @property
    def reading(self) -> Reading:
        """Return how it is read."""

    @property
    def calibrate_on(self) -> str:
        """Return one of `WAYS`, or a path."""

    @property
    def calibrate_limit(self) -> int | None:
        """Return how many questions are used at most; all for 0 and None."""


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The temperature of each system that has one, by its name in the panel, and what they were fitted on."""

    by_name: Mapping[str, float] = field(default_factory=dict)
    fitted_on: str = ""
    notes: tuple[Reason, ...] = ()


@dataclass(slots=True, eq=False)
class Calibrator:
    """Gives temperatures: those of the systems' cards, or fitted on `questions` when they are first asked for.

    `reported` are the questions of the exam, to say where they are among those calibrated on.
    """

    stored: Temperatures = field(default_factory=Temperatures)
    questions: Dataset | None = None
    reported: Dataset | None = None
    reason: tuple[Reason, ...] = ()  # why cards are read where dev was wanted
    _fitted: dict[str, float] = field(default_factory=dict)
    _failed: dict[str, Reason] = field(default_factory=dict)

    def temperature(self, name: str, view: str, score: Score) -> float | None:
        """Return a system's temperature; None where it has none."""
        if self.questions is None:
            return self.stored.by_name.get(name)
        if name not in self._fitted and name not in self._failed:
            self._fit(name, view, score)
        return self._fitted.get(name)

    def fresh(self) -> "Calibrator":
        """Return one that has fitted nothing yet: a panel of placeholders must leave no temperature behind."""
        return Calibrator(self.stored, self.questions, self.reported, self.reason)

    @property
    def fitted_on(self) -> str:
        """Say what the temperatures were fitted on."""
        if self.questions is None:
            return self.stored.fitted_on
        count = len(self.questions)
        return f"{_name(self.questions)}, {counted(count, 'question')}" if self._fitted else ""

    def all(self, order: Sequence[str]) -> Temperatures:
        """Return the temperatures that were given, systems in this order, and what a reader must know of them."""
        if self.questions is None:
            return Temperatures(self.stored.by_name, self.stored.fitted_on, (*self.reason, *self.stored.notes))
        fitted = {name: self._fitted[name] for name in order if name in self._fitted}
        failed = tuple(self._failed[name] for name in order if name in self._failed)
        return Temperatures(fitted, self.fitted_on, (*self._notes(fitted), *failed, *self._warnings()))

    def _fit(self, name: str, view: str, score: Score) -> None:
        assert self.questions is not None
        items = self.questions.items
        scores = score(name, own_cells([named_view(view)(item) for item in items]), name)
        try:
            self._fitted[name] = fitted_temperature(items, scores)
        except DataError as error:
            self._failed[name] = Reason("note-not-calibrated", {"system": name, "error": str(error)})

    def _notes(self, fitted: Mapping[str, float]) -> tuple[Reason, ...]:
        if not fitted or self.questions is None:
            return ()
        each = ", ".join(f"{name} {value:.3g}" for name, value in fitted.items())
        on = {"questions": len(self.questions), "data": _name(self.questions)}
        return (Reason("note-calibrated", {**on, "temperatures": each}),)

    def _warnings(self) -> tuple[Reason, ...]:
        on, notes = self.questions, []
        if on is None or not self._fitted:
            return ()
        if len(on) < FEW:
            notes.append(Reason("note-few-to-calibrate", {"questions": len(on)}))
        if self.reported is not None and (shared := len(_texts(on.items) & _texts(self.reported.items))):
            notes.append(Reason("note-calibrated-on-reported", {"questions": shared}))
        return tuple(notes)


def calibrator(
    settings: Calibrating,
    systems: Mapping[str, System],
    reported: Dataset,
    shots: Shots | None = None,
) -> Calibrator:
    """Make what gives the systems, by name, their temperatures, as the settings say; reads questions, scores nothing.

    Questions of the passages of `shots`, the examples that the systems show, are left out. Raises UsageError or
    DataError where the questions cannot be had, or none has a known answer.
    """
    on = settings.calibrate_on
    if on == "off":
        return Calibrator()
    if on == "card" or not systems:
        return Calibrator(stored_temperatures(systems))
    if on not in SPLITS and on != EITHER:
        path = Path(on.partition(SAYS)[0]).expanduser()
        if "://" not in on and "/" not in on and "." not in on and on != "sample" and not path.exists():
            raise unknown_name("calibrate-on", on, [*WAYS, "a path"])
    try:
        dataset = _questions(settings)
        items = [item for item in dataset if item.answer is not None]
        if not items:
            raise DataError(
                f"{dataset.source or dataset.name}: none of the {len(dataset):,} questions to calibrate on has a known "
                "answer."
            )
        questions = dataset.with_items(items)
    except (UsageError, DataError) as error:
        if on != EITHER:
            advice = f"calibrate-on '{on}': {error} Or take another split, a path, 'card' or 'off'."
            raise type(error)(advice) from error
        why = Reason(str(error)) if isinstance(error, DataError) else Reason("note-no-dev-split")
        return Calibrator(stored_temperatures(systems), reason=(Reason("note-not-on-dev", {"why": why}),))
    questions = shots.without(questions) if shots else questions
    return Calibrator(
        questions=limit_items(questions, settings.calibrate_limit or None, settings.reading.seed), reported=reported
    )


def fitted_temperature(items: Sequence[Item], scores: ScoreArray) -> float:
    """Fit a temperature to scores of the items' own options. Raises DataError where none fits."""
    answers = np.array([item.answer for item in items], dtype=np.int64)
    return fit_temperature(scores.astype(np.float64), option_counts(items), answers)


def stored_temperatures(systems: Mapping[str, System]) -> Temperatures:
    """Return the temperatures that systems store on their cards."""
    known = {name: system.calibration for name, system in systems.items() if system.calibration is not None}
    if not known:
        return Temperatures()
    texts = {name: calibration.fitted_on for name, calibration in known.items()}
    same = len(set(texts.values())) == 1
    fitted_on = next(iter(texts.values())) if same else "; ".join(f"{name} on {text}" for name, text in texts.items())
    lacking = [name for name in systems if name not in known]
    notes = (Reason("note-no-temperature", {"systems": ", ".join(lacking)}),) if lacking else ()
    return Temperatures({name: known[name].temperature for name in known}, fitted_on, notes)


def _name(dataset: Dataset) -> str:
    return " ".join(part for part in (dataset.name, dataset.split) if part)


def _questions(settings: Calibrating) -> Dataset:
    data = settings.data
    assert data is not None  # who calibrates has read it
    on = "dev" if settings.calibrate_on == EITHER else settings.calibrate_on
    how = settings.reading.how
    if on not in SPLITS:
        return load_exam(on, **how)
    if isinstance(data, Dataset):
        if data.split == on:
            return data
        raise UsageError(
            f"the data is a Dataset of {f'the split {data.split!r}' if data.split else 'no split'}, not of '{on}'."
        )
    try:
        parts = parts_of(data)
        return load_exam(said_split(parts[0])[0] if len(parts) == 1 else data, on, **how)
    except UsageError as error:
        raise UsageError(str(error).removesuffix(" Leave split out.")) from error


def _texts(items: Sequence[Item]) -> set[tuple[str, str, tuple[str, ...]]]:
    return {(item.passage, item.question, item.options) for item in items}
