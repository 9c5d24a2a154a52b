"""What a system chose: its own-option scores read as answers, right or wrong, with the pieces findings are made of.

Every probe starts here.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset, Item, letter
from magnetite.core.results import Number, Value
from magnetite.experiments.sentences import counted
from magnetite.stats.information import softmax
from magnetite.stats.intervals import Interval, cluster_codes
from magnetite.stats.ragged import FloatArray, row_argmaxima, row_maxima, row_put, row_sums, row_take

MANY_TIES = 0.1  # the share of tied questions above which a right answer may be the order of the options


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """A system's scores for the items' own options, flat, and what follows from them, per item.

    `chosen` is the index of the highest score, the first of equals. `answers` is -1 where the answer is not known;
    `correct` is False there, so it is always used under `labelled`.
    """

    scores: FloatArray  # (cells,)
    counts: IntArray  # (items,)
    answers: IntArray  # (items,)
    chosen: IntArray  # (items,)

    @property
    def labelled(self) -> BoolArray:
        """Return whether each item's answer is known, (items,)."""
        return np.asarray(self.answers >= 0)

    @property
    def correct(self) -> BoolArray:
        """Return whether each item is labelled and answered correctly, (items,)."""
        return np.asarray(self.chosen == self.answers)

    @property
    def best(self) -> FloatArray:
        """Return the highest score of each item's own options, (items,)."""
        return row_maxima(self.scores, self.counts)

    @property
    def tied(self) -> BoolArray:
        """Return whether several options of an item share the highest score, (items,)."""
        shared = self.scores == np.repeat(self.best, self.counts)
        return np.asarray(row_sums(shared * 1.0, self.counts) > 1)

    @property
    def often_tied(self) -> bool:
        """Return whether so many items are tied that accuracy depends on the order of their options."""
        return bool(self.tied.mean() > MANY_TIES)


def read_choices(items: Sequence[Item], scores: ScoreArray) -> Choices:
    """Read what was chosen from scores aligned with `core.cells.own_cells(items)`."""
    counts, flat = option_counts(items), scores.astype(np.float64)
    return Choices(flat, counts, answers_of(items), row_argmaxima(flat, counts))


def answers_of(items: Sequence[Item]) -> IntArray:
    """Return each item's right option, (items,), -1 where it is not known."""
    return np.array([-1 if item.answer is None else item.answer for item in items], dtype=np.int64)


def answer_probability(choices: Choices, temperature: float = 1.0) -> FloatArray:
    """Return the softmax probability of each item's answer, (items,); meaningless where there is none."""
    probabilities = softmax(choices.scores, choices.counts, temperature)
    return row_take(probabilities, choices.counts, np.maximum(choices.answers, 0))


def answer_margin(choices: Choices) -> FloatArray:
    """Return the answer's score minus the best other option's, (items,); meaningless where there is no answer."""
    answers = np.maximum(choices.answers, 0)
    others = row_maxima(row_put(choices.scores, choices.counts, answers, -np.inf), choices.counts)
    return row_take(choices.scores, choices.counts, answers) - others


def passages_of(items: Sequence[Item]) -> IntArray:
    """Number the items' passages, (items,): the clusters of all intervals."""
    return cluster_codes([item.passage_id for item in items])


def levels_of(items: Sequence[Item]) -> dict[str, BoolArray]:
    """Return masks, (items,), by level: "all" first, then the levels in order of appearance where there are several."""
    levels = np.array([item.level or "" for item in items], dtype=object)
    names = [name for name in dict.fromkeys(levels) if name]
    masks = {name: levels == name for name in names} if len(set(levels)) > 1 else {}
    return {"all": np.ones(len(items), dtype=np.bool_), **masks}


def letters(indices: IntArray) -> list[Value]:
    """Name options by letter; None for an index below 0."""
    return [None if index < 0 else letter(int(index)) for index in indices]


def known(values: npt.NDArray[np.generic], where: BoolArray) -> list[Value]:
    """List values for a table, None where they are not known."""
    return [value if here else None for value, here in zip(values.tolist(), where.tolist(), strict=True)]


def finite(value: float) -> float | None:
    """Return None in place of NaN."""
    return None if math.isnan(value) else value


def number(label: str, interval: Interval, unit: str = "share", group: str = "") -> Number:
    """Make a finding's number from an interval; NaN bounds become None."""
    return Number(label, interval.estimate, finite(interval.low), finite(interval.high), interval.n, unit, group)


def require_items(dataset: Dataset, probe: str) -> None:
    """Raise UsageError where there is nothing to probe."""
    if not len(dataset):
        raise UsageError(
            f"probe '{probe}': dataset '{dataset.name}' has no items; expected at least one question. "
            "Check the split and the limit."
        )


def general_notes(choices: Choices) -> tuple[str, ...]:
    """Return the caveats that go with any reading of these choices: unknown answers, shared top scores."""
    notes = []
    unknown = int((~choices.labelled).sum())
    if unknown:
        have = "has" if unknown == 1 else "have"
        total = counted(len(choices.answers), "question")
        notes.append(f"{unknown:,} of {total} {have} no known answer; shares leave them out.")
    return (*notes, *tie_notes(choices))


def tie_notes(choices: Choices, view_name: str = "") -> tuple[str, ...]:
    """Describe on how many items several options share the top score, and what follows where they are many."""
    tied = int(choices.tied.sum())
    if not tied:
        return ()
    place = f" under the view {view_name}" if view_name else ""
    if not choices.often_tied:
        text = "several options share the top score; the first of them counts as chosen."
        return (f"In {counted(tied, 'question')}{place} {text}",)
    total = counted(len(choices.answers), "question")
    text = (
        "several options share the top score and the first of them counts as chosen, so whether the answer is right "
        "depends on the order of the options, not on the system."
    )
    return (f"In {tied:,} of {total}{place} {text}",)
