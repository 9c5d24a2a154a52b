"""The results of the following probe: comparisons of choices with what chance would show, as numbers, a table and rows.

All comparisons are over the questions with a known answer; where none is known, over all, and without chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.items import Item
from magnetite.core.results import Number, Table, Value
from magnetite.experiments.baselines import chance
from magnetite.experiments.choices import Choices, finite, known, letters, number
from magnetite.stats.agreement import Agreement, SharedErrors, agreement, shared_errors
from magnetite.stats.calibration import confidence
from magnetite.stats.information import softmax
from magnetite.stats.intervals import Interval, bootstrap_mean, share


@dataclass(frozen=True, slots=True)
class Comparisons:
    """How far choices agree; None where that is unknown (no answer is known, or there is one passage).

    `agrees`, `keeps` and `random_agrees` compare QOC with QO, QOC with its choice given a random passage, and that
    choice with QO. `errors` is how QOC follows QO into its errors.
    """

    agrees: Agreement
    errors: SharedErrors | None
    right: Interval | None
    guess: float
    keeps: Agreement | None
    random_agrees: Agreement | None


def comparisons(
    items: Sequence[Item], chosen: Mapping[str, Choices], passages: IntArray, *, resamples: int, seed: int
) -> Comparisons:
    """Compare the choices of "QO", "QOC" and, where it was asked for, "random"."""
    without, full, other = chosen["QO"], chosen["QOC"], chosen.get("random")
    labelled = full.labelled.any()
    on = full.labelled if labelled else np.ones(len(items), dtype=np.bool_)
    clusters = passages[on]

    def compare(first: Choices, second: Choices) -> Agreement:
        pair = first.chosen[on], second.chosen[on]
        if not labelled:
            return Agreement(share(pair[0] == pair[1], clusters), np.nan, Interval(np.nan, np.nan, np.nan, 0))
        answers = full.answers[on], full.counts[on], clusters
        return agreement(*pair, *answers, resamples=resamples, seed=seed)

    picks = without.chosen[on], full.chosen[on], full.answers[on], full.counts[on], clusters
    return Comparisons(
        agrees=compare(without, full),
        errors=shared_errors(*picks, resamples=resamples, seed=seed) if labelled else None,
        right=share(other.correct[on], clusters) if other and labelled else None,
        guess=float(chance(items)[on].mean()),
        keeps=compare(full, other) if other else None,
        random_agrees=compare(other, without) if other else None,
    )


def numbers(
    result: Comparisons,
    chosen: Mapping[str, Choices],
    passages: IntArray,
    temperature: float,
    *,
    resamples: int,
    seed: int,
) -> tuple[Number, ...]:
    """Return the headline figures; unknown ones are left out."""
    figures = [number("agreement", result.agrees.observed)]
    if np.isfinite(result.agrees.expected):
        figures.append(Number("agreement expected", result.agrees.expected, n=result.agrees.observed.n))
    if np.isfinite(result.agrees.kappa.estimate):
        figures.append(number("kappa", result.agrees.kappa, "score"))
    if result.errors is not None and result.errors.observed.n:
        expected = Number("follows wrong shortcut expected", result.errors.expected, n=result.errors.observed.n)
        figures += [number("follows wrong shortcut", result.errors.observed), expected]
    if result.right is not None:
        figures.append(number("accuracy with random passage", result.right))
    if result.keeps is not None and result.random_agrees is not None:
        figures.append(number("unchanged with random passage", result.keeps.observed))
        figures.append(number("random passage agreement with QO", result.random_agrees.observed))
    for name, label in (("QOC", "own passage"), ("random", "random passage")):
        if name in chosen:
            sure = confidence(softmax(chosen[name].scores, chosen[name].counts, temperature), chosen[name].counts)
            mean = bootstrap_mean(sure, passages, resamples=resamples, seed=seed)
            figures.append(number("mean confidence", mean, group=label))
    return tuple(figures)


def following_table(result: Comparisons) -> Table:
    """List the comparisons: the share, its interval, and what chance would show."""
    rows: list[tuple[str, Interval, float]] = [
        ("with its passage, chooses as without", result.agrees.observed, result.agrees.expected)
    ]
    if result.errors is not None and result.errors.observed.n:
        rows.append(
            ("where wrong without, takes the same wrong option", result.errors.observed, result.errors.expected)
        )
    if result.keeps is not None and result.random_agrees is not None:
        rows.append(("with a random passage, keeps its choice", result.keeps.observed, result.keeps.expected))
        agrees = result.random_agrees
        rows.append(("with a random passage, chooses as without", agrees.observed, agrees.expected))
    if result.right is not None:
        rows.append(("with a random passage, is right", result.right, result.guess))
    columns: dict[str, list[Value]] = {
        "comparison": [name for name, _, _ in rows],
        "share": [interval.estimate for _, interval, _ in rows],
        "low": [finite(interval.low) for _, interval, _ in rows],
        "high": [finite(interval.high) for _, interval, _ in rows],
        "expected": [finite(expected) for _, _, expected in rows],
        "n": [interval.n for _, interval, _ in rows],
    }
    return Table("following", "With the passage, without it, and with another", columns)


def item_rows(items: Sequence[Item], chosen: Mapping[str, Choices]) -> Table:
    """List per item what was chosen.

    `follows`: QOC takes the wrong option that QO takes (unknown without an answer). `unchanged`: QOC makes the same
    choice given the random passage.
    """
    without, full, other = chosen["QO"], chosen["QOC"], chosen.get("random")
    follows = (without.chosen == full.chosen) & ~without.correct
    missing: list[Value] = [None] * len(items)
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in items],
        "chosen_QO": letters(without.chosen),
        "chosen_QOC": letters(full.chosen),
        "chosen_random": letters(other.chosen) if other else missing,
        "follows": known(follows, full.labelled),
        "unchanged": (other.chosen == full.chosen).tolist() if other else missing,
    }
    return Table("items", "Every question", columns)
