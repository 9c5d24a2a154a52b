"""What the findings of un-readable attacks look like (Si et al. 2019, Table 2 and Figures 5 to 9)."""

from functools import partial

from magnetite.experiments.unreadable.look import analysis, effects, trace
from magnetite.report.looks import INTERVALS, Kind, Look, Words, drawings
from magnetite.report.questions import LISTED, PAGE_ONLY

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
_BINS = (
    "Each point is one of at most ten bins of about equally many questions, at its mean; how far it falls below 0 is "
    f"the share of right answers that were lost there. {INTERVALS} Where few were right before, it is long, or there "
    "is none."
)
CAPTIONS = {
    "attacks": (
        "The same questions without an attack (the dark mark) and under each (the dot), with the relative "
        "change beside it. The right answer and the question stay as they were, so a system that reads should "
        f"lose nothing. The dashed line is what guessing gets. {INTERVALS}"
    ),
    "controls": (
        "Each attack beside its controls, and the accuracy without an attack (the dark mark). Where a control "
        "does as much harm, it is not the shuffling, or not the passage's words, that fools the system. "
        f"{INTERVALS}"
    ),
    "by-attack": (
        "Each point is one attack on one system: by how much its wrong options grow, and what it does. If "
        "length were all, the points would lie along a falling line."
    ),
    "trace": (
        "From top to bottom, what is attacked gets its tokens one by one; the lines are the probabilities of "
        "the options. Where the answer's line jumps, that token made the difference."
    ),
    "by-growth": f"Do longer wrong options do more harm? {_BINS}",
    "by-answer-length": f"Are questions with short answers attacked more easily? {_BINS}",
    "by-degree": f"Does more thorough shuffling do more harm? {_BINS}",
}
INTROS = {
    "flips": (
        "Answered right before and wrong under the attack, beginning with those the system was surest of. Look at one "
        "token by token: magnetite unreadable DATA --item ID --attack NAME --trace, with the same --split, --seed, "
        "--sentence and --threshold if you gave any."
    ),
    "unreadable_controls": (
        "How much of the harm comes from shuffling, how much from the passage's words, how much from length? Each "
        "control changes one of them: the same text unshuffled, a sentence of another passage, or as many neutral "
        "words."
    ),
    "caught_by": (
        "Of the right answers that an attack moved to one of the options it promotes: to which of them? In brackets, "
        "the share if all wrong options attracted alike."
    ),
    "unreadable_lengths": (
        "An attack that lengthens only wrong options gives away which they are. These rules look at nothing but "
        "length; where one does well under an attack, a system could be helped by length, or hurt by it."
    ),
    "unreadable_truncated": (
        "Unless an attack is put into the passage itself, what it adds is never cut: the passage is cut instead, and "
        "what it said at its end may be lost to the system."
    ),
}

LOOK = Look(
    kinds={
        "unreadable_examples": Kind(examples=effects.examples, item="id", rows=0),
        "flips": Kind(item="id", intro=INTROS["flips"], summary=effects.surest, rows=LISTED, page_only=PAGE_ONLY),
        "unreadable_attacks": Kind(figures=drawings(CAPTIONS, attacks=effects.attacks), matrix=effects.attack_matrix),
        "unreadable_controls": Kind(
            intro=INTROS["unreadable_controls"],
            figures=drawings(CAPTIONS, controls=effects.controls),
            matrix=effects.control_matrix,
            long=True,
        ),
        "caught_by": Kind(intro=INTROS["caught_by"], matrix=effects.caught_matrix, long=True),
        "unreadable_lengths": Kind(intro=INTROS["unreadable_lengths"], matrix=effects.length_matrix, long=True),
        "unreadable_truncated": Kind(intro=INTROS["unreadable_truncated"], matrix=effects.cut_matrix, long=True),
        "unreadable_by_growth": Kind(
            figures=drawings(
                CAPTIONS, by_growth=partial(analysis.by_bins, title="growth of the wrong options", style="+.0%")
            ),
            rows=0,
        ),
        "unreadable_by_answer_length": Kind(
            figures=drawings(
                CAPTIONS,
                by_answer_length=partial(analysis.by_bins, title="words and marks of the right answer", style="~g"),
            ),
            rows=0,
        ),
        "unreadable_by_degree": Kind(
            figures=drawings(
                CAPTIONS,
                by_degree=partial(analysis.by_bins, title="largest ShuffleDegree of the question", style=".2f"),
            ),
            rows=0,
        ),
        "by_attack": Kind(figures=drawings(CAPTIONS, by_attack=analysis.by_attack), rows=0),
        "unreadable_correlations": Kind(matrix=analysis.correlations, long=True),
        "trace": Kind(figures=drawings(CAPTIONS, trace=trace.trace), matrix=trace.trace_matrix),
    },
    findings=WORDS,
)
