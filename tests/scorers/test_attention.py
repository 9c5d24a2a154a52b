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


@pytest.mark.parametrize("lengths", [(3,), (2, 2, 5, 5, 5, 2), (1, 1)])
def test_runs_are_neighbours_of_one_length_and_bounds_where_sequences_start_and_end(lengths):
    import torch

    from magnetite.scorers.attention import Sequences

    sequences = Sequences(lengths)
    assert [length for count, length in sequences.runs for _ in range(count)] == list(lengths)
    assert all(left[1] != right[1] for left, right in zip(sequences.runs, sequences.runs[1:], strict=False))
    bounds = sequences.bounds(torch.device("cpu")).tolist()
    assert bounds[:-1] == sequences.starts
    assert bounds[-1] == sum(lengths)
