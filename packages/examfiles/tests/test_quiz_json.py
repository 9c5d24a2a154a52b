"""Quizzes in JSON, of SurveyJS and Learnosity: passages, keys, what is said, and what is left out."""

import json
from pathlib import Path
from typing import Any

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.wording import notes_of, skipped_lines

STORY = "Ida kept the lamp on the headland for thirty years, and wrote down every ship that passed it in a book."


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path


def left(dataset: Any) -> list[str]:
    return [line.split(": left out ")[1] for line in skipped_lines(dataset.skipped)]


def element(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "title": f"{name}?", **more}


def test_a_survey_gives_its_choices_under_the_text_above_them(tmp_path: Path) -> None:
    choices = [{"value": 1, "text": {"default": "<b>the</b> heron", "de": "der Reiher"}}, "Mina", {"value": "p"}]
    boxes = {"choices": ["a", "b"]}
    survey = {
        "title": "Quiz",
        "firstPageIsStartPage": True,
        "pages": [
            {"elements": [{"type": "html", "html": "<p>You have ten minutes.</p>"}]},
            {"elements": [{"type": "html", "html": f"<p>{STORY}</p>"}]},
            {
                "elements": [
                    element("radiogroup", "who", choices=choices, correctAnswer=1, description="Think.", score=2),
                    {"type": "panel", "elements": [element("dropdown", "where", **boxes, correctAnswer="b")]},
                    element("boolean", "true", labelTrue="Right", labelFalse="Wrong", correctAnswer=False),
                    element("checkbox", "one", **boxes, correctAnswer=["b"], showOtherItem=True),
                    element("checkbox", "two", **boxes, correctAnswer=["b", "a"]),
                    element("radiogroup", "none", **boxes, choicesOrder="random"),
                    element("comment", "why"),
                    element("matrixdynamic", "grid"),
                ]
            },
        ],
    }
    dataset = read(write(tmp_path / "a.json", survey))
    who, where, true, one = dataset
    assert dataset.format == "surveyjs"
    assert {item.passage for item in dataset} == {STORY}
    assert (who.id, who.question, who.answer) == ("who", "who?\nThink.", 0)
    assert who.options == ("the heron", "Mina", "p")
    assert who.metadata == {"points": "2", "formatting": "A 0 strong the"}
    assert (where.options, where.answer) == (("a", "b"), 1)
    assert (true.options, true.answer, true.metadata) == (("Right", "Wrong"), 1, {"type": "true-false"})
    assert (one.answer, one.metadata) == (1, {"not_read": "showOtherItem"})
    assert left(dataset) == [
        "(text outside the questions (“You have ten minutes.”), which is not read)",
        "(several of its options may be ticked)",
        "(it has no key: no option is marked as right)",
        "(an essay question: it has no options)",
        "(a question of the kind matrixdynamic)",
    ]
    assert any("candidates may tick several" in note for note in notes_of(dataset.notes))


def mcq(stem: str, right: list[str], **more: Any) -> dict[str, Any]:
    options = [{"label": f"<p>{text}</p>", "value": str(at)} for at, text in enumerate(("Mina", "the heron", "Pip"))]
    valid = {"scoring_type": "exactMatch", "valid_response": {"score": 2, "value": right}}
    return {"type": "mcq", "stimulus": f"<p>{stem}</p>", "options": options, "validation": valid, **more}


def test_learnosity_s_items_show_their_passages_beside_their_questions(tmp_path: Path) -> None:
    said = {"distractor_rationale": "Line 1.", "distractor_rationale_response_level": ["No.", "Yes."]}
    partial = mcq("Partly?", ["0"])
    partial["validation"]["alt_responses"] = [{"score": 1, "value": ["1"]}]
    first = {
        "reference": "item-1",
        "questions": [
            {"type": "mcq", "reference": "q1", "data": mcq("Who did <u>not</u> row?", ["1"], metadata=said)},
            {"type": "longtextV2", "reference": "q2", "data": {"type": "longtextV2", "stimulus": "Tell."}},
            {"type": "mcq", "reference": "q3", "data": mcq("Which two?", ["1", "2"], multiple_responses=True)},
        ],
        "features": [{"type": "sharedpassage", "data": {"content": f"<p>{STORY}</p>", "heading": "The lamp"}}],
    }
    second = {"reference": "item-2", "questions": [{"type": "mcq", "reference": "q4", "data": partial}], "features": []}
    dataset = read(write(tmp_path / "a.json", {"data": [first, second]}), passage_needed=False)
    who, partly = dataset
    assert dataset.format == "learnosity"
    assert (who.id, who.passage, who.question, who.answer) == ("q1", f"The lamp\n{STORY}", "Who did not row?", 1)
    assert who.options == ("Mina", "the heron", "Pip")
    assert who.metadata == {
        "points": "2",
        "feedback": "Line 1.",
        "feedback_a": "No.",
        "feedback_b": "Yes.",
        "emphasised": "not",
        "formatting": "question 8 u not",
    }
    assert (partly.passage, partly.answer, partly.metadata["credit"]) == ("", 0, "100, 50, 0")
    assert left(dataset) == [
        "(an essay question: it has no options)",
        "(several of its options may be ticked)",
    ]
    alone = read(write(tmp_path / "b.json", [mcq("Who?", ["2"], response_id="r9")]), passage=STORY)
    assert [(item.id, item.answer) for item in alone] == [("r9", 2)]


def test_a_key_that_no_choice_has_is_an_error_with_its_place(tmp_path: Path) -> None:
    survey = {"elements": [element("radiogroup", "who", choices=["Mina", "Pip"], correctAnswer="mina")]}
    with pytest.raises(
        DataError, match=r"a\.json, item 1: answer 'mina' is not one of its options' values \(Mina, Pip\)"
    ):
        read(write(tmp_path / "a.json", survey))


def test_a_name_that_comes_twice_is_an_id_once(tmp_path: Path) -> None:
    same = [element("radiogroup", "who", choices=["a", "b"], correctAnswer="a")] * 2
    assert [item.id for item in read(write(tmp_path / "a.json", {"elements": same}), passage=STORY)] == ["who", "a-2"]


def test_parts_inside_parts_without_end_are_an_error(tmp_path: Path) -> None:
    survey: Any = {"elements": [element("radiogroup", "who", choices=["a"])]}
    for _ in range(150):
        survey = {"elements": [{"type": "panel", **survey}]}
    with pytest.raises(DataError, match="more than 100 of its parts are inside each other"):
        read(write(tmp_path / "a.json", survey))
