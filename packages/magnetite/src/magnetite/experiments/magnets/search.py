"""The search for magnets, from the top down: pool, race, screen, choice, validation, attack, transfer between systems.

The questions of the exam fall in three parts, passage by passage: those that the search sees and chooses the magnets
by, those that are screened but kept from the search, and the others. An audit screens all questions and searches half
of the passages; the paper's size screens 100 passages of a thousand, and the search sees all of them. Either way the
magnets are measured on what the search did not see. Where the options are given and nothing is searched for, that is
every question.

The race for magnets asks only for the cells that the strongest options need, and drops the others on the way. Its top
has to be full without option combinations, which are few, have a limit of their own, and are all kept. How options are
dropped, and with what probability one of the top is: `stats.successive`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset, Item
from examfiles.reasons import Reason, many
from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts
from magnetite.core.experiment import Panel, PanelSystem
from magnetite.core.headings import OPTION, SYSTEM
from magnetite.core.results import Finding, Heading, Number, Table, table
from magnetite.experiments.asking import by_view, has_passages, own_scores, require_items, richest_of
from magnetite.experiments.choices import read_choices
from magnetite.experiments.magnets.attack import (
    EACH_MAGNET,
    REPLACEMENTS,
    SystemAttacked,
    attack_all,
    attacks_finding,
    item_rows,
)
from magnetite.experiments.magnets.compare import agreement_finding, given_finding, transfer_finding, validation_finding
from magnetite.experiments.magnets.features import feature_finding
from magnetite.experiments.magnets.pool import Pool, drawn_passages, drawn_pool, given_pool, is_series, screened_part
from magnetite.experiments.magnets.screen import (
    Lists,
    Screens,
    ask_lists,
    crossed_with,
    mean_over_systems,
    screening_finding,
    screens_of,
    strongest,
    unsearchable_finding,
    unswappable_finding,
)
from magnetite.stats.ragged import FloatArray
from magnetite.stats.successive import Ask, Raced, race

if TYPE_CHECKING:
    from magnetite.experiments.magnets.experiment import Magnets

FEWEST_PASSAGES = 2  # passages on either side of a search
ALL = "all systems"
ROUNDS = (
    SYSTEM,
    Heading("round", unit="count"),
    Heading("questions", "questions asked", "count"),
    Heading("options", "options still in the race", "count"),
    Heading("cells", "scores asked for so far", "count"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """A race, what of the pool is left after it, (options,), and how many cells stand-ins were asked for on the way."""

    result: Raced
    kept: IntArray
    stand_in_cells: int


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """What a search came to: the screens, of the systems that it was made on, and what was made of them.

    `seen`, (items,): which of the screened questions the search saw; `chosen` are the columns of the screens that are
    the magnets. `whole` has the magnets on the whole exam, and `after` what they do there, by system. `strongest`: of
    each system that was searched on, the columns of `spread` that attract it most; `spread` has all systems, on the
    screened questions. `race`: None where every cell was scored.
    """

    settings: "Magnets"
    systems: Sequence[PanelSystem]
    pool: Pool
    screens: Screens
    seen: BoolArray
    race: Race | None
    chosen: list[int]
    whole: Screens
    after: Mapping[str, SystemAttacked]
    strongest: Mapping[str, Sequence[int]]
    spread: Screens


def search(settings: "Magnets", exam: Dataset, panel: Panel) -> Searched | Finding:
    """Search for magnets and try them on the whole exam; where there is nothing to search, return why.

    Raises UsageError where nothing of the pool can be a magnet, and where lists cannot be asked with every wrong option
    replaced in turn.
    """
    require_items(exam, settings.name)
    systems = _systems(settings, panel)
    chosen_by = selecting(settings, systems)
    screened = screened_part(exam, settings.screen_passages, settings.seed)
    items, listed = screened.items, any(known.listwise for known in chosen_by)
    pool = _pool(settings, exam, screened)
    if pool is None:
        return unsearchable_finding(exam.items, settings.record)
    if listed and all(item.answer is None for item in items):
        return unswappable_finding(settings.record)
    seen = _seen(settings, exam.items, items, pool, listed=listed)
    own = {known.name: own_scores(panel, known.name, items, "own options", "first") for known in chosen_by}
    ask, swap = (panel, chosen_by), (settings.replace, settings.seed)
    race = _raced(settings, ask, items, pool, own=own, seen=seen) if settings.mode == "race" else None
    kept = pool if race is None else pool.take(race.kept.tolist())
    screens = screen_all(panel, chosen_by, items, kept, own=own, label="screen", swap=swap)
    chosen = (
        strongest(screens, mean_over_systems(screens.part(seen)), settings.top, settings.series_at_most)
        if settings.search
        else np.flatnonzero(screens.first.interference.n).tolist()
    )
    if not chosen:
        raise UsageError(
            f"magnets: none of the {len(pool.options):,} options can be a magnet: those that may be tried anywhere all "
            "combine others. Allow some (--series-at-most), or widen the pool."
        )
    whole = _tried_on(settings, exam, (panel, systems), screens, chosen)
    after = attack_all(whole, settings.replace, settings.seed)
    of_each, spread = _spread(settings, (panel, systems), screens, seen)
    return Searched(settings, systems, pool, screens, seen, race, chosen, whole, after, of_each, spread)


def findings_of(searched: Searched, exam: Dataset) -> tuple[Finding, ...]:
    """Report a search, a finding for each step."""
    settings, screens, record = searched.settings, searched.screens, searched.settings.record
    seed, full = settings.seed, searched.race is None
    members = {known.name: known.members for known in searched.systems}
    first = _first_member(searched.systems)
    views = [known.view for known in searched.systems if known.name in screens.names]
    screen = screening_finding(screens, pool=len(searched.pool.options), views=views, settings=record)
    if full and len(searched.systems) == 1:
        [system] = searched.after.values()
        screen = replace(screen, items=item_rows(screens, searched.whole, system))
    findings = [replace(screen, notes=(*screen.notes, *first))]
    if searched.race is not None:
        findings.append(race_finding(searched.race, searched.pool, settings=record))
    if not settings.search:
        findings.append(given_finding(searched.whole, searched.after, settings=record))
        attack = attacks_finding(searched.whole, searched.after, average={}, members=members, settings=record)
        return (*findings, replace(attack, notes=(*attack.notes, *first)))
    findings.append(
        validation_finding(
            screens, searched.whole, searched.after, chosen=searched.chosen, searched=searched.seen, settings=record
        )
    )
    if full and len(screens.names) > 1:
        findings.append(agreement_finding(screens, settings=record, seed=seed))
    if full:
        findings.append(feature_finding(screens, (settings.full or exam).items, settings=record))
    every = attack_all(screens, settings.replace, seed) if full else {}  # option of the pool
    if searched.strongest:
        moved = every if full and searched.spread is screens else attack_all(searched.spread, settings.replace, seed)
        findings.append(transfer_finding(moved, searched.strongest, ~searched.seen, settings=record))
    attack = attacks_finding(searched.whole, searched.after, average=every, members=members, settings=record)
    return (*findings, replace(attack, notes=(*attack.notes, *first)))


def _first_member(systems: Sequence[PanelSystem]) -> tuple[Reason, ...]:
    """Say that of systems with several members the first answers, so that accuracy here is not that of all together."""
    several = {known.name: known.members for known in systems if known.members > 1}
    if not several:
        return ()
    return (Reason("magnets-note-member", {"systems": list(several), "members": max(several.values())}),)


def _systems(settings: "Magnets", panel: Panel) -> list[PanelSystem]:
    """Return the systems that are searched; stand-ins only help."""
    systems = [known for known in panel.panelists.values() if not known.stands_for]
    if by_view(panel):
        systems = [panel.panelists[richest_of(panel)]]
    for known in systems:
        if known.listwise and settings.replace == EACH_MAGNET:
            raise UsageError(
                f"{known.name}: is shown all options at once, so every swap has to be asked again, and to replace each "
                "wrong option in turn (replace: each) would ask all of them. Replace one, such as replace: random."
            )
    return systems


def selecting(settings: "Magnets", systems: Sequence[PanelSystem]) -> list[PanelSystem]:
    """Return the systems that are searched on: those that `select_on` names, by name or model; else all.

    Raises UsageError for a name that none has.
    """
    if settings.select_on is None:
        return list(systems)
    wanted = [name.rstrip("/") for name in settings.select_on]
    for name in wanted:
        if not any(_is_named(known, name) for known in systems):
            raise unknown_name("select_on", name, [known.name for known in systems])
    return [known for known in systems if any(_is_named(known, name) for name in wanted)]


def _is_named(known: PanelSystem, name: str) -> bool:
    return known.name == name or known.name.startswith(f"{name} ")  # a model's name comes before view and member


def _pool(settings: "Magnets", exam: Dataset, screened: Dataset) -> Pool | None:
    """Return the options that are tried on the screened questions; None where none can be irrelevant."""
    if settings.drawn is not None:
        return settings.drawn
    if settings.pool is not None:
        return given_pool(screened, settings.pool, [exam])
    if not settings.search:
        raise UsageError(
            "experiment 'magnets': search is off and no options are given to attack with. Give some: "
            """--set 'magnets.pool=["All of the above","None of these"]'."""
        )
    if not has_passages(exam):
        return None
    pool = drawn_pool(screened, exam, settings.pool_size, settings.seed)
    return pool if pool.allowed.any() else None


def _seen(
    settings: "Magnets", items: Sequence[Item], screened: Sequence[Item], pool: Pool, *, listed: bool
) -> BoolArray:
    """Return which of the screened questions the search sees, (screened,).

    Where screening leaves fewer than `confirm_share` of the passages, some of the screened are kept from the search.
    The search sees all where a side would be left with fewer than two passages, or with no option tried.
    """
    every, names = {item.passage_id for item in items}, {item.passage_id for item in screened}
    more = max(0, round(len(every) * settings.confirm_share) - len(every - names))
    apart = set(drawn_passages(names, "confirm", settings.seed)[:more])
    seen = np.array([item.passage_id not in apart for item in screened], dtype=np.bool_)
    swappable = np.array([not listed or item.answer is not None for item in screened], dtype=np.bool_)
    tried = [(pool.allowed[rows & swappable]).any() for rows in (seen, ~seen)]
    enough = len(names - apart) >= FEWEST_PASSAGES and len(apart) + len(every - names) >= FEWEST_PASSAGES and all(tried)
    return seen if enough else np.ones_like(seen)


def _raced(
    settings: "Magnets",
    ask: tuple[Panel, Sequence[PanelSystem]],
    items: Sequence[Item],
    pool: Pool,
    *,
    own: Mapping[str, ScoreArray],
    seen: BoolArray,
) -> Race:
    """Race the pool on the questions that the search sees."""
    searched, cells = [items[row] for row in np.flatnonzero(seen).tolist()], np.repeat(seen, option_counts(items))
    mine = {name: scores[cells] for name, scores in own.items()}
    replaced = _replaced(ask[1], searched, mine, (settings.replace, settings.seed))
    allowed = pool.allowed[seen]
    if replaced:
        allowed = allowed & np.array([item.answer is not None for item in searched], dtype=np.bool_)[:, None]
    return raced(
        *ask,
        searched,
        replace(pool, allowed=allowed),
        mine,
        top=settings.top,
        above=settings.above,
        worth=settings.worth,
        error=settings.error,
        seed=settings.seed,
        replaced=replaced,
    )


def _tried_on(
    settings: "Magnets",
    exam: Dataset,
    ask: tuple[Panel, Sequence[PanelSystem]],
    screens: Screens,
    chosen: Sequence[int],
) -> Screens:
    """Try the magnets on the whole exam; where all of it was screened on all systems there is no more to ask."""
    if len(screens.items) == len(exam) and len(screens.names) == len(ask[1]):
        return screens.take(chosen)
    pool = given_pool(exam, [screens.pool.options[k] for k in chosen], [settings.full or exam])
    swap = settings.replace, settings.seed
    return screen_all(*ask, exam.items, pool, own="all questions", label="magnets", swap=swap)


def _spread(
    settings: "Magnets", ask: tuple[Panel, Sequence[PanelSystem]], screens: Screens, seen: BoolArray
) -> tuple[dict[str, list[int]], Screens]:
    """Return what attracts each system most that was searched on, and screens of that on all systems.

    Nothing where there is one system, no search or no known answer: then none is attacked with another's magnets.
    """
    panel, systems = ask
    if not settings.search or len(systems) == 1 or all(item.answer is None for item in screens.items):
        return {}, screens
    most = (strongest(screens, own, settings.top, settings.series_at_most) for own in screens.part(seen).T)
    of_each = dict(zip(screens.names, most, strict=True))
    others = [known for known in systems if known.name not in screens.names]
    if not others:
        return of_each, screens
    columns = sorted(set().union(*of_each.values()))
    few, swap = screens.take(columns), (settings.replace, settings.seed)
    more = screen_all(panel, others, screens.items, few.pool, own="own options", label="magnets of each", swap=swap)
    choices, each = {**few.choices, **more.choices}, {**few.screens, **more.screens}
    names = [known.name for known in systems]
    spread = replace(few, choices={n: choices[n] for n in names}, screens={n: each[n] for n in names})
    return {name: [columns.index(k) for k in chosen] for name, chosen in of_each.items()}, spread


def screen_all(
    panel: Panel,
    systems: Sequence[PanelSystem],
    items: Sequence[Item],
    pool: Pool,
    *,
    own: str | Mapping[str, ScoreArray],
    label: str,
    swap: tuple[str, int] = ("random", 0),
) -> Screens:
    """Ask systems for items × pool where allowed, with a label, and read their screens.

    `own`: the scores of the items' own options by system, or the label to ask for them with; of several members the
    first answers, as for the pool. `swap`: which wrong option gives way in the lists that a system is shown, and the
    seed that draws it.
    """
    if isinstance(own, str):
        own = {known.name: own_scores(panel, known.name, items, own, "first") for known in systems}
    replaced = _replaced(systems, items, own, swap)
    crossed: dict[str, ScoreArray | Lists] = {}
    for known in systems:
        if known.name in replaced:
            gone, where = replaced[known.name], pool.allowed
            crossed[known.name] = ask_lists(panel, known, items, pool.options, where=where, replaced=gone, label=label)
        else:
            cells = crossed_with(known, items, pool.options, pool.allowed)
            crossed[known.name] = panel.score(known.name, cells, label, "first")
    return screens_of(items, pool, own, crossed)


def _replaced(
    systems: Iterable[PanelSystem], items: Sequence[Item], own: Mapping[str, ScoreArray], swap: tuple[str, int]
) -> dict[str, IntArray]:
    """Return the option of each item that gives way, by system, of those that are shown all options at once."""
    way, seed = swap
    return {
        known.name: REPLACEMENTS[way](items, read_choices(items, own[known.name]), seed)
        for known in systems
        if known.listwise
    }


def raced(
    panel: Panel,
    systems: Sequence[PanelSystem],
    items: Sequence[Item],
    pool: Pool,
    own: Mapping[str, ScoreArray],
    *,
    top: int,
    above: float | None,
    worth: float,
    error: float,
    seed: int,
    replaced: Mapping[str, IntArray],
) -> Race:
    """Race a pool for the highest mean over systems, whose scores of the items' `own` options are known.

    `replaced`: which option gives way, (items,), by system, of those that are shown all options at once. Stand-ins of
    joint systems race first, at a tenth of the cost, for a guess of what is strong.
    """
    cheap = [known for known in panel.panelists.values() if known.stands_for in {each.name for each in systems}]
    guess, stand_in_cells = _promising(panel, cheap, items, pool, top=top, worth=worth, error=error, seed=seed + 1)
    apart = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
    result = race(
        pool.allowed & ~apart,
        _ask(panel, systems, items, pool, own=own, replaced=replaced)[0],
        top=top,
        above=above,
        worth=worth,
        error=error,
        seed=seed,
        promising=guess,
    )
    whole = replace(
        result,
        left_at=np.where(apart, -1, result.left_at),
        cells=result.cells + int(pool.allowed[:, apart].sum()),
        of=int(pool.allowed.sum()),
    )
    return Race(whole, np.union1d(result.survivors, np.flatnonzero(apart)), stand_in_cells)


def _promising(
    panel: Panel, cheap: Sequence[PanelSystem], items: Sequence[Item], pool: Pool, **settings: Any
) -> tuple[FloatArray | None, int]:
    """Return what stand-ins find strong, (options,), and the cells they were asked for; None where there are none."""
    if not cheap:
        return None, 0
    own = {known.name: own_scores(panel, known.name, items, "stand-in", "first") for known in cheap}
    ask, cells = _ask(panel, cheap, items, pool, own=own, replaced={})
    result = race(pool.allowed, ask, **settings)
    guess = np.full(len(pool.options), -np.inf)
    guess[result.survivors] = result.interference
    return guess, sum(map(len, own.values())) + sum(cells)


def _ask(
    panel: Panel,
    systems: Sequence[PanelSystem],
    items: Sequence[Item],
    pool: Pool,
    *,
    own: Mapping[str, ScoreArray],
    replaced: Mapping[str, IntArray],
) -> tuple[Ask, list[int]]:
    """Return what gives a race its margins, and a list that grows by the cells of each request."""
    best = {known.name: read_choices(items, own[known.name]).best for known in systems}
    requests: list[int] = []

    def ask(rows: IntArray, columns: IntArray) -> FloatArray:
        wanted = np.zeros(pool.allowed.shape, dtype=np.bool_)
        wanted[rows, columns] = True
        margins = np.empty((len(rows), len(systems)))
        for place, known in enumerate(systems):
            if known.name in replaced:
                lists = ask_lists(
                    panel, known, items, pool.options, where=wanted, replaced=replaced[known.name], label="race"
                )
                margins[:, place] = (lists.scores - lists.rivals)[rows, columns]
                requests.append(len(rows))
                continue
            cells = crossed_with(known, items, pool.options, wanted)
            scores = np.full(wanted.shape, np.nan)
            scores[wanted] = panel.score(known.name, cells, "race", "first")
            margins[:, place] = (scores - best[known.name][:, None])[rows, columns]
            requests.append(len(cells))
        return margins

    return ask, requests


def race_finding(raced: Race, pool: Pool, *, settings: Mapping[str, Any]) -> Finding:
    """Report a race over the options of `pool`."""
    race = raced.result
    rows = [(ALL, number, each.questions, each.options, each.cells) for number, each in enumerate(race.rounds, 1)]
    values = {"pool": len(race.left_at), "cells": race.cells, "of": race.of, "share": race.cells / race.of}
    return Finding(
        experiment="race",
        title="The race",
        answer=Reason("race-answer", {"options": many(len(race.survivors), "option"), **values}),
        numbers=(
            Number("cells asked for", race.cells, unit="count"),
            Number("cells of a full screen", race.of, unit="count"),
            Number("share of the full screen", race.cells / race.of, n=race.of),
            Number("interference to reach", race.bound),
            Number("never dropped", int((race.left_at < 0).sum()), unit="count"),
            Number("scores of stand-ins", raced.stand_in_cells, unit="count"),
        ),
        tables=(
            table("rounds", "Options left after each round of questions", ROUNDS, rows, "race"),
            _dropped(race, pool),
        ),
        settings=dict(settings),
        notes=tuple(_notes(settings)),
    )


def _notes(settings: Mapping[str, Any]) -> Iterator[Reason]:
    """Describe what a race may get wrong, and with what probability."""
    yield Reason("race-note-error", {name: settings[name] for name in ("top", "error", "worth")})
    if settings["above"] is not None:
        yield Reason("race-note-above", {"above": settings["above"]})


def _dropped(race: Raced, pool: Pool) -> Table:
    """List after how many questions each option was dropped, None where it was not."""
    order = np.argsort(np.where(race.left_at < 0, len(race.left_at), race.left_at), kind="stable")[::-1]
    left = race.left_at[order].tolist()
    columns = (
        OPTION.over(pool.options[k] for k in order),
        Heading("questions", unit="count").over(None if at < 0 else at for at in left),
    )
    return Table("dropped", "After how many questions each option was dropped", columns)
