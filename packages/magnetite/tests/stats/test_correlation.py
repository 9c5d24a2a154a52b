"""Correlations are scipy's, keep under changes that must not matter, and their intervals hold what was planted."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats
from scipy.special import ndtr

from examfiles.errors import UsageError
from magnetite.stats.correlation import METHODS, correlation, correlation_p, correlations

SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}
ties = st.integers(0, 6)


@st.composite
def pairs(draw, least=4, most=40):
    """Draw two columns with many ties, neither of them constant."""
    n = draw(st.integers(least, most))
    columns = [draw(st.lists(ties, min_size=n, max_size=n)) for _ in range(2)]
    for column in columns:
        if len(set(column)) == 1:
            column[0] += 1
    return tuple(np.array(column, dtype=np.float64) for column in columns)


def scores(random, values):
    """Turn normal values into shares of 346 questions won: mostly 0, rarely large, as interference scores are."""
    return random.binomial(346, ndtr(1.2 * values - 3.2)) / 346


def normal_pair(random, n, rho):
    x, noise = random.standard_normal((2, n))
    return x, rho * x + np.sqrt(1 - rho**2) * noise


def numbers(interval):
    return interval.estimate, interval.low, interval.high


@given(pairs(), st.sampled_from(METHODS))
def test_the_estimate_is_scipys_and_its_interval_reaches_as_far_both_ways_as_the_textbooks_or_further(pair, method):
    result = correlation(*pair, method)
    r, n = SCIPY[method](*pair).statistic, len(pair[0])
    assert result.estimate == pytest.approx(r, abs=1e-9)
    assert result.n == n
    if abs(r) < 1 - 1e-9:
        low, middle, high = np.arctanh([result.low, result.estimate, result.high])
        error = np.sqrt((1 if method == "pearson" else 1 + r**2 / 2) / (n - 3))
        assert high - middle >= stats.norm.ppf(0.975) * error * (1 - 1e-6)
        assert np.tanh(2 * middle - high) == pytest.approx(np.tanh(low), abs=1e-6)


@given(pairs(), st.sampled_from(METHODS), st.sampled_from([-1, 1]), st.integers(0, 40))
def test_columns_that_differ_by_rounding_alone_have_a_correlation_of_one_or_nearly(pair, method, sign, ulps):
    x = pair[0] + 1
    y = sign * x * (1 + ulps * np.finfo(float).eps * (pair[1] - 3))
    result = correlation(x, y, method)
    p = correlation_p(x, y, method)
    assert np.isfinite([result.estimate, p]).all()
    assert np.isfinite([result.low, result.high]).all() or p >= 0.05
    if method == "pearson":
        assert result.estimate == pytest.approx(sign)


@given(pairs(), st.sampled_from(METHODS))
def test_order_of_the_two_columns_and_of_the_rows_changes_nothing(pair, method):
    x, y = pair
    result = numbers(correlation(x, y, method))
    assert numbers(correlation(y, x, method)) == pytest.approx(result, abs=1e-9, nan_ok=True)
    assert numbers(correlation(x[::-1], y[::-1], method)) == pytest.approx(result, abs=1e-9, nan_ok=True)


@given(pairs())
def test_spearman_keeps_under_any_growing_function_and_turns_round_under_a_falling_one(pair):
    x, y = pair
    result = correlation(x, y, "spearman")
    assert numbers(correlation(np.exp(3 * x) - 7, y**3, "spearman")) == pytest.approx(
        numbers(result), abs=1e-9, nan_ok=True
    )
    turned = (-result.estimate, -result.high, -result.low)
    assert numbers(correlation(-np.exp(x), y, "spearman")) == pytest.approx(turned, abs=1e-9, nan_ok=True)


@given(pairs(), st.floats(1e-3, 1e3), st.floats(-1e3, 1e3))
def test_pearson_keeps_under_scaling_and_shifting(pair, scale, shift):
    x, y = pair
    result = numbers(correlation(x, y))
    assert numbers(correlation(scale * x + shift, y)) == pytest.approx(result, abs=1e-5, nan_ok=True)


def test_very_large_and_very_small_numbers_are_correlated_as_any_others():
    x, y = np.array([1.0, 2, 3, 4, 6]), np.array([2.0, 1, 4, 3, 5])
    plain = numbers(correlation(x, y))
    assert numbers(correlation(x * 1e300, y * 1e-300)) == pytest.approx(plain)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rho", [0.0, 0.5, 0.8])
def test_the_interval_holds_a_planted_correlation_of_normal_columns_19_times_in_20(method, rho):
    random = np.random.default_rng(1)
    truth = rho if method == "pearson" else 6 / np.pi * np.arcsin(rho / 2)
    result = [correlation(*normal_pair(random, 60, rho), method) for _ in range(400)]
    assert np.mean([i.low <= truth <= i.high for i in result]) == pytest.approx(0.955, abs=0.03)


@pytest.mark.parametrize(
    ("method", "n", "least"), [("spearman", 30, 0.92), ("spearman", 400, 0.93), ("pearson", 2000, 0.88)]
)
def test_the_interval_holds_where_most_scores_are_0_and_few_are_high(method, n, least):
    random = np.random.default_rng(2)
    whole = normal_pair(random, 400_000, 0.8)
    truth = correlation(scores(random, whole[0]), scores(random, whole[1]), method).estimate
    held = []
    for _ in range(1000):
        x, y = normal_pair(random, n, 0.8)
        result = correlation(scores(random, x), scores(random, y), method)
        held.append(result.low <= truth <= result.high)
    assert least <= np.mean(held) <= 0.99


def test_the_textbook_interval_alone_would_not_hold_there():
    # Fisher's interval for Pearson, where scores are mostly 0: the reason why the wider of two is given
    random, held = np.random.default_rng(3), 0
    whole = normal_pair(random, 400_000, 0.8)
    truth = np.corrcoef(scores(random, whole[0]), scores(random, whole[1]))[0, 1]
    for _ in range(100):
        x, y = normal_pair(random, 1000, 0.8)
        z = np.arctanh(np.corrcoef(scores(random, x), scores(random, y))[0, 1])
        held += np.tanh(z - 1.96 / np.sqrt(997)) <= truth <= np.tanh(z + 1.96 / np.sqrt(997))
    assert held < 70


@pytest.mark.parametrize("method", METHODS)
def test_the_spread_that_supposes_no_distribution_is_the_jackknifes(method):
    random = np.random.default_rng(4)
    x, y = normal_pair(random, 800, 0.0)
    y = x * y  # goes with x in size, not in sign: the textbook error is too small
    left_out = [SCIPY[method](np.delete(x, i), np.delete(y, i)).statistic for i in range(800)]
    error = np.sqrt(799 / 800 * np.sum((left_out - np.mean(left_out)) ** 2))
    result = correlation(x, y, method)
    width = np.arctanh(result.high) - np.arctanh(result.low)
    assert width == pytest.approx(2 * stats.t.ppf(0.975, 798) * error / (1 - result.estimate**2), rel=0.03)


def test_small_numbers_are_worked_by_hand():
    # ranks 1..5 against 2, 1, 4, 3, 5: Σd² = 4, r = 1 - 6·4/(5·24) = 0.8; Bonett & Wright: √(1.32/2) = 0.8124
    result = correlation(np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5]), "spearman")
    assert result.estimate == pytest.approx(0.8)
    assert np.arctanh(result.high) - np.arctanh(0.8) >= 1.959964 * 0.812404 - 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_what_has_no_correlation_is_nan_and_raises_no_warning(method):
    few, constant, rising = np.arange(3.0), np.full(9, 2.0), np.arange(9.0)
    for x, y in ((few, few), (constant, rising), (rising, constant), (rising[:0], rising[:0])):
        result = correlation(x, y, method)
        assert np.isnan(numbers(result)).all()
        assert result.n == len(x)
        assert np.isnan(correlation_p(x, y, method))


@pytest.mark.parametrize("method", METHODS)
def test_rows_that_are_not_known_in_both_columns_are_left_out(method):
    random = np.random.default_rng(5)
    x, y = normal_pair(random, 50, 0.5)
    result = correlation(x, y, method)
    holed = correlation(np.append(x, [np.nan, 1.0, np.inf]), np.append(y, [1.0, np.nan, 0.0]), method)
    assert (holed.n, holed.estimate, holed.low) == (50, pytest.approx(result.estimate), pytest.approx(result.low))


@pytest.mark.parametrize("method", METHODS)
def test_a_perfect_correlation_has_an_interval_without_width(method):
    x = np.array([0.1, 0.2, 0.7, 0.9, 1.3])
    assert numbers(correlation(x, x, method)) == (1, 1, 1)
    assert numbers(correlation(x, -x, method)) == (-1, -1, -1)
    assert correlation_p(x, x, method) == pytest.approx(2 / 120), "of 120 orders, two are perfect"


@pytest.mark.parametrize("method", METHODS)
def test_a_perfect_correlation_that_luck_gives_often_proves_nothing(method):
    alone = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9])  # one of eight has a score, and the feature
    result = correlation(alone, 1.0 * (alone > 0), method)
    assert (result.estimate, result.n) == (1, 8)
    assert np.isnan([result.low, result.high]).all()
    assert correlation_p(alone, 1.0 * (alone > 0), method) == pytest.approx(2 / 8)
    repeated = np.repeat(np.arange(3.0), 4)
    assert correlation_p(repeated, repeated, method, np.repeat(np.arange(3), 4)) == pytest.approx(2 / 6)


@given(pairs(), st.sampled_from(METHODS))
@example((np.array([2.0, -2.0, 1.0, -1.0]), np.array([1.0, -1.0, 2.0, -2.0])), "pearson")  # leaving one out: the same r
def test_the_p_value_is_below_one_in_twenty_exactly_where_the_interval_leaves_out_0(pair, method):
    result, p = correlation(*pair, method), correlation_p(*pair, method)
    if abs(p - 0.05) > 1e-9:
        assert (p < 0.05) == (result.low > 0 or result.high < 0)
    assert 0 <= p <= 1


def test_independent_columns_are_called_related_once_in_twenty():
    random = np.random.default_rng(6)
    p = [correlation_p(*(scores(random, v) for v in random.standard_normal((2, 200))), "spearman") for _ in range(500)]
    assert 0.01 < np.mean(np.array(p) < 0.05) < 0.075


def test_rows_that_repeat_each_other_count_once_where_they_are_one_cluster():
    random = np.random.default_rng(7)
    x, y = normal_pair(random, 80, 0.4)
    once = correlation(x, y, "spearman")
    repeated, clusters = (np.repeat(x, 5), np.repeat(y, 5)), np.repeat(np.arange(80), 5)
    blind, clustered = correlation(*repeated, "spearman"), correlation(*repeated, "spearman", clusters)
    assert clustered.estimate == pytest.approx(once.estimate, abs=0.01)
    assert clustered.high - clustered.low == pytest.approx(once.high - once.low, rel=0.1)
    assert blind.high - blind.low < 0.55 * (clustered.high - clustered.low)


def test_clusters_of_one_row_each_change_nothing_and_two_clusters_give_no_interval():
    random = np.random.default_rng(8)
    x, y = normal_pair(random, 30, 0.4)
    assert correlation(x, y, "spearman", np.arange(30)[::-1]) == correlation(x, y, "spearman")
    two = correlation(x, y, "spearman", np.arange(30) % 2)
    assert np.isnan([two.low, two.high]).all()
    assert np.isfinite(two.estimate)


def test_every_pair_of_systems_is_correlated_in_every_group_of_options():
    random = np.random.default_rng(9)
    columns = random.standard_normal((60, 3))
    series = np.arange(60) < 20
    columns[series, 1] = columns[series, 0] ** 3  # planted: alike on the series, unrelated elsewhere
    result = correlations(columns, {"all": np.ones(60, dtype=bool), "series": series, "other": ~series})
    assert [(c.group, c.first, c.second) for c in result] == [
        (group, *pair) for group in ("all", "series", "other") for pair in ((0, 1), (0, 2), (1, 2))
    ]
    assert {c.group: c.spearman.n for c in result} == {"all": 60, "series": 20, "other": 40}
    assert (result[3].spearman.estimate, result[3].pearson.estimate < 1) == (1.0, True)
    assert result[6].spearman == correlation(columns[~series, 0], columns[~series, 1], "spearman")
    assert result[6].spearman.low < 0 < result[6].spearman.high


def test_a_group_without_options_has_no_correlation_rather_than_an_error():
    result = correlations(np.random.default_rng(0).random((9, 2)), {"series": np.zeros(9, dtype=bool)})
    assert (result[0].pearson.n, np.isnan(result[0].pearson.estimate)) == (0, True)


def test_an_unknown_method_is_refused_with_the_nearest_name():
    with pytest.raises(UsageError, match=r"correlation 'spearmen' does not exist.*'spearman'"):
        correlation(np.arange(5.0), np.arange(5.0), "spearmen")
