"""Let systems answer an exam: own cells under O, QO and QOC, through the store, as calibrated probabilities.

Questions without a passage are not asked under QOC. Systems that see all options at once are welcome: only a question's
own options are scored.
What this file leaves out: which systems (`check.settings`), and what follows from the probabilities (`probes.flags`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from magnetite.auditing.run import Cost
from magnetite.auditing.scoring import Watch, asked_cells, score_need
from magnetite.auditing.systems.system import System, Systems
from magnetite.auditing.training.calibrate import stored_temperatures
from magnetite.core.cells import own_cells
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need
from magnetite.engine import Store, estimate, plan
from magnetite.probes.flags import Exam, exam_of
from magnetite.views import view as named_view


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """Hold an exam with its systems' probabilities, their temperatures by view, and how many scores that took."""

    exam: Exam
    temperatures: Mapping[str, float]
    asked: int = 0
    stored: int = 0
    scored: int = 0


def asked_under(view: str, items: tuple[Item, ...]) -> list[int]:
    """Return which items are asked under a view, by place: all, or those that have what the view shows."""
    return [place for place, item in enumerate(items) if "C" not in view or item.passage.strip()]


def views_of(dataset: Dataset, views: tuple[str, ...]) -> tuple[str, ...]:
    """Return the views under which at least one question can be asked."""
    return tuple(view for view in views if asked_under(view, dataset.items))


def answer(
    dataset: Dataset,
    systems: Systems,
    store: Store | None,
    *,
    batch_tokens: int | None = None,
    watch: Watch = lambda _n, _p: None,
) -> Answered:
    """Score every question under every view there is a system for."""
    heat = stored_temperatures(systems.by_view).by_view
    rows, counts = {}, [0, 0, 0]
    for view, system in systems.by_view.items():
        places = asked_under(view, dataset.items)
        asked = tuple(dataset[place] for place in places)
        done = score_need(
            system, _need(view, asked), store, batch_tokens=batch_tokens, label=f"check: {view}", watch=watch
        )
        found = exam_of(asked, {view: done.scores}, heat).probabilities[view]
        by_place = dict(zip(places, found, strict=True))
        rows[view] = tuple(by_place.get(place, ()) for place in range(len(dataset)))
        counts = [a + b for a, b in zip(counts, (done.asked, done.stored, done.scored), strict=True)]
    return Answered(Exam(dataset.items, rows), heat, *counts)


def scoring_costs(
    dataset: Dataset, systems: Systems, store: Store | None, *, batch_tokens: int | None = None
) -> list[Cost]:
    """Say what a check would cost: a row for each view and member. A few cells are scored to measure the speed."""
    rows = []
    for view, system in systems.by_view.items():
        need = _need(view, tuple(dataset[place] for place in asked_under(view, dataset.items)))
        for name, member in zip(_names(system), system.members, strict=True):
            cells = asked_cells(member, need)
            scores = None if store is None else store.open_scores(member.fingerprint)
            planned = plan(cells, scores)
            seconds = estimate(cells, member, planned, scores, batch_tokens=batch_tokens)
            rows.append(Cost("check", view, name, planned.unique, planned.stored, seconds))
    return rows


def _need(view: str, items: tuple[Item, ...]) -> Need:
    return Need(view, own_cells([named_view(view)(item) for item in items]))


def _names(system: System) -> list[str]:
    return [system.name] if len(system.members) == 1 else [f"{system.name}/{name}" for name in system.names]
