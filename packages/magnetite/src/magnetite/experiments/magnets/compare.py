"""Do magnets hold elsewhere: on questions that the screen never saw, and on other systems?

Lin et al. (2021), §4.2, §4.3, Figures 3 and 7, and the attack that needs no knowledge of its target
("model-insensitive"). A search finds the luckiest of many, so the questions it never saw show what is true; their
intervals are for all magnets and systems together (Bonferroni). A magnet holds up there where its interval lies above
what an average option of the pool scores, and its attack lowers accuracy beyond chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray
from magnetite.core.headings import ENDS, OPTION, PEARSON, RANK, RIGHT_AFTER, RIGHT_BEFORE, SERIES, SPEARMAN, SYSTEM, P
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import draw
from magnetite.experiments.findings import bounded, finite, too_few
from magnetite.experiments.magnets.attack import Attack, SystemAttacked, measured
from magnetite.experiments.magnets.screen import Screens
from magnetite.stats.correlation import Correlated, correlations
from magnetite.stats.intervals import Interval, share
from magnetite.stats.verdict import Verdict, verdict

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
    *ENDS,
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
    *ENDS,
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
    *ENDS,
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
    rows: list[tuple[Any, ...]] = []
    for name in whole.names:
        screen, own = whole.screens[name], screens.screens.get(name)
        search = screen.part(~unseen) if own is None else own.part(searched)
        average = 0.0 if raced or own is None else float(np.nanmean(own.interference.estimate))
        rest = screen.part(unseen, together=len(chosen) * len(whole.names))
        attacks = measured(after[name], places, unseen)
        for place, column, attack in zip(places, chosen, attacks, strict=True):
            here, there = rest[place], search[place if own is None else column]
            harms = attack.lowers or not after[name].choices.labelled.any()
            option = (place + 1, whole.pool.options[place], bool(screen.series[place]))
            mean = float(screens.part(searched)[column].mean())
            estimates = map(finite, (there.estimate, screen.interference[place].estimate, here.estimate))
            holds = bool(here.n and verdict(here, average) == Verdict.ABOVE and harms)
            rows.append((*option, mean, name, *estimates, *_attacked(here, attack), holds))
    rows.sort(key=lambda row: row[0])
    magnet_set = table("validation", "The magnets one by one", VALIDATION, rows, "magnet_set")
    return Finding(
        experiment="validation",
        title="Do the magnets work elsewhere?",
        answer=_validated(magnet_set, whole, unseen, len(chosen), chosen_on=screens.names),
        numbers=tuple(_numbers(magnet_set, whole, unseen)),
        tables=(magnet_set,),
        settings=dict(settings),
        notes=(Reason("validation-note-intervals"), *_selection(screens.names, whole.names)),
    )


def _selection(chosen_on: Sequence[str], names: Sequence[str]) -> Iterator[Reason]:
    """Say which systems the magnets were searched for on, where it was not on all."""
    if others := [name for name in names if name not in chosen_on]:
        yield Reason("validation-note-selected", {"chose": ", ".join(chosen_on), "others": ", ".join(others)})


def given_finding(whole: Screens, after: Mapping[str, SystemAttacked], *, settings: Mapping[str, Any]) -> Finding:
    """Report every option that was given, on all questions and every system: T_k, and accuracy before and after.

    What is given was chosen before these questions were asked, so that none of them has to be left out.
    """
    every, places = np.ones(len(whole.items), dtype=np.bool_), range(len(whole.pool.options))
    rows: list[tuple[Any, ...]] = []
    for name, screen in whole.screens.items():
        shares = screen.part(every, together=len(places) * len(whole.names))
        attacks = measured(after[name], places, every)
        for place, attack in zip(places, attacks, strict=True):
            option = (place + 1, whole.pool.options[place], bool(screen.series[place]))
            estimates = (finite(float(whole.mean[place])), name, finite(shares[place].estimate))
            rows.append((*option, *estimates, *_attacked(shares[place], attack)))
    rows.sort(key=lambda row: row[0])
    means = {name: float(np.nanmean(screen.interference.estimate)) for name, screen in whole.screens.items()}
    each = [
        Reason("given-mean", {"mean": mean, "system": name if len(means) > 1 else "none"})
        for name, mean in means.items()
    ]
    counts = {"options": many(len(places), "given-option"), "questions": many(len(whole.items))}
    averages = Reason("writing-commas", {"parts": each})
    return Finding(
        experiment="given",
        title="The given options",
        answer=Reason("given-answer", {**counts, "listed": _listed(whole), "shares": averages}),
        numbers=(
            Number("questions", len(whole.items), unit="count"),
            *(Number("mean interference, all questions", mean, group=name) for name, mean in means.items()),
        ),
        tables=(table("given", "The given options on all questions", GIVEN_SET, rows, "given_set"),),
        settings=dict(settings),
        notes=(Reason("given-note"),),
    )


def _attacked(here: Interval, attack: Attack) -> tuple[Value, ...]:
    """Return the bounds of a T_k, what they are over, and what its option's attack does: right before, after, p."""
    ends = (here.low, here.high) if here.n else (None, None)
    return *ends, here.n, finite(attack.before), finite(attack.after), attack.p if attack.n else None


