"""Workers: the same scores as one process, whatever dies; what a driver that is killed leaves; two nodes."""

import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from examfiles.errors import UsageError
from magnetite.core.errors import ModelError
from magnetite.engine import Store, score_cells
from tests.commands.made import exam
from tests.engine import dying
from tests.scorers.decoders import save_decoder

pytest.importorskip("ray")
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX"),
    # Ray leaves its processes' pipes and sockets to the end of the process.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SLOW = bool(os.environ.get("MAGNETITE_SLOW_TESTS"))
KILLS = 100 if SLOW else 6  # of workers
DRIVER_KILLS = 20 if SLOW else 1
BATCH = dying.BATCH
PATIENCE = 120.0  # seconds to wait for something to happen on a busy machine
ALONE = score_cells(dying.asked(), dying.Logging(Path(os.devnull))).scores


@pytest.fixture(scope="module")
def started():
    """Start Ray once for all tests of this file: it takes seconds, of which a machine may be too busy to give them."""
    from magnetite.engine.cluster import Workers

    with Workers(2) as workers:
        try:
            count = workers.count
        except (ModelError, UsageError) as error:
            pytest.skip(f"RAY DID NOT START on this machine: {error}")
        assert count == 2
        yield workers
    gc.collect()  # here, where what Ray leaves is no error


@pytest.fixture
def local(started):
    """Two workers that have loaded nothing, for most scorers here have one name."""
    started.forget()
    return started


def score(scorer, workers, store=None, **more):
    return score_cells(dying.asked(), scorer, store, batch_tokens=BATCH, shard_batches=3, workers=workers, **more)


def until(happened) -> None:
    give_up = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < give_up, "nothing happens"
        time.sleep(0.005)


def runs(process: int) -> bool:
    import psutil

    return psutil.pid_exists(process) and psutil.Process(process).status() != psutil.STATUS_ZOMBIE


def test_workers_give_the_scores_of_one_process_in_the_order_asked_each_cell_once(local, tmp_path):
    result = score(dying.Meeting(tmp_path / "log"), local)
    assert np.array_equal(result.scores, ALONE)
    log = dying.logged(tmp_path / "log")
    assert len(log) == len({key for _, key in log}) == len(ALONE)
    assert len({process for process, _ in log}) == 2
    assert os.getpid() not in {process for process, _ in log}


def test_workers_live_on_for_many_small_asks_and_load_a_scorer_once(local, tmp_path):
    scorer = dying.Slow(tmp_path / "log", fingerprint="slow")
    cells = dying.asked()
    for start in range(0, 400, 10):  # the first are over before the second worker is ready
        some = cells.take(np.arange(start, start + 10))
        assert np.array_equal(score_cells(some, scorer, workers=local).scores, ALONE[start : start + 10])
    loads = (tmp_path / "log.loads").read_text("utf-8").split()
    assert 1 <= len(loads) == len(set(loads)) <= 2


def handed_out(batches, deaths):
    """Return the numbers of the batches that each of three workers is handed."""
    from magnetite.engine import cluster

    actor = SimpleNamespace(score=SimpleNamespace(remote=lambda *_: object()))
    scorer = SimpleNamespace(fingerprint="loaded")
    pool = cluster.Workers(3)
    pool._workers = [cluster._Worker(number, actor, {"loaded"}) for number in range(3)]
    ask = cluster._Ask(pool._workers, scorer, dying.asked(), [np.array([cell]) for cell in range(batches)])
    ask.deaths.update(deaths)
    pool._hand_out(ask)
    return [[number for _, number in worker.jobs] for worker in pool._workers]


@pytest.mark.parametrize(("batches", "shares"), [(2, [1, 1, 0]), (3, [1, 1, 1]), (5, [2, 2, 1]), (9, [2, 2, 2])])
def test_few_batches_are_spread_over_all_workers(batches, shares):
    assert [len(numbers) for numbers in handed_out(batches, [])] == shares


def test_a_batch_at_which_a_worker_died_is_alone_so_that_no_other_is_blamed():
    assert handed_out(9, [1]) == [[0, 3], [1], [2, 4]]
    assert handed_out(9, [3]) == [[0], [1], [2]]  # until a worker has nothing to do


def test_progress_comes_with_every_batch_and_ends_at_all(local, tmp_path):
    seen = []
    score(dying.Logging(tmp_path / "log"), local, progress=seen.append)
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert (seen[0].done, seen[-1].done, seen[-1].tokens_done) == (0, len(ALONE), seen[-1].tokens_total)
    assert len(seen) > 10


