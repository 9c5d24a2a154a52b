"""Scores against temperatures, and an exam against copies of itself."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import t

import magnetite
from examfiles.items import Dataset
from magnetite.core.results import Number, Run
from magnetite.stats.intervals import wilson
from tests.laws.figures import (
    VIEWS,
    assert_same_numbers,
    assert_same_tables,
    audit,
    doubled,
    laws,
    numbers,
    system,
    systems,
)
from tests.strategies import exams

QUICK = {"store": "off"}
BEFORE = ("NLL", "Brier", "ECE", "mean confidence", "confidence above accuracy")


@laws()
@given(exams(), st.sampled_from([0.25, 4.0, 32.0]))
def test_scores_and_temperature_times_as_much_are_the_same_probabilities(exam: Dataset, times: float) -> None:
    def run(factor: float) -> Run:
        set_ = {name: {"temperatures": dict.fromkeys(VIEWS, factor)} for name in ("accuracy", "shortcuts", "following")}
        experiments = ("accuracy", "shortcuts", "following")
        model = system(times=factor)
        return magnetite.audit(
            exam, model, views=VIEWS, experiments=experiments, experiment_settings=set_, calibrate_on="off", **QUICK
        )

    one, other = run(1.0), run(times)
    before = [f"{name} before" for name in BEFORE]  # of scores as they are
    assert_same_numbers(one, other, besides=(*before, "temperature"), within=1e-6)
    for view in VIEWS:
        for name in ("probability", "effective"):
            first, second = (
                [value or 0.0 for value in each.finding("shortcuts").items.values(f"{name}_{view}")]
                for each in (one, other)
            )
            assert first == pytest.approx(second, rel=1e-5)
    after, as_they_are = (numbers(each) for each in (other, one))
    for view in VIEWS:
        for name in ("NLL", "Brier", "ECE"):
            value = after["shortcuts", f"{name} after", view].value
            assert value == pytest.approx(as_they_are["shortcuts", f"{name} before", view].value, rel=1e-5)


@laws()
@given(exams(least=5))
def test_scores_of_another_unit_choose_the_same(exam: Dataset) -> None:
    runs = [
        magnetite.magnets(exam, [replace_times(each, times) for each in systems(2)], top=5, **QUICK)
        for times in (1.0, 8.0)
    ]
    assert_same_numbers(*runs)
    assert_same_tables(*runs)


def replace_times(one, times: float):
    """Return the same system with its scores times as much, under its own name."""
    from magnetite.scorers.function import Function

    return Function(lambda p, q, o: times * one.function(p, q, o), one.name, version=str(times))


def even(exam: Dataset, passages: int = 24) -> Dataset:
    """Return an exam of so many passages of two questions each, made of the questions of another."""
    every = [item for item in exam if item.answer is not None]
    picked = [every[place % len(every)] for place in range(2 * passages)]
    return exam.with_items(
        [
            replace(item, id=f"{place}", passage_id=f"p{place // 2}", question=f"{item.question} {place}")
            for place, item in enumerate(picked)
        ]
    )


def informative(number: Number) -> float:
    """Return of how many independent observations a share has the interval (Wilson's)."""
    width = float(number.high) - float(number.low)

    def gap(n: float) -> float:
        low, high = wilson(np.array([number.value]), np.array([n]))
        return float(high[0] - low[0]) - width

    return float(brentq(gap, 1e-3, 1e6))


@laws()
@given(exams(least=7))
def test_twice_the_passages_tell_twice_as_much(exam: Dataset) -> None:
    """Of G even passages a t interval gets shorter by √(2 · (2G - 1) / (2G - 2)) and by the ratio of the quantiles."""
    once, groups = even(exam), 24
    short = np.sqrt(2 * (2 * groups - 1) / (2 * groups - 2)) * t.ppf(0.975, groups - 1) / t.ppf(0.975, 2 * groups - 1)
    one, two = (audit(each, experiments=("accuracy", "shortcuts")) for each in (once, doubled(once, apart=True)))
    one_by_key, two_by_key = numbers(one), numbers(two)
    for key, number in one_by_key.items():
        again = two_by_key[key]
        if number.unit in ("p", "temperature"):
            continue
        if not key[1].startswith("ECE"):  # whose bins cut equal numbers of questions, and split copies
            assert again.value == pytest.approx(number.value)
        if number.low is None or number.high is None or number.n != len(once):
            continue
        if key[1] in ("entropy", "mutual information", "pointwise information", "effective options"):
            assert (number.high - number.low) / (again.high - again.low) == pytest.approx(short, rel=1e-6), key
        elif number.unit == "share" and 0.1 < number.value < 0.9 and not key[1].startswith(("mean", "effective")):
            ratio = informative(again) / informative(number)
            assert 1.9 < ratio < short**2 * 1.02, (key, ratio)
        elif number.unit == "points":
            assert (number.high - number.low) / (again.high - again.low) == pytest.approx(np.sqrt(2), rel=0.1), key


@laws()
@given(exams(least=7))
def test_questions_that_stand_eight_times_in_their_passage_tell_no_more_than_four_times(exam: Dataset) -> None:
    """One question of each passage is copied, so that the questions of a passage are alike in every exam."""
    by_passage = {item.passage_id: item for item in exam if item.answer is not None}
    four = doubled(doubled(exam.with_items(list(by_passage.values())), apart=False), apart=False)
    one, two = (audit(each, experiments=("accuracy", "shortcuts")) for each in (four, doubled(four, apart=False)))
    for key, number in numbers(one).items():
        again = numbers(two)[key]
        if number.unit in ("p", "temperature"):
            continue
        assert key[1].startswith("ECE") or again.value == pytest.approx(number.value), key
        if number.n == len(four) and number.low != number.high and number.value not in (0.0, 1.0):
            ratio = (again.high - again.low) / (number.high - number.low)
            if number.unit == "share" and 0 < number.value < 1 and not key[1].startswith(("mean", "effective")):
                # Exactly as much, but for what a sample of n loses by its own mean and quantile (Korn & Graubard 1998).
                lost = [t.ppf(0.975, each.n - 1) ** 2 * each.n / (each.n - 1) for each in (number, again)]
                ratio = informative(number) / informative(again) / lost[0] * lost[1]
                assert ratio == pytest.approx(1, rel=1e-3), key
            least = 0.7 if number.unit == "points" else 0.97  # where nothing was lost, four copies of nothing count
            assert least < ratio < 1.03, (key, ratio)


@laws()
@given(exams(least=6))
def test_a_system_that_stands_twice_in_a_group_says_what_one_of_it_says(exam: Dataset) -> None:
    from magnetite.scorers.function import Function

    models = systems(12)
    twin = Function(models[5].function, "system 5 again", version="again")
    once = magnetite.items(exam, models, groups={"five": "system 5*"}, **QUICK)
    twice = magnetite.items(exam, [*models, twin], groups={"five": "system 5*"}, **QUICK)
    per_candidate = ("candidates", "pairs told apart", "questions enough", "answered right")
    assert_same_numbers(_unsized(once), _unsized(twice), besides=per_candidate)


def _unsized(run: Run) -> Run:
    """Return a run whose numbers do not say what they are over."""
    findings = [replace(f, numbers=tuple(replace(n, n=None) for n in f.numbers)) for f in run.findings]
    return replace(run, findings=tuple(findings))
