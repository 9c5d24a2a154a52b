"""A distractor is as plausible as the system thinks, whatever its place, and the least plausible one is named."""

from dataclasses import replace
from itertools import combinations

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


def found(exam, answer, temperature=1.0, alike=None, **settings):
    panel = FakePanel({"QOC": answer}, temperatures={"QOC": temperature}, alike=alike)
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


def alike(first, second):
    """Return the share of words that two texts have in common: 1 for copies."""
    one, other = set(first.split()), set(second.split())
    return len(one & other) / len(one | other)


FOUR = ("the red big cat", "the red big dog", "the red old dog", "a fish")  # alike by 3/5 and 0, and 3/5 and 0 and 0


@given(st.permutations(range(4)), st.integers(0, 3))
def test_diversity_is_one_less_the_mean_likeness_of_the_distractors_wherever_they_stand(order, key):
    item = replace(items(1)[0], options=tuple(FOUR[k] for k in order), answer=key)
    wrong = [option for k, option in enumerate(item.options) if k != key]
    every = {pair: alike(*pair) for pair in combinations(wrong, 2)}
    [row] = found([item], lambda *_: 0.0, alike=alike).items.rows()
    assert row["diversity"] == pytest.approx(1 - sum(every.values()) / 3)
    assert row["likeness"] == pytest.approx(max(every.values()))
    first, second = (item.options["ABCD".index(letter)] for letter in row["alike"].split(", "))
    assert every[first, second] == pytest.approx(max(every.values()))


def test_copies_of_one_distractor_have_no_diversity_and_are_listed_first_with_their_words():
    exam = [replace(item, options=FOUR) for item in items(20)]
    exam[7] = replace(exam[7], options=("a cow", "a dog", "a dog", "a dog"), answer=0)
    finding = found(exam, lambda *_: 0.0, alike=alike, listed=2)
    rows = {row["id"]: row["diversity"] for row in finding.items.rows()}
    assert min(rows, key=rows.get) == exam[7].id
    assert rows[exam[7].id] == 0.0
    first, second = finding.table("alike").rows()
    assert (first["id"], first["letters"], first["option"], first["likeness"]) == (exam[7].id, "B, C", "a dog", 1.0)
    assert (first["other"], second["likeness"]) == ("a dog", pytest.approx(0.6))
    mean = finding.number("diversity of distractors")
    assert mean.value == pytest.approx(np.mean(list(rows.values())))
    assert mean.low < mean.value < mean.high
    assert finding.table("by_level").rows()[0]["diversity"] == mean.value


def test_without_an_encoder_one_note_says_so_and_with_one_distractor_a_question_has_no_diversity():
    exam = items(4)
    missing = found(exam, lambda *_: 0.0)
    assert "distractors-note-no-likeness" in {note.code for note in missing.notes}
    assert {row["diversity"] for row in missing.items.rows()} == {None}
    assert all(each.name != "alike" for each in missing.tables)
    pairs = [replace(item, options=("yes", "no"), answer=0) for item in exam]
    two = found(pairs, lambda *_: 0.0, alike=alike)
    assert "distractors-note-no-likeness" not in {note.code for note in two.notes}
    mixed = found([*pairs, *items(6)[4:]], lambda *_: 0.0, alike=alike)
    assert [row["diversity"] is None for row in mixed.items.rows()] == [True] * 4 + [False] * 2
    assert mixed.number("diversity of distractors").n == 2


def test_it_keeps_the_contract_of_experiments():
    check_experiment(Distractors())
