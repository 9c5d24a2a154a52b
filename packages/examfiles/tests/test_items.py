from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import DataError
from examfiles.items import Dataset, Item, letter
from tests.strategies import datasets


def item(**changes):
    fields = {"id": "q", "passage_id": "p", "passage": "Text.", "question": "What?", "options": ("a", "b"), "answer": 1}
    return Item(**{**fields, **changes})


def test_an_item_needs_two_options():
    with pytest.raises(DataError, match=r"item 'q' has 1 option.*at least 2"):
        item(options=("a",), answer=None)


@pytest.mark.parametrize("answer", [-1, 2])
def test_an_answer_must_be_one_of_the_options(answer):
    with pytest.raises(DataError, match=rf"answer {answer} is not one of its 2 options"):
        item(answer=answer)


@pytest.mark.parametrize("answer", ["A", 1.0, True])
def test_an_answer_must_be_a_whole_number(answer):
    with pytest.raises(DataError, match=r"the answer is .*; expected the place of the right option, counted from 0"):
        item(answer=answer)


def test_what_an_item_is_made_of_is_kept_plainly():
    assert item(answer=np.int64(1), options=["a", "b"]) == item()
    assert type(item(answer=np.int64(1)).answer) is int


def test_an_item_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        item().question = "Who?"
    with pytest.raises(TypeError):
        item(metadata={"a": "b"}).metadata["a"] = "c"


def test_two_items_with_one_id_are_refused():
    with pytest.raises(DataError, match="two items have the id 'q'"):
        Dataset("d", (item(), item()))


@given(datasets())
def test_the_fingerprint_depends_on_texts_answers_and_order(dataset):
    assert dataset.fingerprint == Dataset("other name", dataset.items).fingerprint
    changed = [Item(i.id, i.passage_id, i.passage, i.question + "?", i.options, i.answer, i.level) for i in dataset]
    assert dataset.with_items(changed).fingerprint != dataset.fingerprint
    if len(dataset) > 1:
        assert dataset.with_items(dataset.items[::-1]).fingerprint != dataset.fingerprint


def test_an_item_to_which_nothing_was_added_has_the_fingerprint_it_always_had():
    assert Dataset("d", (item(),)).fingerprint == "5844565185d35dba"
    assert Dataset("d", (item(added="more"),)).fingerprint != "5844565185d35dba"
    assert Dataset("d", (item(level="more"),)).fingerprint != Dataset("d", (item(added="more"),)).fingerprint


@given(st.integers(0, 100_000))
def test_letters_count_like_the_columns_of_a_sheet(index):
    number = 0
    for character in letter(index):
        number = number * 26 + ord(character) - 64
    assert number == index + 1
