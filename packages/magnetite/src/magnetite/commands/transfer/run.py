"""A comparison of systems across datasets: its data, its systems, its run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from examfiles.errors import UsageError
from examfiles.items import Dataset
from examfiles.reasons import Reason
from magnetite.commands.transfer.settings import TransferSettings
from magnetite.core.results import Run
from magnetite.experiments.asking import has_passages
from magnetite.experiments.transfer.experiment import NAME, Measured, Transfer, transfer_finding
from magnetite.report import write_run
from magnetite.request import name_of, shared_record
from magnetite.running.calibrate import Calibrator
from magnetite.running.data import drawn_shots, exams, reading_notes, source_name, split_notes
from magnetite.running.driver import Clock, NeededCells, asked_cells, find_for, remarks_of, run_of
from magnetite.running.panels import Cost, Pricing, SystemPanel, Watch, Way, scoring, seats_by_view, silent
from magnetite.running.record import data_record, only_writer, open_store, refuse_other_run, system_record
from magnetite.scorers.exchange import replaced
from magnetite.scorers.find import as_named, find_cards, is_single
from magnetite.scorers.prompts import Shots
from magnetite.scorers.system import Systems
from magnetite.views import shows_passage

CSV = "transfer.csv"
BUNDLED = "bundled"
SPLIT = "test"
W = TypeVar("W", bound="Way")


@dataclass(frozen=True, slots=True, eq=False)
class TransferMatrix:
    """Which sets of systems, by the name of what they were trained on, answer which datasets."""

    settings: TransferSettings
    datasets: Mapping[str, Dataset]
    models: Mapping[str, Any]
    record: Mapping[str, Any]
    shots: Shots | None = None

    def perform(self, *, command: str = "", watch: Watch | None = None) -> Run:
        """Let every set of systems answer every dataset, one set in memory at a time; write the run's folder."""
        with only_writer(self.settings.writing.folder):
            return self._performed(command, watch)

    def _performed(self, command: str, watch: Watch | None) -> Run:
        settings, datasets = self.settings, self.datasets
        folder = settings.writing.folder
        if folder is not None:
            refuse_other_run(folder, fingerprint_of(datasets), self.record, overwrite=settings.writing.overwrite)
        clock = Clock()
        measured: list[Measured] = []
        described: list[dict[str, Any]] = []
        notes: list[Reason] = []
        with scoring(settings.asking, watch or silent) as way:
            for name, set_of_systems, panel in self.panels(way):
                measured += Transfer(name, datasets).measured(panel)
                notes += [note.of(name) for note in set_of_systems.notes]
                notes += remarks_of(set_of_systems.by_view.values())
                notes += [note.of(name) for note in way.notes]
                way.letters.clear()
                for view, system in set_of_systems.by_view.items():
                    described.append({"trained_on": name, **system_record(view, system, list(datasets.values()))})
                if way.workers is not None:
                    way.workers.forget()  # one set is in memory at a time
        run = run_of(
            Dataset("transfer", ()),
            (transfer_finding(measured),),
            systems=described,
            settings=self.record,
            cost=way.cost,
            clock=clock,
            command=command,
            notes=(*notes, *_notes(datasets, settings.reading.split or SPLIT)),
            dataset=record_of(datasets),
        )
        if folder is not None:
            write_run(run, folder)
            path = folder / CSV
            table = run.finding(NAME).tables[0]
            replaced(path, partial(table.frame().write_csv, include_bom=True), "Free some space.")
        return run

    def costs(self) -> list[Cost]:
        """Return what the comparison would score: the dry run."""
        asking = self.settings.asking
        pricing = Pricing(open_store(asking.store), asking.batch_tokens, asking.device)
        for name, _, panel in self.panels(pricing):
            Transfer(name, self.datasets).measured(panel)
        return pricing.rows

    def needed(self) -> NeededCells:
        """Return the cells that every system is asked for."""
        [outside] = self.models.values()
        seats = seats_by_view(find_for(replace(self.settings.asking, model=outside), 0, self.shots))
        asked = asked_cells([Transfer(NAME, self.datasets)], Dataset(NAME, ()), seats, Calibrator())
        return NeededCells(
            record_of(self.datasets), tuple((view, cells) for view, _, cells in asked.parts), self.settings
        )

    def panels(self, way: W) -> Iterator[tuple[str, Systems, SystemPanel[W]]]:
        """Yield each set's name, its systems, and a panel of them; one set is in memory at a time."""
        for name, model in self.models.items():
            views = self.settings.asking.views or (
                tuple(find_cards(model)) if isinstance(model, str) and is_single(model) else None
            )
            loaded = find_for(
                replace(self.settings.asking, model=model, views=views), self.settings.reading.seed, self.shots
            )
            yield name, loaded, SystemPanel(seats_by_view(loaded), Calibrator(), way, NAME)


def prepared(settings: TransferSettings) -> TransferMatrix:
    """Read the data and the systems' cards; a bad card stops it before anything is scored."""
    data, split = settings.data, settings.reading.split or SPLIT
    models = {name: as_named(model) for name, model in (settings.systems or {BUNDLED: BUNDLED}).items()}
    for model in models.values():
        if isinstance(model, str):
            find_cards(model)
    datasets = exams(data, split, settings.reading)
    bare = next((name for name, dataset in datasets.items() if not has_passages(dataset)), None)
    if bare is not None and (settings.asking.views is None or any(map(shows_passage, settings.asking.views))):
        raise UsageError(
            f"{bare}: its questions have no passages, so only systems that read none can be compared on them: "
            "--views QO, or O,QO."
        )
    sources = [data] if isinstance(data, str | Path | Dataset) else list(data)
    record = {
        "data": [source_name(source) for source in sources],
        "split": split,
        "systems": {name: name_of(model) for name, model in models.items()},
        **shared_record(settings, "output", "skip_bad"),
    }
    return TransferMatrix(
        settings, datasets, models, record, drawn_shots(settings.asking, settings.reading, *datasets.values())
    )


def record_of(datasets: Mapping[str, Dataset]) -> dict[str, Any]:
    """Describe several datasets together, and each by its name."""
    records = {name: data_record(dataset) for name, dataset in datasets.items()}
    counts = {count: sum(record[count] for record in records.values()) for count in ("items", "passages", "answered")}
    return {
        "name": ", ".join(records),
        "split": None,
        "fingerprint": fingerprint_of(datasets),
        **counts,
        "datasets": [{"tested_on": name, **record} for name, record in records.items()],
    }


def fingerprint_of(datasets: Mapping[str, Dataset]) -> str:
    """Name several datasets by one fingerprint."""
    joined = " ".join(dataset.fingerprint for dataset in datasets.values())
    return blake2b(joined.encode(), digest_size=8).hexdigest()


def _notes(datasets: Mapping[str, Dataset], split: str | None) -> list[Reason]:
    """Say what a reader must know of the data: splits not asked for, what its reading noted and skipped."""
    notes = [*split_notes(datasets, split or "")]
    for name, dataset in datasets.items():
        notes += [note.of(name) for note in reading_notes(dataset)]
    return notes
