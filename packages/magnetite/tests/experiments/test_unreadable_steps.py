"""A case study takes an attacked question apart: it starts empty, grows by one token a step, and ends as attacked."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.experiments.unreadable.experiment import EMPTY, ORIGINAL, trace_finding, traced
from magnetite.experiments.unreadable.trial import added_text
from magnetite.views.text import words
from tests.tables import values_of

PLAIN = Item("q", "p", "A passage.", "Which?", ("first", "second one", "third", "the key"), 3)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def scored(trace, scores, temperature=None):
    flat = np.array([score for row in scores for score in row], dtype=np.float32)
    finding = trace_finding(trace, {"s": flat}, {"s": temperature}, settings={"item": "q"})
    assert finding.settings == {"item": "q"}
    assert finding.notes
    return finding


@given(st.lists(texts, min_size=3, max_size=3))
def test_options_grow_from_nothing_to_what_the_attack_made_of_them(new):
    changed = replace(PLAIN, options=(*new, "the key"))
    trace = traced(PLAIN, changed, "AddSent2Opt-Shuffle")
    assert trace.steps[0] == PLAIN
    assert trace.steps[-1].options == changed.options
    assert trace.added[:2] == (ORIGINAL, EMPTY)
    assert len(trace.steps) == len(trace.added)
    for before, after in zip(trace.steps[1:], trace.steps[2:], strict=False):
        for place, (short, long) in enumerate(zip(before.options, after.options, strict=True)):
            assert long.startswith(short)
            assert len(words(long)) - len(words(short)) <= 1 or place not in trace.growing
    for step in trace.steps:
        assert (step.passage, step.question, step.answer, step.options[3]) == ("A passage.", "Which?", 3, "the key")


@given(texts.filter(lambda text: bool(words(text))))
def test_an_option_alone_grows_while_the_others_stand_as_they_were(new):
    changed = replace(PLAIN, options=(new, "x y z", "x", "the key"))
    trace = traced(PLAIN, changed, "AddSent2Opt-Shuffle", 0)
    assert trace.growing == (0,)
    assert list(trace.added[2:]) == words(new)
    assert {step.options[1:] for step in trace.steps} == {PLAIN.options[1:]}
    assert trace.steps[1].options[0] == ""
    assert trace.steps[-1].options[0] == new


@given(texts.filter(lambda text: bool(words(text))), st.booleans())
def test_what_is_added_to_the_passage_grows_where_the_attack_puts_it(new, naive):
    new = new.strip()
    changed = replace(PLAIN, passage=f"A passage. {new}") if naive else replace(PLAIN, added=new)
    assert added_text(PLAIN, changed) == new
    trace = traced(PLAIN, changed, "AddSent2Pas-Shuffle")
    assert trace.growing == ()
    assert trace.steps[0] == trace.steps[1] == PLAIN
    assert trace.steps[-1] == changed
    assert len(trace.steps) == len(words(new)) + 2
    assert {step.options for step in trace.steps} == {PLAIN.options}


def test_the_token_that_turns_the_choice_is_named():
    trace = traced(PLAIN, replace(PLAIN, options=("a b c", "second one", "third", "the key")), "AddSent2Opt", 0)
    scores = [(0, 0, 0, 2), (0, 0, 0, 2), (1, 0, 0, 2), (3, 0, 0, 2), (4, 0, 0, 2)]
    finding = scored(trace, scores)
    assert "The choice first goes to A with token 2, “b”." in finding.sentence
    table = values_of(finding.table("trace"))
    chosen = [(s, o) for s, o, c in zip(table["step"], table["option"], table["chosen"], strict=True) if c]
    assert chosen == [(-1, "D"), (0, "D"), (1, "D"), (2, "A"), (3, "A")]
    assert table["added"][::4] == [ORIGINAL, EMPTY, "a", "b", "c"]
    assert table["role"][:4] == ["growing", "wrong", "wrong", "answer"]
    weights = np.exp(np.array(scores[-1], dtype=float))
    assert table["probability"][-4:] == pytest.approx(weights / weights.sum())


def test_the_answers_probability_is_said_at_the_start_and_the_end_and_counted_as_it_was():
    trace = traced(PLAIN, replace(PLAIN, options=("a b", "second one", "third", "the key")), "AddSent2Opt", 0)
    scores = np.array([(0, 0, 0, 3), (0, 0, 0, 2), (1, 0, 0, 2), (4, 0, 0, 2)], dtype=float)
    right = (np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True))[:, 3]
    finding = scored(trace, scores)
    assert "The right answer, D, has 71% while the growing options are empty and 12% at the end." in finding.sentence
    labels = [f"probability of the answer {how}" for how in ("as it is", "with nothing added", "with all added")]
    values = [finding.number(label, "s").value for label in labels]
    assert values == pytest.approx(right[[0, 1, 3]].tolist())


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ([(0, 0, 0, 2)] * 4, "It is chosen at every step."),
        ([(3, 0, 0, 2)] * 4, "A is chosen from the start."),
        ([(0, 0, 0, 2), (3, 0, 0, 2), (0, 0, 0, 2), (0, 0, 0, 2)], "later tokens bring it back"),
        ([(0, 0, 0, 2), (3, 0, 0, 2), (0, 0, 0, 2), (3, 0, 0, 2)], "and is wrong in the end"),
    ],
)
def test_what_becomes_of_the_choice_is_said_in_words(last, said):
    trace = traced(PLAIN, replace(PLAIN, options=("a b c", "second one", "third", "the key")), "AddSent2Opt", 0)
    assert said in scored(trace, [(0, 0, 0, 2), *last]).sentence


def test_probabilities_are_softened_by_the_systems_temperature_and_the_sentence_says_so():
    trace = traced(PLAIN, replace(PLAIN, options=("a", "second one", "third", "the key")), "AddSent2Opt", 0)
    scores = [(0, 0, 0, 2)] * 3
    plain, soft = scored(trace, scores), scored(trace, scores, 2.0)
    assert "not calibrated" in plain.sentence
    assert "divided by the temperature 2 " in soft.sentence
    weights = np.exp(np.array(scores[0]) / 2.0)
    assert soft.table("trace").values("probability")[3] == pytest.approx(weights[3] / weights.sum())


def test_several_systems_have_a_table_each():
    trace = traced(PLAIN, replace(PLAIN, options=("a", "second one", "third", "the key")), "AddSent2Opt", 0)
    flat = np.zeros(12, dtype=np.float32)
    finding = trace_finding(trace, {"s": flat, "t": flat}, {"s": None, "t": None}, settings={})
    assert [(table.name, table.values("system")[0]) for table in finding.tables] == [("trace", "s"), ("trace_2", "t")]
