"""What transfer shows: the accuracy of each system on each dataset, as a finding.

What this file leaves out: scoring (`transfer`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from magnetite.core.cells import ScoreArray
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Number, Table, Value
from magnetite.probes.baselines import chance
from magnetite.probes.choices import finite, number, passages_of, read_choices
from magnetite.stats.intervals import Interval, share

NAME = "transfer"


@dataclass(frozen=True, slots=True)
class Measured:
    """Hold one cell of the matrix: which system, on which dataset, and how many of its questions it gets right."""

    trained_on: str
    view: str
    tested_on: str
    accuracy: Interval
    chance: float


def measure(trained_on: str, view: str, tested_on: str, dataset: Dataset, scores: ScoreArray) -> Measured:
    """Read a system's accuracy on a dataset, all of whose answers are known, from the scores of its own cells."""
    choices = read_choices(dataset.items, scores)
    accuracy = share(choices.correct, passages_of(dataset.items))
    return Measured(trained_on, view, tested_on, accuracy, float(chance(dataset.items).mean()))


def transfer_finding(measured: Sequence[Measured]) -> Finding:
    """Write what was measured as a finding: the matrix, a number for each cell, and a sentence for each system."""
    columns: dict[str, list[Value]] = {
        "trained_on": [m.trained_on for m in measured],
        "view": [m.view for m in measured],
        "tested_on": [m.tested_on for m in measured],
        "accuracy": [m.accuracy.estimate for m in measured],
        "low": [finite(m.accuracy.low) for m in measured],
        "high": [finite(m.accuracy.high) for m in measured],
        "n": [m.accuracy.n for m in measured],
        "chance": [m.chance for m in measured],
    }
    numbers = [number("accuracy", m.accuracy, group=f"{m.trained_on} {m.view} on {m.tested_on}") for m in measured]
    guesses = {m.tested_on: Number("guessing", m.chance, n=m.accuracy.n, group=m.tested_on) for m in measured}
    return Finding(
        NAME,
        "Transfer",
        " ".join(_sentences(measured)),
        (*numbers, *guesses.values()),
        (Table(NAME, "Accuracy by training and test data", columns, NAME),),
        notes=("Intervals are 95% and allow for the questions of one passage being alike.",),
    )


def _sentences(measured: Sequence[Measured]) -> Iterator[str]:
    """Say, for each set of systems under each view, what it gets right on which data."""
    rows: dict[tuple[str, str], list[Measured]] = {}
    for each in measured:
        rows.setdefault((each.trained_on, each.view), []).append(each)
    for (name, view), cells in rows.items():
        told = ", ".join(f"{100 * cell.accuracy.estimate:.0f}% on {cell.tested_on}" for cell in cells)
        yield f"{name}, {view}: {told}."
    guesses = {each.tested_on: each.chance for each in measured}
    yield f"Guessing: {', '.join(f'{100 * value:.0f}% on {name}' for name, value in guesses.items())}."
