"""The examples in docstrings are right."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import magnetite

PACKAGE = Path(magnetite.__file__).parent
WITH_EXAMPLES = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_an_example_gives_what_it_says(path):
    module = import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
