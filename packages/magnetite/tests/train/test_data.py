"""Batches hold every question once an epoch, in an order seed and epoch fix; a passage is read once for several."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.scorers.encoding import Encoding, Template
from magnetite.train import sample_items
from magnetite.train.data import (
    ROW_QUESTIONS,
    Batches,
    TrainingExample,
    batches,
    collate,
    encode_items,
    in_order,
    together,
)

quick = settings(max_examples=40, deadline=None)


def example(number, questions=1, tokens=9):
    return TrainingExample((number,), (0,) * questions, (2,) * questions, tokens)


@st.composite
def example_lists(draw):
    drawn = draw(st.lists(st.tuples(st.integers(1, 8), st.integers(1, 300)), min_size=1, max_size=120))
    return [example(number, questions, tokens) for number, (questions, tokens) in enumerate(drawn)]


@quick
@given(example_lists(), st.integers(1, 40), st.integers(0, 3), st.integers(0, 3))
def test_an_epoch_holds_every_example_exactly_once_and_all_epochs_have_as_many_batches(examples, size, seed, epoch):
    drawn = batches(examples, size, seed, epoch)
    assert sorted(index for batch in drawn for index in batch) == list(range(len(examples)))
    assert len(drawn) == len(Batches(examples, size, seed)) == len(batches(examples, size, seed + 1, epoch + 1))
    assert drawn == batches(examples, size, seed, epoch) == list(Batches(examples, size, seed, epoch=epoch))
    assert Counter(i for part in in_order(examples, size) for i in part) == Counter(range(len(examples)))


@quick
@given(example_lists(), st.integers(1, 40), st.integers(1, 5))
def test_processes_share_the_batches_evenly_and_leave_none_out(examples, size, world):
    shares = [list(Batches(examples, size, 0, rank, world)) for rank in range(world)]
    assert {len(share) for share in shares} == {len(Batches(examples, size, 0, 0, world))}
    assert {index for share in shares for batch in share for index in batch} == set(range(len(examples)))


@quick
@given(example_lists(), st.integers(1, 40))
def test_a_batch_has_about_the_number_of_questions_asked_for(examples, size):
    mean = sum(len(e.answers) for e in examples) / len(examples)
    assert together(examples, size) >= 1
    assert together(examples, size) * mean <= max(mean, size + mean / 2)


def test_another_epoch_and_another_seed_draw_other_batches():
    examples = [example(number, tokens=number % 9 + 1) for number in range(100)]
    drawn = [batches(examples, 4, seed, epoch) for seed, epoch in ((0, 0), (0, 1), (1, 0))]
    assert drawn[0] != drawn[1]
    assert drawn[0] != drawn[2]


def test_a_batch_holds_examples_of_similar_length():
    examples = [example(number, tokens=number % 200 + 1) for number in range(320)]
    spreads = [
        max(examples[i].tokens for i in b) - min(examples[i].tokens for i in b) for b in batches(examples, 8, 0, 0)
    ]
    assert sum(spreads) / len(spreads) < 30  # drawn at random they would spread over some 155 tokens


def items(questions, passage="the man saw the boat.", options=("a boat", "a goat", "a mill")):
    return [Item(f"q{n}", "p", passage, f"what did he see? {'?' * n}", options, n % 2) for n in range(questions)]


def encoding(tiny_base, layout):
    from transformers import AutoTokenizer

    return Encoding(AutoTokenizer.from_pretrained(tiny_base), Template(layout, 128))


def test_questions_of_one_passage_share_a_row_and_those_without_passage_have_their_own(tiny_base):
    code = encoding(tiny_base, "prefix")
    rows = encode_items(items(ROW_QUESTIONS + 2), code)
    assert [len(row.answers) for row in rows] == [ROW_QUESTIONS, 2]
    assert rows[0].answers == (0, 1) * (ROW_QUESTIONS // 2)
    assert len(encode_items(items(5, passage=""), code)) == 5
    long = "the man saw the boat. " * 12
    shared = sum(row.tokens for row in encode_items(items(4, passage=long), code))
    assert shared < 0.6 * 4 * encode_items(items(1, passage=long), code)[0].tokens


def test_equal_passages_are_read_once_unless_they_are_to_be_apart(tiny_base):
    code = encoding(tiny_base, "prefix")
    two = [replace(each, passage_id=f"p{n}") for n, each in enumerate(items(2))]
    assert [len(row.answers) for row in encode_items(two, code)] == [2]
    assert [len(row.answers) for row in encode_items(two, code, apart=True)] == [1, 1]


def test_items_may_differ_in_their_number_of_options_within_a_batch(tiny_base):
    mixed = [*items(2), *items(1, options=("a boat", "a goat")), *items(1, options=tuple("abcde"))]
    mixed = [Item(f"i{n}", i.passage_id, i.passage, i.question, i.options, i.answer) for n, i in enumerate(mixed)]
    for layout in ("prefix", "joint"):
        examples = encode_items(mixed, encoding(tiny_base, layout))
        batch = collate(examples, 0, marks="token_type_ids")
        assert sorted(batch["counts"].tolist()) == [2, 3, 3, 5]
        assert len(batch["labels"]) == 4


def test_items_without_answer_are_counted_and_the_first_is_named(tiny_base):
    unknown = Item("q7", "p", "the man.", "who?", ("a", "b"))
    with pytest.raises(DataError, match="1 of the 2 questions to train on have no answer, 'q7' the first"):
        encode_items([*items(1), unknown], encoding(tiny_base, "joint"))


def test_a_sample_is_whole_passages_whatever_order_the_items_came_in():
    many = [Item(f"q{p}-{n}", f"p{p}", "x", "who?", ("a", "b"), 0) for p in range(20) for n in range(3)]
    one, other = Dataset("d", tuple(many)), Dataset("d", tuple(reversed(many)))
    drawn = sample_items(one, 10, 3)
    assert [i.id for i in drawn] == [i.id for i in sample_items(other, 10, 3)]
    assert [i.id for i in drawn] != [i.id for i in sample_items(one, 10, 4)]
    assert sorted(Counter(i.passage_id for i in drawn).values()) == [1, 3, 3, 3]
    with pytest.raises(UsageError, match="has 60 items; 61 cannot be drawn"):
        sample_items(one, 61, 0)
