"""What a training set reaches on a test: accuracy, difference from full training, and the gain it keeps.

Intervals resample whole passages; a p-value flips the sign of the difference passage by passage.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.items import Item
from magnetite.experiments.baselines import chance, longest_option
from magnetite.experiments.choices import answers_of, levels_of, passages_of
from magnetite.stats.intervals import Interval, bootstrap_mean, resampled_means, share
from magnetite.stats.paired import difference, holm
from magnetite.stats.ragged import FloatArray
from magnetite.views.text import length

FULL = "Full"
FLIPS = 9999  # sign flips drawn for a p-value; all of them where there are fewer


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """What the systems of one training set answer right, (seeds, items).

    `trained` and `dev` are each seed's accuracy on what it was trained on, at the end, and on dev; None if unknown.
    """

    training: str
    correct: BoolArray
    trained: tuple[float | None, ...] = ()
    dev: tuple[float | None, ...] = ()

    @property
    def mean(self) -> FloatArray:
        """Return the share of seeds that answer an item right, (items,)."""
        means: FloatArray = self.correct.mean(axis=0)
        return means


@dataclass(frozen=True, slots=True)
class Reached:
    """What one training set, or one rule, reaches on one level of the test.

    `seeds` are the lowest and highest accuracy of a single seed. `difference` is from full training; `p` belongs to it,
    corrected over the training sets, for the whole test only. `kept` is the share of full training's gain over guessing
    that is left, None where full training has no clear gain.
    """

    training: str
    level: str
    accuracy: Interval
    seeds: tuple[float, float] | None = None
    difference: Interval | None = None
    p: float | None = None
    kept: Interval | None = None


def shortest_option(items: Sequence[Item]) -> IntArray:
    """Choose each item's option with the fewest words and punctuation marks, (items,), the first of equals."""
    lengths = ([length(option) for option in item.options] for item in items)
    return np.array([min(range(len(each)), key=each.__getitem__) for each in lengths], dtype=np.int64)


RULES: Mapping[str, Callable[[Sequence[Item]], IntArray]] = {"longest": longest_option, "shortest": shortest_option}


@dataclass(frozen=True, slots=True)
class Above:
    """The best rule that reads nothing ("guessing", or one of `RULES`), and how far above it each training set is."""

    rule: str
    by: Mapping[str, Interval]

    def clear(self, training: str) -> bool:
        """Return whether a training set is clearly above the rule."""
        return self.by[training].low > 0


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """One level of a test: its items, (items,), and their passages, chances of a guess and right answers by rule."""

    level: str
    mask: BoolArray
    passages: IntArray
    guess: FloatArray
    right: Mapping[str, BoolArray]  # by rule


def reached(items: Sequence[Item], answered: Sequence[Answered], *, resamples: int, seed: int) -> list[Reached]:
    """Measure the rules and every training set, the full one first, level by level, the whole test first."""
    bootstrap, rows = {"resamples": resamples, "seed": seed}, []
    p_values = _p_values(items, answered, seed)
    for part in _parts(items):
        rows += _rules(part)
        for each in answered:
            p = p_values.get(each.training) if part.level == "all" else None
            rows.append(_trained(each, answered[0], part, p, bootstrap))
    return rows


def above_rules(items: Sequence[Item], answered: Sequence[Answered], *, resamples: int, seed: int) -> Above:
    """Compare every training set with guessing or the rule that is right most often on the whole test."""
    right = {"guessing": chance(items)}
    right |= {name: (rule(items) == answers_of(items)).astype(np.float64) for name, rule in RULES.items()}
    best = max(right, key=lambda name: right[name].mean())
    passages, bootstrap = passages_of(items), {"resamples": resamples, "seed": seed}
    return Above(best, {each.training: difference(each.mean, right[best], passages, **bootstrap) for each in answered})


