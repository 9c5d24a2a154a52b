"""The attack: a magnet option replaces one wrong option of a question, and nothing else changes.

No cell is scored again: options are scored independently, so the magnet's score is known from the screen.
Lin et al. (2021, §3.2).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.items import Item
from magnetite.experiments.choices import Choices
from magnetite.experiments.draws import draw
from magnetite.stats.intervals import Interval, share
from magnetite.stats.paired import difference, holm, mcnemar
from magnetite.stats.ragged import FloatArray, row_argmaxima, row_maxima, row_put


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What attacks did, (items, magnets), where `on`: labelled items on which the magnet may be tried.

    `caught`: the magnet is chosen. `stable`: the answer is chosen. Where neither holds, another wrong option is.
    """

    on: BoolArray  # (items, magnets)
    caught: BoolArray  # (items, magnets)
    stable: BoolArray  # (items, magnets)
    chosen: IntArray  # (items,): the choice among the options that stayed
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
    return Outcomes(on, caught, stable, chosen, replaced)


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
    stable: float

    @property
    def n(self) -> int:
        """Return the number of items it was made on."""
        return self.after.n


def measured(
    outcomes: Outcomes, choices: Choices, passages: IntArray, rows: BoolArray, *, resamples: int, seed: int
) -> list[Attack]:
    """Measure every attack over some of the items, one Attack per magnet."""
    columns = range(outcomes.on.shape[1])
    on = [outcomes.on[:, k] & rows for k in columns]
    tests = [mcnemar(choices.correct[on[k]], outcomes.stable[on[k], k]).p for k in columns]
    attacks = []
    for k, p in zip(columns, holm(np.array(tests)).tolist(), strict=True):
        before, stable, own = choices.correct[on[k]], outcomes.stable[on[k], k], passages[on[k]]
        gap = difference(stable, before, own, resamples=resamples, seed=seed)
        after, caught = share(stable, own), share(outcomes.caught[on[k], k], own).estimate
        attacks.append(Attack(after.estimate - gap.estimate, after, gap, p, caught, after.estimate))
    return attacks


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


def wrong_options(choices: Choices) -> list[IntArray]:
    """Return every item's wrong options: (items,) of their first ones, of their second ones, and so on; -1 for none."""
    most = int(choices.counts.max(initial=1)) - 1
    places = [np.where(number < choices.answers, number, number + 1) for number in range(most)]
    return [_labelled(choices, np.where(place < choices.counts, place, -1)) for place in places]


def _without_answer(choices: Choices, values: FloatArray) -> FloatArray:
    return row_put(values, choices.counts, choices.answers, -np.inf)


def _labelled(choices: Choices, positions: IntArray) -> IntArray:
    return np.where(choices.labelled, positions, -1)
