"""`magnetite unanswerable`: train systems on questions that nobody could answer, and test them on the test as it is."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from magnetite.cli import flags

if TYPE_CHECKING:
    from magnetite.auditing import TrainingData
    from magnetite.train import Step


@flags.spread
def command(
    data: flags.Data,
    base: Annotated[
        str | None, typer.Option(help="The pretrained model, a folder or hub id.  \\[default: the preset's]")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="A recipe, as in train.  \\[default: small]")] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, help="Train this many systems on each training set.  \\[default: the preset's]")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The first seed.  \\[default: the preset's, or 0]")] = None,
    only: Annotated[
        str | None,
        typer.Option(metavar="NAME,…", help="Some of P-, Q-, PQ-Shuffle, P-, Q-, PQ-Remove.  \\[default: all]"),
    ] = None,
    reshuffle: Annotated[
        str | None, typer.Option(help="fixed: one shuffle for all epochs; epoch: another in each.  \\[default: fixed]")
    ] = None,
    init: Annotated[
        Path | None,
        typer.Option(help="A trained system to start from; it has read intact text, which the report notes."),
    ] = None,
    test: Annotated[
        str | None, typer.Option(help="Questions to test on: a split of the data, or other data.  \\[default: test]")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Test on this many questions, whole passages.")] = None,
    level: Annotated[str | None, typer.Option(help="Train and test only on questions of this level.")] = None,
    split: Annotated[str | None, typer.Option(help="The split to train on.  \\[default: train]")] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Train on this many questions, whole passages drawn by --sample-seed.")
    ] = None,
    sample_seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    dev: Annotated[
        str | None,
        typer.Option(help="Questions to choose the weights by, never changed: a split, a path, or off; as in train."),
    ] = None,
    dev_limit: Annotated[int, typer.Option(min=1, help="At most this many of them.")] = 1000,
    patience: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many evaluations on dev without a better accuracy.")
    ] = None,
    evaluations: Annotated[
        int | None, typer.Option(min=1, help="Evaluations on dev, and checkpoints, in total.")
    ] = None,
    layout: Annotated[str | None, typer.Option(help="prefix or joint: see the manual.")] = None,
    lora: Annotated[int | None, typer.Option(min=0, help="Rank of LoRA adapters; 0 trains all weights.")] = None,
    epochs: Annotated[float | None, typer.Option(help="Times each question is seen.")] = None,
    batch: Annotated[int | None, typer.Option(min=1, help="Questions a step.")] = None,
    micro: Annotated[
        int | None, typer.Option(min=1, help="Questions at a time on a device; fewer if memory runs out.")
    ] = None,
    learning_rate: Annotated[float | None, typer.Option(help="The highest learning rate.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Cut passages to fit, while training.")] = None,
    dropout: Annotated[float | None, typer.Option(help="Dropout everywhere.")] = None,
    dtype: flags.Dtype = None,
    device: flags.Device = None,
    store: flags.Store = None,
    batch_tokens: flags.BatchTokens = None,
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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print which systems would be trained; train none.")
    ] = False,
    **shared: Unpack[flags.Reading],
) -> None:
    """Train on shuffled and partial questions, test on whole ones; if stopped, the same command continues.

    Example: magnetite unanswerable DREAM --seeds 3
    """
    from magnetite.auditing import TrainingData, default_folder, split_names, unanswerable
    from magnetite.cli.running import run_and_show

    reading = (shared["format_"], flags.read_columns(shared["columns"]), shared["skip_bad"])
    questions = TrainingData(data, split, *reading, sample, sample_seed, dev, dev_limit, level)
    folder = Path(output) if output else default_folder(data, level)
    request: dict[str, Any] = {
        "base": base,
        "preset": preset,
        "seeds": seeds,
        "only": split_names(only) if only is not None else None,
        "reshuffle": reshuffle,
        "init": init,
        "test": test,
        "limit": limit,
        "seed": seed,
        "patience": patience,
        "evaluations": evaluations,
        "layout": layout,
        "lora_rank": lora,
        "epochs": epochs,
        "batch": batch,
        "micro": micro,
        "learning_rate": learning_rate,
        "max_tokens": max_tokens,
        "dropout": dropout,
        "dtype": dtype,
    }
    if dry_run:
        return _show_plan(questions, folder, request)
    request |= {"store": store, "batch_tokens": batch_tokens, "device": device or "auto", "overwrite": overwrite}
    return run_and_show(
        folder,
        lambda command, watch: unanswerable(questions, folder, command=command, watch=watch, progress=_show, **request),
    )


def _show(training: str, seed: int, step: "Step") -> None:
    where = f"{training}, seed {seed}  step {step.number:,} of {step.of:,}"
    typer.echo(f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}", err=True)


def _show_plan(questions: "TrainingData", folder: Path, request: dict[str, Any]) -> None:
    """Print which systems exist and which would be trained."""
    from rich.console import Console
    from rich.table import Table

    from magnetite.auditing import unanswerable_plan

    rows = unanswerable_plan(questions, folder, **request)
    table = Table("trained on", "seed", "state", "questions to read", title=f"The systems of {folder}")
    for row in rows:
        table.add_row(row.cell.training, str(row.cell.seed), row.state, f"{row.questions:,}" if row.questions else "")
    console = Console()
    console.print(table)
    left = sum(row.questions for row in rows)
    console.print(f"In total {left:,} questions, counting each epoch. Nothing was written.", highlight=False)
