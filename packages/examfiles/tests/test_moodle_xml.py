"""Moodle XML: descriptions are passages, one full mark makes an item, and every other type is named."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.format import Document, Outcome, PlacedItem
from examfiles.items import LeftOut
from examfiles.readers.lms import moodle_xml
from examfiles.reasons import Reason
from examfiles.wording import skipped_lines

SAMPLES = Path(__file__).parent / "samples"


def said(left: Outcome) -> str:
    assert isinstance(left, LeftOut)
    return skipped_lines([left])[0]


def outcomes(questions: str) -> list[Outcome]:
    data = f'<?xml version="1.0"?>\n<quiz>\n{questions}</quiz>'.encode()
    return list(moodle_xml.read(Document("exam.xml", "exam.xml", data)))


def question(stem: str, answers: str, kind: str = "multichoice") -> str:
    text = f'<questiontext format="html"><text>{stem}</text></questiontext>'
    return f'<question type="{kind}">{text}{answers}</question>\n'


GOOD = '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>'


def test_the_sample_gives_its_items_with_their_passage_and_names_the_rest() -> None:
    exam = read(SAMPLES / "moodle.xml")
    boats, hall = exam.items
    assert boats.passage == (
        "The harbour\nEvery morning at four the boats come in.\n"
        "By six the hall is full of crates, and the buyers walk between them without a word."
    )
    assert (boats.id, hall.id, boats.passage_id, hall.passage_id) == ("Boats", "hall", "harbour", "harbour")
    assert boats.question == "When do the boats NOT come in?\n[image: quay at dawn.png]"
    assert boats.options == ("at four", "at six & later", "at <four>")
    assert (boats.answer, boats.metadata["emphasised"]) == (1, "NOT")  # a third of the mark is no second key
    assert (hall.options, hall.answer, hall.metadata["tags"]) == (("True", "False"), 1, "easy, unit 2")
    assert [sentence.split(": left out ")[1] for sentence in skipped_lines(exam.skipped)] == [
        "(several of its options may be ticked)",
        "(it has no key: no option is marked as right)",
        "(an essay question: it has no options)",
        "(a question of the type 'coderunner')",
    ]


def test_a_place_is_a_line() -> None:
    (left,) = outcomes(question("Tell.", "", "essay"))
    assert left == LeftOut("exam.xml, line 3", Reason("left-essay"))


def test_the_info_of_a_category_is_a_passage_where_it_is_long() -> None:
    text = "The old mill stands where two brooks meet, and its wheel has not turned since my father was born there."
    info = f'<info format="html"><text>{text}</text></info>'
    category = f'<question type="category"><category><text>top</text></category>{info}</question>'
    found = outcomes(category + question("Who?", GOOD))[0]
    assert isinstance(found, PlacedItem)
    assert found.item.passage == text


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (GOOD + '<answer fraction="100"><text>c</text></answer>', "2 of its options are right (A, C); one is expected"),
        ('<answer fraction="50"><text>a</text></answer>' * 2, "no option has the full mark"),
        (
            '<answer fraction="100"><text>a</text></answer>',
            "it has 1 option; a multiple-choice question has at least 2",
        ),
        (GOOD.replace("<text>b</text>", "<text/>"), "option B is empty"),
    ],
)
def test_a_choice_without_one_right_option_says_why(answers: str, reason: str) -> None:
    (left,) = outcomes(question("Who?", answers))
    assert said(left) == f"exam.xml, line 3: left out ({reason})"


def test_a_fraction_that_is_no_number_is_an_error() -> None:
    (error,) = outcomes(question("Who?", GOOD.replace('"100"', '"all"')))
    assert isinstance(error, DataError)
    assert "line 3: the fraction of an answer is 'all'" in str(error)


def test_a_stem_that_holds_text_and_question_is_a_question_whole() -> None:
    stem = "&lt;p&gt;Ann sat on the mat.&lt;/p&gt;&lt;p&gt;Who sat?&lt;/p&gt;"
    (found,) = outcomes(question(stem, GOOD))
    assert isinstance(found, PlacedItem)
    assert (found.item.passage, found.item.question) == ("", "Ann sat on the mat.\nWho sat?")


@pytest.mark.parametrize(
    ("single", "several"), [("0", True), ("false", True), (" FALSE ", True), ("1", False), ("true", False)]
)
def test_single_says_whether_several_options_may_be_ticked(single: str, several: bool) -> None:
    *remarks, found = outcomes(question("Which?", f"<single>{single}</single>{GOOD}"))
    assert isinstance(found, PlacedItem)
    assert bool(remarks) == several


def test_a_question_of_several_ticks_with_one_right_option_is_read_with_a_remark(tmp_path: Path) -> None:
    answer = '<answer fraction="{}"><text>{}</text></answer>'
    text = "<questiontext><text>{}?</text></questiontext><single>false</single>"
    ticked = f"<question type='multichoice'>{text}{{}}</question>"
    one = ticked.format("Who", answer.format(100, "Ida") + answer.format(-50, "Bo"))
    two = ticked.format("Which", answer.format(50, "Ida") + answer.format(50, "Bo"))
    path = tmp_path / "exam.xml"
    path.write_text(f"<quiz>{one}{two}</quiz>", encoding="utf-8")
    exam = read(path, passage_needed=False)
    assert [(item.question, item.answer) for item in exam] == [("Who?", 0)]
    assert [left.reason.code for left in exam.skipped] == ["left-several"]
    assert "note-several-one-right" in [note.code for note in exam.notes]


@pytest.mark.parametrize("fraction", ["33.33333", "33,33333", " 33,33333 "])
def test_a_third_of_the_mark_is_a_third_whatever_sign_separates_its_decimals(fraction: str) -> None:
    answers = (
        f'<answer fraction="100,00000"><text>a</text></answer><answer fraction="{fraction}"><text>b</text></answer>'
    )
    (one,) = outcomes(question("Who?", answers))
    assert isinstance(one, PlacedItem)
    assert (one.item.answer, one.item.metadata["credit"]) == (0, "100, 33.33333")
