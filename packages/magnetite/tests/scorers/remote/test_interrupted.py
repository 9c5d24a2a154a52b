"""Stopped anywhere and started again: no answer that came is asked for again, and the scores are the same."""

import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from examfiles.errors import UsageError
from magnetite.core.errors import ModelError
from magnetite.engine import Store, plan, score_cells, store
from magnetite.scorers.remote.client import Patience
from magnetite.scorers.remote.scorer import remote
from tests.scorers.remote.interrupted import ASKS, CONCURRENCY, QUESTIONS, asked
from tests.scorers.remote.server import Server, error, honest

SCRIPT = Path(__file__).with_name("interrupted.py")


@pytest.fixture(autouse=True)
def heard():
    """Let Ctrl-C be heard here and in processes started here, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def slowly(path, body, number):
    time.sleep(0.02)
    return honest(path, body, number)


def interrupted(server, store, way, number, after):
    """Start the process, send it a signal once it sent so many requests, and return its exit code."""
    before = len(server.asked)
    arguments = [sys.executable, str(SCRIPT), server.url, str(store), way]
    process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
    while process.poll() is None and len(server.asked) - before < after:
        time.sleep(0.005)
    process.send_signal(number)
    return process.wait(timeout=60)


def again(server):
    """Return how many requests were sent again, by prompt, and how many different ones there were."""
    counts = Counter(server.texts)
    return sum(counts.values()) - len(counts), len(counts)


def different_prompts(way):
    return QUESTIONS if way == "symbol" else 2 * QUESTIONS  # two options: two echoes, or two orders


def finished(server, store, way):
    scorer = remote(f"tiny@{server.url}", scoring=way, concurrency=CONCURRENCY, asks=ASKS)
    return score_cells(asked(scorer), scorer, Store(store))


@pytest.mark.parametrize("way", ["symbol", "cloze", "asks"])
def test_ctrl_c_loses_no_answer(way, tmp_path):
    with Server(slowly) as server:
        starts = 3
        for after in (7, 12):
            assert interrupted(server, tmp_path / "store", way, signal.SIGINT, after) != 0
        result = finished(server, tmp_path / "store", way)
        assert 0 < result.stored < len(asked(remote("tiny@http://h/v1", scoring=way)))
        sent_again, different = again(server)
        own = QUESTIONS if way == "asks" else 0  # of three orders of two options, two are alike
        compared = (starts - 1) * (ASKS if way == "asks" else 1)  # where scores are stored, one question's requests
        assert sent_again - own == 1 + compared  # the first start asks its first request twice, on purpose
        assert different == different_prompts(way)
    with Server(honest) as other:
        whole = remote(f"tiny@{other.url}", scoring=way, asks=ASKS)
        assert np.array_equal(whole.score(asked(whole)), result.scores)


def test_a_kill_loses_what_is_on_its_way_and_nothing_else(tmp_path):
    with Server(slowly) as server:
        kills = (6, 9, 13)
        for after in kills:
            assert interrupted(server, tmp_path / "store", "symbol", signal.SIGKILL, after) == -signal.SIGKILL
        result = finished(server, tmp_path / "store", "symbol")
        assert result.stored > 0
        sent_again, different = again(server)
        assert different == QUESTIONS
        assert sent_again <= len(kills) * CONCURRENCY + len(kills) + 1


def test_what_is_stored_is_asked_of_no_server(tmp_path):
    with Server(honest) as server:
        finished(server, tmp_path, "symbol")
        before = len(server.asked)
        assert finished(server, tmp_path, "symbol").scored == 0
        assert len(server.asked) == before == QUESTIONS + 1


def test_a_ceiling_ends_the_run_and_a_higher_one_goes_on(tmp_path):
    with Server(honest) as server:
        limited = remote(f"tiny@{server.url}", request_limit=15, concurrency=4)
        cells = asked(limited)
        with pytest.raises(UsageError, match="15 requests were sent, the request_limit"):
            score_cells(cells, limited, Store(tmp_path))
        assert len(server.asked) == 15
        assert plan(cells, Store(tmp_path).open_scores(limited.fingerprint)).stored == 2 * 14  # one was asked twice
        finished(server, tmp_path, "symbol")
        assert again(server) == (2, QUESTIONS)  # a first request, and a stored one


def test_an_error_in_the_middle_keeps_what_was_answered(tmp_path):
    def breaks(path, body, number):
        time.sleep(0.01 * (number % 3))
        return error(404, "gone") if number == 20 else honest(path, body, number)

    with Server(breaks) as server:
        scorer = remote(f"tiny@{server.url}", concurrency=4, patience=Patience(retries=0))
        with pytest.raises(ModelError, match="404: gone"):
            score_cells(asked(scorer), scorer, Store(tmp_path))
        stored = plan(asked(scorer), Store(tmp_path).open_scores(scorer.fingerprint)).stored
        assert stored == 2 * (len(server.asked) - 2)  # but for the one that failed, and the one asked twice


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
def test_ctrl_c_while_a_shard_is_written_stops_as_gently(handler, tmp_path, monkeypatch):
    """Polars raises KeyboardInterrupt itself, wherever it is at work, even where Python hears no Ctrl-C."""
    before = signal.signal(signal.SIGINT, handler)
    written = []

    def interrupt(folder, fingerprint, shard, write=store.write_shard):
        written.append(len(shard.scores))
        if len(written) == 5:
            raise KeyboardInterrupt
        return write(folder, fingerprint, shard)

    monkeypatch.setattr(store, "write_shard", interrupt)
    try:
        with Server(slowly) as server:
            scorer = remote(f"tiny@{server.url}", concurrency=4)
            with pytest.raises(KeyboardInterrupt):
                score_cells(asked(scorer), scorer, Store(tmp_path))
            stored = plan(asked(scorer), Store(tmp_path).open_scores(scorer.fingerprint)).stored
            assert stored == 2 * len(set(server.texts)) < 2 * QUESTIONS
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_second_ctrl_c_while_a_shard_is_written_stops_at_once(tmp_path, monkeypatch):
    over, answered = threading.Event(), []

    def hangs(path, body, number):
        over.wait(0 if number < 5 else 30)
        answered.append(number)
        return honest(path, body, number)

    def interrupt(folder, fingerprint, shard, write=store.write_shard):
        if len(server.asked) >= 5 and not over.is_set():
            while len(server.asked) == 5:
                time.sleep(0.01)
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        return write(folder, fingerprint, shard)

    monkeypatch.setattr(store, "write_shard", interrupt)
    with Server(hangs) as server:
        scorer = remote(f"tiny@{server.url}", concurrency=4)
        with pytest.raises(KeyboardInterrupt):
            score_cells(asked(scorer), scorer, Store(tmp_path))
        assert len(answered) < len(server.asked)  # nobody waited for what was on its way
        over.set()


def test_a_server_that_leaves_cells_out_is_no_complete_run(tmp_path, monkeypatch):
    with Server(honest) as server:
        scorer = remote(f"tiny@{server.url}")
        whole = scorer.parts
        monkeypatch.setattr(scorer, "parts", lambda cells, stopped: islice(whole(cells, stopped), 1))
        with pytest.raises(ModelError, match=r"gave 2 scores where 80 were asked for"):
            score_cells(asked(scorer), scorer, Store(tmp_path))


def test_a_second_ctrl_c_does_not_wait_for_a_server_that_hangs(tmp_path):
    over = threading.Event()

    def hangs(path, body, number):
        over.wait(0 if number < 5 else 300)
        return honest(path, body, number)

    with Server(hangs) as server:
        arguments = [sys.executable, str(SCRIPT), server.url, str(tmp_path), "symbol"]
        process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
        while len(server.asked) < 8:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert "Press Ctrl-C again" in process.stderr.readline()
        assert process.poll() is None  # it waits for what is on its way
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) != 0  # what is on its way would take 300 seconds
        process.stderr.close()
        over.set()


def test_outside_the_main_thread_a_run_goes_on_as_ever(tmp_path):
    results = []
    with Server(honest) as server:
        thread = threading.Thread(target=lambda: results.append(finished(server, tmp_path, "symbol")))
        thread.start()
        thread.join()
    assert results[0].scored == 2 * QUESTIONS
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
