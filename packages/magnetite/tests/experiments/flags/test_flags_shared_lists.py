"""Questions of matching tasks share their options: rules about one question's options leave them alone, and say so."""

from dataclasses import replace

import pytest

from examfiles.items import Item
from magnetite.experiments.flags import Exam, find_flags
from magnetite.experiments.flags.find import not_checked

LIST = ("A letter that never came", "Bread", "The long way home from the harbour to the bakery on the hill", "Bread.")
PASSAGE = "Marta bakes bread near the harbour, and nobody writes to her."
ITEMS = tuple(
    Item(f"q{n}", "p1", PASSAGE, f"Which heading fits part {n}?", LIST, n % 3, metadata={"task": "matching"})
    for n in range(4)
)


def test_the_same_options_in_every_question_are_no_flaw_of_a_matching_task() -> None:
    rules = {flag.rule for flag in find_flags(Exam(ITEMS))}
    assert rules == {"key-stands-twice", "options-say-the-same"}  # the list has an entry twice


def test_without_the_kind_of_the_task_the_same_questions_have_many_flags() -> None:
    alone = Exam(tuple(replace(item, metadata={}) for item in ITEMS))
    assert {"longest-key", "duplicated-question"} & {flag.rule for flag in find_flags(alone)}


@pytest.mark.parametrize("rule", ["longest-key", "option-form-stands-out", "key-positions-unbalanced"])
def test_what_was_not_checked_is_said_with_the_reason(rule: str) -> None:
    why = {each.rule: each.reason for each in not_checked(Exam(ITEMS))}
    assert why[rule] in {"shared", "questions"}


def test_words_of_nearly_one_meaning_are_what_a_cloze_asks_for() -> None:
    options = ("loves bread", "likes bread", "sells bread")
    item = Item("q1", "p1", "She (1) ____ it.", "She (1) ______ it.", options, 0)
    assert "options-nearly-the-same" in {flag.rule for flag in find_flags(Exam((item,)))}
    cloze = replace(item, metadata={"task": "cloze"})
    assert "options-nearly-the-same" not in {flag.rule for flag in find_flags(Exam((cloze,)))}
