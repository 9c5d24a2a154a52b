"""Rules about what candidates answered: whom a question tells apart, what its wrong options do, how hard it was.

They speak where chance hardly explains what was seen: a correlation is judged by the end of its 95% interval, a share
by Wilson's, and of few candidates nothing is said. A question that weaker candidates answer better is not called weak
as well, and one that nearly everybody solves tells nobody apart: it is called easy, and no more.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np

from magnetite.core.items import letter
from magnetite.experiments.candidates import ItemAnswers, OptionAnswers
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.rule import (
    CANDIDATES,
    Limits,
    Look,
    Observation,
    Rule,
    Threshold,
    by_row,
    key_of,
    named,
    observation,
    rule,
    wrong_options,
)
from magnetite.stats.intervals import wilson

_ENOUGH = Threshold(CANDIDATES, 30, "candidates", 10, inf, "asked only where so many candidates had the question")
_OTHERS = 5  # candidates who did not choose an option; of fewer, a correlation says nothing
_SOLVED = Threshold("solved", 0.9, "share", 0, 1, "asked only where fewer candidates than this are right")
_RIGHT = ("key", "right", "candidates")
_SHOWN = (*_RIGHT, "discrimination", "low", "high")


def _of_candidates(*about: Any, citation: str) -> Callable[[Look], Rule]:
    """Make a rule about the answers of enough candidates to a question with a known key."""
    return rule(*about, _ENOUGH, source="candidates", key=True, answers=True, citation=citation)


@_of_candidates(
    "negative-discrimination",
    "high",
    _SHOWN,
    Threshold("upper", 0.0, "correlation", -1, 1, "the interval of its discrimination ends below this"),
    citation="Henrysson 1963; Ebel & Frisbie 1991, ch. 13",
)
@by_row
def negative_discrimination(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Weaker candidates solve the question more often than better ones."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    if answers.discrimination.high < limits["upper"]:
        yield observation((key_of(item),), **_seen(exam, index))


@_of_candidates(
    "low-discrimination",
    "medium",
    _SHOWN,
    Threshold("upper", 0.2, "correlation", -1, 1, "the interval of its discrimination ends below this"),
    _SOLVED,
    citation="Ebel & Frisbie 1991, ch. 13",
)
@by_row
def low_discrimination(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """The question hardly tells better candidates from weaker ones."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    solved = answers.facility.estimate >= limits["solved"]
    if not solved and 0 <= answers.discrimination.high < limits["upper"]:
        yield observation((key_of(item),), **_seen(exam, index))


