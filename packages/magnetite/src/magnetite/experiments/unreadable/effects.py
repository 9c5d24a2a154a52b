"""What shuffled words that nobody can read do to accuracy: before and after on the same items, as a finding.

Si et al. (2019), Section 3, Table 2.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray
from magnetite.core.headings import (
    ATTACK,
    CHANCE,
    DIFFERENCES,
    HIGH,
    LEVEL,
    LOW,
    OTHERWISE,
    RIGHT_BEFORE,
    SYSTEM,
    N,
    P,
    interval,
)
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.choices import chance, levels_of, passages_of, unclear_notes
from magnetite.experiments.findings import INTERVALS, bounded, gain, number, set_options, span, too_few
from magnetite.experiments.unreadable.trial import (
    NO_ATTACK,
    Trial,
    TrialChoices,
    caught,
    caught_table,
    examples_table,
    flips_table,
    item_rows,
    lengths_table,
    texts_table,
    truncated_table,
)
from magnetite.stats.intervals import Interval, difference, holm, mcnemar, relative_change, share
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import MARGIN, Verdict, says_little, verdict
from magnetite.views.unreadable import WAYS, Attacked, AttackSettings, controls_of

NAME = "unreadable"
TITLE = "Un-readable attacks"
ALL = "all"
EFFECTS = (
    SYSTEM,
    ATTACK,
    LEVEL,
    *interval("before", "right before", "before", "share"),
    *interval("after", "right after", "after", "share"),
    *DIFFERENCES,
    *interval("relative", "relative change", "relative change", "change"),
    P,
    Heading("caught", "attacked option chosen", "share"),
    OTHERWISE,
    N,
    CHANCE,
)
BESIDE = (
    SYSTEM,
    ATTACK,
    Heading("control"),
    Heading("role", "kind of control"),
    RIGHT_BEFORE,
    *interval("attacked", "right under the attack", "attack", "share"),
    Heading("after", "right under the control", "share"),
    LOW,
    HIGH,
    Heading("gap", "attack minus control (points)", "points"),
    Heading("gap_low", "from", "points"),
    Heading("gap_high", "to", "points"),
    P,
    N,
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What one attack did over some items.

    `difference` is after minus before, `relative` the same as a share of before (the italics of Table 2), `p` the exact
    McNemar test's, corrected (Holm) over the attacks measured together. Of too few questions neither `p` nor `relative`
    is given. `caught` is the share of items on which an
    option that the attack speaks for is chosen afterwards.
    """

    before: Interval
    after: Interval
    difference: Interval
    relative: Interval
    p: float | None
    caught: float


def unreadable_finding(
    trial: Trial,
    readings: Mapping[str, TrialChoices],
    *,
    settings: Mapping[str, Any],
    attack_settings: AttackSettings,
    listed: int = 20,
    unlabelled: int = 0,
) -> Finding:
    """Report every attack on every system, beside its controls; `listed` flips of each, `unlabelled` items left out."""
    measurements = {
        (system, level): effects(trial, reading, trial.attacks, rows)
        for system, reading in readings.items()
        for level, rows in levels_of(trial.items).items()
    }
    overall = {system: measurements[system, ALL] for system in readings}
    gaps = {system: _gap(trial, readings[system], effects) for system, effects in overall.items()}
    lengths = lengths_table(trial)
    tables = (
        _attacks_table(trial, measurements),
        _controls_table(trial, readings),
        examples_table(trial, readings),
        flips_table(trial, readings, listed),
        caught_table(trial, readings),
        lengths,
        texts_table(trial),
        truncated_table(readings),
    )
    return Finding(
        experiment=NAME,
        title=TITLE,
        answer=_answer(trial, overall, {system: gap for system, gap in gaps.items() if gap is not None}),
        numbers=tuple(_numbers(overall, gaps)),
        tables=tuple(table for table in tables if len(table)),
        items=item_rows(trial, readings),
        settings=dict(settings),
        notes=tuple(_notes(trial, readings, lengths, attack_settings, unlabelled)),
    )


def _gap(trial: Trial, reading: TrialChoices, effects: Mapping[str, Effect]) -> Interval | None:
    """Return how much more the second most effective attack leaves than the most effective one; None for one attack."""
    if len(effects) < 2:
        return None
    first, second = (reading.after[name].correct for name in _ordered(effects)[:2])
    return difference(second, first, passages_of(trial.items))


