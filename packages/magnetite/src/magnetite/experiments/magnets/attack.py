"""The attack: a magnet option replaces one wrong option of a question, and nothing else changes.

No cell is scored again: options are scored independently, so the magnet's score is known from the screen; and where a
system is shown all options at once, the screen has asked for these very lists.
Lin et al. (2021), §3.2, Figure 1 and Table 1.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from examfiles.items import Item, letter
from examfiles.reasons import Reason, many
from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.headings import (
    ANSWER,
    CAUGHT,
    CHOSEN_AFTER,
    CHOSEN_BEFORE,
    DIFFERENCES,
    HIGH,
    ID,
    LEVEL,
    LOW,
    OPTION,
    OTHERWISE,
    RIGHT_AFTER,
    RIGHT_BEFORE,
    SERIES,
    SYSTEM,
    N,
    P,
)
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import Choices, levels_of, right_columns
from magnetite.experiments.findings import bounded, letters, number, set_options
from magnetite.experiments.magnets.screen import Lists, Screens
from magnetite.stats.intervals import Interval, difference, holm, mcnemar, share
from magnetite.stats.ragged import FloatArray, row_argmaxima, row_maxima, row_put
from magnetite.stats.verdict import Verdict, verdict

EACH_MAGNET = "each"
EXAMPLES = 5  # questions of each system that are shown before and after
TITLE = "The attack"
BEST_OF = (0, 1, 2, 3, 5, 10, 20, 50, 100)
ATTACKS = (
    SYSTEM,
    OPTION,
    SERIES,
    LEVEL,
    RIGHT_BEFORE,
    RIGHT_AFTER,
    *DIFFERENCES,
    Heading("stable", "right answer chosen", "share"),
    CAUGHT,
    OTHERWISE,
    N,
    P,
)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What attacks did, (items, magnets), where `on`: labelled items on which the magnet may be tried.

    `caught`: the magnet is chosen. `stable`: the answer's share of the choice. Else another wrong option is chosen, or
    none. `settled`: whether the answer is chosen, ties settled by lot, for tests that count answers.
    """

    on: BoolArray  # (items, magnets)
    caught: BoolArray  # (items, magnets)
    stable: FloatArray  # (items, magnets)
    settled: BoolArray  # (items, magnets)
    chosen: IntArray  # (items, magnets): the choice among the options that stayed, -1 for no answer
    replaced: IntArray  # (items,): the option that is replaced, -1 for none


def attacked(choices: Choices, replaced: IntArray, magnets: ScoreArray, tried: BoolArray) -> Outcomes:
    """Put each magnet, scores (items, magnets), in the place of the option `replaced`, (items,), -1 for none.

    A magnet is chosen only where its score is strictly above those of all options that stay.
    """
    best = row_maxima(row_put(choices.scores, choices.counts, replaced, -np.inf), choices.counts)
    chosen, right = choices.chosen_without(replaced), choices.share_of(choices.answers, without=replaced)
    on = tried & (replaced >= 0)[:, None]
    caught = on & (magnets > best[:, None])
    stays, settled = on & ~caught, (chosen == choices.answers)[:, None]
    return Outcomes(
        on, caught, stays * right[:, None], stays & settled, np.broadcast_to(chosen[:, None], on.shape), replaced
    )


def attacked_lists(choices: Choices, lists: Lists) -> Outcomes:
    """Read an attack from the lists that a system was asked: its magnets stand where they were screened."""
    on, caught = lists.tried, lists.scores > lists.rivals
    stays, settled = on & ~caught, lists.chosen == choices.answers[:, None]
    return Outcomes(on, caught, stays * lists.right, stays & settled, lists.chosen, lists.replaced)


@dataclass(frozen=True, slots=True)
class Attack:
    """What one attack did over the `n` items it was made on: `before` and `after` are on the same items.

    `difference` is after minus before. `p` is McNemar's, corrected over the attacks measured together (Holm); None
    where several swaps are averaged. All NaN where n is 0.
    """

    before: float
    after: float
    difference: Interval
    caught: float
    p: float | None
    n: int

    @property
    def lowers(self) -> bool:
        """Return whether accuracy falls beyond chance."""
        return self.n > 0 and verdict(self.difference, p=self.p) == Verdict.BELOW


def random_wrong(items: Sequence[Item], choices: Choices, seed: int) -> IntArray:
    """Draw one wrong option per item from the seed and the item's id, (items,); -1 without a known answer."""
    drawn = np.array([draw(seed, "replace", item.id) % (len(item.options) - 1) for item in items], dtype=np.int64)
    return _labelled(choices, drawn + (drawn >= choices.answers))


