"""Options that recur in an exam: how often each is right, and how often systems take it.

A magnet within the exam stands far right of its tick: it is taken much more often than it is right.
"""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import GREY
from magnetite.report.looks import INTERVALS, Drawing, Kind, Look
from magnetite.report.tables import Entry, Matrix, Row, bounded, rows, shorten, show_value, show_view

DRAWN = 16  # options in the figure, those whose shares differ most; the table has all
_SHOWN = (
    ("right", "it is right"),
    ("taken", "it is taken"),
    ("accuracy_with", "answered right"),
    ("accuracy_without", "elsewhere"),
    ("accuracy_taken_out", "right if it were removed"),
)


def recurring(table: Table) -> Any:
    """Draw how often each option is taken, a point a system, beside how often it is right; None without a key."""
    import altair as alt

    data = [_named(row) for row in rows(table) if row["right"] is not None]
    if not data:
        return None
    widest: dict[str, float] = {}
    for row in data:
        widest[row["name"]] = max(widest.get(row["name"], 0.0), abs(row["difference"]))
    names = sorted(widest, key=lambda name: -widest[name])[:DRAWN]
    data = [row for row in data if row["name"] in names]
    shades = _shades(data)
    y = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=250, ticks=False, domain=False))
    tips = drawing.tips(
        "option",
        ("shown", "system"),
        ("offered", "offered by", ","),
        ("taken", "taken", ".1%"),
        ("right", "right", ".1%"),
    )
    base = alt.Chart(drawing.inline(data)).encode(y=y)
    tick = base.mark_tick(thickness=3, size=16, color=GREY).encode(x=_axis("right"), tooltip=tips)
    system = base.encode(yOffset=alt.YOffset("shown:N", sort=list(shades)), color=drawing.colour("shown", shades))
    bounds = system.mark_rule(strokeWidth=1).encode(x=_axis("taken_low"), x2="taken_high:Q")
    point = system.mark_circle(size=50, opacity=1).encode(x=_axis("taken"), tooltip=tips)
    chart = alt.layer(tick, bounds, point).properties(height=len(names) * max(22, 9 * len(shades)))
    return drawing.finish(chart, "How often options that recur are taken, and how often they are right")


def _axis(field: str) -> Any:
    import altair as alt

    title = "share of the questions that offer it"
    return alt.X(f"{field}:Q", title=title, axis=alt.Axis(format=".0%"), scale=alt.Scale(domain=[0, 1]))


def _shades(data: list[dict[str, Any]]) -> dict[str, str]:
    """Return each system's colour: its view's, where every view has one system."""
    names = {row["shown"]: str(row["view"]) for row in data}
    views = list(names.values()) if len(set(names.values())) == len(names) else list(names)
    return dict(zip(names, drawing.view_colours(views).values(), strict=True))


def _named(row: Row) -> dict[str, Any]:
    where = f" ({row['tested_on']})" if "tested_on" in row else ""
    whose = f"{row['trained_on']}, " if "trained_on" in row else ""
    return {**row, "name": f"{shorten(str(row['option']), 34)}{where}", "shown": f"{whose}{show_view(row['view'])}"}


def _matrix(table: Table) -> Matrix:
    front = [name for name in ("trained_on", "tested_on", "view") if name in table]
    body = tuple(
        (
            *(Entry(str(row[name])) for name in front),
            Entry(shorten(str(row["option"]), 40)),
            Entry(show_value(row["offered"])),
            *(_bounded(row, name) for name, _ in _SHOWN),
        )
        for row in rows(table)
    )
    headings = (*(name.replace("_", " ") for name in front), "option", "offered", *(words for _, words in _SHOWN))
    return Matrix(f"{table.title}: per cent (95% interval)", headings, body, words=len(front) + 1)


def _bounded(row: Row, name: str) -> Entry:
    return bounded({**row, "low": row[f"{name}_low"], "high": row[f"{name}_high"]}, name)


RECURRING_OPTIONS = Kind(
    main="taken",
    figures=(
        Drawing(
            "recurring-options",
            (
                "Options that many questions share, such as “none of the above”. The grey tick is how often the option "
                "is right where it is offered, a point how often a system takes it. A point far right of its tick is a "
                f"magnet within the exam. {INTERVALS}"
            ),
            recurring,
        ),
    ),
    intro=(
        "Of the questions that offer an option: how often it is right, how often the system takes it, and how many of "
        "them it answers right; how many it answers right of the others; and how many it would answer right were the "
        "option taken out, among those whose answer is another."
    ),
    matrix=_matrix,
    long=True,
)
LOOK = Look(
    kinds={
        "recurring_options": RECURRING_OPTIONS,
    },
)
