"""Studies with people: right answers under each condition, the interference score of each magnet, and who took part."""

from collections.abc import Sequence
from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.tables import shorten

WORDS = {
    "study_attack": Words(
        headlines=(("accuracy", "people, original"), ("accuracy", "people, attacked"), "attacked minus original")
    ),
    "study_magnets": Words(headlines=("magnet chosen",)),
    "study_no_passage": Words(
        headlines=(
            ("accuracy", "people, lowest entropy"),
            ("accuracy", "people, highest entropy"),
            "guessing",
        )
    ),
    "study_flagged": Words(
        headlines=(("accuracy", "flagged"), ("accuracy", "not flagged"), "flagged minus not flagged")
    ),
    "study_passage": Words(
        headlines=(("accuracy", "people, with the passage"), ("accuracy", "people, without it"), "guessing")
    ),
    "study_people": Words(headlines=("people who answered", "Krippendorff's alpha")),
}

PEOPLE = "people"
_ROW = 42  # pixels of a magnet: its name, and its marks below
_LABEL = 90  # characters of a magnet
_SHAPES = ("diamond", "circle", "triangle-up", "square", "cross")  # one per system, so that none hides another


def accuracy(table: Table) -> Any:
    """Draw right answers of people and systems under each condition, as bars with intervals.

    Lin et al. (2021, §4.4), and footnote 4 of Liusie et al. (2022).
    """
    known = forms.known_rows(table, "accuracy")
    data = [{**row, "end": row["accuracy"] if row["high"] is None else row["high"]} for row in known]
    return forms.bars(
        data,
        x=forms.up_to("accuracy", "questions answered right", (row["end"] for row in data)),
        y="condition",
        series="who",
        colours=_shades([str(row["who"]) for row in data]),
        tips=drawing.tips("who", ("condition", "questions"), "accuracy", "low", "high", ("n", "answers", ",")),
        step=22,
        words="Questions answered right by people and by systems, under each condition",
        pick=False,
    )


def interference(table: Table) -> Any:
    """Draw the interference score of each magnet, as a bar for people and points for systems (Lin et al., Figure 4)."""
    known = forms.known_rows(table, "interference")
    order = drawing.unique(str(row["magnet"]) for row in known)
    data = [
        {**row, "rank": order.index(str(row["magnet"])), "option": shorten(str(row["magnet"]), _LABEL)} for row in known
    ]
    colours = _shades([str(row["who"]) for row in data])
    models = [name for name in colours if name != PEOPLE]
    shapes = {"domain": models, "range": [_SHAPES[k % len(_SHAPES)] for k in range(len(models))]}
    people, systems = ([row for row in data if (row["who"] == PEOPLE) is human] for human in (True, False))
    named = {row["magnet"]: row for row in reversed(data)}.values()
    own = {
        "x": forms.quantity("interference", "interference score T", ".0%", tickCount=6, domain=[0, 1]),
        "color": drawing.colour("who", colours),
        "tooltip": drawing.tips(("option", "magnet"), "who", "interference", "low", "high", ("n", "answers", ",")),
    }
    point = {"size": 75, "strokeWidth": 2.2, "opacity": 1, "yOffset": 8}
    shape = {"shorthand": "who:N", "scale": shapes, "legend": None}
    return forms.plot(
        data,
        forms.names_above(rows=list(reversed(named))),
        forms.mark("bar", {"height": 9, "yOffset": 8}, rows=people, **own),
        forms.mark("rule", {"strokeWidth": 1.5, "yOffset": 8}, rows=people, x="low:Q", x2="high:Q"),
        *([forms.mark("point", point, rows=systems, shape=shape, **own)] if systems else []),
        words="How often people and systems take each magnet",
        height=_ROW * len(order),
        y=forms.RANKS,
    )


def _shades(names: Sequence[str]) -> dict[str, str]:
    """Return a colour for people, the first, and another for every system."""
    machines = [name for name in drawing.unique(names) if name != PEOPLE]
    people = {PEOPLE: drawing.PEOPLE} if PEOPLE in names else {}
    return people | {name: drawing.SERIES[place % len(drawing.SERIES)] for place, name in enumerate(machines)}


LOOK = Look(
    kinds={
        "study_accuracy": Kind(figures=drawings(study_accuracy=accuracy)),
        "study_interference": Kind(figures=drawings(study_interference=interference)),
        "study_magnets": Kind(),
        "study_items": Kind(item="id"),
        "study_participants": Kind(),
    },
    findings=WORDS,
)
