"""What the table of options that recur looks like: how often each is right, and how often systems take it.

A magnet within the exam stands far right of its tick: it is taken much more often than it is right.
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import GREY
from magnetite.report.looks import Kind, Look, drawings
from magnetite.report.tables import Entry, Matrix, Row, rows, shorten, show_view

DRAWN = 16  # options in the figure, those whose shares differ most; the table has all
_SHOWN_COLUMNS = {
    "it is right": "right",
    "it is taken": "taken",
    "answered right": "accuracy_with",
    "elsewhere": "accuracy_without",
    "right if it were removed": "accuracy_taken_out",
}


def _recurring(table: Table) -> Any:
    data = [_named(row) for row in forms.known_rows(table, "right")]
    widest: dict[str, float] = {}
    for row in data:
        widest[row["name"]] = max(widest.get(row["name"], 0.0), abs(row["difference"]))
    names = sorted(widest, key=lambda name: -widest[name])[:DRAWN]
    data = [row for row in data if row["name"] in names]
    colours = _colours(data)
    own = {"yOffset": forms.offset("shown", colours), "color": drawing.colour("shown", colours)}
    numbers = (("offered", "offered by", ","), ("taken", "taken", ".1%"), ("right", "right", ".1%"))
    tooltip = drawing.tips("option", ("shown", "system"), *numbers)
    return forms.plot(
        data,
        forms.mark("tick", {"thickness": 3, "size": 16, "color": GREY}, x=_axis("right"), tooltip=tooltip),
        forms.interval(_axis("taken_low"), "taken_high:Q", 1, **own),
        forms.dots(50, x=_axis("taken"), tooltip=tooltip, **own),
        words="How often options that recur are taken, and how often they are right",
        height=len(names) * max(22, 9 * len(colours)),
        y=forms.bands("name", names, padding=None, labelLimit=250),
    )


def _axis(field: str) -> dict[str, Any]:
    return forms.quantity(field, "share of the questions that offer it", ".0%", domain=[0, 1])


def _colours(data: list[forms.Fields]) -> dict[str, str]:
    """Return each system's colour: its view's, where every view has one system."""
    names = {row["shown"]: str(row["view"]) for row in data}
    views = list(names.values()) if len(set(names.values())) == len(names) else list(names)
    return dict(zip(names, drawing.view_colours(views).values(), strict=True))


def _named(row: Row) -> forms.Fields:
    where = f" ({row['tested_on']})" if "tested_on" in row else ""
    whose = f"{row['trained_on']}, " if "trained_on" in row else ""
    return {**row, "name": f"{shorten(str(row['option']), 34)}{where}", "shown": f"{whose}{show_view(row['view'])}"}


def _matrix(table: Table) -> Matrix:
    front = {name.replace("_", " "): forms.text(name) for name in ("trained_on", "tested_on", "view") if name in table}
    cells = {
        **front,
        "option": lambda row: Entry(shorten(str(row["option"]), 40)),
        "offered": forms.value("offered"),
        **{words: forms.share_between(name, f"{name}_") for words, name in _SHOWN_COLUMNS.items()},
    }
    return forms.listed(rows(table), forms.titled(table, "per cent (95% interval)"), cells, words=len(front) + 1)


LOOK = Look(
    kinds={
        "recurring_options": Kind(
            main="taken",
            figures=drawings(recurring_options=_recurring),
            matrix=_matrix,
            long=True,
        ),
    },
)
