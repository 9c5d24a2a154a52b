"""Load a causal language model: a Transformers folder, a hub id, or a GGUF file.

As in `loading`, only safetensors and GGUF are read, no code from a model's folder, and weights when they are needed.
Quantised weights are `kind`'s.

LoRA adapters, each a product of two thin matrices beside a frozen one (Hu et al. 2022), take turns on one model.
Merged, each would need a copy of the base's weights; here a base of gigabytes is in memory once, whatever its layers
are made of (full, in four bits, laid out for a processor), and an adapter is put on before the model is asked.
"""

import io
import json
import re
from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.functional import linear

from examfiles.errors import UsageError
from examfiles.files import regular
from magnetite.core.errors import ModelError
from magnetite.core.files import Snapshot
from magnetite.scorers.hub import hub_or_cache
from magnetite.scorers.kind import (
    ADAPTER,
    ADAPTER_CONFIG,
    INT8,
    adapter_base,
    how_to_load,
    is_adapter,
    is_gguf,
    no_fetched_code,
    parsed_once,
    quantisation,
    quiet,
    settled,
    source,
)
from magnetite.scorers.llama import FAMILIES, has_eight_bits, is_llama, pack, to_eight_bits
from magnetite.scorers.loading import (
    base_of,
    configuration,
    first_line,
    folder_hash,
    loads,
    looks_like_path,
    model_files,
    read_card,
    reading,
    ready,
    refuse_bad_folder,
    refuse_bad_index,
    refuse_other_weights,
    templates_hash,
    tokenizer_of,
    weights_hash,
)
from magnetite.scorers.packaged import PACKAGED_MODELS, packaged_path

KIND = "a language model"
NO_LIMIT = 2048  # tokens read by a model that states none
# A change of a format's arithmetic changes its name in the store. Since 3 positions, and logits of what is scored, are
# computed in 32 bits.
FORMAT_VERSIONS = {"bfloat16": "bfloat16.3", "float16": "float16.3"}
# Rotary positions that are spaced by the longest sequence of a batch; up to the original limit, spacing is fixed.
STRETCHED = ("dynamic", "longrope")
PREFIX = "base_model.model."
OTHER_KINDS = ("use_dora", "use_rslora", "fan_in_fan_out")
Pair = tuple[Tensor, Tensor]  # down, (rank, in); up, (out, rank), times the adapter's scale


@dataclass(frozen=True, eq=False)
class LanguageModel:
    """A causal model with its tokenizer, the hash of its weights, and how many tokens it reads.

    `read` gives the model; it is called once, when it is needed. `again` loads its scorer in another process.
    `quantised`: how its weights are quantised (see `kind`), empty where they are not. `view`: what it was trained
    for, None where it was not. `wear` is called before it is asked: it may share its weights with other systems, which
    differ in their adapters. `templates`: a hash of its chat templates' own files. `files`: those that it is read from,
    as they were when it was opened.
    """

    name: str
    read: Callable[[], Any]
    tokenizer: Any
    weights: str
    max_tokens: int
    device: Any
    dtype: Any
    again: Callable[[], Any] | None = None
    quantised: str = ""
    view: str | None = None
    wear: Callable[[], None] = lambda: None
    templates: str = ""
    files: tuple[Snapshot, ...] = ()

    @cached_property
    def model(self) -> Any:
        """Return the model on its device, in its number format. Raises ModelError where it cannot be read."""
        with reading(self.name, *self.files):
            return self._made()

    def _made(self) -> Any:
        read = self.read()
        if self.quantised == INT8:
            to_eight_bits(_need_llama(self.name, read).model)
        elif self.quantised:
            return settled(self.name, read, self.quantised, self.dtype)
        model = ready(read, self.device, self.dtype)
        if is_llama(model):
            pack(model.model)  # what has eight bits stays
        return model

    @property
    def precision(self) -> str:
        """Return how weights are quantised, if they are, and the number format that is computed in: nf4-bfloat16."""
        number = str(self.dtype).removeprefix("torch.")
        return f"{self.quantised}-{number}" if self.quantised else number

    @property
    def format(self) -> str:
        """Return how the store names the precision."""
        return FORMAT_VERSIONS.get(self.precision, self.precision)

    @property
    def coarsest(self) -> str:
        """Return the number format by which scores round at most; products of quantised weights may be of 16 bits."""
        return "torch.bfloat16" if self.quantised else str(self.dtype)


