"""`magnets`: options that attract a system whatever the passage says, and what they do to its accuracy."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.commands.command import Command, function_of
from magnetite.core.errors import unknown_name
from magnetite.core.setting import part, setting
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.request import CHECK_MEMBERS, DATA, RICHEST, Asking, Reading, check_values, models

if TYPE_CHECKING:
    from magnetite.auditing.driver import Prepared
    from magnetite.core.items import Dataset


@dataclass(frozen=True, slots=True)
class MagnetSettings:
    """Every setting of a search for magnets: the experiment's, and where it takes options from.

    The options of `pool_passages` passages are drawn from each split of `pool_splits` (None: of test and train, those
    that the data has); or `pool` names a list of options (`formats.option_lists`). `members`: of an ensemble the first
    alone, or each as a system. `validate`: try the magnets on every question of the split, else on the screened ones
    alone.
    """

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    models: Any = models()
    search: Magnets = part(Magnets, "pool", "seed", "drawn", "full")
    pool_passages: int = setting(300, "Draw options from this many passages of each split.", least=1)
    pool_splits: tuple[str, ...] | None = setting(
        None, "Splits to draw options from.", metavar="SPLIT,…", otherwise="test,train"
    )
    pool: str | None = setting(
        None,
        "Options of your own: JSONL, CSV, a text file with one a line; or lin2021-a2, -a3 or -table1, the paper's.",
        metavar="FILE|LIST",
    )
    members: str = setting("first", "Members of an ensemble: first, or all, each as a system.")
    validate: bool = setting(True, "Try the magnets on every question of the split.", flag="--validate/--no-validate")
    reading: Reading = part(Reading, split="The split whose questions are asked.  \\[default: test, or the only one]")
    asking: Asking = part(Asking, "model", "systems", views=RICHEST)
    output: str | None = setting(None, "The run's folder.", metavar="FOLDER", otherwise="a new one under runs/")
    overwrite: bool = setting(False, "Write into a folder that holds another run or other files.")

    def __post_init__(self) -> None:
        check_values(self)
        if self.members not in CHECK_MEMBERS:
            raise unknown_name("members", str(self.members), list(CHECK_MEMBERS))


MAGNETS: "Command[MagnetSettings, Prepared]" = Command(
    "magnets",
    MagnetSettings,
    "magnetite.auditing.magnets:prepared",
    ("data", "models"),
    "this search",
    """Screen a pool of irrelevant options, find the magnets, and attack with them.

    Example: magnetite magnets RACE.tar.gz --model bundled --mode race
    """,
)
magnets = function_of(
    MAGNETS,
    """Search for magnet options and attack with them, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named; the pool is drawn from its test and training splits,
    where it has them. `models`: one or several, each as in `audit`; of those with systems for several views the one
    that sees most, or those of `views`. The run folder holds `options.jsonl`, every option with its interference score
    (of a race, those it kept), for `magnetite train --augment-with`; and `magnets.jsonl`, the set.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.magnets("sample", "longest", store="off", top=3)
    >>> len(set(run.finding("attack").table("attacks").values("option")))
    3
    """,
)
