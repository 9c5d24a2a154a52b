"""What the harm of un-readable attacks varies with: the change of accuracy by bins and by attack, and correlations.

Si et al. (2019), Figures 5 to 8. A panel for each attack, a line for each system.
"""

from collections.abc import Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import AMBER, BLUE, GREEN, GREY, ORANGE, PALE, PINK, SKY, WIDTH
from magnetite.report.looks import INTERVALS, Drawing, Kind
from magnetite.report.tables import Entry, Matrix, Row, by_names, correlation, names, rows, show_value

_PANEL = 190  # width of a panel in pixels, unless the page sets it
_CHANGE = "change of accuracy"
_POINTS = (BLUE, ORANGE, GREEN, PINK, SKY, AMBER, PALE)
_BINS = (
    "Each point is one of at most ten bins of about equally many questions, at its mean; how far it falls below 0 is "
    f"the share of right answers that were lost there. {INTERVALS} Where few were right before, it is long, or there "
    "is none."
)


def by_bins(table: Table, title: str, style: str) -> Any:
    """Draw the relative change of accuracy in each bin, a panel for each attack; None where no change is known.

    `title` says what the bins are of, and `style` is the d3 format of its numbers.
    """
    import altair as alt

    data = [{**row, "system": str(row["system"]), **_bar(row)} for row in rows(table) if row["relative"] is not None]
    if not data:
        return None
    shade, dash = drawing.systems(drawing.unique(str(row["system"]) for row in data))
    axis = _axis(style, tickCount=4, labelOverlap=True)
    base = alt.Chart().encode(x=alt.X("value:Q", title=title, axis=axis, scale=alt.Scale(zero=False)), color=shade)
    y = _changes(data)
    interval = base.mark_rule(strokeWidth=1.25, opacity=0.5, clip=True).encode(y="bar_low:Q", y2="bar_high:Q")
    line = base.mark_line(strokeWidth=1.5).encode(y=y, strokeDash=dash)
    points = base.mark_circle(size=36, opacity=1).encode(y=y, tooltip=_bin_tips(style))
    panel = alt.layer(
        _zero(), interval.encode(y=alt.Y("bar_low:Q", title=_CHANGE)), line, points, data=drawing.inline(data)
    )
    names = drawing.unique(str(row["attack"]) for row in data)
    facets = panel.properties(width=_PANEL if len(names) > 1 else WIDTH, height=150).facet(
        facet=drawing.panels("attack", names), columns=min(len(names), 3)
    )
    return drawing.across(facets.resolve_scale(x="independent"), f"Change of accuracy by the {title}, for each attack")


def by_attack(table: Table) -> Any:
    """Draw each attack on each system by how much it makes wrong options grow (Figure 6); None where none is known."""
    import altair as alt

    data = [
        {**row, "system": str(row["system"])}
        for row in rows(table)
        if row["relative"] is not None and row["length_change"] is not None
    ]
    if not data:
        return None
    systems = drawing.unique(str(row["system"]) for row in data)
    legend = "system" if len(systems) > 1 else "attack"  # two legends have no room on a phone; a tooltip has the other
    names = drawing.unique(str(row[legend]) for row in data)
    shades = {name: _POINTS[place % len(_POINTS)] for place, name in enumerate(names)}
    axis = _axis("+.0%", tickCount=5)
    points = alt.Chart().mark_circle(size=90, opacity=0.9)
    points = points.encode(
        x=alt.X("length_change:Q", title="growth of the wrong options", axis=axis),
        y=_changes(data),
        color=drawing.colour(legend, shades),
        tooltip=drawing.tips(
            "system", "attack", ("length_change", "growth of wrong options", "+.1%"), "before", "after", "relative", "n"
        ),
    )
    chart = alt.layer(_zero(), points, data=drawing.inline(data)).properties(height=280)
    words = "Change of accuracy by the growth of the wrong options, a point for each attack and system"
    return drawing.finish(chart, words)


def _bar(row: Row) -> dict[str, Any]:
    """Return the ends of an interval's bar, of zero length without an interval: a panel without bars has no scale."""
    return {f"bar_{end}": row["relative"] if (at := row[f"relative_{end}"]) is None else at for end in ("low", "high")}


def _changes(data: Sequence[Row]) -> Any:
    import altair as alt

    largest = max(*(float(row["relative"]) for row in data), 0.0)
    scale = alt.Scale(domain=[-1, round(largest + 0.1, 1)])
    return alt.Y("relative:Q", title=_CHANGE, axis=_axis("+.0%", tickCount=5), scale=scale)


def _axis(style: str, **look: Any) -> Any:
    """Return an axis whose numbers are written in a d3 format, without a sign at zero."""
    import altair as alt

    if not style.startswith("+"):
        return alt.Axis(format=style, **look)
    return alt.Axis(labelExpr=f"format(datum.value, datum.value ? '{style}' : '{style[1:]}')", **look)


def _zero() -> Any:
    """Draw a line at no change over the panel's data: with data of its own, it would leave panels without a scale."""
    import altair as alt

    return alt.Chart().mark_rule(color=GREY, strokeDash=[5, 4]).encode(y=alt.datum(0, title=_CHANGE))


def _correlations(table: Table) -> Matrix | None:
    """Write a row per system, attack and measure: Pearson's over bins, the number of bins, and both over questions."""
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
    title = f"{table.title}: correlations (95% interval)"
    headings = ("system", *heads) if several else heads
    return Matrix(title, headings, tuple(lines), words=4 if several else 3) if lines else None


def _bin_tips(style: str) -> list[Any]:
    value = ("value", "mean of the bin", style)
    low, high = ("relative_low", "interval from", "+.1%"), ("relative_high", "to", "+.1%")
    return drawing.tips("system", "attack", value, "before", "after", "relative", low, high, "n")


def _binned(name: str, question: str, title: str, style: str) -> Kind:
    drawn = Drawing(name, f"{question} {_BINS}", lambda table: by_bins(table, title, style))
    return Kind(figures=(drawn,), rows=0)


BY_GROWTH = _binned("by-growth", "Do longer wrong options do more harm?", "growth of the wrong options", "+.0%")
BY_ANSWER_LENGTH = _binned(
    "by-answer-length",
    "Are questions with short answers attacked more easily?",
    "words and marks of the right answer",
    "~g",
)
BY_DEGREE = _binned(
    "by-degree", "Does more thorough shuffling do more harm?", "largest ShuffleDegree of the question", ".2f"
)
BY_ATTACK = Kind(
    figures=(
        Drawing(
            "by-attack",
            (
                "Each point is one attack on one system: by how much its wrong options grow, and what it does. If "
                "length were all, the points would lie along a falling line."
            ),
            by_attack,
        ),
    ),
    rows=0,
)
CORRELATIONS = Kind(matrix=_correlations, long=True)
