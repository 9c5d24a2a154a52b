"""What a score is worth: errors by score and decisions at a cut, beside second exams that are really sat."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta as beta_law
from scipy.stats import betabinom, binom

from magnetite.stats.consistency import (
    TWO_IN_THREE,
    TrueScores,
    decided,
    decisions,
    score_model,
    share_within_one_error,
    standard_errors,
    true_scores,
    within_one_error,
)
from magnetite.stats.item_analysis import reliability


def sat_twice(seed, candidates=20_000, questions=40, guessing=0.25, able=0.0):
    """Draw two exams of the same difficulty that the same candidates sit: who was right in each, and true scores."""
    random = np.random.default_rng(seed)
    ability = able + random.normal(size=(candidates, 1))
    slope, middle = np.exp(random.normal(0, 0.3, questions)), random.normal(-0.4, 1, questions)
    chance = guessing + (1 - guessing) / (1 + np.exp(-slope * (ability - middle)))
    first, second = (random.random(chance.shape) < chance for _ in range(2))
    return first, second, chance.sum(axis=1)


@pytest.mark.parametrize("guessing", [0.0, 0.25])
@pytest.mark.parametrize("share", [0.5, 0.6, 0.75])
def test_decisions_are_as_consistent_and_as_right_as_those_of_two_exams(share, guessing):
    cut = share * 40
    for seed in range(3):
        first, second, true = sat_twice(seed, guessing=guessing)
        found = decisions(score_model(first[:2000], resamples=50), cut)
        one, other = (each.sum(axis=1) >= cut for each in (first, second))
        assert found.consistency.estimate == pytest.approx((one == other).mean(), abs=0.025)
        assert found.accuracy.estimate == pytest.approx((one == (true >= cut)).mean(), abs=0.025)
        assert found.passed_wrongly.estimate == pytest.approx((one & (true < cut)).mean(), abs=0.025)
        assert found.failed_wrongly.estimate == pytest.approx((~one & (true >= cut)).mean(), abs=0.025)
        assert found.chance.estimate == pytest.approx(one.mean() ** 2 + (1 - one.mean()) ** 2, abs=0.03)


def test_questions_that_share_a_passage_make_decisions_as_consistent_as_on_other_passages():
    random, passages = np.random.default_rng(1), np.repeat(np.arange(8), 5)
    ability = random.normal(size=(20_000, 1))

    def sit():
        own = 0.9 * random.normal(size=(20_000, 8))[:, passages]
        return random.random((20_000, 40)) < 1 / (1 + np.exp(-(ability + own)))

    first, second = sit(), sit()
    alike = ((first.sum(axis=1) >= 24) == (second.sum(axis=1) >= 24)).mean()
    by_items, by_passages = (
        decisions(score_model(first[:3000], passages=each, resamples=20), 24).consistency.estimate
        for each in (None, passages)
    )
    assert by_passages == pytest.approx(alike, abs=0.02)
    assert by_items > alike + 0.02


@pytest.mark.parametrize(("length", "cut"), [(40, 24), (10, 5), (25, 24), (30, 1)])
def test_of_a_whole_length_the_model_is_the_beta_binomial(length, cut):
    model = TrueScores(6.0, 4.0, float(length))
    alike, chance, accurate, over, under = decided(model, length, cut)
    passing = betabinom.sf(cut - 1, length, 6, 4)
    assert chance == pytest.approx(passing**2 + (1 - passing) ** 2, abs=1e-4)
    true = beta_law.ppf((np.arange(40_000) + 0.5) / 40_000, 6, 4)
    reached = binom.sf(cut - 1, length, true)
    assert alike == pytest.approx((reached**2 + (1 - reached) ** 2).mean(), abs=1e-4)
    assert accurate == pytest.approx(np.where(true >= cut / length, reached, 1 - reached).mean(), abs=1e-4)
    assert accurate + over + under == pytest.approx(1)


def test_the_figures_are_those_of_livingston_and_lewis_as_r_computes_them():
    """betafunctions 1.9, LL.CA(x, 0.82, 24, 0, 40, "2P"), of 500 scores with this mean and variance."""
    model = true_scores(0.59465, 0.02681240, 0.82)
    assert model.length == pytest.approx(45.3906, abs=0.05)
    assert [model.a, model.b] == pytest.approx([5.941268, 4.049933], rel=0.005)
    alike, chance, accurate, over, under = decided(TrueScores(model.a, model.b, 45.0), 45, 27)
    expected = [0.8108083, 0.5017462, 0.8621938, 0.08216729, 0.05563896]
    assert [alike, chance, accurate, over, under] == pytest.approx(expected, abs=5e-4)


@given(st.floats(0.1, 0.9), st.floats(0.05, 0.9), st.floats(0.1, 0.95), st.integers(5, 60), st.data())
@settings(max_examples=80, deadline=None)
def test_a_model_keeps_the_mean_the_variance_and_the_laws_of_shares(mean, spread, reliable, items, data):
    variance = spread * mean * (1 - mean)
    model = true_scores(mean, variance, reliable)
    if model is None:
        assert variance * reliable <= 0 or (mean * (1 - mean) - reliable * variance) / (variance * (1 - reliable)) < 1
        return
    assert model.a / (model.a + model.b) == pytest.approx(mean)
    assert beta_law.var(model.a, model.b) == pytest.approx(reliable * variance)
    error = mean * (1 - mean) - reliable * variance  # the mean of t (1 - t)
    assert error / model.length == pytest.approx((1 - reliable) * variance)
    alike, chance, accurate, over, under = decided(model, items, data.draw(st.integers(0, items)))
    assert alike >= chance - 1e-9
    assert min(over, under) >= 0
    assert accurate + over + under == pytest.approx(1)
    assert 0 <= within_one_error(model, items, items * math.sqrt((1 - reliable) * variance)) <= 1 + 1e-9


@pytest.mark.parametrize("cut", [0, 41])
def test_a_cut_that_all_pass_or_none_passes_decides_alike(cut):
    assert decided(TrueScores(6, 4, 30.5), 40, cut)[0] == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(("guessing", "able"), [(0.0, 0.0), (0.25, 0.0), (0.0, 1.5)])
def test_the_error_at_a_score_is_that_of_candidates_whose_true_score_it_is(guessing, able):
    first, _, true = sat_twice(4, candidates=60_000, guessing=guessing, able=able)
    scores = first.sum(axis=1)
    mean, variance = scores[:3000].mean(), scores[:3000].var(ddof=1)
    told = standard_errors(40, mean, variance, reliability(first[:3000]).alpha.estimate)
    compared = 0
    for score in range(6, 39, 4):
        near = np.abs(true - score) < 0.5
        if near.sum() > 600:
            compared += 1
            assert told[score] == pytest.approx((scores - true)[near].std(), rel=0.13)
    assert compared >= 4
    assert told[20] > told[36]


@given(st.integers(3, 50), st.floats(0.2, 0.8), st.floats(0.1, 0.9))
def test_errors_by_score_agree_on_average_with_the_reliability_and_are_none_at_the_ends(items, share, reliable):
    random = np.random.default_rng(items)
    scores = np.clip(random.normal(share * items, items / 5, 300).round(), 0, items).astype(int)
    mean, variance = scores.mean(), scores.var()  # the population's, as Lord's formula averages to
    errors = standard_errors(items, mean, variance, reliable)
    assert math.isnan(errors[0])
    assert math.isnan(errors[-1])
    if np.isfinite(errors[1]):
        whole = np.nan_to_num(errors)[scores] ** 2
        assert whole.mean() == pytest.approx((1 - reliable) * variance, rel=1e-6)


@pytest.mark.parametrize("able", [0.0, 1.5, 3.0])
def test_the_share_within_one_error_is_that_of_candidates(able):
    first, _, true = sat_twice(2, able=able, guessing=0.0)
    error = reliability(first[:3000]).error
    within = (np.abs(first.sum(axis=1) - true) <= error).mean()
    found = share_within_one_error(score_model(first[:3000], resamples=50))
    assert found.estimate == pytest.approx(within, abs=0.02)
    assert (abs(within - TWO_IN_THREE) > 0.05) == (able == 3.0)  # where scores crowd at the top, errors are not normal


def test_the_interval_grows_where_candidates_are_fewer():
    first, _, _ = sat_twice(3, candidates=800)
    wide, narrow = (decisions(score_model(first[:n]), 24).consistency for n in (60, 800))
    model = 2 * 0.02  # what the model may be off, however many candidates there are
    assert wide.high - wide.low - model > 2 * (narrow.high - narrow.low - model) > 0
    assert narrow.n == 800


def test_the_interval_of_consistency_holds_what_two_exams_decide_alike():
    held = []
    for seed in range(12):
        first, second, _ = sat_twice(seed, candidates=10_000, questions=20)
        model = score_model(first[:300], resamples=100)
        for cut in (10, 12, 15):
            found = decisions(model, cut).consistency
            held.append(found.low <= ((first.sum(axis=1) >= cut) == (second.sum(axis=1) >= cut)).mean() <= found.high)
    assert np.mean(held) >= 0.9


@pytest.mark.parametrize("right", [np.ones((30, 5), dtype=bool), np.eye(20, 5, dtype=bool)[:9]])
def test_scores_that_are_alike_and_few_candidates_have_no_model(right):
    assert score_model(right, resamples=10) is None
