from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.core.cells import Cells, Context, crossed_cells, own_cells, rotated, with_shown
from tests.strategies import datasets

ITEMS = [
    Item("1", "p", "One.", "Q1?", ("a", "b", "c"), 0),
    Item("2", "p", "One.", "Q2?", ("a", "d"), None),
]


def test_own_cells_stand_in_the_order_of_items_and_options():
    cells = own_cells(ITEMS)
    pairs = [(cells.contexts[r].question, cells.options[c]) for r, c in zip(cells.rows, cells.columns, strict=True)]
    assert pairs == [("Q1?", "a"), ("Q1?", "b"), ("Q1?", "c"), ("Q2?", "a"), ("Q2?", "d")]


def test_crossed_cells_are_the_allowed_ones_row_by_row():
    cells = crossed_cells(ITEMS, ["x", "y"], np.array([[True, False], [True, True]]))
    assert cells.rows.tolist() == [0, 1, 1]
    assert cells.columns.tolist() == [0, 0, 1]


@given(datasets())
def test_a_key_depends_on_the_texts_alone(dataset):
    cells = own_cells(list(dataset))
    texts = [(cells.contexts[r], cells.options[c]) for r, c in zip(cells.rows, cells.columns, strict=True)]
    keys = list(map(tuple, cells.keys().tolist()))
    assert len(set(keys)) == len(set(texts))
    reordered = cells.take(np.arange(len(cells))[::-1])
    assert list(map(tuple, reordered.keys().tolist())) == keys[::-1]


@given(datasets(), st.integers(1, 5))
def test_keys_made_in_blocks_are_the_keys_of_each_cell_alone(dataset, block):
    cells = own_cells(list(dataset))
    alone = [cells.take(np.array([i])).keys()[0].tolist() for i in range(len(cells))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("magnetite.core.cells.BLOCK", block)
        assert cells.keys().tolist() == alone


def test_a_key_is_the_same_in_every_version():
    cells = Cells((Context("p", "q", ("x", "y")),), ("é",), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))
    assert cells.keys().tolist() == [[521960788528937746, 18323945745338065597]]  # stored scores depend on it


def test_a_key_tells_apart_what_joined_texts_would_not():
    def key(passage, question, option, shown=(), added=""):
        contexts = (Context(passage, question, shown, added),)
        return tuple(Cells(contexts, (option,), np.zeros(1, int), np.zeros(1, int)).keys()[0])

    keys = [
        key("ab", "c", "d"),
        key("a", "bc", "d"),
        key("d", "c", "ab"),
        key("ab", "c", "d", ("d",)),
        key("ab", "cd", ""),
        key("ab", "c", "d", added="d"),
        key("ab", "c", "d", ("d",), added="d"),
        key("ab d", "c", "d"),
        key("ab", "c", "d", ("\xff" * 8 + "d",)),
        key("ab", "c", "d", ("d", "e")),
        key("ab", "c", "d", ("e", "d")),
    ]
    assert len(set(keys)) == len(keys)


def test_a_list_is_shown_whole_and_in_order():
    shown = with_shown(own_cells(ITEMS))
    assert [context.shown for context in shown.contexts] == [("a", "b", "c"), ("a", "d")]


def test_added_text_is_read_behind_the_passage_and_goes_with_its_item():
    item = Item("3", "p", "One.", "Q3?", ("a", "b"), 0, added="Two.")
    for cells in (own_cells([item]), with_shown(own_cells([item])), crossed_cells([item], ["x"], np.array([[True]]))):
        assert [(context.added, context.text) for context in cells.contexts] == [("Two.", "One. Two.")]
    assert (Context("", "q", added="Two.").text, Context("One.", "q").text) == ("Two.", "One.")


@given(st.integers(2, 9), st.integers(1, 9))
def test_fewer_rotations_than_options_are_spread_evenly_over_them(options, most):
    item = Item("q", "q", "", "Which?", tuple(map(str, range(options))), 0)
    asked, _ = rotated(own_cells([item]), most)
    turns = sorted(int(context.shown[0]) for context in asked.contexts)
    steps = np.diff([*turns, turns[0] + options])
    assert steps.sum() == options
    assert steps.max() - steps.min() <= 1


@given(datasets(), st.one_of(st.none(), st.integers(1, 7)))
def test_every_option_stands_in_every_position_equally_often_over_all_rotations(dataset, most):
    cells = own_cells(list(dataset))
    asked, of = rotated(cells, most)
    sizes = np.bincount(cells.rows)
    assert np.bincount(of).tolist() == [n if most is None else min(n, most) for n in sizes[cells.rows].tolist()]
    texts = [cells.options[c] for c in cells.columns[of]]
    assert [asked.options[c] for c in asked.columns] == texts
    for row, context in enumerate(asked.contexts):
        [item] = {int(cells.rows[cell]) for cell in of[asked.rows == row]}
        own = dataset[item]
        assert (context.passage, context.question) == (own.passage, own.question)
        assert any(context.shown == own.options[turn:] + own.options[:turn] for turn in range(len(own.options)))
    if most is None:
        places = Counter((int(of[i]), asked.contexts[r].shown.index(texts[i])) for i, r in enumerate(asked.rows))
        assert all(
            len(set(dataset[int(cells.rows[cell])].options)) < sizes[cells.rows[cell]] or n == 1
            for (cell, _), n in places.items()
        )


@given(st.integers(2, 9), st.integers(1, 9))
def test_fewer_rotations_than_options_are_spread_evenly(options, most):
    item = Item("q", "p", "", "Which?", tuple(f"o{n}" for n in range(options)), 0)
    firsts = [int(context.shown[0][1:]) for context in rotated(own_cells([item]), most)[0].contexts]
    steps = np.diff([*firsts, options])
    assert (firsts[0], len(firsts)) == (0, min(options, most))
    assert steps.min() >= 1
    assert steps.max() - steps.min() <= 1