def strongest_wrong(items: Sequence[Item], choices: Choices, seed: int) -> IntArray:  # noqa: ARG001 - one signature
    """Take the wrong option with the highest score, (items,); -1 without a known answer."""
    return _labelled(choices, _highest_wrong(choices, choices.scores))


def weakest_wrong(items: Sequence[Item], choices: Choices, seed: int) -> IntArray:  # noqa: ARG001 - one signature
    """Take the wrong option with the lowest score, (items,); -1 without a known answer."""
    return _labelled(choices, _highest_wrong(choices, -choices.scores))


REPLACEMENTS: MappingProxyType[str, Callable[[Sequence[Item], Choices, int], IntArray]] = MappingProxyType(
    {"random": random_wrong, "strongest": strongest_wrong, "weakest": weakest_wrong}
)


def _wrong_options(choices: Choices) -> list[IntArray]:
    """Return every item's wrong options: (items,) of their first ones, of their second ones, and so on; -1 for none."""
    most = int(choices.counts.max(initial=1)) - 1
    places = [np.where(number < choices.answers, number, number + 1) for number in range(most)]
    return [_labelled(choices, np.where(place < choices.counts, place, -1)) for place in places]


def _highest_wrong(choices: Choices, values: FloatArray) -> IntArray:
    """Return each item's wrong option of the highest value, (items,), of equals the one with the highest lot."""
    wrong = row_put(values, choices.counts, choices.answers, -np.inf)
    highest = wrong == np.repeat(row_maxima(wrong, choices.counts), choices.counts)
    return row_argmaxima(np.where(highest, choices.lots, 0.0), choices.counts)


def _labelled(choices: Choices, positions: IntArray) -> IntArray:
    return np.where(choices.labelled, positions, -1)


@dataclass(frozen=True, slots=True, eq=False)
class SystemAttacked:
    """One system under attack by each magnet: shares of the swaps made on each item, (items, magnets), where `on`.

    With one swap an item they are 0 or 1. `swaps` are the outcomes that they average.
    """

    choices: Choices
    passages: IntArray
    on: BoolArray
    caught: FloatArray
    stable: FloatArray
    swaps: tuple[Outcomes, ...]


def attack_all(screens: Screens, replace: str, seed: int) -> dict[str, SystemAttacked]:
    """Put every option of a screens's pool in the place of a wrong option: one (`REPLACEMENTS`), or "each" in turn."""
    return {name: _attacked(screens, name, replace, seed) for name in screens.names}


def _attacked(screens: Screens, name: str, replace: str, seed: int) -> SystemAttacked:
    choices, screen = screens.choices[name], screens.screens[name]
    swaps: tuple[Outcomes, ...]
    if screen.lists is not None:
        swaps = (attacked_lists(choices, screen.lists),)
    else:
        places = (
            _wrong_options(choices) if replace == EACH_MAGNET else [REPLACEMENTS[replace](screens.items, choices, seed)]
        )
        swaps = tuple(attacked(choices, place, screen.scores, screen.pool.allowed) for place in places)
    swapped = np.sum([swap.on for swap in swaps], axis=0)
    each = np.divide(1.0, swapped, out=np.zeros(swapped.shape), where=swapped > 0)
    caught, stable = (np.sum([getattr(swap, what) for swap in swaps], axis=0) * each for what in ("caught", "stable"))
    return SystemAttacked(choices, screen.passages, swapped > 0, caught, stable, swaps)


def measured(system: SystemAttacked, magnets: Sequence[int], rows: BoolArray) -> list[Attack]:
    """Measure the attacks with some magnets over some of the items: one Attack per magnet."""
    on = [system.on[:, k] & rows for k in magnets]
    each = zip(magnets, on, _corrected(system, magnets, on), strict=True)
    return [_measured(system, k, here, p) for k, here, p in each]


def _measured(system: SystemAttacked, k: int, on: BoolArray, p: float | None) -> Attack:
    before, own = system.choices.correct[on], system.passages[on]
    stable = system.stable[on, k]
    if not len(stable):
        nothing = Interval(np.nan, np.nan, np.nan, 0)
        return Attack(np.nan, np.nan, nothing, np.nan, p, 0)
    gap = difference(stable, before, own)
    caught = float(system.caught[on, k].mean())
    return Attack(float(before.mean()), float(stable.mean()), gap, caught, p, len(stable))