def load_language_model(model: str | Path, device: Any, dtype: Any, *, rounded: str = "") -> LanguageModel:
    """Find a packaged model by its name, a GGUF file, a Transformers folder or a hub id. Raises ModelError.

    `rounded`: to what its weights are rounded, 4bit or int8. Raises UsageError where they cannot be. What is wrong with
    the weights themselves is raised where they are read.
    """
    if str(model) in PACKAGED_MODELS:
        return _loaded(str(model), packaged_path(str(model)), device, dtype, rounded=rounded)
    path = Path(model).expanduser()
    if is_adapter(path):
        return _adapted(path, device, dtype, rounded=rounded)
    if path.is_dir():
        refuse_bad_folder(path)
        return _loaded(path.name, path, device, dtype, rounded=rounded)
    if is_gguf(model) and path.is_file():
        return _loaded(path.stem, path, device, dtype, rounded=rounded)
    if isinstance(model, Path) or is_gguf(model) or looks_like_path(model):
        kind = "file" if is_gguf(model) else "folder"
        raise ModelError(
            f"model '{model}': there is no such {kind}. Give a Transformers folder, a hub id or a GGUF file."
        )
    return _loaded(model, model, device, dtype, rounded=rounded)


def load_trained(folder: Path, device: Any, dtype: Any, *, rounded: str = "") -> LanguageModel:
    """Load a system that answers with letters: an adapter on a language model, or that model as it is.

    Systems on one base share its weights, and take turns. Raises ModelError as `load_language_model`, and for an
    adapter or a base that are not those of training.
    """
    card, files = read_card(folder), model_files(folder)
    base, weights = base_of(folder, card)
    shared = _shared_base(
        (str(base), weights, str(device), str(dtype), rounded),
        lambda: _loaded(str(card["base"]), base, device, dtype, rounded=rounded),
    )
    loaded, name = shared.loaded, ""
    limit = min(loaded.max_tokens, int(card.get("max_tokens") or loaded.max_tokens))
    if (folder / ADAPTER).is_file():
        refuse_other_weights(folder, ADAPTER, card)
        name = folder_hash(folder)
    return replace(
        loaded,
        name=folder.name,
        read=lambda: shared.model,
        wear=partial(shared.wear, name, folder, files),
        files=(*loaded.files, files),
        weights=f"{name}+{weights}" if name else weights,
        max_tokens=limit,
        view=str(card["view"]),
    )


def _adapted(folder: Path, device: Any, dtype: Any, *, rounded: str) -> LanguageModel:
    """Load an adapter as PEFT writes it, on the base that it names; its own tokenizer, if it has one, is used."""
    try:
        base, files = adapter_base(folder), model_files(folder)
    except (OSError, ValueError) as error:
        raise ModelError(f"{folder}: an adapter that cannot be read: {first_line(error)}") from error
    if is_adapter(base) or (looks_like_path(base) and not Path(base).expanduser().exists()):
        what = "is an adapter itself" if is_adapter(base) else "is not there"
        raise ModelError(
            f"{folder}: an adapter on '{base}', which {what}. Write the base's folder or hub id into its "
            f"{ADAPTER_CONFIG} (base_model_name_or_path)."
        )
    loaded = load_language_model(base, device, dtype, rounded=rounded)
    shared = _shared_base((base, loaded.weights, str(device), str(dtype), rounded), lambda: loaded)
    tokenizer, templates = loaded.tokenizer, loaded.templates
    if (folder / "tokenizer_config.json").is_file():
        tokenizer, templates = tokenizer_of(folder), templates_hash(folder)
        if len(tokenizer) > len(loaded.tokenizer):
            raise ModelError(
                f"{folder}: its tokenizer has {len(tokenizer):,} tokens, that of its base {len(loaded.tokenizer):,}. "
                "Expected an adapter without new tokens: merge it first (model.merge_and_unload())."
            )
    name = folder_hash(folder)
    return replace(
        loaded,
        name=folder.name,
        read=lambda: shared.model,
        tokenizer=tokenizer,
        wear=partial(shared.wear, name, folder, files),
        files=(*loaded.files, files),
        templates=templates,
        weights=f"{name}+{loaded.weights}",
    )


class _Shared:
    """A base that is in memory once, and the adapters that systems put on it in turn."""

    def __init__(self, loaded: LanguageModel) -> None:
        self.loaded, self._names = loaded, set[str]()

    @property
    def model(self) -> Any:
        """Return the base; it is read when it is first needed."""
        return self.loaded.model

    def wear(self, name: str, folder: Path, files: Snapshot) -> None:
        """Let the base compute with the adapter in `folder`, known by a name; with none for an empty name."""
        if name and name not in self._names:
            with reading(folder.name, files):
                add_adapter(self.model, folder, name)
            self._names.add(name)
        wear(self.model, name)


_shared: WeakValueDictionary[tuple[str, ...], _Shared] = WeakValueDictionary()


def _shared_base(key: tuple[str, ...], load: Callable[[], LanguageModel]) -> _Shared:
    """Return the base of this key that is in memory, or load it."""
    if (shared := _shared.get(key)) is None:
        shared = _shared[key] = _Shared(load())
    return shared


