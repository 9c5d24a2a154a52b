"""Magnets: irrelevant options that a system prefers to a question's own, whatever the passage says.

Screen a pool of irrelevant options, count how often each beats all the options of a question (the interference score
T_k, Lin et al., 2021, §3.1), and put the strongest in the place of a wrong option (§3.2). The strongest of many look
stronger than they are, so they are measured again on questions that the search did not see. In reading order: `pool`,
`series`, `lists`, `screen`, `race`, `attack`, `compare`, `features`.

`Magnets` is what an audit asks one system: a small pool, searched on one half of the passages and measured again on the
other, in one finding (`finding`). `MagnetSearch` is the search at the paper's sizes, on one system or several, with a
finding for each step; it can race, that is, ask only for the cells that the strongest need.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from magnetite.core.cells import IntArray, ScoreArray
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.experiment import Panel, Panelist
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding
from magnetite.experiments.asking import below_one, has_passages, own_scores, require_items, richest_of, texts, whole
from magnetite.experiments.choices import read_choices
from magnetite.experiments.magnets.attack import EACH, REPLACEMENTS, attack_all, attacks_finding, measured
from magnetite.experiments.magnets.compare import agreement_finding, transfer_finding, validation_finding
from magnetite.experiments.magnets.features import feature_finding
from magnetite.experiments.magnets.finding import (
    MagnetResult,
    magnets_finding,
    unsearchable_finding,
    unswappable_finding,
)
from magnetite.experiments.magnets.lists import Lists, ask_lists
from magnetite.experiments.magnets.pool import Pool, drawn_pool, given_pool
from magnetite.experiments.magnets.race import Race, race_finding, raced
from magnetite.experiments.magnets.screen import (
    Screens,
    crossed_with,
    screening_finding,
    screens_of,
    searched,
    strongest,
)
from magnetite.experiments.magnets.search import MagnetSettings


@dataclass(frozen=True, slots=True)
class Magnets:
    """A search for magnet options, and attacks with the strongest.

    `pool_size` options are drawn by `seed` from the dataset, or `pool` gives them. `attack_with` options are swapped
    in, at most `series_at_most` of them option combinations (None for no limit; the paper has 3 among 20, §4.3).
    `replace` names the wrong option that is replaced: "random" (by seed and item), "strongest" or "weakest" (by score).
    `confirm_share` of the passages are kept from the search, 0 for none. `resamples` belongs to the bootstrap.
    Where no option can be irrelevant (one passage, no given pool) nothing is scored and the finding says so.
    """

    pool_size: int = 100
    seed: int = 0
    attack_with: int = 10
    replace: str = "random"
    confirm_share: float = 0.5
    series_at_most: int | None = 3
    pool: tuple[str, ...] | None = None
    resamples: int = 2000

    def __post_init__(self) -> None:
        if not isinstance(self.replace, str) or self.replace not in REPLACEMENTS:
            raise unknown_name("replacement", str(self.replace), list(REPLACEMENTS))
        whole(self.name, 1, pool_size=self.pool_size, attack_with=self.attack_with, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed)
        if self.series_at_most is not None:
            whole(self.name, 1, series_at_most=self.series_at_most)
        passages = "a share of the passages from 0 (no confirmation) to below 1"
        below_one(self.name, passages, confirm_share=self.confirm_share)
        if self.pool is not None:
            object.__setattr__(self, "pool", texts(self.name, pool=self.pool))

    @property
    def name(self) -> str:
        """Return the experiment's name."""
        return "magnets"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for every item's own options, and for all items × pool where allowed.

        Of a system with several members the first answers: averaging needs an item's options together, and here they
        are crossed. A system that is shown all options at once is asked whole lists (`lists`), in which the option
        stands in the place of a wrong one: `pool_size` lists a question, at a cell for each of their options.
        Asks for nothing where the dataset has no option that is irrelevant anywhere, or no wrong one to replace.
        """
        require_items(exam, self.name)
        chosen = richest_of(panel)
        known = panel.panelists[chosen]
        if self.pool is None and not has_passages(exam):
            return (unsearchable_finding(exam.items, settings=asdict(self)),)
        pool = drawn_pool(exam, self.pool_size, self.seed) if self.pool is None else given_pool(exam, self.pool)
        if not pool.options:
            return (unsearchable_finding(exam.items, settings=asdict(self)),)
        if known.listwise and all(item.answer is None for item in exam):
            return (unswappable_finding(settings=asdict(self)),)
        swap = (self.replace, self.seed)
        screens = screen_all(panel, [known], exam.items, pool, own="own", label="pool", swap=swap)
        return (magnets_finding(self._result(screens), known.view, settings=asdict(self)),)

    def _result(self, screens: Screens) -> MagnetResult:
        """Search on a part of the passages, attack with the strongest, and measure them on the others again."""
        screen, bootstrap = screens.first, {"resamples": self.resamples, "seed": self.seed}
        search = searched(screens.items, screen, self.confirm_share, self.seed)
        top = strongest(screens, screen.part(search).estimate, self.attack_with, self.series_at_most)
        (attacked,) = attack_all(screens, self.replace, self.seed).values()
        attacks = measured(attacked, top, np.ones_like(search), **bootstrap)
        return MagnetResult(screens, search, top, attacked, attacks, measured(attacked, top, ~search, **bootstrap))


@dataclass(frozen=True, slots=True, eq=False)
class MagnetSearch:
    """Searches `pool` for magnets on the `screened` questions, and attacks those of the exam with them.

    `whole`: the questions of the split that may be asked. `full`: all of it, which says which passages an option comes
    from. `seed` draws the race's order and what is replaced.
    """

    settings: MagnetSettings
    seed: int
    screened: Dataset
    whole: Dataset
    full: Dataset
    pool: Pool

    @property
    def name(self) -> str:
        """Return the experiment's name."""
        return "magnets"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every system for own options and options of the pool, crossed. Raises UsageError as `search` does."""
        return self.search(exam, panel).findings

    def search(self, exam: Dataset, panel: Panel) -> "Searched":
        """Search, and keep what the findings are made of.

        Raises UsageError where no option can be a magnet, and where lists cannot be asked: without a known answer, and
        with every wrong option replaced in turn.
        """
        systems, settings, items = self._systems(panel), self.settings, self.screened.items
        record, own = asdict(settings), _own_of_all(panel, systems, items, "own options")
        race = self._race(panel, systems, own) if settings.mode == "race" else None
        pool = self.pool if race is None else self.pool.take(race.kept)
        screens = screen_all(panel, systems, items, pool, own=own, label="screen", swap=self._swap)
        chosen = strongest(screens, screens.mean, settings.top, settings.series_at_most)
        if not chosen:
            raise UsageError(
                f"magnets: none of the {len(self.pool.options):,} options can be a magnet: those that may be tried "
                "anywhere all combine others. Allow some (--series-at-most), or widen the pool."
            )
        findings = [screening_finding(screens, chosen, pool=len(self.pool.options), settings=record, seed=self.seed)]
        if race is not None:
            findings.append(race_finding(race, self.pool, settings=record))
        if settings.mode == "full":
            findings += self._of_every_option(screens, record)
        if len(screens.names) > 1 and any(item.answer is not None for item in items):
            after = attack_all(screens, settings.replace, self.seed)
            each = [strongest(screens, own, settings.top, settings.series_at_most) for own in screens.interference.T]
            findings.append(transfer_finding(screens, after, each, settings=record, seed=self.seed))
        return Searched(screens, chosen, (*findings, *self._elsewhere(exam, panel, systems, screens, chosen)))

    @property
    def _swap(self) -> tuple[str, int]:
        return self.settings.replace, self.seed

    def _systems(self, panel: Panel) -> list[Panelist]:
        """Return the systems that are searched; stand-ins only help."""
        systems = [known for known in panel.panelists.values() if not known.stands_for]
        for known in systems:
            if known.listwise and self.settings.replace == EACH:
                raise UsageError(
                    f"{known.name}: is shown all options at once, so every swap has to be asked anew, and "
                    f"--replace {EACH} would ask all wrong options in turn. Replace one: --replace random."
                )
            if known.listwise and all(item.answer is None for item in self.screened):
                raise UsageError(
                    f"{known.name}: is shown all options at once, so an option has to take the place of a wrong one, "
                    "and no question that is screened has a known answer. Name a split with answers."
                )
        return systems

    def _of_every_option(self, screens: Screens, record: Mapping[str, Any]) -> list[Finding]:
        """Report what needs every option's score: how systems compare, and what goes with interference."""
        several = [agreement_finding(screens, settings=record, seed=self.seed)] if len(screens.names) > 1 else []
        return [*several, feature_finding(screens, self.whole.items, settings=record)]

    def _race(self, panel: Panel, systems: Sequence[Panelist], own: Mapping[str, ScoreArray]) -> Race:
        """Race the pool on the screened questions."""
        settings = self.settings
        bounds: dict[str, Any] = {"above": settings.above, "worth": settings.worth, "error": settings.error}
        items, replaced = self.screened.items, _replaced(systems, self.screened.items, own, self._swap)
        bounds |= {"top": settings.top, "seed": self.seed, "replaced": replaced}
        labelled = np.array([item.answer is not None for item in items], dtype=np.bool_)
        pool = replace(self.pool, allowed=self.pool.allowed & labelled[:, None]) if replaced else self.pool
        return raced(panel, systems, items, pool, own, **bounds)

    def _elsewhere(
        self, exam: Dataset, panel: Panel, systems: Sequence[Panelist], screens: Screens, chosen: Sequence[int]
    ) -> list[Finding]:
        """Try the set of magnets on the exam, and attack with it there."""
        settings, record = self.settings, asdict(self.settings)
        pool = given_pool(exam, [screens.pool.options[k] for k in chosen], [self.full])
        whole = screen_all(panel, systems, exam.items, pool, own="all questions", label="magnets", swap=self._swap)
        findings = [validation_finding(screens, whole, chosen, settings=record)] if settings.validate else []
        after = attack_all(whole, settings.replace, self.seed)
        attacks = attacks_finding(whole, after, settings=record, resamples=settings.resamples, seed=self.seed)
        return [*findings, attacks]


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """What a search came to: the screens, the columns of their pool that are the magnets, and the findings."""

    screens: Screens
    chosen: list[int]
    findings: tuple[Finding, ...]


