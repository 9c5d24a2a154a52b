"""The heatmap of transfer: what systems trained on one exam get right on the others (Liusie et al., 2022, Table B.2).

What this file leaves out: the look (`drawing`) and the same numbers as a table (`matrices`).
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.headings import show_view
from magnetite.report.tables import rows

_COLD, _WARM = "#eaf2f8", "#0072b2"
_TURN = 0.55  # of the way to the warmest cell, from where white letters read better than black ones


def transfer(table: Table) -> Any:
    """Draw a cell per training exam and view, and exam tested on; None where no accuracy is known."""
    import altair as alt

    data = [_named(row) for row in rows(table) if row["accuracy"] is not None]
    if not data:
        return None
    shares = [row["accuracy"] for row in data]
    low, high = min(shares), max(shares)
    turn = low + _TURN * (high - low)
    x = alt.X("tested_on:N", title="tested on", sort=drawing.unique(row["tested_on"] for row in data), axis=_axis(" "))
    y = alt.Y("system:N", title="trained on", sort=drawing.unique(row["system"] for row in data), axis=_axis(": "))
    scale = alt.Scale(domain=[low, high] if high > low else [low - 0.01, high], range=[_COLD, _WARM])
    base = alt.Chart(alt.Data(values=data)).encode(x=x, y=y, tooltip=_tips())
    cell = base.mark_rect(cornerRadius=3, stroke=None).encode(color=alt.Color("accuracy:Q", scale=scale, legend=None))
    # The page recolours text for its scheme, but not that of the layer of this name: it stands on a coloured cell.
    text = base.mark_text(fontWeight=600).properties(name="incell")
    shade = alt.condition(f"datum.accuracy > {turn}", alt.value("#ffffff"), alt.value("#16191d"))
    text = text.encode(text=alt.Text("accuracy:Q", format=".0%"), color=shade)
    return drawing.finish(alt.layer(cell, text).properties(height={"step": 38}), "Accuracy by training and test exam")


def _axis(split: str) -> Any:
    import altair as alt

    return alt.Axis(
        labelExpr=f"split(datum.label, '{split}')", ticks=False, domain=False, labelPadding=8, labelAngle=0, grid=False
    )


def _named(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "system": f"{row['trained_on']}: {row['view']}", "shown_view": show_view(row["view"])}


def _tips() -> list[Any]:
    return [
        drawing.tip("trained_on", "trained on"),
        drawing.tip("shown_view", "view"),
        drawing.tip("tested_on", "tested on"),
        drawing.tip("accuracy", "answered right", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
        drawing.tip("chance", "guessing", ".1%"),
        drawing.tip("n", "questions", ","),
    ]
