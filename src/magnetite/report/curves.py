"""The figures of magnets: the sorted interference curve, the strongest options, and what each attack costs."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREY, ORANGE, PALE
from magnetite.report.tables import rows, shorten

STRONGEST = 10  # options drawn by name
TOP, REST = 100, 300  # points drawn of a longer curve; ten thousand look the same
_LABEL = 120  # characters of an option in a figure
_SERIES = {"ordinary option": BLUE, "combines other options": ORANGE}


def interference_curve(table: Table) -> Any:
    """Draw the sorted interference scores, as Lin et al. (2021), Figure 2.

    Of more than TOP + REST options, the strongest and an even choice of the others are drawn. None where no option has
    a score.
    """
    import altair as alt

    if not (scored := _scored(table)):
        return None
    data = drawing.thin(scored, TOP, REST)
    # A touch scrolls the page: only a mouse drags, and the wheel zooms only with Shift.
    move = "[mousedown, window:mouseup] > window:mousemove!"
    zoom = alt.selection_interval(
        bind="scales", encodings=["x"], translate=move, zoom="wheel![event.shiftKey]", name="zoom"
    )
    base = alt.Chart(alt.Data(values=data)).encode(x=alt.X("rank:Q", title="options, strongest first"))
    y = alt.Y("interference:Q", title="interference score T", axis=alt.Axis(format=".0%"), scale={"domain": [0, 1]})
    band = base.mark_area(color=GREY, opacity=0.25).encode(y=y.copy(), y2="high:Q").encode(y="low:Q")
    line = base.mark_line(color=GREY, strokeWidth=1).encode(y=y)
    points = base.mark_circle(size=36, opacity=0.9, aria=False).encode(
        y=y, color=drawing.colour("kind", _kinds(data)), tooltip=_tips()
    )
    chart = alt.layer(band, line, points.add_params(zoom)).properties(height=260)
    return drawing.finish(chart, "Interference score of every irrelevant option, sorted")


def strongest(table: Table) -> Any:
    """Draw the strongest options by name, as bars with intervals; None where no option has a score."""
    import altair as alt

    if not (listed := _scored(table)[:STRONGEST]):
        return None
    data = alt.Data(values=listed)
    x = drawing.share_axis("interference score T", [1.0], field="interference")
    bars = alt.Chart(data).mark_bar(height=13, yOffset=8)
    bars = bars.encode(x=x, y=drawing.ranks(), color=drawing.colour("kind", _kinds(listed)), tooltip=_tips())
    interval = alt.Chart(data).mark_rule(strokeWidth=1.5, yOffset=8).encode(x="low:Q", x2="high:Q", y=drawing.ranks())
    share = alt.Chart(data).mark_text(align="left", baseline="middle", fontWeight=600, yOffset=-9)
    share = share.encode(x=alt.value(0), y=drawing.ranks(), text=alt.Text("interference:Q", format=".0%"))
    chart = alt.layer(bars, interval, share, drawing.names(data, left=40)).properties(height={"step": 44})
    return drawing.finish(chart, "The strongest options and their interference scores")


def attacks(table: Table) -> Any:
    """Draw the accuracy before and after each magnet takes the place of a wrong option; None where none is known."""
    import altair as alt

    known = [row for row in rows(table) if row["before"] is not None and row["after"] is not None]
    if not known:
        return None
    listed = [{**_magnet(row), "rank": index} for index, row in enumerate(known, 1)]
    points = [{**row, "when": when, "accuracy": row[when]} for row in listed for when in ("before", "after")]
    data, y = alt.Data(values=listed), drawing.ranks()
    x = drawing.share_axis("questions answered right", (row["accuracy"] + 0.1 for row in points), field="accuracy")
    line = alt.Chart(data).mark_rule(strokeWidth=3, color=PALE, yOffset=9).encode(x="after:Q", x2="before:Q", y=y)
    dots = alt.Chart(alt.Data(values=points)).mark_circle(size=100, opacity=1, yOffset=9)
    dots = dots.encode(
        x=x, y=y, color=drawing.colour("when", {"before": BLUE, "after": ORANGE}), tooltip=_attack_tips()
    )
    change = alt.Chart(data).transform_calculate(
        end="max(datum.before, datum.after)", change="format(datum.before, '.0%') + ' → ' + format(datum.after, '.0%')"
    )
    change = change.mark_text(align="left", dx=10, yOffset=9).encode(x="end:Q", y=y, text="change:N")
    chart = alt.layer(line, dots, change, drawing.names(data)).properties(height={"step": 44})
    return drawing.finish(chart, "Accuracy before and after each attack")


def _scored(table: Table) -> list[dict[str, Any]]:
    return [_magnet(row) for row in rows(table) if row["interference"] is not None]


def _magnet(row: dict[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in row.items() if name != "origins"}
    kind = list(_SERIES)[bool(row.get("series"))]
    return {**fields, "option": shorten(str(row["option"]), _LABEL), "kind": kind}


def _kinds(data: list[dict[str, Any]]) -> dict[str, str]:
    return {name: shade for name, shade in _SERIES.items() if any(row["kind"] == name for row in data)}


def _tips() -> list[Any]:
    return [
        drawing.tip("option", "option"),
        drawing.tip("rank", "rank", ","),
        drawing.tip("interference", "T", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
        drawing.tip("n", "questions tried", ","),
    ]


def _attack_tips() -> list[Any]:
    return [
        drawing.tip("option", "magnet"),
        drawing.tip("before", "before", ".1%"),
        drawing.tip("after", "after", ".1%"),
        drawing.tip("difference", "change", "+.1%"),
        drawing.tip("low", "interval from", "+.1%"),
        drawing.tip("high", "to", "+.1%"),
        drawing.tip("caught", "magnet chosen", ".1%"),
        drawing.tip("p", "p-value", ".3f"),
    ]
