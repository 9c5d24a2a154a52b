"""The result of the magnets probe, in one piece, and which of the attacking options hold up as magnets."""

from dataclasses import dataclass, replace

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.experiments.choices import Choices
from magnetite.experiments.magnets.attack import Attack, Outcomes
from magnetite.experiments.magnets.screen import Screen
from magnetite.stats.intervals import Interval, bootstrap_mean
from magnetite.stats.ragged import FloatArray

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a finding is made of: `top` are columns of the screen, and the attacks stand in their order."""

    choices: Choices
    screen: Screen
    search: BoolArray  # (items,)
    top: list[int]
    outcomes: Outcomes
    attacks: list[Attack]
    confirmed: list[Attack]  # the same on the items that were kept from the search
    every: Outcomes  # of the whole pool


def holding_up(result: Result) -> list[int]:
    """Return the places in the top list that hold magnets, judged on the items kept from the search if there are any.

    A magnet's interference is above the pool's average beyond its interval and, where answers are known, swapping
    it in lowers accuracy beyond chance.
    """
    confirmed = not result.search.all()
    scores = result.screen.part(~result.search) if confirmed else result.screen.interference
    attacks = result.confirmed if confirmed else result.attacks
    average = float(np.nanmean(scores.estimate))
    labelled = bool(result.choices.labelled.any())
    return [
        place
        for place, k in enumerate(result.top)
        if scores.n[k] and scores.low[k] > average and (not labelled or _lowers(attacks[place]))
    ]


def _lowers(attack: Attack) -> bool:
    return attack.n > 0 and attack.p < SIGNIFICANT and attack.difference.estimate < 0


def mean_interference(screen: Screen, resamples: int, seed: int) -> Interval:
    """Estimate the mean of all options' interference scores, with a bootstrap over passages."""
    mean = bootstrap_mean(_item_parts(screen), screen.passages, resamples=resamples, seed=seed)
    return replace(mean, high=min(mean.high, 1.0))


def _item_parts(screen: Screen) -> FloatArray:
    """Return what each item adds to the mean of all T_k, (items,), scaled so that the parts have that mean."""
    n = screen.interference.n
    each = np.divide(1.0, n, out=np.zeros(len(n)), where=n > 0) / (n > 0).sum()
    parts: FloatArray = (screen.wins @ each) * len(screen.wins)
    return parts
