"""The race for magnets: ask only for the cells that the strongest options need, and drop the others on the way.

Its top has to be full without option combinations, which are few, have a limit of their own, and are all kept. How
options are dropped, and with what probability one of the top is: `stats.race`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from magnetite.core.cells import IntArray, ScoreArray
from magnetite.core.experiment import Panel, Panelist
from magnetite.core.headings import OPTION, SYSTEM
from magnetite.core.items import Item
from magnetite.core.reasons import Reason, many
from magnetite.core.results import Finding, Heading, Number, Table, table
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import read_choices
from magnetite.experiments.magnets.pool import Pool, is_series
from magnetite.experiments.magnets.screen import ask_lists, crossed_with
from magnetite.stats.ragged import FloatArray
from magnetite.stats.successive import Ask, Raced, race

ALL = "all systems"
ROUNDS = (
    SYSTEM,
    Heading("round", unit="count"),
    Heading("questions", "questions asked", "count"),
    Heading("options", "options still in the race", "count"),
    Heading("cells", "scores asked for so far", "count"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """A race, what of the pool is left after it, (options,), and how many cells stand-ins were asked for on the way."""

    result: Raced
    kept: IntArray
    stand_in_cells: int


def raced(
    panel: Panel,
    systems: Sequence[Panelist],
    items: Sequence[Item],
    pool: Pool,
    own: Mapping[str, ScoreArray],
    *,
    top: int,
    above: float | None,
    worth: float,
    error: float,
    seed: int,
    replaced: Mapping[str, IntArray],
) -> Race:
    """Race a pool for the highest mean over systems, whose scores of the items' `own` options are known.

    `replaced`: which option gives way, (items,), by system, of those that are shown all options at once. Stand-ins of
    joint systems race first, at a tenth of the cost, for a guess of what is strong.
    """
    cheap = [known for known in panel.panelists.values() if known.stands_for in {each.name for each in systems}]
    guess, stand_in_cells = _promising(panel, cheap, items, pool, top=top, worth=worth, error=error, seed=seed + 1)
    apart = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
    result = race(
        pool.allowed & ~apart,
        _ask(panel, systems, items, pool, own=own, replaced=replaced)[0],
        top=top,
        above=above,
        worth=worth,
        error=error,
        seed=seed,
        promising=guess,
    )
    whole = replace(
        result,
        left_at=np.where(apart, -1, result.left_at),
        cells=result.cells + int(pool.allowed[:, apart].sum()),
        of=int(pool.allowed.sum()),
    )
    return Race(whole, np.union1d(result.survivors, np.flatnonzero(apart)), stand_in_cells)


def _promising(
    panel: Panel, cheap: Sequence[Panelist], items: Sequence[Item], pool: Pool, **settings: Any
) -> tuple[FloatArray | None, int]:
    """Return what stand-ins find strong, (options,), and the cells they were asked for; None where there are none."""
    if not cheap:
        return None, 0
    own = {known.name: own_scores(panel, known.name, items, "stand-in", "first") for known in cheap}
    ask, cells = _ask(panel, cheap, items, pool, own=own, replaced={})
    result = race(pool.allowed, ask, **settings)
    guess = np.full(len(pool.options), -np.inf)
    guess[result.survivors] = result.interference
    return guess, sum(map(len, own.values())) + sum(cells)


def _ask(
    panel: Panel,
    systems: Sequence[Panelist],
    items: Sequence[Item],
    pool: Pool,
    *,
    own: Mapping[str, ScoreArray],
    replaced: Mapping[str, IntArray],
) -> tuple[Ask, list[int]]:
    """Return what gives a race its margins, and a list that grows by the cells of each request."""
    best = {known.name: read_choices(items, own[known.name]).best for known in systems}
    requests: list[int] = []

    def ask(rows: IntArray, columns: IntArray) -> FloatArray:
        wanted = np.zeros(pool.allowed.shape, dtype=np.bool_)
        wanted[rows, columns] = True
        margins = np.empty((len(rows), len(systems)))
        for place, known in enumerate(systems):
            if known.name in replaced:
                lists = ask_lists(
                    panel, known, items, pool.options, where=wanted, replaced=replaced[known.name], label="race"
                )
                margins[:, place] = (lists.scores - lists.rivals)[rows, columns]
                requests.append(len(rows))
                continue
            cells = crossed_with(known, items, pool.options, wanted)
            scores = np.full(wanted.shape, np.nan)
            scores[wanted] = panel.score(known.name, cells, "race", "first")
            margins[:, place] = (scores - best[known.name][:, None])[rows, columns]
            requests.append(len(cells))
        return margins

    return ask, requests


def race_finding(raced: Race, pool: Pool, *, settings: Mapping[str, Any]) -> Finding:
    """Report a race over the options of `pool`."""
    race = raced.result
    rows = [(ALL, number, each.questions, each.options, each.cells) for number, each in enumerate(race.rounds, 1)]
    values = {"pool": len(race.left_at), "cells": race.cells, "of": race.of, "share": race.cells / race.of}
    return Finding(
        experiment="race",
        title="The race",
        answer=Reason("race-answer", {"options": many(len(race.survivors), "option"), **values}),
        numbers=(
            Number("cells asked for", race.cells, unit="count"),
            Number("cells of a full screen", race.of, unit="count"),
            Number("share of the full screen", race.cells / race.of, n=race.of),
            Number("interference to reach", race.bound),
            Number("never dropped", int((race.left_at < 0).sum()), unit="count"),
            Number("scores of stand-ins", raced.stand_in_cells, unit="count"),
        ),
        tables=(
            table("rounds", "Options left after each round of questions", ROUNDS, rows, "race"),
            _dropped(race, pool),
        ),
        settings=dict(settings),
        notes=tuple(_notes(settings)),
    )


def _notes(settings: Mapping[str, Any]) -> Iterator[Reason]:
    """Describe what a race may get wrong, and with what probability."""
    yield Reason("race-note-error", {name: settings[name] for name in ("top", "error", "worth")})
    if settings["above"] is not None:
        yield Reason("race-note-above", {"above": settings["above"]})


def _dropped(race: Raced, pool: Pool) -> Table:
    """List after how many questions each option was dropped, None where it was not."""
    order = np.argsort(np.where(race.left_at < 0, len(race.left_at), race.left_at), kind="stable")[::-1]
    left = race.left_at[order].tolist()
    columns = (
        OPTION.over(pool.options[k] for k in order),
        Heading("questions", unit="count").over(None if at < 0 else at for at in left),
    )
    return Table("dropped", "After how many questions each option was dropped", columns)
