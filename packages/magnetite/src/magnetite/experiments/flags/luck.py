"""The exam as its own control: how many of a model's flags luck explains, and which of them stand out.

A model that is sure of an answer is sometimes right by luck, and a rule that asks whether its choice is the key then
speaks. How often, the exam tells: each wrong option is put in the key's place, and the rule is asked again. What it
finds there is luck's, 1/(n-1) of it for each question of n options. Flags are raised from the surest down, as far as
luck explains at most a set share of them (`beyond_luck`), and only where guesses would hardly ever be right as often
as the sure answers are (an exact test): so of exams whose keys are drawn at random at most one in forty has any flag of
a rule, whatever the model's habits. What a model says after reading moves with the key: asked is whether it knew
before. A liking for a letter is no luck where the keys have one, too.

What rests on reading is judged by view: where a model cannot be told from guessing, its flags are not raised. An exam
that is too small to tell borrows the evidence of other exams, which the model's card has; its flags are remarks then.

One option in every question ("not enough information") can draw a model whatever the key is. Where it is taken far more
often than it is right, questions in which the model takes it, or whose key it is, do not count.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np

from examfiles.items import Item
from examfiles.reasons import Reason
from magnetite.experiments.flags.exam import Exam, Probabilities, best
from magnetite.experiments.flags.rule import Observation, Rule
from magnetite.experiments.recurring.pulls import MUCH, recurring_options
from magnetite.stats.intervals import (
    beyond_luck,
    cluster_codes,
    difference,
    fewer_by_luck,
    more_by_luck,
    range_by_luck,
    share,
)
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict as Side
from magnetite.stats.verdict import verdict as verdict_of
from magnetite.views import shows_passage
from magnetite.views.text import normalised

Verdict = Literal["clear", "few", "small", "guessing"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)  # from what may be flagged to what may not
DOUBT = 0.025  # how seldom luck, or a model as good as elsewhere, would give what an exam shows, where it is ruled out


@dataclass(frozen=True, slots=True)
class OpenExam:
    """An exam without the questions in which an option draws a model; `open` counts the options that are left, by view.

    `aside` has, by the option's text, what is said of it.
    """

    exam: Exam
    open: Mapping[str, Sequence[int]] = field(hash=False)
    aside: Mapping[str, Reason] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Support:
    """What an exam says of one rule's flags: of `questions` a model is sure of `sure`, and right on `right`.

    `luck`, with its interval, is how many of these luck explains; if all sure answers were guesses, from `guess_low` to
    `guess_high` would be right, 95 times in 100. `raised` are flagged. `elsewhere`: the share of sure answers that
    are right on other exams, None where that was not measured.
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
    guess_low: int
    guess_high: int
    raised: int
    elsewhere: float | None


def set_aside(exam: Exam) -> OpenExam:
    """Find the options that recur and draw a model, view by view, and leave out the questions that they decide."""
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
            taken = np.array([best(rows[at]) == each.places[at] for at in on])
            right = np.array([exam.items[at].answer == each.places[at] for at in on])
            if not on or verdict_of(difference(taken, right, np.arange(len(on))), MUCH) != Side.ABOVE:
                continue
            for at, decided in zip(on, taken | right, strict=True):
                own[at] = () if decided else own[at]
                counts[view][at] -= 1
            values = {
                "option": each.text,
                "offered": len(on),
                "taken": float(taken.mean()),
                "right": float(right.mean()),
            }
            if each.text not in notes or values["taken"] > notes[each.text].values["taken"]:
                notes[each.text] = Reason("note-set-aside", {**values, "view": view})
        probabilities[view] = tuple(own)
    return OpenExam(replace(exam, probabilities=probabilities) if notes else exam, counts, notes)


def standing(judged: OpenExam, view: str, elsewhere: float | None) -> Verdict:
    """Say whether a model can be told from guessing under a view; options that share the highest probability count 1/k.

    Asked is whether guesses among each question's options would be right as often, on this exam.
    """
    exam = judged.exam
    places = [at for at, item in enumerate(exam.items) if item.answer is not None and exam.scored(view, at)]
    right = int(sum(_right(exam.scored(view, at), exam.items[at].answer) for at in places) + 1e-9)
    chances = np.array([1 / judged.open[view][at] for at in places])
    if places and more_by_luck(right, chances) <= DOUBT:
        return "clear"
    return "few" if places and _as_elsewhere(right, chances, elsewhere) else "guessing"


