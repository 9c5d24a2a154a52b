"""Agreement of two systems beyond what their accuracies explain, and of judges beyond chance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.stats.agreement import agreement, nominal_alpha, right_by_options, shared_errors

SIZES = (2, 3, 4, 5)
# Krippendorff (2011), example C: four observers, twelve units, some of them not judged; nominal alpha is 0.743.
NONE = 0
OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3),
    (NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE),
)


def exam(random, items, sizes=SIZES):
    counts = random.choice(sizes, items)
    return counts, random.integers(0, counts), np.arange(items) // 4


def answered(random, counts, answers, knows):
    """Choose as one who knows that share of the answers and guesses the others evenly."""
    return np.where(random.random(len(counts)) < knows, answers, random.integers(0, counts))


@pytest.mark.parametrize("sizes", [(4,), SIZES])
@pytest.mark.parametrize(("one", "other"), [(0.0, 0.0), (0.6, 0.3), (0.9, 0.8)])
def test_independent_systems_have_no_kappa_whatever_their_accuracies(sizes, one, other):
    random = np.random.default_rng(1)
    counts, answers, clusters = exam(random, 12_000, sizes)
    result = agreement(
        answered(random, counts, answers, one), answered(random, counts, answers, other), answers, counts, clusters
    )
    assert result.kappa.low <= 0 <= result.kappa.high
    assert result.kappa.estimate == pytest.approx(0, abs=0.03)
    assert result.expected == pytest.approx(result.observed.estimate, abs=0.02)


@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.4, 0.8]))
def test_identical_systems_have_a_kappa_of_one(seed, knows):
    random = np.random.default_rng(seed)
    counts, answers, clusters = exam(random, 40)
    chosen = answered(random, counts, answers, knows)
    wrong = len(set(clusters[chosen != answers].tolist()))  # passages with an error
    if not wrong:
        return
    result = agreement(chosen, chosen, answers, counts, clusters)
    assert (result.observed.estimate, result.kappa.estimate) == pytest.approx((1, 1))
    expected = 1 if wrong > 1 else np.nan  # without the one passage both are always right, and there is no kappa
    assert (result.kappa.low, result.kappa.high) == pytest.approx((expected, expected), nan_ok=True)


def test_two_systems_on_four_items_are_worked_by_hand():
    counts, answers = np.array([3, 3, 3, 3]), np.array([0, 0, 0, 0])
    result = agreement(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 1]), answers, counts, np.array([0, 0, 1, 1]))
    # right: 1/2 and 1/4; expected: 1/2 · 1/4 + 1/2 · 3/4 · 1/2 = 0.3125; observed: the first and the third
    assert (result.observed.estimate, result.expected) == (0.5, 0.3125)
    assert result.kappa.estimate == pytest.approx((0.5 - 0.3125) / (1 - 0.3125))


def test_systems_that_are_always_right_agree_by_chance_alone_and_have_no_kappa():
    for items in range(2, 40):  # shares of the numbers of options add up to 1 but for rounding
        counts, answers, clusters = exam(np.random.default_rng(items), items)
        result = agreement(answers, answers, answers, counts, clusters)
        assert (result.observed.estimate, result.expected) == (1.0, pytest.approx(1.0))
        assert np.isnan(result.kappa.estimate)
        assert np.isnan(result.kappa.low)


def test_with_one_passage_kappa_has_no_interval():
    result = agreement(*(np.array(v) for v in ([0, 1, 1], [0, 1, 0], [0, 0, 0], [2, 3, 2], [7, 7, 7])))
    assert np.isfinite(result.kappa.estimate)
    assert np.isnan(result.kappa.low)


@given(
    st.lists(st.integers(2, 6), min_size=1, max_size=20),
    st.floats(0, 1),
)
def test_being_right_by_number_of_options_averages_to_the_accuracy_and_stays_a_probability(sizes, accuracy):
    counts = np.array(sizes)
    right = right_by_options(np.array([accuracy]), np.array([(1 / counts).mean()]), counts)[0]
    assert right.mean() == pytest.approx(accuracy)
    assert ((right >= -1e-12) & (right <= 1 + 1e-12)).all()
    assert (right[np.argsort(counts)][:-1] >= right[np.argsort(counts)][1:] - 1e-12).all()


def test_one_that_follows_into_half_the_errors_is_found_to_do_so():
    random = np.random.default_rng(3)
    counts, answers, clusters = exam(random, 8000, (4,))
    first = answered(random, counts, answers, 0.2)
    second = np.where(random.random(8000) < 0.5, first, answered(random, counts, answers, 0.5))
    result = shared_errors(first, second, answers, counts, clusters)
    # half follow; of the other half 1 - 0.5 - 0.125 err, a third of them the same way
    assert result.observed.estimate == pytest.approx(0.5 + 0.5 * 0.375 / 3, abs=0.02)
    assert result.expected == pytest.approx((0.5 + 0.5 * 0.375) / 3, abs=0.02)
    assert result.excess.low > 0.25


def test_errors_that_are_shared_by_chance_alone_are_not_held_against_a_system():
    random = np.random.default_rng(4)
    counts, answers, clusters = exam(random, 8000)
    pair = [answered(random, counts, answers, knows) for knows in (0.2, 0.5)]
    result = shared_errors(*pair, answers, counts, clusters)
    assert result.excess.low <= 0 <= result.excess.high
    assert result.expected == pytest.approx(result.observed.estimate, abs=0.02)


def test_with_two_options_an_error_on_the_same_item_is_the_same_error():
    first, second, answers = np.array([1, 1, 0]), np.array([1, 0, 0]), np.array([0, 0, 0])
    result = shared_errors(first, second, answers, np.array([2, 2, 2]), np.array([0, 1, 2]))
    assert (result.observed.estimate, result.expected, result.excess.estimate, result.observed.n) == (0.5, 0.5, 0.0, 2)


def test_a_system_without_errors_gives_nothing_to_follow():
    answers = np.array([0, 1])
    result = shared_errors(answers, answers, answers, np.array([2, 3]), np.array([0, 1]))
    assert np.isnan(result.observed.estimate)
    assert np.isnan(result.expected)
    assert np.isnan(result.excess.estimate)


def judgements(observers):
    result = [(unit, value) for row in observers for unit, value in enumerate(row) if value != NONE]
    return np.array([unit for unit, _ in result]), np.array([value for _, value in result])


def test_the_published_example_comes_out():
    result = nominal_alpha(*judgements(OBSERVERS))
    assert result.estimate == pytest.approx(0.743, abs=0.0005)
    assert result.n == 40
    assert result.low < result.estimate < result.high


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
    assert nominal_alpha(units[order], renamed[order]).estimate == pytest.approx(nominal_alpha(units, values).estimate)


def test_chance_is_nothing_and_agreement_is_one():
    random = np.random.default_rng(0)
    units = np.repeat(np.arange(500), 6)
    assert abs(nominal_alpha(units, random.integers(0, 4, 3000)).estimate) < 0.02
    assert nominal_alpha(units, units % 4).estimate == 1.0


def test_no_interval_of_agreement_goes_beyond_1():
    units = np.repeat(np.arange(4), 2)
    alpha = nominal_alpha(units, np.array([0, 0, 1, 1, 2, 2, 3, 0]))
    assert (alpha.estimate < 1, alpha.high) == (True, 1)
    first, second, answers = np.array([1, 1, 2, 0]), np.array([1, 1, 2, 1]), np.zeros(4, dtype=int)
    kappa = agreement(first, second, answers, np.full(4, 4), np.arange(4)).kappa
    assert (kappa.estimate < 1, kappa.high) == (True, 1)


def test_of_one_unit_alpha_has_no_interval_and_of_two_it_has():
    one = nominal_alpha(np.zeros(4, dtype=int), np.array([0, 0, 1, 1]))
    assert one.n == 4
    assert np.isfinite(one.estimate)
    assert np.isnan([one.low, one.high]).all()
    two = nominal_alpha(np.repeat([0, 1], 4), np.array([0, 0, 0, 1, 1, 1, 1, 0]))
    assert np.isfinite([two.low, two.high]).all()


def test_where_nothing_is_judged_twice_or_all_is_the_same_there_is_no_alpha():
    assert np.isnan(nominal_alpha(np.arange(5), np.arange(5)).estimate)
    assert np.isnan(nominal_alpha(np.zeros(0, int), np.zeros(0, int)).estimate)
    assert np.isnan(nominal_alpha(np.repeat(np.arange(5), 2), np.zeros(10, int)).estimate)


def test_a_system_that_chose_nothing_agrees_with_none_and_is_followed_by_none():
    first, second = np.array([-1, -1, 1, 2]), np.array([-1, 1, 1, 2])
    answers, counts, clusters = np.zeros(4, dtype=np.int64), np.full(4, 4), np.arange(4)
    assert agreement(first, second, answers, counts, clusters).observed.estimate == 0.5
    followed = shared_errors(first, second, answers, counts, clusters).observed
    assert (followed.estimate, followed.n) == (1.0, 2)


def test_shared_errors_of_one_passage_count_about_once():
    random = np.random.default_rng(6)
    first, second = random.integers(1, 4, 40), random.integers(1, 4, 40)
    answers, counts, passages = np.zeros(40, dtype=int), np.full(40, 4), np.arange(40)
    once = shared_errors(first, second, answers, counts, passages).excess
    five = (np.repeat(column, 5) for column in (first, second, answers, counts, passages))
    repeated = shared_errors(*five).excess
    assert (repeated.low, repeated.high) == pytest.approx((once.low, once.high), abs=0.03)
