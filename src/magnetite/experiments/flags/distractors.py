"""Rules about single wrong options, as systems see them: one that attracts too much, one that attracts nobody.

A magnet is an option that attracts a system whatever the passage says (Lin et al., 2021). A wrong option that wins
without the passage resembles one; one with a high interference score is one. A wrong option that no reader takes is
called non-functioning; among people the usual limit is 5% of them (Haladyna and Downing, 1993).
"""

from collections.abc import Iterator

from magnetite.core.items import letter
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Rule,
    Threshold,
    by_row,
    key_of,
    named,
    observation,
    wrong_options,
)
from magnetite.views.text import normalised

_UNREAD = ("O", "QO")


def _magnet_like(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item = exam.items[index]
    rows = [row for view in _UNREAD if (row := exam.scored(view, index))]
    for option in wrong_options(item):
        share = min(row[option] for row in rows)
        others = max(p for row in rows for at, p in enumerate(row) if at != option)
        if share >= limits["share"] and share >= limits["ratio"] * others:
            key = max(row[key_of(item)] for row in rows)
            yield observation((option,), option=letter(option), share=share, key_share=key, text=item.options[option])


def _known_magnet(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item = exam.items[index]
    for option in wrong_options(item):
        score = exam.interference.get(normalised(item.options[option]))
        if score is not None and score >= limits["interference"]:
            yield observation((option,), option=letter(option), interference=score, text=item.options[option])


def _nobody(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item = exam.items[index]
    rows = [row for view in exam.probabilities if (row := exam.scored(view, index))]
    most = {option: max(row[option] for row in rows) for option in wrong_options(item)}
    idle = [option for option, share in most.items() if share < limits["share"]]
    if idle:
        most_taken = max(most[option] for option in idle)
        yield observation(tuple(idle), letters=named(idle), most=most_taken, options=len(item.options))


DISTRACTOR_RULES = (
    Rule(
        "magnet-like-option",
        "model",
        "medium",
        "a wrong option attracts systems that never saw the passage, far more than any other",
        by_row(_magnet_like),
        ("option", "share", "key_share", "text"),
        (
            Threshold("share", 0.5, "probability", 0, 1, "it has at least this probability, without the question too"),
            Threshold("ratio", 2.0, "ratio", 1, float("inf"), "and this many times that of every other option"),
        ),
        views=("QO",),
        key=True,
        citation="Lin et al. 2021; Liusie et al. 2022",
    ),
    Rule(
        "known-magnet",
        "model",
        "medium",
        "a wrong option attracted systems in a magnet search, whatever the passage said",
        by_row(_known_magnet),
        ("option", "interference", "text"),
        (Threshold("interference", 0.5, "share", 0, 1, "it won at least this share of other questions (T_k)"),),
        key=True,
        interference=True,
        citation="Lin et al. 2021, §3.1",
    ),
    Rule(
        "option-nobody-takes",
        "model",
        "low",
        "wrong options that no system considers, with or without the passage",
        by_row(_nobody),
        ("letters", "most", "options"),
        (Threshold("share", 0.05, "probability", 0, 1, "they stay under this probability in every view"),),
        views=("QO",),
        key=True,
        citation="Haladyna & Downing 1993; Haladyna et al. 2002, guidelines 18 and 29",
    ),
)
