"""Published pages are made of the findings that lie beside them, so that no figure on them is typed."""

import json
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest

from magnetite.core.results import run_from_json
from magnetite.report.markdown import markdown_page

RESULTS = Path(__file__).parents[2] / "docs" / "results"
STORED = sorted(RESULTS.glob("*.json"))
WRITTEN = {  # pages of speed and of attacks, which their benchmark prints on the machine at hand
    *("cost", "decoder-training", "first-run"),
    *("joint", "race", "remote", "scale"),
}


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_a_published_page_is_that_of_its_findings(stored):
    run = run_from_json(stored.read_text("utf-8"), stored)
    assert stored.with_suffix(".md").read_text("utf-8") == markdown_page(run, f"{stored.stem}-figures")


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_the_command_on_a_page_is_one_that_its_benchmark_takes(stored, monkeypatch):
    python, _, name, *words = shlex.split(json.loads(stored.read_text("utf-8"))["command"])
    if python == "magnetite":
        return  # tests/cli/test_pages.py reads these
    module = import_module(f"{name}.__main__" if hasattr(import_module(name), "__path__") else name)
    monkeypatch.setattr(sys, "argv", [name, *words])
    assert module._arguments()


def test_every_other_page_is_named():
    without = {page.stem for page in RESULTS.glob("*.md") if not page.with_suffix(".json").is_file()}
    assert without - {"README"} == WRITTEN
