"""The screen: every irrelevant option against every question it may be tried on, and the interference scores.

Lin et al. (2021), §3.1, §4.2, Figures 2 and 6.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, crossed_cells
from magnetite.core.experiment import Panelist
from magnetite.core.headings import HIGH, INTERFERENCE, LOW, OPTION, RANK, SERIES, SYSTEM, N
from magnetite.core.items import Item
from magnetite.core.results import Finding, Heading, Number, Table, table
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import Choices, passages_of, read_choices
from magnetite.experiments.findings import counted, number, percent, quoted
from magnetite.experiments.magnets.lists import Lists
from magnetite.experiments.magnets.pool import Pool
from magnetite.experiments.magnets.series import is_series
from magnetite.stats.intervals import Interval, Intervals, bootstrap_mean, shares
from magnetite.stats.ragged import FloatArray
from magnetite.views.partial import view

SEARCHED = (
    "The strongest of many look stronger than they are: intervals here are of single options, not corrected for the "
    "search. Questions that the search never saw show what holds elsewhere."
)
IN_LISTS = (
    "{who} shown all options at once, so an option was tried in the place of one wrong option, and counts "
    "where it scores above all that stayed: one fewer than where it is put beside a question's own. Questions "
    "without a known answer were left out."
)
POINTS = 300  # of a curve, at most
ORIGINS = 3  # ids that an option's origins name at most


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A pool's scores, (items, options), -inf where an option was not tried, and what follows from them.

    `wins`: the option's score is strictly above all the item's own, T_ik of the paper.
    `interference`: T_k per option, over the items it was tried on, with its interval. `lists`: of a system that is
    shown all options at once, the lists it was asked; there an option wins over those that stayed, and `pool` allows it
    where it was tried.
    """

    pool: Pool
    scores: ScoreArray  # (items, options)
    best: ScoreArray  # (items,): the highest score of an item's own options
    wins: BoolArray  # (items, options)
    passages: IntArray  # (items,)
    interference: Intervals  # (options,)
    series: BoolArray  # (options,): whether it combines other options
    lists: Lists | None = None

    def part(self, rows: BoolArray) -> Intervals:
        """Return the interference scores over some of the items, (options,)."""
        return shares(self.wins[rows], self.pool.allowed[rows], self.passages[rows])


def _screened(items: Sequence[Item], choices: Choices, pool: Pool, scores: ScoreArray | Lists) -> Screen:
    """Read the screen from scores aligned with `core.cells.crossed_cells(items, pool.options, pool.allowed)`, or lists.

    A pool that lists were asked of is allowed where it was tried.
    """
    best, lists = choices.best.astype(np.float32), scores if isinstance(scores, Lists) else None
    if isinstance(scores, Lists):
        pool, matrix, wins = replace(pool, allowed=scores.tried), scores.scores, scores.scores > scores.rivals
    else:
        matrix = np.full(pool.allowed.shape, -np.inf, dtype=np.float32)
        matrix[pool.allowed] = scores
        wins = matrix > best[:, None]
    passages = passages_of(items)
    series = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
    return Screen(pool, matrix, best, wins, passages, shares(wins, pool.allowed, passages), series, lists)


