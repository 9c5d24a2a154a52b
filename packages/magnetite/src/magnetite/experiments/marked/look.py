"""What the finding of `marked` looks like: where decisive sentences stand, and what is right without what is marked."""

from magnetite.report.looks import Kind, Look, Words
from magnetite.report.ruled import ruled_table

LOOK = Look(
    kinds={"marked": Kind(main="share", summary=lambda table, console: ruled_table(table, len(table), console))},
    findings={"marked": Words(headlines=(("decisive sentence inside", "the critical span"),))},
)
