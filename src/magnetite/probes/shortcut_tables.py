"""The tables of the shortcuts probe: views, effective options, answerable questions, and one row per item.

What this file leaves out: intervals, comparisons and words (`shortcuts`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.items import Item
from magnetite.core.results import Table, Value
from magnetite.probes.baselines import chance
from magnetite.probes.choices import Choices, answer_probability, finite, known, letters, levels_of
from magnetite.stats.information import effective_options, entropy, information_gain, normalised_options, softmax
from magnetite.stats.intervals import share
from magnetite.stats.ragged import FloatArray

DECIDED = 0.75  # an item is listed as answerable where fewer effective options than this share of its own are left
BIN = 0.2  # width of a bin of effective options, as in Figure 4 of Liusie et al. (2022)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Hold what one view's system chose and how sure it is, per item."""

    choices: Choices
    entropy: FloatArray
    effective: FloatArray
    normalised: FloatArray


def reading_of(choices: Choices) -> Reading:
    """Read how sure a system is of what it chose, from the softmax of its scores."""
    bits = entropy(softmax(choices.scores, choices.counts), choices.counts)
    effective = effective_options(bits)
    return Reading(choices, bits, effective, normalised_options(effective, choices.counts))


def measures(reading: Reading) -> FloatArray:
    """Return entropy, effective options and their normalised number, in columns, (items, 3)."""
    return np.stack([reading.entropy, reading.effective, reading.normalised], axis=1)


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
            shown = [right.estimate, *bounds, right.n, float(guess[mask].mean()), *means]
            for column, value in zip(columns.values(), [name, level, *map(finite, shown)], strict=True):
                column.append(value)
    return Table("views", "Accuracy with parts of the question missing", columns, "accuracy_by_view")


def bins_table(readings: Mapping[str, Reading]) -> Table:
    """Count the items by their effective number of options, in bins of 0.2, with each bin's accuracy (Figure 4)."""
    columns: dict[str, list[Value]] = {n: [] for n in ("view", "bin_low", "bin_high", "count", "accuracy")}
    for name, reading in readings.items():
        most = int(reading.choices.counts.max())
        bins = round((most - 1) / BIN)
        # The last bin takes in its upper end, where a system that cannot choose stands.
        place = np.minimum(((reading.effective - 1) / BIN + 1e-9).astype(np.int64), bins - 1)
        on = reading.choices.labelled
        counts = np.bincount(place, minlength=bins)
        labelled = np.bincount(place[on], minlength=bins)
        right = np.bincount(place[on & reading.choices.correct], minlength=bins)
        columns["view"] += [name] * bins
        columns["bin_low"] += [round(1 + BIN * k, 6) for k in range(bins)]
        columns["bin_high"] += [round(1 + BIN * (k + 1), 6) for k in range(bins)]
        columns["count"] += counts.tolist()
        columns["accuracy"] += [int(r) / int(n) if n else None for r, n in zip(right, labelled, strict=True)]
    return Table("effective_options", "Effective number of options", columns, "effective_options")


def answerable_table(items: Sequence[Item], readings: Mapping[str, Reading], listed: int) -> Table:
    """List the items that QO gets right with the least entropy, at most so many, none that it is undecided on."""
    reading = readings.get("QO")
    rows: list[int] = []
    if reading is not None:
        order = np.argsort(reading.entropy, kind="stable")
        decided = reading.effective < DECIDED * reading.choices.counts
        fits = reading.choices.labelled & reading.choices.correct & decided
        rows = [int(i) for i in order if fits[i]][:listed]
    columns: dict[str, list[Value]] = {
        "id": [items[i].id for i in rows],
        "passage_id": [items[i].passage_id for i in rows],
        "level": [items[i].level for i in rows],
        "question": [items[i].question for i in rows],
        "answer": [items[i].options[items[i].answer or 0] for i in rows],
        "effective_options": [float(reading.effective[i]) for i in rows] if reading else [],
        "probability": answer_probability(reading.choices)[rows].tolist() if reading else [],
    }
    return Table("answerable", "Most likely answerable without the passage", columns)


def item_rows(items: Sequence[Item], readings: Mapping[str, Reading]) -> Table:
    """List per item what each view's system chose and how sure it was."""
    columns: dict[str, list[Value]] = {"id": [item.id for item in items]}
    for name, reading in readings.items():
        on = reading.choices.labelled
        columns[f"chosen_{name}"] = letters(reading.choices.chosen)
        columns[f"correct_{name}"] = known(reading.choices.correct, on)
        columns[f"probability_{name}"] = known(answer_probability(reading.choices), on)
        columns[f"effective_{name}"] = reading.effective.tolist()
    if {"QO", "QOC"} <= set(readings):
        columns["information"] = information_gain(readings["QO"].entropy, readings["QOC"].entropy).tolist()
    return Table("items", "Every question", columns)
