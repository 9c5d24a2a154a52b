import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from magnetite.stats import item_analysis
from magnetite.stats.item_analysis import (
    item_statistics,
    mean_rest_scores,
    rest_correlations,
    rest_scores,
    score_groups,
)


def simulated(candidates, slopes, seed=0, easy=0.0):
    """Draw answers by the logistic model: the chance of being right grows with ability, by each item's slope."""
    random = np.random.default_rng(seed)
    ability = random.normal(size=(candidates, 1))
    return random.random((candidates, len(slopes))) < 1 / (1 + np.exp(-(easy + np.array(slopes) * ability)))


@given(arrays(np.bool_, st.tuples(st.integers(4, 12), st.integers(2, 5))))
@settings(max_examples=80, deadline=None)
def test_discrimination_is_pearsons_correlation_with_the_rest_score(right):
    result = item_statistics(right, resamples=10).discrimination.estimate
    for item in range(right.shape[1]):
        x, rest = right[:, item].astype(float), np.delete(right, item, axis=1).sum(axis=1)
        if np.ptp(x) == 0 or np.ptp(rest) == 0:
            assert math.isnan(result[item])
        else:
            assert result[item] == pytest.approx(np.corrcoef(x, rest)[0, 1], abs=1e-9)


@given(arrays(np.bool_, (9, 4)), arrays(np.bool_, (9, 4)))
def test_what_was_not_asked_counts_for_nothing_and_the_rest_of_an_exam_stands_for_all_of_it(right, asked):
    result = item_statistics(right, asked, resamples=10)
    for item in range(4):
        inside, others = asked[:, item], np.delete(asked, item, axis=1)
        x, hits = right[inside, item].astype(float), (np.delete(right, item, axis=1) & others).sum(axis=1)
        rest = 3 * (hits / np.maximum(others.sum(axis=1), 1))[inside]
        assert rest_scores(right, asked)[inside, item] == pytest.approx(rest)
        assert result.facility[item].n == inside.sum()
        if inside.sum() >= 3 and np.ptp(x) and np.ptp(rest) > 1e-9:
            assert result.facility.estimate[item] == x.mean()
            assert result.discrimination.estimate[item] == pytest.approx(np.corrcoef(x, rest)[0, 1], abs=1e-6)
        else:
            assert math.isnan(result.discrimination.estimate[item])


def test_planted_slopes_come_back_in_their_order_and_a_wrong_key_is_clearly_negative():
    result = item_statistics(simulated(600, [0.0, 0.7, 2.5, -2.0, 1.0, 1.0, 1.0, 1.0])).discrimination
    estimate = result.estimate
    assert estimate[3] < estimate[0] < estimate[1] < estimate[2]
    assert result.high[3] < 0
    assert result.low[2] > 0.2


def test_the_interval_of_an_item_without_discrimination_holds_zero_about_95_times_in_100():
    held = 0
    for seed in range(100):
        result = item_statistics(simulated(120, [0.0, 1.0, 1.0, 1.0, 1.0, 1.0], seed), resamples=300).discrimination
        held += bool(result.low[0] <= 0 <= result.high[0])
    assert 88 <= held <= 100


