"""The case study: what every option's probability does while an attack grows token by token (Si et al. 2019, Figure 9).

Tokens stand below each other, in reading order, as in the paper's table.
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import AMBER, BLUE, GREY, ORANGE, PALE, PINK
from magnetite.report.looks import Drawing, Kind
from magnetite.report.tables import Entry, Matrix, percent, rows, shorten

ROLES = {"answer": "the answer", "growing": "grows", "wrong": "stays"}
_GROWING = (ORANGE, PINK, AMBER)
_STAYING = (GREY, PALE)
_TOKEN = 30  # characters of a token on a line


def trace(table: Table) -> Any:
    """Draw every option's probability as a line, from the first step down to the last; None where there is no step."""
    import altair as alt

    data = [_placed(row) for row in rows(table) if row["probability"] is not None]
    if not data:
        return None
    shades = _shades({row["name"]: str(row["role"]) for row in data})
    order = drawing.unique(row["line"] for row in data)
    axis = alt.Axis(labelExpr="slice(datum.label, 5)", ticks=False, domain=False, labelPadding=6, labelOverlap=False)
    y = alt.Y("line:N", title=None, sort=order, axis=axis)
    x = alt.X("probability:Q", title="probability", axis=alt.Axis(format=".0%", tickCount=5, orient="top"))
    x.scale = alt.Scale(domain=[0, 1])
    base = alt.Chart(drawing.inline(data)).encode(x=x, y=y, color=drawing.colour("name", shades), order="step:Q")
    line = base.mark_line(strokeWidth=1.75)
    points = base.mark_circle(size=50, opacity=1).encode(
        tooltip=drawing.tips("added", ("name", "option"), ("probability", "probability", ".1%"))
    )
    return drawing.finish(
        alt.layer(line, points).properties(height={"step": 17}), "Probability of every option after each token"
    )


def trace_matrix(table: Table) -> Matrix:
    """Write a row for each step: the token it added, and every option's probability, with the choice marked."""
    steps: dict[Any, list[dict[str, Any]]] = {}
    for row in rows(table):
        steps.setdefault(row["step"], []).append(row)
    heads = [f"{row['option']}: {ROLES[str(row['role'])]}" for row in next(iter(steps.values()))]
    lines = tuple(
        (Entry(_step(step)), Entry(str(group[0]["added"])), *(_probability(row) for row in group))
        for step, group in steps.items()
    )
    title = f"{table.title}: probability in per cent (◂ marks the choice)"
    return Matrix(title, ("step", "token added", *heads), lines, words=2)


def _step(step: Any) -> str:
    return "" if step is None or step < 1 else str(step)


def _probability(row: dict[str, Any]) -> Entry:
    mark = " ◂" if row["chosen"] else "  "
    return Entry(percent(row["probability"]) + mark)


def _placed(row: dict[str, Any]) -> dict[str, Any]:
    """Add to a row its line, which begins with its order, and its option's name."""
    return {**row, "line": f"{row['step'] + 1:04d} {shorten(str(row['added']), _TOKEN)}", "name": _name(row)}


def _name(row: dict[str, Any]) -> str:
    return f"{row['option']}: {ROLES[str(row['role'])]}"


def _shades(roles: dict[str, str]) -> dict[str, str]:
    growing = [name for name, role in roles.items() if role == "growing"]
    staying = [name for name, role in roles.items() if role == "wrong"]
    shades = {name: _GROWING[place % len(_GROWING)] for place, name in enumerate(growing)}
    shades |= {name: _STAYING[place % len(_STAYING)] for place, name in enumerate(staying)}
    return {name: shades.get(name, BLUE) for name in roles}


TRACE = Kind(
    figures=(
        Drawing(
            "trace",
            (
                "From top to bottom, what is attacked gets its tokens one by one; the lines are the probabilities of "
                "the options. Where the answer's line jumps, that token made the difference."
            ),
            trace,
        ),
    ),
    matrix=trace_matrix,
)
