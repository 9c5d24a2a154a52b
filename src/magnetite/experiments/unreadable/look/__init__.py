"""What the findings of un-readable attacks look like (Si et al. 2019, Table 2 and Figures 5 to 9)."""

from functools import partial

from magnetite.experiments.unreadable.look import analysis, effects, trace
from magnetite.report.looks import Kind, Look, Words, drawings
from magnetite.report.questions import LISTED, PAGE_ONLY

WORDS = {
    "unreadable": Words(
        headlines=(
            ("accuracy before", None),
            ("accuracy after", None),
            ("left more by the next most effective", None),
        ),
    ),
    "unreadable_analysis": Words(),
    "trace": Words(
        headlines=(
            ("probability of the answer with nothing added", None),
            ("probability of the answer with all added", None),
        ),
    ),
}

LOOK = Look(
    kinds={
        "unreadable_examples": Kind(examples=effects.examples, item="id", rows=0),
        "flips": Kind(item="id", summary=effects.surest, rows=LISTED, page_only=PAGE_ONLY),
        "unreadable_attacks": Kind(figures=drawings(attacks=effects.attacks), matrix=effects.attack_matrix),
        "unreadable_controls": Kind(
            figures=drawings(controls=effects.controls),
            matrix=effects.control_matrix,
            long=True,
        ),
        "caught_by": Kind(matrix=effects.caught_matrix, long=True),
        "unreadable_lengths": Kind(matrix=effects.length_matrix, long=True),
        "unreadable_truncated": Kind(matrix=effects.cut_matrix, long=True),
        "unreadable_by_growth": Kind(
            figures=drawings(by_growth=partial(analysis.by_bins, title="growth of the wrong options", style="+.0%")),
            rows=0,
        ),
        "unreadable_by_answer_length": Kind(
            figures=drawings(
                by_answer_length=partial(analysis.by_bins, title="words and marks of the right answer", style="~g"),
            ),
            rows=0,
        ),
        "unreadable_by_degree": Kind(
            figures=drawings(
                by_degree=partial(analysis.by_bins, title="largest ShuffleDegree of the question", style=".2f"),
            ),
            rows=0,
        ),
        "by_attack": Kind(figures=drawings(by_attack=analysis.by_attack), rows=0),
        "unreadable_correlations": Kind(matrix=analysis.correlations, long=True),
        "trace": Kind(figures=drawings(trace=trace.trace), matrix=trace.trace_matrix),
    },
    findings=WORDS,
)
