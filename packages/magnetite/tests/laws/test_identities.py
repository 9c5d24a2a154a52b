"""What one figure implies of another: totals of their parts, differences of their sides, levels of exams."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import magnetite
from examfiles.items import Dataset
from magnetite.core.results import Finding, Run
from magnetite_papers.training_table.finding import Answered, unanswerable_finding
from tests.laws.figures import VIEWS, audit, laws, listed, numbers, of_level, system, systems
from tests.strategies import exams

QUICK = {"store": "off"}
RUNS: dict[str, Callable[[Dataset], Run]] = {
    "audit": audit,
    "magnets": lambda exam: magnetite.magnets(exam, systems(3), top=5, **QUICK),
    "one system": lambda exam: magnetite.magnets(exam, systems(1), top=5, **QUICK),
    "given": lambda exam: magnetite.magnets(exam, systems(2), pool=GIVEN, search=False, **QUICK),
    "unreadable": lambda exam: magnetite.unreadable(exam, systems(2), **QUICK),
    "order": lambda exam: magnetite.order(exam, listed(), estimate_on=0.5, **QUICK),
    "items": lambda exam: magnetite.items(exam, systems(12), **QUICK),
    "check": lambda exam: magnetite.check(exam, system(), **QUICK).run,
}
GIVEN = None


def rows(finding: Finding, table: str, **same: Any) -> list[dict[str, Any]]:
    """Return the rows of a table that have these values."""
    every = finding.table(table).rows()
    return [row for row in every if all(row[name] == value for name, value in same.items())]


def total(finding: Finding, table: str, share: str, count: str, **same: Any) -> float:
    """Return how many questions a column of shares stands for."""
    return sum(row[share] * row[count] for row in rows(finding, table, **same) if row[share] is not None)


@pytest.mark.parametrize("name", [name for name in RUNS if name != "given"])
@laws()
@given(exams())
def test_every_number_lies_within_its_bounds(name: str, exam: Dataset) -> None:
    run = RUNS[name](exam)
    for key, each in numbers(run).items():
        for bound, sign in ((each.low, 1), (each.high, -1)):
            assert bound is None or sign * (each.value - bound) >= -1e-12, (key, each)
        assert each.unit != "share" or -1e-9 <= each.value <= 1 + 1e-9, (key, each)
    for finding in run.findings:
        for table in finding.tables:
            _bounded_rows(table.rows(), {column.name: column.unit for column in table.columns})


def _bounded_rows(every: list[dict[str, Any]], units: dict[str, str]) -> None:
    for name, unit in units.items():
        low, high = f"{name}_low", f"{name}_high"
        if low not in units or not unit:
            continue
        assert units[low] == units[high] == unit
        for row in every:
            value, *ends = row[name], row[low], row[high]
            if None not in (value, *ends):
                assert ends[0] - 1e-9 <= value <= ends[1] + 1e-9, (name, row)


@laws()
@given(exams(least=6))
def test_accuracy_is_that_of_its_levels_and_what_stands_beside_it_their_differences(exam: Dataset) -> None:
    found = audit(exam, experiments=("accuracy",)).finding("accuracy")
    right, longest = found.number("accuracy"), found.number("baseline", "longest")
    assert found.number("above longest").value == pytest.approx(right.value - longest.value)
    levels = {row["level"] for row in rows(found, "by_level")} - {"all"}
    for name in ("model", "longest", "random", "word overlap"):
        every = [row for row in rows(found, "by_level", system=name) if row["level"] in levels]
        [whole] = rows(found, "by_level", system=name, level="all")
        assert not every or sum(row["accuracy"] * row["n"] for row in every) == pytest.approx(
            whole["accuracy"] * whole["n"]
        )


@laws()
@given(exams(least=6))
def test_shortcuts_differences_and_bins_are_those_of_the_accuracies(exam: Dataset) -> None:
    found = audit(exam, experiments=("shortcuts",)).finding("shortcuts")
    right = {view: found.number("accuracy", view) for view in VIEWS}
    by_view = {row["view"]: row for row in rows(found, "views", level="all")}
    assert found.number("passage adds").value == pytest.approx(right["QOC"].value - right["QO"].value)
    assert found.number("question adds").value == pytest.approx(right["QO"].value - right["O"].value)
    above = found.number("without passage above chance").value
    assert above == pytest.approx(right["QO"].value - by_view["QO"]["chance"])
    for view, number in right.items():
        hits = number.value * (number.n or 0)
        assert total(found, "effective_options", "accuracy", "labelled", view=view) == pytest.approx(hits)
        assert total(found, "reliability", "accuracy", "count", view=view, when="before") == pytest.approx(hits)
        assert by_view[view]["accuracy"] == number.value
        for label, column in (("entropy", "entropy"), ("effective options", "effective_options")):
            assert found.number(label, view).value == pytest.approx(by_view[view][column])
    for view in ("QO", "QOC"):
        hits = right[view].value * (right[view].n or 0)
        for table in ("by_information", "by_tenth"):
            assert total(found, table, f"accuracy_{view}", "labelled") == pytest.approx(hits)


@laws()
@given(exams(least=6))
def test_what_the_passage_tells_is_the_difference_of_the_entropies(exam: Dataset) -> None:
    found = audit(exam, experiments=("shortcuts",)).finding("shortcuts")
    entropy = {view: found.number("entropy", view).value for view in VIEWS}
    assert found.number("mutual information").value == pytest.approx(entropy["QO"] - entropy["QOC"])
    told = found.items.values("information")
    assert found.number("mutual information").value == pytest.approx(float(np.mean(told)))
    loss = {view: found.number("NLL before", view).value for view in VIEWS}
    bits = found.number("pointwise information").value
    assert bits == pytest.approx((loss["QO"] - loss["QOC"]) / np.log(2))


@laws()
@given(exams(), st.integers(1, 3))
def test_weak_questions_have_fewer_than_three_quarters_of_their_options_left(exam: Dataset, knows: int) -> None:
    run = magnetite.shortcuts(exam, model=system(knows=knows), views=VIEWS, **QUICK)
    found = run.finding("shortcuts")
    left = np.array(found.items.values("effective_QO")) / [len(item.options) for item in exam]
    assert found.number("weak by entropy alone").value == pytest.approx((left < 0.75).mean())


@laws()
@given(exams(least=6))
def test_magnets_numbers_are_the_means_of_their_tables(exam: Dataset) -> None:
    models = systems(3)
    run = magnetite.magnets(exam, models, top=5, **QUICK)
    assume("validation" in {found.experiment for found in run.findings})
    screen, checked = run.finding("magnets"), run.finding("validation")
    for model in models:
        name = f"{model.name} QOC"
        column = screen.table("interference").values(name)
        assert screen.number("mean interference", name).value == pytest.approx(float(np.mean(column)))
        assert screen.number("strongest interference", name).value == pytest.approx(max(column))
        for label, key in (("where searched", "subset"), ("not seen", "unseen")):
            known = [row[key] for row in rows(checked, "validation", system=name) if row[key] is not None]
            if known:
                assert checked.number(f"mean interference, {label}", name).value == pytest.approx(float(np.mean(known)))
    for row in rows(screen, "interference"):
        assert row["interference"] == pytest.approx(float(np.mean([row[f"{model.name} QOC"] for model in models])))
    for option in {row["option"] for row in rows(checked, "validation")}:
        every = rows(checked, "validation", option=option)
        assert len({row["interference"] for row in every}) == 1
        assert every[0]["interference"] == pytest.approx(float(np.mean([row["subset"] for row in every])))


@laws()
@given(exams(least=6), st.sampled_from(["random", "each"]))
def test_an_attack_turns_right_answers_into_the_magnet_or_another_wrong_option(exam: Dataset, replace: str) -> None:
    found = magnetite.magnets(exam, systems(2), top=5, replace=replace, **QUICK).finding("attack")
    levels = {row["level"] for row in rows(found, "attacks")} - {"all"}
    for row in rows(found, "attacks"):
        assert row["difference"] == pytest.approx(row["after"] - row["before"])
        assert row["stable"] == row["after"]
        assert row["after"] + row["caught"] + row["otherwise"] == pytest.approx(1.0)
    for row in rows(found, "attacks", level="all"):
        number = found.number("accuracy after", f"{row['system']}: {row['option']}")
        assert (number.value, number.n) == (pytest.approx(row["after"]), row["n"])
        parts = [
            each
            for each in rows(found, "attacks", system=row["system"], option=row["option"])
            if each["level"] in levels
        ]
        if parts:
            assert sum(each["n"] for each in parts) == row["n"]
            for name in ("before", "after", "caught"):
                assert sum(each[name] * each["n"] for each in parts) == pytest.approx(row[name] * row["n"])


@laws()
@given(exams(least=6))
def test_the_sentence_of_an_attack_compares_the_questions_that_its_table_does(exam: Dataset) -> None:
    found = magnetite.magnets(exam, systems(1), top=5, **QUICK).finding("attack")
    every = rows(found, "attacks", level="all")
    assume(every)
    [told] = found.answer.values["systems"].values["parts"]
    worst = min(every, key=lambda row: row["after"])
    assert told.values["worst"] in {row["option"] for row in every if row["after"] == worst["after"]}
    [row] = [row for row in every if row["option"] == told.values["worst"]]
    assert (told.values["before"], told.values["left"]) == (pytest.approx(row["before"]), pytest.approx(row["after"]))


@laws()
@given(exams(least=6))
def test_attacks_with_anothers_magnets_compare_the_same_questions(exam: Dataset) -> None:
    run = magnetite.magnets(exam, systems(3), top=3, **QUICK)
    assume("transfer_attack" in {found.experiment for found in run.findings})
    found = run.finding("transfer_attack")
    for row in rows(found, "transfer_attack"):
        assert row["low"] <= row["after"] <= row["high"]
    own = [row["after"] for row in rows(found, "transfer_attack") if row["found_on"] == row["attacked"]]
    other = [row["after"] for row in rows(found, "transfer_attack") if row["found_on"] != row["attacked"]]
    assert found.answer.values["own"] == pytest.approx(float(np.mean(own)))
    assert found.answer.values["other"] == pytest.approx(float(np.mean(other)))


@laws()
@given(exams(least=6))
def test_unreadable_changes_are_those_of_the_accuracies(exam: Dataset) -> None:
    models = systems(2)
    found = magnetite.unreadable(exam, models, **QUICK).finding("unreadable")
    for row in rows(found, "attacks"):
        assert row["difference"] == pytest.approx(row["after"] - row["before"])
        if row["relative"] is not None:  # of too few questions, or of none that was right, there is none
            assert row["relative"] == pytest.approx(row["after"] / row["before"] - 1)
        assert row["after"] + row["caught"] + row["otherwise"] >= 1 - 1e-9
    for row in rows(found, "controls"):
        assert row["gap"] == pytest.approx(row["attacked"] - row["after"])
    for model in models:
        name = f"{model.name} QOC"
        left = sorted(row["after"] for row in rows(found, "attacks", system=name, level="all"))
        more = found.number("left more by the next most effective", name)
        assert more.value == pytest.approx(left[1] - left[0])
        changes = [row["relative"] for row in rows(found, "attacks", system=name, level="all")]
        if None not in changes:
            assert found.number("mean relative change", name).value == pytest.approx(float(np.mean(changes)))


@laws()
@given(exams(labelled=True), st.integers(0, 2**32 - 1))
def test_training_sets_differ_from_full_training_by_the_mean_of_its_seeds(exam: Dataset, seed: int) -> None:
    random = np.random.default_rng(seed)
    answered = [
        Answered(name, random.random((3, len(exam))) < share) for name, share in (("Full", 0.8), ("P-Shuffle", 0.5))
    ]
    found = unanswerable_finding(exam, answered, (0, 1, 2))
    for row in rows(found, "training_sets", training="P-Shuffle"):
        [full] = rows(found, "training_sets", training="Full", level=row["level"])
        assert row["difference"] == pytest.approx(row["accuracy"] - full["accuracy"])
        guess = rows(found, "training_sets", training="random", level=row["level"])[0]["accuracy"]
        if row["kept"] is not None:
            assert row["kept"] == pytest.approx((row["accuracy"] - guess) / (full["accuracy"] - guess))


@laws()
@given(exams(least=7))
def test_a_levels_row_is_the_run_of_that_level_alone(exam: Dataset) -> None:
    for level in ("high", "low"):
        alone = of_level(exam, level)
        if len(alone) in (0, len(exam)) or all(item.answer is None for item in alone):
            continue
        whole, part = (audit(each, experiments=("accuracy", "shortcuts")) for each in (exam, alone))
        for name, table in (("accuracy", "by_level"), ("shortcuts", "views")):
            one, other = rows(whole.finding(name), table, level=level), rows(part.finding(name), table, level="all")
            assert _values(one) == _values(other)
        one, other = (
            magnetite.unreadable(each, systems(2), controls=False, **QUICK).finding("unreadable")
            for each in (exam, alone)
        )
        assert _values(rows(one, "attacks", level=level)) == _values(rows(other, "attacks", level="all"))


def _values(every: list[dict[str, Any]]) -> list[Any]:
    return [
        pytest.approx(value, nan_ok=True) if isinstance(value, float) else value
        for row in every
        for name, value in row.items()
        if name != "level"
    ]
