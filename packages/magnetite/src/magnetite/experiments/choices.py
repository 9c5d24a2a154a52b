"""What a system chose, right or wrong: its own-option scores read as answers; and what baselines get right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from examfiles.items import Item
from examfiles.reasons import Reason, many
from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts
from magnetite.core.results import Column, Heading
from magnetite.experiments.asking import draw
from magnetite.experiments.findings import known
from magnetite.stats.intervals import cluster_codes
from magnetite.stats.ragged import (
    FloatArray,
    row_choices,
    row_maxima,
    row_put,
    row_shares,
    row_starts,
    row_take,
    softmax,
)

ALL = "all"
"""The name of all questions together, beside those of their levels."""

MANY_TIES = 0.1  # the share of tied questions above which a sentence says it first


class Measure(Protocol):
    """What a baseline goes by: a number of an option, its passage and its question (`views.baselines`)."""

    __name__: str

    def __call__(self, option: str, passage: str, question: str, /) -> float:
        """Measure an option."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """A system's scores for the items' own options, flat, and what follows from them, per item.

    Options that share the highest score share the choice: each of k counts 1/k. Where one choice is needed, to be named
    or compared with another, `chosen` has it: the index of the highest score, of equals the one with the highest lot,
    which does not depend on where an option stands, and -1 where the system did not answer. `answers` is -1 where the
    answer is not known; `correct` is 0 there, so it is always used under `labelled`.
    """

    scores: FloatArray  # (cells,)
    counts: IntArray  # (items,)
    answers: IntArray  # (items,)
    lots: FloatArray  # (cells,): above 0, at most 1
    chosen: IntArray  # (items,)

    @property
    def labelled(self) -> BoolArray:
        """Return whether each item's answer is known, (items,)."""
        return np.asarray(self.answers >= 0)

    @property
    def shares(self) -> FloatArray:
        """Return each option's share of its item's choice, (cells,): all 0 where the system did not answer."""
        return row_shares(self.scores, self.counts)

    @property
    def correct(self) -> FloatArray:
        """Return the answer's share of each item's choice, (items,): 1 for a right answer, 0 for a wrong one."""
        return np.asarray(self.share_of(self.answers))

    @property
    def settled(self) -> BoolArray:
        """Return whether each item's answer is chosen, ties settled by lot, (items,): for tests that count answers."""
        return np.asarray(self.labelled & (self.chosen == self.answers))

    @property
    def right(self) -> BoolArray:
        """Return whether each item's answer has the highest score, and has it alone, (items,)."""
        return np.asarray(self.correct == 1)

    def share_of(self, options: IntArray, without: IntArray | None = None) -> FloatArray:
        """Return the share of each item's choice that one option has, (items,), `without` another; 0 for -1."""
        shares = row_shares(self.scores, self.counts, without)
        return np.where(options >= 0, row_take(shares, self.counts, np.maximum(options, 0)), 0.0)

    def chosen_without(self, replaced: IntArray) -> IntArray:
        """Return what is chosen where one option of each item is taken out, (items,), -1 for none."""
        return row_choices(self.scores, self.counts, replaced, self.lots)

    @property
    def best(self) -> FloatArray:
        """Return the highest score of each item's own options, (items,)."""
        return row_maxima(self.scores, self.counts)

    @property
    def tied(self) -> BoolArray:
        """Return whether an item is answered and several of its options share the highest score, (items,)."""
        return np.asarray((row_maxima(self.shares, self.counts) < 1) & (self.chosen >= 0))

    @property
    def often_tied(self) -> bool:
        """Return whether so many items are tied that accuracy is half a guess."""
        return bool(self.tied.mean() > MANY_TIES)


def read_choices(items: Sequence[Item], scores: ScoreArray, system: str = "") -> Choices:
    """Read what was chosen from scores aligned with `core.cells.own_cells(items)`.

    `system` names whose choices they are, so that the ties of two systems are settled by lots of their own.
    """
    counts, flat = option_counts(items), scores.astype(np.float64)
    lots = lots_of(items, system)
    return Choices(flat, counts, answers_of(items), lots, row_choices(flat, counts, None, lots))


def lots_of(items: Sequence[Item], system: str = "") -> FloatArray:
    """Draw a number above 0 for each of the items' options, (cells,), from its words and its question's alone."""
    return np.array(
        [
            (1 + draw(0, "lot", system, item.passage, item.question, option)) / 2**64
            for item in items
            for option in item.options
        ],
        dtype=np.float64,
    )


