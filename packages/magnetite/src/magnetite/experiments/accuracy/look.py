"""What the finding of `accuracy` looks like: bars and a matrix."""

from typing import Any

from magnetite.core.results import Table
from magnetite.report import drawing, forms
from magnetite.report.drawing import GREYS, PALE, VIEW_COLOURS
from magnetite.report.looks import Drawing, Kind, Look, Words
from magnetite.report.tables import show_value

_SYSTEMS = {"system": VIEW_COLOURS["QOC"]} | dict(zip(("longest", "word overlap", "random"), GREYS[::2], strict=True))


def _by_level(table: Table) -> Any:
    data = forms.accuracies(table)
    return forms.bars(
        data,
        x=forms.up_to("accuracy", "questions answered right", (row["end"] for row in data)),
        y="level",
        series="system",
        colours={row["system"]: _SYSTEMS.get(row["system"], PALE) for row in data},
        tips=drawing.tips("level", "system", "accuracy", "low", "high", "n"),
        step=19,
        words="Accuracy of each system on each level",
    )


LOOK = Look(
    kinds={
        "accuracy_by_level": Kind(
            main="accuracy",
            figures=(Drawing("accuracy-by-level", _by_level),),
            matrix=lambda table: forms.accuracy_by_level(table, "system", lambda name: show_value(name, "system")),
            within="accuracy_by_view",
        )
    },
    findings={
        "accuracy": Words(
            headlines=(("accuracy", ""), ("baseline", "longest"), ("baseline", "random")),
            answers={"chosen": "chosen", "correct": "correct", "probability": "probability"},
            known=("level", "answer"),
        ),
    },
)
