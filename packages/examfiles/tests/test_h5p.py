"""H5P packages: activities in each other, texts as passages, what is left out, and packages made to do harm."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.wording import notes_of

STORY = "Mina and Pip rowed to the island in May. " * 3
LATER = "In June they rowed to the mill, and the heron came along. " * 3


def package(path: Path, library: str, params: Any, **more: bytes) -> Path:
    """Write a package as H5P does, with a part of a library that is not read."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("h5p.json", json.dumps({"title": "Boat", "mainLibrary": library}))
        archive.writestr("H5P.Question-1.5/library.json", '{"questions": []}')
        archive.writestr("content/content.json", params if isinstance(params, str) else json.dumps(params))
        for name, data in more.items():
            archive.writestr(f"content/images/{name}.png", data)
    return path


def activity(kind: str, **params: Any) -> dict[str, Any]:
    return {"library": f"H5P.{kind} 1.16", "params": params, "subContentId": "1"}


def choice(question: str, *options: str, right: tuple[int, ...] = (0,), **more: Any) -> dict[str, Any]:
    answers = [
        {
            "text": f"<div>{option}</div>\n",
            "correct": place in right,
            "tipsAndFeedback": {"chosenFeedback": f"{place}!"},
        }
        for place, option in enumerate(options)
    ]
    return activity("MultiChoice", question=f"<p>{question}</p>\n", answers=answers, **more)


def text(words: str) -> dict[str, Any]:
    return activity("AdvancedText", text=f"<p>{words}</p>")


def column(*activities: dict[str, Any]) -> dict[str, Any]:
    return {"content": [{"content": each, "useSeparator": "auto"} for each in activities]}


def test_a_page_s_text_is_the_passage_of_the_questions_after_it(tmp_path):
    page = column(
        text(STORY),
        choice("Who <strong>did not</strong> row?", "The heron &amp; the crane", "Mina", "Pip"),
        activity("TrueFalse", question="<p>They rowed in May.</p>", correct="true", l10n={"trueText": "Right"}),
        activity("Blanks", questions=["<p>They rowed to the *island*.</p>"]),
        text(LATER),
        activity(
            "QuestionSet",
            introPage={"showIntroPage": False},
            questions=[choice("Who came?", "Pip", "A heron", right=(1,))],
        ),
    )
    dataset = read(package(tmp_path / "boat.h5p", "H5P.Column", page))
    first, second, third = dataset.items
    assert (first.id, first.question) == ("boat-1", "Who did not row?")
    assert (first.options, first.answer) == (("The heron & the crane", "Mina", "Pip"), 0)
    assert first.metadata == {"emphasised": "did not", "feedback_a": "0!", "feedback_b": "1!", "feedback_c": "2!"}
    assert (second.options, second.answer, second.metadata["type"]) == (("Right", "False"), 0, "true-false")
    assert [item.passage for item in dataset] == [STORY.strip(), STORY.strip(), LATER.strip()]
    assert (third.question, third.answer) == ("Who came?", 1)
    assert [(left.where.rpartition(", ")[2], left.reason.code) for left in dataset.skipped] == [
        ("item 4", "left-blanks")
    ]


def test_a_single_choice_set_is_read_in_an_order_that_tells_nothing(tmp_path):
    params = {
        "choices": [
            {"question": "Who rowed?", "answers": ["Pip", "Ann", "Zoe"]},
            {"question": "When?", "answers": ["In May", "In June"]},
        ]
    }
    dataset = read(package(tmp_path / "a.h5p", "H5P.SingleChoiceSet", params), passage=STORY)
    assert [(item.options, item.answer) for item in dataset] == [(("Ann", "Pip", "Zoe"), 1), (("In June", "In May"), 1)]
    assert any("2 questions belong to a single choice set" in note for note in notes_of(dataset.notes))


