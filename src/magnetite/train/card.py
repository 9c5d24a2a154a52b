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
from magnetite.train.trainer import Recipe, Step

LIBRARIES = ("magnetite", "torch", "transformers", "peft")


def make_card(
    dataset: Dataset,
    *,
    view: str,
    base: str,
    base_weights: str,
    init: str | None,
    template: Template,
    recipe: Recipe,
    curve: list[Step],
) -> dict[str, Any]:
    """Say what was trained on what, and how; `measured` is filled in by whoever measures the system.

    `base_weights` is the hash of the base's weights, so that others under the same name are told apart.
    """
    return {
        "view": view,
        "base": base,
        "base_weights": base_weights,
        "init": init,
        "template": asdict(template),
        "data": {"name": dataset.name, "split": dataset.split, "items": len(dataset), "hash": dataset.fingerprint},
        "recipe": asdict(recipe),
        "curve": [{"step": s.number, "loss": round(s.loss, 4), "accuracy": round(s.correct, 4)} for s in curve],
        "tokens": curve[-1].tokens if curve else 0,
        "versions": {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()},
        "measured": {},
    }


def write_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Write the card into a system's folder."""
    (folder / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")
