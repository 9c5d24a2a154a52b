"""Tables as platforms export them: texts with HTML, answers written otherwise than options, templates of quizzes."""

from pathlib import Path

import pytest

from magnetite.core.items import Dataset, Item
from magnetite.formats import read
from magnetite.formats import write as write_dataset
from magnetite.report.wording import notes_of


def exam_of(text: str, folder: Path, name: str = "exam.csv") -> Dataset:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read(path, passage_needed=False)


HTML = """\
passage,question,A,B,C,answer
<p>Ida kept it.</p><p>It shone.</p>,<p>What did <b>Ida</b> keep?</p>,A farm,"<p style=""x"">A lamp</p>",A shop,B
Ida said so.,What is &quot;H<sub>2</sub>O&quot;?,a &lt; b,5 < 6,caf&eacute;,A
"""


def test_html_in_cells_is_read_as_text_with_its_emphasis(tmp_path: Path) -> None:
    exam = exam_of(HTML, tmp_path)
    assert [(item.passage, item.question, item.options, item.answer) for item in exam] == [
        ("Ida kept it.\nIt shone.", "What did Ida keep?", ("A farm", "A lamp", "A shop"), 1),
        ("Ida said so.", 'What is "H2O"?', ("a < b", "5 < 6", "caf\u00e9"), 0),
    ]
    assert exam[0].metadata["emphasised"] == "Ida"
    assert any("line 2: HTML in the cells of 2 rows" in note for note in notes_of(exam.notes))


def test_html_in_json_is_read_as_text_in_options_and_their_key_too(tmp_path: Path) -> None:
    both = "<p>Ida &amp; Bo</p>"
    text = f'[{{"question": "<p>Who?</p>", "options": ["{both}", "<b>Kim</b>"], "answer": "{both}"}}]'
    (item,) = exam_of(text, tmp_path, "exam.json")
    assert (item.question, item.options, item.answer) == ("Who?", ("Ida & Bo", "Kim"), 0)


@pytest.mark.parametrize(
    ("question", "option"), [("Which tag is bold?", "<b>"), ("Which tag?", "<b>x</b>"), ("Is it?", "2 < 3 > 1")]
)
def test_questions_on_html_and_signs_of_comparison_keep_theirs(question: str, option: str, tmp_path: Path) -> None:
    (item,) = exam_of(f"question,A,B,answer\n{question},{option},none,A\n", tmp_path)
    assert item.options[0] == option


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet"])
def test_what_is_written_here_comes_back_with_its_signs(name: str, tmp_path: Path) -> None:
    item = Item("q", "p", "a &amp; b", "What is <b>this</b>?", ("<p>x</p>", "y"), 0)
    write_dataset(Dataset("a", (item,)), tmp_path / name)
    assert read(tmp_path / name).items == (item,)


@pytest.mark.parametrize(
    ("option", "key"),
    [
        *(("a lighthouse", "A lighthouse"), ("A lighthouse", "A lighthouse."), ("A lighthouse.", "a lighthouse")),
        *(("Ida's", "Ida\u2019s"), ("\u201cNo\u201d", '"No"'), ("False", "FALSE"), ("caf\u00e9", "cafe\u0301")),
        *(("a  farm", "a farm"), ("Stop!", "stop")),
    ],
)
def test_a_key_names_an_option_written_in_another_way(option: str, key: str, tmp_path: Path) -> None:
    quoted = [f'"{text.replace(chr(34), chr(34) * 2)}"' for text in (option, key)]
    exam = exam_of(f"question,A,B,C,answer\nWhat?,a shop,{quoted[0]},none,{quoted[1]}\nWho?,Ida,Bo,Kim,Kim\n", tmp_path)
    assert [item.answer for item in exam] == [1, 2]


def test_an_option_to_the_letter_goes_first_and_two_that_are_as_near_are_no_key(tmp_path: Path) -> None:
    assert exam_of("question,A,B,answer\nWhich is right?,Polish,polish,polish\n", tmp_path)[0].answer == 1
    with pytest.raises(Exception, match="not one of"):
        exam_of("question,A,B,answer\nWhich is right?,Polish,polish,POLISH\nWho?,Ida,Bo,A\n", tmp_path)


KAHOOT = """\
,"Question - max 120 characters","Answer 1 - max 75 characters","Answer 2 - max 75 characters",\
"Answer 3 - max 75 characters","Time limit (sec) \u2013 5, 10 or 20 secs","Correct answer(s) - choose at least one"
1,What did Ida keep?,a farm,a lighthouse,a shop,20,2
2,When did it end?,in 1977,in 1987,in 1997,20,3
3,Which are old?,the lamp,the rock,the boat,20,"1,2"
4,,,,,,
5,,,,,,
"""


def test_a_template_of_kahoot_is_read_with_its_keys_and_its_empty_rows_are_one_remark(tmp_path: Path) -> None:
    exam = exam_of(KAHOOT, tmp_path)
    assert [(item.options[item.answer or 0], item.answer) for item in exam] == [("a lighthouse", 1), ("in 1997", 2)]
    assert [left.reason.code for left in exam.skipped] == ["left-many-right"]
    assert any("2 rows whose fields are all empty" in note for note in notes_of(exam.notes))


HEADINGS = (
    "Correct Ans.",
    "Correct response",
    "Response key",
    "Correct antwoord",
    "\u6b63\u786e\u7b54\u6848",
    "\uc815\ub2f5",
)


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_key_is_told_by_its_heading_in_many_words(heading: str, tmp_path: Path) -> None:
    assert exam_of(f"Question,A,B,C,{heading}\nWho?,Ida,Bo,Kim,B\n", tmp_path)[0].answer == 1
