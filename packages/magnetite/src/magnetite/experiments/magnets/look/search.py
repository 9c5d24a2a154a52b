"""What the search for magnets looks like: curves, the strongest options, the race, and magnets on unseen questions.

Do systems agree on what attracts them, and do simple features of options explain it? Lin et al. (2021), Figure 7.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from examfiles.items import gathered
from examfiles.reasons import Reason
from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import (
    BROKEN,
    DARK,
    FLAT,
    GREY,
    MAGNET,
    MAGNET_PALE,
    MOST,
    SERIES,
    TURN,
)
from magnetite.report.ruled import ruled_table
from magnetite.report.tables import (
    MISSING,
    TEXT,
    Entry,
    Matrix,
    Row,
    bounded,
    correlation,
    heading,
    over,
    percent,
    rows,
    shorten,
    show_quantity,
    show_real,
    title_of,
)
from magnetite.report.wording import label, said

if TYPE_CHECKING:
    import rich.table
    from rich.console import Console

ALL = "all"
STRONGEST = 10  # options drawn and listed by name
OTHER_COLUMNS_WIDTH = 48  # characters in a line of the terminal that the columns beside an option take
MEASURES = {
    "subset": ("questions of the search", GREY),
    "whole": ("all questions", DARK),
    "unseen": ("questions the search never saw", MAGNET),
}
_SERIES = {"ordinary option": MAGNET_PALE, "combines other options": MAGNET}
_LABEL, _TIP = 120, 80  # characters of an option in a figure, and in a tooltip
GROUPS = {"all": "all options", "series": "option combinations", "other": "other options"}
FEATURE_GROUPS = {"all": ("all options", GREY), "without series": ("without option combinations", DARK)}
POINTS = 1200  # points of all panels together; more make a heavy page and no clearer picture
_AGREED = {False: ("ordinary option", MAGNET_PALE), True: ("combines other options", MAGNET)}
_PANEL = 190  # width of a panel in pixels, unless the page sets it
_MANY_SYSTEMS = 5  # systems from which a phone's cells need small numbers
_PLAIN = "#f4f6f8"  # no correlation
_BROWN_TURN = 0.9  # from here on brown is dark
_AGREED_TIP = 60  # characters of an option in a tooltip


def curve(table: Table) -> Any:
    """Draw the sorted interference scores, as Lin et al. (2021), Figure 2.

    Of more than 400 options, the strongest and an even choice of the others are drawn; ten thousand look the same.
    """
    data = drawing.thin([magnet(row) for row in forms.known_rows(table, "interference")], 100, 300)
    y = forms.quantity("interference", "interference score T", ".0%", domain=[0, 1])
    point = {"size": 36, "opacity": 0.9, "aria": False}
    return forms.plot(
        data,
        forms.mark("area", {"color": GREY, "opacity": 0.25}, y="low:Q", y2="high:Q"),
        forms.mark("line", {"color": GREY, "strokeWidth": 1}, y=y),
        forms.mark("circle", point, y=y, color=_kinds(data), tooltip=_option_tips(), params=(drawing.zoom(),)),
        words="Interference score of every irrelevant option, sorted",
        height=260,
        x=forms.quantity("rank", "options, strongest first"),
    )


def strongest(table: Table) -> Any:
    """Draw the strongest options by name, as bars with intervals."""
    data = [magnet(row) for row in forms.known_rows(table, "interference")[:STRONGEST]]
    x = forms.up_to("interference", "interference score T", [1.0])
    share = {"shorthand": "interference:Q", "format": ".0%"}
    above = {"align": "left", "baseline": "middle", "fontWeight": 600, "yOffset": -9}
    return forms.plot(
        data,
        forms.mark("bar", {"height": 13, "yOffset": 8}, x=x, color=_kinds(data), tooltip=_option_tips()),
        forms.mark("rule", {"strokeWidth": 1.5, "yOffset": 8}, x="low:Q", x2="high:Q"),
        forms.mark("text", above, x={"value": 0}, text=share),
        forms.names_above(40),
        words="The strongest options and their interference scores",
        height={"step": 44},
        y=forms.RANKS,
    )


def by_system(table: Table) -> Any:
    """Draw every system's sorted interference scores, a line each."""
    data = forms.by_system(row for row in forms.known_rows(table, "interference") if row["origin"] == ALL)
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    point = {"size": 22, "opacity": 1, "aria": False}
    own = {"x": "rank:Q", "y": _score(), "color": shade, "tooltip": _tips()}
    return forms.plot(
        data,
        forms.mark("line", {"strokeWidth": 1.75, "clip": True}, strokeDash=dash),
        forms.mark("circle", point, rows=_marked(data, "system"), alone=True, params=(drawing.zoom(),), **own),
        words="Sorted interference scores of every irrelevant option, a line for each system",
        height=260,
        x=forms.quantity("rank", "options, strongest first", ",d", tickMinStep=1),
        y=_score(),
        color=shade,
    )


