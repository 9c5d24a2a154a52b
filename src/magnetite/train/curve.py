"""The learning curve: points of loss and accuracy on the training questions and on dev."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Step:
    """A point of training: the mean loss and accuracy on the questions since the last report, or on dev.

    `tokens` are those this process has read, without padding (and without those after the last checkpoint of an
    interrupted training).
    """

    number: int
    of: int
    loss: float
    correct: float
    tokens: int
    split: Literal["train", "dev"] = "train"


def curve_of(history: Sequence[Mapping[str, float]], steps: int) -> tuple[Step, ...]:
    """Return the points of a Trainer's log history."""
    return tuple(point for entry in history if (point := point_of(entry, steps)))


def point_of(logs: Mapping[str, float], steps: int) -> Step | None:
    """Return the point that one entry of the log makes, None where it makes none."""
    number, tokens = int(logs["step"]), int(logs.get("tokens", 0))
    if "eval_loss" in logs:
        return Step(number, steps, logs["eval_loss"], logs["eval_accuracy"], tokens, "dev")
    if "loss" in logs and "accuracy" in logs:
        return Step(number, steps, logs["loss"], logs["accuracy"], tokens)
    return None
