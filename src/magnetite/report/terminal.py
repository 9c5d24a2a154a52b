"""A run or a single finding in the terminal.

Long options are shortened, and a run is cut to two screens, without its caveats; the HTML report has everything.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from magnetite.core.results import Finding, Run, Table, Value
from magnetite.report.matrices import matrix
from magnetite.report.ruled import plain, ruled, ruled_matrix, ruled_numbers, ruled_table
from magnetite.report.tables import rows, shorten, show_quantity, show_value
from magnetite.report.words import in_order

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

STRONGEST = 10  # magnets listed
OTHERS = 48  # characters in a line that the columns beside an option take
ROWS = 20  # rows of a table of unknown kind
PICTURES = (  # points that only a figure can show, and texts that take a page
    *("reliability", "interference_by_system", "interference_scatter", "by_attack", "unreadable_examples"),
    *("unreadable_by_growth", "unreadable_by_answer_length", "unreadable_by_degree"),
)
DETAILS = (
    *("best_of", "features", "system_agreement", "caught_by"),
    *("unreadable_lengths", "unreadable_truncated", "unreadable_correlations", "unreadable_controls"),
)  # kinds with a matrix, but too long for a summary of two screens
LISTED = 5  # rows of a list of questions, which the page shows in full


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
        if turned := matrix(table):
            console.print(ruled_matrix(turned, console))
        elif table.kind in ("question_list", "attack_examples", "flips") and len(table):
            console.print(ruled_table(_listed(table), LISTED, console))
        elif len(table) and table.kind not in PICTURES:
            console.print(ruled_table(table, ROWS, console))
    for note in finding.notes:
        console.print(plain(f"Note: {note}", "dim"))


def _summaries(run: Run, console: "Console") -> Iterable["rich.table.Table"]:
    views = any(table.kind == "accuracy_by_view" and matrix(table) for f in run.findings for table in f.tables)
    for finding in in_order(run.findings):
        for table in finding.tables:
            if table.kind == "accuracy_by_level" and views:
                continue  # the views show it too, and more
            if grid := _summary(finding, table, console):
                yield grid


def _summary(finding: Finding, table: Table, console: "Console") -> "rich.table.Table | None":
    """Draw a table that belongs to the summary of a run; None for others, and where the main column is unknown."""
    if turned := matrix(table):
        return None if table.kind in DETAILS else ruled_matrix(turned, console)
    if table.kind == "interference_curve" and _known(table, "interference"):
        return _magnets(table, console.width)
    if table.kind == "attacks" and _known(table, "before"):
        return _attacks(table, console.width)
    if table.kind in _SHORTENED and len(table):
        return _SHORTENED[table.kind](table)
    follows = finding.probe == "following" and table.name == "following" and _known(table, "share")
    if follows or (table.kind == "race" and len(table)):
        return ruled_table(table if follows else _finishes(table), ROWS, console)
    return None


def _listed(table: Table) -> Table:
    """Return a list of questions without the columns that only the report shows."""
    columns = {name: values for name, values in table.columns.items() if name not in ("passage_id", "level")}
    return replace(table, columns=columns)


def _candidates(table: Table) -> "rich.table.Table":
    """List the surest right answers that attacks turned wrong, each question once."""
    first: dict[Value, dict[str, Value]] = {}
    for row in sorted(rows(table), key=lambda row: -float(row["probability_before"] or 0)):
        first.setdefault(row["id"], row)
    several = len({row["system"] for row in first.values()}) > 1
    cells = [
        (
            str(row["id"]),
            *((str(row["system"]),) if several else ()),
            str(row["attack"]),
            _share(row["probability_before"]),
            _share(row["probability_after"]),
            f"{row['answer']} → {row['chosen_after']}",
        )
        for row in list(first.values())[:LISTED]
    ]
    title = f"{table.title}: the {len(cells)} surest of {len(first):,} questions, with the key's probability"
    heads = ("question", *(("system",) if several else ()), "attack", "before>", "after>", "chosen")
    return ruled(title, _headings(*heads), cells)


def _known(table: Table, column: str) -> bool:
    """Return whether any value of a table's main column is known: a table of dashes helps nobody."""
    return any(row[column] is not None for row in rows(table))


def _ends(table: Table) -> "rich.table.Table":
    """List where each seed's learning curve ends."""
    last = {(row["seed"], row["split"]): row for row in rows(table)}
    names = ("seed", "split", "step", "loss", "accuracy")
    cells = [tuple(show_value(name, row[name]) for name in names) for row in last.values()]
    return ruled("Where learning ended", _headings("seed>", "measured on", "step>", "loss>", "right>"), cells)


def _finishes(table: Table) -> Table:
    """Return the last round of each system's race."""
    last = {row["system"]: row for row in rows(table)}.values()
    columns = {name: [row[name] for row in last] for name in ("system", "questions", "options", "cells")}
    return replace(table, title="Where the race ended", columns=columns)


_SHORTENED = {"learning_curve": _ends, "flips": _candidates}


def _magnets(table: Table, width: int) -> "rich.table.Table":
    cells = [
        (
            _count(row["rank"]),
            _option(row["option"], width),
            _share(row["interference"]),
            _span(row["low"], row["high"]),
            _count(row["n"]),
        )
        for row in rows(table)[:STRONGEST]
    ]
    title = f"The {len(cells)} strongest of {len(table):,} irrelevant options"
    return ruled(title, _headings("rank>", "option", "T>", "interval>", "over>"), cells)


def _attacks(table: Table, width: int) -> "rich.table.Table":
    cells = [
        (
            _option(row["option"], width),
            _share(row["before"]),
            _share(row["after"]),
            show_value("difference", row["difference"]),
            show_value("p", row["p"]),
        )
        for row in rows(table)
    ]
    title = "Accuracy before and after one wrong option is replaced"
    return ruled(title, _headings("magnet", "before>", "after>", "points>", "p>"), cells)


def _headings(*names: str) -> tuple[tuple[str, bool], ...]:
    return tuple((name.removesuffix(">"), name.endswith(">")) for name in names)


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


def _option(text: object, width: int) -> str:
    """Shorten an option so that its table fits a terminal of this width."""
    return shorten(str(text), max(16, min(60, width - OTHERS)))


def _share(value: object) -> str:
    return show_quantity(value if isinstance(value, int | float) else None, "share")


def _count(value: object) -> str:
    return show_quantity(value if isinstance(value, int | float) else None, "count")


def _span(low: object, high: object) -> str:
    return "" if low is None or high is None else f"{_share(low).removesuffix('%')}–{_share(high)}"
