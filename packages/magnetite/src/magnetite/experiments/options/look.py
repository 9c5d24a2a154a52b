"""What the finding of `options` looks like: what is right by what the system is asked about."""

from magnetite.core.results import Table
from magnetite.report import forms
from magnetite.report.looks import Kind, Look, Words
from magnetite.report.tables import Matrix, rows


def _readings(table: Table) -> Matrix:
    cells = {
        "asked about": forms.text("read"),
        "right": forms.share_between("accuracy", counted=False),
        "more than guessing": forms.points_between("more", "more_"),
        "questions": forms.value("n"),
    }
    return forms.listed(rows(table), forms.titled(table, "per cent, and points (95% interval)"), cells)


LOOK = Look(
    kinds={"readings": Kind(main="accuracy", matrix=_readings)},
    findings={"options": Words(headlines=(("right", "the options together"), ("right", "each option by itself")))},
)
