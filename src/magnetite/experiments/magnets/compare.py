"""Do magnets hold elsewhere: on questions that the screen never saw, and on other systems?

Lin et al. (2021), §4.2, §4.3, Figures 3 and 7, and the attack that needs no knowledge of its target
("model-insensitive"). A search finds the luckiest of many, so the questions it never saw show what is true; their
intervals are for all magnets and systems together (Bonferroni). A magnet holds up there where its interval lies above
what an average option of the pool scores, and its attack lowers accuracy beyond chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.counted import counted
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
    P,
)
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import draw
from magnetite.experiments.findings import estimate_cells, finite, percent
from magnetite.experiments.magnets.attack import Attack, SystemAttacked, measured
from magnetite.experiments.magnets.screen import Screens
from magnetite.stats.correlation import Correlated, correlations
from magnetite.stats.intervals import Interval, share

INTERVALS = (
    "Intervals are over the questions that the search never saw, at 95% for all magnets and systems of this table "
    "together. Accuracy before and after is over the same questions; p is McNemar's, corrected (Holm) over the magnets "
    "of one system."
)
SELECTED = (
    "The magnets were searched for on {chose} alone; {others} had no part in the choice. What an average option does "
    "there is unknown, so a magnet holds up there where its interval lies above 0 and its attack lowers accuracy."
)
GIVEN = (
    "The options were given and not searched for, so every question counts. Intervals hold at 95% for all options and "
    "systems of this table together. Accuracy before and after is over the same questions; p is McNemar's, corrected "
    "(Holm) over the options of one system."
)
POINTS = 400  # options of a scatter plot, besides the series
VALIDATION = (
    RANK,
    OPTION,
    SERIES,
    Heading("interference", "mean T of the search", "share"),
    SYSTEM,
    Heading("subset", "T on questions of the search", "share"),
    Heading("whole", "T on all questions", "share"),
    Heading("unseen", "T on questions the search never saw", "share"),
    LOW,
    HIGH,
    N,
    RIGHT_BEFORE,
    RIGHT_AFTER,
    P,
    Heading("holds", "holds up"),
)
GIVEN_SET = (
    RANK,
    OPTION,
    SERIES,
    Heading("interference", "mean T over the systems", "share"),
    SYSTEM,
    Heading("whole", "T on all questions", "share"),
    LOW,
    HIGH,
    N,
    RIGHT_BEFORE,
    RIGHT_AFTER,
    P,
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
    screens: Screens,
    whole: Screens,
    after: Mapping[str, SystemAttacked],
    *,
    chosen: Sequence[int],
    searched: BoolArray,
    settings: Mapping[str, Any],
) -> Finding:
    """Compare the magnets' T_k where they were searched for with that on all questions, and on those not seen.

    `chosen` are columns of `screens`, and `searched` those of its questions that the search saw, (items,); `whole` has
    the magnets in their order over the whole exam, and `after` what their attacks do there.
    """
    seen = {item.id for item, here in zip(screens.items, searched, strict=True) if here}
    unseen = np.array([item.id not in seen for item in whole.items], dtype=np.bool_)
    raced = settings["mode"] == "race"  # which leaves no average option to compare with
    places = range(len(chosen))
    rows: list[dict[str, Value]] = []
    for name in whole.names:
        screen, own = whole.screens[name], screens.screens.get(name)
        search = screen.part(~unseen) if own is None else own.part(searched)
        average = 0.0 if raced or own is None else float(np.nanmean(own.interference.estimate))
        rest = screen.part(unseen, together=len(chosen) * len(whole.names))
        attacks = measured(after[name], places, unseen)
        for place, column, attack in zip(places, chosen, attacks, strict=True):
            here, there = rest[place], search[place if own is None else column]
            harms = attack.lowers or not after[name].choices.labelled.any()
            rows.append(
                {
                    "rank": place + 1,
                    "option": whole.pool.options[place],
                    "series": bool(screen.series[place]),
                    "interference": float(screens.part(searched)[column].mean()),
                    "system": name,
                    "subset": finite(there.estimate),
                    "whole": finite(screen.interference[place].estimate),
                    "unseen": finite(here.estimate),
                    **_attacked(here, attack),
                    "holds": bool(here.n and here.low > average and harms),
                }
            )
    rows.sort(key=lambda row: int(row["rank"] or 0))
    magnet_set = table("validation", "The magnets one by one", VALIDATION, rows, "magnet_set")
    return Finding(
        probe="validation",
        title="Do the magnets hold elsewhere?",
        answer=_validated(magnet_set, whole, unseen, len(chosen), chosen_on=screens.names),
        numbers=tuple(_numbers(magnet_set, whole, unseen)),
        tables=(magnet_set,),
        settings=dict(settings),
        notes=(INTERVALS, *_selection(screens.names, whole.names)),
    )


def _selection(chosen_on: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Say which systems the magnets were searched for on, where it was not on all."""
    others = [name for name in names if name not in chosen_on]
    return (SELECTED.format(chose=", ".join(chosen_on), others=", ".join(others)),) if others else ()