def by_origin(table: Table) -> Any:
    """Draw a panel per system with a line per origin of the options; None where there are not several origins."""
    known = [row for row in forms.known_rows(table, "interference") if row["origin"] != ALL]
    data = [{**row, "system": drawing.lines(row["system"], 32)} for row in known]
    origins = forms.shades((str(row["origin"]) for row in data), SERIES)
    if len(origins) < 2:
        return None
    marked = {id(row) for row in _marked(data, "system", "origin")}
    point = {"size": 20, "opacity": 1, "aria": False}
    return forms.plot(
        [{**row, "marked": id(row) in marked} for row in data],
        forms.mark("line", {"strokeWidth": 1.75}),
        forms.mark("circle", point, where="datum.marked", tooltip=_tips()),
        words="Sorted interference scores by where the options come from, a panel for each system",
        height=170,
        panels=forms.Panels("system", drawing.unique(row["system"] for row in data)),
        x=forms.quantity("rank", "options of one source, strongest first", ",d", tickCount=4),
        y=_score(),
        color=drawing.colour("origin", origins),
    )


def magnet_set(table: Table) -> Any:
    """Draw each magnet's T on the screen's, all, and unseen questions, a panel per system."""
    data = [point for row in rows(table) for point in _measured(row)]
    used = {row["measure"] for row in data}
    measures = dict(measure for measure in MEASURES.values() if measure[0] in used)
    scale = {"domain": [0.5, max((row["rank"] for row in data), default=0) + 0.5], "nice": False}
    numbers = (("measure", "over"), ("score", "T", ".1%"), "low", "high")
    return forms.plot(
        data,
        forms.mark("rule", {"strokeWidth": 1.5, "opacity": 0.6}, y=_score("low"), y2="high:Q"),
        forms.mark("line", {"strokeWidth": 1.25, "opacity": 0.7}, y=_score("score")),
        forms.dots(40, y=_score("score"), tooltip=drawing.tips(("option", "magnet"), "system", *numbers)),
        words="Interference score of every magnet on seen and unseen questions, for each system",
        height=190,
        panels=forms.Panels("system", drawing.unique(row["system"] for row in data)),
        x=forms.quantity("rank", "magnets, as numbered in the table", "d", tickMinStep=1, scale=scale),
        color=drawing.colour("measure", measures),
    )


def options_left(table: Table) -> Any:
    """Draw how many options are still in the race by the questions asked."""
    return _raced(table, "options", "options still in the race", "How many options are left by the questions asked")


def scores_asked(table: Table) -> Any:
    """Draw how many scores were asked for by the questions asked."""
    return _raced(table, "cells", "scores asked for", "How many scores a race has asked for by the questions asked")


def _raced(table: Table, field: str, title: str, words: str) -> Any:
    data = forms.by_system(row for row in rows(table) if row[field] and row["questions"])
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    counts = {"round": "round", "questions": "questions asked", "options": "options left", "cells": "scores asked for"}
    tooltip = drawing.tips("system", *((name, words, ",") for name, words in counts.items()))
    return forms.plot(
        data,
        forms.mark("line", {"strokeWidth": 1.75}, strokeDash=dash),
        forms.dots(36, tooltip=tooltip),
        words=words,
        height=200,
        x=_logarithmic("questions", "questions asked"),
        y=_logarithmic(field, title),
        color=shade,
    )


def _logarithmic(field: str, title: str) -> dict[str, Any]:
    steps = [base * 10**power for power in range(9) for base in (1, 2, 5)]
    return forms.quantity(field, title, "~s", values=steps, labelOverlap="greedy", scale={"type": "log", "nice": False})


def magnet(row: Row) -> forms.Fields:
    """Return an option with its text as a figure carries it, and whether it combines others."""
    fields = {name: value for name, value in row.items() if name != "origins"}
    return {**fields, "option": shorten(str(row["option"]), _LABEL), "kind": list(_SERIES)[bool(row.get("series"))]}


def _kinds(data: Sequence[Row]) -> Any:
    used = {row["kind"] for row in data}
    return drawing.colour("kind", {name: shade for name, shade in _SERIES.items() if name in used})


def _marked(data: Sequence[Row], *fields: str) -> list[Row]:
    """Return a few points of every line that show their numbers, most of them at its head."""
    groups = gathered((tuple(row[field] for field in fields), row) for row in data)
    return [row for group in groups.values() for row in drawing.thin(group, 12, 18)]


def _measure_of(body: Sequence[Row]) -> str:
    """Return the measure that a magnet set's `low` and `high` belong to: the unseen questions, where any are known."""
    return next((name for name in ("unseen", "whole", "subset") if any(row.get(name) is not None for row in body)), "")


def _measured(row: Row) -> list[forms.Fields]:
    fields = {"rank": row["rank"], "option": shorten(str(row["option"]), _TIP), "n": row["n"]}
    fields["system"] = drawing.lines(row["system"], 32)
    own = _measure_of([row])
    return [
        {
            **fields,
            "measure": words,
            "score": row[name],
            "low": row["low"] if name == own else None,
            "high": row["high"] if name == own else None,
        }
        for name, (words, _) in MEASURES.items()
        if row.get(name) is not None
    ]


