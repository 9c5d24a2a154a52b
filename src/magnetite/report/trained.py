"""How the audited systems were trained: their cards, and learning curves where there are any."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from magnetite.core.results import Run, Table
from magnetite.report.figures import PageFigure, page_figures
from magnetite.report.headings import show_view

_WHILE = "Measured during training, on the questions that the system was being trained on."
_CURVE = ("step", "loss", "accuracy")


@dataclass(frozen=True, slots=True)
class SystemTraining:
    """One system's training: its name, its card as pairs of a name and a text, and its figures, if any."""

    name: str
    card: tuple[tuple[str, str], ...]
    figures: tuple[PageFigure, ...]


def trained_systems(run: Run) -> tuple[SystemTraining, ...]:
    """Return the systems whose training is known, in the run's order."""
    return tuple(
        _trained(system, f"trained-{place}") for place, system in enumerate(run.systems) if system.get("training")
    )


def flat(settings: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    """Yield nested settings as pairs of a dotted name and a text.

    >>> list(flat({"seed": 1, "magnets": {"pool": 100}}))
    [('seed', '1'), ('magnets.pool', '100')]
    """
    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _trained(system: Mapping[str, Any], prefix: str) -> SystemTraining:
    training = system["training"]
    card = dict(training.get("card") or {})
    curve = training.get("curve") or card.get("curve") or []
    card.pop("curve", None)
    figures = page_figures(_table(curve), prefix) if curve else ()
    if all(point.get("split", "train") == "train" for point in curve):
        figures = tuple(replace(figure, caption=_WHILE) for figure in figures)
    return SystemTraining(show_view(system.get("view")), tuple(flat(card)), figures)


def _table(curve: Iterable[Mapping[str, Any]]) -> Table:
    """Return a card's curve as a table of learning curves; points without a split were measured on training data."""
    points = list(curve)
    columns = {name: [point.get(name) for point in points] for name in _CURVE}
    seeds = [point.get("seed", 0) for point in points]
    splits = [point.get("split", "train") for point in points]
    return Table("curve", "Learning curve", {"seed": seeds, "split": splits, **columns}, "learning_curve")
