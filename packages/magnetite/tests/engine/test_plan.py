"""The plan merges equal cells, finds the stored ones, and leaves the rest."""

import tracemalloc

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from magnetite.core.cells import Cells, Context
from magnetite.engine import Store, plan
from tests.engine.steps import steps

texts = st.sampled_from(["", "a", "b", "a b", "é"])
contexts = st.lists(st.builds(Context, texts, texts, st.sampled_from([(), ("a", "b")])), min_size=1, max_size=5)


@st.composite
def some_cells(draw):
    rows_of, options = draw(contexts), draw(st.lists(texts, min_size=1, max_size=5))
    pairs = draw(st.lists(st.tuples(st.integers(0, len(rows_of) - 1), st.integers(0, len(options) - 1)), max_size=40))
    rows, columns = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return Cells(tuple(rows_of), tuple(options), rows, columns)


def texts_of(cells, index=slice(None)):
    pairs = zip(cells.rows[index], cells.columns[index], strict=True)
    return [(cells.contexts[row], cells.options[column]) for row, column in pairs]


@given(cells=some_cells())
def test_cells_with_the_same_texts_are_one_and_every_asked_cell_knows_which(cells):
    planned = plan(cells)
    asked, unique = texts_of(cells), texts_of(cells, planned.first)
    assert sorted(map(repr, unique)) == sorted(map(repr, set(asked)))
    assert [unique[i] for i in planned.inverse] == asked
    assert (planned.asked, planned.unique, planned.stored) == (len(asked), len(set(asked)), 0)
    assert planned.to_score == len(planned.remaining) == planned.unique


@given(cells=some_cells(), data=st.data())
def test_stored_and_remaining_cells_are_all_cells_and_no_cell_is_both(tmp_path_factory, cells, data):
    whole = plan(cells)
    stored = np.array(data.draw(st.lists(st.booleans(), min_size=whole.unique, max_size=whole.unique)), dtype=np.bool_)
    scores = Store(tmp_path_factory.mktemp("store")).open_scores("x")
    scores.append(whole.keys[stored], np.arange(whole.unique, dtype=np.float32)[stored])
    planned = plan(cells, scores)
    assert np.array_equal(planned.known, stored)
    assert np.array_equal(planned.remaining, np.flatnonzero(~stored))
    assert np.array_equal(planned.values[stored], np.arange(whole.unique)[stored])
    assert planned.stored + planned.to_score == planned.unique


def large(contexts=300, options=1_000):
    """Return a screen in which every text stands twice."""
    rows, columns = np.divmod(np.arange(contexts * options), options)
    return Cells(
        tuple(Context(f"p {i // 2}", "q") for i in range(contexts)),
        tuple(f"o {i // 2}" for i in range(options)),
        rows,
        columns,
    )


def test_a_screen_is_planned_and_looked_up_without_a_loop_over_its_cells(tmp_path):
    cells, scores = large(), Store(tmp_path).open_scores("x")
    whole = plan(cells)
    assert whole.unique == len(cells) / 4
    scores.append(whole.keys, np.arange(whole.unique, dtype=np.float32))
    tenth = cells.take(np.arange(0, len(cells), 10))
    plan(cells, scores)  # what is loaded once is not counted
    for some in (None, scores):
        assert steps(lambda some=some: plan(cells, some)) < 1.1 * steps(lambda some=some: plan(tenth, some))
    result = plan(cells, Store(tmp_path).open_scores("x"))
    assert np.array_equal(result.values, np.arange(whole.unique))


def test_a_large_screen_is_planned_and_looked_up_in_less_than_200_bytes_a_cell(tmp_path, monkeypatch):
    monkeypatch.setattr("magnetite.engine.store.BLOCK", 1 << 16)  # a block is a small part of a large screen
    cells, scores = large(), Store(tmp_path).open_scores("x")
    everything = cells.keys()
    scores.append(everything, np.zeros(len(cells), dtype=np.float32))
    tracemalloc.start()
    try:
        planned = plan(cells, scores)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert planned.to_score == 0
    assert 30 * len(cells) < peak < 200 * len(cells)  # ten million in 2 GB


@given(cells=some_cells(), seed=st.integers(0, 9))
def test_cells_in_any_order_have_the_same_unique_ones_and_scores_in_the_order_asked_for(cells, seed):
    order = np.random.default_rng(seed).permutation(len(cells))
    jumbled, straight = plan(cells.take(order)), plan(cells)
    assert np.array_equal(jumbled.keys[jumbled.inverse], straight.keys[straight.inverse][order])
    assert np.array_equal(np.sort(jumbled.first[jumbled.inverse]), np.sort(_first_of(cells, order)))


def _first_of(cells, order):
    """Return for each cell, as ordered, where one with the same texts stands first."""
    seen = {}
    for position, texts in enumerate(texts_of(cells, order)):
        seen.setdefault(repr(texts), position)
    return [seen[repr(texts)] for texts in texts_of(cells, order)]
