"""`magnetite unanswerable`, and the same as a function."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

import typer

from magnetite.cli import options, output
from magnetite.cli.runs import run_and_show, typed
from magnetite.request import TrainingData
from magnetite.running.command import Action, Command, action
from magnetite_papers.training_table.settings import TableSettings, folder_of, settings_from

if TYPE_CHECKING:
    from magnetite import RecipeSettings
    from magnetite.core.results import Run
    from magnetite.running.panels import Watch
    from magnetite.train import Step
    from magnetite_papers.training_table.plan import Planned
    from magnetite_papers.training_table.run import Trains


def _perform(settings: TableSettings, **watched: Any) -> "Run":
    from magnetite_papers.training_table.run import train_and_test

    return train_and_test(settings, **watched)


UNANSWERABLE: Command[TableSettings, Action] = Command(
    "unanswerable",
    TableSettings,
    action(_perform),
    ("data", "output"),
    "",
    """Train on shuffled and partial questions, test on whole ones; if stopped, the same command continues.

    Example: magnetite unanswerable DREAM --seeds 3
    """,
    settings_from,
    watched=("progress", "watch"),
    needs="models",
)


def unanswerable(
    data: str | Path | TrainingData | None = None,
    output: str | Path | None = None,
    *,
    test: str | Path | None = None,
    limit: int | None = None,
    only: Sequence[str] | None = None,
    seeds: int | Sequence[int] | None = None,
    preset: str | Path = "small",
    base: str | Path | None = None,
    init: str | Path | None = None,
    reshuffle: Literal["fixed", "epoch"] = "fixed",
    restarts: int = 2,
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    columns: Mapping[str, str] | None = None,
    skip_bad: bool = False,
    sample: int | None = None,
    sample_seed: int = 0,
    level: str | None = None,
    dev: str | Path | None = None,
    dev_limit: int | None = 1000,
    overwrite: bool = False,
    language: str | None = None,
    store: str | Path | None = None,
    batch_tokens: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    device: str = "auto",
    progress: "Trains | None" = None,
    watch: "Watch | None" = None,
    **recipe: "Unpack[RecipeSettings]",
) -> "Run":
    """Train the full and the un-answerable training sets, test them all, and write the run's folder.

    `data`: a path, or a `TrainingData`, as in `magnetite.train_system`; `split` to `dev_limit` say which questions of
    it, and override those of a `TrainingData`. `test`: a split of the data, or other data, of which `limit` questions
    are asked. `only`: some of the un-answerable sets, by default all six. `seeds`: how many, or which. `recipe`
    overrides numbers of the preset. `output`: the run's folder; by default one under `runs`, named by the data. It
    keeps every system, in `systems/NAME/seed-K`, and a repeat trains none of them again. `overwrite`: its report may be
    replaced by one on other test questions. `progress` is called with training set, seed and step. `workers`, `ray`:
    who tests, as in `audit`; this process trains.
    Raises UsageError, DataError, ModelError or StoreError.
    """
    arguments = locals()
    from magnetite.api.settings import run

    return run(UNANSWERABLE, arguments)


def _unanswerable(
    json: output.Json = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print which systems would be trained; train none.")
    ] = False,
    **values: Any,
) -> None:
    from magnetite_papers.training_table.plan import planned

    settings = UNANSWERABLE.settings_from(options.given(UNANSWERABLE.flags, values))
    folder = folder_of(settings)
    if dry_run:
        return _show_plan(planned(settings), folder, json)
    perform = UNANSWERABLE.prepare(settings).perform

    def progress(training: str, seed: int, step: "Step") -> None:
        _show(f"{training}, seed {seed}", step)

    return run_and_show(folder, lambda line, watch: perform(command=line, watch=watch, progress=progress), json)


command = typed(UNANSWERABLE, _unanswerable)


def _show(what: str, step: "Step") -> None:
    where = f"{what}  step {step.number:,} of {step.of:,}"
    text = f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}"
    output.aside().print(text, markup=False, highlight=False)


def _show_plan(rows: "list[Planned]", folder: Path, json: str | None) -> None:
    """Print which systems exist and which would be trained."""
    from rich.table import Table

    table = Table("trained on", "seed", "state", "questions to read", title=f"The systems of {folder}")
    for row in rows:
        table.add_row(row.cell.training, str(row.cell.seed), row.state, f"{row.questions:,}" if row.questions else "")
    console = output.words(json, wrap=True)
    console.print(table)
    plan = [
        {
            "name": f"{row.cell.training}/seed-{row.cell.seed}",
            "finished": row.state == "finished",
            "state": row.state,
            "questions": row.questions,
        }
        for row in rows
    ]
    output.write_json(json, "plan", {"rows": plan})
    left = sum(row.questions for row in rows)
    console.print(f"In total {left:,} questions, counting each epoch. Nothing was written.", highlight=False)
