"""Load what scores options: a system Magnetite trained, an encoder in a Transformers folder, or one by its hub id.

A system Magnetite trained is a folder with `magnetite.json` (its training card) and a LoRA adapter on an encoder or a
decoder; the base weights come from where the card names them, and are checked to be those of training.
Only safetensors and GGUF files are read, and no code from a model's folder: pickled weights and "remote code" can run
anything.

What a scorer is called in the store (`Loaded.fingerprint`) follows from its card, a configuration and hashes of files.
Weights are read when they are first needed: a run whose scores are all stored reads none.
"""

import hashlib
import io
import json
import logging
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from examfiles.errors import UsageError
from examfiles.files import regular
from magnetite.core.errors import ModelError
from magnetite.core.files import Snapshot, file_hash, snapshot
from magnetite.core.installation import install_command
from magnetite.scorers.encoding import Template
from magnetite.scorers.hub import hub_or_cache, refuse_missing
from magnetite.scorers.kind import (
    ADAPTER,
    ADAPTER_CONFIG,
    is_gguf,
    is_language_model,
    is_rotary,
    parsed_once,
    peft,
    quiet,
    refuse_quantised,
    source,
)
from magnetite.scorers.packaged import PACKAGED, PACKAGED_MODELS, packaged_path
from magnetite.scorers.prompts import Prompt

CARD = "magnetite.json"
WHOLE_WEIGHTS = "model.safetensors"
# A change of a layout's arithmetic changes its name in the store: prefix2's passages see no question.
LAYOUT_VERSIONS = {"joint": "joint", "prefix": "prefix2"}
# Likewise of a number format: since 2 an encoder's attention on a CPU is two products and a softmax, its head 32 bits.
FORMAT_VERSIONS = {"bfloat16": "bfloat16.2", "float16": "float16.2"}
# Of models with rotary positions: since 3 their frequencies keep 32 bits. In 16 they are off by up to 0.2%, which at
# the 500th token is an eighth of a turn.
ROTARY_VERSIONS = {"bfloat16": "bfloat16.3", "float16": "float16.3"}
# Absolute, on logits, between different batches; measured in docs/results/precision.md.
TOLERANCE = {"torch.float32": 1e-4, "torch.bfloat16": 0.25, "torch.float16": 0.02}
MOST_CONFIGURED = (  # more than any model has, by what a configuration calls it
    (re.compile("layer(s|$)|groups|group_num|experts|blocks"), 10_000),
    (re.compile("size|position_embeddings|dim"), 10**8),
)
# The files of a model's folder that scores depend on: not README, optimiser state or training card.
_WEIGHTS = re.compile(r"[\w-][\w.-]*\.safetensors")
INDEX = "*.safetensors.index.json"  # says which file holds which weight, where there are several
EARLIER_FILES = (
    *("*.safetensors", INDEX, "config.json", ADAPTER_CONFIG, "*token*.json", "vocab.*", "merges.txt", "*.model"),
)
SCORE_FILES = (*EARLIER_FILES, "tekken.json", "*.tiktoken", "bpe.codes", "*.spm")  # vocabularies of some families, too
TEMPLATE_FILES = ("chat_template.jinja", "chat_template.json", "additional_chat_templates/*.jinja")


KIND = "a multiple-choice model"
NO_FILE: Mapping[str, str] = MappingProxyType({})  # what `source` says of a folder


