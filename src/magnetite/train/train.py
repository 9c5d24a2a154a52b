"""Train one system on one dataset under one view, and save it as an adapter with its card."""

import random
import shutil
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from magnetite.core.errors import StoreError, UsageError
from magnetite.core.items import Dataset
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.loading import SMALL_BASE, base_folder, read_card
from magnetite.train.card import make_card, write_card
from magnetite.train.data import encode_items
from magnetite.train.trainer import Recipe, Step, add_adapters, fit
from magnetite.views import view as named_view

REPORT_EVERY = 20  # steps between two points of the learning curve


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
    if output.exists() and any(output.iterdir()):
        raise UsageError(f"{output}: exists and is not empty. Name a new folder for the trained system.")
    model, tokenizer = _start(base, init, recipe)
    change = named_view(view)
    examples = encode_items([change(item) for item in dataset], Encoding(tokenizer, Template("prefix", max_tokens)))
    curve: list[Step] = []
    fit(model, examples, recipe, _mean_steps(curve, progress))
    card = make_card(
        dataset,
        view=view,
        base=base,
        init=init.name if init else None,
        template=Template("prefix", 512),
        recipe=recipe,
        curve=curve,
    )
    _save(model, {**card, "max_tokens_in_training": max_tokens}, output)
    return output


def sample_items(dataset: Dataset, size: int, seed: int) -> Dataset:
    """Draw `size` items without replacement, in the order drawn. Raises UsageError where there are fewer."""
    if size > len(dataset):
        raise UsageError(f"dataset '{dataset.name}' has {len(dataset)} items; {size} cannot be drawn from it.")
    return dataset.with_items(random.Random(seed).sample(list(dataset), size))


def _start(base: str, init: Path | None, recipe: Recipe) -> tuple[Any, Any]:
    """Load the base with fresh adapters, or those of `init`; without dropout, which costs more than it gives here."""
    import transformers
    from peft import load_peft_weights, set_peft_model_state_dict
    from transformers import AutoTokenizer, BertForMultipleChoice

    transformers.logging.set_verbosity_error()
    folder = base_folder(base)
    torch.manual_seed(recipe.seed)
    bare = BertForMultipleChoice.from_pretrained(folder, use_safetensors=True, hidden_dropout_prob=0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PEFT reads an attribute that Transformers deprecates
        model = add_adapters(bare, recipe)
    if init is not None:
        _check_init(init, base)
        set_peft_model_state_dict(model, load_peft_weights(str(init)))
    return model, AutoTokenizer.from_pretrained(folder)


def _check_init(init: Path, base: str) -> None:
    found = read_card(init)["base"]
    if found != base:
        raise UsageError(f"{init}: trained from '{found}', not from '{base}'. --init needs a system of the same base.")


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
    output.parent.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(dir=output.parent) as temporary:
            folder = Path(temporary) / "system"
            model.to(torch.float16).save_pretrained(str(folder))
            (folder / "README.md").unlink(missing_ok=True)  # PEFT's empty model card; ours is the JSON
            write_card(folder, card)
            if output.exists():
                output.rmdir()
            shutil.move(str(folder), str(output))
    except OSError as error:
        raise StoreError(
            f"{output}: the trained system cannot be written ({error}). Free space, train again."
        ) from error
