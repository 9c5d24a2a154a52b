"""How often do intervals over few passages leave out the truth, and how wide are they?

    python -m benchmarks.intervals [--exams 1000] [--page FILE]

Simulated exams of 4 to 100 passages, of four questions each or of one to ten, whose questions are alike within a
passage or not. On each, the interval in use of a difference between two systems stands beside others: a percentile
bootstrap over passages, two cluster-robust t intervals, a studentised bootstrap, a wild bootstrap. Then the intervals
in use of differences, shares, relative changes, kappa and correlations.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import stdtrit

from benchmarks.published import publish
from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Heading, Table, table
from magnetite.stats.agreement import agreement
from magnetite.stats.correlation import METHODS, correlation
from magnetite.stats.intervals import TAIL, Intervals, differences, means, relative_change, shares
from magnetite.stats.ragged import FloatArray
from tests.stats.simulated import missed, outcomes, passages_of

PASSAGES = (4, 5, 8, 20, 100)
ALIKE = (0.0, 0.1, 0.3)
CHANGES = (  # shares of questions that only the second system gets right, and only the first
    *((0.03, 0.03), (0.1, 0.1), (0.3, 0.3)),
    *((0.05, 0.0), (0.15, 0.0), (0.25, 0.05), (0.02, 0.3), (0.6, 0.1)),
)
RIGHT = (0.05, 0.3, 0.6, 0.9)
PAIRS = (  # both right, only the first, only the second, the same wrong option, different ones
    *((0.36, 0.24, 0.24, 0.05, 0.11), (0.5, 0.1, 0.1, 0.1, 0.2), (0.5, 0.15, 0.1, 0.15, 0.1)),
    *((0.55, 0.05, 0.0, 0.1, 0.3), (0.4, 0.2, 0.03, 0.12, 0.25), (0.1, 0.5, 0.0, 0.1, 0.3)),
)
OPTIONS = 4
WILD = 200  # exams that the wild bootstrap is inverted for
FEW = 300  # exams of what is estimated exam by exam
RESAMPLES = 499
NOTE = (
    "Exams have 4 to 100 passages, with four questions each (even) or one to ten (uneven); *alike* is the correlation "
    "of two questions of a passage. A 95% interval should miss the truth in 5% of the exams; with "
    f"{FEW} exams, 2.5% to 7.5% are as good as that. [Decision 44](../decisions/044-intervals.md) describes the "
    "consequences."
)
Ends = tuple[FloatArray, FloatArray]


def percentile(sums: FloatArray, sizes: FloatArray, random: np.random.Generator) -> Ends:
    """Return the percentile interval of a bootstrap over passages; sums of differences are (passages, exams)."""
    low, high = np.quantile(_resampled(sums, sizes, random)[1], [1 - TAIL, TAIL], axis=0)
    return low, high


def robust(sums: FloatArray, sizes: FloatArray, _random: np.random.Generator) -> Ends:
    """Return the t interval of the plain cluster-robust variance, CR1, with a degree fewer than the passages."""
    estimate, error = _robust(sums, sizes)
    reach = stdtrit(len(sizes) - 1, TAIL) * error
    return estimate - reach, estimate + reach


def studentised(sums: FloatArray, sizes: FloatArray, random: np.random.Generator) -> Ends:
    """Return the interval of a bootstrap of the t statistic (Cameron, Gelbach and Miller, 2008)."""
    weights, drawn = _resampled(sums, sizes, random)
    estimate, error = _robust(sums, sizes)
    squares = (
        weights @ sums**2 - 2 * drawn * (weights @ (sums * sizes[:, None])) + drawn**2 * (weights @ sizes**2)[:, None]
    )
    groups = len(sizes)
    errors = np.sqrt(np.maximum(squares, 0) * groups / (groups - 1)) / (weights @ sizes)[:, None]
    gaps = drawn - estimate
    far = np.where(np.abs(gaps) < 1e-12, 0.0, np.copysign(1e3, gaps))  # of a resample without variation
    low, high = np.quantile(np.divide(gaps, errors, out=far, where=errors > 1e-9), [1 - TAIL, TAIL], axis=0)
    return estimate - high * error, estimate - low * error


def wild(sums: FloatArray, sizes: FloatArray, random: np.random.Generator) -> Ends:
    """Return the differences that a wild bootstrap under the null does not reject, with Webb's six weights (2014)."""
    sums = sums[:, :WILD]
    weights = np.sqrt((0.5, 1.0, 1.5))[random.integers(0, 3, (RESAMPLES, len(sizes)))]
    weights *= random.choice((-1, 1), weights.shape)
    estimate = sums.sum(axis=0) / sizes.sum()
    ends = []
    for outside in (-2.0, 2.0):
        inner, outer = estimate.copy(), np.full(len(estimate), outside)
        for _ in range(12):
            middle = (inner + outer) / 2
            kept = _wild_p(sums - middle * sizes[:, None], sizes, weights) > 2 * (1 - TAIL)
            inner, outer = np.where(kept, middle, inner), np.where(kept, outer, middle)
        ends.append(outer)
    return ends[0], ends[1]


