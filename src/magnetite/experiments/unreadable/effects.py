"""What attacks do to accuracy: before and after on the same items, with paired intervals and tests.

Si et al. (2019), Table 2. All attacks of one system share the resamples of its bootstrap.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.experiments.choices import passages_of
from magnetite.experiments.unreadable.reading import Reading, Trial, caught
from magnetite.stats.intervals import TAIL, Interval, resampled_means, share
from magnetite.stats.paired import holm, mcnemar
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The settings of a bootstrap: how often passages are drawn again, and the seed."""

    resamples: int = 2000
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """What one attack did over some items.

    `difference` is after minus before, `relative` the same as a share of before (the italics of Table 2), `p` the exact
    McNemar test's, corrected (Holm) over the attacks measured together. `caught` is the share of items on which an
    option that the attack speaks for is chosen afterwards.
    """

    before: Interval
    after: Interval
    difference: Interval
    relative: Interval
    p: float
    caught: float


def effects(
    trial: Trial, reading: Reading, names: Sequence[str], rows: BoolArray, bootstrap: Bootstrap
) -> dict[str, Effect]:
    """Measure some attacks together over some of the items, (items,), at least one."""
    if not names:
        return {}
    passages, before = passages_of(trial.items)[rows], reading.before.correct[rows]
    afters = [reading.after[name].correct[rows] for name in names]
    corrected = holm(np.array([mcnemar(before, after).p for after in afters])).tolist()
    resamples = resampled([before, *afters], passages, bootstrap)
    first = share(before, passages)
    return {
        name: Effect(
            before=first,
            after=share(after, passages),
            difference=_interval(after.mean() - before.mean(), resamples[:, k] - resamples[:, 0], first.n),
            relative=change(first.estimate, float(after.mean()), resamples[:, [0, k]], first.n),
            p=p,
            caught=float(caught(trial, reading, name)[rows].mean()),
        )
        for k, (name, after, p) in enumerate(zip(names, afters, corrected, strict=True), 1)
    }


def change(before: float, after: float, resamples: FloatArray, n: int) -> Interval:
    """Return (after - before) / before with its interval from resamples of both, (resamples, 2).

    NaN where nothing was right before; no interval where that happens in a resample.
    """
    if not before > 0:
        return Interval(np.nan, np.nan, np.nan, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = resamples[:, 1] / resamples[:, 0] - 1
    return _interval(after / before - 1, ratios, n)


def resampled(columns: Sequence[FloatArray | BoolArray], passages: IntArray, bootstrap: Bootstrap) -> FloatArray:
    """Return means of columns, (items,) each, over passages drawn again: (resamples, columns), none for one passage."""
    values = np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)
    return resampled_means(values, passages, resamples=bootstrap.resamples, seed=bootstrap.seed)


def _interval(estimate: float, resamples: FloatArray, n: int) -> Interval:
    """Return the percentile interval, widened to hold its estimate; none where a resample, or every one, is missing."""
    if not len(resamples) or not np.isfinite(resamples).all():
        return Interval(float(estimate), np.nan, np.nan, n)
    low, high = np.quantile(resamples, [1 - TAIL, TAIL])
    return Interval(float(estimate), min(float(low), float(estimate)), max(float(high), float(estimate)), n)