@_of_candidates(
    "wrong-option-draws-the-best",
    "fatal",
    ("option", "key", "share", "key_share", "correlation", "low", "high", "candidates"),
    Threshold(
        "lower",
        0.0,
        "correlation",
        -1,
        1,
        "the interval of its correlation with the rest of the score begins above this",
    ),
    Threshold("choosers", 10, "candidates", 1, inf, "and at least so many candidates chose it"),
    citation="Haladyna 2004, ch. 9; Haladyna et al. 2002, guideline 19",
)
@by_row
def wrong_option_draws_the_best(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Better candidates choose a wrong option more often than weaker ones, and the right one less often than it."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    if not answers.options:
        return
    key = answers.options[key_of(item)]
    most = -1.0 if math.isnan(key.correlation.estimate) else key.correlation.estimate
    drawing = [
        option
        for option in wrong_options(item)
        if answers.options[option].count >= limits["choosers"]
        and answers.asked - answers.options[option].count >= _OTHERS
        and answers.options[option].correlation.low > limits["lower"]
        and answers.options[option].correlation.estimate > most
    ]
    for option in sorted(drawing, key=lambda at: -answers.options[at].correlation.estimate)[:1]:
        found = answers.options[option]
        yield observation(
            (option, key_of(item)),
            option=letter(option),
            key=letter(key_of(item)),
            share=found.share,
            key_share=key.share,
            correlation=found.correlation.estimate,
            low=found.correlation.low,
            high=found.correlation.high,
            candidates=answers.asked,
        )


@_of_candidates(
    "option-nobody-chooses",
    "low",
    ("letters", "most", "candidates", "options"),
    Threshold("share", 0.05, "share", 0, 1, "nobody chooses them, or clearly fewer candidates than this"),
    _SOLVED,
    citation="Haladyna & Downing 1993; Haladyna et al. 2002, guidelines 18 and 29",
)
@by_row
def option_nobody_chooses(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Wrong options that hardly any candidate chooses."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    if not answers.options or answers.facility.estimate >= limits["solved"]:
        return
    idle = [option for option in wrong_options(item) if _idle(answers.options[option], answers.asked, limits["share"])]
    if idle:
        counts = [answers.options[option].count for option in idle]
        yield observation(
            tuple(idle), letters=named(idle), most=max(counts), candidates=answers.asked, options=len(item.options)
        )


def _idle(found: OptionAnswers, asked: int, share: float) -> bool:
    """Return whether nobody chose an option, or clearly fewer candidates than a share would."""
    high = wilson(np.array([found.share]), np.array([float(asked)]))[1]
    return not found.count or float(high[0]) < share


@_of_candidates("worse-than-guessing", "high", (*_RIGHT, "guessing"), citation="Haladyna 2004, ch. 9")
@by_row
def worse_than_guessing(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:  # noqa: ARG001 - a look takes limits
    """Clearly fewer candidates solve it than guessing would."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    guessing = 1 / len(item.options)
    if answers.facility.high < guessing:
        yield observation((key_of(item),), guessing=guessing, **_solving(exam, index))


_LOGITS = Threshold(
    "logits", 2.0, "log odds", 0, 10, "clearly so far from the rest of the exam, on the scale of log odds"
)


@_of_candidates("too-hard-for-candidates", "medium", (*_RIGHT, "rest"), _LOGITS, citation="Ebel & Frisbie 1991, ch. 13")
def too_hard_for_candidates(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Far fewer candidates solve it than the rest of the exam, though more than guessing would."""
    for index, answers, rest in _beside_the_rest(exam, indices):
        item = exam.items[index]
        worse = answers.facility.high < 1 / len(item.options)
        if not worse and _logit(answers.facility.high) < _logit(rest) - limits["logits"]:
            yield item.id, observation((key_of(item),), rest=rest, **_solving(exam, index))


@_of_candidates("too-easy-for-candidates", "low", (*_RIGHT, "rest"), _LOGITS, citation="Ebel & Frisbie 1991, ch. 13")
def too_easy_for_candidates(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Far more candidates solve it than the rest of the exam."""
    for index, answers, rest in _beside_the_rest(exam, indices):
        if _logit(answers.facility.low) > _logit(rest) + limits["logits"]:
            item = exam.items[index]
            yield item.id, observation((key_of(item),), rest=rest, **_solving(exam, index))


def _beside_the_rest(exam: Exam, indices: Sequence[int]) -> Iterator[tuple[int, ItemAnswers, float]]:
    """Yield each question's answers, and the typical facility of the others: the mean on the scale of log odds."""
    found = [(index, exam.answers[exam.items[index].id]) for index in indices]
    odds = [_logit((each.facility.estimate * each.asked + 0.5) / (each.asked + 1)) for _, each in found]
    for (index, each), own in zip(found, odds, strict=True):
        if len(found) > 1:
            mean = (sum(odds) - own) / (len(found) - 1)
            yield index, each, 1 / (1 + math.exp(-mean))


def _logit(share: float) -> float:
    share = min(max(share, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share))


def _solving(exam: Exam, index: int) -> dict[str, str | float | int]:
    """Return how many of how many candidates were right, and which option is."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    return {"key": letter(key_of(item)), "right": answers.facility.estimate, "candidates": answers.asked}


def _seen(exam: Exam, index: int) -> dict[str, str | float | int]:
    """Return besides whom the question tells apart, where that is known."""
    found = exam.answers[exam.items[index].id].discrimination
    return {**_solving(exam, index), "discrimination": found.estimate, "low": found.low, "high": found.high}
