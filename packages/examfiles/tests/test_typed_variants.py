"""Typed exams: of the ways in which teachers type one, nearly all are read, and the others are told what to change."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles import read
from examfiles.errors import DataError
from examfiles.exam import read_exam
from examfiles.format import Document, PlacedItem
from examfiles.readers import typed as typed_exams
from examfiles.readers.typed.canonical import canonical
from examfiles.readers.typed.line import Line
from examfiles.wording import error_text, notes_of, skipped_lines
from tests.typed_variants import ANSWERED, KEYS, OPTIONS, PASSAGE, QUESTIONS, READ, TITLE, typed

LEGEND = (
    "TRUE       if the statement agrees with the text\nFALSE      if the statement contradicts it\n"
    "NOT GIVEN  if the text does not say\n"
)
VERDICTS = ("True", "False", "Not given")
RICHTIG = ("Richtig", "Falsch")


def test_of_the_ways_written_down_nine_in_ten_and_at_least_fifty_are_read() -> None:
    assert len(READ) >= 0.9 * (len(READ) + len(ANSWERED)) >= 45


@pytest.mark.parametrize("name", READ)
def test_an_exam_is_read_however_it_is_typed(tmp_path: Path, name: str) -> None:
    path = tmp_path / "exam.txt"
    path.write_text(READ[name], encoding="utf-8")
    exam = read(path, passage_needed=False)
    assert exam.skipped == ()
    assert [item.question for item in exam] == list(QUESTIONS)
    assert [item.options for item in exam] == list(OPTIONS)
    assert "".join(str(item.answer_letter) for item in exam) == KEYS
    assert exam[0].passage.endswith(PASSAGE)
    assert "____" not in exam[0].passage
    assert len({item.passage for item in exam}) == (2 if "start again" in name else 1)


BOXES = ("- [{}] {}", "1. [{}] {}", "{n}. [{}] {}", "{n}) [{}] {}", "* [{}] {}")


@given(st.lists(st.sampled_from(BOXES), min_size=1, max_size=5), st.sampled_from(["# {}", "## {n}. {}", "{n}. {}"]))
def test_no_question_is_lost_whatever_stands_before_its_boxes(boxes: list[str], heading: str) -> None:
    blocks = [
        "\n".join(
            [
                heading.format(f"What did Mara do, part {n}?", n=n),
                *(form.format("x" if at == n % 3 else " ", f"thing {n}{at}", n=at + 1) for at in range(3)),
            ]
        )
        for n, form in enumerate(boxes, start=1)
    ]
    text = "\n\n".join([PASSAGE, *blocks, ""])
    found = [
        one.item
        for one in typed_exams.read(Document("exam.txt", "exam.txt", text.encode()))
        if isinstance(one, PlacedItem)
    ]
    assert [(item.question, item.answer) for item in found] == [
        (f"What did Mara do, part {n}?", n % 3) for n in range(1, len(boxes) + 1)
    ]
    assert {item.passage for item in found} == {PASSAGE}


ABOVE = (
    "Read the text and answer questions 1 to 3.",
    "Read the text below carefully and then\nanswer the questions.",
    "Directions: Choose the best answer. Mark it on the answer sheet.",
    "Questions 1–3 refer to the following passage.",
    "Lies den Text und kreuze die richtige Antwort an.",
    "Passage 1",
    "Text A (Questions 1-3)",
    "Reading 2:\n\nAnswer the questions below.",
    TITLE.rstrip(),
)


@pytest.mark.parametrize("above", ABOVE)
def test_what_stands_above_a_text_and_is_for_candidates_is_no_part_of_it(tmp_path: Path, above: str) -> None:
    path = tmp_path / "exam.txt"
    path.write_text(typed(head=f"{above}\n", key="Answer: {letter}"), encoding="utf-8")
    exam = read(path)
    assert {item.passage for item in exam} == {PASSAGE}
    assert any("the exam’s title" in note for note in notes_of(exam.notes)) == (above in TITLE)


@pytest.mark.parametrize(
    "first", ["The Bakery", "Read it aloud, said Bo.", "Text messages are short.", "Questions hurt."]
)
def test_a_title_or_a_sentence_above_a_text_is_part_of_it(tmp_path: Path, first: str) -> None:
    path = tmp_path / "exam.txt"
    path.write_text(typed(head=f"{first}\n", key="Answer: {letter}"), encoding="utf-8")
    assert {item.passage for item in read(path)} == {f"{first}\n\n{PASSAGE}"}


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_not_read_is_answered_with_what_to_change(tmp_path: Path, name: str) -> None:
    text, advice = ANSWERED[name]
    path = tmp_path / "exam.txt"
    path.write_text(text, encoding="utf-8")
    try:
        exam = read(path, passage_needed=False, skip_bad=True)
    except DataError as error:
        said = error_text(error)
        said += " ".join(skipped_lines(error.left))
    else:
        said = " ".join((*notes_of(exam.notes), *skipped_lines(exam.skipped)))
    assert advice in said


def test_a_heading_between_questions_is_told_and_so_is_a_short_passage(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    key = "A. Mara\nB. Bo\nAnswer: A\n"
    path.write_text(
        f"{PASSAGE}\n\n1. Who?\n{key}\nVocabulary\n\n2. Who sat?\n{key}\nBo ran.\n\n3. And?\n{key}", "utf-8"
    )
    exam = read(path)
    assert [item.passage for item in exam] == [PASSAGE, PASSAGE, "Bo ran."]
    notes = notes_of(exam.notes)
    assert any("line 8: “Vocabulary” is read as a heading;" in note for note in notes)
    assert any("a text of 2 words is read as the passage of the question after it" in note for note in notes)


def test_a_list_in_a_passage_is_no_options() -> None:
    lines = ["Bring these things:", "- a coat", "- a hat", "", "1. What is it?", "A. a hat", "B. a cat"]
    assert [line.text for line in canonical([Line(line) for line in lines])] == lines


def test_a_text_keeps_its_chapters_lists_labels_and_quotations(tmp_path: Path) -> None:
    parts = (
        "Chapter 1",
        "> B is correct, she wrote.",
        "• bread\n• milk",
        "Baker: A",
        "Level: B",
        "1 a day",
        "Key: 3 b",
    )
    text = "\n\n".join((*parts, PASSAGE))
    path = tmp_path / "exam.txt"
    path.write_text(typed(key="Answer: {letter}", passage=text), encoding="utf-8")
    exam = read(path)
    assert {item.passage for item in exam} == {text}
    assert "".join(str(item.answer_letter) for item in exam) == KEYS


def test_a_letter_is_no_exam() -> None:
    from examfiles.format import Sample
    from examfiles.readers import typed as plain

    for text in (
        "Dear Ann,\n\n- come soon\n- bring Bo\n\nYours, Cy",
        "1. Buy milk\n2. Buy eggs\n",
        "A man walked.\nBo sat.",
    ):
        assert not plain.sniff(Sample("letter.txt", text.encode()))


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        ("1. She bakes. T / F\nAnswer: T\n2. She sails. (T/F)\nAnswer: false", ("True", "False")),
        ("1. She bakes. True / False\n2. She sails. True / False\nAnswers: 1T 2F", ("True", "False")),
        ("1. Sie backt. R / F\n2. Sie segelt. R / F\nL\u00f6sungen: 1R 2F", ("Richtig", "Falsch")),
        ("1  Sie backt.   [Richtig] [Falsch]\n2  Sie segelt.   [Richtig] [Falsch]\nKey: 1 richtig, 2 falsch", RICHTIG),
        ("1. She bakes.  ☐ True  ☐ False\n2. She sails.  ☐ True  ☐ False\nKey\n1. True\n2. False", ("True", "False")),
        (f"{LEGEND}\n1  She bakes\n   bread.\n\n2  She sails.\n\nKey\n1 TRUE\n2 F", VERDICTS),
        ("TRUE/FALSE/NOT GIVEN\n\n1 She bakes.\n2 She sails.\n\nAnswer key\n1 TRUE\n2 FALSE", VERDICTS),
        (f"In boxes 1-2, write\n{LEGEND}\n1. She bakes.\n2. She sails.\n\nAnswers:\n1. True\n2. False", VERDICTS),
    ],
)
def test_true_or_false_behind_a_statement_are_its_options(tmp_path: Path, lines: str, options: tuple[str, ...]) -> None:
    path = tmp_path / "exam.txt"
    path.write_text(f"{PASSAGE}\n\n{lines}\n", encoding="utf-8")
    exam = read(path)
    assert [item.options for item in exam] == [options, options]
    assert [item.answer for item in exam] == [0, 1]
    assert exam[0].question.endswith(".")
    assert exam[0].passage == PASSAGE


def test_statements_after_questions_are_judged_of_the_same_passage(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    asked = "1   Where does Mara live?\n    A   in the mill\n    B   above a bakery\n"
    judged = (
        f"Questions 2-3\nDo the following statements agree with the text?\n{LEGEND}\n2   She bakes.\n3   She sails.\n"
    )
    path.write_text(f"{PASSAGE}\n\n{asked}\n{judged}\nAnswers\n1 B\n2 TRUE\n3 NG\n", encoding="utf-8")
    exam = read(path)
    assert [item.answer for item in exam] == [1, 0, 2]
    assert {item.passage for item in exam} == {PASSAGE}
    assert (exam.skipped, exam.notes) == ((), ())


def test_options_right_behind_a_number_are_those_of_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    path.write_text("It (1)____ by the river.\n\n1. A. stand   B. stood   C. stands\n\nKey: 1B\n", encoding="utf-8")
    (item,) = read(path)
    assert (item.question, item.options, item.answer) == (
        "It (1) ______ by the river.",
        ("stand", "stood", "stands"),
        1,
    )


def test_letters_under_another_heading_are_keys_only_where_their_numbers_fit(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    asked = "1. Who?\nA. Ann\nB. Bo\n\n2. Where?\nA. here\nB. there\n"
    for keys, expected in (("1. B\n2. A", [1, 0]), ("1. B\n3. A", [1])):
        path.write_text(f"{PASSAGE}\n\n{asked}\nFor the teacher\n{keys}\n", encoding="utf-8")
        assert [item.answer for item in read_exam(path, keys_needed=False).dataset] == expected
