"""Rows of different lengths are reduced as if each were looked at alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.ragged import row_argmaxima, row_maxima, row_put, row_starts, row_sums, row_take

ROWS = st.lists(st.lists(st.integers(-9, 9), min_size=1, max_size=6), min_size=1, max_size=8)


def flat(rows):
    return np.array([v for row in rows for v in row], dtype=float), np.array([len(row) for row in rows])


@given(ROWS)
def test_each_row_is_reduced_as_python_reduces_it_alone(rows):
    values, counts = flat(rows)
    assert row_sums(values, counts).tolist() == [sum(row) for row in rows]
    assert row_maxima(values, counts).tolist() == [max(row) for row in rows]
    assert row_argmaxima(values, counts).tolist() == [row.index(max(row)) for row in rows]


@given(ROWS)
def test_putting_a_value_back_where_it_was_taken_changes_nothing(rows):
    values, counts = flat(rows)
    last = counts - 1
    assert row_take(values, counts, last).tolist() == [row[-1] for row in rows]
    assert row_put(values, counts, last, 99.0).tolist() == [v for row in rows for v in [*row[:-1], 99.0]]


def test_a_negative_position_leaves_its_row_as_it_is():
    assert row_put(np.array([1.0, 2.0, 3.0]), np.array([2, 1]), np.array([-1, 0]), 0.0).tolist() == [1.0, 2.0, 0.0]


def test_no_rows_at_all_give_empty_results():
    none = np.zeros(0, dtype=np.int64)
    assert len(row_sums(np.zeros(0), none)) == len(row_maxima(np.zeros(0), none)) == 0
    assert len(row_argmaxima(np.zeros(0), none)) == 0


def test_an_empty_row_is_refused_by_its_position():
    with pytest.raises(ValueError, match="row 1 is empty"):
        row_starts(np.array([2, 0, 3]))
