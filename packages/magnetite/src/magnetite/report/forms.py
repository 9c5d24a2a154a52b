"""The forms that looks are made of: plots of marks, bars, heat maps, and tables turned round.

A figure is a `plot`: rows, and marks that are drawn in order and share channels; None without rows. `bars` and
`heat_map` are plots that recur. A matrix is `crossed`, with some columns' values down and others' across, or `listed`,
with a line for each row.

Channels are what Altair takes, or dictionaries of it (`quantity`, `bands`): a look needs no Altair of its own.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import GREY, LEAST, MOST, TURN
from magnetite.report.ruled import ruled
from magnetite.report.tables import (
    MISSING,
    Entry,
    Matrix,
    Row,
    between,
    bounded,
    by_names,
    names,
    percent,
    rows,
    show_text,
    show_value,
    show_view,
    title_of,
)
from magnetite.report.wording import label

if TYPE_CHECKING:
    import rich.table

Channel = Any  # a text of Altair's ("low:Q"), one of its channels, or a dictionary of one
Mark = Callable[[Any, Mapping[str, Channel]], Any]  # draws a layer of rows, with the channels that all layers share
EntryMaker = Callable[[Row], Entry]
Fields = dict[str, Any]  # a row with what a figure adds to it
NAMES_ONLY = {"ticks": False, "domain": False}  # an axis of names
RANKS = {"shorthand": "rank:O", "axis": None, "title": None}  # a band per row, whose name stands above what is drawn
BOUNDS = ("low", "high")
PALE_BAR = {"fillOpacity": 0.6}  # so that the dark line of an interval shows on it
DASHED = {"color": GREY, "strokeDash": [5, 4]}  # a line to compare with


@dataclass(frozen=True, slots=True)
class Panels:
    """A panel for each name that a field has, side by side; sizes in pixels."""

    field: str
    names: Sequence[str]
    columns: int = 2
    width: int | None = 270
    room: int = 0  # for the names left of the panels
    narrow: int = 1  # panels side by side on a phone
    independent: bool = False  # whether each panel has its own x axis
    broken: bool = True  # whether a name's line breaks are drawn


def mark(
    kind: str,
    look: Mapping[str, Any] | None = None,
    *,
    rows: Sequence[Row] | None = None,
    where: str = "",
    calculate: Mapping[str, str] | None = None,
    alone: bool = False,
    params: Sequence[Any] = (),
    **channels: Channel,
) -> Mark:
    """Return one layer of a plot: a mark of Vega-Lite, how it looks, and its channels beside those that all share.

    `rows` are its own, where they are not the plot's; `where` is an expression that chooses among them, and `calculate`
    has expressions for further fields. A mark that is `alone` shares no channel. `params`: selections.
    """

    def drawn(data: Any, shared: Mapping[str, Channel]) -> Any:
        import altair as alt

        data = data if rows is None else drawing.inline(rows)
        base = alt.Chart() if data is None else alt.Chart(data)
        chart = getattr(base, f"mark_{kind}")(**(look or {}))
        chart = chart.encode(**_channels({**({} if alone else shared), **channels}))
        chart = chart.transform_filter(where) if where else chart
        chart = chart.transform_calculate(**calculate) if calculate else chart
        return chart.add_params(*params) if params else chart

    return drawn


def dots(pixels: int, **channels: Channel) -> Mark:
    """Return points of so many square pixels."""
    return mark("circle", {"size": pixels, "opacity": 1}, **channels)


def interval(low: Channel = "low:Q", high: Channel = "high:Q", width: float = 1.5, **channels: Channel) -> Mark:
    """Return intervals along the x axis."""
    return mark("rule", {"strokeWidth": width}, x=low, x2=high, **channels)


def quantity(field: str, title: str | None, style: str = "", **look: Any) -> dict[str, Any]:
    """Return a channel of a number; `style` is a d3 format, `domain` and `scale` are of its scale, others of its axis.

    >>> quantity("accuracy", "answered right", ".0%", domain=[0, 1], tickCount=5)["axis"]
    {'format': '.0%', 'tickCount': 5}
    """
    scale = look.pop("scale", {}) | ({"domain": look.pop("domain")} if "domain" in look else {})
    axis = ({"format": style} if style else {}) | look
    return {
        "shorthand": f"{field}:Q",
        "title": title,
        **({"axis": axis} if axis else {}),
        **({"scale": scale} if scale else {}),
    }


def up_to(field: str, title: str, values: Iterable[float | None]) -> dict[str, Any]:
    """Return an x channel in per cent, from 0 to a little above the largest value."""
    return quantity(field, title, ".0%", tickCount=6) | {"scale": drawing.share_scale(values)}


def bands(field: str, names: Iterable[object], padding: int | None = 8, **axis: Any) -> dict[str, Any]:
    """Return a channel with a band for each name, in order, on an axis of names alone."""
    look = NAMES_ONLY | ({"labelPadding": padding} if padding else {}) | axis
    return {"shorthand": f"{field}:N", "title": None, "sort": drawing.unique(map(str, names)), "axis": look}


def offset(field: str, names: Iterable[str], padding: float | None = None, **place: Any) -> dict[str, Any]:
    """Return a channel that sets the names of a field side by side within a band."""
    scale = {} if padding is None else {"scale": {"padding": padding}}
    return {"shorthand": f"{field}:N", "sort": list(names), **scale, **place}


def names_above(left: int = 0, rows: Sequence[Row] | None = None) -> Mark:
    """Write each row's option above its bar, `left` pixels from its start, cut at the chart's width."""
    look = {"align": "left", "baseline": "middle", "yOffset": -9, "limit": {"expr": f"width - {left}"}}
    return mark("text", look, rows=rows, x={"value": left}, text="option:N")


def shades(names: Iterable[str], colours: Sequence[str]) -> dict[str, str]:
    """Return a colour for each distinct name, in turn."""
    return {name: colours[place % len(colours)] for place, name in enumerate(drawing.unique(names))}


def unchecked() -> Any:
    """Return a context in which figures are not held against the schema: tests do that, and people need not wait."""
    from altair.utils.schemapi import debug_mode

    return debug_mode(False)


def titled(table: Table, words: str) -> str:
    """Return a table's title and what its numbers are, in the language that is spoken."""
    return f"{title_of(table)}: {label(words)}"


