"""The store: the scores already computed, by scorer fingerprint; its set of keys is the only progress record.

folder / <scorer, in safe letters, and its hash> / <shard>.parquet
"""

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from magnetite.core.cells import BoolArray, IntArray, KeyArray, ScoreArray
from magnetite.engine.shards import Shard, clear_leftovers, joined, read_shards, shard_names, write_shard
from magnetite.engine.sorting import HALF, ordered

BLOCK = 1 << 17  # keys looked up at a time: their arrays stay in the processor's cache
THREADS = 4  # that look keys up in parallel; numpy works outside Python's lock


class Store:
    """The scores of many scorers under one folder; those of two scorers never mix.

    Many processes may read and write one store. Nothing is created before something is stored.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._opened: dict[str, Scores] = {}

    def open_scores(self, fingerprint: str) -> "Scores":
        """Return a scorer's scores, with what other processes have stored since the last call.

        Raises StoreError where a shard is torn or foreign; the message names the file and says what to do.
        """
        scores = self._opened.get(fingerprint) or Scores(self.folder / folder_name(fingerprint), fingerprint)
        scores.refresh()
        self._opened[fingerprint] = scores
        return scores


class Scores:
    """The stored scores of one scorer: in memory for lookups, on disk to last.

    Where two shards hold the same key, the one read first wins, and shards are read in the order of their names.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.folder = folder
        self.fingerprint = fingerprint
        self._read: set[str] = set()
        self._shards: list[Shard] = []
        self._index: _Index | None = None  # made by the first lookup after a change: a long run looks up once
        clear_leftovers(folder)

    def __len__(self) -> int:
        index = self._indexed()
        return int(np.count_nonzero(_find(index, index.keys) == np.arange(len(index.keys))))

    def refresh(self) -> None:
        """Read the shards that have appeared since the last time. Raises StoreError for a torn or foreign one."""
        names = [name for name in shard_names(self.folder) if name not in self._read]
        if names:
            self._hold(read_shards([self.folder / name for name in names], self.fingerprint))
            self._read.update(names)

    def lookup(self, keys: KeyArray) -> tuple[BoolArray, ScoreArray]:
        """Return which keys, (keys, 2), are stored, (keys,), and their scores, (keys,); NaN where not stored."""
        index = self._indexed()
        known = np.zeros(len(keys), dtype=np.bool_)
        values = np.full(len(keys), np.nan, dtype=np.float32)

        def look_up(start: int) -> None:
            block = slice(start, start + BLOCK)
            at = _find(index, keys[block])
            known[block] = at >= 0
            values[block] = np.where(known[block], index.scores.take(at, mode="wrap"), np.float32(np.nan))

        if len(index.keys):
            with ThreadPoolExecutor(THREADS) as pool:
                list(pool.map(look_up, range(0, len(keys), BLOCK)))
        return known, values

    def append(self, keys: KeyArray, scores: ScoreArray) -> None:
        """Store scores, (scores,), under their keys, (scores, 2), as one shard; they last once this returns.

        Raises StoreError where they cannot be kept; everything stored before is untouched.
        """
        if len(scores):
            _, order = ordered(keys[:, 0] >> np.uint64(HALF))  # shards in this order are indexed faster
            shard = Shard(keys.take(order, axis=0), scores.take(order))
            self._read.add(write_shard(self.folder, self.fingerprint, shard).name)
            self._hold(shard)

    def _hold(self, shard: Shard) -> None:
        self._shards.append(shard)
        self._index = None

    def _indexed(self) -> "_Index":
        if self._index is None:
            self._index = _index(joined(self._shards))
            self._shards = [Shard(self._index.keys, self._index.scores)]
        return self._index


@dataclass(frozen=True, slots=True, eq=False)
class _Index:
    """Scores in buckets by the leading bits of their key: keys are hashes, so a bucket has about one."""

    bits: int
    starts: IntArray  # (2^bits + 1,): where each bucket begins, and where the last one ends
    keys: KeyArray  # (scores, 2), bucket by bucket; in a bucket, of equal keys the first stored comes first
    scores: ScoreArray  # (scores,)


def folder_name(fingerprint: str) -> str:
    """Name a scorer's folder: letters any file system takes, and a hash that tells similar names apart.

    >>> folder_name("bert@a/b: 16 bit")
    'bert-a-b-16-bit-17bdaf24f18350d7'
    """
    digest = hashlib.blake2b(fingerprint.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    safe = re.sub(r"[^A-Za-z0-9_]+", "-", fingerprint).strip("-")[:48]
    return f"{safe}-{digest}" if safe else digest


def _index(shard: Shard) -> _Index:
    bits = max(1, len(shard.keys).bit_length())
    buckets, order = ordered(_buckets(shard.keys, bits))
    starts = np.zeros(2**bits + 1, dtype=np.int64)
    np.cumsum(np.bincount(buckets, minlength=2**bits), out=starts[1:])
    return _Index(bits, starts, shard.keys.take(order, axis=0), shard.scores.take(order))


def _buckets(keys: KeyArray, bits: int) -> IntArray:
    return (keys[:, 0] >> np.uint64(64 - bits)).view(np.int64)


def _find(index: _Index, keys: KeyArray) -> IntArray:
    """Return the place in the index of each key, (keys, 2), where first stored, (keys,); -1 where it is not stored."""
    buckets = _buckets(keys, index.bits)
    at, end = index.starts.take(buckets), index.starts.take(buckets + 1)
    first = _equal(index.keys.take(at, axis=0, mode="clip"), keys) & (at < end)
    places = np.where(first, at, -1)
    left = np.flatnonzero(~first)  # the few that may stand behind another key in their bucket
    at, end = at[left] + 1, end[left]
    while len(left):
        inside = at < end
        left, at, end = left[inside], at[inside], end[inside]
        equal = _equal(index.keys.take(at, axis=0), keys.take(left, axis=0))
        places[left[equal]] = at[equal]
        left, at, end = left[~equal], at[~equal] + 1, end[~equal]
    return places


def _equal(left: KeyArray, right: KeyArray) -> BoolArray:
    equal: BoolArray = (left[:, 0] == right[:, 0]) & (left[:, 1] == right[:, 1])
    return equal
