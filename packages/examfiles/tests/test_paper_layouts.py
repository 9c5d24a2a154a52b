"""Parts of papers as boards, teachers and PDFs lay them out, each with what has to come of it."""

from pathlib import Path

import pytest

from examfiles.exam import ReadExam, read_exam

TEXT = (
    "Marta repaired violins above a bakery in Lucca. On the first Monday of each month she walked "
    "to the opera house with "
    "her bag of tools, tuned every instrument in the pit and was back before the bread came out of the oven."
)
OTHER = (
    "The lighthouse on the rock has had no keeper since the lamp was changed. Once a week a "
    "fisherman rows out with a can "
    "of oil and a book, and when the sea is rough he stays until he has read the book to its end."
)


def exam_of(text: str, folder: Path) -> ReadExam:
    path = folder / "exam.txt"
    path.write_text(text, encoding="utf-8")
    return read_exam(path)


@pytest.mark.parametrize(
    "instruction",
    [
        "Questions 1–2\nChoose the correct letter, A, B or C.",
        "For questions 1–2, choose the answer (A, B or C) which you think fits best according to the text.",
        "Lesen Sie den Text und lösen Sie die Aufgaben 1 bis 2. Welche Lösung (a, b oder c) ist richtig?",
        "Lisez le texte, puis répondez aux questions 1 à 2.",
        "阅读下列短文,从每题所给的A、B、C三个选项中选出最佳选项。",
        "You should spend about 20 minutes on Questions 1–2, which are based on the text below.",
    ],
)
def test_an_instruction_is_no_passage_in_any_language(instruction: str, tmp_path: Path) -> None:
    questions = (
        "1  Where did Marta work?\nA  in a bakery\nB  above one\nC  at sea\n\n2  What did she tune?\nA  "
        "bells\nB  bread\nC  violins\n"
    )
    exam = exam_of(f"{TEXT}\n\n{instruction}\n\n{questions}\nAnswer key\n1 B  2 C\n", tmp_path)
    assert [(item.question, item.answer_letter, item.passage) for item in exam.dataset] == [
        ("Where did Marta work?", "B", TEXT),
        ("What did she tune?", "C", TEXT),
    ]


def test_the_passage_of_a_question_is_the_last_text_before_its_task_and_not_the_task_above_it(tmp_path: Path) -> None:
    headings = "i  A walk with tools\nii  Bread in the oven\niii  A storm\niv  The price of oil"
    exam = exam_of(
        f"READING PASSAGE 1\n\n{TEXT}\n\nQuestions 1–2\nChoose the correct heading for each paragraph "
        f"from the list below.\n\n"
        f"{headings}\n\n1  Paragraph A\n2  Paragraph B\n\nQuestion 3\nChoose the correct letter, A, B or C.\n\n"
        f"3  What did Marta carry?\nA  oil\nB  tools\nC  bread\n\nREADING PASSAGE 2\n\n{OTHER}\n\nQuestions 4–5\n"
        "Do the following statements agree with the text?\nTRUE if it does\nFALSE if it does not\n\n"
        "4  The fisherman can read.\n5  He comes every day.\n\nKey\n1 i  2 ii  3 B  4 TRUE  5 FALSE\n",
        tmp_path,
    )
    keys = {"1": ("A", TEXT), "2": ("B", TEXT), "3": ("B", TEXT), "4": ("A", OTHER), "5": ("B", OTHER)}
    assert {item.id: (item.answer_letter, item.passage) for item in exam.dataset} == keys
    assert exam.not_read == 0


def test_numbers_that_an_instruction_or_the_key_names_and_nothing_has_are_counted(tmp_path: Path) -> None:
    exam = exam_of(
        f"{TEXT}\n\nQuestions 1–4\nChoose the correct letter, A, B or C.\n\n1  Where did Marta work?\nA  in a bakery\n"
        "B  above one\nC  at sea\n\nAnswer key\n1 B\n",
        tmp_path,
    )
    assert len(exam.dataset) == 1
    assert exam.not_read == 3
    assert [left.reason.values["numbers"] for left in exam.left] == ["2–4"]


def test_a_list_of_options_of_which_two_are_right_counts_as_two_and_has_no_key(tmp_path: Path) -> None:
    options = "A  tools\nB  oil\nC  bread\nD  a book\nE  violins"
    exam = exam_of(
        f"{TEXT}\n\nQuestion 1\nChoose the correct letter, A or B.\n\n1  Where did Marta work?\nA  at "
        f"sea\nB  above a bakery\n\n"
        f"Questions 2 and 3\nChoose TWO letters, A–E.\nWhich TWO does the text name?\n{options}\n\nKey\n"
        f"1 B\n2 & 3 A, E (in either order)\n",
        tmp_path,
    )
    assert [item.answer_letter for item in exam.dataset] == ["B"]
    assert [(left.reason.code, left.questions) for left in exam.left] == [("left-task-several", 2)]


