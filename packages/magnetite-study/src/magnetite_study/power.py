"""What a study can be expected to find, told before anybody answers: its own booklets, answered by simulated people.

The smallest difference that a study finds 4 times in 5 follows from how wide its interval is (`stats.crossed`), which
depends on people and questions. Before anybody answers, they are assumed: see `EXPECTED`.
"""

import math
from dataclasses import dataclass

import numpy as np

from magnetite_study.analysis.findings import main_comparison
from magnetite_study.design import Design
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


def expected(design: Design, population: Population = EXPECTED, studies: int = STUDIES) -> Expected:
    """Give a study to simulated people, as many as are planned, and return what may be expected of it.

    The median of several studies, of people drawn anew for each. Nothing is planted, so both shares are about equal
    unless half of the passages is withheld.
    """
    made = [main_comparison(design, simulate(design, population, seed=seed)) for seed in range(studies)]
    least = [math.inf if math.isnan(each.least) else each.least for each in made]
    middle = float(np.median(least))
    first = float(np.mean([each.first.estimate for each in made]))
    second = float(np.mean([each.second.estimate for each in made]))
    return Expected(middle if math.isfinite(middle) else math.nan, first, second)
