"""What most experiments ask a panel for: own options under a system's view, and the temperatures of some systems."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from magnetite.core.cells import ScoreArray, own_cells
from magnetite.core.experiment import Members, Panel
from magnetite.core.items import Item
from magnetite.views.partial import in_order, richest, view


def views_of(panel: Panel) -> tuple[str, ...]:
    """Return the views there is a system for, from the poorest to the richest, in a panel with one for each view."""
    return in_order(panel.panelists)


def richest_of(panel: Panel) -> str:
    """Return the name of the system that sees most, in a panel with one for each view. Raises UsageError for none."""
    return richest(panel.panelists)


def own_scores(panel: Panel, name: str, items: Sequence[Item], label: str, members: Members = "all") -> ScoreArray:
    """Ask a system for all options of the items, put under its view; aligned with `core.cells.own_cells(items)`."""
    see = view(panel.panelists[name].view)
    return panel.score(name, own_cells([see(item) for item in items]), label, members)


E = TypeVar("E", bound=Any)  # an experiment with the settings `temperatures` and `calibrated_on`


def calibrated(experiment: E, panel: Panel, names: Iterable[str]) -> E:
    """Return the experiment with the systems' temperatures among its settings, unless its user has set some."""
    if experiment.temperatures:
        return experiment
    asked = {name: panel.temperature(name) for name in names}
    known = {name: value for name, value in asked.items() if value is not None}
    return replace(experiment, temperatures=known, calibrated_on=panel.calibrated_on()) if known else experiment