def _parts(items: Sequence[Item]) -> list[_Part]:
    passages, guess = passages_of(items), chance(items)
    right = {name: rule(items) == answers_of(items) for name, rule in RULES.items()}
    return [
        _Part(level, on, passages[on], guess[on], {name: each[on] for name, each in right.items()})
        for level, on in levels_of(items).items()
    ]


def _rules(part: _Part) -> list[Reached]:
    """Return what rules that read nothing reach: guessing, exactly, and the longest and shortest option."""
    guess = Interval(float(part.guess.mean()), np.nan, np.nan, len(part.guess))
    rules = [Reached(name, part.level, share(right, part.passages)) for name, right in part.right.items()]
    return [Reached("random", part.level, guess), *rules]


def _trained(each: Answered, full: Answered, part: _Part, p: float | None, bootstrap: Mapping[str, int]) -> Reached:
    mine, whole, passages = each.correct[:, part.mask], full.correct[:, part.mask].mean(axis=0), part.passages
    alone = mine.mean(axis=1)
    spread = (float(alone.min()), float(alone.max())) if len(alone) > 1 else None
    accuracy = _accuracy(mine, passages, bootstrap)
    if each is full:
        return Reached(each.training, part.level, accuracy, spread)
    gap = difference(mine.mean(axis=0), whole, passages, **bootstrap)
    clear = bootstrap_mean(whole - part.guess, passages, **bootstrap).low > 0
    left = kept(mine.mean(axis=0) - part.guess, whole - part.guess, passages, **bootstrap) if clear else None
    return Reached(each.training, part.level, accuracy, spread, gap, p, left)


def _accuracy(correct: BoolArray, passages: IntArray, bootstrap: Mapping[str, int]) -> Interval:
    """Estimate the mean accuracy over seeds, (seeds, items); for a single seed, as a share."""
    if len(correct) == 1:
        return share(correct[0], passages)
    return bootstrap_mean(correct.mean(axis=0), passages, **bootstrap)


def _p_values(items: Sequence[Item], answered: Sequence[Answered], seed: int) -> dict[str, float]:
    """Test every training set but the full one against that, corrected for their number."""
    full, others = answered[0], answered[1:]
    tests = [sign_flips(each.mean - full.mean, passages_of(items), seed) for each in others]
    return dict(zip((each.training for each in others), holm(np.array(tests)).tolist(), strict=True))


def sign_flips(gaps: FloatArray, passages: IntArray, seed: int = 0) -> float:
    """Test whether paired differences, (items,), have mean 0: the p-value, two-sided, of random signs by passage.

    The questions of a passage keep the same sign, so the test allows for their being alike; exact where there are
    fewer sign patterns than are drawn.

    >>> round(sign_flips(np.array([1.0, 1.0, 1.0, 1.0, 1.0, 1.0]), np.arange(6)), 4)
    0.0312
    """
    from scipy.stats import permutation_test

    sums = np.bincount(passages, weights=gaps)

    def total(first: FloatArray, second: FloatArray, axis: int = -1) -> FloatArray:
        sums: FloatArray = (first - second).sum(axis=axis)
        return sums

    if len(sums) < 2:
        return 1.0
    settings: dict[str, Any] = {"permutation_type": "samples", "vectorized": True, "n_resamples": FLIPS, "batch": 500}
    test = permutation_test((sums / 2, -sums / 2), total, rng=np.random.default_rng(seed), **settings)
    return min(1.0, float(test.pvalue))


def kept(gain: FloatArray, full: FloatArray, passages: IntArray, *, resamples: int, seed: int) -> Interval:
    """Estimate mean(gain) / mean(full) over the same items, with a bootstrap over whole passages."""
    values = np.stack([gain, full], axis=1)
    means = resampled_means(values, passages, resamples=resamples, seed=seed)
    means = means[means[:, 1] > 0]
    estimate = float(gain.mean() / full.mean())
    if not len(means):
        return Interval(estimate, np.nan, np.nan, len(gain))
    low, high = np.quantile(means[:, 0] / means[:, 1], [0.025, 0.975])
    return Interval(estimate, min(float(low), estimate), max(float(high), estimate), len(gain))
