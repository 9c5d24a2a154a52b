"""The figures of un-readable attacks: names, captions and who draws them, by kind of table."""

from collections.abc import Callable
from typing import Any

from magnetite.core.results import Table
from magnetite.report import trace, unreadable_bins, unreadable_effects

_BARS = "Each thin line is an interval: it holds the true value about 95 times in 100."
_BINS = (
    "Each point is one of at most ten bins of about equally many questions, at its mean; how far it falls below 0 is "
    f"the share of right answers that were lost there. {_BARS} Where few were right before, it is long, or there is "
    "none."
)

KINDS: dict[str, tuple[tuple[str, str, Callable[[Table], Any]], ...]] = {
    "unreadable_attacks": (
        (
            "attacks",
            (
                "The same questions without an attack (the dark mark) and under each (the dot), with the relative "
                "change beside it. The right answer and the question stay as they were, so a system that reads should "
                f"lose nothing. The dashed line is what guessing gets. {_BARS}"
            ),
            unreadable_effects.attacks,
        ),
    ),
    "unreadable_controls": (
        (
            "controls",
            (
                "Each attack beside its controls, and the accuracy without an attack (the dark mark). Where a control "
                "does as much harm, it is not the shuffling, or not the passage's words, that fools the system. "
                f"{_BARS}"
            ),
            unreadable_effects.controls,
        ),
    ),
    "unreadable_by_growth": (("by-growth", f"Do longer wrong options do more harm? {_BINS}", unreadable_bins.by_bins),),
    "unreadable_by_answer_length": (
        (
            "by-answer-length",
            f"Are questions with short answers attacked more easily? {_BINS}",
            unreadable_bins.by_bins,
        ),
    ),
    "unreadable_by_degree": (
        ("by-degree", f"Does more thorough shuffling do more harm? {_BINS}", unreadable_bins.by_bins),
    ),
    "by_attack": (
        (
            "by-attack",
            (
                "Each point is one attack on one system: by how much its wrong options grow, and what it does. If "
                "length were all, the points would lie along a falling line."
            ),
            unreadable_bins.by_attack,
        ),
    ),
    trace.KIND: (
        (
            "trace",
            (
                "From top to bottom, what is attacked gets its tokens one by one; the lines are the probabilities of "
                "the options. Where the answer's line jumps, that token made the difference."
            ),
            trace.trace,
        ),
    ),
}
