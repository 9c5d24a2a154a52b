"""Shapes in which people type exams: each is read as the same two questions on the same text, with the same keys."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from examfiles import read
from examfiles.errors import DataError
from examfiles.format import Document, PlacedItem
from examfiles.items import Dataset
from examfiles.readers import typed as plain
from examfiles.readers.typed import markdown
from examfiles.readers.typed.line import Line
from examfiles.wording import notes_of

TEXT = (
    "Ida kept a lighthouse on the northern coast for thirty years, and wrote down every ship that passed, until the "
    "lamp was replaced by a machine in 1987."
)
QUESTIONS = (
    ("What did Ida keep?", ("a farm", "a lighthouse", "a shop"), "B"),
    ("When did the machine come?", ("in 1977", "in 1987", "in 1997"), "B"),
)
_FIRST, _SECOND = (f"{number}. {stem}" for number, (stem, *_) in enumerate(QUESTIONS, start=1))


def typed(option: str = "{0}. {1}", key: str = "Answer: {0}", number: str = "{0}. {1}", between: str = "\n") -> str:
    """Type the exam; `key` is given the letter, the text and the number of a key."""
    parts = [TEXT]
    for at, (stem, options, right) in enumerate(QUESTIONS, start=1):
        rows = between.join(option.format(letter, text) for letter, text in zip("ABC", options, strict=True))
        parts.append(f"{number.format(at, stem)}\n{rows}\n{key.format(right, options[1], at)}")
    return "\n\n".join(parts) + "\n"


def from_eleven(number: str, option: str, key: str = "Key: 11 B, 12 B") -> str:
    """Type the exam as a part of a paper, whose questions are the eleventh and the twelfth."""
    return typed(option, "", number.replace("{0}", "1{0}")) + f"\n{key}\n"


UNKEYED = typed(key="")
ROMAN = typed("({0}) {1}", "").replace("(A)", "(i)").replace("(B)", "(ii)").replace("(C)", "(iii)")
RINGED = typed(key="").replace("\nA. ", "\n\u2460 ").replace("\nB. ", "\n\u2461 ").replace("\nC. ", "\n\u2462 ")
LETTERS = {
    "a space behind capitals": typed("{0} {1}"),
    "two spaces behind capitals": typed("{0}  {1}"),
    "an ideographic space behind capitals": typed("{0}\u3000{1}"),
    "a tab behind capitals": typed("{0}\t{1}"),
    "a stroke behind capitals": typed("{0}/ {1}"),
    "a space, with a star at the key": typed("{0} {1}", "").replace("\nB ", "\n*B "),
    "a space, with an empty line between options": typed("{0} {1}", between="\n\n"),
    "a space, with a question of two lines": typed("{0} {1}").replace("Ida keep?", "Ida\nkeep?"),
    "a space, with an option of two lines": typed("{0} {1}").replace("a farm", "a\nfarm"),
    "wide letters in a row": typed("{0}\uff0e{1}", between="\u3000\u3000"),
    "wide letters in a row, with a space for the key": typed(
        "{0}\uff0e{1}", "\u7b54\u6848\uff1a{0}", "{0}\uff0e{1}\uff08\u3000\u3000\uff09", "\u3000\u3000"
    ),
    "wide letters, one a line": typed("{0}\u3001{1}"),
    "wide blanks between options": typed("{0}. {1}", between="      "),
    "signs that few people put behind letters": typed("{0}> {1}"),
    "letters in angle brackets": typed("<{0}> {1}"),
    "a hyphen right behind letters": typed("{0}-{1}"),
    "a word before letters": typed("Option {0}: {1}"),
    "letters behind what cannot be seen": typed("\u200b{0}. {1}"),
    "options in a row, with slashes between": typed("{0}) {1}", between=" / "),
    "options in a row, with semicolons between": typed("{0}) {1}", between="; "),
}
RIGHT = {
    "an equals sign before the right letter": typed(key="").replace("\nB. ", "\n=B. "),
    "a plus before the right letter": typed(key="").replace("\nB. ", "\n+ B. "),
    "a cross at wrong options": typed("{0}. {1} \u274c", "")
    .replace("lighthouse \u274c", "lighthouse \u2705")
    .replace("1987 \u274c", "1987 \u2705"),
    "words at right and wrong options": typed("{0}. {1} (incorrect)", "")
    .replace("lighthouse (in", "lighthouse (")
    .replace("1987 (in", "1987 ("),
    "a dash and a word": typed(key="")
    .replace("lighthouse\n", "lighthouse - correct\n")
    .replace("in 1987\n", "in 1987 - correct\n"),
    "a star in brackets": typed(key="")
    .replace("lighthouse\n", "lighthouse (*)\n")
    .replace("in 1987\n", "in 1987 [*]\n"),
    "underlined in HTML": typed(key="")
    .replace("B. a lighthouse", "<u>B. a lighthouse</u>")
    .replace("B. in 1987", "<u>B. in 1987</u>"),
}
NUMBERS = {
    "square brackets around numbers": typed(number="[{0}] {1}"),
    "a sign of degrees": typed(number="{0}\u00b0 {1}"),
    "a word and a hash": typed(number="Item #{0}: {1}"),
    "Chinese": typed(number="\u7b2c{0}\u9898 {1}"),
    "Korean": typed(number="{0}\ubc88. {1}"),
    "wide brackets around numbers and letters": typed("\uff08{0}\uff09{1}", number="\uff08{0}\uff09{1}"),
    "a stroke": typed("{0}/ {1}", number="{0}/ {1}"),
    "a line of its own, with points": typed("\u25cb {1}", "Answer: {1}", "Question {0} (2 points)\n{1}"),
    "a line of its own, with points, and blank lines": typed(
        "\u25cb {1}", "\nAnswer: {1}", "Question {0} (2 points)\n\n{1}\n", "\n\n"
    ),
    "no blank line between": typed("\u25cb {1}", "Answer: {1}", "Question {0} [2 pts]\n{1}").replace("\n\nQ", "\nQ"),
    "from 11, tabs": from_eleven("{0}\t{1}", "{0}\t{1}"),
    "from 11, two spaces": from_eleven("{0}  {1}", "{0}  {1}"),
    "from 11, one space": from_eleven("{0} {1}", "{0} {1}"),
    "from 11, one space and full stops behind letters": from_eleven("{0} {1}", "{0}. {1}"),
    "from 11, full stops": from_eleven("{0}. {1}", "{0} {1}"),
    "from 11, a list with full stops": from_eleven("{0} {1}", "{0}) {1}", "Answer key\n11. B\n12. B"),
}
KEYS = {
    "the option's text and a reason behind a dash": typed(key="Answer: b. {1} \u2013 see line 1"),
    "the option's text and a sentence": typed(key="Answer: B) {1}. The text says so."),
    "a reason in brackets": typed(key="Correct answer: B. {1} (line 1)"),
    "a reason with because": typed(key="Key - B because line 1 says so"),
    "a letter in bold and a sentence": typed(key="Answer: **B** She kept one."),
    "a summary and a reason": typed(key="<details><summary>Answer</summary> b. {1} \u2013 line 1</details>"),
    "a summary, bold and a sentence": typed(
        key="<details>\n<summary>Show answer</summary>\n**B** She kept one.\n</details>"
    ),
    "square brackets": typed(key="[Answer: {0}]"),
    "round brackets and the option's number": typed(key="(answer = #2)"),
    "dollars": typed(key="Answer: ${0}$"),
    "a box": typed(key="Answer: \\boxed{{{0}}}"),
    "bold": typed(key="ANSWER: **{0}**"),
    "a line of its own": typed(key="ANS:\n{0}"),
    "a page behind it": typed(key="Answer: {0}  Page Ref: 12"),
    "lenticular brackets": typed(key="\u3010\u7b54\u6848\u3011{0}"),
    "lenticular brackets and an explanation": typed(
        key="\u3010\u7b54\u6848\u3011{0}\n\u3010\u89e3\u6790\u3011See line 1."
    ),
    "Chinese": typed(key="\u6b63\u786e\u7b54\u6848\uff1a{0}"),
    "Japanese": typed(key="\u6b63\u89e3\uff1a{0}"),
    "Korean": typed(key="\uc815\ub2f5: {0}"),
    "Korean, ringed": typed(key="\uc815\ub2f5: \u2461")
    .replace("\nA. ", "\n\u2460 ")
    .replace("\nB. ", "\n\u2461 ")
    .replace("\nC. ", "\n\u2462 "),
    "wide brackets behind the question": typed(key="", number="{0}. {1}\uff08 B \uff09"),
    "wide brackets below the options": typed(key="\uff08 {0} \uff09"),
    "wide brackets before the question": typed(key="", number="\uff08\u3000B\u3000\uff09{0}\uff0e{1}"),
    "brackets with blanks behind the question": typed(key="", number="{0}. {1} (   B   )"),
    "a line behind the question": typed(key="", number="{0}. {1} __B__"),
    "before the options": typed(key="", number="{0}. {1}\nAnswer: B"),
    "behind the last option": typed(key="")
    .replace("a shop", "a shop   Answer: B")
    .replace("in 1997", "in 1997 [Key: B]"),
    "a word before the letter": typed(key="Answer: option {0}"),
    "the option's text in quotation marks": typed(key="Answer: \u201c{1}\u201d"),
    "a sentence with option": typed(key="The correct answer is option {0}."),
    "a sentence with because": typed(key="{0} is correct because line 1 says so."),
    "short for solution": typed(key="Sol. {0}"),
    "with the number of its question": typed(key="Ans{2}: {0}"),
    "Chinese, as a choice": typed(key="\u6545\u9009{0}\u3002"),
    "a reason below it": typed(key="Answer: {0}\nThe first line says so.\n- The others do not fit."),
    "a reason of two lines": typed(key="Answer: {0}\nExplanation: the first line says so,\nand the second one too."),
    "a list in front": f"Answer key: 1B 2B\n\n{UNKEYED}",
    "a list in front, a line each": f"Answer key\n1. B\n2. B\n\n{UNKEYED}",
    "a list with semicolons": f"{UNKEYED}\nCorrig\u00e9 : 1-B ; 2-B\n",
    "a list with slashes": f"{UNKEYED}\nAnswers: 1b/2b\n",
    "a list with a word between": f"{UNKEYED}\nAnswers: 1 B and 2 B\n",
    "a list with arrows": f"{UNKEYED}\nAnswers: 1\u2192B, 2\u2192B\n",
    "a list with bullets": f"{UNKEYED}\n## Answer Key\n* **1:** B\n* **2:** B\n",
    "a list with labels": f"{UNKEYED}\nCorrig\u00e9\nQuestion 1 : r\u00e9ponse b\nQuestion 2 : r\u00e9ponse b\n",
    "a list with reasons": f"{UNKEYED}\nKey\n1. B\nThe first line says so.\n\n2. B\nExplanation: see it.\n",
    "a list with roman options": f"{ROMAN}\nAnswers\n1) ii\n2) ii\n",
    "a list with roman options in a row": f"{ROMAN}\nKey: 1 - (ii), 2 - (ii)\n",
    "a list with roman questions and numbered options": typed("{0}. {1}", "", "R{0}. {1}")
    .replace("\nA.", "\n1.")
    .replace("\nB.", "\n2.")
    .replace("\nC.", "\n3.")
    .replace("R1.", "I.")
    .replace("R2.", "II.")
    + "\nKey\nI. 2\nII. 2\n",
    "a Chinese list": f"{UNKEYED}\n\u3010\u53c2\u8003\u7b54\u6848\u30111\u20142 BB\n",
    "a Chinese list with explanations": f"{UNKEYED}\n\u7b54\u6848\uff1a\n1.\u3010\u7b54\u6848\u3011B\n"
    "\u3010\u89e3\u6790\u3011\u7b2c\u4e00\u884c\u3002\n2.\u3010\u7b54\u6848\u3011B\n",
    "a Korean list": RINGED + "\n<\uc815\ub2f5>\n1. \u2461 2. \u2461\n",
    "a Korean list with explanations": RINGED
    + "\n\uc815\ub2f5 \ubc0f \ud574\uc124\n1. \u2461 \uccab \uc904.\n2. \u2461 \ub05d.\n",
    "a quotation below it": typed(key="Answer: {0}\n> The first line says so."),
    "what test banks add": typed(key="answer: {0}\nlocked: c"),
}
PASTED = {
    "a form of Google": typed("{1}", "Answer: {1}", "{0}. {1} *\n1 point\nMark only one oval."),
    "a form of Microsoft": typed("\u25ef   {1}", "Answer: {1}", "{0}. {1} (1 Point) *"),
    "a quiz of Moodle": typed(
        "{0}. {1}",
        "Feedback\nYour answer is correct.\nThe correct answer is: {1}",
        "Question {0}\nCorrect\nMark 1.00 out of 1.00\nFlag question\nQuestion text\n{1}\nSelect one:",
    ),
    "points in German": typed(number="{0}. {1} (1 P.)"),
    "points in Korean": typed(number="{0}. {1} [1\uc810]"),
    "a number in French": typed(number="Question n\u00b0 {0} \u2013 {1}"),
    "a tick and crosses": typed("\u2718 {1}", "")
    .replace("\u2718 a light", "\u2714 a light")
    .replace("\u2718 in 1987", "\u2714 in 1987"),
}
HEADS = (
    "Time: 45 minutes",
    "Time allowed: 45 minutes   Total: 20 marks",
    "Duration: 1 hour",
    "Total: 20 marks",
    "Total marks: 20",
    "Total ___ / 20",
    "Date: 12 May 2026",
    "Datum: 12.5.2026",
    "Teacher: Ms Bell",
    "Class: 9B",
    "Klasse: 9b",
    "Subject: English",
    "Level: B1",
    "Grade 9",
    "Version A",
    "Exam code: 0510/12",
    "School year 2025/26",
    "\u00a9 2026 Northern School",
    "PART 1",
    "Section I",
    "Part A: Reading (20 points)",
    "Unit 7 \u2013 Reading",
    "Reading passage 1",
    "Reading Comprehension",
    "English Test",
    "Year 9 Reading Test",
    "Spring Term Exam 2026",
    "A",
    "There is one mark for each question.",
    "You have 45 minutes.",
    "Circle the correct letter.",
    "Good luck!",
    "Do not open this booklet until you are told to do so.",
    "Answer all questions.",
    "Use a pencil.",
    "Write your answers on the answer sheet.",
    "Dictionaries may not be used.",
    "For questions 1-2, choose the answer (A, B or C) which you think fits best according to the text.",
    "Lesen Sie den Text und kreuzen Sie an.",
    "Cochez la bonne r\u00e9ponse.",
    "[1~2] \ub2e4\uc74c \uae00\uc744 \uc77d\uace0 \ubb3c\uc74c\uc5d0 \ub2f5\ud558\uc2dc\uc624.",
    "Questions 1\u20132",
)
KEY_WORDS = {
    "Greek": ("\u03b1\u03b2\u03b3", "\u0391\u03c0\u03ac\u03bd\u03c4\u03b7\u03c3\u03b7"),
    "Russian": ("\u0430\u0431\u0432", "\u041e\u0442\u0432\u0435\u0442"),
    "Hebrew": ("\u05d0\u05d1\u05d2", "\u05ea\u05e9\u05d5\u05d1\u05d4"),
    "Arabic": ("\u0623\u0628\u062c", "\u0627\u0644\u0625\u062c\u0627\u0628\u0629"),
    "Arabic, as a dictionary is sorted": ("\u0627\u0628\u062a", "\u0627\u0644\u0625\u062c\u0627\u0628\u0629"),
    "Persian": (("\u0627\u0644\u0641", "\u0628", "\u062c"), "\u067e\u0627\u0633\u062e"),
    "Korean": ("\uac00\ub098\ub2e4", "\uc815\ub2f5"),
    "Chinese": ("\u7532\u4e59\u4e19", "\u7b54\u6848"),
    "Thai": ("\u0e01\u0e02\u0e04", "\u0e04\u0e33\u0e15\u0e2d\u0e1a"),
    "Hindi": ("\u0915\u0916\u0917", "\u0909\u0924\u094d\u0924\u0930"),
    "Russian letters that look Latin": ("\u0410B\u0421", "Answer"),
    "Latin letters that look Russian": ("a\u0431\u0432", "\u041e\u0442\u0432\u0435\u0442"),
}


def in_alphabet(letters: Sequence[str], text: str) -> str:
    """Type an exam with other letters before its options and in its keys."""
    for latin, own in zip("ABC", letters, strict=True):
        text = re.sub(rf"(?m)(?<![^\W\d]){latin}(?=[.)]|$|, )", own, text)
    return text


ALPHABETS = {}
for _name, (_own, _word) in KEY_WORDS.items():
    ALPHABETS[f"{_name}, a key below each"] = in_alphabet(_own, typed(key=f"{_word}: {{0}}"))
    ALPHABETS[f"{_name}, brackets in a row"] = in_alphabet(_own, typed("{0}) {1}", f"{_word}: {{0}}", between=" "))
    ALPHABETS[f"{_name}, with the text"] = in_alphabet(_own, typed("({0}) {1}", f"{_word}: {{0}}) {{1}}"))
    ALPHABETS[f"{_name}, a list of keys"] = in_alphabet(_own, f"{UNKEYED}\n{_word}: 1 - B, 2 - B\n")
    ALPHABETS[f"{_name}, a list of lines"] = in_alphabet(_own, f"{UNKEYED}\n{_word}\n1. B\n2. B\n")
SHAPES = {**LETTERS, **ALPHABETS, **RIGHT, **NUMBERS, **KEYS, **PASTED} | {
    head: f"{head}\n\n{typed()}" for head in HEADS
}


def exam_of(text: str, folder: Path) -> Dataset:
    path = folder / "exam.txt"
    path.write_text(text, encoding="utf-8")
    return read(path, passage_needed=False)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_exam_is_read_alike_in_every_shape(shape: str, tmp_path: Path) -> None:
    exam = exam_of(SHAPES[shape], tmp_path)
    read_as = [
        (item.question.replace("\n", " ").replace("\uff1f", "?"), item.options, item.answer_letter) for item in exam
    ]
    assert read_as == list(QUESTIONS)
    assert {item.passage for item in exam} == {TEXT}
    assert not exam.skipped


def test_a_passage_keeps_what_looks_like_a_letter_of_another_alphabet(tmp_path: Path) -> None:
    initials = "\u0410. \u0421. \u041f\u0443\u0448\u043a\u0438\u043d"
    text = f"{initials}, \u0432 1987 \u0433.\n\n\u0432 1987 \u0433. \u0430 \u0438 \u0431"
    shape = in_alphabet("\u0430\u0431\u0432", typed()).replace(TEXT, f"{TEXT} {text}")
    assert exam_of(shape, tmp_path)[0].passage == f"{TEXT} {text}"


@pytest.mark.parametrize("head", HEADS)
def test_lines_of_the_exam_right_above_the_text_are_no_part_of_it_either(head: str, tmp_path: Path) -> None:
    assert {item.passage for item in exam_of(f"{head}\n{typed()}", tmp_path)} == {TEXT}


def test_every_line_above_the_text_is_judged_by_itself_and_told(tmp_path: Path) -> None:
    head = "Year 9 Reading Test\nTime: 45 minutes   Total: 20 marks\nRead each text carefully.\n\nTEXT 1: The lamp\n"
    exam = exam_of(f"{head}\n{typed()}", tmp_path)
    assert {item.passage for item in exam} == {f"The lamp\n\n{TEXT}"}
    [note] = notes_of(exam.notes)
    assert "line 1: \u201cYear 9 Reading Test\u201d" in note


@pytest.mark.parametrize(
    "passage",
    [
        f"Date: 12 May 2026\n\nFrom: Ida\n\nSubject: The lamp\n\n{TEXT}",
        f"Teacher: Now, what did she keep?\n\nBoy: I know it.\n\n{TEXT}",
        f"The Lamp\n\n{TEXT}",
        f"1984\n\n{TEXT}",
        f"Time flies, said Ida, and looked at the sea.\n\n{TEXT}",
    ],
)
def test_a_title_a_letter_and_a_conversation_keep_their_first_lines(passage: str, tmp_path: Path) -> None:
    assert exam_of(typed().replace(TEXT, passage), tmp_path)[0].passage == passage


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("Answer: b. a lighthouse \u2013 see line 1", "see line 1"),
        ("Answer: B) a lighthouse. The text says so.", "The text says so"),
        ("Answer: B\n> See line 1.", "See line 1."),
        ("Answer: B\nSee line 1.", "See line 1."),
        ("Answer: B\nExplanation: see line 1,\nand line 2.", "see line 1, and line 2."),
        ("\nKey\n1. B\nSee line 1.", "See line 1."),
    ],
)
def test_the_reason_behind_a_key_is_its_feedback(key: str, reason: str, tmp_path: Path) -> None:
    assert (
        exam_of(f"{TEXT}\n\n{_FIRST}\nA. a farm\nB. a lighthouse\n{key}\n", tmp_path)[0].metadata["feedback"] == reason
    )


@pytest.mark.parametrize("key", ["Answer: A. a lighthouse \u2013 line 1", "Answer: A tower", "Answer: D. a lighthouse"])
def test_a_letter_with_the_text_of_another_option_is_no_key(key: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="is not one of A\u2013C"):
        exam_of(f"{TEXT}\n\n{_FIRST}\nA. a farm\nB. a lighthouse\nC. a shop\n{key}\n", tmp_path)


def test_a_sign_at_the_last_option_does_not_join_it_to_the_one_before(tmp_path: Path) -> None:
    text = typed(key="").replace("\nC. ", "\n#C. ")
    assert [(item.options[2], item.answer) for item in exam_of(text, tmp_path)] == [("a shop", 2), ("in 1997", 2)]


def test_a_text_right_below_a_key_is_the_next_passage_where_it_is_long_enough(tmp_path: Path) -> None:
    first, second = typed().split("\n\n2. ")
    assert [item.passage for item in exam_of(f"{first}\n{TEXT} So it ended.\n\n2. {second}", tmp_path)] == [
        TEXT,
        f"{TEXT} So it ended.",
    ]


def test_the_points_of_a_question_are_no_part_of_its_text_and_points_as_options_stay(tmp_path: Path) -> None:
    text = f"{TEXT}\n\n1. (2 points) How much is it?\n1 point\n2 points\n3 points\nAnswer: 2 points\n"
    [item] = exam_of(text, tmp_path)
    assert (item.question, item.options, item.metadata) == (
        "How much is it?",
        ("1 point", "2 points", "3 points"),
        {"points": "2"},
    )


@pytest.mark.parametrize("number", ["Question {0} (2 points)", "Question {0}: (2 points)", "{0}. (2 points)"])
def test_points_behind_a_number_that_has_its_own_line_are_no_title(number: str, tmp_path: Path) -> None:
    exam = exam_of(typed(number=number + "\n{1}"), tmp_path)
    assert [dict(item.metadata) for item in exam] == [{"points": "2"}, {"points": "2"}]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (("Feedback", "Praise", "Money"), "Money"),
        (("Correct", "Incorrect"), "Correct"),
        (("A, B", "B, C", "C, D"), "A, B"),
        (("A+", "B+", "C+"), "B+"),
    ],
)
def test_options_that_look_like_marks_are_options(options: tuple[str, ...], key: str, tmp_path: Path) -> None:
    [item] = exam_of(f"{TEXT}\n\n1. Which?\n" + "\n".join((*options, f"Answer: {key}\n")), tmp_path)
    assert (item.options, item.options[item.answer or 0], item.metadata) == (options, key, {})


def test_labels_of_a_question_without_a_number_are_no_part_of_it(tmp_path: Path) -> None:
    asked = "type: {}\nstem: What did Ida keep?\nA. a farm\nB. a lighthouse\nanswer: B\nlocked: c\n\n"
    exam = exam_of(f"{TEXT}\n\n{asked.format('mc_v')}{asked.format('ma')}", tmp_path)
    assert [(item.question, item.passage) for item in exam] == [("What did Ida keep?", TEXT)]
    assert [left.reason.code for left in exam.skipped] == ["left-several"]


def test_bare_letters_of_which_one_is_missing_stay_text(tmp_path: Path) -> None:
    text = f"{TEXT}\n\n1. What did Ida keep?\nA farm\nA lighthouse\nB movies\nAnswer: A lighthouse\n"
    assert exam_of(text, tmp_path)[0].options == ("A farm", "A lighthouse", "B movies")


TEXT2QTI = f"""\
Quiz title: Reading
Text title: The lamp
Text: {TEXT}

