"""The screen: every irrelevant option against every question it may be tried on, and the interference scores.

Lin et al. (2021), §3.1, §4.2, Figures 2 and 6.

**Systems that are shown all options at once.** The score of an option depends on the others shown, so an option cannot
be scored beside a question's own without being shown among them. It takes the place of one wrong option, the same one
of a question for the whole pool, and the list is asked as it then stands. T_ik, whether the system would choose the
irrelevant option, is read from that list: its score is strictly above those of all options that stayed. So the list is
as long as before, one option fewer has to be beaten than where options are scored one by one, and screen and attack
(§3.2) are one thing. A question without a known answer has no option that may go, and is left out. A pair of question
and option costs a whole list, k cells.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from examfiles.items import Item
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray, crossed_cells, own_cells
from magnetite.core.experiment import Panel, PanelSystem
from magnetite.core.headings import HIGH, INTERFERENCE, LOW, OPTION, RANK, SERIES, SYSTEM, N
from magnetite.core.results import Finding, Heading, Number, Table, table
from magnetite.experiments.asking import has_passages
from magnetite.experiments.choices import Choices, chance, general_notes, passages_of, read_choices
from magnetite.experiments.findings import number, too_few
from magnetite.experiments.magnets.pool import Pool, is_series
from magnetite.stats.intervals import Interval, Intervals, mean, shares
from magnetite.stats.ragged import FloatArray, row_maxima, row_put, row_take
from magnetite.stats.verdict import Verdict, verdict
from magnetite.views import view

AT_ONCE = 1 << 15  # lists asked for in one request: bounds memory
NAME, TITLE = "magnets", "Magnet options"
POINTS = 300  # of a curve, at most
ORIGINS = 3  # ids that an option's origins name at most


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """What a system made of lists in which one option was swapped, (items, options).

    `scores`: the swapped-in option's, -inf where it was not tried. `rivals`: the best score of the options that stayed,
    inf where none was asked. `chosen`: which of those that stayed has it, ties settled by lot, -1 where the system did
    not answer; `right`: the answer's share of that choice. `replaced`, (items,): the option that went, -1 for none.
    """

    replaced: IntArray
    scores: ScoreArray
    rivals: ScoreArray
    chosen: IntArray
    right: FloatArray

    @property
    def tried(self) -> BoolArray:
        """Return where an option was tried."""
        return np.isfinite(self.rivals)

    def take(self, columns: Sequence[int]) -> "Lists":
        """Return the lists of some of the options, by position."""
        at = list(columns)
        return Lists(self.replaced, self.scores[:, at], self.rivals[:, at], self.chosen[:, at], self.right[:, at])


def ask_lists(
    panel: Panel,
    known: PanelSystem,
    items: Sequence[Item],
    options: Sequence[str],
    *,
    where: BoolArray,
    replaced: IntArray,
    label: str,
) -> Lists:
    """Put each option in the place of `replaced`, (items,), where allowed, (items, options), and ask for whole lists.

    Nothing is asked of questions that have no option to replace. Of an ensemble the first member answers.
    """
    rows, columns = np.nonzero(where & (replaced >= 0)[:, None])
    lists = Lists(
        replaced,
        np.full(where.shape, -np.inf),
        np.full(where.shape, np.inf),
        np.full(where.shape, -1, dtype=np.int64),
        np.zeros(where.shape),
    )
    see = view(known.view)
    for start in range(0, len(rows), AT_ONCE):
        at = rows[start : start + AT_ONCE], columns[start : start + AT_ONCE]
        pairs = zip(at[0].tolist(), at[1].tolist(), strict=True)
        swapped = [see(with_option(items[i], int(replaced[i]), options[k])) for i, k in pairs]
        choices = read_choices(swapped, panel.score(known.name, own_cells(swapped), label, "first"))
        places = replaced[at[0]]
        lists.scores[at] = row_take(choices.scores, choices.counts, places)
        lists.rivals[at] = row_maxima(row_put(choices.scores, choices.counts, places, -np.inf), choices.counts)
        lists.chosen[at] = choices.chosen_without(places)
        lists.right[at] = choices.share_of(choices.answers, without=places)
    return lists


def with_option(item: Item, place: int, option: str) -> Item:
    """Return the item with another option in one place.

    >>> with_option(Item("q", "p", "", "Which?", ("a", "b", "c"), 0), 1, "all of them").options
    ('a', 'all of them', 'c')
    """
    return replace(item, options=(*item.options[:place], option, *item.options[place + 1 :]))


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

    def part(self, rows: BoolArray, together: int = 1) -> Intervals:
        """Return the interference scores over some of the items, (options,), with intervals for so many `together`."""
        return shares(self.wins[rows], self.pool.allowed[rows], self.passages[rows], together=together)

    def take(self, columns: Sequence[int]) -> "Screen":
        """Return the screen of some of the options, by position."""
        at = list(columns)
        return replace(
            self,
            pool=self.pool.take(at),
            scores=self.scores[:, at],
            wins=self.wins[:, at],
            interference=shares(self.wins[:, at], self.pool.allowed[:, at], self.passages),
            series=self.series[at],
            lists=None if self.lists is None else self.lists.take(at),
        )


def _screened(items: Sequence[Item], choices: Choices, pool: Pool, scores: ScoreArray | Lists) -> Screen:
    """Read the screen from scores aligned with `core.cells.crossed_cells(items, pool.options, pool.allowed)`, or lists.

    A pool that lists were asked of is allowed where it was tried.
    """
    best, lists = choices.best, scores if isinstance(scores, Lists) else None
    if isinstance(scores, Lists):
        pool, matrix, wins = replace(pool, allowed=scores.tried), scores.scores, scores.scores > scores.rivals
    else:
        short = scores.astype(np.float32)  # half the memory, where 32 bits hold every digit
        matrix = np.full(pool.allowed.shape, -np.inf, dtype=np.float32 if (short == scores).all() else np.float64)
        matrix[pool.allowed] = scores
        wins = matrix > best[:, None]
    passages = passages_of(items)
    series = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
    return Screen(pool, matrix, best, wins, passages, shares(wins, pool.allowed, passages), series, lists)


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
        return mean_over_systems(self.interference)

    @property
    def first(self) -> Screen:
        """Return the first system's screen; where options were tried, and which combine others, is the same in all."""
        return next(iter(self.screens.values()))

    @property
    def series(self) -> BoolArray:
        """Return which options combine others, (options,)."""
        return self.first.series

    def part(self, rows: BoolArray) -> FloatArray:
        """Return T_k of each system over some of the items, (options, systems)."""
        return np.stack([screen.part(rows).estimate for screen in self.screens.values()], axis=1)

    def take(self, columns: Sequence[int]) -> "Screens":
        """Return the screens of some of the options, by position."""
        screens = {name: screen.take(columns) for name, screen in self.screens.items()}
        return replace(self, pool=self.pool.take(columns), screens=screens)


