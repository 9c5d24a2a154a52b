"""The attack: a magnet option replaces one wrong option of a question, and nothing else changes.

No cell is scored again: options are scored independently, so the magnet's score is known from the screen; and where a
system is shown all options at once, the screen has asked for these very lists (`lists`).
Lin et al. (2021), §3.2, Figure 1 and Table 1.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.headings import (
    ANSWER,
    CAUGHT,
    CHOSEN_AFTER,
    CHOSEN_BEFORE,
    DIFFERENCE,
    DIFFERENCE_HIGH,
    DIFFERENCE_LOW,
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
from magnetite.core.items import Item, letter
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import draw
from magnetite.experiments.choices import Choices, levels_of
from magnetite.experiments.findings import counted, finite, number, percent, quoted
from magnetite.experiments.magnets.lists import Lists
from magnetite.experiments.magnets.screen import Screens
from magnetite.stats.intervals import Interval, bootstrap_mean, difference, holm, mcnemar, share
from magnetite.stats.ragged import FloatArray, row_argmaxima, row_maxima, row_put

EACH = "each"
EXAMPLES = 5  # questions of each system that are shown before and after
TITLE = "The attack"
UNLABELLED = "No answer is known, so what magnets do to accuracy is unknown. Interference scores need no answers."
TESTED = (
    "p is of the exact McNemar test, which takes questions as independent, corrected (Holm) over the magnets of one "
    "system and level."
)
WHOLE = 0.5  # separates shares of 0 from shares of 1
BEST_OF = (0, 1, 2, 3, 5, 10, 20, 50, 100)
ATTACKS = (
    SYSTEM,
    OPTION,
    SERIES,
    LEVEL,
    RIGHT_BEFORE,
    RIGHT_AFTER,
    DIFFERENCE,
    DIFFERENCE_LOW,
    DIFFERENCE_HIGH,
    Heading("stable", "right answer chosen", "share"),
    CAUGHT,
    OTHERWISE,
    N,
    P,
)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What attacks did, (items, magnets), where `on`: labelled items on which the magnet may be tried.

    `caught`: the magnet is chosen. `stable`: the answer is chosen. Where neither holds, another wrong option is.
    """

    on: BoolArray  # (items, magnets)
    caught: BoolArray  # (items, magnets)
    stable: BoolArray  # (items, magnets)
    chosen: IntArray  # (items, magnets): the choice among the options that stayed
    replaced: IntArray  # (items,): the option that is replaced, -1 for none


def attacked(choices: Choices, replaced: IntArray, magnets: ScoreArray, tried: BoolArray) -> Outcomes:
    """Put each magnet, scores (items, magnets), in the place of the option `replaced`, (items,), -1 for none.

    A magnet is chosen only where its score is strictly above those of all options that stay.
    """
    stayed = row_put(choices.scores, choices.counts, replaced, -np.inf)
    best = row_maxima(stayed, choices.counts).astype(np.float32)
    chosen = row_argmaxima(stayed, choices.counts)
    on = tried & (replaced >= 0)[:, None]
    caught = on & (magnets > best[:, None])
    stable = on & ~caught & (chosen == choices.answers)[:, None]
    return Outcomes(on, caught, stable, np.broadcast_to(chosen[:, None], on.shape), replaced)


def attacked_lists(choices: Choices, lists: Lists) -> Outcomes:
    """Read an attack from the lists that a system was asked: its magnets stand where they were screened."""
    on, caught = lists.tried, lists.scores > lists.rivals
    stable = on & ~caught & (lists.chosen == choices.answers[:, None])
    return Outcomes(on, caught, stable, lists.chosen, lists.replaced)


@dataclass(frozen=True, slots=True)
class Attack:
    """What one attack did over the items it was made on: `before` and `after` are on the same items.

    `difference` is after minus before, with a bootstrap over passages. `p` is McNemar's, corrected over the attacks
    measured together (Holm). All NaN where n is 0.
    """

    before: float
    after: Interval
    difference: Interval
    p: float
    caught: float

    @property
    def n(self) -> int:
        """Return the number of items it was made on."""
        return self.after.n


