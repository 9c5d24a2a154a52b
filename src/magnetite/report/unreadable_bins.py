"""What the harm of un-readable attacks varies with: the change of accuracy by bins, and attack by attack.

Si et al. (2019), Figures 5 to 8. A panel for each attack, a line for each system.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import AMBER, BLUE, GREEN, GREY, ORANGE, PALE, PINK, SKY
from magnetite.report.tables import rows

FORMATS = {
    "unreadable_by_growth": ("growth of the wrong options", "+.0%"),
    "unreadable_by_answer_length": ("words and marks of the right answer", "~g"),
    "unreadable_by_degree": ("largest ShuffleDegree of the question", ".2f"),
}
_PANEL = 190  # width of a panel in pixels, unless the page sets it
_CHANGE = "change of accuracy"
_POINTS = (BLUE, ORANGE, GREEN, PINK, SKY, AMBER, PALE)

_Row = Mapping[str, Any]


def by_bins(table: Table) -> Any:
    """Draw the relative change of accuracy in each bin, a panel for each attack; None where no change is known."""
    import altair as alt

    data = [{**row, "system": str(row["system"]), **_bar(row)} for row in rows(table) if row["relative"] is not None]
    if not data:
        return None
    title, style = FORMATS[table.kind]
    shade, dash = drawing.systems(drawing.unique(str(row["system"]) for row in data))
    axis = alt.Axis(format=style, tickCount=4, labelOverlap=True)
    base = alt.Chart().encode(x=alt.X("value:Q", title=title, axis=axis, scale=alt.Scale(zero=False)), color=shade)
    y = _changes(data)
    interval = base.mark_rule(strokeWidth=1.25, opacity=0.5, clip=True).encode(y="bar_low:Q", y2="bar_high:Q")
    line = base.mark_line(strokeWidth=1.5).encode(y=y, strokeDash=dash)
    points = base.mark_circle(size=36, opacity=1).encode(y=y, tooltip=_bin_tips(style))
    panel = alt.layer(
        _zero(), interval.encode(y=alt.Y("bar_low:Q", title=_CHANGE)), line, points, data=alt.Data(values=data)
    )
    names = drawing.unique(str(row["attack"]) for row in data)
    facets = panel.properties(width=_PANEL, height=150).facet(
        facet=drawing.panels("attack", names), columns=min(len(names), 3)
    )
    return drawing.across(facets.resolve_scale(x="independent"), f"Change of accuracy by the {title}, for each attack")


def by_attack(table: Table) -> Any:
    """Draw each attack on each system by how much it makes wrong options grow (Figure 6); None where none is known."""
    import altair as alt

    data = [
        {**row, "system": str(row["system"])}
        for row in rows(table)
        if row["relative"] is not None and row["length_change"] is not None
    ]
    if not data:
        return None
    systems = drawing.unique(str(row["system"]) for row in data)
    legend = "system" if len(systems) > 1 else "attack"  # two legends have no room on a phone; a tooltip has the other
    names = drawing.unique(str(row[legend]) for row in data)
    shades = {name: _POINTS[place % len(_POINTS)] for place, name in enumerate(names)}
    axis = alt.Axis(format="+.0%", tickCount=5)
    points = alt.Chart().mark_circle(size=90, opacity=0.9)
    points = points.encode(
        x=alt.X("length_change:Q", title="growth of the wrong options", axis=axis),
        y=_changes(data),
        color=drawing.colour(legend, shades),
        tooltip=_attack_tips(),
    )
    chart = alt.layer(_zero(), points, data=alt.Data(values=data)).properties(height=280)
    words = "Change of accuracy by the growth of the wrong options, a point for each attack and system"
    return drawing.finish(chart, words)


def _bar(row: _Row) -> dict[str, Any]:
    """Return the ends of an interval's bar, of zero length without an interval: a panel without bars has no scale."""
    return {f"bar_{end}": row["relative"] if (at := row[f"relative_{end}"]) is None else at for end in ("low", "high")}


def _changes(data: Sequence[_Row]) -> Any:
    import altair as alt

    largest = max(*(float(row["relative"]) for row in data), 0.0)
    scale = alt.Scale(domain=[-1, round(largest + 0.1, 1)])
    return alt.Y("relative:Q", title=_CHANGE, axis=alt.Axis(format="+.0%", tickCount=5), scale=scale)


def _zero() -> Any:
    """Draw a line at no change over the panel's data: with data of its own, it would leave panels without a scale."""
    import altair as alt

    return alt.Chart().mark_rule(color=GREY, strokeDash=[5, 4]).encode(y=alt.datum(0, title=_CHANGE))


def _bin_tips(style: str) -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("attack", "attack"),
        drawing.tip("value", "mean of the bin", style),
        drawing.tip("before", "right before", ".1%"),
        drawing.tip("after", "right after", ".1%"),
        drawing.tip("relative", "relative change", "+.1%"),
        drawing.tip("relative_low", "interval from", "+.1%"),
        drawing.tip("relative_high", "to", "+.1%"),
        drawing.tip("n", "questions", ","),
    ]


def _attack_tips() -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("attack", "attack"),
        drawing.tip("length_change", "growth of wrong options", "+.1%"),
        drawing.tip("before", "right before", ".1%"),
        drawing.tip("after", "right after", ".1%"),
        drawing.tip("relative", "relative change", "+.1%"),
        drawing.tip("n", "questions", ","),
    ]
