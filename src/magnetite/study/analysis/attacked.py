"""Are people confused by magnets? Right answers to the original and to attacked questions, beside the models'.

Lin et al. (2021, §4.4). In a counterbalanced design each question is compared with itself, in a fixed one with others.
"""

import math
from collections.abc import Iterator

import numpy as np

from magnetite.core.results import Finding, Number, Table, Value
from magnetite.stats.crossed import crossed_difference, crossed_share, detectable
from magnetite.stats.intervals import Interval, share
from magnetite.study.analysis.items import item_table, short_table
from magnetite.study.analysis.numbers import CROSSED, bounds, clusters, columns, counted, number, percent, points
from magnetite.study.answers import Answers
from magnetite.study.design import Design

NAME, PEOPLE = "study_attack", "people"
ORIGINAL, ATTACKED = "original", "attacked"
FIXED = (
    "All participants saw the same half of the questions attacked, so the difference also depends on how hard the two "
    "halves happen to be. A counterbalanced design compares each question with itself."
)


def attack_finding(design: Design, answers: Answers) -> Finding:
    """Report accuracy on original and attacked questions, and their difference, of people and of the models."""
    by_condition = {name: _people(design, answers, name) for name in (ORIGINAL, ATTACKED)}
    gap = attack_difference(design, answers)
    rows = [row for name, each in by_condition.items() for row in [_row(PEOPLE, name, each)]]
    rows += list(_models(design))
    numbers = [number("accuracy", each, group=f"{PEOPLE}, {name}") for name, each in by_condition.items()]
    numbers.append(number("attacked minus original", gap, unit="points", group=PEOPLE))
    numbers += _smallest(gap, answers)
    numbers += [
        Number("accuracy", float(str(row["accuracy"])), n=int(str(row["n"])), group=f"{row['who']}, {row['condition']}")
        for row in rows
        if row["who"] != PEOPLE
    ]
    items = item_table(design, answers)
    return Finding(
        NAME,
        "People under attack",
        _sentence(design, answers, by_condition, gap),
        tuple(numbers),
        (
            Table(
                "study_accuracy", "Right answers to original and attacked questions", columns(rows), "study_accuracy"
            ),
            short_table(items),
        ),
        items,
        notes=(CROSSED, *((FIXED,) if design.assignment == "fixed" else ())),
    )


def attack_difference(design: Design, answers: Answers) -> Interval:
    """Return accuracy on attacked questions minus accuracy on original ones, a share."""
    passages = clusters(design)[answers.question]
    return crossed_difference(answers.correct, answers.under(ATTACKED), answers.participant, answers.question, passages)


def _people(design: Design, answers: Answers, condition: str) -> Interval:
    on = answers.under(condition)
    return crossed_share(answers.correct[on], answers.participant[on], clusters(design)[answers.question[on]])


def _row(who: str, condition: str, accuracy: Interval) -> dict[str, Value]:
    return {"who": who, "condition": condition, "accuracy": accuracy.estimate, **bounds(accuracy)}


def _models(design: Design) -> Iterator[dict[str, Value]]:
    """Yield the models' accuracy on the questions that people saw under each condition."""
    passages = clusters(design)
    attacked = np.array([question.magnet is not None for question in design.questions])
    original = ~attacked if design.assignment == "fixed" else np.ones(len(attacked), dtype=np.bool_)
    for model in design.models:
        own = np.array([question.chosen[model] == question.answer for question in design.questions])
        under = np.array(
            [q.magnet is not None and q.magnet.chosen.get(model, -1) == q.answer for q in design.questions]
        )
        yield _row(model, ORIGINAL, share(own[original], passages[original]))
        yield _row(model, ATTACKED, share(under[attacked], passages[attacked]))


def _smallest(gap: Interval, answers: Answers) -> list[Number]:
    least = detectable(gap, answers.participant, answers.question)
    label = "smallest difference that such a study finds 4 times in 5"
    return [] if math.isnan(least) else [Number(label, least, n=gap.n, unit="points")]


def _sentence(design: Design, answers: Answers, by_condition: dict[str, Interval], gap: Interval) -> str:
    people = len(set(answers.participant.tolist()))
    original, attacked = (percent(by_condition[name].estimate) for name in (ORIGINAL, ATTACKED))
    sentence = (
        f"{counted(people, 'person')} gave {counted(len(answers), 'answer')}: {original} were right on original "
        f"questions, {attacked} on attacked ones, a difference of {points(gap)}."
    )
    for model in design.models:
        before, after = (percent(float(str(row["accuracy"]))) for row in _models(design) if row["who"] == model)
        sentence += f" {model}, on the same questions: {before} and {after}."
    return sentence
