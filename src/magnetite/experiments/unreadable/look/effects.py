"""Un-readable attacks: accuracy before and after each, beside its controls, and by what else could explain the change.

Si et al. (2019), Table 2.
"""

from collections.abc import Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PALE, PINK, SKY
from magnetite.report.looks import INTERVALS, Drawing, Kind
from magnetite.report.tables import (
    MISSING,
    NO_ATTACK,
    Entry,
    Matrix,
    Row,
    bounded,
    by_names,
    heading,
    names,
    over,
    percent,
    rows,
    show_real,
)

ALL = "all"
THE_ATTACK = "the attack"
_SHADES = (ORANGE, BLUE, GREEN, PINK, SKY, GREY)
_MARK = "#6b7480"  # readable in the light and in the dark
_ROOM = 0.12  # of the axis, for the label right of a dot
_NAMES = 150  # pixels that the names of attacks take
_TITLE = 24  # characters in a line of a panel's title
_ORDINALS = {"1": "strongest", "2": "second", "3": "third", "4": "fourth"}


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
    chart = alt.layer(*layers, data=drawing.inline(data)).properties(height={"step": 22})
    return _by_system(chart, data, "Accuracy before and under each attack")


def controls(table: Table) -> Any:
    """Draw accuracy under each attack and under its controls, a panel per system; None where none is known."""
    import altair as alt

    data = [point for group in _by_attack(rows(table)) for point in _points(group)]
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
        x="before:Q", tooltip=_point_tips()
    )
    dots = base.mark_circle(size=60, opacity=1).encode(x=x, color=colour, tooltip=_point_tips())
    height = {"step": 14 * len(order) + 8, "for": "position"}
    chart = alt.layer(before, interval, dots, data=drawing.inline(data)).properties(height=height)
    return _by_system(chart, data, "Accuracy under each attack beside its controls")


def _bands(field: str, data: Sequence[Row]) -> Any:
    """Return a y channel with a band for each value of a field, in order."""
    import altair as alt

    axis = alt.Axis(ticks=False, domain=False, labelPadding=8)
    return alt.Y(f"{field}:N", title=None, sort=drawing.unique(str(row[field]) for row in data), axis=axis)


def _by_system(chart: Any, data: Sequence[Row], words: str) -> Any:
    """Finish a chart, a panel for each system where there are several."""
    systems = drawing.unique(str(row["system"]) for row in data)
    if len(systems) == 1:
        return drawing.finish(chart, words)
    panels = chart.facet(facet=drawing.panels("system", systems), columns=min(2, len(systems)))
    return drawing.across(panels, f"{words}, a panel for each system", room=_NAMES)


def _ended(row: Row) -> dict[str, Any]:
    """Add the label of an attack and where it stands: right of the marks, or left where there is no room."""
    start = min(row["before"], row["after"], 1.0 if row["after_low"] is None else row["after_low"])
    end = max(row["before"], row["after"], row["after_high"] or 0)
    label = "" if row["relative"] is None else f"{row['relative']:+.0%}".replace("-", "−").replace("+0%", "0%")
    ends = {"start": start, "end": end, "room": end <= 1 - _ROOM}
    return {**row, "system": _broken(row["system"]), **ends, "told": label}


def _broken(system: object) -> str:
    return drawing.lines(system, _TITLE)


