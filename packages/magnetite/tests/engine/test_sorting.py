"""Sorting is stable and loses no number, whether or not numbers fit beside their positions."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from magnetite.engine.plan import ordered

numbers = st.lists(st.integers(0, 5) | st.integers(0, 2**32 - 1), max_size=50)


@given(given_numbers=numbers, kind=st.sampled_from([np.int64, np.uint64]))
def test_numbers_come_in_order_and_equal_ones_as_they_stood(given_numbers, kind):
    array = np.array(given_numbers, dtype=kind)
    values, order = ordered(array)
    assert order.tolist() == sorted(range(len(array)), key=given_numbers.__getitem__)
    assert values.tolist() == sorted(given_numbers)
    assert array.tolist() == given_numbers


@given(given_numbers=numbers.map(lambda small: [*small, 2**32, 2**62]))
def test_numbers_of_more_than_32_bits_are_sorted_as_well(given_numbers):
    values, order = ordered(np.array(given_numbers, dtype=np.int64))
    assert order.tolist() == sorted(range(len(given_numbers)), key=given_numbers.__getitem__)
    assert values.tolist() == sorted(given_numbers)
