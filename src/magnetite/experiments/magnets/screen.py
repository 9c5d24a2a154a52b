"""The screen: every irrelevant option against every question it may be tried on, and the interference scores.

Lin et al. (2021), §3.1, §4.2, Figures 2 and 6. A race asks only for the cells that the strongest options need.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.items import Item
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import Choices, passages_of, read_choices
from magnetite.experiments.findings import columns_of, counted, number, percent, quoted
from magnetite.experiments.magnets.pool import Pool
from magnetite.experiments.magnets.series import is_series
from magnetite.stats.intervals import Interval, Intervals, bootstrap_mean, shares
from magnetite.stats.race import Raced
from magnetite.stats.ragged import FloatArray

SEARCHED = (
    "The strongest of many look stronger than they are: intervals here are of single options, not corrected for the "
    "search. Questions that the search never saw show what holds elsewhere."
)
POINTS = 300  # of a curve, at most
ORIGINS = 3  # ids that an option's origins name at most
ALL = "all systems"


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A pool's scores, (items, options), -inf where an option was not tried, and what follows from them.

    `wins`: the option's score is strictly above all the item's own, T_ik of the paper.
    `interference`: T_k per option, over the items it was tried on, with its interval.
    """

    pool: Pool
    scores: ScoreArray  # (items, options)
    best: ScoreArray  # (items,): the highest score of an item's own options
    wins: BoolArray  # (items, options)
    passages: IntArray  # (items,)
    interference: Intervals  # (options,)
    series: BoolArray  # (options,): whether it combines other options

    def part(self, rows: BoolArray) -> Intervals:
        """Return the interference scores over some of the items, (options,)."""
        return shares(self.wins[rows], self.pool.allowed[rows], self.passages[rows])


def screened(items: Sequence[Item], choices: Choices, pool: Pool, scores: ScoreArray) -> Screen:
    """Read the screen from scores aligned with `core.cells.crossed_cells(items, pool.options, pool.allowed)`."""
    matrix = np.full(pool.allowed.shape, -np.inf, dtype=np.float32)
    matrix[pool.allowed] = scores
    best = choices.best.astype(np.float32)
    wins, passages = matrix > best[:, None], passages_of(items)
    series = np.array([is_series(option) for option in pool.options], dtype=np.bool_)
    return Screen(pool, matrix, best, wins, passages, shares(wins, pool.allowed, passages), series)


def ranked(screen: Screen, interference: Intervals) -> list[int]:
    """Order the options that were tried by their interference, strongest first, equals by their text."""
    options, values = screen.pool.options, interference.estimate.tolist()
    tried = np.flatnonzero(interference.n).tolist()
    return sorted(tried, key=lambda k: (-values[k], options[k]))


def strongest(screen: Screen, rows: BoolArray, many: int, series_at_most: int | None) -> list[int]:
    """Return the options with the highest interference on some of the items, at most this many of them combinations."""
    order = ranked(screen, screen.part(rows))
    combining = [k for k in order if screen.series[k]]
    dropped = set() if series_at_most is None else set(combining[series_at_most:])
    return [k for k in order if k not in dropped][:many]


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


def screens_of(
    items: Sequence[Item], pool: Pool, own: Mapping[str, ScoreArray], crossed: Mapping[str, ScoreArray]
) -> Screens:
    """Read the screens from each system's scores: of the items' own options, and of items × pool where allowed."""
    choices = {name: read_choices(items, scores) for name, scores in own.items()}
    screens = {name: screened(items, choices[name], pool, crossed[name]) for name in own}
    return Screens(tuple(items), pool, choices, screens)


def ordered(interference: FloatArray, options: Sequence[str]) -> list[int]:
    """Order options by interference, (options,), highest first, equals by their text; those never tried stay out."""
    tried = np.flatnonzero(~np.isnan(interference)).tolist()
    return sorted(tried, key=lambda k: (-interference[k], options[k]))


def magnet_set(screens: Screens, interference: FloatArray, many: int, series_at_most: int | None) -> list[int]:
    """Return the `many` options of highest interference, at most this many of them combinations (Lin et al., §4.3)."""
    series = next(iter(screens.screens.values())).series
    order = ordered(interference, screens.pool.options)
    combining = [k for k in order if series[k]]
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
        notes=(*((left,) if raced else ()), SEARCHED),
    )


def interference_table(screens: Screens) -> Table:
    """List every option that was tried, strongest on average first, with each system's T_k."""
    order = ordered(screens.mean, screens.pool.options)
    some = next(iter(screens.screens.values()))
    columns: dict[str, list[Value]] = {
        "rank": list(range(1, len(order) + 1)),
        "option": [screens.pool.options[k] for k in order],
        "interference": screens.mean[order].tolist(),
    }
    if len(screens.names) > 1:
        columns |= {name: screen.interference.estimate[order].tolist() for name, screen in screens.screens.items()}
    elif order:
        columns |= {"low": some.interference.low[order].tolist(), "high": some.interference.high[order].tolist()}
    columns |= {
        "n": some.interference.n[order].tolist(),
        "series": some.series[order].tolist(),
        "origins": [_origins(screens, k) for k in order],
    }
    title = "How often each irrelevant option beats all of a question's own"
    return Table("interference", title, columns, "interference_list")


