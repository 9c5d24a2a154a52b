"""The prefix layout for screens: a context's keys and values are kept, and each option is a short suffix behind them.

    states = extend(stack, extend(stack, None, passage), question)
    scores = option_scores(stack, states, suffixes)

Nothing here is approximate; README of this folder says what is computed once, what is left out, and why that is exact.
What this file leaves out: the same layout as one masked pass, for training and for questions with few options
(`prefix`), and which cells share a context (`prefix_encoder`).
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from magnetite.scorers.attention import Sequences, State, attend_behind, read_context
from magnetite.scorers.frame import Ids
from magnetite.scorers.stack import Stack


def extend(stack: Stack, states: list[State] | None, ids: Ids) -> list[State]:
    """Encode ids behind what `states` hold (None: nothing) and return every layer's keys and values of both."""
    if states is not None and not ids:
        return states
    start = 0 if states is None else states[0][0].shape[1]
    tokens = torch.tensor([ids], device=stack.device)
    # At the beginning a family counts positions its own way; only BERT's layout goes on behind it.
    positions = torch.arange(start, start + len(ids), device=stack.device)[None] if start else None
    hidden = stack.embed(tokens, positions, torch.zeros_like(tokens))
    own, extended = Sequences((len(ids),)), []
    for number, layer in enumerate(stack.layers):
        query, key, value = layer.project(hidden)
        state = None if states is None else states[number]
        extended.append(_behind(state, (key.transpose(0, 1), value.transpose(0, 1))))
        if number + 1 < len(stack.layers):  # nobody reads what the last layer makes of the context
            before = None if state is None else read_context(query, state)
            hidden = layer.finish(attend_behind(query, key, value, own, before), hidden)
    return extended


def option_scores(stack: Stack, states: list[State], suffixes: Sequence[Ids]) -> Tensor:
    """Score suffixes after one context, (suffixes,); neighbours of one length are computed together."""
    sequences = Sequences(tuple(map(len, suffixes)))
    tokens, positions = _flat(suffixes, states[0][0].shape[1])
    # The first layer meets a token before the token has met its option: what it asks, offers and reads from the
    # context depends on its id and position alone, and is computed once for all options.
    pairs, where = np.unique(np.stack([tokens, positions]), axis=1, return_inverse=True)
    ids, places = torch.from_numpy(pairs).to(stack.device)
    same = torch.from_numpy(where.reshape(-1)).to(stack.device)
    hidden = stack.embed(ids[None], places[None], torch.ones_like(ids[None]))
    firsts = torch.tensor(sequences.starts, device=stack.device)
    *layers, last = stack.layers
    for number, layer in enumerate(layers):
        query, key, value = layer.project(hidden)
        mixed, log = read_context(query, states[number])
        if number == 0:
            query, key, value, hidden, mixed, log = (each[same] for each in (query, key, value, hidden, mixed, log))
        hidden = layer.finish(attend_behind(query, key, value, sequences, (mixed, log)), hidden)
    key, value = last.keys_values(hidden)
    asking = hidden[firsts]  # only the pooled position of the last layer is read
    query = last.query(asking)
    mixed = attend_behind(query, key, value, sequences, read_context(query, states[-1]))
    return stack.head(last.finish(mixed, asking))


def _behind(state: State | None, own: State) -> State:
    if state is None:
        return own[0].contiguous(), own[1].contiguous()
    return torch.cat([state[0], own[0]], 1), torch.cat([state[1], own[1]], 1)


def _flat(suffixes: Sequence[Ids], start: int) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.concatenate([np.asarray(suffix) for suffix in suffixes])
    positions = np.concatenate([np.arange(start, start + len(suffix)) for suffix in suffixes])
    return tokens, positions