def random_wrong(items: Sequence[Item], choices: Choices, seed: int) -> IntArray:
    """Draw one wrong option per item from the seed and the item's id, (items,); -1 without a known answer."""
    drawn = np.array([draw(seed, "replace", item.id) % (len(item.options) - 1) for item in items], dtype=np.int64)
    return _labelled(choices, drawn + (drawn >= choices.answers))


def strongest_wrong(items: Sequence[Item], choices: Choices, seed: int) -> IntArray:  # noqa: ARG001 - one signature
    """Take the wrong option with the highest score, (items,); -1 without a known answer."""
    return _labelled(choices, row_argmaxima(_without_answer(choices, choices.scores), choices.counts))


def weakest_wrong(items: Sequence[Item], choices: Choices, seed: int) -> IntArray:  # noqa: ARG001 - one signature
    """Take the wrong option with the lowest score, (items,); -1 without a known answer."""
    return _labelled(choices, row_argmaxima(_without_answer(choices, -choices.scores), choices.counts))


REPLACEMENTS: MappingProxyType[str, Callable[[Sequence[Item], Choices, int], IntArray]] = MappingProxyType(
    {"random": random_wrong, "strongest": strongest_wrong, "weakest": weakest_wrong}
)


def _wrong_options(choices: Choices) -> list[IntArray]:
    """Return every item's wrong options: (items,) of their first ones, of their second ones, and so on; -1 for none."""
    most = int(choices.counts.max(initial=1)) - 1
    places = [np.where(number < choices.answers, number, number + 1) for number in range(most)]
    return [_labelled(choices, np.where(place < choices.counts, place, -1)) for place in places]


def _without_answer(choices: Choices, values: FloatArray) -> FloatArray:
    return row_put(values, choices.counts, choices.answers, -np.inf)


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
        places = _wrong_options(choices) if replace == EACH else [REPLACEMENTS[replace](screens.items, choices, seed)]
        swaps = tuple(attacked(choices, place, screen.scores, screen.pool.allowed) for place in places)
    swapped = np.sum([swap.on for swap in swaps], axis=0)
    each = np.divide(1.0, swapped, out=np.zeros(swapped.shape), where=swapped > 0)
    caught, stable = (np.sum([getattr(swap, what) for swap in swaps], axis=0) * each for what in ("caught", "stable"))
    return SystemAttacked(choices, screen.passages, swapped > 0, caught, stable, swaps)


def measured(
    system: SystemAttacked, magnets: Sequence[int], rows: BoolArray, *, resamples: int, seed: int
) -> list[Attack]:
    """Measure the attacks with some magnets, one swap an item, over some of the items: one Attack per magnet."""
    (swap,) = system.swaps
    on = [swap.on[:, k] & rows for k in magnets]
    attacks = []
    for k, here, p in zip(magnets, on, _corrected(system, magnets, on), strict=True):
        before, stable, own = system.choices.correct[here], swap.stable[here, k], system.passages[here]
        gap = difference(stable, before, own, resamples=resamples, seed=seed)
        after, caught = share(stable, own), share(swap.caught[here, k], own).estimate
        attacks.append(Attack(after.estimate - gap.estimate, after, gap, p, caught))
    return attacks


def _corrected(system: SystemAttacked, magnets: Sequence[int], on: Sequence[BoolArray]) -> list[float]:
    """Return McNemar's p of each attack, one swap an item, on the items where it is made, corrected over all (Holm)."""
    right, (swap,) = system.choices.correct, system.swaps
    tests = [mcnemar(right[here], swap.stable[here, k]).p for k, here in zip(magnets, on, strict=True)]
    corrected: list[float] = holm(np.array(tests)).tolist()
    return corrected


def attacks_finding(
    screens: Screens, after: Mapping[str, SystemAttacked], *, settings: Mapping[str, Any], resamples: int, seed: int
) -> Finding:
    """Report accuracy before and after for every magnet, by level; what is left against the best of k; examples."""
    rows = [row for name, system in after.items() for row in _rows(screens, name, system, resamples, seed)]
    if not rows:
        return Finding("attack", TITLE, UNLABELLED, settings=dict(settings))
    every = table("attacks", "Accuracy when one wrong option is replaced", ATTACKS, rows, "system_attacks")
    return Finding(
        probe="attack",
        title=TITLE,
        sentence=_sentence(screens, after),
        numbers=tuple(_numbers(screens, after)),
        tables=(every, _best_of(after), _examples(screens, after)),
        settings=dict(settings),
        notes=(f"The wrong option that is replaced: {settings.get('replace')}. {TESTED}",),
    )


