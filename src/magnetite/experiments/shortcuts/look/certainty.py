"""How undecided systems are: counts and accuracy by effective options, and by what the passage tells.

Figures 4 and 5 of Liusie, Raina and Gales (2022). Accuracy is drawn as points whose size grows with the number of
questions with a key, with their intervals; a bin with fewer than FEW of them is an empty, unconnected ring, so that it
does not look as sure as the others. Views with exactly the same picture (a rule that ignores the passage) are drawn
once.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREY, PALE
from magnetite.report.looks import INTERVALS, Drawing, Kind
from magnetite.report.tables import rows, show_view

FEW = 20  # questions with a key below which a bin's accuracy says little: its interval is wider than 40 points
_OUTCOMES = {"right": BLUE, "wrong": PALE, "key not known": GREY}
_INFORMATION = "what the passage tells the system (bits)"
_AXIS = 44  # pixels that the labels of a y axis take, so that figures above each other line up
_BOTH = {view: show_view(view) for view in ("QOC", "QO")}
_SHADES = {name: drawing.VIEW_COLOURS[view] for view, name in _BOTH.items()}
_RINGS = (
    "The larger a point, the more questions with a key it stands for; an empty ring stands for fewer than "
    f"{FEW} and says little. {INTERVALS}"
)

_Row = dict[str, Any]


def effective_options(table: Table) -> Any:
    """Draw how many options stay in play under each view, as right and wrong answers; None without questions."""
    import altair as alt

    named = view_names(table)
    data = [
        part for row in _drawn_once(table) if row["count"] for part in _outcomes({**row, "view": named[row["view"]]})
    ]
    if not data:
        return None
    header = alt.Header(labelOrient="top", labelAnchor="start", labelFontWeight=600, labelPadding=4, labelLimit=300)
    chart = _histogram(data, _edges(table), "effective number of options", height=84)
    chart = chart.encode(
        row=alt.Row("view:N", title=None, sort=drawing.unique(row["view"] for row in data), header=header)
    )
    return drawing.finish(chart, "How many questions have which effective number of options, under each view")


def accuracy_by_options(table: Table) -> Any:
    """Draw each bin's accuracy, a line per view; None where no accuracy is known."""
    named = view_names(table)
    data = [{**row, "view": named[row["view"]]} for row in _drawn_once(table)]
    colours = {named[view]: shade for view, shade in drawing.view_colours(named).items()}
    chart = _accuracies(data, _edges(table), "effective number of options", colours)
    if chart is None:
        return None
    return drawing.finish(chart, "Accuracy by the effective number of options, under each view")


def counts_by_information(table: Table) -> Any:
    """Draw how many questions gain how much information from the passage; None without questions."""
    data = [{**row, "outcome": "questions", "part": row["count"], "order": 0} for row in rows(table) if row["count"]]
    if not data:
        return None
    chart = _histogram(data, _edges(table), _INFORMATION, height=120, colours={"questions": GREY})
    return drawing.finish(chart, "How many questions gain how much information from the passage")


def accuracy_by_information(table: Table) -> Any:
    """Draw both systems' accuracy by the information from the passage; None where no accuracy is known."""
    chart = _accuracies(_by_view(table), _edges(table), _INFORMATION, _SHADES)
    if chart is None:
        return None
    return drawing.finish(chart, "Accuracy of both systems by the information from the passage")


def accuracy_by_tenth(table: Table) -> Any:
    """Draw both systems' accuracy in each tenth of the questions, at its mean; None where no accuracy is known."""
    data = [{**row, "middle": row["information"]} for row in _by_view(table)]
    halves = [2 * row["middle"] for row in data]
    edges = [half / 2 for half in range(math.floor(min(halves)), math.ceil(max(halves)) + 1)]
    chart = _accuracies(data, edges, _INFORMATION, _SHADES, even=True)
    if chart is None:
        return None
    return drawing.finish(chart, "Accuracy of both systems in tenths of the questions, by the information")


