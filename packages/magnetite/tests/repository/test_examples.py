"""The examples in docstrings are right."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

SOURCES = sorted((Path(__file__).parents[4] / "packages").glob("*/src"))
PLACES = {path.relative_to(source): path for source in SOURCES for path in sorted(source.rglob("*.py"))}
WITH_EXAMPLES = [place for place, path in PLACES.items() if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("place", WITH_EXAMPLES, ids=lambda place: place.as_posix())
def test_an_example_gives_what_it_says(place):
    module = import_module(".".join(place.with_suffix("").parts))
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
