"""The cells of a table of un-answerable training: each is trained once, and tested through the store.

A cell is finished once its system stands in its folder without a training beside it. An unfinished one goes on from its
last checkpoint. What this file leaves out: what is asked for (`unanswerable.request`), and what comes of it
(`unanswerable`).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magnetite.auditing.calibrate import Calibrator
from magnetite.auditing.panels import ScoringPanel, Watch, no_cost, seat
from magnetite.auditing.record import system_record
from magnetite.auditing.systems.folders import load_system, system_in
from magnetite.auditing.training.train import finish
from magnetite.auditing.unanswerable.request import VIEW, Asked, Cell
from magnetite.core.cells import BoolArray
from magnetite.engine import Store
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import read_choices
from magnetite.experiments.unanswerable import FULL, Answered
from magnetite.scorers.loading import CARD

if TYPE_CHECKING:
    from magnetite.train import Step

Trains = Callable[[str, int, "Step"], None]  # training set, seed, step


def is_finished(folder: Path) -> bool:
    """Say whether a cell's system is trained and complete."""
    from magnetite.train.saving import TRAINING

    return (folder / CARD).is_file() and not (folder / TRAINING).exists()


def train_cells(asked: Asked, root: Path, *, device: str = "auto", progress: Trains = lambda _t, _s, _p: None) -> None:
    """Train every cell that is not finished, in order. Raises as `magnetite.train.train` does."""
    from magnetite.train import train
    from magnetite.train.changes import Change

    for cell in asked.cells():
        folder = cell.folder(root)
        if is_finished(folder):
            continue
        change = None if cell.training == FULL else Change(cell.training, asked.reshuffle)  # type: ignore[arg-type]
        train(
            asked.train_on,
            VIEW,
            folder,
            base=asked.base,
            init=asked.init,
            recipe=replace(asked.recipe, seed=cell.seed),
            dev=asked.dev,
            change=change,
            device=device,
            progress=lambda seed, step, name=cell.training: progress(name, seed, step),  # type: ignore[misc]
            close=False,
        )
        finish(folder, asked.train_on, asked.dev, device)


@dataclass(slots=True)
class Trial:
    """Test the cells one by one, and gather what they got right, with what, and what it cost."""

    asked: Asked
    root: Path
    store: Store | None
    options: Mapping[str, Any]
    batch_tokens: int | None
    watch: Watch
    systems: list[dict[str, Any]] = field(default_factory=list)
    cost: dict[str, float] = field(default_factory=no_cost)

    def answered(self) -> list[Answered]:
        """Test all cells; return what each training set's systems got right, the full one first."""
        right = {cell: self._right(cell) for cell in self.asked.cells()}
        found = []
        for training in self.asked.trainings:
            cells = [Cell(training, seed) for seed in self.asked.seeds]
            learned = [_learned(cell.folder(self.root)) for cell in cells]
            trained, dev = (tuple(each[k] for each in learned) for k in range(2))
            found.append(Answered(training, np.stack([right[cell] for cell in cells]), trained, dev))
        return found

    def _right(self, cell: Cell) -> BoolArray:
        label = f"{cell.training}, seed {cell.seed}"
        system = load_system(system_in(cell.folder(self.root)), self.options)
        panel = ScoringPanel(
            {label: seat(label, VIEW, system)},
            Calibrator(),
            self.store,
            self.batch_tokens,
            self.watch,
            "test",
            self.cost,
        )
        scores = own_scores(panel, label, self.asked.test.items, label)
        record = system_record(VIEW, system, [self.asked.test])
        record.pop("training", None)  # the same for all but for seed and change; each system's card has it
        self.systems.append({**record, "scorer": cell.training, "seed": cell.seed})
        return read_choices(self.asked.test.items, scores).correct


def _learned(folder: Path) -> tuple[float | None, float | None]:
    """Read from a system's card what it got right at last of what it was trained on, and of dev."""
    card = json.loads((folder / CARD).read_text("utf-8"))
    trained = [point["accuracy"] for point in card.get("curve") or [] if point.get("split", "train") == "train"]
    dev = (card.get("measured") or {}).get("dev") or {}
    return trained[-1] if trained else None, dev.get("accuracy")
