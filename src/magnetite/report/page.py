"""What the page holds, in reading order, ready to be written: cards, sections with figures and tables, items, method.

What this file leaves out: HTML (`templates/`), charts (`figures`) and the rows of the item table (`items`).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from magnetite.core.results import Finding, Number, Run, Table, Value
from magnetite.report.figures import figures
from magnetite.report.items import page_items
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
)
from magnetite.report.words import GLOSSARY, INTROS, headlines

ITEM_LIMIT = 5000  # questions on the page; the files beside it hold all (the whole RACE test set has 4,934)
ROW_LIMIT = 100  # rows of a table on the page
OPEN_ROWS = 10  # rows that stand open; the rest is folded away
LONG = 24  # characters from which a column is set wide
CELL_LIMIT = 300  # characters of a text in a table; the item table and the files hold all
_ORDER = ("accuracy", "shortcuts", "magnets")


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold one cell of a table: its text, how it is set ("number", "long" or ""), and the item it names, if any."""

    text: str
    style: str = ""
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Hold a table as it is written; `left_out` counts the rows that are not."""

    title: str
    headings: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int = 0
    open_rows: int = OPEN_ROWS


@dataclass(frozen=True, slots=True)
class Shown:
    """Hold one figure on the page: the Vega-Lite specification and what is said beneath it."""

    name: str
    caption: str
    spec: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Block:
    """Hold one table of a finding: its figures, with the rows behind them folded away, or its rows alone."""

    title: str
    figures: tuple[Shown, ...]
    grid: Grid


@dataclass(frozen=True, slots=True)
class Headline:
    """Hold one number of a card; `span` is its interval on a line from 0 to 100, None where it is no share."""

    value: str
    words: str
    interval: str
    span: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class Section:
    """Hold one finding: what its probe asks, the answer, headline numbers, caveats, and its tables.

    The answer stands on the finding's card; `bare` findings have nothing else, and their section says it again.
    """

    id: str
    title: str
    intro: str
    sentence: str
    headlines: tuple[Headline, ...]
    notes: tuple[str, ...]
    blocks: tuple[Block, ...]
    numbers: Grid

    @property
    def bare(self) -> bool:
        """Say whether there is neither a table nor a number to show."""
        return not self.blocks and not self.numbers.rows


@dataclass(frozen=True, slots=True)
class Page:
    """Hold the whole page. `facts`, `settings`, `versions` are pairs of a name and a text."""

    title: str
    lead: str
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    items: Mapping[str, Any]
    items_left_out: int
    facts: tuple[tuple[str, str], ...]
    systems: Grid
    settings: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    command: str
    glossary: tuple[tuple[str, str], ...] = field(default=GLOSSARY)


def page(run: Run) -> Page:
    """Arrange a run for reading: the known probes first, in their order, then any others."""
    known = [finding for name in _ORDER for finding in run.findings if finding.probe == name]
    others = [finding for finding in run.findings if finding.probe not in _ORDER]
    places = {str(item["id"]): index for index, item in enumerate(run.exam["items"][:ITEM_LIMIT])}
    return Page(
        title=f"Audit of {run.dataset.get('name')}",
        lead=_lead(run),
        notes=run.notes,
        sections=tuple(_section(finding, places) for finding in (*known, *others)),
        items=page_items(run, ITEM_LIMIT),
        items_left_out=max(0, len(run.exam["items"]) - ITEM_LIMIT),
        facts=tuple(_facts(run)),
        systems=_grid(_systems(run), {}),
        settings=tuple(_flat(run.settings)),
        versions=tuple((name, str(value)) for name, value in run.versions.items()),
        command=run.command,
    )


def _section(finding: Finding, places: Mapping[str, int]) -> Section:
    return Section(
        id=finding.probe,
        title=finding.title,
        intro=INTROS.get(finding.probe, ""),
        sentence=finding.sentence,
        headlines=tuple(_headline(number, words) for number, words in headlines(finding)),
        notes=finding.notes,
        blocks=tuple(_block(finding, table, places) for table in finding.tables if len(table)),
        numbers=_numbers(finding.numbers),
    )


def _headline(number: Number, words: str) -> Headline:
    span = None
    if number.unit == "share" and number.low is not None and number.high is not None:
        span = (100 * max(0.0, number.low), 100 * min(1.0, number.high), 100 * number.value)
    return Headline(show_number(number), words, show_interval(number), span)


def _block(finding: Finding, table: Table, places: Mapping[str, int]) -> Block:
    alone = sum(table.kind == other.kind for other in finding.tables) == 1
    prefix = finding.probe if alone else f"{finding.probe}-{table.name}"
    drawn = tuple(Shown(f"{prefix}-{f.name}", f.caption, f.chart.to_dict()) for f in figures(table))
    return Block(table.title, drawn, _grid(table, places))


def _grid(table: Table, places: Mapping[str, int]) -> Grid:
    """Write a table; where it lists questions, the question comes first and leads to its row among all questions."""
    shown = rows(table)[:ROW_LIMIT]
    names = list(table.columns)
    if "question" in names:
        last = [name for name in ("id", "passage_id") if name in names]
        names = ["question", *(name for name in names if name not in ("question", *last)), *last]
    links = [places.get(str(row.get("id"))) for row in shown]
    columns = [_column(table, name, [row[name] for row in shown]) for name in names]
    body = [list(row) for row in zip(*(column[1:] for column in columns), strict=True)]
    if "id" in names:
        for row, item in zip(body, links, strict=True):
            row[0] = replace(row[0], item=item)
    return Grid(
        table.title, tuple(column[0] for column in columns), tuple(map(tuple, body)), max(0, len(table) - ROW_LIMIT)
    )


def _column(table: Table, name: str, values: list[Value]) -> list[Cell]:
    """Write one column, its heading first."""
    texts = [shorten(show_value(name, value, table.kind), CELL_LIMIT) for value in values]
    longest = max(map(len, texts), default=0)
    style = "number" if is_numeric(table, name) else "long" if longest > LONG else ""
    return [Cell(show_heading(name), style), *(Cell(text, style) for text in texts)]


def _numbers(numbers: Iterable[Number]) -> Grid:
    headings = (Cell("number"), Cell("value", "number"), Cell("interval", "number"), Cell("over", "number"))
    body = tuple(
        (
            Cell(shorten(show_label(number), CELL_LIMIT)),
            Cell(show_number(number), "number"),
            Cell(show_interval(number), "number"),
            Cell("" if number.n is None else f"{number.n:,}", "number"),
        )
        for number in numbers
    )
    return Grid("All numbers", headings, body)


def _lead(run: Run) -> str:
    parts = [f"{run.dataset.get('items', 0):,} questions"]
    parts.append(f"{len(run.exam['passages']):,} passages")
    scorers = dict.fromkeys(str(system["scorer"]) for system in run.systems)
    parts += [f"system: {', '.join(scorers)}"] if scorers else []
    return " · ".join([*parts, run.started.replace("T", " ")[:16]])


def _facts(run: Run) -> Iterable[tuple[str, str]]:
    data, cost = run.dataset, run.cost
    yield "Data", " ".join(str(data[key]) for key in ("name", "split") if data.get(key))
    for key, value in data.items():
        if key not in ("name", "split") and value is not None:
            yield f"Data: {key}", show_value(key, value)
    yield "Started", run.started
    yield (
        "Cost",
        (
            f"{_count(cost, 'cells')} scores needed, {_count(cost, 'scored')} computed, {_count(cost, 'stored')} "
            f"already stored, {cost.get('seconds', 0):,.1f} seconds"
        ),
    )


def _count(cost: Mapping[str, Any], name: str) -> str:
    return show_quantity(cost.get(name), "count")


def _systems(run: Run) -> Table:
    names = list(dict.fromkeys(key for system in run.systems for key in system))
    return Table("systems", "Systems", {name: [system.get(name) for system in run.systems] for name in names})


def _flat(settings: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
