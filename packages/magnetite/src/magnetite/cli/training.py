"""`magnetite train` and `magnetite unanswerable`: fine-tune systems, and show each step on standard error."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.cli.runs import perform_and_say, run_and_show, typed
from magnetite.commands.train import TRAIN
from magnetite.commands.unanswerable import UNANSWERABLE, Planned, folder_of, planned

if TYPE_CHECKING:
    from magnetite.train import Step


def _train(
    preset: Annotated[str, typer.Option(help=TRAIN.flags["preset"].help)] = "small",
    json: output.Json = None,
    **values: Any,
) -> None:
    given = {"preset": preset, **flags.given(TRAIN.flags, values)}
    perform_and_say(TRAIN, given, json, progress=lambda seed, step: _show(f"seed {seed}", step))


def _unanswerable(
    json: output.Json = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print which systems would be trained; train none.")
    ] = False,
    **values: Any,
) -> None:
    settings = UNANSWERABLE.settings_from(flags.given(UNANSWERABLE.flags, values))
    folder = folder_of(settings)
    if dry_run:
        return _show_plan(planned(settings), folder, json)
    perform = UNANSWERABLE.prepare(settings).perform

    def progress(training: str, seed: int, step: "Step") -> None:
        _show(f"{training}, seed {seed}", step)

    return run_and_show(folder, lambda line, watch: perform(command=line, watch=watch, progress=progress), json)


train, unanswerable = typed(TRAIN, _train), typed(UNANSWERABLE, _unanswerable)


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
