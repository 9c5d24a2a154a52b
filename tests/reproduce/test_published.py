"""Published pages are made of the findings that lie beside them, so that no figure on them is typed."""

from pathlib import Path

import pytest

from magnetite.core.results import run_from_json
from magnetite.report.markdown import markdown_page

STORED = sorted((Path(__file__).parents[2] / "docs" / "results").glob("*.json"))


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_a_published_page_is_that_of_its_findings(stored):
    run = run_from_json(stored.read_text("utf-8"), stored)
    assert stored.with_suffix(".md").read_text("utf-8") == markdown_page(run, f"{stored.stem}-figures")


def test_there_are_such_pages():
    assert STORED