def weighed(
    judged: OpenExam, rule: Rule, thresholds: Mapping[str, float], rate: float, elsewhere: float | None
) -> tuple[Support, list[tuple[str, Observation]]]:
    """Return what the exam says of a rule that luck can raise, and what of it may be flagged.

    That is what stands out; of a verdict `few`, all that the rule sees. `small`: guesses could be
    right as often. A question that is asked several times counts
    once, and is flagged each time or never. With a rate of 1 all is flagged.
    """
    exam, view = judged.exam, rule.views[0]
    limits = rule.limits(thresholds)
    usable = rule.usable(exam, limits)
    first: dict[tuple[str, ...], str] = {}
    for item in map(exam.items.__getitem__, usable):
        first.setdefault(_text(item), item.id)
    of = {exam.items[at].id: first[_text(exam.items[at])] for at in usable}
    place = {exam.items[at].id: at for at in usable}
    every = list(rule.look(exam, usable, limits))
    seen = [row for row in every if of[row[0]] == row[0]]
    rows = [*seen, *_decoys(exam, [at for at in usable if of[exam.items[at].id] == exam.items[at].id], rule, limits)]
    decoys = np.arange(len(rows)) >= len(seen)
    odds = np.array([1 / (judged.open[view][place[name]] - 1) for name, _ in rows])
    strengths = np.array([float(observed.evidence[rule.luck]) for _, observed in rows])  # type: ignore[arg-type]
    chances = odds / (1 + odds)
    lucky = more_by_luck(len(seen), chances) > DOUBT
    kept = ~decoys if rate >= 1 else beyond_luck(strengths, decoys, odds, rate) & (not lucky)
    ids = {name for (name, _), keep in zip(rows, kept, strict=True) if keep}
    raised = [row for row in every if of[row[0]] in ids]
    clusters = cluster_codes([exam.cluster(place[name]) for name, _ in rows])
    wrong = share(decoys, clusters) if rows else None
    luck = float(odds[decoys].sum())
    scale = len(rows) * float(odds[decoys].mean() if decoys.any() else odds.mean()) if rows else 0.0
    verdict: Verdict = "guessing"
    if raised:
        verdict = "clear"
    elif rows and _as_elsewhere(len(seen), chances, elsewhere):
        verdict = "few"
    elif lucky:
        verdict = "small"
    low, high = (scale * wrong.low, scale * wrong.high) if wrong else (0.0, 0.0)
    counts = (len(rows), len(seen), luck, low, high, *range_by_luck(chances, DOUBT), len(raised), elsewhere)
    return Support(rule.name, view, verdict, len(usable), *counts), every if verdict == "few" else raised


def _as_elsewhere(right: int, chances: FloatArray, elsewhere: float | None) -> bool:
    """Say whether a model that is better than guessing elsewhere, and here, could be right as seldom as it is."""
    if elsewhere is None or elsewhere <= chances.mean() or right <= chances.sum():
        return False
    return fewer_by_luck(right, np.full(len(chances), elsewhere)) > DOUBT


def _decoys(
    exam: Exam, usable: Sequence[int], rule: Rule, limits: Mapping[str, float]
) -> Iterator[tuple[str, Observation]]:
    """Yield what a rule sees with each wrong option in the key's place; what a model read moves with the key."""
    for step in range(1, max((len(exam.items[at].options) for at in usable), default=1)):
        there = [at for at in usable if len(exam.items[at].options) > step]
        items, rows = list(exam.items), {view: list(each) for view, each in exam.probabilities.items()}
        for at in there:
            items[at] = _keyed(items[at], step)
            for view, each in rows.items():
                if shows_passage(view) and (row := each[at]):
                    each[at] = (*row[-step:], *row[:-step])
        shifted = copy(exam)
        object.__setattr__(shifted, "items", tuple(items))
        object.__setattr__(shifted, "probabilities", rows)
        yield from rule.look(shifted, there, limits)


def _keyed(item: Item, step: int) -> Item:
    return item if item.answer is None else replace(item, answer=(item.answer + step) % len(item.options))


def _text(item: Item) -> tuple[str, ...]:
    """Return what a question and its repetitions share: its words, those of its options, and which is right."""
    key = "" if item.answer is None else normalised(item.options[item.answer])
    return (normalised(item.question), key, *sorted(map(normalised, item.options)))


def _right(row: Probabilities, answer: int | None) -> float:
    highest = max(row)
    return 0.0 if answer is None or row[answer] < highest else 1 / row.count(highest)
