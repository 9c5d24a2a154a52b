"""A system that reads is less sure when the key is gone; of one that does not, nothing is said."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from examfiles.reasons import many
from magnetite.experiments.asking import draw
from magnetite.experiments.uncertainty.experiment import ENTROPY, EXPECTED, INFORMATION, Uncertainty
from magnetite.testing import FakePanel, check_experiment

OPTIONS = ("a cat", "a dog", "a goat", "an owl")


def items(count, passages=None):
    return [
        Item(f"q{k}", f"p{k % (passages or count)}", f"Ann {k}.", f"What {k}?", OPTIONS, k % 4) for k in range(count)
    ]


def luck(*names):
    return draw(9, *names) / 2**64


def found(exam, answer, members=(), **settings):
    panel = FakePanel({"QOC": answer}, members={"QOC": members} if members else {})
    return Uncertainty(**settings).run(Dataset("made up", tuple(exam)), panel)[0]


def verdicts(finding):
    return {each.code: each.values["verdict"] for each in finding.answer.values["parts"] if "verdict" in each.values}


def test_a_system_that_knows_the_key_is_less_sure_without_it():
    exam = items(60)
    keys = {item.question: item.options[item.answer] for item in exam}
    finding = found(exam, lambda context, option: 4.0 * (option == keys[context.question]))
    assert finding.number("area under the curve", ENTROPY).value == 1.0
    assert verdicts(finding)["uncertainty-key"] == "above"
    for row in finding.items.rows():
        assert row["gone"] == pytest.approx(np.log2(3))
        assert row["there"] < row["entropy"] < row["gone"]


def test_a_system_that_is_surest_where_it_is_wrong_is_told():
    exam = items(80)
    keys = {item.question: item.options[item.answer] for item in exam}

    def misled(context, option):
        right = option == keys[context.question]
        easy = luck("easy", context.question) < 0.5
        return 1.0 * right if easy else 6.0 * (option == OPTIONS[(OPTIONS.index(keys[context.question]) + 1) % 4])

    finding = found(exam, misled)
    assert verdicts(finding)["uncertainty-halves"] == "below"
    coverage = {row["coverage"]: row for row in finding.table("coverage").rows()}
    assert coverage[0.1]["accuracy"] == 0.0
    assert coverage[1.0]["n"] == 80
    right = coverage[1.0]["accuracy"]
    assert coverage[1.0]["points"] == pytest.approx(right - (1 - right) / 3)


def test_of_answers_at_random_nothing_is_said_more_often_than_by_chance():
    said = 0
    for seed in range(60):
        finding = found(
            items(60, passages=20),
            lambda context, option, seed=seed: 3 * luck(str(seed), context.question, option),
        )
        said += sum(each in {"above", "below"} for each in verdicts(finding).values())
    assert said <= 14  # of 120, of which intervals of 95% miss 6


def test_members_that_disagree_inform_where_they_agree_with_the_key_and_otherwise_not():
    exam = items(40)
    keys = {item.question: item.options[item.answer] for item in exam}

    def member(own):
        return lambda context, option: (
            8.0 * (option == keys[context.question])
            + 4.0 * (option == max(context.shown or OPTIONS, key=lambda each: luck(own, context.question, each)))
        )

    members = [member(own) for own in "abc"]
    finding = found(exam, members[0], members)
    areas = {row["measure"]: row["area"] for row in finding.table("areas").rows()}
    assert list(areas) == [ENTROPY, EXPECTED, INFORMATION]
    assert areas[INFORMATION] > 0.9
    same = found(exam, members[0], [members[0]] * 3)
    assert {row["measure"]: row["area"] for row in same.table("areas").rows()}[INFORMATION] == 0.5
    assert "uncertainty-members" not in {each.code for each in found(exam, members[0]).answer.values["parts"]}


@given(st.integers(0, 5), st.permutations(range(4)))
def test_the_lists_with_and_without_the_key_are_equally_long_and_lack_one_option(seed, order):
    exam = [replace(item, options=tuple(item.options[k] for k in order)) for item in items(6)]
    panel = FakePanel({"QOC": lambda _context, option: float(len(option))}, listwise=True)
    Uncertainty(seed=seed).run(Dataset("made up", tuple(exam)), panel)
    [(_, _, cells, _)] = panel.requests
    asked = [[cells.options[k] for k in cells.columns[cells.rows == row]] for row in range(18)]
    for item, whole, gone, there in zip(exam, asked[:6], asked[6:12], asked[12:], strict=True):
        key = item.options[item.answer]
        assert tuple(whole) == item.options
        assert gone == [each for each in item.options if each != key]
        assert len(there) == 3
        assert key in there


def test_questions_of_two_options_or_without_an_answer_are_counted_and_left_out():
    exam = [*items(6), replace(items(7)[6], options=("yes", "no"), answer=0), replace(items(8)[7], answer=None)]
    finding = found(exam, lambda _context, option: float(len(option)))
    [note] = [each for each in finding.notes if each.code == "uncertainty-note-left-out"]
    assert note.values["questions"] == many(2)
    assert found(exam[6:], lambda *_: 0.0).answer.code == "uncertainty-nothing"


def test_it_keeps_the_contract_of_experiments():
    check_experiment(Uncertainty())
