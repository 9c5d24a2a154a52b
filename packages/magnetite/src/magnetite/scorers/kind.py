"""What kind of model a name means, before any weights are loaded: encoder or language model, GGUF, quantised.

GGUF files are read by Transformers with the package `gguf`, and their weights computed back from the quantised ones.

Transformers reads weights that a model's configuration says are quantised, with the package of their method. What has
four bits stays so in memory; a product is made with weights computed back. What bitsandbytes keeps in eight bits is
computed back when it is read: its own products (LLM.int8, Dettmers et al. 2022, section 3.2) keep whole columns in 16
bits where any token of the batch is large there, so a cell's score would depend on the others.

`--dtype 4bit` rounds a full model's matrices to NF4 (Dettmers et al. 2023, section 3), in blocks of 64. Embeddings and
the last layer stay as they are. `--dtype int8` is `llama`'s.
"""

import json
import logging
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from examfiles.errors import UsageError
from examfiles.files import regular
from magnetite.core.errors import ModelError
from magnetite.core.installation import install_command
from magnetite.scorers.hub import hub_or_cache, refuse_missing
from magnetite.scorers.packaged import PACKAGED_MODELS

ADAPTER, ADAPTER_CONFIG = "adapter_model.safetensors", "adapter_config.json"
GGUF = ".gguf"


def is_language_model(model: str | Path) -> bool:
    """Say whether a model is a causal language model: by its file's ending, or by its configuration.

    One that takes pictures besides is one, too. A model that is named but cannot be found is none: what loads it says
    why.
    """
    if str(model) in PACKAGED_MODELS or is_gguf(model):
        return True
    if is_adapter(model):  # its base decides, where it is here; loading says what is wrong with it
        with suppress(OSError, ValueError):
            base = adapter_base(model)
            return is_adapter(base) or not Path(base).is_dir() or is_language_model(base)
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


def is_adapter(model: str | Path) -> bool:
    """Say whether a folder is an adapter as PEFT writes it, which is read beside its base."""
    folder = Path(model).expanduser()
    return (
        (folder / ADAPTER_CONFIG).is_file() and (folder / ADAPTER).is_file() and not (folder / "config.json").exists()
    )


def adapter_base(folder: str | Path) -> str:
    """Return the base that an adapter names: a name, or a folder, looked for beside the adapter, too.

    Raises OSError or ValueError where its configuration cannot be read or names none.
    """
    place = Path(folder).expanduser()
    config = json.loads(regular(place / ADAPTER_CONFIG).read_text("utf-8"))
    base = config.get("base_model_name_or_path") if isinstance(config, dict) else None
    if not isinstance(base, str) or not base:
        raise ValueError(f"{ADAPTER_CONFIG} names no base (base_model_name_or_path)")
    beside = place / base
    return str(beside) if beside.is_dir() and not Path(base).is_dir() else base


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
            config = json.loads(regular(folder / "config.json").read_text("utf-8"))
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


FOUR_BITS, INT8 = ROUNDINGS = ("4bit", "int8")  # as number formats
BNB, NF4 = "bitsandbytes", "nf4"
EIGHT_BITS = f"{BNB}-8bit"
# By method, as a configuration names it: the packages that read it.
METHODS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        BNB: ("bitsandbytes",),
        "awq": ("gptqmodel",),
        "compressed-tensors": ("compressed-tensors",),
        "gptq": ("gptqmodel", "optimum"),
    }
)


def rounding(dtype: str) -> tuple[str, str]:
    """Return how a number format rounds weights, "" where it does not, and the format that is then computed in.

    >>> rounding("4bit"), rounding("4bit-float32"), rounding("int8"), rounding("bfloat16")
    (('4bit', 'auto'), ('4bit', 'float32'), ('int8', 'float32'), ('', 'bfloat16'))
    """
    first, _, other = dtype.partition("-")
    if first not in ROUNDINGS:
        return "", dtype
    return first, other or ("float32" if first == INT8 else "auto")


