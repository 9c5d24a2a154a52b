"""What the harm of un-readable attacks correlates with: Si et al. (2019), Section 5.3, Figures 5 to 8, every attack.

How much longer the wrong options became, how long the right answer is, and how thoroughly words were shuffled. The
paper plots and correlates bins, whose number it does not state: here at most ten of equally many questions, 20 or more.
Bins hide how little one question tells, so single questions are correlated as well, whose change is -1, 0 or 1.
These are correlations over questions that differ in much else, not causes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from examfiles.reasons import Reason, sentences
from magnetite.core.cells import IntArray
from magnetite.core.headings import AFTER, ATTACK, BEFORE, PEARSON, RIGHT_AFTER, RIGHT_BEFORE, SPEARMAN, SYSTEM, N
from magnetite.core.results import Finding, Heading, Number, table
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import estimate_cells
from magnetite.experiments.unreadable.trial import (
    Row,
    Trial,
    TrialChoices,
    answer_lengths,
    largest_degrees,
    length_change,
)
from magnetite.stats.calibration import mass_bins
from magnetite.stats.correlation import METHODS, correlation
from magnetite.stats.intervals import relative_change
from magnetite.stats.ragged import FloatArray

NAME = "unreadable_analysis"
BINS, FEWEST = 10, 20  # bins at most, and questions in each at least
ALL = "all"
PAPERS = "AddSent2Opt-Shuffle"  # the attack of Figures 5, 7 and 8
LENGTH, ANSWER, DEGREE = "growth of wrong options", "length of the answer", "ShuffleDegree"
MEASURES: dict[str, tuple[str, str, Callable[[Trial, str], FloatArray]]] = {
    LENGTH: ("by_growth", "Harm and how much longer the wrong options became", length_change),
    ANSWER: (
        "by_answer_length",
        "Harm and the length of the right answer",
        lambda trial, _: answer_lengths(trial.items),
    ),
    DEGREE: ("by_degree", "Harm and how thoroughly words were shuffled", largest_degrees),
}
VALUES = {  # of each table of bins: its measure in headings, and the unit
    "by_growth": ("growth", "change"),
    "by_answer_length": ("words", "words"),
    "by_degree": ("degree", "degree"),
}
POINTS = (
    SYSTEM,
    ATTACK,
    Heading("length_change", "growth of wrong options", "change"),
    RIGHT_BEFORE,
    RIGHT_AFTER,
    Heading("relative", unit="change"),
    N,
)
CORRELATED = (SYSTEM, ATTACK, Heading("with"), Heading("over"), *PEARSON, *SPEARMAN, N)
OVER_BINS, OVER_ITEMS, OVER_ATTACKS = "bins", "questions", "attacks"


def analysis_finding(trial: Trial, readings: Mapping[str, TrialChoices], *, settings: Mapping[str, Any]) -> Finding:
    """Report the change of accuracy by each measure, and over attacks and systems, with their correlations."""
    binned: dict[str, list[Row]] = {}
    correlated: list[Row] = []
    for what, (_, _, measure) in MEASURES.items():
        binned[what] = []
        for name in trial.attacks:
            values = measure(trial, name)
            for system, reading in readings.items():
                common: Row = {"system": system, "attack": name}
                bins = list(_binned(trial, reading, name, values))
                binned[what] += [{**common, **row} for row in bins]
                correlated += [
                    {**common, "with": what, **row} for row in _correlated(trial, reading, name, values, bins)
                ]
    points = list(_points(trial, readings))
    correlated += _over_attacks(points)
    tables = [
        table(name, title, _headings(name), binned[what], f"unreadable_{name}")
        for what, (name, title, _) in MEASURES.items()
        if binned[what]
    ]
    return Finding(
        experiment=NAME,
        title="What the harm is related to",
        answer=_answer(trial, list(readings), correlated),
        numbers=tuple(_numbers(trial, correlated)),
        tables=(
            *tables,
            table("by_attack", "Harm and growth of wrong options, attack by attack", POINTS, points, "by_attack"),
            table(
                "correlations",
                "What the change of accuracy is related to",
                CORRELATED,
                correlated,
                "unreadable_correlations",
            ),
        ),
        settings=dict(settings),
        notes=(Reason("unreadable-analysis-note"),),
    )


def _headings(name: str) -> tuple[Heading, ...]:
    """Return the headings of a table of bins."""
    measure, unit = VALUES[name]
    value = (Heading("value", f"mean {measure}", unit), Heading("value_from", f"{measure} from", unit))
    relative = (Heading(f"relative{end}", unit="change") for end in ("", "_low", "_high"))
    return (SYSTEM, ATTACK, Heading("bin"), *value, Heading("value_to", "to", unit), BEFORE, AFTER, *relative, N)


def _binned(trial: Trial, reading: TrialChoices, name: str, values: FloatArray) -> Iterator[Row]:
    """Yield a row for each bin of about equally many items: its mean value, and accuracy before and after."""
    known = np.isfinite(values)
    if not known.any() or np.ptp(values[known]) == 0:
        return
    place = np.full(len(values), -1)
    place[known] = mass_bins(values[known], max(2, min(BINS, int(known.sum()) // FEWEST)))
    passages, before, after = passages_of(trial.items), reading.before.correct, reading.after[name].correct
    for number, bin_ in enumerate(np.unique(place[known]), start=1):
        here = place == bin_
        relative = relative_change(before[here], after[here], passages[here])
        yield {
            "bin": number,
            "value": float(values[here].mean()),
            "value_from": float(values[here].min()),
            "value_to": float(values[here].max()),
            "before": float(before[here].mean()),
            "after": float(after[here].mean()),
            **estimate_cells("relative", relative),
            "n": int(here.sum()),
        }


def _correlated(trial: Trial, reading: TrialChoices, name: str, values: FloatArray, bins: list[Row]) -> Iterator[Row]:
    """Yield the correlations over bins and over items; nothing where a measure does not vary."""
    if not bins:
        return
    points = np.array(
        [[row["value"], np.nan if row["relative"] is None else row["relative"]] for row in bins], dtype=float
    )
    yield {"over": OVER_BINS, **_both(points[:, 0], points[:, 1], None)}
    turned = reading.after[name].correct - reading.before.correct
    yield {"over": OVER_ITEMS, **_both(values, turned, passages_of(trial.items))}


def _points(trial: Trial, readings: Mapping[str, TrialChoices]) -> Iterator[Row]:
    """Yield a point for each attack on each system (Figure 6): mean growth of wrong options, relative change."""
    for system, reading in readings.items():
        before = float(reading.before.correct.mean())
        for name in trial.attacks:
            grown, after = length_change(trial, name), float(reading.after[name].correct.mean())
            yield {
                "system": system,
                "attack": name,
                "length_change": float(np.nanmean(grown)) if np.isfinite(grown).any() else None,
                "before": before,
                "after": after,
                "relative": after / before - 1 if before else None,
                "n": len(trial.items),
            }


def _over_attacks(points: list[Row]) -> Iterator[Row]:
    pairs = np.array(
        [[np.nan if row[name] is None else row[name] for name in ("length_change", "relative")] for row in points],
        dtype=float,
    ).reshape(-1, 2)
    yield {"system": ALL, "attack": ALL, "with": LENGTH, "over": OVER_ATTACKS, **_both(pairs[:, 0], pairs[:, 1], None)}


def _both(x: FloatArray, y: FloatArray, clusters: IntArray | None) -> Row:
    """Return both correlations with their intervals, None where there is none, and how many rows they are over."""
    row: Row = {}
    for method in METHODS:
        row |= estimate_cells(method, correlation(x, y, method, clusters))
    return {**row, "n": int((np.isfinite(x) & np.isfinite(y)).sum())}


def _shown_attack(trial: Trial) -> str:
    """Return the attack that numbers and the sentence are about: the paper's in these figures, else the first."""
    return PAPERS if PAPERS in trial.attacks else trial.attacks[0]


