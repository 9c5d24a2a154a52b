"""Several models asked about at once: the systems of each, by names that tell them apart.

What this file leaves out: finding the systems of one model (`find`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from magnetite.auditing.systems.find import is_single, systems, trained_systems
from magnetite.auditing.systems.models import NO_OPTIONS, SETS, EncoderOptions, as_scorer, is_baseline
from magnetite.auditing.systems.system import System
from magnetite.core.errors import UsageError
from magnetite.core.scorer import Scorer
from magnetite.views.partial import richest


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """Hold one system by a name that tells it from the others, and the view it reads."""

    name: str
    view: str
    system: System


def named_systems(
    models: Sequence[str | Scorer],
    views: tuple[str, ...] | None,
    *,
    seed: int = 0,
    options: EncoderOptions = NO_OPTIONS,
) -> tuple[list[Named], list[str]]:
    """Find the systems of all models: the richest view of each, or the views asked for; and what is to be said of them.

    Raises UsageError where no model is named, and what `systems` raises.
    """
    if not models:
        raise UsageError("no model was named; expected at least one.")
    found: list[Named] = []
    notes: list[str] = []
    for given in models:
        model = given if isinstance(given, str) else as_scorer(given)
        there = () if not isinstance(model, str) or is_single(model) else tuple(trained_systems(model))
        here = systems(model, views or ((richest(there),) if there else None), seed=seed, options=options)
        label = model if isinstance(model, str) else model.name
        for view in views or (richest(here.views),):
            plain = is_baseline(here.by_view[view].first) and not views
            found.append(Named(label if plain else f"{label.rstrip('/')} {view}", view, here.by_view[view]))
        notes += here.notes if views or label in SETS else ()
    return found, notes


def refuse_twins(named: Iterable[tuple[str, str, str]]) -> None:
    """Raise UsageError where two of (name, view, fingerprint) have one name, or the same weights for the same view."""
    before: list[tuple[str, str, str]] = []
    for name, view, fingerprint in named:
        for other, *same in before:
            if other == name or same == [view, fingerprint]:
                raise UsageError(
                    f"{name}: is named twice, or has the name or the weights of {other}. Name each system once, and "
                    "give each a name of its own."
                )
        before.append((name, view, fingerprint))
