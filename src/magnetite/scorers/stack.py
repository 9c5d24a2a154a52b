"""An encoder's layers as one short piece of arithmetic: BERT, RoBERTa, XLM-R, CamemBERT, ELECTRA and ALBERT alike.

All of them compute the same post-norm layer on each token and let tokens meet only in attention. Written apart, what
concerns one token runs on tokens laid end to end, without padding, and whoever calls decides which tokens meet, which
are computed once for many cells, and which the last layer can leave out (README of this folder).
The weights are the model's own; query, key and value become one matrix.
What this file leaves out: which token sees which (`joint`, `prefix_states`), and families that compute something else
(their library's own forward pass takes over: `encoder`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, linear

Map = Callable[[Tensor], Tensor]

# What Transformers writes out term by term, and PyTorch has as one kernel.
TANH_GELU = {"gelu_new", "gelu_pytorch_tanh"}


@dataclass(frozen=True, slots=True)
class Layer:
    """Hold one layer: attention over `heads`, then a feed-forward part, each added to what came in and normalised."""

    heads: int
    qkv: nn.Linear  # width -> 3 × width: query, key, value
    out: Map
    out_norm: Map
    up: Map
    activation: Map
    down: Map
    norm: Map

    def project(self, hidden: Tensor) -> Tensor:
        """Return queries, keys and values, (3, tokens, heads, width of a head)."""
        return self._by_head(self.qkv(hidden), 3)

    def query(self, hidden: Tensor) -> Tensor:
        """Return queries alone, (tokens, heads, width of a head)."""
        width = hidden.shape[-1]
        return self._by_head(linear(hidden, self.qkv.weight[:width], self.qkv.bias[:width]), 1)[0]

    def keys_values(self, hidden: Tensor) -> Tensor:
        """Return keys and values alone, (2, tokens, heads, width of a head)."""
        width = hidden.shape[-1]
        return self._by_head(linear(hidden, self.qkv.weight[width:], self.qkv.bias[width:]), 2)

    def finish(self, mixed: Tensor, hidden: Tensor) -> Tensor:
        """Return what the layer makes of `hidden`, (tokens, width), with what attention mixed for it, likewise."""
        attended = self.out_norm(self.out(mixed).add_(hidden))
        return self.norm(self.down(self.activation(self.up(attended))).add_(attended))

    def _by_head(self, flat: Tensor, parts: int) -> Tensor:
        return flat.view(len(flat), parts, self.heads, -1).transpose(0, 1)


@dataclass(frozen=True, slots=True)
class Stack:
    """Hold an encoder: `embed` and `layers` work on tokens laid end to end, `head` on pooled positions."""

    embed: Callable[[Tensor, Tensor | None, Tensor], Tensor]  # ids, positions, segments, (sequences, tokens) each
    layers: tuple[Layer, ...]
    head: Map  # (cells, width) -> (cells,)
    device: torch.device
    dtype: torch.dtype


def stack_of(model: Any) -> Stack | None:
    """Return the model's layers as a stack; None for a family, or a setting, that computes something else."""
    config = model.config
    parts = {
        "bert": _bert,
        "roberta": _bert,
        "xlm-roberta": _bert,
        "camembert": _bert,
        "electra": _electra,
        "albert": _albert,
    }.get(config.model_type)
    if parts is None or getattr(config, "is_decoder", False):
        return None
    project, layers, pool = parts(model)
    body = model.base_model

    def embed(ids: Tensor, positions: Tensor | None, segments: Tensor) -> Tensor:
        embedded: Tensor = body.embeddings(input_ids=ids, position_ids=positions, token_type_ids=segments)
        return project(embedded.flatten(0, 1))

    def head(first: Tensor) -> Tensor:
        scores: Tensor = model.classifier(pool(first))
        return scores.squeeze(-1)

    return Stack(embed, tuple(layers), head, model.device, model.dtype)


def _bert(model: Any) -> tuple[Map, list[Layer], Map]:
    body = model.base_model
    layers = [_bert_layer(layer, model.config) for layer in body.encoder.layer]
    return nn.Identity(), layers, lambda first: body.pooler.activation(body.pooler.dense(first))


def _electra(model: Any) -> tuple[Map, list[Layer], Map]:
    body = model.base_model
    project = getattr(body, "embeddings_project", nn.Identity())  # only where embeddings are narrower than layers
    layers = [_bert_layer(layer, model.config) for layer in body.encoder.layer]
    return project, layers, lambda first: model.sequence_summary(first[:, None])


def _albert(model: Any) -> tuple[Map, list[Layer], Map]:
    body, config = model.base_model, model.config
    groups = [
        [_albert_layer(layer, config) for layer in group.albert_layers] for group in body.encoder.albert_layer_groups
    ]
    shared = [groups[i * config.num_hidden_groups // config.num_hidden_layers] for i in range(config.num_hidden_layers)]
    layers = [layer for group in shared for layer in group]
    project = body.encoder.embedding_hidden_mapping_in
    return project, layers, lambda first: body.pooler_activation(body.pooler(first))


def _bert_layer(layer: Any, config: Any) -> Layer:
    out, up, down = layer.attention.output, layer.intermediate, layer.output
    return Layer(
        config.num_attention_heads,
        _joined(layer.attention.self),
        out.dense,
        out.LayerNorm,
        up.dense,
        _activation(up.intermediate_act_fn, config),
        down.dense,
        down.LayerNorm,
    )


def _albert_layer(layer: Any, config: Any) -> Layer:
    own = layer.attention
    return Layer(
        config.num_attention_heads,
        _joined(own),
        own.dense,
        own.LayerNorm,
        layer.ffn,
        _activation(layer.activation, config),
        layer.ffn_output,
        layer.full_layer_layer_norm,
    )


def _joined(attention: Any) -> nn.Linear:
    """Put the matrices of query, key and value on top of each other, so that one product serves all three."""
    parts = (attention.query, attention.key, attention.value)
    weight, bias = torch.cat([part.weight for part in parts]), torch.cat([part.bias for part in parts])
    joined = nn.Linear(weight.shape[1], weight.shape[0], device="meta")
    joined.weight, joined.bias = nn.Parameter(weight, False), nn.Parameter(bias, False)
    return joined


def _activation(own: Map, config: Any) -> Map:
    return (lambda hidden: gelu(hidden, approximate="tanh")) if config.hidden_act in TANH_GELU else own
