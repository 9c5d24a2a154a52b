"""Files that quiz platforms take questions from: Blackboard's lines and Brightspace's CSV."""

import re
from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.items import Dataset

BLACKBOARD = "\n".join(
    [
        "MC\tWhere did Mina row?\tTo the island\tcorrect\tHome\tincorrect\tTo the “mill”, north\tIncorrect",
        "TF\tMina rowed alone.\tfalse",
        "MA\tWhat did she take?\tBread\tcorrect\tA map\tcorrect\tA dog\tincorrect",
        "ESS\tWhy did she row?",
        "MC\t<p>When did she <b>not</b> row?</p>\tIn May\tincorrect\tAt <i>night</i>\tcorrect",
        "FIB_PLUS\tShe took [a].\ta\tbread",
        "QUIZ_BOWL\tA boat.\twhat\tboat",
    ]
)
BRIGHTSPACE = """//MULTIPLE CHOICE QUESTION TYPE,,,,
NewQuestion,MC,,,
ID,boat-1,,,
Title,The island,,,
QuestionText,"Where did Mina row, first?",,,
Points,2,,,
Image,images/lake.png,,,
Option,100,"To the island, north",,She did.
Option,0,Home,,
Option,25,<b>To the mill</b>,HTML,Later.
Hint,Read the first line.,,,
Feedback,See line 3.,,,

//TRUE / FALSE QUESTION TYPE,,,,
NewQuestion,TF,,,
Title,Alone,,,
QuestionText,Mina rowed alone.,,,
TRUE,0,Pip came too.,,
FALSE,100,,,
NewQuestion,MS,,,
QuestionText,What did she take?,,,
Option,1,Bread,,
Option,1,A map,,
NewQuestion,WR,,,
QuestionText,Why did she row?,,,
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def exam(path: Path) -> Dataset:
    return read(path, passage="Mina and Pip rowed to the island.")


def test_a_blackboard_file_is_read_line_by_line(tmp_path):
    path = written(tmp_path, "boat.txt", BLACKBOARD)
    items = exam(path).items
    assert [(item.id, item.question, item.options, item.answer) for item in items] == [
        ("boat-1", "Where did Mina row?", ("To the island", "Home", "To the “mill”, north"), 0),
        ("boat-2", "Mina rowed alone.", ("True", "False"), 1),
        ("boat-5", "When did she not row?", ("In May", "At night"), 1),
    ]
    assert items[2].metadata["emphasised"] == "not"
    assert [left.reason.code for left in exam(path).skipped] == [
        "left-several",
        "left-essay",
        "left-blanks",
        "left-type",
    ]


def test_what_a_spreadsheet_quotes_in_a_blackboard_file_is_read_as_it_was_meant(tmp_path):
    line = 'MC\t"Who said ""Row, Pip""?"\t"Mina, of course"\tcorrect\t"Stop," said Pip.\tincorrect\t\t\n'
    (item,) = exam(written(tmp_path, "a.txt", line)).items
    assert (item.question, *item.options) == ('Who said "Row, Pip"?', "Mina, of course", '"Stop," said Pip.')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("MC\tWho?\tAnn\tcorrect\tBo\twrong", r"a\.txt, line 2: behind 'Bo' stands 'wrong'; expected correct or inc"),
        ("MC\tWho?\tAnn\tcorrect\tBo", r"line 2: behind 'Bo' stands ''; expected correct or incorrect"),
        ("TF\tAnn sat.\tmaybe", r"line 2: behind the statement stands 'maybe'; expected true or false"),
        ("TF\tAnn sat.", r"line 2: behind the statement stands ''; expected true or false"),
    ],
)
def test_a_wrong_mark_in_a_blackboard_file_is_named_with_its_line(tmp_path, line, message):
    path = written(tmp_path, "a.txt", f"TF\tAnn sat.\ttrue\n{line}\n")
    with pytest.raises(DataError, match=message):
        exam(path)


def test_brightspace_csv_is_read_with_titles_feedback_and_partial_credit(tmp_path):
    path = written(tmp_path, "boat.csv", BRIGHTSPACE)
    first, second = exam(path).items
    assert (first.id, first.answer) == ("boat-1", 0)
    assert first.question == "Where did Mina row, first?\n[image: lake.png]"
    assert first.options == ("To the island, north", "Home", "To the mill")
    assert first.metadata == {
        "points": "2",
        "title": "The island",
        "hint_1": "Read the first line.",
        "feedback": "See line 3.",
        "feedback_a": "She did.",
        "feedback_c": "Later.",
        "credit": "100, 0, 25",
        "formatting": "C 0 strong To the mill",
    }
    assert (second.id, second.options, second.answer) == ("Alone", ("True", "False"), 1)
    assert second.metadata == {"type": "true-false", "feedback_a": "Pip came too."}
    assert [left.reason.code for left in exam(path).skipped] == ["left-several", "left-essay"]


@pytest.mark.parametrize("sign", [";", "\t"])
def test_brightspace_csv_may_have_another_separator_even_under_a_comment_without_one(tmp_path, sign):
    text = f"// Questions, of mine\nNewQuestion{sign}MC\nQuestionText{sign}Who, then?\n"
    text += f"Option{sign}0{sign}Ann\nOption{sign}100{sign}Bo, of course\n"
    (item,) = exam(written(tmp_path, "a.csv", text)).items
    assert (item.question, item.options, item.answer) == ("Who, then?", ("Ann", "Bo, of course"), 1)


def test_the_picture_of_a_brightspace_question_is_found_beside_the_file(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "lake.png").write_bytes(b"\x89PNG lake")
    pictures = read(written(tmp_path, "boat.csv", BRIGHTSPACE), passage="Mina rowed.", pictures=True).pictures
    assert list(pictures.values()) == [b"\x89PNG lake"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "QuestionText,Who?\nOption,right,Ann\nOption,0,Bo\n",
            r"a\.csv, line 1: option 1 is worth 'right'; expected a n",
        ),
        ("QuestionText,Who?\nOption\nOption,0,Bo\n", r"line 1: option 1 is worth ''; expected a number of percent"),
    ],
)
def test_a_brightspace_option_without_a_worth_is_named(tmp_path, lines, message):
    with pytest.raises(DataError, match=message):
        exam(written(tmp_path, "a.csv", f"NewQuestion,MC\n{lines}"))


def test_a_part_above_the_first_question_of_brightspace_csv_is_an_error(tmp_path):
    text = "//\n,,\nNewQuestion,MC\nQuestionText,Who?\nOption,100,Ann\nOption,0,Bo\n"
    assert len(exam(written(tmp_path, "a.csv", text))) == 1
    path = written(tmp_path, "b.csv", f"Points,1\n{text}")
    with pytest.raises(DataError, match=re.escape("'Points' comes before the first NewQuestion")):
        read(path, format="brightspace", passage="Mina rowed.")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "MA\tWho?\tAnn\tincorrect\tBo\tcorrect\nMA\tWhich?\tAnn\tcorrect\tBo\tcorrect"),
        (
            "a.csv",
            (
                "NewQuestion,MS,,\nQuestionText,Who?,,\nOption,0,Ann,\nOption,1,Bo,\n"
                "NewQuestion,MS,,\nQuestionText,Which?,,\nOption,1,Ann,\nOption,1,Bo,\n"
            ),
        ),
    ],
)
def test_a_question_of_several_ticks_with_one_right_option_is_read_with_a_remark(tmp_path, name, text):
    questions = exam(written(tmp_path, name, text.replace("Option,1,Bo", "Option,100,Bo")))
    assert [(item.question, item.answer) for item in questions] == [("Who?", 1)]
    assert [left.reason.code for left in questions.skipped] == ["left-several"]
    assert [note.code for note in questions.notes].count("note-several-one-right") == 1
