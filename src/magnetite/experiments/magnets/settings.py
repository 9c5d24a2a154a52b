"""The settings of a search for magnets, checked before anything is read."""

from dataclasses import dataclass, fields
from typing import Any

from magnetite.core.errors import UsageError, unknown_name
from magnetite.experiments.magnets.attacks import REPLACE

MODES = ("full", "race")
MEMBERS = ("first", "all")
_OF_THE_RACE = ("error", "above", "worth")


@dataclass(frozen=True, slots=True)
class MagnetSettings:
    """The settings of `magnets`; the defaults are the paper's (Lin et al. 2021, §4.1, §4.3).

    `screen_passages`: the questions of so many passages are screened. `pool_passages`: the options of so many passages
    are drawn from each split of `pool_splits` (None: of test and train, those that the data has); or `pool` names a
    file of options; `pool_limit` keeps the first of either. `mode`: "full" scores every cell; "race" only those that
    the top needs, with the probability `error` of missing any of it, and also finds all whose interference reaches
    `above`; options of `worth` or less are not told apart. `top` options, at most `series_at_most` of them
    combinations (None: any number), make the set. `replace`: which wrong option a magnet replaces. `validate`:
    try the set on every question of the split. `members`: of an ensemble the first alone, or each as a system.
    """

    screen_passages: int = 100
    pool_passages: int = 300
    pool_splits: tuple[str, ...] | None = None
    pool: str | None = None
    pool_limit: int | None = None
    mode: str = "full"
    error: float = 0.05
    above: float | None = None
    worth: float = 0.05
    top: int = 20
    series_at_most: int | None = 3
    replace: str = "random"
    validate: bool = True
    members: str = "first"
    resamples: int = 2000

    def __post_init__(self) -> None:
        for name, known in (("mode", MODES), ("members", MEMBERS), ("replace", REPLACE)):
            if getattr(self, name) not in known:
                raise unknown_name(name, str(getattr(self, name)), list(known))
        least = {"screen_passages": 1, "pool_passages": 1, "pool_limit": 1, "top": 1, "resamples": 1}
        for name, lowest in (least | {"series_at_most": 0}).items():
            _whole(name, getattr(self, name), lowest)
        for name in _OF_THE_RACE:
            _share(name, getattr(self, name))
        if not 0 < self.error < 1:
            raise UsageError(f"error is {self.error!r}; expected a probability between 0 and 1, such as 0.05.")
        for field in fields(self) if self.mode == "full" else ():
            if field.name in _OF_THE_RACE and getattr(self, field.name) != field.default:
                raise UsageError(f"{field.name} belongs to the race; a full screen scores every cell. Add --mode race.")


def _whole(name: str, value: Any, least: int) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
        raise UsageError(f"{name} is {value!r}; expected a whole number of at least {least}.")


def _share(name: str, value: Any) -> None:
    if value is not None and (not isinstance(value, int | float) or not 0 <= value <= 1):
        raise UsageError(f"{name} is {value!r}; expected a share from 0 to 1.")
