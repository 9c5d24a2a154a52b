"""What shuffled words that nobody can read do to accuracy: before and after on the same items, as a finding.

Si et al. (2019), Section 3, Table 2.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.counted import counted
from magnetite.core.headings import (
    ATTACK,
    CHANCE,
    DIFFERENCE,
    DIFFERENCE_HIGH,
    DIFFERENCE_LOW,
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
from magnetite.core.reasons import sentences
from magnetite.core.results import Finding, Heading, Number, Table, Text, table
from magnetite.experiments.choices import chance, levels_of, passages_of, unclear_notes
from magnetite.experiments.findings import INTERVALS, estimate_cells, number, percent, points
from magnetite.experiments.unreadable.trial import (
    NO_ATTACK,
    Row,
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
from magnetite.views.unreadable import ATTACKS, CONTROLS, AttackSettings, controls_of

NAME = "unreadable"
TITLE = "Un-readable attacks"
ALL = "all"
TESTED = (
    "p is of the exact McNemar test, which takes questions as independent, corrected (Holm) over the attacks of one "
    "system and level; that of a control compares it with its attack, corrected over all controls of a system."
)
CHANGED = "A relative change is the difference as a share of the accuracy before."
SEARCHED = (
    "The most effective of several attacks looks a little stronger than it is, since it was chosen for its effect."
)
EFFECTS = (
    SYSTEM,
    ATTACK,
    LEVEL,
    *interval("before", "right before", "before", "share"),
    *interval("after", "right after", "after", "share"),
    DIFFERENCE,
    DIFFERENCE_LOW,
    DIFFERENCE_HIGH,
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
    McNemar test's, corrected (Holm) over the attacks measured together. `caught` is the share of items on which an
    option that the attack speaks for is chosen afterwards.
    """

    before: Interval
    after: Interval
    difference: Interval
    relative: Interval
    p: float
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
    measurements = _measured(trial, readings, trial.attacks)
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
        probe=NAME,
        title=TITLE,
        answer=_sentence(trial, overall, {system: gap for system, gap in gaps.items() if gap is not None}),
        numbers=tuple(_numbers(overall, gaps)),
        tables=tuple(table for table in tables if len(table)),
        items=item_rows(trial, readings),
        settings=dict(settings),
        notes=_notes(trial, readings, lengths, attack_settings, unlabelled),
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
        yield from (number("relative change", effects[name].relative, "change", f"{system}: {name}") for name in order)
        changes = [effects[name].relative.estimate for name in order]
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
    corrected = holm(np.array([mcnemar(before, after).p for after in afters])).tolist()
    first = share(before, passages)
    return {
        name: Effect(
            before=first,
            after=share(after, passages),
            difference=difference(after, before, passages),
            relative=relative_change(before, after, passages),
            p=p,
            caught=float(caught(trial, reading, name)[rows].mean()),
        )
        for name, after, p in zip(names, afters, corrected, strict=True)
    }


def _measured(
    trial: Trial, readings: Mapping[str, TrialChoices], names: Sequence[str]
) -> dict[tuple[str, str], dict[str, Effect]]:
    """Measure attacks by system and level; p values are corrected over those of one system and level."""
    return {
        (system, level): effects(trial, reading, names, rows)
        for system, reading in readings.items()
        for level, rows in levels_of(trial.items).items()
    }


def role(control: str) -> str:
    """Describe in a few words how a control differs from the attacks it stands beside.

    >>> role("AddSent2Opt"), role("Other2Opt-Shuffle")
    ('the same, not shuffled', 'a sentence of another passage')
    """
    way = {**ATTACKS, **CONTROLS}[control]
    if way.neutral:
        return "neutral words, as many"
    return "a sentence of another passage" if way.source == "other" else "the same, not shuffled"


