"""A design: who sees what, always the same, and never the key."""

from collections import Counter
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import letter
from magnetite_study.design import BookletQuestion
from magnetite_study.make import OfferedMagnet
from tests.study.made import attack, items, no_passage, with_and_without

seeds, numbers = st.integers(0, 2**32), st.integers(1, 400)


@given(seeds, numbers)
def test_a_booklet_is_the_same_each_time_it_is_made_and_holds_every_question_once(seed, number):
    design = attack(seed=seed)
    booklet = design.booklet(number)
    assert booklet == attack(seed=seed).booklet(number)
    assert [shown.position for shown in booklet] == list(range(1, 21))
    assert sorted(shown.id for shown in booklet) == [question.id for question in design.questions]


@given(seeds, numbers)
def test_options_are_shuffled_and_their_order_leads_back_to_the_items_own(seed, number):
    design = attack(seed=seed)
    for shown in design.booklet(number):
        own = design.question(shown.id).options(shown.condition)
        assert sorted(shown.order) == list(range(len(own)))
        assert tuple(own[k] for k in shown.order) == shown.options


@given(seeds, st.sampled_from(["counterbalanced", "fixed"]))
def test_half_of_a_booklet_is_attacked_each_with_another_magnet_and_the_answer_still_there(seed, assignment):
    design = attack(seed=seed, assignment=assignment)
    for number in range(1, 5):
        attacked = [shown for shown in design.booklet(number) if shown.condition == "attacked"]
        taken = [design.question(shown.id).magnet.text for shown in attacked]
        assert len(attacked) == len(set(taken)) == 10
        for shown, magnet in zip(attacked, taken, strict=True):
            question = design.question(shown.id)
            assert magnet in shown.options
            assert question.item.options[question.answer] in shown.options
            assert question.item.options[question.magnet.replaced] not in shown.options


@given(seeds)
def test_counterbalanced_every_question_is_original_for_one_half_of_the_participants_and_attacked_for_the_other(seed):
    design = attack(seed=seed)
    seen = Counter((shown.id, shown.condition) for number in range(1, 13) for shown in design.booklet(number))
    assert set(seen.values()) == {6}
    assert len(seen) == 40


@given(seeds, st.integers(1, 30), st.integers(1, 12))
def test_with_and_without_every_question_is_seen_with_its_passage_by_one_half_and_without_it_by_the_other(
    seed, many, passages
):
    design = with_and_without(items=items(many, passages=passages), seed=seed)
    seen = Counter((shown.id, shown.passage is None) for number in range(1, 13) for shown in design.booklet(number))
    assert set(seen.values()) == {6}
    assert len(seen) == 2 * len(design.questions) == 2 * many


