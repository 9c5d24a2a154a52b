"""What a flag is worth: of a hundred of its kind, how many are right where that was measured.

A rule is asked of questions with a planted flaw that it is meant for, and of published questions as they are. How much
more often it speaks of the former is its likelihood ratio; from that, and from the share of questions that have such a
flaw, Bayes' rule gives the share of its flags that are right (`Count`). A model's flag is judged by the probability
that it rests on (`Curve`). What the text alone shows, or candidates' answers, is measured once for all and stands in
`worth.json`; what a model shows stands in its card. `benchmarks/flags_worth.py` makes both.

    >>> round(Count(found=40, planted=50, alarms=2, sound=100).right().estimate, 2)
    0.63

A severity is a range of that share, and at most what its rule says that the flaw would be, if it is one.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np

from magnetite.core.severity import SEVERITIES, Severity
from magnetite.stats.intervals import Interval

PRIOR = 0.05
"""The share of an exam's questions that are expected to have a given flaw, where nothing is known of the exam."""
RANGES: Mapping[Severity, float] = MappingProxyType(
    {"fatal": 0.9, "serious": 0.5, "worth-a-thought": 0.3, "remark": 0.0}
)
"""From which share of right flags on a flag has which severity."""
UNMEASURED: Severity = "worth-a-thought"  # the most that a flag is whose share was not measured
_Z = 1.959963984540054  # of a 95% interval
_LESS = 1e-6
_LEAST = 1e-4  # probabilities nearer to 0 or 1 say no more than this
_STEPS = 50
_ROWS = "worth.json"


@dataclass(frozen=True, slots=True)
class Count:
    """How often a rule spoke: of `planted` flaws it found `found`, and it flagged `alarms` of `sound` questions."""

    found: int
    planted: int
    alarms: int
    sound: int

    def right(self, _evidence: Mapping[str, Any] = MappingProxyType({}), prior: float = PRIOR) -> Interval:
        """Return the share of flags that are right where `prior` of the questions have the flaw, with a 95% interval.

        The interval is that of the logarithm of the likelihood ratio (Simel, Samsa & Matchar 1991), with half a
        question added to every count, as zeros need.
        """
        found, planted, alarms, sound = self.found + 0.5, self.planted + 1, self.alarms + 0.5, self.sound + 1
        error = math.sqrt(1 / found - 1 / planted + 1 / alarms - 1 / sound)
        return _around(
            _odds(prior) + math.log(found / planted) - math.log(alarms / sound), error, self.planted + self.sound
        )


@dataclass(frozen=True, slots=True)
class Curve:
    """How the odds of a flaw rise with the number `by` of a flag's evidence, a probability.

    The logarithm of the likelihood ratio is `intercept` + `slope` times the log odds of that probability; for a model
    that is calibrated, that is exact, with a slope of 1 or -1. `errors` are the variances of both and their
    covariance, `planted` and `sound` the numbers of questions that it was fitted to.
    """

    by: str
    intercept: float
    slope: float
    errors: tuple[float, float, float]
    planted: int
    sound: int

    def right(self, evidence: Mapping[str, Any], prior: float = PRIOR) -> Interval:
        """Return the share of flags with such evidence that are right, with a 95% interval."""
        at = _odds(min(max(float(evidence[self.by]), _LEAST), 1 - _LEAST))
        own, steep, shared = self.errors
        error = math.sqrt(max(0.0, own + at * at * steep + 2 * at * shared))
        return _around(_odds(prior) + self.intercept + self.slope * at, error, self.planted + self.sound)


Worth = Count | Curve


