"""JSON as programs and language models write exams: questions inside other objects, options as objects, letters."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles import read
from examfiles.errors import DataError
from examfiles.items import Dataset
from examfiles.readers.tables import Rows, TableRow
from examfiles.readers.tables.shapes import unnested
from examfiles.wording import notes_of

STORY, OTHER = "Mina rowed to the island.", "Pip ran home."
WHO = {"question": "Who rowed?", "options": ["Ann", "Mina"], "answer": "Mina"}
WHERE = {"question": "Where to?", "options": ["Home", "The island"], "answer": "B"}
RAN = {"question": "Who ran?", "options": ["Pip", "Ann"], "answer": "Pip"}


def exam(folder: Path, content: Any, **how: Any) -> Dataset:
    path = folder / "exam.json"
    path.write_text(json.dumps(content, **how), encoding="utf-8")
    return read(path)


@pytest.mark.parametrize("how", [{}, {"indent": 2}, {"indent": 0}])
@pytest.mark.parametrize(
    "content",
    [
        {
            "title": "Boats",
            "passages": [{"text": STORY, "questions": [WHO, WHERE]}, {"text": OTHER, "questions": [RAN]}],
        },
        [{"passage": STORY, "questions": [WHO, WHERE]}, {"passage": OTHER, "questions": [RAN]}],
        {
            "exam": {
                "units": [{"reading": STORY, "items": {"1": WHO, "2": WHERE}}, {"reading": OTHER, "items": {"1": RAN}}]
            }
        },
        {
            "prompt": "Write an exam.",
            "data": [{"passage": STORY, **WHO}, {"passage": STORY, **WHERE}, {"passage": OTHER, **RAN}],
        },
    ],
)
def test_questions_inside_other_objects_have_what_is_said_above_them(tmp_path, content, how):
    assert [(item.passage, item.question, item.answer) for item in exam(tmp_path, content, **how)] == [
        (STORY, "Who rowed?", 1),
        (STORY, "Where to?", 1),
        (OTHER, "Who ran?", 0),
    ]


def test_an_id_above_questions_is_the_passage_s(tmp_path):
    content = {"passages": [{"id": 7, "text": STORY, "questions": [{"id": "a", **WHO}, {"id": "b", **WHERE}]}]}
    assert [(item.id, item.passage_id) for item in exam(tmp_path, content)] == [("a", "7"), ("b", "7")]


def test_what_no_exam_needs_is_refused(tmp_path):
    content: Any = [WHO]
    for _ in range(60):
        content = {"part": content}
    with pytest.raises(
        DataError, match=r"exam\.json, line 1: more than 50 of its objects and lists are inside each other"
    ):
        exam(tmp_path, content)


def test_an_error_names_the_question(tmp_path):
    with pytest.raises(DataError, match=r"exam\.json, question 2: answer 'Zoe' is not"):
        exam(tmp_path, {"passage": STORY, "questions": [WHERE, {**WHO, "answer": "Zoe"}]})


def test_a_flat_table_keeps_its_rows_whatever_objects_they_hold(tmp_path):
    rows = [
        {"passage": STORY, **WHO, "source": {"question": "Who?", "n": 1}},
        {"passage": STORY, **WHERE, "source": None},
    ]
    path = tmp_path / "exam.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [item.question for item in read(path)] == ["Who rowed?", "Where to?"]


@pytest.mark.parametrize("text", ["text", "answer", "value", "option_text"])
@pytest.mark.parametrize(("right", "yes", "no"), [("correct", True, False), ("isCorrect", "true", ""), ("score", 1, 0)])
def test_options_may_be_objects_that_say_which_is_right(tmp_path, text, right, yes, no):
    options = [{text: "Ann", right: no}, {text: "Mina", right: yes}, {text: "Pip", right: no}]
    dataset = exam(tmp_path, [{"passage": STORY, "question": "Who?", "options": options}])
    assert (dataset[0].options, dataset[0].answer) == (("Ann", "Mina", "Pip"), 1)
    assert any("which option is right was read from" in note for note in notes_of(dataset.notes))


def test_reasons_in_options_are_no_marks_and_a_first_option_that_is_the_key_of_all_stays_it(tmp_path):
    options = [{"text": "Ann", "justification": "line 1"}, {"text": "Mina", "justification": "line 2"}]
    row = {"passage": STORY, "question": "Who?", "options": options}
    dataset = exam(tmp_path, [row])
    assert (dataset[0].options, dataset[0].answer) == (("Ann", "Mina"), None)
    assert not any("was read from" in note for note in notes_of(dataset.notes))
    marked = [{"text": "Ann", "correct": False}, {"text": "Mina", "correct": True}]
    assert exam(tmp_path, [{**row, "options": marked, "answer": 0}])[0].answer == 0


def test_options_without_labels_or_marks_have_no_key(tmp_path):
    dataset = exam(tmp_path, [{"passage": STORY, "question": "Who?", "options": [{"text": "Ann"}, {"text": "Mina"}]}])
    assert dataset[0].answer is None


def test_an_object_s_label_is_what_a_key_names_and_two_right_ones_are_an_error(tmp_path):
    options = [{"id": "x1", "text": "Ann"}, {"id": "x2", "text": "Mina"}]
    row = {"passage": STORY, "question": "Who?", "options": options}
    labelled = [{"label": each["id"], "text": each["text"]} for each in options]
    assert exam(tmp_path, [{**row, "options": labelled, "answer": "x2"}])[0].answer == 1
    with pytest.raises(DataError, match=r"2 of its options are right \(A, B\)"):
        exam(tmp_path, [{**row, "options": [{**each, "correct": True} for each in options]}])


@pytest.mark.parametrize("key", ["B", "B) Mina", "Mina", 1, "b)"])
@pytest.mark.parametrize(
    "letters", ["A) {}|B) {}|C) {}", "(a) {}|(b) {}|(c) {}", "A. {}|B. {}|C. {}", "(A){}|(B){}|(C){}"]
)
def test_letters_before_options_are_no_part_of_them(tmp_path, key, letters):
    texts = [form.format(name) for form, name in zip(letters.split("|"), ("Ann", "Mina", "Pip"), strict=True)]
    key = texts[1] if key == "B) Mina" else key
    first = {"passage": STORY, "question": "Who?", "options": texts, "answer": key}
    second = {**first, "question": "Who else?", "answer": 0 if key == 1 else key}
    dataset = exam(tmp_path, [first, second])
    assert (dataset[0].options, dataset[0].answer) == (("Ann", "Mina", "Pip"), 1)


def test_letters_before_some_options_alone_are_kept(tmp_path):
    options = ["A. Miller wrote it", "B. Brecht wrote it"]
    rows = [{"passage": STORY, "question": "Who?", "options": options, "answer": "A"}, {"passage": STORY, **WHO}]
    assert exam(tmp_path, rows)[0].options == tuple(options)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["question", "options", "id", "text", "a", "b", "data"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.lists(st.dictionaries(st.sampled_from(["question", "text", "data", "id"]), VALUES, max_size=3), max_size=3))
def test_whatever_json_holds_becomes_rows_whose_columns_are_named(values):
    rows = Rows("x", tuple(dict.fromkeys(k for each in values for k in each)), tuple(TableRow("x", v) for v in values))
    found = unnested(rows)
    assert all(set(row.values) <= set(found.columns) for row in found.good)
