"""Batches hold every example once, in an order that seed and epoch fix; micro-batches change nothing but memory."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.train.data import Example, batches
from magnetite.train.trainer import Recipe, _accumulate, _micro_batches, _rate

quick = settings(max_examples=40, deadline=None)


@st.composite
def example_lists(draw):
    lengths = draw(st.lists(st.integers(1, 300), min_size=1, max_size=120))
    return [Example((7,) * length, ((number, 2), (3,)), 0) for number, length in enumerate(lengths)]


@quick
@given(example_lists(), st.integers(1, 8), st.integers(0, 3), st.integers(0, 3))
def test_an_epoch_holds_every_example_exactly_once(examples, size, seed, epoch):
    drawn = list(batches(examples, size, seed, epoch))
    assert Counter(example for batch in drawn for example in batch) == Counter(examples)
    assert all(1 <= len(batch) <= size for batch in drawn)
    assert len(drawn) == -(-len(examples) // size)  # as many steps as the schedule counts on


@quick
@given(example_lists(), st.integers(1, 8), st.integers(0, 3), st.integers(0, 3))
def test_seed_and_epoch_fix_the_batches(examples, size, seed, epoch):
    assert list(batches(examples, size, seed, epoch)) == list(batches(examples, size, seed, epoch))


def test_another_epoch_and_another_seed_draw_other_batches():
    examples = [Example((7,) * (number % 9 + 1), ((number, 2), (3,)), 0) for number in range(100)]
    drawn = [list(batches(examples, 4, seed, epoch)) for seed, epoch in ((0, 0), (0, 1), (1, 0))]
    assert drawn[0] != drawn[1]
    assert drawn[0] != drawn[2]


def test_a_batch_holds_examples_of_similar_length():
    examples = [Example((7,) * (number % 200 + 1), ((number, 2),), 0) for number in range(320)]
    spreads = [max(e.tokens for e in b) - min(e.tokens for e in b) for b in batches(examples, 8, 0, 0)]
    assert sum(spreads) / len(spreads) < 30  # drawn at random they would spread over some 155 tokens


@quick
@given(example_lists(), st.integers(1, 2000))
def test_micro_batches_keep_every_example_within_the_token_budget(examples, tokens):
    parts = _micro_batches(examples, tokens)
    assert Counter(example for part in parts for example in part) == Counter(examples)
    assert all(len(part) == 1 or len(part) * max(e.tokens for e in part) <= tokens for part in parts)


def test_micro_batches_give_the_loss_and_gradients_of_the_whole_batch(tiny_base):
    import torch

    from magnetite.scorers.weights import pretrained

    torch.manual_seed(0)
    model, _ = pretrained(tiny_base, hidden_dropout_prob=0.0)
    options = [((2, 15, 3), (2, 16, 3), (2, 17, 18, 3))[: 2 + number % 2] for number in range(6)]
    batch = [Example((2, 5, 6, *[7] * number, 3), options[number], number % 2) for number in range(6)]
    results = []
    for tokens in (10_000, 20):
        model.zero_grad()
        loss, correct = _accumulate(model, batch, Recipe(micro_tokens=tokens))
        results.append((loss, correct, model.classifier.weight.grad.clone()))
    assert len(_micro_batches(batch, 20)) > 1
    assert results[0][0] == pytest.approx(results[1][0], abs=1e-5)
    assert results[0][1] == results[1][1]
    assert torch.allclose(results[0][2], results[1][2], atol=1e-5)


def test_the_learning_rate_rises_over_the_warmup_and_falls_to_nothing():
    rates = [_rate(step, 100, 0.1) for step in range(101)]
    assert rates[:10] == pytest.approx([(step + 1) / 10 for step in range(10)])
    assert rates[10] == 1
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert rates[100] == 0
    assert _rate(0, 1, 0.1) == 1  # a single step learns
