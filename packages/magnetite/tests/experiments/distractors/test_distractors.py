"""A distractor is as plausible as the system thinks, whatever its place, and the least plausible one is named."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from examfiles.reasons import many
from magnetite.experiments.distractors.experiment import LEAST, Distractors
from magnetite.testing import FakePanel, check_experiment

OPTIONS = ("a cat", "a dog", "a goat", "an owl")


def items(count):
    return [Item(f"q{k:02}", f"p{k // 2}", f"Ann {k}.", f"What {k}?", OPTIONS, k % 4) for k in range(count)]


def found(exam, answer, temperature=1.0, **settings):
    panel = FakePanel({"QOC": answer}, temperatures={"QOC": temperature})
    return Distractors(**settings).run(Dataset("made up", tuple(exam)), panel)[0]


SHARES = st.lists(st.floats(0.001, 1.0), min_size=4, max_size=4)


@given(SHARES, st.permutations(range(4)), st.integers(0, 3))
def test_plausibilities_are_the_systems_probabilities_wherever_the_options_stand(weights, order, key):
    weight = dict(zip(OPTIONS, weights, strict=True))
    item = replace(items(1)[0], options=tuple(OPTIONS[k] for k in order), answer=order.index(key))
    finding = found([item], lambda _context, option: float(np.log(weight[option])))
    wrong = {option: value / sum(weights) for option, value in weight.items() if option != OPTIONS[key]}
    [row] = finding.items.rows()
    assert row["key"] == pytest.approx(1 - sum(wrong.values()), abs=1e-5)
    assert row["least_plausibility"] == pytest.approx(min(wrong.values()), abs=1e-5)
    assert row["most_plausibility"] == pytest.approx(max(wrong.values()), abs=1e-5)
    named = item.options["ABCD".index(row["least"])]
    assert wrong[named] == pytest.approx(min(wrong.values()), abs=1e-5)
    assert 1 - 1e-6 <= row["in_play"] <= 3 + 1e-6
    shares = np.array(list(wrong.values())) / sum(wrong.values())
    assert row["in_play"] == pytest.approx(np.exp(-(shares * np.log(shares)).sum()), abs=1e-3)


def test_distractors_that_no_one_would_take_are_counted_and_listed_with_their_words():
    exam = items(20)
    owl = [item for item in exam if item.options[item.answer] != "an owl"]
    finding = found(exam, lambda _context, option: -8.0 * (option == "an owl"), listed=3)
    assert finding.number("plausible distractors").value == pytest.approx(1 - len(owl) / 60)
    listed = finding.table("least").rows()
    assert [row["id"] for row in listed] == [item.id for item in owl[:3]]
    assert {row["option"] for row in listed} == {"an owl"}
    assert {row["letter"] for row in listed} == {"D"}
    assert all(row["plausibility"] < LEAST for row in listed)


def test_equally_plausible_distractors_are_all_in_play_and_a_temperature_makes_them_more_plausible():
    exam = items(12)
    keys = {item.question: item.options[item.answer] for item in exam}

    def sure(context, option):
        return 4.0 * (option == keys[context.question])

    plain, soft = found(exam, sure), found(exam, sure, temperature=4.0)
    assert plain.number("distractors in play").value == pytest.approx(3)
    mass = [each.number("probability of all distractors").value for each in (plain, soft)]
    assert mass == [pytest.approx(3 / (3 + np.exp(4))), pytest.approx(3 / (3 + np.e))]
    assert plain.number("plausible distractors").value == 0.0
    assert soft.number("plausible distractors").value == 1.0


def test_questions_without_an_answer_are_counted_and_left_out():
    exam = [*items(4), replace(items(5)[4], answer=None)]
    finding = found(exam, lambda _context, option: float(len(option)))
    [note] = [each for each in finding.notes if each.code == "distractors-note-left-out"]
    assert note.values["questions"] == many(1)
    assert found(exam[4:], lambda *_: 0.0).answer.code == "distractors-nothing"


def test_it_keeps_the_contract_of_experiments():
    check_experiment(Distractors())
