"""The search for magnet options: screen a pool on several systems, try the strongest everywhere, attack with them.

Lin, Zou and Ding (2021), at the paper's sizes by default. A race asks only for the cells that the strongest need; its
top has to be full without option combinations, which are few, have a limit of their own, and are all kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, crossed_cells
from magnetite.core.errors import UsageError
from magnetite.core.experiment import Panel, Panelist
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import read_choices
from magnetite.experiments.magnets.agreement import agreement_finding, transfer_finding
from magnetite.experiments.magnets.attacks import attack_all, attacks_finding
from magnetite.experiments.magnets.features import feature_finding
from magnetite.experiments.magnets.pool import Pool, given_pool
from magnetite.experiments.magnets.race import race_finding
from magnetite.experiments.magnets.screening import screening_finding
from magnetite.experiments.magnets.screens import Screens, magnet_set, screens_of
from magnetite.experiments.magnets.series import is_series
from magnetite.experiments.magnets.settings import MagnetSettings
from magnetite.experiments.magnets.validation import validation_finding
from magnetite.stats.ragged import FloatArray
from magnetite.stats.successive import Ask, Raced, race
from magnetite.views.partial import view


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

        Raises UsageError for a system that sees the other options, whose score of a new one would mean something else,
        and where no option can be a magnet.
        """
        refuse_listwise(panel)
        settings, items, record = self.settings, self.screened.items, asdict(self.settings)
        own = own_of_all(panel, items, "own options")
        raced = self._raced(panel, own) if settings.mode == "race" else None
        pool = self.pool if raced is None else self.pool.take(raced.kept)
        screens = screens_of(items, pool, own, crossed_of_all(panel, items, pool, "screen"))
        chosen = magnet_set(screens, screens.mean, settings.top, settings.series_at_most)
        if not chosen:
            raise UsageError(
                f"magnets: none of the {len(self.pool.options):,} options can be a magnet: those that may be tried "
                "anywhere all combine others. Allow some (--series-at-most), or widen the pool."
            )
        findings = [screening_finding(screens, chosen, pool=len(self.pool.options), settings=record, seed=self.seed)]
        if raced is not None:
            findings.append(race_finding(raced.result, self.pool, raced.stand_in_cells, settings=record))
        if settings.mode == "full":
            findings += self._of_every_option(screens, record)
        if len(screens.names) > 1 and any(item.answer is not None for item in items):
            after = attack_all(screens, settings.replace, self.seed)
            strongest = [
                magnet_set(screens, each, settings.top, settings.series_at_most) for each in screens.interference.T
            ]
            findings.append(transfer_finding(screens, after, strongest, settings=record, seed=self.seed))
        return Searched(screens, chosen, (*findings, *self._elsewhere(exam, panel, screens, chosen)))

    def _of_every_option(self, screens: Screens, record: Mapping[str, Any]) -> list[Finding]:
        """Report what needs every option's score: how systems compare, and what goes with interference."""
        several = [agreement_finding(screens, settings=record, seed=self.seed)] if len(screens.names) > 1 else []
        return [*several, feature_finding(screens, self.whole.items, settings=record)]

    def _elsewhere(self, exam: Dataset, panel: Panel, screens: Screens, chosen: Sequence[int]) -> list[Finding]:
        """Try the set of magnets on the exam, and attack with it there."""
        settings, record = self.settings, asdict(self.settings)
        pool = given_pool(exam, [screens.pool.options[k] for k in chosen], [self.full])
        own, crossed = (
            own_of_all(panel, exam.items, "all questions"),
            crossed_of_all(panel, exam.items, pool, "magnets"),
        )
        whole = screens_of(exam.items, pool, own, crossed)
        findings = [validation_finding(screens, whole, chosen, settings=record)] if settings.validate else []
        after = attack_all(whole, settings.replace, self.seed)
        attacks = attacks_finding(whole, after, settings=record, resamples=settings.resamples, seed=self.seed)
        return [*findings, attacks]

    def _raced(self, panel: Panel, own: Mapping[str, ScoreArray]) -> "_Race":
        """Race the pool for the highest mean over the systems."""
        settings, pool = self.settings, self.pool
        apart = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
        promising, cells = self._promising(panel)
        found = race(
            pool.allowed & ~apart,
            self._ask(panel, asked_of(panel), own)[0],
            top=settings.top,
            above=settings.above,
            worth=settings.worth,
            error=settings.error,
            seed=self.seed,
            promising=promising,
        )
        whole = replace(
            found,
            left_at=np.where(apart, -1, found.left_at),
            cells=found.cells + int(pool.allowed[:, apart].sum()),
            of=int(pool.allowed.sum()),
        )
        return _Race(whole, np.union1d(found.survivors, np.flatnonzero(apart)), cells)

    def _promising(self, panel: Panel) -> tuple[FloatArray | None, int]:
        """Race the stand-ins of joint systems, a tenth of the cost, for a guess of what is strong; and count cells."""
        cheap = [known for known in panel.panelists.values() if known.stands_for]
        if not cheap:
            return None, 0
        settings, items = self.settings, self.screened.items
        own = {known.name: own_scores(panel, known.name, items, "stand-in", "first") for known in cheap}
        ask, asked = self._ask(panel, cheap, own)
        found = race(
            self.pool.allowed, ask, top=settings.top, worth=settings.worth, error=settings.error, seed=self.seed + 1
        )
        guess = np.full(len(self.pool.options), -np.inf)
        guess[found.survivors] = found.interference
        return guess, sum(map(len, own.values())) + sum(asked)

    def _ask(self, panel: Panel, systems: Sequence[Panelist], own: Mapping[str, ScoreArray]) -> tuple[Ask, list[int]]:
        """Return what gives a race its margins, and a list that grows by the cells of each request."""
        items, pool = self.screened.items, self.pool
        best = {known.name: read_choices(items, own[known.name]).best for known in systems}
        asked: list[int] = []

        def ask(rows: IntArray, columns: IntArray) -> FloatArray:
            wanted = np.zeros(pool.allowed.shape, dtype=np.bool_)
            wanted[rows, columns] = True
            margins = np.empty((len(rows), len(systems)))
            for number, known in enumerate(systems):
                cells = crossed(known, items, pool.options, wanted)
                scores = np.full(wanted.shape, np.nan)
                scores[wanted] = panel.score(known.name, cells, "race", "first")
                margins[:, number] = (scores - best[known.name][:, None])[rows, columns]
                asked.append(len(cells))
            return margins

        return ask, asked


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """What a search came to: the screens, the columns of their pool that are the magnets, and the findings."""

    screens: Screens
    chosen: list[int]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Race:
    """A race, what of the pool is left after it, (options,), and what stand-ins were asked for on the way."""

    result: Raced
    kept: IntArray
    stand_in_cells: int


