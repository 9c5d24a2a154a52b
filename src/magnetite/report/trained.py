"""How the audited systems were trained: their cards, and a learning curve where one was kept.

What this file leaves out: HTML (`templates/`) and how a curve is drawn (`learning`).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from magnetite.core.results import Run, Table
from magnetite.report.figures import Shown, shown_figures
from magnetite.report.headings import show_view

_WHILE = "Measured on the questions that it was being trained on, as training went."
_CURVE = ("step", "loss", "accuracy")


@dataclass(frozen=True, slots=True)
class Trained:
    """Hold one system's training: its name, its card as pairs of a name and a text, and its figures, if any."""

    name: str
    card: tuple[tuple[str, str], ...]
    figures: tuple[Shown, ...]


def trained_systems(run: Run) -> tuple[Trained, ...]:
    """Return the systems whose training is known, in the run's order."""
    return tuple(
        _trained(system, f"trained-{place}") for place, system in enumerate(run.systems) if system.get("training")
    )


def flat(settings: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    """Write nested settings as pairs of a dotted name and a text.

    >>> list(flat({"seed": 1, "magnets": {"pool": 100}}))
    [('seed', '1'), ('magnets.pool', '100')]
    """
    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _trained(system: Mapping[str, Any], prefix: str) -> Trained:
    training = system["training"]
    card = dict(training.get("card") or {})
    curve = training.get("curve") or card.get("curve") or []
    card.pop("curve", None)
    drawn = shown_figures(_table(curve), prefix) if curve else ()
    if all(point.get("split", "train") == "train" for point in curve):
        drawn = tuple(replace(figure, caption=_WHILE) for figure in drawn)
    return Trained(show_view(system.get("view")), tuple(flat(card)), drawn)


def _table(curve: Iterable[Mapping[str, Any]]) -> Table:
    """Turn a card's curve into a table of learning curves; a card that names no split was measured while training."""
    points = list(curve)
    columns = {name: [point.get(name) for point in points] for name in _CURVE}
    seeds = [point.get("seed", 0) for point in points]
    splits = [point.get("split", "train") for point in points]
    return Table("curve", "Learning curve", {"seed": seeds, "split": splits, **columns}, "learning_curve")
