"""What all figures share: colours, axes, tooltips, the look, and being written to a file.

Most colours are Okabe and Ito's (2008), which colour-blind readers tell apart. The page recolours text and lines for
its light or dark scheme, so that the marks alone carry fixed colours.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from examfiles.errors import StoreError, UsageError
from examfiles.files import write_whole
from magnetite.report.wording import label, spoken

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
LEAST, MOST = "#eef0f3", "#3f4852"  # the ends of a heat map's scale
TURN = 0.7  # of the way to the darkest cell, beyond which white letters read better than black ones
FLAT = 3  # names that fit side by side under a phone's cells; more are set at an angle
BROKEN = r"split(datum.label, '\n')"  # the expression that draws the line breaks of `lines`
DARK, OCHRE, PURPLE = "#4f5963", "#bf7d12", "#7a559f"
# A colour means one thing on a page: who answers, or what was chosen. Things that only their names tell apart, such as
# systems or origins, have colours that mean nothing else; all else is grey.
VIEW_COLOURS = {"QOC": BLUE, "QO": OCHRE, "CO": SKY, "O": PURPLE}
RIGHT, MAGNET, MAGNET_PALE = GREEN, ORANGE, "#eda36e"  # what was chosen; magnets that do not combine other options
GUESSING, PEOPLE = PINK, "#0f7f8a"
SERIES = ("#5b6ee1", "#7d7f14", "#b5375f", "#8a5a44", "#b04fc0", GREY)
GREYS = (DARK, "#6f7884", GREY, PALE, "#dde1e6")
_OTHER_VIEWS = (DARK, GREY, PALE)
_DASHES = ([1, 0], [7, 3], [2, 2], [8, 3, 2, 3])  # told apart in print and by colour-blind readers
FIELDS = {  # what tooltips call a field, and its d3 format
    "accuracy": ("answered right", ".1%"),
    "low": ("interval from", ".1%"),
    "high": ("to", ".1%"),
    "n": ("questions", ","),
    "chance": ("guessing", ".1%"),
    "rank": ("rank", ","),
    "interference": ("T", ".1%"),
    "before": ("right before", ".1%"),
    "after": ("right after", ".1%"),
    "relative": ("relative change", "+.1%"),
    "p": ("p-value", ".3f"),
    "count": ("questions", ","),
    "caught": ("magnet chosen", ".1%"),
}
_NAMED_CHANNELS = {  # where a channel's names are written
    **dict.fromkeys(("x", "y"), "axis"),
    **dict.fromkeys(("color", "fill", "stroke", "shape", "strokeDash"), "legend"),
    **dict.fromkeys(("row", "column", "facet"), "header"),
}
# Control characters but the line feed, what JavaScript takes for a line's end, halves of characters, no characters.
_UNDRAWABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
# Pixels around a figure that is looked at elsewhere: the fonts there may be a sixth wider than those that measured it.
PADDING = {"left": 24, "top": 5, "right": 24, "bottom": 5}
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"


def finish(chart: Any, description: str) -> Any:
    """Return a chart with its width, its text alternative and the common look."""
    return chart.properties(width=WIDTH, description=description, config=_look())


def across(chart: Any, description: str, *, room: int = 0, narrow: int = 1) -> Any:
    """Return a chart of panels with the common look; the page sets their widths, as many side by side as fit.

    `room`: pixels for the names left of the panels, 0 for those of a plain axis; `narrow`: panels side by side on a
    phone.
    """
    layout = {"usermeta": {"room": room, "narrow": narrow}} if room or narrow > 1 else {}
    return chart.properties(description=description, **layout, config=_look())


def in_words(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a chart's specification in the language that is spoken: titles, names on axes and in legends, numbers."""
    words = spoken()
    if words.language == "en":
        return spec
    texts = {text for row in _rows(spec) for text in row.values() if isinstance(text, str)}
    names = {text: said for text in sorted(texts) if (said := label(text)) != text}
    number = {
        "decimal": words.marks["decimal"],
        "thousands": words.marks["group"],
        "grouping": [3],
        "currency": ["", ""],
        "percent": words.say("writing-sign"),
    }
    name = f"(({json.dumps(names)})[datum.label] || datum.label)" if names else ""
    spoken_spec: dict[str, Any] = _in_words(spec, name)
    spoken_spec["config"] = {**spoken_spec.get("config", {}), "locale": {"number": number}}
    return spoken_spec


