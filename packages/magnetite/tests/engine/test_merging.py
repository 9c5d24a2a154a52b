"""Many small shards become one: killed anywhere, no score is lost or has two values; who reads meanwhile reads on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from magnetite.engine import Store, store
from magnetite.engine.store import Shard, folder_name, write_shard

SHARDS, EACH = 8, 20
KEYS = np.random.default_rng(3).integers(0, 2**64, size=(SHARDS * EACH, 2), dtype=np.uint64)
SCORES = np.arange(len(KEYS), dtype=np.float32)
# A process that opens the store, and is killed by SIGKILL when it is about to make so many changes to files.
KILLED = """
import os, signal, sys
from magnetite.engine import Store, store
from pathlib import Path
left = [int(sys.argv[2])]
def die(event, arguments):
    if event in ("open", "os.rename", "os.remove") and str(arguments[0]).endswith((".part", ".parquet")):
        if event != "open" or arguments[1] not in ("r", "rb"):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
store.MANY_SHARDS = 4
sys.addaudithook(die)
Store(sys.argv[1]).open_scores("x")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a store of small shards, one of which holds a key again with another score, as two processes may do."""
    monkeypatch.setattr(store, "MANY_SHARDS", 4)
    place = tmp_path / folder_name("x")
    for keys, scores in zip(np.split(KEYS, SHARDS), np.split(SCORES, SHARDS), strict=True):
        write_shard(place, "x", Shard(keys, scores))
    write_shard(place, "x", Shard(KEYS[:1], SCORES[:1] + 1000))
    return tmp_path


def shards_of(folder):
    return sorted(folder.rglob("*.parquet"))


def check(folder):
    """Check that the store holds every score once, with the value that was stored first."""
    scores = Store(folder).open_scores("x")
    known, values = scores.lookup(KEYS)
    assert known.all()
    assert np.array_equal(values, SCORES)
    assert len(scores) == len(KEYS)


def test_many_small_shards_become_one_and_every_score_is_found_as_before(folder):
    check(folder)
    assert len(shards_of(folder)) == 1
    check(folder)


def test_few_shards_and_large_ones_stay_as_they_are(folder, monkeypatch):
    before = shards_of(folder)
    monkeypatch.setattr(store, "LARGE", min(path.stat().st_size for path in before))
    check(folder)
    monkeypatch.setattr(store, "MANY_SHARDS", len(before) + 1)
    check(folder)
    assert shards_of(folder) == before


def test_only_what_is_small_is_written_again(folder, monkeypatch):
    check(folder)
    (large,) = shards_of(folder)
    monkeypatch.setattr(store, "LARGE", large.stat().st_size)
    for key in range(4):
        Store(folder).open_scores("x").append(np.full((1, 2), key, dtype=np.uint64), np.ones(1, dtype=np.float32))
    assert len(Store(folder).open_scores("x")) == len(KEYS) + 4
    assert len(shards_of(folder)) == 2
    assert large in shards_of(folder)


def test_a_process_that_listed_shards_which_another_merges_reads_the_merged_one(folder, monkeypatch):
    waiting, read = [1], store.read_shards

    def merged_meanwhile(paths, fingerprint):
        if waiting:
            waiting.clear()
            Store(folder).open_scores("x")
        return read(paths, fingerprint)

    monkeypatch.setattr(store, "read_shards", merged_meanwhile)
    check(folder)


def test_a_process_that_has_read_the_shards_takes_the_merged_one_for_the_same(folder):
    scores = Store(folder).open_scores("x")
    Store(folder).open_scores("x")
    scores.refresh()
    assert len(scores) == len(KEYS)
    assert np.array_equal(scores.lookup(KEYS)[1], SCORES)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such lock")
def test_while_another_process_merges_none_does(folder):
    before = shards_of(folder)
    with store._only_merger(folder / folder_name("x")):
        check(folder)
    assert shards_of(folder) == before


def test_a_store_that_cannot_be_written_to_is_read(folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "write_whole", full)
    before = shards_of(folder)
    check(folder)
    assert shards_of(folder) == before


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("step", [1, 2, 3, 4, 5, 8])
def test_a_merger_killed_before_any_step_leaves_every_score(folder, step):
    """The merged shard is opened, flushed, renamed, its part cleared away; then the small ones go, one by one."""
    before = shards_of(folder)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(step)], env=_env(), check=False)
    assert killed.returncode == -signal.SIGKILL
    left = shards_of(folder)
    assert len(left) == len(before) + (step > 3) - max(0, step - 5)
    check(folder)
    assert len(shards_of(folder)) < len(before)


def _env():
    return os.environ | {"PYTHONPATH": str(Path(store.__file__).parents[2])}
