"""What is asked of a table of un-answerable training: data, training sets, seeds, and the recipe of every training."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examfiles.errors import UsageError, unknown_name
from magnetite.core.setting import changed, part, same, setting, settings_of
from magnetite.request import BASE, PRESET, Asking, TrainingData, Writing
from magnetite.running.presets import with_preset
from magnetite.train import Recipe
from magnetite.views import SHUFFLES
from magnetite.views.unanswerable import FULL

RESHUFFLES = ("fixed", "epoch")


@dataclass(frozen=True, slots=True)
class UnanswerableSettings:
    """What is asked of a table of un-answerable training besides the data and the recipe.

    `test`: a split of the data (None: test), or other data; `limit`: so many questions of it. `preset`, `base`, `init`,
    `seeds`: as in `train_system`. `only`: some of the un-answerable sets, None for all six. `reshuffle`: "fixed", one
    shuffle for all epochs, or "epoch". `restarts`: how often a training that learned nothing is begun again, with
    another seed. Raises UsageError for a name that does not exist, or a number that is too small.
    """

    test: str | None = setting(None, "Questions to test on: a split of the data, or other data.", otherwise="test")
    limit: int | None = setting(None, "Test on this many questions, whole passages.", least=1)
    preset: str = setting(PRESET, "A recipe, as in train.")
    base: str | None = setting(None, BASE, otherwise="the preset's")
    init: str | Path | None = setting(
        None, "A trained system to start from; it has read intact text, which the report notes."
    )
    seeds: int | tuple[int, ...] | None = setting(
        None, "Train this many systems on each training set.", least=1, otherwise="the preset's"
    )
    only: tuple[str, ...] | None = setting(
        None, "Training sets to use, of P-, Q-, PQ-Shuffle, P-, Q-, PQ-Remove.", metavar="NAME,…", otherwise="all"
    )
    reshuffle: str = setting("fixed", "fixed: one shuffle for all epochs; epoch: a new one in each.")
    restarts: int = setting(2, "Restarts, with other seeds, of a training that learns nothing.", least=0)

    def __post_init__(self) -> None:
        if self.reshuffle not in RESHUFFLES:
            raise unknown_name("reshuffle", str(self.reshuffle), list(RESHUFFLES))
        for name, least in (("limit", 1), ("restarts", 0)):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < least):
                raise UsageError(f"{name} is {value!r}; expected a whole number of at least {least}.")
        changed_sets(self.only)

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the un-answerable training sets, in the paper's order."""
        return changed_sets(self.only)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Every setting of a table; what a preset says of the recipe has been filled in."""

    questions: TrainingData = part(
        TrainingData,
        "dev",
        split="The split to train on.  \\[default: train]",
        level="Train and test only on questions of this level.",
    )
    dev: str | None = setting(
        None, "Questions to choose the weights by, never changed: a split, a path, or off; as in train."
    )
    own: UnanswerableSettings = part(UnanswerableSettings)
    output: str | None = setting(
        None,
        "The run's folder: new, or one that was interrupted.",
        metavar="FOLDER",
        otherwise="runs/unanswerable-NAME",
    )
    overwrite: bool = setting(False, "Replace a report on other test questions; the systems stay.")
    writing: Writing = part(Writing, "output", "overwrite")
    store: str | None = same(Asking, "store")
    batch_tokens: int | None = same(Asking, "batch_tokens")
    workers: int | None = same(Asking, "workers")
    ray: str | None = same(Asking, "ray")
    device: str = same(Asking, "device", default="auto")
    recipe: Recipe = part(Recipe, "train", dtype=settings_of(Asking)["dtype"].help)


def settings_from(given: Mapping[str, Any]) -> TableSettings:
    """Take a preset, and override it with what is given (not None), as `train` does."""
    _, recipe, own = with_preset(TableSettings, given)
    return changed(TableSettings(recipe=recipe), own)


def folder_of(settings: TableSettings) -> Path:
    """Return where a table is kept; where no folder is named, always the same one, so that the same command goes on."""
    from magnetite.running.data import parts_of, said_split

    if settings.output is not None:
        return Path(settings.output).expanduser()
    data, level = settings.questions.data, settings.questions.level
    parts = parts_of(data or "data")
    name = "+".join(Path(said_split(part)[0]).name.split(".")[0] or "data" for part in parts)
    return Path("runs") / f"unanswerable-{name[:60]}{f'-{level}' if level else ''}"


def changed_sets(only: Sequence[str] | None) -> tuple[str, ...]:
    """Return the un-answerable training sets asked for, in the paper's order, all for None; the full one counts not.

    >>> changed_sets(["q-remove", "P-Shuffle", "full"])
    ('P-Shuffle', 'Q-Remove')
    """
    if only is None:
        return tuple(SHUFFLES)
    known = {name.lower(): name for name in (FULL, *SHUFFLES)}
    for name in only:
        if name.lower() not in known:
            raise unknown_name("training set", name, list(known.values()))
    named = {known[name.lower()] for name in only}
    return tuple(name for name in SHUFFLES if name in named)
