"""Several datasets that are compared with each other: each with a name of its own, and questions with known answers.

What this file leaves out: joining datasets into one (`joined`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from magnetite.auditing.joined import load_joined, parts_of, said_split
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings
from magnetite.core.errors import DataError, UsageError
from magnetite.core.items import Dataset
from magnetite.formats.detect import canonical


def exams(
    data: str | Path | Dataset | Sequence[str | Path | Dataset], split: str | None, settings: AuditSettings
) -> dict[str, Dataset]:
    """Read every dataset, its labelled items alone, by a name that tells it from the others.

    `split` is what is read of a source that does not say its own ("PATH@SPLIT") and has several. Raises UsageError or
    DataError where one cannot be read, has no known answer, or is named twice.
    """
    sources = [data] if isinstance(data, str | Path | Dataset) else list(data)
    if not sources:
        raise UsageError("no data was named. Give at least one file or folder, or 'sample' for the bundled exam.")
    read = [_labelled(_read(source, split, settings)) for source in sources]
    names = _names(read)
    if len(set(names)) < len(names):
        again = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"data '{again}' is named twice. Name each once.")
    return {
        name: limit_items(dataset, settings.limit, settings.seed) for name, dataset in zip(names, read, strict=True)
    }


def _read(source: str | Path | Dataset, split: str | None, settings: AuditSettings) -> Dataset:
    """Read one source: the split it says itself, else the one asked for, else the only one it has."""
    how: dict[str, Any] = {"format": settings.format, "columns": settings.columns, "skip_bad": settings.skip_bad}
    if isinstance(source, Dataset):
        return source
    if any(said_split(part)[1] for part in parts_of(source)):
        return load_joined(source, **how)
    try:
        return load_joined(source, split, **how)
    except UsageError as error:
        try:
            return load_joined(source, **how)
        except UsageError:
            raise error from None


def _labelled(dataset: Dataset) -> Dataset:
    items = [item for item in dataset if item.answer is not None]
    if not items:
        path, split = dataset.source or dataset.name, dataset.split or "data"
        raise DataError(
            f"{path}: none of the {len(dataset):,} questions ({split}) has a known answer, so accuracy cannot be "
            f"told. Name a split with answers, as in {path}@dev, or leave it out."
        )
    unknown = len(dataset) - len(items)
    note = f"{unknown:,} of {len(dataset):,} questions have no known answer and are left out."
    return replace(dataset.with_items(items), notes=(*dataset.notes, *((note,) if unknown else ())))


def _names(datasets: Sequence[Dataset]) -> list[str]:
    """Name datasets as columns, with their splits where a name stands for several."""
    names = [dataset.name for dataset in datasets]
    return [
        f"{name} {dataset.split}" if names.count(name) > 1 and dataset.split else name
        for name, dataset in zip(names, datasets, strict=True)
    ]


def split_notes(datasets: Mapping[str, Dataset], split: str) -> Iterator[str]:
    """Say which datasets are of another split than the one asked for."""
    other = [
        f"{name} ({data.split or 'no split'})" for name, data in datasets.items() if data.split != canonical(split)
    ]
    if other and split:
        yield f"Not tested on the split {split}, which they do not have or were told not to give: {', '.join(other)}."
