"""The tables of the magnets probe: the interference curve, the attacks, their confirmation, and one row per item."""

from collections.abc import Sequence

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.items import Item, letter
from magnetite.core.results import Table, Value
from magnetite.experiments.choices import Choices, finite, known, letters
from magnetite.experiments.magnets.attack import Attack, Outcomes
from magnetite.experiments.magnets.screen import Screen, ranked
from magnetite.stats.intervals import Intervals

ORIGINS = 3  # ids that an option's origins name at most


def interference_table(screen: Screen) -> Table:
    """List every option with its interference score, strongest first: the curve of Lin et al. (2021), Figure 2."""
    order, scores = ranked(screen, screen.interference), screen.interference
    columns: dict[str, list[Value]] = {
        "rank": list(range(1, len(order) + 1)),
        "option": [screen.pool.options[k] for k in order],
        "interference": scores.estimate[order].tolist(),
        "low": scores.low[order].tolist(),
        "high": scores.high[order].tolist(),
        "n": scores.n[order].tolist(),
        "wins": screen.wins.sum(axis=0)[order].tolist(),
        "series": screen.series[order].tolist(),
        "origins": [_origins(screen.pool.origins[k]) for k in order],
    }
    return Table(
        "interference", "How often each irrelevant option beats all of a question's own", columns, "interference_curve"
    )


def attacks_table(screen: Screen, top: Sequence[int], attacks: Sequence[Attack]) -> Table:
    """List the attacks in the order of the search: accuracy before and after, and what was chosen instead."""
    columns: dict[str, list[Value]] = {
        "option": [screen.pool.options[k] for k in top],
        "series": screen.series[list(top)].tolist(),
        "interference": screen.interference.estimate[list(top)].tolist(),
        "before": [finite(a.before) for a in attacks],
        "after": [finite(a.after.estimate) for a in attacks],
        "difference": [finite(a.difference.estimate) for a in attacks],
        "low": [finite(a.difference.low) for a in attacks],
        "high": [finite(a.difference.high) for a in attacks],
        "p": [a.p if a.n else None for a in attacks],
        "caught": [finite(a.caught) for a in attacks],
        "stable": [finite(a.stable) for a in attacks],
        "n": [a.n for a in attacks],
    }
    return Table("attacks", "Accuracy when one wrong option is replaced", columns, "attacks")


def confirmation_table(
    screen: Screen, top: Sequence[int], search: Intervals, confirm: Intervals, attacks: Sequence[Attack]
) -> Table:
    """List the attacking options with their interference on the search and on the passages kept from it.

    `low`, `high` and `n` belong to `interference_confirm`; `before`, `after` and `p` are the attack's there.
    """
    bounds = [confirm[k] for k in top]
    columns: dict[str, list[Value]] = {
        "option": [screen.pool.options[k] for k in top],
        "interference_screen": [finite(search[k].estimate) for k in top],
        "interference_confirm": [finite(b.estimate) for b in bounds],
        "low": [b.low if b.n else None for b in bounds],
        "high": [b.high if b.n else None for b in bounds],
        "n": [b.n for b in bounds],
        "before": [finite(a.before) for a in attacks],
        "after": [finite(a.after.estimate) for a in attacks],
        "p": [a.p if a.n else None for a in attacks],
    }
    return Table("confirmation", "The strongest options on passages the search had not seen", columns)


def item_rows(items: Sequence[Item], choices: Choices, screen: Screen, outcomes: Outcomes) -> Table:
    """List per item how many options beat its own, and what is chosen before and after the first of the attacks."""
    nearest = screen.scores.argmax(axis=1)
    beaten = screen.wins.sum(axis=1)
    on = outcomes.on[:, 0]
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in items],
        "beaten_by": beaten.tolist(),
        "tried": screen.pool.allowed.sum(axis=1).tolist(),
        "strongest": [screen.pool.options[k] if b else None for k, b in zip(nearest, beaten, strict=True)],
        "chosen_before": letters(choices.chosen),
        "correct_before": known(choices.correct, choices.labelled),
        "chosen_after": _chosen_after(outcomes, on),
        "correct_after": known(outcomes.stable[:, 0], on),
    }
    return Table("items", "Every question", columns)


def _chosen_after(outcomes: Outcomes, on: BoolArray) -> list[Value]:
    after = np.where(outcomes.caught[:, 0], -1, outcomes.chosen).tolist()
    named = ["magnet" if index < 0 else letter(index) for index in after]
    return [name if made else None for name, made in zip(named, on.tolist(), strict=True)]


def _origins(ids: Sequence[str]) -> str:
    if not ids:
        return "given"
    return "; ".join([*ids[:ORIGINS], *(["..."] if len(ids) > ORIGINS else [])])
