"""Shortcuts: what a system gets right, and how sure it is, when parts of the question are missing.

Accuracy, entropy, effective number of options and mutual information per view (Liusie et al., 2022, eqs. 1 and 2),
overall and per item, and the questions most likely to be answerable without their passage.
What this file leaves out: the tables (`shortcut_tables`), calibration, and training systems for the poorer views
(`train`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray, own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need
from magnetite.core.results import Finding, Number
from magnetite.probes.baselines import chance
from magnetite.probes.choices import general_notes, number, passages_of, read_choices, require_items, tie_notes
from magnetite.probes.settings import whole
from magnetite.probes.shortcut_tables import (
    DECIDED,
    Reading,
    answerable_table,
    bins_table,
    item_rows,
    measures,
    reading_of,
    views_table,
)
from magnetite.probes.wording import counted, percent, points
from magnetite.stats.information import information_gain
from magnetite.stats.intervals import Interval, bootstrap_mean, bootstrap_means, share
from magnetite.stats.paired import difference, mcnemar
from magnetite.stats.ragged import FloatArray
from magnetite.views.named import in_order, view

SPREADS = (("entropy", "bits"), ("effective options", "options"), ("effective options, normalised", "share"))

UNCALIBRATED = (
    "Probabilities are the softmax of each system's own scores, not calibrated: an overconfident system shows too few "
    "effective options. Compare views and questions with each other rather than with a fixed bound."
)


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Compare the views there is a system for: O, QO, CO, QOC.

    `resamples` and `seed` belong to the bootstrap; `listed` is how many questions at most are named as answerable
    without the passage, 0 for none.
    """

    resamples: int = 2000
    seed: int = 0
    listed: int = 30

    needs_independent_options: ClassVar[bool] = False

    def __post_init__(self) -> None:
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed, listed=self.listed)

    @property
    def name(self) -> str:
        """Return the probe's name."""
        return "shortcuts"

    def needs(self, dataset: Dataset, views: tuple[str, ...]) -> Mapping[str, Need]:
        """Ask for every item's own options under each of the views, by the view's name."""
        require_items(dataset, self.name)
        ordered = in_order(views)
        if not ordered:
            raise UsageError(f"probe '{self.name}': no view was given; expected at least one of O, QO, CO, QOC.")
        return {name: Need(name, own_cells([view(name)(item) for item in dataset])) for name in ordered}

    def finding(self, dataset: Dataset, needs: Mapping[str, Need], scores: Mapping[str, ScoreArray]) -> Finding:
        """Read each view's accuracy and uncertainty, and what the passage adds."""
        items, passages = dataset.items, passages_of(dataset.items)
        readings = {name: reading_of(read_choices(items, scores[name])) for name in in_order(needs)}
        numbers = (
            *(n for name, reading in readings.items() for n in self._of_view(name, reading, passages)),
            *self._of_passage(items, readings, passages),
        )
        return Finding(
            probe=self.name,
            title="Shortcuts",
            sentence=_sentence(items, readings, numbers),
            numbers=numbers,
            tables=(
                views_table(items, readings, passages),
                bins_table(readings),
                answerable_table(items, readings, self.listed),
            ),
            items=item_rows(items, readings),
            settings=asdict(self),
            notes=(*_notes(readings), *_reading_notes(readings)),
        )

    def _of_view(self, name: str, reading: Reading, passages: IntArray) -> list[Number]:
        on, measured = reading.choices.labelled, measures(reading)
        means = bootstrap_means(measured, passages, resamples=self.resamples, seed=self.seed)
        spread = [number(label, means[k], unit, name) for k, (label, unit) in enumerate(SPREADS)]
        right = [number("accuracy", share(reading.choices.correct[on], passages[on]), group=name)] if on.any() else []
        return [*right, *spread]

    def _of_passage(self, items: tuple[Item, ...], readings: Mapping[str, Reading], passages: IntArray) -> list[Number]:
        without, given = readings.get("QO"), readings.get("QOC")
        if without is None:
            return []
        on, numbers = without.choices.labelled, []
        if on.any():
            above = self._mean((without.choices.correct - chance(items))[on], passages[on])
            numbers.append(number("without passage above chance", above, "points"))
        if given is not None and on.any():
            numbers += self._passage_adds(given.choices.correct[on], without.choices.correct[on], passages[on])
        if given is not None:
            gain = self._mean(information_gain(without.entropy, given.entropy), passages)
            numbers.append(number("mutual information", gain, "bits"))
        return numbers

    def _passage_adds(self, given: BoolArray, without: BoolArray, passages: IntArray) -> list[Number]:
        gap = difference(given, without, passages, resamples=self.resamples, seed=self.seed)
        p = mcnemar(given, without).p
        return [number("passage adds", gap, "points"), Number("passage adds, McNemar p", p, n=gap.n, unit="p")]

    def _mean(self, values: FloatArray, passages: IntArray) -> Interval:
        return bootstrap_mean(values, passages, resamples=self.resamples, seed=self.seed)


