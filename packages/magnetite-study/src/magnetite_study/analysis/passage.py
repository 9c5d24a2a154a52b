"""What can people answer without the passage? Findings of no-passage designs.

- With and without the passage: all questions, each seen with its passage by one form and without it by the other.
- Flagged questions: those that a check, or somebody, flagged before anybody answered, beside the others, both without
  their passages; and beside guessing. So it shows whether flags agree with people who saw no passage.
- Without the passage (Liusie et al. 2022, footnote 4): the questions of lowest entropy under a system that does not
  see the passage, beside those of highest.
"""

from collections.abc import Sequence

import numpy as np

from examfiles.reasons import Reason, sentences
from magnetite.core.cells import BoolArray
from magnetite.core.headings import HIGH, LOW
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.stats.intervals import Interval, share
from magnetite.stats.verdict import verdict
from magnetite_study.analysis.numbers import (
    ACCURACY,
    ANSWERS,
    CROSSED,
    PEOPLE,
    RIGHT,
    ShareComparison,
    accuracy_row,
    bounds,
    clusters,
    compared_shares,
    few,
    item_table,
    number,
    percent,
    short_table,
)
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Design, StudyQuestion

NO_PASSAGE, PASSAGE, FLAGGED = "study_no_passage", "study_passage", "study_flagged"
SHOWN = {"original": "with the passage", "no-passage": "without it"}
GROUPS = {"low": "lowest entropy", "high": "highest entropy"}
SIDES = ("not flagged", "flagged")
SET = (
    *(Heading("questions"), Heading("passage"), Heading("asked", "questions asked", "count")),
    *(RIGHT, LOW, HIGH, ANSWERS, Heading("guessing", unit="share")),
)


def guessing_of(questions: Sequence[StudyQuestion]) -> float:
    """Return the share of questions that somebody who guesses gets right."""
    return float(np.mean([1 / len(question.item.options) for question in questions])) if questions else float("nan")


def passage_comparison(design: Design, answers: StudyAnswers) -> ShareComparison:
    """Return the shares of right answers with the passage and without it."""
    return compared_shares(design, answers, answers.under("no-passage"))


def with_and_without_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report accuracy with and without the passage, on the same questions, of different people."""
    withheld = answers.under("no-passage")
    compared = passage_comparison(design, answers)
    people = dict(zip(SHOWN, compared.both, strict=True))
    numbers = [number("accuracy", each, group=f"{PEOPLE}, {SHOWN[name]}") for name, each in people.items()]
    numbers += compared.numbers("without minus with the passage")
    guessing = guessing_of(design.questions)
    numbers.append(Number("guessing", guessing, n=len(design.questions)))
    rows = [accuracy_row(PEOPLE, SHOWN[name], each) for name, each in people.items()]
    items = item_table(design, answers)
    halves = ~withheld, withheld
    each = [int(((answers.question == place) & on).sum()) for place in range(len(design.questions)) for on in halves]
    gap = [] if compared.few else [compared.difference("people-passage-gap"), *compared.found()]
    return Finding(
        PASSAGE,
        "With and without the passage",
        sentences(few(compared), compared.shares("people-passage", "shown", "withheld"), *gap),
        tuple(numbers),
        (
            table("study_accuracy", "Right answers with and without the passage", ACCURACY, rows, "study_accuracy"),
            short_table(items),
        ),
        items,
        notes=(
            CROSSED,
            *compared.notes(),
            *((Reason("people-note-one-form"),) if len({q.withheld for q in design.questions}) == 1 else ()),
            Reason("people-note-each", {"least": min(each), "most": max(each)}),
            Reason("people-note-guessing", {"share": guessing}),
        ),
    )


def flagged_comparison(design: Design, answers: StudyAnswers, condition: str = "no-passage") -> ShareComparison:
    """Return the shares of right answers to the questions that are not flagged and to those that are."""
    return compared_shares(design, answers, _flagged(design)[answers.question], answers.under(condition))


def flagged_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report accuracy without the passage on flagged questions and on the others, their difference, and guessing."""
    flagged = _flagged(design)
    without, having = (flagged_comparison(design, answers, name) for name in ("no-passage", "original"))
    sides = [[q for q in design.questions if q.flagged is side] for side in (False, True)]
    guessing = [guessing_of(side) for side in sides]
    numbers = [
        *(number("accuracy", each, group=name) for name, each in zip(SIDES, without.both, strict=True)),
        *without.numbers("flagged minus not flagged"),
        *(
            Number("guessing", each, n=len(side), group=name)
            for name, each, side in zip(SIDES, guessing, sides, strict=True)
        ),
    ]
    counts = np.bincount(flagged.astype(np.int64), minlength=2).tolist()
    rows: list[tuple[Value, ...]] = [
        (SIDES[k], SHOWN[condition], counts[k], each[k].estimate, *bounds(each[k]).values(), guessing[k])
        for k in (1, 0)
        for condition, each in (("no-passage", without.both), ("original", having.both))
        if each[k].n
    ]
    return Finding(
        FLAGGED,
        "Flagged questions without their passages",
        _flagged_answer(without, guessing[1]),
        tuple(numbers),
        (table("study_flagged", "Right answers to flagged questions and to the others", SET, rows),),
        notes=(CROSSED, *without.notes(), _by(design)),
    )