def quantisation(name: str, config: Any, *, gguf: bool, rounded: str) -> str:
    """Return how a model's weights are quantised, as the store names it: "nf4", "awq", …; "" where they are not.

    `rounded`: one of `ROUNDINGS`, where they are to be rounded while loading. Raises UsageError where they have few
    bits already, ModelError for a method that is not known here, or whose package is missing.
    """
    stored = _stored(name, config)
    if rounded and (stored or gguf):
        raise UsageError(
            f"--dtype {rounded}: model '{name}' is quantised already ({stored or 'GGUF'}), and {rounded} rounds "
            "full weights. Leave it out, or name the full model."
        )
    if rounded == INT8:
        return INT8
    method = BNB if rounded else "" if gguf else stored.removesuffix("-4bit").removesuffix("-8bit")
    if not method:
        return ""
    packages = METHODS[method]
    if missing := [name for name in packages if find_spec(name.replace("-", "_")) is None]:
        install = install_command("quantised") if method == BNB else install_command(packages=" ".join(packages))
        subject = f"--dtype {FOUR_BITS}" if rounded else f"model '{name}': its weights are quantised ({method})"
        raise ModelError(f"{subject}: needs {' and '.join(missing)}, not installed here. Run: {install}")
    return NF4 if rounded else stored


def refuse_quantised(name: str, config: Any) -> None:
    """Raise ModelError where stored weights are quantised: of encoders, and of what is trained, full ones are read."""
    if method := _stored(name, config):
        raise ModelError(
            f"model '{name}': its weights are quantised ({method}). Only language models that are asked as they are "
            "can be; to train one, or with a multiple-choice head, name the full model."
        )


def _stored(name: str, config: Any) -> str:
    about = getattr(config, "quantization_config", None)
    if not about:
        return ""
    about = about if isinstance(about, Mapping) else about.to_dict()
    bits = [f"{count}bit" for count in (4, 8) if about.get(f"load_in_{count}bit")]
    method = str(BNB if bits else about.get("quant_method"))
    if method not in METHODS:
        raise ModelError(
            f"model '{name}': its config.json says that its weights are quantised by '{method}'; expected "
            f"{', '.join(METHODS)}. Name the full model, or ask a server that runs it (MODEL@http://host:port/v1)."
        )
    return "-".join((method, *bits))


def how_to_load(method: str, device: Any, dtype: Any) -> dict[str, Any]:
    """Return what Transformers is told about weights of a method, "" for full ones."""
    if not method:
        return {"dtype": dtype}
    if method == INT8:
        return {"dtype": "auto"}  # as they are stored: matrices are rounded one by one
    placed = {"dtype": dtype, "device_map": {"": device}}
    if method != NF4:
        return placed
    from transformers import BitsAndBytesConfig

    rounding = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type=NF4, bnb_4bit_compute_dtype=dtype)
    return {**placed, "quantization_config": rounding}


@cache
def peft() -> Any:
    """Return PEFT, which imports bitsandbytes where that is installed."""
    with no_fetched_code():
        return import_module("peft")


@contextmanager
def no_fetched_code(method: str = BNB) -> Iterator[None]:
    """Import bitsandbytes, where it is installed and `method` needs it, and let it fetch no code.

    With the package `kernels` it would fetch compiled code from the hub when it is first imported.
    """
    if (method != NF4 and not method.startswith(BNB)) or find_spec(BNB) is None:
        yield
        return
    logging.getLogger(BNB).setLevel(logging.ERROR)  # else it advises to install that package
    before = sys.modules.get("kernels")
    sys.modules["kernels"] = None  # type: ignore[assignment]  # to Python, a module that cannot be imported
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import_module(BNB)
        yield
    finally:
        del sys.modules["kernels"]
        if before is not None:
            sys.modules["kernels"] = before


def settled(name: str, model: Any, method: str, dtype: Any) -> Any:
    """Return a quantised model, to be read from only. Raises ModelError where it computes in another number format."""
    if method == EIGHT_BITS:
        with quiet():
            model = model.dequantize(dtype).to(dtype)
    for module in model.modules():
        if type(module).__name__ == "Linear4bit":
            # A processor with bfloat16 units would round once more; the same weights score alike on every processor.
            module.support_avx512bf16_for_cpu = False
    if model.dtype != dtype:
        formats = [str(each).removeprefix("torch.") for each in (model.dtype, dtype)]
        raise ModelError(
            f"model '{name}': its quantised weights compute in {formats[0]} here, not in {formats[1]}. Add --dtype "
            f"{formats[0]}."
        )
    return model.eval().requires_grad_(requires_grad=False)