1. What did Ida keep?
... Read line 1.
*a) A lighthouse
... She did.
b) A farm

GROUP
pick: 1
points per question: 1
2. When did it end?
a) 1977
*b) 1987
END_GROUP
"""


def test_a_file_of_text2qti_is_read_without_its_settings_and_with_its_feedback(tmp_path: Path) -> None:
    first, second = exam_of(TEXT2QTI, tmp_path)
    assert (first.question, first.options, first.answer) == ("What did Ida keep?", ("A lighthouse", "A farm"), 0)
    assert (first.metadata["feedback"], first.metadata["feedback_a"]) == ("Read line 1.", "She did.")
    assert (second.question, second.options, second.answer) == ("When did it end?", ("1977", "1987"), 1)
    assert {first.passage, second.passage} == {TEXT}


def test_what_sets_a_quiz_of_text2qti_is_named_as_left_out(tmp_path: Path) -> None:
    notes = notes_of(exam_of(TEXT2QTI, tmp_path).notes)
    assert any(
        "the settings of the quiz are left out: pick: 1, points per question: 1. Every" in note for note in notes
    )


AMC = f"""\
# AMC-TXT source
PaperSize: A4

*( {TEXT}

*[id=keep] What did Ida keep?
- a farm
+ a lighthouse
- a shop

*{{b=2}} When did the machine
come?
- in 1977
+ in 1987
- in 1997

** Which are true?
+ one
+ two

*<lines=4> Write about it.
- [O]{{0}} O
+ [T]{{1}} T
*)
"""


def test_auto_multiple_choices_plain_text_is_read_and_what_it_sets_is_named(tmp_path: Path) -> None:
    exam = exam_of(AMC, tmp_path)
    assert [(one.question.replace("\n", " "), one.options, one.answer_letter) for one in exam] == list(QUESTIONS)
    assert {item.passage for item in exam} == {TEXT}
    assert [left.reason.code for left in exam.skipped] == ["left-several", "left-essay"]
    assert any("PaperSize: A4, {b=2}" in note for note in notes_of(exam.notes))


EXAMVIEW = """\
TRUE/FALSE

 1. Ida kept a lighthouse.

