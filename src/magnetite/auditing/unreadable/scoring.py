"""Who is attacked, with which questions, and scoring for it: every system answers whole questions, each its own list.

A system that sees all options at once is attacked like any other, since an attack shows it whole questions: the score
of the answer may then change because of what stands beside it, which is part of what is measured.
What this file leaves out: the attacks and what they show (`probes.unreadable`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from magnetite.auditing.run import Cost
from magnetite.auditing.scoring import Watch, asked_cells, score_need
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.named import named_systems, refuse_twins
from magnetite.auditing.systems.system import System
from magnetite.core.cells import BoolArray, Cells, ScoreArray, own_cells
from magnetite.core.errors import DataError
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need
from magnetite.core.scorer import Scorer
from magnetite.engine import Store, estimate, plan
from magnetite.views import view as named_view


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """Hold one system that is attacked, by a name that tells it from the others, and the view it reads."""

    name: str
    view: str
    system: System

    @property
    def temperature(self) -> float | None:
        """Return the temperature its scores are divided by; None where it is not calibrated."""
        return None if self.system.calibration is None else self.system.calibration.temperature

    def cells(self, items: Sequence[Item]) -> Cells:
        """Ask for the items' own options under the view."""
        seen = named_view(self.view)
        return own_cells([seen(item) for item in items])


def readers(models: Sequence[str | Scorer], settings: AuditSettings) -> tuple[list[Reader], list[str]]:
    """Find the systems of all models: the richest view of each, or the views asked for; and what is to be said of them.

    Raises UsageError for a model named twice.
    """
    found, notes = named_systems(models, settings.views, seed=settings.seed, options=settings.encoder)
    refuse_twins((each.name, each.view, each.system.fingerprint) for each in found)
    return [Reader(each.name, each.view, each.system) for each in found], notes


def require_answers(dataset: Dataset) -> None:
    """Raise DataError where no question has a known answer."""
    if all(item.answer is None for item in dataset):
        raise DataError(
            f"{dataset.source or dataset.name}: none of the {len(dataset):,} questions has a known answer, and an "
            "attack has to know which option to leave alone. Name a split with answers."
        )


@dataclass(slots=True)
class Scoring:
    """Score for all systems, through the store, and count what it costs."""

    systems: Sequence[Reader]
    store: Store | None
    batch_tokens: int | None
    watch: Watch
    cost: dict[str, float] = field(default_factory=lambda: {"cells": 0, "stored": 0, "scored": 0})

    def own(self, each: Reader, items: Sequence[Item], label: str) -> ScoreArray:
        """Score the items' own options with one system."""
        label = label if len(self.systems) == 1 else f"{each.name}: {label}"
        need = Need(each.view, each.cells(items))
        found = score_need(each.system, need, self.store, batch_tokens=self.batch_tokens, label=label, watch=self.watch)
        for name, count in (("cells", found.asked), ("stored", found.stored), ("scored", found.scored)):
            self.cost[name] += count
        return found.scores

    def costs(self, needs: Mapping[str, Sequence[Item]]) -> Iterator[Cost]:
        """Say what each member of each system would be asked for, need by need, and measure its speed."""
        for each in self.systems:
            for name, items in needs.items():
                for number, member in enumerate(each.system.members):
                    cells = asked_cells(member, Need(each.view, each.cells(items)))
                    scores = None if self.store is None else self.store.open_scores(member.fingerprint)
                    planned = plan(cells, scores)
                    seconds = estimate(cells, member, planned, scores, batch_tokens=self.batch_tokens)
                    whose = each.name if len(each.system.members) == 1 else f"{each.name}/{each.system.names[number]}"
                    yield Cost("unreadable", name, whose, planned.unique, planned.stored, seconds)


def truncated(each: Reader, items: Sequence[Item]) -> BoolArray:
    """Say of which items the first member had to cut the passage, (items,); members read alike."""
    cells = each.cells(items)
    cut = np.zeros(len(items), dtype=np.bool_)
    sizes = each.system.first.sizes(asked_cells(each.system.first, Need(each.view, cells)))
    np.logical_or.at(cut, cells.rows, sizes.truncated)
    return cut
