"""LoRA adapters that take turns on one model: a product of two thin matrices beside each frozen one (Hu et al. 2022).

Merged, each adapter would need a copy of the base's weights; here a base of gigabytes is in memory once, whatever its
layers are made of (full, in four bits, laid out for a processor), and an adapter is put on before the model is asked.
"""

import json
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.functional import linear

from magnetite.core.errors import ModelError
from magnetite.core.files import regular
from magnetite.scorers.kind import ADAPTER, ADAPTER_CONFIG
from magnetite.scorers.loading import first_line

PREFIX = "base_model.model."
OTHER_KINDS = ("use_dora", "use_rslora", "fan_in_fan_out")
Pair = tuple[Tensor, Tensor]  # down, (rank, in); up, (out, rank), times the adapter's scale


class AdaptedLayer(nn.Module):
    """A layer, and the pairs of thin matrices that adapters add to it, of which one may be on."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.layer, self.pairs, self.on = layer, dict[str, Pair](), ""

    def forward(self, hidden: Tensor) -> Tensor:
        """Return the layer's product, (…, out), with that of the adapter that is on."""
        out: Tensor = self.layer(hidden)
        if self.on not in self.pairs:
            return out
        down, up = self.pairs[self.on]
        return out + linear(linear(hidden, down), up)


def add_adapter(model: Any, folder: Path, name: str) -> None:
    """Read the adapter in `folder`, as PEFT writes it, and let `model` know it by a name.

    Raises ModelError where it is no plain LoRA adapter, or does not fit the model.
    """
    try:
        config = json.loads(regular(folder / ADAPTER_CONFIG).read_text("utf-8"))
        weights = load_file(folder / ADAPTER)
        by = config["lora_alpha"] / config["r"]
    except (OSError, ValueError, KeyError, TypeError, ZeroDivisionError, SafetensorError) as error:
        raise _unfit(folder, first_line(error)) from error
    if config.get("peft_type") != "LORA" or any(config.get(kind) for kind in OTHER_KINDS):
        raise _unfit(folder, f"{ADAPTER_CONFIG} describes another kind of adapter than plain LoRA.")
    dtype, device = model.dtype, model.device
    paths = {key.removeprefix(PREFIX).rpartition(".lora_")[0] for key in weights}
    for path in sorted(paths):
        pair = [weights.get(f"{PREFIX}{path}.lora_{side}.weight") for side in "AB"]
        down, up = (None if each is None else each.to(device=device, dtype=dtype) for each in pair)
        layer = _layer(model, path)
        if layer is None or down is None or up is None or not _fits(layer, down, up):
            raise _unfit(folder, f"what it holds for {path or 'a layer without a name'} has no place on the base.")
        layer.pairs[name] = down, up * by


def wear(model: nn.Module, name: str) -> None:
    """Let the model compute with the adapter of a name, or with none: for a name that it does not know."""
    for module in model.modules():
        if isinstance(module, AdaptedLayer):
            module.on = name


def _layer(model: nn.Module, path: str) -> AdaptedLayer | None:
    """Return the layer at a path, which can have adapters from now on; None where there is none."""
    parent_path, _, last = path.rpartition(".")
    try:
        parent = model.get_submodule(parent_path)
        layer = getattr(parent, last)
    except AttributeError:
        return None
    if not isinstance(layer, AdaptedLayer):
        layer = AdaptedLayer(layer)
        setattr(parent, last, layer)
    return layer


def _fits(adapted: AdaptedLayer, down: Tensor, up: Tensor) -> bool:
    layer: Any = adapted.layer
    sizes = (getattr(layer, "in_features", down.shape[1]), getattr(layer, "out_features", up.shape[0]))
    return down.shape[0] == up.shape[1] and (down.shape[1], up.shape[0]) == sizes


def _unfit(folder: Path, problem: str) -> ModelError:
    return ModelError(
        f"{folder}: its adapter cannot be put on its base: {problem} Expected the {ADAPTER} and {ADAPTER_CONFIG} that "
        "training wrote. Train the system again."
    )
