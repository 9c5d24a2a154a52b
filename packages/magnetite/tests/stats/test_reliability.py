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
    twice = np.repeat(right, 2, axis=0)
    found = reliability(twice, np.repeat(np.arange(24), 2))
    assert found.alpha.estimate == pytest.approx(reliability(right).alpha.estimate)
    assert found.alpha.low == pytest.approx(alpha_interval(found.alpha.estimate, 12, 24)[0])
    assert found.error == pytest.approx(reliability(right).error)


@given(arrays(np.bool_, st.tuples(st.integers(10, 20), st.integers(4, 8))), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_a_candidate_who_stands_several_times_in_a_group_counts_once(right, seed):
    times = np.random.default_rng(seed).integers(1, 4, len(right))
    passages = np.arange(right.shape[1]) // 2
    once, again = (
        reliability(right, passages=passages),
        reliability(np.repeat(right, times, axis=0), np.repeat(np.arange(len(right)), times), passages),
    )
    for one, other in zip(_figures(once), _figures(again), strict=True):
        assert other == pytest.approx(one, nan_ok=True)


def _figures(found):
    alphas = [getattr(each, end) for each in (found.alpha, found.by_passage) for end in ("estimate", "low", "high")]
    return [*alphas, found.error, found.passage_error, *found.without]


@given(arrays(np.bool_, st.tuples(st.integers(10, 20), st.sampled_from([4, 6, 8]))))
@settings(max_examples=40, deadline=None)
def test_alpha_by_passage_is_cronbach_s_of_the_passages_scores_where_these_are_as_long(right):
    found = reliability(right, passages=np.arange(right.shape[1]) // 2)
    parts = right.reshape(len(right), -1, 2).sum(axis=2)
    if np.ptp(right.sum(axis=1)):
        assert found.by_passage.estimate == pytest.approx(hoyt(parts))
        assert found.passage_error**2 == pytest.approx(right.sum(axis=1).var(ddof=1) * (1 - hoyt(parts)))


def test_without_passages_that_hold_several_items_there_is_no_alpha_by_passage():
    right = np.triu(np.ones((24, 12), dtype=bool))
    for passages in (None, np.arange(12), np.zeros(12, dtype=np.int64)):
        found = reliability(right, passages=passages)
        assert math.isnan(found.by_passage.estimate)
        assert found.lower is found.alpha


@pytest.mark.parametrize("sizes", [(8, 8, 8, 8), (4, 6, 8, 14), (2,) * 16])
def test_where_candidates_understand_passages_or_do_not_a_second_form_correlates_as_alpha_by_passage_says(sizes):
    """Two forms with passages of their own, the same candidates, and an effect of each passage on each candidate."""
    random, candidates = np.random.default_rng(sum(sizes[:2])), 400
    passages = np.repeat(np.arange(len(sizes)), sizes)

    def form(ability):
        understands = random.normal(size=(len(ability), len(sizes)))[:, passages]
        return random.random((len(ability), len(passages))) < 1 / (1 + np.exp(-0.8 * ability - understands))

    many = random.normal(size=(100_000, 1))
    truth = np.corrcoef(form(many).sum(axis=1), form(many).sum(axis=1))[0, 1]
    found = [reliability(form(random.normal(size=(candidates, 1))), passages=passages) for _ in range(60)]
    held = [each.lower.low <= truth <= each.lower.high for each in found]
    assert np.mean(held) >= 0.85  # of 60 at a rate of 95%, fewer than 51 hold once in 4,000 times
    assert np.mean([each.lower.estimate for each in found]) == pytest.approx(truth, abs=0.02)
    assert np.mean([each.alpha.low > truth for each in found]) > 0.5  # alpha of the questions claims too much


def test_where_passages_make_no_difference_both_alphas_agree():
    random = np.random.default_rng(3)
    ability = random.normal(size=(400, 1))
    found = reliability(random.random((400, 32)) < 1 / (1 + np.exp(-ability)), passages=np.arange(32) // 8)
    assert found.by_passage.estimate == pytest.approx(found.alpha.estimate, abs=0.03)