def searched(items: Sequence[Item], screen: Screen, confirm_share: float, seed: int) -> BoolArray:
    """Return which items the search for the strongest sees, (items,): those of a seeded part of the passages.

    All of them where a side would be left with fewer than two passages, or with no option tried.
    """
    names = sorted({item.passage_id for item in items}, key=lambda name: (draw(seed, "confirm", name), name))
    held_out = round(len(names) * confirm_share)
    confirming = set(names[:held_out])
    search = np.array([item.passage_id not in confirming for item in items], dtype=np.bool_)
    enough = held_out >= 2 and len(names) - held_out >= 2
    tried = [bool(screen.pool.allowed[rows].any()) for rows in (search, ~search)]
    return search if enough and all(tried) else np.ones(len(items), dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Screens:
    """What each system, by name, chose among the items' own options, and its screen of the pool."""

    items: tuple[Item, ...]
    pool: Pool
    choices: Mapping[str, Choices]
    screens: Mapping[str, Screen]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the systems' names."""
        return tuple(self.screens)

    @property
    def interference(self) -> FloatArray:
        """Return T_k of each system, (options, systems); NaN where an option could be tried nowhere."""
        return np.stack([screen.interference.estimate for screen in self.screens.values()], axis=1)

    @property
    def mean(self) -> FloatArray:
        """Return the mean of the systems' T_k, (options,) (Lin et al. 2021, §4.3)."""
        mean: FloatArray = self.interference.mean(axis=1)
        return mean

    @property
    def first(self) -> Screen:
        """Return the first system's screen; where options were tried, and which combine others, is the same in all."""
        return next(iter(self.screens.values()))

    @property
    def series(self) -> BoolArray:
        """Return which options combine others, (options,)."""
        return self.first.series


def crossed_with(known: Panelist, items: Sequence[Item], options: Sequence[str], where: BoolArray) -> Cells:
    """Cross items, put under a system's view, with options."""
    see = view(known.view)
    return crossed_cells([see(item) for item in items], options, where)


def screens_of(
    items: Sequence[Item], pool: Pool, own: Mapping[str, ScoreArray], crossed: Mapping[str, ScoreArray | Lists]
) -> Screens:
    """Read the screens from each system's scores: of the items' own options, and of items × pool where allowed.

    Of a system that is shown all options at once, the lists it was asked.
    """
    choices = {name: read_choices(items, scores) for name, scores in own.items()}
    screens = {name: _screened(items, choices[name], pool, crossed[name]) for name in own}
    return Screens(tuple(items), pool, choices, screens)


def ordered(interference: FloatArray, options: Sequence[str]) -> list[int]:
    """Order options by interference, (options,), highest first, equals by their text; those never tried stay out."""
    tried = np.flatnonzero(~np.isnan(interference)).tolist()
    return sorted(tried, key=lambda k: (-interference[k], options[k]))


def strongest(screens: Screens, interference: FloatArray, many: int, series_at_most: int | None) -> list[int]:
    """Return the `many` options of highest interference, at most this many of them combinations (Lin et al., §4.3)."""
    order = ordered(interference, screens.pool.options)
    combining = [k for k in order if screens.series[k]]
    dropped = set() if series_at_most is None else set(combining[series_at_most:])
    return [k for k in order if k not in dropped][:many]


def screening_finding(
    screens: Screens, magnets: Sequence[int], *, pool: int, settings: Mapping[str, Any], seed: int
) -> Finding:
    """Report every option's T_k for every system, and the set of magnets.

    `pool` is how many options there were; where a race left fewer in the screens, the finding is about those alone.
    """
    raced = pool > len(screens.pool.options)
    left = f"The race kept {len(screens.pool.options):,} of {pool:,} options. This shows those alone."
    return Finding(
        probe="screen",
        title="The screen",
        sentence=_sentence(screens, magnets, pool),
        numbers=(*_numbers(screens, seed, raced=raced), *_counts(screens, pool, raced=raced)),
        tables=(_curves(screens, raced=raced), interference_table(screens)),
        settings=dict(settings),
        notes=(*((left,) if raced else ()), *list_notes(screens), SEARCHED),
    )


def list_notes(screens: Screens) -> tuple[str, ...]:
    """Say which systems were shown whole lists, and what an interference score is of these."""
    names = [name for name, screen in screens.screens.items() if screen.lists is not None]
    if not names:
        return ()
    who = "The system is" if len(screens.names) == 1 else f"{', '.join(names)}: a system that is"
    return (IN_LISTS.format(who=who),)


def interference_table(screens: Screens, kind: str = "interference_list", *, wins: bool = False) -> Table:
    """List every option that was tried, strongest on average first, with each system's T_k (Figure 2).

    `wins`: list too on how many questions the option beats all of a question's own.
    """
    order, first = ordered(screens.mean, screens.pool.options), screens.first
    columns = [
        RANK.over(range(1, len(order) + 1)),
        OPTION.over(screens.pool.options[k] for k in order),
        INTERFERENCE.over(screens.mean[order].tolist()),
    ]
    if len(screens.names) > 1:
        columns += [
            Heading(name, unit="share").over(screen.interference.estimate[order].tolist())
            for name, screen in screens.screens.items()
        ]
    elif order:
        columns += [
            LOW.over(first.interference.low[order].tolist()),
            HIGH.over(first.interference.high[order].tolist()),
        ]
    columns.append(N.over(first.interference.n[order].tolist()))
    listed = first.lists is not None and len(screens.names) == 1
    if wins:
        beaten = "beat all options that stayed" if listed else "beat all own options"
        columns.append(Heading("wins", beaten, "count").over(first.wins.sum(axis=0)[order].tolist()))
    origins = (_origins(screens.pool, k) for k in order)
    columns += [SERIES.over(screens.series[order].tolist()), Heading("origins", "taken from").over(origins)]
    beaten = "the options that stay" if listed else "a question's own"
    title = f"How often each irrelevant option beats all of {beaten}"
    return Table("interference", title, tuple(columns), kind)


def ordered_options(screens: Screens) -> Iterator[tuple[str, float, bool, tuple[str, ...]]]:
    """Yield every option that was tried, strongest first: text, mean T_k, whether it combines others, its origins."""
    for k in ordered(screens.mean, screens.pool.options):
        yield screens.pool.options[k], float(screens.mean[k]), bool(screens.series[k]), screens.pool.origins[k]


def _curves(screens: Screens, *, raced: bool) -> Table:
    rows = [
        (name, origin, *point)
        for name, screen in screens.screens.items()
        for origin, among in list(_sources(screens))[: 1 if raced else None]
        for point in _curve(screen.interference.estimate, among, screens.pool.options)
    ]
    headings = (SYSTEM, Heading("origin", "options from"), RANK, INTERFERENCE, OPTION)
    return table("curves", "Interference scores, sorted", headings, rows, "interference_by_system")


def _sources(screens: Screens) -> Iterator[tuple[str, BoolArray]]:
    yield "all", np.ones(len(screens.pool.options), dtype=np.bool_)
    if len(screens.pool.names) > 1:
        yield from zip(screens.pool.names, screens.pool.sources, strict=True)


def _curve(interference: FloatArray, among: BoolArray, options: Sequence[str]) -> Iterator[tuple[int, float, str]]:
    """Yield rank, score and text along a sorted curve: all of its head, and ever fewer points of its tail."""
    order = ordered(np.where(among, interference, np.nan), options)
    ranks = np.unique(np.geomspace(1, len(order), POINTS).astype(int)) if order else np.array([], dtype=int)
    for rank in ranks.tolist():
        yield rank, float(interference[order[rank - 1]]), options[order[rank - 1]]


def _numbers(screens: Screens, seed: int, *, raced: bool) -> Iterator[Number]:
    for name, screen in screens.screens.items():
        order = ordered(screen.interference.estimate, screens.pool.options)
        if not raced:
            yield number("mean interference", mean_interference(screen, 2000, seed), group=name)
        if order:
            yield number("strongest interference", screen.interference[order[0]], group=name)
        for origin, among in () if raced else list(_sources(screens))[1:]:
            tried = among & (screen.interference.n > 0)
            if tried.any():
                value = float(screen.interference.estimate[tried].mean())
                yield Number("mean interference by origin", value, n=int(tried.sum()), group=f"{name}, {origin}")


def _counts(screens: Screens, pool: int, *, raced: bool) -> Iterator[Number]:
    yield Number("pool", pool, unit="count")
    yield Number("option combinations", int(screens.series.sum()), unit="count")
    yield Number("questions", len(screens.items), unit="count")
    if not raced:
        yield Number("tried nowhere", int((screens.first.interference.n == 0).sum()), unit="count")


def _sentence(screens: Screens, magnets: Sequence[int], pool: int) -> str:
    first = magnets[0]
    plain = next((k for k in magnets if not screens.series[k]), None)
    over = ", on average over the systems," if len(screens.names) > 1 else ""
    listed = all(screen.lists is not None for screen in screens.screens.values())
    beaten = "of the options that stay" if listed else "of a question's own options"
    text = (
        f"Of {counted(pool, 'irrelevant option')} tried on {counted(len(screens.items), 'question')}, "
        f"the strongest, {quoted(screens.pool.options[first])}, beats all "
        f"{beaten}{over} on {percent(screens.mean[first])} of the questions"
    )
    if plain is None or plain == first:
        return text + "."
    share = percent(screens.mean[plain])
    return f"{text}; {quoted(screens.pool.options[plain])}, the first that combines no others, on {share}."


def _origins(pool: Pool, k: int) -> str:
    ids, places = pool.origins[k], pool.origin_sources[k]
    if not ids:
        return "given"
    several = len(pool.names) > 1
    pairs = zip(ids[:ORIGINS], places, strict=False)
    origins = [f"{pool.names[place]}: {name}" if several else name for name, place in pairs]
    return "; ".join([*origins, *(["..."] if len(ids) > ORIGINS else [])])


def mean_interference(screen: Screen, resamples: int, seed: int) -> Interval:
    """Estimate the mean of all options' interference scores, with a bootstrap over passages."""
    mean = bootstrap_mean(_item_parts(screen), screen.passages, resamples=resamples, seed=seed)
    return replace(mean, high=min(mean.high, 1.0))


def _item_parts(screen: Screen) -> FloatArray:
    """Return what each item adds to the mean of all T_k, (items,), scaled so that the parts have that mean."""
    n = screen.interference.n
    each = np.divide(1.0, n, out=np.zeros(len(n)), where=n > 0) / (n > 0).sum()
    parts: FloatArray = (screen.wins @ each) * len(screen.wins)
    return parts
