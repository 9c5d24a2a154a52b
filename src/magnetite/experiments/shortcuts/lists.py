"""Lists of questions for people: answerable without the passage, sure or unsure without it, passage useful or useless.

Liusie et al. (2022, footnote 4) had people answer such lists without the passage: 92% right of the hundred questions
with the lowest entropy, 32% of those with the highest.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from magnetite.core.items import Item
from magnetite.core.results import Table, Value
from magnetite.experiments.choices import answer_probability
from magnetite.experiments.shortcuts.reading import Reading, passage_information
from magnetite.stats.ragged import FloatArray

DECIDED = 0.75  # an item is listed as answerable below this share of its options, counted in effective ones


def answerable_table(items: Sequence[Item], readings: Mapping[str, Reading], listed: int) -> Table:
    """List the items that QO gets right with the least entropy, at most `listed`, none that it is undecided on."""
    reading = readings.get("QO")
    rows: list[int] = []
    if reading is not None:
        order = np.argsort(reading.entropy, kind="stable")
        decided = reading.effective < DECIDED * reading.choices.counts
        fits = reading.choices.labelled & reading.choices.correct & decided
        rows = [int(i) for i in order if fits[i]][:listed]
    columns: dict[str, list[Value]] = {
        **_named(items, rows),
        "answer": [items[i].options[items[i].answer or 0] for i in rows],
        "effective_options": [float(reading.effective[i]) for i in rows] if reading else [],
        "probability": answer_probability(reading.choices, reading.divisor)[rows].tolist() if reading else [],
    }
    return Table("answerable", "Most likely answerable without the passage", columns)


def question_lists(items: Sequence[Item], readings: Mapping[str, Reading], listed: int) -> tuple[Table, ...]:
    """List the questions on which QO is surest and least sure, and those whose passage tells the system most and least.

    How sure is compared by the normalised effective number of options: where all items have the same number of
    options, the order of entropy. A list holds at most `listed` questions and at most half of them, so that no
    question is at both ends; nor is one listed that is no surer, or no less sure, than all the others.
    """
    reading, bits = readings.get("QO"), passage_information(readings)
    if reading is None:
        return ()

    def table(name: str, title: str, rows: Sequence[int]) -> Table:
        columns: dict[str, list[Value]] = {
            **_named(items, rows),
            "effective_options": [float(reading.effective[i]) for i in rows],
            "information": [None if bits is None else float(bits[i]) for i in rows],
        }
        return Table(name, title, columns, "question_list")

    sure, unsure = _ends(reading.normalised, listed)
    tables = [table("without_passage_sure", SURE, sure), table("without_passage_unsure", UNSURE, unsure)]
    if bits is not None:
        useless, useful = _ends(bits, listed)
        tables += [table("passage_useful", USEFUL, useful), table("passage_useless", USELESS, useless)]
    return tuple(tables)


SURE = "Surest without the passage"
UNSURE = "Least sure without the passage"
USEFUL = "The passage tells most"
USELESS = "The passage tells least"


def _ends(values: FloatArray, listed: int) -> tuple[list[int], list[int]]:
    """Return the items with the lowest values and those with the highest, from the ends inward, ties in order.

    Both are cut from one order, so that no item of equal values stands in both.
    """
    order = np.argsort(values, kind="stable")
    most = min(listed, len(values) // 2)
    low = [int(i) for i in order[:most] if values[i] < values.max()]
    high = [int(i) for i in order[len(order) - most :] if values[i] > values.min()]
    return low, sorted(high, key=lambda i: (-values[i], i))


def _named(items: Sequence[Item], rows: Sequence[int]) -> dict[str, list[Value]]:
    return {
        "id": [items[i].id for i in rows],
        "passage_id": [items[i].passage_id for i in rows],
        "level": [items[i].level for i in rows],
        "question": [items[i].question for i in rows],
    }
