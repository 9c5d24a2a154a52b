"""Aiken and plain text: passages, numbers, columns, stars and keys as people type them; contradictions are named."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.format import Document, Outcome, PlacedItem
from examfiles.items import LeftOut
from examfiles.readers import typed as plain
from examfiles.readers.lms import aiken
from examfiles.readers.typed.canonical import lettered
from examfiles.readers.typed.keys import key_places, pairs_in
from examfiles.readers.typed.line import Line, option_in, options_in
from examfiles.reasons import Reason
from examfiles.wording import skipped_lines

SAMPLES = Path(__file__).parent / "samples"
Reader = Callable[[Document], Iterator[Outcome]]


def outcomes(text: str, reader: Reader = plain.read) -> list[Outcome]:
    return list(reader(Document("exam.txt", "exam.txt", text.encode())))


def items(text: str) -> list[tuple[str, str, tuple[str, ...], int | None]]:
    found = [one.item for one in outcomes(text) if isinstance(one, PlacedItem)]
    return [(item.passage, item.question, item.options, item.answer) for item in found]


def test_aiken_gives_its_items_and_names_the_rest() -> None:
    exam = read(SAMPLES / "aiken.txt", format="aiken", passage_needed=False)
    assert [(item.id, item.answer) for item in exam] == [("aiken-1", 1), ("aiken-2", 0), ("aiken-5", 1)]
    assert exam[1].question == "Which of these is never baked here?\nRead the sign again."
    assert [sentence.split("aiken.txt, ")[1] for sentence in skipped_lines(exam.skipped)] == [
        "line 13: left out (2 of its options are right (A, B); one is expected)",
        "line 18: left out (it has no key: no ANSWER line follows ('Where is the mill?'))",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Who?\nA. Ann\nB. Bo\nANSWER: C", r"line 1: the key 'C' is not one of A–B and not the text of an option"),
        ("Who?\nA. Ann\nC. Bo\nANSWER: A", r"line 1: line 3 begins with C; expected option B"),
        ("ANSWER: A", r"line 1: found an ANSWER line without a question before it"),
    ],
)
def test_aiken_that_contradicts_itself_is_named_with_its_line(text: str, message: str) -> None:
    (error,) = outcomes(text, aiken.read)
    assert isinstance(error, DataError)
    with pytest.raises(DataError, match=message):
        raise error


@pytest.mark.parametrize("lines", [26, 27, 40])
def test_more_lines_without_letters_than_there_are_letters_are_still_read(tmp_path: Path, lines: int) -> None:
    options = "".join(f"person {number}\n" for number in range(lines))
    text = f"Ann sat.\n\n1. Who sat?\n{options}Answer: A\n\n2. Who ran?\nAnn\nBo\nAnswer: B\n"
    (tmp_path / "exam.txt").write_text(text, "utf-8")
    first, second = read(tmp_path / "exam.txt")
    assert first.options[25].startswith("person 25")
    assert (len(first.options), first.answer, second.answer) == (26, 0, 1)


@pytest.mark.parametrize(
    "typed",
    [
        "1. Who sat?  A. Ann  B. Bo",
        "1. Who sat?\nA. Ann\nB. Bo",
        "1. Who sat?\nA. Ann B. Bo",
        "Who sat? (a) Ann (b) Bo",
        "Who sat? a) Ann b) Bo",
    ],
)
def test_where_some_options_have_letters_lists_of_another_kind_are_no_options(typed: str) -> None:
    lines = [Line(text) for text in f"{typed}\n\nWhat was there?\n- a boat\n- a goat".split("\n")]
    assert lettered(lines) == lines
    assert [line.text for line in lettered(lines[-3:])] != [line.text for line in lines[-3:]]


def test_aiken_is_told_from_plain_text_by_its_blank_lines_and_numbers(tmp_path: Path) -> None:
    clean = "Who?\nA. Ann\nB. Bo\nANSWER: A\n\nWhere?\nA) here\nB) there\nANSWER: B\n"
    for text, expected in ((clean, "aiken"), ("A long text.\n\n" + clean, "text"), ("1. " + clean, "text")):
        path = tmp_path / "exam.txt"
        path.write_text(text, encoding="utf-8")
        assert read(path, passage_needed=False).format == expected


def test_a_typed_exam_is_read_with_its_passages_and_its_keys_wherever_they_stand() -> None:
    exam = read(SAMPLES / "typed.txt")
    assert [(item.id, item.answer_letter) for item in exam] == [
        ("1", "B"),
        ("2", "A"),
        ("3", "B"),
        ("4", "A"),
        ("6", "A"),
    ]
    assert exam[0].passage.startswith("The bridge over the Weir")
    assert exam[0].passage.endswith("free of charge.")
    assert exam[3].passage == exam[4].passage
    assert exam[3].passage.startswith("Anna's garden")
    assert exam[1].options == ("by ferry", "by train", "not at all")  # in columns, on one line
    assert exam[2].question == "Who pays for the ferry,\naccording to the text?"
    assert exam[2].options[1] == "nobody, as far as we are told"  # a star is the key, and the line goes on
    [left] = skipped_lines(exam.skipped)
    assert left.endswith(
        "line 32 (question 5): left out (no options were recognised: if it is an open question, nothing is wrong; "
        "if it has options, begin each with its letter, as in A. red)"
    )


def test_every_line_is_a_paragraph_in_a_file_saved_by_a_word_processor() -> None:
    exam = read(SAMPLES / "from-word.txt")
    assert [item.question for item in exam] == [
        "What is in the first room?",
        "Why do visitors see no clocks in the last room?",
        "What does Paul do with most of the honey?",
    ]
    assert exam[0].passage.count("\n\n") == 1
    assert exam[2].passage.startswith("Paul has kept bees")
    assert [item.answer for item in exam] == [0, 1, 1]


def test_a_paragraph_that_holds_text_and_question_together_is_a_question_whole() -> None:
    text = "Ann sat on a mat.\nWho sat?\nA. Ann\nB. Bo\nAnswer: A"
    assert items(text) == [("", "Ann sat on a mat.\nWho sat?", ("Ann", "Bo"), 0)]


@pytest.mark.parametrize("key", ["1. A 2. B", "1-A, 2-B", "1) a\n2) b", "1: A; 2: B.", "(none)"])
def test_a_key_at_the_end_may_be_typed_in_many_ways(key: str) -> None:
    text = f"1. Who?\nA. Ann\nB. Bo\n\n2. Where?\nA. here\nB. there\n\nAnswers:\n{key}"
    expected = [] if key == "(none)" else [0, 1]
    assert [answer for *_, answer in items(text)] == expected


def test_numbers_that_start_again_are_answered_in_order() -> None:
    text = "1. Who?\nA. Ann\nB. Bo\n\nMore text.\n\n1. Where?\nA. here\nB. there\n\nKey\n1. A\n1. B"
    assert [answer for *_, answer in items(text)] == [0, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. Who?\nA. Ann\nB. Bo\nANSWER: D", r"line 1 \(question 1\): the key 'D' is not one of A–B"),
        ("1. Who?\nA. Ann\nB. Bo\nANSWER: Cy", r"the key 'Cy' is not one of A–B and not the text of an option"),
        ("1. Who?\nA. Ann\nB. Bo\nANSWER: A\n\nKey\n1. B", r"found two keys, A and B; expected one"),
        ("1. Who?\n*A. Ann\nB. Bo\nANSWER: B", r"found two keys, B and A; expected one"),
        ("1. Who?\nA. Ann\nB. Bo\n\nKey\n1. A\n7. B", r"line 7: the key names question 7; no question has that number"),
        ("1. Who?\nA. Ann\nB. Bo\n\nKey\n1. A\n1. B", r"line 7: question 1 has two keys in the list of answers"),
        ("1. Who?\nA. Ann\nC. Bo\nANSWER: A", r"line 3 begins with C; expected option B"),
    ],
)
def test_keys_that_contradict_or_name_nothing_are_errors_with_their_line(text: str, message: str) -> None:
    errors = [one for one in outcomes(text) if isinstance(one, DataError)]
    assert len(errors) == 1
    with pytest.raises(DataError, match=message):
        raise errors[0]


def test_where_a_list_of_keys_has_numbers_a_letter_without_one_is_no_key() -> None:
    asked = "\n\n".join(f"{number}. Who sat?\nA. Ann\nB. Bo" for number in (1, 2, 3))
    found = outcomes(f"{asked}\n\nAnswers\n1. B\n2. A\nB")
    assert [one.item.answer for one in found if isinstance(one, PlacedItem)] == [1, 0]
    assert [one.reason.code for one in found if isinstance(one, LeftOut)] == ["left-no-key"]


def test_a_list_of_keys_may_come_again_after_a_line_of_text() -> None:
    asked = "\n\n".join(f"{number}. Who sat?\nA. Ann\nB. Bo" for number in (1, 2))
    found = outcomes(f"{asked}\n\n1. B  2. A\n\nThe key once more, for the second teacher.\n1. B  2. A")
    assert [one.item.answer for one in found if isinstance(one, PlacedItem)] == [1, 0]
    assert not [one for one in found if isinstance(one, LeftOut | DataError)]


def test_the_same_questions_may_have_a_few_lists_of_keys_and_not_hundreds() -> None:
    exam, key = "1. Who?\nA. Ann\nB. Bo\n\n2. Where?\nA. here\nB. there\n", "\nOnce more:\n\nKey\n1. A 2. B\n"
    assert [answer for *_, answer in items(exam + 20 * key)] == [0, 1]
    with pytest.raises(DataError, match="line 111: another list of keys for the same questions, after 20 of them"):
        items(exam + 200 * key)


def test_a_question_without_a_key_is_left_out_and_one_that_names_several_too() -> None:
    assert outcomes("1. Who?\nA. Ann\nB. Bo") == [LeftOut("exam.txt, line 1 (question 1)", Reason("left-no-key"))]
    (several,) = outcomes("1. Who?\nA. Ann\nB. Bo\nC. Cy\nAnswer: A and C")
    assert several.reason == Reason("left-many-right", {"right": 2, "options": "A, C"})


def test_an_answer_that_is_left_open_is_no_list_of_keys_unless_it_ends_the_exam() -> None:
    one, two = "1. Who?\nA. Ann\nB. Bo", "2. And?\nA. Ann\nB. Bo"
    without = LeftOut("exam.txt, line 6 (question 2)", Reason("left-no-key"))
    assert outcomes(f"{one}\nAnswer: A\n\n{two}\nAnswer:\n\nGood luck!")[1:] == [without]
    unread, *_ = outcomes(f"{one}\n\n{two}\n\nAnswer:\nsee the board")
    assert unread == LeftOut("exam.txt, line 9", Reason("left-key-list", {"line": "Answer:"}), questions=0)


def test_an_interview_and_a_story_keep_their_words() -> None:
    interview = "Q: Why did you paint it?\nA: Because it rained.\nQ: And then?\nA: Then it dried."
    asked = "1. Who?\nA. Ann\nB. Bo\nAnswer: A"
    assert items(f"{interview}\n\n{asked}")[0][0] == interview
    story = "Anna slept.\nThe end."
    assert [passage for passage, *_ in items(f"{story}\n\n{asked}\n\n{story}\n\n{asked}")] == [story, story]


def test_decimals_at_the_start_of_questions_are_no_numbers_within_a_section() -> None:
    options = "A. Ann\nB. Bo\nAnswer: A"
    read = items(f"A text.\n\n2.5 million of what?\n{options}\n\n3.5 million of whom?\n{options}")
    assert [question for _, question, *_ in read] == ["2.5 million of what?", "3.5 million of whom?"]


def test_a_number_at_the_start_of_a_sentence_is_no_question_where_none_is_numbered() -> None:
    text = "3. place went to Ann.\n\nWho was third?\nA. Ann\nB. Bo\nAnswer: A"
    assert items(text) == [("3. place went to Ann.", "Who was third?", ("Ann", "Bo"), 0)]


def test_numbered_statements_in_a_question_are_no_options() -> None:
    (item,) = items("Ann sat.\n\n1. Which is true?\nI. Ann sat.\nII. Ann ran.\nA. I only\nB. II only\nAnswer: A")
    assert item == ("Ann sat.", "Which is true?\nI. Ann sat.\nII. Ann ran.", ("I only", "II only"), 0)


def test_lines_are_told_to_be_options_or_not() -> None:
    for line in ("A. x", "a) x", "(A) x", "[a] x", "A: x", "A.x", "A、x"):
        found = option_in(line)
        assert found is not None
        assert (found.letter, found.text) == ("A", "x")
    for line in ("U.S. ships", "a.m. or p.m.", "Ann. Bo.", "1. x", "A", ""):
        assert option_in(line) is None
    starred = option_in("B. x *")
    assert starred is not None
    assert (starred.text, starred.starred) == ("x", True)
    assert [option.text for option in options_in("A. red  B. dark  blue\tC. C. Brown")] == [
        "red",
        "dark  blue",
        "C. Brown",
    ]
    assert [option.text for option in options_in("C. It was new. D. It was red.")] == ["It was new.", "It was red."]
    assert len(options_in("A. We met Dr. B. Smith")) == 1
    assert pairs_in("1. A  2: b") == ((1, "A"), (2, "B"))
    assert pairs_in("1. Answer") is None


def test_a_key_names_letters_or_the_text_of_an_option() -> None:
    options = ("Ann", "Bo", "C")
    assert key_places("b", options) == (1,)
    assert key_places("(B)", options) == (1,)
    assert key_places("bo", options) == (1,)
    assert key_places("B. Bo", options) == (1,)
    assert key_places("AC", options) == (0, 2)
    assert key_places("A, B", options) == (0, 1)
    with pytest.raises(DataError, match="the key 'Dora' is not one of A–C"):
        key_places("Dora", options)


RESPONDUS = """Mina and Pip rowed to the island in May, and the heron that lived there came along to the mill in June.

