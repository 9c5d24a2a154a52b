"""The prefix layout: the context is encoded once, each option is a short suffix that sees it and itself.

The context sees no option, so its keys and values are the same for all of them: the factoring is exact.
`packed_scores` computes context and options in one masked pass (training); `context_states` and `option_scores`
compute them apart (scoring). Both give the same scores; a test says so.
What this file leaves out: architectures other than BERT's (`refuse_other_architectures`), and faster kernels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from magnetite.core.errors import ModelError

State = tuple[Tensor, Tensor]  # keys and values of one layer, (heads, tokens, width of a head)


@dataclass(frozen=True, slots=True)
class Packed:
    """Hold a batch of contexts, each with its options behind it in one row."""

    ids: Tensor  # (rows, tokens)
    positions: Tensor  # (rows, tokens)
    parts: Tensor  # (rows, tokens): 0 context, 1… the option, -1 padding
    pooled: Tensor  # (rows, most options): column of each option's own [CLS], -1 where a row has fewer


def refuse_other_architectures(name: str, config: Any) -> None:
    """Raise ModelError where a model's configuration is not one that this file computes: BERT with two segments."""
    # Families that keep BERT's names but not its arithmetic exist (Megatron-BERT), hence not a look at attributes.
    plain = config.model_type == "bert" and not config.is_decoder
    if not plain or config.type_vocab_size < 2:
        what = "has one segment only" if plain else f"is {config.model_type}'s architecture"
        raise ModelError(
            f"model '{name}' {what}; the prefix layout is for BERT's, with two segments. "
            "Take another base, or use a model fine-tuned in the joint layout."
        )


def pack(contexts: Sequence[Sequence[int]], options: Sequence[Sequence[Sequence[int]]], pad: int) -> Packed:
    """Lay out contexts and their options for one masked pass; options[i] are the suffixes of contexts[i]."""
    width = max(len(c) + sum(map(len, o)) for c, o in zip(contexts, options, strict=True))
    ids = torch.full((len(contexts), width), pad)
    positions, parts = torch.zeros_like(ids), torch.full_like(ids, -1)
    pooled = torch.full((len(contexts), max(map(len, options))), -1)
    for row, (context, suffixes) in enumerate(zip(contexts, options, strict=True)):
        end = len(context)
        ids[row, :end] = torch.tensor(context)
        positions[row, :end] = torch.arange(end)
        parts[row, :end] = 0
        for number, suffix in enumerate(suffixes, start=1):
            here = slice(end, end + len(suffix))
            pooled[row, number - 1] = end
            ids[row, here] = torch.tensor(suffix)
            positions[row, here] = len(context) + torch.arange(len(suffix))
            parts[row, here] = number
            end += len(suffix)
    return Packed(ids, positions, parts, pooled)


def packed_scores(model: Any, batch: Packed) -> Tensor:
    """Score every option of a packed batch, (options,), in one pass; differentiable."""
    bert = model.bert
    hidden = _embed(bert, batch.ids, batch.positions, (batch.parts > 0).long())
    keys, queries = batch.parts[:, None, None, :], batch.parts[:, None, :, None]
    mask = (keys == 0) | (keys == queries)  # (rows, 1, tokens, tokens); padding sees padding, so no row is empty
    *layers, last = bert.encoder.layer
    for layer in layers:
        query, key, value = _heads(layer, hidden, hidden)
        hidden = _finish(layer, scaled_dot_product_attention(query, key, value, attn_mask=mask), hidden)
    asking, asking_mask = _pooled_only(hidden, mask, batch.pooled)
    query, key, value = _heads(last, asking, hidden)
    hidden = _finish(last, scaled_dot_product_attention(query, key, value, attn_mask=asking_mask), asking)
    return _score(model, hidden[batch.pooled >= 0])


def _pooled_only(hidden: Tensor, mask: Tensor, pooled: Tensor) -> tuple[Tensor, Tensor]:
    """Take the positions whose last layer is read, (rows, options, width), and their rows of the mask."""
    rows = torch.arange(len(pooled), device=pooled.device)[:, None]
    columns = pooled.clamp(min=0)
    return hidden[rows, columns], mask[rows, 0, columns][:, None]


