"""The order of options: accuracy in each order, the share of choices by position, and one question order by order."""

from collections.abc import Mapping
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, ORANGE
from magnetite.report.looks import INTERVALS, Drawing, Kind, Look, Words
from magnetite.report.ruled import ruled_table
from magnetite.report.tables import Entry, Matrix, bounded, percent, rows, show_value

WORDS = {
    "order": Words(
        intro=(
            "The same questions once more, with their options shown in other orders. Nothing that matters has changed, "
            "so every answer should stay. A system that prefers a position, whatever stands there, loses questions "
            "whose answer stands elsewhere; and an exam whose answers often stand there flatters it."
        ),
        headlines=(
            ("answer changes", "", "of questions get another answer in another order"),
            ("right in all rotations", "", "right in every rotation of the options"),
            ("most chosen position", None, "of choices are the option shown as {group}"),
            ("debiasing adds", None, "to accuracy over the orders, with the preference divided out"),
        ),
        run="Order of options:",
    ),
}

ROLES = {"answer": "the answer", "wrong": "wrong"}
PRIOR = "estimated preference"


def accuracy_by_order(table: Table) -> Any:
    """Draw the accuracy in each order, as a point with its interval; None where no accuracy is known."""
    import altair as alt

    data = _placed(rows(table), "order")
    if not data:
        return None
    base = alt.Chart(drawing.inline(data)).encode(y=_lines(data))
    x = drawing.share_axis("questions answered right", (row["high"] for row in data), field="accuracy")
    tooltip = drawing.tips("line", "accuracy", "low", "high", "n")
    point = base.mark_circle(size=70, color=BLUE, opacity=1).encode(x=x, tooltip=tooltip)
    interval = base.mark_rule(strokeWidth=1.5, color=BLUE).encode(x="low:Q", x2="high:Q")
    label = base.mark_text(align="left", dx=6).encode(x="high:Q", text=alt.Text("accuracy:Q", format=".1%"))
    chart = alt.layer(interval, point, label).properties(height={"step": 20})
    return drawing.finish(chart, "Accuracy in each order of the options")


def position_shares(table: Table) -> Any:
    """Draw how often each position is chosen, as bars with intervals and a mark where there is no preference."""
    import altair as alt

    known = [row for row in rows(table) if row["share"] is not None]
    data = _placed([{**row, "end": max(row["high"], row["even"], row["prior"] or 0)} for row in known], "position")
    if not data:
        return None
    base = alt.Chart(drawing.inline(data)).encode(y=_lines(data))
    x = drawing.share_axis("share of choices", (row["high"] for row in data), field="share")
    share = ("share", "chosen", ".1%")
    bar = base.mark_bar(color=BLUE, height=15).encode(x=x, tooltip=drawing.tips("line", share, "low", "high"))
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    even = base.mark_tick(color=ORANGE, thickness=3, opacity=1, bandSize=22).encode(
        x="even:Q", tooltip=drawing.tips(("even", "without a preference", ".1%"))
    )
    estimated = base.transform_filter("isValid(datum.prior)")
    prior = estimated.mark_point(fill=GREEN, stroke="white", strokeWidth=1, shape="diamond", size=110)
    marks = prior.encode(x="prior:Q", opacity=alt.value(1), tooltip=drawing.tips(("prior", PRIOR, ".1%")))
    label = base.mark_text(align="left", dx=6).encode(x="end:Q", text=alt.Text("share:Q", format=".1%"))
    chart = alt.layer(bar, interval, even, marks, label).properties(height={"step": 26})
    return drawing.finish(chart, "Share of choices by position")


def order_trace(table: Table) -> Any:
    """Draw one question's probabilities: a row for each order, a column for each option."""
    import altair as alt

    data = [{**row, "name": _name(row)} for row in rows(table)]
    if not data:
        return None
    plain = {"ticks": False, "domain": False, "labelPadding": 8, "grid": False}
    x = alt.X("name:N", title=None, sort=sorted({row["name"] for row in data}), axis=alt.Axis(labelAngle=0, **plain))
    y = alt.Y("order:N", title=None, sort=drawing.unique(row["order"] for row in data))
    y.axis = alt.Axis(**plain)
    tooltip = drawing.tips("order", ("name", "option"), ("position", "shown as"), ("probability", "probability", ".1%"))
    chart = drawing.share_cells(data, "probability", x=x, y=y, tooltip=tooltip).properties(height={"step": 26})
    return drawing.finish(chart, "Probability of every option in each order")


