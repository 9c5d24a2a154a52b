"""Do systems agree on what attracts them? The correlations and scatter plots of Lin et al. (2021), Figure 7."""

from collections.abc import Mapping
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, heatmap
from magnetite.report.drawing import BLUE, GREY, ORANGE
from magnetite.report.tables import rows, shorten

GROUPS = {"all": "all options", "series": "option combinations", "other": "other options"}
KINDS = {False: ("ordinary option", BLUE), True: ("combines other options", ORANGE)}
POINTS = 1200  # points of all panels together; more make a heavy page and no clearer picture
_PANEL = 190  # width of a panel in pixels, unless the page sets it
_MANY = 5  # systems from which a phone's cells need small numbers
_PLAIN = "#f4f6f8"  # no correlation
_TIP = 60  # characters of an option in a tooltip

_Row = Mapping[str, Any]


def correlations(table: Table) -> Any:
    """Draw a cell per pair of systems, a panel per group of options: Pearson's below the diagonal, Spearman's above.

    None where no correlation is known.
    """
    import altair as alt

    names = drawing.unique(str(row[side]) for row in rows(table) for side in ("x", "y"))
    columns = heatmap.narrow(names)
    data = [
        {**cell, "column": columns[cell["across"]], "row": drawing.lines(cell["down"])}
        for row in rows(table)
        for cell in _both(row, names)
    ]
    if not data:
        return None
    x = heatmap.beside("column", None, list(columns.values()))
    y = heatmap.down("row", None, [drawing.lines(name) for name in names])
    scale = alt.Scale(domain=[-1, 0, 1], range=[ORANGE, _PLAIN, heatmap.WARM], interpolate="rgb")
    shade = alt.Color("value:Q", scale=scale, legend=None)
    base = alt.Chart().encode(x=x, y=y, tooltip=_tips())
    size = 12 if len(names) < _MANY else 10
    panel = heatmap.cells(base, shade, "value", ".2f", f"abs(datum.value) > {heatmap.TURN}", size=size)
    groups = drawing.unique(cell["group"] for cell in data)
    beside = min(len(groups), 3) if len(names) <= heatmap.FLAT else 1
    panel = panel.properties(
        width=_PANEL, height=heatmap.heights(cell["row"] for cell in data), data=alt.Data(values=data)
    )
    chart = panel.facet(facet=drawing.panels("group", groups), columns=beside)
    return drawing.across(chart, "Correlations of interference scores between systems", room=drawing.room(names))


def scatter(table: Table) -> Any:
    """Draw every option's interference with one system against that with another, a panel per pair of systems.

    Of more than POINTS points, every option combination is drawn, and an even choice of the others. None where there is
    no point.
    """
    import altair as alt

    pairs: dict[tuple[str, str], list[_Row]] = {}
    for row in rows(table):
        if row["x_interference"] is not None and row["y_interference"] is not None:
            pairs.setdefault((str(row["x"]), str(row["y"])), []).append(row)
    if not pairs:
        return None
    data = [_point(row) for group in pairs.values() for row in _chosen(group, POINTS // len(pairs))]
    kinds = dict(KINDS[series] for series in (False, True) if any(row["kind"] == KINDS[series][0] for row in data))
    same = alt.Chart(alt.Data(values=[{"from": 0, "to": 1}])).mark_rule(color=GREY, strokeDash=[5, 4])
    same = same.encode(x=alt.X("from:Q"), y=alt.Y("from:Q"), x2="to:Q", y2="to:Q")
    points = alt.Chart().mark_circle(size=22, opacity=0.65, aria=False)
    points = points.encode(
        x=_axis("x", "T with the first (→)"),
        y=_axis("y", "T with the second (↑)"),
        color=drawing.colour("kind", kinds),
        tooltip=_scatter_tips(),
    )
    panel = alt.layer(same, points, data=alt.Data(values=data)).properties(width=_PANEL, height=_PANEL - 30)
    titles = drawing.unique(row["pair"] for row in data)
    chart = panel.facet(facet=drawing.panels("pair", titles), columns=min(len(titles), 3))
    narrow = 1 if len(titles) <= heatmap.FLAT else 2
    words = "Interference score of each option with two systems, for each pair of systems"
    return drawing.across(chart, words, narrow=narrow)


def _both(row: _Row, names: list[str]) -> list[dict[str, Any]]:
    """Return the two cells of a pair: Pearson's below the diagonal, Spearman's above it."""
    first, second = sorted((str(row["x"]), str(row["y"])), key=names.index)
    if first == second:
        return []
    group = GROUPS.get(str(row["group"]), str(row["group"]))
    places = (("pearson", "Pearson", first, second), ("spearman", "Spearman", second, first))
    return [
        {
            "group": group,
            "across": across,
            "down": down,
            "measure": words,
            "value": row[name],
            "low": row[f"{name}_low"],
            "high": row[f"{name}_high"],
            "n": row["n"],
        }
        for name, words, across, down in places
        if row[name] is not None
    ]


def _chosen(group: list[_Row], count: int) -> list[_Row]:
    series = [row for row in group if row["series"]]
    return [*drawing.thin([row for row in group if not row["series"]], 0, max(2, count - len(series))), *series]


def _point(row: _Row) -> dict[str, Any]:
    pair = f"→ {drawing.lines(row['x'], 18)}\n↑ {drawing.lines(row['y'], 18)}"
    scores = {name: row[name] for name in ("x_interference", "y_interference")}
    return {**scores, "option": shorten(str(row["option"]), _TIP), "kind": KINDS[bool(row["series"])][0], "pair": pair}


def _axis(side: str, title: str) -> Any:
    import altair as alt

    channel = alt.X if side == "x" else alt.Y
    axis = alt.Axis(format=".0%", values=[0, 0.5, 1])
    return channel(f"{side}_interference:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1]))


def _tips() -> list[Any]:
    return [
        drawing.tip("measure", "correlation"),
        drawing.tip("down", "of"),
        drawing.tip("across", "with"),
        drawing.tip("group", "over"),
        drawing.tip("value", "value", ".2f"),
        drawing.tip("low", "interval from", ".2f"),
        drawing.tip("high", "to", ".2f"),
        drawing.tip("n", "options", ","),
    ]


def _scatter_tips() -> list[Any]:
    return [
        drawing.tip("option", "option"),
        drawing.tip("x_interference", "T with the first", ".1%"),
        drawing.tip("y_interference", "T with the second", ".1%"),
    ]
