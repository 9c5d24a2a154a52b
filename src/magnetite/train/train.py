"""Train one system on one dataset under one view, and save it as an adapter with its card."""

import json
import random
import shutil
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError

from magnetite.core.errors import DataError, ModelError, StoreError, UsageError
from magnetite.core.items import Dataset
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.loading import SMALL_BASE, base_folder, read_card, small_base, weights_hash
from magnetite.scorers.prefix import refuse_other_architectures
from magnetite.scorers.weights import (
    ADAPTER,
    ADAPTER_CONFIG,
    ignore_peft_warnings,
    pretrained,
    token_limit,
    tokenizer_of,
)
from magnetite.train.card import make_card, write_card
from magnetite.train.data import encode_items
from magnetite.train.trainer import Recipe, Step, add_adapters, fit
from magnetite.views import view as named_view

REPORT_EVERY = 20  # steps between two points of the learning curve
READS = 512  # tokens a trained system reads, where its base has as many positions


def train(
    dataset: Dataset,
    view: str,
    output: Path,
    *,
    base: str = SMALL_BASE,
    init: Path | None = None,
    recipe: Recipe | None = None,
    max_tokens: int = 448,
    progress: Callable[[Step], None] = lambda _: None,
) -> Path:
    """Train in the prefix layout and write adapter and card into `output`, which must not exist yet.

    `init` is a trained system of the same base and rank whose adapter is the starting point (a QO system before
    QOC is what makes the small encoder learn). `max_tokens` cuts passages while training; scoring reads up to 512.
    Raises DataError for unlabelled items, UsageError for an output that exists, ModelError where training fails.
    """
    recipe = recipe or Recipe()
    _refuse_bad_request(dataset, output)
    change = named_view(view)
    start = _start(base, init, recipe)
    template = Template("prefix", min(max_tokens, start.limit))
    examples = encode_items([change(item) for item in dataset], Encoding(start.tokenizer, template))
    curve: list[Step] = []
    fit(start.model, examples, recipe, _mean_steps(curve, progress))
    card = make_card(
        dataset,
        view=view,
        base=start.base,
        base_weights=start.weights,
        init=init.name if init else None,
        template=Template("prefix", min(READS, start.limit)),
        recipe=recipe,
        curve=curve,
    )
    _save(start.model, {**card, "max_tokens_in_training": template.max_tokens}, output)
    return output


def sample_items(dataset: Dataset, size: int, seed: int) -> Dataset:
    """Draw `size` items without replacement, whatever order they came in. Raises UsageError where there are fewer."""
    if size > len(dataset):
        raise UsageError(f"dataset '{dataset.name}' has {len(dataset)} items; {size} cannot be drawn from it.")
    return dataset.with_items(random.Random(seed).sample(sorted(dataset, key=lambda item: item.id), size))


@dataclass(frozen=True, slots=True)
class _Start:
    """Hold what training starts from: the model with its adapters, and the base by name, hash and token limit."""

    model: Any
    tokenizer: Any
    base: str
    weights: str
    limit: int


def _start(base: str, init: Path | None, recipe: Recipe) -> _Start:
    """Load the base with fresh adapters, or those of `init`; without dropout, which costs more than it gives here."""
    folder, name = base_folder(base), _base_name(base)
    torch.manual_seed(recipe.seed)  # draws the head
    bare, missing = pretrained(folder, hidden_dropout_prob=0.0)
    refuse_other_architectures(name, bare.config)
    if lacking := [weight for weight in missing if not weight.startswith("classifier.")]:
        raise ModelError(
            f"base '{name}' lacks weights that an adapter does not bring: {', '.join(lacking[:4])}. "
            "Take a base with all of BERT's weights, its pooler too."
        )
    tokenizer = tokenizer_of(folder)
    with warnings.catch_warnings():
        ignore_peft_warnings()
        model = add_adapters(bare, recipe)
    model.peft_config["default"].base_model_name_or_path = name  # PEFT would note a path of this machine
    if init is not None:
        _continue_from(init, model, name)
    return _Start(model, tokenizer, name, weights_hash(folder, bare), token_limit(bare, tokenizer))


def _base_name(base: str) -> str:
    """Name a base for the card: the packaged one by its name from wherever it was given, a folder in full."""
    folder = Path(base).expanduser()
    if base == SMALL_BASE or not folder.is_dir():
        return base
    return SMALL_BASE if folder.resolve() == small_base().resolve() else str(folder.resolve())


def _continue_from(init: Path, model: Any, base: str) -> None:
    """Put the adapter of a trained system in place of the fresh one. Raises UsageError where it does not fit."""
    from peft import load_peft_weights, set_peft_model_state_dict

    found = read_card(init)["base"]
    if found != base:
        raise UsageError(f"{init}: trained from '{found}', not from '{base}'. --init needs a system of the same base.")
    if not (init / ADAPTER).is_file():
        raise ModelError(f"{init}: a training card without weights; expected {ADAPTER} beside it.")
    try:
        set_peft_model_state_dict(model, load_peft_weights(str(init), device="cpu"))
    except RuntimeError as error:  # of another shape
        rank = model.peft_config["default"].r
        raise UsageError(
            f"{init}: its adapter does not fit one of rank {rank}. --init needs a system of the same rank: "
            "set --rank to the one in its training card."
        ) from error
    except SafetensorError as error:
        raise ModelError(f"{init / ADAPTER}: damaged ({error}). Train that system again.") from error


def _refuse_bad_request(dataset: Dataset, output: Path) -> None:
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise UsageError(f"{output}: exists and is not an empty folder. Name a new folder for the trained system.")
    if len(dataset) == 0:
        raise DataError(f"dataset '{dataset.name}' has no items to train on. Choose another split or file.")


def _mean_steps(curve: list[Step], progress: Callable[[Step], None]) -> Callable[[Step], None]:
    """Average steps into points of the learning curve, and pass each point on."""
    waiting: list[Step] = []

    def report(step: Step) -> None:
        waiting.append(step)
        if len(waiting) == REPORT_EVERY or step.number == step.of:
            loss = sum(s.loss for s in waiting) / len(waiting)
            curve.append(replace(step, loss=loss, correct=sum(s.correct for s in waiting) / len(waiting)))
            progress(curve[-1])
            waiting.clear()

    return report


def _save(model: Any, card: dict[str, Any], output: Path) -> None:
    """Write weights (16 bits) and card to a temporary folder beside `output`, then rename it."""
    weights = {name: weight.to(torch.float16) for name, weight in model.state_dict().items() if _is_trained(name)}
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=output.parent) as temporary:
            folder = Path(temporary) / "system"
            # Embeddings are never trained here; to find that out by itself, PEFT would ask the hub.
            model.save_pretrained(str(folder), state_dict=weights, save_embedding_layers=False)
            (folder / "README.md").unlink(missing_ok=True)  # PEFT's empty model card; ours is the JSON
            _settle(folder / ADAPTER_CONFIG)
            write_card(folder, card)
            if output.exists():
                output.rmdir()
            shutil.move(str(folder), str(output))
    except OSError as error:
        raise StoreError(
            f"{output}: the trained system cannot be written ({error}). Free space, train again."
        ) from error


def _settle(config: Path) -> None:
    """Sort the one list that PEFT keeps as a set, so that the same training writes the same bytes."""
    settings = json.loads(config.read_text("utf-8"))
    settings["target_modules"] = sorted(settings["target_modules"])
    config.write_text(json.dumps(settings, indent=1) + "\n", "utf-8")


def _is_trained(name: str) -> bool:
    return ".lora_" in name or ".modules_to_save." in name
