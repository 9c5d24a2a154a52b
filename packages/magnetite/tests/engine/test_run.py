"""A run returns every asked cell's score, scores each once, and believes no unusable answer."""

import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.core.cells import Cells, Context
from magnetite.core.errors import ModelError
from magnetite.core.scorer import Sizes
from magnetite.engine import Store, estimate, plan, run, score_cells
from magnetite.engine.store import read_shards


class Lengths:
    """Score a cell by the lengths of its texts, and remember every batch it was asked for."""

    name = "lengths"
    fingerprint = "lengths/1"
    listwise = False
    tolerance = 0.0

    def __init__(self, answer=None, shares_context=False):
        self.batches = []
        self.shares_context = shares_context
        self._answer = answer or (lambda scores: scores)

    def sizes(self, cells):
        tokens = [len(c.passage) + len(o) + 1 for c, o in pairs(cells)]
        return Sizes(np.array(tokens, dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells):
        self.batches.append(cells)
        return self._answer(expected(cells))

    @property
    def cells_scored(self):
        return sum(len(batch) for batch in self.batches)


def pairs(cells):
    return [(cells.contexts[r], cells.options[c]) for r, c in zip(cells.rows, cells.columns, strict=True)]


def expected(cells):
    return np.array([len(c.passage) * 10 + len(o) for c, o in pairs(cells)], dtype=np.float32)


def grid(contexts=6, options=5):
    rows, columns = np.divmod(np.arange(contexts * options), options)
    passages = tuple(Context("p" * (i + 1), "What?") for i in range(contexts))
    return Cells(passages, tuple("o" * (i + 1) for i in range(options)), rows, columns)


@given(order=st.permutations(range(30)), budget=st.integers(1, 100), shares=st.booleans())
def test_scores_stand_as_asked_whatever_the_order_the_budget_and_the_kind_of_batch(order, budget, shares):
    cells = grid().take(np.array(order))
    result = score_cells(cells, Lengths(shares_context=shares), batch_tokens=budget)
    assert result.scores.dtype == np.float64
    assert np.array_equal(result.scores, expected(cells))


def test_equal_cells_are_scored_once_and_every_one_gets_the_score(tmp_path):
    cells = grid().take(np.repeat(np.arange(30), 3))
    scorer = Lengths()
    result = score_cells(cells, scorer, Store(tmp_path))
    assert (result.asked, result.unique, result.stored, result.scored) == (90, 30, 0, 30)
    assert scorer.cells_scored == 30
    assert np.array_equal(result.scores, expected(cells))


def test_a_second_run_scores_only_what_the_first_did_not(tmp_path):
    score_cells(grid().take(np.arange(12)), Lengths(), Store(tmp_path))
    scorer = Lengths()
    result = score_cells(grid(), scorer, Store(tmp_path))
    assert (result.stored, result.scored, scorer.cells_scored) == (12, 18, 18)
    assert np.array_equal(result.scores, expected(grid()))
    again = Lengths()
    assert score_cells(grid(), again, Store(tmp_path)).scored == again.cells_scored == 0


def test_nothing_asked_is_nothing_scored():
    result = score_cells(grid().take(np.empty(0, dtype=np.int64)), Lengths())
    assert (result.asked, result.scored, result.scores.shape) == (0, 0, (0,))


def test_a_batch_is_handed_only_its_own_contexts_and_options():
    scorer = Lengths()
    score_cells(grid(), scorer, batch_tokens=12)
    assert len(scorer.batches) > 3
    assert all(len(b.contexts) == len(set(b.rows)) and len(b.options) == len(set(b.columns)) for b in scorer.batches)


def test_shards_are_written_at_least_every_so_many_batches_and_every_so_many_seconds(tmp_path):
    many = score_cells(grid(), Lengths(), Store(tmp_path / "a"), batch_tokens=1, shard_batches=10, shard_seconds=3600.0)
    assert many.scored == 30
    assert len(list((tmp_path / "a").rglob("*.parquet"))) == 3
    score_cells(grid(), Lengths(), Store(tmp_path / "b"), batch_tokens=1, shard_batches=1000, shard_seconds=0.0)
    assert len(list((tmp_path / "b").rglob("*.parquet"))) == 30


def test_a_long_run_writes_fewer_and_larger_shards_and_none_holds_more_than_the_run_may_lose(tmp_path, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(sys.modules["magnetite.engine.run"], "time", SimpleNamespace(monotonic=lambda: now[0]))

    class Slow(Lengths):
        def score(self, cells):
            now[0] += 10.0
            return super().score(cells)

    cells = grid(20, 15)
    score_cells(cells, Slow(), Store(tmp_path), batch_tokens=1, shard_seconds=50.0)
    sizes = [len(read_shards([path], "lengths/1").scores) for path in sorted(tmp_path.rglob("*.parquet"))]
    ends = 10.0 * np.cumsum(sizes)  # one cell a batch, ten seconds a batch
    assert sum(sizes) == 300
    assert sizes[0] == 6
    assert sizes[:-1] == sorted(sizes[:-1]), "shards never shrink, but for what is left at the end"
    assert sizes[-2] > 2 * sizes[0]
    assert all(10.0 * size <= 50.0 * (1 + end / 1_000) + 10.0 for size, end in zip(sizes, ends, strict=True))


def test_progress_starts_at_nothing_and_ends_at_everything_that_had_to_be_scored(tmp_path):
    score_cells(grid().take(np.arange(10)), Lengths(), Store(tmp_path))
    seen = []
    score_cells(grid(), Lengths(), Store(tmp_path), batch_tokens=20, progress=seen.append)
    assert (seen[0].done, seen[0].tokens_done) == (0, 0)
    assert (seen[-1].done, seen[-1].tokens_done) == (20, seen[-1].tokens_total)
    assert all(later.done > earlier.done for earlier, later in pairwise(seen))
    assert {progress.total for progress in seen} == {20}


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_score_that_is_not_finite_is_refused_with_scorer_count_and_cell_and_only_whole_batches_are_stored(
    tmp_path, bad
):
    def spoil(scores):
        return np.where(scores == 23, np.float32(bad), scores)  # one cell: passage "pp", option "ooo"

    store = Store(tmp_path)
    with pytest.raises(ModelError, match=r"'lengths': 1 of \d+ scores are not finite.*question 'What\?', option 'ooo'"):
        score_cells(grid(), Lengths(spoil), store, batch_tokens=12)
    known, values = store.open_scores("lengths/1").lookup(grid().keys())
    assert 0 < known.sum() < 30
    assert np.array_equal(values[known], expected(grid())[known])


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (lambda scores: scores[:-1], r"shape \(29,\)"),
        (lambda scores: scores[:, None], r"shape \(30, 1\)"),
        (lambda scores: scores.astype(np.int64), "an array of int64"),
        (lambda scores: scores.tolist(), "returned a list"),
    ],
    ids=["too few", "a column", "whole numbers", "a list"],
)
def test_an_answer_of_the_wrong_shape_or_kind_is_refused(answer, outcome):
    with pytest.raises(ModelError, match=f"{outcome}.*expected 30 numbers of 32 or 64 bits"):
        score_cells(grid(), Lengths(answer), batch_tokens=10_000)


