"""Rules about what candidates answered: whom a question tells apart, what its wrong options do, how hard it was.

They speak where chance hardly explains what was seen, in an exam as long as this one: a correlation or a share is
judged by the end of an interval that holds for all questions of the exam at once (`stats.together`), or for all wrong
options that are chosen at least as often as the key, and the flag shows that interval. Wrong options that rise are
judged by one for all that enough candidates chose, groups of candidates by one for all comparisons. Of few candidates
nothing is said. A question that weaker candidates answer better is not called weak as well, and one that nearly
everybody solves tells nobody apart: it is called easy, and no more.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from math import inf
from typing import Any

import numpy as np

from examfiles.items import Item, letter
from magnetite.experiments.candidates import LEAST_CHOSEN, ItemAnswers, OptionAnswers
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.rule import (
    CANDIDATES,
    Evidence,
    Inspection,
    Limits,
    Observation,
    Rule,
    Threshold,
    key_of,
    named,
    observation,
    rule,
    wrong_options,
)
from magnetite.stats.differential import NOTICED
from magnetite.stats.intervals import Interval, wilson
from magnetite.stats.together import correlation_together, share_together
from magnetite.stats.verdict import Verdict, verdict

_CANDIDATES_NEEDED = Threshold(
    CANDIDATES, 30, "candidates", 10, inf, "asked only where so many candidates had the question"
)
_FEWEST_OTHERS = 5  # candidates who did not choose an option; of fewer, a correlation says nothing
_SOLVED = Threshold("solved", 0.9, "share", 0, 1, "asked only where fewer candidates than this are right")
_RIGHT = ("key", "right", "candidates", "together")
_SHARE = ("right_low", "right_high")
_EVIDENCE = (*_RIGHT, "discrimination", "low", "high")


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A question and how it turned out, with intervals that hold for `together` questions at once."""

    item: Item
    answers: ItemAnswers
    together: int

    @property
    def facility(self) -> Interval:
        return share_together(self.answers.facility, self.together)

    @property
    def discrimination(self) -> Interval:
        return correlation_together(self.answers.discrimination, self.together)

    @property
    def solving(self) -> dict[str, Evidence]:
        """Return how many of how many candidates were right, and which option is."""
        return {
            "key": letter(key_of(self.item)),
            "right": self.answers.facility.estimate,
            "candidates": self.answers.asked,
            "together": self.together,
        }

    @property
    def between(self) -> dict[str, Evidence]:
        """Return between which shares of right answers the interval lies."""
        return dict(zip(_SHARE, (self.facility.low, self.facility.high), strict=True))

    @property
    def told_apart(self) -> dict[str, Evidence]:
        """Return besides whom the question tells apart."""
        found = self.discrimination
        return {**self.solving, "discrimination": found.estimate, "low": found.low, "high": found.high}


