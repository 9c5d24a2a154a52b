"""Statements that are true or false, however their verdicts are written, and rows of yes and no under one question."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.exam import read_exam
from examfiles.format import Document, PlacedItem, Sample
from examfiles.items import Item
from examfiles.readers.typed import read, sniff
from examfiles.readers.typed.line import Line
from examfiles.readers.typed.statements import with_rows, with_statements
from examfiles.readers.typed.verdicts import OPTIONS, place_among
from tests.made_office import docx, wp, wtable

TEXT = (
    "The ferry to Orlo leaves twice a day. On Sundays it stays in the harbour, and the crew mends nets until dusk. "
    "Nobody has missed it since the bell was hung on the pier."
)
STATEMENTS = ("The ferry leaves twice a day.", "The crew paints the pier.", "The bell is made of iron.")
SHORT = {"en": ("T", "F", "NG"), "de": ("R", "F", "NG"), "zh": ("√", "×", "NG")}
Layout = Callable[[Sequence[str], Sequence[str]], str]


def numbered(texts: Sequence[str], behind: Sequence[str] | str = "") -> list[str]:
    ends = [behind] * len(texts) if isinstance(behind, str) else behind
    return [f"{number}. {text}{end}" for number, (text, end) in enumerate(zip(texts, ends, strict=True), start=1)]


def items(text: str) -> list[Item]:
    assert sniff(Sample("exam.txt", text.encode()))
    outcomes = read(Document("exam.txt", "exam.txt", text.encode()))
    return [outcome.item for outcome in outcomes if isinstance(outcome, PlacedItem)]


LAYOUTS: dict[str, Layout] = {
    "to be ringed, and a list of keys": lambda texts, keys: "\n".join(
        [*numbered(texts, "   T   F"), "", "Key: " + ", ".join(f"{n} {key}" for n, key in enumerate(keys, start=1))]
    ),
    "a verdict behind each": lambda texts, keys: "\n".join(numbered(texts, [f"   {key}" for key in keys])),
    "a verdict in brackets": lambda texts, keys: "\n".join(numbered(texts, [f" ({key})" for key in keys])),
    "a key below each": lambda texts, keys: "\n".join(
        line for text, key in zip(numbered(texts), keys, strict=True) for line in (text, f"Answer: {key}")
    ),
    "a list of keys": lambda texts, keys: "\n".join(
        [*numbered(texts), "", "Answers", *(f"{n}. {key}" for n, key in enumerate(keys, start=1))]
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@given(rights=st.lists(st.booleans(), min_size=3, max_size=3).filter(any))
def test_statements_are_read_alike_however_their_verdicts_are_written(layout: str, rights: list[bool]) -> None:
    exam = items(f"{TEXT}\n\n{LAYOUTS[layout](STATEMENTS, ['T' if right else 'F' for right in rights])}\n")
    assert [(item.question, item.options, item.passage) for item in exam] == [
        (statement, ("True", "False"), TEXT) for statement in STATEMENTS
    ]
    assert [item.answer == 0 for item in exam] == rights
    assert {item.metadata["type"] for item in exam} == {"true-false"}


@pytest.mark.parametrize("layout", list(LAYOUTS)[1:])
def test_a_third_verdict_is_a_third_option_of_all_statements(layout: str) -> None:
    exam = items(f"{TEXT}\n\n{LAYOUTS[layout](STATEMENTS, ('T', 'F', 'NG'))}\n")
    assert [(item.options, item.answer) for item in exam] == [(OPTIONS["en"], place) for place in range(3)]


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        (
            "1. Die Fähre fährt.   richtig   falsch\n2. Sie steht.   richtig   falsch\n\nLösung: 1 richtig, 2 falsch",
            "de",
        ),
        ("1. Die Fähre fährt.   R   F\n2. Sie steht.   R   F\n\nLösung: 1 R, 2 F", "de"),
        ("1. Die Fähre fährt. (R)\n2. Sie steht. (F)", "de"),
        ("1. Die Fähre fährt.\nLösung: richtig\n2. Sie steht.\nLösung: falsch", "de"),
        ("判断题\n1. 渡轮每天开两次。\n答案：正确\n2. 船员刷码头。\n答案：错误", "zh"),
        ("1. 渡轮每天开两次。\n答案：√\n2. 船员刷码头。\n答案：×", "zh"),
        ("判断题\n1. 渡轮每天开两次。（√）\n2. 船员刷码头。（×）", "zh"),
        ("1. 渡轮每天开两次。（ ）\n2. 船员刷码头。（ ）\n答案：1. √ 2. ×", "zh"),
        ("1. 渡轮每天开两次。\n答案：对\n2. 船员刷码头。\n答案：错", "zh"),
        ("1. The ferry leaves.   Yes / No\n2. It stays.   Yes / No\n\nKey: 1 Yes, 2 No", "yes"),
    ],
)
def test_statements_have_the_verdicts_of_their_language(typed: str, options: str) -> None:
    assert [(item.options, item.answer) for item in items(typed)] == [
        (OPTIONS[options][:2], 0),
        (OPTIONS[options][:2], 1),
    ]


def test_a_wrapped_statement_keeps_its_second_line() -> None:
    exam = items("1. The ferry leaves\ntwice a day.\nAnswer: true\n2. It never stays.\nAnswer: false\n")
    assert [item.question for item in exam] == ["The ferry leaves twice a day.", "It never stays."]


@pytest.mark.parametrize(
    "typed",
    [
        ["1. Who rang?", "A. Ann", "F. Bo", "2. Who sat? (F)", "A. Ann", "B. Bo"],
        ["1. Vitamin T", "2. Vitamin F"],
        ["He has a mark in form  T", "She has one in form  F"],
        ["1. The grade was F", "2. The room is called T", "They met there."],
        ["Answer key", "1. T", "2. F"],
    ],
)
def test_other_lines_stay_as_they_are(typed: list[str]) -> None:
    lines = [Line(text) for text in typed]
    assert with_statements(lines) == lines
    assert with_rows(lines) == lines


ROWS = ("The ferry leaves twice a day.", "The crew paints the pier.", "The bell hangs on the pier.")


@pytest.mark.parametrize("behind", ["   Yes / No", "\tYes / No", "   Yes   No", "  ☐ Yes  ☐ No", " (Yes / No)"])
@pytest.mark.parametrize("head", ["", "Statement\tYes / No\n", "Statement   Yes   No\n"])
@pytest.mark.parametrize("listed", [False, True])
@given(rights=st.lists(st.booleans(), min_size=2, max_size=3))
def test_each_row_of_yes_and_no_is_a_question_with_its_own_key(
    behind: str, head: str, rights: list[bool], *, listed: bool
) -> None:
    words = ", ".join("Yes" if right else "No" for right in rights)
    rows = "".join(f"{row}{behind}\n" for row, _ in zip(ROWS, rights, strict=False))
    below, at_end = ("", f"\nAnswer key\n1. {words}\n2. B\n") if listed else (f"Answer: {words}\n", "\nKey\n2. B\n")
    asked = f"1. Does the text say so? Circle Yes or No for each statement.\n{head}{rows}{below}"
    exam = items(f"{TEXT}\n\n{asked}\n2. When does it stay?\nA. Mondays\nB. Sundays\n{at_end}")
    assert [(item.id, item.question, item.options) for item in exam[:-1]] == [
        (f"1{letter}", f"Does the text say so? {row}", ("Yes", "No"))
        for letter, row, _ in zip("abc", ROWS, rights, strict=False)
    ]
    assert [item.answer == 0 for item in exam[:-1]] == rights
    assert (exam[-1].id, exam[-1].answer_letter) == ("2", "B")
    assert {item.passage for item in exam} == {TEXT}


TABLES = {
    "verdicts in a cell": [["Statement", "Yes or No?"], *([row, "Yes / No"] for row in ROWS)],
    "verdicts in two": [["Statement", "Yes", "No"], *([row, "Yes", "No"] for row in ROWS)],
    "boxes under verdicts": [["Statement", "Yes", "No"], *([row, "\u2610", "\u2610"] for row in ROWS)],
    "no heading": [[row, "Yes / No"] for row in ROWS],
}


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_a_table_in_word_are_questions_too(table: str, tmp_path: Path) -> None:
    asked = [wp(TEXT), wp("Question 1"), wp("Is it said? Circle \u201cYes\u201d or \u201cNo\u201d for each statement.")]
    further = [wp("Question 2"), wp("When does it stay?"), wp("A. Mondays"), wp("B. Sundays")]
    keys = [wp("Answer key"), wp("1. Yes, No, Yes"), wp("2. B")]
    path = tmp_path / "exam.docx"
    path.write_bytes(docx(*asked, wtable(TABLES[table]), *further, *keys))
    exam = read_exam(path).dataset
    assert [(item.id, item.question, item.answer) for item in exam] == [
        *(
            (f"1{letter}", f"Is it said? {row}", at % 2)
            for at, (letter, row) in enumerate(zip("abc", ROWS, strict=True))
        ),
        ("2", "When does it stay?", 1),
    ]


def test_letters_and_bullets_of_rows_are_no_part_of_them() -> None:
    rows = "a) The ferry leaves.   True / False\n- It stays.   True / False"
    typed = f"Question 3\nIs it said?\n{rows}\nAnswer: false, true\n"
    assert [(item.question, item.answer) for item in items(typed)] == [
        ("Is it said? The ferry leaves.", 1),
        ("Is it said? It stays.", 0),
    ]


@pytest.mark.parametrize(("language", "options"), OPTIONS.items())
def test_every_option_is_a_verdict_of_its_own_place(language: str, options: Sequence[str]) -> None:
    assert [place_among(option, options) for option in options] == [0, 1, 2]
    assert all(place_among(option, options[:2]) == place for place, option in enumerate(options[:2]))
    assert len({*options}) == 3, language


@pytest.mark.parametrize(
    "layout",
    [
        "A\n\n{0}\n\nB\n\n{1}\n\n",
        "Choose the best heading for each paragraph.\n\nA\n{0}\n\nB\n{1}\n\n",
    ],
)
def test_the_letter_of_the_first_paragraph_is_no_title(layout: str, tmp_path: Path) -> None:
    first, second = f"{TEXT} It is blue.", f"{TEXT} It is green."
    asked = "1. Paragraph A\nA. A day off\nB. A storm\n\n2. Paragraph B\nA. A goat\nB. A bell\n\nKey: 1 A, 2 B\n"
    [passage] = {item.passage for item in items(layout.format(first, second) + asked)}
    assert passage.split("\n\n" if "\n\n" in passage[:4] else "\n")[0] == "A"
    assert all(part in passage for part in (first, "\nB\n", second))


def test_letters_of_paragraphs_stay_where_the_headings_are_a_list() -> None:
    paragraphs = "".join(f"{letter}\n{TEXT} {letter}.\n\n" for letter in "ABC")
    asked = "\n".join(f"{number}  Paragraph {letter}" for number, letter in enumerate("ABC", start=1))
    headings = "i  A bell\nii  A goat\niii  A storm\niv  A fire"
    exam = items(
        f"Choose the best heading for paragraphs A-C from the list below.\n\n{headings}\n\n{paragraphs}{asked}\n\n"
        "Key: 1 ii, 2 i, 3 iv\n"
    )
    assert [item.answer_letter for item in exam] == ["B", "A", "D"]
    assert all(item.question.startswith("Choose the best heading") for item in exam)
    places = [exam[0].passage.index(f"{letter}\n") for letter in "ABC"]
    assert all(before < after for before, after in pairwise(places))
