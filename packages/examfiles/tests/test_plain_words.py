"""Words of readers and writers: what a teacher may see names flags of the command line, and no Python."""

import ast
import re
from pathlib import Path

import pytest

import examfiles
from examfiles import read
from examfiles.errors import DataError
from examfiles.wording import error_text

FOLDER = Path(examfiles.__file__).parent
PYTHON = re.compile(r"\w=(?:True|False|'…'|\{)|\w='…'")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_no_message_shows_python(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
    }
    assert [part.value for part in parts if part.value not in docs and PYTHON.search(part.value)] == []


def test_a_folders_path_is_named_once_however_much_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "exam.gift").write_text("\n\n".join(f"Write {n}.{{}}" for n in range(8)), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read(tmp_path / "exam.gift", passage_needed=False)
    assert error_text(refused.value).count(str(tmp_path)) == 1


def test_a_file_in_no_known_format_is_answered_with_what_to_type(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann,\ncome soon.\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"letter\.txt: no questions were recognised\. In a text, number the questions"):
        read(tmp_path / "letter.txt")
