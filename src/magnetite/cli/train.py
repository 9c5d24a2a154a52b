"""`magnetite train`: fine-tune a system for one view, by a preset."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetite.cli import flags

if TYPE_CHECKING:
    from magnetite.train import Step


def command(
    data: Annotated[
        str | None,
        typer.Argument(
            metavar="DATA", help="See `magnetite describe`; several joined with +.  \\[default: the preset's]"
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            help="A folder for the trained system: new, or one whose training was interrupted.  "
            "\\[default: systems/PRESET/VIEW]"
        ),
    ] = None,
    preset: Annotated[
        str, typer.Option(help="A recipe by name, such as lin2021/roberta-base; or a TOML file of your own.")
    ] = "small",
    view: Annotated[
        str | None, typer.Option(help="What the system reads: O, QO, CO or QOC.  \\[default: the preset's, or QOC]")
    ] = None,
    base: Annotated[
        str | None, typer.Option(help="The pretrained model, a folder or hub id.  \\[default: the preset's]")
    ] = None,
    init: Annotated[Path | None, typer.Option(help="A trained system to start from, such as QO before QOC.")] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, help="Train this many, an ensemble.  \\[default: the preset's, or 1]")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The first seed.  \\[default: the preset's, or 0]")] = None,
    split: flags.Split = None,
    format_: flags.Format = None,
    columns: flags.Columns = None,
    skip_bad: flags.SkipBad = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Train on this many questions, whole passages drawn by --sample-seed.")
    ] = None,
    sample_seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    dev: Annotated[
        str | None,
        typer.Option(
            help="Questions to evaluate on: a split, a path, or off.  \\[default: the data's dev split, if any]"
        ),
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
    train: Annotated[
        str | None,
        typer.Option(help="all; head (only the final linear layer); or none (that layer at random).  \\[default: all]"),
    ] = None,
    augment_with: Annotated[
        Path | None,
        typer.Option(help="A list of options, such as magnets; each training question gets one as a wrong option."),
    ] = None,
    augment_top: Annotated[
        int | None,
        typer.Option(min=1, help="Keep this many of them, those with the highest interference.  \\[default: 400]"),
    ] = None,
    augment_draw: Annotated[
        str | None,
        typer.Option(help="fixed: the same in all epochs; epoch: another in each.  \\[default: fixed]"),
    ] = None,
    change: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Train on questions with parts shuffled or removed, such as P-Shuffle."),
    ] = None,
    reshuffle: Annotated[
        str | None,
        typer.Option(help="fixed: one shuffle for all epochs; epoch: another in each.  \\[default: fixed]"),
    ] = None,
    level: Annotated[str | None, typer.Option(help="Train only on questions of this level.")] = None,
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
) -> None:
    """Train a system for one view, a folder with weights and a training card; if stopped, the same command continues.

    Example: magnetite train RACE.tar.gz --view QO --sample 30000 --output systems/qo
    """
    from magnetite.auditing import TrainingData, train_system

    questions = TrainingData(
        data, split, format_, flags.read_columns(columns), skip_bad, sample, sample_seed, dev, dev_limit, level
    )
    folder = train_system(
        questions,
        output,
        preset=preset,
        view=view,
        base=base,
        init=init,
        seeds=seeds,
        augment_with=augment_with,
        augment_top=augment_top,
        augment_draw=augment_draw,
        change=change,
        reshuffle=reshuffle,
        device=device or "auto",
        progress=_show,
        seed=seed,
        patience=patience,
        evaluations=evaluations,
        layout=layout,
        lora_rank=lora,
        train=train,
        epochs=epochs,
        batch=batch,
        micro=micro,
        learning_rate=learning_rate,
        max_tokens=max_tokens,
        dropout=dropout,
        dtype=dtype,
    )
    if os.environ.get("RANK", "0") == "0":  # of the processes that torchrun starts, one prints
        typer.echo(f"Trained system: {folder}\nLearning curve: {folder / 'training.html'}")


def _show(seed: int, step: "Step") -> None:
    where = f"seed {seed}  step {step.number:,} of {step.of:,}"
    typer.echo(f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}", err=True)
