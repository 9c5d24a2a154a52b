"""Baselines: systems that cannot read. Random guesses, Longest counts, WordOverlap matches.

An exam's accuracy is compared with theirs (Richardson et al. 2013 for word matching; Si et al. 2019, Table 3, for the
longest option). Ties between equal scores are left to whoever reads the scores.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from magnetite.core.cells import Cells, Context, KeyArray, ScoreArray
from magnetite.core.scorer import Sizes, one_each

# Here although `views` has a tokenizer: a baseline's scores must not change with a view.
_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_FUNCTION_WORDS_TEXT = """
    a an the this that these those some any no each every all both either neither such
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    myself yourself himself herself itself ourselves yourselves themselves one ones
    who whom whose which what when where why how
    am is are was were be been being do does did done doing have has had having
    can could may might must shall should will would ought
    and or but nor so yet if then than because although though while unless until whether since
    of in on at to from by for with without about into onto over under between among through during
    before after above below up down out off against as like
    not only too very also just there here again once ever never
"""
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())


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
        lengths = {column: len(_TOKEN.findall(cells.options[column])) for column in set(cells.columns.tolist())}
        return np.array([lengths[column] for column in cells.columns.tolist()], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class WordOverlap:
    """Match words: the share of an option's distinct content words that occur in the passage or the question.

    Words are lower-cased; function words (articles, pronouns, auxiliaries, prepositions, conjunctions) do not count,
    and an option that has no others scores 0. It is the bag of words of MCTest's baseline (Richardson et al. 2013)
    without its sliding window: the distance between the words plays no part.
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
        read = {
            row: (_content_words(cells.contexts[row].text) | _content_words(cells.contexts[row].question))
            for row in set(cells.rows.tolist())
        }
        pairs = zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)
        return np.array([_share(_content_words(cells.options[c]), read[r]) for r, c in pairs], dtype=np.float32)


def _share(words: frozenset[str], read: frozenset[str]) -> float:
    return len(words & read) / len(words) if words else 0.0


@lru_cache(maxsize=20_000)
def _content_words(text: str) -> frozenset[str]:
    words = (word.replace("’", "'") for word in _WORD.findall(text.lower()))
    return frozenset(word for word in words if word not in _FUNCTION_WORDS)


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
