"""Un-answerable training, whole: Table 3 of Si et al. (2019) for any dataset.

Systems are trained on the questions as they are, and on questions that nobody could answer, from several seeds, and
all are tested on the same intact questions, through the store. A cell is finished once its system stands in its folder
without a training beside it, and has learned anything of its own questions or was begun again as often as allowed;
whatever stops it, the same call goes on at the cell where it stopped.
"""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

from examfiles.errors import StoreError, UsageError
from examfiles.files import is_bare, write_whole
from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.commands.command import Command, Deed, deed, function_of
from magnetite.commands.train import diverged, finish, of_level, refuse_same, shared, training_questions, with_preset
from magnetite.core.results import Run
from magnetite.core.setting import changed, composed, part, same, setting, settings_of
from magnetite.request import Asking, Reading, TrainingData, UnanswerableSettings
from magnetite.train.recipe import Recipe, refuse_unfit
from magnetite.train.recipe import preset as named_preset
from magnetite.views.text import words
from magnetite.views.unanswerable import FULL, START, is_drawn
from magnetite.views.unanswerable import view as shuffled_view

if TYPE_CHECKING:
    from magnetite.commands.panels import Scoring, Watch
    from magnetite.experiments.unanswerable.experiment import Answered
    from magnetite.stats.ragged import FloatArray
    from magnetite.train import Step

TEST = "test"
VIEW = "QOC"  # every system is trained to be tested on everything
REQUEST = "unanswerable.json"
SYSTEMS = "systems"
FAILED = "failed"  # the folder of systems whose training learned nothing and was begun again
APART = 1000  # between the seeds of a training and of its restarts
Trains = Callable[[str, int, "Step"], None]  # training set, seed, step


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
    store: str | None = same(Asking, "store")
    batch_tokens: int | None = same(Asking, "batch_tokens")
    workers: int | None = same(Asking, "workers")
    ray: str | None = same(Asking, "ray")
    device: str = same(Asking, "device", default="auto")
    recipe: Recipe = part(Recipe, "train", dtype=settings_of(Asking)["dtype"].help)


def settings_from(given: Mapping[str, Any]) -> TableSettings:
    """Take a preset, and override it with what is given (not None), as `commands.train` does."""
    _, recipe, own = with_preset(TableSettings, given)
    return changed(TableSettings(recipe=recipe), own)


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


def plan_of(settings: TableSettings) -> TablePlan:
    """Read the data, and check all that can be before anything is trained. Raises UsageError or DataError."""
    from magnetite.scorers.packaged import SMALL_BASE

    own, recipe, data = settings.own, settings.recipe, replace(settings.questions, dev=settings.dev)
    preset = named_preset(own.preset)
    if preset.view not in {None, VIEW}:
        raise UsageError(f"preset '{own.preset}' reads {preset.view}; un-answerable training needs one for {VIEW}.")
    if recipe.train == "none":
        raise UsageError("train is 'none', so no training set makes a difference. Train head or all.")
    train_on, dev = training_questions(data, preset.hub, VIEW)
    refuse_same(train_on, dev)
    test = _test(data, own.test, own.limit)
    dev, notes = _apart(train_on, dev, test, data.dev)
    refuse_unfit(recipe, train_on, dev)
    base, init = own.base or preset.base or SMALL_BASE, Path(own.init).expanduser() if own.init else None
    seeds = own.seeds if isinstance(own.seeds, tuple) else ()
    return TablePlan(train_on, dev, test, own.changed, seeds, base, init, recipe, own.reshuffle, own.restarts, notes)


def folder_of(settings: TableSettings) -> Path:
    """Return where a table is kept; where no folder is named, always the same one, so that the same command goes on."""
    from magnetite.commands.data import parts_of, said_split

    if settings.output is not None:
        return Path(settings.output).expanduser()
    data, level = settings.questions.data, settings.questions.level
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
    from examfiles.split_names import SPLITS, canonical
    from magnetite.commands.data import exams, limit_items

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
    from magnetite.commands.data import reading_notes

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
    from magnetite.scorers.loading import CARD

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


