"""The names of things that reports show, read from the source: headings, titles, labels of numbers and of axes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import magnetite

ROOT = Path(magnetite.__file__).parent
SHOWN = {"Table": 1, "table": 1, "Number": 0, "number": 0, "Finding": 1, "titled": 1, "quantity": 1, "up_to": 1}
KEYWORDS = {"words": ("plot", "bars", "heat_map"), "title": ("Finding", "Table")}


def names() -> Iterator[tuple[str, str]]:
    """Yield where each constant name stands, and the name."""
    for path in (*sorted(ROOT.joinpath("experiments").rglob("*.py")), ROOT / "core/headings.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield from ((f"{path.relative_to(ROOT)}:{node.lineno}", name) for name in _names(node))


def _names(call: ast.Call) -> Iterator[str]:
    function = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    texts = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
    if function == "Heading" and texts and isinstance(texts[0], str):
        heading = texts[1] if len(texts) > 1 else texts[0].replace("_", " ")
        yield from [heading] if isinstance(heading, str) else []
    place = SHOWN.get(function)
    if place is not None and len(texts) > place and isinstance(texts[place], str):
        yield texts[place]
    for keyword in call.keywords:
        if function in KEYWORDS.get(keyword.arg or "", ()) and isinstance(keyword.value, ast.Constant):
            yield str(keyword.value.value)
