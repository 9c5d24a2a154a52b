"""Intervals that hold for many questions at once are those of one question, as far out as their number asks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.intervals import Interval, wilson
from magnetite.stats.together import area_together, correlation_together, share_together


def of_wilson(right, asked, together=1):
    share = right / asked
    low, high = wilson(np.array([share]), np.array([float(asked)]), together=together)
    return Interval(share, float(low[0]), float(high[0]), asked)


@given(st.integers(1, 500), st.data(), st.integers(1, 400))
def test_a_widened_share_is_wilsons_interval_for_so_many_questions(asked, data, together):
    right = data.draw(st.integers(0, asked))
    wide, expected = share_together(of_wilson(right, asked), together), of_wilson(right, asked, together)
    assert (wide.low, wide.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize(("widen", "there"), [(correlation_together, math.atanh), (area_together, None)])
def test_other_intervals_reach_as_many_times_further_on_their_own_scale(widen, there):
    there = there or (lambda area: math.log(area / (1 - area)))
    found = Interval(0.6, 0.5, 0.8, 500)
    wide = widen(found, 40)
    times = 3.2272 / 1.96
    assert there(wide.high) - there(0.6) == pytest.approx(times * (there(0.8) - there(0.6)), rel=1e-3)
    assert there(0.6) - there(wide.low) == pytest.approx(times * (there(0.6) - there(0.5)), rel=1e-3)
    assert widen(found, 1).low == pytest.approx(0.5)


def test_what_has_no_interval_or_no_scale_stays_as_it_is():
    unknown = correlation_together(Interval(0.3, math.nan, math.nan, 9), 40)
    assert math.isnan(unknown.low)
    assert math.isnan(unknown.high)
    assert area_together(Interval(1.0, 1.0, 1.0, 4), 5) == Interval(1.0, 1.0, 1.0, 4)


def test_the_interval_of_a_correlation_of_few_candidates_reaches_as_far_as_fishers():
    wide = correlation_together(Interval(0.6, 0.59, 0.61, 30), 1)
    assert (wide.low, wide.high) == pytest.approx((0.306, 0.789), abs=0.001)
