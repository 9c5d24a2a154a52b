"""Magnets: irrelevant options that a system prefers to a question's own, whatever the passage says.

Screen a pool of irrelevant options, count how often each beats all the options of a question (the interference score
T_k, Lin et al., 2021, §3.1), and replace a wrong option by the strongest (§3.2). The strongest of many look
stronger than they are, so they are measured again on questions that the search did not see.

In reading order: `search`, the experiment from the pool to the findings, and what its steps do: `pool`, `screen`,
`race`, `compare`, `attack`, `features`. The settings are flags, so nothing heavy is imported here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from examfiles.errors import UsageError, unknown_name
from magnetite.core.setting import setting

if TYPE_CHECKING:
    from examfiles.items import Dataset
    from magnetite.core.experiment import Panel
    from magnetite.core.results import Finding
    from magnetite.experiments.magnets.pool import Pool

MODES = ("full", "race")
REPLACE = ("random", "strongest", "weakest", "each")
_OF_THE_RACE = ("error", "above", "worth")
_WHOLE_NUMBERS = (("screen_passages", 1), ("pool_size", 1), ("top", 1), ("series_at_most", 0), ("seed", 0))


@dataclass(frozen=True, slots=True)
class Magnets:
    """A search for magnets, and attacks with the strongest; the defaults are the paper's (Lin et al. 2021, §4.1, §4.3).

    The questions of `screen_passages` passages are screened (None: all). The search uses those of them that
    leave `confirm_share` of all passages unseen, if there are enough; the magnets are then tried on the whole exam.
    `pool` are the options to try, or `pool_size` of the exam's own (None: all); `drawn` is a pool that was
    made for the screened questions beforehand. `mode`: "full" scores every cell; "race" only those that the top needs,
    with the probability `error` of missing any of it, and also finds all whose interference reaches `above`; options of
    `worth` or less are not ranked. `top` options, at most `series_at_most` of them combinations (None: any number),
    are the magnets. `select_on` names the systems that are screened, raced and chosen by, by their names or those of
    their models, None for all; the magnets are tried on all systems. Without `search`, the magnets are all options of
    `pool`, which must then be given: each is tried on every question, and the settings of screen, race and choice have
    no effect. `replace`: which wrong option a magnet replaces. `full`: the data that the exam is a part of, which also
    says which passages an option belongs to. `seed` seeds every draw.
    """

    name: ClassVar[str] = "magnets"
    mode: str = setting("full", "Search: full, or race (score only the cells that the strongest need).")
    top: int = setting(20, "Number of magnets to find and to attack with.", least=1)
    screen_passages: int | None = setting(100, "Screen the questions of this many passages.", least=1)
    pool: tuple[str, ...] | None = None
    search: bool = setting(
        True,
        "Search the pool for its strongest options, or attack with every option of --pool on every question.",
        option="--search/--no-search",
    )
    pool_size: int | None = setting(
        None, "Try only this many options of the pool.", least=1, option="--pool-size/--pool-limit"
    )
    select_on: tuple[str, ...] | None = setting(
        None,
        "Search only these systems (by name or by model); the magnets are tried on all.",
        metavar="NAME,…",
        otherwise="all",
    )
    series_at_most: int | None = setting(3, "Maximum number of option combinations among the magnets.", least=0)
    replace: str = setting("random", "Wrong option to replace: random, strongest, weakest, or each.")
    confirm_share: float = setting(0.5, "Share of the passages kept out of the search, at least; 0 for none.")
    error: float = setting(0.05, "(race) Probability of missing any of the top.")
    above: float | None = setting(None, "(race) Also find every option with at least this interference.")
    worth: float = setting(0.05, "(race) Do not rank options with this interference or less.")
    seed: int = 0
    drawn: "Pool | None" = field(default=None, repr=False, metadata={"setting": False})
    full: "Dataset | None" = field(default=None, repr=False, metadata={"setting": False})

    def __post_init__(self) -> None:
        for name, known in (("mode", MODES), ("replace", REPLACE)):
            if getattr(self, name) not in known:
                raise unknown_name(name, str(getattr(self, name)), list(known))
        for name, least in _WHOLE_NUMBERS:
            self._check(name, _is_number(getattr(self, name), int, least), f"a whole number of {least} or more")
        for name in (*_OF_THE_RACE, "confirm_share"):
            value = getattr(self, name)
            self._check(name, _is_number(value, int | float, 0) and not (value or 0) > 1, "a share from 0 to 1")
        self._check("error", 0 < self.error < 1, "a probability between 0 and 1, such as 0.05")
        apart = "a share of the passages from 0 (no confirmation) to below 1"
        self._check("confirm_share", self.confirm_share < 1, apart)
        self._check("search", isinstance(self.search, bool), "true or false")
        if not self.search:
            self._check("mode", self.mode == "full", "full where nothing is searched for: every given option is tried")
            object.__setattr__(self, "screen_passages", None)
            object.__setattr__(self, "confirm_share", 0)
        for each in fields(self) if self.mode == "full" else ():
            if each.name in _OF_THE_RACE and getattr(self, each.name) != each.default:
                raise UsageError(f"{each.name} belongs to the race; a full screen scores every cell. Add --mode race.")
        for name, example in (("pool", '["All of the above","None of these"]'), ("select_on", '["small","base"]')):
            texts: Any = getattr(self, name)  # whatever a file of settings held
            if texts is not None:
                listed = not isinstance(texts, str) and isinstance(texts, Sequence)
                fits = listed and all(isinstance(text, str) for text in texts)
                self._check(name, fits, f"a list of texts, such as {example}")
                object.__setattr__(self, name, tuple(texts))
        self._check("select_on", self.search or self.select_on is None, "none where nothing is searched for")

    def _check(self, name: str, fits: bool, expected: str) -> None:
        if not fits:
            raise UsageError(f"experiment 'magnets': {name} is {getattr(self, name)!r}; expected {expected}.")

    @property
    def record(self) -> dict[str, Any]:
        """Return the settings by name."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.metadata.get("setting", True)}

    def run(self, exam: "Dataset", panel: "Panel") -> "tuple[Finding, ...]":
        """Ask for own options and options of the pool, crossed; a finding for each step (`search.search`).

        Of a panel with a system for each view, the one that sees most is asked; of any other, all but stand-ins. Of a
        system with several members the first answers: averaging needs an item's options together, and here they are
        crossed. A system that is shown all options at once is asked whole lists, in which the option stands in the
        place of a wrong one. Where no option can be irrelevant nothing is asked for, and the finding says why.
        """
        from magnetite.experiments.magnets.search import Searched, findings_of, search

        searched = search(self, exam, panel)
        return findings_of(searched, exam) if isinstance(searched, Searched) else (searched,)


def _is_number(value: Any, kind: Any, least: int) -> bool:
    """Say whether a setting is a number of a kind, or was left open."""
    return value is None or (isinstance(value, kind) and not isinstance(value, bool) and value >= least)
