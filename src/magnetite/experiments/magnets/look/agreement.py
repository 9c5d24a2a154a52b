"""Do systems agree on what attracts them, and do simple features of options explain it? Lin et al. (2021), Figure 7."""

from functools import partial
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import BLUE, BROKEN, FLAT, GREY, ORANGE, TURN, WARM
from magnetite.report.tables import MISSING, Entry, Matrix, Row, correlation, rows, shorten, show_real
from magnetite.report.wording import label

GROUPS = {"all": "all options", "series": "option combinations", "other": "other options"}
FEATURE_GROUPS = {"all": ("all options", BLUE), "without series": ("without option combinations", ORANGE)}
POINTS = 1200  # points of all panels together; more make a heavy page and no clearer picture
_SERIES = {False: ("ordinary option", BLUE), True: ("combines other options", ORANGE)}
_PANEL = 190  # width of a panel in pixels, unless the page sets it
_MANY = 5  # systems from which a phone's cells need small numbers
_PLAIN = "#f4f6f8"  # no correlation
_TIP = 60  # characters of an option in a tooltip


def correlations(table: Table) -> Any:
    """Draw a cell per pair of systems, a panel per group of options: Pearson's below the diagonal, Spearman's above."""
    systems = drawing.unique(str(row[side]) for row in rows(table) for side in ("x", "y"))
    columns = drawing.narrow(systems)
    data = [
        {**cell, "column": columns[cell["across"]], "row": drawing.lines(cell["down"])}
        for row in rows(table)
        for cell in _both(row, systems)
    ]
    groups = drawing.unique(cell["group"] for cell in data)
    beside_each_other = min(len(groups), 3) if len(systems) <= FLAT else 1
    return forms.heat_map(
        data,
        "value",
        style=".2f",
        scale={"domain": [-1, 0, 1], "range": [ORANGE, _PLAIN, WARM], "interpolate": "rgb"},
        dark=f"abs(datum.value) > {TURN}",
        size=12 if len(systems) < _MANY else 10,
        x=drawing.beside("column", None, list(columns.values())),
        y=drawing.down("row", None, [drawing.lines(name) for name in systems]),
        tips=_tips(),
        height=drawing.heights(cell["row"] for cell in data) if data else None,
        panels=forms.Panels("group", groups, beside_each_other, _PANEL, room=drawing.room(systems) if systems else 0),
        words="Correlations of interference scores between systems",
    )


def scatter(table: Table) -> Any:
    """Draw every option's interference with one system against that with another, a panel per pair of systems.

    Of more than POINTS points, every option combination is drawn, and an even choice of the others.
    """
    pairs: dict[tuple[str, str], list[Row]] = {}
    for row in forms.known_rows(table, "x_interference", "y_interference"):
        pairs.setdefault((str(row["x"]), str(row["y"])), []).append(row)
    data = [_point(row) for group in pairs.values() for row in _chosen(group, POINTS // len(pairs))]
    used = {row["kind"] for row in data}
    numbers = (("x_interference", "T with the first", ".1%"), ("y_interference", "T with the second", ".1%"))
    titles = drawing.unique(row["pair"] for row in data)
    return forms.plot(
        data,
        forms.mark(
            "rule", forms.DASHED, rows=[{"from": 0, "to": 1}], alone=True, x="from:Q", y="from:Q", x2="to:Q", y2="to:Q"
        ),
        forms.mark(
            "circle",
            {"size": 22, "opacity": 0.65, "aria": False},
            x=_axis("x_interference", "T with the first (→)"),
            y=_axis("y_interference", "T with the second (↑)"),
            color=drawing.colour("kind", dict(each for each in _SERIES.values() if each[0] in used)),
            tooltip=drawing.tips("option", *numbers),
        ),
        words="Interference score of each option with two systems, for each pair of systems",
        height=_PANEL - 30,
        panels=forms.Panels("pair", titles, 3, _PANEL, narrow=1 if len(titles) <= FLAT else 2),
    )


def _both(row: Row, systems: list[str]) -> list[forms.Fields]:
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


def _point(row: Row) -> forms.Fields:
    pair = f"→ {drawing.lines(row['x'], 18)}\n↑ {drawing.lines(row['y'], 18)}"
    scores = {name: row[name] for name in ("x_interference", "y_interference")}
    return {
        **scores,
        "option": shorten(str(row["option"]), _TIP),
        "kind": _SERIES[bool(row["series"])][0],
        "pair": pair,
    }


def _axis(field: str, title: str) -> dict[str, Any]:
    return forms.quantity(field, title, ".0%", values=[0, 0.5, 1], domain=[0, 1])


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


def agreement_matrix(table: Table) -> Matrix:
    """Write a line per pair of systems: both correlations per group of options."""
    measures = ("pearson", "spearman")
    return forms.crossed(
        rows(table),
        forms.titled(table, "correlations (95% interval)"),
        {"system": forms.text("x"), "with": forms.text("y")},
        down=("x", "y"),
        across=("group",),
        cells=[partial(correlation, method=name) for name in measures],
        heads=lambda group: [f"{label(str(GROUPS.get(group, group)))}: {name.title()}" for name in measures],
    )


def features(table: Table) -> Any:
    """Draw each feature's rank correlation with T_k as a dot with its interval."""
    data = [_grouped(row) for row in forms.known_rows(table, "spearman")]
    known = dict(FEATURE_GROUPS.values())
    groups = {row["group"]: known.get(row["group"], GREY) for row in data}
    ends = (("low", "interval from", ".2f"), ("high", "to", ".2f"))
    named = ("feature", ("group", "over"), ("spearman", "rank correlation", ".2f"))
    x = forms.quantity("spearman", "rank correlation with T", ".2~f", tickCount=5)
    return forms.plot(
        data,
        forms.mark("rule", forms.DASHED, rows=[{"zero": 0}], alone=True, x="zero:Q"),
        forms.interval(),
        forms.dots(70, x=x, tooltip=drawing.tips(*named, *ends, "p", ("n", "options", ","))),
        words="Rank correlation of each feature of an option with its interference score",
        height={"step": 18},
        y=forms.bands("feature", (row["feature"] for row in data), labelExpr=BROKEN),
        yOffset=forms.offset("group", groups, 0.25),
        color=drawing.colour("group", groups),
    )


def _grouped(row: forms.Fields) -> forms.Fields:
    group = str(row["group"])
    return {**row, "feature": drawing.lines(row["feature"], 20), "group": FEATURE_GROUPS.get(group, (group, GREY))[0]}


def feature_matrix(table: Table) -> Matrix:
    """Write a line per feature: its rank correlation with T per group of options."""
    return forms.crossed(
        rows(table),
        forms.titled(table, "rank correlation with T (95% interval)"),
        {"feature": forms.text("feature")},
        down=("feature",),
        across=("group",),
        cells=(_explained,),
        heads=lambda group: (label(str(FEATURE_GROUPS.get(group, (group, ""))[0])),),
    )


def _explained(row: Row) -> Entry:
    if row["spearman"] is None:
        return Entry(MISSING)
    cell = correlation({**row, "spearman_low": row["low"], "spearman_high": row["high"]}, "spearman")
    test = f"p {show_real(row['p'], 'p')}, " if row["p"] is not None else ""
    return Entry(cell.text, test + cell.hint, cell.interval)