def _numbers(overall: Mapping[str, Mapping[str, Effect]], gaps: Mapping[str, Interval | None]) -> Iterator[Number]:
    """Yield each system's numbers, those of its most effective attack first."""
    for system, effects in overall.items():
        order = _ordered(effects)
        yield number("accuracy before", effects[order[0]].before, group=system)
        yield from (number("accuracy after", effects[name].after, group=f"{system}: {name}") for name in order)
        known = [name for name in order if np.isfinite(effects[name].relative.estimate)]
        yield from (number("relative change", effects[name].relative, "change", f"{system}: {name}") for name in known)
        changes = [effects[name].relative.estimate for name in order]
        if np.isfinite(changes).all():
            yield Number("mean relative change", float(np.mean(changes)), n=len(order), unit="change", group=system)
        gap = gaps[system]
        if gap is not None:
            yield number("left more by the next most effective", gap, "points", system)


def effects(trial: Trial, reading: TrialChoices, names: Sequence[str], rows: BoolArray) -> dict[str, Effect]:
    """Measure some attacks together over some of the items, (items,), at least one."""
    if not names:
        return {}
    passages, before = passages_of(trial.items)[rows], reading.before.correct[rows]
    afters = [reading.after[name].correct[rows] for name in names]
    settled = reading.before.settled[rows]
    corrected = holm(np.array([mcnemar(settled, reading.after[name].settled[rows]).p for name in names])).tolist()
    first = share(before, passages)
    few = says_little(first, len(np.unique(passages)))
    nothing = Interval(np.nan, np.nan, np.nan, len(before))
    return {
        name: Effect(
            before=first,
            after=share(after, passages),
            difference=difference(after, before, passages),
            relative=nothing if few else relative_change(before, after, passages),
            p=None if few else p,
            caught=float(caught(trial, reading, name)[rows].mean()),
        )
        for name, after, p in zip(names, afters, corrected, strict=True)
    }


def role(control: str) -> str:
    """Describe in a few words how a control differs from the attacks it stands beside.

    >>> role("AddSent2Opt"), role("Other2Opt-Shuffle")
    ('the same, not shuffled', 'a sentence of another passage')
    """
    way = WAYS[control]
    if way.neutral:
        return "neutral words, as many"
    if way.source == "none":
        return "in place of a wrong option"
    return "a sentence of another passage" if way.source == "other" else "the same, not shuffled"


def _attacks_table(trial: Trial, measurements: Mapping[tuple[str, str], Mapping[str, Effect]]) -> Table:
    """List every attack by system and level (Table 2): `low` and `high` bound the difference."""
    levels, guess = levels_of(trial.items), chance(trial.items)
    rows = [
        (
            *(system, name, level, *bounded(each.before), *bounded(each.after), *bounded(each.difference)),
            *(*bounded(each.relative), each.p, each.caught, max(0.0, 1 - each.after.estimate - each.caught)),
            *(each.after.n, float(guess[levels[level]].mean())),
        )
        for (system, level), by_name in measurements.items()
        for name, each in by_name.items()
    ]
    return table("attacks", "Accuracy under each attack", EFFECTS, rows, "unreadable_attacks")


def _controls_table(trial: Trial, readings: Mapping[str, TrialChoices]) -> Table:
    """List every control beside its attack: what is right under each, and by how much the attack leaves less.

    `low` and `high` bound the accuracy under the control; `gap` is the attack's minus the control's.
    """
    rows = [row for name, reading in readings.items() for row in _controls(trial, name, reading)]
    return table("controls", "The attacks and their controls", BESIDE, rows, "unreadable_controls")


def _controls(trial: Trial, system: str, reading: TrialChoices) -> Iterator[tuple[Value, ...]]:
    pairs = [(name, control) for name in trial.attacks for control in controls_of(name) if control in trial.attacked]
    settled = {name: choices.settled for name, choices in reading.after.items()}
    tests = [mcnemar(settled[name], settled[control]).p for name, control in pairs]
    passages = passages_of(trial.items)
    for (name, control), p in zip(pairs, holm(np.array(tests)).tolist(), strict=True):
        attack, beside = _right(reading, name), _right(reading, control)
        gap = difference(attack, beside, passages)
        under, after = share(attack, passages), share(beside, passages)
        before = float(reading.before.correct.mean())
        ends = (*bounded(under), *bounded(after), *bounded(gap))
        yield system, name, control, role(control), before, *ends, p, after.n


def _right(reading: TrialChoices, name: str) -> FloatArray:
    return reading.after[name].correct


def _answer(trial: Trial, by_system: Mapping[str, Mapping[str, Effect]], gaps: Mapping[str, Interval]) -> Reason:
    """Summarise what each system gets right before, and under the most effective attack; `gaps` are to the next one."""
    guess = float(chance(trial.items).mean())
    phrases = {system: _phrase(effects, guess, gaps.get(system)) for system, effects in by_system.items()}
    several = len(by_system) > 1
    first = next(iter(next(iter(by_system.values())).values())).before
    few = too_few(first, passages_of(trial.items))
    return sentences(*few, *(phrase.of(system) if several else phrase for system, phrase in phrases.items()))


def _ordered(effects: Mapping[str, Effect]) -> list[str]:
    """Order attacks by what they leave right, the most effective first."""
    return sorted(effects, key=lambda name: effects[name].after.estimate)