def fitted(by: str, planted: Sequence[float], sound: Sequence[float]) -> Curve:
    """Fit a curve to the probabilities of questions with a flaw, and of those without.

    By logistic regression (Newton's method), with a normal prior of the slope around 0, of standard deviation 2.5
    (Gelman et al. 2008), which keeps it finite where the two do not overlap.

    >>> curve = fitted("probability", [0.9, 0.8, 0.95, 0.5], [0.1, 0.3, 0.6, 0.2])
    >>> curve.right({"probability": 0.9}).estimate > curve.right({"probability": 0.5}).estimate
    True
    """
    shares = np.clip(np.array([*planted, *sound]), _LEAST, 1 - _LEAST)
    terms = np.column_stack([np.ones(len(shares)), np.log(shares / (1 - shares))])
    flawed = np.repeat([1.0, 0.0], [len(planted), len(sound)])
    held = np.diag([0.0, 1 / 2.5**2])
    values = np.zeros(2)
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-np.clip(terms @ values, -30, 30)))
        curvature = terms.T @ (terms * (likely * (1 - likely))[:, None]) + held
        step = np.linalg.solve(curvature, terms.T @ (flawed - likely) - held @ values)
        values += np.clip(step, -2, 2)
    errors = np.linalg.inv(curvature)
    intercept = float(values[0]) - math.log(len(planted) / len(sound))
    spread = (float(errors[0, 0]), float(errors[1, 1]), float(errors[0, 1]))
    return Curve(by, intercept, float(values[1]), spread, len(planted), len(sound))


def _around(middle: float, error: float, n: int) -> Interval:
    return Interval(_share(middle), _share(middle - _Z * error), _share(middle + _Z * error), n)


def severity_within(most: Severity, right: Interval | None, prior: float = PRIOR) -> Severity:
    """Return a flag's severity: the range of the share that is right, and never worse than `most`.

    It is worth a thought at most where that was not measured, or so roughly that the flag may say nothing: where its
    interval reaches down to the share of questions that have the flaw anyway.

    >>> severity_within("fatal", Interval(0.7, 0.6, 0.8, 100)), severity_within("serious", None)
    ('serious', 'worth-a-thought')
    """
    if right is None:
        return max(most, UNMEASURED, key=SEVERITIES.index)
    own = next(name for name, least in RANGES.items() if right.estimate >= least)
    return max(most, own, UNMEASURED if right.low <= prior else own, key=SEVERITIES.index)


def ratio(severity: Severity, right: float | None, prior: float = PRIOR) -> float:
    """Return by which factor a flag raises the odds that its question has the flaw: 1 for a remark.

    A flag whose share was not measured counts as much as the least of its severity, and one that is worth a thought
    never so much that it is right more often than not.

    >>> round(ratio("serious", 0.5), 6), ratio("remark", 0.2)
    (19.0, 1.0)
    """
    if severity == "remark":
        return 1.0
    share = RANGES[severity] if right is None else right
    most = RANGES["serious"] - _LESS if severity == UNMEASURED else 1 - _LESS
    return math.exp(_odds(min(share, most)) - _odds(prior))


def together(ratios: Iterable[float], prior: float = PRIOR) -> float:
    """Return how probable a flaw is that independent signs speak for: their ratios multiply its odds.

    >>> round(together([19.0]), 6), round(together([19.0, 19.0]), 6)
    (0.5, 0.95)
    """
    return _share(_odds(prior) + sum(map(math.log, ratios)))


@cache
def shipped() -> Mapping[str, Worth]:
    """Return what was measured of rules that ask no model, by rule."""
    rows = json.loads(files(__package__).joinpath(_ROWS).read_text(encoding="utf-8"))
    return MappingProxyType({rule: worth_from(row) for rule, row in rows.items()})


def worth_from(row: Mapping[str, Any]) -> Worth:
    """Read what was measured of a rule from a row of a file or a model's card."""
    return Curve(**{**row, "errors": tuple(row["errors"])}) if "slope" in row else Count(**row)


def row_of(worth: Worth) -> dict[str, Any]:
    """Return what was measured as a row that `worth_from` reads."""
    return {name: _rounded(value) for name, value in asdict(worth).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_rounded(each) for each in value]
    return round(value, 6) if isinstance(value, float) else value


def _odds(share: float) -> float:
    return math.log(share / (1 - share))


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