def _corrected(system: SystemAttacked, magnets: Sequence[int], on: Sequence[BoolArray]) -> list[float | None]:
    """Return McNemar's p of each attack on the items where it is made, corrected over all (Holm).

    None where several swaps are averaged: there is no test of them.
    """
    if len(system.swaps) > 1:
        return [None] * len(on)
    right, (swap,) = system.choices.settled, system.swaps
    tests = [mcnemar(right[here], swap.settled[here, k]).p for k, here in zip(magnets, on, strict=True)]
    corrected: list[float | None] = holm(np.array(tests)).tolist()
    return corrected


def attacks_finding(
    screens: Screens,
    after: Mapping[str, SystemAttacked],
    *,
    average: Mapping[str, SystemAttacked],
    members: Mapping[str, int],
    settings: Mapping[str, Any],
) -> Finding:
    """Report accuracy before and after for every magnet, by level; what is left against the best of k; examples.

    `average`: each system under attack by every option of the pool, for what an average option does. `members`: how
    many each system has, of which the first answers.
    """
    rows = [row for name, system in after.items() for row in _rows(screens, name, system)]
    if not rows:
        return Finding("attack", TITLE, Reason("attack-unlabelled"), settings=dict(settings))
    every = table("attacks", "Accuracy when one wrong option is replaced", ATTACKS, rows, "system_attacks")
    searched = settings["search"]
    phrases = {
        name: _phrase(screens, system, searched=searched, members=members[name]) for name, system in after.items()
    }
    parts = [phrase.of(name) if len(after) > 1 else phrase for name, phrase in phrases.items()]
    return Finding(
        experiment="attack",
        title=TITLE,
        answer=Reason("attack-answer", {"systems": Reason("writing-semicolons", {"parts": parts})}),
        numbers=(
            *_numbers(screens, after),
            *(each for name, system in average.items() for each in _average_option(name, system)),
        ),
        tables=(every, _best_of(after), _examples(screens, after)),
        settings=dict(settings),
        notes=(Reason("attack-note", {"replaced": settings["replace"]}), *set_options(screens.items)),
    )


def _rows(screens: Screens, name: str, system: SystemAttacked) -> Iterator[tuple[Value, ...]]:
    """Yield what each magnet does by level."""
    magnets = range(len(screens.pool.options))
    for level, among in levels_of(screens.items).items():
        for k, attack in zip(magnets, measured(system, magnets, among), strict=True):
            if attack.n:
                option = (screens.pool.options[k], bool(screens.series[k]), level)
                outcomes = (attack.after, attack.caught, max(0.0, 1 - attack.after - attack.caught))
                effect = (attack.before, attack.after, *bounded(attack.difference))
                yield name, *option, *effect, *outcomes, attack.n, attack.p


def _average_option(name: str, system: SystemAttacked) -> Iterator[Number]:
    """Yield the accuracy before and after an attack by an average option, over the same items, and the difference.

    Of each item the mean over the options that attack it counts; nothing is yielded where no option attacks any.
    """
    here = system.on.any(axis=1)
    if here.any():
        before, passages = system.choices.correct[here], system.passages[here]
        after = system.stable[here].sum(axis=1) / system.on[here].sum(axis=1)
        yield number("accuracy before, average option", share(before, passages), group=name)
        yield number("accuracy after, average option", share(after, passages), group=name)
        yield number("difference, average option", difference(after, before, passages), "points", name)


def item_rows(screens: Screens, whole: Screens, system: SystemAttacked) -> Table:
    """List per item how many options beat its own, and what is chosen before and after the first magnet's attack.

    Of one system: `screens` has every option, on the items that were screened, `whole` and `system` the magnets.
    """
    screen, choices, outcomes = screens.first, system.choices, system.swaps[0]
    beaten, nearest = screen.wins.sum(axis=1).tolist(), screen.scores.argmax(axis=1).tolist()
    tried = screen.pool.allowed.sum(axis=1).tolist()
    at = {item.id: row for row, item in enumerate(screens.items)}
    rows = [at.get(item.id) for item in whole.items]
    on, caught = outcomes.on[:, 0], outcomes.caught[:, 0]
    before = Heading("correct_before", "right before the attack")
    after = Heading("correct_after", "right after the attack")
    chosen_after = [
        ("magnet" if taken else own) if made else None
        for taken, own, made in zip(caught, letters(outcomes.chosen[:, 0]), on, strict=True)
    ]
    columns = (
        ID.over(item.id for item in whole.items),
        Heading("beaten_by", "irrelevant options that beat it", "count").over(
            None if row is None else beaten[row] for row in rows
        ),
        Heading("tried", "irrelevant options tried", "count").over(None if row is None else tried[row] for row in rows),
        Heading("strongest", "strongest irrelevant option").over(
            None if row is None or not beaten[row] else screens.pool.options[nearest[row]] for row in rows
        ),
        CHOSEN_BEFORE.over(letters(choices.chosen)),
        *right_columns(before, choices.settled, choices.correct, choices.labelled),
        CHOSEN_AFTER.over(chosen_after),
        *right_columns(after, outcomes.settled[:, 0], outcomes.stable[:, 0], on),
    )
    return Table("items", "Every question", columns)


