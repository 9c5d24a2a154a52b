"""Magnets: irrelevant options that a system prefers to a question's own, whatever the passage says.

Screen a pool of irrelevant options, count how often each beats all the options of a question (the interference
score T_k, Lin et al., 2021, §3.1), and put the strongest in the place of a wrong option (§3.2).
The strongest of many look stronger than they are; so the search runs on one half of the passages, and they are
measured again on the other. The steps are in `pool`, `screen` and `attack`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np

from magnetite.core.cells import ScoreArray, crossed_cells
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.experiment import Panel
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Number, Table
from magnetite.experiments.asking import own_scores, richest_of
from magnetite.experiments.choices import number, read_choices, require_items
from magnetite.experiments.magnets.attack import REPLACEMENTS, Outcomes, attacked, measured
from magnetite.experiments.magnets.pool import Pool, drawn_pool, given_pool
from magnetite.experiments.magnets.result import Result, mean_interference
from magnetite.experiments.magnets.screen import ranked, screened, searched, strongest
from magnetite.experiments.magnets.tables import attacks_table, confirmation_table, interference_table, item_rows
from magnetite.experiments.magnets.words import notes, sentence, unsearchable
from magnetite.experiments.settings import below_one, texts, whole
from magnetite.stats.intervals import share
from magnetite.views.partial import view

TITLE = "Magnet options"


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
