"""Folds: readers trained on the questions of an exam that are left, each question asked of those that did not see it.

The paper trained on the training questions of Cosmos QA and ReClor. Where only the others are at hand, this is the
nearest to it: no reader answers a question of a passage that it was trained on.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from examfiles import write
from examfiles.files import write_whole
from examfiles.items import Dataset, Item
from magnetite.core.cells import BoolArray, Cells, IntArray, ScoreArray
from magnetite.core.experiment import Members, PanelSystem
from magnetite.core.results import run_to_json
from magnetite.experiments.shortcuts.experiment import Shortcuts
from magnetite.running.calibrate import Calibrator
from magnetite.running.data import load_joined
from magnetite.running.driver import Clock, run_of
from magnetite.running.panels import Scoring, SystemPanel, seats_by_view
from magnetite.running.record import FINDINGS, open_store
from magnetite.scorers.find import find_systems
from magnetite_papers.stages import Workplace


def folds_of(exam: Dataset, folds: int, seed: int) -> IntArray:
    """Return each question's fold, (items,): whole passages, drawn by seed, in folds of about as many passages."""
    passages = sorted({item.passage_id for item in exam})
    random.Random(seed).shuffle(passages)
    place = {passage: number % folds for number, passage in enumerate(passages)}
    return np.array([place[item.passage_id] for item in exam], dtype=np.int64)


def training_file(fold: int) -> str:
    """Name the file of the questions outside a fold, from 1."""
    return f"without-{fold}.jsonl"


def write_folds(source: str, folder: Path, folds: int, seed: int) -> None:
    """Write a file for each fold: the questions outside it, which its readers are trained on."""
    exam = load_joined(source)
    numbers = folds_of(exam, folds, seed)
    for fold in range(folds):
        rest = exam.with_items([item for item, own in zip(exam, numbers, strict=True) if own != fold])
        write(rest, folder / training_file(fold + 1), overwrite=True)


def answer_by_folds(source: str, trained: Path, folder: Path, bench: Workplace, *, folds: int, seed: int) -> None:
    """Let each question be answered by the readers of its fold, and write the run.

    `trained` holds a folder of readers for each fold, from 1. One temperature a view is fitted on all the answers.
    """
    clock, exam = Clock(), load_joined(source)
    scoring = Scoring(open_store(bench.computing.get("store")), bench.computing.get("batch_tokens"), bench.watch)
    options = {name: value for name, value in bench.computing.items() if name in ("device", "dtype")}
    asked = [str(trained / str(fold + 1)) for fold in range(folds)]
    panel = FoldPanel(folds_of(exam, folds, seed), asked, options, scoring, Calibrator(questions=exam))
    findings = Shortcuts().run(exam, panel)
    run = run_of(exam, findings, systems=(), settings={"folds": folds, "seed": seed}, cost=scoring.cost, clock=clock)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FINDINGS, (run_to_json(run) + "\n").encode())


@dataclass(slots=True, eq=False)
class FoldPanel:
    """Asks of each question the reader of its fold; implements `core.experiment.Panel`.

    `folds`: each question's, (items,); what is asked has a context for each question. `models`: a folder of readers
    for each fold. One reader is in memory at a time.
    """

    folds: IntArray
    models: list[str]
    options: dict[str, object]
    scoring: Scoring
    calibrator: Calibrator
    _panelists: dict[str, PanelSystem] = field(default_factory=dict)

    @property
    def panelists(self) -> dict[str, PanelSystem]:
        """Return the readers of the first fold by their views: those of the others read alike."""
        if not self._panelists:
            self._panelists = dict(self._panel(0).panelists)
        return self._panelists

    def score(
        self, name: str, cells: Cells, label: str, members: Members = "all", *, rotate: bool = True
    ) -> ScoreArray:
        """Score each question's cells with the reader of its fold."""
        scores = np.empty(len(cells), dtype=np.float32)
        for fold in range(len(self.models)):
            own = self.folds[cells.rows] == fold
            panel, about = self._panel(fold, name), f"{label}, fold {fold + 1}"
            scores[own] = panel.score(name, cells.take(own), about, members, rotate=rotate)
        return scores

    def temperature(self, name: str) -> float | None:
        """Return the temperature fitted on all the questions."""
        return self.calibrator.temperature(name, self.panelists[name].view, self.score)

    def calibrated_on(self) -> str:
        """Return what the temperatures were fitted on."""
        return self.calibrator.fitted_on

    def cut(self, name: str, items: Sequence[Item]) -> BoolArray:
        """Ask the first fold's reader: all cut alike."""
        return self._panel(0, name).cut(name, items)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> ScoreArray | None:
        """Answer as a panel of one reader does."""
        return self.scoring.likeness(pairs)

    def _panel(self, fold: int, name: str | None = None) -> SystemPanel[Scoring]:
        loaded = find_systems(self.models[fold], None if name is None else (name,), options=self.options)
        return SystemPanel(seats_by_view(loaded), self.calibrator, self.scoring)
