"""Products that learn: linear maps with adapters, or with all their weights free, for `scorers.stack`.

An adapter is added to its matrix once a step, not applied beside it in each pass: W + B A is one product forward and
one for the gradient passed on, where adapters beside it make two small ones of each, far from a processor's peak.
The gradients of A and B are exact; those of the matrix itself, which is frozen, are never computed.
"""

from collections.abc import Sequence
from typing import Any

import torch
from peft.tuners.lora import LoraLayer
from torch import Tensor
from torch.nn.functional import linear

from magnetite.scorers.stack import Product

ADAPTER = "default"  # PEFT's name of the one adapter


def learning(modules: Sequence[Any]) -> Product:
    """Make one product of modules, all with adapters or all without."""
    if all(isinstance(module, LoraLayer) for module in modules):
        return Adapted(modules)

    def product(hidden: Tensor, first: int = 0, end: int | None = None) -> Tensor:
        products = [module(hidden) for module in modules[first:end]]
        return products[0] if len(products) == 1 else torch.cat(products, dim=-1)

    return product


class Adapted:
    """A frozen matrix with its adapter added, (modules × out, in), added anew whenever the adapter has changed."""

    def __init__(self, modules: Sequence[Any]) -> None:
        self._base = [module.get_base_layer() for module in modules]
        self._downs = [module.lora_A[ADAPTER].weight for module in modules]  # (rank, in)
        self._ups = [module.lora_B[ADAPTER].weight for module in modules]  # (out, rank)
        self._scales = [module.scaling[ADAPTER] for module in modules]
        self._out = len(self._base[0].weight)
        self._added: tuple[Tensor, ...] = ()  # the adapters in the sum: all down, then all up
        self._sum: Tensor
        self._bias: Tensor

    def __call__(self, hidden: Tensor, first: int = 0, end: int | None = None) -> Tensor:
        """See `scorers.stack.Product`."""
        on = hidden.device.type
        dtype = torch.get_autocast_dtype(on) if torch.is_autocast_enabled(on) else self._base[0].weight.dtype
        self._refresh(dtype)
        ups = [up * scale for up, scale in zip(self._ups[first:end], self._scales[first:end], strict=True)]
        rows = slice(first * self._out, None if end is None else end * self._out)
        adapters = torch.stack(self._downs[first:end]), torch.stack(ups)
        out: Tensor = _AdaptedProduct.apply(hidden.to(dtype), (self._sum[rows], self._bias[rows]), *adapters)  # type: ignore[no-untyped-call]
        return out

    @torch.no_grad()
    def _refresh(self, dtype: torch.dtype) -> None:
        """Add the adapters to the matrices, unless they are there already.

        The weights are compared: PyTorch's count of changes misses fused optimisers and loaded checkpoints.
        """
        adapters = (*self._downs, *self._ups)
        if self._added and self._sum.dtype == dtype and all(map(torch.equal, self._added, adapters)):
            return
        parts = zip(self._base, self._ups, self._downs, self._scales, strict=True)
        self._sum = torch.cat([torch.addmm(base.weight, up, down, alpha=by) for base, up, down, by in parts]).to(dtype)
        self._bias = torch.cat([base.bias for base in self._base]).to(dtype)
        self._added = tuple(adapter.detach().clone() for adapter in adapters)


class _AdaptedProduct(torch.autograd.Function):
    """x (W + B A)ᵀ + b, with the gradients of x, A, (modules, rank, in), and B, (modules, out, rank)."""

    @staticmethod
    def forward(ctx: Any, hidden: Tensor, affine: tuple[Tensor, Tensor], downs: Tensor, ups: Tensor) -> Tensor:
        """Multiply by the matrix with its adapters in it."""
        weight, bias = affine
        ctx.save_for_backward(hidden, weight, downs, ups)
        return linear(hidden, weight, bias)

    @staticmethod
    def backward(ctx: Any, after: Tensor) -> tuple[Tensor | None, None, Tensor, Tensor]:
        """Return the gradients; those of the adapters from a few columns each."""
        hidden, weight, downs, ups = ctx.saved_tensors
        downs, ups = downs.to(after.dtype), ups.to(after.dtype)
        modules, rank, _ = downs.shape
        parts = after.view(len(after), modules, -1)  # (tokens, modules, out)
        low = linear(hidden, downs.flatten(0, 1)).view(len(after), modules, rank)
        of_ups = torch.stack([parts[:, i].T @ low[:, i] for i in range(modules)])
        below = torch.cat([parts[:, i] @ ups[i] for i in range(modules)], dim=1)  # (tokens, modules × rank)
        of_downs = (below.T @ hidden).view(downs.shape)
        return after @ weight if ctx.needs_input_grad[0] else None, None, of_downs, of_ups
