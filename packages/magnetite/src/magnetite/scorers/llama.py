"""The forward pass of Llama and its kin (Mistral, Qwen2, Qwen3) over a tree of tokens, on a CPU.

Transformers' own pass masks what does not belong together, so that a token is multiplied with all others of its pass;
here attention takes a few tokens at a time, with the keys that any of them sees. Keys are not copied for the heads that
share them. What needs tokens one by one (norms, the feed-forward part) takes as many as stay near the processor.
In the last layer only the tokens whose logits are wanted are asked what they read.

The layers, with their weights, are those of the model.

Matrix products are oneDNN's: bfloat16 with what follows it, and 8-bit integers. A `PackedLinear` or `EightBits` takes
the place of a linear layer in the model itself, and the layer's weights its own place in memory, so that a model is
never there twice and its library's forward pass still runs.

`EightBits` rounds a matrix once to eight bits, row by row, and what is multiplied with it to eight bits token by token
(Dettmers et al. 2022, section 2.1): a token's scale is its own, so a cell's score does not depend on its batch. Tokens
are unsigned around 128, which is the one form that oneDNN's fast kernels take on every processor.

oneDNN's operators are those that `torch.compile` uses, without a promise of PyTorch's to keep them; where they are
missing, linear layers stay (decision 41).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import linear, scaled_dot_product_attention, silu

from magnetite.scorers.attention import State
from magnetite.scorers.stack import COMPILED_TOKENS, can_fuse, filled, laid_out

FAMILIES = ("LlamaForCausalLM", "MistralForCausalLM", "Qwen2ForCausalLM", "Qwen3ForCausalLM")
NORMS_HEADS = ("Qwen3ForCausalLM",)  # which norm each head's queries and keys
ATTENDING = 128  # tokens that attend at once
NORMED, FED = 128, 512  # tokens of which a norm, and a feed-forward part, is computed at once
ANSWERED, IN_FLOAT32 = 256, 16  # tokens whose logits are computed at once, and of those, copied to float32
LIKELIEST = 8  # logits of a token that are computed in float32
BITS = 127  # largest number of eight bits with a sign
MIDDLE = 128  # where zero lies without one
ROUNDED = 128  # tokens that are rounded at once: what becomes of them stays near the processor


def is_llama(model: Any) -> bool:
    """Say whether a model is one whose forward pass is computed here."""
    return (
        type(model).__name__ in FAMILIES and model.device.type == "cpu" and model.config.hidden_act in ("silu", "swish")
    )


@dataclass(frozen=True, slots=True, eq=False)
class TokenBlock:
    """Some neighbours of a tree, the columns that any of them sees, and what a mask adds to their logits."""

    rows: slice
    columns: Tensor  # (seen,)
    mask: Tensor  # (rows, seen)


def blocks(sees: Tensor, dtype: torch.dtype, most: int = ATTENDING) -> list[TokenBlock]:
    """Cut what tokens see, (tokens, columns), into blocks of `most` tokens."""
    cut = []
    for start in range(0, len(sees), most):
        rows = slice(start, min(start + most, len(sees)))
        columns = sees[rows].any(0).nonzero()[:, 0]
        seen = sees[rows, columns]
        mask = torch.zeros(seen.shape, dtype=dtype).masked_fill_(~seen, torch.finfo(dtype).min)
        cut.append(TokenBlock(rows, columns, mask))
    return cut


class Llama:
    """The forward pass of a model of one of `FAMILIES`; `is_llama` says which can be one."""

    def __init__(self, model: Any) -> None:
        self._body, self._vocabulary = model.model, model.lm_head.weight
        self._norms_heads = type(model).__name__ in NORMS_HEADS
        self._fills = any(isinstance(each, PackedLinear | EightBits) for each in model.model.layers[0].modules())

    def __call__(
        self, ids: Tensor, positions: Tensor, sees: Tensor, states: list[State], wanted: Tensor
    ) -> tuple[Tensor, list[State]]:
        """Read tokens, (tokens,), that see columns, (tokens, columns): those of `states` first, then each other.

        `states`, of each layer: empty where there are none. Returns what the last layer makes of the tokens at
        `wanted`, rising, normalised, (wanted, width), and the states of all columns.
        """
        tokens = len(ids)
        if self._fills:  # nothing reads what is behind the tokens
            ids, positions = filled(ids), filled(positions)
        hidden = self._body.embed_tokens(ids)
        cos, sin = (part.transpose(0, 1) for part in self._body.rotary_emb(hidden, positions[None]))
        cut = blocks(sees, hidden.dtype)
        together = []
        for number, layer in enumerate(self._body.layers):
            normed, attention = _normed(layer.input_layernorm, hidden), layer.self_attn
            if number < len(self._body.layers) - 1:
                query, key, value = side_by_side((attention.q_proj, attention.k_proj, attention.v_proj), normed)
                turn = cos, sin
            else:
                query = attention.q_proj(normed[wanted])
                key, value = side_by_side((attention.k_proj, attention.v_proj), normed)
                turn, hidden, cut = (cos[wanted], sin[wanted]), hidden[wanted], _asking(cut, wanted)
            query, key, value = (each.view(len(each), -1, attention.head_dim) for each in (query, key, value))
            if self._norms_heads:
                query, key = _normed(attention.q_norm, query), _normed(attention.k_norm, key)
            query, key = _turned(query, *turn), _turned(key, cos, sin)
            state = key[:tokens].transpose(0, 1), value[:tokens].transpose(0, 1)
            if states:
                state = torch.cat((states[number][0], state[0]), 1), torch.cat((states[number][1], state[1]), 1)
            together.append(state)
            hidden = onto(attention.o_proj, _attended(query, *state, cut, attention.scaling), hidden)
            hidden = _fed(layer, hidden)
        return _normed(self._body.norm, hidden), together

    def log_probabilities(self, hidden: Tensor, places: Tensor, targets: Tensor) -> Tensor:
        """Return log p(target), (targets,), each after the token whose output stands at its place in `hidden`.

        In 16 bits logits are rounded to steps of up to an eighth. So those of the targets, and of each token's
        likeliest entries, are computed once more in float32.
        """
        exact, logits = hidden.float(), []
        for some, entries in zip(torch.split(places, ANSWERED), torch.split(targets, ANSWERED), strict=True):
            logits.append(torch.einsum("td,td->t", exact[some], self._vocabulary[entries].float()))
        denominators = [self._denominators(some) for some in torch.split(hidden, ANSWERED)]
        return torch.cat(logits) - torch.cat(denominators)[places]

    def _denominators(self, hidden: Tensor) -> Tensor:
        """Return the logarithms of the softmax's denominators, (tokens,)."""
        logs = []
        rounded = linear(hidden, self._vocabulary)
        for some, logits in zip(torch.split(hidden, IN_FLOAT32), torch.split(rounded, IN_FLOAT32), strict=True):
            exact = logits.float()
            if logits.dtype != torch.float32:
                likeliest = logits.topk(min(LIKELIEST, logits.shape[1]), -1).indices
                again = torch.einsum("td,ted->te", some.float(), self._vocabulary[likeliest].float())
                exact.scatter_(1, likeliest, again)
            logs.append(exact.logsumexp(-1))
        return torch.cat(logs)


