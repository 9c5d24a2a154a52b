"""Weights and tokenizers, read through Transformers and PEFT, with errors as one sentence.

Only safetensors and no code from a model's folder: pickled weights and "remote code" can run anything.
"""

import hashlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from magnetite.core.errors import ModelError

ADAPTER, ADAPTER_CONFIG = "adapter_model.safetensors", "adapter_config.json"
# The files of a model's folder that scores depend on: not README, optimiser state or training card.
SCORE_FILES = ("*.safetensors", "config.json", ADAPTER_CONFIG, "*token*.json", "vocab.*", "merges.txt", "*.model")


def pretrained(model: str | Path, **config: Any) -> tuple[Any, list[str]]:
    """Load a multiple-choice model in float32; return it and the names of weights its files did not have.

    `config` overrides the model's configuration. Raises ModelError where it does not load.
    """
    from transformers import AutoModelForMultipleChoice

    safe = {"use_safetensors": True, "trust_remote_code": False}
    with quiet():
        try:
            loaded, info = AutoModelForMultipleChoice.from_pretrained(
                model, **safe, output_loading_info=True, dtype="float32", **config
            )
        except Exception as error:  # Transformers raises many kinds, which to a user are one: it does not load
            raise ModelError(
                f"model '{model}' cannot be loaded as a multiple-choice model: {first_line(error)} "
                "Expected a folder or hub id with config.json, a tokenizer and safetensors weights."
            ) from error
    return loaded, sorted(info["missing_keys"])


def with_adapter(model: Any, missing: list[str], folder: Path) -> Any:
    """Put the LoRA adapter in `folder` on `model`, which lacks the weights `missing`, ready to be merged.

    Raises ModelError where it does not fit, or where weights are still missing afterwards.
    """
    from peft import PeftModel, get_peft_model_state_dict
    from safetensors import safe_open

    try:
        with safe_open(folder / ADAPTER, "pt") as file:
            names = set(file.keys())
        _refuse_holes(folder, {f"base_model.model.{name}" for name in missing} - names)
        with warnings.catch_warnings():
            ignore_peft_warnings()
            adapted = PeftModel.from_pretrained(model, str(folder))
    except ModelError:
        raise
    except Exception as error:  # as above, for PEFT and safetensors
        raise ModelError(
            f"{folder}: its adapter cannot be put on its base: {first_line(error)} "
            f"Expected the {ADAPTER} and {ADAPTER_CONFIG} that training wrote. Train the system again."
        ) from error
    needed = get_peft_model_state_dict(adapted, save_embedding_layers=False)  # else PEFT would ask the hub
    _refuse_holes(folder, set(needed) - names)
    return adapted


def _refuse_holes(folder: Path, missing: set[str]) -> None:
    if missing:
        raise ModelError(
            f"{folder}: {ADAPTER} lacks {len(missing)} of the weights that belong on its base ({min(missing)}, …), so "
            "scores would be random. Train the system again."
        )


def tokenizer_of(model: str | Path) -> Any:
    """Load a model's tokenizer. Raises ModelError where there is none."""
    from transformers import AutoTokenizer

    try:
        with quiet():
            tokenizer = AutoTokenizer.from_pretrained(model, trust_remote_code=False)
    except Exception as error:  # see pretrained
        raise ModelError(f"model '{model}' has no tokenizer that can be loaded: {first_line(error)} {_SAVE}") from error
    if len(tokenizer) <= len(tokenizer.all_special_tokens):  # what Transformers makes where the files are missing
        raise ModelError(f"model '{model}' has no tokenizer: it knows only special tokens. {_SAVE}")
    return tokenizer


_SAVE = "Save the tokenizer into the model's folder (tokenizer.save_pretrained)."


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def folder_hash(folder: Path, hash_of: Callable[[Path], str] = file_hash) -> str:
    """Return a hash, 16 hexadecimal digits, of the files in a model's folder that its scores depend on."""
    paths = sorted({path for pattern in SCORE_FILES for path in folder.glob(pattern) if path.is_file()})
    named = "".join(f"{path.name} {hash_of(path)}\n" for path in paths)
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def token_limit(model: Any, tokenizer: Any) -> int:
    """Return how many tokens the model reads: its positions, less those its family reserves for padding.

    RoBERTa and its kin number positions from just behind the padding's own, so 514 positions read 512 tokens.
    """
    positions = getattr(model.config, "max_position_embeddings", None) or 512
    table = getattr(getattr(model.base_model, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    return int(min(positions - (0 if padding is None else padding + 1), tokenizer.model_max_length))


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, as a sentence; the kind of error where it has none."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    first = lines[0] if lines else type(error).__name__
    first = f"{first} is missing" if isinstance(error, KeyError) else first
    return first if first.endswith(".") else f"{first}."


def ignore_peft_warnings() -> None:
    """Ignore, inside `catch_warnings`, warnings of PEFT that no user can act on."""
    # PEFT 0.21 reads an attribute that Transformers 5.23 renamed; until PEFT reads the new one.
    warnings.filterwarnings("ignore", ".*is_gradient_checkpointing. is deprecated", FutureWarning)
    warnings.filterwarnings("ignore", "Found missing adapter keys", UserWarning)  # with_adapter raises for them


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