ANS:  T    PTS:  1    DIF:  Easy

 2. The lamp was never replaced.

ANS:  F    PTS:  1    REF: p. 4

 3. The lamp fell in 1987.

ANS:  F, was replaced    PTS:  1

MULTIPLE CHOICE

 4. What did Ida keep?
a.\ta farm\tc.\ta shop
b.\ta lighthouse\td.\ta mill

ANS:  B    PTS:  1
"""
EXAMVIEW_KEYS_LAST = """\
True/False
Indicate whether the statement is true or false.

____ 1. Ida kept a lighthouse.

____ 2. The lamp was never replaced.

Multiple Choice
Identify the choice that best completes the statement or answers the question.

____ 3. What did Ida keep?
a. a farm\tc. a shop
b. a lighthouse\td. a mill

Answer Section

TRUE/FALSE

1. ANS: T\tPTS: 1
2. ANS: F\tPTS: 1

MULTIPLE CHOICE

3. ANS: B\tPTS: 1
"""


@pytest.mark.parametrize(("text", "left"), [(EXAMVIEW, ["left-no-letters"]), (EXAMVIEW_KEYS_LAST, [])])
def test_statements_of_examview_are_true_or_false(text: str, left: list[str], tmp_path: Path) -> None:
    one, two, what = exam_of(text, tmp_path)
    assert [(each.question, each.options, each.answer) for each in (one, two)] == [
        ("Ida kept a lighthouse.", ("True", "False"), 0),
        ("The lamp was never replaced.", ("True", "False"), 1),
    ]
    assert one.metadata["type"] == "true-false"
    assert (what.question, what.options[1], what.answer) == ("What did Ida keep?", "a lighthouse", 1)
    assert [each.reason.code for each in exam_of(text, tmp_path).skipped] == left


def test_what_explains_a_quiz_in_a_page_is_no_passage_of_the_next(tmp_path: Path) -> None:
    quiz = "<quiz>\nWho kept {0}?\n- [ ] Bo\n- [x] Ida\n\nLine 1 names her.\n</quiz>\n\n"
    exam = exam_of(f"{TEXT}\n\n{quiz.format('it')}{quiz.format('the lamp')}", tmp_path)
    assert [(item.question, item.answer, item.metadata["feedback"]) for item in exam] == [
        ("Who kept it?", 1, "Line 1 names her."),
        ("Who kept the lamp?", 1, "Line 1 names her."),
    ]
    assert {item.passage for item in exam} == {TEXT}


def test_mark_up_that_is_not_known_is_named_with_its_line_and_part_of_nothing(tmp_path: Path) -> None:
    exam = exam_of(f"{typed()}\n</reading>\n::: note\n", tmp_path)
    assert {item.passage for item in exam} == {TEXT}
    assert [(left.where.rpartition(", ")[2], left.reason.values["line"]) for left in exam.skipped] == [
        (f"line {typed().count(chr(10)) + 2}", "</reading>"),
        (f"line {typed().count(chr(10)) + 3}", "::: note"),
    ]


@pytest.mark.parametrize("heading", ["\u041e\u0442\u0432\u0435\u0442\u044b:", "Gabarito"])
def test_a_heading_over_a_list_of_keys_is_none_of_questions_after_it(heading: str, tmp_path: Path) -> None:
    exam = exam_of(f"{UNKEYED}\n{heading}\n\n1. B\n2. B\n", tmp_path)
    assert [item.answer for item in exam] == [1, 1]
    assert not exam.notes


def test_a_row_of_all_numbers_above_a_row_of_letters_is_a_list_of_keys(tmp_path: Path) -> None:
    assert [item.answer for item in exam_of(f"{UNKEYED}\n1 2\nB B\n", tmp_path)] == [1, 1]
    assert [item.answer for item in exam_of(f"{typed()}\n1 2\nA A\n", tmp_path)] == [1, 1]
    with pytest.raises(DataError, match="left-key-list"):
        exam_of(f"{UNKEYED}\n1  2\nno letters\n", tmp_path)


def test_prose_is_not_searched_for_the_letters_of_every_alphabet(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    monkeypatch.setattr(markdown, "_labels", lambda _label, _latin, text: searched.append(text) or [])
    prose = "\u0434\u043e\u043c \u0431, \u05d0\u05d1 \u03b2 \uac00\ub098 \u062c"
    markdown.in_latin([Line(prose), Line("\u0430) \u0434\u043e\u043c"), Line("\u0431) \u0441\u0430\u0434")])
    assert set(searched) == {"\u0430) \u0434\u043e\u043c", "\u0431) \u0441\u0430\u0434"}
    assert len(searched) == 4  # of Russian, and of letters that look like Latin ones


STEMS = ("Marta was looking for an", "What did Marta repair?", "The bakery is", "Where did she walk, and why?")
WITH_UNIT = ("({} marks)", "[{} points]", "({} pts)", "({} Punkte)", "[{} P.]", "({}p)", "({} mark)")
BARE = ("[{}]", "({})", "/{}", "/ {}")


def stems_of(stems: Sequence[str]) -> list[tuple[str, str | None]]:
    """Return what is read of stems: their texts and their points."""
    blocks = [f"{n}. {stem}\nA. ovens\nB. violins\nC. bags\nAnswer: B" for n, stem in enumerate(stems, start=1)]
    document = Document("exam.txt", "exam.txt", "\n\n".join([TEXT, *blocks, ""]).encode())
    items = [one.item for one in plain.read(document) if isinstance(one, PlacedItem)]
    return [(item.question, item.metadata.get("points")) for item in items]


@given(
    st.lists(st.tuples(st.sampled_from(STEMS), st.sampled_from(WITH_UNIT), st.integers(2, 9)), min_size=1, max_size=4)
)
def test_points_with_a_unit_are_no_part_of_any_question(drawn: list[tuple[str, str, int]]) -> None:
    expected = [(stem, str(points)) for stem, _, points in drawn]
    assert stems_of([f"{stem} {form.format(points)}" for stem, form, points in drawn]) == expected


@given(st.lists(st.tuples(st.sampled_from(STEMS), st.integers(2, 9)), min_size=3, max_size=5), st.sampled_from(BARE))
def test_a_number_at_the_end_of_most_questions_is_their_points(drawn: list[tuple[str, int]], form: str) -> None:
    numbers = [points for _, points in drawn]
    assume(len(set(numbers)) < len(numbers))  # gaps are numbered, each once
    expected = [*((stem, str(points)) for stem, points in drawn), ("Who walked?", None)]
    assert stems_of([*(f"{stem} {form.format(points)}" for stem, points in drawn), "Who walked?"]) == expected


@pytest.mark.parametrize(
    "stems",
    [
        ["The shop is in line (2)", "Where?", "Who?"],  # one of three: a note, or a place in the text
        ["Which word fits gap (1)", "Which word fits gap (2)", "Which word fits gap (3)"],
        ["Which word fits gap (7)", "Which word fits gap (8)", "Which word fits gap (9)"],
        ["Half of it is 1/2", "A third is 1/3", "A fifth is 1/5"],
        ["It opened in (1992)", "It closed in (2019)"],
        ["The letter has the mark (2nd)", "The way is (2 miles)"],
        ["Who wrote the note? [2]"],
    ],
)
def test_other_numbers_at_the_end_of_questions_stay(stems: list[str]) -> None:
    assert stems_of(stems) == [(stem, None) for stem in stems]
