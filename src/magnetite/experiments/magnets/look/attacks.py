"""What attacks do to several systems: the outcomes of each, the best of k magnets, and magnets found on another system.

Lin et al. (2021), Figure 1 and Tables 1 and 2.
"""

from collections.abc import Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, ORANGE, PALE
from magnetite.report.looks import INTERVALS, Drawing, Kind
from magnetite.report.tables import (
    MISSING,
    NO_ATTACK,
    TEXT,
    Entry,
    Matrix,
    Row,
    bounded,
    by_names,
    names,
    over,
    percent,
    percents,
    rows,
    shorten,
    show_real,
)

MAGNETS = 10  # magnets drawn; the table has them all
OUTCOMES = {
    "stable": ("right answer chosen", BLUE),
    "caught": ("magnet chosen", ORANGE),
    "otherwise": ("another wrong option chosen", PALE),
}
_MARK = "#16191d"  # readable on all three outcomes, in the light and in the dark
_LABEL = 120  # characters of a magnet that a figure carries
_SAME = 0.0005  # accuracies closer than this are written alike
_RIGHT = "per cent right (95% interval)"


def system_attacks(table: Table) -> Any:
    """Draw the shares of the three outcomes over all levels, for the first MAGNETS; None where none is known."""
    import altair as alt

    known = [row for row in rows(table) if row["level"] in ("all", None) and row["stable"] is not None]
    if not known:
        return None
    first = set(drawing.unique(str(row["option"]) for row in known)[:MAGNETS])
    placed, order, magnets = _under([row for row in known if str(row["option"]) in first], "option")
    parts = [part for row in placed for part in _parts(row)]
    y = _lines(order)
    x = alt.X("part:Q", title="questions", stack="zero", axis=alt.Axis(format=".0%", tickCount=5))
    x.scale = alt.Scale(domain=[0, 1])
    bars = (
        alt.Chart(drawing.inline(parts))
        .mark_bar(height=15)
        .encode(
            x=x,
            y=y,
            color=drawing.colour("outcome", dict(OUTCOMES.values())),
            order="order:Q",
            tooltip=drawing.tips(
                "system", ("option", "magnet"), "outcome", ("part", "share", ".1%"), "before", "after", "n"
            ),
        )
    )
    before = alt.Chart(drawing.inline(placed)).mark_tick(color=_MARK, thickness=2, opacity=1, bandSize=19)
    before = before.encode(x="before:Q", y=y, tooltip=drawing.tips(("before", "right before the attack", ".1%")))
    chart = alt.layer(bars, before, _named(magnets, y)).properties(height={"step": 22})
    return drawing.finish(chart, "Outcomes of each attack on each system, with the accuracy before it")


def best_of(table: Table) -> Any:
    """Draw the accuracy that is left against the best of k magnets, a line per system; None where none is known."""
    import altair as alt

    data: list[dict[str, Any]] = [
        {**row, "system": str(row["system"])} for row in rows(table) if row["accuracy"] is not None
    ]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    x = alt.X("magnets:Q", title="magnets to choose from", axis=alt.Axis(format="d", tickMinStep=1))
    y = alt.Y("accuracy:Q", title="answered right", axis=alt.Axis(format=".0%", tickCount=5))
    y.scale = drawing.share_scale(row["high"] or row["accuracy"] for row in data)
    base = alt.Chart(drawing.inline(data)).encode(x=x, color=shade)
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(
        y=alt.Y("low:Q", title="answered right"), y2="high:Q"
    )
    line = base.mark_line(strokeWidth=1.75).encode(y=y, strokeDash=dash)
    points = base.mark_circle(size=44, opacity=1).encode(
        y=y, tooltip=drawing.tips("system", ("magnets", "magnets", ","), "accuracy", "low", "high")
    )
    return drawing.finish(
        alt.layer(interval, line, points).properties(height=220), "Accuracy left against the best of so many magnets"
    )


def transfer_attack(table: Table) -> Any:
    """Draw an attacked system's accuracy (a column), by the system that the magnets were found on (a row).

    The first row is without an attack; it is empty where that differs between magnets, which are not all tried on the
    same questions. None where no accuracy is known.
    """
    known = [row for row in rows(table) if row["after"] is not None]
    if not known:
        return None
    columns = drawing.narrow(drawing.unique(str(row["attacked"]) for row in known))
    data = [
        {**row, "row": drawing.lines(row["found_on"]), "column": columns[str(row["attacked"])]}
        for row in (*_untouched(known), *known)
    ]
    x = drawing.beside("column", "attacked", list(columns.values()))
    y = drawing.down("row", "magnets found on", drawing.unique([NO_ATTACK, *(row["row"] for row in data)]))
    chart = drawing.share_cells(
        data,
        "after",
        x=x,
        y=y,
        tooltip=drawing.tips(
            ("found_on", "magnets found on"),
            "attacked",
            ("before", "before", ".1%"),
            ("after", "after", ".1%"),
            "low",
            "high",
            ("magnets", "magnets", ","),
            "n",
        ),
    ).properties(height=drawing.heights(row["row"] for row in data))
    return drawing.finish(chart, "Accuracy of each system under attack, by the system the magnets were found on")


def _under(known: Sequence[Row], field: str) -> tuple[list[dict[str, Any]], list[str], list[Row]]:
    """Place rows on lines: each value of a field on a line of its own, its systems below it.

    Returns the rows with their `line`, all lines in order, and the lines of the values with their `name`. A line is
    its number and what stands beside it.
    """
    order: list[str] = []
    places: dict[tuple[str, str], str] = {}
    magnets: list[Row] = []
    for name in drawing.unique(str(row[field]) for row in known):
        order.append(_line(len(order), ""))
        magnets.append({"line": order[-1], "name": shorten(name, _LABEL)})
        for system in drawing.unique(str(row["system"]) for row in known if str(row[field]) == name):
            order.append(_line(len(order), system))
            places[name, system] = order[-1]
    placed = [{**row, "line": places[str(row[field]), str(row["system"])]} for row in known]
    return [{**row, field: shorten(str(row[field]), _LABEL)} for row in placed], order, magnets