def test_sizes_that_do_not_fit_the_cells_are_refused():
    scorer = Lengths()
    scorer.sizes = lambda cells: Sizes(np.zeros(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))
    with pytest.raises(ModelError, match="expected 30 positive token counts"):
        score_cells(grid(), scorer)


def test_an_estimate_scores_a_few_batches_keeps_their_scores_and_says_nothing_when_nothing_remains(tmp_path):
    store, scorer = Store(tmp_path), Lengths()
    scores = store.open_scores(scorer.fingerprint)
    seconds = estimate(grid(), scorer, plan(grid(), scores), scores, batch_tokens=12, sample=2)
    assert seconds > 0
    known, values = store.open_scores(scorer.fingerprint).lookup(grid().keys())
    assert 0 < known.sum() < 30
    assert np.array_equal(values[known], expected(grid())[known])
    score_cells(grid(), scorer, store)
    assert estimate(grid(), scorer, plan(grid(), scores), scores) is None


def test_an_estimate_scales_the_time_of_its_sample_by_tokens(monkeypatch):
    clock = iter(range(1_000))
    ticking = SimpleNamespace(perf_counter=lambda: float(next(clock)))
    engine = sys.modules["magnetite.engine.run"]
    monkeypatch.setattr(engine, "time", ticking)
    monkeypatch.setattr(engine, "ENOUGH_SECONDS", 10.0)
    scorer = Lengths()
    cells = grid(1, 8)  # 3, 4, … 10 tokens, 52 in all
    assert estimate(cells, scorer, plan(cells), batch_tokens=1, sample=8) == pytest.approx(8.0)
    assert estimate(cells, scorer, plan(cells), batch_tokens=1, sample=1) == pytest.approx(52 / 6)


