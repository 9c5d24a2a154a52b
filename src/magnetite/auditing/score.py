"""Raw scores, for people who want only those: one row an option and member, without probes.

What this file leaves out: mixing the members of an ensemble (`scoring`).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.auditing.audit import audit_settings
from magnetite.auditing.driver import found_systems, load_dataset
from magnetite.auditing.panels import Watch, as_read, silent
from magnetite.auditing.places import open_store
from magnetite.auditing.select import limit_items
from magnetite.auditing.systems.system import Systems
from magnetite.core.cells import own_cells
from magnetite.core.items import Dataset, letter
from magnetite.core.scorer import Scorer
from magnetite.engine import score_cells
from magnetite.views import view as named_view

if TYPE_CHECKING:
    import polars as pl


def score(
    data: str | Path | Dataset, model: str | Scorer | None = None, *, watch: Watch = silent, **given: Any
) -> "pl.DataFrame":
    """Score every option of every item under every view; returns one row an option and member.

    Columns: id, view, member, option (A, B, …), text, score, answer (whether it is the right one; null where
    unknown). An ensemble has several members; a single system is its own member.

    >>> import magnetite
    >>> magnetite.score("sample", model="longest", views=("QOC",), limit=1, store="off").columns
    ['id', 'view', 'member', 'option', 'text', 'score', 'answer']
    """
    import polars as pl

    settings = audit_settings(None, data=data, model=model, **given)
    dataset = limit_items(load_dataset(data, settings), settings.limit, settings.seed)
    found = found_systems(settings.model if model is None or isinstance(model, str) else model, settings)
    store = open_store(settings.store)
    frames = []
    for view, name, member in _members(found):
        cells = as_read(member, own_cells([named_view(view)(item) for item in dataset]))
        result = score_cells(
            cells,
            member,
            store,
            batch_tokens=settings.batch_tokens,
            progress=lambda progress, label=f"{view}, {name}": watch(label, progress),  # type: ignore[misc]
        )
        frames.append(pl.DataFrame({**_option_columns(dataset, view, name), "score": result.scores}))
    return pl.concat(frames).select("id", "view", "member", "option", "text", "score", "answer")


def _members(found: Systems) -> Iterator[tuple[str, str, Scorer]]:
    for view, system in found.by_view.items():
        for name, member in zip(system.names, system.members, strict=True):
            yield view, name, member


def _option_columns(dataset: Dataset, view: str, member: str) -> dict[str, Any]:
    pairs = [(item, index) for item in dataset for index in range(len(item.options))]
    return {
        "id": [item.id for item, _ in pairs],
        "view": [view] * len(pairs),
        "member": [member] * len(pairs),
        "option": [letter(index) for _, index in pairs],
        "text": [item.options[index] for item, index in pairs],
        "answer": [None if item.answer is None else item.answer == index for item, index in pairs],
    }
