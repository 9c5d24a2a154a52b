"""Matrix products of a language model on a CPU by oneDNN: bfloat16 with what follows it, and 8-bit integers.

A `PackedLinear` or `EightBits` takes the place of a linear layer in the model itself, and the layer's weights its own
place in memory, so that a model is never there twice and its library's forward pass still runs.

`EightBits` rounds a matrix once to eight bits, row by row, and what is multiplied with it to eight bits token by token
(Dettmers et al. 2022, section 2.1): a token's scale is its own, so a cell's score does not depend on its batch. Tokens
are unsigned around 128, which is the one form that oneDNN's fast kernels take on every processor.

oneDNN's operators are those that `torch.compile` uses, without a promise of PyTorch's to keep them; where they are
missing, linear layers stay (decision 41).
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import silu

from magnetite.scorers.stack import can_fuse, laid_out

BITS = 127  # largest number of eight bits with a sign
MIDDLE = 128  # where zero lies without one
ROUNDED = 128  # tokens that are rounded at once: what becomes of them stays near the processor


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
        product: Tensor = torch.ops.mkldnn._linear_pointwise.binary(hidden, other, self.weight, self.bias, how)
        return product

    def _followed(self, hidden: Tensor, by: str) -> Tensor:
        product: Tensor = torch.ops.mkldnn._linear_pointwise(hidden, self.weight, self.bias, by, [], "")
        return product


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
            *(tokens, 1.0, MIDDLE, self.weight, self.scales, self.zeros),
            *(None, 1.0, 0, torch.float32, "none", [], ""),
        )
        whole.mul_(scales)
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
    if isinstance(gate, PackedLinear):
        times: Tensor = up.combined(hidden, gate.silu(hidden), "mul")
        return times
    first, second = side_by_side((gate, up), hidden)
    return silu(first).mul_(second)