def _sentence(items: tuple[Item, ...], readings: Mapping[str, Reading], numbers: tuple[Number, ...]) -> str:
    found = {(n.label, n.group): n for n in numbers}
    if "QO" not in readings:
        return _without_qo(list(readings), found)
    options, many = found["effective options", "QO"].value, float(np.mean([len(i.options) for i in items]))
    doubt = f"on average {options:.1f} of {many:.3g} options still look possible to"
    if ("accuracy", "QO") not in found:
        return f"Without the passage, {doubt} the system; no answer is known, so accuracy cannot be told."
    right, above = found["accuracy", "QO"], found["without passage above chance", ""]
    guess, reading = percent(right.value - above.value), _passage_sentence(found.get(("passage adds", "")))
    verdict = _verdict(readings["QO"], above)
    return (
        f"Without the passage the system answers {percent(right.value)} of {counted(right.n or 0, 'question')} "
        f"correctly, and {doubt} it; guessing gets {guess}{verdict}. {reading}"
    )


def _verdict(without: Reading, above: Number) -> str:
    if without.choices.often_tied:
        tied = counted(int(without.choices.tied.sum()), "question")
        return f", but on {tied} several options tie and the first was taken, so this says little about the exam"
    return ", so part of the exam asks for no reading" if (above.low or 0) > 0 else ", which can be all it does"


def _without_qo(views: list[str], found: Mapping[tuple[str, str], Number]) -> str:
    shown = [f"{percent(found['accuracy', v].value)} from {v}" for v in views if ("accuracy", v) in found]
    right = f" Questions answered correctly: {', '.join(shown)}." if shown else ""
    return f"There is no system for the view without the passage (QO), so what the passage adds is unknown.{right}"


def _passage_sentence(gain: Number | None) -> str:
    if gain is None:
        return "There is no system that reads the passage as well, so what reading adds is unknown."
    if gain.low is None or gain.high is None:
        return f"Reading the passage changes that by {100 * gain.value:.1f} points."
    if gain.low > 0:
        return f"Reading the passage adds {points(gain.value, gain.low, gain.high)}."
    if gain.high < 0:
        return f"With the passage it does worse, by {points(-gain.value, -gain.high, -gain.low)}."
    return "Reading the passage does not clearly help."


def _notes(readings: Mapping[str, Reading]) -> tuple[str, ...]:
    notes = [
        UNCALIBRATED,
        "Intervals are 95% and allow for the questions of one passage being alike.",
    ]
    if "QO" in readings:
        notes.append(
            "The list of answerable questions holds the right answers given with least doubt, where the effective "
            f"number of options is below {DECIDED:.0%} of the question's options; guessing is right now and then as "
            "well, so it names questions to look at, not questions that are proven bad."
        )
    if {"QO", "QOC"} <= set(readings):
        notes.append("Mutual information compares two systems and can be negative, where the passage adds doubt.")
    return tuple(notes)


def _reading_notes(readings: Mapping[str, Reading]) -> tuple[str, ...]:
    *poorer, (_, richest) = readings.items()
    ties = (note for name, reading in poorer for note in tie_notes(reading.choices, name))
    return (*general_notes(richest.choices), *ties)
