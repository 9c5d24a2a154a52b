"""What the finding about a training looks like."""

from magnetite.report.looks import Look, Words

WORDS = {
    "training": Words(
        intro=(
            "How the systems came about: what they learned from, how fast, and where they stopped. Dev questions are "
            "held back from training, to see whether what was learned holds for questions that are new."
        )
    ),
}

LOOK = Look(
    findings=WORDS,
)
