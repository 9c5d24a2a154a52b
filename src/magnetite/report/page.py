"""The contents of the page, in reading order: cards, sections with figures and tables, items, method."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from magnetite.core.results import Finding, Number, Run, Table
from magnetite.report.attacked import attacked_examples
from magnetite.report.examples import Example, examples
from magnetite.report.figures import PageFigure, page_figures
from magnetite.report.glossary import GLOSSARY
from magnetite.report.grids import Grid, matrix_grid, number_grid, table_grid
from magnetite.report.items import page_items
from magnetite.report.matrices import matrix
from magnetite.report.questions import Question, questions
from magnetite.report.tables import show_interval, show_number, show_quantity, show_value
from magnetite.report.trained import SystemTraining, flat, trained_systems
from magnetite.report.words import (
    INTROS,
    MAGNET_PROBES,
    STUDY_PROBES,
    TABLE_INTROS,
    UNREADABLE_PROBES,
    headlines,
    in_order,
)

ITEM_LIMIT = 5000  # questions on the page; the files beside it hold all (the whole RACE test set has 4,934)


@dataclass(frozen=True, slots=True)
class Block:
    """One table of a finding: its figures, its matrix, its questions or examples, and its rows.

    The rows are open only where nothing else shows them; where they name right answers beside lists of questions to
    be answered, they are folded away (`spoils`).
    """

    title: str
    intro: str
    figures: tuple[PageFigure, ...]
    matrix: Grid | None
    questions: tuple[Question, ...]
    examples: tuple[Example, ...]
    grid: Grid
    spoils: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """One number of a card; `span` is its interval on a line from 0 to 100, None where it is not a share."""

    value: str
    words: str
    interval: str
    span: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class Section:
    """One finding: what its probe asks, the answer, headline numbers, caveats, and its tables.

    The answer stands on the finding's card; `bare` findings have nothing else, and their section repeats it.
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
        """Return whether there is neither a table nor a number to show."""
        return not self.blocks and not self.numbers.rows


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page. `facts`, `settings`, `versions` are pairs of a name and a text."""

    title: str
    lead: str
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    items: Mapping[str, Any]
    items_left_out: int
    facts: tuple[tuple[str, str], ...]
    systems: Grid
    one_per_view: bool
    trained: tuple[SystemTraining, ...]
    settings: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    command: str
    glossary: tuple[tuple[str, str], ...] = field(default=GLOSSARY)


def page(run: Run) -> Page:
    """Return a run as a page: the known probes first, in their order, then any others."""
    places = {str(item["id"]): index for index, item in enumerate(run.exam["items"][:ITEM_LIMIT])}
    return Page(
        title=_title(run),
        lead=_lead(run),
        notes=run.notes,
        sections=tuple(_section(run, finding, places) for finding in in_order(run.findings)),
        items=page_items(run, ITEM_LIMIT),
        items_left_out=max(0, len(run.exam["items"]) - ITEM_LIMIT),
        facts=tuple(_facts(run)),
        systems=table_grid(_systems(run), {}),
        one_per_view=len({system.get("view") for system in run.systems}) == len(run.systems),
        trained=trained_systems(run),
        settings=tuple(flat(run.settings)),
        versions=tuple((name, str(value)) for name, value in run.versions.items()),
        command=run.command,
    )


def _section(run: Run, finding: Finding, places: Mapping[str, int]) -> Section:
    return Section(
        id=finding.probe,
        title=finding.title,
        intro=INTROS.get(finding.probe, ""),
        sentence=finding.sentence,
        headlines=tuple(_headline(number, words) for number, words in headlines(finding)),
        notes=finding.notes,
        blocks=tuple(_block(run, finding, table, places) for table in finding.tables if len(table)),
        numbers=number_grid(finding.numbers),
    )


def _headline(number: Number, words: str) -> Headline:
    span = None
    if number.unit == "share" and number.low is not None and number.high is not None:
        span = (100 * max(0.0, number.low), 100 * min(1.0, number.high), 100 * number.value)
    return Headline(show_number(number), words, show_interval(number), span)


def _block(run: Run, finding: Finding, table: Table, places: Mapping[str, int]) -> Block:
    alone = sum(table.kind == other.kind for other in finding.tables) == 1
    prefix = finding.probe if alone else f"{finding.probe}-{table.name}"
    grid = matrix(table)
    lists = any(other.kind == "question_list" and len(other) for other in finding.tables)
    return Block(
        title=table.title,
        intro=TABLE_INTROS.get(table.name, ""),
        figures=page_figures(table, prefix),
        matrix=matrix_grid(grid) if grid else None,
        questions=questions(run, finding, table, places),
        examples=examples(run, table, places) or attacked_examples(run, table, places),
        grid=table_grid(table, places),
        spoils=lists and {"question", "answer"} <= set(table.columns),
    )


def _title(run: Run) -> str:
    name = run.dataset.get("name")
    if run.exam["items"]:
        return f"{_kind(run)} {name}"
    return ": ".join(part for part in (", ".join(f.title for f in run.findings), name) if part)


def _kind(run: Run) -> str:
    """Return what kind of run it is, in words that precede the name of its data."""
    names = {finding.probe for finding in run.findings}
    kinds = {
        "Magnet options:": MAGNET_PROBES,
        "Un-readable attacks:": UNREADABLE_PROBES,
        "Un-answerable training:": ("unanswerable",),
        "Case study:": ("trace",),
        "Study with people:": STUDY_PROBES,
    }
    return next((words for words, probes in kinds.items() if names and names <= set(probes)), "Audit of")


def _lead(run: Run) -> str:
    questions, passages = run.dataset.get("items"), len(run.exam["passages"])
    parts = [f"{questions:,} questions"] if questions else []
    parts += [f"{passages:,} passages"] if passages else []
    scorers = dict.fromkeys(str(system["scorer"]) for system in run.systems if system.get("scorer"))
    parts += [f"system: {', '.join(scorers)}"] if scorers else []
    return " · ".join([*parts, run.started.replace("T", " ")[:16]])


def _facts(run: Run) -> Iterable[tuple[str, str]]:
    data, cost = run.dataset, run.cost
    yield "Data", " ".join(str(data[key]) for key in ("name", "split") if data.get(key))
    for key, value in data.items():
        if key not in ("name", "split") and value is not None:
            yield f"Data: {key}", show_value(key, value)
    yield "Started", run.started
    if "cells" in cost:
        counts = f"{_count(cost, 'cells')} scores needed, {_count(cost, 'scored')} computed"
        yield "Cost", f"{counts}, {_count(cost, 'stored')} already stored, {cost.get('seconds', 0):,.1f} seconds"
    else:
        yield from ((f"Cost: {name}", show_value(name, value)) for name, value in cost.items() if value is not None)


def _count(cost: Mapping[str, Any], name: str) -> str:
    return show_quantity(cost.get(name), "count")


def _systems(run: Run) -> Table:
    """Return the systems with what is known of them; their training has a part of its own."""
    known = dict.fromkeys(key for system in run.systems for key in system if system[key] is not None)
    names = sorted((name for name in known if name != "training"), key=lambda name: name != "view")
    return Table("systems", "Systems", {name: [system.get(name) for system in run.systems] for name in names})
