"""Does a simple feature of an option explain its interference score? Dots with intervals, one row per feature."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREY, ORANGE
from magnetite.report.tables import rows

GROUPS = {"all": ("all options", BLUE), "without series": ("without option combinations", ORANGE)}


def features(table: Table) -> Any:
    """Draw each feature's rank correlation with T_k as a dot with its interval; None where none is known."""
    import altair as alt

    data = [_grouped(row) for row in rows(table) if row["spearman"] is not None]
    if not data:
        return None
    named = drawing.unique(row["group"] for row in data)
    shades = {name: dict(GROUPS.values()).get(name, GREY) for name in named}
    axis = alt.Axis(labelExpr=drawing.BROKEN, ticks=False, domain=False, labelPadding=8)
    y = alt.Y("feature:N", title=None, sort=drawing.unique(row["feature"] for row in data), axis=axis)
    over = alt.YOffset("group:N", sort=list(shades), scale=alt.Scale(padding=0.25))
    base = alt.Chart(alt.Data(values=data)).encode(y=y, yOffset=over, color=drawing.colour("group", shades))
    zero = alt.Chart(alt.Data(values=[{"zero": 0}])).mark_rule(color=GREY, strokeDash=[5, 4]).encode(x="zero:Q")
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    x = alt.X("spearman:Q", title="rank correlation with T", axis=alt.Axis(format=".2~f", tickCount=5))
    dots = base.mark_circle(size=70, opacity=1).encode(x=x, tooltip=_feature_tips())
    chart = alt.layer(zero, interval, dots).properties(height={"step": 18})
    return drawing.finish(chart, "Rank correlation of each feature of an option with its interference score")


def _grouped(row: dict[str, Any]) -> dict[str, Any]:
    group = str(row["group"])
    return {**row, "feature": drawing.lines(row["feature"], 20), "group": GROUPS.get(group, (group, GREY))[0]}


def _feature_tips() -> list[Any]:
    return [
        drawing.tip("feature", "feature"),
        drawing.tip("group", "over"),
        drawing.tip("spearman", "rank correlation", ".2f"),
        drawing.tip("low", "interval from", ".2f"),
        drawing.tip("high", "to", ".2f"),
        drawing.tip("p", "p-value", ".3f"),
        drawing.tip("n", "options", ","),
    ]
