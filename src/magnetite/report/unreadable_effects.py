"""Un-readable attacks as figures: accuracy before and after each, and each attack beside its controls.

Si et al. (2019), Table 2.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PALE, PINK, SKY
from magnetite.report.tables import rows

ALL = "all"
THE_ATTACK = "the attack"
_SHADES = (ORANGE, BLUE, GREEN, PINK, SKY, GREY)
_MARK = "#6b7480"  # readable in the light and in the dark
_ROOM = 0.12  # of the axis, for the label right of a dot
_NAMES = 150  # pixels that the names of attacks take
_TITLE = 24  # characters in a line of a panel's title

_Row = Mapping[str, Any]


def attacks(table: Table) -> Any:
    """Draw accuracy before (a mark) and under each attack (a dot), a panel per system; None where none is known."""
    import altair as alt

    data = [_ended(row) for row in rows(table) if row["level"] in (ALL, None) and row["after"] is not None]
    if not data:
        return None
    base = alt.Chart().encode(y=_bands("attack", data))
    x = drawing.share_axis("questions answered right", (row["end"] + _ROOM for row in data), field="after")
    guess = alt.Chart().mark_rule(color=GREY, strokeDash=[5, 4]).encode(x="chance:Q")
    fall = base.mark_rule(strokeWidth=3, color=PALE).encode(x="after:Q", x2="before:Q")
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.7, color=ORANGE).encode(x="after_low:Q", x2="after_high:Q")
    before = base.mark_tick(color=_MARK, thickness=2, opacity=1, bandSize=13).encode(x="before:Q", tooltip=_tips())
    dots = base.mark_circle(size=80, opacity=1, color=ORANGE).encode(x=x, tooltip=_tips())
    right = base.mark_text(align="left", dx=8).encode(x="end:Q", text="told:N").transform_filter("datum.room")
    left = base.mark_text(align="right", dx=-8).encode(x="start:Q", text="told:N").transform_filter("!datum.room")
    layers = (guess, fall, interval, before, dots, right, left)
    chart = alt.layer(*layers, data=alt.Data(values=data)).properties(height={"step": 22})
    return _by_system(chart, data, "Accuracy before and under each attack")


def controls(table: Table) -> Any:
    """Draw accuracy under each attack and under its controls, a panel per system; None where none is known."""
    import altair as alt

    data = [point for group in _by_attack(rows(table)) for point in _beside(group)]
    if not data:
        return None
    roles = drawing.unique(point["role"] for point in data)
    order = [THE_ATTACK, *sorted((role for role in roles if role != THE_ATTACK), key=roles.index)]
    shades = {role: _SHADES[place % len(_SHADES)] for place, role in enumerate(order)}
    over = alt.YOffset("role:N", sort=order, scale=alt.Scale(padding=0.2), bandPosition=0.5)
    base = alt.Chart().encode(y=_bands("attack", data), yOffset=over)
    x = drawing.share_axis("questions answered right", (p["high"] or p["accuracy"] for p in data), field="accuracy")
    colour = drawing.colour("role", shades)
    interval = base.mark_rule(strokeWidth=1.5, opacity=0.7).encode(x="low:Q", x2="high:Q", color=colour)
    before = base.mark_tick(color=_MARK, thickness=2, opacity=1, bandSize=11).encode(
        x="before:Q", tooltip=_beside_tips()
    )
    dots = base.mark_circle(size=60, opacity=1).encode(x=x, color=colour, tooltip=_beside_tips())
    height = {"step": 14 * len(order) + 8, "for": "position"}
    chart = alt.layer(before, interval, dots, data=alt.Data(values=data)).properties(height=height)
    return _by_system(chart, data, "Accuracy under each attack beside its controls")


def _bands(field: str, data: Sequence[_Row]) -> Any:
    """Return a y channel with a band for each value of a field, in order."""
    import altair as alt

    axis = alt.Axis(ticks=False, domain=False, labelPadding=8)
    return alt.Y(f"{field}:N", title=None, sort=drawing.unique(str(row[field]) for row in data), axis=axis)


def _by_system(chart: Any, data: Sequence[_Row], words: str) -> Any:
    """Finish a chart, a panel for each system where there are several."""
    systems = drawing.unique(str(row["system"]) for row in data)
    if len(systems) == 1:
        return drawing.finish(chart, words)
    panels = chart.facet(facet=drawing.panels("system", systems), columns=min(2, len(systems)))
    return drawing.across(panels, f"{words}, a panel for each system", room=_NAMES)


def _ended(row: _Row) -> dict[str, Any]:
    """Add the label of an attack and where it stands: right of the marks, or left where there is no room."""
    start = min(row["before"], row["after"], 1.0 if row["after_low"] is None else row["after_low"])
    end = max(row["before"], row["after"], row["after_high"] or 0)
    label = "" if row["relative"] is None else f"{row['relative']:+.0%}".replace("-", "−").replace("+0%", "0%")
    ends = {"start": start, "end": end, "room": end <= 1 - _ROOM}
    return {**row, "system": _broken(row["system"]), **ends, "told": label}


def _broken(system: object) -> str:
    return drawing.lines(system, _TITLE)


def _by_attack(body: Sequence[_Row]) -> list[list[_Row]]:
    groups: dict[tuple[str, str], list[_Row]] = {}
    for row in body:
        groups.setdefault((str(row["system"]), str(row["attack"])), []).append(row)
    return list(groups.values())


def _beside(group: Sequence[_Row]) -> list[dict[str, Any]]:
    """Return the points of one attack: itself, then its controls."""
    first = group[0]
    shared = {"system": _broken(first["system"]), **{name: first[name] for name in ("attack", "before", "n")}}
    own = {**shared, "role": THE_ATTACK, "name": first["attack"], "accuracy": first["attacked"]}
    own |= {"low": first["attacked_low"], "high": first["attacked_high"]}
    return [
        own,
        *(
            {
                **shared,
                "role": row["role"],
                "name": row["control"],
                "accuracy": row["after"],
                "low": row["low"],
                "high": row["high"],
            }
            for row in group
        ),
    ]


def _tips() -> list[Any]:
    return [
        drawing.tip("system", "system"),
        drawing.tip("attack", "attack"),
        drawing.tip("before", "right before", ".1%"),
        drawing.tip("after", "right after", ".1%"),
        drawing.tip("after_low", "interval from", ".1%"),
        drawing.tip("after_high", "to", ".1%"),
        drawing.tip("relative", "relative change", "+.1%"),
        drawing.tip("caught", "attacked option chosen", ".1%"),
        drawing.tip("p", "p-value", ".3f"),
        drawing.tip("n", "questions", ","),
    ]


def _beside_tips() -> list[Any]:
    return [
        drawing.tip("name", "shown"),
        drawing.tip("role", "role"),
        drawing.tip("before", "right before", ".1%"),
        drawing.tip("accuracy", "right after", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
        drawing.tip("n", "questions", ","),
    ]
