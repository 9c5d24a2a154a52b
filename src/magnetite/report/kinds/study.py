"""Studies with people: right answers under each condition, the interference score of each magnet, and who took part."""

from collections.abc import Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.looks import INTERVALS, Drawing, Kind, Look, Words
from magnetite.report.tables import rows, shorten

WORDS = {
    "study_attack": Words(
        intro=(
            "People answered the same questions as the systems, some of them with a magnet in the place of one wrong "
            "option. A reader should not mind: the passage, the question and the right answer stayed as they were."
        ),
        headlines=(
            ("accuracy", "people, original", "of original questions answered right by people"),
            ("accuracy", "people, attacked", "of attacked questions answered right by people"),
            ("attacked minus original", None, "from original to attacked"),
        ),
        run="Study with people:",
    ),
    "study_magnets": Words(
        intro=(
            "How often did people take each magnet? Where systems often do and people hardly ever, what draws the "
            "systems is nothing that a reader goes by."
        ),
        headlines=(("magnet chosen", None, "of attacked questions lost to the magnet by {group}"),),
        run="Study with people:",
    ),
    "study_no_passage": Words(
        intro=(
            "People answered questions without the passages they were written for. Questions that they can answer "
            "anyway do not require reading, whatever a system makes of them."
        ),
        headlines=(
            ("accuracy", "people, flagged: lowest entropy", "of flagged questions answered right by people"),
            ("accuracy", "people, not flagged: highest entropy", "of the others answered right by people"),
            ("guessing", None, "guessing"),
        ),
        run="Study with people:",
    ),
    "study_people": Words(
        intro=(
            "Who took part, how long it took, and how far they agree. Where people hardly agree, a question may be "
            "unclear or its key wrong."
        ),
        headlines=(
            ("people who answered", None, "people who answered"),
            ("Krippendorff's alpha", None, "Krippendorff’s alpha ({group})"),
        ),
        run="Study with people:",
    ),
}

PEOPLE = "people"
_ROW = 42  # pixels of a magnet: its name, and its marks below
_LABEL = 90  # characters of a magnet
_SHAPES = ("diamond", "circle", "triangle-up", "square", "cross")  # one per system, so that none hides another


def accuracy(table: Table) -> Any:
    """Draw right answers of people and systems under each condition, as bars with intervals; None where none is known.

    Lin et al. (2021, §4.4), and footnote 4 of Liusie et al. (2022).
    """
    import altair as alt

    data = [_ended(row) for row in rows(table) if row["accuracy"] is not None]
    if not data:
        return None
    shades = _shades([str(row["who"]) for row in data])
    conditions = drawing.unique(str(row["condition"]) for row in data)
    axis = alt.Axis(labelExpr="split(datum.label, ': ')", ticks=False, domain=False, labelPadding=8)
    base = alt.Chart(drawing.inline(data)).encode(
        y=alt.Y("condition:N", title=None, sort=conditions, axis=axis),
        yOffset=alt.YOffset("who:N", sort=list(shades), scale=alt.Scale(padding=0.12), bandPosition=0.5),
    )
    x = drawing.share_axis("questions answered right", (row["end"] for row in data), field="accuracy")
    tips = drawing.tips("who", ("condition", "questions"), "accuracy", "low", "high", ("n", "answers", ","))
    bar = base.mark_bar().encode(x=x, color=drawing.colour("who", shades), tooltip=tips)
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    label = base.mark_text(align="left", dx=5).encode(x="end:Q", text=alt.Text("accuracy:Q", format=".0%"))
    chart = alt.layer(bar, interval, label).properties(height={"step": 22})
    return drawing.finish(chart, "Questions answered right by people and by systems, under each condition")


