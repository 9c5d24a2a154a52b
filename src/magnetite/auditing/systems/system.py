"""What answers for a view: a system, one scorer or an ensemble of several, and the temperature it was calibrated with.

What this file leaves out: finding systems (`systems`, `folders`) and scoring with them (`scoring`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magnetite.core.scorer import Scorer


@dataclass(frozen=True, slots=True)
class Calibration:
    """Hold the temperature a system's scores are divided by, and what it was fitted on (Liusie et al. 2022, C.2)."""

    temperature: float
    dataset: str = ""
    split: str = ""
    items: int = 0

    @property
    def fitted_on(self) -> str:
        """Say what it was fitted on.

        >>> Calibration(1.2, "RACE", "dev", 2000).fitted_on
        'RACE dev, 2,000 questions'
        """
        where = " ".join(part for part in (self.dataset, self.split) if part) or "data that its card does not name"
        return f"{where}, {self.items:,} questions" if self.items else where


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """Answer for one view with one member, or with several whose probabilities are averaged.

    `names` are the members', aligned; `training` is what its card says of how it was made, None without a card.
    """

    name: str
    members: tuple[Scorer, ...]
    names: tuple[str, ...]
    calibration: Calibration | None = None
    training: Mapping[str, Any] | None = None

    @property
    def first(self) -> Scorer:
        """Return the first member: who speaks where probabilities cannot be averaged."""
        return self.members[0]

    @property
    def listwise(self) -> bool:
        """Say whether any member's score depends on the other options."""
        return any(member.listwise for member in self.members)

    @property
    def fingerprint(self) -> str:
        """Name the system: a single member's fingerprint, or all of them, in an order that does not matter."""
        return " | ".join(sorted(member.fingerprint for member in self.members))


@dataclass(frozen=True, slots=True)
class Systems:
    """Hold the system of each view, in the order O, QO, CO, QOC, and what a reader must know about them."""

    by_view: Mapping[str, System]
    notes: tuple[str, ...] = ()

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views there is a system for."""
        return tuple(self.by_view)


def alone(scorer: Scorer, name: str = "") -> System:
    """Make a system of one scorer."""
    return System(name or scorer.name, (scorer,), (name or scorer.name,))
