"""The store: the scores already computed, by scorer fingerprint; its set of keys is the only progress record.

    folder / <scorer, in safe letters, and its hash> / <shard>.parquet

A shard is an immutable file, written so that a reader sees a whole one or none. Its name is
`<nanoseconds>-<random>-<digest of its bytes>.parquet`: two processes never choose the same one, names sort by age, and
a torn or changed file is noticed before anything in it is used. Its header names the format and the scorer.

Who reads many small shards at once leaves a large one in their place, and removes them once that is on the disk.
"""

import hashlib
import io
import json
import os
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, Any

import numpy as np

from examfiles.errors import StoreError
from examfiles.files import PART, disk_fault, flush, regular, write_whole
from magnetite.core.cells import BoolArray, IntArray, KeyArray, ScoreArray
from magnetite.engine.sorting import POSITION_BITS, ordered

SHARD_SECONDS = 5.0
SLOWING_SECONDS = 1_000.0  # after this long shards come half as often, after twice as long a third as often, and so on
SHARD_BATCHES = 1_000
MANY_SHARDS = 64  # small shards that, read at once, become one
LARGE = 1 << 24  # bytes of a shard that stays as it is, so that merging costs what is new, not all there is
TRIES = 10  # to list and read shards while other processes merge them
BLOCK = 1 << 17  # keys looked up at a time: their arrays stay in the processor's cache
THREADS = 4  # that look keys up in parallel; numpy works outside Python's lock
FORMAT = 1
STALE_SECONDS = 3600.0  # no shard takes an hour to write: a temporary file this old was left by a killed process
HEADER = "magnetite"
NAME = re.compile(r"\d{20}-[0-9a-f]{8}-(?P<digest>[0-9a-f]{16})\.parquet")
REMOVE = "Remove the file; the scores it held will be computed again."


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """The content of one file: keys, (scores, 2), and scores, (scores,)."""

    keys: KeyArray
    scores: ScoreArray


