"""The settings of a training: a preset, and what overrides it. Nothing heavy is imported here.

chosen, recipe, own = with_preset(MySettings, given)      settings that name a preset and a recipe's numbers
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from magnetite.core.setting import flat, settings_of
from magnetite.request import PRESET, TrainingData
from magnetite.train.recipe import Preset, Recipe, preset

REPORT = "training.html"  # the page beside a trained system


def with_preset(kind: type, given: Mapping[str, Any]) -> "tuple[Preset, Recipe, dict[str, Any]]":
    """Return the preset that is named, its recipe overridden by what is given, and the other settings of this kind."""
    chosen = preset(str(given.get("preset") or PRESET))
    known = settings_of(kind)
    own = {name: value for name, value in given.items() if name in known and name not in settings_of(Recipe)}
    recipe = recipe_of(chosen.settings, {name: value for name, value in given.items() if name not in own})
    own |= _training_data(given.get("data"), given)
    own["seeds"] = seeds_of(given.get("seeds"), chosen.seeds, given.get("seed"))
    return chosen, recipe, own


def _training_data(data: object, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return which questions are asked for, by name, `data` being a path or said in full. Raises UsageError."""
    if not isinstance(data, TrainingData | str | Path | None):
        raise UsageError(
            f"data is a {type(data).__name__}; training reads files. Write it as one (magnetite.convert(data, "
            "'train.jsonl')), and name that."
        )
    if not isinstance(data, TrainingData):
        return {"data": None if data is None else str(data)}
    return {
        **flat(data),
        **{name: given[name] for name in flat(data) if name != "data" and given.get(name) is not None},
    }


def recipe_of(preset: Mapping[str, Any], given: Mapping[str, Any]) -> "Recipe":
    """Make the recipe of a preset and what is given over it. Raises UsageError for what is unknown or does not fit."""
    known = {field.name for field in fields(Recipe)}
    for name in given:
        if name not in known:
            raise unknown_name("recipe setting", name, sorted(known))
    if given.get("train") in ("head", "none") and given.get("lora_rank"):
        raise UsageError(
            f"train is '{given['train']}' with adapters of rank {given['lora_rank']}; expected none, for the base "
            "stays as it is. Leave --lora out, or train all."
        )
    over = {name: value for name, value in given.items() if value is not None}
    return Recipe(**{**{name: value for name, value in preset.items() if name in known}, **over})


def seeds_of(seeds: int | Sequence[int] | None, preset: tuple[int, ...] | None, first: int | None) -> tuple[int, ...]:
    """Return the seeds to train: those asked for, so many from the first, or the preset's. Raises UsageError."""
    if isinstance(seeds, Sequence):
        return tuple(seeds)
    if seeds is not None and seeds < 1:
        raise UsageError(f"seeds is {seeds}; expected how many to train, 1 or more.")
    usual = preset or (0,)
    if seeds is None and first is None:
        return usual
    start = usual[0] if first is None else first
    return tuple(range(start, start + (seeds or len(usual))))


def on_hub(request: TrainingData, hub: Mapping[str, str]) -> TrainingData:
    """Fill in the preset's own data where none was named. Raises UsageError where it names none either."""
    if request.data is not None:
        return request
    if "train" not in hub:
        raise UsageError("no data was named, and the preset names none on the hub. Give a file or folder to train on.")
    return replace(request, data=hub["train"], dev=request.dev or hub.get("dev"))
