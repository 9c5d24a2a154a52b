"""What a race cost and found: cells asked for, options dropped and when, and with what confidence.

What this file leaves out: the race itself (`stats.race`).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from magnetite.core.results import Finding, Number, Table, Value
from magnetite.probes.pool import Pool
from magnetite.probes.wording import counted, percent
from magnetite.stats.race import Raced


def race_finding(
    raced: Mapping[str, Raced], pool: Pool, top: int, error: float, *, settings: Mapping[str, Any]
) -> Finding:
    """Report the race of each system, by name, over the options of `pool`."""
    rows = [
        (name, number, each.questions, each.options, each.cells)
        for name, race in raced.items()
        for number, each in enumerate(race.rounds, 1)
    ]
    names = ("system", "round", "questions", "options", "cells")
    columns: dict[str, list[Value]] = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    return Finding(
        probe="race",
        title="The race",
        sentence=" ".join(_said(name, race, several=len(raced) > 1) for name, race in raced.items()),
        numbers=tuple(number for name, race in raced.items() for number in _numbers(name, race)),
        tables=(Table("rounds", "Who was left after how many questions", columns, "race"), _dropped(raced, pool)),
        settings=dict(settings),
        notes=(confidence(top, error),),
    )


def confidence(top: int, error: float) -> str:
    """Say what a race may be wrong about, and how probably."""
    return (
        f"The probability, over the random order of the questions, that any of a system's {top} strongest is missing "
        f"is at most {percent(error)} for each system. The scores of those that were not dropped are exact."
    )


def _dropped(raced: Mapping[str, Raced], pool: Pool) -> Table:
    """Tell of each option how many questions it had been asked on when it was dropped, None where it was not."""
    order = np.argsort(
        [max(_left(race, k) for race in raced.values()) for k in range(len(pool.options))], kind="stable"
    )
    columns: dict[str, list[Value]] = {"option": [pool.options[k] for k in order[::-1]]}
    for name, race in raced.items():
        left = race.left_at[order[::-1]].tolist()
        columns[name] = [None if at < 0 else at for at in left]
    return Table("dropped", "After how many questions each option was dropped", columns)


def _left(race: Raced, k: int) -> float:
    return np.inf if race.left_at[k] < 0 else float(race.left_at[k])


def _numbers(name: str, race: Raced) -> tuple[Number, ...]:
    return (
        Number("cells asked for", race.cells, unit="count", group=name),
        Number("cells of a full screen", race.of, unit="count", group=name),
        Number("share of the full screen", race.cells / race.of, n=race.of, group=name),
        Number("interference to reach", race.bound, group=name),
        Number("never dropped", int((race.left_at < 0).sum()), unit="count", group=name),
    )


def _said(name: str, race: Raced, *, several: bool) -> str:
    whose = f"{name}: " if several else ""
    return (
        f"{whose}{counted(len(race.survivors), 'option')} of {len(race.left_at):,} found with {race.cells:,} of "
        f"{race.of:,} cells, {percent(race.cells / race.of)} of the full screen."
    )