@given(seeds, numbers, st.integers(2, 30), st.integers(2, 12))
def test_nobody_is_shown_a_passage_that_is_withheld_for_another_question_and_the_halves_are_even(
    seed, number, many, passages
):
    design = with_and_without(items=items(many, passages=passages), seed=seed)
    shown, withheld = ([], [])
    for page in design.booklet(number):
        (withheld if page.passage is None else shown).append(design.question(page.id).item.passage)
    assert not {*shown} & {*withheld}
    assert abs(len(shown) - len(withheld)) <= -(-many // passages)


@given(seeds)
def test_fixed_the_same_half_is_attacked_for_everybody(seed):
    design = attack(seed=seed, assignment="fixed")
    halves = {
        frozenset(shown.id for shown in design.booklet(number) if shown.condition == "attacked")
        for number in range(1, 9)
    }
    assert len(halves) == 1


@given(seeds, st.integers(1, 60))
def test_after_any_number_of_participants_the_forms_differ_by_one_at_most(seed, many):
    design = attack(seed=seed)
    forms = Counter(design.form(number) for number in range(1, many + 1))
    assert abs(forms["A"] - forms["B"]) <= 1


def test_participants_do_not_share_an_order_of_questions_or_of_options():
    design = attack()
    orders = {tuple(shown.id for shown in design.booklet(number)) for number in range(1, 21)}
    options = {next(s.order for s in design.booklet(number) if s.id == "q01") for number in range(1, 21)}
    assert len(orders) == 20
    assert len(options) > 5


def test_what_is_shown_has_no_room_for_a_key():
    assert {field.name for field in fields(BookletQuestion)} == {
        *("id", "position", "condition", "passage", "question", "options", "order"),
    }


def test_without_the_passage_nobody_is_shown_one():
    design = no_passage()
    assert {shown.passage for number in (1, 2) for shown in design.booklet(number)} == {None}
    assert design.forms == ("A",)


def test_options_that_name_each_other_keep_their_order():
    asked = items(4)
    design = no_passage(4, items=asked, combines=lambda option: option == "option 1B")
    for number in range(1, 9):
        for shown in design.booklet(number):
            if design.question(shown.id).item.id == "i1":
                assert shown.order == (0, 1, 2, 3)
    orders = {shown.order for number in range(1, 9) for shown in design.booklet(number)}
    assert len(orders) > 1


def test_participants_and_questions_that_do_not_exist_are_refused():
    with pytest.raises(UsageError, match="participant 0 does not exist"):
        attack().booklet(0)
    with pytest.raises(UsageError, match="no question 'q99'"):
        attack().question("q99")


@given(seeds, st.integers(1, 9_999_999), st.data())
def test_a_wrong_digit_and_two_neighbours_exchanged_have_another_check_letter(seed, number, data):
    design, digits = attack(2, seed=seed), list(str(number))
    place = data.draw(st.integers(0, len(digits) - 1))
    wrong = [*digits[:place], data.draw(st.sampled_from("0123456789")), *digits[place + 1 :]]
    swapped = [*digits[:place], *reversed(digits[place : place + 2]), *digits[place + 2 :]]
    for other in (wrong, swapped):
        if other != digits and int("".join(other)):
            assert design.check_letter(int("".join(other))) != design.check_letter(number)


@given(seeds, st.sampled_from([2, 6, 7, 12]), st.booleans())
def test_of_as_many_people_of_a_form_as_there_are_questions_each_question_is_once_in_every_place(seed, many, fixed):
    asked = items(many)
    design = (
        no_passage(many, items=asked, seed=seed)
        if fixed and many % 2 == 0
        else with_and_without(items=asked, seed=seed)
    )
    for block in range(2):
        numbers = range(1 + block * many * len(design.forms), 1 + (block + 1) * many * len(design.forms))
        seen = Counter((design.form(n), shown.id, shown.position) for n in numbers for shown in design.booklet(n))
        assert set(seen.values()) == {1}
        assert len(seen) == len(design.forms) * many**2


@given(seeds, st.integers(1, 40))
def test_each_half_of_a_booklet_has_about_as_many_attacked_questions(seed, number):
    booklet = attack(20, seed=seed).booklet(number)
    assert 4 <= sum(shown.condition == "attacked" for shown in booklet[:10]) <= 6


@given(seeds)
def test_of_few_people_too_the_places_of_a_question_are_about_even(seed):
    design = attack(20, seed=seed)
    places: dict[tuple[str, str], list[int]] = {}
    for number in range(1, 21):
        for shown in design.booklet(number):
            places.setdefault((shown.id, shown.condition), []).append(shown.position)
    assert all(9 <= sum(each) / len(each) <= 12 for each in places.values())


COMBINING = ("A and B", "Both B and C", "All of the above", "A or C")


@given(seeds, numbers)
def test_a_magnet_that_combines_options_is_last_and_names_neither_itself_nor_the_right_answer(seed, number):
    offered = [OfferedMagnet(text) for text in (*COMBINING, "a thing")]
    design = attack(10, magnets=offered, seed=seed, combines=lambda option: option in COMBINING)
    for shown in design.booklet(number):
        magnet = design.question(shown.id).magnet
        if shown.condition == "attacked" and magnet.text in COMBINING:
            assert shown.options[-1] == magnet.text
            right = letter(shown.order.index(design.question(shown.id).answer))
            assert right not in magnet.text.replace("All", "").replace("Both", "").split()
            assert "D" not in magnet.text
            assert sorted(shown.order) == [0, 1, 2, 3]


def test_a_magnet_that_could_only_name_itself_or_the_answer_is_not_placed():
    offered = [OfferedMagnet("B and D"), OfferedMagnet("A, B and C"), OfferedMagnet("a thing")]
    design = attack(4, magnets=offered, combines=lambda option: " and " in option)
    assert {question.magnet.text for question in design.questions} == {"a thing"}