def _by_attack(body: Sequence[Row]) -> list[list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in body:
        groups.setdefault((str(row["system"]), str(row["attack"])), []).append(row)
    return list(groups.values())


def _points(group: Sequence[Row]) -> list[dict[str, Any]]:
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


def _attack_matrix(table: Table) -> Matrix:
    """Write Table 2: a column per system, or per level where there is one system."""
    body = rows(table)
    systems, attacks = names(body, "system"), names(body, "attack")
    across = "system" if len(systems) > 1 else "level"
    every = [row for row in body if across == "level" or row["level"] in (ALL, None)]
    columns = names(every, across)
    found = by_names(every, "attack", across)
    first = {column: next(row for row in every if str(row[across]) == column) for column in columns}
    lines = [(Entry(NO_ATTACK), *(_before(first[column]) for column in columns))]
    lines += [(Entry(name), *(_after(found.get((name, column))) for column in columns)) for name in attacks]
    lines.append((Entry("guessing"), *(Entry(percent(first[column]["chance"])) for column in columns)))
    heads = [("all levels" if column == ALL else column) if across == "level" else column for column in columns]
    return Matrix(f"{table.title}: per cent right (relative change)", ("attack", *heads), tuple(lines))


def _before(row: Row) -> Entry:
    return Entry(percent(row["before"]), f"{_interval(row, 'before')}{over(row)}")


def _after(row: Row | None) -> Entry:
    """Write the accuracy under an attack with the relative change beside it; interval and p-value in the hint."""
    if row is None or row["after"] is None:
        return Entry(MISSING)
    change = "" if row["relative"] is None else show_real(row["relative"], "change")
    test = "" if row["p"] is None else f"p {show_real(row['p'], 'p')}, "
    return Entry(percent(row["after"]), f"{_interval(row, 'after')}{test}{over(row)}", change)


def _interval(row: Row, name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "" if low is None or high is None else f"95% interval {percent(low)} to {percent(high)}, "


def _control_matrix(table: Table) -> Matrix:
    """Write a row per attack: accuracy under it and under each kind of control, with the difference beside it."""
    body = rows(table)
    systems, roles = names(body, "system"), names(body, "role")
    found = by_names(body, "system", "attack", "role")
    first: dict[tuple[str, str], Row] = {}
    for row in body:
        first.setdefault((str(row["system"]), str(row["attack"])), row)
    lines = tuple(
        (
            *((Entry(system),) if len(systems) > 1 else ()),
            Entry(attack),
            Entry(percent(row["attacked"]), f"{_interval(row, 'attacked')}{over(row)}"),
            *(_beside(found.get((system, attack, role))) for role in roles),
        )
        for (system, attack), row in first.items()
    )
    heads: tuple[str, ...] = ("attack", "under the attack", *roles)
    title = f"{table.title}: per cent right (attack minus control, points)"
    several = len(systems) > 1
    heads = (heading(table.column("system")), *heads) if several else heads
    return Matrix(title, heads, lines, words=2 if several else 1)


def _beside(row: Row | None) -> Entry:
    """Write the accuracy under a control with the attack's difference beside it; its interval in the hint."""
    if row is None or row["after"] is None:
        return Entry(MISSING)
    units = {"gap": "points", "gap_low": "points", "gap_high": "points", "p": "p"}
    texts = {name: show_real(row[name], unit) for name, unit in units.items()}
    known = row["gap_low"] is not None and row["gap_high"] is not None
    interval = f"95% interval of the difference {texts['gap_low']} to {texts['gap_high']} points, " if known else ""
    hint = f"{row['control']}: {interval}p {texts['p']}, {over(row)}"
    return Entry(percent(row["after"]), hint, "" if row["gap"] is None else texts["gap"])


def _lengths(table: Table) -> Matrix:
    lines = tuple(
        (
            Entry(str(row["attack"])),
            *(
                bounded({**row, "low": row[f"{rule}_low"], "high": row[f"{rule}_high"]}, rule)
                for rule in ("longest", "shortest")
            ),
            Entry(percent(row["chance"])),
        )
        for row in rows(table)
    )
    title = f"{table.title}: per cent right by length alone (95% interval)"
    return Matrix(title, ("attack or control", "longest option", "shortest option", "guessing"), lines)


def _truncated(table: Table) -> Matrix:
    body = rows(table)
    systems = names(body, "system")
    title = f"{table.title}: per cent of questions"
    if not any(row["truncated"] for row in body):
        every = (Entry("with and without an attack"), *(Entry(percent(0.0)) for _ in systems))
        return Matrix(title, ("attack or control", *systems), (every,))
    found = by_names(body, "attack", "system")
    lines = tuple(
        (Entry(name), *(Entry(percent(found[name, system]["truncated"])) for system in systems))
        for name in names(body, "attack")
    )
    return Matrix(title, ("attack or control", *systems), lines)


def _caught(table: Table) -> Matrix:
    """Write a row per attack: the share of lost answers that went to each wrong option, by rank and by letter."""
    body = rows(table)
    several = len(names(body, "system")) > 1
    columns = list(dict.fromkeys((str(row["by"]), str(row["distractor"])) for row in body))
    columns.sort(key=lambda column: column[0] == "letter")
    found = by_names(body, "system", "attack", "by", "distractor")
    pairs = list(dict.fromkeys((str(row["system"]), str(row["attack"])) for row in body))
    lines = tuple(
        (
            *((Entry(system),) if several else ()),
            Entry(attack),
            *(_share(found.get((system, attack, *column))) for column in columns),
        )
        for system, attack in pairs
    )
    heads = [name if by == "letter" else f"{_ORDINALS.get(name, name)} before" for by, name in columns]
    title = f"{table.title}: per cent of the answers lost to it (if all attracted alike)"
    headings = ("system", "attack", *heads) if several else ("attack", *heads)
    return Matrix(title, headings, lines, words=2 if several else 1)


def _share(row: Row | None) -> Entry:
    if row is None or row["share"] is None:
        return Entry(MISSING)
    bounds = f"95% interval {percent(row['low'])} to {percent(row['high'])}, {over(row)}"
    return Entry(percent(row["share"]), bounds, percent(row["expected"]))


def _tips() -> list[Any]:
    return drawing.tips(
        "system",
        "attack",
        "before",
        "after",
        ("after_low", "interval from", ".1%"),
        ("after_high", "to", ".1%"),
        "relative",
        ("caught", "attacked option chosen", ".1%"),
        "p",
        "n",
    )


def _point_tips() -> list[Any]:
    return drawing.tips(("name", "shown"), "role", "before", ("accuracy", "right after", ".1%"), "low", "high", "n")


ATTACKS = Kind(
    figures=(
        Drawing(
            "attacks",
            (
                "The same questions without an attack (the dark mark) and under each (the dot), with the relative "
                "change beside it. The right answer and the question stay as they were, so a system that reads should "
                f"lose nothing. The dashed line is what guessing gets. {INTERVALS}"
            ),
            attacks,
        ),
    ),
    matrix=_attack_matrix,
)
CONTROLS = Kind(
    intro=(
        "How much of the harm comes from shuffling, how much from the passage's words, how much from length? Each "
        "control changes one of them: the same text unshuffled, a sentence of another passage, or as many neutral "
        "words."
    ),
    figures=(
        Drawing(
            "controls",
            (
                "Each attack beside its controls, and the accuracy without an attack (the dark mark). Where a control "
                "does as much harm, it is not the shuffling, or not the passage's words, that fools the system. "
                f"{INTERVALS}"
            ),
            controls,
        ),
    ),
    matrix=_control_matrix,
    long=True,
)
CAUGHT_BY = Kind(
    intro=(
        "Of the right answers that an attack moved to one of the options it promotes: to which of them? In brackets, "
        "the share if all wrong options attracted alike."
    ),
    matrix=_caught,
    long=True,
)
LENGTHS = Kind(
    intro=(
        "An attack that lengthens only wrong options gives away which they are. These rules look at nothing but "
        "length; where one does well under an attack, a system could be helped by length, or hurt by it."
    ),
    matrix=_lengths,
    long=True,
)
TRUNCATED = Kind(
    intro=(
        "Unless an attack is put into the passage itself, what it adds is never cut: the passage is cut instead, and "
        "what it said at its end may be lost to the system."
    ),
    matrix=_truncated,
    long=True,
)
