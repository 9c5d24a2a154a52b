"""The store keeps every score once given, tells scorers apart, and names what is torn or foreign."""

import os
import shutil
import time
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import StoreError
from magnetite.engine import Store
from magnetite.engine.store import NAME, STALE_SECONDS, Shard, folder_name, write_shard
from tests.engine.steps import steps

# Few different lanes, so that keys share one lane, or both, all the time.
lanes = st.sampled_from([0, 1, 2**63, 2**64 - 1])
values = st.one_of(st.floats(-9, 9, width=32), st.floats(-9, 9))
shards = st.lists(st.lists(st.tuples(lanes, lanes, values), min_size=1, max_size=12), max_size=6)


def keys_of(pairs):
    return np.array(pairs, dtype=np.uint64).reshape(-1, 2)


def random_keys(count, seed=0):
    return np.random.default_rng(seed).integers(0, 2**64, size=(count, 2), dtype=np.uint64)


def filled(folder, count=50, fingerprint="a scorer"):
    keys = random_keys(count)
    Store(folder).open_scores(fingerprint).append(keys, np.arange(count, dtype=np.float32))
    return keys


def only_shard(folder):
    (path,) = folder.rglob("*.parquet")
    return path


@settings(max_examples=25)
@given(written=shards)
def test_a_lookup_finds_exactly_the_stored_keys_and_the_score_stored_first_now_and_after_opening_again(
    tmp_path_factory, written
):
    folder = tmp_path_factory.mktemp("store")
    scores, truth = Store(folder).open_scores("x"), {}
    for rows in written:
        scores.append(keys_of([row[:2] for row in rows]), np.array([row[2] for row in rows]))
        for hi, lo, score in rows:
            truth.setdefault((hi, lo), score)
    everything = [(hi, lo) for hi in (0, 1, 2**63, 2**64 - 1) for lo in (0, 1, 2**63, 2**64 - 1)]
    for opened in (scores, Store(folder).open_scores("x")):
        known, values = opened.lookup(keys_of(everything))
        assert {pair for pair, there in zip(everything, known, strict=True) if there} == set(truth)
        assert [values[i] for i, pair in enumerate(everything) if pair in truth] == [
            truth[pair] for pair in everything if pair in truth
        ]
        assert np.isnan(values[~known]).all()
        assert len(opened) == len(truth)


def test_scores_of_two_scorers_never_mix_even_where_their_names_look_alike_to_a_file_system(tmp_path):
    names = ["Model:a/b", "model:a/b", "model a b", "../model", "", "模型", "x" * 500]
    store, keys = Store(tmp_path / "store"), random_keys(1)
    for number, name in enumerate(names):
        store.open_scores(name).append(keys, np.array([number], dtype=np.float32))
    fresh = Store(tmp_path / "store")
    assert [float(fresh.open_scores(name).lookup(keys)[1][0]) for name in names] == list(range(len(names)))
    assert len({folder_name(name).lower() for name in names}) == len(names)
    assert all(path.parent.parent == tmp_path / "store" for path in tmp_path.rglob("*.parquet"))


def test_opening_a_store_that_does_not_exist_creates_nothing_and_knows_nothing(tmp_path):
    known, _ = Store(tmp_path / "none").open_scores("x").lookup(random_keys(3))
    assert not known.any()
    assert not (tmp_path / "none").exists()


def test_scores_stored_by_another_process_are_seen_when_opened_again(tmp_path):
    here, there = Store(tmp_path), Store(tmp_path)
    before = here.open_scores("x")
    keys = random_keys(5)
    there.open_scores("x").append(keys, np.ones(5, dtype=np.float32))
    assert not before.lookup(keys)[0].any()
    assert here.open_scores("x").lookup(keys)[0].all()


@given(cut=st.floats(0, 1, exclude_max=True))
def test_a_torn_shard_is_named_wherever_it_is_cut_and_removing_it_mends_the_store(tmp_path_factory, cut):
    folder = tmp_path_factory.mktemp("store")
    keys = filled(folder)
    path = only_shard(folder)
    os.truncate(path, int(path.stat().st_size * cut))
    with pytest.raises(StoreError, match=r"is torn.*Remove the file; the scores it held will be computed") as caught:
        Store(folder).open_scores("a scorer")
    assert str(path) in str(caught.value)
    path.unlink()
    assert not Store(folder).open_scores("a scorer").lookup(keys)[0].any()


