"""Exams through `read`: what is left out is listed, passages may be demanded, supplied or absent, names stay apart."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError, UsageError
from examfiles.formats import FORMATS
from examfiles.reasons import Reason
from examfiles.wording import LANGUAGES, error_text, notes_of, skipped_lines, wording

SAMPLES = Path(__file__).parent / "samples"
ONE = "Who?{=Ann ~Bo}\n"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_left_out_is_listed_and_stops_nothing() -> None:
    exam = read(SAMPLES / "moodle.xml")
    assert len(exam) == 2
    assert (
        skipped_lines(exam.skipped)[2]
        == f"{SAMPLES / 'moodle.xml'}, line 44: left out (an essay question: it has no options)"
    )


def test_a_passage_is_demanded_unless_it_is_said_not_to_be(tmp_path: Path) -> None:
    path = write(tmp_path / "exam.gift", ONE)
    with pytest.raises(DataError, match=r"line 1: the passage is empty.* In Moodle GIFT it is a description before"):
        read(path)
    exam = read(path, passage_needed=False)
    assert exam[0].passage == ""
    assert notes_of(exam.notes)[-1].startswith("1 of 1 question has no passage, the first at")


def test_a_passage_that_is_supplied_is_given_to_the_questions_without_one(tmp_path: Path) -> None:
    path = write(tmp_path / "exam.gift", f"{ONE}\nAnn sat there.\n\nWhere?{{=there ~here}}\n")
    exam = read(path, passage="Bo stood here.")
    assert [item.passage for item in exam] == ["Bo stood here.", "Ann sat there."]
    assert exam[0].passage_id != exam[1].passage_id


def test_an_exam_of_which_nothing_can_be_used_lists_why(tmp_path: Path) -> None:
    path = write(tmp_path / "exam.gift", "Write.{}\n\nWhen?{#1900}\n")
    with pytest.raises(DataError, match=r"none of the 2 can be used\.") as caught:
        read(path, passage_needed=False)
    assert [left.reason.code for left in caught.value.left] == ["left-essay", "left-numerical"]
    assert caught.value.__notes__ == ["exam.gift, line 1: left-essay", "exam.gift, line 3: left-numerical"]
    first, second = error_text(caught.value).split("can be used: ")[1].split("; ")
    assert first == "exam.gift, line 1: left out (an essay question: it has no options)"
    assert second == "exam.gift, line 3: left out (a numerical question)."


def test_several_exams_in_a_folder_keep_their_questions_apart_and_name_no_splits(tmp_path: Path) -> None:
    write(tmp_path / "unit 1.gift", f"::Q1::{ONE}")
    write(tmp_path / "final test.gift", f"::Q1::{ONE}")
    exam = read(tmp_path, passage_needed=False)
    assert [item.id for item in exam] == ["final test/Q1", "unit 1/Q1"]
    with pytest.raises(UsageError, match="no split 'test'"):
        read(tmp_path, "test", passage_needed=False)


def test_a_table_beside_notes_in_plain_text_is_the_table(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "Options look like this:\nA. one\nB. two\n")
    write(tmp_path / "b.jsonl", '{"passage": "p", "question": "q", "options": ["a", "b"], "answer": "A"}\n')
    assert read(tmp_path).format == "tabular"


def test_a_table_without_passages_is_read_where_none_are_needed_or_one_is_supplied(tmp_path: Path) -> None:
    path = write(tmp_path / "exam.csv", "question,option_a,option_b,answer\nWho?,Ann,Bo,A\nWhere?,here,there,B\n")
    with pytest.raises(DataError, match="no column was recognised as passage"):
        read(path)
    assert [item.passage for item in read(path, passage_needed=False)] == ["", ""]
    assert [item.passage for item in read(path, passage="Ann sat here.")] == ["Ann sat here."] * 2


@pytest.mark.parametrize("name", [name for name in FORMATS.ours if FORMATS[name].passages])
def test_where_a_format_has_its_passages_is_said_in_every_language(name):
    assert all(f"passages-{name}" in wording(language).codes for language in LANGUAGES)
    assert wording("en").note(Reason(f"passages-{name}")) == FORMATS[name].passages
