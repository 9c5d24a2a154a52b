"""An encoder's layers as one short piece of arithmetic: BERT, RoBERTa, XLM-R, CamemBERT, ELECTRA, ALBERT and MPNet.

All of them compute the same post-norm layer on each token and let tokens meet only in attention. With the two apart,
work on single tokens runs on tokens laid end to end, without padding, and the caller decides which tokens meet, which
are computed once for many cells, and which the last layer can leave out (README of this folder).
The weights are the model's own; query, key and value become one matrix. On a CPU in bfloat16 oneDNN lays them out once
and does what follows a product with it (`Fused`). Training brings products of its own (`train.model`), whose weights
learn.
Families that compute something else use their library's own forward pass (`encoder`).
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, linear, pad

from magnetite.core.errors import ModelError
from magnetite.scorers.device import has_bfloat16

Map = Callable[[Tensor], Tensor]


class Product(Protocol):
    """A linear map of one or more modules of one shape, side by side: (tokens, width) -> (tokens, modules × out)."""

    def __call__(self, hidden: Tensor, first: int = 0, end: int | None = None) -> Tensor:
        """Return what the modules from `first` to `end` (None: all) make of `hidden`."""
        ...


Join = Callable[[Sequence[Any]], Product]  # modules -> their product
Onto = Callable[[Tensor, Tensor], Tensor]  # what to multiply, and what to add the product to -> their sum

# Transformers computes these term by term; PyTorch has one kernel for them.
TANH_GELU = {"gelu_new", "gelu_pytorch_tanh"}
ONEDNN_GELU = {"gelu": "none", **dict.fromkeys(TANH_GELU, "tanh")}  # its names for how GELU is approximated
ONEDNN_TOKENS = 2048  # of the product that weights are laid out for; others are as fast, or nearly
# oneDNN compiles a product for each number of tokens. With AMX that takes up to 20 ms, more than a layer of a narrow
# model, so numbers of tokens are rounded up to a multiple of this.
COMPILED_TOKENS = 64


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: attention over `heads`, then a feed-forward part, each added to what came in and normalised."""

    heads: int
    qkv: Product  # query, key, value
    out: Onto
    out_norm: Map
    up: Map  # with its activation
    down: Onto
    norm: Map

    def project(self, hidden: Tensor) -> Tensor:
        """Return queries, keys and values, (3, tokens, heads, width of a head)."""
        return self._by_head(self.qkv(hidden), 3)

    def query(self, hidden: Tensor) -> Tensor:
        """Return only queries, (tokens, heads, width of a head)."""
        return self._by_head(self.qkv(hidden, 0, 1), 1)[0]

    def keys_values(self, hidden: Tensor) -> Tensor:
        """Return only keys and values, (2, tokens, heads, width of a head)."""
        return self._by_head(self.qkv(hidden, 1), 2)

    def finish(self, mixed: Tensor, hidden: Tensor) -> Tensor:
        """Return what the layer makes of `hidden`, (tokens, width), with what attention mixed for it, likewise."""
        attended = self.out_norm(self.out(mixed, hidden))
        return self.norm(self.down(self.up(attended), attended))

    def _by_head(self, flat: Tensor, parts: int) -> Tensor:
        return flat.view(len(flat), parts, self.heads, -1).transpose(0, 1)


@dataclass(frozen=True, slots=True)
class Distances:
    """What the distance of two tokens adds to attention's logits, the same in every layer (MPNet)."""

    table: Tensor  # (buckets, heads)
    bucket: Map  # distances -> buckets

    def __call__(self, asking: Tensor, asked: Tensor) -> Tensor:
        """Return (…, heads, queries, keys) from positions of queries, (…, queries), and of keys, (…, keys)."""
        first, last = int(asked.min()), int(asked.max())
        least, most = first - int(asking.max()), last - int(asking.min())
        logits = self.table[self.bucket(torch.arange(least, most + 1, device=asked.device))]
        if asked.dim() > 1:
            return logits[asked[..., None, :] - asking[..., :, None] - least].movedim(-1, -3).contiguous()
        # A query's row is a stretch of the logits by distance, copied whole where keys are neighbours.
        rows = logits.T.contiguous().unfold(1, last - first + 1, 1)[:, first - asking - least]
        return rows if bool((asked.diff() == 1).all()) else rows[..., asked - first]


@dataclass(frozen=True, slots=True)
class Stack:
    """An encoder: `embed` and `layers` work on tokens laid end to end, `head` on pooled positions.

    `embed` takes ids, positions (from 0; None: as the family counts them) and segments, (sequences, tokens) each.
    """

    embed: Callable[[Tensor, Tensor | None, Tensor], Tensor]
    layers: tuple[Layer, ...]
    head: Map  # (cells, width) -> (cells,)
    distances: Distances | None
    device: torch.device
    dtype: torch.dtype

    def filled(self, tokens: Tensor) -> Tensor:
        """Return tokens, (tokens, …), with zeros behind them where products are oneDNN's."""
        return filled(tokens) if self.device.type == "cpu" and self.dtype == torch.bfloat16 else tokens


