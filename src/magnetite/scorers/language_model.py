"""Load a causal language model: a Transformers folder, a hub id, or a GGUF file; and tell it from other models.

GGUF files are read by Transformers with the package `gguf`, and their weights computed back from the quantised ones.
As in `loading`, only safetensors and GGUF are read, and no code from a model's folder.
"""

import io
import json
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.core.errors import ModelError
from magnetite.core.files import file_hash
from magnetite.scorers.loading import (
    first_line,
    looks_like_path,
    quiet,
    ready,
    refuse_bad_folder,
    tokenizer_of,
    weights_hash,
)
from magnetite.scorers.packaged import PACKAGED_MODELS, packaged_model

GGUF = ".gguf"
NO_LIMIT = 2048  # tokens read by a model that states none
# Rotary positions that are spaced by the longest sequence of a batch; up to the original limit, spacing is fixed.
STRETCHED = ("dynamic", "longrope")


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A causal model with its tokenizer, the hash of its weights, and how many tokens it reads."""

    name: str
    model: Any
    tokenizer: Any
    weights: str
    max_tokens: int


def is_language_model(model: str | Path) -> bool:
    """Say whether a model is a causal language model: by its file's ending, or by its configuration.

    A model that is named but cannot be found is none: what loads it says why.
    """
    if str(model) in PACKAGED_MODELS or _is_gguf(model):
        return True
    config = _config(model)
    architectures = config.get("architectures") or ()
    if any(name.endswith("ForMultipleChoice") for name in architectures):
        return False
    if any(name.endswith("ForCausalLM") for name in architectures):
        return True
    from transformers.models.auto import modeling_auto as auto

    kind = config.get("model_type")
    only = kind in auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES and kind not in auto.MODEL_FOR_MULTIPLE_CHOICE_MAPPING_NAMES
    return only and not config.get("is_encoder_decoder")


def load_language_model(model: str | Path, device: Any, dtype: Any) -> LanguageModel:
    """Load a packaged model by its name, a GGUF file, a Transformers folder or a hub id. Raises ModelError."""
    if str(model) in PACKAGED_MODELS:
        return _loaded(str(model), packaged_model(str(model)), device, dtype)
    path = Path(model).expanduser()
    if path.is_dir():
        refuse_bad_folder(path)
        return _loaded(path.name, path, device, dtype)
    if _is_gguf(model) and path.is_file():
        return _loaded(path.stem, path, device, dtype)
    if isinstance(model, Path) or _is_gguf(model) or looks_like_path(model):
        kind = "file" if _is_gguf(model) else "folder"
        raise ModelError(
            f"model '{model}': there is no such {kind}. Give a Transformers folder, a hub id or a GGUF file."
        )
    return _loaded(model, model, device, dtype)


def _loaded(name: str, place: str | Path, device: Any, dtype: Any) -> LanguageModel:
    from transformers import AutoModelForCausalLM

    source, file = _source(place)
    safe: dict[str, Any] = {"trust_remote_code": False, **(file or {"use_safetensors": True})}
    with quiet(), redirect_stderr(io.StringIO()):  # a GGUF file's own progress bar heeds no setting
        try:
            model, info = AutoModelForCausalLM.from_pretrained(
                source, **safe, output_loading_info=True, dtype="float32"
            )
        except Exception as error:  # Transformers raises many kinds, which to a user are one: it does not load
            raise ModelError(
                f"model '{name}' cannot be loaded as a language model: {first_line(error)} {_hint(error, file)}"
            ) from error
    if missing := sorted(info["missing_keys"]):
        raise ModelError(
            f"model '{name}' is not complete: {', '.join(missing[:4])} are not among its weights, so its scores would "
            "be random. Get the whole model, or name another."
        )
    tokenizer = tokenizer_of(source, **file)
    weights = file_hash(Path(place))[:16] if file else weights_hash(place, model)
    return LanguageModel(name, ready(model, device, dtype), tokenizer, weights, _token_limit(model, tokenizer))


def _source(place: str | Path) -> tuple[str | Path, dict[str, str]]:
    """Return what Transformers is told to load, and which file of it where that is a GGUF."""
    if isinstance(place, Path) and place.is_file():
        return place.parent, {"gguf_file": place.name}
    return place, {}


def _hint(error: Exception, file: dict[str, str]) -> str:
    if file and isinstance(error, ImportError):
        return "Install what reads GGUF files: pip install 'magnetite[decoder]'."
    if file:
        return "Expected a GGUF file of an architecture that Transformers reads; download it again if it is damaged."
    return "Expected a folder or hub id with config.json, a tokenizer and safetensors weights."


def _is_gguf(model: str | Path) -> bool:
    return str(model).lower().endswith(GGUF)


def _config(model: str | Path) -> dict[str, Any]:
    """Return a model's configuration as it was written; empty where there is none."""
    folder = Path(model).expanduser()
    try:
        if folder.is_dir():
            config = json.loads((folder / "config.json").read_text("utf-8"))
        else:
            from transformers import PretrainedConfig

            with quiet():
                config, _ = PretrainedConfig.get_config_dict(str(model))
    except (OSError, ValueError):
        return {}
    return config if isinstance(config, dict) else {}


def _token_limit(model: Any, tokenizer: Any) -> int:
    """Return how many tokens the model reads, at positions that depend on no other sequence."""
    text = model.config.get_text_config()
    limits = [getattr(text, "max_position_embeddings", None) or NO_LIMIT, tokenizer.model_max_length]
    rotary = getattr(text, "rope_parameters", None) or {}
    if rotary.get("rope_type") in STRETCHED:
        original = "original_max_position_embeddings"
        limits.append(rotary.get(original) or getattr(text, original, None) or limits[0])
    return int(min(limits))
