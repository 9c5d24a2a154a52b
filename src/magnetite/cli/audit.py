"""`magnetite audit`: score an exam, let the probes answer, write the report."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetite.cli import flags

if TYPE_CHECKING:
    from magnetite.auditing import AuditSettings


def command(
    data: Annotated[
        str | None, typer.Argument(metavar="DATA", help="See `magnetite describe`; or in --config.")
    ] = None,
    model: flags.Model = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings; flags override it.")] = None,
    split: flags.Split = None,
    format_: flags.Format = None,
    columns: flags.Columns = None,
    limit: flags.Limit = None,
    seed: flags.Seed = None,
    views: flags.Views = None,
    probes: Annotated[
        str | None, typer.Option(metavar="PROBE,…", help="Any of accuracy, shortcuts, magnets; all by default.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PROBE.SETTING=VALUE", help="A probe's own setting, as magnets.pool_size=500."),
    ] = None,
    output: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="The run's folder.  \\[default: a new one under runs/]")
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write into a folder that holds another run or other files.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would cost; write no report.")] = False,
    store: flags.Store = None,
    dtype: flags.Dtype = None,
    device: flags.Device = None,
    keep: flags.Keep = None,
    blank: flags.Blank = None,
    batch_tokens: flags.BatchTokens = None,
    skip_bad: flags.SkipBad = False,
) -> None:
    """Audit an exam: which questions need no passage, which options attract a model whatever the passage says.

    Example: magnetite audit RACE.tar.gz --split test --limit 300
    """
    from magnetite.auditing import audit_settings, read_assignments, split_names

    settings = audit_settings(
        config,
        data=data,
        model=model,
        split=split,
        format=format_,
        columns=flags.read_columns(columns),
        limit=limit,
        seed=seed,
        views=split_names(views) if views is not None else None,
        probes=split_names(probes) if probes is not None else None,
        probe_settings=read_assignments(set_) if set_ else None,
        output=output,
        store=store,
        dtype=dtype,
        device=device,
        keep=keep,
        blank=blank,
        batch_tokens=batch_tokens,
        skip_bad=skip_bad or None,
        overwrite=overwrite or None,
    )
    _dry_run(settings) if dry_run else _run(settings)


def _run(settings: "AuditSettings") -> None:
    from rich.console import Console

    from magnetite.auditing import audit_as, run_folder
    from magnetite.cli.watching import progress_bars
    from magnetite.report import terminal_report

    folder = run_folder(settings)
    with progress_bars() as watch:
        run = audit_as(replace(settings, output=str(folder)), command=_typed(), watch=watch)
    console = Console()
    terminal_report(run, console)
    console.print(f"Report: {folder / 'report.html'}", soft_wrap=True, markup=False, highlight=False)


def _dry_run(settings: "AuditSettings") -> None:
    from rich.console import Console
    from rich.table import Table

    from magnetite.auditing import costs, open_store, prepare_as

    rows = costs(prepare_as(settings), open_store(settings.store))
    table = Table(
        "probe", "needs", "scorer", "cells", "stored", "to score", "about", title="What this audit would score"
    )
    for row in rows:
        left = row.cells - row.stored
        counts = (f"{row.cells:,}", f"{row.stored:,}", f"{left:,}", _duration(row.seconds))
        table.add_row(row.probe, row.need, row.scorer, *counts)
    console = Console()
    console.print(table)
    console.print(
        f"In all about {_duration(sum(row.seconds or 0 for row in rows))}; cells that two probes need are scored once, "
        "so it may be less. Nothing was written but the few scores that measured the speed.",
        highlight=False,
    )


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "nothing"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _typed() -> str:
    return shlex.join(["magnetite", *sys.argv[1:]])
