"""The exam as its own control: how many of a model's flags luck explains, and which of them stand out.

A model that is sure of an answer is sometimes right by luck, and a rule that asks whether its choice is the key then
speaks. How often, the exam tells: each wrong option is put in the key's place, and the rule is asked again. What it
finds there is luck's, 1/(n-1) of it for each question of n options. Flags are raised from the surest down, as far as
luck explains at most a set share of them (`stats.selection`). With keys drawn at random hardly any flag is left,
whatever the model's habits.

What rests on reading is judged by view: where a model cannot be told from guessing, its flags are not raised. An exam
that is too small to tell borrows the evidence of other exams, which the model's card has; its flags are remarks then.

One option in every question ("not enough information") can draw a model whatever the key is. Where it is taken far more
often than it is right, it is set aside before the model is judged.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from magnetite.core.items import Item
from magnetite.core.reasons import Reason
from magnetite.experiments.flags.exam import Exam, Probabilities
from magnetite.experiments.flags.rule import Observation, Rule
from magnetite.experiments.recurring.pulls import MUCH, recurring_options
from magnetite.stats.intervals import Interval, cluster_codes, difference, share
from magnetite.stats.selection import beyond_luck

Verdict = Literal["told", "few", "guessing"]


@dataclass(frozen=True, slots=True)
class Judged:
    """An exam without the options that draw a model whatever the key is; `open` counts the others, by view.

    `aside` has, by the option's text, what is said of it.
    """

    exam: Exam
    open: Mapping[str, Sequence[int]] = field(hash=False)
    aside: Mapping[str, Reason] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Support:
    """What an exam says of one rule's flags: of `questions` a model is sure of `sure`, and right on `right`.

    `luck`, with its interval, is how many of these luck explains; `raised` are flagged. `elsewhere`: the share of sure
    answers that are right on other exams, None where that was not measured.
    """

    rule: str
    view: str
    verdict: Verdict
    questions: int
    sure: int
    right: int
    luck: float
    low: float
    high: float
    raised: int
    elsewhere: float | None


def set_aside(exam: Exam) -> Judged:
    """Set aside the options that recur and draw a model, view by view; a question whose key is one is not judged."""
    probabilities: dict[str, tuple[Probabilities, ...]] = {}
    counts: dict[str, list[int]] = {}
    notes: dict[str, Reason] = {}
    options = recurring_options(exam.items) if exam.probabilities else ()
    for view, rows in exam.probabilities.items():
        counts[view], own = [len(item.options) for item in exam.items], list(rows)
        for each in options:
            on = [
                at
                for at, item in enumerate(exam.items)
                if each.places[at] >= 0 and rows[at] and item.answer is not None and counts[view][at] > 2
            ]
            taken = np.array([_best(rows[at]) == each.places[at] for at in on])
            right = np.array([exam.items[at].answer == each.places[at] for at in on])
            if not on or not difference(taken, right, np.arange(len(on))).low > MUCH:
                continue
            for at in on:
                own[at] = _without(own[at], int(each.places[at]), exam.items[at].answer)
                counts[view][at] -= 1
            values = {
                "option": each.text,
                "offered": len(on),
                "taken": float(taken.mean()),
                "right": float(right.mean()),
            }
            notes.setdefault(each.text, Reason("note-set-aside", {**values, "view": view}))
        probabilities[view] = tuple(own)
    return Judged(replace(exam, probabilities=probabilities) if notes else exam, counts, notes)


def standing(judged: Judged, view: str, elsewhere: float | None) -> tuple[Verdict, Interval]:
    """Say whether a model can be told from guessing under a view, and how often it is right there."""
    exam = judged.exam
    places = [at for at, item in enumerate(exam.items) if item.answer is not None and exam.scored(view, at)]
    if not places:
        return "guessing", Interval(np.nan, np.nan, np.nan, 0)
    right = np.array([_best(exam.scored(view, at)) == exam.items[at].answer for at in places])
    found = share(right, cluster_codes([exam.cluster(at) for at in places]))
    return _verdict(found, float(np.mean([1 / judged.open[view][at] for at in places])), elsewhere), found


def weighed(
    judged: Judged, rule: Rule, thresholds: Mapping[str, float], rate: float, elsewhere: float | None
) -> tuple[Support, list[tuple[str, Observation]]]:
    """Return what the exam says of a rule that luck can raise, and what of it may be flagged.

    That is what stands out; of a verdict `few`, all that the rule sees.
    """
    exam, view = judged.exam, rule.views[0]
    limits = rule.limits(thresholds)
    usable = rule.usable(exam, limits)
    place = {exam.items[at].id: at for at in usable}
    seen = list(rule.look(exam, usable, limits))
    rows = [*seen, *_decoys(exam, usable, rule, limits)]
    at = [place[name] for name, _ in rows]
    decoys = np.arange(len(rows)) >= len(seen)
    odds = np.array([1 / (judged.open[view][each] - 1) for each in at])
    strengths = np.array([float(observed.evidence[rule.luck]) for _, observed in rows])  # type: ignore[arg-type]
    kept = beyond_luck(strengths, decoys, odds, rate)[: len(seen)]
    raised = [row for row, keep in zip(seen, kept, strict=True) if keep]
    if not rows:
        return Support(rule.name, view, "guessing", len(usable), 0, 0, 0.0, 0.0, 0.0, 0, elsewhere), []
    right = share(~decoys, cluster_codes([exam.cluster(each) for each in at]))
    scale, most = len(rows) * float(odds.mean()), float(len(seen))
    luck, low, high = (min(most, scale * (1 - end)) for end in (right.estimate, right.high, right.low))
    verdict: Verdict = "told" if raised else _verdict(right, float((odds / (1 + odds)).mean()), elsewhere)
    if verdict == "told" and not raised:
        verdict = "guessing"
    return (
        Support(rule.name, view, verdict, len(usable), len(rows), len(seen), luck, low, high, len(raised), elsewhere),
        seen if verdict == "few" else raised,
    )


def _verdict(right: Interval, guessing: float, elsewhere: float | None) -> Verdict:
    if right.low > guessing:
        return "told"
    return "few" if elsewhere is not None and guessing < elsewhere <= right.high else "guessing"


def _decoys(
    exam: Exam, usable: Sequence[int], rule: Rule, limits: Mapping[str, float]
) -> Iterator[tuple[str, Observation]]:
    """Yield what a rule sees with each wrong option in the key's place."""
    for step in range(1, max((len(exam.items[at].options) for at in usable), default=1)):
        shifted = copy(exam)
        object.__setattr__(shifted, "items", tuple(_keyed(item, step) for item in exam.items))
        yield from rule.look(shifted, [at for at in usable if len(exam.items[at].options) > step], limits)


def _keyed(item: Item, step: int) -> Item:
    return item if item.answer is None else replace(item, answer=(item.answer + step) % len(item.options))


def _without(row: Probabilities, place: int, answer: int | None) -> Probabilities:
    """Take an option out of a question's probabilities; () where it is the key, or nothing else has any."""
    rest = 1 - row[place] if row else 0.0
    if place == answer or rest <= 0:
        return ()
    return tuple(0.0 if at == place else each / rest for at, each in enumerate(row))


def _best(row: Probabilities) -> int:
    return max(range(len(row)), key=row.__getitem__)
