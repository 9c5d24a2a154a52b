"""Do systems share their magnets? Correlations of T_k between systems, and attacks with magnets found on another one.

Lin et al. (2021), §4.2 and Figure 7 (correlations of all options, of the option-combination series, and of the others);
the attack that needs to know nothing of the system it is made on ("model-insensitive").
What this file leaves out: one system's own attacks (`magnets.attacks`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.probes.choices import finite
from magnetite.probes.draws import draw
from magnetite.probes.magnets.attacks import Attacked
from magnetite.probes.magnets.panel import Panel
from magnetite.probes.wording import percent
from magnetite.stats.correlation import Correlated, correlations
from magnetite.stats.intervals import Interval, bootstrap_mean
from magnetite.stats.ragged import FloatArray

POINTS = 400  # options of a scatter plot, besides the series


def agreement_finding(found: Panel, *, settings: Mapping[str, Any], seed: int) -> Finding:
    """Correlate the systems' interference scores, option by option, pair by pair."""
    series = next(iter(found.screens.values())).series
    groups = {"all": np.ones(len(series), dtype=np.bool_), "series": series, "other": ~series}
    pairs = correlations(found.interference, groups, found.pool.groups)
    rows = [_correlated(found, pair) for pair in pairs]
    every = [pair for pair in pairs if pair.group == "all"]
    columns: dict[str, list[Value]] = {name: [row[name] for row in rows] for name in rows[0]}
    return Finding(
        probe="agreement",
        title="Do systems share their magnets?",
        sentence=_sentence(found, every),
        numbers=tuple(
            Number(
                f"{kind} correlation", value.estimate, finite(value.low), finite(value.high), value.n, "score", group
            )
            for pair in every
            for kind, value in (("Pearson", pair.pearson), ("Spearman", pair.spearman))
            for group in [f"{found.names[pair.first]}, {found.names[pair.second]}"]
        ),
        tables=(
            Table("correlations", "Interference scores of two systems", columns, "system_agreement"),
            _scatter(found, seed),
        ),
        settings=dict(settings),
    )


def _correlated(found: Panel, pair: Correlated) -> dict[str, Value]:
    return {
        "x": found.names[pair.first],
        "y": found.names[pair.second],
        "group": pair.group,
        **_bounds("pearson", pair.pearson),
        **_bounds("spearman", pair.spearman),
        "n": pair.pearson.n,
    }


def _bounds(name: str, interval: Interval) -> dict[str, Value]:
    return {name: finite(interval.estimate), f"{name}_low": finite(interval.low), f"{name}_high": finite(interval.high)}


def _scatter(found: Panel, seed: int) -> Table:
    series = next(iter(found.screens.values())).series
    options = found.pool.options
    lucky = sorted(range(len(options)), key=lambda k: draw(seed, "scatter", options[k]))
    shown = [k for k in lucky if series[k]] + [k for k in lucky if not series[k]][:POINTS]
    rows = [
        (options[k], bool(series[k]), x, y, float(found.interference[k, i]), float(found.interference[k, j]))
        for i, x in enumerate(found.names)
        for j, y in enumerate(found.names)
        if i < j
        for k in shown
        if np.isfinite(found.interference[k]).all()
    ]
    names = ("option", "series", "x", "y", "x_interference", "y_interference")
    columns: dict[str, list[Value]] = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    return Table("scatter", "Each option in two systems", columns, "interference_scatter")


def _sentence(found: Panel, pairs: Sequence[Correlated]) -> str:
    known = [pair.pearson.estimate for pair in pairs if np.isfinite(pair.pearson.estimate)]
    if not known:
        return "No two systems' interference scores both vary, so no correlation can be told."
    mean = f"{np.mean(known):.2f}"
    if len(known) == 1:
        pair = pairs[0]
        return (
            f"The interference scores of {found.names[pair.first]} and {found.names[pair.second]} correlate at {mean}."
        )
    return (
        f"The interference scores of two systems correlate at {mean} on average ({min(known):.2f} to {max(known):.2f})."
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Transferred:
    """Hold what magnets found on one system did to another, averaged over the magnets, item by item."""

    before: FloatArray  # (items,)
    after: FloatArray  # (items,)
    passages: IntArray


def transfer_finding(
    found: Panel,
    after: Mapping[str, Attacked],
    strongest: Sequence[Sequence[int]],
    *,
    settings: Mapping[str, Any],
    seed: int,
) -> Finding:
    """Attack every system with the magnets found on each: the mean over each one's `strongest`, as a matrix."""
    rows = []
    for source, chosen in zip(found.names, strongest, strict=True):
        for target in found.names:
            moved = _transferred(after[target], chosen)
            left = bootstrap_mean(moved.after, moved.passages, seed=seed)
            rows.append(
                (source, target, float(moved.before.mean()), left.estimate, left.low, left.high, left.n, len(chosen))
            )
    names = ("found_on", "attacked", "before", "after", "low", "high", "n", "magnets")
    columns: dict[str, list[Value]] = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    own = float(np.mean([row[3] for row in rows if row[0] == row[1]]))
    other = float(np.mean([row[3] for row in rows if row[0] != row[1]]))
    return Finding(
        probe="transfer_attack",
        title="Attacks with another system's magnets",
        sentence=(
            f"With magnets found on the system itself {percent(own)} of the questions stay right on average over "
            f"magnets and systems, and {percent(other)} with magnets found on another."
        ),
        tables=(
            Table("transfer_attack", "Accuracy after attacks with magnets found elsewhere", columns, "transfer_attack"),
        ),
        settings=dict(settings),
        notes=("The magnets of a system are searched for and tried on the same questions here.",),
    )


def _transferred(system: Attacked, chosen: Sequence[int]) -> _Transferred:
    on = system.on[:, list(chosen)]
    rows = on.any(axis=1)
    stable = np.where(on, system.stable[:, list(chosen)], 0.0)[rows].sum(axis=1) / on[rows].sum(axis=1)
    return _Transferred(system.choices.correct[rows].astype(np.float64), stable, system.passages[rows])