def given_finding(whole: Screens, after: Mapping[str, SystemAttacked], *, settings: Mapping[str, Any]) -> Finding:
    """Report every option that was given, on all questions and every system: T_k, and accuracy before and after.

    What is given was chosen before these questions were asked, so that none of them has to be left out.
    """
    every, places = np.ones(len(whole.items), dtype=np.bool_), range(len(whole.pool.options))
    rows: list[dict[str, Value]] = []
    for name, screen in whole.screens.items():
        shares = screen.part(every, together=len(places) * len(whole.names))
        attacks = measured(after[name], places, every)
        rows += [
            {
                "rank": place + 1,
                "option": whole.pool.options[place],
                "series": bool(screen.series[place]),
                "interference": finite(float(whole.mean[place])),
                "system": name,
                "whole": finite(shares[place].estimate),
                **_attacked(shares[place], attack),
            }
            for place, attack in zip(places, attacks, strict=True)
        ]
    rows.sort(key=lambda row: int(row["rank"] or 0))
    means = {name: float(np.nanmean(screen.interference.estimate)) for name, screen in whole.screens.items()}
    each = ", ".join(f"{percent(mean)}{f' with {name}' if len(means) > 1 else ''}" for name, mean in means.items())
    options, questions = counted(len(places), "given option"), counted(len(whole.items), "question")
    return Finding(
        probe="given",
        title="The given options",
        answer=f"The {options} were tried on all of {questions}. They beat {_beaten(whole)} on {each} on average.",
        numbers=(
            Number("questions", len(whole.items), unit="count"),
            *(Number("mean interference, all questions", mean, group=name) for name, mean in means.items()),
        ),
        tables=(table("given", "The given options on all questions", GIVEN_SET, rows, "given_set"),),
        settings=dict(settings),
        notes=(GIVEN,),
    )


def _attacked(here: Interval, attack: Attack) -> dict[str, Value]:
    """Return the bounds of a T_k, and what its option's attack does."""
    return {
        "low": here.low if here.n else None,
        "high": here.high if here.n else None,
        "n": here.n,
        "before": finite(attack.before),
        "after": finite(attack.after),
        "p": attack.p if attack.n else None,
    }


def _beaten(whole: Screens) -> str:
    """Say which of a question's options a magnet beats where it wins."""
    listed = all(screen.lists is not None for screen in whole.screens.values())
    return "all of the options that stay" if listed else "all of a question's own options"


def _numbers(magnet_set: Table, whole: Screens, unseen: BoolArray) -> Iterator[Number]:
    yield Number("questions", len(whole.items), unit="count")
    yield Number("questions not seen", int(unseen.sum()), unit="count")
    for name in whole.names:
        rows = [row for row in magnet_set.rows() if row["system"] == name]
        for label, column in (("where searched", "subset"), ("not seen", "unseen")):
            values = [row[column] for row in rows if row[column] is not None]
            if values:
                yield Number(f"mean interference, {label}", float(np.mean(values)), group=name)
        if unseen.any():
            yield Number("magnets that hold up", sum(bool(row["holds"]) for row in rows), unit="count", group=name)


