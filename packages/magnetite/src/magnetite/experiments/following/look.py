"""What the finding of `following` looks like: one table, all of which a run in the terminal shows."""

from magnetite.report.looks import Kind, Look, Words
from magnetite.report.ruled import ruled_table

LOOK = Look(
    kinds={
        "following": Kind(main="share", summary=lambda table, console: ruled_table(table, len(table), console)),
    },
    findings={
        "following": Words(
            headlines=("agreement", "agreement expected", "follows wrong shortcut", "unchanged with random passage"),
            known=("chosen_{view}",),
        ),
    },
)
