"""Un-readable attacks in plain words: the finding's sentence and its caveats."""

from collections.abc import Iterator, Mapping

import numpy as np

from magnetite.core.results import Table
from magnetite.experiments.baselines import chance
from magnetite.experiments.choices import Choices, tie_notes
from magnetite.experiments.sentences import INTERVALS, counted, percent, points
from magnetite.experiments.unreadable.effects import Effect
from magnetite.experiments.unreadable.reading import NO_ATTACK, Reading, Trial
from magnetite.stats.intervals import Interval
from magnetite.views.unreadable import AttackSettings

TESTED = (
    "p is of the exact McNemar test, which takes questions as independent, corrected (Holm) over the attacks of one "
    "system and level; that of a control compares it with its attack, corrected over all controls of a system."
)
CHANGED = "A relative change is the difference as a share of the accuracy before."
SEARCHED = (
    "The most effective of several attacks looks a little stronger than it is, since it was chosen for its effect."
)


def sentence(trial: Trial, by_system: Mapping[str, Mapping[str, Effect]], gaps: Mapping[str, Interval]) -> str:
    """Summarise what each system gets right before, and under the most effective attack; `gaps` are to the next one."""
    several = len(by_system) > 1
    guess = float(chance(trial.items).mean())
    return " ".join(
        f"{f'{system}: ' if several else ''}{_phrase(effects, guess, gaps.get(system))}"
        for system, effects in by_system.items()
    )


def ordered(effects: Mapping[str, Effect]) -> list[str]:
    """Order attacks by what they leave right, the most effective first."""
    return sorted(effects, key=lambda name: effects[name].after.estimate)


def notes(
    trial: Trial, readings: Mapping[str, Reading], lengths: Table, settings: AttackSettings, unlabelled: int
) -> tuple[str, ...]:
    """Return what a reader must know to read the numbers right."""
    lines = [*_given_away(trial, lengths)]
    if unlabelled:
        have = "has" if unlabelled == 1 else "have"
        lines.append(
            f"{counted(unlabelled, 'question')} {have} no known answer and {'is' if unlabelled == 1 else 'are'} left "
            "out: an attack must know which option to leave alone."
        )
    lines += [*_truncation(readings, settings), *_shuffled(trial, settings)]
    for system, reading in readings.items():
        lines += _ties(system, reading, several=len(readings) > 1)
    return (*lines, SEARCHED, TESTED, f"{INTERVALS} {CHANGED}")


def _phrase(effects: Mapping[str, Effect], guess: float, gap: Interval | None) -> str:
    order = ordered(effects)
    worst = effects[order[0]]
    if not worst.before.estimate:
        return f"None of {counted(worst.before.n, 'question')} is answered right, so no attack can take anything away."
    if worst.difference.estimate >= 0:
        return (
            f"{percent(worst.before.estimate)} of {counted(worst.before.n, 'question')} are answered right, and "
            f"{_attacks(len(order))} takes any of that away."
        )
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


def _attacks(count: int) -> str:
    return "the attack does not" if count == 1 else f"none of {count} attacks"


def _given_away(trial: Trial, lengths: Table) -> Iterator[str]:
    """Yield under which attacks the length of options alone names the key more often than without them."""
    columns = lengths.columns
    for rule in ("shortest", "longest"):
        shares = dict(zip(columns["attack"], zip(columns[rule], columns[f"{rule}_low"], strict=True), strict=True))
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


def _truncation(readings: Mapping[str, Reading], settings: AttackSettings) -> Iterator[str]:
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


def _ties(system: str, reading: Reading, *, several: bool) -> Iterator[str]:
    of = f"{system}: " if several else ""
    yield from (f"{of}{note}" for note in tie_notes(reading.before))
    tied = [f"{name} ({percent(_tied(choices))})" for name, choices in reading.after.items() if choices.often_tied]
    if tied:
        yield (
            f"{of}Several options share the top score in many questions, and the first of them counts as chosen, so "
            f"whether the answer is right depends on the order of the options: {', '.join(tied)}."
        )


def _tied(choices: Choices) -> float:
    return float(choices.tied.mean())
