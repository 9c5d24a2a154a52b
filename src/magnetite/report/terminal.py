"""A run or a single finding in the terminal.

Long options are shortened, and a run is cut to two screens, without its caveats; the HTML report has everything.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from magnetite.core.results import Finding, Run
from magnetite.report.findings import in_order
from magnetite.report.kinds import kind_of, matrix
from magnetite.report.ruled import plain, ruled_matrix, ruled_numbers, ruled_table
from magnetite.report.tables import known, show_quantity

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console


def terminal_report(run: Run, console: "Console") -> None:
    """Print a run: the data, what was measured as tables, the answers in words, the cost."""
    console.print(plain(_data_line(run), "bold"))
    for table in _summaries(run, console):
        console.print(table)
    for finding in in_order(run.findings):
        console.print(plain(finding.title, "bold"), plain(finding.sentence), "", sep="\n")
    for note in run.notes:
        console.print(plain(f"Note: {note}", "dim"))
    if run.cost:
        console.print(plain(_cost_line(run), "dim"))


def terminal_finding(finding: Finding, console: "Console") -> None:
    """Print one finding whole: its sentence, numbers, tables and notes."""
    console.print(plain(finding.title, "bold"), plain(finding.sentence), "", sep="\n")
    if finding.numbers:
        console.print(ruled_numbers(finding.numbers))
    for table in finding.tables:
        kind = kind_of(table)
        if turned := matrix(table):
            console.print(ruled_matrix(turned, console))
        elif kind.rows and len(table):
            columns = {name: values for name, values in table.columns.items() if name not in kind.page_only}
            console.print(ruled_table(replace(table, columns=columns), kind.rows, console))
    for note in finding.notes:
        console.print(plain(f"Note: {note}", "dim"))


def _summaries(run: Run, console: "Console") -> Iterable["rich.table.Table"]:
    tables = [table for finding in in_order(run.findings) for table in finding.tables]
    kinds = {table.kind for table in tables if matrix(table)}
    for table in tables:
        kind = kind_of(table)
        if kind.within in kinds or not known(table, kind.main):
            continue
        if turned := matrix(table):
            if not kind.long:
                yield ruled_matrix(turned, console)
        elif kind.summary:
            yield kind.summary(table, console)


def _data_line(run: Run) -> str:
    data = run.dataset
    name = " ".join(str(data[key]) for key in ("name", "split") if data.get(key))
    if run.exam["items"]:
        counts = (("question", data.get("items")), ("passage", len(run.exam["passages"])))
        name += ": " + " on ".join(f"{_count(many)} {what}{'' if many == 1 else 's'}" for what, many in counts)
    return f"{name}, fingerprint {data['fingerprint']}" if data.get("fingerprint") else name


def _cost_line(run: Run) -> str:
    cost = run.cost
    seconds = f"{cost.get('seconds') or 0:,.1f} seconds."
    if "cells" not in cost:
        return f"Cost: {seconds}"
    spared = cost.get("cells", 0) - cost.get("scored", 0)
    cells = f"{_count(cost.get('cells'))} scores, {_count(spared)} of them repeated or already stored"
    return f"Cost: {cells}; {seconds}{_cut(run)}"


def _cut(run: Run) -> str:
    """Return how many passages were cut to fit, by view, in words; "" where none was."""
    reading = [system for system in run.systems if system.get("view") not in ("O", "QO", None)]
    if not any(system.get("truncated") for system in reading):
        return ""
    cut = ", ".join(dict.fromkeys(f"{system['view']} {_share(system.get('truncated'))}" for system in reading))
    return f" Passages cut to fit: {cut}."


def _share(value: object) -> str:
    return show_quantity(value if isinstance(value, int | float) else None, "share")


def _count(value: object) -> str:
    return show_quantity(value if isinstance(value, int | float) else None, "count")
