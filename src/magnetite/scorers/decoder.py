"""A decoder in the prefix layout: Transformers' own forward pass, with a mask and positions that say what meets what.

A linear layer reads the last token of each option, which has seen everything before it. It stands in
`ForSequenceClassification`, Transformers' class of a decoder with such a layer, as its `score`.
In one pass over packed rows, or from kept keys and values, as in `prefix`; every score is that of the plain causal
forward pass over passage, question and option alone. `decoder` tries that on made-up tokens when a model is loaded.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from magnetite.core.errors import ModelError
from magnetite.scorers.attention import State
from magnetite.scorers.encoding import Ids
from magnetite.scorers.loading import reach
from magnetite.scorers.prefix import Packed, PrefixModel, PrefixQuestion, PrefixRow, pack, visible
from magnetite.scorers.tree import LEAST_TOKENS, MOST_TOKENS, TRIAL, added, lay_out


def decoder(name: str, model: Any) -> PrefixModel:
    """Return a decoder as a model of the prefix layout. Raises ModelError for a family that takes no mask of ours."""
    need_decoder(name, model)
    tokens = int(np.clip(model.config.get_text_config().hidden_size, LEAST_TOKENS, MOST_TOKENS))
    return PrefixModel(
        partial(decoder_scores, model), partial(extend_decoder, model), partial(decoder_option_scores, model), tokens
    )


def need_decoder(name: str, model: Any) -> None:
    """Raise ModelError where packed rows of made-up tokens do not have the scores of plain forward passes."""
    if not reach(model.config.get_text_config(), 1):
        raise _unfit(name, model)
    first, second, third, fourth = (
        np.random.default_rng(0).integers(0, model.config.get_text_config().vocab_size, (4, 5)).tolist()
    )
    row = PrefixRow(tuple(first), (PrefixQuestion(tuple(second), (tuple(third), tuple(fourth))),))
    alone = [[*first, *second, *option] for option in (third, fourth)]
    try:
        with torch.inference_mode():
            together = decoder_scores(model, pack([row], 0).to(model.device))
            hidden = model.base_model(torch.tensor(alone, device=model.device), use_cache=False).last_hidden_state
            off = float((model.score(hidden[:, -1])[:, 0] - together).abs().max())
    except Exception as error:  # a family may take neither mask nor positions, each in its own way
        raise _unfit(name, model) from error
    if not off <= TRIAL[str(model.dtype)]:
        raise _unfit(name, model)


def _unfit(name: str, model: Any) -> ModelError:
    return ModelError(
        f"model '{name}' is a decoder of the architecture {model.config.model_type}, which does not let Magnetite say "
        "which token sees which, so its context cannot be shared by all options. Use a decoder with rotary or learned "
        "positions (Llama, Qwen, Mistral, GPT-2, GPT-NeoX, ...), or an encoder."
    )


def decoder_scores(model: Any, batch: Packed) -> Tensor:
    """Score every option of a packed batch, (options,), in one pass; differentiable."""
    sees = visible(batch).tril()  # a row is laid out in the order of reading
    output = model.base_model(
        input_ids=batch.ids,
        position_ids=batch.positions,
        attention_mask=added(sees, model.dtype)[:, None],
        use_cache=False,
    )
    there = batch.ends >= 0
    rows = torch.arange(len(there), device=there.device)[:, None]
    scores: Tensor = model.score(output.last_hidden_state[rows, batch.ends.clamp(min=0)][there])
    return scores.squeeze(-1)


def extend_decoder(model: Any, states: list[State] | None, ids: Ids) -> list[State]:
    """Read ids behind `states` (None: nothing before); return every layer's keys and values of both."""
    if states is not None and not ids:
        return states
    start = _length(states)
    positions = torch.arange(start, start + len(ids), device=model.device)[None]
    output = _behind(model, states, torch.tensor([ids], device=model.device), positions, None)
    return [(layer.keys, layer.values) for layer in output.past_key_values.layers]


def decoder_option_scores(model: Any, states: list[State], suffixes: Sequence[Ids]) -> Tensor:
    """Score suffixes after one context, (suffixes,): a tree behind its keys and values, equal beginnings laid once."""
    path = (0,) * _length(states)  # the context's tokens, of which only the number counts
    order = sorted(range(len(suffixes)), key=lambda place: suffixes[place])
    tree = lay_out([path + suffixes[place] for place in order], path)
    ids, positions, sees = (part.to(model.device) for part in (tree.ids, tree.positions, tree.sees))
    output = _behind(model, states, ids[None], positions[None], added(sees, model.dtype)[None, None])
    ends = torch.tensor([columns[-1] - len(path) for columns in tree.paths])
    places = torch.empty_like(ends).index_copy_(0, torch.tensor(order), ends).to(model.device)
    scores: Tensor = model.score(output.last_hidden_state[0, places])
    return scores.squeeze(-1)


def _length(states: list[State] | None) -> int:
    return 0 if states is None else states[0][0].shape[2]


def _behind(model: Any, states: list[State] | None, ids: Tensor, positions: Tensor, mask: Tensor | None) -> Any:
    from transformers import DynamicCache

    cache = DynamicCache(states)
    return model.base_model(
        input_ids=ids, position_ids=positions, attention_mask=mask, past_key_values=cache, use_cache=True
    )
