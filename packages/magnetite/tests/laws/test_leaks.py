"""Nothing leaks: what is planted in the questions that a search saw leaves the figures of all others at their null."""

from dataclasses import replace

from hypothesis import assume, given

import magnetite
from examfiles.items import Dataset
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.magnets.search import search
from magnetite.experiments.order.experiment import Order, _sample
from magnetite.scorers.function import Function
from magnetite.testing import FakePanel
from tests.laws.figures import laws, noise
from tests.strategies import exams

QUICK = {"store": "off"}
TOP = 3


Keys = dict[str, str]  # the right option by question


def honest(keys: Keys, passage: str, question: str, option: str) -> float:
    """Score keys above all else, and a question's own options above all irrelevant ones: no magnet works anywhere."""
    of_option, of_question = option.rsplit(maxsplit=1)[-1].split("x", maxsplit=1)[0], question.split()[-2]
    own = of_option == f"n{of_question}"
    return 20.0 * (keys.get(question) == option) + 10.0 * own + noise(passage, question, option)


def planted(name: str, keys: Keys, passages: frozenset[str], options: frozenset[str]) -> Function:
    """Make a system that is honest but for some options, which win on the questions of some passages."""

    def score(passage: str, question: str, option: str) -> float:
        return 50.0 * (passage in passages and option in options) + honest(keys, passage, question, option)

    return Function(score, name, version=f"{sorted(passages)} {sorted(options)}")


def searched_passages(exam: Dataset) -> frozenset[str]:
    """Return the passages whose questions a search of the exam sees."""
    panel = FakePanel({"QOC": lambda context, option: honest({}, context.passage, context.question, option)})
    found = search(Magnets(pool_size=12, top=TOP), exam, panel)
    seen = {item.passage for item, here in zip(found.screens.items, found.seen, strict=True) if here}
    return frozenset(seen)


@laws()
@given(exams(least=9, most=12))
def test_magnets_that_work_only_where_they_were_searched_for_do_nothing_elsewhere(exam: Dataset) -> None:
    seen = searched_passages(exam)
    assume(len({item.passage for item in exam} - seen) >= 2)
    magnets = frozenset(option for item in exam for option in item.options if item.passage not in seen)
    keys = {item.question: item.options[item.answer] for item in exam if item.answer is not None}
    models = [planted(name, keys, seen, magnets) for name in ("one", "two")]
    run = magnetite.magnets(exam, models, top=TOP, pool_size=12, **QUICK)
    validation, moved = run.finding("validation"), run.finding("transfer_attack")
    assert any(row["subset"] > 0 for row in validation.table("validation").rows())
    for row in validation.table("validation").rows():
        assert row["unseen"] in (None, 0.0)
        assert row["before"] in (None, 1.0)
        assert row["after"] == row["before"]
        assert not row["holds"]
    for name in ("one QOC", "two QOC"):
        assert validation.number("magnets that hold up", name).value == 0
    assert moved.notes == ()
    for row in moved.table("transfer_attack").rows():
        assert (row["before"], row["after"]) == (1.0, 1.0)


def listed(prefers: dict[str, int]) -> Function:
    """Make a system that reads some questions right, and prefers a position in others, by their texts."""

    def score(passage: str, question: str, options: list[str]) -> list[float]:
        place = prefers.get(question)
        return [5.0 * (at == place) + noise(passage, question, option) for at, option in enumerate(options)]

    return Function(score, "prefers", version=str(sorted(prefers.items())), listwise=True)


def of_three(exam: Dataset) -> Dataset:
    """Return the questions that have three options or more, each with its key and two others."""
    items = []
    for item in exam:
        wrong = [option for place, option in enumerate(item.options) if place != item.answer][:2]
        if len(wrong) == 2:
            options, answer = list(wrong), len(items) % 3
            options.insert(answer, item.options[item.answer])
            items.append(replace(item, options=tuple(options), answer=answer))
    return exam.with_items(items)


@laws()
@given(exams(least=22, most=24, labelled=True))
def test_a_preference_that_is_there_only_where_it_is_estimated_is_in_no_figure_of_what_it_is_worth(
    exam: Dataset,
) -> None:
    """The table of ways is that of the questions on which nothing was estimated, whatever is chosen on the others."""
    same = of_three(exam)
    assume(len(same) >= 20)
    sample = {
        item.question for item, here in zip(same, _sample(same.items, Order(estimate_on=0.4)), strict=True) if here
    }
    runs = [magnetite.order(same, listed(dict.fromkeys(sample, place)), estimate_on=0.4, **QUICK) for place in (0, 2)]
    for table in ("ways", "debiasing"):
        assert all(row["n"] == len(same) - len(sample) for row in runs[0].finding("order").table(table).rows())
    one, other = (
        [row for row in run.finding("order").table("ways").rows() if "preference" not in row["way"]] for run in runs
    )
    assert one == other
