"""How often does a study find an effect that is there, and one that is not?

    python benchmarks/study_power.py --studies 400

Simulated participants with known ability and susceptibility take a study of each design; a study finds an effect where
the 95% interval of the difference excludes 0. Beside the interval in use stands a crossed bootstrap, which resamples
participants and questions both.
"""

import argparse
from collections.abc import Iterator
from typing import Literal

import numpy as np
from tests.study.simulated import Population, simulate

from magnetite.core.items import Item
from magnetite.stats.crossed import crossed_difference
from magnetite.stats.intervals import Interval
from magnetite.study.answers import StudyAnswers
from magnetite.study.design import Assignment, Design
from magnetite.study.make import OfferedMagnet, make_attack, make_no_passage

RESAMPLES = 500
Kind = Assignment | Literal["no-passage"]


def attack(assignment: Assignment, participants: int, questions: int, seed: int) -> Design:
    """Make an attack study of made-up questions."""
    magnets = [OfferedMagnet(f"magnet {number}") for number in range(questions // 2)]
    return make_attack(
        items(questions), magnets, name="made", questions=questions, participants=participants, seed=seed,
        assignment=assignment,
    )  # fmt: skip


def no_passage(participants: int, questions: int, seed: int) -> Design:
    """Make a study of made-up questions without their passages, half of low entropy."""
    asked = items(questions)
    sure, unsure = (0.97, 0.01, 0.01, 0.01), (0.25, 0.25, 0.25, 0.25)
    probabilities = {item.id: sure if place % 2 else unsure for place, item in enumerate(asked)}
    return make_no_passage(
        asked, probabilities, name="made", questions=questions, participants=participants, seed=seed
    )  # fmt: skip


def items(many: int) -> list[Item]:
    """Make up questions, a passage each."""
    return [
        Item(f"i{k}", f"p{k}", f"Passage {k}.", "Which?", tuple(f"{k} {letter}" for letter in "abcd"), k % 4)
        for k in range(many)
    ]


def difference(design: Design, answers: StudyAnswers) -> Interval:
    """Return the difference in use: attacked minus original, or low minus high entropy."""
    return crossed_difference(answers.correct, second(design, answers), answers.participant, answers.question)


def second(design: Design, answers: StudyAnswers) -> np.ndarray:
    """Return which answers are of the second of the two conditions."""
    if design.kind == "attack":
        return answers.under("attacked")
    low = np.array([q.shortcut is not None and q.shortcut.group == "low" for q in design.questions])
    return low[answers.question]


def bootstrapped(design: Design, answers: StudyAnswers, seed: int) -> Interval:
    """Return the same difference with the percentile interval of a crossed bootstrap."""
    random = np.random.default_rng(seed)
    people, person = np.unique(answers.participant, return_inverse=True)
    many, on = len(design.questions), second(design, answers)
    weights = [random.multinomial(n, np.full(n, 1 / n), size=RESAMPLES).astype(float) for n in (len(people), many)]
    means = []
    for condition in (on, ~on):
        hits, sizes = np.zeros((len(people), many)), np.zeros((len(people), many))
        np.add.at(hits, (person[condition], answers.question[condition]), answers.correct[condition])
        np.add.at(sizes, (person[condition], answers.question[condition]), 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            means.append(
                ((weights[0] @ hits) * weights[1]).sum(axis=1) / ((weights[0] @ sizes) * weights[1]).sum(axis=1)
            )
    low, high = np.nanquantile(means[0] - means[1], [0.025, 0.975])
    return Interval(float(answers.correct[on].mean() - answers.correct[~on].mean()), low, high, len(on))


def shares(kind: Kind, population: Population, participants: int, questions: int, studies: int) -> tuple[float, ...]:
    """Return the share of studies that find a difference, that of a crossed bootstrap, and their mean estimate."""
    found, by_bootstrap, estimates = 0, 0, []
    for seed in range(studies):
        design = (
            no_passage(participants, questions, seed)
            if kind == "no-passage"
            else attack(kind, participants, questions, seed)
        )
        answers = simulate(design, population, seed=seed)
        here, there = difference(design, answers), bootstrapped(design, answers, seed)
        found += not here.low <= 0 <= here.high
        by_bootstrap += not there.low <= 0 <= there.high
        estimates.append(here.estimate)
    return found / studies, by_bootstrap / studies, float(np.mean(estimates))


def cases() -> Iterator[tuple[Kind, str, Population]]:
    """Yield what is tried: the design, what was planted, and whom it is given to."""
    for kind in ("counterbalanced", "fixed"):
        yield kind, "nothing", Population()
        for drawn in (0.05, 0.1, 0.2, 0.4):
            yield kind, f"magnets draw {drawn:.0%}", Population(susceptibility=drawn)
    yield "no-passage", "nothing", Population(ability=0.0)
    for easier in (0.5, 1.0, 2.0):
        yield "no-passage", f"flagged easier by {easier} logits", Population(ability=0.0, easier=easier)


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=400)
    parser.add_argument("--participants", type=int, default=20)
    parser.add_argument("--questions", type=int, default=20)
    told = parser.parse_args()
    print(f"{told.studies} studies of {told.participants} participants and {told.questions} questions")
    print(f"{'design':16s} {'planted':28s} {'difference':>10s} {'found':>7s} {'bootstrap':>10s}")
    for kind, planted, population in cases():
        found, other, mean = shares(kind, population, told.participants, told.questions, told.studies)
        print(f"{kind:16s} {planted:28s} {100 * mean:+9.1f}p {found:7.1%} {other:10.1%}")


if __name__ == "__main__":
    main()