def _best_of(after: Mapping[str, SystemAttacked]) -> Table:
    """List the accuracy left where, question by question, the worst of the first k magnets is used."""
    rows: list[tuple[Value, ...]] = []
    for name, system in after.items():
        labelled = system.choices.labelled
        many = system.on.shape[1]
        for k in sorted({k for k in BEST_OF if k < many} | {many}):
            left = np.where(system.on[:, :k], system.stable[:, :k], 1.0).min(axis=1, initial=1.0)
            right = np.where(system.on[:, :k].any(axis=1), left, system.choices.correct)[labelled]
            accuracy = share(right, system.passages[labelled])
            rows.append((name, k, accuracy.estimate, accuracy.low, accuracy.high))
    answered = Heading("accuracy", "answered right", "share")
    headings = (SYSTEM, Heading("magnets", "magnets to choose from", "count"), answered, LOW, HIGH)
    return table("best_of", "Accuracy against the best of several magnets", headings, rows, "best_of")


def _examples(screens: Screens, after: Mapping[str, SystemAttacked]) -> Table:
    """List questions that are no longer answered right (Figure 1): a different magnet for each, in their order."""
    rows: list[tuple[Value, ...]] = []
    for name, system in after.items():
        shown: set[int] = set()
        for k in range(len(screens.pool.options)):
            turned = system.choices.right & system.swaps[0].caught[:, k]
            row = next((i for i in np.flatnonzero(turned).tolist() if i not in shown), None)
            if row is not None and len(shown) < EXAMPLES:
                shown.add(row)
                rows.append(_example(screens, name, system, row, k))
    replaced = Heading("replaced", "option replaced")
    headings = (ID, SYSTEM, Heading("magnet"), replaced, CHOSEN_BEFORE, CHOSEN_AFTER, ANSWER)
    return table("examples", "Questions before and after", headings, rows, "attack_examples")


def _example(screens: Screens, name: str, system: SystemAttacked, row: int, k: int) -> tuple[Value, ...]:
    replaced = int(system.swaps[0].replaced[row])
    answer = letter(int(system.choices.answers[row]))
    chosen = letter(int(system.choices.chosen[row]))
    return screens.items[row].id, name, screens.pool.options[k], letter(replaced), chosen, "magnet", answer


def _numbers(screens: Screens, after: Mapping[str, SystemAttacked]) -> Iterator[Number]:
    for name, system in after.items():
        labelled = system.choices.labelled
        yield number("accuracy before", share(system.choices.correct[labelled], system.passages[labelled]), group=name)
        for k, option in enumerate(screens.pool.options):
            on = system.on[:, k]
            if on.any():
                left = share(system.stable[on, k], system.passages[on])
                yield number("accuracy after", left, group=f"{name}: {option}")


def _phrase(screens: Screens, system: SystemAttacked, *, searched: bool, members: int) -> Reason:
    """Say what is left under the worst attack; of options that were given, under the mildest too.

    The share before is that of the same questions and the same member; both are said.
    """
    left = {k: float(system.stable[on, k].mean()) for k, on in enumerate(system.on.T) if on.any()}
    if not left:
        return Reason("attack-none")
    worst, mildest = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
    attacked = system.on[:, worst]  # the same questions before and after
    options = screens.pool.options
    values = {
        "before": float(system.choices.correct[attacked].mean()),
        "questions": many(int(attacked.sum())),
        "rest": int(system.choices.labelled.sum()) - int(attacked.sum()),
        "members": members,
        "worst": options[worst],
        "left": left[worst],
    }
    if searched or mildest == worst:
        return Reason("attack-worst", values)
    return Reason("attack-range", {**values, "mildest": options[mildest], "most": left[mildest]})
