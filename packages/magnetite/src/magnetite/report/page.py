"""The contents of the page, in reading order: cards, sections with figures and tables, items, method."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from examfiles.reasons import many
from magnetite.core.headings import ACCURACY
from magnetite.core.results import Column, Finding, Heading, Number, Run, Table, table
from magnetite.report.looks import (
    Glance,
    PageFigure,
    Point,
    answering,
    glances_of,
    headlines,
    in_order,
    intro_of,
    intro_of_finding,
    kind_of,
    matrix,
    measures,
    opening_of,
    page_figures,
    run_words,
    withheld,
    words_by_finding,
)
from magnetite.report.questions import Example, Question
from magnetite.report.tables import (
    Matrix,
    Told,
    heading,
    is_numeric,
    rows,
    shorten,
    show_cell,
    show_interval,
    show_label,
    show_number,
    show_quantity,
    show_value,
    show_view,
    title_of,
    told,
    views_of_run,
    written,
)
from magnetite.report.wording import label, notes_of, said, spoken

ITEM_LIMIT = 5000  # questions on the page; the files beside it hold all (the whole RACE test set has 4,934)
ROW_LIMIT = 100  # rows of a table on the page
OPEN_ROWS = 10  # rows that are open; the rest are folded away
LONG_CELL = 24  # characters beyond which a column is set wide
CELL_LIMIT = 300  # characters in a cell; the item table and the files hold the whole text
_POINT = ("step", "loss", "accuracy")
_CURVE = (Heading("seed"), Heading("split"), Heading("step"), Heading("loss", unit="score"), ACCURACY)
_FILLED = ("kind", "view", "passage", "match", "shown", "all", "title")  # what the page's script puts into its texts
_ANSWERED = ("chosen", "correct", "probability", "effective")
_LONG_SETTINGS = ("training", "template", "examples", "fingerprint")
_UNITS = {"system": "system", "temperature": "temperature", "truncated": "share"}  # of what is known of systems


@dataclass(frozen=True, slots=True)
class GridEntry:
    """One cell: its text and how it is set ("number", "long" or "").

    `item`: the item it names, if any; `hint`: its tooltip; `interval`: the bounds beside its text.
    """

    text: str
    style: str = ""
    item: int | None = None
    hint: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as the page shows it; `left_out` counts the rows not shown, `open_rows` those not folded away."""

    title: str
    headings: tuple[GridEntry, ...]
    rows: tuple[tuple[GridEntry, ...], ...]
    left_out: int = 0
    open_rows: int = OPEN_ROWS


