"""What candidates' answers show of each question, in numbers: what flags rest on, and findings report.

Facility, corrected discrimination and the same correlation of each option are those of classical item analysis
(`stats.item_analysis`). Questions without a known key are left out, unless the file has marks.

A wrong option **works** where at least 5% of candidates choose it, and weaker ones clearly more often than better ones
(Haladyna & Downing 1993; Haladyna & Rodriguez 2013): the interval of its correlation with the rest score ends below 0.
One that begins above 0 rises; of the others chosen often enough, the answers are too few to tell.

Where a column names groups of candidates, each group with enough members is compared with all others on every question
(`stats.differential`); of two groups, the first by name with the second.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, get_args

import numpy as np

from examfiles.items import Item
from magnetite.core.cells import BoolArray, IntArray
from magnetite.experiments.choices import passages_of
from magnetite.inputs.responses import BLANK, NOT_ASKED, RIGHT, WRONG, Responses
from magnetite.stats.differential import FEWEST_IN_GROUP, Difference, differences
from magnetite.stats.intervals import Interval, Intervals
from magnetite.stats.item_analysis import (
    ItemStatistics,
    Reliability,
    item_statistics,
    reliability,
    rest_correlations,
    rest_scores,
)
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict

BANDS = ((0.4, "strong"), (0.3, "good"), (0.2, "fair"), (0.0, "weak"))
"""From which discrimination on it is called what (Ebel & Frisbie 1991, ch. 13); below 0 it is negative."""
EASE = ((0.9, "very-easy"), (0.65, "easy"), (0.35, "medium"), (0.2, "hard"))
"""From which facility on a question is called what, as Moodle's quiz statistics do, in fewer steps."""
LEAST_CHOSEN = 0.05
"""The share of candidates from which on a wrong option is chosen often enough (Haladyna & Downing 1993)."""
Working = Literal["works", "rare", "rises", "open"]
WORKING: tuple[Working, ...] = get_args(Working)


