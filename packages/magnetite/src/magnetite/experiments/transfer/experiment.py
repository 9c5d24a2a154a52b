"""Transfer: what systems trained on one dataset get right on others (Liusie et al. 2022, Table B.2).

Only own options are scored, so systems may be shown them one by one or all at once.
If a system without the passage keeps some accuracy on other data, it knows a habit of those who write such questions.
If it falls below guessing, an option that recurs in the other data may be a magnet; these are measured too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from examfiles.items import Dataset, gathered
from examfiles.reasons import Reason, sentences
from magnetite.core.cells import ScoreArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import ACCURACY, CHANCE, VIEW
from magnetite.core.results import Finding, Heading, Number, Table
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import chance, passages_of, read_choices
from magnetite.experiments.findings import estimate_columns, number
from magnetite.experiments.recurring.pulls import Pull, pulls, recurring_notes, recurring_table
from magnetite.stats.intervals import Interval, share
from magnetite.stats.verdict import Verdict, verdict

NAME = "transfer"
MOST_DATA_SETS = 3  # data sets that a sentence lists one by one


@dataclass(frozen=True, slots=True)
class Measured:
    """One field of the matrix: the system, the dataset, and how many of its questions the system gets right."""

    trained_on: str
    view: str
    tested_on: str
    accuracy: Interval
    chance: float
    pulls: tuple[Pull, ...] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """Asks the systems of one set, named by what they were trained on, about every dataset.

    Each set's systems are a panel of their own, so that one set is in memory at a time.
    """

    name: ClassVar[str] = NAME
    trained_on: str
    datasets: Mapping[str, Dataset]

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Return the finding of this set alone; the exam is one of the datasets, and not read again."""
        del exam
        return (transfer_finding(self.measured(panel)),)

    def measured(self, panel: Panel) -> list[Measured]:
        """Measure every system on every dataset."""
        return [
            _measure(
                self.trained_on,
                known.view,
                tested_on,
                dataset,
                own_scores(panel, name, dataset.items, f"{self.trained_on} {name}: {tested_on}"),
            )
            for name, known in panel.panelists.items()
            for tested_on, dataset in self.datasets.items()
        ]


def _measure(trained_on: str, view: str, tested_on: str, dataset: Dataset, scores: ScoreArray) -> Measured:
    """Read a system's accuracy on a dataset, all of whose answers are known, from the scores of its own cells."""
    choices = read_choices(dataset.items, scores)
    accuracy = share(choices.correct, passages_of(dataset.items))
    recurring = tuple(pulls(dataset.items, {view: choices}))
    return Measured(trained_on, view, tested_on, accuracy, float(chance(dataset.items).mean()), recurring)


def transfer_finding(measured: Sequence[Measured]) -> Finding:
    """Write what was measured as a finding: the matrix, a number for each cell, and a sentence for each system."""
    columns = (
        Heading("trained_on").over(m.trained_on for m in measured),
        VIEW.over(m.view for m in measured),
        Heading("tested_on").over(m.tested_on for m in measured),
        *estimate_columns(ACCURACY, (m.accuracy for m in measured)),
        CHANCE.over(m.chance for m in measured),
    )
    numbers = [number("accuracy", m.accuracy, group=f"{m.trained_on} {m.view} on {m.tested_on}") for m in measured]
    guesses = {m.tested_on: Number("guessing", m.chance, n=m.accuracy.n, group=m.tested_on) for m in measured}
    each = [(m, pull) for m in measured for pull in m.pulls]
    front = {"trained_on": [m.trained_on for m, _ in each], "tested_on": [m.tested_on for m, _ in each]}
    return Finding(
        NAME,
        "Transfer",
        _answer(measured),
        (*numbers, *guesses.values()),
        (
            Table(NAME, "Accuracy by training and test data", columns, NAME),
            *recurring_table([pull for _, pull in each], front),
        ),
        notes=(Reason("transfer-intervals"), *_notes(measured)),
    )


def _notes(measured: Sequence[Measured]) -> Iterator[Reason]:
    """Say, for each set of systems and each dataset, which of its options attract far too much."""
    for each in measured:
        yield from (note.of(f"{each.trained_on} on {each.tested_on}") for note in recurring_notes(each.pulls))


def _answer(measured: Sequence[Measured]) -> Reason:
    """Say, for each set of systems under each view, what it gets right on which data, and what guessing gets."""
    rows = gathered(((each.trained_on, each.view), each) for each in measured)
    systems = [
        (_listed if len(cells) <= MOST_DATA_SETS else _spread)({"trained": name, "view": view}, cells)
        for (name, view), cells in rows.items()
    ]
    guesses = gathered(
        (round(100 * value), tested_on)
        for tested_on, value in {each.tested_on: each.chance for each in measured}.items()
    )
    shares = {each.tested_on: each.chance for each in measured}
    guessing = [_right(shares[names[0]], ", ".join(names)) for names in guesses.values()]
    return sentences(
        *systems, Reason("transfer-guessing", {"guesses": Reason("writing-semicolons", {"parts": guessing})})
    )


def _right(share_right: float, exam: str) -> Reason:
    return Reason("transfer-right", {"right": share_right, "exam": exam})


def _listed(about: Mapping[str, str], cells: Sequence[Measured]) -> Reason:
    rights = Reason("writing-commas", {"parts": [_right(cell.accuracy.estimate, cell.tested_on) for cell in cells]})
    return Reason("transfer-listed", {**about, "rights": rights, **_sides(cells)})


def _spread(about: Mapping[str, str], cells: Sequence[Measured]) -> Reason:
    """Say what is right where least and where most is."""
    ranked = sorted(cells, key=lambda cell: cell.accuracy.estimate)
    least, most = (_right(cell.accuracy.estimate, cell.tested_on) for cell in (ranked[0], ranked[-1]))
    return Reason("transfer-spread", {**about, "least": least, "most": most, **_sides(cells)})


def _sides(cells: Sequence[Measured]) -> dict[str, int | str]:
    """Return on how many exams a system is clearly above guessing, and the names of those where it is below."""
    sides = {cell.tested_on: verdict(cell.accuracy, cell.chance) for cell in cells}
    above = sum(side == Verdict.ABOVE for side in sides.values())
    below = ", ".join(name for name, side in sides.items() if side == Verdict.BELOW)
    return {"above": above, "exams": len(cells), "below": below or "none"}