@dataclass(frozen=True, slots=True)
class SystemTraining:
    """One system's training: its name, its card as pairs of a name and a text, and its figures, if any."""

    name: str
    card: tuple[tuple[str, str], ...]
    figures: tuple[PageFigure, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One table of a finding: its figures, its matrix, its questions or examples or what it tells, and its rows.

    The rows are open only where nothing else shows them; where they name right answers beside lists of questions to
    be answered, they are folded away (`spoils`). `withheld` counts the figures that so few questions are not drawn in.
    """

    title: str
    intro: str
    figures: tuple[PageFigure, ...]
    withheld: int
    matrix: Grid | None
    questions: tuple[Question, ...]
    examples: tuple[Example, ...]
    told: tuple[Told, ...]
    grid: Grid
    spoils: bool
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Headline:
    """One number of a card; `span` is its interval on a line from 0 to 100, None where it is not a share."""

    value: str
    words: str
    interval: str
    span: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class Section:
    """One finding: what its experiment asks, the answer, headline numbers, caveats, and its tables.

    Where findings have cards of their own, the answer stands there; `bare` findings have nothing else, and their
    section repeats it.
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
class ShownPoint:
    """One share of the opening's figure, in per cent; `low` and `high` are None where it has no interval."""

    name: str
    kind: str
    text: str
    interval: str
    at: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ShownGlance:
    """One card: where it leads, its question, the answer in a word and in a sentence, and questions to look at first.

    `links` are ids of questions with their places on the page.
    """

    id: str
    title: str
    tone: str
    word: str
    sentence: str
    links: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page. `facts`, `settings`, `versions` are pairs of a name and a text; `words` are what its script says.

    A page of an audit begins with a verdict, what that rests on, `points` on a line, and cards (`glances`), and shows
    `examples` before all else; of others these are empty, and each finding has its card.
    `prompts` have besides the ids of the examples that stand before each question.
    """

    title: str
    lead: str
    verdict: str
    basis: str
    points: tuple[ShownPoint, ...]
    glances: tuple[ShownGlance, ...]
    examples: tuple[Example, ...]
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    items: Mapping[str, Any]
    items_left_out: int
    facts: tuple[tuple[str, str], ...]
    systems: Grid
    fingerprints: tuple[tuple[str, str], ...]
    one_per_view: bool
    trained: tuple[SystemTraining, ...]
    prompts: tuple[tuple[str, str, tuple[str, ...]], ...]
    settings: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    command: str
    glossary: tuple[tuple[str, str], ...]
    language: str
    words: Mapping[str, str]


def page(run: Run) -> Page:
    """Return a run as a page: the known experiments first, in their order, then any others."""
    places = {str(item["id"]): index for index, item in enumerate(run.exam["items"][:ITEM_LIMIT])}
    opening, glances = opening_of(run), glances_of(run)
    sections = tuple(_section(run, finding, places) for finding in in_order(run.findings))
    return Page(
        title=_title(run),
        lead=_lead(run),
        verdict=said(opening.verdict) if opening else "",
        basis=said(opening.basis) if opening else "",
        points=tuple(map(_point, opening.points)) if opening else (),
        glances=tuple(_glance(each, places) for each in glances),
        examples=tuple(each for section in sections for block in section.blocks for each in block.examples)
        if glances
        else (),
        notes=notes_of(run.notes),
        sections=sections,
        items=page_items(run, ITEM_LIMIT),
        items_left_out=max(0, len(run.exam["items"]) - ITEM_LIMIT),
        facts=tuple(_facts(run)),
        systems=table_grid(_systems(run), {}),
        fingerprints=tuple(_fingerprints(run)),
        one_per_view=len({system.get("view") for system in run.systems}) == len(run.systems),
        trained=trained_systems(run),
        prompts=tuple(dict.fromkeys(_prompt(system) for system in run.systems if system.get("template"))),
        settings=tuple((name, text) for name, text in flat(run.settings) if text != "null"),
        versions=tuple((name, str(value)) for name, value in run.versions.items()),
        command=run.command,
        glossary=glossary(),
        language=spoken().language,
        words=script_words(),
    )


def glossary() -> tuple[tuple[str, str], ...]:
    """Return what the report's words mean, in alphabetical order."""
    words = spoken()
    codes = [code for code in words.codes if code.startswith("glossary-") and "." not in code]
    entries = [(words.say(code), words.say(f"{code}.text")) for code in codes]
    return tuple(sorted(entries, key=lambda entry: entry[0].lower()))


def script_words() -> dict[str, str]:
    """Return what the page's script says; a name in braces is filled in there."""
    words, begin, blanks = spoken(), "script-", {name: f"{{{name}}}" for name in _FILLED}
    return {code.removeprefix(begin): words.say(code, blanks) for code in sorted(words.codes) if code.startswith(begin)}


def _section(run: Run, finding: Finding, places: Mapping[str, int]) -> Section:
    return Section(
        id=finding.experiment,
        title=title_of(finding),
        intro=intro_of_finding(finding),
        sentence=said(finding.answer),
        headlines=tuple(headline(number, words) for number, words in headlines(finding)),
        notes=notes_of(finding.notes),
        blocks=tuple(_block(run, finding, table, places) for table in finding.tables if len(table)),
        numbers=number_grid(finding.numbers),
    )


def headline(number: Number, words: str) -> Headline:
    """Return a number as a card shows it."""
    span = None
    if number.unit == "share" and number.low is not None and number.high is not None:
        span = (100 * max(0.0, number.low), 100 * min(1.0, number.high), 100 * number.value)
    return Headline(show_number(number), words, show_interval(number), span)


def _point(point: Point) -> ShownPoint:
    number, known = point.number, point.number.low is not None and point.number.high is not None
    return ShownPoint(
        name=said(point.name),
        kind=point.kind,
        text=show_number(number),
        interval=show_interval(number) if known else "",
        at=100 * number.value,
        low=100 * max(0.0, number.low) if number.low is not None else None,
        high=100 * min(1.0, number.high) if number.high is not None else None,
    )


def _glance(glance: Glance, places: Mapping[str, int]) -> ShownGlance:
    links = tuple((name, places[name]) for name in glance.questions if name in places)
    return ShownGlance(
        glance.finding, said(glance.title), glance.tone.value, said(glance.word), said(glance.sentence), links
    )


def _block(run: Run, finding: Finding, table: Table, places: Mapping[str, int]) -> Block:
    alone = sum(table.kind == other.kind for other in finding.tables) == 1
    prefix = finding.experiment if alone else f"{finding.experiment}-{table.name}"
    kind, turned = kind_of(table), matrix(table)
    lists = any(kind_of(other).questions and len(other) for other in finding.tables)
    shown = {other.kind for each in run.findings for other in each.tables if len(other)}
    return Block(
        title=title_of(table),
        intro=intro_of(table),
        figures=page_figures(table, prefix),
        withheld=sum(withheld(table, each) for each in kind.figures),
        matrix=matrix_grid(turned) if turned else None,
        questions=kind.questions(run, finding, table, places) if kind.questions else (),
        examples=kind.examples(run, table, places) if kind.examples else (),
        told=told(table) if kind.listed else (),
        grid=table_grid(table, places),
        spoils=lists and kind.tells_answers,
        detail=kind.detail or kind.within in shown,
    )


def _title(run: Run) -> str:
    name = run.dataset.get("name")
    if title := run.settings.get("title"):  # of a paper that was reproduced
        return str(title)
    if run.exam["items"]:
        return f"{run_words(run.findings)} {name}"
    return ": ".join(part for part in (", ".join(map(title_of, run.findings)), name) if part)


def _lead(run: Run) -> str:
    questions, passages = (
        run.dataset.get("items"),
        sum(bool(str(text).strip()) for text in run.exam["passages"].values()),
    )
    words = spoken()
    parts = [said(many(questions))] if questions else []
    parts += [said(many(passages, "passage"))] if passages else []
    name = model_of(run)
    parts += [words.say("report-system", {"systems": name})] if name else []
    return " · ".join([*parts, run.started[:10]])


def model_of(run: Run) -> str:
    """Return what answered in a run, as its settings or else its systems name it; "" where nothing did."""
    systems = run.settings.get("systems")
    if isinstance(systems, Mapping) and systems:
        return ", ".join(f"{view} {name}" for view, name in systems.items())
    scorers = dict.fromkeys(str(system["scorer"]) for system in run.systems if system.get("scorer"))
    return str(run.settings.get("model") or "") or ", ".join(scorers)


def _facts(run: Run) -> Iterable[tuple[str, str]]:
    data, cost = run.dataset, run.cost
    yield label("Data"), " ".join(str(data[key]) for key in ("name", "split") if data.get(key))
    for key, value in data.items():
        if key not in ("name", "split") and value is not None:
            yield f"{label('Data')}: {label(key)}", show_value(value)
    yield label("Started"), run.started
    if "cells" in cost:
        counts = {name: show_quantity(cost.get(name), "count") for name in ("cells", "scored", "stored")}
        seconds = written(f"{cost.get('seconds', 0):,.1f}")
        yield label("Cost"), spoken().say("report-cost-cells", {**counts, "seconds": seconds})
    else:
        yield from (
            (f"{label('Cost')}: {label(name)}", show_value(value)) for name, value in cost.items() if value is not None
        )


def _fingerprints(run: Run) -> Iterable[tuple[str, str]]:
    for system in run.systems:
        if system.get("fingerprint"):
            name = " ".join(str(system[key]) for key in ("view", "scorer") if system.get(key))
            yield name, str(system["fingerprint"])


def _prompt(system: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    return str(system["prompt"]), str(system["template"]), tuple(map(str, system.get("examples", ())))


def _systems(run: Run) -> Table:
    """Return the systems with what is known of them; their training and their prompts have parts of their own."""
    known = dict.fromkeys(key for system in run.systems for key in system if system[key] is not None)
    names = sorted((name for name in known if name not in _LONG_SETTINGS), key=lambda name: name != "view")
    headings = [Heading(name, unit=_UNITS.get(name, "")) for name in names]
    return table(
        "systems", label("Systems"), headings, [{name: system.get(name) for name in names} for system in run.systems]
    )


def table_grid(table: Table, places: Mapping[str, int]) -> Grid:
    """Return a table as a grid, its columns in its kind's order; the first leads to the item that a row is about."""
    kind, shown = kind_of(table), rows(table)[:ROW_LIMIT]
    ordered = sorted(table.columns, key=lambda each: (each.name in kind.last) - (each.name in kind.first))
    columns = [_column(each) for each in ordered]
    body = list(zip(*(column[1:] for column in columns), strict=True))
    if kind.item in table:
        links = [places.get(str(row[kind.item])) for row in shown]
        body = [(replace(row[0], item=item), *row[1:]) for row, item in zip(body, links, strict=True)]
    return Grid(title_of(table), tuple(column[0] for column in columns), tuple(body), max(0, len(table) - ROW_LIMIT))


def matrix_grid(matrix: Matrix) -> Grid:
    """Return a matrix as a grid, whole and open."""
    longest = [max((len(row[place].text) for row in matrix.rows), default=0) for place in range(matrix.words)]
    styles = ["long" if length > LONG_CELL else "" for length in longest]
    styles += ["number"] * (len(matrix.headings) - matrix.words)
    headings = tuple(GridEntry(label(name), style) for name, style in zip(matrix.headings, styles, strict=True))
    body = tuple(
        tuple(
            GridEntry(entry.text, style, hint=entry.hint, interval=entry.interval)
            for entry, style in zip(row, styles, strict=True)
        )
        for row in matrix.rows
    )
    return Grid(matrix.title, headings, body, open_rows=len(body))


def number_grid(numbers: Iterable[Number]) -> Grid:
    """Return numbers as a grid, with their intervals and how many questions or answers they are over."""
    headings = (
        GridEntry(label("number")),
        GridEntry(label("value"), "number"),
        GridEntry(label("interval"), "number"),
        GridEntry(label("over"), "number"),
    )
    body = tuple(
        (
            GridEntry(shorten(show_label(number), CELL_LIMIT)),
            GridEntry(show_number(number), "number"),
            GridEntry(show_interval(number), "number"),
            GridEntry("" if number.n is None else written(f"{number.n:,}"), "number"),
        )
        for number in numbers
    )
    return Grid(label("All numbers"), headings, body)


def _column(column: Column) -> list[GridEntry]:
    """Return the cells of one column, its heading first."""
    texts = [shorten(show_cell(column, value), CELL_LIMIT) for value in column.values[:ROW_LIMIT]]
    longest = max(map(len, texts), default=0)
    style = "number" if is_numeric(column) else "long" if longest > LONG_CELL else ""
    return [GridEntry(heading(column), style), *(GridEntry(text, style) for text in texts)]


def page_items(run: Run, limit: int) -> dict[str, Any]:
    """Return what the page's script draws: views, levels, names of further measures, items and their passages.

    At most `limit` items, the first of the exam.
    """
    views, first = item_views(run), run.exam["items"][:limit]
    results = {f.experiment: {str(row["id"]): row for row in rows(f.items)} if f.items else {} for f in run.findings}
    further = [(finding, column) for finding in run.findings for column in measures(finding, views)]
    used = {item["passage_id"] for item in first}
    return {
        "views": list(views),
        "measures": [{"experiment": title_of(finding), "label": heading(column)} for finding, column in further],
        "items": [
            _page_item(item, views, {name: by_id.get(item["id"], {}) for name, by_id in results.items()}, further)
            for item in first
        ],
        "passages": {key: text for key, text in run.exam["passages"].items() if key in used},
    }


def item_views(run: Run) -> tuple[str, ...]:
    """Return the views whose choices the page can show per item, poorest first.

    Of a finding that says what is answered under each view; without one, choices stand for the richest view audited.
    """
    names = {finding.experiment: finding.items.names for finding in run.findings if finding.items}
    for experiment, words in answering().items():
        chosen = words.answers["chosen"]
        views = tuple(view for view in views_of_run(run) if chosen.format(view=view) in names.get(experiment, ()))
        if views:
            audited = {str(system["view"]) for system in run.systems} or {"QOC"}
            return views if "{view}" in chosen else tuple(view for view in views if view in audited)[-1:]
    return ()


def _page_item(
    item: Mapping[str, Any],
    views: Iterable[str],
    results: Mapping[str, Mapping[str, Any]],
    further: Iterable[tuple[Finding, Column]],
) -> dict[str, Any]:
    marks = {
        mark: results.get(p, {}).get(name)
        for p, each in words_by_finding().items()
        for mark, name in each.marks.items()
    }
    return {
        "id": item["id"],
        "passage": item["passage_id"],
        "level": item["level"],
        "question": item["question"],
        "options": list(item["options"]),
        "key": item["answer"],
        "answers": [_answer(results, view) for view in views],
        "beaten": marks["beaten"],
        "drawn": bool(marks["before"]) and marks["after"] is False,
        "measures": [show_value(results[finding.experiment].get(each.name), each.unit) for finding, each in further],
    }


def _answer(results: Mapping[str, Mapping[str, Any]], view: str) -> dict[str, Any]:
    """Return what was answered to an item under a view, of the first finding that says it."""
    for experiment, words in answering().items():
        row = results.get(experiment, {})
        names = {what: name.format(view=view) for what, name in words.answers.items()}
        if names["chosen"] in row:
            return {what: row.get(names.get(what, "")) for what in _ANSWERED}
    return dict.fromkeys(_ANSWERED)


def trained_systems(run: Run) -> tuple[SystemTraining, ...]:
    """Return the systems whose training is known, in the run's order."""
    return tuple(
        _trained(system, f"trained-{place}") for place, system in enumerate(run.systems) if system.get("training")
    )


def flat(settings: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    """Yield nested settings as pairs of a dotted name and a text.

    >>> list(flat({"seed": 1, "magnets": {"pool": 100}}))
    [('seed', '1'), ('magnets.pool', '100')]
    """
    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _trained(system: Mapping[str, Any], prefix: str) -> SystemTraining:
    training = system["training"]
    card = dict(training.get("card") or {})
    curve = training.get("curve") or card.get("curve") or []
    card.pop("curve", None)
    figures = page_figures(_curve(curve), prefix) if curve else ()
    if all(point.get("split", "train") == "train" for point in curve):
        figures = tuple(replace(figure, caption=spoken().say("report-while")) for figure in figures)
    return SystemTraining(show_view(system.get("view")), tuple(flat(card)), figures)


def _curve(curve: Iterable[Mapping[str, Any]]) -> Table:
    """Return a card's curve as a table of learning curves; points without a split were measured on training data."""
    points = list(curve)
    rows = [{"seed": 0, "split": "train", **dict.fromkeys(_POINT), **point} for point in points]
    return table("curve", label("Learning curve"), _CURVE, rows, "learning_curve")
