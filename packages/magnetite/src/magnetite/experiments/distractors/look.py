"""What the finding of `distractors` looks like: how plausible they are, by level."""

from magnetite.core.results import Table
from magnetite.report import forms
from magnetite.report.looks import Kind, Look, Words
from magnetite.report.tables import Matrix, rows


def _by_level(table: Table) -> Matrix:
    cells = {
        "level": forms.text("level"),
        "plausible distractors": forms.share_between("plausible", "plausible_", counted=False),
        "probability of all distractors": forms.share_between("mass", "mass_", counted=False),
        "distractors in play": forms.value("in_play", "options"),
        **({"diversity": forms.value("diversity", "margin")} if "diversity" in table.names else {}),  # earlier runs: no
        "questions": forms.value("n"),
    }
    return forms.listed(rows(table), forms.titled(table, "per cent (95% interval)"), cells)


LOOK = Look(
    kinds={"distractors": Kind(main="plausible", matrix=_by_level)},
    findings={"distractors": Words(headlines=("plausible distractors",))},
)
