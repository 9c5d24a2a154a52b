"""Reliability against published figures, and against formulas of another derivation."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from magnetite.stats.item_analysis import alpha_interval, cronbach, reliability


def hoyt(right):
    """Return alpha from a two-way analysis of variance: 1 - residual / persons (Hoyt 1941)."""
    x = right.astype(float)
    n, k = x.shape
    grand, persons, items = x.mean(), x.mean(axis=1), x.mean(axis=0)
    between = k * ((persons - grand) ** 2).sum() / (n - 1)
    residual = ((x - persons[:, None] - items + grand) ** 2).sum() / ((n - 1) * (k - 1))
    return 1 - residual / between


@pytest.mark.parametrize(
    ("alpha", "items", "candidates", "low", "high"),
    [
        (0.732661, 11, 12, 0.435, 0.909),  # pingouin 0.5, documentation of cronbach_alpha, "cronbach_wide_missing"
        (0.591719, 10, 15, 0.195, 0.840),  # the same, "cronbach_alpha"
        (0.742055, 4, 4, -0.310, 0.982),  # psych's example("alpha"), printed as -0.31 and 0.98
    ],
)
def test_the_interval_is_feldt_s_as_published(alpha, items, candidates, low, high):
    assert alpha_interval(alpha, items, candidates) == pytest.approx((low, high), abs=5e-4)


def test_alpha_is_what_psych_prints_for_four_congeneric_measures():
    """psych's example("alpha") prints raw_alpha 0.74, and 0.62, 0.66, 0.70, 0.74 if an item is dropped.

    Its measures have loadings 0.8, 0.7, 0.6 and 0.5 on one factor.
    """
    loadings = np.array([0.8, 0.7, 0.6, 0.5])
    covariance = np.outer(loadings, loadings)
    np.fill_diagonal(covariance, 1)
    assert cronbach(4, 4.0, covariance.sum()) == pytest.approx(0.74, abs=5e-3)
    rest = [np.delete(np.delete(covariance, at, 0), at, 1).sum() for at in range(4)]
    assert cronbach(3, np.full(4, 3.0), np.array(rest)) == pytest.approx([0.62, 0.66, 0.70, 0.74], abs=5e-3)


ALIKE = np.repeat([[True] * 3, [False] * 3], [7, 8], axis=0)  # 7 candidates solve every item, 8 none


@given(arrays(np.bool_, st.tuples(st.integers(10, 30), st.integers(3, 6))))
@example(ALIKE)
@settings(max_examples=80, deadline=None)
def test_alpha_is_hoyt_s_and_kuder_and_richardson_s(right):
    found = reliability(right)
    total = right.sum(axis=1)
    if np.ptp(total) == 0:
        assert math.isnan(found.alpha.estimate)
        return
    assert found.alpha.estimate == pytest.approx(hoyt(right))
    p, k = right.mean(axis=0), right.shape[1]
    assert found.alpha.estimate == pytest.approx(k / (k - 1) * (1 - (p * (1 - p)).sum() / total.var()))
    assert found.error**2 == pytest.approx(total.var(ddof=1) * (1 - found.alpha.estimate))


@given(st.integers(1, 30), st.integers(10, 30), st.integers(2, 12))
def test_where_all_items_agree_alpha_is_one_and_there_is_no_error_of_measurement(some, others, items):
    found = reliability(np.repeat([[True] * items, [False] * items], [some, others], axis=0))
    assert found.alpha.estimate <= 1
    assert (found.alpha.estimate, found.alpha.low, found.alpha.high, found.error) == pytest.approx(
        (1, 1, 1, 0), abs=1e-6
    )


@given(arrays(np.bool_, st.tuples(st.integers(10, 20), st.integers(3, 6))))
@settings(max_examples=40, deadline=None)
def test_alpha_without_an_item_is_alpha_of_the_others(right):
    without = reliability(right).without
    for item in range(right.shape[1]):
        others = reliability(np.delete(right, item, axis=1)).alpha.estimate
        if np.ptp(right.sum(axis=1)) and not math.isnan(others):
            assert without[item] == pytest.approx(others)


def test_what_says_nothing_has_no_reliability():
    for right in (np.eye(9, dtype=bool), np.ones((40, 3), dtype=bool), np.eye(40, 1, dtype=bool)):
        assert math.isnan(reliability(right).alpha.estimate)


def test_the_interval_holds_the_true_alpha_about_95_times_in_100():
    random = np.random.default_rng(2)

    def draw(n):
        return random.random((n, 12)) < 1 / (1 + np.exp(-1.2 * random.normal(size=(n, 1)) - np.linspace(-1, 1, 12)))

    truth = reliability(draw(100_000)).alpha.estimate
    held = [found.low <= truth <= found.high for found in (reliability(draw(60)).alpha for _ in range(300))]
    assert 0.91 <= np.mean(held) <= 0.99


def test_the_interval_counts_the_candidates_who_are_independent():
    right = np.triu(np.ones((24, 12), dtype=bool))
    assert reliability(right, 12).alpha.estimate == reliability(right).alpha.estimate
    assert reliability(right, 12).alpha.low == alpha_interval(reliability(right).alpha.estimate, 12, 12)[0]
