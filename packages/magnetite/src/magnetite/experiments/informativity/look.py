"""What the finding of `informativity` looks like: what is right with the text and without."""

from magnetite.core.results import Table
from magnetite.report import forms
from magnetite.report.looks import Kind, Look, Words
from magnetite.report.tables import Matrix, rows


def _by_level(table: Table) -> Matrix:
    cells = {
        "level": forms.text("level"),
        "answerability": forms.share_between("answerability", "answerability_", counted=False),
        "guessability": forms.share_between("guessability", "guessability_", counted=False),
        "text informativity": forms.points_between("difference"),
        "questions": forms.value("n"),
    }
    return forms.listed(rows(table), forms.titled(table, "per cent, and points (95% interval)"), cells)


LOOK = Look(
    kinds={"informativity": Kind(main="answerability", matrix=_by_level)},
    findings={"informativity": Words(headlines=("text informativity",))},
)
