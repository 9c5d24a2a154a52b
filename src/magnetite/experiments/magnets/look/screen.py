"""Magnets of one system: the sorted interference curve, the strongest options, and what each attack costs."""

from typing import TYPE_CHECKING, Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREY, ORANGE, PALE
from magnetite.report.looks import Drawing, Kind
from magnetite.report.ruled import heads, ruled
from magnetite.report.tables import rows, shorten, show_quantity, show_value

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

STRONGEST = 10  # options drawn and listed by name
TOP, REST = 100, 300  # points drawn of a longer curve; ten thousand look the same
OTHERS = 48  # characters in a line of the terminal that the columns beside an option take
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
    base = alt.Chart(drawing.inline(data)).encode(x=alt.X("rank:Q", title="options, strongest first"))
    y = alt.Y("interference:Q", title="interference score T", axis=alt.Axis(format=".0%"), scale={"domain": [0, 1]})
    band = base.mark_area(color=GREY, opacity=0.25).encode(y=y.copy(), y2="high:Q").encode(y="low:Q")
    line = base.mark_line(color=GREY, strokeWidth=1).encode(y=y)
    points = base.mark_circle(size=36, opacity=0.9, aria=False).encode(
        y=y, color=drawing.colour("kind", _kinds(data)), tooltip=_tips()
    )
    chart = alt.layer(band, line, points.add_params(drawing.zoom())).properties(height=260)
    return drawing.finish(chart, "Interference score of every irrelevant option, sorted")


def strongest(table: Table) -> Any:
    """Draw the strongest options by name, as bars with intervals; None where no option has a score."""
    import altair as alt

    if not (listed := _scored(table)[:STRONGEST]):
        return None
    data = drawing.inline(listed)
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
    data, y = drawing.inline(listed), drawing.ranks()
    x = drawing.share_axis("questions answered right", (row["accuracy"] + 0.1 for row in points), field="accuracy")
    line = alt.Chart(data).mark_rule(strokeWidth=3, color=PALE, yOffset=9).encode(x="after:Q", x2="before:Q", y=y)
    dots = alt.Chart(drawing.inline(points)).mark_circle(size=100, opacity=1, yOffset=9)
    dots = dots.encode(
        x=x,
        y=y,
        color=drawing.colour("when", {"before": BLUE, "after": ORANGE}),
        tooltip=drawing.tips(
            ("option", "magnet"),
            ("before", "before", ".1%"),
            ("after", "after", ".1%"),
            ("difference", "change", "+.1%"),
            ("low", "interval from", "+.1%"),
            ("high", "to", "+.1%"),
            "caught",
            "p",
        ),
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
    return drawing.tips("option", "rank", "interference", "low", "high", ("n", "questions tried", ","))


def _strongest_listed(table: Table, console: "Console") -> "rich.table.Table":
    cells = [
        (
            show_quantity(row["rank"], "count"),
            _option(row["option"], console.width),
            show_quantity(row["interference"], "share"),
            _span(row["low"], row["high"]),
            show_quantity(row["n"], "count"),
        )
        for row in rows(table)[:STRONGEST]
    ]
    title = f"The {len(cells)} strongest of {len(table):,} irrelevant options"
    return ruled(title, heads("rank>", "option", "T>", "interval>", "over>"), cells)


def _attacks_listed(table: Table, console: "Console") -> "rich.table.Table":
    cells = [
        (
            _option(row["option"], console.width),
            show_quantity(row["before"], "share"),
            show_quantity(row["after"], "share"),
            show_value(row["difference"], "points"),
            show_value(row["p"], "p"),
        )
        for row in rows(table)
    ]
    title = "Accuracy before and after one wrong option is replaced"
    return ruled(title, heads("magnet", "before>", "after>", "points>", "p>"), cells)


def _option(text: object, width: int) -> str:
    """Shorten an option so that its table fits a terminal of this width."""
    return shorten(str(text), max(16, min(60, width - OTHERS)))


def _span(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return ""
    return f"{show_quantity(low, 'share').removesuffix('%')}–{show_quantity(high, 'share')}"


INTERFERENCE_CURVE = Kind(
    main="interference",
    figures=(
        Drawing(
            "strongest-options",
            (
                "How often each option, though it has nothing to do with the passage, beats all of a question's own "
                "options. For a system that reads, every bar would be near zero; for one that guesses between four "
                "options and the intruder, near 20%."
            ),
            strongest,
        ),
        Drawing(
            "interference-curve",
            (
                "Every option that was tried, from the strongest to the weakest, with its interval in grey. A curve "
                "that starts high and falls steeply means that a few texts attract the system whatever the passage "
                "says. Drag to move along, hold Shift and turn the wheel to zoom, double-click to go back."
            ),
            interference_curve,
        ),
    ),
    summary=_strongest_listed,
)
ATTACKS = Kind(
    main="before",
    figures=(
        Drawing(
            "attacks",
            (
                "The same questions before and after one wrong option is replaced by the magnet. The right answer "
                "stays in place, so a system that reads should lose nothing."
            ),
            attacks,
        ),
    ),
    summary=_attacks_listed,
)
