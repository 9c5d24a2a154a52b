"""The prefix layout for screens: a context's keys and values are kept, and each option is a short suffix behind them.

    states = extend(stack, extend(stack, None, passage), question)
    scores = option_scores(stack, states, suffixes)

Nothing here is approximate: the README of this folder explains what is computed once, what is left out, and why that is
exact. `prefix` has the same layout as one masked pass, for training and for questions with few options.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from magnetite.scorers.attention import Sequences, State, attend_behind, read_context
from magnetite.scorers.frame import Ids
from magnetite.scorers.stack import Stack


def extend(stack: Stack, states: list[State] | None, ids: Ids) -> list[State]:
    """Encode ids behind `states` (None: nothing before) and return every layer's keys and values of both."""
    if states is not None and not ids:
        return states
    start = 0 if states is None else states[0][0].shape[1]
    tokens = torch.tensor([ids], device=stack.device)
    positions = torch.arange(start, start + len(ids), device=stack.device)
    hidden = stack.embed(tokens, positions[None], torch.zeros_like(tokens))
    own, extended = Sequences((len(ids),)), []
    biases = own.biases(stack.distances, stack.device)
    before_bias = _before_bias(stack, positions, start) if start else None
    for number, layer in enumerate(stack.layers):
        query, key, value = layer.project(hidden)
        state = None if states is None else states[number]
        extended.append(_behind(state, (key.transpose(0, 1), value.transpose(0, 1))))
        if number + 1 < len(stack.layers):  # the last layer's output for the context is never read
            before = None if state is None else read_context(query, state, before_bias)
            hidden = layer.finish(attend_behind(query, key, value, own, before, biases=biases), hidden)
    return extended


def option_scores(stack: Stack, states: list[State], suffixes: Sequence[Ids]) -> Tensor:
    """Score suffixes after one context, (suffixes,); neighbours of one length are computed together."""
    sequences, start = Sequences(tuple(map(len, suffixes))), states[0][0].shape[1]
    tokens, positions = _flat(suffixes, start)
    # In the first layer a token has not met its option yet: its query, key, value and what it reads from the context
    # depend on its id and position alone, and are computed once for all options.
    pairs, where = np.unique(np.stack([tokens, positions]), axis=1, return_inverse=True)
    ids, places = torch.from_numpy(pairs).to(stack.device)
    same = torch.from_numpy(where.reshape(-1)).to(stack.device)
    hidden = stack.embed(ids[None], places[None], torch.ones_like(ids[None]))
    firsts = torch.tensor(sequences.starts, device=stack.device)
    biases, before_bias = sequences.biases(stack.distances, stack.device), _before_bias(stack, places, start)
    *layers, last = stack.layers
    for number, layer in enumerate(layers):
        query, key, value = layer.project(hidden)
        mixed, log = read_context(query, states[number], before_bias)
        if number == 0:
            query, key, value, hidden, mixed, log = (each[same] for each in (query, key, value, hidden, mixed, log))
            before_bias = None if before_bias is None else before_bias[:, same]
        hidden = layer.finish(attend_behind(query, key, value, sequences, (mixed, log), biases=biases), hidden)
    key, value = last.keys_values(hidden)
    asking = hidden[firsts]  # only the pooled position of the last layer is read
    query = last.query(asking)
    before = read_context(query, states[-1], None if before_bias is None else before_bias[:, firsts])
    return stack.head(last.finish(attend_behind(query, key, value, sequences, before, biases=biases), asking))


def _before_bias(stack: Stack, places: Tensor, start: int) -> Tensor | None:
    """Return what distance adds where tokens at `places` read the context before `start`, (heads, tokens, start)."""
    if stack.distances is None:
        return None
    return stack.distances(places, torch.arange(start, device=stack.device))


def _behind(state: State | None, own: State) -> State:
    if state is None:
        return own[0].contiguous(), own[1].contiguous()
    return torch.cat([state[0], own[0]], 1), torch.cat([state[1], own[1]], 1)


def _flat(suffixes: Sequence[Ids], start: int) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.concatenate([np.asarray(suffix) for suffix in suffixes])
    positions = np.concatenate([np.arange(start, start + len(suffix)) for suffix in suffixes])
    return tokens, positions
