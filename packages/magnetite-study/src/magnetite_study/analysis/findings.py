"""All findings of a study, in reading order; and those that are not of an attack.

- Taking part: who answered, how far people agree, and how long they took.
- Without the passage (Liusie et al. 2022, footnote 4): the flagged questions are those of lowest entropy under a system
  that does not see the passage, the others those of highest.
- With and without the passage: all questions, each seen with its passage by one form and without it by the other.
"""

import math

import numpy as np

from examfiles.errors import DataError
from examfiles.reasons import Reason, many, sentences
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.stats.agreement import nominal_alpha
from magnetite.stats.crossed import crossed_difference, crossed_share
from magnetite.stats.intervals import Interval, share
from magnetite.stats.verdict import FEWEST_PASSAGES, says_little
from magnetite_study.analysis.attack import PEOPLE, attack_finding, few, magnet_finding
from magnetite_study.analysis.numbers import (
    ACCURACY,
    ANSWERS,
    CROSSED,
    RIGHT,
    ShareComparison,
    accuracy_row,
    clusters,
    finite,
    item_table,
    median,
    number,
    people_of,
    percent,
    short_table,
)
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Design

TAKING_PART, NO_PASSAGE, PASSAGE = "study_people", "study_no_passage", "study_passage"
QUARTILES = (0.25, 0.5, 0.75)
SECONDS = (
    Heading("condition"),
    Heading("median"),
    Heading("quarter", "a quarter below"),
    Heading("three_quarters", "a quarter above"),
    ANSWERS,
)
PARTICIPANTS = {"accuracy": RIGHT, "median": Heading("median", "median seconds")}
SHOWN = {"original": "with the passage", "no-passage": "without it"}
GROUPS = {"low": "flagged: lowest entropy", "high": "not flagged: highest entropy"}


def study_findings(design: Design, answers: StudyAnswers) -> tuple[Finding, ...]:
    """Return every finding of a study. Raises DataError where there is no answer yet."""
    if not len(answers):
        raise DataError(
            f"study '{design.name}' has no answers yet. Collect them with magnetite study serve, or from paper with "
            "magnetite study import."
        )
    about = taking_part_finding(design, answers)
    if design.task == "with-and-without":
        return with_and_without_finding(design, answers), about
    if design.kind == "no-passage":
        return no_passage_finding(design, answers), about
    return attack_finding(design, answers), magnet_finding(design, answers), about


def taking_part_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report participation, agreement and time."""
    conditions = [name for name in ("original", "attacked", "no-passage") if answers.under(name).any()]
    alphas = {name: _alpha(design, answers, name) for name in conditions}
    people = len(set(answers.participant.tolist()))
    counts = np.unique(answers.participant, return_counts=True)[1]
    whole = int((counts == len(design.questions)).sum())
    numbers = [Number("people who answered", people, unit="count"), Number("answered all", whole, unit="count")]
    numbers += [number("Krippendorff's alpha", alpha, unit="score", group=name) for name, alpha in alphas.items()]
    numbers += [] if people < FEWEST_PASSAGES else _longer(design, answers)
    times = [_times(answers, name) for name in conditions]
    timed = bool(np.isfinite(answers.seconds).any())
    participants = _participants(design, answers)
    tables = (
        *((table("study_times", "Seconds a question", SECONDS, times, "study_times"),) if timed else ()),
        table(
            "study_participants",
            "Participants",
            [PARTICIPANTS.get(name, Heading(name)) for name in (participants[0] if participants else ())],
            participants,
            "study_participants",
        ),
    )
    expected = len(design.questions) * len(set(answers.participant.tolist()))
    missing = expected - len(answers)
    return Finding(
        TAKING_PART,
        "Taking part",
        _taking_part(design, people, whole, alphas),
        tuple(numbers),
        tables,
        notes=(
            Reason("people-note-alpha"),
            *((Reason("people-note-times"),) if timed else ()),
            *((Reason("people-note-missing", {"missing": missing, "expected": expected}),) if missing else ()),
        ),
    )


def _alpha(design: Design, answers: StudyAnswers, condition: str) -> Interval:
    """Return alpha under one condition, with questions as units."""
    on = answers.under(condition)
    question = answers.question[on]
    keys = np.array([each.answer for each in design.questions])
    counts = np.array([len(each.item.options) for each in design.questions])
    categories = (answers.chosen[on] - keys[question] + question) % counts[question]
    return nominal_alpha(question, categories)


def _longer(design: Design, answers: StudyAnswers) -> list[Number]:
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


def _times(answers: StudyAnswers, condition: str) -> dict[str, Value]:
    seconds = answers.seconds[answers.under(condition) & ~np.isnan(answers.seconds)]
    quarter, middle, three = np.quantile(seconds, QUARTILES) if len(seconds) else (None, None, None)
    rounded = [None if value is None else round(float(value), 1) for value in (middle, quarter, three)]
    return dict(
        zip(("condition", "median", "quarter", "three_quarters", "n"), (condition, *rounded, len(seconds)), strict=True)
    )


def _participants(design: Design, answers: StudyAnswers) -> list[dict[str, Value]]:
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


def _taking_part(design: Design, people: int, whole: int, alphas: dict[str, Interval]) -> Reason:
    values = [
        Reason("people-alpha", {"alpha": alpha.estimate, "condition": name})
        for name, alpha in alphas.items()
        if not math.isnan(alpha.estimate) and not says_little(alpha, people)
    ]
    planned = {"people": many(people, "person"), "planned": design.participants, "whole": whole}
    began = Reason("people-people", {**planned, "questions": many(len(design.questions))})
    listed = Reason("writing-commas", {"parts": values})
    return sentences(began, *([Reason("people-alphas", {"alphas": listed})] if values else []))


def with_and_without_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report accuracy with and without the passage, on the same questions, of different people."""
    passages = clusters(design)[answers.question]
    withheld = answers.under("no-passage")
    halves = ~withheld, withheld
    people = {
        name: crossed_share(answers.correct[on], answers.participant[on], passages[on])
        for name, on in zip(SHOWN, halves, strict=True)
    }
    gap = crossed_difference(answers.correct, withheld, answers.participant, answers.question, passages)
    many_passages = len(np.unique(passages))
    compared = ShareComparison(people["original"], people["no-passage"], gap, many_passages, people_of(answers))
    guessing = float(np.mean([1 / len(question.item.options) for question in design.questions]))
    numbers = [number("accuracy", each, group=f"{PEOPLE}, {SHOWN[name]}") for name, each in people.items()]
    numbers.append(number("without minus with the passage", gap, unit="points", group=PEOPLE))
    numbers.append(Number("guessing", guessing, n=len(design.questions)))
    rows = [accuracy_row(PEOPLE, SHOWN[name], each) for name, each in people.items()]
    items = item_table(design, answers)
    shares = {"shown": percent(people["original"].estimate), "withheld": percent(people["no-passage"].estimate)}
    each = [int(((answers.question == place) & on).sum()) for place in range(len(design.questions)) for on in halves]
    return Finding(
        PASSAGE,
        "With and without the passage",
        sentences(
            few(compared, answers),
            Reason("people-passage", shares),
            *([] if compared.few else [compared.difference("people-passage-gap")]),
        ),
        tuple(numbers),
        (
            table("study_accuracy", "Right answers with and without the passage", ACCURACY, rows, "study_accuracy"),
            short_table(items),
        ),
        items,
        notes=(
            CROSSED,
            *((Reason("people-note-one-form"),) if len({q.withheld for q in design.questions}) == 1 else ()),
            Reason("people-note-each", {"least": min(each), "most": max(each)}),
            Reason("people-note-guessing", {"share": guessing}),
        ),
    )


