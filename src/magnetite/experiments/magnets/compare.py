"""Do magnets hold elsewhere: on questions that the screen never saw, and on other systems?

Lin et al. (2021), §4.2, §4.3, Figures 3 and 7, and the attack that needs no knowledge of its target
("model-insensitive"). A search finds the luckiest of many, so the questions it never saw show what is true; their
intervals are for all magnets and systems together (Bonferroni).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import (
    HIGH,
    LOW,
    OPTION,
    PEARSON,
    RANK,
    RIGHT_AFTER,
    RIGHT_BEFORE,
    SERIES,
    SPEARMAN,
    SYSTEM,
    N,
)
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import draw
from magnetite.experiments.findings import counted, finite, percent
from magnetite.experiments.magnets.attack import SystemAttacked
from magnetite.experiments.magnets.screen import Screen, Screens
from magnetite.stats.correlation import Correlated, correlations
from magnetite.stats.intervals import Interval, bootstrap_mean, shares
from magnetite.stats.ragged import FloatArray

INTERVALS = (
    "Intervals are over the questions that the screen never saw, at 95% for all magnets and systems of this table "
    "together."
)
POINTS = 400  # options of a scatter plot, besides the series
VALIDATION = (
    RANK,
    OPTION,
    SERIES,
    Heading("interference", "mean T of the search", "share"),
    SYSTEM,
    Heading("subset", "T on questions of the screen", "share"),
    Heading("whole", "T on all questions", "share"),
    Heading("unseen", "T on questions the screen never saw", "share"),
    LOW,
    HIGH,
    N,
)
_PAIR = (Heading("x", "system"), Heading("y", "with"))
AGREEMENT = (*_PAIR, Heading("group", "over"), *PEARSON, *SPEARMAN, Heading("n", "options", "count"))
SCATTER = (
    OPTION,
    SERIES,
    *_PAIR,
    Heading("x_interference", "T with the first", "share"),
    Heading("y_interference", "T with the second", "share"),
)
TRANSFER_ATTACK = (
    Heading("found_on", "magnets found on"),
    Heading("attacked", "system attacked"),
    RIGHT_BEFORE,
    RIGHT_AFTER,
    LOW,
    HIGH,
    N,
    Heading("magnets", unit="count"),
)


def validation_finding(
    screened: Screens, whole: Screens, magnets: Sequence[int], *, settings: Mapping[str, Any]
) -> Finding:
    """Compare the magnets' T_k where they were searched for with that on all questions, and on those not seen.

    `magnets` are columns of `screened`; `whole` has the same options, in their order, over the whole split.
    """
    seen = {item.id for item in screened.items}
    unseen = np.array([item.id not in seen for item in whole.items], dtype=np.bool_)
    together = len(magnets) * len(whole.names)
    rows = [
        {
            "rank": place + 1,
            "option": whole.pool.options[place],
            "series": bool(whole.screens[name].series[place]),
            "interference": float(screened.mean[column]),
            "system": name,
            "subset": finite(screened.screens[name].interference[column].estimate),
            **_over(whole.screens[name], unseen, place, together),
        }
        for place, column in enumerate(magnets)
        for name in whole.names
    ]
    magnet_set = table("validation", "The magnets on all questions", VALIDATION, rows, "magnet_set")
    return Finding(
        probe="validation",
        title="Do the magnets hold elsewhere?",
        sentence=_validated(magnet_set, unseen, len(magnets)),
        numbers=tuple(_numbers(magnet_set, whole, unseen)),
        tables=(magnet_set,),
        settings=dict(settings),
        notes=(INTERVALS,),
    )


def _over(screen: Screen, unseen: BoolArray, place: int, together: int) -> dict[str, Value]:
    wins, tried = screen.wins[unseen][:, [place]], screen.pool.allowed[unseen][:, [place]]
    rest = shares(wins, tried, screen.passages[unseen], together=together)[0]
    return {
        "whole": finite(screen.interference[place].estimate),
        "unseen": finite(rest.estimate),
        "low": rest.low if rest.n else None,
        "high": rest.high if rest.n else None,
        "n": rest.n,
    }


def _numbers(magnet_set: Table, whole: Screens, unseen: BoolArray) -> list[Number]:
    numbers = [
        Number("questions", len(whole.items), unit="count"),
        Number("questions not seen", int(unseen.sum()), unit="count"),
    ]
    for name in whole.names:
        for label, column in (("where searched", "subset"), ("not seen", "unseen")):
            values = [
                value
                for value, system in zip(magnet_set.values(column), magnet_set.values("system"), strict=True)
                if system == name and isinstance(value, float)
            ]
            if values:
                numbers.append(Number(f"mean interference, {label}", float(np.mean(values)), group=name))
    return numbers


def _validated(magnet_set: Table, unseen: BoolArray, many: int) -> str:
    pairs = [
        (subset, rest)
        for subset, rest in zip(magnet_set.values("subset"), magnet_set.values("unseen"), strict=True)
        if isinstance(subset, float) and isinstance(rest, float)
    ]
    if not pairs:
        return "Every question was part of the screen, so whether the magnets hold elsewhere is unknown."
    subset, rest = (percent(float(np.mean(values))) for values in zip(*pairs, strict=True))
    questions, magnets = counted(int(unseen.sum()), "question"), counted(many, "magnet")
    return (
        f"On {questions} that the screen never saw, the {magnets} beat all of a question's own options on {rest} of "
        f"the questions on average, and on {subset} where they were searched for."
    )


def agreement_finding(screens: Screens, *, settings: Mapping[str, Any], seed: int) -> Finding:
    """Correlate the systems' interference scores, option by option, pair by pair."""
    series = screens.series
    groups = {"all": np.ones(len(series), dtype=np.bool_), "series": series, "other": ~series}
    pairs = correlations(screens.interference, groups, screens.pool.groups)
    rows = [_correlated(screens, pair) for pair in pairs]
    every = [pair for pair in pairs if pair.group == "all"]
    return Finding(
        probe="agreement",
        title="Do systems share their magnets?",
        sentence=_correlation(screens, every),
        numbers=tuple(
            Number(
                f"{kind} correlation", value.estimate, finite(value.low), finite(value.high), value.n, "score", group
            )
            for pair in every
            for kind, value in (("Pearson", pair.pearson), ("Spearman", pair.spearman))
            for group in [f"{screens.names[pair.first]}, {screens.names[pair.second]}"]
        ),
        tables=(
            table("correlations", "Interference scores of two systems", AGREEMENT, rows, "system_agreement"),
            _scatter(screens, seed),
        ),
        settings=dict(settings),
    )


