r"""Pairs of similar texts, found without comparing each text with all others.

Two texts are as similar as the share of their characters that a longest common subsequence keeps (rapidfuzz's `ratio`).
That share bounds the changes that lead from one to the other: characters inserted or left out. A change breaks at most
one piece of a text that is cut into pieces; the others stand in the other text, moved by no more characters than there
are changes. So only pairs are compared of which the longer has enough pieces of the shorter, and no similar pair is
lost. Where a text has more pieces than are needed, the rarest stand for it (Qin et al. 2011, asymmetric signatures).

    >>> list(similar(["Who kept the lamp burning?", "Who kept the lamps burning?", "Why?"], [0, 0, 0], 0.95))
    [(0, 1)]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]

_LONGEST = 12  # characters of a piece
_SPARE = 1.5  # pieces for each that may be broken, so that common ones can be left out
_SHARED = 3  # pieces that similar texts share, where a text has so many: one alone is often shared by chance
_TEXTS = 2000  # looked up at once, and
_MATCHES = 2_000_000  # matches, about: memory stays bounded whatever the number of texts
_ROUNDING = 1e-6  # of a change
_FACTOR, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)  # odd, as hashes need


def similar(texts: Sequence[str], groups: Sequence[int], least: float) -> Iterator[tuple[int, int]]:
    """Yield the pairs of texts of one group that are at least this similar, by their places and in their order."""
    from rapidfuzz import fuzz, process

    found: set[tuple[int, int]] = set()
    for ones, others in candidates(texts, groups, least):
        pairs = [texts[one] for one in ones], [texts[other] for other in others]
        alike = process.cpdist(*pairs, scorer=fuzz.ratio, score_cutoff=100 * least).nonzero()[0]
        found.update(zip(ones[alike].tolist(), others[alike].tolist(), strict=True))
    yield from sorted(found)


def candidates(texts: Sequence[str], groups: Sequence[int], least: float) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs of texts of one group, some at a time, among which are all that are at least this similar.

    The first of a pair comes first among the texts, too. `least`, above 0: the less it is, the more pairs there are.
    """
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    hashed = np.array(groups, dtype=np.uint64) * _MIX
    longest = lengths * (2 / least - 1)  # of the texts that can be similar
    changes = _changes(lengths + longest, least)
    sizes = np.minimum(_size(least), lengths // (changes + 1))
    for size in np.unique(sizes).tolist():
        own = np.flatnonzero(sizes == size)
        whole = _joined(_pieces(texts, each, hashed, size) for each in _parts(own))
        pieces = _rarest(whole, changes + _SHARED)
        beside = (lengths >= lengths[own].min()) & (lengths <= longest[own].max() + _ROUNDING)
        for each in _parts(np.flatnonzero(beside)):
            yield from _matches(pieces, _windows(texts, each, hashed, size), lengths, least)


def _changes(both: npt.NDArray[np.int64 | np.float64], least: float) -> Ints:
    """Return how many characters may be in one alone of two similar texts that are together so long."""
    changes: Ints = np.floor((1 - least) * both + _ROUNDING).astype(np.int64)
    return changes


def _size(least: float) -> int:
    """Return the size of pieces of which a text has some more than may be broken; 1 where it cannot."""
    pieces = _SPARE * 2 * (1 - least) / least  # for each character
    return max(1, min(_LONGEST, int(1 / pieces))) if pieces else _LONGEST


def _parts(places: Ints) -> Iterator[Ints]:
    for start in range(0, len(places), _TEXTS):
        yield places[start : start + _TEXTS]


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of characters: of each a hash, the text that it is in, and where it starts."""

    hashes: Hashes
    texts: Ints
    starts: Ints

    def __getitem__(self, which: npt.NDArray[np.int64 | np.bool_]) -> "Runs":
        return Runs(self.hashes[which], self.texts[which], self.starts[which])


def _windows(texts: Sequence[str], places: Ints, hashed: Hashes, size: int) -> Runs:
    """Return all runs of so many characters; of size 0, one of each text: that in which all texts are alike."""
    whole = "".join(texts[place] for place in places.tolist()).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(whole, dtype=np.uint32).astype(np.uint64)
    lengths = np.array([len(texts[place]) for place in places], dtype=np.int64)
    counts = np.maximum(lengths - size + 1, 0) if size else np.ones_like(lengths)
    own, starts = np.repeat(places, counts), _counted(counts)
    at = np.repeat(np.cumsum(lengths) - lengths, counts) + starts
    hashes = hashed[own]
    for step in range(size):
        hashes = (hashes ^ characters[at + step]) * _FACTOR
        hashes ^= hashes >> np.uint64(29)
    return Runs(hashes, own, starts)


def _counted(counts: Ints) -> Ints:
    """Return 0, 1, … for each count, one after the other.

    >>> _counted(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def _pieces(texts: Sequence[str], places: Ints, hashed: Hashes, size: int) -> Runs:
    """Return the runs that a text consists of, its last few characters aside."""
    runs = _windows(texts, places, hashed, size)
    return runs[runs.starts % max(size, 1) == 0]


def _joined(parts: Iterator[Runs]) -> Runs:
    columns = zip(*((each.hashes, each.texts, each.starts) for each in parts), strict=True)
    hashes, texts, starts = map(np.concatenate, columns)
    return Runs(hashes, texts, starts)


def _rarest(pieces: Runs, most: Ints) -> Runs:
    """Return so many pieces of each text at most, the rarest, sorted by their hashes."""
    _, inverse, counts = np.unique(pieces.hashes, return_inverse=True, return_counts=True)
    order = np.lexsort((counts[inverse], pieces.texts))
    ranks = _counted(np.unique(pieces.texts, return_counts=True)[1])
    kept = pieces[order[ranks < most[pieces.texts[order]]]]
    return kept[np.argsort(kept.hashes, kind="stable")]


def _matches(pieces: Runs, windows: Runs, lengths: Ints, least: float) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs of texts of which the longer has enough pieces of the other, about where that has them."""
    taken = np.bincount(pieces.texts, minlength=len(lengths))
    first = np.searchsorted(pieces.hashes, windows.hashes, "left")
    counts = np.searchsorted(pieces.hashes, windows.hashes, "right") - first
    hits = np.flatnonzero(counts)
    begins = np.flatnonzero(np.diff(windows.texts[hits], prepend=-1))  # a text's hits are looked at together
    parts = np.cumsum(counts[hits])[begins] // _MATCHES
    cuts = begins[np.unique(parts, return_index=True)[1]]
    for start, stop in pairwise([*cuts.tolist(), len(hits)]):
        some = hits[start:stop]
        here = np.repeat(some, counts[some])
        there = np.repeat(first[some], counts[some]) + _counted(counts[some])
        ones, others = pieces.texts[there], windows.texts[here]
        gaps, moved = lengths[others] - lengths[ones], np.abs(windows.starts[here] - pieces.starts[there])
        kept = ((gaps > 0) | ((gaps == 0) & (ones < others))) & (
            np.maximum(gaps, moved) <= _changes(lengths[ones] + lengths[others], least)
        )
        pairs, shared = np.unique(ones[kept] * len(lengths) + others[kept], return_counts=True)
        ones, others = np.divmod(pairs, len(lengths))
        enough = shared >= taken[ones] - _changes(lengths[ones] + lengths[others], least)
        yield np.minimum(ones, others)[enough], np.maximum(ones, others)[enough]
