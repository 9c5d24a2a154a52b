"""GIFT: read as Moodle reads it, every question an item or left out with its reason, broken braces with their lines."""

import json
from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.format import Document, Outcome, PlacedItem, Remark
from examfiles.items import LeftOut
from examfiles.readers.lms import gift
from examfiles.readers.lms.gift import GiftBlock, blocks
from examfiles.reasons import Reason
from examfiles.wording import skipped_lines

SAMPLES = Path(__file__).parent / "samples"
REAL = Path(__file__).parents[4] / "shared/data/exam-files/gift/tests/questions"


def said(left: Outcome) -> str:
    assert isinstance(left, LeftOut)
    return skipped_lines([left])[0]


def outcomes(text: str) -> list[Outcome]:
    return list(gift.read(Document("exam.gift", "exam.gift", text.encode())))


def only(text: str) -> Outcome:
    (found,) = outcomes(text)
    return found


def test_the_sample_gives_its_items_with_their_passage_and_names_the_rest() -> None:
    exam = read(SAMPLES / "lighthouse.gift", passage_needed=False)
    assert [item.id for item in exam] == ["q-steps", "Why stay", "lighthouse-3", "lighthouse-4", "Signs"]
    assert [item.answer for item in exam] == [1, 0, 1, 1, 1]
    assert exam[0].passage.startswith("For thirty years")
    assert "\nWhen the lamp" in exam[0].passage
    assert {item.passage_id for item in exam.items[:4]} == {"lighthouse"}
    assert exam[4].passage == ""  # a category ends a passage's reach
    assert exam[0].metadata == {
        "title": "Steps",
        "category": "$course$/top/Reading/Lighthouse",
        "tags": "detail",
        "feedback": "The number stands in the first paragraph.",
        "feedback_a": "Read the first sentences again.",
    }
    reasons = [sentence.split("left out ")[1] for sentence in skipped_lines(exam.skipped)]
    assert [reason.split(":")[0] for reason in reasons] == [
        "(2 of its options are right (A, B); one is expected)",
        "(several of its options may be ticked",
        "(an essay question",
        "(a short-answer question",
        "(a numerical question)",
        "(a matching question)",
    ]


def test_markup_is_text_and_what_it_emphasises_is_kept() -> None:
    item = read(SAMPLES / "lighthouse.gift", passage_needed=False)[1]
    assert item.question == "Which of these is not a reason & not said?"
    assert item.metadata["emphasised"] == "not"
    assert item.options[2] == "Somebody had \n to do it"


def test_an_embedded_answer_leaves_a_blank_and_escapes_are_undone() -> None:
    found = only(r"Take \{a\} {~x\\y =p\=q ~1 \~ 2 \# 3} \: now.")
    assert isinstance(found, PlacedItem)
    assert found.item.question == "Take {a} _____ : now."
    assert found.item.options == ("x\\y", "p=q", "1 ~ 2 # 3")


def test_two_descriptions_in_a_row_are_one_passage_and_an_unused_one_is_remarked() -> None:
    *_, item, short, unused = outcomes("First part.\n\nSecond part.\n\nWho?{=A ~B}\n\nNobody asks of this.")
    assert isinstance(item, PlacedItem)
    assert item.item.passage == "First part.\n\nSecond part."
    assert isinstance(short, Remark)
    assert short.note.code == "note-short-passage"
    assert (short.note.values["words"], short.note.values["questions"]) == (4, 1)
    assert unused == Remark(Reason("note-unused-passage", {"where": "exam.gift, line 7"}))


def test_the_name_of_a_category_is_a_passage_only_where_it_is_long() -> None:
    long = "$CATEGORY: top/" + " ".join(["word"] * 20)
    for line, passage in (("$CATEGORY: top/Reading", ""), (long, " ".join(["word"] * 20))):
        found = outcomes(f"{line}\n\nWho?{{=A ~B}}")[0]
        assert isinstance(found, PlacedItem)
        assert found.item.passage == passage


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Fine?{=a ~b}\n\nWho?{=Ann\n~Bo\n\nNext?{=a ~b}", r"exam\.gift, lines 3 to 4: the brace \{ is not closed"),
        ("Who? =Ann ~Bo}", r"exam\.gift, line 1: found a closing brace \} without"),
        ("Who?{=Ann ~{Bo}", r"line 1: found more than one pair of braces"),
        ("One?{=a ~b}\nTwo?{=a ~b}", r"lines 1 to 2: found more than one pair of braces"),
    ],
)
def test_braces_that_do_not_match_are_named_with_their_lines_and_spoil_no_other_question(
    text: str, message: str
) -> None:
    found = outcomes(text)
    errors = [one for one in found if isinstance(one, DataError)]
    assert len(errors) == 1
    with pytest.raises(DataError, match=message):
        raise errors[0]
    assert len([one for one in found if isinstance(one, PlacedItem)]) == text.count("\n\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Who?{~Ann ~Bo}", "it has no key: no option is marked with ="),
        ("Who?{~%50%Ann ~%50%Bo}", "several of its options may be ticked: none is marked with ="),
        ("Who?{= ~Ann}", "option A is empty"),
        ("{=Ann ~Bo}", "its question is empty"),
        ("Who?{}", "an essay question: it has no options"),
    ],
)
def test_a_question_that_is_no_item_says_why(text: str, reason: str) -> None:
    assert said(only(text)) == f"exam.gift, line 1: left out ({reason})"


def test_the_same_name_twice_and_none_at_all_still_give_different_ids() -> None:
    found = outcomes("::Q::Who?{=A ~B}\n\n::Q::When?{=A ~B}\n\nWhere?{=A ~B}")
    assert [one.item.id for one in found if isinstance(one, PlacedItem)] == ["Q", "exam-2", "exam-3"]


