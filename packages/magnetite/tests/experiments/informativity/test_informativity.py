"""What the text contributes is answerability less guessability, by question and by exam, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from examfiles.reasons import many
from magnetite.experiments.informativity.experiment import ANSWERABILITY, GUESSABILITY, INFORMATIVITY, Informativity
from magnetite.testing import FakePanel, check_experiment

OPTIONS = ("a cat", "a dog", "a goat", "an owl")


def items(count, *, passages=None):
    return [
        Item(f"q{k}", f"p{k % (passages or count)}", f"Ann {k}.", f"What {k}?", OPTIONS, k % 4) for k in range(count)
    ]


def panel_of(exam, with_text, without):
    """Return a panel that is right on these questions with the text and without, surely."""
    keys = {item.question: item for item in exam}

    def scored(right):
        def score(context, option):
            item = keys[context.question]
            key = item.options[item.answer]
            wanted = key if item.id in right else item.options[(item.answer + 1) % 4]
            return 5.0 * (option == wanted)

        return score

    return FakePanel({"QOC": scored(with_text), "QO": scored(without)})


def found(exam, with_text, without, **settings):
    return Informativity(**settings).run(Dataset("made up", tuple(exam)), panel_of(exam, with_text, without))[0]


@given(st.sets(st.integers(0, 39)), st.sets(st.integers(0, 39)))
def test_an_exams_informativity_is_its_answerability_less_its_guessability(with_text, without):
    exam = items(40)
    finding = found(exam, {f"q{k}" for k in with_text}, {f"q{k}" for k in without})
    assert finding.number(ANSWERABILITY).value == pytest.approx(len(with_text) / 40)
    assert finding.number(GUESSABILITY).value == pytest.approx(len(without) / 40)
    gap = finding.number(INFORMATIVITY)
    assert gap.value == pytest.approx((len(with_text) - len(without)) / 40)
    verdict = next(each for each in finding.answer.values["parts"] if each.code == "informativity-exam").values[
        "verdict"
    ]
    assert (verdict == "above") is (gap.low > 0)
    assert (verdict == "below") is (gap.high < 0)
    for row in finding.items.rows():
        assert row["informativity"] == pytest.approx(row["answerability"] - row["guessability"], abs=1e-8)


def test_the_list_has_the_questions_that_the_text_contributes_least_to_the_misleading_first():
    exam = items(40)
    everything = {item.id for item in exam}
    finding = found(exam, everything - {"q7"}, {"q7", "q3"}, listed=2)
    assert finding.table("least").values("id") == ["q7", "q3"]
    misleading, guessable = finding.table("least").rows()
    assert (misleading["right_QOC"], misleading["right_QO"]) == (0.0, 1.0)
    assert (guessable["right_QOC"], guessable["right_QO"]) == (1.0, 1.0)
    assert misleading["informativity"] < guessable["informativity"] == pytest.approx(0.0)


def test_of_answers_that_do_not_depend_on_the_text_nothing_is_said_to_be_contributed():
    draw, said = np.random.default_rng(2), 0
    for _ in range(60):
        exam = items(60, passages=20)
        right = [{item.id for item in exam if draw.random() < 0.6} for _ in range(2)]
        answer = found(exam, *right).answer
        said += any(each.values.get("verdict") in {"above", "below"} for each in answer.values["parts"])
    assert said <= 7  # of 60, of which an interval of 95% misses 3


def test_questions_without_a_text_or_an_answer_are_counted_and_left_out():
    exam = [*items(8), replace(items(9)[8], passage=""), replace(items(10)[9], answer=None)]
    finding = found(exam, set(), set())
    assert finding.number(ANSWERABILITY).n == 8
    [note] = [each for each in finding.notes if each.code == "informativity-note-left-out"]
    assert note.values["questions"] == many(2)
    assert found(exam[8:], set(), set()).answer.code == "informativity-nothing"


def test_it_keeps_the_contract_of_experiments():
    check_experiment(Informativity())