def _unanswerable(
    settings: TableSettings,
    *,
    command: str = "",
    progress: Trains = lambda _training, _seed, _step: None,
    watch: "Watch | None" = None,
) -> "Run":
    from magnetite.commands.driver import Clock, run_of
    from magnetite.commands.panels import scoring, silent
    from magnetite.experiments.unanswerable.experiment import unanswerable_finding
    from magnetite.report import write_run
    from magnetite.train.saving import is_main

    computing = {name: getattr(settings, name) for name in ("store", "batch_tokens", "workers", "ray")}
    clock = Clock()
    plan, folder = plan_of(settings), folder_of(settings)
    if is_main():
        open_folder(folder, plan.request(), overwrite=settings.overwrite)
    trained = train_cells(plan, folder, device=settings.device, progress=progress)
    if not is_main():
        raise SystemExit(0)  # of processes that train together, the first tests and reports
    with scoring(Asking(**computing), watch or silent) as way:
        trial = TrainingTrial(plan, folder, {"device": settings.device, "dtype": plan.recipe.dtype}, way)
        start, answered, notes = trial.start(), trial.answered(), (*_notes(plan), *_diverged(plan, folder))
    run = run_of(
        plan.test,
        (unanswerable_finding(plan.test, answered, plan.seeds, start=start, notes=notes),),
        systems=trial.systems,
        settings=_settings(plan, settings),
        cost={**trial.scoring.cost, "trained": trained},
        clock=clock,
        command=command,
        notes=plan.notes,
    )
    write_run(run, folder)
    return run


def planned(settings: TableSettings) -> list[Planned]:
    """Say which cells would be trained, and how many questions each reads: the dry run. Writes nothing.

    Raises what training raises before it begins.
    """
    plan, folder = plan_of(settings), folder_of(settings)
    refuse_folder(folder, plan.request(), overwrite=settings.overwrite)
    reads = ceil(len(plan.train_on) * plan.recipe.epochs)
    return [_planned(plan, cell, folder, reads) for cell in plan.cells()]


def is_trained(folder: Path) -> bool:
    """Say whether a cell's system is trained and complete."""
    from magnetite.scorers.loading import CARD
    from magnetite.train.saving import TRAINING

    return (folder / CARD).is_file() and not (folder / TRAINING).exists()


def is_finished(plan: TablePlan, cell: Cell, root: Path) -> bool:
    """Say whether a cell's system is trained, and stays: it learned, or was begun again as often as allowed."""
    from magnetite.experiments.unanswerable.experiment import learned

    if not is_trained(cell.folder(root)):
        return False
    if cell.training == START or cell.restarts(root) >= plan.restarts:
        return True
    gain = _gain(plan, cell.folder(root))
    return gain is None or learned(gain)


def train_cells(
    plan: TablePlan, root: Path, *, device: str = "auto", progress: Trains = lambda _t, _s, _p: None
) -> int:
    """Train every cell that is not finished, in order; return how many trainings that took, the starts aside.

    A training that learned nothing is set aside and begun again, with a seed of its own. Raises as
    `magnetite.train.train` does.
    """
    trained = 0
    for cell in plan.cells():
        while not is_finished(plan, cell, root):
            _train_cell(plan, cell, root, device, progress)
            trained += cell.training != START
    return trained


def _train_cell(plan: TablePlan, cell: Cell, root: Path, device: str, progress: Trains) -> None:
    from magnetite.train import train
    from magnetite.train.changes import Change
    from magnetite.train.saving import is_main, wait_for_all

    folder = cell.folder(root)
    if cell.training == START:
        train(plan.train_on, VIEW, folder, base=plan.base, recipe=plan.start(cell.seed))
        return
    again = is_trained(folder)
    restarts = cell.restarts(root) + again
    if again:
        wait_for_all()  # until each has seen what is there
        if is_main():
            cell.failed(root).mkdir(parents=True, exist_ok=True)
            folder.replace(cell.failed(root) / str(restarts))
        wait_for_all()
    change = None if cell.training == FULL else Change(cell.training, plan.reshuffle)  # type: ignore[arg-type]
    train(
        plan.train_on,
        VIEW,
        folder,
        base=plan.base,
        init=plan.init,
        recipe=replace(plan.recipe, seed=cell.seed + APART * restarts),
        dev=plan.dev,
        change=change,
        device=device,
        progress=lambda _seed, step: progress(cell.training, cell.seed, step),
        close=False,
    )
    finish(folder, plan.train_on, plan.dev, device)
    wait_for_all()  # the first finishes alone