def answers_of(items: Sequence[Item]) -> IntArray:
    """Return each item's right option, (items,), -1 where it is not known."""
    return np.array([-1 if item.answer is None else item.answer for item in items], dtype=np.int64)


def answer_probability(choices: Choices, temperature: float = 1.0) -> FloatArray:
    """Return the softmax probability of each item's answer, (items,); meaningless where there is none."""
    probabilities = softmax(choices.scores, choices.counts, temperature)
    return row_take(probabilities, choices.counts, np.maximum(choices.answers, 0))


def probabilities_of(
    items: Sequence[Item], scores: ScoreArray, temperature: float = 1.0
) -> tuple[tuple[float, ...], ...]:
    """Return the probabilities of each item's options, (items, options); of an item that was not answered, none."""
    counts, flat = option_counts(items), scores.astype(np.float64)
    values, chosen = softmax(flat, counts, temperature).tolist(), row_choices(flat, counts).tolist()
    return tuple(
        tuple(values[start : start + count]) if choice >= 0 else ()
        for start, count, choice in zip(row_starts(counts).tolist(), counts.tolist(), chosen, strict=True)
    )


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
    masks = {own_name(name): levels == name for name in names} if len(set(levels)) > 1 else {}
    return {ALL: np.ones(len(items), dtype=np.bool_), **masks}


def own_name(level: str) -> str:
    """Return a level's name; one that is called as all questions together are is put in quotes."""
    return f"“{level}”" if level == ALL else level


def general_notes(choices: Choices) -> tuple[Reason, ...]:
    """Return the caveats that go with any reading of these choices: unknown answers, shared top scores."""
    unknown, total = int((~choices.labelled).sum()), many(len(choices.answers))
    notes = [Reason("note-unknown-answers", {"unknown": unknown, "questions": total})] if unknown else []
    return (*notes, *unclear_notes(choices))


def unclear_notes(choices: Choices, view_name: str = "") -> tuple[Reason, ...]:
    """Describe on how many items no option was named, or several share the top score, and what follows."""
    values = {"questions": many(len(choices.answers)), "view": view_name or "none"}
    notes, silent, tied = [], int((choices.chosen < 0).sum()), int(choices.tied.sum())
    if silent:
        notes.append(Reason("note-silent", {**values, "silent": silent}))
    if choices.often_tied:
        notes.append(Reason("note-often-tied", {**values, "tied": tied}))
    elif tied:
        notes.append(Reason("note-tied", {**values, "tied": many(tied)}))
    return tuple(notes)


def ties(choices: Choices) -> tuple[Reason, ...]:
    """Say beside an accuracy in how many questions several options share the top score, and how these count."""
    tied = int(choices.tied.sum())
    return (Reason("accuracy-ties", {"tied": many(tied)}),) if tied else ()


def right_columns(heading: Heading, settled: BoolArray, correct: FloatArray, where: BoolArray) -> Iterator[Column]:
    """Yield which items are right, (items,), ties settled by lot; and what each counts, where some are tied."""
    yield heading.over(known(settled, where))
    if ((correct > 0) & (correct < 1) & where).any():
        shared = replace(
            heading, name=f"{heading.name}_share", text=f"{heading.text or heading.name}, counted", unit="share"
        )
        yield shared.over(known(correct, where))


def chance(items: Sequence[Item]) -> FloatArray:
    """Return the probability that a guess is right, (items,): one over the number of options, exactly."""
    return 1.0 / option_counts(items)


def guessing_loss(items: Sequence[Item]) -> float:
    """Return the mean cross-entropy of probabilities that are the same for all options of an item, in nats."""
    return float(np.log(option_counts(items)).mean())


def baseline(items: Sequence[Item], measure: Measure) -> Choices:
    """Read what a baseline chooses: the option with the highest measure, one of `views.baselines`.

    >>> from magnetite.views.baselines import longest, word_overlap
    >>> items = [Item("q", "p", "Ann has a cat.", "What has Ann?", ("a cat", "a dog", "it"), 0)]
    >>> baseline(items, longest).correct.tolist(), baseline(items, word_overlap).correct.tolist()
    ([0.5], [1.0])
    """
    scores = [measure(option, item.passage, item.question) for item in items for option in item.options]
    return read_choices(items, np.array(scores, dtype=np.float64), measure.__name__)
