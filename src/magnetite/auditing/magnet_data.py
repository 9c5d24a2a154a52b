"""The questions that options are tried on, and the pool of options.

What this file leaves out: where an option may be tried (`probes.pool`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.auditing.joined import load_joined
from magnetite.auditing.magnet_settings import MagnetSettings
from magnetite.auditing.run import load_dataset
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings, override
from magnetite.core.errors import DataError, UsageError
from magnetite.core.items import Dataset
from magnetite.formats.options import read_options
from magnetite.probes.draws import draw
from magnetite.probes.pool import Pool, given_pool, joined_pool


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Hold the whole split, the questions of it that are screened, and the pool for these."""

    whole: Dataset
    screened: Dataset
    pool: Pool
    pool_notes: tuple[str, ...]
    notes: tuple[str, ...]


def questions(
    data: str | Path | Dataset, split: str | None, settings: AuditSettings, told: MagnetSettings
) -> Questions:
    """Read the data, draw the questions to screen, and the pool. Raises UsageError or DataError."""
    whole = limit_items(_split(data, split, settings), settings.limit, settings.seed)
    screened = some_passages(whole, told.screen_passages, settings.seed)
    pool, notes = _pool(data, whole, screened, settings, told)
    return Questions(whole, screened, pool, notes, (*whole.notes, *(f"skipped: {line}" for line in whole.skipped)))


def some_passages(dataset: Dataset, many: int, seed: int) -> Dataset:
    """Keep the questions of `many` passages, drawn by seed and passage id; all where there are no more."""
    names = list(dict.fromkeys(item.passage_id for item in dataset))
    kept = set(sorted(names, key=lambda name: (draw(seed, "screen", name), name))[:many])
    return dataset.with_items([item for item in dataset if item.passage_id in kept])


def _split(data: str | Path | Dataset, split: str | None, settings: AuditSettings) -> Dataset:
    """Read the split asked for, else the only one there is."""
    if isinstance(data, Dataset):
        return data
    try:
        return load_dataset(data, override(settings, split=split))
    except UsageError as error:
        try:
            return load_dataset(data, settings)
        except UsageError:
            raise error from None


def _pool(
    data: str | Path | Dataset, whole: Dataset, screened: Dataset, settings: AuditSettings, told: MagnetSettings
) -> tuple[Pool, tuple[str, ...]]:
    if told.pool is not None:
        pool = given_pool(screened, [row.option for row in read_options(Path(told.pool).expanduser())])
        return _first(pool, told.pool_limit), (f"The pool is {told.pool}, {len(pool.options):,} options.",)
    sources = list(_sources(data, whole, settings, told.pool_splits))
    lacking = [name for name in told.pool_splits if sources and name not in {source.split for source in sources}]
    notes = [f"The data has no split '{name}', so no options of it are in the pool." for name in lacking]
    pool = joined_pool(screened, sources or [whole], told.pool_passages, settings.seed)
    return _first(pool, told.pool_limit), tuple(notes)


def _first(pool: Pool, limit: int | None) -> Pool:
    """Keep the first options of a pool, which stand in an order drawn by seed, or in that of their file."""
    return pool if limit is None else pool.take(np.arange(min(limit, len(pool.options))))


def _sources(
    data: str | Path | Dataset, whole: Dataset, settings: AuditSettings, splits: tuple[str, ...]
) -> Iterator[Dataset]:
    how: dict[str, Any] = {"format": settings.format, "columns": settings.columns, "skip_bad": settings.skip_bad}
    for name in splits:
        if isinstance(data, Dataset) or name == whole.split:
            if name == whole.split:
                yield whole
            continue
        try:
            yield load_joined(data, name, **how)
        except (UsageError, DataError):
            continue