def asked_of(panel: Panel) -> list[Panelist]:
    """Return the systems that are searched; stand-ins only help."""
    return [known for known in panel.panelists.values() if not known.stands_for]


def refuse_listwise(panel: Panel) -> None:
    """Raise UsageError for systems that see the other options."""
    for known in asked_of(panel):
        if known.listwise:
            raise UsageError(
                f"{known.name}: scores an option beside the others, so the score of one that was put among them says "
                "nothing of it alone. Search with a system that scores options one by one."
            )


def own_of_all(panel: Panel, items: Sequence[Item], label: str) -> dict[str, ScoreArray]:
    """Ask every system, by name, for the items' own options."""
    return {known.name: own_scores(panel, known.name, items, label, "first") for known in asked_of(panel)}


def crossed_of_all(panel: Panel, items: Sequence[Item], pool: Pool, label: str) -> dict[str, ScoreArray]:
    """Ask every system, by name, for items × pool where allowed."""
    return {
        known.name: panel.score(known.name, crossed(known, items, pool.options, pool.allowed), label, "first")
        for known in asked_of(panel)
    }


def crossed(known: Panelist, items: Sequence[Item], options: Sequence[str], where: BoolArray) -> Cells:
    """Cross items, put under a system's view, with options."""
    see = view(known.view)
    return crossed_cells([see(item) for item in items], options, where)
