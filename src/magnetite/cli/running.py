"""What every command that writes a run does: show progress, print the run and the path of its report; or its cost."""

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import TaskID

    from magnetite.auditing import AuditSettings, Cost
    from magnetite.core.results import Run
    from magnetite.core.scorer import Traffic
    from magnetite.engine import Progress


def audit_or_price(settings: "AuditSettings", *, dry_run: bool) -> None:
    """Audit with these settings into a run folder; or only print what it would cost."""
    from magnetite.auditing import audit_as, run_folder

    if dry_run:
        return show_costs(settings)
    folder = run_folder(settings.data, settings.output)
    request = replace(settings, output=str(folder))
    return run_and_show(folder, lambda command, watch: audit_as(request, command=command, watch=watch))


def run_and_show(folder: Path, run: "Callable[[str, Callable[[str, Progress], None]], Run]") -> None:
    """Call `run` with the command as it was typed and a function that shows progress; print what it returns."""
    from rich.console import Console

    from magnetite.report import terminal_report

    with progress_bars() as watch:
        result = run(shlex.join(["magnetite", *sys.argv[1:]]), watch)
    console = Console()
    terminal_report(result, console)
    console.print(f"Report: {folder / 'report.html'}", soft_wrap=True, markup=False, highlight=False)


def show_costs(settings: "AuditSettings") -> None:
    """Print what an audit would score, a row for each need of an experiment and member of a system."""
    from magnetite.auditing import costs, prepare_as

    print_costs("this audit", costs(prepare_as(settings)))


def print_costs(what: str, rows: "Sequence[Cost]") -> None:
    """Print what something would score, and about how long it would take."""
    from rich.console import Console
    from rich.table import Table

    from magnetite.auditing.panels import total_traffic

    table = Table(
        "experiment", "needs", "scorer", "cells", "stored", "to score", "about", title=f"What {what} would score"
    )
    for row in rows:
        left = row.cells - row.stored
        about = _traffic(row.traffic) if row.traffic and left else _duration(row.seconds)
        table.add_row(row.experiment, row.need, row.scorer, f"{row.cells:,}", f"{row.stored:,}", f"{left:,}", about)
    console = Console()
    console.print(table)
    if traffic := total_traffic(rows):
        console.print(
            f"Servers would be asked {_traffic(traffic)}, at four bytes a token, at most: cells that two experiments "
            "need are asked for once. The first request is sent twice, to compare its answers, and a failed one is "
            "repeated. Nothing was sent now. To set a ceiling: --request-limit, --token-limit.",
            highlight=False,
        )
    if all(row.traffic for row in rows) and traffic:
        return
    console.print(
        f"In total about {_duration(sum(row.seconds or 0 for row in rows))}; cells that two experiments need are "
        "scored once, so it may be less. Nothing was written except the few scores that measured the speed.",
        highlight=False,
    )


@contextmanager
def progress_bars() -> Iterator[Callable[[str, "Progress"], None]]:
    """Yield a function that shows one bar per label on standard error; stored cells take no time and get no bar.

    A bar counts tokens, so that the time left allows for long passages; beside it are cells, and both speeds.
    """
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[cells]} cells", markup=False),
        TextColumn("{task.fields[speed]}", markup=False),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, TaskID] = {}

        def watch(label: str, progress: "Progress") -> None:
            if progress.total == 0:
                return
            if label not in tasks:
                tasks[label] = bars.add_task(label, total=progress.tokens_total, cells="", speed="")
            cells = f"{progress.done:,}/{progress.total:,}"
            bars.update(tasks[label], completed=progress.tokens_done, cells=cells, speed=_speed(progress))

        yield watch


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "nothing"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _traffic(traffic: "Traffic") -> str:
    return f"{traffic.requests:,} requests, {traffic.tokens:,} tokens"


def _speed(progress: "Progress") -> str:
    if not progress.seconds:
        return ""
    cells, tokens = progress.done / progress.seconds, progress.tokens_done / progress.seconds
    return f"{cells:,.0f} cells/s · {tokens:,.0f} tokens/s"
