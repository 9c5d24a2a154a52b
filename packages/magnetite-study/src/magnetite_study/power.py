"""What a study can be expected to find, told before anybody answers: its own booklets, answered by simulated people.

`expected` is of a study that is made already; `power` of one that is not, with people as its planner assumes them.
The smallest difference that a study finds 4 times in 5 follows from how wide its interval is (`stats.crossed`), which
depends on people and questions. Before anybody answers, they are assumed: see `EXPECTED`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.stats.intervals import Interval, wilson
from magnetite_study.analysis.findings import main_comparisons
from magnetite_study.analysis.numbers import ShareComparison
from magnetite_study.design import Design
from magnetite_study.make import OfferedMagnet, make_attack, make_with_and_without
from magnetite_study.simulated import Population, simulate

EXPECTED = Population(without=-0.5)
"""People who know 8 answers in 10 with the passage and 4 in 10 without it, and guess the others."""
STUDIES = 15  # simulated; the median interval's width varies by a few per cent


@dataclass(frozen=True, slots=True)
class Expected:
    """What simulated people let expect of a study.

    `least`: the smallest difference found 4 times in 5, a share, NaN where none is. `first` and `second`: the shares of
    right answers that were assumed under the two conditions compared.
    """

    least: float
    first: float
    second: float


def expected(design: Design, population: Population = EXPECTED, studies: int = STUDIES) -> tuple[Expected, ...]:
    """Give a study to simulated people, as many as are planned, and return what may be expected of each part of it.

    The median of several studies, of people drawn anew for each. Nothing is planted, so both shares are about equal
    unless half of the passages is withheld.
    """
    made = [main_comparisons(design, simulate(design, population, seed=seed)) for seed in range(studies)]
    return tuple(map(_expected, zip(*made, strict=True)))


def _expected(made: Sequence[ShareComparison]) -> Expected:
    least = [math.inf if math.isnan(each.least) else each.least for each in made]
    middle = float(np.median(least))
    first = float(np.mean([each.first.estimate for each in made]))
    second = float(np.mean([each.second.estimate for each in made]))
    return Expected(middle if math.isfinite(middle) else math.nan, first, second)


NODES = 60  # of the quadrature over ability and difficulty
WIDEST = 20.0  # logits, beyond which nobody's mean ability is looked for


@dataclass(frozen=True, slots=True)
class Assumed:
    """A study that somebody plans, and the people who would take it.

    `design`: "attack", or "no-passage" for the same questions with and without their passages. `right`: the share of
    questions in their usual form that people answer right. `effect`: by how much fewer they answer right under attack,
    or without the passage, a share. `spread`: of people's ability, and of questions' difficulty, in logits.
    `finishing`: the share of questions that somebody answers.
    """

    design: str = "attack"
    questions: int = 20
    passages: int | None = None
    options: int = 4
    right: float = 0.8
    effect: float = 0.1
    spread: float = 1.0
    finishing: float = 1.0

    def __post_init__(self) -> None:
        guessing = 1 / self.options if self.options else 0.0
        if self.design not in ("attack", "no-passage"):
            raise UsageError(f"design is '{self.design}'; expected attack or no-passage.")
        if not 2 <= self.options <= 26 or not 0 < self.finishing <= 1 or self.spread < 0:
            raise UsageError("expected 2 to 26 options, a spread of 0 or more, and a share of questions up to 1.")
        if not guessing < self.right < 1:
            raise UsageError(
                f"right is {self.right:g}; expected a share above that of guessing ({guessing:g} with {self.options} "
                "options) and below 1, such as 0.8."
            )
        most = self.right if self.design == "attack" else self.right - guessing
        if not 0 <= self.effect < most:
            raise UsageError(
                f"effect is {self.effect:g}; expected a share from 0 to below {most:g}, as people who are right on "
                f"{self.right:g} of the questions cannot lose more."
            )


@dataclass(frozen=True, slots=True)
class Power:
    """What studies of so many people find.

    `found`: the share of simulated studies whose 95% interval excludes 0 on the side of the effect, with Wilson's
    interval. `difference`: their mean difference. `least`: the smallest difference that is found 4 times in 5, NaN
    where none is.
    """

    participants: int
    found: Interval
    difference: float
    least: float


def power(assumed: Assumed, participants: Sequence[int], *, studies: int = 100, seed: int = 0) -> list[Power]:
    """Give the planned study to simulated people, `studies` times for each number of them; return what is found."""
    population = population_of(assumed)
    return [_power(assumed, population, many, studies, seed) for many in participants]


def population_of(assumed: Assumed) -> Population:
    """Return simulated people who are right as often as assumed, and lose as much."""
    plain = Population(
        ability=_ability(assumed, assumed.right),
        ability_spread=assumed.spread,
        difficulty_spread=assumed.spread,
        finishing=assumed.finishing,
    )
    if assumed.design == "attack":
        return replace(plain, susceptibility=assumed.effect / assumed.right)
    return replace(plain, without=_ability(assumed, assumed.right - assumed.effect))


def _ability(assumed: Assumed, right: float) -> float:
    """Return the mean ability, in logits, of people who are right on so large a share; others are guessed."""
    known = (right - 1 / assumed.options) / (1 - 1 / assumed.options)
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    spread = math.hypot(assumed.spread, assumed.spread) * nodes
    low, high = -WIDEST, WIDEST
    for _ in range(60):
        middle = (low + high) / 2
        share = float((weights / (1 + np.exp(-(middle + spread)))).sum() / weights.sum())
        low, high = (middle, high) if share < known else (low, middle)
    return middle


def _power(assumed: Assumed, population: Population, participants: int, studies: int, seed: int) -> Power:
    gaps, leasts = [], []
    for place in range(studies):
        design = _design(assumed, participants, seed + place)
        compared = main_comparisons(design, simulate(design, population, seed=seed + place))[0]
        gaps.append(compared.gap)
        leasts.append(math.inf if math.isnan(compared.least) else compared.least)
    found = sum(gap.high < 0 if assumed.effect else not gap.low <= 0 <= gap.high for gap in gaps) / studies
    low, high = wilson(np.array([found]), np.array([float(studies)]))
    middle = float(np.median(leasts))
    return Power(
        participants,
        Interval(found, float(low[0]), float(high[0]), studies),
        float(np.nanmean([gap.estimate for gap in gaps])),
        middle if math.isfinite(middle) else math.nan,
    )


def _design(assumed: Assumed, participants: int, seed: int) -> Design:
    """Return a design of questions that stand for those to be asked."""
    passages = assumed.passages or assumed.questions
    items = [
        Item(f"i{k}", f"p{k % passages}", f"Text {k % passages}.", f"{k}?", tuple(map(str, range(assumed.options))), 0)
        for k in range(assumed.questions)
    ]
    told = {"name": "planned", "questions": assumed.questions, "participants": participants, "seed": seed}
    if assumed.design == "no-passage":
        return make_with_and_without(items, **told)  # type: ignore[arg-type]
    offered = [OfferedMagnet(f"magnet {k}") for k in range(max(assumed.questions // 2, 1))]
    return make_attack(items, offered, **told)  # type: ignore[arg-type]