def _flagged(design: Design) -> BoolArray:
    return np.array([question.flagged is True for question in design.questions], dtype=np.bool_)


def _by(design: Design) -> Reason:
    """Say who or what flagged the questions."""
    rules = [str(rule) for rule in design.sources.get("flagged_rules", ())]
    return Reason("people-note-flagged", {"by": "rules" if rules else "list", "rules": ", ".join(rules)})


def _flagged_answer(compared: ShareComparison, guessing: float) -> Reason:
    if not compared.answers:
        return few(compared)
    lines = [few(compared), compared.shares("people-flagged", "others", "flagged")]
    if not compared.few:
        sides = {"others": compared.first, "flagged": compared.second}
        told = {f"{name}_{end}": percent(getattr(each, end)) for name, each in sides.items() for end in ("low", "high")}
        against = {"verdict": verdict(compared.second, guessing), "guessing": percent(guessing)}
        lines = [
            lines[0],
            Reason("people-flagged-between", {**lines[1].values, **told}),
            compared.difference("people-flagged-gap"),
            *compared.found(),
            Reason("people-flagged-guessing", against),
        ]
    return sentences(*lines)


def _lowest(design: Design) -> BoolArray:
    return np.array([q.shortcut is not None and q.shortcut.group == "low" for q in design.questions], dtype=np.bool_)


def entropy_comparison(design: Design, answers: StudyAnswers) -> ShareComparison:
    """Return the shares of right answers to the questions of highest entropy and to those of lowest."""
    return compared_shares(design, answers, _lowest(design)[answers.question])


def no_passage_finding(design: Design, answers: StudyAnswers) -> Finding:
    """Report accuracy without the passage on both groups of questions, of people and of the shortcut system."""
    low = _lowest(design)
    passages, system = clusters(design), str(design.sources.get("shortcut", "the system"))
    right = np.array([q.shortcut is not None and q.shortcut.chosen == q.answer for q in design.questions])
    compared = entropy_comparison(design, answers)
    people = dict(zip(("high", "low"), compared.both, strict=True))
    machine = {name: share(right[on], passages[on]) for name, on in (("low", low), ("high", ~low))}
    both = ((PEOPLE, people), (system, machine))
    rows = [accuracy_row(who, GROUPS[group], each[group]) for group in GROUPS for who, each in both]
    guessing = guessing_of(design.questions)
    numbers = [number("accuracy", people[group], group=f"{PEOPLE}, {GROUPS[group]}") for group in GROUPS]
    numbers += compared.numbers("lowest minus highest entropy")
    numbers += [number("accuracy", machine[group], group=f"{system}, {GROUPS[group]}") for group in GROUPS]
    numbers.append(Number("guessing", guessing, n=len(design.questions)))
    items = item_table(design, answers)
    return Finding(
        NO_PASSAGE,
        "Questions without their passages",
        _no_passage(compared, machine, system),
        tuple(numbers),
        (
            table("study_accuracy", "Right answers without the passage", ACCURACY, rows, "study_accuracy"),
            short_table(items),
        ),
        items,
        notes=(CROSSED, *compared.notes(), Reason("people-note-guessing", {"share": guessing})),
    )


def _no_passage(compared: ShareComparison, machine: dict[str, Interval], system: str) -> Reason:
    own = {group: percent(machine[group].estimate) for group in GROUPS}
    asked = {group: machine[group].n for group in GROUPS}
    gap = [] if compared.few else [compared.difference("people-no-passage-gap"), *compared.found()]
    return sentences(
        few(compared),
        compared.shares("people-no-passage", "high", "low"),
        *gap,
        Reason("people-no-passage-system", {"system": system, **own, "of": asked["low"], "of_high": asked["high"]}),
    )
