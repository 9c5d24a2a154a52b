"""Train systems.

A recipe's numbers are arguments, too, each in place of the preset's: `train_system("RACE.tar.gz", epochs=2.0)`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from magnetite.api.settings import perform
from magnetite.commands.train import TRAIN
from magnetite.request import TrainingData

if TYPE_CHECKING:
    from magnetite.train.trainer import Step


class RecipeSettings(TypedDict, total=False):
    """The numbers that training depends on, those of them that are not the preset's: see `magnetite.train.Recipe`."""

    layout: Literal["prefix", "joint"]
    epochs: float
    batch: int
    micro: int | None
    learning_rate: float
    warmup: float
    schedule: Literal["linear", "cosine", "constant"]
    weight_decay: float
    adam_beta2: float
    adam_epsilon: float
    clip: float
    dropout: float | None
    lora_rank: int
    max_tokens: int
    keep: Literal["start", "end"]
    blank: Literal["keep", "fill"]
    train: Literal["all", "head", "none"]
    dtype: Literal["auto", "float32", "bfloat16", "float16"]
    evaluations: int
    patience: int | None
    seed: int


def train_system(
    data: str | Path | TrainingData | None = None,
    output: str | Path | None = None,
    *,
    preset: str | Path = "small",
    view: str | None = None,
    base: str | Path | None = None,
    init: str | Path | None = None,
    seeds: int | Sequence[int] | None = None,
    split: str | None = None,
    sample: int | None = None,
    dev: str | None = None,
    level: str | None = None,
    change: str | None = None,
    reshuffle: Literal["fixed", "epoch"] | None = None,
    augment_with: str | Path | None = None,
    augment_top: int | None = None,
    augment_draw: Literal["fixed", "epoch"] | None = None,
    grid: str | None = None,
    device: str = "auto",
    progress: "Callable[[int, Step], None] | None" = None,
    **recipe: Unpack[RecipeSettings],
) -> Path:
    """Train a system for one view by a preset, calibrate it on dev, and return its folder, `training.html` in it.

    `data` may be a `TrainingData`, for what has no argument here, such as `TrainingData("exam.csv", columns={…})`.
    `augment_with`: Lin et al. 2021, §4.5. `change`: Si et al. 2019, §4.
    Raises UsageError, DataError, ModelError or StoreError.

    Args:
        data: See `magnetite describe`; several joined with +. [default: the preset's]
        output: A folder for the trained system: new, or one whose training was interrupted. [default:
            systems/PRESET/VIEW]
        preset: A recipe by name, such as lin2021/roberta-base; or a TOML file of your own.
        view: What the system reads: O, QO, CO or QOC. [default: the preset's, or QOC]
        base: The pretrained model: a folder, a hub id, a GGUF file, or a packaged one: reader, reader-small,
            smollm2. [default: the preset's]
        init: A trained system to start from, such as QO before QOC.
        seeds: Train an ensemble of this many. [default: the preset's, or 1] Or which, in a list.
        split: Split to use if the data has several: train, dev or test.
        sample: Train on this many questions; sample_seed draws whole passages.
        dev: Questions to evaluate on: a split, a path, or off. [default: the data's dev split, if any]
        level: Train only on questions of this level.
        change: Train on questions with parts shuffled or removed, such as P-Shuffle.
        reshuffle: fixed: one shuffle for all epochs; epoch: a new one in each. [default: fixed]
        augment_with: List of options, such as magnets; each training question gets one as a wrong option.
        augment_top: Use this many, those of highest interference. [default: 400]
        augment_draw: fixed: the same option in all epochs; epoch: another in each. [default: fixed]
        grid: Train every combination of these numbers, such as "epochs=2,5 batch=2,4", and name the best on dev.
        device: auto, cpu, cuda, cuda:1, mps.
        progress: What is called with seed and step.
    """
    folder: Path = perform(TRAIN, locals())
    return folder
