"""A fitted temperature keeps the paper's condition, planted temperatures come back, and errors are as planted."""

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from examfiles.errors import DataError
from magnetite.core.scorer import NO_ANSWER
from magnetite.stats.calibration import (
    answer_log_probability,
    brier,
    calibration_error,
    calibration_noise,
    confidence,
    fit_temperature,
    mass_bins,
    reliability,
)
from magnetite.stats.intervals import share
from magnetite.stats.ragged import row_argmaxima, row_shares, row_take, softmax

GAPS = st.floats(-30, 30, width=32)
ROWS = st.lists(st.tuples(st.lists(GAPS, min_size=2, max_size=6), st.integers(-1, 1)), min_size=1, max_size=8)
HIT_OR_NOT = st.tuples(st.sampled_from([0.2, 0.3, 0.5, 0.5, 0.7, 0.9]), st.booleans())


def flat(rows):
    scores = np.array([value for row, _ in rows for value in row], dtype=np.float64)
    return scores, np.array([len(row) for row, _ in rows]), np.array([answer for _, answer in rows])


def planted(seed, items=6000, sizes=(4,), spread=2.0):
    """Draw scores, and answers that are right as often as the softmax of the scores says."""
    random = np.random.default_rng(seed)
    counts = random.choice(sizes, items)
    scores = random.normal(0, spread, counts.sum())
    shares = np.split(softmax(scores, counts), np.cumsum(counts)[:-1])
    return scores, counts, np.array([random.choice(len(p), p=p) for p in shares])


def mean_confidence(scores, counts, temperature=1.0):
    return confidence(softmax(scores, counts, temperature), counts).mean()


@given(ROWS)
def test_a_fitted_temperature_makes_mean_confidence_the_accuracy_or_there_is_none(rows):
    scores, counts, answers = flat(rows)
    on = answers >= 0
    labelled = np.repeat(on, counts)
    correct = row_take(row_shares(scores, counts), counts, np.maximum(answers, 0))[on]
    try:
        temperature = fit_temperature(scores, counts, answers)
    except DataError:
        spread = on.any() and any(len(set(row)) > 1 for row, answer in rows if answer >= 0)
        sharp = mean_confidence(scores[labelled], counts[on], 1e-60) if spread else 0
        assert not spread or correct.mean() <= (1 / counts[on]).mean() + 1e-9 or correct.mean() >= sharp - 1e-9
    else:
        assert temperature > 0
        assert mean_confidence(scores[labelled], counts[on], temperature) == pytest.approx(correct.mean(), abs=1e-9)


@given(ROWS, st.floats(0.01, 100))
def test_a_temperature_changes_no_choice(rows, temperature):
    scores, counts, _ = flat(rows)
    chosen = softmax(scores, counts, temperature)[np.cumsum(counts) - counts + row_argmaxima(scores, counts)]
    assert (chosen == confidence(softmax(scores, counts, temperature), counts)).all()


@given(ROWS, st.floats(0.1, 10))
def test_scores_times_a_number_take_a_temperature_times_that_number(rows, factor):
    scores, counts, answers = flat(rows)
    try:
        temperature = fit_temperature(scores, counts, answers)
    except DataError:
        reject()  # no temperature fits: another test says when
    assert fit_temperature(scores * factor, counts, answers) == pytest.approx(temperature * factor, rel=1e-6)


@pytest.mark.parametrize("sizes", [(4,), (2, 3, 5)])
@pytest.mark.parametrize("factor", [1.0, 3.0, 0.4])
def test_the_planted_temperature_comes_back_whether_scores_were_sharpened_or_softened(sizes, factor):
    scores, counts, answers = planted(1, sizes=sizes)
    assert fit_temperature(scores * factor, counts, answers) == pytest.approx(factor, rel=0.06)


def test_items_without_an_answer_are_left_out_of_the_fit():
    scores, counts, answers = planted(2, items=400)
    more = np.concatenate([scores, np.full(400, 9.0)])
    unknown = np.concatenate([answers, np.full(100, -1)])
    fitted = fit_temperature(more, np.concatenate([counts, np.full(100, 4)]), unknown)
    assert fitted == pytest.approx(fit_temperature(scores, counts, answers))