def ordered_options(screens: Screens) -> Iterator[tuple[str, float, bool, tuple[str, ...]]]:
    """Yield every option that was tried, strongest first: text, mean T_k, whether it combines others, its origins."""
    series = next(iter(screens.screens.values())).series
    for k in ordered(screens.mean, screens.pool.options):
        yield screens.pool.options[k], float(screens.mean[k]), bool(series[k]), screens.pool.origins[k]


def _curves(screens: Screens, *, raced: bool) -> Table:
    rows = [
        (name, origin, *point)
        for name, screen in screens.screens.items()
        for origin, among in list(_sources(screens))[: 1 if raced else None]
        for point in _curve(screen.interference.estimate, among, screens.pool.options)
    ]
    names = ("system", "origin", "rank", "interference", "option")
    columns = columns_of(rows, names)
    return Table("curves", "Interference scores, sorted", columns, "interference_by_system")


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
    some = next(iter(screens.screens.values()))
    yield Number("pool", pool, unit="count")
    yield Number("option combinations", int(some.series.sum()), unit="count")
    yield Number("questions", len(screens.items), unit="count")
    if not raced:
        yield Number("tried nowhere", int((some.interference.n == 0).sum()), unit="count")


def _sentence(screens: Screens, magnets: Sequence[int], pool: int) -> str:
    some = next(iter(screens.screens.values()))
    first = magnets[0]
    plain = next((k for k in magnets if not some.series[k]), None)
    over = ", on average over the systems," if len(screens.names) > 1 else ""
    text = (
        f"Of {counted(pool, 'irrelevant option')} tried on {counted(len(screens.items), 'question')}, "
        f"the strongest, {quoted(screens.pool.options[first])}, beats all of a question's own "
        f"options{over} on {percent(screens.mean[first])} of the questions"
    )
    if plain is None or plain == first:
        return text + "."
    share = percent(screens.mean[plain])
    return f"{text}; {quoted(screens.pool.options[plain])}, the first that combines no others, on {share}."


def _origins(screens: Screens, k: int) -> str:
    ids, places = screens.pool.origins[k], screens.pool.origin_sources[k]
    if not ids:
        return "given"
    several = len(screens.pool.names) > 1
    origins = [
        f"{screens.pool.names[place]}: {name}" if several else name
        for name, place in zip(ids[:ORIGINS], places, strict=False)
    ]
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


def race_finding(race: Raced, pool: Pool, stand_in_cells: int, *, settings: Mapping[str, Any]) -> Finding:
    """Report a race over the options of `pool`; `stand_in_cells` were scored by cheaper systems on the way."""
    rows = [(ALL, number, each.questions, each.options, each.cells) for number, each in enumerate(race.rounds, 1)]
    names = ("system", "round", "questions", "options", "cells")
    columns = columns_of(rows, names)
    return Finding(
        probe="race",
        title="The race",
        sentence=(
            f"{counted(len(race.survivors), 'option')} of {len(race.left_at):,} found with {race.cells:,} of "
            f"{race.of:,} cells a system, {percent(race.cells / race.of)} of the full screen."
        ),
        numbers=(
            Number("cells asked for", race.cells, unit="count"),
            Number("cells of a full screen", race.of, unit="count"),
            Number("share of the full screen", race.cells / race.of, n=race.of),
            Number("interference to reach", race.bound),
            Number("never dropped", int((race.left_at < 0).sum()), unit="count"),
            Number("scores of stand-ins", stand_in_cells, unit="count"),
        ),
        tables=(Table("rounds", "Options left after each round of questions", columns, "race"), _dropped(race, pool)),
        settings=dict(settings),
        notes=tuple(_notes(settings)),
    )


def _notes(settings: Mapping[str, Any]) -> Iterator[str]:
    """Describe what a race may get wrong, and with what probability."""
    top, error, worth, above = (settings[name] for name in ("top", "error", "worth", "above"))
    yield (
        f"The probability, over the random order of the questions, that any of the {top} strongest is missing is at "
        f"most {percent(error)}; of options that tie for the last place any may stand. All option combinations were "
        f"scored. The scores of those that were not dropped are exact. Options of {percent(worth)} or less are not "
        "ranked."
    )
    if above is not None:
        yield f"The same bound holds for the probability that any option that reaches {percent(above)} is missing."


def _dropped(race: Raced, pool: Pool) -> Table:
    """List after how many questions each option was dropped, None where it was not."""
    order = np.argsort(np.where(race.left_at < 0, len(race.left_at), race.left_at), kind="stable")[::-1]
    left = race.left_at[order].tolist()
    columns: dict[str, list[Value]] = {
        "option": [pool.options[k] for k in order],
        "questions": [None if at < 0 else at for at in left],
    }
    return Table("dropped", "After how many questions each option was dropped", columns)