@dataclass(frozen=True, eq=False)
class Loaded:
    """A model with its tokenizer, the layout of its input, the view it was trained for, and its hash.

    `read` gives the model, made for a tokenizer, and `read_tokenizer` that; each is called once, when it is needed.
    `outline` is the model without its weights, None where a card vouches for it. `again` loads its scorer in another
    process. `rotary`: see `kind.is_rotary`. `files`: those that it is read from, as they were when it was opened.
    """

    name: str
    read: Callable[[Any], Any]
    read_tokenizer: Callable[[], Any]
    template: Template
    view: str | None
    weights: str
    dtype: Any
    outline: Any = None
    again: Callable[[], Any] | None = None
    rotary: bool = False
    files: tuple[Snapshot, ...] = ()

    @cached_property
    def model(self) -> Any:
        """Return the model on its device, in its number format. Raises ModelError where it cannot be read."""
        with reading(self.name, *self.files):
            return self.read(self.tokenizer)

    @cached_property
    def tokenizer(self) -> Any:
        """Return the tokenizer. Raises ModelError where there is none."""
        with reading(self.name, *self.files):
            return self.read_tokenizer()

    @property
    def fingerprint(self) -> str:
        """Name everything that changes scores, for the store: weights, precision and template."""
        template, layout = self.template, LAYOUT_VERSIONS[self.template.layout]
        versions = ROTARY_VERSIONS if self.rotary else FORMAT_VERSIONS
        number = versions.get(self.precision, self.precision)
        parts = (self.weights, number, layout, str(template.max_tokens), template.keep, template.blank)
        return "encoder:" + ":".join(parts)

    @property
    def precision(self) -> str:
        """Return the number format that the model computes in."""
        return str(self.dtype).removeprefix("torch.")

    @property
    def tolerance(self) -> float:
        """Return by how much a score may differ between batches in this precision."""
        return TOLERANCE[str(self.dtype)]


def in_memory(name: str, model: Any, tokenizer: Any, template: Template, view: str | None = None) -> Loaded:
    """Return a model that is in memory as one that was loaded; no other process can load it."""
    return Loaded(name, lambda _: model, lambda: tokenizer, template, view, "in memory", model.dtype)


def load(model: str | Path, device: Any, dtype: Any) -> Loaded:
    """Find a trained system, a Transformers folder or a hub id. Raises ModelError, with what to do.

    What is wrong with the weights themselves is raised where they are read.
    """
    folder = Path(model).expanduser()
    if (folder / CARD).is_file():
        return _load_trained(folder, device, dtype)
    if folder.is_dir():
        refuse_bad_folder(folder)
        return _load_transformers(folder, device, dtype)
    if folder.exists():
        raise ModelError(f"model '{model}' is a file. Give the folder of a Transformers model, or a hub id.")
    if isinstance(model, Path) or looks_like_path(model):
        raise ModelError(
            f"model '{model}': there is no such folder. Give a folder of a Transformers model or a hub id."
        )
    refuse_missing(model)
    return _load_transformers(model, device, dtype)


def reloading(
    make: Callable[..., Any], model: str | Path, device: str, dtype: Any, **options: Any
) -> Callable[[], Any]:
    """Return what makes a scorer once more in another process: on a device of its own, in the same number format."""
    place = Path(model).expanduser()
    where = str(place.absolute()) if place.exists() and str(model) not in PACKAGED_MODELS else str(model)
    return partial(make, where, device=device.partition(":")[0], dtype=str(dtype).removeprefix("torch."), **options)


def reduced(name: str, again: Callable[[], Any] | None) -> tuple[Callable[[], Any], tuple[()]]:
    """Return how a scorer is pickled: as what loads it, without weights. Raises ModelError where that is unknown."""
    if again is None:
        raise ModelError(
            f"scorer '{name}' was made of a model in memory, which no other process has. Save it, and load it by its "
            "folder, or score without workers."
        )
    return again, ()


def read_card(folder: Path) -> dict[str, Any]:
    """Read a training card. Raises ModelError where it is not one."""
    path = folder / CARD
    if not folder.is_dir():
        raise ModelError(f"{folder}: there is no such folder. Name the folder of a trained system.")
    try:
        card: dict[str, Any] = json.loads(regular(path).read_text("utf-8"))
        Prompt(**card["prompt"]) if answers_with_letters(card) else Template(**card["template"])
        return {**card, "view": str(card["view"]), "base": str(card["base"])}
    except (OSError, ValueError, KeyError, TypeError, RecursionError, UsageError) as error:
        problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise ModelError(
            f"{path}: not a training card of Magnetite ({problem.rstrip('.')}); expected JSON with view, base and "
            "template (or prompt, of a system that answers with letters). Train the system again, or copy the card "
            "from where the weights came from."
        ) from error


