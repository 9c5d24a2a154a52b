"""Other packages import what docs/extending.md lists, and nothing with an underscore: ours keep to it, too."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
TABLE = PAGE.partition("\n## What a package may import\n")[2].partition("\n## ")[0]
LISTED = {name for line in TABLE.splitlines() if line.startswith("|") for name in re.findall(r"`([\w.]+)`", line)}
EXPERIMENT = re.compile(r"magnetite\.experiments\.\w+\.experiment")
HOUSES = ("examfiles", "magnetite")
GUESTS = sorted(
    path for name in ("papers", "study") for path in (ROOT / "packages" / f"magnetite-{name}" / "src").rglob("*.py")
)


def is_public(module: str) -> bool:
    return module in LISTED or bool(EXPERIMENT.fullmatch(module))


def strangers(source: str) -> list[str]:
    """Return what a source imports of the houses below and should not."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [
                each.name for each in node.names if each.name.split(".")[0] in HOUSES and not is_public(each.name)
            ]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in HOUSES:
            found += [
                f"{node.module}.{each.name}"
                for each in node.names
                if each.name.startswith("_")
                or not (is_public(str(node.module)) or is_public(f"{node.module}.{each.name}"))
            ]
    return found


@pytest.mark.parametrize("path", GUESTS, ids=lambda path: path.relative_to(ROOT / "packages").as_posix())
def test_a_guest_imports_what_the_page_lists(path):
    assert strangers(path.read_text("utf-8")) == [], "use what docs/extending.md lists, or make it public there"


def test_the_page_imports_what_it_lists():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert blocks
    assert [name for block in blocks for name in strangers(block)] == []


@pytest.mark.parametrize(
    "line",
    [
        "from magnetite.commands.audit import AUDIT",
        "from magnetite.commands import audit",
        "import magnetite.engine",
        "from magnetite.stats.verdict import _private",
        "from magnetite.cli import app",
        "def late():\n    from examfiles.decoding import LIMIT",
    ],
)
def test_what_is_not_listed_is_found_wherever_it_is_imported(line):
    assert len(strangers(line)) == 1


@pytest.mark.parametrize("name", sorted(LISTED))
def test_every_module_of_the_table_is_there_and_none_is_a_command(name):
    if "NAME" not in name:
        assert find_spec(name) is not None
    assert not name.startswith(("magnetite.commands", "magnetite.engine"))
