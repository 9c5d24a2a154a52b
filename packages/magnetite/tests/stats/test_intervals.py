"""Intervals hold their estimate, stay where shares live, reduce to Wilson's, and cover as often as they claim."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from scipy.stats import binomtest

from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import (
    cluster_codes,
    contrast,
    difference_tests,
    differences,
    jackknife,
    mcnemar,
    mean,
    means,
    relative_change,
    share,
    shares,
    wilson,
)
from tests.stats.simulated import missed, outcomes, passages_of, wilsons_n

CLUSTERED = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40)


def unzip(pairs):
    return np.array([s for s, _ in pairs]), np.array([c for _, c in pairs])


@given(CLUSTERED)
def test_both_ends_of_a_shares_interval_are_wilsons_for_one_number_of_answers_and_none_that_was_not_given(pairs):
    interval = share(*unzip(pairs))
    assert interval.estimate == np.mean([success for success, _ in pairs])
    assert interval.n == len(pairs)
    behind = wilsons_n(interval, stats.norm.ppf(0.975))
    assert behind == pytest.approx(behind[:1] * len(behind))
    assert all(0 < n <= len(pairs) + 1e-6 for n in behind)
    assert bool(behind) == (len({passage for _, passage in pairs}) > 1)


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
    independent = 80 * (stats.t.ppf(0.975, 79) / stats.t.ppf(0.975, 3)) ** 2  # Korn and Graubard (1998)
    assert few.low == pytest.approx(independent / (independent + stats.norm.ppf(0.975) ** 2))


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


@given(st.lists(st.tuples(st.floats(-5, 5), st.integers(0, 4)), min_size=1, max_size=20))
def test_a_means_interval_lies_evenly_around_it_and_needs_two_clusters(pairs):
    values, clusters = unzip(pairs)
    found = mean(values, clusters)
    assert found.estimate == pytest.approx(values.mean(), abs=1e-12)
    if len(set(clusters.tolist())) < 2:
        assert np.isnan([found.low, found.high]).all()
    else:
        assert found.high - found.estimate == pytest.approx(found.estimate - found.low, abs=1e-9)


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=20))
def test_with_one_value_per_cluster_a_means_interval_is_students(values):
    found, n = mean(np.array(values), np.arange(len(values))), len(values)
    reach = stats.t.ppf(0.975, n - 1) * np.std(values, ddof=1) / np.sqrt(n)
    assert (found.low, found.high) == pytest.approx((found.estimate - reach, found.estimate + reach), abs=1e-9)


def test_uneven_clusters_are_worked_by_hand():
    """Clusters of 1 and 3 values: CR2 is Σ e² / (1 - n_g/n) / n², and one degree of freedom is left."""
    found = mean(np.array([4.0, 0.0, 1.0, 3.0]), np.array([0, 1, 1, 1]))
    off = np.array([4 - 2, 4 - 3 * 2])  # each cluster's sum less its size times the mean
    error = np.sqrt((off**2 / np.array([3 / 4, 1 / 4])).sum()) / 4
    assert found.high - 2 == pytest.approx(stats.t.ppf(0.975, 1) * error)


def test_degrees_of_freedom_are_bell_and_mccaffreys():
    """Theirs, by their matrix: tr(Q)² / tr(Q²), Q = Z'Z, with a column z_g = (I - H) a_g for each cluster."""
    sizes = np.array([1, 2, 4, 9])
    clusters, n = np.repeat(np.arange(4), sizes), sizes.sum()
    own = (clusters[:, None] == np.arange(4)) / np.sqrt(1 - sizes / n)
    z = own - own.mean(axis=0)
    q = z.T @ z
    values = np.random.default_rng(1).normal(size=n)
    off = np.bincount(clusters, values - values.mean())
    error = np.sqrt((off**2 / (1 - sizes / n)).sum()) / n
    reach = stats.t.ppf(0.975, np.trace(q) ** 2 / np.trace(q @ q)) * error
    assert mean(values, clusters).high - values.mean() == pytest.approx(reach)


def test_bounds_hold_an_interval_and_values_that_are_all_equal_have_one_without_width():
    wide = mean(np.array([0.0, 1.0, 1.0]), np.arange(3), least=0.0, most=1.0)
    assert (wide.low, wide.high) == (0.0, 1.0)
    both = means(np.array([[1.0, 5.0], [1.0, 9.0], [1.0, 7.0]]), np.arange(3), least=(0.0, 6.0), most=(3.0, np.inf))
    assert (both[0].low, both[0].high, both[1].low) == (1.0, 1.0, 6.0)
    assert both[1].high == pytest.approx(7 + 4.3027 * 2 / np.sqrt(3), abs=1e-3)


