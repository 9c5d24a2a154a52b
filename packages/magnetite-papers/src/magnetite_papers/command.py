"""`magnetite reproduce`: what a paper did, done again: its tables and figures beside ours."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from magnetite.cli import options
from magnetite.cli import output as output_
from magnetite.cli.runs import progress_bars
from magnetite.request import Asking, split_names

NOTHING = "none"
GPU_SPEED = 70e12  # operations a second: about what a card of 24 GB is said to do in bfloat16
FEWEST_GPU_HOURS = 1.0  # below that, loading and tokenising count more than the products that are priced


@options.spread((Asking, "store", "dtype", "device", "batch_tokens"))
def command(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="lin2021, si2019 or liusie2022.")],
    data: Annotated[
        str | None,
        typer.Argument(metavar="FOLDER", help="Folder of the data sets, named as in the configuration."),
    ] = None,
    scale: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="laptop, paper, or a configuration of your own in TOML.")
    ] = "laptop",
    only: Annotated[
        str | None,
        typer.Option(
            metavar="PART,…",
            help="Exhibits or stages to run; none only rebuilds the page.  \\[default: all]",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Where systems and runs are kept.  \\[default: runs/PAPER-SCALE]"),
    ] = None,
    archive: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of saved results of stages, without the exams' texts: those found there are reused, new ones "
            "are saved.",
        ),
    ] = None,
    page: Annotated[
        str | None, typer.Option(metavar="FILE", help="The page, in Markdown.  \\[default: page.md in the folder]")
    ] = None,
    json: output_.Json = None,
    dry_run: options.DryRun = False,
    **given: Any,
) -> None:
    """Rerun a paper: train or load systems, make its tables and figures, and compare its figures with yours.

    If stopped, the same command continues.

    Example: magnetite reproduce lin2021 data --dry-run
    """
    from magnetite_papers import reproduce

    exhibits = None if not only else [] if only == NOTHING else split_names(only)
    if dry_run:
        return _show_plan(
            paper, data, {**given, "scale": scale, "only": exhibits, "output": output, "archive": archive}, json
        )
    from magnetite.report.documents import run_content
    from magnetite.report.wording import notes_of

    output_.refuse_unwritable(json)
    with progress_bars() as watch:
        run = reproduce(
            paper,
            data,
            scale=scale,
            output=output,
            only=exhibits,
            archive=archive,
            page=page,
            command=_command(paper, data, scale, only),
            watch=watch,
            say=_say,
            **given,
        )
    claims = run.findings[0]
    folder = Path(output) if output else Path("runs") / f"{paper}-{Path(scale).stem}"
    output_.say(json, claims.sentence, *notes_of(run.notes), f"Page: {page or folder / 'page.md'}")
    return output_.write_json(json, "run", run_content(run, folder))


def _say(text: str) -> None:
    output_.aside().print(text, markup=False, highlight=False)


def _show_plan(paper: str, data: str | None, request: dict[str, Any], json: str | None) -> None:
    """Print the stages, what each would cost, and which are finished."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Column, Table
    from rich.text import Text

    from magnetite_papers import planned
    from magnetite_papers.price import REACHED, hours_of

    rows = planned(paper, data, say=_say, **request)
    console = output_.words(json, wrap=True)
    longest = max((len(each.stage.name) for each, _ in rows), default=0)  # a name is whole, for --only takes it
    numbers = [Column(name, justify="right", no_wrap=True) for name in ("cells", "steps", "estimate", "GiB")]
    table = Table(Column("stage", min_width=longest), *numbers, title=f"The stages of {paper}", box=SIMPLE_HEAD)
    for each, done in rows:
        size = each.stage.size
        hours = "finished" if done else _hours(each.hours) if each.gib else ""
        gib = f"{each.gib:.1f}" if each.gib else ""
        named = Group(each.stage.name, Padding(Text(each.stage.about, "dim"), (0, 0, 0, 2)))
        table.add_row(named, _count(size.cells), _count(size.updates), hours, gib)
    console.print(table)
    plan = [
        {
            "name": each.stage.name,
            "finished": done,
            "about": each.stage.about,
            "cells": each.stage.size.cells,
            "updates": each.stage.size.updates,
            "hours": each.hours,
            "gib": each.gib,
        }
        for each, done in rows
    ]
    output_.write_json(json, "plan", {"rows": plan})
    left = [each for each, done in rows if not done]
    here = sum(each.hours for each in left)
    gpu = hours_of(sum(each.operations for each in left), GPU_SPEED)
    on_gpu = (
        f"The same products take {_hours(gpu)} at {REACHED:.0%} of {GPU_SPEED / 1e12:.0f} teraflops, which a GPU of "
        "24 GB is said to do in bfloat16; no stage has been timed on one. "
        if gpu >= FEWEST_GPU_HOURS
        else ""
    )
    console.print(
        f"Total: {_hours(here)} on this machine in one process. This is an estimate, not a measurement: the number of "
        "tokens at the speed of matrix products measured a moment ago, without loading, tokenising and attention. "
        f"{on_gpu}GiB: weights and, in training, gradients, optimizer moments and activations. "
        "Nothing was written.",
        highlight=False,
    )


def _command(paper: str, data: str | None, scale: str, only: str | None) -> str:
    """Write the command that was typed, without where things lie on this machine: the page is published.

    One that only rebuilds the page made nothing that stands on it, so the command that did is printed.
    """
    typed = ["magnetite", "reproduce", paper, *([Path(data).resolve().name] if data else [])]
    typed += ["--scale", Path(scale).name] if scale != "laptop" else []
    return shlex.join([*typed, *(["--only", only] if only and only != NOTHING else [])])


def _hours(hours: float) -> str:
    return f"{hours:,.0f} h" if hours >= 100 else f"{hours:.1f} h" if hours >= 0.1 else f"{60 * hours:.0f} min"


def _count(value: int) -> str:
    return f"{value:,}" if value else ""
