"""`magnetite benchmark` runs in a development install and says what is missing in any other."""

import subprocess
import sys

import pytest

from examfiles.errors import UsageError
from magnetite.cli import benchmark
from magnetite.core.results import run_from_json
from magnetite.train import Recipe, train
from tests.train.conftest import nouns, tiny_base  # noqa: F401 - fixtures


def test_where_a_package_is_missing_it_is_named_with_the_way_to_install_it(monkeypatch):
    monkeypatch.setattr(benchmark, "NEEDS", ("onnx", "no_such_package"))
    with pytest.raises(UsageError, match=r"the packages no_such_package are not installed; .* `make develop`"):
        benchmark.command(None)


def test_where_the_script_is_missing_it_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(benchmark, "SCRIPT", tmp_path / "scoring.py")
    with pytest.raises(UsageError, match=r"scoring\.py is not installed"):
        benchmark.command(None)


def test_every_way_is_timed_and_gives_the_plain_scores(tiny_base, tmp_path):  # noqa: F811
    train(nouns(2, 0), "QOC", tmp_path / "tiny", base=str(tiny_base), recipe=Recipe(train="none"))
    exam = tmp_path / "test.csv"
    rows = [
        f'"{name} lives by the river and keeps {n} boats.","How many boats has {name}?",{n},one,none,all of them,A'
        for n, name in ((7, "Ada"), (9, "Ben"), (12, "Cleo"))
    ]
    exam.write_text("passage,question,A,B,C,D,answer\n" + "\n".join(rows), "utf-8")
    sizes = ["--questions", "3", "--screen", "1", "--pool", "6", "--rounds", "1", "--split", "test"]
    sizes += ["--system", str(tmp_path / "tiny")]
    page = tmp_path / "page.md"
    command = [sys.executable, "-c", "from magnetite.cli import main; main()", "benchmark", str(exam), *sizes]
    done = subprocess.run([*command, "--page", str(page)], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    rows = run_from_json(page.with_suffix(".json").read_bytes()).finding("speeds").table("speeds").rows()
    assert [row["way"] for row in rows] == ["padded", "sorted", "sorted", "cross", "onnx", "onnx", "joint", "prefix"]
    assert all(row["speed"] > 0 for row in rows)
    for row in rows[:-1]:
        assert row["precision"] != "float32" or row["deviation"] < 1e-4, row["way"]
