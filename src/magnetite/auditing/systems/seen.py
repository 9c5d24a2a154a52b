"""Which systems were trained on the questions that they are asked: their answers say little about reading then.

What this file leaves out: what a card holds (`folders`), and refusing dev questions that are trained on (`training`).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from magnetite.auditing.systems.system import System
from magnetite.core.items import Dataset


def seen_in_training(systems: Iterable[System], dataset: Dataset) -> tuple[str, ...]:
    """Say which systems were trained on the data and split that they are asked, by their cards, one sentence each.

    What a system started from counts too. Data without a split's name is told by its fingerprint alone.
    """
    trained = [system for system in systems if any(_same(data, dataset) for data in _trained_on(system))]
    return tuple(
        f"The system '{system.name}' was trained on questions of {_told(dataset)}, "
        "which it is asked here. What it gets right there it may remember. Ask a split that it never saw."
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
    named = dataset.split and (data.get("name"), data.get("split")) == (dataset.name, dataset.split)
    return bool(named) or data.get("hash") == dataset.fingerprint


def _told(dataset: Dataset) -> str:
    return f"{dataset.name} {dataset.split}" if dataset.split else dataset.name
