"""Calibration: is a system that says 70% right 70 times in 100, before and after it is given a temperature?

Guo et al. (2017); Liusie, Raina and Gales (2022), Appendix C.2. Reliability diagrams have one panel per view and ten
bins of equally many questions.
"""

from collections.abc import Iterable
from typing import Any

from magnetite.core.results import Table
from magnetite.experiments.shortcuts.look.certainty import alike, view_names
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE
from magnetite.report.looks import INTERVALS, Drawing, Kind
from magnetite.report.tables import Entry, Matrix, Row, over, rows, show_real, show_value

PANEL = 270  # width of a panel in pixels, unless the page sets it
_TIMES = {"before": "before calibration", "after": "after calibration"}
_SHADES = {"before calibration": ORANGE, "after calibration": BLUE, "not calibrated": GREEN}
_MEASURES = (
    ("confidence", "mean confidence", "share"),
    ("ece", "ECE, points", "gap"),
    ("brier", "Brier score", "score"),
    ("nll", "NLL, nats", "nats"),
)


def reliability(table: Table) -> Any:
    """Draw accuracy by confidence with its interval, a panel per view; None where no accuracy is known."""
    import altair as alt

    data = _points(table)
    if not data:
        return None
    views = drawing.unique(row["view"] for row in data)
    shades = {name: shade for name, shade in _SHADES.items() if any(row["when"] == name for row in data)}
    diagonal = alt.Chart(drawing.inline([{"sure": 0, "right": 0}, {"sure": 1, "right": 1}]))
    diagonal = diagonal.mark_line(color=GREY, strokeDash=[5, 4], strokeWidth=1).encode(x="sure:Q", y="right:Q")
    base = alt.Chart().encode(x=_axis("confidence", "how sure the system is"), color=drawing.colour("when", shades))
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(
        y=alt.Y("low:Q", title="answered right"), y2="high:Q"
    )
    point = base.mark_circle(size=46, opacity=1).encode(
        y=_axis("accuracy", "answered right"),
        tooltip=drawing.tips(
            ("when", "shown"), ("confidence", "mean confidence", ".1%"), "accuracy", "low", "high", "count"
        ),
    )
    line = base.mark_line(strokeWidth=1, opacity=0.6).encode(y="accuracy:Q")
    panels = alt.layer(diagonal, line, interval, point, data=drawing.inline(data))
    header = alt.Header(labelFontWeight=600, labelAnchor="start", title=None)
    facet = alt.Facet("view:N", sort=views, header=header, title=None)
    chart = panels.properties(width=PANEL, height=210).facet(facet=facet, columns=min(2, len(views)))
    return drawing.across(chart, "Share of right answers by how sure each system is, before and after calibration")


def _points(table: Table) -> list[dict[str, Any]]:
    """Return the points with names for people; equal views are drawn once, and so is an uncalibrated view."""
    names = view_names(table)
    first = {name: view for view, name in reversed(names.items())}
    known = [row for row in rows(table) if row["accuracy"] is not None and row["confidence"] is not None]
    points = []
    for name, view in sorted(first.items(), key=lambda pair: list(names).index(pair[1])):
        before, after = ([row for row in known if (row["view"], row["when"]) == (view, when)] for when in _TIMES)
        calibrated = bool(after) and _drawn(before) != _drawn(after)
        times = _TIMES if calibrated else {"before": "not calibrated"}
        group = [*before, *after] if calibrated else before
        points += [{**row, "view": name, "when": times[str(row["when"])]} for row in group]
    return points


def _drawn(group: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["confidence"], row["accuracy"]) for row in group]


def _axis(field: str, title: str) -> Any:
    import altair as alt

    axis = alt.Axis(format=".0%", tickCount=5)
    channel = alt.X if field == "confidence" else alt.Y
    return channel(f"{field}:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1]))


def _calibration(table: Table) -> Matrix:
    body = [line for row in rows(table) for line in _states(row)]
    counts = list(dict.fromkeys(over(row) for row in rows(table)))
    title = f"{table.title}: {counts[0]}" if len(counts) == 1 else table.title
    return Matrix(title, ("view", "temperature", "right", *(words for _, words, _ in _MEASURES)), tuple(body))


def _states(row: Row) -> Iterable[tuple[Entry, ...]]:
    """Yield a view before and after calibration: two rows, or one where calibration changed nothing."""
    changed = any(row[f"{name}_after"] not in (None, row[f"{name}_before"]) for name, *_ in _MEASURES)
    for when in ("before", "after") if changed else ("before",):
        temperature = show_real(row["temperature"], "temperature") if when == "after" else "none"
        values = [show_value(row[f"{name}_{when}"], unit) for name, _, unit in _MEASURES]
        right = Entry(show_value(row["accuracy"], "share"), over(row))
        yield (Entry(str(row["view"])), Entry(temperature), right, *map(Entry, values))


CALIBRATION = Kind(
    main="accuracy",
    intro=(
        "A temperature divides the scores before they become probabilities, so that a system is on average as sure as "
        "it is right: above 1 it was too sure of itself, below 1 not sure enough. It never changes an answer. The "
        "lower ECE, Brier score and NLL are, the better."
    ),
    matrix=_calibration,
)
RELIABILITY = Kind(
    figures=(
        Drawing(
            "reliability",
            (
                "The questions in ten groups of equal size, from those the system is least sure of to those it is "
                "surest of. On the dashed line it is right as often as it says: of answers it calls 70% sure, 70 in "
                f"100 are right. Below the line it is too sure of itself, above it not sure enough. {INTERVALS}"
            ),
            reliability,
        ),
    ),
    remark=alike,
    rows=0,
)
