"""The settings of `magnets`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.errors import unknown_name
from examfiles.items import Dataset
from magnetite.core.setting import part, setting
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.request import CHECK_MEMBERS, DATA, RICHEST, Asking, Reading, Writing, check_values, models

OPTIONS_FILE, MAGNETS_FILE = "options.jsonl", "magnets.jsonl"


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
        "Your own options: JSONL, CSV or a text file with one per line; or lin2021-a2, -a3 or -table1, the paper's.",
        metavar="FILE|LIST",
    )
    members: str = setting("first", "Members of an ensemble: first, or all, each as a system.")
    validate: bool = setting(True, "Try the magnets on every question of the split.", option="--validate/--no-validate")
    reading: Reading = part(Reading, split="Split whose questions are asked.  \\[default: test, or the only one]")
    asking: Asking = part(Asking, "model", "systems", views=RICHEST)
    writing: Writing = part(Writing)

    def __post_init__(self) -> None:
        check_values(self)
        if self.members not in CHECK_MEMBERS:
            raise unknown_name("members", str(self.members), list(CHECK_MEMBERS))