def _rows(spec: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a chart and its parts."""
    if isinstance(spec, list):
        for each in spec:
            yield from _rows(each)
    elif isinstance(spec, Mapping):
        yield from (row for row in spec.get("values", ()) if isinstance(row, Mapping))
        for each in spec.values():
            yield from _rows(each)


def _in_words(part: Any, name: str, key: str = "") -> Any:
    """Return a part of a specification under a key; `name` is the expression of a translated name, if there are any."""
    if isinstance(part, str):
        return label(part) if key in ("title", "description") else part
    if isinstance(part, list):
        return [_in_words(each, name, key) for each in part]
    if not isinstance(part, Mapping):
        return part
    whole = {inner: each if inner == "values" else _in_words(each, name, inner) for inner, each in part.items()}
    place = _NAMED_CHANNELS.get(key)
    if name and place and whole.get("type") in ("nominal", "ordinal") and whole.get(place, True) is not None:
        look = whole.get(place) or {}
        whole[place] = {**look, "labelExpr": look.get("labelExpr", "datum.label").replace("datum.label", name)}
    return whole


def inline(values: Sequence[Mapping[str, Any]]) -> Any:
    """Return rows as the inline data of a chart, which its copies share.

    Altair copies a chart whenever a part of it is set, and would copy every row each time.
    """
    import altair as alt

    data = alt.Data(values=list(values))
    object.__setattr__(data, "__deepcopy__", lambda _memo: data)
    return data


def share_scale(values: Iterable[float | None]) -> Any:
    """Return a scale from 0 to a little above the largest value: room for a label."""
    import altair as alt

    largest = max((value for value in values if value is not None), default=1.0)
    return alt.Scale(domain=[0, min(1.0, math.ceil(largest * 10 + 0.5) / 10)])


def colour(field: str, colours: Mapping[str, str], **encoding: Any) -> Any:
    """Return a colour channel with these colours, in this order; one colour needs no legend."""
    import altair as alt

    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    extra = {"legend": None} if len(colours) == 1 else {}
    return alt.Color(f"{field}:N", scale=scale, **extra, **encoding)


def view_colours(views: Mapping[str, str] | Sequence[str]) -> dict[str, str]:
    """Return each view's colour, the same in all figures."""
    spare = [view for view in views if view not in VIEW_COLOURS]
    return {view: VIEW_COLOURS.get(view) or _OTHER_VIEWS[spare.index(view) % len(_OTHER_VIEWS)] for view in views}


def systems(names: Sequence[str]) -> tuple[Any, Any]:
    """Return a colour and a dash channel of the field "system" that share one legend: a line of its own for each name.

    The dashes change too, so that the lines can be told apart on paper.
    """
    import altair as alt

    shades = [SERIES[place % len(SERIES)] for place in range(len(names))]
    dashes = [list(_DASHES[(place + place // len(SERIES)) % len(_DASHES)]) for place in range(len(names))]
    legend = alt.Legend(symbolType="stroke", symbolSize=500, symbolStrokeWidth=2) if len(names) > 1 else None
    sort = list(names)
    shade = alt.Color("system:N", sort=sort, scale=alt.Scale(domain=sort, range=shades), legend=legend)
    dash = alt.StrokeDash("system:N", sort=sort, scale=alt.Scale(domain=sort, range=dashes), legend=legend)
    return shade, dash


def lines(name: object, width: int = 16) -> str:
    """Return a name broken into lines for a narrow axis, which the expression `BROKEN` draws.

    >>> lines("cross-encoder/of-passages, seed 2").splitlines()
    ['cross-encoder/', 'of-passages,', 'seed 2']
    """
    return "\n".join(line.replace("/ ", "/") for line in wrap(str(name).replace("/", "/ "), width)) or str(name)


def room(names: Iterable[str]) -> int:
    """Return the pixels that names broken by `lines` take left of a panel."""
    return 24 + 7 * max(len(line) for name in names for line in lines(name).splitlines())


def beside(field: str, title: str | None, names: Sequence[str]) -> Any:
    """Return an x channel of systems named by `narrow`: on several lines where they are few, else at an angle."""
    import altair as alt

    look = {"labelAngle": 0, "labelExpr": BROKEN} if len(names) <= FLAT else {"labelAngle": -40}
    axis = alt.Axis(ticks=False, domain=False, labelPadding=6, grid=False, labelLimit=120, **look)
    return alt.X(f"{field}:N", title=title, sort=list(names), axis=axis)


def narrow(names: Sequence[str]) -> dict[str, str]:
    """Return each system's name as it is written under a column."""
    return {name: lines(name, 27 // len(names)) if len(names) <= FLAT else name for name in names}


def down(field: str, title: str | None, names: Sequence[str]) -> Any:
    """Return a y channel of systems whose names are already broken into lines."""
    import altair as alt

    axis = alt.Axis(ticks=False, domain=False, labelPadding=6, grid=False, labelExpr=BROKEN)
    return alt.Y(f"{field}:N", title=title, sort=list(names), axis=axis)


def heights(names: Iterable[str]) -> dict[str, int]:
    """Return the height of rows with such names, already broken into lines."""
    return {"step": max(36, 10 + 14 * max(name.count("\n") + 1 for name in names))}


def zoom() -> Any:
    """Return a selection that moves and zooms the x axis; a touch scrolls the page, and a wheel zooms with Shift."""
    import altair as alt

    move = "[mousedown, window:mouseup] > window:mousemove!"
    wheel = "wheel![event.shiftKey]"
    return alt.selection_interval(bind="scales", encodings=["x"], translate=move, zoom=wheel, name="zoom")


def tips(*fields: str | tuple[str, ...]) -> list[Any]:
    """Return the lines of a tooltip: a field, its title, and the d3 format of a number (none for text).

    A field alone has the title and format of `FIELDS`, or is a text under its own name.
    """
    import altair as alt

    lines = [(field, *FIELDS.get(field, (field,))) if isinstance(field, str) else field for field in fields]
    return [
        alt.Tooltip(f"{field}:Q", title=title, format=style[0]) if style else alt.Tooltip(f"{field}:N", title=title)
        for field, title, *style in lines
    ]


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


def drawable(value: Any) -> Any:
    r"""Return a figure's specification, or a part of it, with � for every character that cannot be drawn.

    >>> drawable({"title": "a\x1bb", "values": ["c\u2028", 1]})
    {'title': 'a�b', 'values': ['c�', 1]}
    """
    if isinstance(value, str):
        return _UNDRAWABLE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {drawable(key): drawable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [drawable(each) for each in value]
    return value


def save_figure(chart: Any, path: str | Path, *, scale: float = 2.0) -> Path:
    """Write a chart to an SVG, PNG or PDF file, by the path's ending, offline.

    `scale`: pixels of a PNG per pixel of the chart. Raises UsageError for another ending, StoreError where the file
    cannot be written.
    """
    import vl_convert

    path, spec, version = Path(path), drawable(chart.to_dict()), vega_lite_version()
    match path.suffix.lower():
        case ".svg":
            data = vl_convert.vegalite_to_svg(spec | {"padding": PADDING}, vl_version=version).encode()
        case ".png":
            data = vl_convert.vegalite_to_png(spec, vl_version=version, scale=scale)
        case ".pdf":
            data = vl_convert.vegalite_to_pdf(spec, vl_version=version)
        case other:
            raise UsageError(f"{path}: figures cannot be written as '{other}'. Use .svg, .png or .pdf.")
    try:
        write_whole(path, data)
    except OSError as error:
        raise StoreError(f"{path}: the figure cannot be written ({error.strerror}). Choose another path.") from error
    return path


def vega_lite_version() -> str:
    """Return the Vega-Lite version that altair writes, as vl-convert names it ("6.4")."""
    import altair

    return ".".join(altair.SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def _look() -> Any:
    """Return the look that all charts have, in one piece: Altair copies a chart's data for every part that is set."""
    import altair as alt

    return alt.Config(
        font=FONT,
        background="transparent",
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            domainColor=GREY,
            tickColor=GREY,
            gridColor=GREY,
            gridOpacity=0.25,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            labelLimit=240,
        ),
        legend=alt.LegendConfig(
            orient="top",
            title=None,
            labelFontSize=12,
            symbolType="square",
            symbolOpacity=1,
            labelLimit=240,
            columnPadding=28,  # where the fonts are wider, a label takes some of it
        ),
        header=alt.HeaderConfig(labelFontSize=12),
        text=alt.MarkConfig(fontSize=12),
    )
