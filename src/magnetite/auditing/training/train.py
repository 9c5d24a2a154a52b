"""Train a system as one call: read the data, take a preset, train, calibrate on dev, and report the learning curves.

What this file leaves out: reading the data (`training.data`), training itself (`magnetite.train`), how temperatures are
fitted (`calibrate`), and the page (`training.report`).
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.auditing.calibrate import Calibrator, fitted_temperature
from magnetite.auditing.panels import ScoringPanel, seat
from magnetite.auditing.settings import view_name
from magnetite.auditing.systems.folders import load_system, system_in
from magnetite.auditing.training.data import TrainingData, refuse_same, training_questions
from magnetite.auditing.training.report import write_training_report
from magnetite.core.errors import DataError, UsageError, unknown_name
from magnetite.core.items import Dataset
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import passages_of, read_choices
from magnetite.scorers.loading import CARD
from magnetite.scorers.packaged import SMALL_BASE
from magnetite.stats.intervals import share

if TYPE_CHECKING:
    from magnetite.train import Recipe
    from magnetite.train.changes import Augmentation, Change
    from magnetite.train.train import Progress

PRESET = "small"


def train_system(
    data: TrainingData | str | Path | None = None,
    output: str | Path | None = None,
    *,
    preset: str = PRESET,
    view: str | None = None,
    base: str | None = None,
    init: str | Path | None = None,
    seeds: int | tuple[int, ...] | None = None,
    augment_with: str | Path | None = None,
    augment_top: int | None = None,
    augment_draw: str | None = None,
    change: str | None = None,
    reshuffle: str | None = None,
    device: str = "auto",
    progress: "Progress" = lambda _seed, _step: None,
    **recipe: Any,
) -> Path:
    """Train a system by a preset, calibrate it on dev, and write its folder, `training.html` in it.

    What is named besides (`recipe`: see `magnetite.train.Recipe`) overrides the preset. `seeds`: how many, or which.
    `augment_with`: a list of options (`magnetite.formats.options`), of which the `augment_top` (400) with the highest
    interference are kept; each training question gets one of them as a further, wrong option, the same in all epochs
    (`augment_draw` "fixed") or another in each ("epoch"): Lin et al. 2021, §4.5. `change`: an un-answerable view of the
    training questions, such as "P-Shuffle", the same in all epochs (`reshuffle` "fixed") or another in each ("epoch"):
    Si et al. 2019, §4.
    Raises UsageError, DataError, ModelError or StoreError.
    """
    from magnetite.train import train
    from magnetite.train.presets import preset as named_preset

    chosen = named_preset(preset)
    reads = view_name(view or chosen.view or "QOC")
    settings, augment = recipe_of(chosen.settings, recipe), _augmentation(augment_with, augment_top, augment_draw)
    changed = _change(change, reshuffle)
    place = Path("systems") / _place(preset) / reads.lower() if output is None else output
    said = data if isinstance(data, TrainingData) else TrainingData(None if data is None else str(data))
    train_on, dev = training_questions(said, chosen.hub)
    refuse_same(train_on, dev)
    made = train(
        train_on,
        reads,
        Path(place).expanduser(),
        base=base or chosen.base or SMALL_BASE,
        init=Path(init).expanduser() if init else None,
        recipe=settings,
        seeds=seeds_of(seeds, chosen.seeds, recipe.get("seed")),
        dev=dev,
        augment=augment,
        change=changed,
        device=device,
        progress=progress,
        close=False,
    )
    finish(made, train_on, dev, device)
    return made


def finish(made: Path, train_on: Dataset, dev: Dataset | None, device: str) -> None:
    """Calibrate a trained system on dev, write its page, and close its training: the first process alone."""
    from magnetite.train.saving import close_work, is_main

    if is_main():
        if dev is not None:
            calibrate_system(made, dev, device=device)
        write_training_report(made, train_on)
        close_work(made)  # only now: stopped before, the same command calibrates and writes what is missing


def calibrate_system(folder: Path, dev: Dataset, *, device: str = "auto") -> None:
    """Answer the dev questions with a trained system; write its temperature and its accuracy there into its card."""
    found = system_in(folder)
    system = load_system(found, {"device": device})
    labelled = dev.with_items([item for item in dev if item.answer is not None])
    panel = ScoringPanel({found.view: seat(found.view, found.view, system)}, Calibrator(), None)
    scores = own_scores(panel, found.view, labelled.items, "dev")
    right = share(read_choices(labelled.items, scores).correct, passages_of(labelled.items))
    card = json.loads((folder / CARD).read_text("utf-8"))
    about = {"dataset": dev.name, "split": dev.split, "items": len(labelled), "hash": labelled.fingerprint}
    try:
        card["calibration"] = {"temperature": round(fitted_temperature(labelled.items, scores), 4), **about}
    except DataError:  # answers that no temperature makes as likely as they are right
        card["calibration"] = None
    accuracy = {name: round(getattr(right, name), 4) for name in ("estimate", "low", "high")}
    card["measured"] = {**card.get("measured", {}), "dev": {"accuracy": accuracy.pop("estimate"), **accuracy, **about}}
    (folder / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _place(preset: str) -> str:
    """Name the folder of a preset's systems: its own name, or that of its file."""
    return Path(preset).stem if preset.endswith(".toml") else preset


def recipe_of(preset: Mapping[str, Any], given: Mapping[str, Any]) -> "Recipe":
    """Make the recipe of a preset and what is given over it. Raises UsageError for what is unknown or does not fit."""
    from magnetite.train import Recipe

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


def _augmentation(path: str | Path | None, top: int | None, draw: str | None) -> "Augmentation | None":
    """Read the set of wrong options. Raises UsageError where it is said how to draw but not from what."""
    from magnetite.train.changes import DRAWS, TOP, read_augmentation

    if path is not None:
        return read_augmentation(Path(path).expanduser(), TOP if top is None else top, draw or DRAWS[0])
    for name, found in (("augment_top", top), ("augment_draw", draw)):
        if found is not None:
            raise UsageError(f"{name} is {found!r} without options to draw from. Name their file: --augment-with FILE.")
    return None


def _change(name: str | None, reshuffle: str | None) -> "Change | None":
    """Make the change of the training questions. Raises UsageError where it is said when to draw but not what."""
    from magnetite.train.changes import DRAWS, Change

    if name is not None:
        return Change(name, reshuffle or DRAWS[0])  # type: ignore[arg-type]  # it checks the draw
    if reshuffle is not None:
        raise UsageError(f"reshuffle is {reshuffle!r} without anything to shuffle. Name a change, such as P-Shuffle.")
    return None


def seeds_of(asked: int | tuple[int, ...] | None, preset: tuple[int, ...] | None, first: int | None) -> tuple[int, ...]:
    """Return the seeds to train: those asked for, so many from the first, or the preset's. Raises UsageError."""
    if isinstance(asked, tuple):
        return asked
    if asked is not None and asked < 1:
        raise UsageError(f"seeds is {asked}; expected how many to train, 1 or more.")
    usual = preset or (0,)
    if asked is None and first is None:
        return usual
    start = usual[0] if first is None else first
    return tuple(range(start, start + (asked or len(usual))))