def answers_with_letters(card: Mapping[str, Any]) -> bool:
    """Say of a system, by its card, whether it is a language model that is shown all options and names a letter."""
    return "prompt" in card


def base_folder(base: str) -> str | Path:
    """Return where base weights are: those of a package, a folder, a GGUF file, or the hub id itself.

    Raises ModelError for a path at which there is no folder, and where packaged weights are missing or damaged.
    """
    if base in PACKAGED or base in PACKAGED_MODELS:
        return packaged_path(base)
    place = Path(base).expanduser()
    if place.is_dir() or (is_gguf(place) and place.is_file()):
        return place
    if looks_like_path(base):
        raise ModelError(f"base '{base}': there is no such folder. Give a folder of a Transformers model or a hub id.")
    return base


def _load_trained(folder: Path, device: Any, dtype: Any) -> Loaded:
    card, files = read_card(folder), [model_files(folder)]
    weights = next((name for name in (ADAPTER, WHOLE_WEIGHTS) if (folder / name).is_file()), None)
    if weights is None:
        raise ModelError(
            f"{folder}: a training card without weights; expected {ADAPTER} or {WHOLE_WEIGHTS} next to it."
        )
    refuse_other_weights(folder, weights, card)
    template, own = Template(**card["template"]), folder_hash(folder)
    read: Callable[[Any], Any]
    if weights == WHOLE_WEIGHTS:
        base: str | Path = folder
        hashes, read, tokenizer = own, partial(_whole, folder, template), partial(tokenizer_of, folder)
    else:
        base, of_base = base_of(folder, card)
        files.append(model_files(base))
        hashes, read, tokenizer = (
            f"{own}+{of_base}",
            partial(_adapted, folder, card, base),
            partial(_tokenizer_of_base, folder, card, base, of_base),
        )
    return Loaded(
        folder.name,
        lambda made: ready(read(made), device, dtype),
        tokenizer,
        template,
        card["view"],
        hashes,
        dtype,
        rotary=is_rotary(base),
        files=tuple(files),
    )


def _whole(folder: Path, template: Template, tokenizer: Any) -> Any:
    """Read a trained system's own weights."""
    model = _complete(folder)
    _refuse_longer(folder, template, model, tokenizer, str(folder))
    return model


def _adapted(folder: Path, card: dict[str, Any], base: str | Path, tokenizer: Any) -> Any:
    """Read base weights, and merge a trained system's adapter with them."""
    with _named_by(folder, card), parsed_once(base):
        model, missing = pretrained(base)
    _refuse_longer(folder, Template(**card["template"]), model, tokenizer, card["base"])
    return with_adapter(model, missing, folder).merge_and_unload()


def _tokenizer_of_base(folder: Path, card: dict[str, Any], base: str | Path, content: str) -> Any:
    with _named_by(folder, card), parsed_once(base):
        return _last_tokenizer(base, content)


@lru_cache(maxsize=1)
def _last_tokenizer(base: str | Path, content: str) -> Any:
    """Load a base's tokenizer once for the systems on it, as long as its content is the same."""
    del content
    return tokenizer_of(base)


def _refuse_longer(folder: Path, template: Template, model: Any, tokenizer: Any, base: str) -> None:
    if template.max_tokens > (limit := token_limit(model, tokenizer)):
        raise ModelError(
            f"{folder / CARD}: max_tokens is {template.max_tokens}, but the base '{base}' reads {limit}. "
            "Is this the card of another system? Train the system again, or use the card it came with."
        )


