"""How different a question's distractors are (Raina, Liusie and Gales 2023): those that say the same are worth one.

    diversity = 1 - mean of likeness(d, e) over the pairs d, e of a question's distractors

The likeness is the panel's: the cosine of embeddings by a small encoder. The paper (arXiv 2311.04554) asks another
model whether two options are equivalent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np

from examfiles.items import Item, letter
from examfiles.reasons import Reason
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import ID, OPTION
from magnetite.core.installation import install_command
from magnetite.core.results import Heading, Value
from magnetite.experiments.findings import bounded, finite
from magnetite.stats.intervals import Interval, mean
from magnetite.stats.ragged import FloatArray

DIVERSITY = "diversity of distractors"
COMPARED_DECIMALS = 6  # of likenesses: the last ones differ from batch to batch
LIKENESS = Heading("likeness", unit="correlation")
ALIKE_HEADINGS = (ID, Heading("letters", "distractors"), OPTION, Heading("other", "the other one"), LIKENESS)
DIVERSITY_HEADINGS = (
    Heading("diversity", DIVERSITY, "margin"),
    Heading("alike", "the two that are most alike"),
    LIKENESS,
)


@dataclass(frozen=True, slots=True, eq=False)
class Diversities:
    """How different the distractors of each question are (`values`, (items,)), and which two of them are most alike.

    NaN and None where a question has fewer than two. `known`: whether anything knows how alike two texts are.
    """

    values: FloatArray
    alike: tuple[tuple[int, int] | None, ...]
    likeness: FloatArray  # of those two, (items,)
    known: bool = True

    @classmethod
    def of(cls, items: Sequence[Item], places: Sequence[Sequence[int]], panel: Panel) -> Self:
        """Ask how alike the distractors at these places are, two by two."""
        values, likeness = np.full((2, len(items)), np.nan)
        alike: list[tuple[int, int] | None] = [None] * len(items)
        pairs = [list(combinations(own, 2)) for own in places]
        texts = [(item.options[a], item.options[b]) for item, own in zip(items, pairs, strict=True) for a, b in own]
        found = panel.likeness(texts) if texts else np.zeros(0)
        if found is None:
            return cls(values, tuple(alike), likeness, known=False)
        ends = np.cumsum([len(own) for own in pairs])
        for k, (own, each) in enumerate(zip(pairs, np.split(found.round(COMPARED_DECIMALS), ends[:-1]), strict=True)):
            if own:
                most = int(each.argmax())
                values[k], alike[k], likeness[k] = 1 - each.mean(), own[most], each[most]
        return cls(values, tuple(alike), likeness)

    def of_questions(self, here: BoolArray, passages: IntArray) -> Interval | None:
        """Estimate the mean over some questions, (items,), whose passages are numbered; None where none has it."""
        known = here & ~np.isnan(self.values)
        return mean(self.values[known], passages[known], least=0.0, most=2.0) if known.any() else None

    def cells(self, here: BoolArray, passages: IntArray) -> tuple[Value, ...]:
        """Return the cells of a level."""
        found = self.of_questions(here, passages)
        return (None,) * 3 if found is None else bounded(found)

    def row(self, k: int) -> tuple[Value, ...]:
        """Return the cells of a question."""
        return (finite(float(self.values[k])), self._letters(k), finite(float(self.likeness[k])))

    def most_alike(self, items: Sequence[Item]) -> list[tuple[Value, ...]]:
        """Return a row for each question's two most alike distractors, the most alike first."""
        order = sorted(range(len(items)), key=lambda k: (-self.likeness[k], items[k].id))
        return [
            (items[k].id, self._letters(k), *(items[k].options[place] for place in pair), float(self.likeness[k]))
            for k in order
            if (pair := self.alike[k])
        ]

    @property
    def note(self) -> Reason:
        """Return what a reader must know of it: what alike means, or what is missing."""
        if self.known:
            return Reason("distractors-note-alike")
        return Reason("distractors-note-no-likeness", {"install": install_command("models")})

    def _letters(self, k: int) -> str | None:
        pair = self.alike[k]
        return None if pair is None else ", ".join(map(letter, pair))
