"""Sequences are laid out as the tree of their beginnings: each token once, and what comes first is read first."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.scorers.tree import Continuation, Likelihoods, lay_out, own_tokens, shared

SEQUENCES = st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=7).map(tuple), min_size=1, max_size=12)
WORDS = 50


def prefixes(sequences):
    """Return all beginnings of sequences, themselves among them."""
    return {sequence[:length] for sequence in sequences for length in range(1, len(sequence) + 1)}


@given(SEQUENCES)
def test_every_beginning_is_counted_once(sequences):
    order, own = own_tokens(sequences)
    assert sorted(order.tolist()) == list(range(len(sequences)))
    nothing_new = sum(
        sequences[place] in prefixes([sequences[other] for other in order[:rank]]) for rank, place in enumerate(order)
    )
    assert own.sum() - nothing_new == len(prefixes(sequences))


@given(SEQUENCES)
def test_what_begins_alike_is_together_and_what_comes_first_is_first(sequences):
    order = own_tokens(sequences)[0].tolist()
    for beginning in prefixes(sequences):
        ranks = [rank for rank, place in enumerate(order) if sequences[place][: len(beginning)] == beginning]
        assert ranks == list(range(ranks[0], ranks[-1] + 1))
    for earlier, later in pairwise(order):
        branch = shared(sequences[earlier], sequences[later]) + 1
        if min(len(sequences[earlier]), len(sequences[later])) >= branch:  # else one begins as the whole other
            firsts = [
                min(i for i, sequence in enumerate(sequences) if sequence[:branch] == sequences[place][:branch])
                for place in (earlier, later)
            ]
            assert firsts[0] < firsts[1]


@given(SEQUENCES)
def test_a_token_sees_its_own_beginning_and_nothing_else(sequences):
    ordered = [sequences[place] for place in own_tokens(sequences)[0]]
    tree = lay_out(ordered)
    for sequence, path in zip(ordered, tree.paths, strict=True):
        assert tuple(tree.ids[path].tolist()) == sequence
        for depth, column in enumerate(path):
            assert tree.sees[column].nonzero()[:, 0].tolist() == path[: depth + 1].tolist()
            assert tree.positions[column] == depth


@pytest.fixture(scope="module", params=["llama", "gpt2"])
def likelihoods(request):
    """Return a tiny random model's likelihoods: by our own forward pass, and by its library's."""
    return Likelihoods("tiny", tiny(request.param))


def tiny(family):
    import torch
    import transformers as hf

    torch.manual_seed(3)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "initializer_range": 0.3}
    config = {
        "llama": lambda: hf.LlamaConfig(**sizes, vocab_size=WORDS, intermediate_size=48, num_key_value_heads=2),
        "gpt2": lambda: hf.GPT2Config(
            vocab_size=WORDS, n_embd=32, n_layer=2, n_head=4, initializer_range=0.3, bos_token_id=0, eos_token_id=0
        ),
    }[family]()
    return hf.AutoModelForCausalLM.from_config(config).eval().requires_grad_(requires_grad=False)


def exam(passages=3, questions=3, rotations=4, letters=2):
    """Return what an exam asks by letters: a passage, its questions, the rotations of each, and the letters."""
    draw = np.random.default_rng(5)
    asked = []
    for _ in range(passages):
        passage = draw.integers(0, WORDS, 40).tolist()
        for _ in range(questions):
            question = [*passage, *draw.integers(0, WORDS, 5).tolist()]
            for _ in range(rotations):
                prompt = [*question, *draw.integers(0, WORDS, 8).tolist()]
                asked += [Continuation((*prompt, letter), len(prompt)) for letter in range(letters)]
    return asked


def test_a_passage_is_read_once_however_passes_and_batches_cut_its_questions(likelihoods):
    asked = exam()
    whole = likelihoods.sums(asked)
    needed = len(prefixes([each.ids[:-1] for each in asked]))
    prompts = len({each.ids[:-1] for each in asked})
    read = []
    hook = likelihoods._model.get_input_embeddings().register_forward_hook(
        lambda _, __, embedded: read.append(embedded.shape[-2])
    )
    likelihoods.passes._tokens = 64
    likelihoods._latest = ((), [])
    parts = [likelihoods.sums(asked[start : start + 10]) for start in range(0, len(asked), 10)]
    hook.remove()
    np.testing.assert_allclose(np.concatenate(parts), whole, atol=1e-4)
    assert len(read) > 9  # passes, each of which may read a prompt's last token again: its logits are wanted
    assert needed <= sum(read) <= needed + min(len(read), prompts)


@given(SEQUENCES, st.integers(1, 4))
def test_scores_do_not_depend_on_what_was_scored_before(sequences, calls):
    model = tiny_once()
    continuations = [Continuation(each, 1 + place % (len(each) - 1)) for place, each in enumerate(sequences)]
    fresh = Likelihoods.__new__(Likelihoods)
    fresh.__dict__.update(model.__dict__ | {"_latest": ((), [])})
    expected = fresh.sums(continuations)
    behind = [model.sums(continuations[first::calls]) for first in range(calls)]
    for first, scores in enumerate(behind):
        np.testing.assert_allclose(scores, expected[first::calls], atol=1e-4)


def tiny_once(made=[]):  # noqa: B006  # kept between Hypothesis's examples
    made or made.append(Likelihoods("tiny", tiny("llama")))
    return made[0]
