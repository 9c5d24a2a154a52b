"""`magnetite unanswerable`: train systems on questions that nobody could answer, and test them on the test as it is."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import flags
from magnetite.cli import output as output_
from magnetite.commands.audit import AuditSettings
from magnetite.request import WORKERS, TrainingData, UnanswerableSettings
from magnetite.train.recipe import Recipe

if TYPE_CHECKING:
    from magnetite.train import Step


@flags.spread(
    (UnanswerableSettings, "base", "preset", "seeds", "restarts", "only", "reshuffle", "init", "test", "limit"),
    (TrainingData, *flags.SAMPLE),
    (Recipe, *flags.RECIPE),
    (AuditSettings, "dtype", "device", "store", "batch_tokens", *WORKERS, *flags.READING),
)
def command(
    data: flags.Data,
    seed: Annotated[int | None, typer.Option(min=0, help="The first seed.  \\[default: the preset's, or 0]")] = None,
    level: Annotated[str | None, typer.Option(help="Train and test only on questions of this level.")] = None,
    split: Annotated[str | None, typer.Option(help="The split to train on.  \\[default: train]")] = None,
    dev: Annotated[
        str | None,
        typer.Option(help="Questions to choose the weights by, never changed: a split, a path, or off; as in train."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="The run's folder: new, or one that was interrupted.  \\[default: runs/unanswerable-NAME]",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a report on other test questions; the systems stay.")
    ] = False,
    json: output_.Json = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print which systems would be trained; train none.")
    ] = False,
    **given: Any,
) -> None:
    """Train on shuffled and partial questions, test on whole ones; if stopped, the same command continues.

    Example: magnetite unanswerable DREAM --seeds 3
    """
    from magnetite.cli.runs import run_and_show
    from magnetite.commands.unanswerable import default_folder, unanswerable

    questions = flags.taken(TrainingData, given, data=data, split=split, dev=dev, level=level)
    folder = Path(output) if output else default_folder(data, level)
    how = {name: given.pop(name) for name in ("store", "batch_tokens", "device", *WORKERS)}
    request: dict[str, Any] = {**given, "seed": seed}
    if dry_run:
        return _show_plan(questions, folder, {**request, "overwrite": overwrite}, json)
    request |= {**how, "device": how["device"] or "auto", "overwrite": overwrite}
    return run_and_show(
        folder,
        lambda command, watch: unanswerable(questions, folder, command=command, watch=watch, progress=_show, **request),
        json,
    )


def _show(training: str, seed: int, step: "Step") -> None:
    where = f"{training}, seed {seed}  step {step.number:,} of {step.of:,}"
    text = f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}"
    output_.aside().print(text, markup=False, highlight=False)


def _show_plan(questions: "TrainingData", folder: Path, request: dict[str, Any], json: str | None) -> None:
    """Print which systems exist and which would be trained."""
    from rich.table import Table

    from magnetite.commands.unanswerable import unanswerable_plan

    rows = unanswerable_plan(questions, folder, **request)
    table = Table("trained on", "seed", "state", "questions to read", title=f"The systems of {folder}")
    for row in rows:
        table.add_row(row.cell.training, str(row.cell.seed), row.state, f"{row.questions:,}" if row.questions else "")
    console = output_.words(json, wrap=True)
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
    output_.write_json(json, "plan", {"rows": plan})
    left = sum(row.questions for row in rows)
    console.print(f"In total {left:,} questions, counting each epoch. Nothing was written.", highlight=False)
