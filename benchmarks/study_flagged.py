"""Do flags agree with people who saw no passage? What a study of flagged questions says where the truth is known.

    python -m benchmarks.study_flagged [--studies 100] [--participants 20 60] [--page FILE]

Simulated people answer `study create --design no-passage --flagged` on 40 questions of 20 passages, of which 12 are
flagged, spread over the passages. They know less without the passage; how much easier flagged questions then are is
planted. The true shares are integrals over people and questions, the others are what reports say.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table
from magnetite.stats.verdict import verdict
from magnetite_study.analysis.numbers import ShareComparison
from magnetite_study.analysis.passage import flagged_comparison
from magnetite_study.design import Design
from magnetite_study.power import expected
from magnetite_study.simulated import Population, simulate
from tests.study.made import items, with_and_without

QUESTIONS, PASSAGES, FLAGGED, OPTIONS = 40, 20, 12, 4
GUESSING = Population(without=-40.0)
LITTLE = Population(without=-2.5)  # know one answer in ten without the passage
SOME = Population(without=-0.5)  # know four in ten
NODES = 60  # of the integral over ability and difficulty
HEADINGS = (
    *(Heading("planted"), Heading("flagged", "right on flagged, truly", "share")),
    *(Heading("others", "right on the others, truly", "share"), Heading("true", "true difference, points", "points")),
    *(Heading("difference", "difference reported, on average", "points"),),
    *(Heading("held", "interval holds the truth", "share"), Heading("found", "said to be more often", "share")),
    *(Heading("guessing", "said to beat guessing", "share"),),
)
NOTE = (
    "All people on this page are simulated: it compares what reports say of known people with what is true of them. "
    "Whether the flags of a check agree with real people it cannot show. For that, people are missing: nobody has "
    "answered such a study yet. Simulated people know an answer or guess among four options; ability and difficulty "
    "have a spread of 1 logit, and with the passage {right:.0%} of their answers are right. Each person is asked half "
    'of the questions without their passages. "Said" is the verdict of a report, which its 95% interval decides.'
)


def cases() -> Iterator[tuple[str, Population]]:
    """Yield what is planted, and the people that the studies are given to."""
    yield "nothing; people only guess without the passage", GUESSING
    yield "nothing; people know little without the passage", LITTLE
    yield "nothing; people know some answers", SOME
    for easier in (0.5, 1.0, 2.0):
        yield f"flagged easier without the passage by {easier} logits", replace(SOME, easier=easier)
    yield "flagged harder without the passage by 1.0 logits", replace(SOME, easier=-1.0)
    yield "flagged easier by 1.0 logits; one answer in three missing", replace(SOME, easier=1.0, finishing=0.67)


def truth(population: Population, side: int) -> float:
    """Return the true share of right answers without the passage: side 1 of flagged questions, -1 of the others."""
    points, weights = np.polynomial.hermite_e.hermegauss(NODES)
    ability = population.ability if population.without is None else population.without
    spread = float(np.hypot(population.ability_spread, population.difficulty_spread))
    logits = ability + side * population.easier / 2 + spread * points
    known = float(weights @ (1 / (1 + np.exp(-logits))) / weights.sum())
    return known + (1 - known) / OPTIONS


def main() -> None:
    """Give studies to every number of people, and publish the page."""
    arguments = _arguments()
    with_passage = truth(Population(), 0)
    publish(
        arguments.page,
        "Flags and people who saw no passage",
        f"{arguments.studies} studies each, of {QUESTIONS} questions, {FLAGGED} flagged, with simulated people",
        [_finding(many, arguments.studies) for many in arguments.participants],
        note=NOTE.format(right=with_passage),
        device="cpu",
    )


def design_of(participants: int) -> Design:
    """Return the study that is given to so many people."""
    flagged = {f"i{k}" for k in range(0, QUESTIONS, 3)}
    chosen = set(sorted(flagged, key=lambda name: int(name[1:]))[:FLAGGED])
    return with_and_without(items=items(QUESTIONS, passages=PASSAGES), participants=participants, flagged=chosen)


def _finding(participants: int, studies: int) -> Finding:
    design = design_of(participants)
    [told] = expected(design)
    rows = [_row(planted, population, design, studies) for planted, population in cases()]
    words = f"Before anyone answers, such a study is told to find {100 * told.least:.0f} points 4 times in 5."
    return Finding(
        f"people-{participants}",
        f"With {participants} people",
        words if np.isfinite(told.least) else "Before anyone answers, such a study is told to find nothing.",
        tables=(table("flagged", "What reports say", HEADINGS, rows),),
    )


def _row(planted: str, population: Population, design: Design, studies: int) -> list[Any]:
    shares = [truth(population, side) for side in (1, -1)]
    gap = shares[0] - shares[1]
    made = [flagged_comparison(design, simulate(design, population, seed=seed)) for seed in range(studies)]
    said = [not each.few and verdict(each.gap).value == "above" for each in made]
    return [
        planted,
        *shares,
        gap,
        float(np.mean([each.gap.estimate for each in made])),
        float(np.mean([each.gap.low <= gap <= each.gap.high for each in made])),
        float(np.mean(said)),
        float(np.mean([_beats_guessing(each) for each in made])),
    ]


def _beats_guessing(compared: ShareComparison) -> bool:
    return not compared.few and verdict(compared.second, 1 / OPTIONS).value == "above"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=100)
    parser.add_argument("--participants", type=int, nargs="+", default=[20, 60])
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
