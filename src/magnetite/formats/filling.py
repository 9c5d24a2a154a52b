"""Filling down: a passage that stands on the first of its questions' rows only, as merged cells leave it, for all."""

from collections.abc import Sequence
from dataclasses import replace

from magnetite.core.items import Dataset, Item
from magnetite.core.reasons import Reason

LACKING = "note-no-passage"
OFFER = "note-fill-down"
FILLED = "note-filled-down"


def fillable(items: Sequence[Item]) -> bool:
    """Return whether the first question has a passage, and a later one has none."""
    return bool(items) and bool(items[0].passage.strip()) and not all(item.passage.strip() for item in items)


def filled_down(dataset: Dataset) -> Dataset:
    """Return a dataset in which a question without a passage has that of the question before, and a note says so."""
    items: list[Item] = []
    for item in dataset:
        if items and not item.passage.strip():
            above = items[-1]
            item = replace(item, passage=above.passage, passage_id=above.passage_id)  # noqa: PLW2901
        items.append(item)
    count = sum(now.passage != item.passage for now, item in zip(items, dataset, strict=True))
    if not count:
        return dataset
    notes = [note for note in dataset.notes if note.code not in {LACKING, OFFER}]
    return replace(dataset.with_items(items), notes=(*notes, Reason(FILLED, {"questions": count})))
