"""Options that recur: the same text in many questions of an exam, such as "None of the above", and what they do.

An option that a system takes far more often than it is right works as a magnet does (Lin et al., 2021), from within the
exam: it can push accuracy below guessing. So it is counted how often each is offered, right and taken, what is right
with and without it in the question, and what would be right were it taken out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.headings import DIFFERENCE, DIFFERENCE_HIGH, DIFFERENCE_LOW, OPTION, VIEW, interval
from magnetite.core.results import Heading, Table, Value, table
from magnetite.experiments.choices import Choices, passages_of
from magnetite.experiments.findings import finite
from magnetite.stats.intervals import Interval, difference, share
from magnetite.stats.verdict import Verdict, verdict
from magnetite.views.text import normalised

OFTEN = (
    20  # questions that offer an option which recurs; in a smaller exam one in a hundred, at least `FEWEST_QUESTIONS`
)
FEWEST_QUESTIONS = 5
MOST_OPTIONS = 20  # options, those offered most often
MUCH = 0.1  # how much more often than it is right an option is taken, at least, where a note says so
KIND = "recurring_options"
_MEASURES = (
    ("right", "it is right", "right"),
    ("taken", "it is taken", "taken"),
    ("accuracy_with", "answered right where it is offered", "offered"),
    ("accuracy_without", "answered right elsewhere", "elsewhere"),
    ("accuracy_taken_out", "answered right were it taken out", "taken out"),
)
HEADINGS = (
    VIEW,
    OPTION,
    Heading("offered", "questions that offer it", "count"),
    *(heading for name, text, bounds in _MEASURES for heading in interval(name, text, bounds, "share")),
    DIFFERENCE,
    DIFFERENCE_LOW,
    DIFFERENCE_HIGH,
    Heading("chance_taken_out", "guessing were it taken out", "share"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Recurring:
    """One option that recurs: its text as most questions write it, and its place in each question, -1: not offered."""

    text: str
    places: IntArray  # (items,)

    @property
    def offered(self) -> BoolArray:
        """Return which questions offer it, (items,)."""
        return np.asarray(self.places >= 0)


def recurring_options(items: Sequence[Item]) -> tuple[Recurring, ...]:
    """Return the options that recur, most offered first; texts count as equal as `normalised` says.

    >>> items = [Item(f"q{i}", "p", "x", "y", ("None of these.", f"a {i}"), 1) for i in range(5)]
    >>> [(each.text, each.places.tolist()) for each in recurring_options(items)]
    [('None of these', [0, 0, 0, 0, 0])]
    """
    keys = [[normalised(option) for option in item.options] for item in items]
    counts = Counter(key for row in keys for key in dict.fromkeys(row) if key)
    enough = max(FEWEST_QUESTIONS, min(OFTEN, -(-len(items) // 100)))
    return tuple(_recurring(items, keys, key) for key, count in counts.most_common(MOST_OPTIONS) if count >= enough)


def _recurring(items: Sequence[Item], keys: Sequence[Sequence[str]], key: str) -> Recurring:
    places = [row.index(key) if key in row else -1 for row in keys]
    texts = Counter(item.options[place].strip() for item, place in zip(items, places, strict=True) if place >= 0)
    return Recurring(texts.most_common(1)[0][0].rstrip(". "), np.array(places, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Pull:
    """What one system, of one view, does with one option that recurs.

    `right` and `taken` are shares of the questions with a known answer that offer it (`taken`, where none has one, of
    all that do), and `gap` their paired difference. `given` and `elsewhere`: the accuracy where it is offered and where
    not. `out`: the accuracy were it taken out, over the questions it is offered in whose answer is another option, and
    that would keep two options or more; `chance` is what guessing would give them.
    """

    view: str
    option: str
    offered: int
    right: Interval
    taken: Interval
    given: Interval
    elsewhere: Interval
    out: Interval
    gap: Interval
    chance: float

    @property
    def much(self) -> bool:
        """Return whether it is taken much more often than it is right, by more than chance explains."""
        return verdict(self.gap, MUCH) == Verdict.ABOVE


def pulls(items: Sequence[Item], by_view: Mapping[str, Choices]) -> list[Pull]:
    """Measure what each view's system does with every option that recurs."""
    passages = passages_of(items)
    return [_pull(view, each, own, passages) for each in recurring_options(items) for view, own in by_view.items()]


def _pull(view: str, option: Recurring, own: Choices, passages: IntArray) -> Pull:
    offered, on = option.offered, option.offered & own.labelled
    taken, right = own.share_of(option.places), own.answers == option.places
    among = on if on.any() else offered
    elsewhere, other = ~offered & own.labelled, on & ~right & (own.counts > 2)
    left = own.share_of(own.answers, without=np.where(other, option.places, -1))
    return Pull(
        view,
        option.text,
        int(offered.sum()),
        share(right[on], passages[on]),
        share(taken[among], passages[among]),
        share(own.correct[on], passages[on]),
        share(own.correct[elsewhere], passages[elsewhere]),
        share(left[other], passages[other]),
        difference(taken[on], right[on], passages[on]) if on.any() else Interval(np.nan, np.nan, np.nan, 0),
        float((1 / (own.counts[other] - 1)).mean()) if other.any() else np.nan,
    )


def recurring_table(measured: Sequence[Pull], before: Mapping[str, Sequence[str]] | None = None) -> tuple[Table, ...]:
    """Return the table of recurring options, none where there are none; `before` are columns that stand in front."""
    if not measured:
        return ()
    front = before or {}
    rows = [
        (*(values[place] for values in front.values()), each.view, each.option, each.offered, *_values(each))
        for place, each in enumerate(measured)
    ]
    headings = (*(Heading(name) for name in front), *HEADINGS)
    return (table(KIND, "Options that recur", headings, rows, KIND),)


def recurring_notes(measured: Sequence[Pull]) -> Iterator[Reason]:
    """Say of each option that a system takes much more often than it is right how often that is, and what it costs."""
    for each in sorted((each for each in measured if each.much), key=lambda each: -each.gap.low):
        values = {
            "view": each.view,
            "option": each.option,
            "offered": each.taken.n,
            "taken": each.taken.estimate,
            "right": each.right.estimate,
            "low": 100 * each.gap.low,
            "high": 100 * each.gap.high,
            "out": finite(each.out.estimate) or 0.0,
            "others": each.out.n,
            "chance": finite(each.chance) or 0.0,
        }
        yield Reason("note-recurring-option", values)


def _values(each: Pull) -> Iterator[Value]:
    """Yield estimates with their bounds; None where nothing was there to be measured."""
    for one in (each.right, each.taken, each.given, each.elsewhere, each.out, each.gap):
        values = (one.estimate, one.low, one.high) if one.n else (np.nan,) * 3
        yield from map(finite, values)
    yield finite(each.chance)
