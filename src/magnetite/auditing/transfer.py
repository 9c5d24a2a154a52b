"""`transfer`: every system, under every view it was trained for, answers every dataset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from magnetite.auditing.calibrate import Calibrator
from magnetite.auditing.data import exams, split_notes
from magnetite.auditing.driver import Clock, found_systems, run_of
from magnetite.auditing.panels import ScoringPanel, Watch, no_cost, seats_by_view, silent
from magnetite.auditing.record import data_record, open_store, refuse_other_run, system_record
from magnetite.auditing.request import AuditSettings, audit_settings, shared_record
from magnetite.auditing.systems.find import trained_systems
from magnetite.auditing.systems.system import Systems
from magnetite.core.errors import StoreError
from magnetite.core.items import Dataset
from magnetite.core.results import Run, Table
from magnetite.engine import Store
from magnetite.experiments.transfer import NAME, Measured, Transfer, transfer_finding
from magnetite.report import write_run

CSV = "transfer.csv"
BUNDLED = "bundled"


def transfer(
    data: str | Path | Dataset | Sequence[str | Path | Dataset],
    systems: Mapping[str, str | Path] | None = None,
    *,
    split: str | None = "test",
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
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
        trained_systems(model)  # a bad card stops it before anything is scored
    datasets = exams(data, split, settings)
    record = _settings(settings, data, split, named)
    folder = Path(settings.output).expanduser() if settings.output else None
    if folder is not None:
        refuse_other_run(folder, _fingerprint(datasets), record, overwrite=settings.overwrite)
    clock, tested = Clock(), _Tested()
    store = open_store(settings.store)
    for name, model in named.items():  # one set is in memory at a time
        tested.add(name, datasets, found_systems(model, replace(settings, model=model)), (settings, store, watch))
    run = run_of(
        Dataset("transfer", ()),
        (transfer_finding(tested.measured),),
        systems=tested.systems,
        settings=record,
        cost=tested.cost,
        clock=clock,
        command=command,
        notes=(*tested.notes, *_notes(datasets, split)),
        dataset=_data_record(datasets),
    )
    if folder is not None:
        write_run(run, folder)
        _write_csv(run.finding(NAME).tables[0], folder / CSV)
    return run


@dataclass(slots=True)
class _Tested:
    """What was measured set by set, with what, and what it cost."""

    measured: list[Measured] = field(default_factory=list)
    systems: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cost: dict[str, float] = field(default_factory=no_cost)

    def add(
        self,
        trained_on: str,
        datasets: Mapping[str, Dataset],
        found: Systems,
        how: tuple[AuditSettings, Store | None, Watch],
    ) -> None:
        """Test every system of a set on every dataset."""
        settings, store, watch = how
        panel = ScoringPanel(seats_by_view(found), Calibrator(), store, settings.batch_tokens, watch, cost=self.cost)
        self.measured += Transfer(trained_on, datasets).measured(panel)
        self.notes += [f"{trained_on}: {note}" for note in found.notes]
        for view, system in found.by_view.items():
            self.systems.append({"trained_on": trained_on, **system_record(view, system, list(datasets.values()))})


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
    sources = [data] if isinstance(data, str | Path | Dataset) else list(data)
    texts = [source.name if isinstance(source, Dataset) else str(source) for source in sources]
    return {"data": texts, "split": split, "systems": dict(named), **shared_record(settings, "output", "skip_bad")}


def _fingerprint(datasets: Mapping[str, Dataset]) -> str:
    joined = " ".join(dataset.fingerprint for dataset in datasets.values())
    return blake2b(joined.encode(), digest_size=8).hexdigest()


def _write_csv(table: Table, path: Path) -> None:
    from magnetite.report.files import item_frame

    try:
        item_frame(table).write_csv(path, include_bom=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error}). Free space, and go on.") from error