def interference(table: Table) -> Any:
    """Draw the interference score of each magnet on people, as a bar, and on systems, as points (Lin et al., Figure 4).

    None where no score is known.
    """
    import altair as alt

    data = [row for row in rows(table) if row["interference"] is not None]
    if not data:
        return None
    order = drawing.unique(str(row["magnet"]) for row in data)
    values = [
        {**row, "rank": order.index(str(row["magnet"])), "option": shorten(str(row["magnet"]), _LABEL)} for row in data
    ]
    shades = _shades([str(row["who"]) for row in values])
    x = alt.X(
        "interference:Q",
        title="interference score T",
        axis=alt.Axis(format=".0%", tickCount=6),
        scale=alt.Scale(domain=[0, 1]),
    )
    tips = drawing.tips(("option", "magnet"), "who", "interference", "low", "high", ("n", "answers", ","))
    people = [row for row in values if row["who"] == PEOPLE]
    layers = [drawing.names(drawing.inline([row for row in values if row is _first(values, row)]))]
    held = alt.Chart(drawing.inline(people)).encode(y=drawing.ranks(), color=drawing.colour("who", shades))
    layers.append(held.mark_bar(height=9, yOffset=8).encode(x=x, tooltip=tips))
    interval = alt.Chart(drawing.inline(people)).mark_rule(strokeWidth=1.5, yOffset=8)
    layers.append(interval.encode(y=drawing.ranks(), x="low:Q", x2="high:Q"))
    systems = [row for row in values if row["who"] != PEOPLE]
    if systems:
        models = [name for name in shades if name != PEOPLE]
        shapes = alt.Scale(domain=models, range=[_SHAPES[k % len(_SHAPES)] for k in range(len(models))])
        points = alt.Chart(drawing.inline(systems)).mark_point(size=75, strokeWidth=2.2, opacity=1, yOffset=8)
        shape = alt.Shape("who:N", scale=shapes, legend=None)
        layers.append(
            points.encode(x=x, y=drawing.ranks(), color=drawing.colour("who", shades), shape=shape, tooltip=tips)
        )
    chart = alt.layer(*layers).properties(height=_ROW * len(order))
    return drawing.finish(chart, "How often people and systems take each magnet")


def _shades(names: Sequence[str]) -> dict[str, str]:
    """Return a colour for people, the first, and another for every system."""
    others = (drawing.ORANGE, drawing.GREEN, drawing.PINK, drawing.SKY, drawing.AMBER, drawing.GREY)
    machines = [name for name in drawing.unique(names) if name != PEOPLE]
    people = {PEOPLE: drawing.BLUE} if PEOPLE in names else {}
    return people | {name: others[place % len(others)] for place, name in enumerate(machines)}


def _ended(row: dict[str, Any]) -> dict[str, Any]:
    """Add where a bar's label stands: right of its interval."""
    return {**row, "end": row["accuracy"] if row["high"] is None else row["high"]}


def _first(values: Sequence[dict[str, Any]], row: dict[str, Any]) -> dict[str, Any]:
    """Return the first row of the same magnet, whose name is written once."""
    return next(other for other in values if other["magnet"] == row["magnet"])


ACCURACY = Kind(
    figures=(
        Drawing(
            "study-accuracy",
            (
                "Share of questions answered right by people, and by systems that were asked the same questions in the "
                f"same form. {INTERVALS}"
            ),
            accuracy,
        ),
    )
)
INTERFERENCE = Kind(
    figures=(
        Drawing(
            "study-interference",
            (
                "How often each magnet is taken. Bars are people: the share of those shown it who chose it, with an "
                "interval as a thin line. Marks are systems: the share of the study's questions where it beats all "
                "of the question's own options."
            ),
            interference,
        ),
    )
)
MAGNETS = Kind(
    intro=("In a counterbalanced study each magnet is in two questions, and every participant meets it in one of them.")
)
ITEMS = Kind(item="id")
PARTICIPANTS = Kind(intro=("Listed by number; nothing here says who they are."))
LOOK = Look(
    kinds={
        "study_accuracy": ACCURACY,
        "study_interference": INTERFERENCE,
        "study_magnets": MAGNETS,
        "study_items": ITEMS,
        "study_participants": PARTICIPANTS,
    },
    findings=WORDS,
)
