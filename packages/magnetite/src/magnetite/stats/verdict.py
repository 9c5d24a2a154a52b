"""What an interval allows to say: the one place that decides it.

Every sentence, card, note and title that says above, below, clear, as well as, adds, harms, holds or tells apart takes
its word from `verdict`. An estimate decides nothing: a value is *above* a null where its whole interval is, and *level*
with it where its whole interval lies within a margin of equivalence (Schuirmann 1987). Else the question is open: there
is too little to tell. Where an exact test of the same pairs finds nothing, the interval of so few is not believed.
"""

import math
from enum import StrEnum
from typing import Protocol

MARGIN = 0.05
"""Five points: two shares that are no further apart are as good as equal, where a sentence says so."""

SURE_P = 0.05
"""Of an exact test: the p-value that an interval of 95% stands for."""

WIDEST = 0.6
"""Of a share: an interval that is wider says nothing worth a number."""

FEWEST_PASSAGES = 5
"""Passages: fewer say nothing about others."""


class Bounded(Protocol):
    """Something with an interval: `stats.intervals.Interval`, `core.results.Number`."""

    @property
    def low(self) -> float | None:
        """Return its lower end; None or NaN where it has none."""

    @property
    def high(self) -> float | None:
        """Return its upper end; None or NaN where it has none."""


class Verdict(StrEnum):
    """What may be said of a value and a null; in words of reports these are the variants of a selection."""

    ABOVE = "above"
    BELOW = "below"
    LEVEL = "level"
    OPEN = "open"

    @property
    def clear(self) -> bool:
        """Return whether the value is on one side of the null."""
        return self in (Verdict.ABOVE, Verdict.BELOW)


def verdict(value: Bounded, null: float = 0.0, *, margin: float = 0.0, p: float | None = None) -> Verdict:
    """Return what may be said of a value with an interval and a null.

    `margin` is that of equivalence, in the unit of the value, 0 where nothing is ever called level. `p` is that of an
    exact test of the same pairs, where there is one: from `SURE_P` on it leaves the side open. Without an interval
    everything is open.

    >>> from magnetite.stats.intervals import Interval
    >>> verdict(Interval(0.56, 0.30, 0.79, 25), 0.25).value, verdict(Interval(0.56, 0.30, 0.79, 25), 0.5).value
    ('above', 'open')
    >>> verdict(Interval(0.01, -0.02, 0.04, 900), margin=MARGIN).value
    'level'
    """
    low, high = (math.nan if end is None else end for end in (value.low, value.high))
    if math.isnan(low) or math.isnan(high):
        return Verdict.OPEN
    decided = p is None or p < SURE_P
    if low > null and decided:
        return Verdict.ABOVE
    if high < null and decided:
        return Verdict.BELOW
    return Verdict.LEVEL if null - margin <= low and high <= null + margin and margin > 0 else Verdict.OPEN


def says_little(share: Bounded, passages: int) -> bool:
    """Return whether so little was asked that a share is better not quoted: few passages, or a wide interval.

    >>> from magnetite.stats.intervals import Interval
    >>> says_little(Interval(0.5, 0.4, 0.6, 100), 40), says_little(Interval(0.5, 0.4, 0.6, 100), 4)
    (False, True)
    """
    low, high = (math.nan if end is None else end for end in (share.low, share.high))
    return passages < FEWEST_PASSAGES or not high - low <= WIDEST