def refuse_other_weights(folder: Path, weights: str, card: dict[str, Any]) -> None:
    """Refuse weights that are not those the card was written for; a card without a hash is trusted."""
    record = card.get("weights") or {}
    if record and (weights, file_hash(folder / weights)) != (record.get("file"), record.get("sha256")):
        raise ModelError(
            f"{folder}: {weights} is not the file that {CARD} was written for ({record.get('file')}, SHA-256 "
            f"{str(record.get('sha256'))[:12]}…): the card of another system, or damaged weights. Restore the files "
            "that belong together, or train the system again."
        )


def base_of(folder: Path, card: dict[str, Any]) -> tuple[str | Path, str]:
    """Find the base weights a card names; return where they are, and their hash.

    Raises ModelError where they are gone, or not those of training.
    """
    with _named_by(folder, card):
        base = base_folder(card["base"])
        _announce(folder, base)
        weights = weights_hash(base, None if isinstance(base, Path) else configuration(base))
    trained_on = card.get("base_weights", weights)
    if isinstance(base, Path) and trained_on not in {weights, _hash_of(base, EARLIER_FILES)}:
        raise ModelError(
            f"{folder}: trained on a base '{card['base']}' with the hash {trained_on}, but it now has {weights}: other "
            "weights or another tokenizer. Restore the base it was trained on, or train the system again."
        )
    return base, weights


@contextmanager
def _named_by(folder: Path, card: dict[str, Any]) -> Iterator[None]:
    """Say of what is wrong with a base which card names it."""
    try:
        yield
    except ModelError as error:
        raise ModelError(f"{folder}: its training card names the base '{card['base']}'. {error}") from error


def _announce(folder: Path, base: str | Path) -> None:
    """Say what a card, which may be a stranger's, has fetched from the hub, before it is."""
    if isinstance(base, Path):
        return
    from huggingface_hub import try_to_load_from_cache

    if not isinstance(try_to_load_from_cache(base, "config.json"), str):
        text = "%s: its training card names the base '%s', which is now fetched from the Hugging Face hub."
        logging.getLogger(__name__).warning(text, folder, base)


def _load_transformers(model: str | Path, device: Any, dtype: Any) -> Loaded:
    files = model_files(model)
    with reading(str(model), files):
        outline, tokenizer = _outline(model), tokenizer_of(model)
    template, name = (
        Template("joint", token_limit(outline, tokenizer)),
        model.name if isinstance(model, Path) else model,
    )
    weights = weights_hash(model, outline.config)
    return Loaded(
        name,
        lambda _: ready(_complete(model), device, dtype),
        lambda: tokenizer,
        template,
        None,
        weights,
        dtype,
        outline=outline,
        rotary=is_rotary(model),
        files=(files,),
    )


def _complete(model: str | Path) -> Any:
    """Read a model that lacks no weights. Raises ModelError for one without a head of its own."""
    loaded, missing = pretrained(model)
    if missing:
        head = [name for name in missing if not name.startswith(f"{loaded.base_model_prefix}.")]
        problem = "has no multiple-choice head" if head == missing else "is not complete"
        raise ModelError(
            f"model '{model}' {problem}: {', '.join(missing[:4])} are not among its weights, so its scores "
            "would be random. Fine-tune it first (magnetite train), or name a model fine-tuned for multiple choice."
        )
    return loaded


def _outline(model: str | Path) -> Any:
    """Return a model without its weights: what its configuration says it is made of."""
    import torch
    from transformers import AutoModelForMultipleChoice

    config = configuration(model)
    refuse_quantised(str(model), config)
    _refuse_headless(str(model), config, AutoModelForMultipleChoice)
    with loads(model, KIND), quiet(), torch.device("meta"):
        return AutoModelForMultipleChoice.from_config(config)


def configuration(place: str | Path, name: str = "", kind: str = KIND) -> Any:
    """Read a model's configuration, of a hub id as the hub or the cache has it. Raises ModelError."""
    from transformers import AutoConfig

    folder, file = source(place)
    with loads(name or place, kind, file), quiet(), hub_or_cache(place):
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False, **file)
    refuse_layers(name or place, config)
    return config


