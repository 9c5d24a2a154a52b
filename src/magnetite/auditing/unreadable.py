"""`unreadable`: shuffled text that nobody can read, put into all questions of a split, or into one token by token."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnetite.auditing.data import limit_items, load_test_split
from magnetite.auditing.driver import Clock, Several, parted, rehearse, run_all, run_of, several
from magnetite.auditing.panels import Cost, Watch, silent
from magnetite.auditing.record import data_record, open_store, refuse_other_run
from magnetite.auditing.request import AuditSettings, audit_settings, shared_record
from magnetite.auditing.systems.system import seen_in_training
from magnetite.core.items import Dataset
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.experiments.unreadable.experiment import PAPERS, Unreadable, UnreadableTrace, require_answers
from magnetite.report import write_run
from magnetite.views.unreadable import attack_name

MODE = "unreadable"  # tells such a run from an audit and from a search for magnets
# What tells one run from another, besides the data: a repeat of the same one may take its folder.
SAME = (
    *("mode", "model", "views", "split", "limit", "seed", "attacks", "controls", "threshold", "sentence", "naive"),
    *("item", "attack", "option"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """What is attacked with what: the questions, the systems, and the settings of the attacks and of the run."""

    settings: AuditSettings
    experiment: Unreadable
    exam: Dataset
    several: Several
    data: Any
    split: str | None

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what a reader must know of systems and data."""
        return (*self.several.notes, *self.exam.notes, *(f"skipped: {line}" for line in self.exam.skipped))

    def record(self, **more: Any) -> dict[str, Any]:
        """Return the settings as a run keeps them; `more` are those of a single question."""
        source = self.data.name if isinstance(self.data, Dataset) else str(self.data)
        named = {"data": source, "split": self.split, "model": self.several.names, "mode": MODE}
        return {**named, **shared_record(self.settings), **self.experiment.record, **more}

    def folder(self, record: Mapping[str, Any]) -> Path | None:
        """Return the folder to write to, if any. Raises UsageError where it holds another run."""
        if not self.settings.output:
            return None
        folder = Path(self.settings.output).expanduser()
        refuse_other_run(folder, self.exam.fingerprint, record, overwrite=self.settings.overwrite, same=SAME)
        return folder


def unreadable(
    data: str | Path | Dataset,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Attack a dataset with text that nobody can read, and return the run; with `output`, write its folder too.

    `data`: as in `audit`, its test split where none is named. `models`: one or several, each as in `audit`; of those
    with systems for several views the one that sees most, or those of `views`; an ensemble answers as one. May be given
    besides: the fields of `Unreadable`, and format, columns, limit, seed, views, store, dtype, device, keep, blank,
    batch_tokens, skip_bad, overwrite.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable("sample", "longest", attacks=("AddAns2Opt",), controls=False, store="off", limit=20)
    >>> run.finding("unreadable").number("accuracy after", "longest: AddAns2Opt").value
    0.0
    """
    request = prepared(data, models, split, output, given)
    record = request.record()
    folder = request.folder(record)
    clock = Clock()
    panel = request.several.scoring(request.settings, open_store(request.settings.store), watch)
    findings = run_all([request.experiment], request.exam, panel)
    run = run_of(
        request.exam,
        findings,
        systems=request.several.records(request.exam),
        settings=record,
        cost=panel.cost,
        clock=clock,
        command=command,
        notes=(*seen_in_training(request.several.systems, request.exam), *request.notes),
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
    """Return what `unreadable` would score: the dry run. The attacks are made for it, and nothing is written."""
    request = prepared(data, models, split, None, given)
    panel = request.several.pricing(request.settings, open_store(request.settings.store))
    run_all([request.experiment], request.exam, panel)
    return panel.rows


def unreadable_trace(
    data: str | Path | Dataset,
    item: str,
    models: str | Scorer | Sequence[str | Scorer] = "bundled",
    *,
    attack: str = PAPERS,
    option: str | None = None,
    split: str | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Let one question's attacked options grow token by token, and return the probabilities after each as a run.

    `item` is its id; `attack` one of Table 2, `option` the letter of the only option that grows. All else as in
    `unreadable`; a limit is set aside. Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.unreadable_trace("sample", "beginner-01-1", "longest", store="off")
    >>> run.finding("trace").table("trace").columns["added"][0]
    'as it is'
    """
    request = prepared(data, models, split, output, given, limited=False)
    record = request.record(item=item, attack=attack_name(attack), option=option)
    experiment = UnreadableTrace(item, attack, option, request.experiment, record)
    only = request.exam.with_items([experiment.steps(request.exam).item])
    folder = request.folder(record)
    clock = Clock()
    panel = request.several.scoring(request.settings, open_store(request.settings.store), watch)
    findings = run_all([experiment], request.exam, panel)
    run = run_of(
        only,
        findings,
        systems=request.several.records(only),
        settings=record,
        cost=panel.cost,
        clock=clock,
        command=command,
        notes=request.notes,
        dataset={**data_record(only), "fingerprint": request.exam.fingerprint},
    )
    if folder is not None:
        write_run(run, folder)
    return run


def prepared(
    data: str | Path | Dataset,
    models: Any,
    split: str | None,
    output: str | Path | None,
    given: Mapping[str, Any],
    *,
    limited: bool = True,
) -> Request:
    """Read the settings, the data and the systems; the whole split unless it is to be `limited`."""
    own, rest = parted(given, Unreadable)
    settings = audit_settings(None, output=output, **rest)
    experiment = Unreadable(**own, seed=settings.seed)
    exam = limit_items(load_test_split(data, split, settings), settings.limit if limited else None, settings.seed)
    require_answers(exam)
    request = Request(settings, experiment, exam, several(models, settings), data, split)
    if limited:
        rehearse([experiment], exam, request.several.seats)
    return request
