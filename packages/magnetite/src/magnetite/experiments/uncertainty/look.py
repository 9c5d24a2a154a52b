"""What the finding of `uncertainty` looks like: what is right, the fewer questions are answered."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import VIEW_COLOURS
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.tables import Matrix, rows


def _coverage(table: Table) -> Any:
    return forms.plot(
        forms.known_rows(table, "accuracy", "low", "high"),
        forms.mark("line", {"strokeWidth": 2, "color": VIEW_COLOURS["QOC"]}, y="accuracy:Q"),
        forms.mark("rule", {"strokeWidth": 1.5, "color": VIEW_COLOURS["QOC"], "opacity": 0.5}, y="low:Q", y2="high:Q"),
        forms.dots(
            50,
            color={"value": VIEW_COLOURS["QOC"]},
            y=forms.quantity("accuracy", "answered right", ".0%", tickCount=5, domain=[0, 1]),
            tooltip=drawing.tips(("coverage", "questions answered", ".0%"), "accuracy", "low", "high", "n"),
        ),
        words="Right by the share of questions answered",
        height=200,
        x=forms.quantity("coverage", "questions answered", ".0%", tickCount=5, domain=[0, 1]),
    )


def _by_coverage(table: Table) -> Matrix:
    cells = {
        "questions answered": forms.share("coverage"),
        "right": forms.share_between("accuracy", counted=False),
        "questions": forms.value("n"),
        "points a question": forms.value("points", "score"),
    }
    return forms.listed(rows(table), forms.titled(table, "per cent right (95% interval)"), cells)


LOOK = Look(
    kinds={"uncertainty": Kind(main="accuracy", figures=(Drawing("uncertainty", _coverage),), matrix=_by_coverage)},
    findings={"uncertainty": Words(headlines=("area under the curve",))},
)
