"""Statistics against the textbook's formulas, written down anew, on random input."""

from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import norm, t

from magnetite.stats.agreement import nominal_alpha
from magnetite.stats.intervals import holm, mcnemar, mean, share, wilson
from magnetite.stats.item_analysis import item_statistics, reliability
from tests.laws.figures import laws

CLUSTERED = st.lists(st.tuples(st.floats(-3, 3), st.integers(0, 5)), min_size=6, max_size=30)


@laws(30)
@given(st.integers(1, 200), st.data())
def test_wilsons_interval_is_the_shares_that_a_score_test_does_not_reject(n: int, data: st.DataObject) -> None:
    """Wilson (1927): both ends solve (p̂ - p)² = z² p (1 - p) / n."""
    hits = data.draw(st.integers(0, n))
    own, z = hits / n, norm.ppf(0.975)
    roots = np.roots([1 + z**2 / n, -(2 * own + z**2 / n), own**2])
    low, high = wilson(np.array([own]), np.array([float(n)]))
    assert (low[0], high[0]) == pytest.approx(tuple(sorted(roots.real)), abs=1e-9)
    found = share(np.arange(n) < hits, np.arange(n))
    assert n == 1 or (found.low, found.high) == pytest.approx((low[0], high[0]))


@laws(30)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holms_p_values_are_the_levels_at_which_his_steps_reject(p_values: list[float]) -> None:
    """Holm (1979): from the smallest p-value up, each is compared with the level over the number that is left."""

    def rejected(level: float) -> set[int]:
        gone: set[int] = set()
        for left, k in zip(range(len(p_values), 0, -1), np.argsort(p_values, kind="stable"), strict=True):
            if p_values[k] > level / left:
                break
            gone.add(int(k))
        return gone

    for k, p in enumerate(holm(np.array(p_values))):
        assert p >= 1 or k in rejected(p + 1e-12)
        assert p < 1e-9 or k not in rejected(p - 1e-9)


@laws(30)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 10))
def test_mcnemars_exact_p_value_is_that_of_fair_coins(gained: int, lost: int, both: int) -> None:
    first = np.array([True] * gained + [False] * lost + [True] * both, dtype=bool)
    second = np.array([False] * gained + [True] * lost + [True] * both, dtype=bool)
    flips = gained + lost
    tail = sum(comb(flips, k) for k in range(min(gained, lost) + 1)) / 2**flips
    assert mcnemar(first, second).p == pytest.approx(min(1.0, 2 * tail))


@laws(30)
@given(CLUSTERED)
def test_a_means_interval_is_cr2_with_bell_and_mccaffreys_degrees_of_freedom(pairs: list[tuple[float, int]]) -> None:
    """Bell & McCaffrey (2002), by matrices: the regression on a constant, as R's clubSandwich has it."""
    values, clusters = np.array([value for value, _ in pairs]), np.array([cluster for _, cluster in pairs])
    names = np.unique(clusters)
    found = mean(values, np.searchsorted(names, clusters))
    if len(names) < 2:
        assert np.isnan(found.low)
        return
    n = len(values)
    residual_maker = np.eye(n) - np.ones((n, n)) / n
    variance, columns = 0.0, []
    for name in names:
        inside = clusters == name
        value, vector = np.linalg.eigh(residual_maker[np.ix_(inside, inside)])
        adjust = vector @ np.diag(value**-0.5) @ vector.T
        weights = adjust @ np.ones(inside.sum()) / n
        variance += float(weights @ (values - values.mean())[inside]) ** 2
        columns.append(residual_maker[:, inside] @ weights)
    spectrum = np.linalg.eigvalsh(np.array(columns) @ np.array(columns).T)
    freedom = spectrum.sum() ** 2 / (spectrum**2).sum()
    reach = t.ppf(0.975, freedom) * sqrt(variance)
    assert (found.estimate - found.low, found.high - found.estimate) == pytest.approx((reach, reach), abs=1e-9)


@laws(20)
@given(arrays(np.bool_, st.tuples(st.integers(10, 25), st.integers(3, 8))))
def test_alpha_and_item_rest_correlations_are_those_of_psych(right: np.ndarray) -> None:
    """psych's alpha(): raw_alpha from the covariance matrix, alpha.drop without an item, r.drop with the others."""
    covariance, items = np.cov(right.astype(float).T), right.shape[1]
    found, drop = reliability(right), item_statistics(right, resamples=10).discrimination.estimate
    if covariance.sum() < 1e-9:
        assert np.isnan(found.alpha.estimate)
        return
    raw = (1 - np.trace(covariance) / covariance.sum()) * items / (items - 1)
    assert found.alpha.estimate == pytest.approx(raw)
    for item in range(items):
        others = np.delete(np.arange(items), item)
        rest = covariance[np.ix_(others, others)].sum()
        if covariance[item, item] > 1e-9 and rest > 1e-9:
            assert drop[item] == pytest.approx(covariance[item, others].sum() / sqrt(covariance[item, item] * rest))
        if rest > 1e-9 and items > 2:
            part = covariance[np.ix_(others, others)]
            expected = (1 - np.trace(part) / part.sum()) * (items - 1) / (items - 2)
            assert found.without[item] == pytest.approx(expected)


@laws(20)
@given(arrays(np.int64, st.tuples(st.integers(3, 8), st.integers(2, 5)), elements=st.integers(-1, 3)))
def test_krippendorffs_alpha_is_that_of_pairs_within_units_and_of_all_pairs(values: np.ndarray) -> None:
    """Krippendorff (2011), nominal data: pairs of one unit, each weighed 1/(m - 1), against pairs of all that pair."""
    units = [[int(v) for v in unit if v >= 0] for unit in values]
    units = [unit for unit in units if len(unit) > 1]
    every = [v for unit in units for v in unit]
    n = len(every)
    observed = sum((a != b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2))
    expected = sum(a != b for a, b in permutations(every, 2))
    rows, _ = np.nonzero(values >= 0)
    found = nominal_alpha(rows, values[values >= 0]).estimate
    if not expected:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(1 - (n - 1) * observed / expected)