def _numbers(trial: Trial, rows: Sequence[Row]) -> Iterator[Number]:
    """Yield Pearson's correlations of the shown attack, by measure, and those over attacks."""
    for row in rows:
        if row["attack"] in (_shown_attack(trial), ALL) and row["pearson"] is not None:
            estimate, low, high, n = (row[name] for name in ("pearson", "pearson_low", "pearson_high", "n"))
            yield Number(
                label=f"Pearson's correlation with {row['with']}, over {row['over']}",
                value=float(estimate or 0),
                low=None if low is None else float(low),
                high=None if high is None else float(high),
                n=int(n or 0),
                unit="score",
                group=f"{row['system']}: {row['attack']}" if row["attack"] != ALL else "",
            )


def _answer(trial: Trial, systems: Sequence[str], rows: Sequence[Row]) -> Reason:
    phrases = {system: list(_phrases(trial, system, rows)) for system in systems}
    commas = {system: Reason("writing-commas", {"parts": parts}) for system, parts in phrases.items() if parts}
    listed = [each.of(system) if len(systems) > 1 else each for system, each in commas.items()]
    if not listed:
        return Reason("unreadable-analysis-nothing", {"attack": _shown_attack(trial)})
    correlations = Reason("writing-semicolons", {"parts": listed})
    found = Reason("unreadable-analysis-correlations", {"attack": _shown_attack(trial), "correlations": correlations})
    return sentences(found, *_over_all(rows))


def _over_all(rows: Sequence[Row]) -> Iterator[Reason]:
    """Yield how the relative change correlates with growth over attacks and systems, where there are enough."""
    for row in rows:
        if row["over"] == OVER_ATTACKS and row["pearson"] is not None:
            yield Reason("unreadable-analysis-growth", {"attacks": row["n"], **_bounded(row, "pearson")})
            return


def _phrases(trial: Trial, system: str, rows: Sequence[Row]) -> Iterator[Reason]:
    key = (system, _shown_attack(trial), OVER_ITEMS)
    for row in rows:
        if (row["system"], row["attack"], row["over"]) == key and row["spearman"] is not None:
            yield Reason("unreadable-analysis-measure", {"measure": row["with"], **_bounded(row, "spearman")})


def _bounded(row: Row, method: str) -> dict[str, Any]:
    names = {"estimate": method, "low": f"{method}_low", "high": f"{method}_high"}
    values = {name: row[column] for name, column in names.items()}
    bounds = "none" if values["low"] is None or values["high"] is None else "known"
    return {**{name: value or 0.0 for name, value in values.items()}, "bounds": bounds}
