"""Transfer: systems trained on one dataset take the others (Liusie et al. 2022, Table B.2).

Every system, under every view it was trained for, answers every dataset. What a system that does not see the passage
keeps on other data is a habit of those who write such questions.
What this file leaves out: training (`magnetite.train`), and what else a single dataset shows (`audit`).
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from magnetite.auditing.audit import audit_settings
from magnetite.auditing.exams import exams, split_notes
from magnetite.auditing.places import open_store, refuse_other_run
from magnetite.auditing.record import data_record, system_record, version_record
from magnetite.auditing.run import found_systems
from magnetite.auditing.scoring import Scored, Watch, score_need
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.find import read_cards
from magnetite.auditing.systems.system import System, Systems
from magnetite.auditing.transfer.result import NAME, Measured, measure, transfer_finding
from magnetite.core.cells import own_cells
from magnetite.core.errors import StoreError
from magnetite.core.items import Dataset
from magnetite.core.probe import Need
from magnetite.core.results import Run, Table
from magnetite.engine import Store
from magnetite.report import write_run
from magnetite.views import view as named_view

CSV = "transfer.csv"
BUNDLED = "bundled"


@dataclass(slots=True)
class _Testing:
    """Test systems on datasets one by one, and gather what was measured, with what, and what it cost."""

    datasets: Mapping[str, Dataset]
    store: Store | None
    batch_tokens: int | None
    watch: Watch
    measured: list[Measured] = field(default_factory=list)
    systems: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cost: dict[str, float] = field(default_factory=lambda: {"cells": 0, "stored": 0, "scored": 0})

    def test(self, trained_on: str, found: Systems) -> None:
        """Test every system of a set on every dataset."""
        self.notes += [f"{trained_on}: {note}" for note in found.notes]
        for view, system in found.by_view.items():
            for tested_on, dataset in self.datasets.items():
                scored = self._score(view, system, dataset, f"{trained_on} {view}: {tested_on}")
                self.measured.append(measure(trained_on, view, tested_on, dataset, scored.scores))
            record = system_record(view, system, list(self.datasets.values()))
            self.systems.append({"trained_on": trained_on, **record})

    def _score(self, view: str, system: System, dataset: Dataset, label: str) -> Scored:
        need = Need(view, own_cells([named_view(view)(item) for item in dataset]))
        scored = score_need(system, need, self.store, batch_tokens=self.batch_tokens, label=label, watch=self.watch)
        for name, count in (("cells", scored.asked), ("stored", scored.stored), ("scored", scored.scored)):
            self.cost[name] += count
        return scored


def transfer(
    data: str | Path | Dataset | Sequence[str | Path | Dataset],
    systems: Mapping[str, str | Path] | None = None,
    *,
    split: str | None = "test",
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = lambda _n, _p: None,
    **given: Any,
) -> Run:
    """Let systems trained on one dataset answer others, and return the run; with `output`, write its folder too.

    `data`: one dataset or several, each as in `audit`; "PATH@SPLIT" says its own split in place of `split`, and a
    source with a single split gives that one. `systems`: by the name of what they were trained on, a folder of systems
    (one sub-folder a view) or anything else that can be a model; the bundled ones by default. May be given besides:
    format, columns, limit, seed, views, store, dtype, device, keep, blank, batch_tokens, skip_bad, overwrite.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.transfer("sample", {"nothing": "longest"}, views=("QO",), store="off", limit=20)
    >>> run.finding("transfer").tables[0].columns["n"]
    [20]
    """
    settings = audit_settings(None, output=output, **given)
    named = {name: str(folder) for name, folder in (systems or {BUNDLED: BUNDLED}).items()}
    for model in named.values():
        read_cards(model)
    datasets = exams(data, split, settings)
    record = _settings(settings, data, split, named)
    folder = Path(settings.output).expanduser() if settings.output else None
    if folder is not None:
        refuse_other_run(folder, _fingerprint(datasets), record, overwrite=settings.overwrite)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    tested = _test_all(datasets, named, settings, watch)
    run = Run(
        dataset=_data_record(datasets),
        exam={"passages": {}, "items": []},
        systems=tuple(tested.systems),
        settings=record,
        findings=(transfer_finding(tested.measured),),
        cost=tested.cost,
        versions=version_record(),
        command=command,
        started=started,
        notes=(*tested.notes, *_notes(datasets, split)),
    )
    if folder is not None:
        write_run(run, folder)
        _write_csv(run.finding(NAME).tables[0], folder / CSV)
    return run


def _test_all(
    datasets: Mapping[str, Dataset], named: Mapping[str, str], settings: AuditSettings, watch: Watch
) -> _Testing:
    """Test every set of systems; one set is in memory at a time."""
    clock = time.monotonic()
    testing = _Testing(datasets, open_store(settings.store), settings.batch_tokens, watch)
    for name, model in named.items():
        testing.test(name, found_systems(model, replace(settings, model=model)))
    testing.cost["seconds"] = round(time.monotonic() - clock, 2)
    return testing


def _notes(datasets: Mapping[str, Dataset], split: str | None) -> list[str]:
    """Say what a reader must know of the data: splits not asked for, what its reading noted and skipped."""
    notes = [*split_notes(datasets, split or "")]
    for name, dataset in datasets.items():
        notes += [f"{name}: {note}" for note in dataset.notes]
        notes += [f"{name}: skipped: {line}" for line in dataset.skipped]
    return notes


def _data_record(datasets: Mapping[str, Dataset]) -> dict[str, Any]:
    records = {name: data_record(dataset) for name, dataset in datasets.items()}
    counts = {count: sum(record[count] for record in records.values()) for count in ("items", "passages", "answered")}
    return {
        "name": ", ".join(records),
        "split": None,
        "fingerprint": _fingerprint(datasets),
        **counts,
        "datasets": [{"tested_on": name, **record} for name, record in records.items()],
    }


def _settings(settings: AuditSettings, data: Any, split: str | None, named: Mapping[str, str]) -> dict[str, Any]:
    kept = {"format", "columns", "limit", "seed", "views", "output", "store", "dtype", "device", "keep", "blank"}
    record = {name: value for name, value in asdict(settings).items() if name in {*kept, "batch_tokens", "skip_bad"}}
    sources = [data] if isinstance(data, str | Path | Dataset) else list(data)
    texts = [source.name if isinstance(source, Dataset) else str(source) for source in sources]
    return {"data": texts, "split": split, "systems": dict(named), **record}


def _fingerprint(datasets: Mapping[str, Dataset]) -> str:
    joined = " ".join(dataset.fingerprint for dataset in datasets.values())
    return blake2b(joined.encode(), digest_size=8).hexdigest()


def _write_csv(table: Table, path: Path) -> None:
    from magnetite.report.files import item_frame

    try:
        item_frame(table).write_csv(path, include_bom=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error}). Free space, and go on.") from error
