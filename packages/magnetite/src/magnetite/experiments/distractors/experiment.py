"""Distractors: how plausible are the wrong options to a system, and which is the least (Raina, Liusie and Gales 2023)?

The plausibility of a distractor d is the probability that a system gives it among all options (arXiv 2311.04554):

    plausibility(d) = P(d | passage, question, options),   of a question: the sum over its distractors, 1 - P(key)

Among candidates, a distractor that fewer than 5% choose does not function (Haladyna and Downing 1993); the same limit
is applied to the probability here. H being the entropy of the distractors' probabilities among themselves, 2^H of them
are in play: all n - 1 if they are equally plausible, one if only one is.
How much the distractors of a question differ from each other is measured in `diversity`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item, letter
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray, option_counts
from magnetite.core.experiment import Panel
from magnetite.core.headings import ID, LEVEL, OPTION, N, interval
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.experiments.asking import (
    calibrated,
    calibration,
    own_scores,
    require_items,
    require_probabilities,
    richest_of,
    whole,
)
from magnetite.experiments.choices import levels_of, passages_of
from magnetite.experiments.distractors.diversity import ALIKE_HEADINGS, DIVERSITY, DIVERSITY_HEADINGS, Diversities
from magnetite.experiments.findings import INTERVALS, bounded, calibration_note, number, set_options, span, too_few
from magnetite.stats.calibration import effective_options, entropy
from magnetite.stats.intervals import Interval, mean, share
from magnetite.stats.ragged import FloatArray, row_starts, softmax

NAME, TITLE = "distractors", "Distractors"
LEAST = 0.05  # the share of choices below which a distractor does not function
EXAM_HEADINGS = (
    LEVEL,
    *interval("plausible", "plausible distractors", "plausible", "share"),
    Heading("distractors", unit="count"),
    *interval("mass", "probability of all distractors", "probability", "share"),
    *interval("in_play", "distractors in play", "in play", "options"),
    *interval("diversity", DIVERSITY, "diversity", "margin"),
    N,
)
LEAST_HEADINGS = (
    ID,
    Heading("letter", "distractor"),
    OPTION,
    Heading("plausibility", unit="share"),
    Heading("key", "probability of the key", "share"),
)
QUESTION_HEADINGS = (
    ID,
    Heading("key", "probability of the key", "share"),
    Heading("in_play", "distractors in play", "options"),
    Heading("least", "the least plausible distractor"),
    Heading("least_plausibility", "its plausibility", "share"),
    Heading("most", "the most plausible distractor"),
    Heading("most_plausibility", "its plausibility", "share"),
    *DIVERSITY_HEADINGS,
)


@dataclass(frozen=True, slots=True)
class Distractors:
    """Asks for each question's options, and lists the distractors that are least plausible, and those most alike.

    `listed`: the length of each list, with one entry of a question at most. `temperatures`, by view, and
    `calibrated_on` are as in `shortcuts`.
    """

    name: ClassVar[str] = NAME
    listed: int = 10
    temperatures: Mapping[str, float] = field(default_factory=dict)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        whole(self.name, 0, listed=self.listed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system that sees most for the own options of questions with a known answer."""
        require_items(exam, self.name)
        require_probabilities(panel, self.name)
        items = [item for item in exam if item.answer is not None]
        if not items:
            return (Finding(self.name, TITLE, Reason("distractors-nothing"), settings=asdict(self)),)
        reader = richest_of(panel)
        view = panel.panelists[reader].view
        settings: Distractors = calibrated(self, panel, (reader,))
        scores = own_scores(panel, reader, items, "own options").astype(np.float64)
        probabilities = softmax(scores, option_counts(items), settings.temperatures.get(view, 1.0))
        read = Plausibilities.of(items, probabilities)
        return (settings._finding(exam, items, read, Diversities.of(items, read.places, panel), view),)

    def _finding(
        self, exam: Dataset, items: Sequence[Item], read: "Plausibilities", diverse: Diversities, view: str
    ) -> Finding:
        passages = passages_of(items)
        every = np.ones(len(items), dtype=np.bool_)
        exam_whole, diversity = read.of_questions(every, passages), diverse.of_questions(every, passages)
        levels = [
            (level, *_cells(read.of_questions(here, passages)), *diverse.cells(here, passages), int(here.sum()))
            for level, here in levels_of(items).items()
        ]
        values = {
            "distractors": exam_whole.plausible.n,
            "questions": many(len(items)),
            "plausible": exam_whole.plausible.estimate,
            "interval": span(exam_whole.plausible),
            "limit": LEAST,
            "mass": exam_whole.mass.estimate,
        }
        tables = [table("by_level", "Plausible distractors", EXAM_HEADINGS, levels, NAME)]
        order = sorted(range(len(items)), key=lambda k: (read.values[k].min(), items[k].id))[: self.listed]
        if rows := [read.least_row(items[k], k) for k in order]:
            tables.append(table("least", "The least plausible distractors", LEAST_HEADINGS, rows))
        if alike := diverse.most_alike(items)[: self.listed]:
            tables.append(table("alike", "Distractors that are most alike", ALIKE_HEADINGS, alike))
        return Finding(
            self.name,
            TITLE,
            sentences(
                *too_few(exam_whole.plausible, passages),
                Reason("distractors-exam", values),
                *([Reason("distractors-diversity", {"diversity": diversity.estimate})] if diversity else []),
            ),
            (
                number("plausible distractors", exam_whole.plausible),
                number("probability of all distractors", exam_whole.mass),
                number("distractors in play", exam_whole.in_play, "options"),
                *([number(DIVERSITY, diversity, "margin")] if diversity else []),
            ),
            tuple(tables),
            table(
                "items",
                "Every question",
                QUESTION_HEADINGS,
                ((*read.row(item, k), *diverse.row(k)) for k, item in enumerate(items)),
            ),
            asdict(self),
            (
                *_notes(exam, items),
                diverse.note,
                *set_options(items),
                calibration_note((view,), self.temperatures, self.calibrated_on),
                INTERVALS,
            ),
        )


