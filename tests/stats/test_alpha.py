"""Krippendorff's alpha: the published example, and what must hold of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.alpha import nominal_alpha

# Krippendorff (2011), example C: four observers, twelve units, some of them not judged; nominal alpha is 0.743.
NONE = 0
OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3),
    (NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE),
)


def judgements(observers):
    found = [(unit, value) for row in observers for unit, value in enumerate(row) if value != NONE]
    return np.array([unit for unit, _ in found]), np.array([value for _, value in found])


def test_the_published_example_comes_out():
    found = nominal_alpha(*judgements(OBSERVERS))
    assert found.estimate == pytest.approx(0.743, abs=0.0005)
    assert found.n == 40
    assert found.low < found.estimate < found.high


def test_the_published_example_of_two_observers_and_two_values_comes_out():
    """Krippendorff (2011), example A: 0.095."""
    first, second = (1, 2, 1, 1, 1, 1, 1, 1, 2, 1), (2, 2, 2, 1, 1, 2, 1, 1, 1, 1)
    assert nominal_alpha(*judgements((first, second))).estimate == pytest.approx(0.095, abs=0.0005)


@given(st.integers(0, 1000))
def test_names_of_values_and_the_order_of_judgements_do_not_matter(seed):
    random = np.random.default_rng(seed)
    units, values = random.integers(0, 8, 60), random.integers(0, 4, 60)
    order = random.permutation(60)
    renamed = np.array([7, 2, 9, 4])[values]
    assert nominal_alpha(units[order], renamed[order], resamples=1).estimate == pytest.approx(
        nominal_alpha(units, values, resamples=1).estimate
    )


def test_chance_is_nothing_and_agreement_is_one():
    random = np.random.default_rng(0)
    units = np.repeat(np.arange(500), 6)
    assert abs(nominal_alpha(units, random.integers(0, 4, 3000)).estimate) < 0.02
    assert nominal_alpha(units, units % 4).estimate == 1.0


def test_where_nothing_is_judged_twice_or_all_is_the_same_there_is_no_alpha():
    assert np.isnan(nominal_alpha(np.arange(5), np.arange(5)).estimate)
    assert np.isnan(nominal_alpha(np.zeros(0, int), np.zeros(0, int)).estimate)
    assert np.isnan(nominal_alpha(np.repeat(np.arange(5), 2), np.zeros(10, int)).estimate)