@pytest.mark.parametrize("candidates", [12, 40])
@pytest.mark.parametrize("right", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("skewed", [False, True])
def test_luck_leaves_zero_outside_an_interval_in_one_item_of_forty_at_either_end(candidates, right, skewed):
    """However few are right, and where a few candidates left most of the exam blank; of fewer than three, nothing."""
    random, columns = np.random.default_rng(right), 1000
    marks = random.permuted(np.arange(candidates)[:, None] < np.full(columns, right), axis=0)
    solved = random.binomial(40, 0.8, marks.shape)
    rest = np.where(random.random(marks.shape) < 0.05, 2, solved) if skewed else random.normal(20, 5, marks.shape)
    asked, items = np.ones_like(marks), np.arange(columns)
    found = rest_correlations(marks, items, rest.astype(float), asked, resamples=400)
    assert np.isnan(found.low).all() == (right < 3)
    for missed in (np.mean(found.low > 0), np.mean(found.high < 0)):
        assert missed <= 0.04  # 0.025, and what 1,000 items may show by chance


def test_groups_that_are_right_are_counted_not_their_members():
    right = simulated(14, [1.0, 2.0, 0.5, 1.5, 1.0], seed=3)
    right[:, 0] = np.arange(14) < 2
    groups = np.array([0, 0, 0, *range(14)])
    found = item_statistics(np.concatenate([np.repeat(right[:1], 3, axis=0), right]), groups=groups).discrimination
    assert np.isfinite(found.low).tolist() == [False, True, True, True, True]


def test_an_item_does_not_correlate_with_itself():
    two = np.array([[1, 0], [0, 1], [1, 1], [0, 0]] * 10, dtype=bool)  # independent, though both count in the total
    assert item_statistics(two).discrimination.estimate == pytest.approx([0, 0])


def test_what_cannot_be_told_is_not_a_number():
    all_right = np.ones((20, 3), dtype=bool)
    result = item_statistics(all_right)
    assert np.isnan(result.discrimination.estimate).all()
    assert np.isnan(result.discrimination.low).all()
    assert result.facility.estimate.tolist() == [1, 1, 1]
    assert np.isnan(item_statistics(np.array([[True, False]])).discrimination.estimate).all()


def test_few_candidates_give_no_interval():
    few = item_statistics(simulated(9, [2.0, 2.0, 2.0, 2.0], seed=3)).discrimination
    assert np.isfinite(few.estimate).all()
    assert np.isnan(few.low).all()
    assert np.isnan(few.high).all()


def test_three_candidates_have_a_correlation_and_ten_an_interval():
    three = np.array([[1, 1], [0, 1], [0, 0]], dtype=bool)
    assert item_statistics(three).discrimination.estimate == pytest.approx([0.5, 0.5])
    assert np.isnan(item_statistics(three[:2]).discrimination.estimate).all()
    ten = np.arange(10)[:, None] < np.array([3, 4, 6, 7])
    assert np.isfinite(item_statistics(ten).discrimination.low).all()
    asked = np.arange(11)[:, None] > np.array([0, 1, 0, 0])  # the second item: nine candidates
    some = item_statistics(np.arange(11)[:, None] < np.array([4, 5, 7, 8]), asked).discrimination
    assert np.isfinite(some.low).tolist() == [True, False, True, True]


@pytest.mark.parametrize(("candidates", "groups"), [(29, 0), (30, 3), (99, 3), (100, 5)])
def test_so_many_candidates_make_so_many_score_groups(candidates, groups):
    assert set(score_groups(np.arange(candidates)).tolist()) == (set(range(groups)) or {-1})


def test_of_very_many_candidates_200_resamples_are_enough_and_of_few_all_are_drawn(monkeypatch):
    def low(resamples):
        return item_statistics(right, resamples=resamples).discrimination.low.tolist()

    right = simulated(40, [1.0, 1.0, 1.0, 1.0, 1.0], easy=1.5)  # so that the resamples' ends lie outside of Fisher's
    assert low(1000) != low(200)
    monkeypatch.setattr(item_analysis, "_DRAWS", 2000)
    assert low(1000) == low(200) != low(199)


def test_how_many_resamples_are_drawn_at_a_time_changes_nothing(monkeypatch):
    right = simulated(40, [1.0, 1.0, 1.0])
    whole = item_statistics(right, resamples=300).discrimination.low
    monkeypatch.setattr(item_analysis, "_BLOCK", 40 * 7)
    assert item_statistics(right, resamples=300).discrimination.low == pytest.approx(whole)


def test_options_are_counted_with_the_mean_rest_score_of_those_who_chose_them():
    right = np.array([[1, 1, 1], [0, 1, 0], [0, 0, 0]], dtype=bool)
    counts, means = mean_rest_scores(rest_scores(right)[:, 0], np.array([2, 0, -1]), 3)
    assert counts.tolist() == [1, 0, 1, 1]
    assert means[[0, 2, 3]].tolist() == [1, 2, 0]
    assert math.isnan(means[1])


def test_resampling_is_the_same_for_the_same_seed():
    right = simulated(50, [1.0, 1.0, 1.0])
    first, again = (item_statistics(right, seed=4).discrimination for _ in range(2))
    assert (first.low == again.low).all()
    assert (first.low != item_statistics(right, seed=5).discrimination.low).any()


def test_a_group_of_the_same_answers_says_what_one_of_them_says_alone():
    right = simulated(14, [1.0, 2.0, 0.5, 1.5, 1.0], seed=3)
    groups = np.array([0, 0, 0, 0, *range(14)])
    repeated = np.concatenate([np.repeat(right[:1], 4, axis=0), right])
    alone, together = item_statistics(right), item_statistics(repeated, groups=groups)
    for one, other in ((alone.facility, together.facility), (alone.discrimination, together.discrimination)):
        for end in ("estimate", "low", "high"):
            assert getattr(other, end) == pytest.approx(getattr(one, end))
    assert list(together.facility.n) == [18] * 5
    assert list(together.discrimination.n) == [14] * 5
