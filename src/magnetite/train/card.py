"""The training card: what a trained system was made from, as JSON beside its weights.

The encoder scorer reads it to use the right base, layout and template by itself (`magnetite.scorers.loading`).
"""

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from magnetite.core.items import Dataset
from magnetite.scorers.encoding import Template
from magnetite.scorers.loading import CARD
from magnetite.train.recipe import Recipe
from magnetite.train.trainer import Fitted

LIBRARIES = ("magnetite", "torch", "transformers", "accelerate", "peft")


def make_card(
    dataset: Dataset,
    *,
    view: str,
    base: str,
    base_weights: str,
    init: Mapping[str, Any] | None,
    template: Template,
    recipe: Recipe,
    fitted: Fitted,
    dev: Dataset | None,
    augment: Mapping[str, Any] | None = None,
    change: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Describe what was trained on what, and how; `measured` is filled in when the system is measured.

    `base_weights` is the hash of the base's weights, which identifies them where others have the same name. A recipe
    that trains nothing leaves the data out.
    """
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
        "kept_step": fitted.kept,
        "stopped_early": fitted.stopped,
        "curve": [
            {"step": s.number, "split": s.split, "loss": round(s.loss, 4), "accuracy": round(s.correct, 4)}
            for s in fitted.curve
        ],
        "tokens": fitted.curve[-1].tokens if fitted.curve else 0,
        "calibration": None,
        "versions": {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()},
        "measured": {},
    }


def _describe(dataset: Dataset) -> dict[str, Any]:
    return {"name": dataset.name, "split": dataset.split, "items": len(dataset), "hash": dataset.fingerprint}


def write_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Write the card into a system's folder."""
    (folder / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def is_ensemble(folder: Path) -> bool:
    """Return whether a folder's card is an ensemble's, which names members in place of a base."""
    try:
        return "members" in json.loads((folder / CARD).read_text("utf-8"))
    except (OSError, ValueError):  # read_card reports what is wrong with it
        return False
