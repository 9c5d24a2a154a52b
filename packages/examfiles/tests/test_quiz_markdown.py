"""Quizzes in Markdown as tools of their own write them: quizdown, LiaScript, Obsidian, Kramdown."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.format import Document, Outcome, PlacedItem, Sample
from examfiles.items import Item, LeftOut
from examfiles.readers.typed import read, sniff

TEXT = (
    "The ferry to Orlo leaves twice a day. On Sundays it stays in the harbour, and the crew mends nets until dusk. "
    "Nobody has missed it since the bell was hung on the pier."
)
WORDS = st.sampled_from(("nets", "a bell", "the pier", "on Sundays", "an old boat", "goats", "letters", "blue paint"))
QUESTIONS = st.lists(
    st.tuples(st.lists(WORDS, min_size=2, max_size=4, unique=True), st.integers(0, 1)), min_size=1, max_size=4
)
Write = Callable[[str, Sequence[str], int], str]


def outcomes(text: str) -> list[Outcome]:
    assert sniff(Sample("quiz.md", text.encode()))
    return list(read(Document("quiz.md", "quiz.md", text.encode())))


def items(text: str) -> list[Item]:
    return [outcome.item for outcome in outcomes(text) if isinstance(outcome, PlacedItem)]


def left(text: str) -> list[str]:
    return [outcome.reason.code for outcome in outcomes(text) if isinstance(outcome, LeftOut)]


def marked(options: Sequence[str], right: int, yes: str, no: str) -> str:
    return "".join(f"{yes if at == right else no} {option}\n" for at, option in enumerate(options))


def obsidian(question: str, options: Sequence[str], right: int) -> str:
    lettered = [f"{letter}) {option}" for letter, option in zip("abcd", options, strict=False)]
    shown = "".join(f"> {option}\n" for option in lettered)
    return f"> [!question] {question}\n{shown}>> [!success]- Answer\n>> {lettered[right]}\n"


TOOLS: dict[str, Write] = {
    "quizdown, numbered": lambda question, options, right: (
        f"# {question}\n\n{marked(options, right, '1. [x]', '1. [ ]')}"
    ),
    "quizdown, with a hint": lambda question, options, right: (
        f"# {question}\n\n> Think of the week.\n\n{marked(options, right, '- [x]', '- [ ]')}"
    ),
    "LiaScript": lambda question, options, right: f"{question}\n\n{marked(options, right, '[(X)]', '[( )]')}",
    "LiaScript, with its solution": lambda question, options, right: (
        f"{question}\n\n{marked(options, right, '    [(X)]', '    [( )]')}***\n\nThe text says so.\n\n***\n"
    ),
    "LiaScript, a list": lambda question, options, right: (
        f"{question}\n\n[[{'|'.join(f'({one})' if at == right else one for at, one in enumerate(options))}]]\n"
    ),
    "Obsidian": obsidian,
    "Kramdown": lambda question, options, right: f"{{:.quiz}}\n{question}\n{marked(options, right, '- (x)', '- ( )')}",
    "Kramdown, attributes below": lambda question, options, right: (
        f"{question}\n\n{marked(options, right, '- (x)', '- ( )')}{{: .quiz #one}}\n"
    ),
}


@pytest.mark.parametrize("tool", TOOLS)
@given(questions=QUESTIONS)
def test_the_questions_of_each_tool_are_read_with_their_keys_and_the_text_above(
    tool: str, questions: list[tuple[list[str], int]]
) -> None:
    asked = [f"What comes on day {number}?" for number, _ in enumerate(questions, start=1)]
    parts = [TOOLS[tool](question, *one) for question, one in zip(asked, questions, strict=True)]
    exam = items(f"{TEXT}\n\n" + "\n".join(parts))
    assert [(item.question, item.options, item.answer, item.passage) for item in exam] == [
        (question, tuple(options), right, TEXT) for question, (options, right) in zip(asked, questions, strict=True)
    ]


@pytest.mark.parametrize("bullets", [("1.", "2.", "3."), ("-", "-", "-"), ("*", "*", "*")])
@pytest.mark.parametrize("head", ["#### Q1. ", "1. ", "### "])
def test_of_two_lists_under_one_question_the_boxes_are_its_options(bullets: Sequence[str], head: str) -> None:
    entries = ("the bell", "the nets", "the pier")
    listed = "\n".join(f"{bullet} {entry}" for bullet, entry in zip(bullets, entries, strict=True))
    first, *_ = items(f"{head}Which of these is mended?\n\n{listed}\n\n- [ ] 1 and 2\n- [x] 2 only\n- [ ] 3 only\n")
    shown = "; ".join(entries if bullets[0] in "-*" else (f"{b} {e}" for b, e in zip(bullets, entries, strict=True)))
    assert (first.question, first.options, first.answer) == (
        f"Which of these is mended ({shown})?",
        ("1 and 2", "2 only", "3 only"),
        1,
    )


def test_what_is_said_of_a_box_is_its_feedback() -> None:
    [item] = items("# When?\n\n1. [ ] Monday\n   > No, nets.\n1. [x] Sunday\n   > Yes.\n")
    assert item.options == ("Monday", "Sunday")
    assert (item.metadata["feedback_a"], item.metadata["feedback_b"]) == ("No, nets.", "Yes.")


def test_a_list_within_a_sentence_is_a_gap() -> None:
    exam = items("The crew mends [[ bells | (nets) ]] and hears [[ (a bell) | a goat | rain ]].\n")
    assert [(item.question, item.options, item.answer) for item in exam] == [
        ("The crew mends ______ and hears a bell.", ("bells", "nets"), 1),
        ("The crew mends nets and hears ______.", ("a bell", "a goat", "rain"), 0),
    ]


CHOICE = "\nWhen?\n\n[(X)] now\n[( )] later\n"
MATCHING = "> [!question] Match.\n>> [!example] Group A\n>> a) nets\n>> [!success]- Answer\n>> a) -> n)\n"
SEVERAL = "> [!question] Which?\n> a) nets\n> b) bells\n> c) goats\n>> [!success]- Answer\n>> a) nets\n>> c) goats\n"
CALLOUT = "\n> [!question] When?\n> a) now\n> b) later\n>> [!success]- Answer\n>> a) now\n"


@pytest.mark.parametrize(
    ("quiz", "reason"),
    [
        (f"What is mended?\n\n[[nets]]\n{CHOICE}", "left-short-answer"),
        (f"What is true?\n\n[[X]] this\n[[ ]] that\n[[X]] both\n{CHOICE}", "left-many-right"),
        (f"> [!question] The crew mends `____`.\n>> [!success]- Answer\n>> nets\n{CALLOUT}", "left-blanks"),
        (f"> [!question] What is mended?\n>> [!success]- Answer\n>> nets\n{CALLOUT}", "left-short-answer"),
        (f"{MATCHING}{CALLOUT}", "left-matching"),
        (f"{SEVERAL}{CALLOUT}", "left-many-right"),
    ],
)
def test_questions_of_other_kinds_are_left_out_by_their_kind(quiz: str, reason: str) -> None:
    assert left(quiz) == [reason]
    assert [item.question for item in items(quiz)] == ["When?"]


def test_a_callout_with_a_verdict_is_a_statement() -> None:
    [first, _] = items(f"> [!question] The bell hangs on the pier.\n>> [!success]- Answer\n>> True\n{CALLOUT}")
    assert (first.options, first.answer) == (("True", "False"), 0)


def test_letters_and_numbers_with_wide_commas_are_read_with_a_key_on_its_own_line() -> None:
    exam = items(
        "1，渡轮什么时候不开？\nA，星期一\nB，星期日\nC，晚上\nB\n2，船员修补什么？\nA，钟\nB，码头\nC，渔网\n\nC\n"
    )
    assert [(item.question, item.options, item.answer_letter) for item in exam] == [
        ("渡轮什么时候不开？", ("星期一", "星期日", "晚上"), "B"),
        ("船员修补什么？", ("钟", "码头", "渔网"), "C"),
    ]
