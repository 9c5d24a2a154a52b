"""Lines by system: how a race narrows, and the accuracy left against the best of k magnets."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.tables import rows

_Row = dict[str, Any]


def options_left(table: Table) -> Any:
    """Draw how many options are still in the race by the questions asked; None where no round is known."""
    return _raced(table, "options", "options still in the race", "How many options are left by the questions asked")


def scores_asked(table: Table) -> Any:
    """Draw how many scores were asked for by the questions asked; None where no round is known."""
    return _raced(table, "cells", "scores asked for", "How many scores a race has asked for by the questions asked")


def best_of(table: Table) -> Any:
    """Draw the accuracy that is left against the best of k magnets, a line per system; None where none is known."""
    import altair as alt

    data: list[_Row] = [{**row, "system": str(row["system"])} for row in rows(table) if row["accuracy"] is not None]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    x = alt.X("magnets:Q", title="magnets to choose from", axis=alt.Axis(format="d", tickMinStep=1))
    y = alt.Y("accuracy:Q", title="answered right", axis=alt.Axis(format=".0%", tickCount=5))
    y.scale = drawing.share_scale(row["high"] or row["accuracy"] for row in data)
    base = alt.Chart(alt.Data(values=data)).encode(x=x, color=shade)
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(
        y=alt.Y("low:Q", title="answered right"), y2="high:Q"
    )
    line = base.mark_line(strokeWidth=1.75).encode(y=y, strokeDash=dash)
    points = base.mark_circle(size=44, opacity=1).encode(y=y, tooltip=_best_tips())
    return drawing.finish(
        alt.layer(interval, line, points).properties(height=220), "Accuracy left against the best of so many magnets"
    )


def _raced(table: Table, field: str, title: str, description: str) -> Any:
    import altair as alt

    rounds = [row for row in rows(table) if row[field] and row["questions"]]
    data: list[_Row] = [{**row, "system": str(row["system"])} for row in rounds]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    base = alt.Chart(alt.Data(values=data)).encode(
        x=_logarithmic(alt.X, "questions", "questions asked"),
        y=_logarithmic(alt.Y, field, title),
        color=shade,
    )
    line = base.mark_line(strokeWidth=1.75).encode(strokeDash=dash)
    points = base.mark_circle(size=36, opacity=1).encode(tooltip=_race_tips())
    return drawing.finish(alt.layer(line, points).properties(height=200), description)


def _logarithmic(channel: Any, field: str, title: str) -> Any:
    import altair as alt

    steps = [base * 10**power for power in range(9) for base in (1, 2, 5)]
    axis = alt.Axis(format="~s", values=steps, labelOverlap="greedy")
    return channel(f"{field}:Q", title=title, axis=axis, scale=alt.Scale(type="log", nice=False))


def _best_tips() -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("magnets", "magnets", ","),
        drawing.tip("accuracy", "answered right", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
    ]


def _race_tips() -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("round", "round", ","),
        drawing.tip("questions", "questions asked", ","),
        drawing.tip("options", "options left", ","),
        drawing.tip("cells", "scores asked for", ","),
    ]