def _own_of_all(panel: Panel, systems: Iterable[Panelist], items: Sequence[Item], label: str) -> dict[str, ScoreArray]:
    """Ask systems, by name, for the items' own options; of several members the first answers, as for the pool."""
    return {known.name: own_scores(panel, known.name, items, label, "first") for known in systems}


def _replaced(
    systems: Iterable[Panelist], items: Sequence[Item], own: Mapping[str, ScoreArray], swap: tuple[str, int]
) -> dict[str, IntArray]:
    """Return the option of each item that gives way, by system, of those that are shown all options at once."""
    way, seed = swap
    return {
        known.name: REPLACEMENTS[way](items, read_choices(items, own[known.name]), seed)
        for known in systems
        if known.listwise
    }


def screen_all(
    panel: Panel,
    systems: Sequence[Panelist],
    items: Sequence[Item],
    pool: Pool,
    *,
    own: str | Mapping[str, ScoreArray],
    label: str,
    swap: tuple[str, int] = ("random", 0),
) -> Screens:
    """Ask systems for items × pool where allowed, with a label, and read their screens.

    `own`: the scores of the items' own options by system, or the label to ask for them with. `swap`: which wrong option
    gives way in the lists that a system is shown, and the seed that draws it.
    """
    known_scores = _own_of_all(panel, systems, items, own) if isinstance(own, str) else own
    replaced = _replaced(systems, items, known_scores, swap)
    crossed: dict[str, ScoreArray | Lists] = {}
    for known in systems:
        if known.name in replaced:
            gone, where = replaced[known.name], pool.allowed
            crossed[known.name] = ask_lists(panel, known, items, pool.options, where=where, replaced=gone, label=label)
        else:
            cells = crossed_with(known, items, pool.options, pool.allowed)
            crossed[known.name] = panel.score(known.name, cells, label, "first")
    return screens_of(items, pool, known_scores, crossed)
