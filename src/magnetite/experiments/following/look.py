"""What the finding of `following` looks like: one table, all of which a run in the terminal shows."""

from magnetite.report.looks import Kind, Look, Words
from magnetite.report.ruled import ruled_table

WORDS = {
    "following": Words(
        intro=(
            "Two systems answer the same questions, one with the passage and one without. If the one with the passage "
            "chooses as the other does, even where that is wrong, it may be taking the same shortcut instead of "
            "reading. Then it is given a passage that belongs to other questions: a system that reads should change "
            "its answers."
        ),
        headlines=(
            ("agreement", None, "answered alike with the passage and without"),
            ("agreement expected", None, "would be, by chance alone"),
            ("follows wrong shortcut", None, "of the shortcut's wrong answers given with the passage too"),
            ("unchanged with random passage", None, "of answers stay the same with another passage"),
        ),
        known=("chosen_{view}",),
    ),
}

LOOK = Look(
    kinds={
        "following": Kind(main="share", summary=lambda table, console: ruled_table(table, len(table), console)),
    },
    findings=WORDS,
)
