"""The laws of averaging members."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.auditing.panels import mix, row_counts
from magnetite.core.cells import Cells, Context, own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Item
from magnetite.stats.information import softmax

scores = st.floats(-50, 50, width=32)


@st.composite
def ensembles(draw, most=4):
    counts = np.array(draw(st.lists(st.integers(2, 5), min_size=1, max_size=5)), dtype=np.int64)
    row = st.lists(scores, min_size=int(counts.sum()), max_size=int(counts.sum()))
    members = draw(st.lists(row, min_size=1, max_size=most))
    return [np.array(member, dtype=np.float32) for member in members], counts


@given(ensembles())
def test_the_softmax_of_the_mixture_is_the_mean_of_the_softmaxes(drawn):
    members, counts = drawn
    mean = np.mean([softmax(member.astype(np.float64), counts) for member in members], axis=0)
    assert softmax(mix(members, counts).astype(np.float64), counts) == pytest.approx(mean, abs=1e-5)


@given(ensembles(most=1))
def test_one_member_keeps_its_plain_scores(drawn):
    [member], counts = drawn
    assert mix([member], counts) is member


@given(ensembles(), st.randoms(use_true_random=False))
def test_the_order_of_members_changes_nothing(drawn, random):
    members, counts = drawn
    shuffled = random.sample(members, len(members))
    assert mix(shuffled, counts) == pytest.approx(mix(members, counts), abs=1e-4)


@given(ensembles(), st.floats(-20, 20, width=32))
def test_a_member_that_scores_all_options_higher_counts_no_more(drawn, shift):
    members, counts = drawn
    moved = [members[0] + np.float32(shift), *members[1:], members[0]]
    assert mix(moved, counts) == pytest.approx(mix([*members, members[0]], counts), abs=1e-3)


@given(ensembles())
def test_a_mixture_is_finite_float32(drawn):
    mixed = mix(*drawn)
    assert mixed.dtype == np.float32
    assert np.isfinite(mixed).all()


def test_a_member_far_surer_than_float32_can_tell_stays_finite():
    members = [np.array([0.0, -3000.0], np.float32), np.array([0.0, -4000.0], np.float32)]
    assert mix(members, np.array([2])) == pytest.approx([0.0, -3000.0 - np.log(2)])


def test_options_are_counted_question_by_question_even_where_texts_repeat():
    same = [Item(f"q{n}", "p", "text", "ask", ("a", "b", "c")[: 2 + n]) for n in range(2)]
    assert row_counts(own_cells(same)).tolist() == [2, 3]


def test_a_context_without_cells_is_no_row():
    contexts = tuple(Context("p", f"q{n}") for n in range(3))
    cells = Cells(contexts, ("a", "b"), np.array([0, 0, 2, 2]), np.array([0, 1, 0, 1]))
    assert row_counts(cells).tolist() == [2, 2]


def test_cells_whose_contexts_come_and_go_are_refused():
    contexts = (Context("p", "1"), Context("p", "2"))
    cells = Cells(contexts, ("a", "b"), np.array([0, 1, 0]), np.array([0, 0, 1]))
    with pytest.raises(UsageError, match=r"contexts come and go.*members='first'"):
        row_counts(cells)
