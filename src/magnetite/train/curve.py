"""The learning curve: points of loss and accuracy on what is trained on and on dev.

What this file leaves out: when a point is made (`trainer`), and how it is drawn (`report`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Step:
    """Report where training stands: the mean loss and accuracy on what was trained on since the last report, or on dev.

    `tokens` were read by this process so far, padding not counted (less what was read after the last checkpoint of an
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
