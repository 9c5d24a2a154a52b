"""The cost and outcome of a race: cells asked for, options dropped and when, and with what confidence."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments.magnets.pool import Pool
from magnetite.experiments.sentences import counted, percent
from magnetite.stats.successive import Raced

ALL = "all systems"


def race_finding(race: Raced, pool: Pool, stand_in_cells: int, *, settings: Mapping[str, Any]) -> Finding:
    """Report a race over the options of `pool`; `stand_in_cells` were scored by cheaper systems on the way."""
    rows = [(ALL, number, each.questions, each.options, each.cells) for number, each in enumerate(race.rounds, 1)]
    names = ("system", "round", "questions", "options", "cells")
    columns: dict[str, list[Value]] = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    return Finding(
        probe="race",
        title="The race",
        sentence=(
            f"{counted(len(race.survivors), 'option')} of {len(race.left_at):,} found with {race.cells:,} of "
            f"{race.of:,} cells a system, {percent(race.cells / race.of)} of the full screen."
        ),
        numbers=(
            Number("cells asked for", race.cells, unit="count"),
            Number("cells of a full screen", race.of, unit="count"),
            Number("share of the full screen", race.cells / race.of, n=race.of),
            Number("interference to reach", race.bound),
            Number("never dropped", int((race.left_at < 0).sum()), unit="count"),
            Number("scores of stand-ins", stand_in_cells, unit="count"),
        ),
        tables=(Table("rounds", "Options left after each round of questions", columns, "race"), _dropped(race, pool)),
        settings=dict(settings),
        notes=tuple(_notes(settings)),
    )


def _notes(settings: Mapping[str, Any]) -> Iterator[str]:
    """Describe what a race may get wrong, and with what probability."""
    top, error, worth, above = (settings[name] for name in ("top", "error", "worth", "above"))
    yield (
        f"The probability, over the random order of the questions, that any of the {top} strongest is missing is at "
        f"most {percent(error)}; of options that tie for the last place any may stand. All option combinations were "
        f"scored. The scores of those that were not dropped are exact. Options of {percent(worth)} or less are not "
        "ranked."
    )
    if above is not None:
        yield f"The same bound holds for the probability that any option that reaches {percent(above)} is missing."


def _dropped(race: Raced, pool: Pool) -> Table:
    """List after how many questions each option was dropped, None where it was not."""
    order = np.argsort(np.where(race.left_at < 0, len(race.left_at), race.left_at), kind="stable")[::-1]
    left = race.left_at[order].tolist()
    columns: dict[str, list[Value]] = {
        "option": [pool.options[k] for k in order],
        "questions": [None if at < 0 else at for at in left],
    }
    return Table("dropped", "After how many questions each option was dropped", columns)