class Store:
    """The scores of many scorers under one folder; those of two scorers never mix.

    Many processes may read and write one store. Nothing is created before something is stored.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._opened: dict[str, StoredScores] = {}

    def open_scores(self, fingerprint: str) -> "StoredScores":
        """Return a scorer's scores, with what other processes have stored since the last call.

        Raises StoreError where a shard is torn or foreign; the message names the file and says what to do.
        """
        scores = self._opened.get(fingerprint) or StoredScores(self.folder / folder_name(fingerprint), fingerprint)
        scores.refresh()
        self._opened[fingerprint] = scores
        return scores


class StoredScores:
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

    @property
    def written(self) -> tuple[date, date] | None:
        """Return the first and the last day, in UTC, on which scores read so far were written; None without any.

        Of shards that were merged, the oldest gives the day.
        """
        days = [datetime.fromtimestamp(int(name.partition("-")[0]) / 1e9, UTC).date() for name in self._read]
        return (min(days), max(days)) if days else None

    def refresh(self) -> None:
        """Read the shards that have appeared since the last time. Raises StoreError for a torn or foreign one."""
        for left in reversed(range(TRIES)):
            names = [name for name in shard_names(self.folder) if name not in self._read]
            if not names:
                return
            try:
                shard = read_shards([self.folder / name for name in names], self.fingerprint)
                break
            except FileNotFoundError as error:  # merged by another process: what holds its scores is listed now
                if not left:
                    raise _unread(Path(error.filename), error) from error
        self._hold(shard)
        self._read.update(names)
        with suppress(OSError, StoreError, ImportError):  # a store that cannot be written to can be read
            self._merge(names, shard)

    def _merge(self, names: Sequence[str], shard: Shard) -> None:
        """Write the small ones of the shards just read as one, and remove them once it is on the disk.

        Killed anywhere, each of their scores is there, once or twice. The large shard has the name's time of the oldest
        and the values that count, so that a key which several shards hold keeps its value whatever is left of them.
        """
        small = [name for name in names if (self.folder / name).stat().st_size < LARGE]
        if len(small) < MANY_SHARDS:
            return
        with _only_merger(self.folder):
            if len(small) < len(names):
                shard = read_shards([self.folder / name for name in small], self.fingerprint)
            index = self._indexed()
            held = np.zeros(len(index.keys), dtype=np.bool_)
            held[_find(index, shard.keys)] = True
            oldest, _, _ = small[0].partition("-")
            merged = write_shard(
                self.folder, self.fingerprint, Shard(index.keys[held], index.scores[held]), int(oldest)
            )
            self._read.add(merged.name)
            for name in small:
                (self.folder / name).unlink()

    def lookup(self, keys: KeyArray) -> tuple[BoolArray, ScoreArray]:
        """Return which keys, (keys, 2), are stored, (keys,), and their scores, (keys,); NaN where not stored."""
        index = self._indexed()
        known = np.zeros(len(keys), dtype=np.bool_)
        values = np.full(len(keys), np.nan)

        def look_up(start: int) -> None:
            block = slice(start, start + BLOCK)
            at = _find(index, keys[block])
            known[block] = at >= 0
            values[block] = np.where(known[block], index.scores.take(at, mode="wrap"), np.nan)

        if len(index.keys):
            with ThreadPoolExecutor(THREADS) as pool:
                list(pool.map(look_up, range(0, len(keys), BLOCK)))
        return known, values

    def append(self, keys: KeyArray, scores: ScoreArray) -> None:
        """Store scores, (scores,), under their keys, (scores, 2), as one shard; they last once this returns.

        Raises StoreError where they cannot be kept; everything stored before is untouched.
        """
        if len(scores):
            _, order = ordered(keys[:, 0] >> np.uint64(POSITION_BITS))  # shards in this order are indexed faster
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
    buckets, starts = _buckets(shard.keys, bits), np.zeros(2**bits + 1, dtype=np.int64)
    if np.any(buckets[1:] < buckets[:-1]):  # those of one shard stand in their order
        buckets, order = ordered(buckets)
        shard = Shard(shard.keys.take(order, axis=0), shard.scores.take(order))
    np.cumsum(np.bincount(buckets, minlength=2**bits), out=starts[1:])
    return _Index(bits, starts, shard.keys, shard.scores)


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


def write_shard(folder: Path, fingerprint: str, shard: Shard, nanoseconds: int | None = None) -> Path:
    """Write a shard into `folder` and return its path once it is on the disk.

    `nanoseconds`: the time in its name, by default now. Raises StoreError where it cannot be kept (disk full, no
    permission); then no part of it stays behind.
    """
    content = _encode(fingerprint, shard)
    written = max(0, time.time_ns() if nanoseconds is None else nanoseconds)
    path = folder / f"{written:020d}-{secrets.token_hex(4)}-{_digest(content)}.parquet"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        for place in (folder, folder.parent):  # the new names survive a power cut
            flush(place)
    except OSError as error:
        raise StoreError(
            f"{folder}: {len(shard.scores)} scores could not be stored ({disk_fault(error, folder)}). "
            "Scores stored earlier are safe. Free some space or choose another folder, and start again: "
            "only missing scores are computed."
        ) from error
    return path


def read_shards(paths: Sequence[Path], fingerprint: str) -> Shard:
    """Read one or more shards, joined in the order given.

    Raises StoreError where one is torn, foreign, or no shard at all, with its name, and FileNotFoundError where one is
    gone.
    """
    import polars as pl

    contents: list[IO[bytes]] = [io.BytesIO(_checked(path, fingerprint)) for path in paths]
    columns = {"hi": pl.UInt64(), "lo": pl.UInt64(), "score": pl.Float64()}
    wider = pl.ScanCastOptions(float_cast="upcast")  # some shards have scores of 32 bits, some of 64
    # One call: thousands of small files, one by one, take four times as long.
    frame = pl.scan_parquet(contents, schema=columns, cast_options=wider).collect()
    return Shard(frame.select("hi", "lo").to_numpy(order="c"), frame["score"].to_numpy())


def joined(shards: Sequence[Shard]) -> Shard:
    """Join shards, in order; none make an empty one."""
    if len(shards) == 1:
        return shards[0]
    keys, scores = [shard.keys for shard in shards], [shard.scores for shard in shards]
    return Shard(
        np.concatenate([np.empty((0, 2), dtype=np.uint64), *keys]),
        np.concatenate([np.empty(0), *scores]),
    )


def shard_names(folder: Path) -> list[str]:
    """List the shards in a folder, oldest first; none where the folder does not exist."""
    try:
        return sorted(entry.name for entry in folder.iterdir() if entry.suffix == ".parquet")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{folder}: the store cannot be read ({disk_fault(error, folder)}).") from error


def clear_leftovers(folder: Path) -> None:
    """Remove temporary files that killed processes left; younger ones may be another process at work."""
    oldest = time.time() - STALE_SECONDS
    for part in (*folder.glob(f".*{PART}"), *folder.glob(".*.tmp")):  # .tmp: an earlier version
        with suppress(OSError):  # another process may be clearing too
            if part.stat().st_mtime < oldest:
                part.unlink(missing_ok=True)


@contextmanager
def _only_merger(folder: Path) -> Iterator[None]:
    """Lock a folder for the one process that merges, until the block or the process ends.

    Raises OSError where another has it, and ImportError where the system has no such lock.
    """
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _encode(fingerprint: str, shard: Shard) -> bytes:
    import polars as pl

    columns = {"hi": shard.keys[:, 0], "lo": shard.keys[:, 1], "score": _smallest(shard.scores)}
    header = {HEADER: json.dumps({"format": FORMAT, "scorer": fingerprint})}
    buffer = io.BytesIO()
    # Keys are hashes: minima and maxima of their pages would only take space.
    pl.DataFrame(columns).write_parquet(buffer, compression="zstd", statistics=False, metadata=header)
    return buffer.getvalue()


def _smallest(scores: ScoreArray) -> ScoreArray:
    """Return scores, (scores,), in 32 bits where these hold every digit, as those of models; else in 64."""
    short = scores.astype(np.float32)
    return short if (short == scores).all() else scores


def _checked(path: Path, fingerprint: str) -> bytes:
    content = _read(path)
    name = NAME.fullmatch(path.name)
    if name is None:
        raise StoreError(f"{path}: this is not a score shard; a store holds nothing else. Move the file elsewhere.")
    if _digest(content) != name["digest"]:
        raise StoreError(
            f"{path}: this shard is torn or changed: its {len(content):,} bytes do not match the digest "
            f"in its name. {REMOVE}"
        )
    _check_header(path, _header(content), fingerprint)
    return content


def _header(content: bytes) -> dict[str, Any]:
    import polars as pl

    raw = pl.read_parquet_metadata(io.BytesIO(content)).get(HEADER, "{}")
    header: dict[str, Any] = json.loads(raw)
    return header


def _check_header(path: Path, header: dict[str, Any], fingerprint: str) -> None:
    if header.get("format") != FORMAT:
        raise StoreError(
            f"{path}: this shard has format {header.get('format')}, this version of Magnetite reads format {FORMAT}. "
            "Use another store folder, or the version that wrote it."
        )
    if header.get("scorer") != fingerprint:
        raise StoreError(
            f"{path}: this shard holds scores of '{header.get('scorer')}', expected '{fingerprint}'. "
            "Scores of two scorers never mix: move the file back to the folder it came from, or remove it."
        )


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _read(path: Path) -> bytes:
    try:
        return regular(path).read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _unread(path, error) from error


def _unread(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path}: this shard cannot be read ({disk_fault(error, path)}). {REMOVE}")
