"""Entropy and effective options keep their bounds, and agree with sums done by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.calibration import effective_options, entropy, information_gain, normalised_options
from magnetite.stats.ragged import softmax

SCORES = st.lists(st.lists(st.floats(-50, 50), min_size=2, max_size=7), min_size=1, max_size=6)


def flat(rows):
    return np.array([v for row in rows for v in row], dtype=float), np.array([len(row) for row in rows])


def effective(rows):
    scores, counts = flat(rows)
    return effective_options(entropy(softmax(scores, counts), counts))


@given(SCORES)
def test_probabilities_are_positive_and_add_up_to_one_in_every_row(rows):
    scores, counts = flat(rows)
    probabilities = softmax(scores, counts)
    assert (probabilities >= 0).all()
    assert np.add.reduceat(probabilities, np.cumsum(counts) - counts) == pytest.approx(np.ones(len(rows)))


@given(SCORES)
def test_effective_options_lie_between_one_and_the_number_of_options(rows):
    _, counts = flat(rows)
    assert (effective(rows) >= 1).all()
    assert (effective(rows) <= counts * (1 + 1e-12)).all()
    assert (
        (normalised_options(effective(rows), counts) >= 0) & (normalised_options(effective(rows), counts) <= 1)
    ).all()


@given(SCORES, st.randoms(use_true_random=False), st.floats(-20, 20))
def test_reordering_options_or_shifting_all_scores_changes_nothing(rows, random, shift):
    moved = [[v + shift for v in random.sample(row, len(row))] for row in rows]
    assert effective(moved) == pytest.approx(effective(rows), rel=1e-6)


def test_a_half_a_quarter_and_two_eighths_are_one_and_three_quarter_bits():
    bits = entropy(np.array([0.5, 0.25, 0.125, 0.125]), np.array([4]))
    assert bits.tolist() == [1.75]
    assert effective_options(bits) == pytest.approx([2**1.75])
    assert normalised_options(effective_options(bits), np.array([4])) == pytest.approx([(2**1.75 - 1) / 3])


def test_equal_scores_leave_every_option_open_and_one_huge_score_leaves_one():
    assert effective([[0, 0], [3, 3, 3, 3, 3], [800, 0, -800]]) == pytest.approx([2, 5, 1])


def test_information_gain_is_negative_where_the_input_adds_doubt():
    assert information_gain(np.array([2.0, 0.5]), np.array([0.5, 1.0])).tolist() == [1.5, -0.5]
