"""Crossed intervals: they hold for other people and other questions, and take neither for an effect."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from magnetite.stats.crossed import crossed_difference, crossed_share, crossed_shares, detectable
from magnetite.stats.intervals import Interval, wilson
from tests.stats.simulated import wilsons_n


def grid(people, questions):
    person, question = np.divmod(np.arange(people * questions), questions)
    return person, question


@given(st.integers(0, 10_000), st.integers(2, 12), st.integers(2, 12))
def test_both_ends_of_a_shares_interval_are_wilsons_for_one_number_of_answers_and_none_that_was_not_given(
    seed, people, questions
):
    person, question = grid(people, questions)
    right = np.random.default_rng(seed).random(len(person)) < 0.7
    result = crossed_share(right, person, question)
    assert result.estimate == pytest.approx(right.mean())
    assert result.n == len(right)
    behind = wilsons_n(result, t.ppf(0.975, min(people, questions) - 1))
    assert behind == pytest.approx(behind[:1] * len(behind), rel=1e-4)
    assert all(0 < n <= len(right) + 1e-3 for n in behind)
    assert behind


@given(st.integers(0, 10_000))
def test_it_is_never_narrower_than_if_all_answers_were_independent(seed):
    person, question = grid(8, 8)
    right = np.random.default_rng(seed).random(64) < 0.6
    low, high = wilson(np.array([right.mean()]), np.array([64.0]))
    result = crossed_share(right, person, question)
    assert result.low <= low[0] + 1e-9
    assert result.high >= high[0] - 1e-9


def test_people_who_answer_all_alike_count_as_one_answer_each():
    person, question = grid(20, 50)
    result = crossed_share(person < 15, person, question)
    few = crossed_share(np.arange(20) < 15, np.arange(20), np.arange(20))
    assert (result.low, result.high) == pytest.approx((few.low, few.high), abs=0.03)
    assert result.high - result.low > 0.3


def test_of_one_person_or_one_question_there_is_nothing_to_say():
    for person, question in ((np.zeros(10, int), np.arange(10)), (np.arange(10), np.zeros(10, int))):
        result = crossed_share(np.arange(10) < 5, person, question)
        assert (result.low, result.high) == (0.0, 1.0)
    assert np.isnan(crossed_share(np.zeros(0, bool), np.zeros(0, int), np.zeros(0, int)).estimate)


def test_all_right_is_not_certain():
    person, question = grid(20, 20)
    result = crossed_share(np.ones(400, bool), person, question)
    assert result.high == 1.0
    assert result.low == pytest.approx(20 / (20 + t.ppf(0.975, 19) ** 2)), "as certain as of twenty people or questions"


def test_neither_ability_nor_difficulty_is_taken_for_a_difference():
    person, question = grid(10, 10)
    second = (person + question) % 2 == 1
    ability, difficulty = np.linspace(-1, 1, 10), np.linspace(-2, 2, 10)
    values = 3.0 + ability[person] - difficulty[question] + 0.5 * second
    result = crossed_difference(values, second, person, question)
    assert result.estimate == pytest.approx(0.5)
    assert (result.low, result.high) == pytest.approx((0.5, 0.5), abs=1e-6)


def test_where_answers_are_missing_people_and_questions_are_still_compared_with_themselves():
    person, question = grid(10, 10)
    second = (person + question) % 2 == 1
    values = 5.0 * person - 3.0 * question + 0.5 * second
    kept = np.random.default_rng(3).random(100) < 0.7
    result = crossed_difference(values[kept], second[kept], person[kept], question[kept])
    assert result.estimate == pytest.approx(0.5)


def test_somebody_who_saw_one_condition_alone_does_not_spoil_the_comparison_of_the_others():
    person, question = grid(10, 10)
    second = (person + question) % 2 == 1
    values = 5.0 * person - 3.0 * question + 0.5 * second
    kept = (person > 0) | ~second
    result = crossed_difference(values[kept], second[kept], person[kept], question[kept])
    assert result.estimate == pytest.approx(0.5)


def test_where_questions_say_the_condition_their_difficulty_widens_the_interval():
    person, question = grid(20, 20)
    random = np.random.default_rng(0)
    difficulty, noise = random.normal(0, 1, 20), random.normal(0, 0.1, 400)
    fixed = crossed_difference(difficulty[question] + noise, question < 10, person, question)
    crossed = crossed_difference(difficulty[question] + noise, (person + question) % 2 == 1, person, question)
    assert fixed.high - fixed.low > 10 * (crossed.high - crossed.low)
    assert fixed.low < 0 < fixed.high


def test_of_six_people_and_eight_questions_a_differences_interval_holds_the_truth_95_times_in_100():
    """What the estimated effects of people and questions take from the residuals is given back to the variance."""
    person, question = grid(6, 8)
    second, random = (person + question) % 2 == 1, np.random.default_rng(0)
    held = 0
    for _ in range(4000):
        ability, harm, difficulty = random.normal(0, [[1], [2], [1]], (3, 8))
        values = ability[person] + harm[person] * second - difficulty[question] + random.normal(0, 1, 48)
        result = crossed_difference(values, second, person, question)
        held += result.low <= 0 <= result.high
    assert 0.95 <= held / 4000 <= 0.975


def test_questions_of_one_passage_are_clustered():
    person, question = grid(12, 12)
    random = np.random.default_rng(1)
    passage = question // 4
    harm = random.normal(0, 1, 3)[passage]
    second = (person + question) % 2 == 1
    values = harm * second + random.normal(0, 0.1, 144)
    alone = crossed_difference(values, second, person, question)
    together = crossed_difference(values, second, person, question, passage)
    assert together.estimate == alone.estimate
    assert together.high - together.low > 1.5 * (alone.high - alone.low)


def test_a_difference_needs_both_conditions_and_one_of_shares_stays_within_one():
    person, question = grid(3, 3)
    assert np.isnan(crossed_difference(np.ones(9), np.zeros(9, bool), person, question).estimate)
    right, second = np.arange(9) % 2 == 0, np.arange(9) % 3 == 0
    ends = [crossed_difference(values, second, person, question) for values in (right, right.astype(float))]
    assert ends[1].low < -1 == ends[0].low < ends[0].high == 1 < ends[1].high


def test_as_many_answers_as_effects_leave_nothing_to_tell_an_interval_by():
    two = crossed_difference(np.array([True, False]), np.array([False, True]), np.arange(2), np.arange(2))
    assert two.estimate == -1
    assert np.isnan([two.low, two.high]).all()


def test_what_can_be_detected_is_a_bit_more_than_what_excludes_nothing():
    person, question = grid(20, 20)
    right = np.random.default_rng(0).random(400) < 0.7
    result = crossed_difference(right, (person + question) % 2 == 1, person, question)
    half = (result.high - result.low) / 2
    assert 1.3 * half < detectable(result, person, question) < 1.5 * half


@pytest.mark.parametrize(("people", "questions"), [(5, 40), (40, 5), (5, 5)])
def test_what_can_be_detected_depends_on_the_smaller_of_people_and_questions(people, questions):
    interval = Interval(0.0, -0.1, 0.1, 200)
    # Student's t with 4 degrees of freedom: 2.776 for 95%, 0.941 for 4 times in 5
    wanted = 0.1 / 2.776 * (2.776 + 0.941)
    assert detectable(interval, np.arange(200) % people, np.arange(200) % questions) == pytest.approx(wanted, abs=1e-4)


def test_an_interval_cut_off_at_1_detects_no_more_than_it_would_whole():
    person = np.arange(200) % 5
    whole, cut = (detectable(Interval(0.7, 0.2, high, 200), person, person) for high in (1.2, 1.0))
    assert cut == pytest.approx(whole)


def test_a_study_too_small_for_any_difference_detects_none():
    assert np.isnan(detectable(Interval(-0.3, -1.0, 1.0, 15), np.arange(15) % 2, np.arange(15) % 8))


def answers(seed, people, questions, kept):
    """Answers of people who leave some out, the weaker ones more of those under the second condition."""
    person, question = grid(people, questions)
    random = np.random.default_rng(seed)
    ability, difficulty = random.normal(0, 0.2, people)[person], random.normal(0, 0.1, questions)[question]
    second = (person + question) % 2 == 1
    chance = 0.6 + ability - difficulty
    right = random.random(len(person)) < chance - 0.2 * second
    stays = random.random(len(person)) < np.clip(kept + ability * second, 0.05, 1)
    return right[stays], second[stays], person[stays], question[stays], chance[stays]


@given(st.integers(0, 10_000), st.integers(2, 12), st.integers(2, 12), st.sampled_from([0.3, 0.7, 1.0]))
def test_shares_under_two_conditions_differ_by_their_difference_and_lie_in_their_intervals(
    seed, people, questions, kept
):
    right, second, person, question, _ = answers(seed, people, questions, kept)
    first, other = crossed_shares(right, second, person, question)
    for each in (first, other):
        assert np.isnan(each.estimate) or 0 <= each.low <= each.estimate <= each.high <= 1
    assert (first.n, other.n) == (int((~second).sum()), int(second.sum()))
    gap = crossed_difference(right, second, person, question).estimate
    if {first.estimate, other.estimate}.isdisjoint({0.0, 1.0}):
        assert other.estimate - first.estimate == pytest.approx(gap, nan_ok=True, abs=1e-9)


@given(st.integers(0, 10_000), st.integers(2, 6), st.integers(2, 6))
def test_where_everybody_answered_everything_shares_are_those_counted(seed, half_people, half_questions):
    person, question = grid(2 * half_people, 2 * half_questions)
    right, second = np.random.default_rng(seed).random(len(person)) < 0.6, (person + question) % 2 == 1
    for each, on in zip(crossed_shares(right, second, person, question), (~second, second), strict=True):
        alone = crossed_share(right[on], person[on], question[on])
        assert (each.estimate, each.n) == (pytest.approx(alone.estimate), alone.n)
        assert (each.low, each.high) == pytest.approx((alone.low, alone.high), abs=0.02)


def test_shares_are_of_the_same_answers_though_weak_people_leave_out_what_is_attacked():
    """Attacks cost 20 points. As counted, they seem to cost 17."""
    made = [answers(seed, 20, 20, 0.6) for seed in range(500)]
    truth = float(np.mean(np.concatenate([chance for *_, chance in made])))
    shares = [crossed_shares(*each[:4]) for each in made]
    for each, under in zip(zip(*shares, strict=True), (truth, truth - 0.2), strict=True):
        assert np.mean([share.estimate for share in each]) == pytest.approx(under, abs=0.01)
        assert 0.92 <= np.mean([share.low <= under <= share.high for share in each]) <= 0.99
    counted = [right[second].mean() - right[~second].mean() for right, second, *_ in made]
    assert np.mean(counted) > -0.175
