"""Baselines: systems that cannot read. Random guesses, Longest counts, WordOverlap matches.

An exam's accuracy is compared with theirs (Richardson et al. 2013 for word matching; Si et al. 2019, Table 3, for the
longest option). What Longest and WordOverlap measure is defined in `views.baselines`.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from magnetite.core.cells import Cells, Context, KeyArray, ScoreArray
from magnetite.core.scorer import Sizes, one_each
from magnetite.views.baselines import longest, word_overlap


@dataclass(frozen=True, slots=True)
class Random:
    """Guess: a number in [0, 1), the same for the same cell and seed."""

    seed: int = 0
    name: ClassVar[str] = "random baseline"
    listwise: ClassVar[bool] = False
    shares_context: ClassVar[bool] = False
    tolerance: ClassVar[float] = 0.0

    @property
    def fingerprint(self) -> str:
        """Name the rule, its version and the seed."""
        return f"random/1 seed={self.seed}"

    def sizes(self, cells: Cells) -> Sizes:
        """Count one token a cell; nothing is cut."""
        return one_each(cells)

    def score(self, cells: Cells) -> ScoreArray:
        """Draw each cell's number from a hash of the seed and its texts, (cells,)."""
        contexts = tuple(Context(c.text, c.question) for c in cells.contexts)  # `shown` plays no part
        keys = Cells(contexts, cells.options, cells.rows, cells.columns).keys()
        start = np.full(len(keys), self.seed % 2**64, dtype=np.uint64)
        mixed = _mix(_mix(_mix(start) ^ keys[:, 0]) ^ keys[:, 1])
        return ((mixed >> np.uint64(40)).astype(np.float32) / np.float32(2**24)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Longest:
    """Prefer the longest option: a score is its number of words and punctuation marks."""

    name: ClassVar[str] = "longest baseline"
    fingerprint: ClassVar[str] = "longest/1"
    listwise: ClassVar[bool] = False
    shares_context: ClassVar[bool] = False
    tolerance: ClassVar[float] = 0.0

    def sizes(self, cells: Cells) -> Sizes:
        """Count one token a cell; nothing is cut."""
        return one_each(cells)

    def score(self, cells: Cells) -> ScoreArray:
        """Count each option's words and punctuation marks, (cells,)."""
        lengths = {column: longest(cells.options[column]) for column in set(cells.columns.tolist())}
        return np.array([lengths[column] for column in cells.columns.tolist()], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class WordOverlap:
    """Match words: the share of an option's distinct content words that occur in the passage or the question.

    See `views.baselines.word_overlap`.
    """

    name: ClassVar[str] = "overlap baseline"
    fingerprint: ClassVar[str] = "word-overlap/1"
    listwise: ClassVar[bool] = False
    shares_context: ClassVar[bool] = False
    tolerance: ClassVar[float] = 0.0

    def sizes(self, cells: Cells) -> Sizes:
        """Count one token a cell; nothing is cut."""
        return one_each(cells)

    def score(self, cells: Cells) -> ScoreArray:
        """Measure each option's share of matched words, (cells,), from 0 to 1."""
        contexts = [cells.contexts[row] for row in cells.rows.tolist()]
        options = [cells.options[column] for column in cells.columns.tolist()]
        pairs = zip(options, contexts, strict=True)
        shares = [word_overlap(option, context.text, context.question) for option, context in pairs]
        return np.array(shares, dtype=np.float32)


def _mix(numbers: KeyArray) -> KeyArray:
    """Scatter 64-bit numbers by the finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def random_baseline(*, seed: int = 0, **_: Any) -> Random:
    """Make the baseline `random`."""
    return Random(seed)


def longest_baseline(**_: Any) -> Longest:
    """Make the baseline `longest`."""
    return Longest()


def overlap_baseline(**_: Any) -> WordOverlap:
    """Make the baseline `overlap`."""
    return WordOverlap()
