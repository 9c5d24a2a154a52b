"""What a flag is worth: of a hundred of its kind, how many are right where that was measured.

A rule is asked of questions with a planted flaw that it is meant for, and of published questions as they are. How much
more often it speaks of the former is its likelihood ratio; with the share of questions that have such a flaw, Bayes'
rule makes the share of its flags that are right of it. A model's flag is judged by its own evidence: by the band in
which the probability lies that it rests on. What the text alone shows, or candidates' answers, is measured once for
all and stands in `worth.json`; what a model shows stands in its card. `benchmarks/flags_worth.py` makes both.

    >>> band = Band(found=40, planted=50, alarms=2, sound=100)
    >>> round(band.right().estimate, 2)
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
_ROWS = "worth.json"


@dataclass(frozen=True, slots=True)
class Band:
    """How often a rule spoke where `low` <= `by` < `high`: of `planted` flaws it found `found`.

    Of `sound` questions it spoke of `alarms`.
    `by` names the number of a flag's evidence that decides on the band, "" where there is only one band.
    """

    found: int
    planted: int
    alarms: int
    sound: int
    by: str = ""
    low: float = -math.inf
    high: float = math.inf

    def right(self, prior: float = PRIOR) -> Interval:
        """Return the share of flags that are right where `prior` of the questions have the flaw, with a 95% interval.

        The interval is that of the logarithm of the likelihood ratio (Simel, Samsa & Matchar 1991), with half a
        question added to every count, as zeros need.
        """
        found, planted, alarms, sound = self.found + 0.5, self.planted + 1, self.alarms + 0.5, self.sound + 1
        middle = _odds(prior) + math.log(found / planted) - math.log(alarms / sound)
        error = _Z * math.sqrt(1 / found - 1 / planted + 1 / alarms - 1 / sound)
        low, high = middle - error, middle + error
        return Interval(_share(middle), _share(low), _share(high), self.planted + self.sound)

    def holds(self, evidence: Mapping[str, Any]) -> bool:
        """Say whether a flag with this evidence belongs to the band."""
        return not self.by or self.low <= float(evidence.get(self.by, math.nan)) < self.high


def right_of(bands: Iterable[Band], evidence: Mapping[str, Any], prior: float = PRIOR) -> Interval | None:
    """Return how often flags with such evidence are right, None where that was not measured."""
    return next((band.right(prior) for band in bands if band.holds(evidence)), None)


def severity_within(most: Severity, right: Interval | None) -> Severity:
    """Return a flag's severity: the range of the share that is right, and never worse than `most`.

    Where that was not measured, or so roughly that the flag could be a remark, it is worth a thought at most.

    >>> severity_within("fatal", Interval(0.7, 0.6, 0.8, 100)), severity_within("serious", None)
    ('serious', 'worth-a-thought')
    """
    if right is None:
        return max(most, UNMEASURED, key=SEVERITIES.index)
    own = next(name for name, least in RANGES.items() if right.estimate >= least)
    rough = right.low < RANGES[UNMEASURED]
    return max(most, own, UNMEASURED if rough else own, key=SEVERITIES.index)


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
def shipped() -> Mapping[str, tuple[Band, ...]]:
    """Return what was measured of rules that ask no model, by rule."""
    rows = json.loads(files(__package__).joinpath(_ROWS).read_text(encoding="utf-8"))
    return MappingProxyType({rule: bands_of(each) for rule, each in rows.items()})


def bands_of(rows: Sequence[Mapping[str, Any]]) -> tuple[Band, ...]:
    """Read bands from rows of a file or a model's card."""
    return tuple(Band(**row) for row in rows)


def rows_of(bands: Iterable[Band]) -> list[dict[str, Any]]:
    """Return bands as rows that `bands_of` reads; what a band leaves open is left out."""
    return [
        {name: value for name, value in asdict(band).items() if value not in ("", -math.inf, math.inf)}
        for band in bands
    ]


def in_order(bands: Sequence[Band]) -> tuple[Band, ...]:
    """Pool neighbouring bands until more evidence never means a smaller share of right flags.

    `bands` go from the weakest evidence to the strongest. Counts of pooled bands are added (the pool-adjacent-violators
    algorithm: Ayer et al. 1955); a band in which nothing was seen joins its neighbour.
    """
    pooled: list[Band] = []
    for band in bands:
        pooled.append(band)
        while len(pooled) > 1 and not _rises(*pooled[-2:]):
            last = pooled.pop()
            pooled[-1] = _pooled(pooled[-1], last)
    return tuple(pooled)


def _rises(weaker: Band, stronger: Band) -> bool:
    seen = min(each.found + each.alarms for each in (weaker, stronger))
    return seen > 0 and stronger.right().estimate > weaker.right().estimate


def _pooled(one: Band, other: Band) -> Band:
    return Band(
        one.found + other.found,
        one.planted,
        one.alarms + other.alarms,
        one.sound,
        one.by,
        min(one.low, other.low),
        max(one.high, other.high),
    )


def _odds(share: float) -> float:
    return math.log(share / (1 - share))


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