def _by_view(table: Table) -> list[_Row]:
    """Return a row for each bin and system, with the system's accuracy and its interval."""
    return [
        {
            **row,
            "view": name,
            "accuracy": row.get(f"accuracy_{view}"),
            "low": row.get(f"accuracy_{view}_low"),
            "high": row.get(f"accuracy_{view}_high"),
        }
        for view, name in _BOTH.items()
        for row in rows(table)
    ]


def view_names(table: Table) -> dict[str, str]:
    """Return each view's name for people; views whose rows are equal share one name that lists them."""
    alike: dict[str, list[str]] = {}
    for view in drawing.unique(str(value) for value in table.values("view")):
        own = [{**row, "view": None} for row in rows(table) if row["view"] == view]
        alike.setdefault(repr(own), []).append(view)
    names = {tuple(views): show_view(views[0]) if len(views) == 1 else _listed(views) for views in alike.values()}
    return {view: name for views, name in names.items() for view in views}


def alike(table: Table) -> str:
    """Return a sentence for each group of views that have exactly the same picture."""
    names = list(view_names(table).values())
    same = drawing.unique(name for name in names if names.count(name) > 1)
    return "".join(f" {name} give exactly the same picture, so it is drawn once." for name in same)


def _drawn_once(table: Table) -> list[_Row]:
    """Return the rows of the first view in each group of equal views."""
    first: dict[str, str] = {}
    for view, name in view_names(table).items():
        first.setdefault(name, view)
    return [row for row in rows(table) if row["view"] in first.values()]


def _listed(views: Sequence[str]) -> str:
    return f"{', '.join(views[:-1])} and {views[-1]}"


def _histogram(data: list[_Row], edges: list[float], title: str, *, height: int, colours: Any = None) -> Any:
    import altair as alt

    shades = {name: shade for name, shade in (colours or _OUTCOMES).items() if any(r["outcome"] == name for r in data)}
    return (
        alt.Chart(drawing.inline(data), height=height)
        .mark_bar(binSpacing=2)
        .encode(
            x=_bins(edges, title, "bin_low", bin="binned"),
            x2="bin_high:Q",
            y=alt.Y("part:Q", title="questions", axis=alt.Axis(tickCount=3, minExtent=_AXIS)),
            color=drawing.colour("outcome", shades),
            order="order:Q",
            tooltip=_tips("accuracy" in data[0]),
        )
    )


def _accuracies(
    data: list[_Row], edges: list[float], title: str, colours: Mapping[str, str], *, even: bool = False
) -> Any:
    """Draw accuracy by bins, which hold equally many questions if `even`, as lines of points; None without a key."""
    import altair as alt

    known = [_placed(row) for row in data if row["accuracy"] is not None and row["count"]]
    if not known:
        return None
    shades = {name: shade for name, shade in colours.items() if any(row["view"] == name for row in known)}
    y = alt.Y("accuracy:Q", title="answered right", scale=alt.Scale(domain=[0, 1]))
    y.axis = alt.Axis(format=".0%", tickCount=5, minExtent=_AXIS)
    selection = alt.selection_point(fields=["view"], bind="legend", name="picked")
    channels = {"x": _bins(edges, title, "middle"), "y": y, "color": drawing.colour("view", shades)}
    base = alt.Chart(drawing.inline(known)).encode(
        **channels, opacity=alt.condition(selection, alt.value(1), alt.value(0.15))
    )
    enough = base.transform_filter("!datum.few")
    points = alt.Size("labelled:Q", scale=alt.Scale(domainMin=0, range=[15, 230]), legend=None)
    line = enough.mark_line(strokeWidth=2)
    bounds = base.mark_rule(strokeWidth=1).encode(y="low:Q", y2="high:Q")
    bounds = bounds.transform_filter("isValid(datum.low) && isValid(datum.high)")
    solid = enough.mark_circle(opacity=1, size=60).encode(tooltip=_tips(accuracy=True))
    solid = solid if even else solid.encode(size=points)
    ring = base.transform_filter("datum.few").mark_point(size=26, filled=False, strokeWidth=1)
    ring = ring.encode(tooltip=_tips(accuracy=True))
    return alt.layer(bounds, line, solid.add_params(selection), ring).properties(height=190)