def _placed(data: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Add to each row the name of its line, with the number of options where there are several."""
    several = len({row["options"] for row in data}) > 1
    return [{**row, "line": f"{row[name]} (of {row['options']})" if several else row[name]} for row in data]


def _lines(data: list[dict[str, Any]]) -> Any:
    import altair as alt

    axis = alt.Axis(ticks=False, domain=False, labelPadding=8)
    return alt.Y("line:N", title=None, sort=drawing.unique(row["line"] for row in data), axis=axis)


def positions_matrix(table: Table) -> Matrix:
    """Write a row for each position: how often it is chosen, and how often without a preference."""
    body = _placed(rows(table), "position")
    lines = tuple(
        (
            Entry(str(row["line"])),
            bounded({**row, "accuracy": row["share"], "n": None}),
            Entry(percent(row["even"])),
            Entry(percent(row["prior"])),
            Entry(show_value(row["n"])),
        )
        for row in body
    )
    headings = ("position", "chosen", "without a preference", PRIOR, "choices")
    return Matrix(f"{table.title}: per cent (95% interval)", headings, lines)


def ways_matrix(table: Table) -> Matrix:
    """Write a row for each way to answer: asks, accuracy, calibration error and loss."""
    body = _placed(rows(table), "way")
    lines = tuple(
        (
            Entry(str(row["line"])),
            Entry(show_value(row["asks"])),
            bounded({**row, "n": None}),
            Entry(percent(row["calibration_error"])),
            Entry(show_value(row["loss"], "nats")),
            Entry(show_value(row["n"])),
        )
        for row in body
    )
    headings = ("the system is asked", "asks a question", "accuracy", "calibration error", "loss", "questions")
    return Matrix(f"{table.title}: per cent (95% interval)", headings, lines)


def debiasing_matrix(table: Table) -> Matrix:
    """Write each measure before and after, and the difference; the number of options where there are several."""
    body = rows(table)
    several = len({row["options"] for row in body}) > 1
    lines = tuple(
        (
            *((Entry(show_value(row["options"])),) if several else ()),
            Entry(str(row["measure"])),
            Entry(percent(row["before"])),
            Entry(percent(row["after"])),
            _gap(row),
            Entry(show_value(row["n"])),
        )
        for row in body
    )
    headings = ("measure", "before", "after", "difference", "questions")
    title = f"{table.title}: per cent, and points (95% interval)"
    return Matrix(title, (*(("options",) if several else ()), *headings), lines, words=2 if several else 1)


def _gap(row: Mapping[str, Any]) -> Entry:
    bounds = [show_value(row[name], "points") for name in ("low", "high") if row[name] is not None]
    return Entry(show_value(row["difference"], "points"), "", " to ".join(bounds) if len(bounds) == 2 else "")


def trace_matrix(table: Table) -> Matrix:
    """Write a row for each order: every option's probability, and the position in which it stood; the choice marked."""
    orders: dict[str, list[dict[str, Any]]] = {}
    for row in rows(table):
        orders.setdefault(str(row["order"]), []).append(row)
    lines = tuple((Entry(order), *map(_probability, sorted(group, key=_option))) for order, group in orders.items())
    heads = [_name(row) for row in sorted(next(iter(orders.values())), key=_option)]
    title = f"{table.title}: probability in per cent, and what the option was shown as (◂ marks the choice)"
    return Matrix(title, ("shown in the order", *heads), lines)


def _probability(row: dict[str, Any]) -> Entry:
    mark = " ◂" if row["chosen"] else "  "
    return Entry(f"{percent(row['probability'])} {row['position']}{mark}")


def _option(row: Mapping[str, Any]) -> tuple[int, str]:
    return len(str(row["option"])), str(row["option"])


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['option']}: {ROLES[str(row['role'])]}"


ACCURACY_BY_ORDER = Kind(
    main="accuracy",
    figures=(
        Drawing(
            "accuracy-by-order",
            (
                "The same questions with their options in other orders. The letters are those of the exam, so the "
                f"first row is the exam as it is. {INTERVALS}"
            ),
            accuracy_by_order,
        ),
    ),
    summary=lambda table, console: ruled_table(table, len(table), console),
    rows=30,
)
POSITION_SHARES = Kind(
    main="share",
    figures=(
        Drawing(
            "position-shares",
            (
                "How often the system chooses the option in each position, over all questions and orders. Without a "
                "preference all bars end at the orange marks, whatever the system knows. A green diamond is what the "
                "estimated preference would give the position in a question that the system knows nothing about. "
                f"{INTERVALS}"
            ),
            position_shares,
        ),
    ),
    matrix=positions_matrix,
)
WAYS = Kind(main="accuracy", matrix=ways_matrix)
DEBIASING = Kind(main="before", matrix=debiasing_matrix)
ORDER_TRACE = Kind(
    figures=(
        Drawing(
            "order-trace",
            (
                "One question in every order that was asked: the darker a cell, the surer the system is of that "
                "option. A system that does not mind the order has columns of one shade."
            ),
            order_trace,
        ),
    ),
    matrix=trace_matrix,
    long=True,
)
LOOK = Look(
    kinds={
        "accuracy_by_order": ACCURACY_BY_ORDER,
        "position_shares": POSITION_SHARES,
        "order_ways": WAYS,
        "debiasing": DEBIASING,
        "order_trace": ORDER_TRACE,
    },
    findings=WORDS,
)
