"""Weak and strong questions are told by entropy alone, and the key, where it is known, confirms them or does not."""

from dataclasses import replace

import pytest

from examfiles.items import Item
from magnetite.experiments.flags import Exam
from magnetite.experiments.flags.lists import strong_table, weak_table

UNDECIDED, SURE, WRONG = (0.25,) * 4, (0.97, 0.01, 0.01, 0.01), (0.01, 0.97, 0.01, 0.01)


def items(count=40, **changes):
    item = Item("q", "p", "A text.", "What?", ("a", "b", "c", "d"), 0)
    return tuple(replace(item, id=f"q{n}", **changes) for n in range(count))


def exam(without, given, **changes):
    """The first questions have these probabilities; of all others the system stays undecided."""
    rest = [UNDECIDED] * (40 - len(without))
    return Exam(items(**changes), {"QO": (*without, *rest), "QOC": (*given, *rest)})


def test_strong_questions_are_those_that_the_passage_decides_most_bits_first():
    half = (0.5, 0.5, 0.0, 0.0)
    table = strong_table(exam([UNDECIDED, UNDECIDED, SURE], [half, WRONG, SURE]))
    assert [(row["id"], row["rank"], row["confirmed"]) for row in table.rows()] == [("q1", 1, False), ("q0", 2, True)]
    assert table.values("information")[1] == pytest.approx(1)
    assert (table.values("n_without")[1], table.values("n_with")[1]) == (pytest.approx(4), pytest.approx(2))


def test_weak_questions_are_decided_without_the_passage_whatever_the_key_says():
    table = weak_table(exam([WRONG, SURE], [SURE, SURE]))
    assert {row["id"]: row["confirmed"] for row in table.rows()} == {"q0": False, "q1": True}
    assert not len(weak_table(exam([UNDECIDED], [SURE])))


def test_without_keys_the_lists_are_the_same_and_nothing_confirms_them():
    keyed, unkeyed = (exam([UNDECIDED, SURE], [SURE, SURE], answer=answer) for answer in (0, None))
    for made in (strong_table, weak_table):
        assert made(keyed).values("id") == made(unkeyed).values("id") != []
        assert set(made(unkeyed).values("confirmed")) == {None}


def test_at_most_a_tenth_is_listed_and_no_question_without_a_passage():
    assert len(strong_table(exam([UNDECIDED] * 9, [SURE] * 9))) == 4
    assert not len(strong_table(exam([UNDECIDED], [SURE], passage="")))
    assert not len(weak_table(exam([SURE], [SURE], passage="")))


def test_without_the_system_that_reads_a_question_can_be_weak_but_not_strong():
    alone = Exam(items(), {"QO": (SURE, *[UNDECIDED] * 39)})
    assert weak_table(alone).values("id") == ["q0"]
    assert weak_table(alone).values("information") == [None]
    assert not len(strong_table(alone))


def test_weak_questions_of_unlike_numbers_of_options_are_ordered_by_the_share_of_their_options_that_is_left():
    """Of two options 1.4 are left, of five 1.5: the second is surer."""
    two, five = (0.935, 0.065), (0.93, 0.0175, 0.0175, 0.0175, 0.0175)
    made = (
        replace(items(1)[0], id="two", options=("a", "b")),
        replace(items(1)[0], id="five", options=tuple("abcde")),
        *items(38),
    )
    table = weak_table(Exam(made, {"QO": (two, five, *[UNDECIDED] * 38)}))
    assert table.values("id") == ["five", "two"]
    assert table.values("n_without")[0] > table.values("n_without")[1]
