"""The plan of a table of un-answerable training: its cells, what each is made of, and how far each is.

A cell is one system: a training set and a seed. It is finished once its system stands in its folder without a training
beside it, and has learned anything of its own questions or was begun again as often as allowed.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

from examfiles.errors import StoreError, UsageError
from examfiles.files import is_bare, write_whole
from examfiles.items import Dataset
from examfiles.reasons import Reason
from examfiles.split_names import SPLITS, canonical
from magnetite.core.setting import composed
from magnetite.experiments.choices import guessing_loss
from magnetite.request import Reading, TrainingData
from magnetite.running.data import exams, limit_items, reading_notes
from magnetite.running.training import of_level, shared, training_questions
from magnetite.scorers.loading import CARD, read_card
from magnetite.train import Recipe, base_name, is_trained, preset, read_request, refuse_unfit
from magnetite.views.unanswerable import FULL, START
from magnetite_papers.training_table.finding import learned
from magnetite_papers.training_table.settings import TableSettings, folder_of

TEST = "test"
VIEW = "QOC"  # every system is trained to be tested on everything
REQUEST = "unanswerable.json"
SYSTEMS = "systems"
FAILED = "failed"  # the folder of systems whose training learned nothing and was begun again


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
    recipe: Recipe
    reshuffle: str
    restarts: int
    notes: tuple[Reason, ...]

    @property
    def trainings(self) -> tuple[str, ...]:
        """Return the training sets, the full one first."""
        return (FULL, *self.changed)

    def start(self, seed: int) -> Recipe:
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
        return {
            "training questions": self.train_on.fingerprint,
            "dev questions": self.dev.fingerprint if self.dev else None,
            "test questions": self.test.fingerprint,
            "base": base_name(self.base),
            "init": str(self.init) if self.init else None,
            "reshuffle": self.reshuffle,
            **{name: value for name, value in asdict(self.recipe).items() if name != "seed"},
        }


def plan_of(settings: TableSettings) -> TablePlan:
    """Read the data, and check all that can be before anything is trained. Raises UsageError or DataError."""
    own, recipe, data = settings.own, settings.recipe, replace(settings.questions, dev=settings.dev)
    chosen = preset(own.preset)
    if chosen.view not in {None, VIEW}:
        raise UsageError(f"preset '{own.preset}' reads {chosen.view}; un-answerable training needs one for {VIEW}.")
    if recipe.train == "none":
        raise UsageError("train is 'none', so no training set makes a difference. Train head or all.")
    train_on, dev = training_questions(data, chosen.hub, VIEW)

    test = _test(data, own.test, own.limit)
    dev, notes = _apart(train_on, dev, test, data.dev)
    refuse_unfit(recipe, train_on, dev)
    base, init = own.base or chosen.pretrained, Path(own.init).expanduser() if own.init else None
    seeds = own.seeds if isinstance(own.seeds, tuple) else ()
    return TablePlan(train_on, dev, test, own.changed, seeds, base, init, recipe, own.reshuffle, own.restarts, notes)


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


@dataclass(frozen=True, slots=True)
class Planned:
    """How far a cell is, and how many questions are still read to train it, each epoch counted."""

    cell: Cell
    state: Literal["finished", "begun", "to train"]
    questions: int


def planned(settings: TableSettings) -> list[Planned]:
    """Say which cells would be trained, and how many questions each reads: the dry run. Writes nothing.

    Raises what training raises before it begins.
    """
    plan, folder = plan_of(settings), folder_of(settings)
    refuse_folder(folder, plan.request(), overwrite=settings.overwrite)
    reads = ceil(len(plan.train_on) * plan.recipe.epochs)
    return [_planned(plan, cell, folder, reads) for cell in plan.cells()]


def is_finished(plan: TablePlan, cell: Cell, root: Path) -> bool:
    """Say whether a cell's system is trained, and stays: it learned, or was begun again as often as allowed."""
    if not is_trained(cell.folder(root)):
        return False
    if cell.training == START or cell.restarts(root) >= plan.restarts:
        return True
    below = gain(plan, cell.folder(root))
    return below is None or learned(below)


def gain(plan: TablePlan, folder: Path) -> float | None:
    """Return by how many nats the loss on what was trained on was below that of guessing.

    Counted is the last quarter of the reports up to the step whose weights were kept.
    """
    points = curve(folder)
    if not points:
        return None
    kept = [point for point in points if point["step"] <= read_card(folder)["kept_step"]] or points[:1]
    last = kept[-ceil(len(kept) / 4) :]
    return guessing_loss(plan.train_on.items) - fmean(point["loss"] for point in last)


def curve(folder: Path) -> list[Mapping[str, float]]:
    """Read from a system's card how it learned what it was trained on."""
    return [point for point in read_card(folder).get("curve") or [] if point.get("split", "train") == "train"]


def _planned(plan: TablePlan, cell: Cell, root: Path, reads: int) -> Planned:
    if is_finished(plan, cell, root):
        return Planned(cell, "finished", 0)
    if cell.training == START:
        return Planned(cell, "to train", 0)
    begun = cell.folder(root).exists() and not is_trained(cell.folder(root))
    return Planned(cell, "begun" if begun else "to train", reads)
