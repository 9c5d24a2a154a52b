"""Magnets."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, crossed_cells
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.experiment import Panel, Panelist
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding, Number, Table
from magnetite.experiments.asking import below_one, own_scores, require_items, richest_of, texts, whole
from magnetite.experiments.choices import read_choices
from magnetite.experiments.findings import number
from magnetite.experiments.magnets.attack import (
    REPLACE,
    REPLACEMENTS,
    Outcomes,
    attack_all,
    attacked,
    attacks_finding,
    measured,
)
from magnetite.experiments.magnets.compare import agreement_finding, transfer_finding, validation_finding
from magnetite.experiments.magnets.features import feature_finding
from magnetite.experiments.magnets.finding import (
    Result,
    attacks_table,
    confirmation_table,
    interference_table,
    item_rows,
    notes,
    sentence,
    unsearchable,
)
from magnetite.experiments.magnets.pool import Pool, drawn_pool, given_pool
from magnetite.experiments.magnets.screen import (
    Screens,
    magnet_set,
    mean_interference,
    race_finding,
    ranked,
    screened,
    screening_finding,
    screens_of,
    searched,
    strongest,
)
from magnetite.experiments.magnets.series import is_series
from magnetite.stats.intervals import share
from magnetite.stats.race import Ask, Raced, race
from magnetite.stats.ragged import FloatArray
from magnetite.views.named import view

MODES = ("full", "race")
MEMBERS = ("first", "all")
_OF_THE_RACE = ("error", "above", "worth")
TITLE = "Magnet options"


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
        """Return the probe's name."""
        return "magnets"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for every item's own options, and for all items × pool where allowed.

        Of a system with several members the first answers: averaging needs an item's options together, and here they
        are crossed. Asks for nothing where the dataset has no option that is irrelevant anywhere.
        Raises UsageError for a system that is shown the other options.
        """
        require_items(exam, self.name)
        chosen, pool = richest_of(panel), self._pool(exam)
        if panel.panelists[chosen].listwise:
            raise UsageError(
                f"probe '{self.name}' needs scores that do not depend on the other options, and the {chosen} system is "
                "shown them. Leave it out (--probes), or take a system that scores options one by one."
            )
        if not pool.options:
            return (Finding(self.name, TITLE, unsearchable(exam.items), settings=asdict(self)),)
        own = own_scores(panel, chosen, exam.items, "own", "first")
        viewed = [view(panel.panelists[chosen].view)(item) for item in exam]
        crossed = panel.score(chosen, crossed_cells(viewed, pool.options, pool.allowed), "pool", "first")
        return (self._finding(exam, panel.panelists[chosen].view, {"own": own, "pool": crossed}),)

    def _finding(self, dataset: Dataset, view_name: str, scores: Mapping[str, ScoreArray]) -> Finding:
        """Read the interference scores and the attacks from the screen."""
        result = self._result(dataset, scores)
        tables = (interference_table(result.screen), attacks_table(result.screen, result.top, result.attacks))
        return Finding(
            probe=self.name,
            title=TITLE,
            sentence=sentence(result, self.confirm_share),
            numbers=self._numbers(result),
            tables=(*tables, *_confirmation(result)),
            items=item_rows(dataset.items, result.choices, result.screen, result.outcomes),
            settings=asdict(self),
            notes=notes(dataset.items, result, view_name, self.replace),
        )

    def _pool(self, dataset: Dataset) -> Pool:
        if self.pool is not None:
            return given_pool(dataset, self.pool)
        return drawn_pool(dataset, self.pool_size, self.seed)

    def _result(self, dataset: Dataset, scores: Mapping[str, ScoreArray]) -> Result:
        items = dataset.items
        choices = read_choices(items, scores["own"])
        screen = screened(items, choices, self._pool(dataset), scores["pool"])
        search = searched(items, screen, self.confirm_share, self.seed)
        top = strongest(screen, search, self.attack_with, self.series_at_most)
        replaced = REPLACEMENTS[self.replace](items, choices, self.seed)
        outcomes = attacked(choices, replaced, screen.scores[:, top], screen.pool.allowed[:, top])
        whole = np.ones(len(items), dtype=np.bool_)
        attacks, confirmed = (
            measured(outcomes, choices, screen.passages, rows, resamples=self.resamples, seed=self.seed)
            for rows in (whole, ~search)
        )
        every = attacked(choices, replaced, screen.scores, screen.pool.allowed)
        return Result(choices, screen, search, top, outcomes, attacks, confirmed, every)

    def _numbers(self, result: Result) -> tuple[Number, ...]:
        choices, screen, on = result.choices, result.screen, result.choices.labelled
        first = ranked(screen, screen.interference)[0]
        average = mean_interference(screen, self.resamples, self.seed)
        numbers = [
            number("mean interference", average),
            number("strongest interference", screen.interference[first], group=screen.pool.options[first]),
            Number("pool", len(screen.pool.options), unit="count"),
            Number("cells screened", int(screen.pool.allowed.sum()), unit="count"),
        ]
        if not on.any():
            return tuple(numbers)
        before = number("accuracy before", share(choices.correct[on], screen.passages[on]))
        after = [
            number("accuracy after", attack.after, group=screen.pool.options[k])
            for k, attack in zip(result.top, result.attacks, strict=True)
            if attack.n
        ]
        return (before, *after, *_average_option(result.every), *numbers)


def _average_option(every: Outcomes) -> list[Number]:
    """Return the accuracy after an attack with any option of the pool: what the strongest compare with."""
    made = int(every.on.sum())
    return [Number("accuracy after, average option", float(every.stable.sum() / made))] if made else []


def _confirmation(result: Result) -> tuple[Table, ...]:
    if result.search.all():
        return ()
    found, again = result.screen.part(result.search), result.screen.part(~result.search)
    return (confirmation_table(result.screen, result.top, found, again, result.confirmed),)


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
            for place, known in enumerate(systems):
                cells = crossed(known, items, pool.options, wanted)
                scores = np.full(wanted.shape, np.nan)
                scores[wanted] = panel.score(known.name, cells, "race", "first")
                margins[:, place] = (scores - best[known.name][:, None])[rows, columns]
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