def _notes(
    trial: Trial, readings: Mapping[str, TrialChoices], lengths: Table, settings: AttackSettings, unlabelled: int
) -> Iterator[Reason]:
    """Yield what a reader must know to read the numbers right."""
    yield from _given_away(trial, lengths)
    yield from set_options(trial.items)
    if unlabelled:
        yield Reason("unreadable-note-unlabelled", {"unlabelled": unlabelled, "questions": many(unlabelled)})
    yield from _truncation(readings, settings)
    yield from _shuffled(trial, settings)
    for system, reading in readings.items():
        yield from (note.of(system) if len(readings) > 1 else note for note in _ties(reading))
    yield from (Reason("unreadable-note-searched"), Reason("unreadable-note-tested"))
    yield sentences(INTERVALS, Reason("unreadable-note-relative"))


def _phrase(effects: Mapping[str, Effect], guess: float, gap: Interval | None) -> Reason:
    order = _ordered(effects)
    worst = effects[order[0]]
    before = {"before": worst.before.estimate, "questions": many(worst.before.n)}
    if not worst.before.estimate:
        return Reason("unreadable-none-right", before)
    if worst.p is None:
        return Reason("unreadable-few", {**before, "after": worst.after.estimate, "attack": order[0]})
    side = verdict(worst.difference, margin=MARGIN, p=worst.p)
    under = {"after": worst.after.estimate, "interval": span(worst.after), "attack": order[0], "attacks": len(order)}
    loss = gain(worst.difference.estimate, worst.difference, worst.p)
    below = verdict(worst.after, guess)
    first = Reason(
        "unreadable-harm", {**before, **under, "verdict": side, "loss": loss, "below": below, "guessing": guess}
    )
    harms = side == Verdict.BELOW
    return sentences(first, _next(order[1], gap)) if harms and len(order) > 1 and gap is not None else first


def _next(name: str, gap: Interval) -> Reason:
    if np.isnan(gap.low):
        return Reason("unreadable-next", {"attack": name})
    side = verdict(gap, margin=MARGIN)
    return Reason("unreadable-next-leaves", {"attack": name, "verdict": side, "more": gain(gap.estimate, gap)})


def _given_away(trial: Trial, lengths: Table) -> Iterator[Reason]:
    """Yield under which attacks the length of options alone names the key more often than without them."""
    for rule in ("shortest", "longest"):
        shares = {
            row["attack"]: Interval(row[rule], row[f"{rule}_low"], row[f"{rule}_high"], row["n"])
            for row in lengths.rows()
        }
        plain, guess = shares[NO_ATTACK].estimate, float(chance(trial.items).mean())
        parts = [
            Reason("unreadable-attack-right", {"attack": name, "right": shares[name].estimate})
            for name in trial.attacks
            if verdict(shares[name], max(guess, plain)) == Verdict.ABOVE
        ]
        if parts:
            attacks = Reason("writing-commas", {"parts": parts})
            yield Reason("unreadable-note-length", {"rule": rule, "plain": plain, "attacks": attacks})


def _truncation(readings: Mapping[str, TrialChoices], settings: AttackSettings) -> Iterator[Reason]:
    if settings.naive:
        yield Reason("unreadable-note-naive")
    for system, reading in readings.items():
        shares = {name: float(cut.mean()) for name, cut in reading.truncated.items()}
        most = max(shares, key=lambda name: shares[name])
        if shares[most] > 0:
            values = {"plain": shares[NO_ATTACK], "most": shares[most], "attack": most}
            yield Reason(
                "unreadable-note-cut", {"system": system, **values, "naive": "yes" if settings.naive else "no"}
            )


def _shuffled(trial: Trial, settings: AttackSettings) -> Iterator[Reason]:
    caveats: dict[str, Callable[[Attacked], object]] = {
        "below": lambda each: each.below,
        "stands": lambda each: each.stands,
        "equal": lambda each: each.equal,
        "unchanged": lambda each: not each.changed,
    }
    for caveat, holds in caveats.items():
        counts = {name: sum(map(bool, map(holds, attacked))) for name, attacked in trial.attacked.items()}
        listed = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        if listed:
            values = {"threshold": f"{settings.threshold:g}", "questions": listed}
            yield Reason("unreadable-note-shuffled", {"caveat": caveat, **values})


def _ties(reading: TrialChoices) -> Iterator[Reason]:
    yield from unclear_notes(reading.before)
    often = {name: float(choices.tied.mean()) for name, choices in reading.after.items() if choices.often_tied}
    if often:
        tied = [Reason("unreadable-attack-tied", {"attack": name, "tied": share}) for name, share in often.items()]
        yield Reason("unreadable-note-ties", {"attacks": Reason("writing-commas", {"parts": tied})})
