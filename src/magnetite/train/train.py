"""Train a system for one view, from one seed or several, and save it with its card.

While it is being trained, a system's folder holds `training/`: what was asked, and the checkpoints. The same command
given again goes on from there, whatever stopped it. At the end weights and card take its place.
What this file leaves out: the training loop (`trainer`), and files (`saving`).
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from magnetite.core.errors import DataError, MagnetiteError, UsageError
from magnetite.core.items import Dataset, Item
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.loading import CARD, SMALL_BASE, read_card
from magnetite.train.augment import Augmentation, Extras, draw_extras, with_extras
from magnetite.train.card import is_ensemble, make_card, write_card
from magnetite.train.change import Change
from magnetite.train.curve import Step
from magnetite.train.data import Example, encode_items
from magnetite.train.model import base_name, start
from magnetite.train.recipe import Recipe, refuse_unfit
from magnetite.train.saving import TRAINING, close_work, is_empty, is_main, open_work, save
from magnetite.train.trainer import Fitted, fit
from magnetite.views import view as named_view

Progress = Callable[[int, Step], None]  # seed, step
READS = 512  # tokens a trained system reads, where its base has as many positions


def train(
    dataset: Dataset,
    view: str,
    output: Path,
    *,
    base: str = SMALL_BASE,
    init: Path | None = None,
    recipe: Recipe | None = None,
    seeds: Sequence[int] | None = None,
    dev: Dataset | None = None,
    augment: Augmentation | None = None,
    change: Change | None = None,
    device: str = "auto",
    progress: Progress = lambda _seed, _step: None,
    close: bool = True,
) -> Path:
    """Train a system and write weights and card into `output`, a new folder or one that holds this very training.

    `seeds`: several make an ensemble, a sub-folder `seed-k` for each; None: the recipe's own seed alone. `init` is a
    trained system of the same base and rank to start from, or an ensemble with the same seeds (QO before QOC is what
    makes the small encoder learn). With `dev`, the weights with the best accuracy on it are kept. `augment` adds a
    wrong option to each training question (Lin et al. 2021, §4.5), none to those of `dev`. `change` shuffles or removes
    texts of the training questions before the view sees them (Si et al. 2019, §4), and none of `dev`.
    `close=False` leaves the training open for what follows it: the same call goes on until `close_work` ends it.
    Raises DataError for unlabelled items, UsageError for an output that holds something else, ModelError where
    training fails, StoreError where the disk is full.
    """
    recipe = recipe or Recipe()
    all_seeds = tuple(seeds) if seeds is not None else (recipe.seed,)
    asked = _Asked(dataset, view, base, init, recipe, all_seeds, dev, augment, change)
    _refuse_bad_request(asked)
    work = open_work(output, asked.request()) if is_main() else output / TRAINING
    try:
        for seed in asked.seeds:
            folder = output if len(asked.seeds) == 1 else output / f"seed-{seed}"
            if not (folder / CARD).is_file():
                _train_one(asked, seed, folder, work / f"seed-{seed}", (device, progress))
    except MagnetiteError:
        if is_main() and is_empty(work):
            close_work(output)
        raise
    if not is_main():
        return output
    if len(asked.seeds) > 1:
        members = [f"seed-{seed}" for seed in asked.seeds]
        write_card(output, {"view": view, "members": members, "calibration": None, "measured": {}})
    if close:
        close_work(output)
    return output


@dataclass(frozen=True, slots=True)
class _Asked:
    """Hold what is to be trained."""

    dataset: Dataset
    view: str
    base: str
    init: Path | None
    recipe: Recipe
    seeds: tuple[int, ...]
    dev: Dataset | None
    augment: Augmentation | None
    change: Change | None

    def request(self) -> dict[str, Any]:
        """Say in JSON what is to be trained: the same again goes on with it."""
        return {
            "data": self.dataset.fingerprint,
            "dev": self.dev.fingerprint if self.dev else None,
            "view": self.view,
            "base": base_name(self.base),
            "init": str(self.init) if self.init else None,
            "seeds": list(self.seeds),
            "augment": self.augment.record if self.augment else None,
            "change": self.change.record if self.change else None,
            **{name: value for name, value in asdict(self.recipe).items() if name != "seed"},
        }

    def extras(self, seed: int) -> Extras:
        """Draw the extra options that a seed is trained with."""
        if self.augment is None:
            return {}
        return draw_extras(self.dataset.items, self.augment, seed, math.ceil(self.recipe.epochs))

    @property
    def redrawn(self) -> bool:
        """Say whether an epoch's questions differ from another's."""
        return any(each is not None and each.draw == "epoch" for each in (self.augment, self.change))

    def init_of(self, seed: int) -> Path | None:
        """Return the system that a seed starts from: of an ensemble, its own seed's."""
        if self.init is None or not is_ensemble(self.init):
            return self.init
        own = self.init / f"seed-{seed}"
        if not (own / CARD).is_file():
            raise UsageError(
                f"{self.init}: an ensemble without a seed {seed}. --init needs one with the same seeds, or a single "
                "system."
            )
        return own


