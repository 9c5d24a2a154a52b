"""What the finding of `shortcuts` looks like."""

from magnetite.experiments.shortcuts.look.calibration import CALIBRATION, RELIABILITY
from magnetite.experiments.shortcuts.look.certainty import BY_INFORMATION, BY_TENTH, EFFECTIVE_OPTIONS
from magnetite.report.looks import Look, Words
from magnetite.report.questions import ANSWERABLE, QUESTION_LIST

WORDS = {
    "shortcuts": Words(
        intro=(
            "The same questions again, with parts taken away. Without the passage nobody can know what it says; a "
            "system that still does better than guessing uses what it already knows, or hints in the wording of the "
            "options. The fault may be the system's, or the question's."
        ),
        headlines=(
            ("accuracy", "QO", "right without the passage"),
            ("without passage above chance", None, "above guessing, without the passage"),
            ("passage adds", None, "gained by reading the passage"),
        ),
        answers={name: f"{name}_{{view}}" for name in ("chosen", "correct", "probability", "effective")},
    ),
}

LOOK = Look(
    kinds={
        "calibration": CALIBRATION,
        "reliability": RELIABILITY,
        "effective_options": EFFECTIVE_OPTIONS,
        "by_information": BY_INFORMATION,
        "by_tenth": BY_TENTH,
        "answerable": ANSWERABLE,
        "question_list": QUESTION_LIST,
    },
    findings=WORDS,
)
