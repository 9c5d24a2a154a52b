"""Un-answerable training, whole: Table 3 of Si et al. (2019) for any dataset.

Systems are trained on the questions as they are, and on questions that nobody could answer, from several seeds, and
all are tested on the same intact questions. Whatever stops it, the same call goes on at the cell where it stopped.
What this file leaves out: what is asked for (`unanswerable.request`), training and testing a cell
(`unanswerable.cells`), and what the finding says (`probes`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from math import ceil
from pathlib import Path
from typing import Any, Literal

from magnetite.auditing.driver import Clock, run_of
from magnetite.auditing.panels import Watch, silent
from magnetite.auditing.places import open_store
from magnetite.auditing.systems.folders import system_in
from magnetite.auditing.training.data import TrainingData
from magnetite.auditing.unanswerable.cells import Trains, Trial, is_finished, train_cells
from magnetite.auditing.unanswerable.request import (
    Asked,
    Cell,
    UnanswerableSettings,
    asked_for,
    default_folder,
    open_folder,
)
from magnetite.core.results import Run
from magnetite.experiments.unanswerable import unanswerable_finding
from magnetite.report import write_run
from magnetite.views.text import words
from magnetite.views.unanswerable import is_drawn
from magnetite.views.unanswerable import view as shuffled_view


@dataclass(frozen=True, slots=True)
class Planned:
    """Say how far a cell is, and how many questions are still read to train it, each epoch counted."""

    cell: Cell
    state: Literal["finished", "begun", "to train"]
    questions: int


def unanswerable(
    data: TrainingData | str | Path | None = None,
    output: str | Path | None = None,
    *,
    store: str | None = None,
    batch_tokens: int | None = None,
    device: str = "auto",
    overwrite: bool = False,
    command: str = "",
    progress: Trains = lambda _training, _seed, _step: None,
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Train the full and the un-answerable training sets, test them all, and write the run's folder.

    `data`: as in `train_system`. May be given besides: the fields of `UnanswerableSettings`, and those of a recipe
    (`magnetite.train.Recipe`), which override the preset's. `output`: the run's folder; by default one under `runs`,
    named by the data. It keeps every system, in `systems/NAME/seed-K`, and a repeat trains none of them again.
    `overwrite`: its report may be replaced by one on other test questions. `progress` is called with training set, seed
    and step. Raises UsageError, DataError, ModelError or StoreError.
    """
    from magnetite.train.saving import is_main

    clock = Clock()
    said, told, asked, folder = _prepared(data, output, given)
    kept = open_store(store)
    if is_main():
        open_folder(folder, asked.request(), overwrite=overwrite)
    left = sum(not is_finished(cell.folder(folder)) for cell in asked.cells())
    train_cells(asked, folder, device=device, progress=progress)
    if not is_main():
        raise SystemExit(0)  # of processes that train together, the first tests and reports
    trial = Trial(asked, folder, kept, {"device": device, "dtype": asked.recipe.dtype}, batch_tokens, watch)
    answered, notes = trial.answered(), tuple(_notes(asked))
    run = run_of(
        asked.test,
        (unanswerable_finding(asked.test, answered, asked.seeds, notes=notes),),
        systems=trial.systems,
        settings=_settings(asked, said, told),
        cost={**trial.cost, "trained": left},
        clock=clock,
        command=command,
        notes=asked.notes,
    )
    write_run(run, folder)
    return run


def unanswerable_plan(
    data: TrainingData | str | Path | None = None, output: str | Path | None = None, **given: Any
) -> list[Planned]:
    """Say which cells `unanswerable` would train, and how many questions each reads: the dry run. Writes nothing."""
    _, _, asked, folder = _prepared(data, output, given)
    reads = ceil(len(asked.train_on) * asked.recipe.epochs)
    return [_planned(cell, cell.folder(folder), reads) for cell in asked.cells()]


def _prepared(
    data: TrainingData | str | Path | None, output: str | Path | None, given: Mapping[str, Any]
) -> tuple[TrainingData, UnanswerableSettings, Asked, Path]:
    said = data if isinstance(data, TrainingData) else TrainingData(None if data is None else str(data))
    names = {field.name for field in fields(UnanswerableSettings)}
    told = UnanswerableSettings(**{name: v for name, v in given.items() if name in names and v is not None})
    asked = asked_for(said, told, {name: value for name, value in given.items() if name not in names})
    folder = Path(output).expanduser() if output is not None else default_folder(said.data, said.level)
    return said, told, asked, folder


def _planned(cell: Cell, folder: Path, reads: int) -> Planned:
    if is_finished(folder):
        return Planned(cell, "finished", 0)
    return Planned(cell, "begun" if folder.exists() else "to train", reads)


def _settings(asked: Asked, said: TrainingData, told: UnanswerableSettings) -> dict[str, Any]:
    """Write down what was asked for, and what became of what was left open."""
    counts = {"training": asked.train_on, "dev": asked.dev or (), "test": asked.test}
    return {
        "mode": "unanswerable",
        **asdict(said),
        **asdict(told),
        "base": asked.base,
        "init": str(asked.init) if asked.init else None,
        "seeds": list(asked.seeds),
        "only": list(asked.changed),
        "questions": {name: len(dataset) for name, dataset in counts.items()},
        "recipe": {name: value for name, value in asdict(asked.recipe).items() if name != "seed"},
    }


def _notes(asked: Asked) -> Iterator[str]:
    """Say what a reader must know of how the systems were trained."""
    yield f"Every system was trained on the same {len(asked.train_on):,} questions, changed or not, by the same recipe."
    if asked.dev is not None:
        yield (
            f"Of every system the weights were kept that did best on {len(asked.dev):,} dev questions, which are left "
            "as they are, like the test's: with --dev off nothing intact is seen before the test."
        )
    if any(map(is_drawn, asked.changed)):
        when = "another for each epoch" if asked.reshuffle == "epoch" else "the same in all epochs"
        yield f"A shuffle is drawn by the training's seed: one for a passage with all its questions, {when}."
    if unmoved := _unmoved(asked):
        yield f"The shuffle of seed {asked.seeds[0]} leaves {unmoved:,} of the questions, very short ones, as they are."
    if asked.init is not None:
        yield _init_note(asked.init)


def _unmoved(asked: Asked) -> int:
    """Count the training questions whose wording a shuffle of the first seed leaves as it was."""
    if not {"Q-Shuffle", "PQ-Shuffle"} & set(asked.changed):
        return 0
    change = shuffled_view("Q-Shuffle", asked.seeds[0], 0 if asked.reshuffle == "epoch" else None)
    return sum(words(change(item).question) == words(item.question) for item in asked.train_on)


def _init_note(init: Path) -> str:
    """Say what the systems had read before: intact text weakens what the table can show."""
    found = system_in(init)
    card = {"view": found.view, **found.training.get("card", {})}
    data = card.get("data") or {}
    where = f" on {data['items']:,} questions of {data['name']}" if data.get("items") and data.get("name") else ""
    unseen = (
        " without a passage ever, so what is done with passages was learned here," if not _saw_passages(card) else ""
    )
    return (
        f"Every system started from {init.name}, a system for {found.view} that had been trained{where} as they are,"
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
