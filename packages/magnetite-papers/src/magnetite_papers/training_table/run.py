"""Un-answerable training, whole: Table 3 of Si et al. (2019) for any dataset.

Systems are trained on the questions as they are, and on questions that nobody could answer, from several seeds, and
all are tested on the same intact questions, through the store. Whatever stops it, the same call goes on at the cell
where it stopped.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from examfiles.reasons import Reason
from magnetite.core.results import Run
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import read_choices
from magnetite.report import write_run
from magnetite.request import Asking
from magnetite.running.calibrate import Calibrator
from magnetite.running.driver import Clock, run_of
from magnetite.running.panels import Scoring, SystemPanel, Watch, scoring, seat, silent
from magnetite.running.record import system_record
from magnetite.running.training import diverged, finish
from magnetite.scorers.loading import CARD, read_card
from magnetite.scorers.system import load_system, read_system
from magnetite.stats.ragged import FloatArray
from magnetite.train import Change, Step, is_main, is_trained, train, wait_for_all
from magnetite.views.text import words
from magnetite.views.unanswerable import FULL, START, is_drawn
from magnetite.views.unanswerable import view as shuffled_view
from magnetite_papers.training_table.finding import Answered, unanswerable_finding
from magnetite_papers.training_table.plan import VIEW, Cell, TablePlan, curve, gain, is_finished, open_folder, plan_of
from magnetite_papers.training_table.settings import TableSettings, folder_of

APART = 1000  # between the seeds of a training and of its restarts
Trains = Callable[[str, int, Step], None]  # training set, seed, step


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
    scoring: Scoring
    systems: list[dict[str, Any]] = field(default_factory=list)

    def answered(self) -> list[Answered]:
        """Test all cells but the start's; return what each training set's systems got right, the full one first."""
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
                    tuple(gain(self.plan, folder) for folder in folders),
                    tuple(1 + cell.restarts(self.root) for cell in cells),
                )
            )
        return rows

    def start(self) -> Answered:
        """Test what every training starts from."""
        return Answered(START, np.stack([self._right(Cell(START, seed)) for seed in self.plan.seeds]))

    def _right(self, cell: Cell) -> FloatArray:
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
        if cell.training != START or self.plan.init is None:
            return cell.folder(self.root)
        own = self.plan.init / f"seed-{cell.seed}"
        return own if (own / CARD).is_file() else self.plan.init


def train_and_test(
    settings: TableSettings,
    *,
    command: str = "",
    progress: Trains = lambda _training, _seed, _step: None,
    watch: Watch | None = None,
) -> Run:
    """Train what is not trained yet, test every system on the same questions, and write the run's folder."""
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
        **({"language": settings.writing.language} if settings.writing.language else {}),
    }


def _notes(plan: TablePlan) -> Iterator[Reason]:
    """Yield what a reader must know of how the systems were trained."""
    yield Reason("unanswerable-note-trained", {"questions": len(plan.train_on)})
    if plan.dev is not None:
        yield Reason("unanswerable-note-dev", {"questions": len(plan.dev)})
    if any(map(is_drawn, plan.changed)):
        yield Reason("unanswerable-note-drawn", {"draw": plan.reshuffle})
    if unmoved := _unmoved(plan):
        yield Reason("unanswerable-note-unmoved", {"seed": plan.seeds[0], "questions": unmoved})
    if plan.init is not None:
        yield _init_note(plan.init)


def _diverged(plan: TablePlan, root: Path) -> Iterator[Reason]:
    """Name the cells whose training learned and lost it again: they say nothing of their training set."""
    for cell in plan.cells():
        if how := diverged(read_card(cell.folder(root))):
            yield Reason("unanswerable-note-diverged", {"training": cell.training, "seed": cell.seed, "how": how})


def _unmoved(plan: TablePlan) -> int:
    """Count the training questions whose wording a shuffle of the first seed leaves as it was."""
    if not {"Q-Shuffle", "PQ-Shuffle"} & set(plan.changed):
        return 0
    change = shuffled_view("Q-Shuffle", plan.seeds[0], 0 if plan.reshuffle == "epoch" else None)
    return sum(words(change(item).question) == words(item.question) for item in plan.train_on)


def _init_note(init: Path) -> Reason:
    """Say what the systems had read before: intact text weakens what the table can show."""
    start = read_system(init)
    card = {"view": start.view, **start.training.get("card", {})}
    data = card.get("data") or {}
    known = bool(data.get("items") and data.get("name"))
    values = {"name": init.name, "view": start.view, "passages": "seen" if _saw_passages(card) else "never"}
    return Reason(
        "unanswerable-note-init",
        {**values, "questions": data["items"] if known else 0, "data": data["name"] if known else ""},
    )


def _saw_passages(card: Mapping[str, Any] | None) -> bool:
    """Say whether a system, or any that it was started from in turn, was trained on a view with the passage."""
    while card:
        if card.get("view") not in {"O", "QO"}:
            return True
        card = card.get("init")
    return False


def _while_training(folder: Path) -> float | None:
    """Return what a system got right at last of what it was trained on."""
    points = curve(folder)
    return points[-1]["accuracy"] if points else None


def _on_dev(folder: Path) -> float | None:
    dev = (read_card(folder).get("measured") or {}).get("dev") or {}
    return dev.get("accuracy")
