"""The search for magnets with several systems: sorted curves, the race, and the magnets on unseen questions.

Lin et al. (2021), Figures 2, 3 and 6, and the numbers of Figure 3.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PINK, SKY
from magnetite.report.looks import Drawing, Kind
from magnetite.report.ruled import ruled_table
from magnetite.report.tables import (
    TEXT,
    Entry,
    Matrix,
    Row,
    bounded,
    by_names,
    heading,
    names,
    over,
    percent,
    rows,
    shorten,
)

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

ALL = "all"
TOP, REST = 12, 18  # points of a line that show their numbers
_PANEL = 270  # width of a panel in pixels, unless the page sets it
_SHADES = (BLUE, ORANGE, GREEN, PINK, SKY, GREY)
_LABEL = 80  # characters of an option in a tooltip
MEASURES = {
    "subset": ("questions of the search", GREY),
    "whole": ("all questions", BLUE),
    "unseen": ("questions the search never saw", ORANGE),
}


def curves(table: Table) -> Any:
    """Draw every system's sorted interference scores, a line each; None where no option has a score."""
    import altair as alt

    data = [{**row, "system": str(row["system"])} for row in _scored(table) if row["origin"] == ALL]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    x = alt.X("rank:Q", title="options, strongest first", axis=alt.Axis(format=",d", tickMinStep=1))
    base = alt.Chart(drawing.inline(data)).encode(x=x, y=_score(), color=shade)
    points = alt.Chart(drawing.inline(_marked(data, "system"))).mark_circle(size=22, opacity=1, aria=False)
    points = points.encode(x="rank:Q", y=_score(), color=shade, tooltip=_tips())
    line = base.mark_line(strokeWidth=1.75, clip=True).encode(strokeDash=dash)
    chart = alt.layer(line, points.add_params(drawing.zoom())).properties(height=260)
    return drawing.finish(chart, "Sorted interference scores of every irrelevant option, a line for each system")


def origins(table: Table) -> Any:
    """Draw a panel per system with a line per origin of the options; None where there are not several origins."""
    import altair as alt

    data = [{**row, "system": drawing.lines(row["system"], 32)} for row in _scored(table) if row["origin"] != ALL]
    sources = drawing.unique(str(row["origin"]) for row in data)
    if len(sources) < 2:
        return None
    shades = {name: _SHADES[place % len(_SHADES)] for place, name in enumerate(sources)}
    x = alt.X("rank:Q", title="options of one source, strongest first", axis=alt.Axis(format=",d", tickCount=4))
    base = alt.Chart().encode(x=x, y=_score(), color=drawing.colour("origin", shades))
    line = base.mark_line(strokeWidth=1.75)
    points = base.transform_filter("datum.marked").mark_circle(size=20, opacity=1, aria=False).encode(tooltip=_tips())
    marked = {id(row) for row in _marked(data, "system", "origin")}
    values = [{**row, "marked": id(row) in marked} for row in data]
    panel = alt.layer(line, points, data=drawing.inline(values)).properties(width=_PANEL, height=170)
    systems = drawing.unique(row["system"] for row in data)
    chart = panel.facet(facet=drawing.panels("system", systems), columns=min(2, len(systems)))
    return drawing.across(chart, "Sorted interference scores by where the options come from, a panel for each system")


def magnet_set(table: Table) -> Any:
    """Draw each magnet's T on the screen's, all, and unseen questions, a panel per system; None where none is known."""
    import altair as alt

    data = [point for row in rows(table) for point in _measured(row)]
    if not data:
        return None
    shades = dict(MEASURES[name] for name in MEASURES if any(point["measure"] == MEASURES[name][0] for point in data))
    ranks = max(point["rank"] for point in data)
    x = alt.X("rank:Q", title="magnets, as numbered in the table", axis=alt.Axis(format="d", tickMinStep=1))
    x.scale = alt.Scale(domain=[0.5, ranks + 0.5], nice=False)
    base = alt.Chart().encode(x=x, color=drawing.colour("measure", shades))
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(y=_score("low"), y2="high:Q")
    line = base.mark_line(strokeWidth=1.25, opacity=0.7).encode(y=_score("score"))
    point = base.mark_circle(size=40, opacity=1).encode(
        y=_score("score"),
        tooltip=drawing.tips(("option", "magnet"), "system", ("measure", "over"), ("score", "T", ".1%"), "low", "high"),
    )
    panel = alt.layer(interval, line, point, data=drawing.inline(data)).properties(width=_PANEL, height=190)
    systems = drawing.unique(row["system"] for row in data)
    chart = panel.facet(facet=drawing.panels("system", systems), columns=min(2, len(systems)))
    return drawing.across(chart, "Interference score of every magnet on seen and unseen questions, for each system")


def options_left(table: Table) -> Any:
    """Draw how many options are still in the race by the questions asked; None where no round is known."""
    return _raced(table, "options", "options still in the race", "How many options are left by the questions asked")


def scores_asked(table: Table) -> Any:
    """Draw how many scores were asked for by the questions asked; None where no round is known."""
    return _raced(table, "cells", "scores asked for", "How many scores a race has asked for by the questions asked")


def _raced(table: Table, field: str, title: str, description: str) -> Any:
    import altair as alt

    rounds = [row for row in rows(table) if row[field] and row["questions"]]
    data: list[dict[str, Any]] = [{**row, "system": str(row["system"])} for row in rounds]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    base = alt.Chart(drawing.inline(data)).encode(
        x=_logarithmic(alt.X, "questions", "questions asked"),
        y=_logarithmic(alt.Y, field, title),
        color=shade,
    )
    line = base.mark_line(strokeWidth=1.75).encode(strokeDash=dash)
    points = base.mark_circle(size=36, opacity=1).encode(
        tooltip=drawing.tips(
            "system",
            ("round", "round", ","),
            ("questions", "questions asked", ","),
            ("options", "options left", ","),
            ("cells", "scores asked for", ","),
        )
    )
    return drawing.finish(alt.layer(line, points).properties(height=200), description)