def test_what_a_scorer_raises_reaches_the_caller_and_what_came_before_is_kept(local, tmp_path):
    class Stumbles(dying.Logging):
        def score(self, cells):
            if any(context.question == "What is 77?" for context in cells.contexts):
                raise ModelError("the question is too hard")
            return super().score(cells)

    store = Store(tmp_path / "store")
    with pytest.raises(ModelError, match="too hard"):
        score(Stumbles(tmp_path / "log"), local, store)
    result = score(dying.Logging(tmp_path / "log"), None, store)
    assert result.stored > 0
    assert np.array_equal(result.scores, ALONE)


def test_scores_that_are_not_finite_are_refused_as_in_one_process(local, tmp_path):
    class Infinite(dying.Logging):
        def score(self, cells):
            return super().score(cells) * np.float32(np.inf)

    with pytest.raises(ModelError, match="not finite"):
        score(Infinite(tmp_path / "log"), local)


def test_a_function_of_the_user_travels_by_value(local):
    from magnetite.scorers.function import Function

    def length(passage, question, option):
        return float(len(question))

    scorer = Function(length)
    here, there = (score_cells(dying.asked(), scorer, workers=workers) for workers in (None, local))
    assert np.array_equal(here.scores, there.scores)


def test_workers_killed_at_random_moments_cost_the_batches_they_had_and_nothing_else(local, tmp_path):
    draw, log, store = random.Random(18), tmp_path / "log", Store(tmp_path / "store")
    kills, scored, results = 0, 0, []
    while kills < KILLS:
        before = len(dying.logged(log))
        done = threading.Event()

        def kill_some(before=before, done=done):
            nonlocal kills
            mark = before
            while kills < KILLS:
                wanted = mark + draw.randrange(40, 500)
                until(lambda wanted=wanted: done.is_set() or len(dying.logged(log)) >= wanted)
                if done.is_set():
                    return
                time.sleep(draw.uniform(0, 0.02))
                process = dying.logged(log)[-1][0]
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                kills += 1
                mark = len(dying.logged(log))

        killer = threading.Thread(target=kill_some)
        killer.start()
        try:
            results.append(score(dying.Logging(log, 0.01), local, store if not results else None))
        finally:
            done.set()
            killer.join()
        scored += len(ALONE)
    assert all(np.array_equal(result.scores, ALONE) for result in results)
    again = len(dying.logged(log)) - scored
    assert again <= kills * 2 * BATCH, "more was scored again than the batches in flight"
    assert score(dying.Logging(log), local, store).scored == 0


def test_a_batch_at_which_workers_die_again_and_again_is_named_and_the_rest_is_kept(local, tmp_path):
    store = Store(tmp_path / "store")
    with pytest.raises(ModelError, match=r"3 workers died at batch \d+ of 120, 20 cells from question 'What is 60\?'"):
        score(dying.Deadly(tmp_path / "log", question="What is 60?"), local, store)
    result = score(dying.Logging(tmp_path / "log 2"), None, store)
    assert result.stored >= 2 * BATCH
    assert np.array_equal(result.scores, ALONE)


def test_a_scorer_that_no_worker_can_load_ends_the_run(local, tmp_path):
    scorer = dying.Unloadable(tmp_path / "log", fingerprint="unloadable")
    with pytest.raises(ModelError, match="workers died while they loaded it"):
        score(scorer, local)


def test_a_worker_that_loads_another_scorer_than_the_driver_s_is_refused(local, tmp_path):
    class Changing(dying.Logging):
        def __reduce__(self):
            return dying.Logging, (self.log, 0.0, "changing", "other weights")

    with pytest.raises(ModelError, match="a worker loaded 'other weights', expected 'these weights'"):
        score(Changing(tmp_path / "log", fingerprint="these weights"), local)


def test_a_trained_system_travels_as_the_folder_it_was_loaded_from_and_scores_alike(local):
    import pickle

    from magnetite.core.cells import own_cells
    from magnetite.request import Reading
    from magnetite.running.data import load_dataset
    from magnetite.scorers.find import find_systems

    scorer = find_systems("small", ("QO",)).by_view["QO"].first
    assert len(pickle.dumps(scorer)) < 1_000
    cells = own_cells(load_dataset("sample", Reading()).items[:12])
    there = score_cells(cells, scorer, workers=local)
    assert "model" not in vars(scorer._loaded)  # only workers have read the weights
    here = score_cells(cells, scorer)
    assert np.abs(here.scores - there.scores).max() <= scorer.tolerance