def test_a_book_s_chapter_begins_without_a_passage_and_slides_go_on(tmp_path):
    chapters = [
        activity("Column", **column(text(STORY), choice("Who?", "Pip", "Ann"))),
        activity("Column", **column(choice("Which?", "A", "B"))),
    ]
    book = read(package(tmp_path / "book.h5p", "H5P.InteractiveBook", {"chapters": chapters}), passage=LATER)
    assert [item.passage for item in book] == [STORY.strip(), LATER]
    interactions = [{"action": choice("Who?", "Pip", "Ann")}, {"action": activity("Image")}]
    video = {"interactiveVideo": {"video": {"files": []}, "assets": {"interactions": interactions}}}
    film = read(package(tmp_path / "film.h5p", "H5P.InteractiveVideo", video), passage=LATER)
    assert [item.question for item in film] == ["Who?"]
    slides = [{"elements": [{"action": text(STORY)}]}, {"elements": [{"action": choice("Who?", "Pip", "Ann")}]}]
    shown = read(package(tmp_path / "show.h5p", "H5P.CoursePresentation", {"presentation": {"slides": slides}}))
    assert [item.passage for item in shown] == [STORY.strip()]


def test_several_answers_no_answer_and_other_activities_are_left_out_with_the_reason(tmp_path):
    activities = [
        choice("Which?", "A", "B", right=(0, 1)),
        choice("Which one?", "A", "B", behaviour={"type": "multi"}),
        choice("None?", "A", "B", right=()),
        activity("Audio", files=[]),
        activity("Summary", summaries=[]),
        choice("Who?", "Pip", "Ann"),
    ]
    dataset = read(package(tmp_path / "a.h5p", "H5P.QuestionSet", {"questions": activities}), passage=STORY)
    assert [item.question for item in dataset] == ["Which one?", "Who?"]
    assert [note.code for note in dataset.notes].count("note-several-one-right") == 1
    codes = ["left-several", "left-no-key", "left-activity", "left-activity"]
    assert [left.reason.code for left in dataset.skipped] == codes
    assert dataset.skipped[2].reason.values == {"kind": "Audio"}


def test_pictures_above_questions_and_in_texts_are_carried(tmp_path):
    def image(name: str) -> dict[str, Any]:
        return activity("Image", file={"path": f"images/{name}.png"}, alt=f"A {name}")

    page = column(text(STORY), image("lake"), choice("Who?", "Pip", "Ann", media={"type": image("boat")}))
    path = package(tmp_path / "a.h5p", "H5P.Column", page, lake=b"\x89PNG lake", boat=b"\x89PNG boat")
    dataset = read(path, pictures=True)
    assert dataset[0].question == "[image: A boat]\nWho?"
    assert dataset[0].passage.endswith("[image: A lake]")
    assert sorted(dataset.pictures.values()) == [b"\x89PNG boat", b"\x89PNG lake"]


def test_a_package_is_known_by_its_parts_whatever_its_name(tmp_path):
    path = package(tmp_path / "download.bin", "H5P.QuestionSet", {"questions": [choice("Who?", "Pip", "Ann")]})
    assert read(path, passage=STORY).format == "h5p"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", r"a\.h5p: the JSON is invalid at line 1"),
        ("[]", r"left out \(an activity of the kind Column\)|no question|cannot be used"),
        ('{"content": ' * 400 + "1" + "}" * 400, r"more than 100 of its parts are inside each other"),
        ('{"content": ' + "[" * 50_000 + "]" * 50_000 + "}", r"a\.h5p: the JSON cannot be read"),
    ],
)
def test_a_package_made_to_do_harm_is_refused_with_a_sentence(tmp_path, content, message):
    with pytest.raises(DataError, match=message):
        read(package(tmp_path / "a.h5p", "H5P.Column 1.0", content), passage=STORY)


def test_a_package_without_its_content_is_named(tmp_path):
    path = tmp_path / "a.h5p"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("h5p.json", "{}")
    with pytest.raises(DataError, match=r"a\.h5p: the file lacks its part content/content\.json"):
        read(path)
