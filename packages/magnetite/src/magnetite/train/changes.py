"""What changes the training questions, and those alone: an option more, or a view that takes away what can be read.

Augmented training adds to each question one wrong option of a set of magnets, as the last. Lin et al. (2021, §4.5): the
set has the 400 options with the highest interference. As in the screen (§3.1), an option that equals one of the
question's own, or one of its passage's, is not drawn for it.
Un-answerable training shuffles or removes texts (Si et al. 2019, §4): the views of `views.unanswerable`.
A draw is the same in all epochs, or another in each ("epoch"). It depends on the seed and on the ids of question and
passage, on nothing else, so neither order nor interruption nor the number of processes changes it.
"""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.items import Item
from magnetite.inputs.option_lists import ListedOption, Splits, read_options
from magnetite.views.registry import ItemChange
from magnetite.views.text import normalised
from magnetite.views.unanswerable import is_drawn, shuffle_name
from magnetite.views.unanswerable import view as shuffled_view

TOP = 400  # Lin et al. (2021), §4.5
DRAWS = ("fixed", "epoch")
Extras = Mapping[str, tuple[str, ...]]  # by item id: one option for all epochs, or one for each


@dataclass(frozen=True, slots=True)
class Augmentation:
    """A set of wrong options and how they are drawn: one for each question, or one for each question and epoch.

    `name` is that of their file. Raises UsageError for a draw that does not exist, or no options.
    """

    name: str
    options: tuple[str, ...]
    draw: Literal["fixed", "epoch"] = "fixed"

    def __post_init__(self) -> None:
        if self.draw not in DRAWS:
            raise unknown_name("augment_draw", str(self.draw), list(DRAWS))
        if not self.options:
            raise UsageError(f"augmentation '{self.name}' has no options; expected one or more.")

    @property
    def record(self) -> dict[str, Any]:
        """Describe the set in JSON: the file's name, the hash of the texts in order, their number, and the draw."""
        texts = json.dumps(self.options, ensure_ascii=False).encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(texts).hexdigest()
        return {"file": self.name, "sha256": digest, "options": len(self.options), "draw": self.draw}


def read_augmentation(
    name: str | Path, top: int = TOP, draw: str = "fixed", splits: Splits | None = None
) -> Augmentation:
    """Read a list of options and keep the `top` of them with the highest interference: see `strongest`.

    `name` and `splits`: see `read_options`.
    Raises DataError for what cannot be read as such a list, UsageError for settings that make no sense.
    """
    if top < 1:
        raise UsageError(f"augment_top is {top}; expected the number of options to keep, 1 or more.")
    listed = read_options(name, splits)
    try:
        options = strongest(listed, top)
    except DataError as error:
        raise DataError(f"{name}: {error}") from error
    return Augmentation(Path(name).name, options, draw)  # type: ignore[arg-type]  # it checks the draw


def strongest(listed: Sequence[ListedOption], top: int) -> tuple[str, ...]:
    """Return up to `top` different options, those with the highest interference first, ties in the order of the list.

    Without any interference, the first ones. Raises DataError where only some have one.

    >>> strongest([ListedOption("a cat", 0.2), ListedOption("Both", 0.9), ListedOption("both.", 0.9)], 2)
    ('Both', 'a cat')
    """
    ranked = [(row.interference, row.option) for row in listed]
    missing = [option for interference, option in ranked if interference is None]
    if missing and len(missing) < len(ranked):
        raise DataError(
            f"{len(missing)} of {len(ranked)} options have no interference, '{missing[0][:60]}' the first, so the "
            "strongest are unknown. Give it for all of them, or for none: then they are taken in their order."
        )
    if not missing:
        ranked.sort(key=lambda row: -(row[0] or 0.0))
    different: dict[str, str] = {}
    for _, option in ranked:
        different.setdefault(normalised(option), option)
    return tuple(different.values())[:top]


def draw_extras(items: Sequence[Item], augmentation: Augmentation, seed: int, epochs: int) -> Extras:
    """Draw an extra option for each item, or one for each epoch; items for which the set has none are left out.

    Raises DataError where it has none for any.
    """
    own: dict[str, set[str]] = {}
    for item in items:
        own.setdefault(item.passage_id, set()).update(map(normalised, item.options))
    times = [str(epoch) for epoch in range(epochs)] if augmentation.draw == "epoch" else ["every"]
    options = [(normalised(option), option) for option in augmentation.options]
    extras = {}
    for item in items:
        of_passage = own[item.passage_id]
        if free := [option for name, option in options if name not in of_passage]:
            extras[item.id] = tuple(random.Random(f"{seed}/{item.id}/{time}").choice(free) for time in times)
    if not extras:
        raise DataError(
            f"augmentation '{augmentation.name}': each of its {len(options)} options belongs to the passage of every "
            "question to train on, so none can be added. Give options from elsewhere."
        )
    return extras


def with_extras(items: Sequence[Item], extras: Extras, epoch: int) -> list[Item]:
    """Append to each item its extra option of an epoch (from 0), as the last one; answers stay the same."""
    return [_with_extra(item, extras.get(item.id, ()), epoch) for item in items]


def _with_extra(item: Item, extras: Sequence[str], epoch: int) -> Item:
    return replace(item, options=(*item.options, extras[min(epoch, len(extras) - 1)])) if extras else item


@dataclass(frozen=True, slots=True)
class Change:
    """The view that changes training questions, and when it is drawn.

    The name is read in any case; a removal, which draws nothing, is "fixed". Raises UsageError for a view or a draw
    that does not exist.

    >>> Change("pq-shuffle", "epoch")
    Change(name='PQ-Shuffle', draw='epoch')
    """

    name: str
    draw: Literal["fixed", "epoch"] = "fixed"

    def __post_init__(self) -> None:
        if self.draw not in DRAWS:
            raise unknown_name("reshuffle", str(self.draw), list(DRAWS))
        object.__setattr__(self, "name", shuffle_name(self.name))
        if not is_drawn(self.name):
            object.__setattr__(self, "draw", "fixed")

    @property
    def record(self) -> dict[str, Any]:
        """Describe the change in JSON."""
        return {"name": self.name, "draw": self.draw}

    def view(self, seed: int, epoch: int) -> ItemChange:
        """Return the view of an epoch (from 0) of a seed's training."""
        return shuffled_view(self.name, seed, epoch if self.draw == "epoch" else None)