def mean_over_systems(interference: FloatArray) -> FloatArray:
    """Return the means of T_k, (options, systems) -> (options,).

    Sums are in order of size, so that they do not depend on the order of the systems, not even in the last digit, by
    which options of equal means would rank.

    >>> np.ptp(mean_over_systems(np.array([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7], [0.2, 0.7, 0.1]]))).tolist()
    0.0
    """
    mean: FloatArray = np.sort(interference, axis=1).mean(axis=1)
    return mean


def crossed_with(known: PanelSystem, items: Sequence[Item], options: Sequence[str], where: BoolArray) -> Cells:
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


def guessing(screens: Screens) -> float:
    """Return on what share of the questions a system that scores at random would rank an irrelevant option first."""
    listed = all(screen.lists is not None for screen in screens.screens.values())
    return float((1 / ((0 if listed else 1) + 1 / chance(screens.items))).mean())


def attracting(screens: Screens, pool: int) -> list[int]:
    """Return the options that are magnets, by position: their mean T_k is above what scoring at random would give.

    An interval decides, that holds for all options of the `pool` at once: the strongest of many are strong by luck too.
    """
    guess = guessing(screens)
    columns = [k for k in ordered(screens.mean, screens.pool.options) if screens.mean[k] > guess]
    if not columns:
        return []
    wins = np.mean([screen.wins[:, columns] for screen in screens.screens.values()], axis=0)
    found = shares(wins, screens.pool.allowed[:, columns], screens.first.passages, together=max(pool, 1))
    return [k for place, k in enumerate(columns) if verdict(found[place], guess) == Verdict.ABOVE]


