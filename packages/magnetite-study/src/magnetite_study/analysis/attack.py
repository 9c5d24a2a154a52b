"""Did magnets draw people? Right answers to original and to attacked questions, and how often each magnet is taken.

Lin et al. (2021, §4.4, Figure 4). In a counterbalanced design each question is compared with itself, in a fixed one
with others. A person's choice is among the options shown, of which the magnet has replaced one. A model's T_k is the
share of the study's questions whose own options the magnet beats, all of them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from examfiles.items import gathered
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray
from magnetite.core.headings import HIGH, INTERFERENCE, LOW
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.stats.crossed import crossed_difference, crossed_share
from magnetite.stats.intervals import Interval, share, wilson
from magnetite.stats.verdict import MARGIN, verdict
from magnetite_study.analysis.numbers import (
    ACCURACY,
    ANSWERS,
    CROSSED,
    PEOPLE,
    ShareComparison,
    accuracy_row,
    bounds,
    clusters,
    compared_shares,
    few,
    item_table,
    number,
    percent,
    points,
    short_table,
)
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Design, StudyQuestion

ATTACK, MAGNETS = "study_attack", "study_magnets"
ORIGINAL, ATTACKED = "original", "attacked"
MAGNET = (
    Heading("magnet"),
    Heading("questions", "placed in"),
    Heading("shown", "times shown", "count"),
    Heading("taken", "times taken", "count"),
    Heading("interference", "T on people", "share"),
    LOW,
    HIGH,
)


def attack_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report accuracy on original and attacked questions, and their difference, of people and of the models."""
    compared = attack_comparison(design, answers)
    by_condition = dict(zip((ORIGINAL, ATTACKED), compared.both, strict=True))
    rows = [*(accuracy_row(PEOPLE, name, each) for name, each in by_condition.items()), *_models(design)]
    numbers = [number("accuracy", each, group=f"{PEOPLE}, {name}") for name, each in by_condition.items()]
    numbers += compared.numbers("attacked minus original")
    numbers += [
        Number("accuracy", float(str(row["accuracy"])), n=int(str(row["n"])), group=f"{row['who']}, {row['condition']}")
        for row in rows
        if row["who"] != PEOPLE
    ]
    items = item_table(design, answers)
    return Finding(
        ATTACK,
        "People under attack",
        _answer(design, compared),
        tuple(numbers),
        (
            table(
                "study_accuracy", "Right answers to original and attacked questions", ACCURACY, rows, "study_accuracy"
            ),
            short_table(items),
        ),
        items,
        notes=(
            CROSSED,
            *compared.notes(),
            *((Reason("people-note-fixed"),) if design.assignment == "fixed" else ()),
        ),
    )


def attack_difference(design: Design, answers: StudyAnswers) -> Interval:
    """Return accuracy on attacked questions minus accuracy on original ones, a share."""
    return attack_comparison(design, answers).gap


def attack_comparison(design: Design, answers: StudyAnswers) -> ShareComparison:
    """Return people's shares of right answers to original and to attacked questions, and their difference."""
    return compared_shares(design, answers, answers.under(ATTACKED))


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
        yield accuracy_row(model, ORIGINAL, share(own[original], passages[original]))
        yield accuracy_row(model, ATTACKED, share(under[attacked], passages[attacked]))


def _answer(design: Design, compared: ShareComparison) -> Reason:
    lines = [few(compared), compared.shares("people-attack", ORIGINAL, ATTACKED)]
    if not compared.few:
        lines += [compared.difference("people-attack-gap"), *compared.found()]
    for model in design.models:
        before, after = (percent(float(str(row["accuracy"]))) for row in _models(design) if row["who"] == model)
        lines.append(Reason("people-attack-model", {"model": model, "before": before, "after": after}))
    return sentences(*lines)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedMagnet:
    """One magnet: the questions it is placed in, and which answers were given to it there, (answers,)."""

    text: str
    questions: tuple[StudyQuestion, ...]
    on: BoolArray


def magnet_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report each magnet's interference score on people and models, and whether it beats the option it replaces."""
    magnets = list(_magnets(design, answers))
    on = answers.under("attacked")
    passages = clusters(design)[answers.question]
    overall = crossed_share(answers.took_magnet[on], answers.participant[on], passages[on])
    more = _more_than_before(design, answers)
    numbers = [number("magnet chosen", overall, group=PEOPLE)]
    numbers += [_model_share(design, model) for model in design.models]
    numbers += [] if math.isnan(more.estimate) else [number("more than the option replaced", more, unit="points")]
    return Finding(
        MAGNETS,
        "Magnets and people",
        _magnet_answer(design, answers, overall, more, magnets),
        tuple(numbers),
        (
            table(
                "study_interference",
                "Interference score of each magnet",
                (Heading("magnet"), Heading("who", "answered by"), INTERFERENCE, LOW, HIGH, ANSWERS),
                (row for magnet in magnets for row in _scores(design, answers, magnet)),
                "study_interference",
            ),
            table(
                "study_magnets",
                "The magnets one by one",
                (*MAGNET, *(Heading(f"lost_by_{model}") for model in design.questions[0].chosen)),
                (_magnet_row(answers, magnet) for magnet in magnets),
                MAGNETS,
            ),
        ),
        notes=(CROSSED, Reason("people-note-alone"), Reason("people-note-scores"))
        if design.models
        else (CROSSED, Reason("people-note-alone")),
    )