def _correlated(screens: Screens, pair: Correlated) -> dict[str, Value]:
    return {
        "x": screens.names[pair.first],
        "y": screens.names[pair.second],
        "group": pair.group,
        **_bounds("pearson", pair.pearson),
        **_bounds("spearman", pair.spearman),
        "n": pair.pearson.n,
    }


def _bounds(name: str, interval: Interval) -> dict[str, Value]:
    return {name: finite(interval.estimate), f"{name}_low": finite(interval.low), f"{name}_high": finite(interval.high)}


def _scatter(screens: Screens, seed: int) -> Table:
    series = screens.series
    options = screens.pool.options
    lucky = sorted(range(len(options)), key=lambda k: draw(seed, "scatter", options[k]))
    points = [k for k in lucky if series[k]] + [k for k in lucky if not series[k]][:POINTS]
    rows = [
        (options[k], bool(series[k]), x, y, float(screens.interference[k, i]), float(screens.interference[k, j]))
        for i, x in enumerate(screens.names)
        for j, y in enumerate(screens.names)
        if i < j
        for k in points
        if np.isfinite(screens.interference[k]).all()
    ]
    return table("scatter", "Each option in two systems", SCATTER, rows, "interference_scatter")


def _correlation(screens: Screens, pairs: Sequence[Correlated]) -> str:
    estimates = [pair.pearson.estimate for pair in pairs if np.isfinite(pair.pearson.estimate)]
    if not estimates:
        return "No two systems' interference scores both vary, so there is no correlation to report."
    mean = f"{np.mean(estimates):.2f}"
    if len(estimates) == 1:
        pair = pairs[0]
        first, second = screens.names[pair.first], screens.names[pair.second]
        return f"The interference scores of {first} and {second} correlate at {mean}."
    spread = f"{min(estimates):.2f} to {max(estimates):.2f}"
    return f"The interference scores of two systems correlate at {mean} on average ({spread})."


@dataclass(frozen=True, slots=True, eq=False)
class _MagnetTransfer:
    """What magnets found on one system do to another, averaged over the magnets, item by item."""

    before: FloatArray  # (items,)
    after: FloatArray  # (items,)
    passages: IntArray


def transfer_finding(
    screens: Screens,
    after: Mapping[str, SystemAttacked],
    strongest: Sequence[Sequence[int]],
    *,
    settings: Mapping[str, Any],
    seed: int,
) -> Finding:
    """Attack every system with the magnets found on each: the mean over each source's `strongest`, as a matrix."""
    rows = []
    for source, chosen in zip(screens.names, strongest, strict=True):
        for target in screens.names:
            transfer = _transfer(after[target], chosen)
            left = bootstrap_mean(transfer.after, transfer.passages, seed=seed)
            rows.append(
                (source, target, float(transfer.before.mean()), left.estimate, left.low, left.high, left.n, len(chosen))
            )
    own = float(np.mean([row[3] for row in rows if row[0] == row[1]]))
    other = float(np.mean([row[3] for row in rows if row[0] != row[1]]))
    return Finding(
        probe="transfer_attack",
        title="Attacks with another system's magnets",
        sentence=(
            f"With magnets found on the system itself, {percent(own)} of the questions stay right on average over "
            f"magnets and systems, and with magnets found on another, {percent(other)}."
        ),
        tables=(
            table(
                "transfer_attack",
                "Accuracy after attacks with magnets found elsewhere",
                TRANSFER_ATTACK,
                rows,
                "transfer_attack",
            ),
        ),
        settings=dict(settings),
        notes=("Here a system's magnets are searched for and tried on the same questions.",),
    )


def _transfer(system: SystemAttacked, chosen: Sequence[int]) -> _MagnetTransfer:
    on = system.on[:, list(chosen)]
    rows = on.any(axis=1)
    stable = np.where(on, system.stable[:, list(chosen)], 0.0)[rows].sum(axis=1) / on[rows].sum(axis=1)
    return _MagnetTransfer(system.choices.correct[rows].astype(np.float64), stable, system.passages[rows])