def test_any_function_of_means_has_the_interval_of_its_linear_part():
    """Of a smooth function and many clusters, the delta method's."""
    random = np.random.default_rng(3)
    values, clusters = random.gamma(4.0, size=(1200, 2)), np.repeat(np.arange(400), 3)
    found = jackknife(values, clusters, lambda means: means[:, :1] / means[:, 1:])[0]
    first, second = values.mean(axis=0)
    linear = mean((values[:, 0] - first / second * values[:, 1]) / second, clusters)
    assert found.high - found.low == pytest.approx(linear.high - linear.low, rel=0.01)


def test_success_may_be_partial_and_then_varies_less():
    random = np.random.default_rng(4)
    clusters, halves = np.repeat(np.arange(20), 5), random.integers(0, 3, 100) / 2
    partial, whole = share(halves, clusters), share(np.arange(100) < 50, np.arange(100) % 20)
    assert partial.estimate == pytest.approx(halves.mean())
    assert partial.high - partial.low < whole.high - whole.low
    for value in (0.0, 0.5, 1.0):  # no variation says no more than as many whole successes and failures
        even = share(np.full(100, value), clusters)
        plain = share(np.arange(100) < 100 * value, np.arange(100) % 20)
        assert (even.low, even.high) == pytest.approx((plain.low, plain.high))


@given(CLUSTERED)
def test_whole_successes_may_be_numbers(pairs):
    successes, clusters = unzip(pairs)
    numbers, booleans = share(successes.astype(float), clusters), share(successes, clusters)
    assert (numbers.low, numbers.high) == pytest.approx((booleans.low, booleans.high), abs=1e-9)


PAIRED = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 5)), min_size=1, max_size=40)


@given(PAIRED)
def test_a_relative_change_is_the_change_as_a_part_of_what_was_right(rows):
    before, after, clusters = (np.array(column) for column in zip(*rows, strict=True))
    found = relative_change(before, after, clusters)
    if not before.any():
        assert np.isnan([found.estimate, found.low, found.high]).all()
        return
    assert found.estimate == pytest.approx(after.sum() / before.sum() - 1)
    if len(set(clusters[before].tolist())) > 1:
        assert -1 <= found.low <= found.estimate <= found.high
    else:
        assert np.isnan([found.low, found.high]).all()


def test_where_nothing_changed_a_relative_change_is_no_certainty():
    right = np.arange(40) % 2 == 0
    found = relative_change(right, right, np.repeat(np.arange(20), 2))
    assert found.estimate == 0
    assert found.low < -0.05
    assert found.high > 0.05


def test_a_contrast_is_between_items_and_allows_for_passages_that_both_have():
    random = np.random.default_rng(6)
    passages = np.repeat(np.arange(30), 6)
    values = random.normal(size=30)[passages] + 0.1 * random.normal(size=180)  # alike within a passage
    within, across = np.arange(180) % 2 == 0, passages < 15
    paired, apart = contrast(values, passages, within, ~within), contrast(values, passages, across, ~across)
    assert paired.estimate == pytest.approx(values[within].mean() - values[~within].mean())
    assert paired.high - paired.low < 0.2 * (apart.high - apart.low)
    assert np.isnan(contrast(values, passages, within, np.zeros(180, dtype=bool)).estimate)
    assert np.isnan(contrast(values, passages, passages == 0, passages > 0).low)  # one passage says nothing of others


# --- rates ------------------------------------------------------------------------------------------------------------
# How often an interval leaves out the truth, over simulated exams with few and many passages, of four questions each or
# of one to ten. benchmarks/intervals.py compares other intervals on the same exams.

PASSAGES = (4, 5, 8, 20, 100)
EXAMS = 1500
EVEN_OR_NOT = pytest.mark.parametrize("even", [True, False], ids=["even", "uneven"])
ALIKE = pytest.mark.parametrize("alike", [0.0, 0.3])


@ALIKE
@EVEN_OR_NOT
@pytest.mark.parametrize("passages", PASSAGES)
def test_a_share_keeps_its_rate(passages, even, alike):
    random, clusters = np.random.default_rng(passages), passages_of(passages, even=even)
    for truth in (0.3, 0.6):
        successes = outcomes(random, clusters, (truth, 1 - truth), alike, EXAMS) == 0
        found = shares(successes, np.ones_like(successes), clusters)
        assert missed(found.low, found.high, truth) <= 0.07


@ALIKE
@EVEN_OR_NOT
@pytest.mark.parametrize("passages", PASSAGES)
def test_a_difference_keeps_its_rate(passages, even, alike):
    random, clusters = np.random.default_rng(passages), passages_of(passages, even=even)
    for gained, lost in ((0.1, 0.1), (0.3, 0.3), (0.25, 0.05), (0.02, 0.3), (0.05, 0.0)):
        drawn = outcomes(random, clusters, (gained, lost, 1 - gained - lost), alike, EXAMS)
        found = differences(drawn == 0, drawn == 1, clusters)
        assert missed(found.low, found.high, gained - lost) <= 0.075


