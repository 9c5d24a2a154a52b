"""What attacks do to several systems: the three outcomes of each, and systems trained plainly and against magnets.

Lin et al. (2021), Figure 1 with Table 1, and Table 2. A magnet's name stands on a line of its own, its systems on the
lines below.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, ORANGE, PALE
from magnetite.report.tables import rows, shorten

MAGNETS = 10  # magnets drawn; the table has them all
OUTCOMES = {
    "stable": ("right answer chosen", BLUE),
    "caught": ("magnet chosen", ORANGE),
    "otherwise": ("another wrong option chosen", PALE),
}
_MARK = "#16191d"  # readable on all three outcomes, in the light and in the dark
_LABEL = 120  # characters of a magnet that a figure carries

_Row = Mapping[str, Any]


def system_attacks(table: Table) -> Any:
    """Draw the shares of the three outcomes over all levels, for the first MAGNETS; None where none is known."""
    import altair as alt

    known = [row for row in rows(table) if row["level"] in ("all", None) and row["stable"] is not None]
    if not known:
        return None
    first = set(drawing.unique(str(row["option"]) for row in known)[:MAGNETS])
    named, order, names = _under([row for row in known if str(row["option"]) in first], "option")
    parts = [part for row in named for part in _parts(row)]
    y = _lines(order)
    x = alt.X("part:Q", title="questions", stack="zero", axis=alt.Axis(format=".0%", tickCount=5))
    x.scale = alt.Scale(domain=[0, 1])
    bars = (
        alt.Chart(alt.Data(values=parts))
        .mark_bar(height=15)
        .encode(
            x=x,
            y=y,
            color=drawing.colour("outcome", dict(OUTCOMES.values())),
            order="order:Q",
            tooltip=_outcome_tips(),
        )
    )
    before = alt.Chart(alt.Data(values=named)).mark_tick(color=_MARK, thickness=2, opacity=1, bandSize=19)
    before = before.encode(x="before:Q", y=y, tooltip=[drawing.tip("before", "right before the attack", ".1%")])
    chart = alt.layer(bars, before, _names(names, y)).properties(height={"step": 22})
    return drawing.finish(chart, "Outcomes of each attack on each system, with the accuracy before it")


def _under(known: Sequence[_Row], field: str) -> tuple[list[dict[str, Any]], list[str], list[_Row]]:
    """Place rows on lines: under each value of a field's, its systems.

    Returns the rows with their `line`, all lines in order, and the lines of the values with their `name`. A line is
    its number and what stands beside it.
    """
    order: list[str] = []
    places: dict[tuple[str, str], str] = {}
    names: list[_Row] = []
    for name in drawing.unique(str(row[field]) for row in known):
        order.append(_line(len(order), ""))
        names.append({"line": order[-1], "name": shorten(name, _LABEL)})
        for system in drawing.unique(str(row["system"]) for row in known if str(row[field]) == name):
            order.append(_line(len(order), system))
            places[name, system] = order[-1]
    placed = [{**row, "line": places[str(row[field]), str(row["system"])]} for row in known]
    return [{**row, field: shorten(str(row[field]), _LABEL)} for row in placed], order, names


def _line(place: int, name: str) -> str:
    return f"{place:04d} {name}"


def _lines(order: Sequence[str]) -> Any:
    import altair as alt

    axis = alt.Axis(labelExpr="slice(datum.label, 5)", ticks=False, domain=False, labelPadding=6, labelOverlap=False)
    return alt.Y("line:N", title=None, sort=list(order), scale=alt.Scale(domain=list(order)), axis=axis)


def _names(names: Sequence[_Row], y: Any) -> Any:
    import altair as alt

    text = alt.Chart(alt.Data(values=list(names))).mark_text(
        align="left", baseline="middle", fontWeight=600, dy=3, limit=alt.ExprRef("width")
    )
    return text.encode(x=alt.value(0), y=y, text="name:N")


def _parts(row: _Row) -> list[dict[str, Any]]:
    return [
        {**row, "outcome": words, "part": row[name], "order": place}
        for place, (name, (words, _)) in enumerate(OUTCOMES.items())
        if row[name] is not None
    ]


def _outcome_tips() -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("option", "magnet"),
        drawing.tip("outcome", "outcome"),
        drawing.tip("part", "share", ".1%"),
        drawing.tip("before", "right before", ".1%"),
        drawing.tip("after", "right after", ".1%"),
        drawing.tip("n", "questions", ","),
    ]