def _attacks_table(trial: Trial, measurements: Mapping[tuple[str, str], Mapping[str, Effect]]) -> Table:
    """List every attack by system and level (Table 2): `low` and `high` bound the difference."""
    levels, guess = levels_of(trial.items), chance(trial.items)
    rows: list[Row] = [
        {
            "system": system,
            "attack": name,
            "level": level,
            **_effect(effect),
            "chance": float(guess[levels[level]].mean()),
        }
        for (system, level), by_name in measurements.items()
        for name, effect in by_name.items()
    ]
    return table("attacks", "Accuracy under each attack", EFFECTS, rows, "unreadable_attacks")


def _controls_table(trial: Trial, readings: Mapping[str, TrialChoices]) -> Table:
    """List every control beside its attack: what is right under each, and by how much the attack leaves less.

    `low` and `high` bound the accuracy under the control; `gap` is the attack's minus the control's.
    """
    rows = [row for name, reading in readings.items() for row in _controls(trial, name, reading)]
    return table("controls", "The attacks beside their controls", BESIDE, rows, "unreadable_controls")


def _effect(effect: Effect) -> Row:
    return {
        **estimate_cells("before", effect.before),
        **estimate_cells("after", effect.after),
        **estimate_cells("difference", effect.difference, ""),
        **estimate_cells("relative", effect.relative),
        "p": effect.p,
        "caught": effect.caught,
        "otherwise": max(0.0, 1 - effect.after.estimate - effect.caught),
        "n": effect.after.n,
    }


def _controls(trial: Trial, system: str, reading: TrialChoices) -> Iterator[Row]:
    pairs = [(name, control) for name in trial.attacks for control in controls_of(name) if control in trial.attacked]
    tests = [mcnemar(_right(reading, name), _right(reading, control)).p for name, control in pairs]
    passages = passages_of(trial.items)
    for (name, control), p in zip(pairs, holm(np.array(tests)).tolist(), strict=True):
        attack, beside = _right(reading, name), _right(reading, control)
        gap = difference(attack, beside, passages)
        under, after = share(attack, passages), share(beside, passages)
        yield {
            "system": system,
            "attack": name,
            "control": control,
            "role": role(control),
            "before": float(reading.before.correct.mean()),
            **estimate_cells("attacked", under),
            **estimate_cells("after", after, ""),
            **estimate_cells("gap", gap),
            "p": p,
            "n": after.n,
        }


def _right(reading: TrialChoices, name: str) -> BoolArray:
    return reading.after[name].correct


def _sentence(trial: Trial, by_system: Mapping[str, Mapping[str, Effect]], gaps: Mapping[str, Interval]) -> str:
    """Summarise what each system gets right before, and under the most effective attack; `gaps` are to the next one."""
    several = len(by_system) > 1
    guess = float(chance(trial.items).mean())
    return " ".join(
        f"{f'{system}: ' if several else ''}{_phrase(effects, guess, gaps.get(system))}"
        for system, effects in by_system.items()
    )


def _ordered(effects: Mapping[str, Effect]) -> list[str]:
    """Order attacks by what they leave right, the most effective first."""
    return sorted(effects, key=lambda name: effects[name].after.estimate)


def _notes(
    trial: Trial, readings: Mapping[str, TrialChoices], lengths: Table, settings: AttackSettings, unlabelled: int
) -> tuple[Text, ...]:
    """Return what a reader must know to read the numbers right."""
    lines: list[Text] = [*_given_away(trial, lengths)]
    if unlabelled:
        have = "has" if unlabelled == 1 else "have"
        lines.append(
            f"{counted(unlabelled, 'question')} {have} no known answer and {'is' if unlabelled == 1 else 'are'} left "
            "out: an attack must know which option to leave alone."
        )
    lines += [*_truncation(readings, settings), *_shuffled(trial, settings)]
    for system, reading in readings.items():
        lines += _ties(system, reading, several=len(readings) > 1)
    return (*lines, SEARCHED, TESTED, sentences(INTERVALS, CHANGED))


