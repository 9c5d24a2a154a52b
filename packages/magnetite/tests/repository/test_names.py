"""One class name, one concept: no two classes of the package share a name, an underscore in front aside."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[4] / "src" / "magnetite"


def class_names():
    """Return the modules that define each class, by its name without underscores in front."""
    modules = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                modules[node.name.lstrip("_")].append(path.relative_to(SOURCE).as_posix())
    return modules


def test_no_two_classes_have_the_same_name():
    twice = {name: modules for name, modules in class_names().items() if len(modules) > 1}
    assert twice == {}