def _wild_p(off: FloatArray, sizes: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the p-values of sums that are off by so much under the null, (passages, exams)."""

    def t(total: FloatArray, squares: FloatArray, crossed: FloatArray) -> FloatArray:
        mean = total / sizes.sum()
        spread = squares - 2 * mean * crossed + mean**2 * (sizes**2).sum()
        return np.asarray(np.abs(mean) / np.sqrt(np.maximum(spread, 1e-18)))

    own = t(off.sum(axis=0), (off**2).sum(axis=0), sizes @ off)
    drawn = t(weights @ off, weights**2 @ off**2, weights @ (off * sizes[:, None]))
    p: FloatArray = (drawn >= own - 1e-9).mean(axis=0)
    return p


def _robust(sums: FloatArray, sizes: FloatArray) -> Ends:
    """Return means and their standard errors by CR1, (exams,) each."""
    groups, n = len(sizes), sizes.sum()
    estimate = sums.sum(axis=0) / n
    off = sums - estimate * sizes[:, None]
    return estimate, np.sqrt((off**2).sum(axis=0) * groups / (groups - 1)) / n


def _resampled(sums: FloatArray, sizes: FloatArray, random: np.random.Generator) -> Ends:
    """Return weights of passages, (resamples, passages), and the means that they give, (resamples, exams)."""
    groups = len(sizes)
    weights = random.multinomial(groups, np.full(groups, 1 / groups), size=RESAMPLES).astype(np.float64)
    return weights, (weights @ sums) / (weights @ sizes)[:, None]


OTHERS: dict[str, Callable[[FloatArray, FloatArray, np.random.Generator], Ends]] = {
    "percentile bootstrap": percentile,
    "t, CR1": robust,
    "studentised bootstrap": studentised,
    "wild bootstrap": wild,
}
T, USED = "t, CR2, Satterthwaite's degrees", "in use"


def designs(alike: Sequence[float] = ALIKE) -> Iterator[tuple[int, bool, float, IntArray, np.random.Generator]]:
    """Yield the number of passages, whether they are even, how alike questions are, and each question's passage."""
    for number, (passages, even, each) in enumerate(product(PASSAGES, (True, False), alike)):
        yield passages, even, each, passages_of(passages, even=even), np.random.default_rng(number)


def tried(exams: int) -> Iterator[dict[str, Any]]:
    """Yield how often each method misses each planted difference under each design, and how wide it is."""
    for (passages, even, alike, clusters, random), (gained, lost) in product(designs(), CHANGES):
        drawn = outcomes(random, clusters, (gained, lost, 1 - gained - lost), alike, exams)
        used = differences(drawn == 0, drawn == 1, clusters)
        gaps = (drawn == 0) * 1.0 - (drawn == 1)
        student = means(gaps, clusters)
        starts = np.flatnonzero(np.diff(clusters, prepend=-1))
        sums, sizes = np.add.reduceat(gaps, starts, axis=0), np.bincount(clusters).astype(np.float64)
        every = {name: method(sums, sizes, random) for name, method in OTHERS.items()}
        every |= {T: (student.low, student.high), USED: (used.low, used.high)}
        certain = np.ptp(gaps, axis=0) == 0  # where all questions fared alike, the second part of what is in use
        for method, ends in every.items():
            some = len(ends[0])
            low, high = (
                np.where(certain[:some], own[:some], np.clip(end, -1, 1))
                for own, end in zip((used.low, used.high), ends, strict=True)
            )
            yield {
                "method": method,
                "passages": passages,
                "even": even,
                "alike": alike,
                "change": (gained, lost),
                "missed": missed(low, high, gained - lost),
                "width": float((high - low).mean()),
            }


def compared(rows: Sequence[dict[str, Any]]) -> Table:
    """Set the methods beside each other, by the number of passages."""
    headings = (
        Heading("passages", unit="count"),
        Heading("method"),
        Heading("none", "difference found where there is none", "share"),
        Heading("none_most", "at most", "share"),
        Heading("some", "missed where there is one", "share"),
        Heading("some_most", "at most", "share"),
        Heading("width", "mean width", "share"),
    )
    body = []
    for passages, method in product(PASSAGES, (*OTHERS, T, USED)):
        own = [row for row in rows if (row["passages"], row["method"]) == (passages, method)]
        apart = [
            [row["missed"] for row in own if (row["change"][0] == row["change"][1]) is none] for none in (True, False)
        ]
        ends = [value for each in apart for value in (float(np.mean(each)), max(each))]
        body.append((passages, method, *ends, float(np.mean([row["width"] for row in own]))))
    return table("methods", "Intervals of a difference", headings, body)


def by_passages(title: str, what: str, rows: Sequence[tuple[str, bool, float, int, float]]) -> Table:
    """List how often an interval misses what was planted: a row a design, a column a number of passages."""
    columns = (
        *(Heading("planted", what), Heading("sizes", "passages"), Heading("alike")),
        *(Heading(f"at_{passages}", f"{passages}", "share") for passages in PASSAGES),
    )
    found = {row[:4]: row[4] for row in rows}
    designs_ = dict.fromkeys(row[:3] for row in rows)
    body = [
        (planted, "even" if even else "uneven", f"{alike:g}", *(found[planted, even, alike, n] for n in PASSAGES))
        for planted, even, alike in designs_
    ]
    return table("missed", title, columns, body)


def used_differences(rows: Sequence[dict[str, Any]]) -> Table:
    """Return the misses of the difference in use, by what was planted."""
    own = [row for row in rows if row["method"] == USED]
    return by_passages(
        "Differences: missed by the interval in use",
        "gained, lost",
        [
            ("{:.0%}, {:.0%}".format(*r["change"]), r["even"], r["alike"], r["passages"], r["missed"])
            for r in sorted(own, key=lambda r: CHANGES.index(r["change"]))
        ],
    )


def used_shares(exams: int) -> Table:
    """Return the misses of shares."""
    rows = []
    for right, (passages, even, alike, clusters, random) in product(RIGHT, list(designs())):
        successes = outcomes(random, clusters, (right, 1 - right), alike, exams) == 0
        found: Intervals = shares(successes, np.ones_like(successes), clusters)
        rows.append((f"{right:.0%}", even, alike, passages, missed(found.low, found.high, right)))
    return by_passages("Shares: missed", "right", rows)


def used_ratios(exams: int) -> Iterator[Table]:
    """Yield the misses of relative changes, and of kappa."""
    changes, kappas = [], []
    for pair, (passages, even, alike, clusters, random) in product(PAIRS, list(designs((0.0, 0.3)))):
        both, first, second, same, _ = pair
        drawn = outcomes(random, clusters, pair, alike, exams)
        planted = ", ".join(f"{part:.0%}" for part in pair)
        found = [relative_change((one <= 1), (one == 0) | (one == 2), clusters) for one in drawn.T if (one <= 1).any()]
        truth = (second - first) / (both + first)
        changes.append((planted, even, alike, passages, _missed_each(found, truth)))
        chance = (both + first) * (both + second) + (1 - both - first) * (1 - both - second) / (OPTIONS - 1)
        alone, other = np.array([0, 0, 1, 1, 1])[drawn], np.array([0, 1, 0, 1, 2])[drawn]
        keys, counts = np.zeros(len(clusters), dtype=np.int64), np.full(len(clusters), OPTIONS)
        kappa = [agreement(*two, keys, counts, clusters).kappa for two in zip(alone.T, other.T, strict=True)]
        truth = (both + same - chance) / (1 - chance)
        kappas.append((planted, even, alike, passages, _missed_each(kappa, truth)))
    what = "both right, only before, only after, same error, another"
    yield by_passages("Relative changes: missed", what, changes)
    yield by_passages("Kappa: missed", what.replace("before", "first").replace("after", "second"), kappas)


def _missed_each(found: Sequence[Any], truth: float) -> float:
    known = [each for each in found if np.isfinite(each.low)]
    return missed(np.array([each.low for each in known]), np.array([each.high for each in known]), truth)


def used_correlations(exams: int) -> Iterator[Table]:
    """Yield the misses of correlations of normal columns, of right or wrong with one, and of columns mostly 0."""
    shapes: dict[str, Callable[[FloatArray], FloatArray]] = {
        "normal": lambda column: column,
        "right or wrong": lambda column: (column > 0).astype(np.float64),
        "mostly 0": lambda column: np.round(np.maximum(column - 0.8, 0) * 3),
    }
    for method in METHODS:
        rows = []
        for (shape, change), planted in product(shapes.items(), (0.0, 0.5, 0.8)):
            both = shape != "right or wrong"
            apart = np.random.default_rng(0)
            large = _pair(apart, np.arange(200_000), planted, 0.0)
            truth = correlation(change(large[0]), change(large[1]) if both else large[1], method).estimate
            for passages, even, alike, clusters, random in designs((0.0, 0.3)):
                pairs = (_pair(random, clusters, planted, alike) for _ in range(exams))
                found = [correlation(change(x), change(y) if both else y, method, clusters) for x, y in pairs]
                label = f"{shape}, {truth:.2f}"
                rows.append((label, even, alike, passages, _missed_each(found, truth if planted else 0.0)))
        yield by_passages(f"{method.capitalize()}'s correlation: missed", "columns, correlation", rows)


def _pair(random: np.random.Generator, clusters: IntArray, planted: float, alike: float) -> Ends:
    """Draw two normal columns that go together, (questions,) each, alike within a passage."""
    shared, own = random.standard_normal((2, clusters.max() + 1)), random.standard_normal((2, len(clusters)))
    first, second = np.sqrt(alike) * shared[:, clusters] + np.sqrt(1 - alike) * own
    return first, planted * first + np.sqrt(1 - planted**2) * second


def main() -> None:
    """Simulate, compare, and publish the page."""
    arguments = _arguments()
    rows = list(tried(arguments.exams))
    methods = compared(rows)
    worst = {(row["passages"], row["method"]): row for row in methods.rows()}
    before, now = worst[5, "percentile bootstrap"], worst[5, USED]
    publish(
        arguments.page,
        "Intervals over few passages",
        f"{arguments.exams:,} simulated exams of each kind, {FEW} of relative changes, kappa and correlations",
        [
            Finding(
                "methods",
                "Intervals of a difference",
                f"Over five passages, where there is no difference, the percentile bootstrap finds one in "
                f"{before['none']:.1%} of the exams, and the interval in use in {now['none']:.1%}; where there is one, "
                f"they leave it out in {before['some']:.1%} and {now['some']:.1%}.",
                tables=(methods, used_differences(rows)),
            ),
            Finding("shares", "Shares", "", tables=(used_shares(arguments.exams),)),
            Finding("ratios", "Relative changes and kappa", "", tables=tuple(used_ratios(FEW))),
            Finding("correlations", "Correlations", "", tables=tuple(used_correlations(FEW))),
        ],
        note=NOTE,
        device="cpu",
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exams", type=int, default=1000)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
