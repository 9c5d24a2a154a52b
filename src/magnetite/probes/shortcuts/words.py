"""What the shortcuts probe says in plain words: its sentence and its caveats.

What this file leaves out: the numbers and tables (`shortcuts`, `shortcuts.tables`).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from magnetite.core.items import Item
from magnetite.core.results import Number
from magnetite.probes.choices import general_notes, tie_notes
from magnetite.probes.shortcuts.calibration import noise
from magnetite.probes.shortcuts.lists import DECIDED
from magnetite.probes.shortcuts.reading import Reading
from magnetite.probes.wording import INTERVALS, calibration_note, counted, percent, points

ANSWERABLE = (
    "The list of answerable questions holds the right answers given with least doubt, where the effective number of "
    f"options is below {DECIDED:.0%} of the question's options; guessing is right now and then as well, so it names "
    "questions to look at, not questions that are proven bad."
)
BITS = (
    "Mutual information compares two systems and can be negative, where the passage adds doubt. Pointwise information "
    "is about the right answer: negative where the passage makes it less likely, because it misleads the system or "
    "because the key is wrong."
)
ERROR = (
    "Even a perfectly calibrated system would show, by chance, a calibration error (ECE) of about {noise} on so many "
    "questions."
)


def sentence(items: Sequence[Item], readings: Mapping[str, Reading], numbers: Sequence[Number]) -> str:
    """Say what is answered without the passage, whether a guess explains it, and what the passage adds."""
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


def notes(readings: Mapping[str, Reading], calibrated_on: str) -> tuple[str, ...]:
    """Return the caveats a reader must see."""
    temperatures = {name: r.temperature for name, r in readings.items() if r.temperature is not None}
    said = [calibration_note(list(readings), temperatures, calibrated_on), INTERVALS]
    if (chance := noise(readings)) is not None:
        said.append(ERROR.format(noise=percent(chance)))
    if "QO" in readings:
        said.append(ANSWERABLE)
    if {"QO", "QOC"} <= set(readings):
        said.append(BITS)
    *poorer, (_, richest) = readings.items()
    ties = (note for name, reading in poorer for note in tie_notes(reading.choices, name))
    return (*said, *general_notes(richest.choices), *ties)
