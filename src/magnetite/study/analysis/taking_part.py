"""How the study went: who answered, how far people agree, and how long they took."""

import math

import numpy as np

from magnetite.core.results import Finding, Number, Table, Value
from magnetite.stats.alpha import nominal_alpha
from magnetite.stats.crossed import crossed_difference
from magnetite.stats.intervals import Interval
from magnetite.study.analysis.numbers import clusters, columns, counted, finite, median, number
from magnetite.study.answers import Answers
from magnetite.study.design import Design

NAME = "study_people"
ALPHA = (
    "Krippendorff's alpha is 1 where everybody chooses alike and 0 where they agree no more than by chance. Options "
    "are numbered so that right answers spread evenly over the numbers; the interval is a bootstrap over questions."
)
TIMES = "Times run from a question's first showing to its answer, pauses included; therefore medians are given."
QUARTILES = (0.25, 0.5, 0.75)


def taking_part_finding(design: Design, answers: Answers) -> Finding:
    """Report participation, agreement and time."""
    conditions = [name for name in ("original", "attacked", "no-passage") if answers.under(name).any()]
    alphas = {name: _alpha(design, answers, name) for name in conditions}
    people = len(set(answers.participant.tolist()))
    whole = _complete(design, answers)
    numbers = [Number("people who answered", people, unit="count"), Number("answered all", whole, unit="count")]
    numbers += [number("Krippendorff's alpha", alpha, unit="score", group=name) for name, alpha in alphas.items()]
    numbers += _longer(design, answers)
    times = [_times(answers, name) for name in conditions]
    timed = bool(np.isfinite(answers.seconds).any())
    tables = (
        *((Table("study_times", "Seconds a question", columns(times), "study_times"),) if timed else ()),
        Table("study_participants", "Participants", columns(_participants(design, answers)), "study_participants"),
    )
    return Finding(
        NAME,
        "Taking part",
        _sentence(design, people, whole, alphas),
        tuple(numbers),
        tables,
        notes=(ALPHA, *((TIMES,) if timed else ()), *_missing(design, answers)),
    )


def _alpha(design: Design, answers: Answers, condition: str) -> Interval:
    """Return alpha under one condition, with questions as units."""
    on = answers.under(condition)
    question = answers.question[on]
    keys = np.array([each.answer for each in design.questions])
    counts = np.array([len(each.item.options) for each in design.questions])
    categories = (answers.chosen[on] - keys[question] + question) % counts[question]
    return nominal_alpha(question, categories, seed=design.seed)


def _complete(design: Design, answers: Answers) -> int:
    counts = np.unique(answers.participant, return_counts=True)[1]
    return int((counts == len(design.questions)).sum())


def _longer(design: Design, answers: Answers) -> list[Number]:
    """Return how much longer attacked questions take, as a relative change, from the logarithms of the seconds."""
    timed = answers.seconds > 0
    passages = clusters(design)[answers.question][timed]
    questions, people = answers.question[timed], answers.participant[timed]
    logs = np.log(answers.seconds[timed])
    gap = crossed_difference(logs, answers.under("attacked")[timed], people, questions, passages)
    if math.isnan(gap.estimate):
        return []
    low, high = (finite(math.expm1(bound)) for bound in (gap.low, gap.high))
    return [Number("time, attacked against original", math.expm1(gap.estimate), low, high, gap.n, "change")]


def _times(answers: Answers, condition: str) -> dict[str, Value]:
    seconds = answers.seconds[answers.under(condition) & ~np.isnan(answers.seconds)]
    quarter, middle, three = np.quantile(seconds, QUARTILES) if len(seconds) else (None, None, None)
    rounded = [None if value is None else round(float(value), 1) for value in (middle, quarter, three)]
    return dict(
        zip(("condition", "median", "quarter", "three_quarters", "n"), (condition, *rounded, len(seconds)), strict=True)
    )


def _participants(design: Design, answers: Answers) -> list[dict[str, Value]]:
    rows: list[dict[str, Value]] = []
    for participant in np.unique(answers.participant).tolist():
        on = answers.participant == participant
        seconds = median(answers.seconds[on])
        form: dict[str, Value] = {"form": design.form(participant)} if len(design.forms) > 1 else {}
        magnets: dict[str, Value] = (
            {"magnets_taken": int(answers.took_magnet[on].sum())} if design.kind == "attack" else {}
        )
        rows.append(
            {
                "participant": str(participant),
                **form,
                "answered": int(on.sum()),
                "accuracy": float(answers.correct[on].mean()),
                **magnets,
                "median": None if seconds is None else round(seconds, 1),
                "source": " and ".join(sorted({s for s, here in zip(answers.source, on, strict=True) if here})),
            }
        )
    return rows


def _missing(design: Design, answers: Answers) -> tuple[str, ...]:
    """Return a note on the answers missing from those who began."""
    expected = len(design.questions) * len(set(answers.participant.tolist()))
    missing = expected - len(answers)
    if not missing:
        return ()
    return (
        f"{missing:,} of {expected:,} answers are missing from those who began; shares are over the answers given.",
    )


def _sentence(design: Design, people: int, whole: int, alphas: dict[str, Interval]) -> str:
    values = ", ".join(
        f"{alpha.estimate:.2f} ({name})" for name, alpha in alphas.items() if not math.isnan(alpha.estimate)
    )
    agreement = f" Krippendorff's alpha: {values}." if values else ""
    return (
        f"{counted(people, 'person')} of {design.participants} planned answered, {whole} of them all "
        f"{counted(len(design.questions), 'question')}.{agreement}"
    )
