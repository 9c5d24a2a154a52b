"""What the finding of `informativity` looks like: what is right with the text and without."""

from magnetite.report.looks import Kind, Look, Words
from magnetite.report.ruled import ruled_table

LOOK = Look(
    kinds={
        "informativity": Kind(
            main="answerability", summary=lambda table, console: ruled_table(table, len(table), console)
        )
    },
    findings={"informativity": Words(headlines=("text informativity",))},
)