Title: The boat
1) Who rowed?
~ See the first line.
a. The heron
@ No, it came along.
*b. Mina and Pip
@ Yes.
@ Both of them.
c. Nobody
Title: The month
2) When did they row to the island?
*a. In May
b. In June

Type: MR
3) Who came to the mill?
*a. Mina
*b. The heron

Type: E
4) Why did they row?
a. To see the heron.
"""


def test_a_line_above_the_questions_that_ends_as_no_sentence_is_the_title_and_no_passage() -> None:
    asked = "1. She ___ to school.\nA) go\nB) goes\nAnswer: B\n"
    [(passage, question, *_)] = items(f"English Grammar and Vocabulary, Class 8b\n\n{asked}")
    assert (passage, question) == ("", "She ___ to school.")
    [(passage, *_)] = items(f"The keeper of the lock sold eggs.\n\n{asked}")
    assert passage == "The keeper of the lock sold eggs."


def test_a_test_bank_s_titles_types_and_feedback_are_no_part_of_questions_and_options() -> None:
    found = outcomes(RESPONDUS)
    first, second = [one.item for one in found if isinstance(one, PlacedItem)]
    assert (first.question, first.options, first.answer) == ("Who rowed?", ("The heron", "Mina and Pip", "Nobody"), 1)
    assert first.metadata == {
        "title": "The boat",
        "feedback": "See the first line.",
        "feedback_a": "No, it came along.",
        "feedback_b": "Yes. Both of them.",
    }
    assert (second.options, second.metadata) == (("In May", "In June"), {"title": "The month"})
    assert first.passage == second.passage == RESPONDUS.splitlines()[0]
    assert [one.reason.code for one in found if isinstance(one, LeftOut)] == ["left-several", "left-essay"]


def test_questions_that_a_list_of_keys_names_do_not_become_prose_again(tmp_path: Path) -> None:
    (tmp_path / "exam.txt").write_text("1.\n2.\nAnswer\n|Question|A|B||\n|nn|o|A|")  # ended in an IndexError
    with pytest.raises(DataError, match="none of the 4 can be used"):
        read(tmp_path / "exam.txt")