@contextmanager
def loads(model: str | Path, kind: str, file: Mapping[str, str] = NO_FILE) -> Iterator[None]:
    """Say of whatever goes wrong that a model does not load: Transformers raises many kinds, to a user they are one."""
    try:
        yield
    except Exception as error:
        raise ModelError(
            f"model '{model}' cannot be loaded as {kind}: {first_line(error)} {hint(error, file)}"
        ) from error


def weights_hash(model: str | Path, config: Any) -> str:
    """Return a hash of the weights, configuration and tokenizer: of files, else the hub's commit."""
    if isinstance(model, Path):
        return folder_hash(model) if model.is_dir() else file_hash(model)[:16]
    return f"{model}@{config._commit_hash or 'unknown'}"


def refuse_bad_folder(folder: Path) -> None:
    """Raise ModelError for a folder that is no model, lacks a base, or has nothing but pickled weights."""
    if (folder / ADAPTER_CONFIG).is_file():
        raise ModelError(
            f"{folder}: an adapter ({ADAPTER_CONFIG}) without a training card, and not of a causal language model, "
            "the only kind that is read with its base. Expected whole weights: merge it first "
            "(model.merge_and_unload().save_pretrained(folder))."
        )
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


def refuse_bad_index(folder: Path) -> None:
    """Raise ModelError where an index sends the loader to anything but safetensors in the folder itself.

    Of any other file the fingerprint would not know, and a pickle could run any code.
    """
    for index in sorted(folder.glob(INDEX)):
        try:
            names = set(json.loads(regular(index).read_text("utf-8"))["weight_map"].values())
            strange = sorted(name for name in map(str, names) if not _WEIGHTS.fullmatch(name))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ModelError(f"{index}: not an index of weights ({first_line(error)}) Get the model again.") from error
        if strange:
            raise ModelError(
                f"{index}: names {strange[0]!r}; expected the names of *.safetensors files in its own folder. Save the "
                "model again where you trust it: model.save_pretrained(folder)."
            )


def ready(model: Any, device: Any, dtype: Any) -> Any:
    """Return the model on its device and in its number format, to be read from only.

    What is no weight keeps its own format: the frequencies of rotary positions need 32 bits.
    """
    for weight in model.parameters():
        weight.requires_grad_(False)
        weight.data = weight.data.to(device, dtype)
    return model.to(device).eval()


def looks_like_path(model: str) -> bool:
    """Say whether a model's name can be no hub id."""
    return model.startswith((".", "/", "~")) or model.count("/") > 1 or "\\" in model


def pretrained(model: str | Path, **config: Any) -> tuple[Any, list[str]]:
    """Load a model that gives an option one number, in float32; return it and the names of weights its files lack.

    An encoder is loaded with a multiple-choice head, a decoder with a linear layer (`decoder`). `config` overrides the
    model's configuration. Raises ModelError where it does not load.
    """
    from transformers import AutoModelForMultipleChoice, AutoModelForSequenceClassification

    folder, file = source(model)
    if isinstance(folder, Path) and not file:
        refuse_bad_index(folder)
    kind = AutoModelForMultipleChoice
    if is_language_model(model):
        kind, config = AutoModelForSequenceClassification, {"num_labels": 1, **config}
    if not file:
        written = configuration(model)
        refuse_quantised(str(model), written)
        _refuse_headless(str(model), written, kind)
    safe: dict[str, Any] = {"trust_remote_code": False, **(file or {"use_safetensors": True})}
    # A GGUF file's own progress bar heeds no setting.
    with loads(model, KIND, file), quiet(), hub_or_cache(model), redirect_stderr(io.StringIO()):
        loaded, info = kind.from_pretrained(folder, **safe, output_loading_info=True, dtype="float32", **config)
    refuse_layers(model, loaded.config)
    return plain(loaded) if file else loaded, sorted(info["missing_keys"])


