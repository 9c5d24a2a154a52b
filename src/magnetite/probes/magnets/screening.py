"""What a panel's screen shows: every option's interference score, the sorted curves, and where options come from.

Lin et al. (2021), §4.2, Figures 2 and 6.
What this file leaves out: how systems compare (`magnets.agreement`) and whether magnets hold elsewhere
(`magnets.validation`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.probes.choices import number
from magnetite.probes.magnets.panel import Panel, ordered
from magnetite.probes.magnets.result import mean_interference
from magnetite.probes.wording import counted, percent, quoted
from magnetite.stats.ragged import FloatArray

SEARCHED = (
    "The strongest of many look stronger than they are: intervals here are of single options, not corrected for the "
    "search. What holds elsewhere is told by questions that the search never saw."
)
POINTS = 300  # a curve is thinned to so many
ORIGINS = 3  # ids an option's origins name before they stop


def screening_finding(
    found: Panel, magnets: Sequence[int], *, pool: int, settings: Mapping[str, Any], seed: int
) -> Finding:
    """Report every option's T_k for every system, and the set of magnets.

    `pool` is how many options there were; where a race left fewer in the panel, nothing is said of all of them.
    """
    raced = pool > len(found.pool.options)
    left = f"The race kept {len(found.pool.options):,} of {pool:,} options. What is shown is of those alone."
    return Finding(
        probe="screen",
        title="The screen",
        sentence=_sentence(found, magnets, pool),
        numbers=(*_numbers(found, seed, raced=raced), *_counts(found, pool, raced=raced)),
        tables=(_curves(found, raced=raced), interference_table(found)),
        settings=dict(settings),
        notes=(*((left,) if raced else ()), SEARCHED),
    )


def interference_table(found: Panel) -> Table:
    """List every option that was tried, strongest on average first, with each system's T_k."""
    order = ordered(found.mean, found.pool.options)
    some = next(iter(found.screens.values()))
    columns: dict[str, list[Value]] = {
        "rank": list(range(1, len(order) + 1)),
        "option": [found.pool.options[k] for k in order],
        "interference": found.mean[order].tolist(),
    }
    if len(found.names) > 1:
        columns |= {name: screen.interference.estimate[order].tolist() for name, screen in found.screens.items()}
    elif order:
        columns |= {"low": some.interference.low[order].tolist(), "high": some.interference.high[order].tolist()}
    columns |= {
        "n": some.interference.n[order].tolist(),
        "series": some.series[order].tolist(),
        "origins": [_origins(found, k) for k in order],
    }
    title = "How often each irrelevant option beats all of a question's own"
    return Table("interference", title, columns, "interference_list")


def ordered_options(found: Panel) -> Iterator[tuple[str, float, bool, tuple[str, ...]]]:
    """Yield every option that was tried, strongest first: text, mean T_k, whether it combines others, its origins."""
    series = next(iter(found.screens.values())).series
    for k in ordered(found.mean, found.pool.options):
        yield found.pool.options[k], float(found.mean[k]), bool(series[k]), found.pool.origins[k]


def _curves(found: Panel, *, raced: bool) -> Table:
    rows = [
        (name, origin, *point)
        for name, screen in found.screens.items()
        for origin, among in list(_sources(found))[: 1 if raced else None]
        for point in _curve(screen.interference.estimate, among, found.pool.options)
    ]
    names = ("system", "origin", "rank", "interference", "option")
    columns: dict[str, list[Value]] = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    return Table("curves", "Interference scores, sorted", columns, "interference_by_system")


def _sources(found: Panel) -> Iterator[tuple[str, BoolArray]]:
    yield "all", np.ones(len(found.pool.options), dtype=np.bool_)
    if len(found.pool.names) > 1:
        yield from zip(found.pool.names, found.pool.sources, strict=True)


def _curve(interference: FloatArray, among: BoolArray, options: Sequence[str]) -> Iterator[tuple[int, float, str]]:
    """Yield rank, score and text along a sorted curve: all of its head, and ever fewer points of its tail."""
    order = ordered(np.where(among, interference, np.nan), options)
    shown = np.unique(np.geomspace(1, len(order), POINTS).astype(int)) if order else np.array([], dtype=int)
    for rank in shown.tolist():
        yield rank, float(interference[order[rank - 1]]), options[order[rank - 1]]


def _numbers(found: Panel, seed: int, *, raced: bool) -> Iterator[Number]:
    for name, screen in found.screens.items():
        order = ordered(screen.interference.estimate, found.pool.options)
        if not raced:
            yield number("mean interference", mean_interference(screen, 2000, seed), group=name)
        if order:
            yield number("strongest interference", screen.interference[order[0]], group=name)
        for origin, among in () if raced else list(_sources(found))[1:]:
            tried = among & (screen.interference.n > 0)
            if tried.any():
                value = float(screen.interference.estimate[tried].mean())
                yield Number("mean interference by origin", value, n=int(tried.sum()), group=f"{name}, {origin}")


def _counts(found: Panel, pool: int, *, raced: bool) -> Iterator[Number]:
    some = next(iter(found.screens.values()))
    yield Number("pool", pool, unit="count")
    yield Number("option combinations", int(some.series.sum()), unit="count")
    yield Number("questions", len(found.items), unit="count")
    if not raced:
        yield Number("tried nowhere", int((some.interference.n == 0).sum()), unit="count")


def _sentence(found: Panel, magnets: Sequence[int], pool: int) -> str:
    some = next(iter(found.screens.values()))
    first = magnets[0]
    plain = next((k for k in magnets if not some.series[k]), None)
    over = ", on average over the systems," if len(found.names) > 1 else ""
    said = (
        f"Of {counted(pool, 'irrelevant option')} tried on {counted(len(found.items), 'question')}, "
        f"the strongest, {quoted(found.pool.options[first])}, beats all of a question's own "
        f"options{over} on {percent(found.mean[first])} of the questions"
    )
    if plain is None or plain == first:
        return said + "."
    share = percent(found.mean[plain])
    return f"{said}; {quoted(found.pool.options[plain])}, the first that combines no others, on {share}."


def _origins(found: Panel, k: int) -> str:
    ids, places = found.pool.origins[k], found.pool.origin_sources[k]
    if not ids:
        return "given"
    several = len(found.pool.names) > 1
    said = [
        f"{found.pool.names[place]}: {name}" if several else name
        for name, place in zip(ids[:ORIGINS], places, strict=False)
    ]
    return "; ".join([*said, *(["..."] if len(ids) > ORIGINS else [])])
