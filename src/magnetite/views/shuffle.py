"""Shuffling: the words of a text in an order that cannot be read, and how far it is from the old one.

    ShuffleDegree = minimum edit distance (over words) / number of words        Si et al. (2019, Section 3.1)

An order is drawn again until its ShuffleDegree exceeds a threshold. A short sequence may have no such order (three
words reach 2/3 at most, "ha ha ha" nothing): it gets the best order there is, and says so.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import factorial, prod
from random import Random
from typing import TypeVar

from magnetite.views.text import words

T = TypeVar("T")

ALL_ORDERS = 5040  # the orders of seven different words: where no draw succeeds, up to so many are all tried


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A sequence in its new order.

    `below`: no order tried exceeds the threshold. `stands`: a phrase that should be broken up still stands in it.
    """

    words: tuple[str, ...]
    degree: float
    below: bool
    stands: bool

    @property
    def text(self) -> str:
        """Return the words joined by spaces."""
        return " ".join(self.words)


def dice(seed: int, *names: str | int) -> Random:
    """Return a random generator that depends on the seed and the names alone, in any process, whatever else is drawn.

    >>> dice(0, "q1", "shuffle").random() == dice(0, "q1", "shuffle").random() != dice(0, "q2", "shuffle").random()
    True
    """
    return Random(ascii((seed, *names)))


def shuffle_degree(before: Sequence[str], after: Sequence[str]) -> float:
    """Return the minimum edit distance between two orders of the same words, divided by their number, from 0 to 1.

    Insertions, deletions and substitutions count one each (Levenshtein). No words at all have degree 0.

    >>> shuffle_degree(["where", "is", "Ann"], ["is", "Ann", "where"])
    0.6666666666666666
    """
    from rapidfuzz.distance import Levenshtein

    numbers = {word: number for number, word in enumerate(dict.fromkeys(before))}
    distance = Levenshtein.distance([numbers[word] for word in before], [numbers[word] for word in after])
    return distance / len(before) if before else 0.0


def shuffle(
    sequence: Sequence[str], luck: Random, *, threshold: float, tries: int, phrases: Sequence[str] = ()
) -> Shuffled:
    """Draw an order whose ShuffleDegree exceeds `threshold` and in which no phrase stands, up to `tries` times.

    Where none is drawn and the sequence has 5,040 orders or fewer, all are tried. Where none will do, the result
    is an order in which no phrase stands, if there is one, and among those one of the highest degree.
    A phrase stands where its words follow each other, in any case and without the marks at its ends. No order can
    break up a single word, so none is rejected for it, yet `stands` says that it is there.
    """
    runs = [run for phrase in phrases if (run := _run(phrase))]
    best: Shuffled | None = None
    for order in _orders(sequence, luck, tries):
        degree = shuffle_degree(sequence, order)
        stands = any(_stands(run, order) for run in runs if len(run) > 1)
        if best is None or (not stands, degree) > (not best.stands, best.degree):
            best = Shuffled(order, degree, degree <= threshold, stands)
        if not best.below and not best.stands:
            break
    assert best is not None  # `tries` is 1 or more
    return replace(best, stands=any(_stands(run, best.words) for run in runs))


def _orders(sequence: Sequence[str], luck: Random, tries: int) -> Iterator[tuple[str, ...]]:
    """Yield drawn orders, `tries` of them, then, where these are few enough, all different orders, shuffled."""
    for _ in range(tries):
        yield tuple(_drawn(sequence, luck))
    counts = Counter(sequence).values()
    if factorial(len(sequence)) <= ALL_ORDERS * prod(map(factorial, counts)):
        yield from _drawn(list(_every_order(sequence)), luck)


def _drawn(values: Sequence[T], luck: Random) -> list[T]:
    """Return the values in a random order; `Random.random` alone is promised to be the same in every Python."""
    return [value for _, _, value in sorted((luck.random(), place, value) for place, value in enumerate(values))]


def _every_order(sequence: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield each different order once, from the first of a dictionary to the last (Narayana's next permutation)."""
    order = sorted(sequence)
    while True:
        yield tuple(order)
        rises = [i for i in range(len(order) - 1) if order[i] < order[i + 1]]
        if not rises:
            return
        last = rises[-1]
        swap = max(i for i in range(last + 1, len(order)) if order[i] > order[last])
        order[last], order[swap] = order[swap], order[last]
        order[last + 1 :] = order[:last:-1]


def _run(phrase: str) -> list[str]:
    """Return the words to look for: the phrase without marks at its ends, unless that leaves a single word."""
    whole = [word.casefold() for word in words(phrase)]
    wordy = [place for place, word in enumerate(whole) if any(map(str.isalnum, word))]
    inner = whole[wordy[0] : wordy[-1] + 1] if wordy else whole
    return inner if len(inner) > 1 else whole


def _stands(run: Sequence[str], order: Sequence[str]) -> bool:
    read = [word.casefold() for word in order]
    return any(read[start : start + len(run)] == run for start in range(len(read) - len(run) + 1))
