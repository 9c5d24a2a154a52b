"""How sure a view's system is of what it chose, and whether it is right as often as it is sure.

Calibration is over the questions with a known answer. Without a temperature there is no "after"; only the calibration
table, whose columns are fixed, then repeats "before".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import ACCURACY, COUNT, HIGH, LOW, VIEW, N
from magnetite.core.results import Heading, Number, Table, Value, table
from magnetite.experiments.choices import Choices
from magnetite.experiments.findings import finite, number
from magnetite.stats.calibration import (
    answer_log_probability,
    brier,
    calibration_error,
    calibration_noise,
    confidence,
    effective_options,
    entropy,
    information_gain,
    normalised_options,
    pointwise_information,
    reliability,
)
from magnetite.stats.intervals import means as means_of
from magnetite.stats.ragged import FloatArray, softmax

BEFORE, AFTER = "before", "after"
DECIDED = 0.75  # a question is weak where fewer of its options are left than this share, counted in effective ones
STRONG_BITS = 1.0  # bits: the passage leaves half as many options, counted in effective ones
CONFIDENCE = Heading("confidence", "mean confidence", "share")
_QUALITIES = (
    ("confidence", "mean confidence {}", "share"),
    ("ece", "calibration error {} (points)", "gap"),
    ("brier", "Brier score {}", "score"),
    ("nll", "log loss {} (nats)", "nats"),
)
CALIBRATION = (
    VIEW,
    Heading("temperature", unit="temperature"),
    ACCURACY,
    *(
        Heading(f"{name}_{when}", text.format(when), unit)
        for name, text, unit in _QUALITIES
        for when in (BEFORE, AFTER)
    ),
    N,
)


@dataclass(frozen=True, slots=True, eq=False)
class Certainty:
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

    @property
    def decided(self) -> BoolArray:
        """Return on which questions few options are left, whatever the key says, (items,)."""
        return np.asarray(self.effective < DECIDED * self.choices.counts)


def reading_of(choices: Choices, temperature: float | None = None) -> Certainty:
    """Read how sure a system is of what it chose, from the softmax of its scores over the temperature."""
    divisor = 1.0 if temperature is None else temperature
    bits = entropy(softmax(choices.scores, choices.counts, divisor), choices.counts)
    effective = effective_options(bits)
    return Certainty(choices, temperature, bits, effective, normalised_options(effective, choices.counts))


def measures(reading: Certainty) -> FloatArray:
    """Return entropy, effective options and their normalised number, in columns, (items, 3)."""
    return np.stack([reading.entropy, reading.effective, reading.normalised], axis=1)


def passage_information(readings: Mapping[str, Certainty]) -> FloatArray | None:
    """Return how many bits of doubt the passage removes, (items,) (eq. 2); None without systems for QO and QOC."""
    if not {"QO", "QOC"} <= set(readings):
        return None
    return information_gain(readings["QO"].entropy, readings["QOC"].entropy)


def answer_information(readings: Mapping[str, Certainty]) -> FloatArray | None:
    """Return how many bits more likely the passage makes the answer, (items,), NaN where it is not known.

    None without systems for QO and QOC.
    """
    if not {"QO", "QOC"} <= set(readings):
        return None
    return pointwise_information(_answer_logs(readings["QO"]), _answer_logs(readings["QOC"]))


def _answer_logs(reading: Certainty) -> FloatArray:
    choices = reading.choices
    return answer_log_probability(choices.scores, choices.counts, choices.answers, reading.divisor)


@dataclass(frozen=True, slots=True, eq=False)
class Quality:
    """What a system's probabilities are worth at one temperature, over the labelled items, (n,)."""

    confident: FloatArray
    correct: FloatArray
    brier: FloatArray
    loss: FloatArray

    @property
    def error(self) -> float:
        """Return the expected calibration error."""
        return calibration_error(self.confident, self.correct)

    @property
    def values(self) -> tuple[FloatArray, ...]:
        """Return Brier score, log loss, confidence, and confidence above accuracy, (n,) each."""
        return self.brier, self.loss, self.confident, self.confident - self.correct


def _qualities(reading: Certainty) -> dict[str, Quality]:
    """Return the quality "before" and, with a temperature, "after"; nothing where no answer is known."""
    if not reading.choices.labelled.any():
        return {}
    before = {BEFORE: _quality(reading.choices, 1.0)}
    return before if reading.temperature is None else before | {AFTER: _quality(reading.choices, reading.temperature)}


