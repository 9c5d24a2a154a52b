"""How often does a study find an effect that is there, and one that is not, and does its interval contain the truth?

    python -m benchmarks.study_power [--studies 400] [--participants 20 8] [--questions 20] [--page FILE]

Simulated participants with known ability and susceptibility take a study of each design; a study finds an effect where
the 95% interval of the difference excludes 0. The interval in use is compared with a crossed bootstrap, which
resamples both participants and questions. The true difference is an integral over people and questions.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from benchmarks.published import publish
from benchmarks.study_flagged import truth
from magnetite.core.results import Finding, Heading, table
from magnetite.stats.crossed import crossed_difference
from magnetite.stats.intervals import Interval
from magnetite_study.answers import StudyAnswers
from magnetite_study.design import Assignment, Design
from magnetite_study.simulated import Population, simulate
from tests.study.made import attack, no_passage

RESAMPLES = 500
Kind = Assignment | Literal["no-passage"]
NOTHING, MISSING = "nothing", ", 20% missing"
ORIGINAL, WITHOUT = Population(), Population(ability=0.0)  # of studies with magnets, and of those without passages
HEADINGS = (
    *(Heading("design"), Heading("planted"), Heading("difference", "difference, points, on average", "points")),
    *(Heading("found", unit="share"), Heading("bootstrap", "by a crossed bootstrap", "share")),
    *(
        Heading("covers", "interval contains the truth", "share"),
        Heading("bootstrap_covers", "the bootstrap’s", "share"),
    ),
)
NOTE = (
    "Simulated people know an answer or guess among four options; ability and difficulty have a spread of 1 logit. "
    "They are right on {right:.0%} of the questions in their original form, and on {without:.1%} without the passage "
    "where nothing is planted. All magnets draw people equally often. Everyone answers every question, but for the "
    "rows in which one answer in five is missing. With "
    "people of another ability, the same effect is found more or less often: magnetite study power takes yours. An "
    "effect is found if the 95% interval of the difference excludes 0. The interval in use is that of a crossed "
    "difference; a crossed bootstrap resamples both participants and questions ([decision "
    "18](../decisions/018-studies.md))."
)


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
    """Return the mean difference, the share of studies that find one, and of those whose interval contains the truth.

    Both shares are followed by those of a crossed bootstrap.
    """
    true = planted(kind, population)
    found, covered, estimates = [0, 0], [0, 0], []
    for seed in range(studies):
        design = (
            no_passage(questions, participants=participants, seed=seed)
            if kind == "no-passage"
            else attack(questions, participants=participants, seed=seed, assignment=kind)
        )
        answers = simulate(design, population, seed=seed)
        both = difference(design, answers), bootstrapped(design, answers, seed)
        for way, each in enumerate(both):
            found[way] += not each.low <= 0 <= each.high
            covered[way] += each.low <= true <= each.high
        estimates.append(both[0].estimate)
    return float(np.mean(estimates)), *(each / studies for each in (*found, *covered))


def planted(kind: Kind, population: Population) -> float:
    """Return the true difference: attacked minus original, or flagged minus other questions."""
    if kind == "no-passage":
        return truth(population, 1) - truth(population, -1)
    return -population.susceptibility * truth(population, 0)


def cases() -> Iterator[tuple[Kind, str, Population]]:
    """Yield what is tried: the design, what was planted, and whom it is given to."""
    for kind in ("counterbalanced", "fixed"):
        yield kind, NOTHING, ORIGINAL
        for drawn in (0.05, 0.1, 0.2, 0.4):
            yield kind, f"magnets draw {drawn:.0%}", replace(ORIGINAL, susceptibility=drawn)
        yield kind, f"magnets draw 20%{MISSING}", replace(ORIGINAL, susceptibility=0.2, finishing=0.8)
    yield "no-passage", NOTHING, WITHOUT
    for easier in (0.5, 1.0, 2.0):
        yield "no-passage", f"flagged easier by {easier} logits", replace(WITHOUT, easier=easier)
    yield "no-passage", f"flagged easier by 2.0 logits{MISSING}", replace(WITHOUT, easier=2.0, finishing=0.8)


def main() -> None:
    """Give every study to every number of participants, and publish the page."""
    arguments = _arguments()
    publish(
        arguments.page,
        "How often a study with people finds an effect, simulated",
        f"{arguments.studies} studies each, of {arguments.questions} questions, with simulated participants",
        [_finding(many, arguments.questions, arguments.studies) for many in arguments.participants],
        note=note(),
        device="cpu",
    )


def note() -> str:
    """Return what a reader must know before the figures: who the simulated people are, and when an effect is found."""
    return NOTE.format(right=truth(ORIGINAL, 0), without=truth(WITHOUT, 0))


def _finding(participants: int, questions: int, studies: int) -> Finding:
    rows: list[list[Any]] = [
        [kind, planted, *shares(kind, population, participants, questions, studies)]
        for kind, planted, population in cases()
    ]
    chance = max(row[3] for row in rows if row[1] == NOTHING)
    covers = [row[5] for row in rows]
    return Finding(
        f"participants-{participants}",
        f"With {participants} participants",
        f"Where nothing was planted, at most {chance:.1%} of the studies of a design find something. Of the 95% "
        f"intervals in use, {min(covers):.1%} to {max(covers):.1%} contain the true difference.",
        tables=(table("power", "Studies that find an effect", HEADINGS, rows),),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=400)
    parser.add_argument("--participants", type=int, nargs="+", default=[20, 8])
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
