"""An exam as the rules see it: its items, and the probabilities that systems give their options, where known."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from magnetite.core.cells import ScoreArray, option_counts
from magnetite.core.errors import DataError
from magnetite.core.items import Item
from magnetite.experiments.flags.english import which_are_english
from magnetite.stats.information import softmax
from magnetite.stats.ragged import row_starts
from magnetite.views.partial import in_order
from magnetite.views.text import normalised

Probabilities = tuple[float, ...]  # (options,), or () for an item that was not scored

_ROUNDING = 1e-3  # how far the sum of probabilities may be from 1


@dataclass(frozen=True, slots=True)
class Exam:
    """An exam's items, and what systems make of them.

    `probabilities` has, by view, each item's option probabilities (calibrated), () for an item that was not scored;
    it may be empty: rules that read the text alone need none. `interference` has interference scores T_k by the
    option's text, from a magnet search. `english` tells for each item whether the rules for English apply to it.
    Parts of a question that were emphasised are read from the item's metadata, "emphasised", one part a line.
    Raises DataError where ids repeat or probabilities do not fit the items, UsageError for an unknown view.
    """

    items: tuple[Item, ...]
    probabilities: Mapping[str, tuple[Probabilities, ...]] = field(default_factory=dict, hash=False)
    interference: Mapping[str, float] = field(default_factory=dict, hash=False)
    english: tuple[bool, ...] = field(init=False)

    def __post_init__(self) -> None:
        _require_own_ids(self.items)
        ordered = {
            view: tuple(tuple(map(float, row)) for row in self.probabilities[view])
            for view in in_order(self.probabilities)
        }
        for view, rows in ordered.items():
            _require_fit(self.items, view, rows)
        scores = {normalised(text): float(score) for text, score in self.interference.items()}
        object.__setattr__(self, "probabilities", MappingProxyType(ordered))
        object.__setattr__(self, "interference", MappingProxyType(scores))
        object.__setattr__(self, "english", which_are_english([(i.question, *i.options) for i in self.items]))

    def scored(self, view: str, index: int) -> Probabilities:
        """Return the option probabilities of the item at `index` under a view, () where there are none."""
        return self.probabilities[view][index] if view in self.probabilities else ()


def exam_of(
    items: Sequence[Item],
    scores: Mapping[str, ScoreArray] | None = None,
    temperatures: Mapping[str, float] | None = None,
    interference: Mapping[str, float] | None = None,
) -> Exam:
    """Make an exam from items and raw scores: by view, (cells,), aligned with `core.cells.own_cells`.

    Scores are divided by their view's temperature, 1 where there is none, before they become probabilities.

    >>> import numpy as np
    >>> item = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a dog"), 0)
    >>> exam_of([item], {"QO": np.zeros(2, dtype=np.float32)}).scored("QO", 0)
    (0.5, 0.5)
    """
    divisors = temperatures or {}
    rows = {view: _by_item(items, flat, divisors.get(view, 1.0)) for view, flat in (scores or {}).items()}
    return Exam(tuple(items), rows, interference or {})


def _by_item(items: Sequence[Item], scores: ScoreArray, temperature: float) -> tuple[Probabilities, ...]:
    counts = option_counts(items)
    flat = softmax(scores.astype("float64"), counts, temperature).tolist()
    return tuple(
        tuple(flat[start : start + count])
        for start, count in zip(row_starts(counts).tolist(), counts.tolist(), strict=True)
    )


def _require_own_ids(items: Sequence[Item]) -> None:
    seen: set[str] = set()
    for item in items:
        if item.id in seen or not item.id:
            problem = f"two items have the id '{item.id}'" if item.id else "an item has an empty id"
            raise DataError(f"exam: {problem}; flags name items by their ids, so each item needs an id of its own.")
        seen.add(item.id)


def _require_fit(items: Sequence[Item], view: str, rows: Sequence[Probabilities]) -> None:
    if len(rows) != len(items):
        raise DataError(
            f"probabilities of view {view}: {len(rows)} rows for {len(items)} items; expected one row for each item."
        )
    for item, row in zip(items, rows, strict=True):
        if not row:
            continue
        if len(row) != len(item.options):
            raise DataError(
                f"probabilities of view {view}, item '{item.id}': {len(row)} for {len(item.options)} options; "
                "expected one for each option, or none at all for an item that was not scored."
            )
        if not all(map(math.isfinite, row)) or min(row) < 0 or abs(sum(row) - 1) > _ROUNDING:
            raise DataError(
                f"probabilities of view {view}, item '{item.id}': {list(row)} are not probabilities; expected numbers "
                "from 0 to 1 that add up to 1. exam_of turns scores into probabilities."
            )
