"""The plan merges equal cells, finds the stored ones, and leaves the rest."""

import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from magnetite.core.cells import Cells, Context
from magnetite.engine import Store, plan

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


def test_half_a_million_cells_are_planned_without_a_loop_over_them():
    rows, columns = np.divmod(np.arange(500_000), 1_000)
    many = Cells(
        tuple(Context(f"p {i}", "q") for i in range(500)), tuple(f"o {i}" for i in range(1_000)), rows, columns
    )
    started = time.perf_counter()
    planned = plan(many)
    assert time.perf_counter() - started < 5  # about 0.3 on an idle machine
    assert planned.unique == 500_000