def known_rows(table: Table, *fields: str) -> list[dict[str, Any]]:
    """Return the rows in which all of these columns have a value."""
    return [row for row in rows(table) if all(row[field] is not None for field in fields)]


def by_system(data: Iterable[Row]) -> list[Fields]:
    """Return rows with the names of their systems as texts."""
    return [{**row, "system": str(row["system"])} for row in data]


def plot(
    data: Sequence[Row],
    *marks: Mark,
    words: str,
    height: Any = None,
    panels: Panels | None = None,
    above: Sequence[Mark] = (),
    **shared: Channel,
) -> Any:
    """Draw rows with marks, one above another; None without rows.

    `words` say what it shows to who cannot see it. Marks `above` are a layer of their own. Where no row has an
    interval, none are drawn: Vega warns of an axis that has no end.
    """
    import altair as alt

    if not data:
        return None
    own = drawing.inline(data)
    layers = [each(None if panels else own, shared) for each in marks]
    unknown = {f"{bound}:Q" for bound in BOUNDS if all(row.get(bound, "") is None for row in data)}
    layers = [each for each in layers if not _is_of(each, unknown)]
    chart = alt.layer(*layers) if len(layers) > 1 else layers[0]
    chart = chart.properties(height=height) if height else chart
    chart = alt.layer(chart, *(each(drawing.inline(data), shared) for each in above)) if above else chart
    return _in_panels(chart.properties(data=own), panels, words) if panels else drawing.finish(chart, words)


def _is_of(layer: Any, fields: Collection[str]) -> bool:
    places = (getattr(layer.encoding, name) for name in ("x", "x2", "y", "y2"))
    return any(getattr(place, "shorthand", None) in fields for place in places)


def _in_panels(chart: Any, panels: Panels, words: str) -> Any:
    chart = chart.properties(width=panels.width) if panels.width else chart
    header = {"labelFontWeight": 600, "labelAnchor": "start", "title": None}
    header |= {"labelExpr": drawing.BROKEN} if panels.broken else {}
    facet = {"shorthand": f"{panels.field}:N", "sort": list(panels.names), "header": header, "title": None}
    chart = chart.facet(**_channels({"facet": facet}), columns=min(panels.columns, len(panels.names)))
    chart = chart.resolve_scale(x="independent") if panels.independent else chart
    return drawing.across(chart, words, room=panels.room, narrow=panels.narrow)


