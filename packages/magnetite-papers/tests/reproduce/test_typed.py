"""What a type of question loses is told from what the others lose, and where types make no difference none is clear."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.stats.verdict import Verdict, verdict
from magnetite_papers.si2019.typed import ALL_ATTACKS, DREAM, FEWEST, TypedAnswers, _sentence, types_of

CONDITIONS = ("Sent2Opt-Shuffle", "AddAns2Opt")


def answers(lost, types, *, passages=None, before=None):
    """Make a reader's answers of the losses of each question under both conditions."""
    many = len(lost)
    before = np.ones(many) if before is None else before
    return TypedAnswers(
        "made",
        "base",
        before,
        np.asarray(lost, float),
        CONDITIONS,
        types,
        np.arange(many) if passages is None else passages,
    )


def test_a_type_that_loses_everything_is_told_and_its_mirror_is_not_told_twice():
    types = [("text",)] * 60 + [("commonsense",)] * 60
    lost = np.repeat([[1.0, 1.0], [0.0, 0.0]], 60, axis=0)
    rows = list(answers(lost, types).rows())
    assert [(each.kind, each.condition) for each in rows][:3] == [
        ("commonsense", ALL_ATTACKS),
        *(("commonsense", name) for name in CONDITIONS),
    ]
    assert [each.lost.estimate for each in rows] == [0.0] * 3 + [1.0] * 3
    assert [each.compared for each in rows] == [True] * 3 + [False] * 3  # two types share the set's questions
    assert all(each.more.estimate == -1.0 and verdict(each.more) == Verdict.BELOW for each in rows[:3])
    told = _sentence(rows, [])
    assert told.startswith("Of 2 comparisons of a type with its set's others under one attack, 2 are clear; ")
    assert "base loses clearly less on commonsense questions of made than on its others (−100.0 points" in told


def test_where_types_make_no_difference_few_are_clear():
    draw, clear, every = np.random.default_rng(1), 0, 0
    for _ in range(100):
        kinds = draw.integers(0, 3, 120)
        lost = draw.integers(0, 2, (120, 2)) * draw.integers(0, 2, (120, 1))
        passages = np.repeat(np.arange(40), 3)
        for each in answers(lost, [("abc"[kind],) for kind in kinds], passages=passages).rows():
            clear += verdict(each.more).clear
            every += 1
    assert every == 900
    assert clear <= 0.08 * every


@given(st.integers(0, 3 * FEWEST), st.integers(0, 3 * FEWEST))
def test_types_of_few_questions_and_questions_without_a_type_are_not_compared(first, second):
    types = [("a",)] * first + [("b",)] * second + [()] * 30
    rows = list(answers(np.zeros((len(types), 2)), types).rows())
    assert bool(rows) is (min(first, second) >= FEWEST)
    assert {each.before.n for each in rows} <= {first, second}


@given(st.text("mslac"), st.text("mslac"))
def test_a_question_of_dream_has_the_types_that_both_annotators_gave(first, second):
    item = Item("q", "p", "", "Why?", ("a", "b"), 0, metadata={"type_annotator1": first, "type_annotator2": second})
    assert set(types_of(item)) == {DREAM[mark] for mark in set(first) & set(second)}
    assert types_of(replace(item, metadata={"type_annotator1": first})) == ()
    assert types_of(replace(item, metadata={"type": "text"})) == ("text",)


@pytest.mark.parametrize("gap", [0.0, 0.5])
def test_a_sentence_says_clear_only_where_the_interval_leaves_nothing_out(gap):
    draw = np.random.default_rng(3)
    lost = np.concatenate([draw.random((80, 2)) < 0.2 + gap, draw.random((80, 2)) < 0.2])
    told = _sentence(list(answers(lost, [("a",)] * 80 + [("b",)] * 80).rows()), [])
    assert ("base loses clearly more on a questions" in told) is bool(gap)
    assert ("no type loses clearly more or less" in told) is (gap == 0)