def test_a_question_that_the_system_did_not_answer_is_wrong_in_the_fit_whatever_its_key():
    scores, counts, answers = planted(2, items=400)
    silent, four = np.full(160, NO_ANSWER), np.full(40, 4)
    every = np.concatenate([scores, silent]), np.concatenate([counts, four])
    first, last = (fit_temperature(*every, np.concatenate([answers, np.full(40, key)])) for key in (0, 3))
    assert first == last
    accuracy = (row_argmaxima(scores, counts) == answers).sum() / (len(answers) + 40)
    assert confidence(softmax(*every, first), every[1]).mean() == pytest.approx(accuracy)


@pytest.mark.parametrize(
    ("scores", "answers", "reason"),
    [
        ([1, 0, 1, 0], [-1, -1], "none of 2 questions has a known answer"),
        ([1, 1, 3, 3], [0, 1], "in each of 2 questions all scores are equal"),
        ([1, 0, 1, 0], [0, 0], "is 100.0%, and confidence stays below 100.0%, however sharp"),
        ([1, 0, 1, 0], [0, 1], "is 50.0%, and confidence stays above a guess's 50.0%, however soft"),
        ([1, 0, 1, 0], [1, 1], "is 0.0%, and confidence stays above a guess's 50.0%, however soft"),
        ([1, 1, 3, 2], [0, 0], "is 75.0%, and confidence stays below 75.0%, however sharp"),
    ],
)
def test_where_no_temperature_can_do_it_the_error_says_why(scores, answers, reason):
    with pytest.raises(DataError, match=reason):
        fit_temperature(np.array(scores, dtype=float), np.array([2, 2]), np.array(answers))


def test_a_calibrated_system_has_a_small_error_and_an_overconfident_one_the_planted_gap():
    random = np.random.default_rng(3)
    confident = random.uniform(0.3, 0.8, 20_000)
    honest, vain = random.random(20_000) < confident, random.random(20_000) < confident - 0.2
    assert calibration_error(confident, honest) < 0.015
    assert calibration_error(confident, vain) == pytest.approx(0.2, abs=0.015)
    assert calibration_error(confident, honest) == pytest.approx(calibration_noise(confident), rel=0.6)


def test_the_noise_is_the_error_that_calibrated_systems_show_on_average():
    random = np.random.default_rng(4)
    confident = random.uniform(0.3, 0.9, 300)
    shown = [calibration_error(confident, random.random(300) < confident) for _ in range(300)]
    assert calibration_noise(confident) == pytest.approx(np.mean(shown), rel=0.06)


@given(st.lists(HIT_OR_NOT, min_size=1, max_size=60), st.randoms(use_true_random=False))
def test_the_error_depends_on_no_order_and_lies_between_the_overall_gap_and_one(pairs, random):
    def error(these):
        confident, correct = np.array([c for c, _ in these]), np.array([r for _, r in these])
        return calibration_error(confident, correct), abs(confident.mean() - correct.mean())

    first, gap = error(pairs)
    assert error(random.sample(pairs, len(pairs)))[0] == pytest.approx(first)
    assert gap - 1e-9 <= first <= 1


@given(st.lists(st.integers(0, 30), min_size=1, max_size=80), st.integers(1, 12))
def test_bins_go_up_with_the_values_keep_equals_together_and_are_even_where_none_are_equal(numbers, bins):
    values = np.array(numbers, dtype=float)
    place = mass_bins(values, bins)
    order = np.argsort(values, kind="stable")
    assert (np.diff(place[order]) >= 0).all()
    assert all(len(set(place[values == value])) == 1 for value in values)
    assert 0 <= place.min() <= place.max() < bins
    distinct = mass_bins(np.arange(len(values), dtype=float), bins)
    sizes = np.bincount(distinct, minlength=min(bins, len(values)))
    assert sizes.max() - sizes.min() <= 1


def test_equal_values_share_the_bin_of_their_middle_rank():
    assert mass_bins(np.array([0.5, 0.5, 0.5, 0.5, 0.9, 0.95]), bins=3).tolist() == [1, 1, 1, 1, 2, 2]
    assert mass_bins(np.array([0.1, 0.2, 0.5, 0.5, 0.5, 0.5]), bins=3).tolist() == [0, 0, 2, 2, 2, 2]


