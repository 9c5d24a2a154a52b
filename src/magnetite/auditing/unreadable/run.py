"""Un-readable attacks, whole: attack a split in every way asked for, score it with every system, say what harm it did.

Si et al. (2019), Sections 3 and 5. Nothing is trained: systems answer questions that were changed.
What this file leaves out: the attacks (`views.unreadable`), scoring (`unreadable.scoring`), what findings say
(`probes.unreadable`), and one question token by token (`unreadable.trace`).
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from magnetite.auditing.audit import audit_settings
from magnetite.auditing.places import open_store, refuse_other_run
from magnetite.auditing.record import data_record, exam_record, system_record, version_record
from magnetite.auditing.run import Cost, load_test_split
from magnetite.auditing.scoring import Watch
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.seen import seen_in_training
from magnetite.auditing.unreadable.scoring import Reader, Scoring, readers, require_answers, truncated
from magnetite.auditing.unreadable.settings import UnreadableSettings
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding, Run
from magnetite.core.scorer import Scorer
from magnetite.probes.unreadable.analysis import analysis_finding
from magnetite.probes.unreadable.finding import unreadable_finding
from magnetite.probes.unreadable.reading import Reading, Trial, read_trial, tried
from magnetite.report import write_run

MODE = "unreadable"  # tells such a run from an audit and from a search for magnets
# What tells one run from another, besides the data: a repeat of the same one may take its folder.
SAME = (
    *("mode", "model", "views", "split", "limit", "seed", "attacks", "controls", "threshold", "sentence", "naive"),
    *("item", "attack", "option"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """Hold what is attacked with what: the questions, the systems, and how."""

    settings: AuditSettings
    told: UnreadableSettings
    dataset: Dataset
    readers: Sequence[Reader]
    notes: tuple[str, ...]


def unreadable(
    data: str | Path | Dataset,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = lambda _n, _p: None,
    **given: Any,
) -> Run:
    """Attack a dataset with text that nobody can read, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named. `models`: one or several, each as in `audit`; of those
    with systems for several views the one that sees most, or those of `views`; an ensemble answers as one. May be given
    besides: the fields of `UnreadableSettings`, and format, columns, limit, seed, views, store, dtype, device, keep,
    blank, batch_tokens, skip_bad, overwrite.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable("sample", "longest", attacks=("AddAns2Opt",), controls=False, store="off", limit=20)
    >>> run.finding("unreadable").number("accuracy after", "longest: AddAns2Opt").value
    0.0
    """
    asked = prepared(data, models, split, output, given)
    record = settings_of_run(asked, data, split)
    folder = free_folder(asked, record)
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
    scoring = Scoring(asked.readers, open_store(asked.settings.store), asked.settings.batch_tokens, watch)
    findings = _findings(asked, scoring)
    run = Run(
        dataset=data_record(asked.dataset),
        exam=exam_record(asked.dataset),
        systems=system_records(asked, asked.dataset),
        settings=record,
        findings=findings,
        cost={**scoring.cost, "seconds": round(time.monotonic() - clock, 2)},
        versions=version_record(),
        command=command,
        started=started,
        notes=(*seen_in_training([each.system for each in asked.readers], asked.dataset), *asked.notes),
    )
    if folder is not None:
        write_run(run, folder)
    return run


def unreadable_costs(
    data: str | Path | Dataset,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    split: str | None = None,
    **given: Any,
) -> list[Cost]:
    """Say what `unreadable` would score: the dry run. The attacks are made for it, and nothing is written."""
    asked = prepared(data, models, split, None, given)
    trial = _trial(asked)
    needs: dict[str, Sequence[Item]] = {"own options": trial.items}
    for what, names in (("attacks", trial.attacks), ("controls", trial.controls)):
        if names:
            needs[what] = [item for name in names for item in trial.under(name)]
    return list(
        Scoring(asked.readers, open_store(asked.settings.store), asked.settings.batch_tokens, _silent).costs(needs)
    )


def prepared(
    data: str | Path | Dataset,
    models: Any,
    split: str | None,
    output: str | Path | None,
    given: Mapping[str, Any],
    *,
    limited: bool = True,
) -> Asked:
    """Read the settings, the data and the systems; the whole split unless it is to be `limited`."""
    names = {field.name for field in fields(UnreadableSettings)}
    told = UnreadableSettings(**{name: value for name, value in given.items() if name in names and value is not None})
    settings = audit_settings(None, output=output, **{name: v for name, v in given.items() if name not in names})
    full = load_test_split(data, split, settings)
    dataset = limit_items(full, settings.limit if limited else None, settings.seed)
    require_answers(dataset)
    listed = [models] if isinstance(models, str) or not isinstance(models, Sequence) else list(models)
    found, notes = readers(listed, settings)
    skipped = (f"skipped: {line}" for line in dataset.skipped)
    return Asked(settings, told, dataset, found, (*notes, *dataset.notes, *skipped))


def settings_of_run(asked: Asked, data: Any, split: str | None, **more: Any) -> dict[str, Any]:
    """Write down the settings of a run; `more` are those of a single question."""
    kept = {"format", "columns", "limit", "seed", "views", "store", "dtype", "device", "keep", "blank", "batch_tokens"}
    record = {name: value for name, value in asdict(asked.settings).items() if name in kept}
    source = data.name if isinstance(data, Dataset) else str(data)
    model = ", ".join(each.name for each in asked.readers)
    return {"data": source, "split": split, "model": model, "mode": MODE, **record, **asdict(asked.told), **more}


def free_folder(asked: Asked, record: Mapping[str, Any]) -> Path | None:
    """Return the folder to write to, if any. Raises UsageError where it holds another run."""
    if not asked.settings.output:
        return None
    folder = Path(asked.settings.output).expanduser()
    refuse_other_run(folder, asked.dataset.fingerprint, record, overwrite=asked.settings.overwrite, same=SAME)
    return folder


def system_records(asked: Asked, dataset: Dataset) -> tuple[dict[str, Any], ...]:
    """Describe the systems that are attacked; the share of passages that they cut is of this dataset."""
    return tuple(
        {**system_record(each.view, each.system, [dataset], each.temperature), "name": each.name}
        for each in asked.readers
    )


def _findings(asked: Asked, scoring: Scoring) -> tuple[Finding, ...]:
    """Attack, score, and read the findings."""
    trial, told, seed = _trial(asked), asked.told, asked.settings.seed
    readings = {each.name: _reading(trial, each, scoring) for each in asked.readers}
    record = asdict(told)
    effects = unreadable_finding(
        trial,
        readings,
        settings=record,
        told=told.attack_settings(seed),
        bootstrap=told.bootstrap(seed),
        listed=told.listed,
        unlabelled=len(asked.dataset) - len(trial.items),
    )
    return effects, analysis_finding(trial, readings, settings=record, bootstrap=told.bootstrap(seed))


def _trial(asked: Asked) -> Trial:
    told = asked.told
    return tried(asked.dataset.items, told.attacks, told.attack_settings(asked.settings.seed), controls=told.controls)


def _reading(trial: Trial, each: Reader, scoring: Scoring) -> Reading:
    scores = scoring.own(each, trial.shown, "attacks")
    return read_trial(trial, scores, truncated(each, trial.shown), each.temperature)


def _silent(_name: str, _progress: object) -> None:
    """Watch nothing."""