def _loaded(name: str, place: str | Path, device: Any, dtype: Any, *, rounded: str) -> LanguageModel:
    if rounded == INT8 and (device.type != "cpu" or not has_eight_bits()):
        here = "a processor without VNNI units" if device.type == "cpu" else f"the device '{device}'"
        raise UsageError(f"--dtype {INT8} computes on a CPU with VNNI units, and here is {here}. Use --dtype auto.")
    files = model_files(place)
    with reading(name, files), parsed_once(place):
        config = configuration(place, name, KIND)
        method = quantisation(name, config, gguf=bool(source(place)[1]), rounded=rounded)
        tokenizer = tokenizer_of(place)
    weights, limit = weights_hash(place, config), _token_limit(config, tokenizer)
    read = partial(_model, name, place, method, device, dtype, kind=type(config))
    made = LanguageModel(name, read, tokenizer, weights, limit, device, dtype, quantised=method)
    return replace(made, templates=templates_hash(place), files=(files,))


def _need_llama(name: str, model: Any) -> Any:
    if not is_llama(model):
        raise ModelError(
            f"model '{name}': --dtype {INT8} knows {', '.join(each.removesuffix('ForCausalLM') for each in FAMILIES)}, "
            f"and this is a {type(model).__name__}. Use --dtype auto."
        )
    return model


def _model(name: str, place: str | Path, method: str, device: Any, dtype: Any, *, kind: type) -> Any:
    """Load a model whose configuration is of this kind; one that takes pictures besides text is asked without any."""
    from transformers import MODEL_FOR_CAUSAL_LM_MAPPING, AutoModelForCausalLM, AutoModelForImageTextToText

    known = AutoModelForCausalLM if kind in MODEL_FOR_CAUSAL_LM_MAPPING else AutoModelForImageTextToText
    folder, file = source(place)
    if isinstance(folder, Path) and not file:
        refuse_bad_index(folder)
    safe: dict[str, Any] = {"trust_remote_code": False, **(file or {"use_safetensors": True})}
    # A GGUF file's own progress bar heeds no setting.
    with (
        loads(name, KIND, file),
        quiet(),
        hub_or_cache(place),
        parsed_once(place),
        redirect_stderr(io.StringIO()),
        no_fetched_code(method),
    ):
        safe |= how_to_load(method, device, "float32" if file else dtype)
        model, info = known.from_pretrained(folder, **safe, output_loading_info=True)
    if missing := sorted(info["missing_keys"]):
        raise ModelError(
            f"model '{name}' is not complete: {', '.join(missing[:4])} are not among its weights, so its scores would "
            "be random. Get the whole model, or name another."
        )
    return model


def _token_limit(config: Any, tokenizer: Any) -> int:
    """Return how many tokens the model reads, at positions that depend on no other sequence."""
    text = config.get_text_config()
    limits = [getattr(text, "max_position_embeddings", None) or NO_LIMIT, tokenizer.model_max_length]
    rotary = getattr(text, "rope_parameters", None) or {}
    if rotary.get("rope_type") in STRETCHED:
        original = "original_max_position_embeddings"
        limits.append(rotary.get(original) or getattr(text, original, None) or limits[0])
    return int(min(limits))


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
        alphas = {**(config.get("alpha_pattern") or {}), ".*": config["lora_alpha"]}  # the first that fits, as in PEFT
        scales = {re.compile(rf"(.*\.)?({pattern})$"): float(alpha) for pattern, alpha in alphas.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, SafetensorError, re.error) as error:
        raise _unfit(folder, first_line(error)) from error
    if config.get("peft_type") != "LORA" or any(config.get(kind) for kind in OTHER_KINDS):
        raise _unfit(folder, f"{ADAPTER_CONFIG} describes another kind of adapter than plain LoRA.")
    for path in sorted({key.removeprefix(PREFIX).rpartition(".lora_")[0] for key in weights}):
        pair = [weights.get(f"{PREFIX}{path}.lora_{side}.weight") for side in "AB"]
        down, up = (None if each is None else each.to(device=model.device, dtype=model.dtype) for each in pair)
        layer = _layer(model, path)
        if layer is None or down is None or up is None or not _fits(layer, down, up):
            raise _unfit(folder, f"what it holds for {path or 'a layer without a name'} has no place on the base.")
        layer.pairs[name] = down, up * (next(scales[each] for each in scales if each.match(path)) / len(down))


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
    if (down.ndim, up.ndim) != (2, 2):
        return False
    sizes = (getattr(layer, "in_features", down.shape[1]), getattr(layer, "out_features", len(up)))
    return 0 < len(down) == up.shape[1] and (down.shape[1], len(up)) == sizes


def _unfit(folder: Path, problem: str) -> ModelError:
    return ModelError(
        f"{folder}: its adapter cannot be put on its base: {problem} Expected the {ADAPTER} and {ADAPTER_CONFIG} that "
        "training wrote. Train the system again."
    )
