"""What the finding of `extent` looks like: accuracy by how many sentences are read, as a figure and as a matrix."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import GREY, SERIES
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.tables import Matrix, rows

COLOURS = {"the most decisive": SERIES[0], "the first": SERIES[1], "drawn at random": GREY}


def _curves(table: Table) -> Any:
    data = forms.known_rows(table, "accuracy", "low", "high")
    counts = sorted({row["sentences"] for row in data})
    return forms.plot(
        data,
        forms.mark("line", {"strokeWidth": 2}),
        forms.mark("rule", {"strokeWidth": 1.5, "opacity": 0.5}, y="low:Q", y2="high:Q"),
        forms.dots(50, tooltip=drawing.tips(("sentences", "sentences read"), "accuracy", "low", "high", "n")),
        words="Accuracy by the number of sentences read",
        height=220,
        x=forms.quantity("sentences", "sentences read", values=counts, scale={"type": "sqrt", "nice": False}),
        y=forms.quantity("accuracy", "answered right", ".0%", tickCount=5, domain=[0, 1]),
        color=drawing.colour("which", COLOURS),
    )


def _by_count(table: Table) -> Matrix:
    return forms.crossed(
        rows(table),
        forms.titled(table, "per cent right (95% interval)"),
        {"sentences read": forms.value("sentences", "count"), "with more sentences": forms.value("longer", "count")},
        down=("sentences",),
        across=("which",),
        cells=(forms.share_between("accuracy"),),
        words=1,
    )


LOOK = Look(
    kinds={"extent": Kind(main="accuracy", figures=(Drawing("extent", _curves),), matrix=_by_count)},
    findings={"extent": Words(headlines=(("accuracy", "the first half"),))},
)
