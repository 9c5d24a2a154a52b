"""Accuracy by level and by view, as bars and as a matrix (Liusie, Raina and Gales 2022, Table 2)."""

from collections.abc import Callable
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.drawing import BLUE, GREEN, GREY, ORANGE, PINK, SKY
from magnetite.report.looks import INTERVALS, Drawing, Kind, Look, Words
from magnetite.report.tables import Entry, Matrix, bounded, percent, rows, show_value, show_view

WORDS = {
    "accuracy": Words(
        intro=(
            "How often the system picks the right option, beside three ways to answer without understanding anything: "
            "guessing, taking the longest option, and taking the option that shares the most words with the passage. "
            "A system that does not clear these by a margin has not shown that it reads."
        ),
        headlines=(
            ("accuracy", "", "of all questions right"),
            ("baseline", "longest", "always taking the longest option"),
            ("baseline", "random", "guessing"),
        ),
        answers={"chosen": "chosen", "correct": "correct", "probability": "probability"},
        known=("level", "answer"),
    ),
}

_SYSTEMS = {"system": BLUE, "longest": ORANGE, "word overlap": GREEN, "random": GREY}
_LEVELS = (BLUE, SKY, GREEN, PINK, ORANGE, GREY)


def accuracy_by_level(table: Table) -> Any:
    """Draw each system's accuracy on each level, as bars with intervals; None where no accuracy is known."""
    if not (data := _known(table)):
        return None
    colours = {name: _SYSTEMS.get(name, PINK) for name in drawing.unique(row["system"] for row in data)}
    return drawing.finish(_bars(data, "level", "system", colours), "Accuracy of each system on each level")


def accuracy_by_view(table: Table) -> Any:
    """Draw the accuracy under each view, as bars with intervals and a mark at the accuracy of guessing.

    None where no accuracy is known.
    """
    import altair as alt

    if not (data := _known(table)):
        return None
    levels = drawing.unique(row["level"] for row in data)
    colours = {name: _LEVELS[index % len(_LEVELS)] for index, name in enumerate(levels)}
    bars = _bars(data, "view", "level", colours)
    chance = _base(data, "view", "level", colours).mark_tick(color=ORANGE, thickness=3, opacity=1, bandSize=17)
    chance = chance.encode(x="chance:Q", tooltip=drawing.tips("chance"))
    return drawing.finish(alt.layer(bars, chance), "Accuracy under each view, with the accuracy of guessing")


def _bars(data: list[dict[str, Any]], group: str, series: str, colours: dict[str, str]) -> Any:
    import altair as alt

    base = _base(data, group, series, colours)
    x = drawing.share_axis("questions answered right", (row["end"] for row in data), field="accuracy")
    selection = alt.selection_point(fields=[series], bind="legend", name="picked")
    faded = alt.condition(selection, alt.value(1), alt.value(0.2))
    bar = base.mark_bar().encode(
        x=x, color=drawing.colour(series, colours), opacity=faded, tooltip=_tips(group, series)
    )
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q", opacity=faded)
    label = base.mark_text(align="left", dx=5).encode(
        x="end:Q", text=alt.Text("accuracy:Q", format=".0%"), opacity=faded
    )
    return alt.layer(bar.add_params(selection), interval, label).properties(height={"step": 19})


def _base(data: list[dict[str, Any]], group: str, series: str, colours: dict[str, str]) -> Any:
    """Return a chart with a band per group and, in it, one per series, with marks in the middle."""
    import altair as alt

    # A name such as "QO: no passage" is written on two lines.
    axis = alt.Axis(labelExpr="split(datum.label, ': ')", ticks=False, domain=False, labelPadding=8)
    return alt.Chart(drawing.inline(data)).encode(
        y=alt.Y(f"{group}:N", title=None, sort=drawing.unique(row[group] for row in data), axis=axis),
        yOffset=alt.YOffset(f"{series}:N", sort=list(colours), scale=alt.Scale(padding=0.12), bandPosition=0.5),
    )


def _tips(group: str, series: str) -> list[Any]:
    return drawing.tips(group, series, "accuracy", "low", "high", "n")


def _known(table: Table) -> list[dict[str, Any]]:
    """Return the rows whose accuracy is known, with their labels."""
    return [_labelled(row) for row in rows(table) if row["accuracy"] is not None]


def _labelled(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with names for people; `end` is where its label stands: right of its interval."""
    end = row["accuracy"] if row.get("high") is None else row["high"]
    level = "all levels" if row.get("level") == "all" else row.get("level")
    system = {"system": show_value(row["system"], "system")} if "system" in row else {}
    return {**row, **system, "end": end, "level": level, "view": show_view(row.get("view"))}


def _by_level(table: Table, series: str, show: Callable[[Any], str]) -> Matrix:
    by_names = {(str(row[series]), str(row["level"])): row for row in rows(table)}
    names = list(dict.fromkeys(name for name, _ in by_names))
    levels = sorted(dict.fromkeys(level for _, level in by_names), key=lambda level: level != "all")
    body = [(Entry(show(name)), *(bounded(by_names.get((name, level))) for level in levels)) for name in names]
    if "chance" in table:
        body.append(
            (
                Entry("guessing"),
                *(Entry(percent(by_names.get((names[0], level), {}).get("chance"))) for level in levels),
            )
        )
    title = f"{table.title}: per cent right (95% interval)"
    return Matrix(title, (series, *("all levels" if level == "all" else level for level in levels)), tuple(body))


ACCURACY_BY_LEVEL = Kind(
    main="accuracy",
    figures=(Drawing("accuracy-by-level", f"Share of questions answered right. {INTERVALS}", accuracy_by_level),),
    matrix=lambda table: _by_level(table, "system", lambda name: show_value(name, "system")),
    within="accuracy_by_view",
)
ACCURACY_BY_VIEW = Kind(
    main="accuracy",
    figures=(
        Drawing(
            "accuracy-by-view",
            (
                "Share of questions answered right when parts of each item are hidden. The orange mark is what "
                f"guessing gives. {INTERVALS}"
            ),
            accuracy_by_view,
        ),
    ),
    matrix=lambda table: _by_level(table, "view", show_view),
)
LOOK = Look(
    kinds={
        "accuracy_by_level": ACCURACY_BY_LEVEL,
        "accuracy_by_view": ACCURACY_BY_VIEW,
    },
    findings=WORDS,
)
