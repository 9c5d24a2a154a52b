"""Train a system for one view, from one seed or several, and save it with its card.

During training, a system's folder has `training/`: the request, and the checkpoints. The same command continues from
there, whatever stopped it. At the end weights and card replace it.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item, gathered
from magnetite.core.errors import MagnetiteError
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.loading import CARD, read_card
from magnetite.scorers.packaged import SMALL_BASE
from magnetite.train.changes import Augmentation, Change, Extras, draw_extras, with_extras
from magnetite.train.data import TrainingExample, encode_items
from magnetite.train.model import base_name, start
from magnetite.train.recipe import Recipe, refuse_unfit
from magnetite.train.saving import (
    TRAINING,
    close_work,
    is_empty,
    is_ensemble,
    is_main,
    make_card,
    open_work,
    save,
    sketch_of,
    write_card,
)
from magnetite.train.trainer import Fitted, Step, fit
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
    trained system of the same base and rank to start from, or an ensemble with the same seeds (the small encoder learns
    QOC only from QO). With `dev`, the weights with the least loss on it are kept. `augment` adds a
    wrong option to each training question (Lin et al. 2021, §4.5), none to those of `dev`. `change` shuffles or removes
    texts of the training questions before the view sees them (Si et al. 2019, §4), and none of `dev`.
    `close=False` leaves the training open for the steps after it: the same call continues it until `close_work`.
    Raises DataError for unlabelled items, UsageError for an output that holds something else, ModelError where
    training fails, StoreError where the disk is full.
    """
    recipe = recipe or Recipe()
    all_seeds = tuple(seeds) if seeds is not None else (recipe.seed,)
    request = _TrainingRequest(dataset, view, base, init, recipe, all_seeds, dev, augment, change)
    _refuse_bad_request(request)
    work = open_work(output, request.record()) if is_main() else output / TRAINING
    try:
        for seed in request.seeds:
            folder = output if len(request.seeds) == 1 else output / f"seed-{seed}"
            if not (folder / CARD).is_file():
                _train_one(request, seed, folder, work / f"seed-{seed}", (device, progress))
    except MagnetiteError:
        if is_main() and is_empty(work):
            close_work(output)
        raise
    if not is_main():
        return output
    if len(request.seeds) > 1:
        members = [f"seed-{seed}" for seed in request.seeds]
        write_card(output, {"view": view, "members": members, "calibration": None, "measured": {}})
    if close:
        close_work(output)
    return output


@dataclass(frozen=True, slots=True)
class _TrainingRequest:
    """A request: what to train, on what, and how."""

    dataset: Dataset
    view: str
    base: str
    init: Path | None
    recipe: Recipe
    seeds: tuple[int, ...]
    dev: Dataset | None
    augment: Augmentation | None
    change: Change | None

    def record(self) -> dict[str, Any]:
        """Describe the request in JSON: an equal one continues the training."""
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
        """Draw the extra options that a seed trains with."""
        if self.augment is None:
            return {}
        return draw_extras(self.dataset.items, self.augment, seed, math.ceil(self.recipe.epochs))

    @property
    def redrawn(self) -> bool:
        """Return whether an epoch's questions differ from another's."""
        return any(each is not None and each.draw == "epoch" for each in (self.augment, self.change))

    def init_of(self, seed: int) -> Path | None:
        """Return the system that a seed starts from: in an ensemble, the one of the same seed."""
        if self.init is None or not is_ensemble(self.init):
            return self.init
        own = self.init / f"seed-{seed}"
        if not (own / CARD).is_file():
            raise UsageError(
                f"{self.init}: an ensemble without a seed {seed}. --init needs one with the same seeds, or a single "
                "system."
            )
        return own


