"""Report a study: its design and answers as a run, in the report format of every other command.

What this file leaves out: what the answers show (`magnetite.study.analysis`).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from magnetite.auditing.driver import Clock, run_of
from magnetite.auditing.places import refuse_other_run
from magnetite.core.items import Dataset
from magnetite.core.results import Run
from magnetite.report import write_run
from magnetite.study.analysis import study_findings
from magnetite.study.database import Database
from magnetite.study.design import Design
from magnetite.study.files import design_print

SAME = ("kind", "assignment", "seed")
SETTINGS = ("kind", "assignment", "seed", "participants", "language", "allow_change", "created")


def report_study(
    folder: str | Path, output: str | Path | None = None, *, overwrite: bool = False, command: str = ""
) -> Run:
    """Analyse the answers of a study and return the run; with `output`, write its folder too.

    May be called while answers still come in. Raises UsageError where there is no study, DataError where there is no
    answer yet or a file is damaged, StoreError where one cannot be read or written.
    """
    with Database(folder) as database:
        design, answers = database.design, database.answers()
    fingerprint, settings = design_print(design)[:16], _settings(design)
    where = None if output is None else Path(output).expanduser()
    if where is not None:
        refuse_other_run(where, fingerprint, settings, overwrite=overwrite, same=SAME)
    exam = Dataset(design.name, tuple(question.item for question in design.questions))
    run = run_of(
        exam,
        study_findings(design, answers),
        systems=design.sources.get("systems", ()),
        settings=settings,
        cost={},
        clock=Clock(),
        command=command,
        notes=design.notes,
        dataset={
            "name": design.name,
            "source": design.sources.get("data", {}).get("source"),
            "fingerprint": fingerprint,
            "items": len(exam),
            "passages": len({item.passage_id for item in exam}),
            "answered": len(exam),
        },
    )
    if where is not None:
        write_run(run, where)
    return run


def _settings(design: Design) -> Mapping[str, Any]:
    kept = {name: getattr(design, name) for name in SETTINGS}
    made = {name: design.sources[name] for name in ("magnets", "looked_at", "command") if name in design.sources}
    return {**kept, **{f"create.{name}": value for name, value in made.items()}}
