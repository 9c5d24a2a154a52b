"""`magnetite train`: fine-tune a system for one view, by a preset."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magnetite.cli import flags
from magnetite.cli import output as output_
from magnetite.commands.audit import AuditSettings
from magnetite.request import TrainingData
from magnetite.train.recipe import Recipe

if TYPE_CHECKING:
    from magnetite.train import Step


@flags.spread(
    (AuditSettings, "split", *flags.READING, "dtype", "device"),
    (TrainingData, *flags.SAMPLE, "dev", "level"),
    (Recipe, *flags.RECIPE, "train"),
)
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
        str | None,
        typer.Option(
            help="The pretrained model: a folder, a hub id, a GGUF file, or a packaged one: reader, reader-small, "
            "smollm2.  \\[default: the preset's]"
        ),
    ] = None,
    init: Annotated[Path | None, typer.Option(help="A trained system to start from, such as QO before QOC.")] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, help="Train this many, an ensemble.  \\[default: the preset's, or 1]")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The first seed.  \\[default: the preset's, or 0]")] = None,
    augment_with: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE|LIST",
            help="A list of options, such as magnets; each training question gets one as a wrong option.",
        ),
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
    json: output_.Json = None,
    **given: Any,
) -> None:
    """Train a system for one view, a folder with weights and a training card; if stopped, the same command continues.

    Example: magnetite train RACE.tar.gz --view QO --sample 30000 --output systems/qo
    """
    from magnetite.commands.train import train_system

    folder = train_system(
        flags.taken(TrainingData, given, data=data),
        output,
        preset=preset,
        view=view,
        base=base,
        init=init,
        seeds=seeds,
        seed=seed,
        augment_with=augment_with,
        augment_top=augment_top,
        augment_draw=augment_draw,
        change=change,
        reshuffle=reshuffle,
        device=given.pop("device") or "auto",
        progress=_show,
        **given,
    )
    if os.environ.get("RANK", "0") == "0":  # of the processes that torchrun starts, one prints
        output_.say(json, f"Trained system: {folder}", f"Learning curve: {folder / 'training.html'}")
        output_.write_json(json, "written", {"path": str(folder), "count": None, "of": "system", "notes": []})


def _show(seed: int, step: "Step") -> None:
    where = f"seed {seed}  step {step.number:,} of {step.of:,}"
    text = f"{where}  {step.split:5s}  loss {step.loss:.4f}  right {step.correct:.1%}"
    output_.aside().print(text, markup=False, highlight=False)