def test_fewer_items_than_bins_have_a_bin_each_and_none_has_no_error():
    assert mass_bins(np.array([0.4, 0.9, 0.5])).tolist() == [0, 2, 1]
    assert calibration_error(np.array([0.4, 0.9, 0.5]), np.array([True, True, False])) == pytest.approx(1.2 / 3)
    assert np.isnan(calibration_error(np.zeros(0), np.zeros(0, dtype=bool)))
    assert np.isnan(calibration_noise(np.zeros(0)))


def test_brier_scores_of_items_with_two_and_three_options_are_those_worked_by_hand():
    probabilities, counts = np.array([0.7, 0.2, 0.1, 0.5, 0.5, 0.0, 1.0]), np.array([3, 2, 2])
    scores = brier(probabilities, counts, np.array([1, 0, 0]))
    # (0.7² + 0.8² + 0.1²), a blind guess of two: 1 - 1/2, certain and wrong
    assert scores == pytest.approx([1.14, 0.5, 2.0])
    assert np.isnan(brier(probabilities, counts, np.array([1, -1, 0]))).tolist() == [False, True, False]


@given(st.integers(2, 8))
def test_a_blind_guess_costs_one_minus_one_over_n_and_ln_n(n):
    counts, answers, equal = np.array([n]), np.array([n - 1]), np.zeros(n)
    assert brier(softmax(equal, counts), counts, answers) == pytest.approx([1 - 1 / n])
    assert answer_log_probability(equal, counts, answers) == pytest.approx([-np.log(n)])


def test_an_answer_that_is_next_to_impossible_costs_much_but_not_without_end():
    scores, counts = np.array([0.0, 5000.0, 0.0, 1.0]), np.array([2, 2])
    assert answer_log_probability(scores, counts, np.array([0, -1]))[0] == pytest.approx(-5000)
    assert np.isnan(answer_log_probability(scores, counts, np.array([0, -1]))[1])
    assert answer_log_probability(scores, counts, np.array([0, 1]), temperature=1000.0)[0] == pytest.approx(
        -5.0067, 1e-3
    )


def test_the_reliability_diagram_has_every_item_once_and_the_accuracy_of_its_bin():
    random = np.random.default_rng(5)
    confident = random.uniform(0.3, 1.0, 200)
    correct = random.random(200) < confident
    bins, means, result = reliability(confident, correct, np.arange(200) // 4)
    assert bins.tolist() == list(range(10))
    assert result.n.tolist() == [20] * 10
    assert (np.diff(means) > 0).all()
    lowest = np.argsort(confident)[:20]
    assert (means[0], result.estimate[0]) == pytest.approx((confident[lowest].mean(), correct[lowest].mean()))


def test_each_bin_of_the_diagram_has_an_interval_clustered_by_passage():
    random = np.random.default_rng(8)
    passages = np.repeat(np.arange(60), random.integers(1, 8, 60))
    confident = np.repeat(
        random.uniform(0.3, 1.0, 60), np.bincount(passages)
    )  # of one passage alike, and so in one bin
    correct = np.repeat(random.random(60) < 0.6, np.bincount(passages))
    result = reliability(confident, correct, passages, bins=3)[2]
    place = mass_bins(confident, 3)
    for k in range(3):
        own = share(correct[place == k], passages[place == k])
        assert (result[k].low, result[k].high) == pytest.approx((own.low, own.high))
        alone = share(correct[place == k], np.arange((place == k).sum()))
        assert result[k].high - result[k].low > 1.3 * (alone.high - alone.low)


def test_bins_left_empty_by_ties_are_not_in_the_diagram():
    bins, means, result = reliability(np.full(50, 0.5), np.arange(50) % 2 == 0, np.arange(50))
    assert (len(bins), means.tolist(), result.estimate.tolist(), result.n.tolist()) == (1, [0.5], [0.5], [50])


def test_a_better_temperature_lowers_error_brier_score_and_log_loss_of_an_overconfident_system():
    scores, counts, answers = planted(6)
    sharp = scores * 3
    correct = row_argmaxima(scores, counts) == answers
    temperature = fit_temperature(sharp, counts, answers)

    def costs(t):
        shares = softmax(sharp, counts, t)
        error = calibration_error(confidence(shares, counts), correct)
        loss = -answer_log_probability(sharp, counts, answers, t).mean()
        return np.array([error, brier(shares, counts, answers).mean(), loss])

    assert (costs(temperature) < costs(1.0) - 0.01).all()