class Fused:
    """A product in bfloat16 on a CPU, by oneDNN: bias, GELU and the sum that follow are done with it.

    PyTorch's own `linear` copies the bias first and rounds in between; together they cost a tenth of a layer's time.
    """

    def __init__(self, modules: Sequence[Any]) -> None:
        weights, self._biases = [module.weight.detach() for module in modules], [module.bias for module in modules]
        self._parts = {  # of the modules, side by side: all, those from the second on, and each
            (first, end): (laid_out(torch.cat(weights[first:end])), torch.cat(self._biases[first:end]).detach())
            for first, end in {(0, len(modules)), (min(1, len(modules) - 1), len(modules)), (0, 1)}
        }
        self._all = self._parts[0, len(modules)]

    def __call__(self, hidden: Tensor, first: int = 0, end: int | None = None) -> Tensor:
        """See `Product`."""
        weight, bias = self._parts[first, len(self._biases) if end is None else end]
        product: Tensor = torch.ops.mkldnn._linear_pointwise(filled(hidden), weight, bias, "none", [], "")
        return product[: len(hidden)]

    def gelu(self, hidden: Tensor, how: str) -> Tensor:
        """Return GELU of the product; `how`: "none" or "tanh" for its approximation."""
        product: Tensor = torch.ops.mkldnn._linear_pointwise(filled(hidden), *self._all, "gelu", [], how)
        return product[: len(hidden)]

    def onto(self, hidden: Tensor, added: Tensor) -> Tensor:
        """Return the product plus `added`."""
        product: Tensor = torch.ops.mkldnn._linear_pointwise.binary(filled(hidden), filled(added), *self._all, "add")
        return product[: len(hidden)]


def filled(tokens: Tensor) -> Tensor:
    """Return tokens, (tokens, …), with zeros behind them up to a multiple of `COMPILED_TOKENS`.

    >>> filled(torch.ones(70, 2)).shape
    torch.Size([128, 2])
    """
    lacking = -len(tokens) % COMPILED_TOKENS
    return pad(tokens, (0, 0) * (tokens.dim() - 1) + (0, lacking)) if lacking else tokens


def laid_out(weight: Tensor) -> Tensor:
    """Return a matrix, (out, in), as oneDNN lays it out for its products; no other kind of product takes it."""
    laid_out: Tensor = torch.ops.mkldnn._reorder_linear_weight(weight.contiguous(), ONEDNN_TOKENS)
    return laid_out


def can_fuse(weight: Tensor) -> bool:
    """Say whether oneDNN does what follows a product with this matrix along with it."""
    return (
        weight.device.type == "cpu"
        and weight.dtype == torch.bfloat16
        and torch._C._has_mkldnn
        and has_bfloat16(weight.device)
        and hasattr(torch.ops.mkldnn, "_linear_pointwise")
    )


def frozen(modules: Sequence[Any]) -> Product:
    """Stack the matrices of the modules, so that one product serves all of them."""
    if can_fuse(modules[0].weight):
        return Fused(modules)
    one = len(modules) == 1
    weight = modules[0].weight if one else torch.cat([module.weight for module in modules])
    bias = modules[0].bias if one else torch.cat([module.bias for module in modules])
    out = len(weight) // len(modules)

    def product(hidden: Tensor, first: int = 0, end: int | None = None) -> Tensor:
        rows = slice(first * out, None if end is None else end * out)
        return linear(hidden, weight[rows], bias[rows])

    return product


def stack_of(model: Any, join: Join = frozen) -> Stack | None:
    """Return the model's layers as a stack; None for a family, or a setting, that computes something else."""
    config = model.config
    parts = FAMILIES.get(config.model_type)
    if parts is None or getattr(config, "is_decoder", False):
        return None
    project, layers, pool = parts(model, join)
    body = model.base_model
    before = getattr(body.embeddings.position_embeddings, "padding_idx", None)
    first = 0 if before is None else before + 1  # RoBERTa and its kin count from behind the padding's own position
    two_segments = getattr(config, "type_vocab_size", 0) > 1

    def embed(ids: Tensor, positions: Tensor | None, segments: Tensor) -> Tensor:
        places = None if positions is None else positions + first
        kinds = segments if two_segments else torch.zeros_like(segments)
        embedded: Tensor = body.embeddings(input_ids=ids, position_ids=places, token_type_ids=kinds)
        return project(embedded.flatten(0, 1))

    classifier = _exact(model.classifier)
    number = next(classifier.parameters()).dtype

    def head(first: Tensor) -> Tensor:
        scores: Tensor = classifier(pool(first.to(number)))
        return scores.squeeze(-1)

    near = body.encoder if config.model_type == "mpnet" else None
    distances = Distances(near.relative_attention_bias.weight, near.relative_position_bucket) if near else None
    return Stack(embed, tuple(layers), head, distances, model.device, model.dtype)