def _refuse_headless(model: str, config: Any, kind: Any) -> None:
    """Raise ModelError for an architecture that Transformers has not with the head that gives an option its number."""
    if type(config) in kind._model_mapping:
        return
    lacks = "has no multiple-choice head in Transformers, and its config.json names no causal language model"
    if is_language_model(model):
        lacks = "is a language model without a scoring layer in Transformers, which training needs"
    raise ModelError(f"model '{model}': the architecture {config.model_type} {lacks}. Name another model.")


def refuse_layers(model: str | Path, config: Any) -> None:
    """Raise ModelError for a configuration with no layers, or with more than any model has: of these, or of positions.

    Transformers makes layer by layer what a configuration says before it reads any weights, until the memory is full.
    """
    own = config.get_text_config()
    layers = getattr(own, "num_hidden_layers", 1)
    if layers < 1:
        raise ModelError(f"model '{model}': its config.json says {layers} layers; expected 1 or more.")
    for name, count in own.to_dict().items():
        most = next((most for words, most in MOST_CONFIGURED if words.search(name)), None)
        if most is not None and isinstance(count, int | float) and count > most:
            raise ModelError(f"model '{model}': its config.json says {name} = {count}; expected at most {most:,}.")


def plain(model: Any) -> Any:
    """Return a model from a GGUF file as if it came from a folder: Transformers saves none that was quantised."""
    config = type(model.config)(**{**model.config.to_dict(), "quantization_config": None})
    copy = type(model)(config)
    copy.load_state_dict(model.state_dict())
    return copy


def hint(error: Exception, file: Mapping[str, str]) -> str:
    """Say what to do about a model that does not load; `file`: see `source`."""
    if file and isinstance(error, ImportError):
        return f"Install what reads GGUF files: {install_command(packages='gguf')}."
    if file:
        return "Expected a GGUF file of an architecture that Transformers reads; download it again if it is damaged."
    return "Expected a folder or hub id with config.json, a tokenizer and safetensors weights."


def with_adapter(model: Any, missing: list[str], folder: Path) -> Any:
    """Put the LoRA adapter in `folder` on `model`, which lacks the weights `missing`, ready to be merged.

    Raises ModelError where it does not fit, or where weights are still missing afterwards.
    """
    from safetensors import safe_open

    try:
        with safe_open(folder / ADAPTER, "pt") as file:
            names = set(file.keys())
        _refuse_holes(folder, {f"base_model.model.{name}" for name in missing} - names)
        with warnings.catch_warnings():
            ignore_peft_warnings()
            adapted = peft().PeftModel.from_pretrained(model, str(folder))
    except ModelError:
        raise
    except Exception as error:  # as above, for PEFT and safetensors
        raise ModelError(
            f"{folder}: its adapter cannot be put on its base: {first_line(error)} "
            f"Expected the {ADAPTER} and {ADAPTER_CONFIG} that training wrote. Train the system again."
        ) from error
    needed = peft().get_peft_model_state_dict(adapted, save_embedding_layers=False)  # else PEFT would ask the hub
    _refuse_holes(folder, set(needed) - names)
    return adapted


def _refuse_holes(folder: Path, missing: set[str]) -> None:
    if missing:
        raise ModelError(
            f"{folder}: {ADAPTER} lacks {len(missing)} of the weights that belong on its base ({min(missing)}, …), so "
            "scores would be random. Train the system again."
        )


def tokenizer_of(model: str | Path) -> Any:
    """Load a model's tokenizer, from its folder or GGUF file, or by its hub id. Raises ModelError where it has none."""
    from transformers import AutoTokenizer

    folder, file = source(model)
    try:
        with quiet(), hub_or_cache(model):
            tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False, **file)
    except Exception as error:  # see pretrained
        raise ModelError(f"model '{model}' has no tokenizer that can be loaded: {first_line(error)} {_SAVE}") from error
    if len(tokenizer) <= len(tokenizer.all_special_tokens):  # what Transformers makes where the files are missing
        raise ModelError(f"model '{model}' has no tokenizer: it knows only special tokens. {_SAVE}")
    return tokenizer