def bars(
    data: Sequence[Row],
    *others: Mark,
    x: Channel,
    y: str,
    series: str,
    colours: Mapping[str, str],
    tips: list[Any],
    step: int,
    words: str,
    pick: bool = True,
) -> Any:
    """Draw a bar with its interval for each series of a band, and its share at `end`; `pick` one in the legend."""
    choice = picked(series)
    dim = {"opacity": faded(choice, 0.2)} if pick else {}
    label = {"shorthand": "accuracy:Q", "format": ".0%"}
    return plot(
        data,
        mark(
            "bar",
            PALE_BAR,
            x=x,
            color=drawing.colour(series, colours),
            tooltip=tips,
            params=[choice] if pick else [],
            **dim,
        ),
        interval(**dim),
        mark("text", {"align": "left", "dx": 5}, x="end:Q", text=label, **dim),
        words=words,
        height={"step": step},
        above=others,
        y=bands(y, (row[y] for row in data), labelExpr="split(datum.label, ': ')"),
        yOffset=offset(series, colours, 0.12, bandPosition=0.5),
    )


def heat_map(
    data: Sequence[Row],
    field: str,
    *,
    x: Channel,
    y: Channel,
    tips: list[Any],
    height: Any,
    words: str,
    style: str = ".0%",
    scale: Mapping[str, Any] | None = None,
    dark: str = "",
    size: int = 12,
    panels: Panels | None = None,
) -> Any:
    """Draw numbers as coloured cells, the darker the larger unless a `scale` says otherwise; None without rows.

    Letters are white where the expression `dark` holds.
    """
    import altair as alt

    if not data:
        return None
    low, high = min(row[field] for row in data), max(row[field] for row in data)
    scale = scale or {"domain": [low, high] if high > low else [low - 0.01, high], "range": [LEAST, MOST]}
    own = drawing.inline(data)
    base = (alt.Chart() if panels else alt.Chart(own)).encode(**_channels({"x": x, "y": y}), tooltip=tips)
    cell = base.mark_rect(cornerRadius=3, stroke=None).encode(
        color=alt.Color(f"{field}:Q", scale=_sorted(scale), legend=None)
    )
    # The page recolours text for its scheme, but not that of the layer of this name: it stands on a coloured cell.
    text = base.mark_text(fontWeight=600, fontSize=size).properties(name="incell")
    dark = dark or f"datum.{field} > {low + TURN * (high - low)}"
    letters = alt.condition(dark, alt.value("#ffffff"), alt.value("#000000"))
    text = text.encode(text=alt.Text(f"{field}:Q", format=style), color=letters)
    chart = alt.layer(cell, text).properties(height=height)
    return _in_panels(chart.properties(data=own), panels, words) if panels else drawing.finish(chart, words)


def picked(field: str) -> Any:
    """Return a selection of one value of a field in the legend."""
    import altair as alt

    return alt.selection_point(fields=[field], bind="legend", name="picked")


def faded(selection: Any, opacity: float) -> Any:
    """Return an opacity that leaves what is not selected so pale."""
    import altair as alt

    return alt.condition(selection, alt.value(1), alt.value(opacity))


def _channels(given: Mapping[str, Channel]) -> dict[str, Any]:
    import altair as alt

    return {
        name: getattr(alt, f"{name[0].upper()}{name[1:]}")(**_sorted(channel))
        if isinstance(channel, dict) and "shorthand" in channel
        else channel
        for name, channel in given.items()
    }


def _sorted(value: Any) -> Any:
    """Return a dictionary and those in it in alphabetical order, as Altair writes what is its own."""
    return {name: _sorted(value[name]) for name in sorted(value)} if isinstance(value, dict) else value


def text(field: str) -> EntryMaker:
    """Return a cell with a column's text; names of ours are in the language that is spoken."""
    return lambda row: Entry(show_text(field, str(row[field])))


def value(field: str, unit: str = "") -> EntryMaker:
    """Return a cell with a column's value in its unit."""
    return lambda row: Entry(show_value(row[field], unit))


def share(field: str) -> EntryMaker:
    """Return a cell with a share in per cent."""
    return lambda row: Entry(percent(row[field]))