def _rows(screens: Screens, name: str, system: SystemAttacked, resamples: int, seed: int) -> Iterator[dict[str, Value]]:
    """Yield what each magnet does by level; where several swaps are averaged, there is no test of them."""
    magnets = range(len(screens.pool.options))
    for level, among in levels_of(screens.items).items():
        on = [system.on[:, k] & among for k in magnets]
        tests = [None] * len(on) if len(system.swaps) > 1 else _corrected(system, magnets, on)
        for k, p in enumerate(tests):
            if on[k].any():
                option: dict[str, Value] = {
                    "system": name,
                    "option": screens.pool.options[k],
                    "series": bool(screens.series[k]),
                }
                yield {**option, "level": level, **_effect(system, k, on[k], (resamples, seed)), "p": p}


def _effect(system: SystemAttacked, k: int, on: BoolArray, bootstrap: tuple[int, int]) -> dict[str, Value]:
    resamples, seed = bootstrap
    before, stable = system.choices.correct[on], system.stable[on, k]
    gap = bootstrap_mean(stable - before, system.passages[on], resamples=resamples, seed=seed)
    after, caught = float(stable.mean()), float(system.caught[on, k].mean())
    return {
        "before": float(before.mean()),
        "after": after,
        "difference": finite(gap.estimate),
        "low": finite(gap.low),
        "high": finite(gap.high),
        "stable": after,
        "caught": caught,
        "otherwise": max(0.0, 1 - after - caught),
        "n": int(on.sum()),
    }


def _best_of(after: Mapping[str, SystemAttacked]) -> Table:
    """List the accuracy left where, question by question, the worst of the first k magnets is used."""
    rows: list[tuple[Value, ...]] = []
    for name, system in after.items():
        labelled = system.choices.labelled
        many = system.on.shape[1]
        for k in sorted({k for k in BEST_OF if k < many} | {many}):
            left = np.where(system.on[:, :k], system.stable[:, :k], 1.0).min(axis=1, initial=1.0)
            right = np.where(system.on[:, :k].any(axis=1), left, system.choices.correct)[labelled]
            accuracy = _mean(right, system.passages[labelled])
            rows.append((name, k, accuracy.estimate, accuracy.low, accuracy.high))
    answered = Heading("accuracy", "answered right", "share")
    headings = (SYSTEM, Heading("magnets", "magnets to choose from", "count"), answered, LOW, HIGH)
    return table("best_of", "Accuracy against the best of several magnets", headings, rows, "best_of")


def _mean(values: FloatArray, clusters: IntArray) -> Interval:
    whole = np.isin(values, (0.0, 1.0)).all()
    return share(values > WHOLE, clusters) if whole else bootstrap_mean(values, clusters)


def _examples(screens: Screens, after: Mapping[str, SystemAttacked]) -> Table:
    """List questions that are no longer answered right (Figure 1): a different magnet for each, in their order."""
    rows: list[tuple[Value, ...]] = []
    for name, system in after.items():
        shown: set[int] = set()
        for k in range(len(screens.pool.options)):
            turned = system.choices.correct & system.swaps[0].caught[:, k]
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
                yield number(
                    "accuracy after", _mean(system.stable[on, k], system.passages[on]), group=f"{name}: {option}"
                )


def _sentence(screens: Screens, after: Mapping[str, SystemAttacked]) -> str:
    return "; ".join(_phrase(screens, name, system, several=len(after) > 1) for name, system in after.items()) + "."


def _phrase(screens: Screens, name: str, system: SystemAttacked, *, several: bool) -> str:
    labelled = system.choices.labelled
    left = [float(system.stable[on, k].mean()) if on.any() else 1.0 for k, on in enumerate(system.on.T)]
    worst = int(np.argmin(left))
    before = percent(float(system.choices.correct[labelled].mean()))
    return (
        f"{name + ': ' if several else ''}{before} of {counted(int(labelled.sum()), 'question')} are answered right, "
        f"and {percent(left[worst])} with {quoted(screens.pool.options[worst])} in the place of a wrong option"
    )
