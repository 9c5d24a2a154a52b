"""Quantiles that are computed here are SciPy's, to eleven digits."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from magnetite.stats.distributions import chi_squared_tail, f_quantile, normal_quantile, t_quantile
from scipy import stats

CLOSE = 1e-11
UPPER = st.floats(0.51, 0.99999)
DEGREES = st.floats(0.3, 60) | st.floats(60, 2e6) | st.integers(1, 100_000).map(float)


@given(UPPER, st.lists(DEGREES, min_size=1, max_size=4))
def test_quantiles_of_t_are_scipys(p, degrees):
    assert t_quantile(degrees, p) == pytest.approx(stats.t.ppf(p, degrees), rel=CLOSE)


@given(st.floats(1e-12, 1 - 1e-12))
def test_quantiles_of_the_normal_distribution_are_scipys(p):
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), rel=CLOSE, abs=CLOSE)


@given(st.floats(0.001, 0.999), st.integers(1, 3_000), st.integers(1, 100_000))
def test_quantiles_of_f_are_scipys(p, first, second):
    assert f_quantile(p, first, second) == pytest.approx(stats.f.ppf(p, first, second), rel=10 * CLOSE)


@given(st.floats(0, 1_000), st.integers(1, 40))
def test_tails_of_chi_squared_are_scipys(value, degrees):
    assert chi_squared_tail(value, degrees) == pytest.approx(stats.chi2.sf(value, degrees), rel=CLOSE, abs=1e-290)


def test_quantiles_of_t_keep_their_shape_and_are_unknown_without_degrees():
    found = t_quantile(np.array([[1, 2], [0, -1]]), 0.975)
    assert found.shape == (2, 2)
    assert np.isnan(found).tolist() == [[False, False], [True, True]]
    assert math.isnan(float(t_quantile(math.nan, 0.975)))
