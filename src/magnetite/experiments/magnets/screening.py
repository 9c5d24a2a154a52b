"""What a screens's screen shows: every option's interference score, the sorted curves, and where options come from.

Lin et al. (2021), §4.2, Figures 2 and 6.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.experiments.choices import number
from magnetite.experiments.magnets.result import mean_interference
from magnetite.experiments.magnets.screens import Screens, ordered
from magnetite.experiments.sentences import counted, percent, quoted
from magnetite.stats.ragged import FloatArray

SEARCHED = (
    "The strongest of many look stronger than they are: intervals here are of single options, not corrected for the "
    "search. Questions that the search never saw show what holds elsewhere."
)
POINTS = 300  # of a curve, at most
ORIGINS = 3  # ids that an option's origins name at most


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
    columns: dict[str, list[Value]] = {name: [row[i] for row in rows] for i, name in enumerate(names)}
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
