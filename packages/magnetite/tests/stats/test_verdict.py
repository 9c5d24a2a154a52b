"""A verdict is what an interval allows, whatever the estimate."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.intervals import Interval, difference, mcnemar
from magnetite.stats.verdict import MARGIN, Verdict, says_little, verdict

ENDS = st.floats(-1, 1)


@given(ENDS, ENDS, ENDS, ENDS)
def test_a_value_is_on_a_side_where_its_whole_interval_is_and_nowhere_else(one, other, null, estimate):
    low, high = sorted((one, other))
    found = verdict(Interval(estimate, low, high, 9), null)
    assert (found == Verdict.ABOVE) == (low > null)
    assert (found == Verdict.BELOW) == (high < null)
    assert found.clear == (found != Verdict.OPEN)


@given(ENDS, ENDS, st.floats(0.01, 0.5))
def test_a_value_is_level_only_where_its_whole_interval_is_within_the_margin(one, other, margin):
    low, high = sorted((one, other))
    found = verdict(Interval(0.0, low, high, 9), margin=margin)
    assert (found == Verdict.LEVEL) == (low <= 0 <= high and -margin <= low and high <= margin)


@given(ENDS, ENDS, ENDS)
def test_the_mirror_of_a_value_has_the_mirror_of_its_verdict(one, other, null):
    low, high = sorted((one, other))
    mirrored = {Verdict.ABOVE: Verdict.BELOW, Verdict.BELOW: Verdict.ABOVE}
    found = verdict(Interval(0.0, low, high, 9), null, margin=MARGIN)
    assert verdict(Interval(0.0, -high, -low, 9), -null, margin=MARGIN) == mirrored.get(found, found)


def test_without_an_interval_and_where_an_exact_test_is_open_nothing_is_said():
    assert verdict(Interval(0.9, math.nan, math.nan, 3)) == Verdict.OPEN
    assert verdict(Interval(0.9, 0.2, 1.0, 3), p=0.25) == Verdict.OPEN
    assert verdict(Interval(0.9, 0.2, 1.0, 3), p=0.01) == Verdict.ABOVE


def test_where_nothing_is_there_a_side_is_named_in_five_of_a_hundred_draws():
    random = np.random.default_rng(0)
    clear = 0
    for _ in range(2000):
        first, second = random.random((2, 60)) < 0.4
        gap = difference(first, second, np.repeat(np.arange(20), 3))
        clear += verdict(gap, p=mcnemar(first, second).p).clear
    assert clear / 2000 <= 0.05


@pytest.mark.parametrize(
    ("interval", "passages", "little"), [((0.0, 1.0), 30, True), ((0.2, 0.9), 30, True), ((0.3, 0.7), 30, False)]
)
def test_wide_intervals_say_little(interval, passages, little):
    assert says_little(Interval(0.5, *interval, 30), passages) == little
    assert says_little(Interval(0.5, *interval, 30), 4)