def context_states(model: Any, ids: Sequence[int]) -> list[State]:
    """Encode one context and return every layer's keys and values."""
    bert = model.bert
    tokens = torch.tensor([ids], device=bert.device)
    hidden = _embed(bert, tokens, torch.arange(len(ids), device=bert.device)[None], torch.zeros_like(tokens))
    states = []
    for number, layer in enumerate(bert.encoder.layer, start=1):
        query, key, value = _heads(layer, hidden, hidden)
        states.append((key[0], value[0]))
        if number < len(bert.encoder.layer):  # nobody reads what the last layer makes of the context
            hidden = _finish(layer, scaled_dot_product_attention(query, key, value), hidden)
    return states


def option_scores(model: Any, states: list[State], suffixes: Tensor, own_mask: Tensor | None) -> Tensor:
    """Score suffixes, (options, tokens), after one context; returns (options,).

    `own_mask`, (options, tokens), is 0 on a suffix's own tokens and minus infinity on padding; None: no padding.
    """
    bert = model.bert
    start = states[0][0].shape[1]
    positions = torch.arange(start, start + suffixes.shape[1], device=bert.device).expand_as(suffixes)
    hidden = _embed(bert, suffixes, positions, torch.ones_like(suffixes))
    last = len(bert.encoder.layer) - 1
    for number, (layer, (key, value)) in enumerate(zip(bert.encoder.layer, states, strict=True)):
        asking = hidden[:, :1] if number == last else hidden  # only the pooled position of the last layer is read
        mixed = _attend(_heads(layer, asking, hidden), (key, value), own_mask)
        hidden = _finish(layer, mixed, asking)
    return _score(model, hidden[:, 0])


def _attend(own: tuple[Tensor, Tensor, Tensor], context: State, own_mask: Tensor | None) -> Tensor:
    """Attend to the context and to the suffix itself under one softmax, without a copy of the context per option.

    own: query, key and value, (options, heads, tokens, width); context: key and value, (heads, context, width).
    """
    (query, own_key, own_value), (key, value) = own, context
    options, heads, tokens, width = query.shape
    rows = query.permute(1, 0, 2, 3).reshape(heads, options * tokens, width)
    to_context = (rows @ key.transpose(1, 2)).view(heads, options, tokens, -1)
    to_self: Tensor = query @ own_key.transpose(2, 3)
    if own_mask is not None:
        to_self = to_self + own_mask[:, None, None, :]
    logits = torch.cat([to_context, to_self.transpose(0, 1)], dim=-1)
    on_context, on_self = (logits * width**-0.5).softmax(dim=-1).tensor_split([key.shape[1]], dim=-1)
    from_context = (on_context.reshape(heads, options * tokens, -1) @ value).view(heads, options, tokens, width)
    mixed: Tensor = from_context.transpose(0, 1) + on_self.transpose(0, 1) @ own_value
    return mixed


def _embed(bert: Any, ids: Tensor, positions: Tensor, segments: Tensor) -> Tensor:
    embedded: Tensor = bert.embeddings(input_ids=ids, position_ids=positions, token_type_ids=segments)
    return embedded


def _heads(layer: Any, asking: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Project `asking` to queries and `hidden` to keys and values, (rows, heads, tokens, width)."""
    attention = layer.attention.self
    shape = (hidden.shape[0], -1, attention.num_attention_heads, attention.attention_head_size)
    query, key, value = attention.query(asking), attention.key(hidden), attention.value(hidden)
    return query.view(shape).transpose(1, 2), key.view(shape).transpose(1, 2), value.view(shape).transpose(1, 2)


def _finish(layer: Any, mixed: Tensor, hidden: Tensor) -> Tensor:
    attended = layer.attention.output(mixed.transpose(1, 2).flatten(2), hidden)
    finished: Tensor = layer.output(layer.intermediate(attended), attended)
    return finished


def _score(model: Any, first: Tensor) -> Tensor:
    bert = model.bert
    scores: Tensor = model.classifier(bert.pooler.activation(bert.pooler.dense(first)))
    return scores.squeeze(-1)
