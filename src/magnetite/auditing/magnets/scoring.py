"""Who is screened, and scoring for a search: own options, crossed options, and races.

What this file leaves out: what cells are needed for (`magnets`) and how a race decides (`stats.race`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from magnetite.auditing.magnets.data import Questions
from magnetite.auditing.magnets.settings import MagnetSettings
from magnetite.auditing.run import Cost
from magnetite.auditing.scoring import Watch
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.named import Named, named_systems, refuse_twins
from magnetite.auditing.systems.system import System
from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, crossed_cells, own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Item
from magnetite.core.scorer import Scorer
from magnetite.engine import Store, estimate, plan, score_cells
from magnetite.probes.choices import read_choices
from magnetite.probes.magnets.pool import Pool
from magnetite.probes.magnets.series import is_series
from magnetite.scorers.recorded import Recorded
from magnetite.stats.race import Ask, Raced, race, race_share
from magnetite.stats.ragged import FloatArray
from magnetite.views import view as named_view


@dataclass(frozen=True, slots=True, eq=False)
class Entrant:
    """Hold one scorer that is screened, by a name that tells it from the others, and the view it reads."""

    name: str
    view: str
    system: System
    scorer: Scorer


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """Hold a race, what of the pool is left after it, (options,), and what stand-ins were asked for on the way."""

    found: Raced
    kept: IntArray
    stand_in_cells: int


def entrants(models: Sequence[str | Scorer], settings: AuditSettings, told: MagnetSettings) -> list[Entrant]:
    """Find the scorers of all models: the richest view of each, or the views asked for; of ensembles a member or all.

    Raises UsageError for scorers that see the other options, whose score of a new one would mean something else, and
    for a model named twice.
    """
    found, _ = named_systems(models, settings.views, seed=settings.seed, options=settings.encoder)
    entered = [entrant for each in found for entrant in _members(each, told.members)]
    for each in entered:
        if each.scorer.listwise:
            raise UsageError(
                f"{each.name}: scores an option beside the others, so the score of one that was put among them says "
                "nothing of it alone. Search with a system that scores options one by one."
            )
    refuse_twins((each.name, each.view, each.scorer.fingerprint) for each in entered)
    return entered


def _members(each: Named, members: str) -> list[Entrant]:
    system = each.system
    if members == "first" or len(system.members) == 1:
        return [Entrant(each.name, each.view, system, system.first)]
    named = zip(system.names, system.members, strict=True)
    return [Entrant(f"{each.name} {member}", each.view, system, scorer) for member, scorer in named]


@dataclass(slots=True)
class Scoring:
    """Score for all entrants, through the store, and count what it costs."""

    entrants: Sequence[Entrant]
    store: Store | None
    batch_tokens: int | None
    watch: Watch
    cost: dict[str, float] = field(default_factory=lambda: {"cells": 0, "stored": 0, "scored": 0})
    _stand_in_cells: int = 0

    def own(self, items: Sequence[Item], label: str) -> dict[str, ScoreArray]:
        """Score the items' own options, by entrant."""
        return {
            each.name: self._score(each, own_cells([named_view(each.view)(item) for item in items]), label)
            for each in self.entrants
        }

    def crossed(self, items: Sequence[Item], pool: Pool, label: str) -> dict[str, ScoreArray]:
        """Score items × pool where allowed, by entrant."""
        return {
            each.name: self._score(each, self._crossed(each, items, pool.options, pool.allowed), label)
            for each in self.entrants
        }

    def race(
        self, items: Sequence[Item], pool: Pool, own: Mapping[str, ScoreArray], told: MagnetSettings, seed: int
    ) -> Race:
        """Race the pool for the highest mean over the entrants; option combinations, which are few, are all kept.

        They have a limit of their own in the set of magnets, so the top has to be full without them.
        """
        apart = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
        guess = self._promising(items, pool, told, seed)
        found = race(
            pool.allowed & ~apart,
            self._ask(self.entrants, items, pool, own),
            top=told.top,
            above=told.above,
            worth=told.worth,
            error=told.error,
            seed=seed,
            promising=guess,
        )
        whole = replace(
            found,
            left_at=np.where(apart, -1, found.left_at),
            cells=found.cells + int(pool.allowed[:, apart].sum()),
            of=int(pool.allowed.sum()),
        )
        return Race(whole, np.union1d(found.survivors, np.flatnonzero(apart)), self._stand_in_cells)

    def costs(self, asked: Questions, told: MagnetSettings) -> Iterator[Cost]:
        """Say what each entrant would be asked for, and measure its speed on a few cells; stand-ins are left out."""
        screened, whole = asked.screened.items, asked.whole.items if told.validate else asked.screened.items
        some = np.ones((len(whole), min(told.top, len(asked.pool.options))), dtype=np.bool_)
        strongest = asked.pool.options[: some.shape[1]]  # as many as there will be; which ones is not known yet
        for each in self.entrants:
            viewed = [named_view(each.view)(item) for item in whole]
            crossed = self._crossed(each, screened, asked.pool.options, asked.pool.allowed)
            share = 1.0 if told.mode == "full" else race_share(asked.pool.allowed, told.top, told.error)
            yield self._cost(each, "own options", own_cells(viewed), 1.0)
            yield self._cost(each, "screen" if told.mode == "full" else f"race, a guess of {share:.0%}", crossed, share)
            yield self._cost(each, "magnets", crossed_cells(viewed, strongest, some), 1.0)

    def _cost(self, each: Entrant, need: str, cells: Cells, share: float) -> Cost:
        scores = None if self.store is None else self.store.open_scores(each.scorer.fingerprint)
        planned = plan(cells, scores)
        seconds = estimate(cells, each.scorer, planned, scores, batch_tokens=self.batch_tokens)
        about = None if seconds is None else seconds * share
        return Cost("magnets", need, each.name, round(planned.unique * share), round(planned.stored * share), about)

    def _promising(self, items: Sequence[Item], pool: Pool, told: MagnetSettings, seed: int) -> FloatArray | None:
        """Race the stand-ins of joint systems, a tenth of the cost, for a guess of what is strong; None without any."""
        cheap = [
            Entrant(stand.name, each.view, each.system, stand)
            for each in self.entrants
            if (stand := _stand_in(each.scorer)) is not None
        ]
        if not cheap:
            return None
        before = self.cost["cells"]
        own = {
            each.name: self._score(each, own_cells([named_view(each.view)(item) for item in items]), "stand-in")
            for each in cheap
        }
        ask = self._ask(cheap, items, pool, own)
        found = race(pool.allowed, ask, top=told.top, worth=told.worth, error=told.error, seed=seed + 1)
        self._stand_in_cells = int(self.cost["cells"] - before)
        guess = np.full(len(pool.options), -np.inf)
        guess[found.survivors] = found.interference
        return guess

    def _ask(self, entered: Sequence[Entrant], items: Sequence[Item], pool: Pool, own: Mapping[str, ScoreArray]) -> Ask:
        best = {each.name: read_choices(items, own[each.name]).best for each in entered}

        def ask(rows: IntArray, columns: IntArray) -> FloatArray:
            wanted = np.zeros(pool.allowed.shape, dtype=np.bool_)
            wanted[rows, columns] = True
            margins = np.empty((len(rows), len(entered)))
            for number, each in enumerate(entered):
                scores = np.full(wanted.shape, np.nan)
                scores[wanted] = self._score(each, self._crossed(each, items, pool.options, wanted), "race")
                margins[:, number] = (scores - best[each.name][:, None])[rows, columns]
            return margins

        return ask

    def _crossed(self, each: Entrant, items: Sequence[Item], options: Sequence[str], where: BoolArray) -> Cells:
        return crossed_cells([named_view(each.view)(item) for item in items], options, where)

    def _score(self, each: Entrant, cells: Cells, label: str) -> ScoreArray:
        shown = label if len(self.entrants) == 1 else f"{each.name}: {label}"
        found = score_cells(
            cells,
            each.scorer,
            self.store,
            batch_tokens=self.batch_tokens,
            progress=lambda progress: self.watch(shown, progress),
        )
        for name, count in (("cells", found.asked), ("stored", found.stored), ("scored", found.scored)):
            self.cost[name] += count
        return found.scores


def refuse_incomplete(entered: Sequence[Entrant], asked: Questions, mode: str) -> None:
    """Raise where a file of scores lacks what a search asks for first, all at once; and where it is to be raced."""
    for each in entered:
        if not isinstance(each.scorer, Recorded):
            continue
        if mode == "race":
            raise UsageError(
                f"{each.name}: its scores are there already, so a race saves nothing, and would ask for what is "
                "missing bit by bit. Search it with --mode full."
            )
        own = own_cells([named_view(each.view)(item) for item in asked.whole])
        viewed = [named_view(each.view)(item) for item in asked.screened]
        each.scorer.require(own, crossed_cells(viewed, asked.pool.options, asked.pool.allowed))


def _stand_in(scorer: Scorer) -> Scorer | None:
    if not hasattr(scorer, "encoded"):  # only a joint encoder has; the others need no PyTorch for the answer
        return None
    from magnetite.scorers.stand_in import stand_in

    return stand_in(scorer)
