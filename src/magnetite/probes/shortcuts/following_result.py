"""What the following probe finds: comparisons of choices with what chance would show, as numbers, a table and rows.

All comparisons are over the questions with a known answer; where none is known, over all, and without chance.
What this file leaves out: which cells are asked for (`following`) and the words (`shortcuts.following_words`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.items import Item
from magnetite.core.results import Number, Table, Value
from magnetite.probes.baselines import chance
from magnetite.probes.choices import Choices, finite, known, letters, number
from magnetite.stats.agreement import Agreement, SharedErrors, agreement, shared_errors
from magnetite.stats.calibration import confidence
from magnetite.stats.information import softmax
from magnetite.stats.intervals import Interval, bootstrap_mean, share


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Hold how choices go together; None where it cannot be told (no answer is known, or there is one passage).

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
    without, given, other = chosen["QO"], chosen["QOC"], chosen.get("random")
    labelled = given.labelled.any()
    on = given.labelled if labelled else np.ones(len(items), dtype=np.bool_)
    clusters = passages[on]

    def compared(first: Choices, second: Choices) -> Agreement:
        pair = first.chosen[on], second.chosen[on]
        if not labelled:
            return Agreement(share(pair[0] == pair[1], clusters), np.nan, Interval(np.nan, np.nan, np.nan, 0))
        known_as = given.answers[on], given.counts[on], clusters
        return agreement(*pair, *known_as, resamples=resamples, seed=seed)

    picks = without.chosen[on], given.chosen[on], given.answers[on], given.counts[on], clusters
    return Comparisons(
        agrees=compared(without, given),
        errors=shared_errors(*picks, resamples=resamples, seed=seed) if labelled else None,
        right=share(other.correct[on], clusters) if other and labelled else None,
        guess=float(chance(items)[on].mean()),
        keeps=compared(given, other) if other else None,
        random_agrees=compared(other, without) if other else None,
    )


def numbers(
    found: Comparisons,
    chosen: Mapping[str, Choices],
    passages: IntArray,
    temperature: float,
    *,
    resamples: int,
    seed: int,
) -> tuple[Number, ...]:
    """Return the headline figures; what cannot be told is left out."""
    told = [number("agreement", found.agrees.observed)]
    if np.isfinite(found.agrees.expected):
        told.append(Number("agreement expected", found.agrees.expected, n=found.agrees.observed.n))
    if np.isfinite(found.agrees.kappa.estimate):
        told.append(number("kappa", found.agrees.kappa, "score"))
    if found.errors is not None and found.errors.observed.n:
        expected = Number("follows wrong shortcut expected", found.errors.expected, n=found.errors.observed.n)
        told += [number("follows wrong shortcut", found.errors.observed), expected]
    if found.right is not None:
        told.append(number("accuracy with random passage", found.right))
    if found.keeps is not None and found.random_agrees is not None:
        told.append(number("unchanged with random passage", found.keeps.observed))
        told.append(number("random passage agreement with QO", found.random_agrees.observed))
    for name, label in (("QOC", "own passage"), ("random", "random passage")):
        if name in chosen:
            sure = confidence(softmax(chosen[name].scores, chosen[name].counts, temperature), chosen[name].counts)
            mean = bootstrap_mean(sure, passages, resamples=resamples, seed=seed)
            told.append(number("mean confidence", mean, group=label))
    return tuple(told)


def following_table(found: Comparisons) -> Table:
    """List the comparisons: the share, its interval, and what chance would show."""
    rows: list[tuple[str, Interval, float]] = [
        ("with its passage, chooses as without", found.agrees.observed, found.agrees.expected)
    ]
    if found.errors is not None and found.errors.observed.n:
        rows.append(("where wrong without, takes the same wrong option", found.errors.observed, found.errors.expected))
    if found.keeps is not None and found.random_agrees is not None:
        rows.append(("with a random passage, keeps its choice", found.keeps.observed, found.keeps.expected))
        agrees = found.random_agrees
        rows.append(("with a random passage, chooses as without", agrees.observed, agrees.expected))
    if found.right is not None:
        rows.append(("with a random passage, is right", found.right, found.guess))
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
    without, given, other = chosen["QO"], chosen["QOC"], chosen.get("random")
    follows = (without.chosen == given.chosen) & ~without.correct
    nobody: list[Value] = [None] * len(items)
    columns: dict[str, list[Value]] = {
        "id": [item.id for item in items],
        "chosen_QO": letters(without.chosen),
        "chosen_QOC": letters(given.chosen),
        "chosen_random": letters(other.chosen) if other else nobody,
        "follows": known(follows, given.labelled),
        "unchanged": (other.chosen == given.chosen).tolist() if other else nobody,
    }
    return Table("items", "Every question", columns)