def _listed(whole: Screens) -> str:
    """Say whether a magnet that wins beats the options that stayed, "yes", or a question's own, "no"."""
    return "yes" if all(screen.lists is not None for screen in whole.screens.values()) else "no"


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


def _validated(magnet_set: Table, whole: Screens, unseen: BoolArray, top: int, *, chosen_on: Sequence[str]) -> Reason:
    rows = [row for row in magnet_set.rows() if row["subset"] is not None and row["unseen"] is not None]
    if not rows:
        return Reason("validation-all-seen")
    means = {name: float(np.mean([row[name] for row in rows])) for name in ("subset", "unseen")}
    holding = {name: sum(bool(row["holds"]) for row in rows if row["system"] == name) for name in whole.names}
    parts = [
        Reason("validation-held", {"held": held, "system": name if len(holding) > 1 else "none"})
        for name, held in holding.items()
    ]
    passages = whole.first.passages[unseen]
    values = {
        "questions": many(int(unseen.sum())),
        "magnets": many(top, "strongest-option"),
        "chose": ", ".join(chosen_on) if len(chosen_on) < len(whole.names) else "all",
        "listed": _listed(whole),
        "held": Reason("writing-commas", {"parts": parts}),
    }
    few = too_few(whole.first.part(unseen)[0], passages)
    held = [] if few else [Reason("validation-held-up", values)]
    return sentences(*few, Reason("validation-answer", {**values, **means}), *held)


def agreement_finding(screens: Screens, *, settings: Mapping[str, Any], seed: int) -> Finding:
    """Correlate the systems' interference scores, option by option, pair by pair."""
    series = screens.series
    groups = {"all": np.ones(len(series), dtype=np.bool_), "series": series, "other": ~series}
    pairs = correlations(screens.interference, groups, screens.pool.groups)
    rows = [_correlated(screens, pair) for pair in pairs]
    every = [pair for pair in pairs if pair.group == "all"]
    return Finding(
        experiment="agreement",
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


def _correlated(screens: Screens, pair: Correlated) -> tuple[Value, ...]:
    first, second = screens.names[pair.first], screens.names[pair.second]
    return first, second, pair.group, *bounded(pair.pearson), *bounded(pair.spearman), pair.pearson.n


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


def _correlation(screens: Screens, pairs: Sequence[Correlated]) -> Reason:
    estimates = [pair.pearson.estimate for pair in pairs if np.isfinite(pair.pearson.estimate)]
    if not estimates:
        return Reason("agreement-none")
    mean = float(np.mean(estimates))
    if len(estimates) == 1:
        first, second = screens.names[pairs[0].first], screens.names[pairs[0].second]
        return Reason("agreement-two", {"first": first, "second": second, "correlation": mean})
    return Reason("agreement-several", {"mean": mean, "low": min(estimates), "high": max(estimates)})


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
        (source, target, *_moved(after[target], list(chosen), rows))
        for source, chosen in strongest.items()
        for target in after
    ]
    own = float(np.mean([left for source, target, _, left, *_ in body if source == target]))
    other = float(np.mean([left for source, target, _, left, *_ in body if source != target]))
    title = "Accuracy after attacks with magnets found elsewhere"
    return Finding(
        experiment="transfer_attack",
        title="Attacks with another system's magnets",
        answer=Reason("transfer-attack-answer", {"own": own, "other": other}),
        tables=(table("transfer_attack", title, TRANSFER_ATTACK, body, "transfer_attack"),),
        settings=dict(settings),
        notes=() if apart else (Reason("transfer-attack-note"),),
    )


def _moved(system: SystemAttacked, chosen: list[int], rows: BoolArray) -> tuple[Any, ...]:
    """Return what magnets found on one system do to another, averaged over the magnets, item by item."""
    on = system.on[:, chosen] & rows[:, None]
    here = on.any(axis=1)
    left = np.where(on, system.stable[:, chosen], 0.0)[here].sum(axis=1) / on[here].sum(axis=1)
    after = share(left, system.passages[here])
    before = float(system.choices.correct[here].mean())
    return before, *bounded(after), after.n, len(chosen)