CLOZE = (
    "The clock has (1) ............ been silent for years. Last spring an owl (2) ............ a nest among its wheels."
)
ROWS = {
    "spaces": "1  A long  B far  C wide  D soon\n2  A built  B bought  C broke  D bent",
    "tabs": "1\tA long\tB far\tC wide\tD soon\n2\tA built\tB bought\tC broke\tD bent",
    "stops": "1. A long   B far   C wide   D soon\n2. A built   B bought   C broke   D bent",
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize(
    "instruction", ["", "For questions 1–2, decide which answer (A, B, C or D) best fits each gap.\n\n"]
)
def test_the_question_of_a_gap_is_its_sentence_with_or_without_an_instruction(
    instruction: str, rows: str, tmp_path: Path
) -> None:
    exam = exam_of(f"{instruction}{TEXT} {CLOZE}\n\n{rows}\n\nAnswer key\n1 A\n2 A\n", tmp_path)
    assert [item.question for item in exam.dataset] == [
        "The clock has (1) ______ been silent for years.",
        "Last spring an owl (2) ______ a nest among its wheels.",
    ]
    assert [item.options[0] for item in exam.dataset] == ["long", "built"]
    assert [item.answer for item in exam.dataset] == [0, 0]


def test_two_questions_side_by_side_are_two(tmp_path: Path) -> None:
    exam = exam_of(
        f"{TEXT}\n\n1. Where did Marta work?         2. What did she tune?\nA. at sea                A. bells\n"
        "B. above a bakery        B. violins\n\nKey: 1 B, 2 B\n",
        tmp_path,
    )
    assert [(item.question, item.options, item.answer_letter) for item in exam.dataset] == [
        ("Where did Marta work?", ("at sea", "above a bakery"), "B"),
        ("What did she tune?", ("bells", "violins"), "B"),
    ]


def test_options_two_and_two_with_single_spaces_are_four(tmp_path: Path) -> None:
    exam = exam_of(
        f"{TEXT}\n\n1. What did Marta repair?\nA. ovens B. violins\nC. bags D. strings\n\nKey: 1 B\n", tmp_path
    )
    assert exam.dataset[0].options == ("ovens", "violins", "bags", "strings")


def test_the_cells_of_a_key_table_may_be_lines(tmp_path: Path) -> None:
    exam = exam_of(
        f"{TEXT}\n\n1. What did Marta repair?\nA. ovens\nB. violins\n\n2. Where?\nA. in Lucca\nB. at "
        f"sea\n\nAnswer key\n1\nb\n2\na\n",
        tmp_path,
    )
    assert [item.answer_letter for item in exam.dataset] == ["B", "A"]


def wrapped(text: str, width: int) -> list[str]:
    lines, line = list[str](), ""
    for word in text.split():
        if len(line) + len(word) >= width:
            lines, line = [*lines, line], word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def test_a_text_copied_from_a_pdf_has_its_paragraphs_again_and_no_feet_of_pages(tmp_path: Path) -> None:
    paragraphs = [f"{TEXT} {OTHER}", f"{OTHER} {TEXT}"]
    lines = [line for paragraph in paragraphs for line in wrapped(paragraph, 80)]
    asked = [
        line
        for n in range(1, 8)
        for line in (f"{n} What did Marta do in year {n}?", "A She sold bread.", "B She tuned bells.", "C She left.")
    ]
    pages = [lines[:4], lines[4:], asked[:14], asked[14:]]
    feet = [[f"- {n} -", "Reading Test 3"] for n in range(1, 5)]
    text = "\n".join(line for page, foot in zip(pages, feet, strict=True) for line in (*page, *foot))
    head = "Reading Test 3\nQuestions 1–7\nChoose the correct letter, A, B or C.\n"
    exam = exam_of(f"{head}{text}\nANSWER KEY\n1 A 2 B 3 C 4 A 5 B 6 C 7 A\n", tmp_path)
    assert [item.answer_letter for item in exam.dataset] == [*"ABCABCA"]
    assert {" ".join(item.passage.split()) for item in exam.dataset} == {" ".join(paragraphs)}
    assert {item.options[2] for item in exam.dataset} == {"She left."}
