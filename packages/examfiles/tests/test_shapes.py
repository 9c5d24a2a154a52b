"""Every regular expression of typed exams says what it means, by lines in which it is found."""

import ast
from pathlib import Path

import pytest

from examfiles.readers import typed
from examfiles.readers.typed import canonical, keys, line, markdown, shapes, state  # noqa: F401 - their shapes are kept

FOLDER = Path(typed.__file__).parent
CASES = [(pattern, example) for pattern, examples in shapes.EXAMPLES.items() for example in examples]


@pytest.mark.parametrize(("pattern", "example"), CASES, ids=[example for _, example in CASES])
def test_a_shape_is_found_in_its_example(pattern, example):
    assert pattern.search(example)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_module_has_a_pattern_without_an_example(path):
    bare = [
        ast.unparse(node.targets[0])
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("re.compile")
    ]
    assert bare == []


def test_a_shape_without_an_example_is_refused():
    with pytest.raises(ValueError, match="needs a meaning and an example"):
        shapes.shape(r"\d", "a digit")
