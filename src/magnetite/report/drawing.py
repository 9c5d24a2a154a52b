"""What all figures share: colours, axes, tooltips and the look.

The colours are Okabe and Ito's (2008), which colour-blind readers tell apart. The page recolours text and lines for
its light or dark scheme, so that the marks alone carry fixed colours. What this file leaves out: the figures.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

WIDTH = 640  # pixels; the page fits a chart to its own width
BLUE, SKY, ORANGE, GREEN, PINK, GREY, PALE = (
    "#0072b2",
    "#56b4e9",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#8b929c",
    "#b9bfc9",
)
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"


def finish(chart: Any, description: str) -> Any:
    """Give a chart its width, its text alternative and the common look."""
    return _look(chart.properties(width=WIDTH, description=description))


def across(chart: Any, description: str) -> Any:
    """Finish a chart whose panels carry their own widths: the page sets them, as many beside each other as fit."""
    return _look(chart.properties(description=description))


def share_axis(title: str, values: Iterable[float | None], **encoding: Any) -> Any:
    """Return an x axis in per cent, from 0 to a little above the largest value: room for a label."""
    import altair as alt

    largest = max((value for value in values if value is not None), default=1.0)
    top = min(1.0, math.ceil(largest * 10 + 0.5) / 10)
    field = encoding.pop("field")
    axis = alt.Axis(format=".0%", tickCount=6)
    return alt.X(f"{field}:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, top]), **encoding)


def colour(field: str, colours: Mapping[str, str], **encoding: Any) -> Any:
    """Return a colour channel with these colours, in this order; one colour needs no legend."""
    import altair as alt

    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    extra = {"legend": None} if len(colours) == 1 else {}
    return alt.Color(f"{field}:N", scale=scale, **extra, **encoding)


def ranks() -> Any:
    """Return a y channel with one band per row, in order, without an axis: the row's name is written above its bar."""
    import altair as alt

    return alt.Y("rank:O", axis=None, title=None)


def names(data: Any, left: int = 0) -> Any:
    """Write each row's option above its bar, `left` pixels from its start, cut at the chart's width."""
    import altair as alt

    limit = alt.ExprRef(f"width - {left}")
    text = alt.Chart(data).mark_text(align="left", baseline="middle", yOffset=-9, limit=limit)
    return text.encode(x=alt.value(left), y=ranks(), text="option:N")


def tip(field: str, title: str, style: str = "") -> Any:
    """Return one line of a tooltip; `style` is a d3 format of a number, "" for text."""
    import altair as alt

    return alt.Tooltip(f"{field}:Q", title=title, format=style) if style else alt.Tooltip(f"{field}:N", title=title)


def unique(values: Iterable[str]) -> list[str]:
    """Return the distinct values in the order they first appear."""
    return list(dict.fromkeys(values))


def thin(data: Sequence[Any], top: int, rest: int) -> list[Any]:
    """Keep the first `top` entries and about `rest` of the others, evenly spread, the last among them."""
    others = data[top:]
    if len(others) <= rest:
        return list(data)
    step = (len(others) - 1) / (rest - 1)
    return [*data[:top], *(others[round(index * step)] for index in range(rest))]


def _look(chart: Any) -> Any:
    return (
        chart.configure(font=FONT, background="transparent")
        .configure_view(stroke=None)
        .configure_axis(
            domainColor=GREY,
            tickColor=GREY,
            gridColor=GREY,
            gridOpacity=0.25,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            labelLimit=240,
        )
        .configure_legend(
            orient="top", title=None, labelFontSize=12, symbolType="square", symbolOpacity=1, labelLimit=240
        )
        .configure_header(labelFontSize=12)
        .configure_text(fontSize=12)
    )