def _by_question(look: Callable[[_Outcome, Limits], Iterator[Observation]]) -> Inspection:
    """Make a rule's look of one that reads the answers to one question of the exam."""

    @wraps(look)
    def over(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
        for item in map(exam.items.__getitem__, indices):
            outcome = _Outcome(item, exam.answers[item.id], len(indices))
            yield from ((item.id, observed) for observed in look(outcome, limits))

    return over


def _of_candidates(*about: Any, citation: str, **needs: Any) -> Callable[[Inspection], Rule]:
    """Make a rule about the answers of enough candidates to a question with a known key."""
    return rule(*about, _CANDIDATES_NEEDED, source="candidates", key=True, answers=True, citation=citation, **needs)


@_of_candidates(
    "negative-discrimination",
    "serious",
    _EVIDENCE,
    Threshold("upper", 0.0, "correlation", -1, 1, "the interval of its discrimination ends below this"),
    citation="Henrysson 1963; Ebel & Frisbie 1991, ch. 13",
)
@_by_question
def negative_discrimination(outcome: _Outcome, limits: Limits) -> Iterator[Observation]:
    """Weaker candidates solve the question more often than better ones."""
    if verdict(outcome.discrimination, limits["upper"]) == Verdict.BELOW:
        yield observation((key_of(outcome.item),), **outcome.told_apart)


@_of_candidates(
    "low-discrimination",
    "worth-a-thought",
    _EVIDENCE,
    Threshold("upper", 0.2, "correlation", -1, 1, "the interval of its discrimination ends below this"),
    _SOLVED,
    citation="Ebel & Frisbie 1991, ch. 13",
)
@_by_question
def low_discrimination(outcome: _Outcome, limits: Limits) -> Iterator[Observation]:
    """The question does not separate better candidates from weaker ones."""
    found, solved = outcome.discrimination, outcome.answers.facility.estimate >= limits["solved"]
    backwards = verdict(found, 0.0) == Verdict.BELOW
    if not (solved or backwards) and verdict(found, limits["upper"]) == Verdict.BELOW:
        yield observation((key_of(outcome.item),), **outcome.told_apart)


@_of_candidates(
    "wrong-option-draws-the-best",
    "fatal",
    ("option", "key", "share", "key_share", "correlation", "low", "high", "candidates", "together"),
    Threshold(
        "lower",
        0.0,
        "correlation",
        -1,
        1,
        "the interval of its correlation with the rest of the score begins above this",
    ),
    Threshold("choosers", 10, "candidates", 1, inf, "and at least so many candidates chose it, no fewer than the key"),
    citation="Haladyna 2004, ch. 9; Haladyna et al. 2002, guideline 19",
)
def wrong_option_draws_the_best(
    exam: Exam, indices: Sequence[int], limits: Limits
) -> Iterator[tuple[str, Observation]]:
    """Better candidates choose a wrong option more often than weaker ones, and the right one less often than it."""
    chosen = {index: _chosen(exam, index, limits["choosers"]) for index in indices}
    together = sum(map(len, chosen.values()))
    for index, options in chosen.items():
        item, answers = exam.items[index], exam.answers[exam.items[index].id]
        wide = {
            option: correlation_together(answers.options[option].correlation, together)
            for option in options
            if answers.options[option].correlation.estimate > _drawn_to_key(item, answers)
        }
        drawing = [option for option, found in wide.items() if verdict(found, limits["lower"]) == Verdict.ABOVE]
        for option in sorted(drawing, key=lambda at: -wide[at].estimate)[:1]:
            yield item.id, _drawn(item, answers, option, wide[option], together)


def _drawn(item: Item, answers: ItemAnswers, option: int, wide: Interval, together: int) -> Observation:
    """Return what is seen of a wrong option that better candidates choose."""
    return observation(
        (option, key_of(item)),
        option=letter(option),
        key=letter(key_of(item)),
        share=answers.options[option].share,
        key_share=answers.options[key_of(item)].share,
        correlation=wide.estimate,
        low=wide.low,
        high=wide.high,
        candidates=answers.asked,
        together=together,
    )


def _chosen(exam: Exam, index: int, least: float) -> list[int]:
    """Return the wrong options that so many candidates chose, no fewer than the key, and enough others did not."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    return _chosen_by(exam, index, max(least, answers.options[key_of(item)].count)) if answers.options else []


def _chosen_by(exam: Exam, index: int, least: float) -> list[int]:
    """Return the wrong options that so many candidates chose, and enough others did not."""
    item, answers = exam.items[index], exam.answers[exam.items[index].id]
    if not answers.options:
        return []
    return [at for at in wrong_options(item) if least <= answers.options[at].count <= answers.asked - _FEWEST_OTHERS]


def _drawn_to_key(item: Item, answers: ItemAnswers) -> float:
    found = answers.options[key_of(item)].correlation.estimate
    return -1.0 if math.isnan(found) else found


@_of_candidates(
    "wrong-option-rises",
    "worth-a-thought",
    ("option", "key", "share", "key_share", "correlation", "low", "high", "candidates", "together"),
    Threshold("lower", 0.0, "correlation", -1, 1, "the interval of its correlation begins above this"),
    Threshold("choosers", 10, "candidates", 1, inf, "and at least so many candidates chose it"),
    Threshold("share", LEAST_CHOSEN, "share", 0, 1, "which is at least this share of them"),
    citation="Haladyna & Downing 1993; Haladyna & Rodriguez 2013, ch. 18",
)
def wrong_option_rises(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """A wrong option that better candidates choose more often than weaker ones."""
    asked = {index: exam.answers[exam.items[index].id].asked for index in indices}
    chosen = {at: _chosen_by(exam, at, max(limits["choosers"], limits["share"] * n)) for at, n in asked.items()}
    together = sum(map(len, chosen.values()))
    for index, options in chosen.items():
        item, answers = exam.items[index], exam.answers[exam.items[index].id]
        for option in options:
            found = answers.options[option]
            wide = correlation_together(found.correlation, together)
            draws = found.count >= answers.options[key_of(item)].count
            best = draws and found.correlation.estimate > _drawn_to_key(item, answers)  # another rule's
            if not best and verdict(wide, limits["lower"]) == Verdict.ABOVE:
                yield item.id, _drawn(item, answers, option, wide, together)


@_of_candidates(
    "easier-for-a-group",
    "worth-a-thought",
    ("group", "others", "against", "favours", "size", "members", "rest", "difference", "low", "high", "together"),
    Threshold("difference", NOTICED, "delta", NOTICED, inf, "the difference is at least so large, and clear"),
    groups=True,
    citation="Holland & Thayer 1988; Zieky 1993; Robins, Breslow & Greenland 1986",
)
@_by_question
def easier_for_a_group(outcome: _Outcome, limits: Limits) -> Iterator[Observation]:
    """Of candidates who score alike, one group solves the question more often than another."""
    clear = [
        each
        for each in outcome.answers.differences
        if each.found.size in ("B", "C") and abs(each.found.clear.estimate) >= limits["difference"]
    ]
    for each in sorted(clear, key=lambda each: -abs(each.found.clear.estimate))[:1]:
        found = each.found.clear
        yield observation(
            (key_of(outcome.item),),
            group=each.group,
            others=each.others,
            against="one" if each.others else "rest",
            favours="group" if found.estimate > 0 else "others",
            size=str(each.found.size),
            members=each.members,
            rest=each.rest,
            difference=found.estimate,
            low=found.low,
            high=found.high,
            together=each.together,
        )


@_of_candidates(
    "option-nobody-chooses",
    "remark",
    ("letters", "most", "candidates", "options"),
    Threshold("share", 0.05, "share", 0, 1, "nobody chooses them, or clearly fewer candidates than this"),
    _SOLVED,
    citation="Haladyna & Downing 1993; Haladyna et al. 2002, guidelines 18 and 29",
    shared=False,
)
@_by_question
def option_nobody_chooses(outcome: _Outcome, limits: Limits) -> Iterator[Observation]:
    """Wrong options that almost no candidate chooses."""
    item, answers = outcome.item, outcome.answers
    if not answers.options or answers.facility.estimate >= limits["solved"]:
        return
    wrong = {option: answers.options[option] for option in wrong_options(item)}
    many = outcome.together * len(wrong)
    idle = [option for option, found in wrong.items() if _idle(found, answers.asked, limits["share"], many)]
    if idle:
        counts = [answers.options[option].count for option in idle]
        yield observation(
            tuple(idle), letters=named(idle), most=max(counts), candidates=answers.asked, options=len(item.options)
        )


def _idle(found: OptionAnswers, asked: int, share: float, together: int) -> bool:
    """Return whether nobody chose an option, or clearly fewer candidates than a share would."""
    low, high = wilson(np.array([found.share]), np.array([float(asked)]), together=together)
    chosen = Interval(found.share, float(low[0]), float(high[0]), asked)
    return not found.count or verdict(chosen, share) == Verdict.BELOW


@_of_candidates("worse-than-guessing", "serious", (*_RIGHT, *_SHARE, "guessing"), citation="Haladyna 2004, ch. 9")
@_by_question
def worse_than_guessing(outcome: _Outcome, limits: Limits) -> Iterator[Observation]:  # noqa: ARG001 - a look takes limits
    """Clearly fewer candidates solve it than guessing would."""
    guessing = 1 / len(outcome.item.options)
    if verdict(outcome.facility, guessing) == Verdict.BELOW:
        yield observation((key_of(outcome.item),), guessing=guessing, **outcome.solving, **outcome.between)


_LOGITS = Threshold(
    "logits", 2.0, "log odds", 0, 10, "clearly so far from the rest of the exam, on the scale of log odds"
)


@_of_candidates(
    "too-hard-for-candidates",
    "worth-a-thought",
    (*_RIGHT, *_SHARE, "rest"),
    _LOGITS,
    citation="Ebel & Frisbie 1991, ch. 13",
)
def too_hard_for_candidates(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Far fewer candidates solve it than the rest of the exam, though more than guessing would."""
    for outcome, rest in _beside_the_rest(exam, indices):
        worse = verdict(outcome.facility, 1 / len(outcome.item.options)) == Verdict.BELOW
        if not worse and verdict(outcome.facility, _share(_logit(rest) - limits["logits"])) == Verdict.BELOW:
            seen = observation((key_of(outcome.item),), rest=rest, **outcome.solving, **outcome.between)
            yield outcome.item.id, seen


@_of_candidates(
    "too-easy-for-candidates", "remark", (*_RIGHT, *_SHARE, "rest"), _LOGITS, citation="Ebel & Frisbie 1991, ch. 13"
)
def too_easy_for_candidates(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Far more candidates solve it than the rest of the exam."""
    for outcome, rest in _beside_the_rest(exam, indices):
        if verdict(outcome.facility, _share(_logit(rest) + limits["logits"])) == Verdict.ABOVE:
            seen = observation((key_of(outcome.item),), rest=rest, **outcome.solving, **outcome.between)
            yield outcome.item.id, seen


def _beside_the_rest(exam: Exam, indices: Sequence[int]) -> Iterator[tuple[_Outcome, float]]:
    """Yield each question's answers, and the typical facility of the others: the mean on the scale of log odds."""
    items = [exam.items[index] for index in indices]
    outcomes = [_Outcome(item, exam.answers[item.id], len(items)) for item in items]
    found = [each.answers for each in outcomes]
    odds = [_logit((each.facility.estimate * each.asked + 0.5) / (each.asked + 1)) for each in found]
    for outcome, own in zip(outcomes, odds, strict=True):
        if len(found) > 1:
            yield outcome, _share((sum(odds) - own) / (len(found) - 1))


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _logit(share: float) -> float:
    share = min(max(share, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share))