def strongest(screens: Screens, interference: FloatArray, many: int, series_at_most: int | None) -> list[int]:
    """Return the `many` options of highest interference, at most this many of them combinations (Lin et al., §4.3)."""
    order = ordered(interference, screens.pool.options)
    combining = [k for k in order if screens.series[k]]
    dropped = set() if series_at_most is None else set(combining[series_at_most:])
    return [k for k in order if k not in dropped][:many]


def screening_finding(screens: Screens, *, pool: int, views: Sequence[str], settings: Mapping[str, Any]) -> Finding:
    """Report every option's T_k for every system.

    `pool` is how many options there were; where a race left fewer in the screens, the finding is about those alone.
    `views` are those of the systems.
    """
    raced = pool > len(screens.pool.options)
    several = len(screens.names) > 1 or len(screens.pool.names) > 1
    numbers = _numbers(screens, raced=raced)
    few = too_few(screens.first.interference[0], screens.first.passages)
    strongest_of = _answer(screens, settings["series_at_most"] if settings["search"] else None, pool)
    return Finding(
        experiment=NAME,
        title=TITLE,
        answer=sentences(*few, strongest_of, _attracting(screens, pool)),
        numbers=(*numbers, *_counts(screens, pool, raced=raced)),
        tables=(*([_curves(screens, raced=raced)] if several else []), interference_table(screens)),
        settings=dict(settings),
        notes=tuple(_notes(screens, pool, views, searched=settings["search"])),
    )


def _notes(screens: Screens, pool: int, views: Sequence[str], *, searched: bool) -> Iterator[Reason]:
    """Yield what a reader must know to read the numbers right."""
    if pool > len(screens.pool.options):
        yield Reason("magnets-note-raced", {"kept": len(screens.pool.options), "pool": pool})
    else:
        yield Reason("magnets-note-guessing", {"share": guessing(screens)})
    yield from list_notes(screens)
    yield Reason("magnets-note-constraint")
    yield Reason("magnets-note-searched" if searched else "magnets-note-given")
    if len(views) == 1:
        yield from general_notes(next(iter(screens.choices.values())))
        if views[0] != "QOC":
            yield Reason("magnets-note-view", {"view": views[0]})


def unswappable_finding(settings: Mapping[str, Any]) -> Finding:
    """Report why no option can be tried on a system that is shown all options at once."""
    return Finding(NAME, TITLE, Reason("magnets-unswappable"), settings=settings)


def unsearchable_finding(items: Sequence[Item], settings: Mapping[str, Any]) -> Finding:
    """Report why there is no irrelevant option to try in this exam, and what to do."""
    single = len({item.passage_id for item in items}) == 1
    why = "no-passages" if not has_passages(items) else "one-passage" if single else "everywhere"
    return Finding(NAME, TITLE, Reason("magnets-unsearchable", {"why": why}), settings=settings)


def list_notes(screens: Screens) -> tuple[Reason, ...]:
    """Say which systems were shown whole lists, and what an interference score is of these."""
    names = [name for name, screen in screens.screens.items() if screen.lists is not None]
    if not names:
        return ()
    who = "one" if len(screens.names) == 1 else ", ".join(names)
    return (Reason("magnets-note-lists", {"systems": who}),)


