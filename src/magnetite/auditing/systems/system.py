"""A system: what answers for a view, one scorer or an ensemble of several, with the temperature it was fitted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, Cells, own_cells, with_shown
from magnetite.core.items import Dataset, Item
from magnetite.core.reasons import Reason
from magnetite.core.scorer import Scorer
from magnetite.views import view as named_view


@dataclass(frozen=True, slots=True)
class Calibration:
    """The temperature a system's scores are divided by, and what it was fitted on (Liusie et al. 2022, C.2)."""

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
    """What answers for one view: one member, or several whose probabilities are averaged.

    `names` are the members', aligned; `training` is what its card says of how it was made, None without a card.
    """

    name: str
    members: tuple[Scorer, ...]
    names: tuple[str, ...]
    calibration: Calibration | None = None
    training: Mapping[str, Any] | None = None
    _cut: dict[bytes, BoolArray] = field(default_factory=dict, repr=False)

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

    @property
    def temperature(self) -> float | None:
        """Return the temperature that its card stores, if any."""
        return None if self.calibration is None else self.calibration.temperature

    def cut(self, view: str, items: Sequence[Item]) -> BoolArray:
        """Say of which items the first member cuts the passage under a view, (items,); members read alike.

        What was measured once is remembered: an experiment asks it, and the run's record once more.
        """
        cells = own_cells([named_view(view)(item) for item in items])
        key = cells.keys().tobytes()
        if key not in self._cut:
            cut = np.zeros(len(items), dtype=np.bool_)
            np.logical_or.at(cut, cells.rows, self.first.sizes(as_read(self.first, cells)).truncated)
            self._cut[key] = cut
        return self._cut[key]


@dataclass(frozen=True, slots=True)
class Systems:
    """The system of each view, in the order O, QO, CO, QOC, and what a reader must know about them."""

    by_view: Mapping[str, System]
    notes: tuple[Reason, ...] = ()

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views there is a system for."""
        return tuple(self.by_view)


def as_read(scorer: Scorer, cells: Cells) -> Cells:
    """Return the cells as a scorer wants them: with the options shown, to one that is shown them."""
    return with_shown(cells) if scorer.listwise else cells


def alone(scorer: Scorer, name: str = "") -> System:
    """Make a system of one scorer."""
    return System(name or scorer.name, (scorer,), (name or scorer.name,))


def seen_in_training(systems: Iterable[System], dataset: Dataset) -> tuple[Reason, ...]:
    """Say which systems were trained on the data and split that they are asked, by their cards, a note for each.

    What a system started from counts too. Data without a split's name is told by its fingerprint alone.
    """
    trained = [system for system in systems if any(_same(data, dataset) for data in _trained_on(system))]
    return tuple(
        Reason("note-seen-in-training", {"system": system.name, "data": _told(dataset)})
        for system in dict.fromkeys(trained)
    )


def _trained_on(system: System) -> Iterator[Mapping[str, Any]]:
    """Yield what the cards of a system, and of all that it started from, say of the data."""
    card = (system.training or {}).get("card")
    while isinstance(card, Mapping):
        if isinstance(card.get("data"), Mapping):
            yield card["data"]
        card = card.get("init")


def _same(data: Mapping[str, Any], dataset: Dataset) -> bool:
    named = _joined(str(data.get("name"))) & _joined(dataset.name)
    return (bool(named and dataset.split) and data.get("split") == dataset.split) or (
        data.get("hash") == dataset.fingerprint
    )


def _joined(name: str) -> set[str]:
    """Return the names of the datasets that were joined: RACE+DREAM is both."""
    return set(name.split("+")) - {""}


def _told(dataset: Dataset) -> str:
    return f"{dataset.name} {dataset.split}" if dataset.split else dataset.name
