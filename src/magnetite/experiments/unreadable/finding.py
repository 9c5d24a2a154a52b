"""Un-readable attacks: what shuffled words that nobody can read do to accuracy (Si et al. 2019, Section 3)."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from magnetite.core.results import Finding, Number
from magnetite.experiments.choices import number, passages_of
from magnetite.experiments.unreadable.effects import Bootstrap, Effect
from magnetite.experiments.unreadable.items import caught_table, examples_table, flips_table, item_rows
from magnetite.experiments.unreadable.reading import Reading, Trial
from magnetite.experiments.unreadable.tables import (
    ALL,
    attacks_table,
    controls_table,
    lengths_table,
    measured,
    texts_table,
    truncated_table,
)
from magnetite.experiments.unreadable.words import notes, ordered, sentence
from magnetite.stats.intervals import Interval
from magnetite.stats.paired import difference
from magnetite.views.unreadable import AttackSettings

NAME = "unreadable"
TITLE = "Un-readable attacks"


def unreadable_finding(
    trial: Trial,
    readings: Mapping[str, Reading],
    *,
    settings: Mapping[str, Any],
    attack_settings: AttackSettings,
    bootstrap: Bootstrap,
    listed: int = 20,
    unlabelled: int = 0,
) -> Finding:
    """Report every attack on every system, beside its controls; `listed` flips of each, `unlabelled` items left out."""
    found = measured(trial, readings, trial.attacks, bootstrap)
    overall = {system: found[system, ALL] for system in readings}
    gaps = {system: _gap(trial, readings[system], effects, bootstrap) for system, effects in overall.items()}
    lengths = lengths_table(trial)
    tables = (
        attacks_table(trial, found),
        controls_table(trial, readings, bootstrap),
        examples_table(trial, readings),
        flips_table(trial, readings, listed),
        caught_table(trial, readings),
        lengths,
        texts_table(trial),
        truncated_table(readings),
    )
    return Finding(
        probe=NAME,
        title=TITLE,
        sentence=sentence(trial, overall, {system: gap for system, gap in gaps.items() if gap is not None}),
        numbers=tuple(_numbers(overall, gaps)),
        tables=tuple(table for table in tables if len(table)),
        items=item_rows(trial, readings),
        settings=dict(settings),
        notes=notes(trial, readings, lengths, attack_settings, unlabelled),
    )


def _gap(trial: Trial, reading: Reading, effects: Mapping[str, Effect], bootstrap: Bootstrap) -> Interval | None:
    """Return how much more the second most effective attack leaves than the most effective one; None for one attack."""
    if len(effects) < 2:
        return None
    first, second = (reading.after[name].correct for name in ordered(effects)[:2])
    return difference(second, first, passages_of(trial.items), resamples=bootstrap.resamples, seed=bootstrap.seed)


def _numbers(overall: Mapping[str, Mapping[str, Effect]], gaps: Mapping[str, Interval | None]) -> Iterator[Number]:
    """Yield each system's numbers, those of its most effective attack first."""
    for system, effects in overall.items():
        order = ordered(effects)
        yield number("accuracy before", effects[order[0]].before, group=system)
        yield from (number("accuracy after", effects[name].after, group=f"{system}: {name}") for name in order)
        yield from (number("relative change", effects[name].relative, "change", f"{system}: {name}") for name in order)
        changes = [effects[name].relative.estimate for name in order]
        yield Number("mean relative change", float(np.mean(changes)), n=len(order), unit="change", group=system)
        gap = gaps[system]
        if gap is not None:
            yield number("left more by the next most effective", gap, "points", system)
