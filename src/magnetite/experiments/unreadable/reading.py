"""Un-readable attacks, read from scores: the items under every attack and control, and what a system chose there.

Si et al. (2019), Section 3. A trial is scored in one go: the items as they are, then under each attack.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, ScoreArray, option_counts
from magnetite.core.items import Item
from magnetite.experiments.choices import Choices, answers_of, passages_of, read_choices
from magnetite.stats.intervals import Interval, share
from magnetite.stats.ragged import FloatArray, row_take
from magnetite.views.text import length
from magnetite.views.unreadable import Attacked, AttackSettings, attack, controls_of

NO_ATTACK = "no attack"


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Labelled items, and what each attack and each control makes of them, by its name."""

    items: tuple[Item, ...]
    attacks: tuple[str, ...]
    attacked: Mapping[str, tuple[Attacked, ...]]

    @property
    def controls(self) -> tuple[str, ...]:
        """Return the names of what was tried besides the attacks."""
        return tuple(name for name in self.attacked if name not in self.attacks)

    @property
    def shown(self) -> tuple[Item, ...]:
        """Return what is to be scored: the items as they are, then all of them under each attack and control."""
        return (*self.items, *(each.item for changed in self.attacked.values() for each in changed))

    def under(self, name: str) -> tuple[Item, ...]:
        """Return the items under one attack or control, or as they are under `NO_ATTACK`."""
        return self.items if name == NO_ATTACK else tuple(each.item for each in self.attacked[name])

    def targets(self, name: str) -> BoolArray:
        """Return which options an attack speaks for, (cells,): wrong ones.

        They are those whose text it changed, or all where it put words of theirs into the passage.
        """
        pairs = zip(self.items, self.attacked[name], strict=True)
        return np.array([target for item, each in pairs for target in _targets(item, each.item)], dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one system chose: before, after each attack and control, and where it had to cut a passage.

    `truncated` is by name, `NO_ATTACK` among them, (items,) each. `temperature` is what its scores are divided by
    before they become probabilities, None for a system that is not calibrated.
    """

    before: Choices
    after: Mapping[str, Choices]
    truncated: Mapping[str, BoolArray]
    temperature: float | None = None


def tried(items: Sequence[Item], attacks: Sequence[str], settings: AttackSettings, *, controls: bool = True) -> Trial:
    """Attack every labelled item with each of these attacks, and with their controls; leave out the others."""
    labelled = tuple(item for item in items if item.answer is not None)
    beside = [control for name in attacks for control in controls_of(name)] if controls else []
    names = dict.fromkeys([*attacks, *beside])
    return Trial(labelled, tuple(attacks), {name: tuple(attack(labelled, name, settings)) for name in names})


def read_trial(trial: Trial, scores: ScoreArray, truncated: BoolArray, temperature: float | None = None) -> Reading:
    """Read a system's scores of `core.cells.own_cells` of the items shown, and whether each of these was cut.

    `scores` is (conditions · cells,), `truncated` (conditions · items,); an attack never changes how many options an
    item has.
    """
    by_name = scores.reshape(len(trial.attacked) + 1, -1)
    cut = truncated.reshape(len(trial.attacked) + 1, -1)
    names = (NO_ATTACK, *trial.attacked)
    chosen = [read_choices(trial.items, row) for row in by_name]
    return Reading(
        chosen[0], dict(zip(trial.attacked, chosen[1:], strict=True)), dict(zip(names, cut, strict=True)), temperature
    )


def caught(trial: Trial, reading: Reading, name: str) -> BoolArray:
    """Return on which items an option that the attack speaks for was chosen, (items,)."""
    counts, chosen = option_counts(trial.items), reading.after[name].chosen
    return row_take(trial.targets(name).astype(np.float64), counts, chosen) > 0


def length_change(trial: Trial, name: str) -> FloatArray:
    """Return by what share the wrong options of each item grew together, in words, (items,); NaN where they had none.

    0.5 is half as long again; an attack on the passage leaves options as they are.
    """
    return np.array([_grown(item, each.item) for item, each in zip(trial.items, trial.attacked[name], strict=True)])


def answer_lengths(items: Sequence[Item]) -> FloatArray:
    """Return the length of each item's right option in words and punctuation marks, (items,)."""
    return np.array([length(item.options[item.answer or 0]) for item in items], dtype=np.float64)


def largest_degrees(trial: Trial, name: str) -> FloatArray:
    """Return each item's largest ShuffleDegree, (items,) (Figure 8); NaN where nothing was shuffled."""
    return np.array([max(_degrees(each), default=np.nan) for each in trial.attacked[name]], dtype=np.float64)


def mean_degree(trial: Trial, name: str) -> tuple[float, int]:
    """Return the mean ShuffleDegree of all shuffled sequences, NaN for none, and how many they are."""
    degrees = [degree for each in trial.attacked[name] for degree in _degrees(each)]
    return (float(np.mean(degrees)) if degrees else np.nan), len(degrees)


def by_length(items: Sequence[Item], *, longest: bool) -> Interval:
    """Return the accuracy of always taking the longest option, or the shortest, the first of equals."""
    sign = 1 if longest else -1
    chosen = [max(range(len(i.options)), key=lambda k, i=i: sign * length(i.options[k])) for i in items]  # type: ignore[misc]
    return share(np.array(chosen) == answers_of(items), passages_of(items))


def _targets(item: Item, changed: Item) -> Iterator[bool]:
    passage = (item.passage, item.added) != (changed.passage, changed.added)
    for place, (before, after) in enumerate(zip(item.options, changed.options, strict=True)):
        yield place != item.answer and (passage or before != after)


def _grown(item: Item, changed: Item) -> float:
    wrong = [place for place in range(len(item.options)) if place != item.answer]
    before, after = (sum(length(one.options[place]) for place in wrong) for one in (item, changed))
    return after / before - 1 if before else np.nan


def _degrees(attacked: Attacked) -> list[float]:
    return [degree for degree in attacked.degrees if degree is not None]