_SAVE = "Save the tokenizer into the model's folder (tokenizer.save_pretrained)."


def folder_hash(folder: Path) -> str:
    """Return a hash, 16 hexadecimal digits, of the files in a model's folder that its scores depend on."""
    return _hash_of(folder, SCORE_FILES)


def templates_hash(place: str | Path) -> str:
    """Return a hash of a model's chat templates, as far as they are files of their own; empty where none are."""
    templates = isinstance(place, Path) and place.is_dir() and _files(place, TEMPLATE_FILES)
    return _hash_of(place, TEMPLATE_FILES) if templates else ""


def _files(place: str | Path, patterns: tuple[str, ...]) -> list[Path]:
    """Return the files of a model's folder by patterns, or the file that a model is; none of a hub id."""
    if isinstance(place, Path) and place.is_file():
        return [place]
    found = {path for pattern in patterns for path in place.glob(pattern)} if isinstance(place, Path) else set()
    return sorted(path for path in found if path.is_file())


def _hash_of(place: str | Path, patterns: tuple[str, ...]) -> str:
    named = "".join(f"{path.name} {file_hash(path)}\n" for path in _files(place, patterns))
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def model_files(place: str | Path) -> Snapshot:
    """Take down the files of a model that its scores depend on, as they are now."""
    return snapshot(_files(place, (*SCORE_FILES, *TEMPLATE_FILES)))


@contextmanager
def reading(name: str, *files: Snapshot) -> Iterator[None]:
    """Refuse, with ModelError, what is read from files that are no longer, or no longer stay, what they were."""
    _refuse(name, [each.changed() for each in files])
    before = [each.states for each in files]
    yield
    moved = [next(iter(each.seen)) for each, states in zip(files, before, strict=True) if each.states != states]
    _refuse(name, [*(each.changed() for each in files), *moved])


def refuse_written(name: str, files: Iterable[Snapshot]) -> None:
    """Raise ModelError where a model's files were written to: its weights may be read from them as they are used."""
    _refuse(name, [each.changed(written=True) for each in files])


def _refuse(name: str, changed: list[Path | None]) -> None:
    if path := next(filter(None, changed), None):
        raise ModelError(
            f"model '{name}': {path} has changed since the model was opened, so its scores would be stored under the "
            "name of what was there before. Start again when nothing writes there any more."
        )


def is_decoder(model: Any) -> bool:
    """Say whether a loaded model is a decoder with a scoring layer."""
    return type(model).__name__.endswith("ForSequenceClassification")


def reach(config: Any, most: int) -> int:
    """Return how many tokens a text model may be shown under a mask of ours, `most` at most.

    Behind a window of its own (sliding, or in chunks) it does not look, and a mask of ours would let it. GPT-Neo counts
    its window by the places of a pass, so that it is shown nothing.
    """
    if getattr(config, "window_size", None):
        return 0
    windows = (getattr(config, name, None) for name in ("sliding_window", "attention_chunk_size"))
    return min([most, *(int(window) for window in windows if window)])


def token_limit(model: Any, tokenizer: Any) -> int:
    """Return how many tokens the model reads: its positions, less those its family reserves for padding.

    RoBERTa and its kin number positions from just behind the padding's own, so 514 positions read 512 tokens. A decoder
    with a scoring layer is shown no more than its window, if it has one.
    """
    positions = max(0, getattr(model.config, "max_position_embeddings", None) or 0) or 512  # XLNet says -1: no limit
    table = getattr(getattr(model.base_model, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    limit = int(min(positions - (0 if padding is None else padding + 1), tokenizer.model_max_length))
    return reach(model.config.get_text_config(), limit) if is_decoder(model) else limit


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
    warnings.filterwarnings("ignore", "fan_in_fan_out is set to False", UserWarning)  # it sets it, for GPT-2's layers