@pytest.mark.parametrize("tokens_a_second", [100, 2_000, 1_000_000])
def test_an_estimate_of_slow_cells_takes_seconds_and_of_fast_ones_is_made_of_whole_batches(
    monkeypatch, tokens_a_second
):
    clock = [0.0]

    def answer(scores):
        clock[0] += sum(len(c.passage) + len(o) + 1 for c, o in pairs(scorer.batches[-1])) / tokens_a_second
        return scores

    monkeypatch.setattr(sys.modules["magnetite.engine.run"], "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    scorer = Lengths(answer)
    cells = grid(100, 30)  # 201,000 tokens
    whole = 201_000 / tokens_a_second
    assert estimate(cells, scorer, plan(cells)) == pytest.approx(whole)
    assert clock[0] < 5 + 1_024 / tokens_a_second
    assert max(len(batch) for batch in scorer.batches) > 150 or tokens_a_second < 1_000_000


def test_the_engine_imports_neither_torch_nor_polars_before_it_scores():
    heavy = "{'torch', 'polars', 'scipy'}"
    code = f"import sys, magnetite.engine, magnetite.testing; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@given(order=st.permutations(range(30)), most=st.integers(1, 40), stored=st.booleans())
def test_what_is_too_much_to_plan_at_once_is_scored_in_parts_each_cell_once(order, most, stored):
    cells, reports = grid().take(np.array(order)), []
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(run, "MOST_CELLS", most)
        store = Store(Path(folder)) if stored else None
        scorer = Lengths()
        result = score_cells(cells, scorer, store, progress=reports.append)
        np.testing.assert_array_equal(result.scores, expected(cells))
        assert (result.asked, result.unique, result.scored, scorer.cells_scored) == (30, 30, 30, 30)
        if stored:
            again = score_cells(cells, Lengths(answer=refuse), store)
            np.testing.assert_array_equal(again.scores, expected(cells))
            assert (again.stored, again.scored) == (30, 0)
    assert all(a.done <= b.done <= b.total <= 30 for a, b in pairwise(reports))
    assert (reports[-1].done, reports[-1].tokens_done) == (30, reports[-1].tokens_total)


def refuse(_scores):
    raise AssertionError("a stored cell was asked for")


def test_parts_are_cut_between_contexts(monkeypatch):
    monkeypatch.setattr(run, "MOST_CELLS", 12)
    scorer = Lengths(shares_context=True)
    score_cells(grid(), scorer, batch_tokens=10_000)
    assert [len(set(batch.rows.tolist())) for batch in scorer.batches] == [2, 2, 2]
    assert all(len(batch) == 10 for batch in scorer.batches)
