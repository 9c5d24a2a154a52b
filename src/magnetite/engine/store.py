"""The store: the scores already computed, by scorer fingerprint; its set of keys is the only progress record.

    folder / <scorer, in safe letters, and its hash> / <shard>.parquet

What this file leaves out: the bytes of a shard (`shards`) and which cells are asked for (`plan`).
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, KeyArray, ScoreArray
from magnetite.engine.shards import Shard, clear_leftovers, read_shard, shard_names, write_shard


class Store:
    """Keep the scores of many scorers under one folder; those of two scorers never mix.

    Many processes may read and write one store. Nothing is created before something is stored.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._opened: dict[str, Scores] = {}

    def open_scores(self, fingerprint: str) -> "Scores":
        """Return a scorer's scores, with what other processes have stored since the last call.

        Raises StoreError where a shard is torn or foreign; the message says which file and what to do.
        """
        scores = self._opened.get(fingerprint) or Scores(self.folder / folder_name(fingerprint), fingerprint)
        scores.refresh()
        self._opened[fingerprint] = scores
        return scores


class Scores:
    """Hold the stored scores of one scorer: in memory to look up, on disk to last.

    Where two shards hold the same key, the one read first wins, and shards are read in the order of their names.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self.fingerprint = fingerprint
        self._read: set[str] = set()
        self._segments: list[_Segment] = []  # no key is in two of them
        clear_leftovers(folder)

    def __len__(self) -> int:
        return sum(len(segment.hi) for segment in self._segments)

    def refresh(self) -> None:
        """Read the shards that have appeared since the last time. Raises StoreError for a torn or foreign one."""
        names = [name for name in shard_names(self.folder) if name not in self._read]
        shards = [read_shard(self.folder / name, self.fingerprint) for name in names]
        if shards:
            self._add(np.concatenate([s.keys for s in shards]), np.concatenate([s.scores for s in shards]))
        self._read.update(names)

    def lookup(self, keys: KeyArray) -> tuple[BoolArray, ScoreArray]:
        """Say which keys, (keys, 2), are stored, (keys,), and with which scores, (keys,); NaN where not stored."""
        known = np.zeros(len(keys), dtype=np.bool_)
        values = np.full(len(keys), np.nan, dtype=np.float32)
        for segment in self._segments:
            found, positions = _find(segment, keys)
            known |= found
            values[found] = segment.scores[positions[found]]
        return known, values

    def append(self, keys: KeyArray, scores: ScoreArray) -> None:
        """Store scores, (scores,), under their keys, (scores, 2), as one shard; they last once this returns.

        Raises StoreError where they cannot be kept; everything stored before is untouched.
        """
        if len(scores):
            path = write_shard(self.folder, self.fingerprint, Shard(keys, scores))
            self._read.add(path.name)
            self._add(keys, scores)

    def _add(self, keys: KeyArray, scores: ScoreArray) -> None:
        known, _ = self.lookup(keys)
        segment = _segment(keys[~known], scores[~known])
        # Segments double in size, so that a long run neither sorts everything at each shard nor searches hundreds.
        while self._segments and len(self._segments[-1].hi) < 2 * len(segment.hi):
            segment = _joined(self._segments.pop(), segment)
        if len(segment.hi):
            self._segments.append(segment)


@dataclass(frozen=True, slots=True, eq=False)
class _Segment:
    """Hold scores by key, sorted by (hi, lo), each key once."""

    hi: KeyArray  # (scores,)
    lo: KeyArray  # (scores,)
    scores: ScoreArray  # (scores,)


def folder_name(fingerprint: str) -> str:
    """Name a scorer's folder: letters any file system takes, and a hash that tells similar names apart.

    >>> folder_name("bert@a/b: 16 bit")
    'bert-a-b-16-bit-17bdaf24f18350d7'
    """
    digest = hashlib.blake2b(fingerprint.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    safe = re.sub(r"[^A-Za-z0-9_]+", "-", fingerprint).strip("-")[:48]
    return f"{safe}-{digest}" if safe else digest


def sorted_keys(keys: KeyArray) -> tuple[IntArray, BoolArray]:
    """Order keys, (keys, 2), by both lanes, equal ones as they stood, and mark the first of equals.

    Returns the order, (keys,), and, for each place in it, whether its key differs from the one before, (keys,).
    """
    hi, lo = keys[:, 0], keys[:, 1]
    order = np.argsort(hi)
    ordered = hi[order]
    same = ordered[1:] == ordered[:-1]
    if np.any(same):  # keys that stand twice: take the slower, stable way
        order = np.lexsort((lo, hi))
        same = (hi[order][1:] == hi[order][:-1]) & (lo[order][1:] == lo[order][:-1])
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = ~same
    return order, first


def _segment(keys: KeyArray, scores: ScoreArray) -> _Segment:
    order, first = sorted_keys(keys)
    kept = order[first]
    return _Segment(keys[kept, 0], keys[kept, 1], scores[kept])


def _joined(left: _Segment, right: _Segment) -> _Segment:
    hi, lo = np.concatenate([left.hi, right.hi]), np.concatenate([left.lo, right.lo])
    return _segment(np.column_stack([hi, lo]), np.concatenate([left.scores, right.scores]))


def _find(segment: _Segment, keys: KeyArray) -> tuple[BoolArray, IntArray]:
    """Find keys in a segment: whether each is there, (keys,), and where, (keys,)."""
    positions: IntArray = np.searchsorted(segment.hi, keys[:, 0]).astype(np.int64)
    found = np.zeros(len(keys), dtype=np.bool_)
    here = np.flatnonzero(positions < len(segment.hi))
    while len(here):  # a second round only where two stored keys share their first lane
        at = positions[here]
        same = segment.hi[at] == keys[here, 0]
        equal = same & (segment.lo[at] == keys[here, 1])
        found[here[equal]] = True
        here = here[same & ~equal]
        positions[here] += 1
        here = here[positions[here] < len(segment.hi)]
    return found, positions
