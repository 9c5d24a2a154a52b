"""What a number allows to say of a claim, as `stats.verdict` decides: it holds, it fails, or neither (None).

Every test of a claim, every remark and every conclusion in a sentence of an exhibit goes through one of these, so that
an estimate decides nothing, and no conclusion stands on a page that other numbers would not have changed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from magnetite.core.results import Number
from magnetite.stats.intervals import Interval
from magnetite.stats.verdict import WIDEST, Bounded, Verdict, verdict

MANY_QUESTIONS = 1000
"""Questions: a reader that answered fewer stands beside those that answered more, and decides nothing for them."""

FEW_QUESTIONS = 100
"""Questions: of fewer, a per cent has no decimal and no change is given in relation to it."""

Held = bool | None


def joint(decided: Iterable[Held]) -> Held:
    """Return whether all hold: None where one is undecided and none fails, or where there is none."""
    every = list(decided)
    return False if False in every else None if None in every or not every else True


def above(value: Bounded, bound: float = 0.0) -> Held:
    """Say whether a number is above a bound; None where its interval includes it, and where it has none."""
    return {Verdict.ABOVE: True, Verdict.BELOW: False}.get(verdict(value, bound))


def below(value: Bounded, bound: float = 0.0) -> Held:
    """Say whether a number is below a bound, as `above` does."""
    return {Verdict.BELOW: True, Verdict.ABOVE: False}.get(verdict(value, bound))


def within(value: Bounded, low: float, high: float) -> Held:
    """Say whether a number lies between two bounds: equivalence, where these are a margin around nothing."""
    return joint([above(value, low), below(value, high)])


def gap(first: Bounded, second: Bounded) -> Interval:
    """Return how far one number is above another, with the widest interval that theirs allow, however they depend.

    >>> gap(Interval(0.6, 0.5, 0.7, 90), Interval(0.3, 0.2, 0.4, 90)).low.__round__(1)
    0.1
    """
    ends = [np.nan if end is None else end for end in (first.low, first.high, second.low, second.high)]
    low, high = ends[0] - ends[3], ends[1] - ends[2]
    return Interval((low + high) / 2, low, high, 0)


def apart(first: Bounded, second: Bounded) -> bool:
    """Say whether the intervals of two numbers do not meet."""
    return verdict(gap(first, second)).clear


def kept(before: Number, after: Number, change: Number) -> Interval:
    """Return the part of a share that is left after something, `change` being after minus before, paired.

    The interval is that of the ratio: how far the two go together follows from the three intervals (delta method).
    NaN where one has no interval, or nothing was there before.
    """
    reach = [_reach(each) for each in (before, after, change)]
    if not before.value or not np.isfinite(reach).all():
        return Interval(np.nan, np.nan, np.nan, 0)
    ratio, (one, other, both) = after.value / before.value, np.square(reach)
    together = min(max((one + other - both) / 2, -reach[0] * reach[1]), reach[0] * reach[1])  # a covariance
    own = float(np.sqrt(max(other + ratio**2 * one - 2 * ratio * together, 0.0)) / before.value)
    return Interval(ratio, ratio - own, ratio + own, after.n or 0)


def _reach(each: Number) -> float:
    return np.nan if each.low is None or each.high is None else max(each.value - each.low, each.high - each.value)


def cell(row: Mapping[str, Any], name: str, unit: str = "share") -> Number:
    """Return what stands in a column of a row, with its interval and, where the row says it, the questions."""
    return Number(name, row[name], row[f"{name}_low"], row[f"{name}_high"], row.get("n"), unit)


def wide(low: float | None, high: float | None, widest: float = WIDEST) -> bool:
    """Return whether a share's interval is so wide that the share is better not printed; False without one."""
    return low is not None and high is not None and not high - low <= widest
