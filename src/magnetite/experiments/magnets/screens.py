"""Several systems screened over the same questions and the same pool, and the magnets they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import ScoreArray
from magnetite.core.items import Item
from magnetite.experiments.choices import Choices, read_choices
from magnetite.experiments.magnets.pool import Pool
from magnetite.experiments.magnets.screen import Screen, screened
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Screens:
    """What each system, by name, chose among the items' own options, and its screen of the pool."""

    items: tuple[Item, ...]
    pool: Pool
    choices: Mapping[str, Choices]
    screens: Mapping[str, Screen]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the systems' names."""
        return tuple(self.screens)

    @property
    def interference(self) -> FloatArray:
        """Return T_k of each system, (options, systems); NaN where an option could be tried nowhere."""
        return np.stack([screen.interference.estimate for screen in self.screens.values()], axis=1)

    @property
    def mean(self) -> FloatArray:
        """Return the mean of the systems' T_k, (options,) (Lin et al. 2021, §4.3)."""
        mean: FloatArray = self.interference.mean(axis=1)
        return mean


def screens_of(
    items: Sequence[Item], pool: Pool, own: Mapping[str, ScoreArray], crossed: Mapping[str, ScoreArray]
) -> Screens:
    """Read the screens from each system's scores: of the items' own options, and of items × pool where allowed."""
    choices = {name: read_choices(items, scores) for name, scores in own.items()}
    screens = {name: screened(items, choices[name], pool, crossed[name]) for name in own}
    return Screens(tuple(items), pool, choices, screens)


def ordered(interference: FloatArray, options: Sequence[str]) -> list[int]:
    """Order options by interference, (options,), highest first, equals by their text; those never tried stay out."""
    tried = np.flatnonzero(~np.isnan(interference)).tolist()
    return sorted(tried, key=lambda k: (-interference[k], options[k]))


def magnet_set(screens: Screens, interference: FloatArray, many: int, series_at_most: int | None) -> list[int]:
    """Return the `many` options of highest interference, at most this many of them combinations (Lin et al., §4.3)."""
    series = next(iter(screens.screens.values())).series
    order = ordered(interference, screens.pool.options)
    combining = [k for k in order if series[k]]
    dropped = set() if series_at_most is None else set(combining[series_at_most:])
    return [k for k in order if k not in dropped][:many]
