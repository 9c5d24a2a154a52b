"""What is asked of a search for magnets. Its fields are flags, so nothing heavy is imported here."""

from dataclasses import dataclass, fields
from typing import Any

from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.setting import setting

MODES = ("full", "race")
MEMBERS = ("first", "all")
REPLACE = ("random", "strongest", "weakest", "each")
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

    screen_passages: int = setting(100, "Screen the questions of this many passages.", least=1)
    pool_passages: int = setting(300, "Draw options from this many passages of each split.", least=1)
    pool_splits: tuple[str, ...] | None = setting(
        None, "Splits to draw options from.", metavar="SPLIT,…", otherwise="test,train"
    )
    pool: str | None = setting(None, "Options of your own: JSONL, CSV, or a text file with one a line.", metavar="FILE")
    pool_limit: int | None = setting(None, "Try only this many options of the pool.", least=1)
    mode: str = setting("full", "full, or race: only the cells that the strongest need.")
    error: float = setting(0.05, "Probability that a race misses any of the top.")
    above: float | None = setting(None, "In a race, find also every option with at least this interference.")
    worth: float = setting(0.05, "In a race, options of this interference or less are not ranked.")
    top: int = setting(20, "Magnets to find and to attack with.", least=1)
    series_at_most: int | None = setting(3, "Option combinations among the magnets, at most.", least=0)
    replace: str = setting("random", "The wrong option that is replaced: random, strongest, weakest, or each.")
    validate: bool = setting(True, "Try the magnets on every question of the split.", flag="--validate/--no-validate")
    members: str = setting("first", "Members of an ensemble: first, or all, each as a system.")
    resamples: int = 2000

    def __post_init__(self) -> None:
        for name, known in (("mode", MODES), ("members", MEMBERS), ("replace", REPLACE)):
            if getattr(self, name) not in known:
                raise unknown_name(name, str(getattr(self, name)), list(known))
        _require_whole("resamples", self.resamples, 1)
        for field in fields(self):
            if "least" in field.metadata and field.metadata["least"] is not None:
                _require_whole(field.name, getattr(self, field.name), field.metadata["least"])
        for name in _OF_THE_RACE:
            _require_share(name, getattr(self, name))
        if not 0 < self.error < 1:
            raise UsageError(f"error is {self.error!r}; expected a probability between 0 and 1, such as 0.05.")
        for field in fields(self) if self.mode == "full" else ():
            if field.name in _OF_THE_RACE and getattr(self, field.name) != field.default:
                raise UsageError(f"{field.name} belongs to the race; a full screen scores every cell. Add --mode race.")


def _require_whole(name: str, value: Any, least: int) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
        raise UsageError(f"{name} is {value!r}; expected a whole number of at least {least}.")


def _require_share(name: str, value: Any) -> None:
    if value is not None and (not isinstance(value, int | float) or not 0 <= value <= 1):
        raise UsageError(f"{name} is {value!r}; expected a share from 0 to 1.")