@EVEN_OR_NOT
@pytest.mark.parametrize("passages", PASSAGES)
def test_a_mean_keeps_its_rate(passages, even):
    random, clusters = np.random.default_rng(passages), passages_of(passages, even=even)
    shared = random.normal(size=(passages, EXAMS))[clusters]
    values = random.normal(1.0, 1.0, (len(clusters), EXAMS)) + 0.65 * shared  # correlation of 0.3 within a passage
    found = means(values, clusters)
    assert missed(found.low, found.high, 1.0) == pytest.approx(0.05, abs=0.02)


@pytest.mark.parametrize("method", ["pearson", "spearman"])
@pytest.mark.parametrize("passages", PASSAGES)
def test_a_correlation_keeps_its_rate(passages, method):
    random, clusters, out = np.random.default_rng(passages), passages_of(passages, even=False), 0
    for _ in range(300):
        x, y = (random.normal(size=passages)[clusters] * 0.65 + random.normal(size=len(clusters)) for _ in range(2))
        found = correlation(x, y, method, clusters)
        out += not found.low <= 0 <= found.high
    assert out <= 27  # 9 in 100: three standard errors above 5 in 100


def test_a_percentile_bootstrap_over_five_passages_would_not():
    """What intervals of differences were before: they found a difference where there is none in 14 exams of 100."""
    random, clusters = np.random.default_rng(0), passages_of(5, even=True)
    drawn = outcomes(random, clusters, (0.25, 0.25, 0.5), 0.0, EXAMS)
    gaps = np.add.reduceat((drawn == 0) * 1.0 - (drawn == 1), np.arange(0, 20, 4)) / 4
    weights = random.multinomial(5, np.full(5, 0.2), size=1000) / 5
    low, high = np.quantile(weights @ gaps, [0.025, 0.975], axis=0)
    assert np.mean((low > 0) | (high < 0)) > 0.1


def test_clusters_are_numbered_by_name():
    assert cluster_codes(["b", "a", "b", "c"]).tolist() == [1, 0, 1, 2]


@given(st.integers(20, 80), st.integers(0, 2**32 - 1), st.floats(0.1, 0.9))
@settings(max_examples=40, deadline=None)
def test_partial_successes_have_the_interval_of_as_many_whole_ones_as_vary_so_little(n, seed, middle):
    """Where all are nearly the same, a share of partial successes is known far better than one of whole ones."""
    values = middle + np.random.default_rng(seed).uniform(-0.1, 0.1, n)
    found = share(values, np.arange(n))
    worth = n * values.mean() * (1 - values.mean()) / values.var()
    low, high = wilson(np.array([values.mean()]), np.array([worth]))
    assert (found.low, found.high) == (pytest.approx(low[0]), pytest.approx(high[0]))


@given(st.integers(10, 60), st.integers(2, 4))
def test_where_nothing_changed_a_relative_change_reaches_as_far_as_the_gain_that_none_of_so_many_shows(n, part):
    before = np.arange(part * n) < n
    found = relative_change(before, before, np.arange(part * n))
    _, gained = wilson(np.array([0.0]), np.array([float(part * n)]))
    _, lost = wilson(np.array([0.0]), np.array([float(n)]))
    assert found.high == pytest.approx(part * gained[0], rel=1e-6)
    assert found.low == pytest.approx(-lost[0], rel=1e-6)


@given(st.integers(4, 10), st.integers(0, 2**32 - 1))
def test_what_is_in_neither_side_of_a_contrast_changes_nothing(passages, seed):
    random = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(passages + 5), 3)
    values, first = random.random(len(clusters)), random.random(len(clusters)) < 0.5
    inside = clusters < passages
    one = contrast(values, clusters, first & inside, ~first & inside)
    other = contrast(values[inside], clusters[inside], first[inside], ~first[inside])
    assert (one.estimate, one.low, one.high, one.n) == pytest.approx(
        (other.estimate, other.low, other.high, other.n), nan_ok=True
    )


@given(arrays(np.bool_, st.tuples(st.integers(8, 30), st.integers(1, 4))), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_a_difference_is_tested_by_mcnemar_and_by_a_t_test_that_rejects_where_its_interval_does(first, seed):
    random = np.random.default_rng(seed)
    second, clusters = first ^ (random.random(first.shape) < 0.4), np.arange(len(first)) // 2
    tests = difference_tests(first, second, clusters)
    gaps = means(first.astype(float) - second, clusters)
    for k, p in enumerate(tests):
        exact = mcnemar(first[:, k], second[:, k]).p
        assert p >= exact - 1e-12
        apart = bool(gaps.low[k] > 0 or gaps.high[k] < 0)
        assert (p < 0.05) == (exact < 0.05 and apart)
