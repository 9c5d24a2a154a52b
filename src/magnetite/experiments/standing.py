"""How a system stands on this exam: beside guessing, and beside what its card says was measured elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from magnetite.core.experiment import Panelist

MEASURED_ON = "RACE test"
Verdict = Literal["guessing", "below", "as-measured"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Accuracy here with its interval, that of guessing, and that on `MEASURED_ON` (None: not measured), shares."""

    low: float
    high: float
    guessing: float
    measured: float | None

    @property
    def verdict(self) -> Verdict | None:
        """Say whether the system is told from guessing here, and if so, whether it falls below what was measured.

        None where nothing was measured to compare with.

        >>> Standing(0.22, 0.31, 0.25, 0.5).verdict, Standing(0.33, 0.41, 0.25, 0.5).verdict
        ('guessing', 'below')
        """
        if self.low <= self.guessing:
            return "guessing"
        if self.measured is None:
            return None
        return "below" if self.high < self.measured else "as-measured"


def measured_accuracy(system: Panelist) -> float | None:
    """Return what a system's card says it gets right on `MEASURED_ON`; of an ensemble, whoever answers here."""
    accuracy = in_card(system, MEASURED_ON, "all", "accuracy")
    return float(accuracy) if isinstance(accuracy, int | float) else None


def in_card(system: Panelist, *path: str) -> Any:
    """Return what stands at a path of a card's measurements, None where nothing does."""
    value: Any = system.training.get("card")
    for name in ("measured", *path):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value
