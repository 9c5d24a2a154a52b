"""Do systems agree on what attracts them, and do simple features of options explain it? Lin et al. (2021), Figure 7."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, FLAT, GREY, ORANGE, TURN, WARM
from magnetite.report.looks import INTERVALS, Drawing, Kind
from magnetite.report.tables import MISSING, Entry, Matrix, Row, by_names, correlation, names, rows, shorten, show_real

GROUPS = {"all": "all options", "series": "option combinations", "other": "other options"}
FEATURE_GROUPS = {"all": ("all options", BLUE), "without series": ("without option combinations", ORANGE)}
POINTS = 1200  # points of all panels together; more make a heavy page and no clearer picture
_SERIES = {False: ("ordinary option", BLUE), True: ("combines other options", ORANGE)}
_PANEL = 190  # width of a panel in pixels, unless the page sets it
_MANY = 5  # systems from which a phone's cells need small numbers
_PLAIN = "#f4f6f8"  # no correlation
_TIP = 60  # characters of an option in a tooltip


def correlations(table: Table) -> Any:
    """Draw a cell per pair of systems, a panel per group of options: Pearson's below the diagonal, Spearman's above.

    None where no correlation is known.
    """
    import altair as alt

    systems = drawing.unique(str(row[side]) for row in rows(table) for side in ("x", "y"))
    columns = drawing.narrow(systems)
    data = [
        {**cell, "column": columns[cell["across"]], "row": drawing.lines(cell["down"])}
        for row in rows(table)
        for cell in _both(row, systems)
    ]
    if not data:
        return None
    x = drawing.beside("column", None, list(columns.values()))
    y = drawing.down("row", None, [drawing.lines(name) for name in systems])
    scale = alt.Scale(domain=[-1, 0, 1], range=[ORANGE, _PLAIN, WARM], interpolate="rgb")
    shade = alt.Color("value:Q", scale=scale, legend=None)
    base = alt.Chart().encode(x=x, y=y, tooltip=_tips())
    size = 12 if len(systems) < _MANY else 10
    panel = drawing.cells(base, shade, "value", ".2f", f"abs(datum.value) > {TURN}", size=size)
    groups = drawing.unique(cell["group"] for cell in data)
    beside = min(len(groups), 3) if len(systems) <= FLAT else 1
    panel = panel.properties(
        width=_PANEL, height=drawing.heights(cell["row"] for cell in data), data=drawing.inline(data)
    )
    chart = panel.facet(facet=drawing.panels("group", groups), columns=beside)
    return drawing.across(chart, "Correlations of interference scores between systems", room=drawing.room(systems))


def scatter(table: Table) -> Any:
    """Draw every option's interference with one system against that with another, a panel per pair of systems.

    Of more than POINTS points, every option combination is drawn, and an even choice of the others. None where there is
    no point.
    """
    import altair as alt

    pairs: dict[tuple[str, str], list[Row]] = {}
    for row in rows(table):
        if row["x_interference"] is not None and row["y_interference"] is not None:
            pairs.setdefault((str(row["x"]), str(row["y"])), []).append(row)
    if not pairs:
        return None
    data = [_point(row) for group in pairs.values() for row in _chosen(group, POINTS // len(pairs))]
    shades = dict(_SERIES[series] for series in (False, True) if any(row["kind"] == _SERIES[series][0] for row in data))
    same = alt.Chart(drawing.inline([{"from": 0, "to": 1}])).mark_rule(color=GREY, strokeDash=[5, 4])
    same = same.encode(x=alt.X("from:Q"), y=alt.Y("from:Q"), x2="to:Q", y2="to:Q")
    points = alt.Chart().mark_circle(size=22, opacity=0.65, aria=False)
    points = points.encode(
        x=_axis("x", "T with the first (→)"),
        y=_axis("y", "T with the second (↑)"),
        color=drawing.colour("kind", shades),
        tooltip=drawing.tips(
            "option", ("x_interference", "T with the first", ".1%"), ("y_interference", "T with the second", ".1%")
        ),
    )
    panel = alt.layer(same, points, data=drawing.inline(data)).properties(width=_PANEL, height=_PANEL - 30)
    titles = drawing.unique(row["pair"] for row in data)
    chart = panel.facet(facet=drawing.panels("pair", titles), columns=min(len(titles), 3))
    narrow = 1 if len(titles) <= FLAT else 2
    words = "Interference score of each option with two systems, for each pair of systems"
    return drawing.across(chart, words, narrow=narrow)


def _both(row: Row, systems: list[str]) -> list[dict[str, Any]]:
    """Return the two cells of a pair: Pearson's below the diagonal, Spearman's above it."""
    first, second = sorted((str(row["x"]), str(row["y"])), key=systems.index)
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


def _chosen(group: list[Row], count: int) -> list[Row]:
    series = [row for row in group if row["series"]]
    return [*drawing.thin([row for row in group if not row["series"]], 0, max(2, count - len(series))), *series]


def _point(row: Row) -> dict[str, Any]:
    pair = f"→ {drawing.lines(row['x'], 18)}\n↑ {drawing.lines(row['y'], 18)}"
    scores = {name: row[name] for name in ("x_interference", "y_interference")}
    return {
        **scores,
        "option": shorten(str(row["option"]), _TIP),
        "kind": _SERIES[bool(row["series"])][0],
        "pair": pair,
    }


def _axis(side: str, title: str) -> Any:
    import altair as alt

    channel = alt.X if side == "x" else alt.Y
    axis = alt.Axis(format=".0%", values=[0, 0.5, 1])
    return channel(f"{side}_interference:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1]))


def _tips() -> list[Any]:
    return drawing.tips(
        ("measure", "correlation"),
        ("down", "of"),
        ("across", "with"),
        ("group", "over"),
        ("value", "value", ".2f"),
        ("low", "interval from", ".2f"),
        ("high", "to", ".2f"),
        ("n", "options", ","),
    )


def _agreement(table: Table) -> Matrix:
    """Write a row per pair of systems: both correlations per group of options."""
    body = rows(table)
    groups, found = names(body, "group"), by_names(body, "x", "y", "group")
    pairs = list(dict.fromkeys((x, y) for x, y, _ in found))
    measures = ("pearson", "spearman")
    lines = [
        (
            Entry(x),
            Entry(y),
            *(correlation(found.get((x, y, group)), name) for group in groups for name in measures),
        )
        for x, y in pairs
    ]
    heads = [f"{GROUPS.get(group, group)}: {name.title()}" for group in groups for name in measures]
    return Matrix(f"{table.title}: correlations (95% interval)", ("system", "with", *heads), tuple(lines), words=2)


def features(table: Table) -> Any:
    """Draw each feature's rank correlation with T_k as a dot with its interval; None where none is known."""
    import altair as alt

    data = [_grouped(row) for row in rows(table) if row["spearman"] is not None]
    if not data:
        return None
    groups = drawing.unique(row["group"] for row in data)
    shades = {name: dict(FEATURE_GROUPS.values()).get(name, GREY) for name in groups}
    axis = alt.Axis(labelExpr=drawing.BROKEN, ticks=False, domain=False, labelPadding=8)
    y = alt.Y("feature:N", title=None, sort=drawing.unique(row["feature"] for row in data), axis=axis)
    over = alt.YOffset("group:N", sort=list(shades), scale=alt.Scale(padding=0.25))
    base = alt.Chart(drawing.inline(data)).encode(y=y, yOffset=over, color=drawing.colour("group", shades))
    zero = alt.Chart(drawing.inline([{"zero": 0}])).mark_rule(color=GREY, strokeDash=[5, 4]).encode(x="zero:Q")
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    x = alt.X("spearman:Q", title="rank correlation with T", axis=alt.Axis(format=".2~f", tickCount=5))
    dots = base.mark_circle(size=70, opacity=1).encode(
        x=x,
        tooltip=drawing.tips(
            "feature",
            ("group", "over"),
            ("spearman", "rank correlation", ".2f"),
            ("low", "interval from", ".2f"),
            ("high", "to", ".2f"),
            "p",
            ("n", "options", ","),
        ),
    )
    chart = alt.layer(zero, interval, dots).properties(height={"step": 18})
    return drawing.finish(chart, "Rank correlation of each feature of an option with its interference score")


