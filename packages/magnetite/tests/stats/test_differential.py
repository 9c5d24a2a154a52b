"""Differential item functioning: what is not there is not found, what is planted is, and groups are interchangeable."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from magnetite.stats.differential import DELTA, common_odds, differences, ets_class, strata
from magnetite.stats.intervals import Interval

# Admissions by department, (departments, sexes, admitted or not): Bickel, Hammel & O'Connell 1975.
ADMISSIONS = np.array(
    [
        *([[512, 313], [89, 19]], [[353, 207], [17, 8]], [[120, 205], [202, 391]]),
        *([[138, 279], [131, 244]], [[53, 138], [94, 299]], [[22, 351], [24, 317]]),
    ],
    dtype=float,
)


def sat(seed, members, *, questions=30, impact=0.0, planted=()):
    """Draw who was right: a group of so many, and as many others; `planted`: logits by which items favour the group."""
    random = np.random.default_rng([seed, members])
    group = np.arange(2 * members) < members
    ability = random.normal(size=2 * members) - impact * group
    slope, middle = np.exp(random.normal(0, 0.3, questions)), random.normal(-0.4, 1, questions)
    easier = np.array([*planted, *[0.0] * (questions - len(planted))])
    chance = 0.2 + 0.8 / (1 + np.exp(-slope * (ability[:, None] - middle) - group[:, None] * easier))
    return random.random(chance.shape) < chance, group


def test_the_common_odds_ratio_and_its_interval_are_those_that_r_prints():
    odds, error = common_odds(ADMISSIONS)
    ends = np.exp([odds, odds - 1.959964 * error, odds + 1.959964 * error])
    assert ends == pytest.approx([0.904696828, 0.771907362, 1.060329764], abs=1e-7)  # mantelhaen.test(UCBAdmissions)


@given(arrays(np.int64, (4, 2, 2), elements=st.integers(0, 20)))
def test_the_common_odds_ratio_turns_round_with_the_groups_and_with_right_and_wrong(tables):
    tables = tables.astype(float)
    odds, error = common_odds(tables)
    for other in (tables[:, ::-1], tables[:, :, ::-1]):
        turned, same = common_odds(other)
        assert -turned == pytest.approx(odds, nan_ok=True)
        assert same == pytest.approx(error, nan_ok=True)


@given(st.integers(0, 10_000), st.integers(20, 60), st.integers(2, 8))
@settings(max_examples=40, deadline=None)
def test_swapping_the_groups_changes_the_sign_and_nothing_else(seed, members, questions):
    right, group = sat(seed, members, questions=questions, planted=(1.5,))
    for one, other in zip(differences(right, group), differences(right, ~group), strict=True):
        assert one.size == other.size
        for mine, theirs in ((one.alone, other.alone), (one.clear, other.clear)):
            assert [mine.estimate, mine.low, mine.high] == pytest.approx(
                [-theirs.estimate, -theirs.high, -theirs.low], nan_ok=True
            )


@given(st.integers(0, 10_000), st.randoms())
@settings(max_examples=20, deadline=None)
def test_neither_the_order_of_candidates_nor_that_of_items_matters(seed, turn):
    right, group = sat(seed, 40, questions=6, planted=(2.0,))
    rows, columns = list(range(len(right))), list(range(6))
    turn.shuffle(rows)
    turn.shuffle(columns)
    moved = differences(right[rows][:, columns], group[rows])
    still = differences(right, group)
    assert [each.alone.estimate for each in moved] == pytest.approx(
        [still[at].alone.estimate for at in columns], nan_ok=True
    )


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_a_class_is_what_the_interval_for_all_comparisons_allows(seed):
    right, group = sat(seed, 60, questions=5, planted=(3.0, -1.5))
    for each in [each for each in differences(right, group) if each.size is not None]:
        low, high = sorted((each.clear.low, each.clear.high), key=abs)
        assert each.clear.low <= each.alone.low <= each.alone.high <= each.clear.high
        if each.size in ("B", "C"):
            assert low * high > 0
            assert abs(each.alone.estimate) >= 1
        if each.size == "C":
            assert abs(low) > 1
            assert abs(each.alone.estimate) >= 1.5


@pytest.mark.parametrize("impact", [0.0, 1.0])
@pytest.mark.parametrize("members", [50, 150])
def test_of_exams_without_a_difference_at_most_one_in_twenty_has_an_item_of_class_b_or_c(members, impact):
    exams = 120
    wrong = sum(
        any(each.size in ("B", "C") for each in differences(*sat(seed, members, impact=impact)))
        for seed in range(exams)
    )
    assert wrong <= 0.05 * exams + 2 * math.sqrt(exams * 0.05 * 0.95)


@pytest.mark.parametrize("logits", [1.5, -1.5])
def test_a_planted_difference_is_found_on_its_side_and_no_other_item_is(logits):
    found = [differences(*sat(seed, 400, impact=0.5, planted=(logits,))) for seed in range(20)]
    assert sum(each[0].size != "A" for each in found) >= 18
    assert all(math.copysign(1, each[0].alone.estimate) == math.copysign(1, logits) for each in found)
    assert sum(any(item.size != "A" for item in each[1:]) for each in found) <= 3


def test_by_itself_an_interval_holds_the_truth_about_95_times_in_100():
    random, held, truth = np.random.default_rng(5), 0, 0.8
    for _ in range(400):  # items of one slope, whose scores say all there is of ability
        group = np.arange(240) < 120
        ability = random.normal(size=240)[:, None]
        easier = np.where(np.arange(25) == 0, truth, 0.0) * group[:, None]
        right = random.random((240, 25)) < 1 / (1 + np.exp(-ability - easier))
        own = differences(right, group)[0].alone
        held += own.low <= DELTA * truth <= own.high
    assert 0.92 <= held / 400 <= 0.98


def test_unfair_items_are_left_out_of_the_score_of_the_others():
    planted = (2.0,) * 6  # a fifth of the exam favours the group, so that by the whole score the others seem to harm it
    means = []
    for seed in range(10):
        right, group = sat(seed, 500, planted=planted)
        score = right.sum(axis=1)
        raw = np.mean([DELTA * common_odds(strata(right[:, n], group, score))[0] for n in range(6, 30)])
        means.append((raw, np.mean([each.alone.estimate for each in differences(right, group)[6:]])))
    raw, purified = np.mean(means, axis=0)
    assert raw < -0.3
    assert abs(purified) < 0.15


def test_a_score_keeps_half_of_the_items_however_many_differ():
    right, group = sat(0, 500, questions=6, planted=(4.0, 4.0, 4.0))
    score = right.sum(axis=1)
    whole = [DELTA * common_odds(strata(right[:, n], group, score))[0] for n in range(6)]
    assert sum(each.size != "A" for each in differences(right, group)) > 2
    assert [each.alone.estimate for each in differences(right, group)] == pytest.approx(whole)


def test_more_comparisons_make_wider_intervals_and_the_same_estimates():
    right, group = sat(0, 200, planted=(1.0,))
    few, many = differences(right, group, comparisons=1)[0], differences(right, group, comparisons=90)[0]
    assert few.alone == many.alone
    assert few.clear == few.alone
    assert many.clear.low < few.clear.low
    assert many.clear.high > few.clear.high


def test_where_nobody_of_the_same_score_differs_nothing_is_said():
    right, group = sat(0, 60, questions=8)
    right[:, 2] = True
    found = differences(right, group)
    assert math.isnan(found[2].alone.estimate)
    assert found[2].size is None
    assert found[0].size is not None


@pytest.mark.parametrize(
    ("difference", "size"),
    [
        ((0.9, 0.5, 1.3), "A"),
        ((1.0, 0.1, 1.9), "B"),
        ((1.0, -0.1, 2.1), "A"),
        ((1.4, 1.1, 1.7), "B"),
        ((1.5, 1.1, 1.9), "C"),
        ((1.6, 0.9, 2.3), "B"),
        ((-1.6, -2.1, -1.1), "C"),
        ((-1.6, -2.3, -0.9), "B"),
        ((-0.9, -1.3, -0.5), "A"),
    ],
)
def test_classes_are_those_of_the_educational_testing_service(difference, size):
    assert ets_class(Interval(*difference, 500)) == size
