"""The crash law: kill a scoring process anywhere, start again, and nothing stored is scored twice."""

import importlib.util
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from examfiles.errors import StoreError
from magnetite.engine import Store, score_cells

SCRIPT = Path(__file__).with_name("killable.py")
SHARD_BATCHES = 3
KILLS = 10
PATIENCE = 30.0  # seconds a child may take to score its next batch before the test gives up


def load_script():
    spec = importlib.util.spec_from_file_location("killable", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


killable = load_script()


def start(store: Path, log: Path) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, str(SCRIPT), str(store), str(log), str(SHARD_BATCHES)])


def stored_keys(store: Path) -> set[bytes]:
    keys = killable.asked().keys()
    known, _ = Store(store).open_scores(killable.Slow.fingerprint).lookup(keys)
    return {key.tobytes() for key in keys[known]}


def kill_after(child: subprocess.Popen, log: Path, wanted: int, delay: float) -> None:
    """Wait until the child has scored `wanted` cells and a moment more, then kill it as a power cut would."""
    give_up = time.monotonic() + PATIENCE
    while len(killable.logged(log)) < wanted and child.poll() is None:
        assert time.monotonic() < give_up, "the scoring process does not get on"
        time.sleep(0.001)
    time.sleep(delay)
    child.kill()
    child.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_run_killed_at_random_points_scores_nothing_stored_again_loses_little_and_ends_with_the_same_scores(tmp_path):
    draw = random.Random(20_26)
    store, log = tmp_path / "store", tmp_path / "log"
    lost, stored, kills = 0, set(), 0
    while kills < KILLS and len(stored) < killable.CELLS - 400:
        before = len(killable.logged(log))
        kill_after(start(store, log), log, before + draw.randrange(1, 160), draw.uniform(0, 0.02))
        kills += 1
        fresh = killable.logged(log)[before:]
        assert stored.isdisjoint(fresh), "a stored cell was scored again"
        now = stored_keys(store)
        assert stored <= now, "a stored score was lost"
        assert len(set(fresh) - now) <= SHARD_BATCHES * killable.BATCH, "more was lost than the batches in flight"
        lost += len(set(fresh) - now)
        stored = now
    before = len(killable.logged(log))
    assert start(store, log).wait() == 0
    last = killable.logged(log)[before:]
    assert stored.isdisjoint(last)
    assert len(last) == len(set(last)) == killable.CELLS - len(stored), "the last run scores exactly what is missing"
    assert kills >= 5
    assert lost > 0, "every kill fell between two batches: the test does not test"
    everything = killable.asked().keys()
    assert stored_keys(store) == {key.tobytes() for key in everything}

    resumed = score_cells(killable.asked(), killable.Slow(tmp_path / "log 2"), Store(store))
    uninterrupted = score_cells(killable.asked(), killable.Slow(tmp_path / "log 3"))
    assert (resumed.scored, resumed.stored) == (0, killable.CELLS)
    assert np.array_equal(resumed.scores, uninterrupted.scores)


def test_two_processes_that_score_into_one_store_at_once_leave_it_whole_and_right(tmp_path):
    children = [start(tmp_path / "store", tmp_path / f"log {i}") for i in range(2)]
    assert [child.wait() for child in children] == [0, 0]
    shared = score_cells(killable.asked(), killable.Slow(tmp_path / "log"), Store(tmp_path / "store"))
    alone = score_cells(killable.asked(), killable.Slow(tmp_path / "log"))
    assert shared.scored == 0
    assert np.array_equal(shared.scores, alone.scores)


def test_ctrl_c_or_an_error_in_the_scorer_keeps_every_finished_batch(tmp_path):
    class Stumbles(killable.Slow):
        calls = 0

        def score(self, cells):
            self.calls += 1
            if self.calls == 5:
                raise KeyboardInterrupt
            return super().score(cells)

    store = Store(tmp_path / "store")
    with pytest.raises(KeyboardInterrupt):
        score_cells(killable.asked(), Stumbles(tmp_path / "log"), store, batch_tokens=20)
    assert len(stored_keys(tmp_path / "store")) == 4 * 20
    resumed = score_cells(killable.asked(), killable.Slow(tmp_path / "log"), store)
    assert resumed.scored == killable.CELLS - 80


def test_a_full_disk_is_a_clear_error_and_everything_stored_before_is_kept(tmp_path, monkeypatch):
    from magnetite.engine import store as stores

    store, log = tmp_path / "store", tmp_path / "log"
    write, room = stores.write_whole, [3]

    def write_until_full(path, content):
        room[0] -= 1
        if room[0] < 0:
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(stores, "write_whole", write_until_full)
    with pytest.raises(
        StoreError, match=r"could not be stored \(the disk of .* is full: .* are free\).*Scores stored earlier are safe"
    ):
        score_cells(killable.asked(), killable.Slow(log), Store(store), batch_tokens=20, shard_batches=5)
    monkeypatch.undo()
    assert len(stored_keys(store)) == 3 * 5 * 20
    assert list(store.rglob(".*")) == []
    resumed = score_cells(killable.asked(), killable.Slow(log), Store(store))
    assert (resumed.stored, resumed.scored) == (300, killable.CELLS - 300)
    assert np.array_equal(resumed.scores, score_cells(killable.asked(), killable.Slow(log)).scores)
