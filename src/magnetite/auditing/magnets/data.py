"""The questions that options are tried on, and the pool of options.

What this file leaves out: where an option may be tried (`probes.pool`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from magnetite.auditing.data import TEST, limit_items, load_joined, load_test_split
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset
from magnetite.experiments.draws import draw
from magnetite.experiments.magnets.pool import Pool, given_pool, joined_pool
from magnetite.experiments.magnets.settings import MagnetSettings
from magnetite.formats.options import read_options
from magnetite.formats.splits import canonical
from magnetite.request import AuditSettings

TRAIN = "train"


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Hold the split in full, the questions of it that are asked, those of them that are screened, and their pool.

    `reported` are those that the magnets are tried on: all that are asked, or without validation the screened.
    """

    full: Dataset
    whole: Dataset
    screened: Dataset
    reported: Dataset
    pool: Pool
    notes: tuple[str, ...]


def questions(
    data: str | Path | Dataset, split: str | None, settings: AuditSettings, told: MagnetSettings
) -> Questions:
    """Read the data, draw the questions to screen, and the pool. Raises UsageError or DataError."""
    full = load_test_split(data, split, settings)
    whole = limit_items(full, settings.limit, settings.seed)
    screened = some_passages(whole, told.screen_passages, settings.seed)
    pool, notes = _pool(data, full, screened, settings, told)
    said = (*whole.notes, *(f"skipped: {line}" for line in whole.skipped), *notes)
    return Questions(full, whole, screened, whole if told.validate else screened, pool, said)


def some_passages(dataset: Dataset, many: int, seed: int) -> Dataset:
    """Keep the questions of `many` passages, drawn by seed and passage id; all where there are no more."""
    names = list(dict.fromkeys(item.passage_id for item in dataset))
    kept = set(sorted(names, key=lambda name: (draw(seed, "screen", name), name))[:many])
    return dataset.with_items([item for item in dataset if item.passage_id in kept])


def _pool(
    data: str | Path | Dataset, full: Dataset, screened: Dataset, settings: AuditSettings, told: MagnetSettings
) -> tuple[Pool, tuple[str, ...]]:
    if told.pool is not None:
        texts = [row.option for row in read_options(Path(told.pool).expanduser())]
        pool = given_pool(screened, texts, [full])
        same = len(texts) - len(pool.options)
        again = f" {same:,} more are the same as one of these." if same else ""
        return _first(pool, told.pool_limit), (f"The pool is {told.pool}, {len(pool.options):,} options.{again}",)
    sources = list(_sources(data, full, settings, told.pool_splits))
    lacking = [name for name in (TEST, TRAIN) if sources and name not in {source.split for source in sources}]
    notes = [
        f"The data has no split '{name}', so no options of it are in the pool."
        for name in lacking
        if told.pool_splits is None
    ]
    pool = joined_pool(screened, sources or [full], told.pool_passages, settings.seed)
    return _first(pool, told.pool_limit), tuple(notes)


def _first(pool: Pool, limit: int | None) -> Pool:
    """Keep the first options of a pool, which stand in an order drawn by seed, or in that of their file.

    Raises UsageError where none of them may be tried anywhere.
    """
    kept = pool if limit is None else pool.take(np.arange(min(limit, len(pool.options))))
    if not kept.allowed.any():
        raise UsageError(
            f"magnets: none of the first {limit} options of the pool can be tried on any question; each belongs to all "
            "their passages. Raise --pool-limit."
        )
    return kept


def _sources(
    data: str | Path | Dataset, full: Dataset, settings: AuditSettings, splits: tuple[str, ...] | None
) -> Iterator[Dataset]:
    """Yield the datasets of the splits that were named, or of test and train, those there are.

    Raises UsageError for a split that was named and is not there, DataError for one that cannot be read.
    """
    how: dict[str, Any] = {"format": settings.format, "columns": settings.columns, "skip_bad": settings.skip_bad}
    for name in map(canonical, splits or (TEST, TRAIN)):
        if name == full.split:
            yield full
        elif not isinstance(data, Dataset):
            try:
                yield load_joined(data, name, **how)
            except UsageError:
                if splits is not None:
                    raise
        elif splits is not None:
            raise UsageError(f"pool_splits: there is no split '{name}' in a Dataset of the split '{full.split}'.")