def _train_one(request: _TrainingRequest, seed: int, folder: Path, work: Path, run: tuple[str, Progress]) -> None:
    device, progress = run
    recipe, init = replace(request.recipe, seed=seed), request.init_of(seed)
    begin = start(request.base, init, recipe)
    template = Template(recipe.layout, min(recipe.max_tokens, begin.limit), recipe.keep, recipe.blank)
    encoding = Encoding(begin.tokenizer, template)
    lessons = _Lessons(request.dataset.items, request.view, encoding, request.extras(seed), request.change, seed)
    fitted = Fitted((), 0, False)
    if recipe.train != "none":
        dev = _Lessons(request.dev.items, request.view, encoding, {}).of_epoch(0) if request.dev else []
        redraw = lessons.of_epoch if request.redrawn else None
        first, report = lessons.of_epoch(0), lambda step: progress(seed, step)
        fitted = fit(begin, first, dev, recipe, work, redraw=redraw, device=device, report=report)
    if not is_main():
        return
    card = make_card(
        request.dataset,
        view=request.view,
        base=begin.base,
        base_weights=begin.weights,
        init=_init_note(init),
        template=replace(template, max_tokens=min(max(READS, recipe.max_tokens), begin.limit)),
        recipe=recipe,
        fitted=fitted,
        dev=request.dev,
        augment={**request.augment.record, "questions": len(lessons.extras)} if request.augment else None,
        change=request.change.record if request.change else None,
    )
    sketch = None if recipe.train == "none" else sketch_of(request.dataset, init)
    save(begin.model, begin.tokenizer, {**card, "max_tokens_in_training": template.max_tokens}, folder, sketch)


@dataclass(frozen=True, slots=True)
class _Lessons:
    """Questions with their extra options, how they are changed, and how they are read."""

    items: tuple[Item, ...]
    view: str
    encoding: Encoding
    extras: Extras
    change: Change | None = None
    seed: int = 0

    def of_epoch(self, epoch: int) -> list[TrainingExample]:
        """Encode the questions as an epoch sees them."""
        items, apart = with_extras(self.items, self.extras, epoch), False
        if self.change is not None:
            items, apart = list(map(self.change.view(self.seed, epoch), items)), self.change.draw == "epoch"
        return encode_items(list(map(named_view(self.view), items)), self.encoding, self.extras, apart=apart)


def _init_note(init: Path | None) -> dict[str, Any] | None:
    """Describe what a system started from: its folder's name, its view, and its own training."""
    if init is None:
        return None
    card = read_card(init)
    return {"name": init.name, **{key: card.get(key) for key in ("view", "data", "recipe", "questions", "init")}}


def _refuse_bad_request(request: _TrainingRequest) -> None:
    named_view(request.view)
    for dataset, use in ((request.dataset, "train"), (request.dev, "evaluate")):
        if dataset is not None and len(dataset) == 0:
            raise DataError(f"dataset '{dataset.name}' has no items to {use} on. Choose another split or file.")
    _refuse_bad_share(request)
    refuse_unfit(request.recipe, request.dataset, request.dev)
    if len(set(request.seeds)) < len(request.seeds) or not request.seeds:
        raise UsageError(f"seeds are {list(request.seeds)}; expected one or more different whole numbers.")


def _refuse_bad_share(request: _TrainingRequest) -> None:
    """Raise UsageError for settings that make no sense where not all is trained."""
    share = request.recipe.train
    if share != "all" and request.init is not None:
        raise UsageError(
            f"train is '{share}' with a system to start from: head and none use the base as it was pre-trained. "
            "Leave --init out, or train all."
        )
    if share == "none" and request.augment is not None:
        raise UsageError(
            "train is 'none', so there are no training questions to add an option to. Leave --augment-with out, or "
            "train head or all."
        )
    if share == "none" and request.change is not None:
        raise UsageError("train is 'none', so there are no training questions to change. Train head or all.")


def sample_items(dataset: Dataset, size: int, seed: int) -> Dataset:
    """Draw whole passages until there are `size` items, the last passage cut short; the order of items does not matter.

    Raises UsageError where there are fewer.
    """
    if size > len(dataset):
        raise UsageError(f"dataset '{dataset.name}' has {len(dataset)} items; {size} cannot be drawn from it.")
    passages = gathered((item.passage_id, item) for item in sorted(dataset, key=lambda item: item.id))
    order = list(passages)
    random.Random(seed).shuffle(order)
    return dataset.with_items([item for passage in order for item in passages[passage]][:size])
