"""Simulated participants prove the analysis: planted effects are found, and none where none was planted.

benchmarks/study_power.py measures the shares over more studies; these are its promises, over fewer.
"""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from examfiles.errors import UsageError
from magnetite.cli.app import app
from magnetite.stats.crossed import crossed_difference, crossed_share
from magnetite_study.analysis.attack import attack_difference
from magnetite_study.power import Assumed, _design, population_of, power
from magnetite_study.simulated import Population, simulate
from tests.study.made import attack, items, no_passage

STUDIES = 120
TOLERANCE = 0.05  # more false alarms than 5% + this, in 120 studies, are chance less than once in 100


def share_found(gaps):
    return np.mean([not gap.low <= 0 <= gap.high for gap in gaps])


def attacks(population, assignment, **more):
    request = {"items": items(20), "participants": 20, "assignment": assignment, **more}
    for seed in range(STUDIES):
        design = attack(20, seed=seed, **request)
        yield attack_difference(design, simulate(design, population, seed=seed))


@pytest.mark.parametrize("assignment", ["counterbalanced", "fixed"])
def test_where_nothing_was_planted_at_most_one_study_in_twenty_finds_something(assignment):
    assert share_found(attacks(Population(), assignment)) <= 0.05 + TOLERANCE


@pytest.mark.parametrize(("assignment", "least"), [("counterbalanced", 0.85), ("fixed", 0.6)])
def test_magnets_that_draw_one_person_in_five_are_found_by_most_studies(assignment, least):
    gaps = list(attacks(Population(susceptibility=0.2), assignment))
    assert share_found(gaps) >= least
    assert np.mean([gap.estimate for gap in gaps]) == pytest.approx(-0.174, abs=0.03)


def test_people_who_leave_early_spoil_neither():
    assert share_found(attacks(Population(finishing=0.6), "counterbalanced")) <= 0.05 + TOLERANCE
    assert share_found(attacks(Population(susceptibility=0.3, finishing=0.6), "counterbalanced")) >= 0.8


def test_few_participants_find_no_more_than_there_is():
    assert share_found(attacks(Population(), "counterbalanced", participants=6)) <= 0.05 + TOLERANCE


def test_flagged_questions_that_are_easier_without_the_passage_are_found_and_others_are_not():
    def gaps(easier):
        for seed in range(STUDIES):
            design = no_passage(20, participants=20, seed=seed)
            answers = simulate(design, Population(ability=0.0, easier=easier), seed=seed)
            low = np.array([q.shortcut.group == "low" for q in design.questions])[answers.question]
            yield crossed_difference(answers.correct, low, answers.participant, answers.question)

    assert share_found(gaps(0.0)) <= 0.05 + TOLERANCE
    assert share_found(gaps(2.5)) >= 0.85


def test_a_shares_interval_holds_the_truth_for_other_people_and_questions_about_95_times_in_100():
    population = Population()
    truths, intervals = [], []
    for seed in range(STUDIES):
        design = attack(20, participants=20, seed=seed, items=items(20))
        answers = simulate(design, population, seed=seed)
        truths.append(answers.correct[answers.under("original")].mean())
        on = answers.under("original")
        intervals.append(crossed_share(answers.correct[on], answers.participant[on], answers.question[on]))
    truth = float(np.mean(truths))
    held = np.mean([each.low <= truth <= each.high for each in intervals])
    assert held >= 0.9


def test_the_human_interference_score_finds_the_planted_susceptibility():
    population = Population(ability=30.0, susceptibility=0.3)
    design = attack(20, participants=200, seed=1)
    answers = simulate(design, population, seed=1)
    taken = answers.took_magnet[answers.under("attacked")]
    assert taken.mean() == pytest.approx(0.3, abs=0.03)


def test_the_same_seed_makes_the_same_people():
    one, other = (simulate(attack(), Population(), seed=3) for _ in range(2))
    assert np.array_equal(one.chosen, other.chosen)
    assert not np.array_equal(one.chosen, simulate(attack(), Population(), seed=4).chosen)


def rates(assumed, people=300):
    """Return how often simulated people are right under the usual and the other condition."""
    design = _design(assumed, people, 0)
    answers = simulate(design, population_of(assumed), seed=1)
    other = answers.under("attacked") | answers.under("no-passage")
    return float(answers.correct[~other].mean()), float(answers.correct[other].mean())


@pytest.mark.parametrize("design", ["attack", "no-passage"])
@given(right=st.floats(0.5, 0.95), lost=st.floats(0.0, 0.9), options=st.integers(2, 6), spread=st.floats(0.0, 1.5))
@settings(max_examples=8)
def test_simulated_people_are_right_as_often_as_was_assumed_and_lose_as_much(design, right, lost, options, spread):
    least = 1 / options if design == "no-passage" else 0.0
    right = max(right, 1 / options + 0.05)
    effect = lost * (right - least)
    usual, other = rates(Assumed(design, 60, options=options, right=right, effect=effect, spread=spread))
    assert usual == pytest.approx(right, abs=0.08)  # of 60 questions, drawn anew
    assert usual - other == pytest.approx(effect, abs=0.06)


def test_more_people_and_larger_effects_are_found_more_often_and_nothing_is_found_by_chance_alone():
    few, many = power(Assumed(effect=0.15), [6, 30], studies=40)
    assert few.found.estimate < many.found.estimate
    assert many.least < few.least
    assert many.difference == pytest.approx(-0.15, abs=0.03)
    [nothing] = power(Assumed(effect=0.0), [20], studies=60)
    assert nothing.found.low <= 0.05


def test_readers_who_are_right_less_often_lose_fewer_answers_to_the_same_magnets_and_are_found_less_often():
    able, less = (power(Assumed(right=right, effect=0.1 * right), [20], studies=60)[0] for right in (0.86, 0.76))
    assert less.found.estimate < able.found.estimate


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"right": 0.2}, "expected a share above that of guessing"),
        ({"effect": 0.9}, "people who are right on 0.8 of the questions cannot lose more"),
        ({"design": "no-passage", "effect": 0.6}, "expected a share from 0 to below 0.55"),
        ({"design": "race"}, "expected attack or no-passage"),
        ({"finishing": 0.0}, "a share of questions up to 1"),
    ],
)
def test_people_who_cannot_be_are_refused(told, words):
    with pytest.raises(UsageError, match=words):
        Assumed(**told)


def test_a_study_is_planned_as_typed(tmp_path):
    typed = ["study", "power", "--participants", "8", "--questions", "6", "--studies", "10", "--right", "0.75"]
    said = CliRunner().invoke(app, [*typed, "--json", str(tmp_path / "power.json")], catch_exceptions=False).output
    assert "right on 75% of the questions as they are, and on 65% under attack" in said
    [row] = json.loads((tmp_path / "power.json").read_text("utf-8"))["rows"]
    assert row["participants"] == 8
    assert row["low"] <= row["found"] <= row["high"]
