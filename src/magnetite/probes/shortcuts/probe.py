"""Shortcuts: what a system gets right, and how sure it is, when parts of the question are missing.

Accuracy, entropy, effective number of options and mutual information per view (Liusie et al., 2022, eqs. 1 and 2),
overall and per item, calibrated where temperatures are given (eq. 4), and lists of questions for people to look at.
What this file leaves out: the tables (`shortcuts.tables`, `shortcuts.calibration`, `shortcuts.lists`), the words
(`shortcuts.words`), fitting temperatures (`stats.calibration`), and training systems for the poorer views (`train`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import ClassVar

from magnetite.core.cells import BoolArray, IntArray, ScoreArray, own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset, Item
from magnetite.core.probe import Need
from magnetite.core.results import Finding, Number, Table
from magnetite.probes.baselines import chance
from magnetite.probes.choices import number, passages_of, read_choices, require_items
from magnetite.probes.settings import calibration, whole
from magnetite.probes.shortcuts.calibration import calibration_numbers, calibration_tables
from magnetite.probes.shortcuts.lists import answerable_table, question_lists
from magnetite.probes.shortcuts.reading import Reading, answer_information, measures, passage_information, reading_of
from magnetite.probes.shortcuts.tables import information_table, item_rows, options_table, views_table
from magnetite.probes.shortcuts.words import notes, sentence
from magnetite.stats.intervals import Interval, bootstrap_mean, bootstrap_means, share
from magnetite.stats.paired import difference, mcnemar
from magnetite.stats.ragged import FloatArray
from magnetite.views.named import in_order, view

SPREADS = (("entropy", "bits"), ("effective options", "options"), ("effective options, normalised", "share"))


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Compare the views there is a system for: O, QO, CO, QOC.

    `resamples` and `seed` belong to the bootstrap; `listed` is how many questions a list names at most, 0 for none.
    `temperatures` (by view, 1 where there is none) divide scores before they become probabilities; `calibrated_on` says
    in words what they were fitted on.
    """

    resamples: int = 2000
    seed: int = 0
    listed: int = 20
    temperatures: Mapping[str, float] = field(default_factory=dict, hash=False)
    calibrated_on: str = ""

    needs_independent_options: ClassVar[bool] = False

    def __post_init__(self) -> None:
        whole(self.name, 1, resamples=self.resamples)
        whole(self.name, 0, seed=self.seed, listed=self.listed)
        object.__setattr__(self, "temperatures", calibration(self.name, self.temperatures, self.calibrated_on))

    @property
    def name(self) -> str:
        """Return the probe's name."""
        return "shortcuts"

    def needs(self, dataset: Dataset, views: tuple[str, ...]) -> Mapping[str, Need]:
        """Ask for every item's own options under each of the views, by the view's name."""
        require_items(dataset, self.name)
        ordered = in_order(views)
        if not ordered:
            raise UsageError(f"probe '{self.name}': no view was given; expected at least one of O, QO, CO, QOC.")
        return {name: Need(name, own_cells([view(name)(item) for item in dataset])) for name in ordered}

    def finding(self, dataset: Dataset, needs: Mapping[str, Need], scores: Mapping[str, ScoreArray]) -> Finding:
        """Read each view's accuracy and uncertainty, and what the passage adds."""
        items, passages = dataset.items, passages_of(dataset.items)
        readings = {
            name: reading_of(read_choices(items, scores[name]), self.temperatures.get(name)) for name in in_order(needs)
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
