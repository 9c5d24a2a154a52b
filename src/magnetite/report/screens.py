"""The figures of a screen with several systems: sorted curves, their origins apart, and the magnet set confirmed.

Lin et al. (2021), Figures 2, 6 and 3.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PINK, SKY
from magnetite.report.tables import rows, shorten

ALL = "all"
TOP, REST = 12, 18  # points of a line that show their numbers
_PANEL = 270  # width of a panel in pixels, unless the page sets it
_SHADES = (BLUE, ORANGE, GREEN, PINK, SKY, GREY)
_LABEL = 80  # characters of an option in a tooltip
MEASURES = {
    "subset": ("questions of the screen", GREY),
    "whole": ("all questions", BLUE),
    "unseen": ("questions the screen never saw", ORANGE),
}

_Row = Mapping[str, Any]


def curves(table: Table) -> Any:
    """Draw every system's sorted interference scores, a line each; None where no option has a score."""
    import altair as alt

    data = [{**row, "system": str(row["system"])} for row in _scored(table) if row["origin"] == ALL]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    x = alt.X("rank:Q", title="options, strongest first", axis=alt.Axis(format=",d", tickMinStep=1))
    base = alt.Chart(alt.Data(values=data)).encode(x=x, y=_score(), color=shade)
    points = alt.Chart(alt.Data(values=_marked(data, "system"))).mark_circle(size=22, opacity=1, aria=False)
    points = points.encode(x="rank:Q", y=_score(), color=shade, tooltip=_tips())
    # A touch scrolls the page: only a mouse drags, and the wheel zooms only with Shift.
    move = "[mousedown, window:mouseup] > window:mousemove!"
    zoom = alt.selection_interval(
        bind="scales", encodings=["x"], translate=move, zoom="wheel![event.shiftKey]", name="zoom"
    )
    line = base.mark_line(strokeWidth=1.75, clip=True).encode(strokeDash=dash)
    chart = alt.layer(line, points.add_params(zoom)).properties(height=260)
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
    panel = alt.layer(line, points, data=alt.Data(values=values)).properties(width=_PANEL, height=170)
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
    point = base.mark_circle(size=40, opacity=1).encode(y=_score("score"), tooltip=_set_tips())
    panel = alt.layer(interval, line, point, data=alt.Data(values=data)).properties(width=_PANEL, height=190)
    systems = drawing.unique(row["system"] for row in data)
    chart = panel.facet(facet=drawing.panels("system", systems), columns=min(2, len(systems)))
    return drawing.across(chart, "Interference score of every magnet on seen and unseen questions, for each system")


def bounded(rows_: Sequence[_Row]) -> str:
    """Return the measure that a magnet set's `low` and `high` belong to: the unseen questions, where any are known."""
    return next((name for name in ("unseen", "whole", "subset") if any(row[name] is not None for row in rows_)), "")


def _scored(table: Table) -> list[_Row]:
    return [row for row in rows(table) if row["interference"] is not None]


def _marked(data: Sequence[_Row], *names: str) -> list[_Row]:
    """Return a few points of every line, most of them at its head."""
    groups: dict[tuple[Any, ...], list[_Row]] = {}
    for row in data:
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return [row for group in groups.values() for row in drawing.thin(group, TOP, REST)]


def _measured(row: _Row) -> list[dict[str, Any]]:
    fields = {"rank": row["rank"], "option": shorten(str(row["option"]), _LABEL), "n": row["n"]}
    fields["system"] = drawing.lines(row["system"], 32)
    own = bounded([row])
    return [
        {
            **fields,
            "measure": words,
            "score": row[name],
            "low": row["low"] if name == own else None,
            "high": row["high"] if name == own else None,
        }
        for name, (words, _) in MEASURES.items()
        if row[name] is not None
    ]


def _score(field: str = "interference") -> Any:
    import altair as alt

    axis = alt.Axis(format=".0%", tickCount=5)
    return alt.Y(f"{field}:Q", title="interference score T", axis=axis, scale=alt.Scale(domain=[0, 1]))


def _tips() -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("origin", "options from"),
        drawing.tip("rank", "rank", ","),
        drawing.tip("interference", "T", ".1%"),
    ]


def _set_tips() -> list[Any]:
    return [
        drawing.tip("option", "magnet"),
        drawing.tip("system", "system"),
        drawing.tip("measure", "over"),
        drawing.tip("score", "T", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
    ]