@dataclass(slots=True)
class TrainingTrial:
    """The test of the cells, one by one: what they get right, and with what."""

    plan: TablePlan
    root: Path
    options: Mapping[str, Any]
    scoring: "Scoring"
    systems: list[dict[str, Any]] = field(default_factory=list)

    def answered(self) -> "list[Answered]":
        """Test all cells but the start's; return what each training set's systems got right, the full one first."""
        import numpy as np

        from magnetite.experiments.unanswerable.experiment import Answered

        right = {cell: self._right(cell) for cell in self.plan.cells() if cell.training != START}
        rows = []
        for training in self.plan.trainings:
            cells = [Cell(training, seed) for seed in self.plan.seeds]
            folders = [cell.folder(self.root) for cell in cells]
            rows.append(
                Answered(
                    training,
                    np.stack([right[cell] for cell in cells]),
                    tuple(map(_while_training, folders)),
                    tuple(map(_on_dev, folders)),
                    tuple(_gain(self.plan, folder) for folder in folders),
                    tuple(1 + cell.restarts(self.root) for cell in cells),
                )
            )
        return rows

    def start(self) -> "Answered":
        """Test what every training starts from."""
        import numpy as np

        from magnetite.experiments.unanswerable.experiment import Answered

        return Answered(START, np.stack([self._right(Cell(START, seed)) for seed in self.plan.seeds]))

    def _right(self, cell: Cell) -> "FloatArray":
        from magnetite.commands.calibrate import Calibrator
        from magnetite.commands.panels import SystemPanel, seat
        from magnetite.commands.record import system_record
        from magnetite.experiments.asking import own_scores
        from magnetite.experiments.choices import read_choices
        from magnetite.scorers.system import load_system, read_system

        label = f"{cell.training}, seed {cell.seed}"
        system = load_system(read_system(self._folder(cell)), self.options)
        panel = SystemPanel({label: seat(label, VIEW, system)}, Calibrator(), self.scoring, "test")
        scores = own_scores(panel, label, self.plan.test.items, label)
        record = system_record(VIEW, system, [self.plan.test])
        record.pop("training", None)  # the same for all but for seed and change; each system's card has it
        self.systems.append({**record, "scorer": cell.training, "seed": cell.seed})
        if self.scoring.workers is not None:
            self.scoring.workers.forget()  # one system is in memory at a time
        return read_choices(self.plan.test.items, scores).correct

    def _folder(self, cell: Cell) -> Path:
        """Return where a cell's system lies; the start of a seed may be one of an ensemble to start from."""
        from magnetite.scorers.loading import CARD

        if cell.training != START or self.plan.init is None:
            return cell.folder(self.root)
        own = self.plan.init / f"seed-{cell.seed}"
        return own if (own / CARD).is_file() else self.plan.init


def _planned(plan: TablePlan, cell: Cell, root: Path, reads: int) -> Planned:
    if is_finished(plan, cell, root):
        return Planned(cell, "finished", 0)
    if cell.training == START:
        return Planned(cell, "to train", 0)
    begun = cell.folder(root).exists() and not is_trained(cell.folder(root))
    return Planned(cell, "begun" if begun else "to train", reads)


def _settings(plan: TablePlan, settings: TableSettings) -> dict[str, Any]:
    """Write down what was asked for, and what became of what was left open."""
    counts = {"training": plan.train_on, "dev": plan.dev or (), "test": plan.test}
    return {
        "mode": "unanswerable",
        **asdict(settings.questions),
        "dev": settings.dev,
        **asdict(settings.own),
        "base": plan.base,
        "init": str(plan.init) if plan.init else None,
        "seeds": list(plan.seeds),
        "only": list(plan.changed),
        "questions": {name: len(dataset) for name, dataset in counts.items()},
        "recipe": {name: value for name, value in asdict(plan.recipe).items() if name != "seed"},
    }


def _notes(plan: TablePlan) -> Iterator[str]:
    """Say what a reader must know of how the systems were trained."""
    yield f"Every system was trained on the same {len(plan.train_on):,} questions, changed or not, by the same recipe."
    if plan.dev is not None:
        yield (
            f"Of every system the weights with the least loss on {len(plan.dev):,} dev questions were kept; these are "
            "left as they are, like the test's: with --dev off nothing intact is seen before the test."
        )
    if any(map(is_drawn, plan.changed)):
        when = "another for each epoch" if plan.reshuffle == "epoch" else "the same in all epochs"
        yield f"A shuffle is drawn by the training's seed: one for a passage with all its questions, {when}."
    if unmoved := _unmoved(plan):
        yield f"The shuffle of seed {plan.seeds[0]} leaves {unmoved:,} of the questions, very short ones, as they are."
    if plan.init is not None:
        yield _init_note(plan.init)


