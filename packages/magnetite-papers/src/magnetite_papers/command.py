"""`magnetite reproduce`: what a paper did, done again: its tables and figures beside ours."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from examfiles.errors import Error, UsageError
from magnetite.cli import options
from magnetite.cli import output as output_
from magnetite.cli.runs import progress_bars
from magnetite.request import Asking, split_names

if TYPE_CHECKING:
    from rich.table import Table

    from magnetite_papers.price import Price

NOTHING = "none"
ALL = "all"
FEWEST_GPU_HOURS = 1.0  # below that, loading and tokenising count more than the products that are priced


@options.spread((Asking, "store", "dtype", "device", "batch_tokens"))
def command(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="lin2021, si2019, liusie2022, or all of them.")],
    data: Annotated[
        str | None,
        typer.Argument(metavar="FOLDER", help="Folder of the data sets, named as in the configuration."),
    ] = None,
    scale: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="laptop, paper, or a configuration of your own in TOML; with all, a folder with one for each paper.",
        ),
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
        typer.Option(
            metavar="FOLDER",
            help="Where systems and runs are kept; with all, a folder for each.  \\[default: runs/PAPER-SCALE]",
        ),
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

    If stopped, the same command continues. With all, a paper that fails does not stop the others.

    Example: magnetite reproduce lin2021 data --dry-run
    """
    exhibits = None if not only else [] if only == NOTHING else split_names(only)
    papers = _papers(paper, {"--only": only, "--page": page, "--json": None if dry_run else json})
    places = {"scale": scale, "output": output, "archive": archive}
    if dry_run:
        return _show_plan(papers, data, {**given, **places, "only": exhibits}, json)
    output_.refuse_unwritable(json)
    failed: Error | None = None
    for name in papers:
        asked = {**given, **places, "only": exhibits, "page": page, "command": _command(name, data, scale, only)}
        try:
            _reproduce(name, data, asked | _places(name, papers, places), json)
        except Error as error:
            if len(papers) == 1:
                raise
            _say(f"{name}: {error}")
            failed = failed or error
    if failed is not None:
        raise failed
    return None


def _papers(paper: str, single: Mapping[str, object]) -> list[str]:
    """Return the papers that are asked for; `single`: flags that only one paper can have."""
    from magnetite_papers.paper import PAPERS

    if paper != ALL:
        return [paper]
    for flag, value in single.items():
        if value:
            raise UsageError(f"{flag} is for one paper. Name it: {', '.join(PAPERS)}.")
    return list(PAPERS)


def _places(paper: str, papers: Sequence[str], places: Mapping[str, Any]) -> dict[str, str]:
    """Return a paper's own folders inside those that were given for several."""
    names = [name for name in ("output", "archive") if places[name] and len(papers) > 1]
    return {name: str(Path(places[name]) / paper) for name in names}


def _reproduce(paper: str, data: str | None, asked: dict[str, Any], json: str | None) -> None:
    """Reproduce one paper, and say what came of its claims."""
    from magnetite.report.documents import run_content
    from magnetite.report.wording import notes_of
    from magnetite_papers import reproduce

    with progress_bars() as watch:
        run = reproduce(paper, data, watch=watch, say=_say, **asked)
    folder = Path(asked["output"] or Path("runs") / f"{paper}-{Path(asked['scale']).stem}")
    written = asked["page"] or folder / "page.md"
    output_.say(json, run.findings[0].sentence, *notes_of(run.notes), f"Page: {written}")
    output_.write_json(json, "run", run_content(run, folder))


def _say(text: str) -> None:
    output_.aside().print(text, markup=False, highlight=False)


def _show_plan(papers: Sequence[str], data: str | None, request: dict[str, Any], json: str | None) -> None:
    """Print the stages of each paper, what each would cost, and which are finished; and what all cost together."""
    from magnetite_papers import planned
    from magnetite_papers.price import GPU_SPEED, REACHED

    rows: list[tuple[str, Price, bool]] = []
    for paper in papers:
        asked = request | _places(paper, papers, request)
        rows += [(paper, each, done) for each, done in planned(paper, data, say=_say, **asked)]
    console = output_.words(json, wrap=True)
    on_gpu = sum(each.gpu_hours for _, each, _ in rows) >= FEWEST_GPU_HOURS
    for paper in papers:
        console.print(_stages(paper, [(each, done) for name, each, done in rows if name == paper], on_gpu=on_gpu))
    several = len(papers) > 1
    plan = [
        {
            "name": f"{paper}: {each.stage.name}" if several else each.stage.name,
            "finished": done,
            "about": each.stage.about,
            "cells": each.stage.size.cells,
            "updates": each.stage.size.updates,
            "hours": each.hours,
            "gib": each.gib,
        }
        for paper, each, done in rows
    ]
    output_.write_json(json, "plan", {"rows": plan})
    left = [each for _, each, done in rows if not done]
    gpu = sum(each.gpu_hours for each in left)
    same = (
        f"The same products take {_hours(gpu)} at {REACHED:.0%} of {GPU_SPEED / 1e12:.0f} teraflops, which a GPU of "
        "24 GB is said to do in bfloat16; no stage has been timed on one. "
        if gpu >= FEWEST_GPU_HOURS
        else ""
    )
    disk = sum(each.disk for each in left)
    console.print(
        f"Total: {_hours(sum(each.hours for each in left))} on this machine in one process. This is an estimate, not a "
        "measurement: the number of tokens at the speed of matrix products measured a moment ago, without loading, "
        f"tokenising and attention. {same}GiB: weights and, in training, gradients, optimizer moments and activations. "
        f"{f'On disk: {disk:,.0f} GiB of trained weights, without embeddings. ' if disk >= 1 else ''}"
        "Nothing was written.",
        highlight=False,
    )


def _stages(paper: str, rows: Sequence[tuple["Price", bool]], *, on_gpu: bool) -> "Table":
    """Return a paper's stages as a table for the terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Column, Table
    from rich.text import Text

    longest = max((len(each.stage.name) for each, _ in rows), default=0)  # a name is whole, for --only takes it
    names = ["cells", "steps", "estimate", *(["GPU"] if on_gpu else []), "GiB"]
    numbers = [Column(name, justify="right", no_wrap=True) for name in names]
    table = Table(Column("stage", min_width=longest), *numbers, title=f"The stages of {paper}", box=SIMPLE_HEAD)
    for each, done in rows:
        size = each.stage.size
        hours = "finished" if done else _hours(each.hours) if each.gib else ""
        gpu = [_hours(each.gpu_hours) if each.gib and not done else ""] if on_gpu else []
        gib = f"{each.gib:.1f}" if each.gib else ""
        named = Group(each.stage.name, Padding(Text(each.stage.about, "dim"), (0, 0, 0, 2)))
        table.add_row(named, _count(size.cells), _count(size.updates), hours, *gpu, gib)
    return table


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
