"""The budget: the path of a command may shrink freely; to grow, it needs a line with a reason in budget.toml."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
BUDGET = tomllib.loads((Path(__file__).parent / "budget.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def counts():
    """Return what is counted today, in a process of its own: what is imported already would hide part of a path."""
    command = [sys.executable, "-m", "benchmarks.structure", "--json"]
    return json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout)


def test_nothing_grows_beyond_its_budget(counts):
    over = {name: f"{counts[name]} > {most}" for name, most in BUDGET.items() if counts[name] > most}
    assert not over, "make it smaller, or raise it in budget.toml with the reason beside it"


def test_everything_that_is_counted_has_a_budget(counts):
    assert set(counts) == set(BUDGET)


def test_a_budget_that_has_room_is_lowered(counts):
    """Room that nobody needs is where growth hides: a figure that fell by a tenth takes its budget along."""
    roomy = {name: f"{counts[name]} < {most}" for name, most in BUDGET.items() if counts[name] < 0.9 * most - 2}
    assert not roomy, "lower it in budget.toml"