def interference_table(screens: Screens) -> Table:
    """List every option that was tried, strongest on average first, with each system's T_k (Figure 2).

    Of one system with its interval, and on how many questions the option wins.
    """
    order, first, several = ordered(screens.mean, screens.pool.options), screens.first, len(screens.names) > 1
    listed = first.lists is not None and not several
    columns = [
        RANK.over(range(1, len(order) + 1)),
        OPTION.over(screens.pool.options[k] for k in order),
        INTERFERENCE.over(screens.mean[order].tolist()),
    ]
    if several:
        columns += [
            Heading(name, unit="share").over(screen.interference.estimate[order].tolist())
            for name, screen in screens.screens.items()
        ]
    else:
        beaten = "beat all options that stayed" if listed else "beat all own options"
        columns += [
            LOW.over(first.interference.low[order].tolist()),
            HIGH.over(first.interference.high[order].tolist()),
            Heading("wins", beaten, "count").over(first.wins.sum(axis=0)[order].tolist()),
        ]
    origins = (_origins(screens.pool, k) for k in order)
    columns += [
        N.over(first.interference.n[order].tolist()),
        SERIES.over(screens.series[order].tolist()),
        Heading("origins", "taken from").over(origins),
    ]
    beaten = "the options that stay" if listed else "a question's own"
    title = f"How often each irrelevant option beats all of {beaten}"
    return Table("interference", title, tuple(columns), "interference_list" if several else "interference_curve")


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


def _numbers(screens: Screens, *, raced: bool) -> Iterator[Number]:
    for name, screen in screens.screens.items():
        order = ordered(screen.interference.estimate, screens.pool.options)
        if not raced:
            yield number("mean interference", mean_interference(screen), group=name)
        if order:
            yield number("strongest interference", screen.interference[order[0]], group=name)
        if order and not raced:
            above = float((screen.interference.estimate[order] > 0).mean())
            yield Number("options that win anywhere", above, n=len(order), group=name)
        for origin, among in () if raced else list(_sources(screens))[1:]:
            tried = among & (screen.interference.n > 0)
            if tried.any():
                average = replace(mean_interference(screen, tried), n=int(tried.sum()))
                yield number("mean interference by origin", average, group=f"{name}, {origin}")


def _counts(screens: Screens, pool: int, *, raced: bool) -> Iterator[Number]:
    yield Number("pool", pool, unit="count")
    yield Number("magnets", len(attracting(screens, pool)), unit="count")
    yield Number("option combinations", int(screens.series.sum()), unit="count")
    yield Number("questions", len(screens.items), unit="count")
    if not raced:
        yield Number("tried nowhere", int((screens.first.interference.n == 0).sum()), unit="count")


def _answer(screens: Screens, series_at_most: int | None, pool: int) -> Reason:
    magnets = strongest(screens, screens.mean, len(screens.pool.options), series_at_most)
    first = magnets[0]
    plain = next((k for k in magnets if not screens.series[k]), None)
    values = {
        "pool": many(pool, "irrelevant-option"),
        "questions": many(len(screens.items)),
        "option": screens.pool.options[first],
        "listed": "yes" if all(screen.lists is not None for screen in screens.screens.values()) else "no",
        "systems": len(screens.names),
        "share": float(screens.mean[first]),
    }
    if not screens.mean[first] > 0:
        return Reason("magnets-none-wins", {name: values[name] for name in ("pool", "questions", "listed")})
    if plain is None or plain == first:
        return Reason("magnets-strongest", values)
    other = {"plain": screens.pool.options[plain], "plain-share": float(screens.mean[plain])}
    return Reason("magnets-strongest-plain", {**values, **other})


def _attracting(screens: Screens, pool: int) -> Reason:
    magnets = {"magnets": len(attracting(screens, pool)), "pool": many(pool, "irrelevant-option")}
    return Reason("magnets-attracting", {**magnets, "guessing": guessing(screens)})


def _origins(pool: Pool, k: int) -> str:
    ids, places = pool.origins[k], pool.origin_sources[k]
    if not ids:
        return "given"
    several = len(pool.names) > 1
    pairs = zip(ids[:ORIGINS], places, strict=False)
    origins = [f"{pool.names[place]}: {name}" if several else name for name, place in pairs]
    return "; ".join([*origins, *(["..."] if len(ids) > ORIGINS else [])])


def mean_interference(screen: Screen, among: BoolArray | None = None) -> Interval:
    """Estimate the mean interference score of options, of all or those `among`, for other passages."""
    tried = screen.interference.n > 0 if among is None else among
    n = screen.interference.n
    each = np.divide(1.0, n, out=np.zeros(len(n)), where=tried) / tried.sum()
    parts: FloatArray = (screen.wins @ each) * len(screen.wins)
    return mean(parts, screen.passages, least=0.0, most=1.0)