def _normed(norm: Any, hidden: Tensor) -> Tensor:
    """Return RMSNorm (Zhang and Sennrich 2019) of tokens, (tokens, …, width), summed in float32."""
    normed = torch.empty_like(hidden)
    for some, to in zip(torch.split(hidden, NORMED), torch.split(normed, NORMED), strict=True):
        exact = some.to(torch.float32, copy=True)
        squares = torch.linalg.vector_norm(exact, dim=-1, keepdim=True).square_().div_(exact.shape[-1])
        torch.mul(exact.mul_(squares.add_(norm.variance_epsilon).rsqrt_()).to(hidden.dtype), norm.weight, out=to)
    return normed


def _turned(heads: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turn queries or keys, (tokens, heads, width), by their positions (Su et al. 2021)."""
    half = heads.shape[-1] // 2
    cos, sin = cos[..., :half], sin[..., :half]
    first, second = heads[..., :half], heads[..., half:]
    turned = torch.empty_like(heads)
    torch.sub(first * cos, second * sin, out=turned[..., :half])
    torch.add(second * cos, first * sin, out=turned[..., half:])
    return turned


def _asking(cut: list[TokenBlock], wanted: Tensor) -> list[TokenBlock]:
    """Leave only the tokens at `wanted`, rising, to ask: rows count those."""
    left, done = [], 0
    for block in cut:
        places = wanted[(wanted >= block.rows.start) & (wanted < block.rows.stop)] - block.rows.start
        if len(places):
            rows = slice(done, done + len(places))
            left.append(replace(block, rows=rows, mask=block.mask[places]))
            done = rows.stop
    return left


def _attended(query: Tensor, key: Tensor, value: Tensor, cut: list[TokenBlock], scale: float) -> Tensor:
    """Return what queries, (tokens, heads, width), read, (tokens, heads × width)."""
    read = torch.zeros_like(query)
    for block in cut:
        asking, keys, values = query[block.rows].transpose(0, 1), key[:, block.columns], value[:, block.columns]
        mixed = scaled_dot_product_attention(
            asking[None], keys[None], values[None], attn_mask=block.mask, scale=scale, enable_gqa=True
        )
        read[block.rows] = mixed[0].transpose(0, 1)
    return read.flatten(1)


def _fed(layer: Any, hidden: Tensor) -> Tensor:
    """Return tokens, (tokens, width), with a layer's feed-forward part added."""
    feed, fed = layer.mlp, []
    pieces = -(-len(hidden) // FED)
    for some in torch.split(hidden, -(-len(hidden) // (pieces * COMPILED_TOKENS)) * COMPILED_TOKENS):
        inner = gated(feed.gate_proj, feed.up_proj, _normed(layer.post_attention_layernorm, some))
        fed.append(onto(feed.down_proj, inner, some))
    return torch.cat(fed)


class PackedLinear(nn.Module):
    """A linear layer in bfloat16, its weights laid out for oneDNN."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__()
        self.weight, self.bias = laid_out(layer.weight.detach()), layer.bias
        self.in_features, self.out_features = layer.in_features, layer.out_features

    def forward(self, hidden: Tensor) -> Tensor:
        """Return the product, (…, out)."""
        return self._followed(hidden, "none")

    def silu(self, hidden: Tensor) -> Tensor:
        """Return SiLU of the product."""
        return self._followed(hidden, "swish")

    def combined(self, hidden: Tensor, other: Tensor, how: str) -> Tensor:
        """Return the product plus `other` ("add"), or times it ("mul")."""
        tokens, others = hidden.flatten(0, -2), other.flatten(0, -2)
        product: Tensor = torch.ops.mkldnn._linear_pointwise.binary(
            filled(tokens), filled(others), self.weight, self.bias, how
        )
        return product[: len(tokens)].view(other.shape)

    def _followed(self, hidden: Tensor, by: str) -> Tensor:
        tokens = hidden.flatten(0, -2)
        product: Tensor = torch.ops.mkldnn._linear_pointwise(filled(tokens), self.weight, self.bias, by, [], "")
        return product[: len(tokens)].view(*hidden.shape[:-1], -1)


class EightBits(nn.Module):
    """A linear layer whose weights, and the tokens it is given, are rounded to eight bits."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__()
        weight = layer.weight.detach().float()
        self.scales = weight.abs().amax(1).clamp_min_(torch.finfo(torch.float32).tiny) / BITS  # (out,)
        rounded = (weight / self.scales[:, None]).round_().to(torch.int8)
        self.weight = torch.ops.onednn.qlinear_prepack(rounded, None)
        self.zeros = torch.zeros(len(rounded), dtype=torch.int32)
        self.bias = None if layer.bias is None else layer.bias.float()
        self.in_features, self.out_features = layer.in_features, layer.out_features

    def forward(self, hidden: Tensor) -> Tensor:
        """Return the product, (…, out), in the format of `hidden`."""
        return self.product(*rounded(hidden.flatten(0, -2))).to(hidden.dtype).view(*hidden.shape[:-1], -1)

    def product(self, tokens: Tensor, scales: Tensor) -> Tensor:
        """Multiply tokens as `rounded` returns them; in float32, (tokens, out)."""
        whole: Tensor = torch.ops.onednn.qlinear_pointwise(
            *(filled(tokens), 1.0, MIDDLE, self.weight, self.scales, self.zeros),
            *(None, 1.0, 0, torch.float32, "none", [], ""),
        )
        whole = whole[: len(tokens)].mul_(scales)
        return whole if self.bias is None else whole.add_(self.bias)


def rounded(hidden: Tensor) -> tuple[Tensor, Tensor]:
    """Round tokens, (tokens, width), to eight bits, unsigned; return them and their scales, (tokens, 1).

    >>> tokens, scales = rounded(torch.tensor([[0.0, -2.0, 1.0]]))
    >>> tokens.tolist(), [round(float(each), 3) for each in (tokens[0, 2] - 128.0) * scales[0]]
    ([[128, 1, 192]], [1.008])
    """
    tokens = torch.empty(hidden.shape, dtype=torch.int8)
    scales = torch.empty(len(hidden), 1)
    for start in range(0, len(hidden), ROUNDED):
        some = slice(start, start + ROUNDED)
        exact = hidden[some].float()
        torch.amax(exact.abs(), 1, keepdim=True, out=scales[some])
        scales[some].clamp_min_(torch.finfo(torch.float32).tiny).div_(BITS)
        tokens[some] = exact.mul(scales[some].reciprocal()).round_()
    return tokens.view(torch.uint8).bitwise_xor_(MIDDLE), scales


def pack(body: nn.Module) -> None:
    """Lay out the linear layers of a model without its head for oneDNN, one by one, where they are bfloat16."""
    for parent, name, layer in _linear(body):
        if can_fuse(layer.weight):
            setattr(parent, name, PackedLinear(layer))


def to_eight_bits(body: nn.Module) -> None:
    """Round the linear layers of a model without its head to eight bits, one by one."""
    for parent, name, layer in _linear(body):
        setattr(parent, name, EightBits(layer))


def _linear(body: nn.Module) -> list[tuple[nn.Module, str, nn.Linear]]:
    parents = [each for each in body.modules() if not isinstance(each, EightBits | PackedLinear)]
    return [
        (parent, name, layer)
        for parent in parents
        for name, layer in parent.named_children()
        if isinstance(layer, nn.Linear)
    ]


def has_eight_bits() -> bool:
    """Say whether this processor multiplies integers of eight bits (VNNI), without which their sums overflow."""
    capabilities = torch.cpu.get_capabilities()
    wide = capabilities.get("avx512_vnni") or capabilities.get("avx_vnni")
    return bool(wide) and hasattr(torch.ops.onednn, "qlinear_pointwise")


def side_by_side(layers: Sequence[Any], hidden: Tensor) -> list[Tensor]:
    """Return what each of several layers makes of the same tokens, (tokens, width)."""
    if all(isinstance(layer, EightBits) for layer in layers):
        tokens = rounded(hidden)
        return [layer.product(*tokens).to(hidden.dtype) for layer in layers]
    return [layer(hidden) for layer in layers]


def onto(layer: Any, hidden: Tensor, added: Tensor) -> Tensor:
    """Return a layer's product with `hidden` plus `added`."""
    if isinstance(layer, PackedLinear):
        return layer.combined(hidden, added, "add")
    product: Tensor = layer(hidden)
    return added + product


def gated(gate: Any, up: Any, hidden: Tensor) -> Tensor:
    """Return SiLU of `gate`'s product times `up`'s (SwiGLU, Shazeer 2020)."""
    if isinstance(gate, PackedLinear) and isinstance(up, PackedLinear):  # an adapter may change either
        times: Tensor = up.combined(hidden, gate.silu(hidden), "mul")
        return times
    first, second = side_by_side((gate, up), hidden)
    return silu(first).mul_(second)
