"""Our own forward pass of Llama and its kin gives the log-probabilities of the library's plain one."""

import logging
from functools import cache

import numpy as np
import pytest
import torch

from magnetite.scorers.llama import blocks, is_llama, pack
from magnetite.scorers.loading import ready
from magnetite.scorers.tree import Continuation, Likelihoods
from tests.scorers.decoders import plain_sum

SIZES = {"vocab_size": 90, "hidden_size": 48, "num_hidden_layers": 3, "num_attention_heads": 6, "intermediate_size": 72}
WIDE = {"initializer_range": 0.25}  # so that scores differ by far more than rounding
KINDS = {
    "llama": ("Llama", {"num_key_value_heads": 6, "attention_bias": True, "mlp_bias": True}),
    "llama, few keys": ("Llama", {"num_key_value_heads": 1, "tie_word_embeddings": True}),
    "llama 3": (
        "Llama",
        {
            "num_key_value_heads": 2,
            "rope_parameters": {
                "rope_type": "llama3",
                "rope_theta": 500.0,
                "factor": 8.0,
                "low_freq_factor": 1.0,
                "high_freq_factor": 4.0,
                "original_max_position_embeddings": 64,
            },
        },
    ),
    "mistral": ("Mistral", {"num_key_value_heads": 2, "head_dim": 16, "sliding_window": None}),
    "qwen2": ("Qwen2", {"num_key_value_heads": 2, "tie_word_embeddings": True}),
    "qwen2, untied": ("Qwen2", {"num_key_value_heads": 3}),
    "qwen3": ("Qwen3", {"num_key_value_heads": 2, "head_dim": 16}),
}


@cache
def model(kind, dtype=torch.float32):
    """Return a tiny model of a kind with random weights, norms and biases among them."""
    import transformers as hf

    family, changes = KINDS[kind]
    config = getattr(hf, f"{family}Config")(**SIZES | WIDE | changes)
    torch.manual_seed(1)
    made = getattr(hf, f"{family}ForCausalLM")(config).eval().requires_grad_(requires_grad=False)
    for name, weight in made.named_parameters():
        if "norm" in name or "bias" in name:
            weight.add_(torch.randn_like(weight), alpha=0.3)
    return ready(made, "cpu", dtype)


def continuations(seed=0, length=150):
    """Return sequences that share beginnings, longer than what attends at once, in no order."""
    draw = np.random.default_rng(seed)
    passage = draw.integers(0, 90, length).tolist()
    asked = []
    for _ in range(5):
        question = [*passage[: draw.integers(length // 2, length + 1)], *draw.integers(0, 90, 6).tolist()]
        for _ in range(3):
            ids = (*question, *draw.integers(0, 90, draw.integers(1, 5)).tolist())
            asked.append(Continuation(ids, int(draw.integers(len(question) - 3, len(ids)))))
    return [asked[place] for place in draw.permutation(len(asked))]


@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_those_of_the_plain_forward_pass(kind):
    asked = continuations()
    expected = [plain_sum(model(kind), list(each.ids), each.start) for each in asked]
    likelihoods = Likelihoods("tiny", model(kind))
    assert likelihoods._llama is not None
    np.testing.assert_allclose(likelihoods.sums(asked), expected, atol=1e-4, rtol=1e-5)
    for size in (1, 4):  # behind kept keys and values
        parts = [likelihoods.sums(asked[start : start + size]) for start in range(0, len(asked), size)]
        np.testing.assert_allclose(np.concatenate(parts), expected, atol=1e-4, rtol=1e-5)
    likelihoods.passes._tokens = 40
    np.testing.assert_allclose(likelihoods.sums(asked), expected, atol=1e-4, rtol=1e-5)


@pytest.mark.parametrize("kind", ["qwen2", "qwen2, untied", "llama"])
def test_in_16_bits_scores_come_as_near_to_exact_ones_as_the_plain_forward_pass_does(kind):
    asked = continuations()
    exact = np.array([plain_sum(model(kind), list(each.ids), each.start) for each in asked])
    narrow = model(kind, torch.bfloat16)
    plain = np.array([plain_sum(narrow, list(each.ids), each.start) for each in asked])
    pack(narrow.model)
    ours = Likelihoods("tiny", narrow).sums(asked)
    assert np.abs(ours - exact).mean() < 1.25 * np.abs(plain - exact).mean()


def test_positions_stay_exact_where_a_model_is_cast():
    frequencies = model("qwen2", torch.bfloat16).model.rotary_emb.inv_freq
    assert torch.equal(frequencies, model("qwen2").model.rotary_emb.inv_freq)


def test_what_differs_from_the_plain_forward_pass_is_left_to_the_library(caplog):
    import copy

    changed = copy.deepcopy(model("llama"))
    changed.model.layers[1].mlp.register_forward_hook(lambda _, __, output: output + 1)
    asked = continuations()
    with caplog.at_level(logging.WARNING, "magnetite"):
        likelihoods = Likelihoods("changed", changed)
    assert likelihoods._llama is None
    assert "changed" in caplog.text
    expected = [plain_sum(changed, list(each.ids), each.start) for each in asked]
    np.testing.assert_allclose(likelihoods.sums(asked), expected, atol=1e-4, rtol=1e-5)


def test_other_families_and_activations_are_the_librarys():
    import transformers as hf

    assert not is_llama(hf.GPT2LMHeadModel(hf.GPT2Config(n_embd=8, n_layer=1, n_head=2, vocab_size=9)))
    config = hf.LlamaConfig(**SIZES, hidden_act="gelu")
    assert not is_llama(hf.LlamaForCausalLM(config))


def test_blocks_leave_out_columns_that_none_of_their_tokens_sees():
    sees = torch.zeros(5, 7, dtype=torch.bool)
    sees[0, [0, 2]] = sees[1, [0, 2, 3]] = sees[2, [1, 4]] = sees[3, [1, 4, 5]] = sees[4, 6] = True
    cut = blocks(sees, torch.float32, most=2)
    assert [block.columns.tolist() for block in cut] == [[0, 2, 3], [1, 4, 5], [6]]
    assert (cut[0].mask == 0).tolist() == [[True, True, False], [True, True, True]]
