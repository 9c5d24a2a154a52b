"""Attention over sequences end to end, and behind a shared context, is attention of each sequence by itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

lengths = st.lists(st.integers(1, 9), min_size=1, max_size=6)


def parts(tokens, seed, heads=2, width=4):
    import torch

    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(tokens, heads, width, generator=generator) for _ in range(3)]


def by_definition(query, key, value):
    """Attend term by term, one sequence, (tokens, heads, width)."""
    import torch

    weights = torch.einsum("qhw,khw->hqk", query, key) * query.shape[-1] ** -0.5
    return torch.einsum("hqk,khw->qhw", weights.softmax(-1), value).flatten(1)


@settings(max_examples=60, deadline=None)
@given(lengths, st.integers(0, 20), st.booleans(), st.integers(0, 99))
def test_each_sequence_reads_the_context_and_itself_and_nothing_else(lengths, context, first_only, seed):
    import torch

    from magnetite.scorers.attention import Sequences, attend_behind, read_context

    query, key, value = parts(sum(lengths), seed)
    _, before_key, before_value = parts(context, seed + 100)
    state = (before_key.transpose(0, 1), before_value.transpose(0, 1)) if context else None
    sequences, expected = Sequences(tuple(lengths)), []
    for start, length in zip(sequences.starts, lengths, strict=True):
        own = slice(start, start + length)
        asking = slice(start, start + (1 if first_only else length))
        keys, values = torch.cat([before_key, key[own]]), torch.cat([before_value, value[own]])
        expected.append(by_definition(query[asking], keys, values))
    asked = query[torch.tensor(sequences.starts)] if first_only else query
    result = attend_behind(asked, key, value, sequences, read_context(asked, state) if state else None)
    torch.testing.assert_close(result, torch.cat(expected), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("lengths", [(3,), (2, 2, 5, 5, 5, 2), (1, 1), (9,) * 10, (40, 40)])
def test_runs_are_neighbours_of_one_length_and_bounds_where_sequences_start_and_end(lengths):
    import torch

    from magnetite.scorers.attention import TOGETHER, Sequences

    sequences = Sequences(lengths)
    assert [length for blocks, length, count in sequences.runs for _ in range(blocks * count)] == list(lengths)
    assert all(count == 1 or count * length <= TOGETHER for _, length, count in sequences.runs)
    bounds = sequences.bounds(torch.device("cpu")).tolist()
    assert bounds[:-1] == sequences.starts
    assert bounds[-1] == sum(lengths)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.integers(1, 40), st.integers(1, 70), st.booleans(), st.data())
def test_attention_by_products_in_bfloat16_is_attention_by_definition(count, queries, keys, biased, data):
    """Whatever fits into memory at once, and with the denominators' logarithms that merging needs."""
    import torch

    from magnetite.scorers import attention

    generator = torch.Generator().manual_seed(data.draw(st.integers(0, 99)))
    query, key, value = (
        torch.randn(count, 2, tokens, 16, generator=generator).bfloat16() for tokens in (queries, keys, keys)
    )
    bias = torch.randn(data.draw(st.sampled_from([1, count])), 2, queries, keys, generator=generator).bfloat16()
    bias[..., 1:] = bias[..., 1:].masked_fill(bias[..., 1:] > 1, -torch.inf)  # never all that a query sees
    bias = bias.to(data.draw(st.sampled_from([torch.bfloat16, torch.float32])))  # a weight's, where autocast computes
    logits = query.float() @ key.float().transpose(2, 3) / 4 + (bias.float() if biased else 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(attention, "LOGITS", data.draw(st.sampled_from([1, 300, 2**20])))
        mixed, logs = attention.products(query, key, value, bias if biased else None, merged=True)
    torch.testing.assert_close(mixed.float(), logits.softmax(-1) @ value.float(), atol=0.05, rtol=0.02)
    torch.testing.assert_close(logs, logits.logsumexp(-1), atol=0.03, rtol=0.01)


def test_sequences_behind_a_context_read_in_bfloat16_what_they_read_in_float32():
    import torch

    from magnetite.scorers.attention import Sequences, attend_behind, read_context

    sequences, read = Sequences((7, 7, 3)), {}
    query, key, value = parts(17, 1, width=16)
    _, before_key, before_value = parts(50, 2, width=16)
    for number in (torch.float32, torch.bfloat16):
        asked, own, values, *state = (
            part.to(number) for part in (query, key, value, before_key.transpose(0, 1), before_value.transpose(0, 1))
        )
        read[number] = attend_behind(asked, own, values, sequences, read_context(asked, tuple(state)))
    assert read[torch.bfloat16].dtype == torch.bfloat16
    torch.testing.assert_close(read[torch.bfloat16].float(), read[torch.float32], atol=0.03, rtol=0.02)


@pytest.mark.parametrize("number", ["float32", "bfloat16"])
def test_tokens_behind_the_last_sequence_change_nothing(number):
    import torch

    from magnetite.scorers.attention import Sequences, attend_behind, read_context

    dtype, sequences = getattr(torch, number), Sequences((7, 7, 3))
    query, key, value, before_key, before_value = (
        part.to(dtype) for part in (*parts(30, 1, width=16), *parts(30, 2, width=16)[1:])
    )
    state = before_key.transpose(0, 1), before_value.transpose(0, 1)
    for context in (None, state):
        read = [
            attend_behind(
                *(part[:tokens] for part in (query, key, value)),
                sequences,
                None if context is None else read_context(query[:tokens], context),
            )
            for tokens in (17, 30)
        ]
        assert read[1].shape == (30, 32)
        torch.testing.assert_close(read[1][:17], read[0])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=12), st.lists(st.integers(0, 30), min_size=1, max_size=12))
def test_what_distance_adds_is_that_of_each_pair_of_tokens(asking, asked):
    import torch

    from magnetite.scorers.stack import Distances

    table = torch.randn(5, 3)
    distances = Distances(table, lambda apart: apart.abs().clamp(max=4))
    added = distances(torch.tensor(asking), torch.tensor(asked))
    for i, query in enumerate(asking):
        for j, key in enumerate(asked):
            assert torch.equal(added[:, i, j], table[min(4, abs(key - query))])
    both = distances(torch.tensor([asking]), torch.tensor([asked]))
    assert torch.equal(both[0], added)
