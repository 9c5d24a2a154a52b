"""The shortcuts probe in plain words: its sentence and its caveats."""

from collections.abc import Mapping, Sequence

import numpy as np

from magnetite.core.items import Item
from magnetite.core.results import Number
from magnetite.experiments.choices import general_notes, tie_notes
from magnetite.experiments.sentences import INTERVALS, calibration_note, counted, percent, points
from magnetite.experiments.shortcuts.calibration import noise
from magnetite.experiments.shortcuts.lists import DECIDED
from magnetite.experiments.shortcuts.reading import Reading

ANSWERABLE = (
    "The list of answerable questions has the right answers given with least doubt, where the effective number of "
    f"options is below {DECIDED:.0%} of the question's options; guessing is right now and then too, so it names "
    "questions to look at, not questions that are proven bad."
)
BITS = (
    "Mutual information compares two systems and can be negative, where the passage adds doubt. Pointwise information "
    "is about the right answer: negative where the passage makes it less likely, because it misleads the system or "
    "because the key is wrong."
)
ERROR = (
    "Even a perfectly calibrated system would show, by chance, a calibration error (ECE) of about {noise} on this many "
    "questions."
)


def sentence(items: Sequence[Item], readings: Mapping[str, Reading], numbers: Sequence[Number]) -> str:
    """Summarise what is answered without the passage, whether a guess explains it, and what the passage adds."""
    by_label = {(n.label, n.group): n for n in numbers}
    if "QO" not in readings:
        return _without_qo(list(readings), by_label)
    options, many = by_label["effective options", "QO"].value, float(np.mean([len(i.options) for i in items]))
    doubt = f"on average {options:.1f} of {many:.3g} options still look possible to"
    if ("accuracy", "QO") not in by_label:
        return f"Without the passage, {doubt} the system; no answer is known, so accuracy is unknown."
    right, above = by_label["accuracy", "QO"], by_label["without passage above chance", ""]
    guess, reading = percent(right.value - above.value), _passage_sentence(by_label.get(("passage adds", "")))
    verdict = _verdict(readings["QO"], above)
    return (
        f"Without the passage the system answers {percent(right.value)} of {counted(right.n or 0, 'question')} "
        f"correctly, and {doubt} it; guessing gets {guess}{verdict}. {reading}"
    )


def _verdict(without: Reading, above: Number) -> str:
    if without.choices.often_tied:
        tied = counted(int(without.choices.tied.sum()), "question")
        return f", but on {tied} several options tie and the first counts as chosen, so this says little about the exam"
    return ", so part of the exam needs no reading" if (above.low or 0) > 0 else ", which may be all it does"


def _without_qo(views: list[str], by_label: Mapping[tuple[str, str], Number]) -> str:
    shares = [f"{percent(by_label['accuracy', v].value)} from {v}" for v in views if ("accuracy", v) in by_label]
    right = f" Questions answered correctly: {', '.join(shares)}." if shares else ""
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


def notes(readings: Mapping[str, Reading], calibrated_on: str) -> tuple[str, ...]:
    """Return the caveats a reader must see."""
    temperatures = {name: r.temperature for name, r in readings.items() if r.temperature is not None}
    lines = [calibration_note(list(readings), temperatures, calibrated_on), INTERVALS]
    if (chance := noise(readings)) is not None:
        lines.append(ERROR.format(noise=percent(chance)))
    if "QO" in readings:
        lines.append(ANSWERABLE)
    if {"QO", "QOC"} <= set(readings):
        lines.append(BITS)
    *poorer, (_, richest) = readings.items()
    ties = (note for name, reading in poorer for note in tie_notes(reading.choices, name))
    return (*lines, *general_notes(richest.choices), *ties)