def _placed(row: _Row) -> _Row:
    """Add a bin's middle; where a run did not count the questions with a key, all are taken to have one."""
    labelled = row["count"] if row.get("labelled") is None else row["labelled"]
    middle = row["middle"] if "middle" in row else (row["bin_low"] + row["bin_high"]) / 2
    return {**row, "labelled": labelled, "few": labelled < FEW, "middle": middle}


def _bins(edges: list[float], title: str, field: str, **encoding: Any) -> Any:
    import altair as alt

    scale = alt.Scale(domain=[edges[0], edges[-1]], nice=False)
    half = [edge for edge in edges if (2 * edge).is_integer()]
    axis = alt.Axis(values=half if edges[0] < 0 else edges, format=".3~g", labelOverlap=True)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=axis, **encoding)


def _edges(table: Table) -> list[float]:
    return sorted({float(row[name] or 0) for row in rows(table) for name in ("bin_low", "bin_high")})


def _tips(accuracy: bool) -> list[Any]:
    tips = drawing.tips(("bin_low", "from", ".2f"), ("bin_high", "to", ".2f"), "count")
    key = drawing.tips(("labelled", "with a key", ","), "accuracy", "low", "high")
    return [*tips, *key] if accuracy else tips


def _outcomes(row: _Row) -> list[_Row]:
    """Split a bin's bar into the questions answered right, answered wrong, and without a key."""
    count, accuracy = row["count"], row["accuracy"]
    labelled = row.get("labelled")
    known = 0 if accuracy is None else count if labelled is None else labelled
    right = round(known * (accuracy or 0))
    parts = zip(_OUTCOMES, (right, known - right, count - known), strict=True)
    pieces = [
        (order, name, part) for order, (name, part) in enumerate(parts) if part or (known and name != "key not known")
    ]
    return [{**row, "labelled": known, "outcome": name, "part": part, "order": order} for order, name, part in pieces]


EFFECTIVE_OPTIONS = Kind(
    figures=(
        Drawing(
            "effective-options",
            (
                "How many options still look plausible to the system. 1 means it is sure; as many as the question has "
                "means it can only guess. The blue part of a bar is the share answered right, where the key is known."
            ),
            effective_options,
        ),
        Drawing(
            "accuracy-by-effective-options",
            (
                "Share answered right among the questions of each bar above. A system that knows when it knows is "
                "right where few options are left, and near guessing where many are. Without the passage, points high "
                f"up on the left are questions that can be answered without it. {_RINGS}"
            ),
            accuracy_by_options,
        ),
    ),
    remark=alike,
)
BY_INFORMATION = Kind(
    figures=(
        Drawing(
            "questions-by-information",
            (
                "What the passage tells the system about a question: how much less undecided it is with the passage "
                "than without. Near 0 the passage changes nothing; below 0 it leaves the system more undecided."
            ),
            counts_by_information,
        ),
        Drawing(
            "accuracy-by-information",
            (
                "Share answered right among the same questions, with the passage and without. Where the passage tells "
                f"much, only the system that reads it should do well. {_RINGS}"
            ),
            accuracy_by_information,
        ),
    )
)
BY_TENTH = Kind(
    figures=(
        Drawing(
            "accuracy-by-tenth",
            (
                "The questions in order of what the passage tells, in tenths of equally many: the share answered right "
                "in each, with the passage and without, at the mean of the tenth. Where many questions lie close "
                f"together, so do the points. {INTERVALS}"
            ),
            accuracy_by_tenth,
        ),
    ),
)
