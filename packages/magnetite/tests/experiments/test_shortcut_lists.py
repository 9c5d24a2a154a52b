"""Bins and lists hold the questions they say they hold, and no question is at both ends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.testing import FakePanel
from tests.tables import values_of

LISTS = ("without_passage_sure", "without_passage_unsure", "passage_useful", "passage_useless")


def exam(questions, sizes=(4,), known=True):
    items = []
    for i in range(questions):
        size = sizes[i % len(sizes)]
        answer = 0 if known else None
        options = tuple(f"option {k}" for k in range(size))
        items.append(Item(f"q{i}", f"p{i // 2}", f"text {i // 2}", f"ask {i}", options, answer, "easy"))
    return Dataset("made up", tuple(items))


def sure(dataset, gaps):
    """Score each item's first option above the others by so much."""
    rows = [[gap] + [0.0] * (len(item.options) - 1) for item, gap in zip(dataset, gaps, strict=True)]
    return np.array([value for row in rows for value in row], dtype=np.float32)


def found(dataset, listed=20, **scores):
    return Shortcuts(listed=listed).run(dataset, FakePanel(scores))[0]


def test_the_surest_and_the_least_sure_without_the_passage_are_listed_from_the_ends():
    dataset = exam(12)
    finding = found(dataset, 4, QO=sure(dataset, range(12)))
    assert finding.table("without_passage_sure").values("id") == ["q11", "q10", "q9", "q8"]
    assert finding.table("without_passage_unsure").values("id") == ["q0", "q1", "q2", "q3"]
    assert finding.table("without_passage_sure").values("information") == [None] * 4
    assert not {"passage_useful", "passage_useless", "by_information"} & {table.name for table in finding.tables}


def test_the_most_and_the_least_useful_passages_are_listed_with_their_bits():
    dataset = exam(12)
    finding = found(dataset, 3, QO=sure(dataset, [1.0] * 12), QOC=sure(dataset, range(12)))
    useful, useless = (values_of(finding.table(name)) for name in ("passage_useful", "passage_useless"))
    assert (useful["id"], useless["id"]) == (["q11", "q10", "q9"], ["q0", "q1", "q2"])
    assert useful["information"] == [finding.items.values("information")[i] for i in (11, 10, 9)]
    assert useless["information"][0] < 0 < useful["information"][2]
    assert useful["effective_options"] == [finding.items.values("effective_QO")[i] for i in (11, 10, 9)]
    assert finding.table("without_passage_sure").values("id") == []  # equally sure of all


def test_doubt_is_compared_whatever_the_number_of_options():
    dataset = exam(4, sizes=(5, 2))
    # between two options there is at most one bit, so by bits the fives would always come first
    finding = found(dataset, 1, QO=sure(dataset, [2.0, 0.1, 2.0, 3.0]))
    assert finding.table("without_passage_unsure").values("id") == ["q1"]
    assert finding.table("without_passage_sure").values("id") == ["q3"]


@settings(max_examples=25)
@given(st.lists(st.tuples(st.floats(-4, 4), st.floats(-4, 4)), min_size=1, max_size=24), st.integers(0, 15))
def test_no_question_is_in_opposite_lists_and_none_is_longer_than_asked(gaps, listed):
    dataset = exam(len(gaps), sizes=(4, 2, 3))
    finding = found(dataset, listed, QO=sure(dataset, [g for g, _ in gaps]), QOC=sure(dataset, [g for _, g in gaps]))
    ids = [finding.table(name).values("id") for name in LISTS]
    assert all(finding.table(name).kind == "question_list" for name in LISTS)
    assert all(len(rows) <= listed for rows in ids)
    assert not set(ids[0]) & set(ids[1])
    assert not set(ids[2]) & set(ids[3])


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.floats(-4, 4), st.floats(-4, 4)), min_size=1, max_size=24),
    st.booleans(),
)
def test_bins_of_information_follow_without_a_gap_and_hold_each_question_where_its_bits_are(gaps, known):
    dataset = exam(len(gaps), sizes=(4, 2), known=known)
    finding = found(dataset, QO=sure(dataset, [g for g, _ in gaps]), QOC=sure(dataset, [g for _, g in gaps]))
    table, bits = values_of(finding.table("by_information")), np.array(finding.items.values("information"))
    assert table["bin_low"][1:] == table["bin_high"][:-1]
    assert {high - low for low, high in zip(table["bin_low"], table["bin_high"], strict=True)} == {0.25}
    for low, high, count in zip(table["bin_low"], table["bin_high"], table["count"], strict=True):
        assert ((bits >= low) & (bits < high - 1e-6)).sum() <= count <= ((bits > low - 1e-6) & (bits < high)).sum()
    assert sum(table["count"]) == len(gaps)
    assert table["labelled"] == (table["count"] if known else [0] * len(table["count"]))


def test_both_accuracies_stand_beside_the_bits_of_the_passage():
    dataset = exam(4)
    # equally sure, of the right or of a wrong option; then the passage tells nothing, or almost all
    finding = found(dataset, QO=sure(dataset, [1, -1, 0, 0]), QOC=sure(dataset, [1, -1, 9, 9]))
    table = values_of(finding.table("by_information"))
    assert (table["bin_low"][0], table["bin_high"][-1]) == (0.0, 2.0)
    assert (table["count"][0], table["count"][-1]) == (2, 2)
    assert (table["accuracy_QOC"][0], table["accuracy_QOC"][-1]) == (0.5, 1.0)
    assert (table["accuracy_QO"][0], table["accuracy_QO"][-1]) == (0.5, 0.25)  # undecided among four
    assert set(table["accuracy_QO"][1:-1]) == {None}


def test_effective_options_are_counted_apart_for_questions_with_and_without_an_answer():
    items = (*exam(6).items[:4], *exam(6, known=False).items[4:])
    dataset = Dataset("half known", items)
    table = values_of(found(dataset, QO=sure(dataset, [0.0] * 6)).table("effective_options"))
    assert (table["count"][-1], table["labelled"][-1], table["accuracy"][-1]) == (6, 4, 0.25)
    assert set(table["accuracy"][:-1]) == {None}


def test_the_answer_made_less_likely_by_the_passage_has_negative_pointwise_information():
    dataset = exam(2, sizes=(2,))
    finding = found(dataset, QO=sure(dataset, [0.0, 0.0]), QOC=sure(dataset, [np.log(3), -np.log(3)]))
    assert finding.items.values("pointwise_information") == pytest.approx([np.log2(1.5), -1.0])
    assert finding.items.values("information")[0] == pytest.approx(finding.items.values("information")[1])


def test_equals_are_listed_in_the_order_of_the_exam():
    dataset = exam(60)
    high, low = sure(dataset, [3.0, 5.0] * 30), sure(dataset, [0.0] * 60)
    odd, even = [f"q{n}" for n in range(1, 60, 2)], [f"q{n}" for n in range(0, 60, 2)]
    without = found(dataset, 40, QO=high)
    assert without.table("answerable").values("id") == (odd + even)[:40]
    assert without.table("without_passage_sure").values("id") == odd
    assert without.table("without_passage_unsure").values("id") == even
    given = found(dataset, 40, QO=low, QOC=high)
    assert given.table("passage_useful_confirmed").values("id") == (odd + even)[:40]
    assert given.table("passage_useful").values("id") == odd
    assert given.table("passage_useless").values("id") == even