@dataclass(frozen=True, slots=True)
class OptionAnswers:
    """How many candidates chose an option, their share, and the correlation of choosing it with the rest score."""

    count: int
    share: float
    correlation: Interval

    @property
    def working(self) -> Working:
        """Return whether it works as a wrong option: chosen often enough, and clearly less often by better candidates.

        >>> OptionAnswers(9, 0.15, Interval(-0.3, -0.5, -0.1, 60)).working
        'works'
        """
        if self.share < LEAST_CHOSEN:
            return "rare"
        side = verdict(self.correlation)
        return "works" if side == Verdict.BELOW else "rises" if side == Verdict.ABOVE else "open"


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """How much easier a question is for a group than for the others who score alike.

    `others` is the name of the other group, "" where there are several; `members` and `rest` are how many candidates
    were compared. `together` is how many comparisons the interval `found.clear` holds for.
    """

    group: str
    others: str
    members: int
    rest: int
    found: Difference
    together: int


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """What candidates did with one question; `options` is () where only right or wrong is known of answers.

    `differences` has a comparison for each group of candidates that is large enough, () where no groups were named.
    """

    asked: int
    answered: int
    facility: Interval
    discrimination: Interval
    options: tuple[OptionAnswers, ...]
    differences: tuple[GroupDifference, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AnsweredExam:
    """The answered questions: their places in the exam, their answers, and their statistics.

    `chosen`, `right`, `asked` and `rest`, the score on the questions of other passages, are (candidates, items).
    `by_id` has each question's numbers.
    """

    items: tuple[Item, ...]
    places: tuple[int, ...]
    chosen: IntArray
    right: BoolArray
    asked: BoolArray
    rest: FloatArray
    statistics: ItemStatistics
    reliability: Reliability
    by_id: Mapping[str, ItemAnswers] = field(hash=False)


def analysed(items: Sequence[Item], given: Responses, *, seed: int = 0, groups: IntArray | None = None) -> AnsweredExam:
    """Analyse answers to an exam; `groups`, (candidates,), numbers candidates who are alike, as in `stats`."""
    column = {name: place for place, name in enumerate(given.items) if (given.chosen[:, place] != NOT_ASKED).any()}
    marked = {name for name, at in column.items() if np.isin(given.chosen[:, at], (RIGHT, WRONG)).any()}
    places = tuple(
        p for p, item in enumerate(items) if item.id in column and (item.answer is not None or item.id in marked)
    )
    used = tuple(items[place] for place in places)
    chosen = given.chosen[:, [column[item.id] for item in used]]
    keys = np.array([-1 if item.answer is None else item.answer for item in used], dtype=np.int64)
    right, asked = ((chosen == keys) & (keys >= 0)) | (chosen == RIGHT), chosen != NOT_ASKED
    passages = passages_of(used)
    rest = rest_scores(right, asked, passages)
    statistics = item_statistics(right, asked, groups=groups, passages=passages, seed=seed)
    alike = right if asked.all() else right[:0]  # of different questions, scores cannot be compared
    options = _options(
        used, chosen, partial(rest_correlations, rest=rest, asked=asked, groups=groups, seed=seed), asked
    )
    compared = _compared(right, given.groups) if asked.all() else [()] * len(used)
    answered = ((chosen >= 0) | np.isin(chosen, (RIGHT, WRONG))).sum(axis=0)
    by_id = {
        item.id: ItemAnswers(
            int(statistics.facility.n[n]),
            int(answered[n]),
            statistics.facility[n],
            statistics.discrimination[n],
            options[n],
            compared[n],
        )
        for n, item in enumerate(used)
    }
    trusted = reliability(alike, groups if asked.all() else None, passages)
    return AnsweredExam(used, places, chosen, right, asked, rest, statistics, trusted, by_id)


def _options(
    items: Sequence[Item], chosen: IntArray, correlate: Callable[..., Intervals], asked: BoolArray
) -> list[tuple[OptionAnswers, ...]]:
    """Analyse the options of each question, all with the same resamples; () where not all chosen ones are known."""
    known = [not np.isin(column, (RIGHT, WRONG)).any() for column in chosen.T]
    pairs = [(n, option) for n, item in enumerate(items) if known[n] for option in range(len(item.options))]
    if not pairs:
        return [()] * len(items)
    columns, places = np.array([n for n, _ in pairs]), np.array([option for _, option in pairs])
    marks = chosen[:, columns] == places
    correlations = correlate(marks, columns)
    counts, every = marks.sum(axis=0), asked.sum(axis=0)
    found: list[list[OptionAnswers]] = [[] for _ in items]
    for at, (n, _) in enumerate(pairs):
        share = float(counts[at] / max(1, every[n]))
        found[n].append(OptionAnswers(int(counts[at]), share, correlations[at]))
    return [tuple(each) for each in found]


def _compared(right: BoolArray, labels: Sequence[str]) -> list[tuple[GroupDifference, ...]]:
    """Compare each group with the other candidates on every question; only those large enough, and with an answer."""
    groups = groups_of(labels)
    named = np.array(labels)
    inside = named != ""
    large = [
        group for group, count in groups.items() if FEWEST_IN_GROUP <= count <= sum(groups.values()) - FEWEST_IN_GROUP
    ]
    large = large[:1] if len(groups) == 2 else large
    found: list[list[GroupDifference]] = [[] for _ in right.T]
    together = len(large) * right.shape[1]
    for group in large:
        others = [each for each in groups if each != group]
        beside = others[0] if len(others) == 1 else ""
        members, rest = groups[group], sum(map(groups.__getitem__, others))
        each = differences(right[inside], named[inside] == group, comparisons=together)
        for own, difference in zip(found, each, strict=True):
            if difference.size is not None:
                own.append(GroupDifference(group, beside, members, rest, difference, together))
    return [tuple(own) for own in found]


def groups_of(labels: Sequence[str]) -> dict[str, int]:
    """Count the candidates of each group, in the order of the groups' names; those of none are left out.

    >>> groups_of(["b", "a", "", "b"])
    {'a': 1, 'b': 2}
    """
    return {group: labels.count(group) for group in sorted(set(labels) - {""})}


def missing(chosen: IntArray) -> int:
    """Count the questions that candidates were asked and did not answer."""
    return int((chosen == BLANK).sum())


def band(value: float, bands: Sequence[tuple[float, str]], below: str) -> str:
    """Return the word of a value: of the first limit that it reaches.

    >>> band(0.25, BANDS, "negative"), band(0.1, EASE, "very-hard")
    ('fair', 'very-hard')
    """
    return next((word for least, word in bands if value >= least), below)
