"""What must not matter to any figure: the order of options, questions, systems, members and seeds."""

from collections.abc import Sequence

import pytest
from hypothesis import given

import magnetite
from examfiles.items import Dataset
from magnetite.core.results import Run
from tests.commands.made import rule, write_ensemble
from tests.laws.figures import (
    VIEWS,
    assert_same_numbers,
    assert_same_tables,
    audit,
    laws,
    listed,
    permuted,
    system,
    systems,
)
from tests.strategies import exams

QUICK = {"store": "off"}


def reordered(exam: Dataset) -> Dataset:
    """Return the exam with its questions in another order, of passages and within them."""
    return exam.with_items(sorted(exam, key=lambda item: item.id[::-1]))


@laws()
@given(exams())
def test_shortcuts_do_not_depend_on_the_order_of_options(exam: Dataset) -> None:
    one, other = (audit(each, experiments=("shortcuts", "following")) for each in (exam, permuted(exam)))
    assert_same_numbers(one, other)
    assert_same_tables(one, other, letters=False)


@laws()
@given(exams(least=7))
def test_accuracy_and_its_baselines_do_not_depend_on_the_order_of_options(exam: Dataset) -> None:
    one, other = (audit(each, experiments=("accuracy",)) for each in (exam, permuted(exam)))
    assert_same_numbers(one, other)
    assert_same_tables(one, other, letters=False)


@laws()
@given(exams(least=7))
def test_a_system_that_cannot_choose_is_as_good_in_any_order_of_options(exam: Dataset) -> None:
    one, other = (
        magnetite.audit(each, system("same", times=0.0), experiments=("accuracy",), **QUICK)
        for each in (exam, permuted(exam))
    )
    assert_same_numbers(one, other, besides=("above longest", "baseline"))


@laws()
@given(exams())
def test_magnets_do_not_depend_on_the_order_of_options(exam: Dataset) -> None:
    one, other = (
        magnetite.magnets(each, systems(3), top=5, replace="each", **QUICK) for each in (exam, permuted(exam))
    )
    assert_same_numbers(one, other)
    assert_same_tables(one, other, letters=False, besides=("examples",))  # of these swaps the first wrong option's


@laws()
@given(exams())
def test_item_analysis_does_not_depend_on_the_order_of_options(exam: Dataset) -> None:
    one, other = (magnetite.items(each, systems(12), **QUICK) for each in (exam, permuted(exam)))
    assert_same_numbers(one, other)
    assert_same_tables(one, other, letters=False)


@laws()
@given(exams())
def test_flags_of_models_do_not_depend_on_the_order_of_options(exam: Dataset) -> None:
    one, other = (magnetite.check(each, system(), **QUICK).run for each in (exam, permuted(exam)))
    assert _model_flags(one) == _model_flags(other)
    assert_same_tables(one, other, letters=False, besides=("flags", "options", "reasons", "looks", "keys"))


def _model_flags(run: Run) -> list[tuple[object, ...]]:
    rows = run.finding("check").table("flags").rows()
    return sorted((row["id"] or "", row["rule"]) for row in rows if row["source"] != "rule")


# Questions to show, the first there are; halves of the exam, drawn by place; equals ranked by their place.
CHOSEN = ("examples", "fewer", "looks")
ATTACKS = ("AddSent2Opt-Shuffle", "AddSent2Pas-Shuffle")
PAIRS = ("Pearson correlation", "Spearman correlation")  # named after both systems, the first one first
EVERY = {
    "audit": audit,
    "magnets": lambda exam: magnetite.magnets(exam, systems(3), top=5, **QUICK),
    "unreadable": lambda exam: magnetite.unreadable(exam, systems(2), attacks=ATTACKS, **QUICK),
    "order": lambda exam: magnetite.order(exam, listed(), estimate_on=0.0, **QUICK),
    "items": lambda exam: magnetite.items(exam, systems(12), **QUICK),
    "check": lambda exam: magnetite.check(exam, system(), **QUICK).run,
}


@pytest.mark.parametrize("command", EVERY)
@laws()
@given(exams())
def test_no_figure_depends_on_the_order_of_questions(command: str, exam: Dataset) -> None:
    one, other = (EVERY[command](each) for each in (exam, reordered(exam)))
    assert_same_numbers(one, other, besides=("questions enough",))
    assert_same_tables(one, other, besides=CHOSEN)


@pytest.mark.parametrize("command", ["magnets", "unreadable", "items"])
@laws()
@given(exams())
def test_no_figure_depends_on_the_order_of_systems(command: str, exam: Dataset) -> None:
    def run(models: Sequence[object]) -> Run:
        return {
            "magnets": lambda: magnetite.magnets(exam, models, top=5, **QUICK),
            "unreadable": lambda: magnetite.unreadable(exam, models, attacks=ATTACKS, **QUICK),
            "items": lambda: magnetite.items(exam, models, **QUICK),
        }[command]()

    one, other = run(systems(4)), run(systems(4)[::-1])
    assert_same_numbers(one, other, besides=PAIRS)
    assert_same_tables(one, other, besides=(*CHOSEN, "correlations", "scatter"))


@laws()
@given(exams())
def test_no_figure_depends_on_the_order_of_an_ensembles_members(tmp_path_factory, exam: Dataset) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("magnetite.scorers.encoder.encoder", rule)
        runs = []
        for members in (("seed-0", "seed-1", "seed-2"), ("seed-2", "seed-0", "seed-1")):
            folder = tmp_path_factory.mktemp("systems")
            for view in VIEWS:
                write_ensemble(folder / view.lower(), view, members)
            runs.append(magnetite.audit(exam, str(folder), experiments=("accuracy", "shortcuts", "following"), **QUICK))
    assert_same_numbers(*runs)
    assert_same_tables(*runs)
