"""What the harm of un-readable attacks varies with: the change of accuracy by bins and by attack, and correlations.

Si et al. (2019), Figures 5 to 8. A panel for each attack, a line for each system.
"""

from collections.abc import Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import AMBER, BLUE, GREEN, ORANGE, PALE, PINK, SKY, WIDTH
from magnetite.report.tables import Entry, Matrix, Row, by_names, correlation, names, rows, show_value

_PANEL = 190  # width of a panel in pixels, unless the page sets it
_CHANGE = "change of accuracy"


def by_bins(table: Table, title: str, style: str) -> Any:
    """Draw the relative change of accuracy in each bin, a panel for each attack.

    `title` says what the bins are of, and `style` is the d3 format of its numbers.
    """
    data = [{**row, **_bar(row)} for row in forms.by_system(forms.known_rows(table, "relative"))]
    shade, dash = drawing.systems(drawing.unique(row["system"] for row in data))
    attacks, y = drawing.unique(str(row["attack"]) for row in data), _changes(data)
    ends = (("relative_low", "interval from", "+.1%"), ("relative_high", "to", "+.1%"))
    tooltip = drawing.tips(
        "system", "attack", ("value", "mean of the bin", style), "before", "after", "relative", *ends, "n"
    )
    bar = {"strokeWidth": 1.25, "opacity": 0.5, "clip": True}
    return forms.plot(
        data,
        _no_change(),
        forms.mark("rule", bar, y=forms.quantity("bar_low", _CHANGE), y2="bar_high:Q"),
        forms.mark("line", {"strokeWidth": 1.5}, y=y, strokeDash=dash),
        forms.dots(36, y=y, tooltip=tooltip),
        words=f"Change of accuracy by the {title}, for each attack",
        height=150,
        panels=forms.Panels("attack", attacks, 3, _PANEL if len(attacks) > 1 else WIDTH, independent=True),
        x=forms.quantity("value", title, **_written(style), tickCount=4, labelOverlap=True, scale={"zero": False}),
        color=shade,
    )


def by_attack(table: Table) -> Any:
    """Draw each attack on each system by how much it makes wrong options grow (Figure 6)."""
    data = forms.by_system(forms.known_rows(table, "relative", "length_change"))
    several = len({row["system"] for row in data}) > 1
    legend = "system" if several else "attack"  # two legends have no room on a phone; a tooltip has the other
    colours = forms.shades((str(row[legend]) for row in data), (BLUE, ORANGE, GREEN, PINK, SKY, AMBER, PALE))
    growth = ("length_change", "growth of wrong options", "+.1%")
    return forms.plot(
        data,
        _no_change(),
        forms.mark(
            "circle",
            {"size": 90, "opacity": 0.9},
            x=forms.quantity("length_change", "growth of the wrong options", **_written("+.0%"), tickCount=5),
            y=_changes(data),
            color=drawing.colour(legend, colours),
            tooltip=drawing.tips("system", "attack", growth, "before", "after", "relative", "n"),
        ),
        words="Change of accuracy by the growth of the wrong options, a point for each attack and system",
        height=280,
    )


def _no_change() -> forms.Mark:
    """Draw a line at no change over the panel's data: with data of its own, it would leave panels without a scale."""
    return forms.mark("rule", forms.DASHED, alone=True, y={"datum": 0, "title": _CHANGE})


def _bar(row: Row) -> forms.Fields:
    """Return the ends of an interval's bar, of zero length without an interval: a panel without bars has no scale."""
    return {f"bar_{end}": row["relative"] if (at := row[f"relative_{end}"]) is None else at for end in ("low", "high")}


def _changes(data: Sequence[Row]) -> dict[str, Any]:
    largest = max(0.0, *(float(row["relative"]) for row in data)) if data else 0.0
    domain = [-1, round(largest + 0.1, 1)]
    return forms.quantity("relative", _CHANGE, **_written("+.0%"), tickCount=5, domain=domain)


def _written(style: str) -> dict[str, str]:
    """Return an axis whose numbers are written in a d3 format, without a sign at zero."""
    if not style.startswith("+"):
        return {"style": style}
    return {"labelExpr": f"format(datum.value, datum.value ? '{style}' : '{style[1:]}')"}


def correlations(table: Table) -> Matrix | None:
    """Write a line per system, attack and measure: Pearson's over bins, the number of bins, and both over questions."""
    alone = [row for row in rows(table) if row["attack"] != "all"]  # the one over all attacks is in the sentence
    several = len(names(alone, "system")) > 1
    places = list(dict.fromkeys((str(r["system"]), str(r["attack"]), str(r["with"])) for r in alone))
    found = by_names(alone, "system", "attack", "with", "over")
    lines = []
    for place in places:
        bins, each = found.get((*place, "bins")), found.get((*place, "questions"))
        cells = [correlation(bins, "pearson", "bins")]
        cells += [correlation(each, method, "questions") for method in ("pearson", "spearman")]
        words = (*map(Entry, place[0 if several else 1 :]), Entry("" if bins is None else show_value(bins["n"])))
        lines.append((*words, *cells))
    heads = ("attack", "with", "bins", "over bins: Pearson", "over questions: Pearson", "over questions: Spearman")
    title = forms.titled(table, "correlations (95% interval)")
    headings = ("system", *heads) if several else heads
    return Matrix(title, headings, tuple(lines), words=4 if several else 3) if lines else None
