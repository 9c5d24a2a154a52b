"""Who is screened, and scoring for a search: own options, crossed options, and races.

What this file leaves out: what cells are needed for (`magnets`) and how a race decides (`stats.race`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from magnetite.auditing.magnet_data import Questions
from magnetite.auditing.magnet_settings import MagnetSettings
from magnetite.auditing.models import is_baseline
from magnetite.auditing.run import Cost
from magnetite.auditing.scoring import Watch
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.system import System
from magnetite.auditing.systems import systems
from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, crossed_cells, own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Item
from magnetite.core.scorer import Scorer
from magnetite.engine import Store, estimate, plan, score_cells
from magnetite.probes.choices import read_choices
from magnetite.probes.pool import Pool
from magnetite.stats.race import Ask, Raced, race, race_share
from magnetite.stats.ragged import FloatArray
from magnetite.views import view as named_view
from magnetite.views.named import richest


@dataclass(frozen=True, slots=True, eq=False)
class Entrant:
    """Hold one scorer that is screened, by a name that tells it from the others, and the view it reads."""

    name: str
    view: str
    system: System
    scorer: Scorer


def entrants(models: Sequence[str | Scorer], settings: AuditSettings, told: MagnetSettings) -> list[Entrant]:
    """Find the scorers of all models: the richest view of each, or the views asked for; of ensembles a member or all.

    Raises UsageError for scorers that see the other options, whose score of a new one would mean something else, and
    for a model named twice.
    """
    if not models:
        raise UsageError("no model was named; expected at least one.")
    entered: list[Entrant] = []
    for model in models:
        found = systems(model, settings.views, seed=settings.seed, options=settings.encoder)
        label = model if isinstance(model, str) else str(model.name)
        for view in settings.views or (richest(found.views),):
            system = found.by_view[view]
            name = label if is_baseline(system.first) else f"{label.rstrip('/')} {view}"
            entered += _of_system(name, view, system, told.members)
    _refuse(entered)
    return entered


def _of_system(name: str, view: str, system: System, members: str) -> list[Entrant]:
    if members == "first" or len(system.members) == 1:
        return [Entrant(name, view, system, system.first)]
    named = zip(system.names, system.members, strict=True)
    return [Entrant(f"{name} {member}", view, system, scorer) for member, scorer in named]


def _refuse(entered: Sequence[Entrant]) -> None:
    for each in entered:
        if each.scorer.listwise:
            raise UsageError(
                f"{each.name}: scores an option beside the others, so the score of one that was put among them says "
                "nothing of it alone. Search with a system that scores options one by one."
            )
    names = [(each.name, each.scorer.fingerprint) for each in entered]
    twice = next((name for name, print_ in names if sum(print_ == other for _, other in names) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice}: is named twice, or has the same weights as another one. Name each system once.")


@dataclass(slots=True)
class Scoring:
    """Score for all entrants, through the store, and count what it costs."""

    entrants: Sequence[Entrant]
    store: Store | None
    batch_tokens: int | None
    watch: Watch
    notes: list[str] = field(default_factory=list)
    cost: dict[str, float] = field(default_factory=lambda: {"cells": 0, "stored": 0, "scored": 0})

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
    ) -> tuple[Pool, dict[str, Raced]]:
        """Race the pool on each entrant; return what is left of the pool for any of them, and each race."""
        raced = {}
        for each in self.entrants:
            best = read_choices(items, own[each.name]).best
            raced[each.name] = race(
                pool.allowed,
                self._ask(each, items, pool, best),
                top=told.top,
                above=told.above,
                worth=told.worth,
                error=told.error,
                seed=seed,
                promising=self._promising(each, items, pool, told, seed),
            )
        kept = np.unique(np.concatenate([found.survivors for found in raced.values()]))
        return pool.take(kept), raced

    def costs(self, asked: Questions, told: MagnetSettings) -> Iterator[Cost]:
        """Say what each entrant would be asked for, and measure its speed on a few cells."""
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

    def _promising(
        self, each: Entrant, items: Sequence[Item], pool: Pool, told: MagnetSettings, seed: int
    ) -> FloatArray | None:
        """Race a joint system's stand-in, a tenth of the cost, for a guess of what is strong; None without one."""
        cheap = _stand_in(each.scorer)
        if cheap is None:
            return None
        stand = Entrant(cheap.name, each.view, each.system, cheap)
        own = self._score(stand, own_cells([named_view(each.view)(item) for item in items]), "stand-in")
        ask = self._ask(stand, items, pool, read_choices(items, own).best)
        found = race(pool.allowed, ask, top=told.top, worth=told.worth, error=told.error, seed=seed + 1)
        self.notes.append(
            f"{each.name}: a cheap stand-in said which options to score first, for {found.cells:,} scores."
        )
        guess = np.full(len(pool.options), -np.inf)
        guess[found.survivors] = found.interference
        return guess

    def _ask(self, each: Entrant, items: Sequence[Item], pool: Pool, best: FloatArray) -> Ask:
        def ask(rows: IntArray, columns: IntArray) -> FloatArray:
            wanted = np.zeros(pool.allowed.shape, dtype=np.bool_)
            wanted[rows, columns] = True
            cells = self._crossed(each, items, pool.options, wanted)
            scores = np.full(wanted.shape, np.nan)
            scores[wanted] = self._score(each, cells, "race")
            margins: FloatArray = (scores - best[:, None])[rows, columns]
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


def _stand_in(scorer: Scorer) -> Scorer | None:
    if not hasattr(scorer, "encoded"):  # only a joint encoder has; the others need no PyTorch for the answer
        return None
    from magnetite.scorers.stand_in import stand_in

    return stand_in(scorer)