def _grouped(row: dict[str, Any]) -> dict[str, Any]:
    group = str(row["group"])
    return {**row, "feature": drawing.lines(row["feature"], 20), "group": FEATURE_GROUPS.get(group, (group, GREY))[0]}


def _feature_matrix(table: Table) -> Matrix:
    body = rows(table)
    groups, found = names(body, "group"), by_names(body, "feature", "group")
    lines = [
        (Entry(feature), *(_explained(found.get((feature, group))) for group in groups))
        for feature in names(body, "feature")
    ]
    heads = (FEATURE_GROUPS.get(group, (group, ""))[0] for group in groups)
    title = f"{table.title}: rank correlation with T (95% interval)"
    return Matrix(title, ("feature", *heads), tuple(lines))


def _explained(row: Row | None) -> Entry:
    if row is None or row["spearman"] is None:
        return Entry(MISSING)
    cell = correlation({**row, "spearman_low": row["low"], "spearman_high": row["high"]}, "spearman")
    test = f"p {show_real(row['p'], 'p')}, " if row["p"] is not None else ""
    return Entry(cell.text, test + cell.hint, cell.interval)


SYSTEM_AGREEMENT = Kind(
    main="spearman",
    figures=(
        Drawing(
            "agreement",
            (
                "How far two systems agree on which options attract: 1 where they put all options in the same order, "
                "0 where one says nothing about the other. Below the diagonal: Pearson's correlation of the scores; "
                "above it: Spearman's, of their ranks."
            ),
            correlations,
        ),
    ),
    matrix=_agreement,
    long=True,
)
INTERFERENCE_SCATTER = Kind(
    figures=(
        Drawing(
            "interference-scatter",
            (
                "Each point is an option: how often it wins with one system, and with another. On the dashed line it "
                "attracts both alike. Points far up on the right are magnets for both."
            ),
            scatter,
        ),
    ),
    rows=0,
)
FEATURES = Kind(
    main="spearman",
    figures=(
        Drawing(
            "features",
            (
                "Do options attract because of what they look like? Right of the dashed line, options with more of a "
                f"feature win more often; left of it, less often. On the line the feature explains nothing. {INTERVALS}"
            ),
            features,
        ),
    ),
    matrix=_feature_matrix,
    long=True,
)
