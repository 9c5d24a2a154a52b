"""Intervals hold their estimate, stay where shares live, reduce to Wilson's, and cover as often as they claim."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from magnetite.stats.intervals import (
    bootstrap_mean,
    bootstrap_means,
    cluster_codes,
    resampled_means,
    share,
    shares,
    wilson,
)

CLUSTERED = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40)


def unzip(pairs):
    return np.array([s for s, _ in pairs]), np.array([c for _, c in pairs])


@given(CLUSTERED)
def test_a_clustered_share_is_never_more_certain_than_one_of_independent_questions(pairs):
    successes, clusters = unzip(pairs)
    interval, alone = share(successes, clusters), binomtest(int(successes.sum()), len(pairs))
    wilsons = alone.proportion_ci(method="wilson")
    assert interval.low <= wilsons.low + 1e-9
    assert interval.high >= wilsons.high - 1e-9
    assert (interval.estimate, interval.n) == (pytest.approx(successes.mean()), len(pairs))


@given(st.lists(st.booleans(), min_size=2, max_size=60))
def test_with_one_question_per_passage_the_interval_is_wilsons(successes):
    interval = share(np.array(successes), np.arange(len(successes)))
    wilsons = binomtest(sum(successes), len(successes)).proportion_ci(method="wilson")
    assert (interval.low, interval.high) == pytest.approx((wilsons.low, wilsons.high), abs=1e-9)


def test_wilson_agrees_with_the_formula_worked_by_hand():
    # 8 of 10: centre (8 + 1.92) / 13.84, half width 1.96 * sqrt(1.6 + 0.96) / 13.84
    interval = share(np.array([True] * 8 + [False] * 2), np.arange(10))
    assert (interval.low, interval.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_questions_that_repeat_their_passages_fate_count_about_once_per_passage():
    fates = np.array([True, False] * 20)
    repeated = share(np.repeat(fates, 5), np.repeat(np.arange(40), 5))
    once = share(fates, np.arange(40))
    assert (repeated.low, repeated.high) == pytest.approx((once.low, once.high), abs=0.01)


@given(CLUSTERED, st.randoms(use_true_random=False))
def test_the_order_of_observations_does_not_matter(pairs, random):
    shuffled = random.sample(pairs, len(pairs))
    first, second = share(*unzip(pairs)), share(*unzip(shuffled))
    assert (first.low, first.high) == pytest.approx((second.low, second.high))


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 4)), min_size=1, max_size=30))
def test_many_shares_at_once_are_the_single_shares(rows):
    success, tried, clusters = (np.array(column) for column in zip(*rows, strict=True))
    together = shares(np.stack([success, success], 1), np.stack([tried, np.ones_like(tried)], 1), clusters)
    alone = [share(success[tried], clusters[tried]), share(success, clusters)]
    for column, interval in enumerate(alone):
        assert together[column].n == interval.n
        expected = (interval.estimate, interval.low, interval.high)
        result = (together[column].estimate, together[column].low, together[column].high)
        assert result == pytest.approx(expected, nan_ok=True)


def test_a_single_passage_or_no_observation_says_nothing():
    one = share(np.array([True, True, False]), np.array([7, 7, 7]))
    assert (one.low, one.high) == (0, 1)
    none = share(np.zeros(0, dtype=bool), np.zeros(0, dtype=int))
    assert (np.isnan(none.estimate), none.low, none.high, none.n) == (True, 0, 1, 0)


def test_a_share_of_all_is_bounded_below_and_by_less_where_passages_are_few():
    many = share(np.ones(80, dtype=bool), np.repeat(np.arange(40), 2))
    few = share(np.ones(80, dtype=bool), np.repeat(np.arange(4), 20))
    assert many.high == few.high == 1
    assert few.low < many.low < 1


@pytest.mark.parametrize("correlation", [0.05, 0.3])
@pytest.mark.parametrize("truth", [0.3, 0.8])
def test_the_clustered_interval_covers_the_truth_in_93_to_98_of_100_exams(truth, correlation):
    random = np.random.default_rng(11)
    exams, passages = 3000, 50
    weight = (1 - correlation) / correlation
    rates = random.beta(truth * weight, (1 - truth) * weight, (passages, exams))
    clusters = np.repeat(np.arange(passages), random.integers(2, 7, passages))
    successes = random.random((len(clusters), exams)) < rates[clusters]
    result = shares(successes, np.ones_like(successes), clusters)
    assert 0.93 <= np.mean((result.low <= truth) & (truth <= result.high)) <= 0.98


def test_ignoring_the_clusters_would_cover_far_less():
    random = np.random.default_rng(11)
    rates = random.beta(0.7, 0.7, (50, 2000))
    clusters = np.repeat(np.arange(50), 5)
    successes = random.random((250, 2000)) < rates[clusters]
    alone = shares(successes, np.ones_like(successes), np.arange(250))
    assert np.mean((alone.low <= 0.5) & (alone.high >= 0.5)) < 0.85


@given(st.lists(st.tuples(st.floats(-5, 5), st.integers(0, 4)), min_size=1, max_size=20), st.integers(0, 3))
def test_a_bootstrap_interval_is_the_same_for_the_same_seed_and_none_of_one_passage(pairs, seed):
    values, clusters = unzip(pairs)
    first = bootstrap_mean(values, clusters, resamples=50, seed=seed)
    second = bootstrap_mean(values, clusters, resamples=50, seed=seed)
    assert first.estimate == pytest.approx(values.mean())
    if len(set(clusters.tolist())) < 2:
        assert np.isnan([first.low, first.high]).all()
    else:
        assert first == second


def test_the_bootstrap_covers_the_truth_in_91_to_98_of_100_exams():
    random = np.random.default_rng(5)
    clusters = np.repeat(np.arange(40), 4)
    covered = []
    for exam in range(300):
        values = random.normal(1.0, 1.0, 160) + random.normal(0.0, 1.0, 40)[clusters]
        interval = bootstrap_mean(values, clusters, resamples=400, seed=exam)
        covered.append(interval.low <= 1.0 <= interval.high)
    assert 0.91 <= np.mean(covered) <= 0.98


def test_columns_share_their_resamples_and_equal_the_single_bootstrap():
    values = np.random.default_rng(0).random((30, 2))
    clusters = np.repeat(np.arange(10), 3)
    together = bootstrap_means(values, clusters, resamples=200, seed=4)
    alone = bootstrap_mean(values[:, 1], clusters, resamples=200, seed=4)
    assert (together[1].low, together[1].high) == pytest.approx((alone.low, alone.high))


def test_clusters_are_numbered_by_name():
    assert cluster_codes(["b", "a", "b", "c"]).tolist() == [1, 0, 1, 2]


def test_values_that_are_no_columns_are_refused():
    with pytest.raises(ValueError, match=r"1 dimensions; expected \(n, k\)"):
        resampled_means(np.ones(4), np.arange(4))
    assert resampled_means(np.ones((4, 1)), np.arange(4), resamples=5).shape == (5, 1)


@pytest.mark.parametrize("together", [2, 10, 200])
def test_shares_that_hold_together_have_wilsons_interval_at_a_level_divided_among_them(together):
    random = np.random.default_rng(2)
    successes = random.random((57, 3)) < [0.1, 0.5, 0.8]
    result = shares(successes, np.ones_like(successes), np.arange(57), together=together)
    for k in range(3):
        level = 1 - 0.05 / together
        wilsons = binomtest(int(successes[:, k].sum()), 57).proportion_ci(confidence_level=level, method="wilson")
        assert (result[k].low, result[k].high) == pytest.approx((wilsons.low, wilsons.high), abs=1e-9)


def test_three_passages_of_unequal_size_are_worked_by_hand():
    # 1 of 1, 1 of 3, 4 of 4: 6 of 8, so residuals of 0.25, -1.25 and 1, and squares of 2.625 in all. Between passages
    # the variance is 2.625 / 64 * 3 / 2 = 0.0615, of 8 independent questions 0.1875 / 7 = 0.0268: a design effect of
    # 2.297. Student's t is 2.365 for 7 degrees of freedom and 4.303 for 2: 8 / 2.297 * (2.365 / 4.303)^2 questions
    interval = share(np.array([True] + [True, False, False] + [True] * 4), np.array([0, 1, 1, 1, 2, 2, 2, 2]))
    low, high = wilson(np.array([0.75]), np.array([1.052]))
    assert (interval.low, interval.high) == pytest.approx((low[0], high[0]), abs=1e-3)


UNEVEN = np.repeat(np.arange(30), 1 + np.arange(30) % 5)  # passages of one to five questions


def test_a_bootstrap_over_passages_of_unequal_size_has_the_ends_of_one_by_hand():
    random = np.random.default_rng(9)
    values = random.normal(0, 1, 30)[UNEVEN] + random.exponential(1, len(UNEVEN))
    drawn = random.integers(0, 30, (4000, 30))
    questions = [values[passage == UNEVEN] for passage in range(30)]
    low, high = np.quantile([np.concatenate([questions[p] for p in row]).mean() for row in drawn], [0.025, 0.975])
    interval = bootstrap_mean(values, UNEVEN, resamples=4000)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.04)


def test_every_resample_is_divided_by_its_own_number_of_questions():
    means = resampled_means(np.full((len(UNEVEN), 1), 2.5), UNEVEN, resamples=100)
    assert means == pytest.approx(2.5)


def test_another_seed_draws_other_resamples():
    values = np.random.default_rng(1).random((len(UNEVEN), 1))
    first, second = (resampled_means(values, UNEVEN, resamples=50, seed=seed) for seed in (0, 1))
    assert not np.isin(first, second).any()
