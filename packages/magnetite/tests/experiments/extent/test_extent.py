"""A question needs the passage up to the sentence that answers it, or of the decisive sentences that one."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from examfiles.reasons import many
from magnetite.experiments.asking import draw
from magnetite.experiments.extent.experiment import (
    DECISIVE,
    FEW_DECISIVE,
    FEW_RANDOM,
    FIRST,
    HALF,
    NONE,
    RANDOM,
    WHOLE,
    Extent,
    needed,
)
from magnetite.testing import FakePanel, check_experiment

OPTIONS = ("a cat", "a dog", "a goat", "an owl")
FILLERS = ("It rains in the valley.", "The mill is old.", "Nobody came at all.", "They left at noon.", "Bo sat down.")
TRUE = "Ann has a dog."
SENTENCES = len(FILLERS) + 1


def question(k, *, place=None, line=" "):
    """Return a question whose answer stands in one of six sentences, at a place that differs by question."""
    parts = [*FILLERS]
    parts.insert(k % SENTENCES if place is None else place, TRUE)
    return Item(f"q{k:03}", f"p{k}", line.join(parts), f"What has Ann, {k}?", OPTIONS, 1)


def reads(context, option):
    """Choose what the passage says of Ann, else the last."""
    return 2.0 * (f"Ann has {option}." in context.passage) + (option == OPTIONS[-1])


def deaf(context, option):
    return draw(5, context.question, option) / 2**64


def found(items, reader=reads, blind=lambda _context, option: float(option == OPTIONS[-1]), **settings):
    panel = FakePanel({"QOC": reader, "QO": blind})
    return Extent(**settings).run(Dataset("made up", tuple(items)), panel)[0]


def verdicts(finding):
    return {each.code: each.values["verdict"] for each in finding.answer.values["parts"] if "verdict" in each.values}


def test_a_question_needs_the_passage_up_to_its_answer_or_the_one_sentence_that_decides():
    finding = found(question(k) for k in range(60))
    for k, row in enumerate(finding.items.rows()):
        assert (row["first"], row["decisive"], row["sentences"]) == (k % SENTENCES + 1, 1, SENTENCES)
    right = {each.group: each.value for each in finding.numbers if each.label == "accuracy"}
    assert right[WHOLE] == right[FEW_DECISIVE] == 1.0
    assert right[HALF] == 0.5
    assert right[NONE] == 0.0
    assert right[FEW_RANDOM] == pytest.approx(0.5, abs=0.2)
    assert verdicts(finding) == {"extent-half": "below", "extent-few": "open", "extent-random": "above"}


def test_curves_say_what_is_right_with_so_many_sentences():
    curves = {(row["which"], row["sentences"]): row for row in found(map(question, range(60))).table("extent").rows()}
    for count in (0, 1, 2, 3, 4):
        assert curves[FIRST, count]["accuracy"] == pytest.approx(count / SENTENCES)
        assert curves[DECISIVE, count]["accuracy"] == float(count > 0)
        assert curves[RANDOM, count]["accuracy"] == pytest.approx(count / SENTENCES, abs=0.2)
    assert max(count for _, count in curves) == 4  # of the counts, the last that is smaller than six
    assert {row["longer"] for row in curves.values()} == {60}


def test_where_the_passage_is_not_read_nothing_is_said_of_it():
    finding = found(map(question, range(80)), reader=deaf, blind=deaf)
    assert set(verdicts(finding).values()) <= {"open", "level"}
    gaps = [each.value for each in finding.numbers if each.unit == "points"]
    assert gaps == [0.0, 0.0, 0.0]
    assert {row["first"] for row in finding.items.rows()} == {0, None}


def test_of_answers_drawn_at_random_nothing_is_said_more_often_than_by_chance():
    said = 0
    for seed in range(20):

        def lucky(context, option, seed=seed):
            return draw(seed, context.passage, context.question, option) / 2**64

        said += sum(each in {"above", "below"} for each in verdicts(found(map(question, range(30)), lucky)).values())
    assert said <= 8  # of 60, of which intervals of 95% miss 3


@given(st.permutations(range(4)))
def test_what_is_asked_does_not_depend_on_the_key(keys):
    items = [replace(question(k), answer=keys[k % 4]) for k in range(8)]

    def asked(exam):
        panel = FakePanel({"QOC": reads, "QO": reads})
        Extent().run(Dataset("made up", tuple(exam)), panel)
        return [(label, cells.contexts, cells.options) for _, label, cells, _ in panel.requests]

    assert asked(items) == asked(map(question, range(8)))


@given(st.dictionaries(st.integers(0, 9), st.sampled_from([0.0, 0.5, 1.0]), min_size=1))
def test_a_question_needs_the_least_number_from_which_on_all_is_right(right):
    enough = [count for count in right if all(right[more] == 1 for more in right if more >= count)]
    assert needed(right) == min(enough, default=None)


def test_the_list_has_the_questions_that_need_the_least_part():
    finding = found((question(k) for k in range(30)), listed=7)
    assert finding.table("least").values("first") == [1] * 5 + [2] * 2
    never = [question(k) for k in range(4)]
    assert all(table.name != "least" for table in found(never, reader=lambda *_: 0.0).tables)


def test_a_dialogue_is_read_by_turn():
    turns = "\n".join(
        f"{who}: {text} I think." for who, text in zip("MWMWMW", (*FILLERS[:3], TRUE, *FILLERS[3:]), strict=True)
    )
    spoken = replace(question(0), passage=turns)
    finding = found([spoken, question(1)])
    assert [row["sentences"] for row in finding.items.rows()] == [6, 6]
    assert finding.items.rows()[0]["first"] == 4
    [note] = [each for each in finding.notes if each.code == "extent-note-turns"]
    assert note.values["questions"] == many(1)


def test_questions_without_an_answer_or_a_second_sentence_are_counted_and_left_out():
    others = [replace(question(2), passage=TRUE), replace(question(3), answer=None)]
    finding = found([question(0), question(1), *others])
    assert finding.number("accuracy", WHOLE).n == 2
    assert "extent-note-left-out" in {note.code for note in finding.notes}
    assert found(others).answer.code == "extent-nothing"


def test_passages_of_two_sentences_are_asked_too():
    finding = found([replace(question(k), passage=f"{FILLERS[0]} {TRUE}") for k in range(4)])
    assert np.mean(finding.items.values("first")) == 2


def test_it_keeps_the_contract_of_experiments():
    check_experiment(Extent())
