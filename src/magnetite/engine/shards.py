"""Shards: immutable Parquet files of scores, written so that a reader sees a whole one or none.

A shard's name is `<nanoseconds>-<random>-<digest of its bytes>.parquet`: two processes never choose the same one,
names sort by age, and a torn or changed file is noticed before anything in it is used. Its header names the
format and the scorer.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from magnetite.core.cells import KeyArray, ScoreArray
from magnetite.core.errors import StoreError

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


def write_shard(folder: Path, fingerprint: str, shard: Shard) -> Path:
    """Write a shard into `folder` and return its path once it is on the disk.

    Raises StoreError where it cannot be kept (disk full, no permission); then no part of it stays behind.
    """
    content = _encode(fingerprint, shard)
    path = folder / f"{time.time_ns():020d}-{secrets.token_hex(4)}-{_digest(content)}.parquet"
    temporary = folder / f".{path.name}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_through(temporary, content)
        temporary.rename(path)
        _sync_folder(folder)
    except OSError as error:
        raise StoreError(
            f"{folder}: {len(shard.scores)} scores could not be stored ({error.strerror or error}). "
            "Scores stored earlier are safe. Free some space or choose another folder, and start again: "
            "only missing scores are computed."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return path


def read_shards(paths: Sequence[Path], fingerprint: str) -> Shard:
    """Read one or more shards, joined in the order given.

    Raises StoreError where one is torn, foreign, or no shard at all; the message names it.
    """
    import polars as pl

    contents: list[IO[bytes]] = [io.BytesIO(_checked(path, fingerprint)) for path in paths]
    frame = pl.read_parquet(contents)  # one call: thousands of small files, one by one, take four times as long
    return Shard(frame.select("hi", "lo").to_numpy(order="c"), frame["score"].to_numpy())


def joined(shards: Sequence[Shard]) -> Shard:
    """Join shards, in order; none make an empty one."""
    if len(shards) == 1:
        return shards[0]
    keys, scores = [shard.keys for shard in shards], [shard.scores for shard in shards]
    return Shard(
        np.concatenate([np.empty((0, 2), dtype=np.uint64), *keys]),
        np.concatenate([np.empty(0, dtype=np.float32), *scores]),
    )


def shard_names(folder: Path) -> list[str]:
    """List the shards in a folder, oldest first; none where the folder does not exist."""
    try:
        return sorted(entry.name for entry in folder.iterdir() if entry.suffix == ".parquet")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{folder}: the store cannot be read ({error.strerror or error}).") from error


def clear_leftovers(folder: Path) -> None:
    """Remove temporary files that killed processes left; younger ones may be another process at work."""
    oldest = time.time() - STALE_SECONDS
    for temporary in folder.glob(".*.tmp"):
        with contextlib.suppress(OSError):  # another process may be clearing too
            if temporary.stat().st_mtime < oldest:
                temporary.unlink(missing_ok=True)


def _encode(fingerprint: str, shard: Shard) -> bytes:
    import polars as pl

    columns = {"hi": shard.keys[:, 0], "lo": shard.keys[:, 1], "score": shard.scores}
    header = {"format": FORMAT, "scorer": fingerprint}
    buffer = io.BytesIO()
    # Keys are hashes: minima and maxima of their pages would only take space.
    pl.DataFrame(columns).write_parquet(buffer, compression="zstd", statistics=False, metadata=_metadata(header))
    return buffer.getvalue()


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


def _metadata(header: dict[str, Any]) -> dict[str, str]:
    return {HEADER: json.dumps(header)}


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
        return path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: this shard cannot be read ({error.strerror or error}). {REMOVE}") from error


def _write_through(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut; only POSIX lets a folder be opened for that."""
    if os.name != "posix":
        return
    for place in (folder, folder.parent):
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
