"""Can people answer flagged questions without the passage? Liusie et al. (2022, footnote 4).

The flagged questions are those of lowest entropy under a system that does not see the passage, the others those of
highest.
"""

import numpy as np

from magnetite.core.results import Finding, Number, Table, Value
from magnetite.stats.crossed import crossed_difference, crossed_share
from magnetite.stats.intervals import Interval, share
from magnetite.study.analysis.items import item_table, short_table
from magnetite.study.analysis.numbers import CROSSED, bounds, clusters, columns, counted, number, percent, points
from magnetite.study.answers import Answers
from magnetite.study.design import Design

NAME, PEOPLE = "study_no_passage", "people"
GROUPS = {"low": "flagged: lowest entropy", "high": "not flagged: highest entropy"}
GUESSING = "A participant who guesses is right on {share} of these questions."


def no_passage_finding(design: Design, answers: Answers) -> Finding:
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
    rows = [_row(who, group, each[group]) for group in GROUPS for who, each in ((PEOPLE, people), (system, machine))]
    guessing = float(np.mean([1 / len(question.item.options) for question in design.questions]))
    numbers = [number("accuracy", people[group], group=f"{PEOPLE}, {GROUPS[group]}") for group in GROUPS]
    numbers.append(number("flagged minus not flagged", gap, unit="points", group=PEOPLE))
    numbers += [number("accuracy", machine[group], group=f"{system}, {GROUPS[group]}") for group in GROUPS]
    numbers.append(Number("guessing", guessing, n=len(design.questions)))
    items = item_table(design, answers)
    return Finding(
        NAME,
        "Questions without their passages",
        _sentence(answers, people, machine, gap, system),
        tuple(numbers),
        (
            Table("study_accuracy", "Right answers without the passage", columns(rows), "study_accuracy"),
            short_table(items),
        ),
        items,
        notes=(CROSSED, GUESSING.format(share=percent(guessing))),
    )


def _row(who: str, group: str, accuracy: Interval) -> dict[str, Value]:
    return {"who": who, "condition": GROUPS[group], "accuracy": accuracy.estimate, **bounds(accuracy)}


def _sentence(
    answers: Answers, people: dict[str, Interval], machine: dict[str, Interval], gap: Interval, system: str
) -> str:
    many = len(set(answers.participant.tolist()))
    return (
        f"Without the passages, {counted(many, 'person')} answered {percent(people['low'].estimate)} of the flagged "
        f"questions correctly and {percent(people['high'].estimate)} of the others, a difference of {points(gap)}; "
        f"{system}: {percent(machine['low'].estimate)} and {percent(machine['high'].estimate)}."
    )
