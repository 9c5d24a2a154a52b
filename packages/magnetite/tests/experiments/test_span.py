"""A question that rests on one sentence is told from one that rests on several, or on none."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnetite
from examfiles.items import Dataset, Item
from magnetite.experiments.span.experiment import CRITICAL, NONE, OTHER, SPAN_FIELD, WHOLE, CriticalSpan
from magnetite.testing import FakePanel, check_experiment
from magnetite.views.partial import named_span, sentence_spans, without

OPTIONS = ("a cat", "a dog", "a goat")
ONE = "It rains in the valley. Ann has a dog. The mill is old. Nobody came."
TWICE = "It rains in the valley. Ann has a dog. The mill is old. We saw that Ann has a dog."


def item(name, passage, **metadata):
    return Item(name, name, passage, "What has Ann?", OPTIONS, 1, metadata=metadata)


def reads(context, option):
    """Choose the option that the passage names, else the first."""
    return float(option in context.passage) + (0.1 if option == OPTIONS[0] else 0.0)


def found(items, without_passage=lambda _context, option: float(option == OPTIONS[0]), **settings):
    panel = FakePanel({"QOC": reads, "QO": without_passage})
    return CriticalSpan(**settings).run(Dataset("made up", tuple(items)), panel)[0]


def test_what_one_sentence_says_is_lost_with_it_and_what_two_say_stays():
    finding = found([item(f"one{k}", ONE) for k in range(6)] + [item(f"two{k}", TWICE) for k in range(2)])
    right = {each.group: each.value for each in finding.numbers if each.label == "accuracy"}
    assert right == {WHOLE: 1.0, OTHER: 1.0, CRITICAL: 0.25, NONE: 0.0}
    assert finding.number("stays right").value == 0.25
    assert not [each for each in finding.numbers if each.label == "critical less another"]  # it was found by its cost
    assert finding.table("stays").values("id") == ["two0", "two1"]
    assert finding.items.values("sentence")[0] == 2


def test_a_question_answered_without_the_passage_stays_answered_and_is_listed_as_such():
    finding = found([item("one", ONE), item("other", ONE)], without_passage=lambda _c, option: float(option == "a dog"))
    assert finding.items.values("none") == [True, True]


def test_the_span_that_the_data_names_is_taken_in_place_of_the_costliest_sentence():
    named = item("named", ONE, **{SPAN_FIELD: "The mill is old."})
    finding = found([named, replace(named, id="b", passage_id="b")])
    assert finding.number("accuracy", CRITICAL).value == 1.0  # which is not where the answer stands
    assert finding.number("critical less another").n == 2
    assert "span-note-chosen" not in {note.code for note in finding.notes}


def test_passages_of_one_sentence_and_questions_without_an_answer_are_counted_and_left_out():
    few = [item("short", "Ann has a dog."), replace(item("open", ONE), answer=None)]
    finding = found([item("a", ONE), item("b", ONE), *few])
    assert finding.number("accuracy", WHOLE).n == 2
    assert "span-note-left-out" in {note.code for note in finding.notes}
    assert found(few).answer.code == "span-nothing"


@given(st.lists(st.sampled_from(["It rains.", "Who knows?", "- no!", "Mr. Hale sat down.", "\n", "A b c"]), max_size=8))
def test_spans_hold_every_character_but_white_space_and_taking_one_away_leaves_the_others(parts):
    passage = " ".join(parts)
    spans = sentence_spans(passage)
    assert "".join("".join(passage[a:b] for a, b in spans).split()) == "".join(passage.split())
    for k, span in enumerate(spans):
        left = without(item("q", passage), span).passage
        others = "".join(passage[a:b] for j, (a, b) in enumerate(spans) if j != k)
        assert "".join(left.split()) == "".join(others.split())


@pytest.mark.parametrize("text", ["not there", "", None, 3])
def test_a_span_that_does_not_stand_in_the_passage_is_none(text):
    assert named_span(item("q", ONE, **{SPAN_FIELD: text}), SPAN_FIELD) is None


def test_it_keeps_the_contract_of_experiments():
    check_experiment(CriticalSpan())


def test_shortcuts_asks_for_it_where_it_is_wanted():
    ask = {"systems": {"qoc": "overlap", "qo": "longest"}, "limit": 6, "store": "off"}
    assert {each.experiment for each in magnetite.shortcuts("sample", **ask).findings} == {"shortcuts", "following"}
    spanned = magnetite.shortcuts("sample", span=True, **ask).finding("span").table("span")
    assert spanned.values("n") == [6] * 4
