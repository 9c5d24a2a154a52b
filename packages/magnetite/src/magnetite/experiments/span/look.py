"""What the finding of `span` looks like: how much is right with less and less of the passage, and what stays so."""

from magnetite.report.looks import Kind, Look, Words
from magnetite.report.ruled import ruled_table

LOOK = Look(
    kinds={"span": Kind(main="accuracy", summary=lambda table, console: ruled_table(table, len(table), console))},
    findings={"span": Words(headlines=("stays right", "critical less another"))},
)
