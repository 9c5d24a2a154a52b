"""The case study: what every option's probability does while an attack grows token by token (Si et al. 2019, Figure 9).

Tokens stand below each other, in reading order, as in the paper's table.
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import AMBER, BLUE, GREY, ORANGE, PALE, PINK
from magnetite.report.tables import Entry, Matrix, percent, rows, shorten
from magnetite.report.wording import label

ROLES = {"answer": "the answer", "growing": "grows", "wrong": "stays"}
_GROWING = (ORANGE, PINK, AMBER)
_STAYING = (GREY, PALE)
_TOKEN = 30  # characters of a token on a line


def trace(table: Table) -> Any:
    """Draw every option's probability as a line, from the first step down to the last."""
    data = [_placed(row) for row in forms.known_rows(table, "probability")]
    axis = {"labelExpr": "slice(datum.label, 5)", "labelOverlap": False}
    return forms.plot(
        data,
        forms.mark("line", {"strokeWidth": 1.75}),
        forms.dots(50, tooltip=drawing.tips("added", ("name", "option"), ("probability", "probability", ".1%"))),
        words="Probability of every option after each token",
        height={"step": 17},
        x=forms.quantity("probability", "probability", ".0%", tickCount=5, orient="top", domain=[0, 1]),
        y=forms.bands("line", (row["line"] for row in data), padding=6, **axis),
        color=drawing.colour("name", _shades({row["name"]: str(row["role"]) for row in data})),
        order="step:Q",
    )


def trace_matrix(table: Table) -> Matrix:
    """Write a line for each step: the token it added, and every option's probability, with the choice marked."""
    front = {
        "step": lambda row: Entry(str(row["step"]) if (row["step"] or 0) > 0 else ""),
        "token added": lambda row: Entry(label(str(row["added"])) if (row["step"] or 0) <= 0 else str(row["added"])),
    }
    return forms.crossed(
        [{**row, "name": _name(row)} for row in rows(table)],
        forms.titled(table, "probability in per cent (◂ marks the choice)"),
        front,
        down=("step",),
        across=("name",),
        cells=(lambda row: Entry(f"{percent(row['probability'])}{' ◂' if row['chosen'] else '  '}"),),
    )


def _placed(row: forms.Fields) -> forms.Fields:
    """Add to a row its line, which begins with its order, and its option's name."""
    return {**row, "line": f"{row['step'] + 1:04d} {shorten(str(row['added']), _TOKEN)}", "name": _name(row)}


def _name(row: forms.Fields) -> str:
    return f"{row['option']}: {label(ROLES[str(row['role'])])}"


def _shades(roles: dict[str, str]) -> dict[str, str]:
    growing = [name for name, role in roles.items() if role == "growing"]
    staying = [name for name, role in roles.items() if role == "wrong"]
    shades = {name: _GROWING[place % len(_GROWING)] for place, name in enumerate(growing)}
    shades |= {name: _STAYING[place % len(_STAYING)] for place, name in enumerate(staying)}
    return {name: shades.get(name, BLUE) for name in roles}
