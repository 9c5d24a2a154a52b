"""A run or a single finding in the terminal.

Texts from data are wrapped in rich's Text, so that markup in them stays text; long options are shortened.
What this file leaves out: everything that does not fit on two screens, a run's caveats among it; the HTML report
has it all.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from magnetite.core.results import Finding, Run, Table
from magnetite.report.tables import (
    is_numeric,
    rows,
    shorten,
    show_heading,
    show_interval,
    show_label,
    show_number,
    show_quantity,
    show_value,
    show_view,
)

if TYPE_CHECKING:
    import rich.table
    import rich.text
    from rich.console import Console

STRONGEST = 10  # magnets listed
OTHERS = 48  # characters of a line that the columns beside an option take
WORD = 24  # characters up to which a cell is never broken over lines
CELL = 60  # characters of a cell of a table no report knows
LEVELS = 4  # levels that get a column
ROWS = 20  # rows of a table no report knows


def terminal_report(run: Run, console: "Console") -> None:
    """Print a run: the data, accuracy by view, the strongest magnets, the attacks, the answers in words, the cost."""
    console.print(_plain(_data_line(run), "bold"))
    for table in _summaries(run, console.width):
        console.print(table)
    for finding in run.findings:
        console.print(_plain(finding.title, "bold"), _plain(finding.sentence), "", sep="\n")
    for note in run.notes:
        console.print(_plain(f"Note: {note}", "dim"))
    console.print(_plain(_cost_line(run), "dim"))


def terminal_finding(finding: Finding, console: "Console") -> None:
    """Print one finding whole: its sentence, numbers, tables and notes."""
    console.print(_plain(finding.title, "bold"), _plain(finding.sentence), "", sep="\n")
    if finding.numbers:
        cells = [
            (show_label(n), show_number(n), show_interval(n), "" if n.n is None else f"{n.n:,}")
            for n in finding.numbers
        ]
        console.print(_grid("", (("number", False), ("value", True), ("interval", True), ("over", True)), cells))
    for table in finding.tables:
        if len(table):
            console.print(_table(table))
    for note in finding.notes:
        console.print(_plain(f"Note: {note}", "dim"))


def _summaries(run: Run, width: int) -> Iterable["rich.table.Table"]:
    tables = {(finding.probe, table.name): table for finding in run.findings for table in finding.tables}
    if views := _known(tables.get(("shortcuts", "views")), "accuracy"):
        yield _accuracies("Accuracy by view", "view", views)
    elif levels := _known(tables.get(("accuracy", "by_level")), "accuracy"):
        yield _accuracies("Accuracy", "system", levels)
    if magnets := _known(tables.get(("magnets", "interference")), "interference"):
        yield _magnets(magnets, width)
    if attacks := _known(tables.get(("magnets", "attacks")), "before"):
        yield _attacks(attacks, width)


def _known(table: Table | None, column: str) -> Table | None:
    """Return the table if any value of its main column is known: a table of dashes helps nobody."""
    if table is None or all(row[column] is None for row in rows(table)):
        return None
    return table


def _accuracies(title: str, series: str, table: Table) -> "rich.table.Table":
    """List a row per view or system, and what guessing gets where the table says so; a column per level."""
    found = {(str(row[series]), str(row["level"])): row for row in rows(table)}
    names = list(dict.fromkeys(name for name, _ in found))
    levels = list(dict.fromkeys(level for _, level in found if level != "all"))[:LEVELS]
    cells = []
    for name in names:
        whole = found[name, "all"]
        each = [_share(found.get((name, level), {}).get("accuracy")) for level in levels]
        shown = show_view(name) if series == "view" else show_value(series, name)
        cells.append((shown, _share(whole["accuracy"]), _span(whole["low"], whole["high"]), *each))
    if "chance" in table.columns:
        chances = [_share(found.get((names[0], level), {}).get("chance")) for level in ("all", *levels)]
        cells.append(("guessing", chances[0], "", *chances[1:]))
    return _grid(title, _headings(series, "right>", "interval>", *(f"{level}>" for level in levels)), cells)


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
    return _grid(title, _headings("rank>", "option", "T>", "interval>", "over>"), cells)


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
    return _grid(title, _headings("magnet", "before>", "after>", "points>", "p>"), cells)


def _table(table: Table) -> "rich.table.Table":
    shown = rows(table)[:ROWS]
    cells = [tuple(shorten(show_value(name, row[name], table.kind), CELL) for name in table.columns) for row in shown]
    left = len(table) - len(shown)
    title = f"{table.title} (first {len(shown)} of {len(table):,})" if left else table.title
    return _grid(title, tuple((show_heading(name), is_numeric(table, name)) for name in table.columns), cells)


def _grid(title: str, headings: Iterable[tuple[str, bool]], cells: Iterable[tuple[str, ...]]) -> "rich.table.Table":
    """Lay out texts; `headings` are names and whether their column is set flush right."""
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(title=_plain(title) if title else None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    lines = list(cells)
    for number, (name, right) in enumerate(headings):
        short = all(len(line[number]) <= WORD for line in lines)  # a column of words gives way to none of sentences
        grid.add_column(_plain(name), justify="right" if right else "left", no_wrap=right or short, overflow="fold")
    for row in lines:
        grid.add_row(*(_plain(text) for text in row))
    return grid


def _headings(*names: str) -> tuple[tuple[str, bool], ...]:
    return tuple((name.removesuffix(">"), name.endswith(">")) for name in names)


def _plain(text: str, style: str = "") -> "rich.text.Text":
    from rich.text import Text

    return Text(_printable(text), style=style)


def _printable(text: str) -> str:
    """Replace control characters: a text from data must not steer the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def _data_line(run: Run) -> str:
    data = run.dataset
    name = " ".join(str(data[key]) for key in ("name", "split") if data.get(key))
    questions, passages = _count(data.get("items")), _count(len(run.exam["passages"]))
    return f"{name}: {questions} questions on {passages} passages, fingerprint {data.get('fingerprint')}"


def _cost_line(run: Run) -> str:
    cost = run.cost
    spared = cost.get("cells", 0) - cost.get("scored", 0)
    cells = f"{_count(cost.get('cells'))} scores, {_count(spared)} of them repeated or already stored"
    return f"Cost: {cells}; {cost.get('seconds', 0):,.1f} seconds.{_cut(run)}"


def _cut(run: Run) -> str:
    """Say how many passages were cut to fit, for the views that have one; nothing where none was."""
    reading = [system for system in run.systems if system["view"] not in ("O", "QO")]
    if not any(system["truncated"] for system in reading):
        return ""
    cut = ", ".join(f"{system['view']} {_share(system['truncated'])}" for system in reading)
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