def _train_one(asked: _Asked, seed: int, folder: Path, work: Path, run: tuple[str, Progress]) -> None:
    device, progress = run
    recipe, init = replace(asked.recipe, seed=seed), asked.init_of(seed)
    begin = start(asked.base, init, recipe)
    template = Template(recipe.layout, min(recipe.max_tokens, begin.limit), recipe.keep, recipe.blank)
    encoding = Encoding(begin.tokenizer, template)
    lessons = _Lessons(asked.dataset.items, asked.view, encoding, asked.extras(seed), asked.change, seed)
    fitted = Fitted((), 0, False)
    if recipe.train != "none":
        dev = _Lessons(asked.dev.items, asked.view, encoding, {}).of_epoch(0) if asked.dev else []
        redraw = lessons.of_epoch if asked.redrawn else None
        first, report = lessons.of_epoch(0), lambda step: progress(seed, step)
        fitted = fit(begin, first, dev, recipe, work, redraw=redraw, device=device, report=report)
    if not is_main():
        return
    card = make_card(
        asked.dataset,
        view=asked.view,
        base=begin.base,
        base_weights=begin.weights,
        init=_init_note(init),
        template=replace(template, max_tokens=min(max(READS, recipe.max_tokens), begin.limit)),
        recipe=recipe,
        fitted=fitted,
        dev=asked.dev,
        augment={**asked.augment.record, "questions": len(lessons.extras)} if asked.augment else None,
        change=asked.change.record if asked.change else None,
    )
    save(begin.model, begin.tokenizer, {**card, "max_tokens_in_training": template.max_tokens}, folder)


@dataclass(frozen=True, slots=True)
class _Lessons:
    """Hold questions with the extra options that are drawn for them, how they are changed, and how they are read."""

    items: tuple[Item, ...]
    view: str
    encoding: Encoding
    extras: Extras
    change: Change | None = None
    seed: int = 0

    def of_epoch(self, epoch: int) -> list[Example]:
        """Encode the questions as an epoch sees them."""
        asked, apart = with_extras(self.items, self.extras, epoch), False
        if self.change is not None:
            asked, apart = list(map(self.change.view(self.seed, epoch), asked)), self.change.draw == "epoch"
        return encode_items(list(map(named_view(self.view), asked)), self.encoding, self.extras, apart=apart)


def _init_note(init: Path | None) -> dict[str, Any] | None:
    """Say what a system started from: its folder's name, its view, and what it had been trained on."""
    if init is None:
        return None
    card = read_card(init)
    return {"name": init.name, **{key: card.get(key) for key in ("view", "data", "recipe", "init")}}


def _refuse_bad_request(asked: _Asked) -> None:
    named_view(asked.view)
    for dataset, use in ((asked.dataset, "train"), (asked.dev, "evaluate")):
        if dataset is not None and len(dataset) == 0:
            raise DataError(f"dataset '{dataset.name}' has no items to {use} on. Choose another split or file.")
    _refuse_bad_share(asked)
    refuse_unfit(asked.recipe, asked.dataset, asked.dev)
    if len(set(asked.seeds)) < len(asked.seeds) or not asked.seeds:
        raise UsageError(f"seeds are {list(asked.seeds)}; expected one or more different whole numbers.")


def _refuse_bad_share(asked: _Asked) -> None:
    """Refuse what makes no sense where not all is trained."""
    share = asked.recipe.train
    if share != "all" and asked.init is not None:
        raise UsageError(
            f"train is '{share}' with a system to start from: head and none are about the base as it was pre-trained. "
            "Leave --init out, or train all."
        )
    if share == "none" and asked.augment is not None:
        raise UsageError(
            "train is 'none', so no question is read to which an option could be added. Leave --augment-with out, or "
            "train head or all."
        )
    if share == "none" and asked.change is not None:
        raise UsageError("train is 'none', so no question is read that could be changed. Train head or all.")


def sample_items(dataset: Dataset, size: int, seed: int) -> Dataset:
    """Draw whole passages until there are `size` items, the last passage cut short; the order items came in is nothing.

    Raises UsageError where there are fewer.
    """
    if size > len(dataset):
        raise UsageError(f"dataset '{dataset.name}' has {len(dataset)} items; {size} cannot be drawn from it.")
    passages: dict[str, list[Any]] = {}
    for item in sorted(dataset, key=lambda item: item.id):
        passages.setdefault(item.passage_id, []).append(item)
    order = list(passages)
    random.Random(seed).shuffle(order)
    return dataset.with_items([item for passage in order for item in passages[passage]][:size])