def _phrase(effects: Mapping[str, Effect], guess: float, gap: Interval | None) -> str:
    order = _ordered(effects)
    worst = effects[order[0]]
    if not worst.before.estimate:
        return f"None of {counted(worst.before.n, 'question')} is answered right, so no attack can take anything away."
    if worst.difference.estimate >= 0:
        none = "the attack takes none" if len(order) == 1 else f"none of {len(order)} attacks takes any"
        right = f"{percent(worst.before.estimate)} of {counted(worst.before.n, 'question')}"
        return f"{right} are answered right, and {none} of that away."
    below = f", fewer than a guess gets ({percent(guess)})" if worst.after.high < guess else ""
    first = (
        f"{percent(worst.before.estimate)} of {counted(worst.before.n, 'question')} are answered right, and "
        f"{percent(worst.after.estimate)} under the most effective attack, {order[0]}{below}: "
        f"{percent(-worst.relative.estimate)} less."
    )
    return f"{first} {_next(order[1], gap)}" if len(order) > 1 and gap is not None else first


def _next(name: str, gap: Interval) -> str:
    if np.isnan(gap.low):
        return f"{name} comes next."
    if gap.estimate == 0:
        return f"{name} does as much."
    return f"{name} comes next and leaves {points(gap.estimate, gap.low, gap.high)} more."


def _given_away(trial: Trial, lengths: Table) -> Iterator[str]:
    """Yield under which attacks the length of options alone names the key more often than without them."""
    for rule in ("shortest", "longest"):
        shares = {row["attack"]: (row[rule], row[f"{rule}_low"]) for row in lengths.rows()}
        plain, guess = float(shares[NO_ATTACK][0] or 0), float(chance(trial.items).mean())
        parts = [
            f"{name} {percent(float(shares[name][0] or 0))}"
            for name in trial.attacks
            if float(shares[name][1] or 0) > max(guess, plain)
        ]
        if parts:
            yield (
                f"Length gives the key away: only wrong options were changed, so that always taking the {rule} option "
                f"is right more often than the {percent(plain)} without an attack: {', '.join(parts)}. A system that "
                "looks at length is helped by this, and one that is hurt may be hurt by length, not by words: read the "
                "control of the same length beside it."
            )


def _truncation(readings: Mapping[str, TrialChoices], settings: AttackSettings) -> Iterator[str]:
    if settings.naive:
        yield (
            "What an attack adds was put into the passage itself (naive), where a system that cuts long passages at "
            "their end loses it: an attack that was cut off did not take place."
        )
    for system, reading in readings.items():
        shares = {name: float(cut.mean()) for name, cut in reading.truncated.items()}
        most = max(shares, key=lambda name: shares[name])
        if shares[most] > 0:
            yield (
                f"{system} had to cut the passage of {percent(shares[NO_ATTACK])} of the questions without an attack, "
                f"and of up to {percent(shares[most])} under one ({most}). What an attack adds "
                f"{'may be' if settings.naive else 'is never'} cut."
            )


def _shuffled(trial: Trial, settings: AttackSettings) -> Iterator[str]:
    caveats = {
        f"Some texts are too short, or repeat themselves too much, to be shuffled beyond a ShuffleDegree of "
        f"{settings.threshold:g}; the best order found stands there": lambda each: each.below,
        "Where no order was found in which no distractor stands whole, the passage now says it": lambda each: (
            each.stands
        ),
        "Where a wrong option came out with the right one's words in their order, it is right too": lambda each: (
            each.equal
        ),
        "Where there was nothing to change, a question stayed as it was": lambda each: not each.changed,
    }
    for words, holds in caveats.items():
        counts = {name: sum(map(holds, attacked)) for name, attacked in trial.attacked.items()}
        listed = ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
        if listed:
            yield f"{words} (questions: {listed})."


def _ties(system: str, reading: TrialChoices, *, several: bool) -> Iterator[Text]:
    of = f"{system}: " if several else ""
    yield from (note.of(system) if several else note for note in unclear_notes(reading.before))
    often = {name: float(choices.tied.mean()) for name, choices in reading.after.items() if choices.often_tied}
    tied = [f"{name} ({percent(share)})" for name, share in often.items()]
    if tied:
        yield (
            f"{of}Several options share the top score in many questions, and the first of them counts as chosen, so "
            f"whether the answer is right depends on the order of the options: {', '.join(tied)}."
        )
