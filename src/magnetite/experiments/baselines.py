"""Three ways to take an exam without reading: guess, take the longest option, match words with the passage.

Computed on the items as they are, with ties to the first option. Baselines that score every cell are in `scorers`.
"""

from collections.abc import Sequence

import numpy as np

from magnetite.core.cells import IntArray, option_counts
from magnetite.core.items import Item
from magnetite.stats.ragged import FloatArray
from magnetite.views.text import length, words


def chance(items: Sequence[Item]) -> FloatArray:
    """Return the probability that a guess is right, (items,): one over the number of options, exactly."""
    return 1.0 / option_counts(items)


def longest_option(items: Sequence[Item]) -> IntArray:
    """Choose each item's option with the most words and punctuation marks, (items,), the first of equals."""
    return np.array([_first_best([length(o) for o in item.options]) for item in items], dtype=np.int64)


def overlapping_option(items: Sequence[Item]) -> IntArray:
    """Choose each item's option whose words occur most in the passage, (items,), the first of equals.

    The measure is the share of the option's distinct lower-cased words that occur in the passage, punctuation aside;
    it is 0 for an option without words.
    """
    vocabularies = {passage: _vocabulary(passage) for passage in {item.passage for item in items}}
    return np.array(
        [_first_best([_overlap(o, vocabularies[item.passage]) for o in item.options]) for item in items],
        dtype=np.int64,
    )


def _overlap(option: str, passage: frozenset[str]) -> float:
    own = _vocabulary(option)
    return len(own & passage) / len(own) if own else 0.0


def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in words(text) if any(map(str.isalnum, word)))


def _first_best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)
