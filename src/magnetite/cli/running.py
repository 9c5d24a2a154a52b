"""What every command that writes a run does: show progress, print the run and the path of its report; or its cost."""

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.cli import output

if TYPE_CHECKING:
    from magnetite.commands.panels import Cost, Watch
    from magnetite.core.results import Run
    from magnetite.core.scorer import Traffic
    from magnetite.engine import Progress


def run_and_show(folder: Path, run: "Callable[[str, Watch], Run]", json: str | None = None) -> None:
    """Call `run` with the command as it was typed and what shows progress; print what it returns, and where it is."""
    from magnetite.report import terminal_report
    from magnetite.report.documents import run_content

    output.refuse_unwritable(json)
    with progress_bars() as watch:
        result = run(shlex.join(["magnetite", *sys.argv[1:]]), watch)
    terminal_report(result, output.words(json, wrap=True))
    output.say(json, f"Report: {folder / 'report.html'}")
    output.write_json(json, "run", run_content(result, folder))


def print_costs(what: str, rows: "Sequence[Cost]", json: str | None = None) -> None:
    """Print what something would score, and about how long it would take."""
    from rich.table import Table

    from magnetite.commands.panels import total_traffic

    table = Table(
        "experiment", "needs", "scorer", "cells", "stored", "to score", "about", title=f"What {what} would score"
    )
    for row in rows:
        left = row.cells - row.stored
        about = _traffic(row.traffic) if row.traffic and left else _duration(row.seconds)
        about = "elsewhere" if left and row.traffic is None and row.seconds is None else about  # a file lacks them
        table.add_row(row.experiment, row.need, row.scorer, f"{row.cells:,}", f"{row.stored:,}", f"{left:,}", about)
    console = output.words(json, wrap=True)
    console.print(table)
    output.write_json(json, "costs", {"rows": [_cost(row) for row in rows]})
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
        f"In total about {_duration(sum(row.seconds or 0 for row in rows))} of this process alone; cells that two "
        "experiments need are scored once, so it may be less. Nothing was written except the few scores that "
        "measured the speed.",
        highlight=False,
    )


@contextmanager
def progress_bars() -> "Iterator[Callable[[str, Progress], None]]":
    """Yield a function that shows progress on standard error; none with --quiet."""
    from magnetite.report.progress import progress

    with progress(output.aside(wrap=True)) as watch:
        yield watch


def _cost(row: "Cost") -> dict[str, Any]:
    traffic = {"requests": None, "tokens": None} if row.traffic is None else asdict(row.traffic)
    names = ("experiment", "need", "scorer", "cells", "stored", "seconds")
    return {name: getattr(row, name) for name in names} | traffic


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "nothing"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _traffic(traffic: "Traffic") -> str:
    return f"{traffic.requests:,} requests, {traffic.tokens:,} tokens"