def need_stack(name: str, model: Any, join: Join = frozen) -> Stack:
    """Return the model's stack. Raises ModelError where it has none, so that the prefix layout cannot use it."""
    stack = stack_of(model, join)
    if stack is None:
        raise ModelError(
            f"model '{name}' is of the architecture {model.config.model_type}, which the prefix layout does not know. "
            f"It knows {', '.join(FAMILIES)} (encoders). Use a base of one of these, or the joint layout."
        )
    return stack


def _exact(module: Any) -> Any:
    """Return the module, or where it is in 16 bits a copy in 32: a head costs nothing, and scores rarely tie so."""
    narrow = any(weight.dtype in (torch.bfloat16, torch.float16) for weight in module.parameters())
    return deepcopy(module).float() if narrow else module


def _onto(product: Product, dropout: Map) -> Onto:
    if isinstance(product, Fused):
        return product.onto
    return lambda hidden, added: _sum(dropout(product(hidden)), added)


def _up(product: Product, activation: Map, config: Any) -> Map:
    if isinstance(product, Fused) and config.hidden_act in ONEDNN_GELU:
        return lambda hidden: product.gelu(hidden, ONEDNN_GELU[config.hidden_act])
    if config.hidden_act in TANH_GELU:
        return lambda hidden: gelu(product(hidden), approximate="tanh")
    return lambda hidden: activation(product(hidden))


def _sum(fresh: Tensor, hidden: Tensor) -> Tensor:
    """Add in place, but not where that would round a sum to the narrower format of the two."""
    return fresh.add_(hidden) if fresh.dtype == hidden.dtype else fresh + hidden


def _bert(model: Any, join: Join) -> tuple[Map, list[Layer], Map]:
    body = model.base_model
    layers = [_bert_layer(layer, model.config, join) for layer in body.encoder.layer]
    pooler = _exact(body.pooler)
    return nn.Identity(), layers, lambda first: pooler.activation(pooler.dense(first))


def _electra(model: Any, join: Join) -> tuple[Map, list[Layer], Map]:
    body = model.base_model
    project = getattr(body, "embeddings_project", nn.Identity())  # only where embeddings are narrower than layers
    layers = [_bert_layer(layer, model.config, join) for layer in body.encoder.layer]
    summary = _exact(model.sequence_summary)
    return project, layers, lambda first: summary(first[:, None])


def _albert(model: Any, join: Join) -> tuple[Map, list[Layer], Map]:
    body, config = model.base_model, model.config
    groups = [
        [_albert_layer(layer, config, join) for layer in group.albert_layers]
        for group in body.encoder.albert_layer_groups
    ]
    shared = [groups[i * config.num_hidden_groups // config.num_hidden_layers] for i in range(config.num_hidden_layers)]
    layers = [layer for group in shared for layer in group]
    project = body.encoder.embedding_hidden_mapping_in
    pooler = _exact(body.pooler)
    return project, layers, lambda first: body.pooler_activation(pooler(first))


def _mpnet(model: Any, join: Join) -> tuple[Map, list[Layer], Map]:
    body = model.base_model
    layers = [_mpnet_layer(layer, model.config, join) for layer in body.encoder.layer]
    pooler = _exact(body.pooler)
    return nn.Identity(), layers, lambda first: pooler.activation(pooler.dense(first))


FAMILIES: dict[str, Callable[[Any, Join], tuple[Map, list[Layer], Map]]] = {
    "bert": _bert,
    "roberta": _bert,
    "xlm-roberta": _bert,
    "camembert": _bert,
    "electra": _electra,
    "albert": _albert,
    "mpnet": _mpnet,
}


def _bert_layer(layer: Any, config: Any, join: Join) -> Layer:
    own, out = layer.attention.self, layer.attention.output
    return _layer(layer, config, join, (own.query, own.key, own.value), (out.dense, out.LayerNorm, out.dropout))


def _mpnet_layer(layer: Any, config: Any, join: Join) -> Layer:
    own = layer.attention
    return _layer(layer, config, join, (own.attn.q, own.attn.k, own.attn.v), (own.attn.o, own.LayerNorm, own.dropout))


def _layer(layer: Any, config: Any, join: Join, qkv: Sequence[Any], out: tuple[Any, Any, Any]) -> Layer:
    """Make a layer from the parts that BERT and its kin share behind the attention."""
    dense, out_norm, dropout = out
    return Layer(
        config.num_attention_heads,
        join(qkv),
        _onto(join([dense]), dropout),
        out_norm,
        _up(join([layer.intermediate.dense]), layer.intermediate.intermediate_act_fn, config),
        _onto(join([layer.output.dense]), dropout),
        layer.output.LayerNorm,
    )


def _albert_layer(layer: Any, config: Any, join: Join) -> Layer:
    own = layer.attention
    return Layer(
        config.num_attention_heads,
        join([own.query, own.key, own.value]),
        _onto(join([own.dense]), own.output_dropout),
        own.LayerNorm,
        _up(join([layer.ffn]), layer.activation, config),
        _onto(join([layer.ffn_output]), own.output_dropout),
        layer.full_layer_layer_norm,
    )