def share_between(field: str, prefix: str = "", *, counted: bool = True) -> EntryMaker:
    """Return a cell with a share and its interval, from the columns "low" and "high" with a prefix.

    The hint says over how many questions, if they are `counted` there and not in a column.
    """
    count = {} if counted else {"n": None}
    return lambda row: bounded({**row, "low": row[f"{prefix}low"], "high": row[f"{prefix}high"], **count}, field)


def points_between(field: str, prefix: str = "") -> EntryMaker:
    """Return a cell with a difference in points and its interval, from the columns "low" and "high" with a prefix."""

    def entry(row: Row) -> Entry:
        bounds = [show_value(row[f"{prefix}{end}"], "points") for end in BOUNDS if row[f"{prefix}{end}"] is not None]
        return Entry(show_value(row[field], "points"), "", between(*bounds) if len(bounds) == len(BOUNDS) else "")

    return entry


def listed(data: Iterable[Row], title: str, columns: Mapping[str, EntryMaker], words: int = 1) -> Matrix:
    """Turn rows into lines: a cell for each heading."""
    return Matrix(title, tuple(columns), tuple(tuple(cell(row) for cell in columns.values()) for row in data), words)


def summary(title: str, data: Iterable[Row], columns: Mapping[str, EntryMaker]) -> "rich.table.Table":
    """Lay out rows for the terminal; a heading that ends in ">" is set flush right."""
    cells = [tuple(cell(row).text for cell in columns.values()) for row in data]
    return ruled(title, [(label(name.removesuffix(">")), name.endswith(">")) for name in columns], cells)


def if_several(data: Sequence[Row], field: str) -> dict[str, EntryMaker]:
    """Return a column with a field's text under its name, or none where all rows have the same."""
    return {field: text(field)} if len({row[field] for row in data}) > 1 else {}


def crossed(
    data: Sequence[Row],
    title: str,
    front: Mapping[str, EntryMaker],
    *,
    down: Sequence[str],
    across: Sequence[str],
    cells: Sequence[EntryMaker],
    heads: Callable[..., Iterable[str]] = lambda *names: names,
    first: Iterable[tuple[Entry, ...]] = (),
    last: Iterable[tuple[Entry, ...]] = (),
    words: int | None = None,
) -> Matrix:
    """Turn rows round: a line for each value of the columns `down`, and for each of `across` a column for every cell.

    `front` are the cells that begin a line, made of its first row, of which the first `words`, or all, name it. `heads`
    makes the headings of a value across. `first` and `last` are other lines.
    """
    columns = list(by_names(data, *across))
    at = by_names(data, *down, *across)
    begins = by_names(reversed(data), *down)
    lines = [
        (
            *(cell(begins[line]) for cell in front.values()),
            *(
                cell(row) if (row := at.get((*line, *column))) else Entry(MISSING)
                for column in columns
                for cell in cells
            ),
        )
        for line in by_names(data, *down)
    ]
    headings = (*front, *(head for column in columns for head in heads(*column)))
    return Matrix(title, headings, (*first, *lines, *last), len(front) if words is None else words)


def show_level(level: Any) -> Any:
    """Return a level's name; that of all questions together in words."""
    return "all levels" if level == "all" else level


def accuracies(table: Table) -> list[dict[str, Any]]:
    """Return the rows whose accuracy is known, with names for people; a label stands at `end`, right of an interval."""
    return [
        {
            **row,
            **({"system": show_value(row["system"], "system")} if "system" in row else {}),
            "end": row["accuracy"] if row.get("high") is None else row["high"],
            "level": show_level(row.get("level")),
            "view": show_view(row.get("view")),
        }
        for row in known_rows(table, "accuracy")
    ]


def accuracy_by_level(table: Table, series: str, show: Callable[[Any], str]) -> Matrix:
    """Turn accuracies round: a line for each of a series, a column for each level, that of all questions first."""
    body = rows(table)
    levels = sorted(names(body, "level"), key=lambda level: level != "all")
    at, order = by_names(body, series, "level"), names(body, series)
    lines = [(Entry(show(name)), *(bounded(at.get((name, level))) for level in levels)) for name in order]
    if "chance" in table:
        guesses = (at.get((order[0], level), {}).get("chance") for level in levels)
        lines.append((Entry(label("guessing")), *(Entry(percent(chance)) for chance in guesses)))
    title = titled(table, "per cent right (95% interval)")
    return Matrix(title, (series, *map(show_level, levels)), tuple(lines))