def _logarithmic(channel: Any, field: str, title: str) -> Any:
    import altair as alt

    steps = [base * 10**power for power in range(9) for base in (1, 2, 5)]
    axis = alt.Axis(format="~s", values=steps, labelOverlap="greedy")
    return channel(f"{field}:Q", title=title, axis=axis, scale=alt.Scale(type="log", nice=False))


def _measure_of(body: Sequence[Row]) -> str:
    """Return the measure that a magnet set's `low` and `high` belong to: the unseen questions, where any are known."""
    return next((name for name in ("unseen", "whole", "subset") if any(row.get(name) is not None for row in body)), "")


def _scored(table: Table) -> list[Row]:
    return [row for row in rows(table) if row["interference"] is not None]


def _marked(data: Sequence[Row], *names: str) -> list[Row]:
    """Return a few points of every line, most of them at its head."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in data:
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return [row for group in groups.values() for row in drawing.thin(group, TOP, REST)]


def _measured(row: Row) -> list[dict[str, Any]]:
    fields = {"rank": row["rank"], "option": shorten(str(row["option"]), _LABEL), "n": row["n"]}
    fields["system"] = drawing.lines(row["system"], 32)
    own = _measure_of([row])
    return [
        {
            **fields,
            "measure": words,
            "score": row[name],
            "low": row["low"] if name == own else None,
            "high": row["high"] if name == own else None,
        }
        for name, (words, _) in MEASURES.items()
        if row.get(name) is not None
    ]


def _score(field: str = "interference") -> Any:
    import altair as alt

    axis = alt.Axis(format=".0%", tickCount=5)
    return alt.Y(f"{field}:Q", title="interference score T", axis=axis, scale=alt.Scale(domain=[0, 1]))


def _tips() -> list[Any]:
    return drawing.tips("system", ("origin", "options from"), "rank", "interference")


def _magnet_matrix(table: Table) -> Matrix:
    """Write a row per magnet: T per system, on the unseen questions, else on all, else on the screen's."""
    body = rows(table)
    measure = _measure_of(body)
    systems, found = names(body, "system"), by_names(body, "rank", "system")
    lines = []
    for rank in names(body, "rank"):
        first = next(row for row in body if str(row["rank"]) == rank)
        words = (Entry(rank), Entry(shorten(str(first["option"]), TEXT)), Entry("yes" if first["series"] else "no"))
        cells = (_confirmed(found.get((rank, system)), measure) for system in systems)
        lines.append((*words, Entry(percent(first["interference"])), *cells))
    title = f"{table.title}: interference score T in per cent on {MEASURES[measure][0]} (95% interval)"
    heads = ("rank", "option", *(heading(table.column(name)) for name in ("series", "interference")), *systems)
    return Matrix(title, heads, tuple(lines), words=3)


def _confirmed(row: Row | None, measure: str) -> Entry:
    cell = bounded(row, measure)
    if row is None:
        return cell
    others = [f"{words}: {percent(row[name])}" for name, (words, _) in MEASURES.items() if row.get(name) is not None]
    return Entry(cell.text, "; ".join([*others, over(row)]), cell.interval)


def _finishes(table: Table, console: "Console") -> "rich.table.Table":
    """List the last round of each system's race."""
    last = {row["system"]: place for place, row in enumerate(rows(table))}.values()
    shown = (column for column in table.columns if column.name != "round")
    columns = tuple(replace(column, values=[column.values[place] for place in last]) for column in shown)
    ends = replace(table, title="Where the race ended", columns=columns)
    return ruled_table(ends, len(ends), console)


INTERFERENCE_BY_SYSTEM = Kind(
    figures=(
        Drawing(
            "interference-by-system",
            (
                "Irrelevant options, from the one that attracts a system most to the one that attracts it least, "
                "each system in its own order. A system that reads would stay near zero all along. Drag to move "
                "along, hold Shift and turn the wheel to zoom, double-click to go back."
            ),
            curves,
        ),
        Drawing(
            "interference-by-origin",
            (
                "The same options by where they come from, each source in its own order. Where the lines coincide, it "
                "does not matter which questions an option was written for."
            ),
            origins,
        ),
    ),
    rows=0,
)
RACE = Kind(
    figures=(
        Drawing(
            "race-options",
            (
                "A race takes one question after another and drops every option that can hardly be among the "
                "strongest. The line falls to those that are left, whose scores are exact. Equal steps on the axes "
                "are equal factors."
            ),
            options_left,
        ),
        Drawing(
            "race-scores",
            (
                "Scores asked for so far. The line is steep while all options are in the race; the sooner it bends, "
                "the cheaper the race."
            ),
            scores_asked,
        ),
    ),
    summary=_finishes,
)
MAGNET_SET = Kind(
    main="subset",
    figures=(
        Drawing(
            "magnet-set",
            (
                "The strongest options, numbered as in the table, on the questions they were searched with, on all "
                "questions, and on those the search never saw. What a search finds looks stronger than it is; only "
                "the unseen questions tell how strong. The thin lines are intervals over these."
            ),
            magnet_set,
        ),
    ),
    matrix=_magnet_matrix,
)
GIVEN_SET = Kind(
    main="whole",
    figures=(
        Drawing(
            "given-set",
            (
                "The options that were given, numbered as in the table, on all questions. The thin lines are "
                "intervals that hold for all of them together."
            ),
            magnet_set,
        ),
    ),
    matrix=_magnet_matrix,
)
