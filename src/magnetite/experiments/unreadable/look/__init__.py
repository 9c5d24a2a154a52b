"""What the findings of un-readable attacks look like."""

from magnetite.experiments.unreadable.look.analysis import (
    BY_ANSWER_LENGTH,
    BY_ATTACK,
    BY_DEGREE,
    BY_GROWTH,
    CORRELATIONS,
)
from magnetite.experiments.unreadable.look.effects import ATTACKS, CAUGHT_BY, CONTROLS, LENGTHS, TRUNCATED
from magnetite.experiments.unreadable.look.trace import TRACE
from magnetite.report.examples import UNREADABLE_EXAMPLES
from magnetite.report.looks import Look, Words
from magnetite.report.questions import FLIPS

WORDS = {
    "unreadable": Words(
        intro=(
            "Each question is shown again with text that misleads whoever only matches words: in its wrong options, or "
            "behind the passage. Most of it is shuffled, so that nobody can read it. The passage, the question and the "
            "right answer stay as they were, and a reader would lose nothing."
        ),
        headlines=(
            ("accuracy before", None, "right without an attack ({group})"),
            ("accuracy after", None, "right under the most effective one ({group})"),
            ("left more by the next most effective", None, "more are left by the next most effective ({group})"),
        ),
        run="Un-readable attacks:",
    ),
    "unreadable_analysis": Words(
        intro=(
            "Does an attack do more harm where wrong options grew more, where the right answer is short, or where "
            "words were shuffled more? What does not vary with the harm can hardly explain it."
        ),
        run="Un-readable attacks:",
    ),
    "trace": Words(
        intro=(
            "One question under one attack, taken apart: what is attacked starts empty and gets its words back one by "
            "one, and the system answers again after each."
        ),
        headlines=(
            ("probability of the answer with nothing added", None, "for the right answer while the attack is empty"),
            ("probability of the answer with all added", None, "for it under the whole attack"),
        ),
        run="Case study:",
    ),
}

LOOK = Look(
    kinds={
        "unreadable_examples": UNREADABLE_EXAMPLES,
        "flips": FLIPS,
        "unreadable_attacks": ATTACKS,
        "unreadable_controls": CONTROLS,
        "caught_by": CAUGHT_BY,
        "unreadable_lengths": LENGTHS,
        "unreadable_truncated": TRUNCATED,
        "unreadable_by_growth": BY_GROWTH,
        "unreadable_by_answer_length": BY_ANSWER_LENGTH,
        "unreadable_by_degree": BY_DEGREE,
        "by_attack": BY_ATTACK,
        "unreadable_correlations": CORRELATIONS,
        "trace": TRACE,
    },
    findings=WORDS,
)
