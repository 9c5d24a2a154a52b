"""What a run writes down beside its findings: the data, the exam, the systems, the settings.

What this file leaves out: the findings themselves (`magnetite.experiments`) and files (`magnetite.report`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from platform import python_version
from typing import Any

import numpy as np

from magnetite.auditing.settings import AuditSettings
from magnetite.auditing.systems.system import System
from magnetite.core.cells import own_cells, with_shown
from magnetite.core.items import Dataset
from magnetite.views import view as named_view

LIBRARIES = ("magnetite", "torch", "transformers", "polars", "scipy")


def data_record(dataset: Dataset) -> dict[str, Any]:
    """Describe a dataset: where it comes from, its fingerprint, its counts."""
    return {
        "name": dataset.name,
        "split": dataset.split,
        "source": dataset.source,
        "format": dataset.format,
        "fingerprint": dataset.fingerprint,
        "items": len(dataset),
        "passages": len({item.passage_id for item in dataset}),
        "answered": sum(item.answer is not None for item in dataset),
    }


def exam_record(dataset: Dataset) -> dict[str, Any]:
    """Write down the exam's texts: passages by id, and the items in order."""
    items = [
        {
            "id": item.id,
            "passage_id": item.passage_id,
            "level": item.level,
            "question": item.question,
            "options": list(item.options),
            "answer": item.answer,
        }
        for item in dataset
    ]
    return {"passages": {item.passage_id: item.passage for item in dataset}, "items": items}


def system_record(
    view: str, system: System, datasets: Sequence[Dataset], temperature: float | None = None
) -> dict[str, Any]:
    """Describe a system: its members, its fingerprint, the share of items whose passage it had to cut.

    `temperature` is the one its probabilities were divided by, None where they were not calibrated; "training", where
    it has a card, is what that says of how it was made.
    """
    record = {
        "view": view,
        "scorer": system.name,
        "members": len(system.members),
        "fingerprint": system.fingerprint,
        "temperature": temperature,
        "truncated": _truncated(view, system, datasets),
    }
    return record if system.training is None else {**record, "training": system.training}


def settings_record(settings: AuditSettings, probes: Sequence[str], views: Sequence[str]) -> dict[str, Any]:
    """Write down the settings, with the probes and views that were chosen automatically."""
    record: dict[str, Any] = {**asdict(settings), "probes": list(probes), "views": list(views)}
    record.pop("overwrite")
    return record


def version_record() -> Mapping[str, str]:
    """Name the versions of what computes."""
    return {name: version(name) for name in LIBRARIES} | {"python": python_version()}


def _truncated(view: str, system: System, datasets: Sequence[Dataset]) -> float:
    """Return the share of items of which the first member had to cut a passage; members read alike."""
    items = [named_view(view)(item) for dataset in datasets for item in dataset]
    cells = own_cells(items)
    cut = np.zeros(len(items), dtype=np.bool_)
    sizes = system.first.sizes(with_shown(cells) if system.first.listwise else cells)
    np.logical_or.at(cut, cells.rows, sizes.truncated)
    return float(cut.mean()) if items else 0.0
