"""What training leaves on disk: the work folder while it runs, then weights and card in its place.

A finished system appears whole or not at all: it is written beside its place and renamed.
"""

import json
import os
import platform
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from examfiles.errors import StoreError, UsageError
from examfiles.files import PART, part_folder, sweep_parts, write_whole
from examfiles.items import Dataset
from magnetite.core import VERSION
from magnetite.core.files import file_hash, os_errors
from magnetite.scorers.encoding import Template
from magnetite.scorers.kind import ADAPTER, ADAPTER_CONFIG, quiet
from magnetite.scorers.loading import CARD, WHOLE_WEIGHTS
from magnetite.scorers.system import SKETCH
from magnetite.train.recipe import Recipe
from magnetite.views.shingles import Sketch, read_sketch, sketch_bytes, sketched

if TYPE_CHECKING:
    from magnetite.train.trainer import Fitted

TRAINING = "training"  # the work folder, inside the system's
REQUEST = "request.json"
LIBRARIES = ("torch", "transformers", "accelerate", "peft")  # whose versions a card names


def is_main() -> bool:
    """Return whether this process is the first of those that train together (torchrun, accelerate launch)."""
    return os.environ.get("RANK", "0") == "0"


def wait_for_all() -> None:
    """Wait until every process that trains with this one has come here."""
    if os.environ.get("WORLD_SIZE", "1") != "1":
        from accelerate import PartialState

        PartialState().wait_for_everyone()


def is_trained(folder: Path) -> bool:
    """Say whether a folder holds a trained system whose training is closed: calibrated, and with its page."""
    return (folder / CARD).is_file() and not (folder / TRAINING).exists()


def open_work(output: Path, request: Mapping[str, Any]) -> Path:
    """Make the work folder inside `output`, or return the one of the same request, to continue it.

    Raises UsageError where `output` holds anything else, StoreError where it cannot be made.
    """
    work = output / TRAINING
    if (work / REQUEST).is_file():
        _refuse_other(output, read_request(work / REQUEST), request)
        return work
    if output.exists() and not (output.is_dir() and _is_begun(output)):
        if (output / CARD).is_file():
            raise UsageError(
                f"{output}: already holds a trained system. Use it, or name a new folder to train another."
            )
        raise UsageError(f"{output}: exists and is not an empty folder. Name a new folder for the trained system.")
    try:
        work.mkdir(parents=True, exist_ok=True)
        sweep_parts(work)
        write_whole(work / REQUEST, (json.dumps(request, indent=1) + "\n").encode())
    except OSError as error:
        raise StoreError(f"{output}: cannot be written ({error}). Name another folder.") from error
    return work


def _is_begun(output: Path) -> bool:
    """Return whether a folder is empty, or was left by a training killed before it could write down its request."""
    inside = [path.relative_to(output).as_posix() for path in output.rglob("*")]
    return all(name == TRAINING or name.endswith(PART) for name in inside)


def close_work(output: Path) -> None:
    """Remove the work folder, and the system's own if it is left empty."""
    shutil.rmtree(output / TRAINING, ignore_errors=True)
    if not any(output.iterdir()):
        output.rmdir()


def is_empty(work: Path) -> bool:
    """Return whether no checkpoint and no finished seed would be lost with this work folder."""
    return not any(work.glob("seed-*/checkpoint-*")) and not any(work.parent.glob(f"seed-*/{CARD}"))


