"""What the finding of `marked` looks like: where decisive sentences stand, and what is right without what is marked."""

from magnetite.core.results import Table
from magnetite.report import forms
from magnetite.report.looks import Kind, Look, Words
from magnetite.report.tables import Matrix, rows


def _overlaps(table: Table) -> Matrix:
    cells = {
        "marked": forms.text("span"),
        "of": forms.text("questions"),
        "inside": forms.share_between("share", "share_", counted=False),
        "by chance": forms.share("expected"),
        "more": forms.points_between("more", "more_"),
        "questions": forms.value("n"),
    }
    return forms.listed(rows(table), forms.titled(table, "per cent, and points (95% interval)"), cells, words=2)


LOOK = Look(
    kinds={"marked": Kind(main="share", matrix=_overlaps)},
    findings={"marked": Words(headlines=(("decisive sentence inside", "critical span"),))},
)