def no_passage_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report accuracy without the passage on both groups of questions, of people and of the shortcut system."""
    low = np.array([q.shortcut is not None and q.shortcut.group == "low" for q in design.questions], dtype=np.bool_)
    passages, system = clusters(design), str(design.sources.get("shortcut", "the system"))
    right = np.array([q.shortcut is not None and q.shortcut.chosen == q.answer for q in design.questions])
    people: dict[str, Interval] = {}
    machine: dict[str, Interval] = {}
    for group, members in (("low", low), ("high", ~low)):
        on = members[answers.question]
        people[group] = crossed_share(answers.correct[on], answers.participant[on], passages[answers.question[on]])
        machine[group] = share(right[members], passages[members])
    gap = crossed_difference(
        answers.correct, low[answers.question], answers.participant, answers.question, passages[answers.question]
    )
    compared = ShareComparison(
        people["high"], people["low"], gap, len(np.unique(passages[answers.question])), people_of(answers)
    )
    both = ((PEOPLE, people), (system, machine))
    rows = [accuracy_row(who, GROUPS[group], each[group]) for group in GROUPS for who, each in both]
    guessing = float(np.mean([1 / len(question.item.options) for question in design.questions]))
    numbers = [number("accuracy", people[group], group=f"{PEOPLE}, {GROUPS[group]}") for group in GROUPS]
    numbers.append(number("flagged minus not flagged", gap, unit="points", group=PEOPLE))
    numbers += [number("accuracy", machine[group], group=f"{system}, {GROUPS[group]}") for group in GROUPS]
    numbers.append(Number("guessing", guessing, n=len(design.questions)))
    items = item_table(design, answers)
    return Finding(
        NO_PASSAGE,
        "Questions without their passages",
        _no_passage(answers, compared, machine, system),
        tuple(numbers),
        (
            table("study_accuracy", "Right answers without the passage", ACCURACY, rows, "study_accuracy"),
            short_table(items),
        ),
        items,
        notes=(CROSSED, Reason("people-note-guessing", {"share": guessing})),
    )


def _no_passage(answers: StudyAnswers, compared: ShareComparison, machine: dict[str, Interval], system: str) -> Reason:
    shares = {"low": percent(compared.second.estimate), "high": percent(compared.first.estimate)}
    own = {group: percent(machine[group].estimate) for group in GROUPS}
    gap = [] if compared.few else [compared.difference("people-no-passage-gap")]
    return sentences(
        few(compared, answers),
        Reason("people-no-passage", shares),
        *gap,
        Reason("people-no-passage-system", {"system": system, **own}),
    )