def save(model: Any, tokenizer: Any, card: Mapping[str, Any], folder: Path, sketch: Sketch | None = None) -> None:
    """Write weights and card into `folder`: adapters in 16 bits, whole weights as they are, with their tokenizer.

    `sketch`: of the passages that it was trained on, written beside them.

    The card comes last, so that a folder with a card is whole. Raises StoreError where they cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sweep_parts(folder.parent)
        with part_folder(folder.parent) as temporary, os_errors():
            system = temporary / "system"
            with quiet():
                _write(model, tokenizer, system)
            weights = system / (ADAPTER if (system / ADAPTER).is_file() else WHOLE_WEIGHTS)
            if sketch is not None:
                (system / SKETCH).write_bytes(sketch_bytes(sketch))
            write_card(system, {**card, "weights": {"file": weights.name, "sha256": file_hash(weights)}})
            for path in sorted(system.iterdir(), key=lambda path: path.name == CARD):
                path.replace(folder / path.name)
    except OSError as error:
        raise StoreError(
            f"{folder}: the trained system cannot be written ({error}). Free space, then run the same command: it "
            "continues from the last checkpoint."
        ) from error


def read_request(path: Path) -> dict[str, Any]:
    """Read the request of an unfinished training. Raises UsageError where it cannot be read."""
    try:
        request: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise UsageError(f"{path}: cannot be read ({error}). Delete its folder to start training again.") from error
    return request


def _write(model: Any, tokenizer: Any, folder: Path) -> None:
    import torch

    if hasattr(model, "peft_config"):
        weights = {name: weight.to(torch.float16) for name, weight in model.state_dict().items() if _is_adapted(name)}
        # Embeddings are never trained here; to find that out, PEFT would ask the hub.
        model.save_pretrained(str(folder), state_dict=weights, save_embedding_layers=False)
        (folder / "README.md").unlink(missing_ok=True)  # PEFT's empty model card; ours is the JSON
        _settle(folder / ADAPTER_CONFIG)
    else:
        model.save_pretrained(str(folder))
        tokenizer.save_pretrained(str(folder))
        _name_architecture(folder / "config.json", model)


def _settle(config: Path) -> None:
    """Sort the lists that PEFT keeps as sets, so that the same training writes the same bytes."""
    settings = json.loads(config.read_text("utf-8"))
    for name in ("target_modules", "modules_to_save", "exclude_modules"):
        if isinstance(settings.get(name), list):
            settings[name] = sorted(settings[name])
    config.write_text(json.dumps(settings, indent=1) + "\n", "utf-8")


def _name_architecture(config: Path, model: Any) -> None:
    """Write the class that Transformers knows, in place of ours with the same weights."""
    known = next(kind.__name__ for kind in type(model).__mro__ if kind.__module__.startswith("transformers."))
    settings = json.loads(config.read_text("utf-8"))
    config.write_text(json.dumps({**settings, "architectures": [known]}, indent=2) + "\n", "utf-8")


def _refuse_other(output: Path, earlier: Mapping[str, Any], request: Mapping[str, Any]) -> None:
    other = [name for name in {**earlier, **request} if earlier.get(name) != json.loads(json.dumps(request.get(name)))]
    if other:
        name = other[0]
        raise UsageError(
            f"{output}: holds an unfinished training that differs from this one: {name} was {earlier.get(name)!r}, now "
            f"{request.get(name)!r}. Run the command of that training to continue it, or name another folder."
        )


def _is_adapted(name: str) -> bool:
    return ".lora_" in name or ".modules_to_save." in name


def make_card(
    dataset: Dataset,
    *,
    view: str,
    base: str,
    base_weights: str,
    init: Mapping[str, Any] | None,
    template: Template,
    recipe: Recipe,
    fitted: "Fitted",
    dev: Dataset | None,
    augment: Mapping[str, Any] | None = None,
    change: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Describe what was trained on what, and how; `measured` is filled in when the system is measured.

    `base_weights` is the hash of the base's weights, which identifies them where others have the same name. A recipe
    that trains nothing leaves the data out. `questions`: those read up to the step whose weights were kept, each time
    that one was read. `precision`: the number format that training computed in.
    """
    share = fitted.kept / fitted.curve[-1].of if fitted.curve else 0.0
    return {
        "view": view,
        "base": base,
        "base_weights": base_weights,
        "init": init,
        "template": asdict(template),
        "data": None if recipe.train == "none" else _describe(dataset),
        "augment": augment,
        "change": change,
        "dev": _describe(dev) if dev else None,
        "recipe": asdict(recipe),
        "precision": fitted.precision,
        "kept_step": fitted.kept,
        "questions": round(len(dataset) * recipe.epochs * share),
        "stopped_early": fitted.stopped,
        "curve": [
            {"step": s.number, "split": s.split, "loss": round(s.loss, 4), "accuracy": round(s.correct, 4)}
            for s in fitted.curve
        ],
        "tokens": fitted.curve[-1].tokens if fitted.curve else 0,
        "calibration": None,
        "versions": {
            "magnetite": VERSION,
            **{name: version(name) for name in LIBRARIES},
            "python": platform.python_version(),
        },
        "measured": {},
    }


def sketch_of(dataset: Dataset, init: Path | None) -> Sketch:
    """Return the sketch of the passages that a system reads in training, and of those that it started from read."""
    own = sketched({item.passage_id: item.passage for item in dataset}.values())
    before = None if init is None else init / SKETCH
    return own if before is None or not before.is_file() else np.union1d(own, read_sketch(before))


def _describe(dataset: Dataset) -> dict[str, Any]:
    return {"name": dataset.name, "split": dataset.split, "items": len(dataset), "hash": dataset.fingerprint}


def write_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Write the card into a system's folder."""
    write_whole(folder / CARD, (json.dumps(card, indent=1) + "\n").encode())


def is_ensemble(folder: Path) -> bool:
    """Return whether a folder's card is an ensemble's, which names members in place of a base."""
    try:
        return "members" in json.loads((folder / CARD).read_text("utf-8"))
    except (OSError, ValueError):  # read_card reports what is wrong with it
        return False
