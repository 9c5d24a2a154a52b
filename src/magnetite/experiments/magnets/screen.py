"""The screen: every irrelevant option against every question it may be tried on, and the interference scores.

Lin et al. (2021, §3.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.items import Item
from magnetite.experiments.choices import Choices, passages_of
from magnetite.experiments.draws import draw
from magnetite.experiments.magnets.pool import Pool
from magnetite.experiments.magnets.series import is_series
from magnetite.stats.intervals import Intervals, shares


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A pool's scores, (items, options), -inf where an option was not tried, and what follows from them.

    `wins`: the option's score is strictly above all the item's own, T_ik of the paper.
    `interference`: T_k per option, over the items it was tried on, with its interval.
    """

    pool: Pool
    scores: ScoreArray  # (items, options)
    best: ScoreArray  # (items,): the highest score of an item's own options
    wins: BoolArray  # (items, options)
    passages: IntArray  # (items,)
    interference: Intervals  # (options,)
    series: BoolArray  # (options,): whether it combines other options

    def part(self, rows: BoolArray) -> Intervals:
        """Return the interference scores over some of the items, (options,)."""
        return shares(self.wins[rows], self.pool.allowed[rows], self.passages[rows])


def screened(items: Sequence[Item], choices: Choices, pool: Pool, scores: ScoreArray) -> Screen:
    """Read the screen from scores aligned with `core.cells.crossed_cells(items, pool.options, pool.allowed)`."""
    matrix = np.full(pool.allowed.shape, -np.inf, dtype=np.float32)
    matrix[pool.allowed] = scores
    best = choices.best.astype(np.float32)
    wins, passages = matrix > best[:, None], passages_of(items)
    series = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
    return Screen(pool, matrix, best, wins, passages, shares(wins, pool.allowed, passages), series)


def ranked(screen: Screen, interference: Intervals) -> list[int]:
    """Order the options that were tried by their interference, strongest first, equals by their text."""
    options, values = screen.pool.options, interference.estimate.tolist()
    tried = np.flatnonzero(interference.n).tolist()
    return sorted(tried, key=lambda k: (-values[k], options[k]))


def strongest(screen: Screen, rows: BoolArray, many: int, series_at_most: int | None) -> list[int]:
    """Return the options with the highest interference on some of the items, at most this many of them combinations."""
    order = ranked(screen, screen.part(rows))
    combining = [k for k in order if screen.series[k]]
    dropped = set() if series_at_most is None else set(combining[series_at_most:])
    return [k for k in order if k not in dropped][:many]


def searched(items: Sequence[Item], screen: Screen, confirm_share: float, seed: int) -> BoolArray:
    """Return which items the search for the strongest sees, (items,): those of a seeded part of the passages.

    All of them where a side would be left with fewer than two passages, or with no option tried.
    """
    names = sorted({item.passage_id for item in items}, key=lambda name: (draw(seed, "confirm", name), name))
    held_out = round(len(names) * confirm_share)
    confirming = set(names[:held_out])
    search = np.array([item.passage_id not in confirming for item in items], dtype=np.bool_)
    enough = held_out >= 2 and len(names) - held_out >= 2
    tried = [bool(screen.pool.allowed[rows].any()) for rows in (search, ~search)]
    return search if enough and all(tried) else np.ones(len(items), dtype=np.bool_)
