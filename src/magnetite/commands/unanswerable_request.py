"""What un-answerable training is asked for: the questions to train on, of dev and of the test, the cells, the recipe.

A cell is one system: a training set and a seed. The folder of a table remembers what was asked for, so that the same
command goes on with it and another is refused.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.commands.data import exams, limit_items, parts_of, reading_notes, said_split
from magnetite.commands.train import (
    of_level,
    recipe_of,
    refuse_same,
    seeds_of,
    shared,
    training_questions,
)
from magnetite.core.errors import StoreError, UsageError
from magnetite.core.files import is_bare, write_whole
from magnetite.core.items import Dataset
from magnetite.core.reasons import Reason
from magnetite.core.setting import composed
from magnetite.experiments.unanswerable.experiment import FULL, START
from magnetite.formats.detect import SPLITS, canonical
from magnetite.request import Reading, TrainingData, UnanswerableSettings
from magnetite.scorers.loading import CARD
from magnetite.scorers.packaged import SMALL_BASE

if TYPE_CHECKING:
    from magnetite.train import Recipe

TEST = "test"
VIEW = "QOC"  # every system is trained to be tested on everything
REQUEST = "unanswerable.json"
SYSTEMS = "systems"
FAILED = "failed"  # the folder of systems whose training learned nothing and was begun again
APART = 1000  # between the seeds of a training and of its restarts


@dataclass(frozen=True, slots=True)
class Cell:
    """One system of the table: what it is trained on, and from which seed."""

    training: str
    seed: int

    def folder(self, root: Path) -> Path:
        """Return where it lies in a run's folder."""
        return root / SYSTEMS / self.training / f"seed-{self.seed}"

    def failed(self, root: Path) -> Path:
        """Return where the systems lie, by number, that its training was begun again after."""
        return root / FAILED / self.training / f"seed-{self.seed}"

    def restarts(self, root: Path) -> int:
        """Count how often its training was begun again."""
        return sum(path.is_dir() for path in self.failed(root).glob("*"))


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What is to be trained and what it is tested on; `changed` are the un-answerable training sets."""

    train_on: Dataset
    dev: Dataset | None
    test: Dataset
    changed: tuple[str, ...]
    seeds: tuple[int, ...]
    base: str
    init: Path | None
    recipe: "Recipe"
    reshuffle: str
    restarts: int
    notes: tuple[Reason, ...]

    @property
    def trainings(self) -> tuple[str, ...]:
        """Return the training sets, the full one first."""
        return (FULL, *self.changed)

    def start(self, seed: int) -> "Recipe":
        """Return the recipe of what a seed's training starts from: the base, and a layer at random."""
        return replace(self.recipe, train="none", seed=seed)

    def cells(self) -> Iterator[Cell]:
        """Yield the cells as they are made: a whole table of the first seed, its start first, then the next seed's.

        Where training starts from a system (`init`), that is the start, and none is made.
        """
        for seed in self.seeds:
            for training in (*(() if self.init else (START,)), *self.trainings):
                yield Cell(training, seed)

    def request(self) -> dict[str, Any]:
        """Say in JSON what makes a cell what it is; training sets, seeds and restarts may be added to a table."""
        from magnetite.train.model import base_name

        return {
            "training questions": self.train_on.fingerprint,
            "dev questions": self.dev.fingerprint if self.dev else None,
            "test questions": self.test.fingerprint,
            "base": base_name(self.base),
            "init": str(self.init) if self.init else None,
            "reshuffle": self.reshuffle,
            **{name: value for name, value in asdict(self.recipe).items() if name != "seed"},
        }


def plan_of(data: TrainingData, settings: UnanswerableSettings, given: Mapping[str, Any]) -> TablePlan:
    """Read the data and the preset, and check all that can be before anything is trained.

    `given`: what stands over the preset's recipe. Raises UsageError or DataError.
    """
    from magnetite.train.presets import preset as named_preset
    from magnetite.train.recipe import refuse_unfit

    preset = named_preset(settings.preset)
    recipe, seeds = recipe_of(preset.settings, given), seeds_of(settings.seeds, preset.seeds, given.get("seed"))
    if preset.view not in {None, VIEW}:
        raise UsageError(
            f"preset '{settings.preset}' reads {preset.view}; un-answerable training needs one for {VIEW}."
        )
    if recipe.train == "none":
        raise UsageError("train is 'none', so no training set makes a difference. Train head or all.")
    train_on, dev = training_questions(data, preset.hub, VIEW)
    refuse_same(train_on, dev)
    test = _test(data, settings.test, settings.limit)
    dev, notes = _apart(train_on, dev, test, data.dev)
    refuse_unfit(recipe, train_on, dev)
    base, init = settings.base or preset.base or SMALL_BASE, Path(settings.init).expanduser() if settings.init else None
    asked = settings.changed, seeds, base, init, recipe, settings.reshuffle, settings.restarts
    return TablePlan(train_on, dev, test, *asked, notes)