def _validated(magnet_set: Table, whole: Screens, unseen: BoolArray, many: int, *, chosen_on: Sequence[str]) -> str:
    rows = [row for row in magnet_set.rows() if row["subset"] is not None and row["unseen"] is not None]
    if not rows:
        return (
            "Every question was part of the search, so whether the magnets hold elsewhere is unknown: there are too "
            "few passages, or none were kept from the search."
        )
    subset, rest = (percent(float(np.mean([row[name] for row in rows]))) for name in ("subset", "unseen"))
    questions, magnets = counted(int(unseen.sum()), "question"), counted(many, "magnet")
    holding = [(name, sum(bool(row["holds"]) for row in rows if row["system"] == name)) for name in whole.names]
    held = ", ".join(f"{count} on {name}" if len(holding) > 1 else str(count) for name, count in holding)
    by = f", which {', '.join(chosen_on)} chose," if len(chosen_on) < len(whole.names) else ""
    return (
        f"On {questions} that the search never saw, the {magnets}{by} beat {_beaten(whole)} on {rest} of the questions "
        f"on average, and on {subset} where they were searched for. Of the {magnets}, {held} clearly held up there."
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
        answer=_correlation(screens, every),
        numbers=tuple(
            Number(
                f"{kind} correlation", value.estimate, finite(value.low), finite(value.high), value.n, "score", group
            )
            for pair in every
            for kind, value in (("Pearson", pair.pearson), ("Spearman", pair.spearman))
            for group in [f"{screens.names[pair.first]}, {screens.names[pair.second]}"]
        )
        + tuple(_mean_correlations(pairs)),
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
        **estimate_cells("pearson", pair.pearson),
        **estimate_cells("spearman", pair.spearman),
        "n": pair.pearson.n,
    }


def _mean_correlations(pairs: Sequence[Correlated]) -> Iterator[Number]:
    """Yield the mean over pairs of systems, of all options, combinations and others apart (Figure 7)."""
    for group in dict.fromkeys(pair.group for pair in pairs):
        for kind in ("Pearson", "Spearman"):
            among = [getattr(pair, kind.lower()).estimate for pair in pairs if pair.group == group]
            known = [value for value in among if np.isfinite(value)]
            if known:
                yield Number(f"mean {kind} correlation", float(np.mean(known)), n=len(known), unit="score", group=group)


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


def transfer_finding(
    after: Mapping[str, SystemAttacked],
    strongest: Mapping[str, Sequence[int]],
    unseen: BoolArray,
    *,
    settings: Mapping[str, Any],
) -> Finding:
    """Attack every system with the magnets found on each: the mean over each source's `strongest`, as a matrix.

    `strongest`: columns of the attacked screens, by the system that they were found on.
    `unseen`, (items,): the questions that the search did not see, which are attacked where all magnets may be tried on
    some of them; else all are.
    """
    apart = all(system.on[unseen][:, list(chosen)].any() for system in after.values() for chosen in strongest.values())
    rows = unseen if apart else np.ones_like(unseen)
    body = [
        _moved((source, target), after[target], list(chosen), rows)
        for source, chosen in strongest.items()
        for target in after
    ]
    own = float(np.mean([row["after"] for row in body if row["found_on"] == row["attacked"]]))
    other = float(np.mean([row["after"] for row in body if row["found_on"] != row["attacked"]]))
    title = "Accuracy after attacks with magnets found elsewhere"
    same = "Here a system's magnets are searched for and tried on the same questions."
    return Finding(
        probe="transfer_attack",
        title="Attacks with another system's magnets",
        answer=(
            f"With magnets found on the system itself, {percent(own)} of the questions stay right on average over "
            f"magnets and systems, and with magnets found on another, {percent(other)}."
        ),
        tables=(table("transfer_attack", title, TRANSFER_ATTACK, body, "transfer_attack"),),
        settings=dict(settings),
        notes=() if apart else (same,),
    )


def _moved(names: tuple[str, str], system: SystemAttacked, chosen: list[int], rows: BoolArray) -> dict[str, Any]:
    """Return what magnets found on one system do to another, averaged over the magnets, item by item."""
    on = system.on[:, chosen] & rows[:, None]
    here = on.any(axis=1)
    left = np.where(on, system.stable[:, chosen], 0.0)[here].sum(axis=1) / on[here].sum(axis=1)
    after = share(left, system.passages[here])
    return {
        "found_on": names[0],
        "attacked": names[1],
        "before": float(system.choices.correct[here].astype(np.float64).mean()),
        **estimate_cells("after", after, ""),
        "n": after.n,
        "magnets": len(chosen),
    }
