"""Paired comparisons look at discordant pairs alone, are symmetric, and are corrected for their number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, t

from magnetite.stats.intervals import difference, holm, mcnemar

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)
P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def columns(pairs):
    first, second = zip(*pairs, strict=True)
    return np.array(first), np.array(second)


@given(PAIRS)
def test_mcnemar_is_symmetric(pairs):
    first, second = columns(pairs)
    assert mcnemar(first, second).p == pytest.approx(mcnemar(second, first).p)


@given(PAIRS, st.integers(0, 30))
def test_pairs_that_agree_change_nothing(pairs, more):
    first, second = columns(pairs)
    agreeing = np.ones(more, dtype=bool)
    assert mcnemar(first, second) == mcnemar(np.r_[first, agreeing], np.r_[second, agreeing])


def test_one_against_eight_is_worked_by_hand():
    # two tails of a fair coin thrown 9 times: 2 * (C(9,0) + C(9,1)) / 2^9
    first, second = np.array([True] + [False] * 8), np.array([False] + [True] * 8)
    result = mcnemar(first, second)
    assert (result.only_first, result.only_second) == (1, 8)
    assert result.p == pytest.approx(2 * (1 + 9) / 512)


@given(PAIRS)
def test_the_p_value_is_twice_the_smaller_tail_of_a_fair_coin(pairs):
    result = mcnemar(*columns(pairs))
    discordant = result.only_first + result.only_second
    tail = binom.cdf(min(result.only_first, result.only_second), discordant, 0.5)
    assert result.p == pytest.approx(min(1.0, 2 * tail))


def test_without_discordant_pairs_p_is_one():
    assert mcnemar(np.array([True, False]), np.array([True, False])).p == 1.0


def test_a_difference_is_over_the_same_items_and_turns_its_sign_with_them():
    first, second = np.array([True, True, True, False]), np.array([False, True, False, False])
    clusters = np.array([0, 0, 1, 2])
    forth = difference(first, second, clusters)
    back = difference(second, first, clusters)
    assert forth.estimate == 0.5
    assert (back.estimate, back.low, back.high) == pytest.approx((-forth.estimate, -forth.high, -forth.low))


@given(P_VALUES, st.randoms(use_true_random=False))
def test_holm_only_raises_keeps_the_order_and_goes_with_its_values(p_values, random):
    values = np.array(p_values)
    corrected = holm(values)
    assert (corrected >= values).all()
    assert (corrected <= 1).all()
    assert (np.diff(corrected[np.argsort(values, kind="stable")]) >= 0).all()
    order = np.array(random.sample(range(len(values)), len(values)))
    assert holm(values[order]) == pytest.approx(corrected[order])


@given(P_VALUES)
def test_holm_finds_no_less_than_bonferroni(p_values):
    values = np.array(p_values)
    assert (holm(values) <= np.minimum(values * len(values), 1) + 1e-12).all()


@given(PAIRS.filter(lambda pairs: len(pairs) > 1))
def test_a_difference_reaches_as_far_as_students_interval_and_one_of_the_shares_that_changed(pairs):
    first, second = columns(pairs)
    n, gaps = len(first), first.astype(float) - second
    outcome = difference(first, second, np.arange(n))
    middle, student = gaps.mean(), t.ppf(0.975, n - 1) * gaps.std(ddof=1) / np.sqrt(n)
    gained, lost = (binomtest(int(each.sum()), n).proportion_ci(method="wilson") for each in (gaps > 0, gaps < 0))
    down = np.hypot((gaps > 0).mean() - gained.low, lost.high - (gaps < 0).mean())
    up = np.hypot(gained.high - (gaps > 0).mean(), (gaps < 0).mean() - lost.low)
    ends = max(-1.0, middle - max(student, down)), min(1.0, middle + max(student, up))
    assert (outcome.estimate, outcome.low, outcome.high) == pytest.approx((middle, *ends), abs=1e-9)


@pytest.mark.parametrize("n", [20, 200])
def test_where_nothing_changed_the_interval_narrows_with_the_number_of_items(n):
    right = np.arange(n) % 2 == 0
    outcome = difference(right, right, np.arange(n))
    assert (outcome.estimate, outcome.low) == (0.0, -outcome.high)
    assert outcome.high == pytest.approx(1.96**2 / (n + 1.96**2), abs=1e-3)  # Wilson's bound of a share of none
