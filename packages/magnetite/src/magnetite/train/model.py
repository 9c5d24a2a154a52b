"""What training starts from: a base with fresh adapters, or with those of another trained system; and how these learn.

The base is an encoder, or in the prefix layout a decoder.

An adapter is added to its matrix once a step, not applied beside it in each pass: W + B A is one product forward and
one for the gradient passed on, where adapters beside it make two small ones of each, far from a processor's peak.
The gradients of A and B are exact; those of the matrix itself, which is frozen, are never computed.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from torch import Tensor
from torch.nn.functional import linear
from transformers.modeling_outputs import MultipleChoiceModelOutput
from transformers.pytorch_utils import Conv1D

from examfiles.errors import UsageError
from magnetite.core.errors import ModelError
from magnetite.scorers.encoder import decoder_scores, marks_of, need_decoder
from magnetite.scorers.kind import ADAPTER, parsed_once, peft
from magnetite.scorers.loading import (
    WHOLE_WEIGHTS,
    base_folder,
    configuration,
    first_line,
    ignore_peft_warnings,
    is_decoder,
    pretrained,
    read_card,
    token_limit,
    tokenizer_of,
    weights_hash,
)
from magnetite.scorers.packaged import PACKAGED, PACKAGED_MODELS, packaged_name
from magnetite.scorers.prefix import Packed, packed_scores
from magnetite.scorers.stack import Product, need_stack
from magnetite.train.recipe import Recipe

ONE_ADAPTER = "default"  # PEFT's name of the one adapter
DROPOUTS = (
    *("hidden_dropout_prob", "attention_probs_dropout_prob", "classifier_dropout", "classifier_dropout_prob"),
    *("summary_last_dropout", "attention_dropout", "hidden_dropout", "embd_pdrop", "resid_pdrop", "attn_pdrop"),
)


@dataclass(frozen=True, slots=True)
class Start:
    """What training starts from: the model, and the base by name, hash and token limit."""

    model: Any
    tokenizer: Any
    base: str
    weights: str
    limit: int
    marks: str | None  # the input that marks question and option


def packed(kind: type) -> type:
    """Make the class of a model in the prefix layout: one masked pass over packed rows (`learned`).

    It is a class because Transformers' Trainer, and its wrappers for several devices, call a model's `forward`.
    """

    def forward(self: Any, input_ids: Tensor, **places: Tensor) -> MultipleChoiceModelOutput:
        """Score every option of a packed batch; logits are (options, 1)."""
        if "read" not in self.__dict__:  # the first time, with adapters on and weights on their device
            self.read = learned(kind.__name__, self)
        scores = self.read(Packed(input_ids, **places))
        return MultipleChoiceModelOutput(logits=scores[:, None])

    return type(f"Packed{kind.__name__}", (kind,), {"forward": forward})


def learned(name: str, model: Any) -> Callable[[Packed], Tensor]:
    """Return what scores the options of a packed batch, (options,), by weights that learn."""
    if not is_decoder(model):
        return partial(packed_scores, need_stack(name, model, learning))
    for module in model.modules():
        if isinstance(module, _lora_layer()) and _is_linear(module.get_base_layer()):
            module.forward = Adapted([module])
    return partial(decoder_scores, model)


def start(base: str, init: Path | None, recipe: Recipe) -> Start:
    """Load the base with fresh adapters (or all its weights free, or its head alone), or those of `init`.

    Raises ModelError for a base that cannot be read or lacks weights, UsageError for an `init` of another kind.
    """
    folder, name = base_folder(base), base_name(base)
    torch.manual_seed(recipe.seed)  # draws the head
    with parsed_once(folder):
        bare, missing = pretrained(folder, **_dropout(folder, recipe.dropout))
        tokenizer = tokenizer_of(folder)
    marks = None
    if recipe.layout == "prefix":
        (need_decoder if is_decoder(bare) else need_stack)(name, bare)
        bare.__class__ = packed(type(bare))  # the same weights under another forward
    elif is_decoder(bare):
        raise UsageError(
            f"base '{name}' is a decoder, which reads an option behind its passage and question anyway; it has no "
            "joint layout. Train it with --layout prefix."
        )
    else:
        marks = marks_of(name, bare, tokenizer)
    _refuse_holes(name, bare, missing, recipe)
    if recipe.train != "all":
        free_head(bare, recipe.seed)
    model = add_adapters(name, bare, recipe) if recipe.lora_rank else bare
    if recipe.lora_rank:
        model.peft_config["default"].base_model_name_or_path = name  # PEFT would record a path of this machine
    if init is not None:
        continue_from(init, model, name)
    return Start(model, tokenizer, name, weights_hash(folder, bare.config), token_limit(bare, tokenizer), marks)


def base_name(base: str) -> str:
    """Name a base for the card: a packaged one by its name wherever it lies, a folder by its full path."""
    place = Path(base).expanduser()
    if base in {*PACKAGED, *PACKAGED_MODELS} or not place.exists():
        return base
    return packaged_name(place) or str(place.resolve())


def _lora_layer() -> Any:
    return peft().tuners.lora.LoraLayer


def add_adapters(name: str, model: Any, recipe: Recipe) -> Any:
    """Put LoRA adapters of the recipe's rank on every linear layer of the base; the head is trained whole.

    GPT-2's linear layers are called convolutions. Raises ModelError where PEFT cannot, of the base by its `name`.
    """
    inner = model.base_model_prefix
    heads = [name for name, part in model.named_children() if name != inner and list(part.parameters())]
    layers = (torch.nn.Linear, Conv1D)
    linear = {
        name.rpartition(".")[2] for name, part in getattr(model, inner).named_modules() if isinstance(part, layers)
    }
    torch.manual_seed(recipe.seed)
    config = peft().LoraConfig(
        r=recipe.lora_rank,
        lora_alpha=recipe.lora_rank,
        lora_dropout=0.0,
        target_modules=sorted(linear),
        exclude_modules=[f"{head}.*" for head in heads] if len(heads) > 1 else None,
        modules_to_save=heads,
    )
    with warnings.catch_warnings():
        ignore_peft_warnings()
        try:
            return peft().get_peft_model(model, config)
        except ValueError as error:
            raise ModelError(
                f"base '{name}' takes no adapters: {first_line(error)} Train all its weights: --lora 0."
            ) from error


def free_head(model: Any, seed: int) -> None:
    """Draw the final linear layer afresh and leave nothing else to train: Lin et al. (2021, Appendix B.3).

    It is the W of their score W C (§2). What lies between it and the base (a pooler) stays as the base has it, or
    at random.
    """
    for weight in model.parameters():
        weight.requires_grad_(False)
    inner = f"{model.base_model_prefix}."
    head = [part for name, part in model.named_modules() if _is_linear(part) and not name.startswith(inner)][-1]
    torch.manual_seed(seed)
    torch.nn.init.normal_(head.weight, std=getattr(model.config, "initializer_range", 0.02))
    head.weight.requires_grad_(True)
    if head.bias is not None:
        torch.nn.init.zeros_(head.bias).requires_grad_(True)


def continue_from(init: Path, model: Any, base: str) -> None:
    """Put the weights of a trained system in place of the fresh ones. Raises UsageError where they do not fit."""
    card_base, adapted = read_card(init)["base"], hasattr(model, "peft_config")
    if card_base != base:
        raise UsageError(
            f"{init}: trained from '{card_base}', not from '{base}'. --init needs a system of the same base."
        )
    weights = init / (ADAPTER if adapted else WHOLE_WEIGHTS)
    if not weights.is_file():
        other = WHOLE_WEIGHTS if adapted else ADAPTER
        if (init / other).is_file():
            kind = ("all its weights", "an adapter") if adapted else ("an adapter", "all weights")
            raise UsageError(
                f"{init}: has {kind[0]}, but this training is of {kind[1]}. --init needs a system of the same kind: "
                "set --lora to the rank in its training card (0 for all weights)."
            )
        raise ModelError(f"{init}: a training card without weights; expected {weights.name} next to it.")
    try:
        if adapted:
            peft().set_peft_model_state_dict(model, peft().load_peft_weights(str(weights.parent), device="cpu"))
        else:
            from safetensors.torch import load_file

            model.load_state_dict(load_file(weights))
    except (RuntimeError, ValueError) as error:  # weights of another shape
        rank = model.peft_config["default"].r if adapted else 0
        raise UsageError(
            f"{init}: its weights do not fit a system of rank {rank}. --init needs a system of the same rank: "
            "set --lora to the one in its training card."
        ) from error
    except SafetensorError as error:
        raise ModelError(f"{weights}: damaged ({error}). Train that system again.") from error


def _dropout(folder: str | Path, dropout: float | None) -> dict[str, float]:
    """Set every dropout that a base's configuration has, attention's too."""
    if dropout is None:
        return {}
    config = configuration(folder)
    return {name: dropout for name in DROPOUTS if getattr(config, name, None) is not None}


def _is_linear(part: Any) -> bool:
    return isinstance(part, torch.nn.Linear)


def _refuse_holes(name: str, model: Any, missing: list[str], recipe: Recipe) -> None:
    """Refuse a base without weights of its own; a new head is fine and, without adapters, a new pooler."""
    inner = f"{model.base_model_prefix}."
    absent = [weight for weight in missing if weight.startswith(inner)]
    if recipe.lora_rank == 0:
        absent = [weight for weight in absent if ".pooler." not in weight]
    if absent:
        raise ModelError(
            f"base '{name}' lacks weights that training does not add: {', '.join(absent[:4])}. Use a base with all "
            "of its encoder's weights (and its pooler where adapters are trained; --lora 0 trains a new one)."
        )


def learning(modules: Sequence[Any]) -> Product:
    """Make one product of modules, all with adapters or all without."""
    if all(isinstance(module, _lora_layer()) for module in modules):
        return Adapted(modules)

    def product(hidden: Tensor, first: int = 0, end: int | None = None) -> Tensor:
        products = [module(hidden) for module in modules[first:end]]
        return products[0] if len(products) == 1 else torch.cat(products, dim=-1)

    return product


class Adapted:
    """A frozen matrix with its adapter added, (modules × out, in), added anew whenever the adapter has changed."""

    def __init__(self, modules: Sequence[Any]) -> None:
        self._base = [module.get_base_layer() for module in modules]
        self._downs = [module.lora_A[ONE_ADAPTER].weight for module in modules]  # (rank, in)
        self._ups = [module.lora_B[ONE_ADAPTER].weight for module in modules]  # (out, rank)
        self._scales = [module.scaling[ONE_ADAPTER] for module in modules]
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
        flat = hidden.to(dtype).flatten(0, -2)
        out: Tensor = _AdaptedProduct.apply(flat, (self._sum[rows], self._bias[rows]), *adapters)  # type: ignore[no-untyped-call]
        return out.view(*hidden.shape[:-1], -1)

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
        self._bias = torch.cat([_bias(base) for base in self._base]).to(dtype)
        self._added = tuple(adapter.detach().clone() for adapter in adapters)


def _bias(base: Any) -> Tensor:
    """Return a linear layer's bias, zeros where it has none."""
    bias: Tensor = base.weight.new_zeros(len(base.weight)) if base.bias is None else base.bias
    return bias


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