@dataclass(frozen=True, slots=True)
class DistractorShares:
    """How many distractors are plausible, what probability they have, and how many are in play."""

    plausible: Interval
    mass: Interval
    in_play: Interval


@dataclass(frozen=True, slots=True, eq=False)
class Plausibilities:
    """The distractors of each question: their `places`, their plausibilities (`values`), and how many are `in_play`."""

    places: tuple[tuple[int, ...], ...]
    values: tuple[FloatArray, ...]
    in_play: FloatArray

    @classmethod
    def of(cls, items: Sequence[Item], probabilities: FloatArray) -> "Plausibilities":
        """Take the distractors' of all options' probabilities, (cells,).

        >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog", "a goat"), 0)
        >>> read = Plausibilities.of([item], np.array([0.6, 0.2, 0.2]))
        >>> read.values[0].tolist(), read.in_play.tolist()
        ([0.2, 0.2], [2.0])
        """
        places, values = [], []
        for item, start in zip(items, row_starts(option_counts(items)), strict=True):
            wrong = tuple(place for place in range(len(item.options)) if place != item.answer)
            places.append(wrong)
            values.append(probabilities[start + np.array(wrong)])
        shares = np.concatenate(
            [each / each.sum() if each.sum() > 0 else np.full(len(each), 1 / len(each)) for each in values]
        )
        in_play = effective_options(entropy(shares, np.array([len(each) for each in values])))
        return cls(tuple(places), tuple(values), in_play)

    def of_questions(self, here: BoolArray, passages: IntArray) -> DistractorShares:
        """Estimate what is said of some of the questions, (items,), whose passages are numbered."""
        counts = np.array([len(each) for each in self.values])
        flat, every = np.concatenate(self.values), np.repeat(here, counts)
        mass = np.minimum(np.array([each.sum() for each in self.values])[here], 1.0)
        return DistractorShares(
            share((flat >= LEAST)[every], np.repeat(passages, counts)[every]),
            mean(mass, passages[here], least=0.0, most=1.0),
            mean(self.in_play[here], passages[here], least=1.0, most=float(counts[here].max())),
        )

    def least_row(self, item: Item, k: int) -> tuple[Value, ...]:
        """Return the row of a question's least plausible distractor."""
        least = int(np.argmin(self.values[k]))
        place = self.places[k][least]
        return (item.id, letter(place), item.options[place], float(self.values[k][least]), self._key(k))

    def row(self, item: Item, k: int) -> tuple[Value, ...]:
        """Return a question's row."""
        ends = [int(end(self.values[k])) for end in (np.argmin, np.argmax)]
        named = [cell for end in ends for cell in (letter(self.places[k][end]), float(self.values[k][end]))]
        return (item.id, self._key(k), float(self.in_play[k]), *named)

    def _key(self, k: int) -> float:
        return max(0.0, 1.0 - float(self.values[k].sum()))


def _cells(read: DistractorShares) -> tuple[Value, ...]:
    plausible, mass, in_play = read.plausible, read.mass, read.in_play
    return (*bounded(plausible), plausible.n, *bounded(mass), *bounded(in_play))


def _notes(exam: Dataset, items: Sequence[Item]) -> Iterator[Reason]:
    if left_out := len(exam) - len(items):
        yield Reason("distractors-note-left-out", {"questions": many(left_out)})
    yield Reason("distractors-note-system")
