"""Shingles, the runs of words in a text, by which a text is known again elsewhere; and sketches of many texts.

A sketch holds the smallest hashes of each text's shingles (Broder 1997), three of four bytes each, and no words. A text
is known again by two of its own three. One that comes back whole always is; of those of which at least half comes back,
three in four are, and of those that share less than a tenth none was (`benchmarks.sketch_data`).
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from magnetite.core.cells import BoolArray

SIZE = 8  # words of a shingle: rarely the same by chance
KEPT, NEEDED = 3, 2  # hashes of a text that a sketch keeps, and that it must know of another
Sketch = npt.NDArray[np.uint32]  # sorted, each once
_WORD = re.compile(r"\w+")


def shingles(text: str, size: int = SIZE) -> frozenset[str]:
    """Return the runs of so many words, case and punctuation aside; of a shorter text, all of it.

    >>> sorted(shingles("Ann sat. Bo stood.", 3)), shingles(" … ")
    (['ann sat bo', 'sat bo stood'], frozenset())
    """
    words = [word.casefold() for word in _WORD.findall(text)]
    starts = range(max(len(words) - size, 0) + 1) if words else ()
    return frozenset(" ".join(words[start : start + size]) for start in starts)


def sketched(texts: Iterable[str]) -> Sketch:
    """Return the sketch of texts; those shorter than a shingle leave no trace."""
    return np.unique(np.fromiter((mark for text in texts for mark in _marks(text)), dtype=np.uint32))


def known_to(sketch: Sketch, texts: Sequence[str]) -> BoolArray:
    """Say which texts, or most of their words, are among those of a sketch, (texts,)."""
    kept = set(sketch.tolist())
    own = (_marks(text) for text in texts)
    known = [len(kept.intersection(marks)) >= min(NEEDED, max(1, len(marks))) for marks in own]
    return np.array(known, dtype=np.bool_)


def sketch_bytes(sketch: Sketch) -> bytes:
    """Return a sketch as it is written."""
    return sketch.astype("<u4").tobytes()


def read_sketch(path: Path) -> Sketch:
    """Read a sketch. Raises OSError, and ValueError for a file that is none."""
    return np.frombuffer(path.read_bytes(), dtype="<u4").astype(np.uint32)


def _marks(text: str) -> list[int]:
    own = (each for each in shingles(text) if each.count(" ") == SIZE - 1)
    hashes = (hashlib.blake2b(each.encode("utf-8", "surrogatepass"), digest_size=4).digest() for each in own)
    return sorted(int.from_bytes(each, "little") for each in hashes)[:KEPT]
