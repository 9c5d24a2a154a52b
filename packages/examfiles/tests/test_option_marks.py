"""Tables that say of each option whether it is right: a column beside each, or a row for each."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.items import Dataset
from examfiles.wording import notes_of

PASSAGE = "Mina rowed to the island."


def table(folder: Path, *lines: str) -> Path:
    path = folder / "exam.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def exam(folder: Path, *lines: str) -> Dataset:
    return read(table(folder, *lines), passage=PASSAGE)


@pytest.mark.parametrize(
    "header",
    [
        "question,option1,option1_correct,option2,option2_correct,option3,option3_correct",
        "Question,Option A,Is A correct?,Option B,Is B correct?,Option C,Is C correct?",
        "question,answer_0,right_0,answer_1,right_1,answer_2,right_2",
        "Frage,Antwort 1,Richtig 1,Antwort 2,Richtig 2,Antwort 3,Richtig 3",
        "question,a,score_a,b,score_b,c,score_c",
    ],
)
@pytest.mark.parametrize(
    ("yes", "no"), [("TRUE", "FALSE"), ("1", "0"), ("x", ""), ("richtig", "falsch"), ("100%", "0%")]
)
def test_columns_beside_the_options_say_which_is_right(tmp_path, header, yes, no):
    lines = f"Where?,Home,{no},The island,{yes},The mill,{no}", f"Who?,Mina,{yes},Pip,{no},Ann,{no}"
    dataset = exam(tmp_path, header, *lines)
    assert [(item.options, item.answer) for item in dataset] == [
        (("Home", "The island", "The mill"), 1),
        (("Mina", "Pip", "Ann"), 0),
    ]
    assert [item.metadata for item in dataset] == [{}, {}]
    assert any("which option is right was read from the columns" in note for note in notes_of(dataset.notes))


def test_options_that_are_letters_themselves_do_not_confuse_the_key(tmp_path):
    header = "question,option1,correct1,option2,correct2"
    assert exam(tmp_path, header, "First?,B,1,A,0", "Last?,A,1,B,0")[0].answer == 0
    lines = "id,question,option,correct", "1,First?,B,1", "1,First?,A,0"
    assert exam(tmp_path, *lines)[0].answer == 0


def test_texts_beside_options_are_no_marks_and_a_key_of_the_row_s_own_counts(tmp_path):
    header = "question,option1,why_correct1,option2,why_correct2,answer"
    (item,) = exam(tmp_path, header, "Where?,Home,see line 1,The island,see line 2,B")
    assert (item.answer, item.metadata["why_correct1"]) == (1, "see line 1")
    (item,) = exam(tmp_path, "question,option1,correct1,option2,correct2,answer", "Where?,Home,1,The island,0,B")
    assert (item.answer, item.metadata["correct1"]) == (1, "1")


def test_a_question_with_no_mark_has_no_key_and_one_with_two_is_an_error(tmp_path):
    header = "question,option1,correct1,option2,correct2"
    assert [item.answer for item in exam(tmp_path, header, "Where?,Home,0,Mill,1", "Who?,Ann,0,Bo,")] == [1, None]
    with pytest.raises(DataError, match=r"line 3: 2 of its options are right \(A, B\); one is expected"):
        exam(tmp_path, header, "Where?,Home,0,Mill,1", "Who?,Ann,1,Bo,1")


ROWS = (
    "question_id,option_id,question,option,is_correct",
    "7,70,Where?,Home,0",
    "7,71,Where?,The island,1",
    "7,72,Where?,The mill,0",
    "8,73,Who?,Mina,1",
    "8,74,Who?,Pip,0",
)


def test_a_row_for_each_option_becomes_a_row_for_each_question(tmp_path):
    dataset = exam(tmp_path, *ROWS)
    assert [(item.id, item.question, item.options, item.answer) for item in dataset] == [
        ("7", "Where?", ("Home", "The island", "The mill"), 1),
        ("8", "Who?", ("Mina", "Pip"), 0),
    ]
    notes = " ".join(notes_of(dataset.notes))
    assert "each row is an option (“option”; “is_correct” marks the right one)" in notes
    assert "left out, because they differ from option to option: option_id" in notes


def test_a_question_may_stand_in_the_first_of_its_rows_alone(tmp_path):
    lines = "passage,question,choice,correct", "Mina rowed.,Where?,Home,", ",,The island,x", ",Who?,Mina,x", ",,Pip,"
    dataset = read(table(tmp_path, *lines), fill_down=True)
    assert [(item.passage, item.question, item.answer) for item in dataset] == [
        ("Mina rowed.", "Where?", 1),
        ("Mina rowed.", "Who?", 0),
    ]


def test_questions_of_the_same_words_are_kept_apart_by_their_ids(tmp_path):
    lines = (
        "1,The best title?,Home,0",
        "1,The best title?,The mill,1",
        "2,The best title?,May,1",
        "2,The best title?,June,0",
    )
    assert [item.options for item in exam(tmp_path, "id,question,option,correct", *lines)] == [
        ("Home", "The mill"),
        ("May", "June"),
    ]


def test_what_candidates_answered_is_no_exam(tmp_path):
    lines = (
        "question,answer,correct",
        "Where?,Home,0",
        "Where?,The island,1",
        "Where?,The island,1",
        "Who?,Pip,0",
        "Who?,Pip,0",
    )
    with pytest.raises(DataError, match="no column was recognised as options"):
        exam(tmp_path, *lines)


def test_rows_of_a_question_with_two_keys_or_one_option_are_named(tmp_path):
    with pytest.raises(DataError, match=r"line 5: 2 of its options are right \(A, B\)"):
        exam(tmp_path, *ROWS[:-1], "8,74,Who?,Pip,1")
    with pytest.raises(DataError, match=r"line 7: it has 1 option"):
        exam(tmp_path, *ROWS, "9,75,Alone?,Yes,1")
