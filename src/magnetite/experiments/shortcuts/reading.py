"""What one view's system chose and how sure it is, per item; every part of the shortcuts probe reads it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from magnetite.experiments.choices import Choices
from magnetite.stats.calibration import answer_log_probability
from magnetite.stats.information import (
    effective_options,
    entropy,
    information_gain,
    normalised_options,
    pointwise_information,
    softmax,
)
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one view's system chose and how sure it is, (items,), at its temperature (None: not calibrated)."""

    choices: Choices
    temperature: float | None
    entropy: FloatArray
    effective: FloatArray
    normalised: FloatArray

    @property
    def divisor(self) -> float:
        """Return what scores are divided by before they become probabilities."""
        return 1.0 if self.temperature is None else self.temperature


def reading_of(choices: Choices, temperature: float | None = None) -> Reading:
    """Read how sure a system is of what it chose, from the softmax of its scores over the temperature."""
    divisor = 1.0 if temperature is None else temperature
    bits = entropy(softmax(choices.scores, choices.counts, divisor), choices.counts)
    effective = effective_options(bits)
    return Reading(choices, temperature, bits, effective, normalised_options(effective, choices.counts))


def measures(reading: Reading) -> FloatArray:
    """Return entropy, effective options and their normalised number, in columns, (items, 3)."""
    return np.stack([reading.entropy, reading.effective, reading.normalised], axis=1)


def passage_information(readings: Mapping[str, Reading]) -> FloatArray | None:
    """Return how many bits of doubt the passage removes, (items,) (eq. 2); None without systems for QO and QOC."""
    if not {"QO", "QOC"} <= set(readings):
        return None
    return information_gain(readings["QO"].entropy, readings["QOC"].entropy)


def answer_information(readings: Mapping[str, Reading]) -> FloatArray | None:
    """Return how many bits more likely the passage makes the answer, (items,), NaN where it is not known.

    None without systems for QO and QOC.
    """
    if not {"QO", "QOC"} <= set(readings):
        return None
    return pointwise_information(_answer_logs(readings["QO"]), _answer_logs(readings["QOC"]))


def _answer_logs(reading: Reading) -> FloatArray:
    choices = reading.choices
    return answer_log_probability(choices.scores, choices.counts, choices.answers, reading.divisor)