def calibration_numbers(view: str, reading: Certainty, passages: IntArray) -> list[Number]:
    """Return the temperature, and ECE, Brier score, NLL (nats), mean confidence and its excess before and after it.

    The excess is the mean confidence minus the accuracy; Liusie et al. (2022, footnote 3) give 5% before calibration.
    The calibration error has no interval: chance alone adds to it (see `stats.calibration_noise`).
    """
    on, numbers = reading.choices.labelled, []
    if reading.temperature is not None:
        numbers.append(Number("temperature", reading.temperature, unit="temperature", group=view))
    by_time = _qualities(reading)
    if not by_time:
        return numbers
    values = np.stack([v for each in by_time.values() for v in each.values], axis=1)
    bounds = {"least": (0.0, 0.0, 0.0, -1.0) * len(by_time), "most": (2.0, np.inf, 1.0, 1.0) * len(by_time)}
    means = means_of(values, passages[on], **bounds)
    for place, (when, each) in enumerate(by_time.items()):
        numbers += [
            Number(f"ECE {when}", each.error, n=len(each.correct), unit="gap", group=view),
            number(f"Brier {when}", means[4 * place], "score", view),
            number(f"NLL {when}", means[4 * place + 1], "nats", view),
            number(f"mean confidence {when}", means[4 * place + 2], "share", view),
            number(f"confidence above accuracy {when}", means[4 * place + 3], "points", view),
        ]
    return numbers


def worsened(readings: Mapping[str, Certainty], calibrated_on: str) -> Iterator[Reason]:
    """Say of each temperature that makes the calibration error larger here how large it was, and is."""
    for view, reading in readings.items():
        by_time = _qualities(reading)
        if AFTER in by_time and round(by_time[AFTER].error, 3) > round(by_time[BEFORE].error, 3):
            errors = {when: 100 * by_time[when].error for when in (BEFORE, AFTER)}
            values = {"view": view, "temperature": reading.temperature, "on": calibrated_on or "none"}
            yield Reason("note-temperature-worsens", {**values, **errors})


def calibration_tables(readings: Mapping[str, Certainty], passages: IntArray) -> tuple[Table, ...]:
    """Return the tables "calibration", a row a view, and "reliability", a row a bin; none where no answer is known."""
    by_view = {name: _qualities(reading) for name, reading in readings.items()}
    if not any(by_view.values()):
        return ()
    rows = [_calibration_row(name, readings[name].temperature, each) for name, each in by_view.items()]
    diagram = _reliability_table(
        by_view, {name: passages[reading.choices.labelled] for name, reading in readings.items()}
    )
    return (table("calibration", "Calibration", CALIBRATION, rows, "calibration"), diagram)


def noise(readings: Mapping[str, Certainty]) -> float | None:
    """Return the largest calibration error that chance alone would show in a view; None where no answer is known."""
    last = [each for reading in readings.values() for each in list(_qualities(reading).values())[-1:]]
    return max((calibration_noise(each.confident) for each in last), default=None)


def _quality(choices: Choices, temperature: float) -> Quality:
    on, probabilities = choices.labelled, softmax(choices.scores, choices.counts, temperature)
    return Quality(
        confidence(probabilities, choices.counts)[on],
        choices.correct[on],
        brier(probabilities, choices.counts, choices.answers)[on],
        -answer_log_probability(choices.scores, choices.counts, choices.answers, temperature)[on],
    )


def _calibration_row(view: str, temperature: float | None, by_time: Mapping[str, Quality]) -> dict[str, Value]:
    correct = by_time[BEFORE].correct
    row: dict[str, Value] = {"view": view, "temperature": temperature, "accuracy": float(correct.mean())}
    before, after = _summary(by_time[BEFORE]), _summary(by_time.get(AFTER, by_time[BEFORE]))
    for name in before:
        row |= {f"{name}_{BEFORE}": before[name], f"{name}_{AFTER}": after[name]}
    return row | {"n": len(correct)}


def _summary(quality: Quality) -> dict[str, float]:
    return {
        "confidence": float(quality.confident.mean()),
        "ece": quality.error,
        "brier": float(quality.brier.mean()),
        "nll": float(quality.loss.mean()),
    }


def _reliability_table(by_view: Mapping[str, Mapping[str, Quality]], passages: Mapping[str, IntArray]) -> Table:
    rows: list[tuple[Value, ...]] = []
    for view, whens in by_view.items():
        for when, each in whens.items():
            bins, means, right = reliability(each.confident, each.correct, passages[view])
            bounds = ([finite(x) for x in values.tolist()] for values in (right.estimate, right.low, right.high))
            every = zip((bins + 1).tolist(), means.tolist(), *bounds, right.n.tolist(), strict=True)
            rows += [(view, when, *row) for row in every]
    headings = (VIEW, Heading("when", "calibration"), Heading("bin"), CONFIDENCE, ACCURACY, LOW, HIGH, COUNT)
    return table("reliability", "Is the system right as often as it is sure?", headings, rows, "reliability")
