"""What the finding of `transfer` looks like (Liusie, Raina and Gales 2022, Table B.2): a heat map and a matrix."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.tables import Entry, Matrix, hinted, percent, rows, show_view
from magnetite.report.wording import label


def _by_exams(table: Table) -> Any:
    data = [
        {**row, "system": f"{row['trained_on']}: {row['view']}", "shown_view": show_view(row["view"])}
        for row in forms.known_rows(table, "accuracy")
    ]
    look = {"labelAngle": 0, "grid": False}
    tested = forms.bands("tested_on", (row["tested_on"] for row in data), labelExpr="split(datum.label, ' ')", **look)
    trained = forms.bands("system", (row["system"] for row in data), labelExpr="split(datum.label, ': ')", **look)
    named = (("trained_on", "trained on"), ("shown_view", "view"), ("tested_on", "tested on"))
    return forms.heat_map(
        data,
        "accuracy",
        x={**tested, "title": "tested on"},
        y={**trained, "title": "trained on"},
        tips=drawing.tips(*named, "accuracy", "low", "high", "chance", "n"),
        height={"step": 38},
        words="Accuracy by training and test exam",
    )


def _matrix(table: Table) -> Matrix:
    body = rows(table)
    chances = {row["tested_on"]: row["chance"] for row in body}
    return forms.crossed(
        body,
        forms.titled(table, "per cent right"),
        {"trained on": forms.text("trained_on"), "view": forms.text("view")},
        down=("trained_on", "view"),
        across=("tested_on",),
        cells=(hinted,),
        last=[(Entry(label("guessing")), Entry(""), *(Entry(percent(chance)) for chance in chances.values()))],
    )


LOOK = Look(
    kinds={
        "transfer": Kind(main="accuracy", figures=(Drawing("transfer", _by_exams),), matrix=_matrix),
    },
    findings={
        "transfer": Words(),
    },
)
