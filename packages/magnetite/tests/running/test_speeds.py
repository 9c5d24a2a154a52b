"""A dry run takes its time from what the store knows of a model's speed, on this device and under this view."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from magnetite.core.cells import own_cells
from magnetite.core.scorer import one_each
from magnetite.engine import Store
from magnetite.running import speeds
from magnetite.running.calibrate import Calibrator
from magnetite.running.panels import Pricing, Scoring, SystemPanel, seat
from magnetite.scorers.function import Function
from magnetite.scorers.system import alone
from tests.commands.made import exam

SECONDS = 0.25  # that the model below takes for a cell


class Slow:
    """A model that computes here, a cell in a quarter of a second of the clock below, after minutes of loading."""

    precision, shares_context, tolerance, listwise = "float32", False, 0.0, False

    def __init__(self, clock, name="slow"):
        self.clock, self.asked = clock, 0
        self.name = self.fingerprint = name

    def sizes(self, cells):
        return one_each(cells)

    def score(self, cells):
        self.clock[0] += SECONDS * len(cells) + (0 if self.asked else 200)
        self.asked += len(cells)
        return np.arange(len(cells), dtype=np.float32)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    now = [0.0]
    ticking = SimpleNamespace(monotonic=lambda: now[0], perf_counter=lambda: now[0])
    monkeypatch.setattr(sys.modules["magnetite.engine.run"], "time", ticking)
    monkeypatch.setattr(speeds, "machine", lambda device: f"a machine's {device}")
    return now


def ask(way, scorer, questions, view="QOC", label="own"):
    panel = SystemPanel({view: seat(view, view, alone(scorer))}, Calibrator(), way)
    panel.score(view, own_cells(exam(questions).items), label)
    return way


def run(store, clock, device="auto"):
    ask(Scoring(store, 8, device=device), Slow(clock), 12)


def test_after_a_run_a_dry_run_scores_nothing_and_says_how_long_the_rest_takes(tmp_path, clock):
    run(Store(tmp_path), clock)
    scorer = Slow(clock)
    [row] = ask(Pricing(Store(tmp_path), 8), scorer, 40).rows
    assert scorer.asked == 0
    assert row.cells > row.stored > 0
    assert row.seconds == pytest.approx(SECONDS * (row.cells - row.stored))  # the time to load is none of a cell's


@pytest.mark.parametrize("other", [{"device": "cuda"}, {"view": "QO"}, {"name": "another"}])
def test_on_another_device_under_another_view_and_of_another_model_the_speed_is_measured(tmp_path, clock, other):
    run(Store(tmp_path), clock)
    scorer = Slow(clock, other.get("name", "slow"))
    pricing = Pricing(Store(tmp_path), 8, other.get("device", "auto"))
    [row] = ask(pricing, scorer, 40, other.get("view", "QOC")).rows
    assert scorer.asked > 0
    assert row.seconds == pytest.approx(SECONDS * (row.cells - row.stored))


def test_what_one_dry_run_measured_the_next_one_knows_and_each_measures_once(tmp_path, clock):
    first = Slow(clock)
    pricing = ask(Pricing(Store(tmp_path), 8), first, 40)
    asked = first.asked
    ask(pricing, first, 60, label="more")
    assert 0 < first.asked == asked
    again = Slow(clock)
    assert ask(Pricing(Store(tmp_path), 8), again, 60).rows[0].seconds
    assert again.asked == 0


def test_without_a_store_a_dry_run_measures_a_model_once(clock):
    scorer = Slow(clock)
    pricing = ask(Pricing(None, 8), scorer, 40)
    asked = scorer.asked
    one, more = ask(pricing, scorer, 60, label="more").rows
    assert scorer.asked == asked
    assert more.seconds == pytest.approx(SECONDS * more.cells)
    assert one.seconds == pytest.approx(SECONDS * one.cells)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"slow": 3}', b'{"x": {"seconds": "a"}}', b"\xff"])
def test_a_damaged_file_of_speeds_is_measured_anew(tmp_path, clock, content):
    run(Store(tmp_path), clock)
    (tmp_path / speeds.FILE).write_bytes(content)
    scorer = Slow(clock)
    assert ask(Pricing(Store(tmp_path), 8), scorer, 40).rows[0].seconds
    assert scorer.asked > 0
    assert json.loads((tmp_path / speeds.FILE).read_bytes())


def test_a_store_that_takes_no_file_of_speeds_is_used_all_the_same(tmp_path, clock):
    (tmp_path / speeds.FILE).mkdir()
    run(Store(tmp_path), clock)
    assert ask(Pricing(Store(tmp_path), 8), Slow(clock), 40).rows[0].seconds


def test_a_function_and_a_baseline_leave_no_file(tmp_path):
    ask(Scoring(Store(tmp_path), 8), Function(lambda passage, question, option: 1.0), 12)
    assert not (tmp_path / speeds.FILE).exists()