def _line(place: int, name: str) -> str:
    return f"{place:04d} {name}"


def _lines(order: Sequence[str]) -> Any:
    import altair as alt

    axis = alt.Axis(labelExpr="slice(datum.label, 5)", ticks=False, domain=False, labelPadding=6, labelOverlap=False)
    return alt.Y("line:N", title=None, sort=list(order), scale=alt.Scale(domain=list(order)), axis=axis)


def _named(lines: Sequence[Row], y: Any) -> Any:
    import altair as alt

    text = alt.Chart(drawing.inline(lines)).mark_text(
        align="left", baseline="middle", fontWeight=600, dy=3, limit=alt.ExprRef("width")
    )
    return text.encode(x=alt.value(0), y=y, text="name:N")


def _parts(row: Row) -> list[dict[str, Any]]:
    return [
        {**row, "outcome": words, "part": row[name], "order": place}
        for place, (name, (words, _)) in enumerate(OUTCOMES.items())
        if row[name] is not None
    ]


def _untouched(known: Sequence[Row]) -> list[Row]:
    """Return a row per attacked system without an attack, where its accuracy is the same for all magnets."""
    before: dict[str, list[float]] = {}
    for row in known:
        if row["before"] is not None:
            before.setdefault(str(row["attacked"]), []).append(row["before"])
    alike = {name: shares[0] for name, shares in before.items() if max(shares) - min(shares) < _SAME}
    return [{"found_on": NO_ATTACK, "attacked": name, "before": share, "after": share} for name, share in alike.items()]


def _attack_matrix(table: Table) -> Matrix:
    """Write Table 1: each system's accuracy without an attack, and under each."""
    every = [row for row in rows(table) if row["level"] in ("all", None)]
    systems, options, found = names(every, "system"), names(every, "option"), by_names(every, "option", "system")
    without = (Entry(percents(row["before"] for row in every if str(row["system"]) == system)) for system in systems)
    lines = [(Entry(NO_ATTACK), *without)]
    lines += [
        (Entry(shorten(option, TEXT)), *(_attacked(found.get((option, system))) for system in systems))
        for option in options
    ]
    title = f"{table.title}: per cent right (change in points)"
    return Matrix(title, ("magnet", *systems), tuple(lines))


def _attacked(row: Row | None) -> Entry:
    """Write the accuracy under an attack with its change beside it; interval and p-value in the hint."""
    if row is None or row["after"] is None:
        return Entry(MISSING)
    units = {"difference": "points", "low": "points", "high": "points", "p": "p"}
    texts = {name: show_real(row[name], unit) for name, unit in units.items()}
    known = row["low"] is not None and row["high"] is not None
    interval = f"95% interval of the change {texts['low']} to {texts['high']} points, " if known else ""
    test = f"p {texts['p']}, " if row["p"] is not None else ""
    change = texts["difference"] if row["difference"] is not None else ""
    return Entry(percent(row["after"]), interval + test + over(row), change)


def _transfer_matrix(table: Table) -> Matrix:
    body = rows(table)
    attacked, found = names(body, "attacked"), by_names(body, "found_on", "attacked")
    without = (Entry(percents(row["before"] for row in body if str(row["attacked"]) == name)) for name in attacked)
    lines = [(Entry(NO_ATTACK), *without)]
    lines += [
        (Entry(name), *(bounded(found.get((name, other)), "after") for other in attacked))
        for name in names(body, "found_on")
    ]
    counts = names([row for row in body if row["magnets"] is not None], "magnets")
    mean = f", mean over {counts[0]} magnets" if len(counts) == 1 and counts != ["1"] else ""
    return Matrix(f"{table.title}: {_RIGHT}{mean}", ("magnets found on", *attacked), tuple(lines))


def _best_matrix(table: Table) -> Matrix:
    body = rows(table)
    systems, found = names(body, "system"), by_names(body, "magnets", "system")
    lines = [
        (Entry(count), *(bounded(found.get((count, system))) for system in systems)) for count in names(body, "magnets")
    ]
    return Matrix(f"{table.title}: {_RIGHT}", ("magnets to choose from", *systems), tuple(lines))


SYSTEM_ATTACKS = Kind(
    main="after",
    figures=(
        Drawing(
            "outcomes",
            (
                "What the systems choose when a wrong option is replaced by the magnet named above the bars. The "
                f"dark mark is the share answered right without it. At most {MAGNETS} magnets are drawn."
            ),
            system_attacks,
        ),
    ),
    matrix=_attack_matrix,
)
BEST_OF = Kind(
    main="accuracy",
    figures=(
        Drawing(
            "best-of",
            (
                "Questions still answered right when the attacker may take, for every question, whichever of so many "
                f"magnets does the most harm. {INTERVALS}"
            ),
            best_of,
        ),
    ),
    matrix=_best_matrix,
    long=True,
)
TRANSFER_ATTACK = Kind(
    main="after",
    figures=(
        Drawing(
            "transfer-attack",
            (
                "Each row is the system the magnets were found on, each column the system attacked with them; the "
                "darker a cell, the more questions are still answered right. Pale rows are magnets that work on "
                "systems they were not found on."
            ),
            transfer_attack,
        ),
    ),
    matrix=_transfer_matrix,
)
