"""Making a design: which questions, which magnets, and what does not fit."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.report.wording import notes_of
from magnetite_study.make import OfferedMagnet, make_attack, make_no_passage
from tests.study.made import attack, items, magnets, no_passage, with_and_without


@given(st.integers(0, 1000), st.permutations(range(24)))
def test_the_order_of_the_data_changes_nothing_about_who_is_asked_what(seed, order):
    asked = items(24)
    jumbled = [asked[k] for k in order]
    assert attack(items=asked, seed=seed).questions == attack(items=jumbled, seed=seed).questions


@given(st.integers(0, 1000))
def test_questions_come_from_different_passages_while_there_are_any(seed):
    design = attack(12, items=items(24, passages=8), seed=seed)
    counts = [sum(q.item.passage_id == f"p{k}" for q in design.questions) for k in range(8)]
    assert sorted(counts) == [1, 1, 1, 1, 2, 2, 2, 2]


def test_the_first_magnets_are_taken_and_both_forms_share_them():
    design = attack(magnets=magnets(30))
    for form in ("A", "B"):
        texts = {q.magnet.text for q in design.questions if q.magnet.form == form}
        assert texts == {f"magnet {k}" for k in range(10)}


def test_fewer_magnets_than_attacked_questions_are_used_again_evenly_and_a_note_says_so():
    design = attack(magnets=magnets(4))
    used = [q.magnet.text for q in design.questions if q.magnet.form == "A"]
    assert sorted(used.count(f"magnet {k}") for k in range(4)) == [2, 2, 3, 3]
    assert "4 magnets for the 10 attacked questions" in notes_of(design.notes)[0]
    repeated = attack(magnets=[OfferedMagnet(text) for text in ("All of them.", "all of them")] * 10)
    assert "magnet for the 10 attacked questions" in notes_of(repeated.notes)[0]


@given(st.integers(0, 1000), st.sampled_from(["counterbalanced", "fixed"]))
def test_no_magnet_stands_where_its_passage_has_it_whatever_its_writing(seed, assignment):
    asked = items(24, passages=12)
    offered = [OfferedMagnet(f"OPTION {k}a.") for k in range(10)]
    design = attack(12, items=asked, magnets=offered, seed=seed, assignment=assignment)
    for question in design.questions:
        if question.magnet is not None:
            own = {o.casefold() for item in asked if item.passage_id == question.item.passage_id for o in item.options}
            assert question.magnet.text.casefold().rstrip(".") not in own
            assert question.magnet.replaced != question.answer


def test_a_magnet_is_kept_from_the_passage_that_its_origins_name_even_under_another_text():
    asked = items(2)
    offered = [OfferedMagnet("put in other words", ("i0",)), OfferedMagnet("something else", ("i1",))]
    design = make_attack(asked, offered, name="made", questions=2, participants=2)
    placed = {q.item.id: q.magnet.text for q in design.questions}
    assert placed == {"i0": "something else", "i1": "put in other words"}


def test_questions_that_are_not_asked_say_too_which_passage_a_magnet_is_from():
    asked = items(4)
    more = [replace(asked[0], id="other", options=("far", "near"), answer=0)]
    changes = {"name": "made", "questions": 4, "participants": 2, "assignment": "fixed"}
    offered = [OfferedMagnet("near"), OfferedMagnet("wide")]
    for seed in range(20):
        design = make_attack(asked, offered, seed=seed, known=more, **changes)
        assert all(q.magnet.text == "wide" for q in design.questions if q.magnet and q.item.id == "i0")


def test_magnets_of_the_questions_own_passages_are_refused_and_it_is_said_how_many_fit():
    asked = items(4)
    with pytest.raises(UsageError, match=r"only 1 of 2 attacked questions can have a magnet.*None fits i0\. .*--seed"):
        attack(4, items=asked, magnets=[OfferedMagnet("option 0A")])
    with pytest.raises(UsageError, match=r"only 0 of 2 attacked questions can have a magnet"):
        attack(4, items=items(4, passages=1), magnets=[OfferedMagnet(option) for option in asked[3].options])


def test_too_few_questions_say_how_many_there_are():
    asked = [*items(5), replace(items(6)[5], answer=None)]
    with pytest.raises(UsageError, match=r"8 questions are asked for, but only 5 of 6 can be attacked.*at most 4"):
        attack(8, items=asked)
    with pytest.raises(UsageError, match=r"8 questions are asked for, but only 5 of 6 have a known answer.*at most 4"):
        make_no_passage(asked, {i.id: (0.25,) * 4 for i in asked}, name="m", questions=8)


def test_a_question_with_an_option_that_combines_others_is_not_attacked():
    design = attack(4, items=items(5), combines=lambda option: option == "option 2C")
    assert "i2" not in {question.item.id for question in design.questions}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"questions": 7}, "questions is 7; expected an even number"),
        ({"questions": 0}, "questions is 0"),
        ({"participants": 1}, "a counterbalanced design needs at least 2, one for each form"),
        ({"participants": 0, "assignment": "fixed"}, "needs at least 1"),
        ({"assignment": "random"}, "assignment is 'random'; expected one of counterbalanced, fixed"),
        ({"seed": -1}, "seed is -1"),
        ({"magnets": []}, "there is no magnet"),
        ({"magnets": [OfferedMagnet(" . ")]}, "there is no magnet"),
    ],
)
def test_what_makes_no_study_is_refused(changes, words):
    with pytest.raises(UsageError, match=words):
        attack(**changes)


def test_without_passage_the_questions_of_lowest_and_highest_entropy_are_asked_half_each():
    asked = items(8)
    shares = [0.26, 0.9, 0.3, 0.8, 0.5, 0.4, 0.6, 0.7]
    probabilities = {item.id: (share, *((1 - share) / 3,) * 3) for item, share in zip(asked, shares, strict=True)}
    design = make_no_passage(asked, probabilities, name="made", questions=4)
    groups = {q.item.id: q.shortcut.group for q in design.questions}
    assert groups == {"i1": "low", "i3": "low", "i2": "high", "i0": "high"}
    assert design.questions[0].shortcut.entropy == pytest.approx(0.627, abs=0.001)
    assert design.questions[0].shortcut.chosen == 0


def test_items_with_different_numbers_of_options_are_compared_by_how_undecided_the_system_is():
    two, four = items(2, options=2), items(4, options=4)[2:]
    probabilities = {two[0].id: (0.5, 0.5), two[1].id: (0.95, 0.05), **{i.id: (0.55, 0.15, 0.15, 0.15) for i in four}}
    design = make_no_passage([*two, *four], probabilities, name="made", questions=2)
    assert [(q.item.id, q.shortcut.group) for q in design.questions] == [("i1", "low"), ("i0", "high")]


def test_a_study_with_and_without_passages_asks_all_questions_that_have_one_and_a_key_and_names_the_others():
    asked = [*items(9), replace(items(1)[0], id="bare", passage=""), replace(items(1)[0], id="keyless", answer=None)]
    design = with_and_without(items=asked)
    assert [question.item.id for question in design.questions] == [f"i{k}" for k in range(9)]
    assert notes_of(design.notes) == ("2 of 11 questions are left out: they have no passage, or no known answer.",)
    assert len(with_and_without(items=asked, questions=4).questions) == 4
    with pytest.raises(UsageError, match="only 9 of 11 have a passage and a known answer"):
        with_and_without(items=asked, questions=10)
    with pytest.raises(UsageError, match="only 0 of 1"):
        with_and_without(items=asked[-1:])


def test_a_no_passage_study_has_one_form_and_no_magnets():
    assert {question.magnet for question in no_passage().questions} == {None}
