"""`magnetite order` as typed: a report, its price, and its cells for a system elsewhere."""

import json

import pytest

SYSTEM = """
from magnetite.scorers.function import Function


def choose(passage, question, options):
    return [float(place == 1) + len(option) / 1000 for place, option in enumerate(options)]


system = Function(choose, "second", version="1", listwise=True)
"""
SAMPLE = ("sample", "--limit", "20", "--store", "off")


@pytest.fixture
def second(tmp_path):
    (tmp_path / "lists.py").write_text(SYSTEM, "utf-8")
    return f"{tmp_path}/lists.py:system"


def test_it_prints_and_writes_what_it_found(magnetite, second, tmp_path):
    run = magnetite("order", *SAMPLE, "--model", second, "--output", tmp_path / "run", "--trace", "beginner-01-1")
    assert run.returncode == 0, run.stderr
    assert "The answer changes with the order of the options on 100% of 20 questions." in " ".join(run.stdout.split())
    assert "It prefers the option shown as B" in " ".join(run.stdout.split())
    [finding] = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))["findings"]
    names = [table["name"] for table in finding["tables"]]
    assert (names[0], names[1], names[-1]) == ("by_order", "positions", "trace")
    assert finding["settings"]["trace"] == "beginner-01-1"


def test_a_dry_run_counts_a_scoring_for_each_order(magnetite, second):
    run = magnetite("order", *SAMPLE, "--model", second, "--dry-run")
    assert run.returncode == 0, run.stderr
    assert "orders" in run.stdout
    assert "313" in run.stdout  # 19 questions with 4 options in 4 orders, one with 3 in 3


def test_its_cells_show_all_options(magnetite, tmp_path):
    flags = ("--orders", "permutations", "--most", "8", "--views", "QO")
    run = magnetite("export", "order", *SAMPLE[:3], *flags, "--to", tmp_path / "cells.jsonl")
    assert run.returncode == 0, run.stderr
    row = json.loads((tmp_path / "cells.jsonl").read_text("utf-8").splitlines()[0])
    assert row["option"] in json.loads(row["shown"])
    assert row["passage"] == ""


def test_orders_that_do_not_exist_are_named(magnetite, second):
    run = magnetite("order", *SAMPLE, "--model", second, "--orders", "all")
    assert run.returncode == 2
    assert "orders 'all' does not exist. Known: rotations, permutations." in run.stderr
