"""Let a system elsewhere score: export what a run asks for, as cells or as tasks of a harness; import scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from examfiles.errors import unknown_name
from magnetite.api.settings import Source, given, guided, perform
from magnetite.commands.import_ import IMPORT, Imported
from magnetite.request import Asking, Reading

if TYPE_CHECKING:
    from magnetite.commands.export import Exported, ExportedSuite


@guided
def export_cells(
    run: str,
    data: Source,
    to: str | Path,
    *,
    listwise: bool = False,
    overwrite: bool = False,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    settings: Mapping[str, Any] | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
) -> "Exported":
    """Write the cells that a run asks for, a row for each cell, every cell once, and a header beside them.

    The same settings must be given when it is run on the scores. Raises UsageError, DataError or StoreError.

    >>> import tempfile
    >>> own = {"experiments": ["accuracy"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = export_cells("audit", "sample", f"{folder}/cells.jsonl", limit=20, settings=own)
    >>> made.header.cells
    79

    Args:
        run: The run: audit, shortcuts, order, magnets, unreadable, check or transfer.
        data: Its data, as for `audit`.
        to: The file to write: .jsonl, .csv or .parquet.
        listwise: For a system that sees all options at once, as in a prompt.
        overwrite: Replace an existing file or folder.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default all that have a system.
        settings: What else the run's function takes, by name, but a model: `{"experiments": ["accuracy"]}`.
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
    """
    from magnetite.commands.export import export_cells as export
    from magnetite.commands.export import exportable

    shared = {"split": split, "limit": limit, "seed": seed, "views": views, "reading": reading, "asking": asking}
    asked = {**(settings or {}), **given(exportable(run), shared)}
    return export(run, data, to, overwrite=overwrite, listwise=listwise, **asked)


@guided
def export_suite(
    runs: str | Sequence[str],
    data: Source,
    to: str | Path,
    program: Literal["lm-eval", "inspect"],
    *,
    overwrite: bool = False,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
) -> "ExportedSuite":
    """Write all that runs ask for as tasks of a harness, which one command of its own runs; its logs are then a model.

    The same settings must be given when the runs read the logs. Raises UsageError, DataError or StoreError.

    >>> import tempfile
    >>> own = {"audit": {"experiments": ["accuracy", "shortcuts"]}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = export_suite("audit", "sample", f"{folder}/suite", "lm-eval", limit=20, settings=own)
    >>> dict(made.tasks)
    {'suite_qoc': 20, 'suite_o': 20, 'suite_qo': 20, 'suite_co': 20}

    Args:
        runs: The runs: one or several of audit, shortcuts, order, magnets, unreadable and check.
        data: Their data, as for `audit`.
        to: The folder to write; the tasks' group has its name.
        program: lm-eval, which scores the options one by one, or inspect, which shows all of them.
        overwrite: Replace the suite in the folder; files of others stay.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views to use, any of O, QO, CO, QOC; by default all that have a system.
        settings: What else each run's function takes, by run, but a model: `{"audit": {"experiments": ["accuracy"]}}`.
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(rotations="all")`.
    """
    from magnetite.commands.export import export_suite as export
    from magnetite.commands.export import exportable

    names = runs.split(",") if isinstance(runs, str) else list(runs)
    own = dict(settings or {})
    if strange := next((run for run in own if run not in names), None):
        raise unknown_name("run with settings", strange, names)
    shared = {"split": split, "limit": limit, "seed": seed, "views": views, "reading": reading, "asking": asking}
    asked = {run: {**own.get(run, {}), **given(exportable(run), shared)} for run in names}
    return export(",".join(names), data, to, program, overwrite=overwrite, given=asked)


@guided
def import_scores(
    scores: str | Path | Sequence[str | Path],
    to: str | Path | None = None,
    *,
    cells: str | Path | None = None,
    add_to: str | Path | None = None,
    overwrite: bool = False,
) -> Imported:
    """Check scores of exported cells, and write them as a system: a Parquet file that any run takes as its model.

    Rows have a `key` and a `score`, in any order; instead of the key, or beside it, they may have the texts as they
    were exported: passage, question, option, `added`, `shown`. Raises UsageError, StoreError, and DataError, which says
    how many rows are wrong and which, where a cell has no score or two different ones, a score is no finite number, or
    a row belongs to no cell; nothing is written then, but for a list of the cells that lack a score.

    Args:
        scores: Files of rows with a key and a score: .jsonl, .csv or .parquet.
        to: The .parquet file to write; then model FILE in any run.
        cells: The exported file. [default: the only such file in the folder of SCORES]
        add_to: Previously imported scores to add these to.
        overwrite: Replace an existing file or folder.
    """
    imported: Imported = perform(IMPORT, locals())
    return imported
