"""Systems on exams they were not trained on (Liusie, Raina and Gales 2022, Table B.2): a heatmap and a matrix."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.tables import Entry, Matrix, Row, hinted, percent, rows, show_view

WORDS = {
    "transfer": Words(
        intro=(
            "Systems trained on one exam take every exam, their own first and then the others. What a system without "
            "the passage learns from one exam and can use on another is a habit of those who write such questions."
        )
    ),
}


def transfer(table: Table) -> Any:
    """Draw a cell per training exam and view, and exam tested on; None where no accuracy is known."""
    import altair as alt

    data = [_named(row) for row in rows(table) if row["accuracy"] is not None]
    if not data:
        return None
    x = alt.X("tested_on:N", title="tested on", sort=drawing.unique(row["tested_on"] for row in data), axis=_axis(" "))
    y = alt.Y("system:N", title="trained on", sort=drawing.unique(row["system"] for row in data), axis=_axis(": "))
    chart = drawing.share_cells(
        data,
        "accuracy",
        x=x,
        y=y,
        tooltip=drawing.tips(
            ("trained_on", "trained on"),
            ("shown_view", "view"),
            ("tested_on", "tested on"),
            "accuracy",
            "low",
            "high",
            "chance",
            "n",
        ),
    ).properties(height={"step": 38})
    return drawing.finish(chart, "Accuracy by training and test exam")


def _axis(split: str) -> Any:
    import altair as alt

    return alt.Axis(
        labelExpr=f"split(datum.label, '{split}')", ticks=False, domain=False, labelPadding=8, labelAngle=0, grid=False
    )


def _named(row: Row) -> dict[str, Any]:
    return {**row, "system": f"{row['trained_on']}: {row['view']}", "shown_view": show_view(row["view"])}


def _transfer(table: Table) -> Matrix:
    body = rows(table)
    by_names = {(row["trained_on"], row["view"], row["tested_on"]): row for row in body}
    exams = list(dict.fromkeys(row["tested_on"] for row in body))
    systems = list(dict.fromkeys((row["trained_on"], row["view"]) for row in body))
    lines = [
        (Entry(str(data)), Entry(str(view)), *(hinted(by_names.get((data, view, exam))) for exam in exams))
        for data, view in systems
    ]
    chances = {row["tested_on"]: row["chance"] for row in body}
    lines.append((Entry("guessing"), Entry(""), *(Entry(percent(chances[exam])) for exam in exams)))
    title = f"{table.title}: per cent right"
    return Matrix(title, ("trained on", "view", *(str(exam) for exam in exams)), tuple(lines), words=2)


TRANSFER = Kind(
    main="accuracy",
    figures=(
        Drawing(
            "transfer",
            (
                "Each row is one system, each column an exam it was tried on; the darker a cell, the more questions "
                "answered right. What guessing gives differs between exams; see the table below."
            ),
            transfer,
        ),
    ),
    matrix=_transfer,
)
LOOK = Look(
    kinds={
        "transfer": TRANSFER,
    },
    findings=WORDS,
)