def _score(field: str = "interference") -> dict[str, Any]:
    return forms.quantity(field, "interference score T", ".0%", tickCount=5, domain=[0, 1])


def _tips() -> list[Any]:
    return drawing.tips("system", ("origin", "options from"), "rank", "interference")


def _option_tips() -> list[Any]:
    return drawing.tips("option", "rank", "interference", "low", "high", ("n", "questions tried", ","))


def magnet_matrix(table: Table) -> Matrix:
    """Write a line per magnet: T per system, on the unseen questions, else on all, else on the screen's."""
    body = rows(table)
    measure = _measure_of(body)
    front = {
        "rank": forms.text("rank"),
        "option": lambda row: Entry(shorten(str(row["option"]), TEXT)),
        heading(table.column("series")): lambda row: Entry(label("yes" if row["series"] else "no")),
        heading(table.column("interference")): forms.share("interference"),
    }
    return forms.crossed(
        body,
        f"{title_of(table)}: {said(Reason('magnets-on', {'measure': label(MEASURES[measure][0])}))}",
        front,
        down=("rank",),
        across=("system",),
        cells=(partial(_confirmed, measure=measure),),
        words=3,
    )


def _confirmed(row: Row, measure: str) -> Entry:
    cell = bounded(row, measure)
    others = [
        f"{label(words)}: {percent(row[name])}" for name, (words, _) in MEASURES.items() if row.get(name) is not None
    ]
    return Entry(cell.text, "; ".join([*others, over(row)]), cell.interval)


def finishes(table: Table, console: "Console") -> "rich.table.Table":
    """List the last round of each system's race."""
    last = {row["system"]: place for place, row in enumerate(rows(table))}.values()
    shown = (column for column in table.columns if column.name != "round")
    columns = tuple(replace(column, values=[column.values[place] for place in last]) for column in shown)
    ends = replace(table, title="Where the race ended", columns=columns)
    return ruled_table(ends, len(ends), console)


def strongest_listed(table: Table, console: "Console") -> "rich.table.Table":
    """List the strongest options."""
    data = rows(table)[:STRONGEST]
    cells = {
        "rank>": forms.value("rank"),
        "option": lambda row: Entry(option(row["option"], console.width)),
        "T>": forms.value("interference", "share"),
        "interval>": _span,
        "over>": forms.value("n"),
    }
    return forms.summary(said(Reason("magnets-listed", {"shown": len(data), "all": len(table)})), data, cells)


def option(text: object, width: int) -> str:
    """Shorten an option so that its table fits a terminal of this width."""
    return shorten(str(text), max(16, min(60, width - OTHER_COLUMNS_WIDTH)))


def _span(row: Row) -> Entry:
    if row["low"] is None or row["high"] is None:
        return Entry("")
    return Entry(f"{percent(row['low'])}–{show_quantity(row['high'], 'share')}")


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
        scale={"domain": [-1, 0, 1], "range": [SERIES[3], _PLAIN, MOST], "interpolate": "rgb"},
        dark=f"datum.value > {TURN} || datum.value < -{_BROWN_TURN}",
        size=12 if len(systems) < _MANY_SYSTEMS else 10,
        x=drawing.beside("column", None, list(columns.values())),
        y=drawing.down("row", None, [drawing.lines(name) for name in systems]),
        tips=drawing.tips(
            ("measure", "correlation"),
            ("down", "of"),
            ("across", "with"),
            ("group", "over"),
            ("value", "value", ".2f"),
            ("low", "interval from", ".2f"),
            ("high", "to", ".2f"),
            ("n", "options", ","),
        ),
        height=drawing.heights(cell["row"] for cell in data) if data else None,
        panels=forms.Panels("group", groups, beside_each_other, _PANEL, room=drawing.room(systems) if systems else 0),
        words="Correlations of interference scores between systems",
    )


def scatter(table: Table) -> Any:
    """Draw every option's interference with one system against that with another, a panel per pair of systems.

    Of more than POINTS points, every option combination is drawn, and an even choice of the others.
    """
    pairs = gathered(
        ((str(row["x"]), str(row["y"])), row) for row in forms.known_rows(table, "x_interference", "y_interference")
    )
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
            color=drawing.colour("kind", dict(each for each in _AGREED.values() if each[0] in used)),
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


def _chosen(group: Sequence[Row], count: int) -> list[Row]:
    series = [row for row in group if row["series"]]
    return [*drawing.thin([row for row in group if not row["series"]], 0, max(2, count - len(series))), *series]


def _point(row: Row) -> forms.Fields:
    pair = f"→ {drawing.lines(row['x'], 18)}\n↑ {drawing.lines(row['y'], 18)}"
    scores = {name: row[name] for name in ("x_interference", "y_interference")}
    return {
        **scores,
        "option": shorten(str(row["option"]), _AGREED_TIP),
        "kind": _AGREED[bool(row["series"])][0],
        "pair": pair,
    }


def _axis(field: str, title: str) -> dict[str, Any]:
    return forms.quantity(field, title, ".0%", values=[0, 0.5, 1], domain=[0, 1])


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
