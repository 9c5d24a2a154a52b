"""What a store holds, scorer by scorer, without reading its scores; which shards are damaged; what may go.

Removing a shard is always safe (the crash law): its scores are computed again when they are asked for. Nothing else in
the folder is touched: a store that was named wrongly, such as a home folder, loses no file.
"""

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from examfiles.errors import StoreError
from examfiles.files import disk_fault
from magnetite.core.files import panics
from magnetite.engine.store import HEADER, NAME, clear_leftovers, folder_name, read_shards, shard_names


@dataclass(frozen=True, slots=True)
class StoredScorer:
    """The scores of one scorer in a store; `changed` is when the last were added, in seconds since 1970.

    `fingerprint` is the folder's name where no shard can be read.
    """

    folder: Path
    fingerprint: str
    shards: int
    scores: int
    size: int  # bytes
    changed: float


@dataclass(frozen=True, slots=True)
class DamagedShard:
    """A file among the shards whose scores cannot be used, and why; another program's, where it has no shard's name."""

    path: Path
    reason: str


def stored_scorers(store: Path) -> list[StoredScorer]:
    """List the scorers of a store, the latest first; empty where there is none. Raises StoreError."""
    listed = [_stored(folder, fingerprint or folder.name) for folder, fingerprint in _folders(store)]
    return sorted(listed, key=lambda each: -each.changed)


def damaged_shards(store: Path) -> Iterator[DamagedShard]:
    """Read every shard of a store, and yield those that are torn, foreign or no shards at all."""
    for folder, fingerprint in _folders(store):
        for name in shard_names(folder):
            try:
                read_shards([folder / name], fingerprint or "")
            except StoreError as error:
                yield DamagedShard(folder / name, str(error))


def remove_scorer(scorer: StoredScorer) -> None:
    """Remove the shards of a scorer, and its folder if nothing else lies there. Raises StoreError."""
    clear_leftovers(scorer.folder)
    remove_shards(_shards(scorer.folder))
    with contextlib.suppress(OSError):  # holds a file of another program, or a run is storing again
        scorer.folder.rmdir()


def remove_shards(paths: Sequence[Path]) -> None:
    """Remove shards, and leave files of other names. Raises StoreError for a shard that cannot be removed."""
    for path in filter(is_shard, paths):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: cannot be removed ({disk_fault(error, path)}).") from error


def is_shard(path: Path) -> bool:
    """Say whether a file has a shard's name."""
    return NAME.fullmatch(path.name) is not None


def _shards(folder: Path) -> list[Path]:
    return [path for path in (folder / name for name in shard_names(folder)) if is_shard(path)]


def _folders(store: Path) -> Iterator[tuple[Path, str | None]]:
    """Yield the folders that hold shards, and the scorer that each is named after; None where no shard can be read."""
    try:
        folders = sorted(path for path in store.iterdir() if path.is_dir())
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{store}: the store cannot be read ({disk_fault(error, store)}).") from error
    for folder in folders:
        shards = _shards(folder)
        fingerprints = map(_fingerprint, shards)
        if shards:
            yield folder, next((each for each in fingerprints if each and folder_name(each) == folder.name), None)


def _fingerprint(path: Path) -> str | None:
    """Return the scorer that the header of a shard names, None where there is no such header."""
    import polars as pl

    try:
        with panics():
            header = json.loads(pl.read_parquet_metadata(path).get(HEADER, "{}"))
    except (OSError, ValueError, pl.exceptions.PolarsError):
        return None
    named = header.get("scorer") if isinstance(header, dict) else None
    return named if isinstance(named, str) else None


def _stored(folder: Path, fingerprint: str) -> StoredScorer:
    paths = _shards(folder)
    seen = [path.stat() for path in paths]
    return StoredScorer(
        folder, fingerprint, len(paths), _count(paths), sum(s.st_size for s in seen), max(s.st_mtime for s in seen)
    )


def _count(paths: Sequence[Path]) -> int:
    """Count the scores of shards by their footers; of torn ones, none."""
    import polars as pl

    try:
        with panics():
            return int(pl.scan_parquet(list(paths)).select(pl.len()).collect().item())
    except (OSError, pl.exceptions.PolarsError):
        return sum(map(_count, ([path] for path in paths))) if len(paths) > 1 else 0
