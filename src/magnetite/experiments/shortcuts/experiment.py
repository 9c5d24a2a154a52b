"""Shortcuts: what a system gets right, and how sure it is, when parts of the question are missing.

Accuracy, entropy, effective number of options and mutual information per view (Liusie et al., 2022, eqs. 1 and 2),
overall and per item, calibrated where temperatures are given (eq. 4), and lists of questions for people to look at.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from magnetite.core.cells import BoolArray, IntArray, ScoreArray
from magnetite.core.errors import UsageError
from magnetite.core.experiment import Panel
from magnetite.core.items import Dataset, Item
from magnetite.core.results import Finding, Number, Table
from magnetite.experiments.asking import calibrated, own_scores, views_of
from magnetite.experiments.baselines import chance
from magnetite.experiments.choices import number, passages_of, read_choices, require_items
from magnetite.experiments.settings import calibration, whole
from magnetite.experiments.shortcuts.calibration import calibration_numbers, calibration_tables
from magnetite.experiments.shortcuts.lists import answerable_table, question_lists
from magnetite.experiments.shortcuts.reading import (
    Reading,
    answer_information,
    measures,
    passage_information,
    reading_of,
)
from magnetite.experiments.shortcuts.tables import information_table, item_rows, options_table, views_table
from magnetite.experiments.shortcuts.words import notes, sentence
from magnetite.stats.intervals import Interval, bootstrap_mean, bootstrap_means, share
from magnetite.stats.paired import difference, mcnemar
from magnetite.stats.ragged import FloatArray

SPREADS = (("entropy", "bits"), ("effective options", "options"), ("effective options, normalised", "share"))


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """The views there is a system for, compared: O, QO, CO, QOC.

    `resamples` and `seed` belong to the bootstrap; `listed` is how many questions a list names at most, 0 for none.
    `temperatures` (by view, 1 where there is none) divide scores before they become probabilities; `calibrated_on`
    describes what they were fitted on.
    """

    resamples: int = 2000
    seed: int = 0
    listed: int = 20
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    def __post_init__(self) -> None:
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed, listed=self.listed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    @property
    def name(self) -> str:
        """Return the probe's name."""
        return "shortcuts"

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system of each view for every item's own options."""
        require_items(exam, self.name)
        names = views_of(panel)
        if not names:
            raise UsageError(f"probe '{self.name}': no view was given; expected at least one of O, QO, CO, QOC.")
        scores = {name: own_scores(panel, name, exam.items, name) for name in names}
        return (calibrated(self, panel, names)._finding(exam, scores),)

    def _finding(self, dataset: Dataset, scores: Mapping[str, ScoreArray]) -> Finding:
        """Read each view's accuracy and uncertainty, and what the passage adds."""
        items, passages = dataset.items, passages_of(dataset.items)
        readings = {
            name: reading_of(read_choices(items, own), self.temperatures.get(name)) for name, own in scores.items()
        }
        numbers = (
            *(n for name, reading in readings.items() for n in self._of_view(name, reading, passages)),
            *self._of_passage(items, readings, passages),
        )
        return Finding(
            probe=self.name,
            title="Shortcuts",
            sentence=sentence(items, readings, numbers),
            numbers=numbers,
            tables=self._tables(items, readings, passages),
            items=item_rows(items, readings),
            settings=asdict(self),
            notes=notes(readings, self.calibrated_on),
        )

    def _tables(
        self, items: tuple[Item, ...], readings: Mapping[str, Reading], passages: IntArray
    ) -> tuple[Table, ...]:
        return (
            views_table(items, readings, passages),
            *calibration_tables(readings, passages),
            options_table(readings),
            *information_table(readings),
            answerable_table(items, readings, self.listed),
            *question_lists(items, readings, self.listed),
        )

    def _of_view(self, name: str, reading: Reading, passages: IntArray) -> list[Number]:
        on, measured = reading.choices.labelled, measures(reading)
        means = bootstrap_means(measured, passages, resamples=self.resamples, seed=self.seed)
        spread = [number(label, means[k], unit, name) for k, (label, unit) in enumerate(SPREADS)]
        right = [number("accuracy", share(reading.choices.correct[on], passages[on]), group=name)] if on.any() else []
        kept = calibration_numbers(name, reading, passages, resamples=self.resamples, seed=self.seed)
        return [*right, *spread, *kept]

    def _of_passage(self, items: tuple[Item, ...], readings: Mapping[str, Reading], passages: IntArray) -> list[Number]:
        without, given = readings.get("QO"), readings.get("QOC")
        if without is None:
            return []
        on, numbers = without.choices.labelled, []
        if on.any():
            above = self._mean((without.choices.correct - chance(items))[on], passages[on])
            numbers.append(number("without passage above chance", above, "points"))
        if given is not None and on.any():
            numbers += self._passage_adds(given.choices.correct[on], without.choices.correct[on], passages[on])
        return [*numbers, *self._bits(readings, on, passages)]

    def _bits(self, readings: Mapping[str, Reading], on: BoolArray, passages: IntArray) -> list[Number]:
        told, answer = passage_information(readings), answer_information(readings)
        if told is None or answer is None:
            return []
        bits = [number("mutual information", self._mean(told, passages), "bits")]
        if on.any():
            bits.append(number("pointwise information", self._mean(answer[on], passages[on]), "bits"))
        return bits

    def _passage_adds(self, given: BoolArray, without: BoolArray, passages: IntArray) -> list[Number]:
        gap = difference(given, without, passages, resamples=self.resamples, seed=self.seed)
        p = mcnemar(given, without).p
        return [number("passage adds", gap, "points"), Number("passage adds, McNemar p", p, n=gap.n, unit="p")]

    def _mean(self, values: FloatArray, passages: IntArray) -> Interval:
        return bootstrap_mean(values, passages, resamples=self.resamples, seed=self.seed)