def _diverged(plan: TablePlan, root: Path) -> Iterator[str]:
    """Name the cells whose training learned and lost it again: they say nothing of their training set."""
    from magnetite.scorers.loading import read_card

    for cell in plan.cells():
        if told := diverged(read_card(cell.folder(root))):
            yield f"{cell.training}, seed {cell.seed}: {told}"


def _unmoved(plan: TablePlan) -> int:
    """Count the training questions whose wording a shuffle of the first seed leaves as it was."""
    if not {"Q-Shuffle", "PQ-Shuffle"} & set(plan.changed):
        return 0
    change = shuffled_view("Q-Shuffle", plan.seeds[0], 0 if plan.reshuffle == "epoch" else None)
    return sum(words(change(item).question) == words(item.question) for item in plan.train_on)


def _init_note(init: Path) -> str:
    """Say what the systems had read before: intact text weakens what the table can show."""
    from magnetite.scorers.system import read_system

    start = read_system(init)
    card = {"view": start.view, **start.training.get("card", {})}
    data = card.get("data") or {}
    where = f" on {data['items']:,} questions of {data['name']}" if data.get("items") and data.get("name") else ""
    unseen = (
        " without a passage ever, so what is done with passages was learned here," if not _saw_passages(card) else ""
    )
    return (
        f"Every system started from {init.name}, a system for {start.view} that had been trained{where} as they are,"
        f"{unseen} so none learned from un-answerable questions alone. What it could do before is part of its "
        "accuracy, and a small drop says less than it would from an untrained start."
    )


def _saw_passages(card: Mapping[str, Any] | None) -> bool:
    """Say whether a system, or any that it was started from in turn, was trained on a view with the passage."""
    while card:
        if card.get("view") not in {"O", "QO"}:
            return True
        card = card.get("init")
    return False


def _curve(folder: Path) -> list[Mapping[str, float]]:
    """Read from a system's card how it learned what it was trained on."""
    from magnetite.scorers.loading import read_card

    return [point for point in read_card(folder).get("curve") or [] if point.get("split", "train") == "train"]


def _while_training(folder: Path) -> float | None:
    """Return what a system got right at last of what it was trained on."""
    curve = _curve(folder)
    return curve[-1]["accuracy"] if curve else None


def _gain(plan: TablePlan, folder: Path) -> float | None:
    """Return by how many nats the loss on what was trained on was below that of guessing.

    Counted is the last quarter of the reports up to the step whose weights were kept.
    """
    from magnetite.experiments.choices import guessing_loss
    from magnetite.scorers.loading import read_card

    curve = _curve(folder)
    if not curve:
        return None
    kept = [point for point in curve if point["step"] <= read_card(folder)["kept_step"]] or curve[:1]
    last = kept[-ceil(len(kept) / 4) :]
    return guessing_loss(plan.train_on.items) - fmean(point["loss"] for point in last)


def _on_dev(folder: Path) -> float | None:
    from magnetite.scorers.loading import read_card

    dev = (read_card(folder).get("measured") or {}).get("dev") or {}
    return dev.get("accuracy")


UNANSWERABLE: Command[TableSettings, Deed] = Command(
    "unanswerable",
    TableSettings,
    deed(_unanswerable),
    ("data", "output"),
    "",
    """Train on shuffled and partial questions, test on whole ones; if stopped, the same command continues.

    Example: magnetite unanswerable DREAM --seeds 3
    """,
    settings_from,
    watched=("progress", "watch"),
    needs="models",
)
unanswerable = function_of(
    UNANSWERABLE,
    """Train the full and the un-answerable training sets, test them all, and write the run's folder.

    `data`: as in `train_system`, as is what may be given of a recipe, which overrides the preset's. `output`: the run's
    folder; by default one under `runs`, named by the data. It keeps every system, in `systems/NAME/seed-K`, and a
    repeat trains none of them again. `overwrite`: its report may be replaced by one on other test questions. `progress`
    is called with training set, seed and step. `workers`, `ray`: who tests, as in `audit`; this process trains. Raises
    UsageError, DataError, ModelError or StoreError.
    """,
)
