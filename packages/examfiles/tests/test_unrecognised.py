"""A file without questions says which line looks like one and what it lacks, or whose source it is."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles import read
from examfiles.errors import DataError
from examfiles.unrecognised import line_like_a_question
from examfiles.wording import error_text, wording


def refused(text: str, folder: Path, name: str = "exam.txt") -> DataError:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        read(folder / name, passage_needed=False)
    return error.value


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1. Why does it stay?\n2. What is mended?\n", "left-line-no-options"),
        ("1. Why does it stay?\nBecause of the nets\nBecause of the bell\n", "left-line-no-letters"),
        ("1. Why does it stay?\nA. Because of the nets\nno bell\n", "left-line-one-option"),
        ("1. Why does it stay?\nC. Because of the nets\nE. Because of the bell\n", "left-line-letters"),
        ("1. The crew is friendly.   1  2  3  4  5\n2. The boat is clean.   1  2  3  4  5\n", "left-line-scale"),
        ("1. The crew mends ______ .\n", "left-line-no-options"),
    ],
)
def test_the_first_line_that_looks_like_a_question_is_named_with_what_it_lacks(typed: str, code: str) -> None:
    error = line_like_a_question(f"A day in the harbour\n\nThe ferry stays.\n\n{typed}", "exam.txt")
    assert error is not None
    assert error.reason is not None
    assert error.reason.code == code
    assert f"Line 5 looks like a question (\u201c{typed.partition(chr(10))[0][:5]}" in str(error)
    german = error_text(error, wording("de"))
    assert "Zeile 5 sieht aus wie eine Frage" in german
    assert "{" not in german


def test_a_file_with_such_a_line_is_not_answered_with_a_list_of_formats(tmp_path: Path) -> None:
    error = refused("The ferry stays.\n\n1. Why does it stay?\n2. What is mended?\n", tmp_path)
    assert error.where == str(tmp_path / "exam.txt")
    assert "Line 3 looks like a question (\u201c1. Why does it stay?\u201d), but no options follow it." in str(error)
    assert "format" not in str(error)


@given(above=st.lists(st.sampled_from(("The ferry stays.", "", "It is Sunday.")), max_size=30))
def test_the_line_that_is_named_is_the_one_that_asks(above: list[str]) -> None:
    error = line_like_a_question("\n".join([*above, "7) Who sat there?", "Ann", "Bo"]), "exam.txt")
    assert error is not None
    assert error.reason is not None
    assert error.reason.values["line"] == len(above) + 1


@pytest.mark.parametrize("text", ["Dear Ann,\ncome soon.\n", "In 1987.\n12 boats came.\n", "1. May was cold.\n"])
def test_no_line_of_a_letter_looks_like_a_question(text: str) -> None:
    assert line_like_a_question(text, "letter.txt") is None


SOURCES = {
    "PreTeXt": (
        "q.xml",
        "<exercises><exercise><statement>Who?</statement><choices><choice>Ann</choice></choices></exercise></exercises>",
    ),
    "webexercises": ("q.Rmd", 'Who sat? `r mcq(c("Ann", answer = "Bo"))`\n'),
    "learnr": (
        "q.Rmd",
        '```{r quiz}\nquiz(\n  question("Who sat?", answer("Ann"), answer("Bo", correct = TRUE))\n)\n```\n',
    ),
    "Typst": ("q.typ", '#set page(paper: "a4")\n= Test\n+ Who sat?\n  + Ann\n  + Bo\n'),
}


@pytest.mark.parametrize("tool", SOURCES)
def test_the_source_of_another_tool_is_refused_by_its_name_and_with_what_to_do(tool: str, tmp_path: Path) -> None:
    name, text = SOURCES[tool]
    error = refused(text, tmp_path, name)
    assert f"this is a source of {tool}, which is not read. Copy the questions" in str(error)
    assert f"eine Quelldatei von {tool}" in error_text(error, wording("de"))