def test_the_same_given_id_twice_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "exam.gift"
    path.write_text("// [id:7]\nWho?{=A ~B}\n\n// [id:7]\nWhen?{=A ~B}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 5: the id '7' is taken by .*line 2"):
        read(path, passage_needed=False)


def test_a_thousand_options_are_read() -> None:
    found = only("Which?{=right" + "".join(f"~w{n}" for n in range(999)) + "}")
    assert isinstance(found, PlacedItem)
    assert len(found.item.options) == 1000


KINDS = {
    "MC": {"choice"}, "TF": {"truth"}, "Short": {"short"}, "Numerical": {"numerical"}, "Matching": {"matching"},
    "Essay": {"essay"}, "Description": {"description"}, "Category": {"category"},
}  # fmt: skip


@pytest.mark.skipif(not REAL.is_dir(), reason="the GIFT files of ../shared/data are not there")
def test_real_files_parse_as_their_expected_parses_say() -> None:
    compared = 0
    for path in sorted(REAL.glob("*.gift")):
        expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        found = list(blocks(path.read_text(encoding="utf-8"), path.name))
        assert len(found) == len(expected), path.name
        for block, meant in zip(found, expected, strict=True):
            assert isinstance(block, GiftBlock), (path.name, block)
            compare(block, meant, path.name)
            compared += 1
    assert compared >= 100


def compare(block: GiftBlock, meant: dict[str, object], name: str) -> None:
    assert block.kind in KINDS[str(meant["type"])], (name, block)
    if block.kind == "category":
        assert block.stem == meant["title"]
        return
    assert block.title == (meant["title"] or ""), name
    assert (block.id, list(block.tags)) == (meant["id"] or "", meant["tags"] or [])
    stem = meant["stem"]
    assert isinstance(stem, dict)
    assert (block.format, flat(block.stem)) == (stem["format"], flat(stem["text"])), name
    choices = meant.get("choices")
    if block.kind == "choice" and isinstance(choices, list):
        assert [answer_of(choice) for choice in choices] == [
            (one.format, flat(one.text), one.marked) for one in block.answers
        ], name
        for choice, answer in zip(choices, block.answers, strict=True):
            if choice["weight"] is not None:
                assert answer.worth == pytest.approx(choice["weight"] / 100)
    if block.kind == "truth":
        assert block.answers[0].marked == meant["isTrue"]


def answer_of(choice: dict[str, dict[str, str]]) -> tuple[str, str, object]:
    return choice["text"]["format"], flat(choice["text"]["text"]), choice["isCorrect"]


def flat(text: str) -> str:
    """Even out white space; the expected parses put a space after a blank, where Moodle's importer puts none."""
    return " ".join(text.split()).replace("_____ .", "_____.")


def test_a_right_answer_marked_twice_is_right_and_the_remark_counts_such_questions() -> None:
    text = "One?{~=Ann ~Bo}\n\nTwo?{\n~ Ann\n~ = Bo#yes\n~Cy\n}\n\nThree?{=Ann ~Bo}"
    *found, remark = outcomes(text)
    assert [one.item.answer for one in found if isinstance(one, PlacedItem)] == [0, 1, 0]
    assert [one.item.options for one in found if isinstance(one, PlacedItem)][1] == ("Ann", "Bo", "Cy")
    assert remark == Remark(Reason("note-gift-both-marks", {"where": "exam.gift, line 1", "questions": 2}))


def test_two_right_answers_marked_twice_are_still_two() -> None:
    left, _ = outcomes("Who?{~=Ann ~=Bo ~Cy}")
    assert left.reason == Reason("left-many-right", {"right": 2, "options": "A, B"})


@pytest.mark.parametrize(
    ("answers", "options", "right", "note"),
    [
        ("{=Ann ~Bo ~}", ("Ann", "Bo"), 0, "note-gift-empty"),
        ("{\n~\n=Ann\n~Bo\n~#nobody\n}", ("Ann", "Bo"), 0, "note-gift-empty"),
        ("{\n=E=mc2\n~E=mc3\n}", ("E=mc2", "E=mc3"), 0, "note-gift-mark-in-text"),
        ("{=E=mc2 ~E=mc3}", ("E=mc2", "E=mc3"), 0, "note-gift-mark-in-text"),
        ("{\n~2 + 2 = 5\n=2 + 2 = 4\n}", ("2 + 2 = 5", "2 + 2 = 4"), 1, "note-gift-mark-in-text"),
        ("{\n=3~5 pages\n~6~9 pages\n}", ("3~5 pages", "6~9 pages"), 0, "note-gift-mark-in-text"),
        ("{~%100%Ann ~%-50%Bo ~%-50%Cy}", ("Ann", "Bo", "Cy"), 0, "note-gift-full-mark"),
        ("{=Ann ~%50%Bo ~% 25 %Cy}", ("Ann", "Bo", "Cy"), 0, ""),
        ("{=yes~no~maybe}", ("yes", "no", "maybe"), 0, ""),
        ("{~no=yes}", ("no", "yes"), 1, ""),
    ],
)
def test_what_moodle_forgives_is_forgiven_and_said(
    answers: str, options: tuple[str, ...], right: int, note: str
) -> None:
    item, *rest = outcomes(f"Which?{answers}")
    assert isinstance(item, PlacedItem)
    assert (item.item.options, item.item.answer) == (options, right)
    assert [one.note.code for one in rest if isinstance(one, Remark)] == ([note] if note else [])


def test_an_empty_answer_that_is_marked_right_is_no_key() -> None:
    left, _ = outcomes("Who?{= ~Ann ~Bo ~}")
    assert isinstance(left, LeftOut)
    assert left.reason.code == "left-empty-option"
