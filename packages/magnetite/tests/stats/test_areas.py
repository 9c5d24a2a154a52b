"""The area under the curve is the share of pairs that are told apart, and its interval keeps its rate."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.areas import area

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=20)


@given(PAIRS)
def test_it_is_the_share_of_pairs_in_order_and_turned_round_the_rest(pairs):
    first, second = np.array(pairs, dtype=float).T
    clusters = np.arange(len(pairs))
    above = np.mean([(a > b) + 0.5 * (a == b) for a in first for b in second])
    assert area(first, second, clusters).estimate == pytest.approx(above)
    assert area(second, first, clusters).estimate == pytest.approx(1 - above)


@given(PAIRS)
def test_it_depends_on_ranks_alone(pairs):
    first, second = np.array(pairs, dtype=float).T
    clusters = np.arange(len(pairs)) // 2
    plain, bent = area(first, second, clusters), area(np.exp(first), np.exp(second), clusters)
    assert bent.estimate == pytest.approx(plain.estimate)


@pytest.mark.parametrize("shift", [0.0, 0.7])
def test_its_interval_leaves_the_truth_out_as_often_as_promised_with_alike_questions_of_a_passage(shift):
    draw, missed, trials = np.random.default_rng(4), 0, 300
    truth = np.mean(draw.normal(shift, np.sqrt(2), 200_000) > draw.normal(0, np.sqrt(2), 200_000))
    for _ in range(trials):
        passage = np.repeat(draw.normal(size=30), 4)  # which both states share
        clusters = np.repeat(np.arange(30), 4)
        first, second = (passage + draw.normal(size=120) + by for by in (shift, 0.0))
        found = area(first, second, clusters)
        missed += not found.low <= truth <= found.high
    assert missed <= 0.09 * trials
