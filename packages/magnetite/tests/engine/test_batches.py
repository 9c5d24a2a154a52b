"""Batches hold every cell once, keep within their budget, and come in the order that suits the scorer."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.core.cells import Cells, Context
from magnetite.engine.plan import batches, compact
from tests.engine.steps import steps


@st.composite
def measured_cells(draw):
    passages = draw(st.lists(st.text("ab", max_size=4), min_size=1, max_size=6))
    count = draw(st.integers(0, 60))
    rows = draw(st.lists(st.integers(0, len(passages) - 1), min_size=count, max_size=count))
    tokens = draw(st.lists(st.integers(1, 50), min_size=count, max_size=count))
    contexts = tuple(Context(passage, "") for passage in passages)
    options = tuple(f"option {i}" for i in range(count))
    cells = Cells(contexts, options, np.array(rows, dtype=np.int64), np.arange(count, dtype=np.int64))
    return cells, np.array(tokens, dtype=np.int64)


budgets = st.integers(1, 200)


@given(measured=measured_cells(), budget=budgets, shares=st.booleans())
def test_every_cell_is_in_exactly_one_batch_and_no_batch_is_empty(measured, budget, shares):
    cells, tokens = measured
    cut = batches(cells, tokens, shares_context=shares, batch_tokens=budget)
    assert sorted(np.concatenate([*cut, np.empty(0, dtype=np.int64)])) == list(range(len(cells)))
    assert all(len(batch) for batch in cut)


@given(measured=measured_cells(), budget=budgets)
def test_a_padded_batch_keeps_within_the_budget_unless_one_cell_alone_exceeds_it(measured, budget):
    cells, tokens = measured
    cut = batches(cells, tokens, shares_context=False, batch_tokens=budget)
    assert all(len(batch) * tokens[batch].max() <= budget or len(batch) == 1 for batch in cut)
    ordered = [tokens[i] for batch in cut for i in batch]
    assert ordered == sorted(ordered, reverse=True)


@given(measured=measured_cells(), budget=budgets)
def test_a_shared_batch_keeps_its_sum_within_the_budget_unless_one_cell_alone_exceeds_it(measured, budget):
    cells, tokens = measured
    cut = batches(cells, tokens, shares_context=True, batch_tokens=budget)
    assert all(tokens[batch].sum() <= budget or len(batch) == 1 for batch in cut)


@given(measured=measured_cells(), budget=budgets)
def test_cells_of_one_context_come_together_the_longest_context_first_and_longest_options_first_within(
    measured, budget
):
    cells, tokens = measured
    cut = batches(cells, tokens, shares_context=True, batch_tokens=budget)
    order = [int(i) for batch in cut for i in batch]
    seen = [cells.contexts[cells.rows[i]] for i in order]
    blocks = [context for i, context in enumerate(seen) if i == 0 or seen[i - 1] != context]
    assert len(blocks) == len(set(blocks))
    assert [len(c.passage) for c in blocks] == sorted((len(c.passage) for c in blocks), reverse=True)
    assert all(tokens[a] >= tokens[b] for a, b in pairwise(order) if seen_same(cells, a, b))


def seen_same(cells, a, b):
    return cells.contexts[cells.rows[a]] == cells.contexts[cells.rows[b]]


@given(measured=measured_cells(), budget=budgets)
def test_batches_fill_their_budget_so_that_few_are_needed(measured, budget):
    cells, tokens = measured
    cut = batches(cells, tokens, shares_context=True, batch_tokens=budget)
    assert all(tokens[batch].sum() + tokens[after[0]] > budget for batch, after in pairwise(cut))


@given(measured=measured_cells(), budget=budgets, workers=st.integers(1, 4))
def test_for_workers_a_context_is_cut_only_where_its_own_cells_exceed_a_batch(measured, budget, workers):
    cells, tokens = measured
    cut = batches(cells, tokens, shares_context=True, batch_tokens=budget, workers=workers)
    assert sorted(np.concatenate([*cut, np.empty(0, dtype=np.int64)])) == list(range(len(cells)))
    assert all(tokens[batch].sum() <= budget or len(batch) == 1 for batch in cut)
    names = [{cells.contexts[row] for row in cells.rows[batch]} for batch in cut]
    of_context = {
        c: sum(tokens[i] for i in range(len(cells)) if cells.contexts[cells.rows[i]] == c) for c in set().union(*names)
    }
    assert all(of_context[context] > budget for before, after in pairwise(names) for context in before & after)


@pytest.mark.parametrize("shares", [False, True])
def test_each_of_several_workers_gets_a_few_batches_of_what_would_be_one(shares):
    contexts = tuple(Context(f"passage {i}", "") for i in range(400))
    cells = Cells(contexts, ("option",), np.arange(400), np.zeros(400, dtype=np.int64))
    tokens = np.full(400, 100, dtype=np.int64)
    alone = batches(cells, tokens, shares_context=shares, batch_tokens=40_000)
    many = batches(cells, tokens, shares_context=shares, batch_tokens=40_000, workers=4)
    assert (len(alone), len(many)) == (1, 16)
    assert len(batches(cells, tokens, shares_context=shares, batch_tokens=40_000, workers=64)) == 20  # none too small


def test_a_budget_that_is_not_positive_is_refused():
    cells = Cells((Context("p", "q"),), ("o",), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))
    with pytest.raises(UsageError, match="batch_tokens is 0; expected a positive number"):
        batches(cells, np.ones(1, dtype=np.int64), shares_context=False, batch_tokens=0)


@given(measured=measured_cells(), data=st.data())
def test_a_compacted_batch_has_the_same_keys_and_nothing_it_does_not_use(measured, data):
    cells, _ = measured
    index = np.array(data.draw(st.lists(st.integers(0, len(cells) - 1), max_size=9)) if len(cells) else [], dtype=int)
    part = cells.take(index)
    small = compact(part)
    assert np.array_equal(small.keys(), part.keys())
    assert set(small.rows) == set(range(len(small.contexts)))
    assert set(small.columns) == set(range(len(small.options)))


@pytest.mark.parametrize("shares", [False, True], ids=["apart", "shared"])
def test_a_large_screen_is_cut_and_its_batches_compacted_without_a_loop_over_its_cells(shares):
    rows, columns = np.divmod(np.random.default_rng(0).permutation(200_000), 1_000)
    contexts = tuple(Context(f"p {i}", "q") for i in range(200))
    cells = Cells(contexts, tuple(f"o {i}" for i in range(1_000)), rows, columns)
    tokens = 1 + columns % 20
    cut = batches(cells, tokens, shares_context=shares, batch_tokens=200_000)
    assert steps(lambda: batches(cells, tokens, shares_context=shares, batch_tokens=200_000)) < len(cells) / 10
    assert steps(lambda: [compact(cells.take(index)) for index in [np.arange(len(cells)), *cut]]) < len(cells) / 10
