"""`magnetite train`: fine-tune a system for one view."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetite.cli import flags

if TYPE_CHECKING:
    from magnetite.train import Step


def command(
    data: flags.Data,
    output: Annotated[Path, typer.Option(help="A new folder for the trained system.")],
    view: Annotated[str, typer.Option(help="What the system reads: O, QO, CO or QOC.")] = "QOC",
    init: Annotated[Path | None, typer.Option(help="A trained system to start from, such as QO before QOC.")] = None,
    split: flags.Split = None,
    format_: flags.Format = None,
    columns: flags.Columns = None,
    skip_bad: flags.SkipBad = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Train on this many questions, drawn by --sample-seed.")
    ] = None,
    sample_seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of initial weights and order.")] = 0,
    epochs: Annotated[int, typer.Option(min=1, help="Times each question is seen.")] = 1,
    batch: Annotated[int, typer.Option(min=1, help="Questions a step.")] = 32,
    learning_rate: Annotated[float, typer.Option(min=0.0, help="The highest learning rate.")] = 5e-4,
    rank: Annotated[int, typer.Option(min=1, help="Rank of the LoRA adapters.")] = 32,
    max_tokens: Annotated[int, typer.Option(min=64, help="Cut passages to fit, while training.")] = 448,
) -> None:
    """Train the small encoder for one view, as an adapter with a training card.

    Example: magnetite train RACE.tar.gz --view QO --sample 32000 --output systems/qo
    """
    from magnetite.auditing import data_path
    from magnetite.formats import read, splits
    from magnetite.train import Recipe, sample_items, train

    path = data_path(data)
    split = split or ("train" if "train" in splits(path, format_) else None)
    dataset = read(path, split=split, format=format_, columns=flags.read_columns(columns), skip_bad=skip_bad)
    if sample is not None:
        dataset = sample_items(dataset, sample, sample_seed)
    recipe = Recipe(epochs=epochs, batch=batch, learning_rate=learning_rate, rank=rank, seed=seed)
    train(dataset, view, output, init=init, recipe=recipe, max_tokens=max_tokens, progress=_show)
    typer.echo(f"Trained system: {output}")


def _show(step: "Step") -> None:
    typer.echo(f"step {step.number} of {step.of}  loss {step.loss:.4f}  right {step.correct:.1%}", err=True)