def _magnets(design: Design, answers: StudyAnswers) -> Iterator[PlacedMagnet]:
    """Yield the magnets, in the order in which the design first uses them."""
    attacked = answers.under("attacked")
    places_of = gathered(
        (question.magnet.text, place) for place, question in enumerate(design.questions) if question.magnet is not None
    )
    for text, places in places_of.items():
        yield PlacedMagnet(
            text, tuple(design.questions[k] for k in places), attacked & np.isin(answers.question, places)
        )


def _human(answers: StudyAnswers, magnet: PlacedMagnet) -> Interval:
    """Return the share of those shown a magnet who took it, with Wilson's interval over people."""
    showings = int(magnet.on.sum())
    if not showings:
        return Interval(math.nan, 0.0, 1.0, 0)
    share = float(answers.took_magnet[magnet.on].mean())
    people = len(np.unique(answers.participant[magnet.on]))
    low, high = wilson(np.array([share]), np.array([float(people)]))
    return Interval(share, float(low[0]), float(high[0]), showings)


def _scores(design: Design, answers: StudyAnswers, magnet: PlacedMagnet) -> Iterator[dict[str, Value]]:
    human = _human(answers, magnet)
    if human.n:
        yield {"magnet": magnet.text, "who": PEOPLE, "interference": human.estimate, **bounds(human)}
    for model in design.models:
        first = magnet.questions[0].magnet
        assert first is not None
        if model in first.interference:
            score = first.interference[model]
            yield {"magnet": magnet.text, "who": model, "interference": score, "low": None, "high": None, "n": None}


def _magnet_row(answers: StudyAnswers, magnet: PlacedMagnet) -> dict[str, Value]:
    human = _human(answers, magnet)
    losses = {
        f"lost_by_{model}": sum(
            q.magnet is not None and q.magnet.chosen[model] == q.magnet.replaced for q in magnet.questions
        )
        for model in magnet.questions[0].chosen
    }
    return {
        "magnet": magnet.text,
        "questions": ", ".join(question.id for question in magnet.questions),
        "shown": human.n,
        "taken": int(answers.took_magnet[magnet.on].sum()),
        "interference": human.estimate if human.n else None,
        "low": human.low,
        "high": human.high,
        **losses,
    }


def _model_share(design: Design, model: str) -> Number:
    """Return the share of the attacked questions on which a model takes the magnet that people saw."""
    magnets = [question.magnet for question in design.questions if question.magnet is not None]
    losses = [magnet.chosen[model] == magnet.replaced for magnet in magnets]
    return Number("magnet chosen", sum(losses) / len(losses), n=len(losses), group=model)


def _more_than_before(design: Design, answers: StudyAnswers) -> Interval:
    """Return how much more often a magnet is taken than, by the other form's participants, the option it replaces."""
    if design.assignment == "fixed":
        return Interval(math.nan, math.nan, math.nan, 0)
    places = np.array([q.magnet.replaced if q.magnet is not None else -1 for q in design.questions])
    choices = answers.chosen == places[answers.question]
    passages = clusters(design)[answers.question]
    return crossed_difference(choices, answers.under("attacked"), answers.participant, answers.question, passages)


def _magnet_answer(
    design: Design, answers: StudyAnswers, overall: Interval, more: Interval, magnets: list[PlacedMagnet]
) -> Reason:
    counts = {"answers": many(overall.n, "answer"), "magnets": many(len(magnets), "magnet")}
    bounds = {"low": percent(overall.low), "high": percent(overall.high)}
    compared = attack_comparison(design, answers)
    people = [Reason("people-magnets", {"share": percent(overall.estimate), **counts, **bounds})]
    if compared.few:
        people.insert(0, few(compared))
    elif not math.isnan(more.low):
        beside = {"verdict": verdict(more, margin=MARGIN), "gap": points(more)}
        people.append(Reason("people-magnets-more", beside))
    models = [
        Reason("people-magnets-model", {"model": model, "share": percent(_model_share(design, model).value)})
        for model in design.models
    ]
    listed = Reason("writing-commas", {"parts": models})
    return sentences(*people, *([Reason("people-magnets-models", {"models": listed})] if models else []))
