"""The tables of the shortcuts probe: views, effective options, bits of the passage, and one row per item."""

from collections.abc import Mapping, Sequence

import numpy as np

from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.items import Item
from magnetite.core.results import Table, Value
from magnetite.experiments.baselines import chance
from magnetite.experiments.choices import answer_probability, finite, known, letters, levels_of
from magnetite.experiments.shortcuts.reading import Reading, answer_information, measures, passage_information
from magnetite.stats.intervals import share
from magnetite.stats.ragged import FloatArray

OPTIONS_BIN = 0.2  # width of a bin of effective options, as in Figure 4 of Liusie et al. (2022)
BITS_BIN = 0.25  # width of a bin of the passage's information
_EDGE = 1e-9  # a value this close below an edge is only rounded off it


def views_table(items: Sequence[Item], readings: Mapping[str, Reading], passages: IntArray) -> Table:
    """Compare the views, overall and by level: accuracy, and how sure each system is."""
    names = ("view", "level", "accuracy", "low", "high", "n", "chance", "entropy", "effective_options")
    columns: dict[str, list[Value]] = {name: [] for name in (*names, "effective_normalised")}
    guess = chance(items)
    for name, reading in readings.items():
        for level, mask in levels_of(items).items():
            on = mask & reading.choices.labelled
            right = share(reading.choices.correct[on], passages[on])
            bounds = [right.low, right.high] if on.any() else [np.nan, np.nan]
            means = measures(reading)[mask].mean(axis=0).tolist()
            estimates = [right.estimate, *bounds, right.n, float(guess[mask].mean()), *means]
            for column, value in zip(columns.values(), [name, level, *map(finite, estimates)], strict=True):
                column.append(value)
    return Table("views", "Accuracy with parts of the question missing", columns, "accuracy_by_view")


def options_table(readings: Mapping[str, Reading]) -> Table:
    """Count the items by their effective number of options, in bins of 0.2, with each bin's accuracy (Figure 4).

    A bin includes its lower end, and the last its upper end too, where a system that cannot choose lies.
    """
    names = ("view", "bin_low", "bin_high", "count", "labelled", "accuracy")
    columns: dict[str, list[Value]] = {name: [] for name in names}
    for name, reading in readings.items():
        bins = round((int(reading.choices.counts.max()) - 1) / OPTIONS_BIN)
        place = np.minimum(((reading.effective - 1) / OPTIONS_BIN + _EDGE).astype(np.int64), bins - 1)
        on = reading.choices.labelled
        columns["view"] += [name] * bins
        columns["bin_low"] += [round(1 + OPTIONS_BIN * k, 6) for k in range(bins)]
        columns["bin_high"] += [round(1 + OPTIONS_BIN * (k + 1), 6) for k in range(bins)]
        columns["count"] += np.bincount(place, minlength=bins).tolist()
        columns["labelled"] += np.bincount(place[on], minlength=bins).tolist()
        columns["accuracy"] += _accuracies(place, bins, on, reading.choices.correct)
    return Table("effective_options", "Effective number of options", columns, "effective_options")


def information_table(readings: Mapping[str, Reading]) -> tuple[Table, ...]:
    """Count the items by the bits of doubt the passage removes, with both systems' accuracies (Figure 5).

    Bins of 0.25 bits, without a gap from the lowest to the highest; one table, or none without QO and QOC.
    """
    bits = passage_information(readings)
    if bits is None:
        return ()
    place, first = _bits_bins(bits)
    bins, on = int(place.max()) + 1, readings["QO"].choices.labelled
    columns: dict[str, list[Value]] = {
        "bin_low": [BITS_BIN * (first + k) for k in range(bins)],
        "bin_high": [BITS_BIN * (first + k + 1) for k in range(bins)],
        "count": np.bincount(place, minlength=bins).tolist(),
        "labelled": np.bincount(place[on], minlength=bins).tolist(),
    }
    for name in ("QOC", "QO"):
        columns[f"accuracy_{name}"] = _accuracies(place, bins, on, readings[name].choices.correct)
    return (Table("by_information", "What the passage is worth", columns, "by_information"),)


def item_rows(items: Sequence[Item], readings: Mapping[str, Reading]) -> Table:
    """List per item what each view's system chose and how sure it was, and how much the passage told it, in bits."""
    columns: dict[str, list[Value]] = {"id": [item.id for item in items]}
    for name, reading in readings.items():
        on = reading.choices.labelled
        columns[f"chosen_{name}"] = letters(reading.choices.chosen)
        columns[f"correct_{name}"] = known(reading.choices.correct, on)
        columns[f"probability_{name}"] = known(answer_probability(reading.choices, reading.divisor), on)
        columns[f"effective_{name}"] = reading.effective.tolist()
    gain, answer = passage_information(readings), answer_information(readings)
    if gain is not None and answer is not None:
        columns["information"] = gain.tolist()
        columns["pointwise_information"] = known(answer, readings["QO"].choices.labelled)
    return Table("items", "Every question", columns)


def _bits_bins(bits: FloatArray) -> tuple[IntArray, int]:
    """Return each item's bin, from 0, and where the first begins, in bin widths."""
    place = np.floor(bits / BITS_BIN + _EDGE).astype(np.int64)
    first = int(place.min())
    return place - first, first


def _accuracies(place: IntArray, bins: int, on: BoolArray, correct: BoolArray) -> list[Value]:
    labelled, right = np.bincount(place[on], minlength=bins), np.bincount(place[on & correct], minlength=bins)
    return [int(r) / int(n) if n else None for r, n in zip(right, labelled, strict=True)]
