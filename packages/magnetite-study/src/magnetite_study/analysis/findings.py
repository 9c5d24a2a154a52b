"""All findings of a study, in reading order; and the one on who took part, how far they agree, and their times."""

import math
from typing import TYPE_CHECKING

import numpy as np

from examfiles.errors import DataError
from examfiles.reasons import Reason, many, sentences
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.stats.agreement import nominal_alpha
from magnetite.stats.crossed import crossed_difference
from magnetite.stats.intervals import Interval
from magnetite.stats.verdict import FEWEST_PASSAGES, says_little
from magnetite_study.analysis.attack import attack_comparison, attack_finding, magnet_finding
from magnetite_study.analysis.flow import Flow, alike
from magnetite_study.analysis.numbers import (
    ANSWERS,
    RIGHT,
    ShareComparison,
    clusters,
    finite,
    median,
    number,
)
from magnetite_study.analysis.passage import (
    entropy_comparison,
    flagged_comparison,
    flagged_finding,
    no_passage_finding,
    passage_comparison,
    with_and_without_finding,
)
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Design

if TYPE_CHECKING:
    from magnetite_study.registration import Registration

TAKING_PART = "study_people"
PROGRESS = ("participant", "form", "answered", "median", "alike", "source")  # says nothing of what is compared
QUARTILES = (0.25, 0.5, 0.75)
SECONDS = (
    Heading("condition"),
    Heading("median"),
    Heading("quarter", "a quarter below"),
    Heading("three_quarters", "a quarter above"),
    ANSWERS,
)
PARTICIPANTS = {
    "accuracy": RIGHT,
    "median": Heading("median", "median seconds"),
    "alike": Heading("alike", "marked one letter", "share"),
}


def study_findings(
    design: Design, answers: StudyAnswers, flow: Flow | None = None, registration: "Registration | None" = None
) -> tuple[Finding, ...]:
    """Return every finding of a study; of one that is still collecting, who takes part and nothing that compares.

    `flow`: how many came to give these answers. `registration`: what was settled before. Raises DataError where there
    is no answer.
    """
    if flow is not None and not len(answers) and any(flow.excluded.values()):
        raise DataError(
            f"study '{design.name}': the rules set when it was made leave out all {sum(flow.excluded.values())} people "
            "who answered. Report all of them with --everyone."
        )
    if not len(answers):
        raise DataError(
            f"study '{design.name}' has no answers yet. Collect them with magnetite study serve, or from paper with "
            "magnetite study import."
        )
    about = taking_part_finding(design, answers, flow, registration)
    if registration is not None and registration.interim:
        return (about,)
    return *(each for part in design.parts for each in _compared(part, answers.within(design, part))), about


def _compared(design: Design, answers: StudyAnswers) -> tuple[Finding, ...]:
    """Return the findings that compare, of one part of a study."""
    if design.kind == "attack":
        return attack_finding(design, answers), magnet_finding(design, answers)
    if design.task != "with-and-without":
        return (no_passage_finding(design, answers),)
    flagged = (flagged_finding(design, answers),) if design.questions[0].flagged is not None else ()
    return *flagged, with_and_without_finding(design, answers)


def main_comparisons(design: Design, answers: StudyAnswers) -> tuple[ShareComparison, ...]:
    """Return the comparison that each part of a study is made for, which is the first that its report makes."""
    return tuple(_main(part, answers.within(design, part)) for part in design.parts)


def _main(design: Design, answers: StudyAnswers) -> ShareComparison:
    if design.kind == "attack":
        return attack_comparison(design, answers)
    if design.task != "with-and-without":
        return entropy_comparison(design, answers)
    if design.questions[0].flagged is not None:
        return flagged_comparison(design, answers)
    return passage_comparison(design, answers)


def taking_part_finding(
    design: Design, answers: StudyAnswers, flow: Flow | None = None, registration: "Registration | None" = None
) -> Finding:
    """Report participation, agreement and time; while answers may still come, participation alone.

    Whoever sees what a comparison shows so far, and may stop by it, finds effects that are not there (Armitage,
    McPherson and Rowe, 1969).
    """
    interim = registration is not None and registration.interim
    known = [name for name in ("original", "attacked", "no-passage") if answers.under(name).any()]
    conditions = [] if interim else known
    alphas = {name: _alpha(design, answers, name) for name in conditions}
    people = len(set(answers.participant.tolist()))
    counts = np.unique(answers.participant, return_counts=True)[1]
    whole = int((counts == len(design.questions)).sum())
    numbers = [Number("people who answered", people, unit="count"), Number("answered all", whole, unit="count")]
    numbers += [number("Krippendorff's alpha", alpha, unit="score", group=name) for name, alpha in alphas.items()]
    numbers += [] if interim or people < FEWEST_PASSAGES else _longer(design, answers)
    times = [_times(answers, name) for name in conditions]
    timed = bool(np.isfinite(answers.seconds).any()) and not interim
    participants = _participants(design, answers)
    if interim:
        participants = [{name: row[name] for name in PROGRESS if name in row} for row in participants]
    tables = (
        *(() if flow is None else (flow.table,)),
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
        sentences(
            _taking_part(design, people, whole, alphas),
            *(() if flow is None else (flow.reason,)),
            *((Reason("people-interim"),) if interim else ()),
        ),
        tuple(numbers),
        tables,
        notes=(
            *(() if interim else (Reason("people-note-alpha"),)),
            *(() if registration is None else registration.notes),
            *((Reason("people-note-times"),) if timed else ()),
            *_rules(design, flow),
            *(
                (Reason("people-note-missing", {"missing": missing, "expected": expected}),)
                if missing and not interim
                else ()
            ),
        ),
    )


def _rules(design: Design, flow: Flow | None) -> tuple[Reason, ...]:
    """Say which rules leave people out, or that they are not applied here."""
    own = design.exclusions
    if flow is None or not own.rules:
        return ()
    told = {"complete": own.complete, "seconds": own.seconds, "alike": own.alike}
    applied = "yes" if flow.excluded else "no"
    listed = [Reason("people-rule", {"rule": name, "value": told[name]}) for name in own.rules]
    return (Reason("people-note-rules", {"rules": Reason("writing-commas", {"parts": listed}), "applied": applied}),)


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
    attacked = design.parts[0]
    answers = answers.within(design, attacked)
    timed = answers.seconds > 0
    passages = clusters(attacked)[answers.question][timed]
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
    shares = alike(design, answers)
    for participant in np.unique(answers.participant).tolist():
        on = answers.participant == participant
        seconds = median(answers.seconds[on])
        form: dict[str, Value] = {"form": design.form(participant)} if len(design.forms) > 1 else {}
        magnets: dict[str, Value] = (
            {"magnets_taken": int(answers.took_magnet[on].sum())} if design.kind != "no-passage" else {}
        )
        rows.append(
            {
                "participant": str(participant),
                **form,
                "answered": int(on.sum()),
                "accuracy": float(answers.correct[on].mean()),
                **magnets,
                "median": None if seconds is None else round(seconds, 1),
                "alike": shares[participant],
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
