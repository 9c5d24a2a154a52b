"""Heatmaps of accuracy: transfer (Liusie et al., 2022, Table B.2) and attacks with magnets found on another system."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.headings import show_view
from magnetite.report.tables import rows

COLD, WARM = "#eaf2f8", "#00629b"
TURN = 0.75  # of the way to the warmest cell, beyond which white letters read better than black ones
NO_ATTACK = "no attack"
_SAME = 0.0005  # accuracies closer than this are written alike
FLAT = 3  # names that fit side by side under a phone's cells; more are set at an angle

_Row = Mapping[str, Any]


def transfer(table: Table) -> Any:
    """Draw a cell per training exam and view, and exam tested on; None where no accuracy is known."""
    import altair as alt

    data = [_named(row) for row in rows(table) if row["accuracy"] is not None]
    if not data:
        return None
    x = alt.X("tested_on:N", title="tested on", sort=drawing.unique(row["tested_on"] for row in data), axis=_axis(" "))
    y = alt.Y("system:N", title="trained on", sort=drawing.unique(row["system"] for row in data), axis=_axis(": "))
    chart = _shares(data, "accuracy", x=x, y=y, tooltip=_tips()).properties(height={"step": 38})
    return drawing.finish(chart, "Accuracy by training and test exam")


def transfer_attack(table: Table) -> Any:
    """Draw an attacked system's accuracy (a column), by the system that the magnets were found on (a row).

    The first row is without an attack; it is empty where that differs between magnets, which are not all tried on the
    same questions. None where no accuracy is known.
    """
    known = [row for row in rows(table) if row["after"] is not None]
    if not known:
        return None
    columns = narrow(drawing.unique(str(row["attacked"]) for row in known))
    data = [
        {**row, "row": drawing.lines(row["found_on"]), "column": columns[str(row["attacked"])]}
        for row in (*_untouched(known), *known)
    ]
    x = beside("column", "attacked", list(columns.values()))
    y = down("row", "magnets found on", drawing.unique([NO_ATTACK, *(row["row"] for row in data)]))
    chart = _shares(data, "after", x=x, y=y, tooltip=_attack_tips()).properties(
        height=heights(row["row"] for row in data)
    )
    return drawing.finish(chart, "Accuracy of each system under attack, by the system the magnets were found on")


def cells(base: Any, shade: Any, field: str, style: str, dark: str, *, size: int = 12) -> Any:
    """Layer coloured cells and their numbers, white where the expression `dark` holds; `size` in pixels."""
    import altair as alt

    cell = base.mark_rect(cornerRadius=3, stroke=None).encode(color=shade)
    # The page recolours text for its scheme, but not that of the layer of this name: it stands on a coloured cell.
    text = base.mark_text(fontWeight=600, fontSize=size).properties(name="incell")
    letters = alt.condition(dark, alt.value("#ffffff"), alt.value("#16191d"))
    return alt.layer(cell, text.encode(text=alt.Text(f"{field}:Q", format=style), color=letters))


def beside(field: str, title: str | None, names: Sequence[str]) -> Any:
    """Return an x channel of systems named by `narrow`: on several lines where they are few, else at an angle."""
    import altair as alt

    look = {"labelAngle": 0, "labelExpr": drawing.BROKEN} if len(names) <= FLAT else {"labelAngle": -40}
    axis = alt.Axis(ticks=False, domain=False, labelPadding=6, grid=False, labelLimit=120, **look)
    return alt.X(f"{field}:N", title=title, sort=list(names), axis=axis)


def narrow(names: Sequence[str]) -> dict[str, str]:
    """Return each system's name as it is written under a column."""
    return {name: drawing.lines(name, 27 // len(names)) if len(names) <= FLAT else name for name in names}


def down(field: str, title: str | None, names: Sequence[str]) -> Any:
    """Return a y channel of systems whose names are already broken into lines."""
    import altair as alt

    axis = alt.Axis(ticks=False, domain=False, labelPadding=6, grid=False, labelExpr=drawing.BROKEN)
    return alt.Y(f"{field}:N", title=title, sort=list(names), axis=axis)


def heights(names: Iterable[str]) -> dict[str, int]:
    """Return the height of rows with such names, already broken into lines."""
    return {"step": max(36, 10 + 14 * max(name.count("\n") + 1 for name in names))}


def _shares(data: Sequence[_Row], field: str, **encoding: Any) -> Any:
    """Draw shares as cells, the darker the larger."""
    import altair as alt

    low, high = min(row[field] for row in data), max(row[field] for row in data)
    scale = alt.Scale(domain=[low, high] if high > low else [low - 0.01, high], range=[COLD, WARM])
    base = alt.Chart(alt.Data(values=list(data))).encode(**encoding)
    shade = alt.Color(f"{field}:Q", scale=scale, legend=None)
    return cells(base, shade, field, ".0%", f"datum.{field} > {low + TURN * (high - low)}")


def _untouched(known: Sequence[_Row]) -> list[_Row]:
    """Return a row per attacked system without an attack, where its accuracy is the same for all magnets."""
    before: dict[str, list[float]] = {}
    for row in known:
        if row["before"] is not None:
            before.setdefault(str(row["attacked"]), []).append(row["before"])
    alike = {name: shares[0] for name, shares in before.items() if max(shares) - min(shares) < _SAME}
    return [{"found_on": NO_ATTACK, "attacked": name, "before": share, "after": share} for name, share in alike.items()]


def _axis(split: str) -> Any:
    import altair as alt

    return alt.Axis(
        labelExpr=f"split(datum.label, '{split}')", ticks=False, domain=False, labelPadding=8, labelAngle=0, grid=False
    )


def _named(row: _Row) -> dict[str, Any]:
    return {**row, "system": f"{row['trained_on']}: {row['view']}", "shown_view": show_view(row["view"])}


def _tips() -> list[Any]:
    return [
        drawing.tip("trained_on", "trained on"),
        drawing.tip("shown_view", "view"),
        drawing.tip("tested_on", "tested on"),
        drawing.tip("accuracy", "answered right", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
        drawing.tip("chance", "guessing", ".1%"),
        drawing.tip("n", "questions", ","),
    ]


def _attack_tips() -> list[Any]:
    return [
        drawing.tip("found_on", "magnets found on"),
        drawing.tip("attacked", "attacked"),
        drawing.tip("before", "before", ".1%"),
        drawing.tip("after", "after", ".1%"),
        drawing.tip("low", "interval from", ".1%"),
        drawing.tip("high", "to", ".1%"),
        drawing.tip("magnets", "magnets", ","),
        drawing.tip("n", "questions", ","),
    ]
