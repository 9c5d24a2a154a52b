"""A race finds the options a full screen finds, except as rarely as it says, and asks for few cells."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.stats.race import log_evidence, race


def raced(margins, **told):
    """Race on known matrices, (questions, options), NaN where a cell does not exist; count what is asked twice."""
    systems = np.atleast_3d(margins)
    allowed, seen = ~np.isnan(systems[:, :, 0]), np.zeros(systems.shape[:2], dtype=int)

    def ask(rows, columns):
        seen[rows, columns] += 1
        return systems[rows, columns]

    found = race(allowed, ask, **told)
    assert seen.max(initial=0) <= 1
    assert not seen[~allowed].any()
    assert found.cells == seen.sum()
    assert found.of == allowed.sum()
    return found


def interference(margins):
    return (np.nan_to_num(margins, nan=-1.0) > 0).sum(axis=0) / np.maximum((~np.isnan(margins)).sum(axis=0), 1)


def planted(seed, questions=200, options=400, magnets=12):
    """Make margins of options that rarely win, and of a few that often do."""
    random = np.random.default_rng(seed)
    strength = random.normal(-2.5, 0.8, options)
    strength[:magnets] = random.uniform(0.3, 2.0, magnets)
    margins = strength + random.normal(0, 1, (questions, 1)) + random.normal(0, 0.7, (questions, options))
    margins[random.random(margins.shape) < 0.01] = np.nan
    return margins


def test_the_top_is_that_of_the_full_screen_for_a_fraction_of_the_cells():
    wrong, cells = 0, []
    for seed in range(30):
        margins = planted(seed)
        found = raced(margins, top=10, seed=seed)
        best = np.sort(interference(margins))[::-1][:10]
        wrong += not np.allclose(found.interference[:10], best)
        cells.append(found.cells / found.of)
    assert wrong <= 3  # at most 0.05 are expected; more than 3 of 30 happen once in a hundred times at that rate
    assert np.mean(cells) < 0.2


def test_survivors_are_exact_and_stand_in_order():
    margins = planted(3)
    found = raced(margins, top=5)
    assert np.allclose(found.interference, interference(margins)[found.survivors])
    assert (np.diff(found.interference) <= 0).all()
    assert set(np.flatnonzero(found.left_at < 0)) >= set(found.survivors.tolist())


def test_an_option_that_loses_clearly_first_and_wins_narrowly_ever_after_is_found():
    margins = np.full((300, 60), -1.0)
    margins[:, 7] = 1e-6
    margins[np.random.default_rng(0).random(300) < 0.15, 7] = -50.0
    found = [raced(margins, top=1, seed=seed).survivors.tolist() for seed in range(40)]
    assert sum(kept == [7] for kept in found) >= 36


def test_without_any_magnet_all_are_dropped_once_none_can_be_worth_it():
    found = raced(np.full((200, 50), -1.0), top=3, worth=0.2)
    assert found.cells < 0.5 * found.of
    assert (found.interference == 0).all()


def test_of_several_systems_the_mean_counts():
    """An option that is second in every system beats those that are first in one and nowhere in the others."""
    for seed in range(10):
        first, second = planted(seed, magnets=0), planted(seed + 100, magnets=0)
        second[np.isnan(first)] = first[np.isnan(second)] = np.nan
        second[np.isnan(first)] = np.nan
        for matrix, strong in ((first, (0, 1)), (second, (2, 3))):
            matrix[:, strong] += 9
            matrix[:, 4:8] += 3.2
        both = np.stack([first, second], axis=2)
        mean = (interference(first) + interference(second)) / 2
        found = raced(both, top=4, seed=seed)
        assert np.allclose(found.interference[:4], np.sort(mean)[::-1][:4])
        assert found.cells < 0.6 * found.of


def test_many_ties_for_the_last_place_do_not_keep_the_race_open():
    margins = np.where(np.arange(100)[None] < 30, 1.0, -1.0) * np.ones((150, 1))
    found = raced(margins, top=10)
    assert (found.interference == 1).all()
    assert len(found.survivors) >= 10
    assert found.cells < 0.3 * found.of


def test_every_option_above_a_threshold_is_found():
    for seed in range(10):
        margins = planted(seed, magnets=25)
        found = raced(margins, top=3, above=0.6, seed=seed)
        assert set(np.flatnonzero(interference(margins) >= 0.6)) <= set(found.survivors.tolist())
        assert (found.interference >= min(0.6, found.bound)).all()


def test_a_good_guess_of_the_promising_saves_cells_and_a_bad_one_costs_no_correctness():
    margins = planted(1)
    truth = interference(margins)
    costs = {}
    for name, guess in (("good", truth), ("bad", -truth)):
        runs = [raced(margins, top=10, seed=seed, promising=guess) for seed in range(8)]
        costs[name] = np.mean([run.cells for run in runs])
        assert sum(np.allclose(run.interference[:10], np.sort(truth)[::-1][:10]) for run in runs) >= 7
    assert costs["good"] < costs["bad"]


def test_a_pool_smaller_than_the_top_and_options_that_were_never_tried_are_no_trouble():
    margins = np.array([[1.0, -1.0, np.nan], [1.0, 1.0, np.nan]])
    found = raced(margins, top=20)
    assert found.survivors.tolist() == [0, 1]
    assert found.left_at.tolist() == [-1, -1, 0]


@pytest.mark.parametrize(("total", "least"), [(6, 2), (6, 5), (7, 3), (8, 4)])
def test_over_all_orders_the_evidence_against_what_is_true_is_at_most_one_on_average(total, least):
    """Likelihood ratios have the mean 1 under the hypothesis; where the draws favour it they count as none."""
    orders = np.array(sorted(set(permutations([1] * least + [0] * (total - least)))))
    for drawn in range(1, total + 1):
        won = orders[:, :drawn].sum(axis=1)
        many = np.full(len(won), 1)
        evidence = log_evidence(won, many * drawn, many * least, many * total)
        against = won * total < least * drawn
        assert np.exp(evidence[against]).sum() / len(orders) <= 1 + 1e-9
        assert (evidence[~against] == 0).all()


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 60), st.data())
def test_evidence_grows_with_what_has_to_be_reached_and_is_never_negative_infinity(total, data):
    drawn = data.draw(st.integers(1, total))
    won = data.draw(st.integers(0, drawn))
    least = np.arange(total + 1)
    found = log_evidence(np.full(total + 1, won), np.full(total + 1, drawn), least, np.full(total + 1, total))
    too_few = won * total < least * drawn
    finite = found[too_few & np.isfinite(found)]
    assert (np.diff(finite) >= -1e-9).all()
    assert (found[~too_few] == 0).all()
    assert np.isinf(found[least - won > total - drawn]).all()


def test_an_option_of_the_top_is_dropped_as_rarely_as_promised_whenever_one_looks():
    random, total, least, alpha = np.random.default_rng(4), 120, 70, 0.05
    crossed = 0
    for _ in range(2000):
        order = random.permutation(total) < least
        won, drawn = np.cumsum(order), np.arange(1, total + 1)
        evidence = log_evidence(won, drawn, np.full(total, least), np.full(total, total))
        crossed += bool((evidence > np.log(1 / alpha)).any())
    assert crossed / 2000 < alpha
    assert crossed > 0
