"""The command: what is in an exam file, and the same exam in another format."""

import json
import subprocess
import sys

import pytest

from examfiles import read
from examfiles.command import main

TYPED = """Ann sat down by the river. She had walked all day.

1. Who sat?
A) Ann
B) Bo
Answer: A

2. Where?
A) here
B) there

3. Write an essay.
"""


@pytest.fixture
def exam(tmp_path):
    path = tmp_path / "exam.txt"
    path.write_text(TYPED, "utf-8")
    return path


def said(capsys, *arguments):
    main(list(map(str, arguments)))
    return capsys.readouterr().out


def test_describe_lists_questions_with_their_places_and_keys_and_what_was_left_out(exam, capsys):
    lines = said(capsys, "describe", exam).splitlines()
    assert lines[:2] == ["2 of 3 questions were read.", "2 questions on one passage, read as plain text."]
    assert "exam.txt, line 3 (question 1): Who sat? [2, A]" in lines
    assert "exam.txt, line 8 (question 2): Where? [2, no key]" in lines
    assert any("question 3" in line for line in lines[lines.index("One part of the file was left out:") :])


def test_describe_speaks_german(exam, capsys):
    first, second, *_ = said(capsys, "describe", exam, "--language", "de").splitlines()
    assert first == "2 von 3 Fragen wurden gelesen."
    assert second.startswith("2 Fragen zu einem Text, gelesen als")


def test_describe_gives_json(exam, capsys):
    content = json.loads(said(capsys, "describe", exam, "--json"))
    assert [(each["question"], each["answer"]) for each in content["questions"]] == [
        ("Who sat?", "A"),
        ("Where?", None),
    ]
    assert len(content["left"]) == 1


def test_convert_writes_an_exam_that_reads_back_as_it_was(exam, tmp_path, capsys):
    assert said(capsys, "convert", exam, tmp_path / "exam.jsonl").startswith(f"2 questions: {tmp_path / 'exam.jsonl'}")
    [first, second] = read(tmp_path / "exam.jsonl")
    assert (first.question, first.options, first.answer_letter) == ("Who sat?", ("Ann", "Bo"), "A")
    assert (second.question, second.answer_letter) == ("Where?", None)


def test_convert_prints_headings_in_the_language_that_is_asked_for(tmp_path, capsys):
    said(capsys, "convert", "sample", tmp_path / "exam.html", "--language", "de")
    assert "Antwortbogen" in (tmp_path / "exam.html").read_text("utf-8")


def test_a_passage_is_supplied(tmp_path, capsys):
    (tmp_path / "exam.txt").write_text("1. Who sat?\nA) Ann\nB) Bo\nAnswer: A\n", "utf-8")
    (tmp_path / "text.txt").write_text("Ann sat.", "utf-8")
    lines = said(capsys, "describe", tmp_path / "exam.txt", "--passage", tmp_path / "text.txt")
    assert lines.startswith("One question on one passage")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["describe", "nothing.docx"], (3, "there is no such file")),
        (["convert", "sample", "sample.gift"], (2, "cannot store all of this")),
        (["convert", "sample", "sample.aiken", "--format", "morse"], (2, "format to write 'morse' does not exist")),
        (["convert", "sample", "/dev/null/exam.jsonl"], (5, "cannot be written")),
    ],
)
def test_a_mistake_is_said_in_one_line_and_nothing_is_written(arguments, expected, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(arguments)
    error = capsys.readouterr().err
    code, why = expected
    assert end.value.code == code
    assert why in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_formats_are_listed_with_what_writes_them(capsys):
    lines = said(capsys, "formats").splitlines()
    assert any(line.startswith("gift: Moodle GIFT (.gift") and line.endswith("written as gift") for line in lines)
    assert any(line.startswith("text: ") and line.endswith("read only") for line in lines)


def test_who_stops_reading_early_gets_no_traceback():
    command = f"{sys.executable} -m examfiles.command describe sample | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("96 questions")
    assert done.stderr == ""