def default_folder(data: str | None, level: str | None) -> Path:
    """Return where a table is kept that names no folder: always the same one, so that the same command goes on."""
    parts = parts_of(data or "data")
    name = "+".join(Path(said_split(part)[0]).name.split(".")[0] or "data" for part in parts)
    return Path("runs") / f"unanswerable-{name[:60]}{f'-{level}' if level else ''}"


def open_folder(folder: Path, request: Mapping[str, Any], *, overwrite: bool) -> None:
    """Make a table's folder, or find that of the same table, which is then gone on with.

    Raises as `refuse_folder` does, and StoreError where it cannot be written.
    """
    refuse_folder(folder, request, overwrite=overwrite)
    path = folder / REQUEST
    if path.is_file() and not _begun(folder):
        shutil.rmtree(folder / SYSTEMS, ignore_errors=True)  # what was asked for, and nothing made of it
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, (json.dumps(request, indent=1) + "\n").encode())
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written ({error}). Name another folder.") from error


def refuse_folder(folder: Path, request: Mapping[str, Any], *, overwrite: bool) -> None:
    """Raise UsageError where a folder holds anything but the same table; `overwrite`: of other test questions, too."""
    path = folder / REQUEST
    if path.is_file() and _begun(folder):
        from magnetite.train.saving import read_request

        _refuse_other(folder, read_request(path), request, overwrite)
    elif not path.is_file() and folder.exists() and not (folder.is_dir() and is_bare(folder)):
        raise UsageError(f"{folder}: exists and is not an empty folder. Name a new folder for the table.")


def _test(data: TrainingData, test: str | None, limit: int | None) -> Dataset:
    """Read the test questions whose answers are known: a split of the data, or other data."""
    how = {"format": data.format, "columns": data.columns, "skip_bad": data.skip_bad or None}
    split = canonical(test or TEST)
    if split in SPLITS and data.data is None:
        raise UsageError(f"test '{split}': a split of the data, and no data was named. Name the test's own path.")
    source = data.data if split in SPLITS else test
    assert source is not None  # the lines above saw to it
    [dataset] = exams(source, split if split in SPLITS else TEST, composed(Reading, how)).values()
    kept = dataset if data.level is None else of_level(dataset, data.level)
    return limit_items(kept, limit, 0)


def _apart(
    train_on: Dataset, dev: Dataset | None, test: Dataset, named: str | None
) -> tuple[Dataset | None, tuple[Reason, ...]]:
    """Keep training, dev and test apart: refuse what was asked for, leave out what was not, and say what they share."""
    notes = []
    if 2 * (same := shared(train_on, test)) > len(test):
        raise UsageError(
            f"test '{test.name}': {same} of its {len(test)} questions are among those to train on, so it would measure "
            "memory. Name others: --test SPLIT or PATH."
        )
    if same:
        notes.append(Reason("note-trained-on", {"same": same, "questions": len(test)}))
    if dev is not None and 2 * shared(test, dev) > len(dev):
        if named is not None:
            raise UsageError(
                f"dev '{named}' is what is tested on, so the weights kept would be chosen on the test. Name others, or "
                "choose none: --dev off."
            )
        notes.append(Reason("note-dev-is-test"))
        dev = None
    return dev, (*notes, *reading_notes(test))


def _begun(folder: Path) -> bool:
    """Say whether anything was trained in a folder that another table would mix with; what it starts from is quick."""
    systems = folder / SYSTEMS
    trained = any(path.parts[-3] != START for path in systems.glob(f"*/*/{CARD}"))
    return trained or any(systems.glob("*/*/training/*/checkpoint-*"))


def _refuse_other(folder: Path, before: Mapping[str, Any], request: Mapping[str, Any], overwrite: bool) -> None:
    now = json.loads(json.dumps(request))
    for name in {**before, **now}:
        if before.get(name) == now.get(name) or (overwrite and name == "test questions"):
            continue
        rest = " or replace its report with --overwrite; the systems stay." if name == "test questions" else ""
        raise UsageError(
            f"{folder}: holds another table: {name} was {before.get(name)!r}, now {now.get(name)!r}. Give the same "
            f"command to go on with it, or name another folder{',' if rest else '.'}{rest}"
        )