@given(where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_a_shard_with_one_flipped_bit_is_named(tmp_path_factory, where, bit):
    folder = tmp_path_factory.mktemp("store")
    filled(folder)
    path = only_shard(folder)
    content = bytearray(path.read_bytes())
    content[int(len(content) * where)] ^= 1 << bit
    path.write_bytes(content)
    with pytest.raises(StoreError, match="torn or changed"):
        Store(folder).open_scores("a scorer")


def test_a_shard_copied_from_another_scorer_is_named_with_both_scorers(tmp_path):
    filled(tmp_path, fingerprint="mine")
    path = only_shard(tmp_path)
    target = tmp_path / folder_name("yours")
    target.mkdir()
    shutil.copy(path, target)
    with pytest.raises(StoreError, match=r"holds scores of 'mine', expected 'yours'.*move the file back"):
        Store(tmp_path).open_scores("yours")
    assert len(Store(tmp_path).open_scores("mine")) == 50


def test_a_parquet_file_that_is_no_shard_is_named(tmp_path):
    import polars as pl

    filled(tmp_path)
    stranger = only_shard(tmp_path).with_name("results.parquet")
    pl.DataFrame({"a": [1]}).write_parquet(stranger)
    with pytest.raises(StoreError, match=r"results\.parquet: this is not a score shard"):
        Store(tmp_path).open_scores("a scorer")


def test_a_shard_of_another_format_version_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("magnetite.engine.store.FORMAT", 2)
    filled(tmp_path)
    monkeypatch.undo()
    with pytest.raises(StoreError, match="has format 2, this version of Magnetite reads format 1"):
        Store(tmp_path).open_scores("a scorer")


def test_leftovers_of_killed_processes_are_ignored_and_removed_only_when_nobody_can_be_writing_them(tmp_path):
    filled(tmp_path)
    folder = only_shard(tmp_path).parent
    old, young = folder / ".old.parquet.part", folder / ".young.parquet.part"
    for leftover in (old, young):
        leftover.write_bytes(b"half a shard")
    long_ago = time.time() - 2 * STALE_SECONDS
    os.utime(old, (long_ago, long_ago))
    assert len(Store(tmp_path).open_scores("a scorer")) == 50
    assert not old.exists()
    assert young.exists()


def test_a_store_that_cannot_be_written_or_is_no_folder_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match=r"file.* the store cannot be read"):
        Store(tmp_path / "file").open_scores("x")
    scores = Store(tmp_path / "later").open_scores("x")
    (tmp_path / "later").write_text("somebody made a file of it")
    with pytest.raises(StoreError, match="1 scores could not be stored"):
        scores.append(random_keys(1), np.ones(1, dtype=np.float32))


def test_a_stored_score_takes_at_most_24_bytes_in_shards_of_500_and_more(tmp_path):
    for count in (500, 20_000):
        path = filled_path(tmp_path / str(count), count)
        assert path.stat().st_size / count <= 24


def filled_path(folder, count):
    scores = np.random.default_rng(1).normal(size=count).astype(np.float32)
    return write_shard(
        folder, "a model's folder @ its digest, bfloat16, prefix, 512", Shard(random_keys(count), scores)
    )


def test_the_bytes_under_a_shards_name_are_the_very_file_that_was_flushed_before_it_got_the_name(tmp_path, monkeypatch):
    flushed = []

    def watch(handle):
        flushed.append((os.fstat(handle).st_ino, os.fstat(handle).st_size, list(tmp_path.glob("*.parquet"))))

    monkeypatch.setattr("examfiles.files.os.fsync", watch)
    path = filled_path(tmp_path, 100)
    assert flushed[0] == (path.stat().st_ino, path.stat().st_size, [])
    if os.name == "posix":
        assert (tmp_path.stat().st_ino, [path]) in [(number, names) for number, _, names in flushed[1:]]


def test_shards_sort_by_age_so_that_the_oldest_score_wins(tmp_path):
    names = [filled_path(tmp_path, 2).name for _ in range(5)]
    assert names == sorted(names)
    assert all(NAME.fullmatch(name) for name in names)


def test_many_shards_open_and_many_keys_are_found_without_a_loop_over_scores(tmp_path):
    scores = Store(tmp_path).open_scores("x")
    for seed in range(10):
        scores.append(random_keys(20_000, seed), np.full(20_000, seed, dtype=np.float32))
    everything = np.concatenate([random_keys(20_000, seed) for seed in range(10)])
    Store(tmp_path).open_scores("x").lookup(everything)  # what is loaded once is not counted
    assert steps(lambda: Store(tmp_path).open_scores("x").lookup(everything)) < len(everything) / 4
    known, values = Store(tmp_path).open_scores("x").lookup(everything)
    assert known.all()
    assert np.array_equal(values, np.repeat(np.arange(10, dtype=np.float32), 20_000))


def test_storing_costs_the_same_however_much_is_stored_already(tmp_path):
    scores = Store(tmp_path).open_scores("x")
    costs = []
    for seed in range(30):
        keys = random_keys(500, seed)
        costs.append(steps(lambda keys=keys: scores.append(keys, np.zeros(500, dtype=np.float32))))
    assert max(costs[1:]) <= 1.5 * min(costs[1:])  # the first loads the library


def test_a_store_whose_shards_are_in_no_order_is_read_as_well(tmp_path):
    keys = random_keys(1_000)
    for part in np.split(np.arange(1_000), 4):
        write_shard(tmp_path / folder_name("x"), "x", Shard(keys[part], part.astype(np.float32)))
    known, values = Store(tmp_path).open_scores("x").lookup(keys[::-1])
    assert known.all()
    assert np.array_equal(values, np.arange(1_000, dtype=np.float32)[::-1])


@given(block=st.integers(1, 20))
def test_a_lookup_in_blocks_is_the_lookup_of_all(tmp_path_factory, block):
    scores = Store(tmp_path_factory.mktemp("store")).open_scores("x")
    keys = np.array([(hi << 60 | hi % 2, lo) for hi in range(6) for lo in range(3)], dtype=np.uint64)
    scores.append(keys[::2], np.arange(len(keys[::2]), dtype=np.float32))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("magnetite.engine.store.BLOCK", block)
        known, values = scores.lookup(keys)
    assert known.tolist() == [True, False] * 9
    assert values[::2].tolist() == list(range(9))
    assert np.isnan(values[1::2]).all()


def test_a_store_tells_on_which_days_its_scores_were_written(tmp_path):
    assert Store(tmp_path).open_scores("x").written is None
    day = 86_400 * 10**9
    for number in (20_002, 20_000, 20_001):
        shard = Shard(random_keys(1, number), np.zeros(1, dtype=np.float32))
        write_shard(tmp_path / folder_name("x"), "x", shard, number * day)
    assert Store(tmp_path).open_scores("x").written == (date(2024, 10, 4), date(2024, 10, 6))
