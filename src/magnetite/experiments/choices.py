"""What a system chose, right or wrong: its own-option scores read as answers; and what is chosen without reading."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, ScoreArray, option_counts
from magnetite.core.items import Item
from magnetite.core.reasons import Reason, many
from magnetite.stats.intervals import cluster_codes
from magnetite.stats.ragged import FloatArray, row_choices, row_maxima, row_put, row_sums, row_take, softmax
from magnetite.views.text import length, words

ALL = "all"
"""The name of all questions together, beside those of their levels."""

MANY_TIES = 0.1  # the share of tied questions above which a right answer may be the order of the options


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """A system's scores for the items' own options, flat, and what follows from them, per item.

    `chosen` is the index of the highest score, the first of equals, and -1 where the system did not answer. `answers`
    is -1 where the answer is not known; `correct` is False there, so it is always used under `labelled`.
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
        return np.asarray(self.labelled & (self.chosen == self.answers))

    @property
    def best(self) -> FloatArray:
        """Return the highest score of each item's own options, (items,)."""
        return row_maxima(self.scores, self.counts)

    @property
    def tied(self) -> BoolArray:
        """Return whether an item is answered and several of its options share the highest score, (items,)."""
        shared = self.scores == np.repeat(self.best, self.counts)
        return np.asarray((row_sums(shared * 1.0, self.counts) > 1) & (self.chosen >= 0))

    @property
    def often_tied(self) -> bool:
        """Return whether so many items are tied that accuracy depends on the order of their options."""
        return bool(self.tied.mean() > MANY_TIES)


def read_choices(items: Sequence[Item], scores: ScoreArray) -> Choices:
    """Read what was chosen from scores aligned with `core.cells.own_cells(items)`."""
    counts, flat = option_counts(items), scores.astype(np.float64)
    return Choices(flat, counts, answers_of(items), row_choices(flat, counts))


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


def chance(items: Sequence[Item]) -> FloatArray:
    """Return the probability that a guess is right, (items,): one over the number of options, exactly."""
    return 1.0 / option_counts(items)


def guessing_loss(items: Sequence[Item]) -> float:
    """Return the mean cross-entropy of probabilities that are the same for all options of an item, in nats."""
    return float(np.log(option_counts(items)).mean())


def longest_option(items: Sequence[Item]) -> IntArray:
    """Choose each item's option with the most words and punctuation marks, (items,), the first of equals."""
    return np.array([_first_best([length(o) for o in item.options]) for item in items], dtype=np.int64)


def shortest_option(items: Sequence[Item]) -> IntArray:
    """Choose each item's option with the fewest words and punctuation marks, (items,), the first of equals."""
    return np.array([_first_best([-length(o) for o in item.options]) for item in items], dtype=np.int64)


def overlapping_option(items: Sequence[Item]) -> IntArray:
    """Choose each item's option whose words occur most in the passage, (items,), the first of equals.

    The measure is the share of the option's distinct lower-cased words that occur in the passage, punctuation aside;
    it is 0 for an option without words.
    """
    vocabularies = {passage: _vocabulary(passage) for passage in {item.passage for item in items}}
    return np.array(
        [_first_best([_overlap(o, vocabularies[item.passage]) for o in item.options]) for item in items],
        dtype=np.int64,
    )


def _overlap(option: str, passage: frozenset[str]) -> float:
    own = _vocabulary(option)
    return len(own & passage) / len(own) if own else 0.0


def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in words(text) if any(map(str.isalnum, word)))


def _first_best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)
