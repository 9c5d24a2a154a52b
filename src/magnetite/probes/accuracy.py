"""Accuracy: how many questions a system gets right, beside three ways to answer without reading.

What this file leaves out: inputs with parts missing (`shortcuts`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import ClassVar

import numpy as np

from magnetite.core.cells import ScoreArray, own_cells
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.probes.baselines import chance, longest_option, overlapping_option
from magnetite.probes.choices import (
    Choices,
    answer_margin,
    answer_probability,
    finite,
    general_notes,
    known,
    letters,
    levels_of,
    number,
    passages_of,
    read_choices,
    require_items,
)
from magnetite.probes.settings import calibration, whole
from magnetite.probes.wording import INTERVALS, between, calibration_note, counted, percent, points
from magnetite.stats.intervals import Interval, share
from magnetite.stats.paired import difference, mcnemar
from magnetite.views.named import richest, view


@dataclass(frozen=True, slots=True)
class _Measured:
    system: str
    level: str
    interval: Interval


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Measure accuracy, by level, against guessing, the longest option and word overlap.

    `resamples` and `seed` belong to the bootstrap of the difference to the longest-option baseline. `temperatures`
    (by view, 1 where there is none) divide scores before they become probabilities; `calibrated_on` says in words what
    they were fitted on.
    """

    resamples: int = 2000
    seed: int = 0
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    needs_independent_options: ClassVar[bool] = False

    def __post_init__(self) -> None:
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    @property
    def name(self) -> str:
        """Return the probe's name."""
        return "accuracy"

    def needs(self, dataset: Dataset, views: tuple[str, ...]) -> Mapping[str, Need]:
        """Ask for every item's own options, under the richest of the views."""
        require_items(dataset, self.name)
        chosen = richest(views)
        return {"own": Need(chosen, own_cells([view(chosen)(item) for item in dataset]))}

    def finding(self, dataset: Dataset, needs: Mapping[str, Need], scores: Mapping[str, ScoreArray]) -> Finding:
        """Read the accuracy from the scores; without any known answer there are choices but no numbers."""
        choices = read_choices(dataset.items, scores["own"])
        view_name = needs["own"].view
        calibrated = calibration_note([view_name], self.temperatures, self.calibrated_on)
        notes = (*_view_notes(view_name), *general_notes(choices), INTERVALS, calibrated)
        rows = _item_rows(dataset.items, choices, self.temperatures.get(view_name, 1.0))
        title, settings = "Accuracy", asdict(self)
        if not choices.labelled.any():
            return Finding(self.name, title, _unanswered(dataset), items=rows, settings=settings, notes=notes)
        measured = _measure(dataset.items, choices)
        gain = self._above_longest(dataset.items, choices)
        numbers = (*map(_number, (m for m in measured if m.system == "model" or m.level == "all")), *gain)
        sentence = f"{_sentence(measured)} {_verdict(gain[0])}"
        return Finding(self.name, title, sentence, numbers, (_by_level(measured),), rows, settings, notes)

    def _above_longest(self, items: tuple[Item, ...], choices: Choices) -> tuple[Number, Number]:
        on = choices.labelled
        model, longest = choices.correct[on], (longest_option(items) == choices.answers)[on]
        gap = difference(model, longest, passages_of(items)[on], resamples=self.resamples, seed=self.seed)
        test = mcnemar(model, longest)
        return (
            number("above longest", gap, "points"),
            Number("above longest, McNemar p", test.p, n=gap.n, unit="p"),
        )


def _measure(items: tuple[Item, ...], choices: Choices) -> list[_Measured]:
    systems = {
        "model": choices.correct,
        "longest": longest_option(items) == choices.answers,
        "word overlap": overlapping_option(items) == choices.answers,
    }
    passages, guess = passages_of(items), chance(items)
    measured: list[_Measured] = []
    for level, mask in levels_of(items).items():
        on = mask & choices.labelled
        if on.any():
            shares = [_Measured(name, level, share(right[on], passages[on])) for name, right in systems.items()]
            exact = Interval(float(guess[on].mean()), np.nan, np.nan, int(on.sum()))
            measured += [shares[0], _Measured("random", level, exact), *shares[1:]]
    return measured


def _by_level(measured: list[_Measured]) -> Table:
    columns: dict[str, list[Value]] = {
        "system": [m.system for m in measured],
        "level": [m.level for m in measured],
        "accuracy": [m.interval.estimate for m in measured],
        "low": [finite(m.interval.low) for m in measured],
        "high": [finite(m.interval.high) for m in measured],
        "n": [m.interval.n for m in measured],
    }
    return Table("by_level", "Accuracy by level", columns, "accuracy_by_level")


def _number(measured: _Measured) -> Number:
    if measured.system == "model":
        return number("accuracy", measured.interval, group="" if measured.level == "all" else measured.level)
    return number("baseline", measured.interval, group=measured.system)


def _item_rows(items: tuple[Item, ...], choices: Choices, temperature: float) -> Table:
    on = choices.labelled
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in items],
        "level": [item.level for item in items],
        "answer": letters(choices.answers),
        "chosen": letters(choices.chosen),
        "correct": known(choices.correct, on),
        "probability": known(answer_probability(choices, temperature), on),
        "margin": known(answer_margin(choices), on),
    }
    return Table("items", "Every question", columns)


def _sentence(measured: list[_Measured]) -> str:
    overall = {m.system: m.interval for m in measured if m.level == "all"}
    model = overall["model"]
    return (
        f"The system answers {round(model.estimate * model.n):,} of {counted(model.n, 'question')} correctly: "
        f"{percent(model.estimate)} ({between(model)}). "
        f"Guessing gets {percent(overall['random'].estimate)}, "
        f"always taking the longest option {percent(overall['longest'].estimate)}, "
        f"matching words with the passage {percent(overall['word overlap'].estimate)}."
    )


def _verdict(gap: Number) -> str:
    if gap.low is None or gap.high is None:
        return "With a single passage nothing can be said about others."
    if gap.low > 0:
        return f"It is above the longest-option rule by {points(gap.value, gap.low, gap.high)}."
    if gap.high < 0:
        return f"It is below the longest-option rule by {points(-gap.value, -gap.high, -gap.low)}."
    return "It is not clearly better than always taking the longest option."


def _unanswered(dataset: Dataset) -> str:
    return (
        f"None of the {len(dataset):,} questions has a known answer, so accuracy cannot be told; "
        "the table lists what the system chose."
    )


def _view_notes(view_name: str) -> tuple[str, ...]:
    if view_name == "QOC":
        return ()
    return (f"The system was given the view {view_name}, the richest there is a system for, not the whole question.",)
