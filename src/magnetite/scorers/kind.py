"""Which models are decoders, by what is known before any weights are loaded; and where a model's files lie.

GGUF files are read by Transformers with the package `gguf`, and their weights computed back from the quantised ones.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from magnetite.scorers.hub import hub_or_cache, refuse_missing
from magnetite.scorers.packaged import PACKAGED_MODELS

GGUF = ".gguf"


def is_language_model(model: str | Path) -> bool:
    """Say whether a model is a causal language model: by its file's ending, or by its configuration.

    One that takes pictures besides is one, too. A model that is named but cannot be found is none: what loads it says
    why.
    """
    if str(model) in PACKAGED_MODELS or is_gguf(model):
        return True
    config = _config(model)
    architectures = config.get("architectures") or ()
    if any(name.endswith("ForMultipleChoice") for name in architectures):
        return False
    if any(name.endswith("ForCausalLM") for name in architectures):
        return True
    from transformers.models.auto import modeling_auto as auto

    kind, known = config.get("model_type"), auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES
    writes = kind in known or kind in auto.MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES
    only = writes and kind not in auto.MODEL_FOR_MULTIPLE_CHOICE_MAPPING_NAMES
    return only and not config.get("is_encoder_decoder")


def is_rotary(model: str | Path) -> bool:
    """Say whether queries and keys are turned by their positions: in a GGUF file, or where a configuration says so."""
    config = _config(model)
    names = [*config, *(config.get("text_config") or ())]
    return is_gguf(model) or any("rope" in name or "rotary" in name for name in names)


def is_gguf(model: str | Path) -> bool:
    """Say whether a model's name is that of a GGUF file."""
    return str(model).lower().endswith(GGUF)


def source(place: str | Path) -> tuple[str | Path, dict[str, str]]:
    """Return what Transformers is told to load, and which file of it where that is a GGUF."""
    if isinstance(place, Path) and place.is_file():
        return place.parent, {"gguf_file": place.name}
    return place, {}


def _config(model: str | Path) -> dict[str, Any]:
    """Return a model's configuration as it was written; empty where there is none."""
    folder = Path(model).expanduser()
    try:
        if folder.is_dir():
            config = json.loads((folder / "config.json").read_text("utf-8"))
        else:
            refuse_missing(model)
            from transformers import PretrainedConfig

            with quiet(), hub_or_cache(model):
                config, _ = PretrainedConfig.get_config_dict(str(model))
    except (OSError, ValueError, RecursionError):
        return {}
    return config if isinstance(config, dict) else {}


@contextmanager
def parsed_once(place: str | Path) -> Iterator[None]:
    """Let Transformers parse a GGUF file once, not for configuration, weights and tokenizer each.

    Nor does it find the names of weights anew for every module. Both are functions of `gguf` that it imports when it
    loads a file; they give the same answers, remembered until another file is parsed. Other files are loaded as ever.
    """
    _, file = source(place)
    if not file or find_spec("gguf") is None:
        yield
        return
    import gguf

    slow = {name: getattr(gguf, name) for name in ("GGUFReader", "get_tensor_name_map")}
    written = Path(place).stat().st_mtime_ns
    for name, function in zip(slow, _remembering(place, written, *slow.values()), strict=True):
        setattr(gguf, name, function)
    try:
        yield
    finally:
        for name, function in slow.items():
            setattr(gguf, name, function)


@lru_cache(1)
def _remembering(_place: str | Path, _written: int, *functions: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """Return functions that remember what they gave for a file as it was written then."""
    return tuple(map(lru_cache, functions))


@contextmanager
def quiet() -> Iterator[None]:
    """Keep Transformers from printing reports and bars: our own checks and progress replace them."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