def shortest(passage, question, option):
    return -float(len(option))


def test_an_audit_with_workers_is_the_audit_without_and_its_record_does_not_name_them(local, monkeypatch):
    from contextlib import nullcontext

    import magnetite
    from magnetite.engine import cluster

    asked = []
    monkeypatch.setattr(cluster, "Workers", lambda *count: asked.append(count) or nullcontext(local))
    how = {"model": shortest, "experiments": ["accuracy", "magnets"], "limit": 20, "store": "off"}
    here, there = (
        magnetite.audit("sample", **how),
        magnetite.audit("sample", **how, workers=2, asking=magnetite.Asking(ray="auto")),
    )
    assert asked == [(2, "auto")]
    assert there.findings == here.findings
    assert there.settings == here.settings


def test_workers_show_a_language_model_the_examples_that_one_process_shows(local, monkeypatch, tmp_path):
    from contextlib import nullcontext
    from dataclasses import replace

    import magnetite
    from magnetite.engine import cluster

    data, decoder = tmp_path / "data", save_decoder("gpt2", tmp_path / "decoder", n_positions=2048)
    for split in ("train", "test"):
        magnetite.convert(replace(exam(4, name=split), split=split), data / f"{split}.jsonl", format="jsonl")
    asking = magnetite.Asking(shots=2, device="cpu", dtype="float32")
    told = {"split": "test", "views": ("QOC",), "store": "off", "asking": asking}
    here = magnetite.score(data, decoder, **told)
    monkeypatch.setattr(cluster, "Workers", lambda *_: nullcontext(local))
    there = magnetite.score(data, decoder, workers=2, **told)
    np.testing.assert_allclose(there["score"], here["score"], atol=1e-4)


def test_a_driver_that_is_killed_leaves_what_is_stored_and_no_worker(tmp_path):
    import psutil

    draw, store, log = random.Random(18), tmp_path / "store", tmp_path / "log"
    command = [sys.executable, "-m", "tests.engine.dying", str(store), str(log), "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    stored: set[bytes] = set()
    for _ in range(DRIVER_KILLS):
        before = len(dying.logged(log))
        driver = subprocess.Popen(command, env=environment)
        wanted = before + draw.randrange(5 * BATCH, 20 * BATCH)
        until(lambda wanted=wanted, driver=driver: len(dying.logged(log)) >= wanted or driver.poll() is not None)
        children = psutil.Process(driver.pid).children(recursive=True) if driver.poll() is None else []
        driver.kill()
        driver.wait()
        workers = [dying.logged(log)[-1][0]]
        until(lambda workers=workers: not any(map(runs, workers)))
        for child in children:  # Ray's own, which end by themselves after a minute
            if child.is_running():
                child.kill()
        fresh = {key for _, key in dying.logged(log)[before:]}
        assert stored.isdisjoint(fresh), "a stored cell was scored again"
        keys = dying.asked().keys()
        known, _ = Store(store).open_scores(dying.Logging(log).fingerprint).lookup(keys)
        now = {key.tobytes() for key in keys[known]}
        assert stored <= now, "a stored score was lost"
        assert len(fresh - now) <= (3 + 2) * BATCH, "more was lost than the batches since the last shard and in flight"
        stored = now
        if len(stored) > len(ALONE) / 2:
            break
    assert stored
    resumed = score_cells(dying.asked(), dying.Logging(tmp_path / "log 2"), Store(store))
    assert resumed.stored == len(stored)
    assert np.array_equal(resumed.scores, ALONE)


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch):
    from magnetite.engine import cluster

    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"Ray, which is not installed.*pip install 'magnetite-audit\[cluster\]'"):
        cluster.Workers(2)


@pytest.mark.parametrize("nodes", [[{"Alive": False}], ConnectionError("no raylet")])
def test_where_ray_itself_dies_the_run_ends_with_a_sentence(nodes, monkeypatch):
    import ray

    from magnetite.engine.cluster import Workers

    def listed():
        if isinstance(nodes, Exception):
            raise nodes
        return nodes

    monkeypatch.setattr(ray, "wait", lambda refs, **_: ([], refs))
    monkeypatch.setattr(ray, "nodes", listed)
    ask = SimpleNamespace(scorer=SimpleNamespace(name="mine", fingerprint="f"), left=3, parts=[None] * 5)
    with pytest.raises(ModelError, match=r"'mine': Ray, .*has died with 3 of 5 batches left. .* is stored"):
        next(Workers(2)._arrivals(ask))
