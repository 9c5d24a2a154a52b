"""`score`: the raw scores of an exam's options, a row for each option and member."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.commands.audit import settings_from
from magnetite.commands.data import drawn_shots, limit_items, load_dataset
from magnetite.commands.driver import find_for
from magnetite.commands.panels import Watch, silent, workers_for, workers_of
from magnetite.commands.record import open_store
from magnetite.core.cells import own_cells
from magnetite.core.items import Dataset, letter
from magnetite.core.scorer import Scorer
from magnetite.engine import score_cells
from magnetite.scorers.exchange import hex_keys
from magnetite.scorers.find import answered_by_logs
from magnetite.scorers.system import System, Systems, as_read
from magnetite.views import view as named_view

if TYPE_CHECKING:
    import polars as pl


def score(
    data: str | Path | Dataset, model: str | Path | Scorer | None = None, *, watch: Watch = silent, **given: Any
) -> "pl.DataFrame":
    """Score every option of every item under every view; returns one row an option and member.

    Columns: id, view, member, option (A, B, …), text, score, answer (whether it is the right one; null where
    unknown), and key, by which a run that takes the written file as its model finds the score again. An ensemble has
    several members; a single system is its own member.

    >>> import magnetite
    >>> magnetite.score("sample", model="longest", views=("QOC",), limit=1, store="off").columns
    ['id', 'view', 'member', 'option', 'text', 'score', 'answer', 'key']
    """
    import polars as pl

    settings = settings_from({"data": data, "model": model, **given})
    dataset = limit_items(load_dataset(data, settings.reading), settings.reading.limit, settings.reading.seed)
    shots = drawn_shots(settings.asking, settings.reading, dataset)
    dataset, systems = answered_by_logs(dataset, find_for(settings.asking, settings.reading.seed, shots, dataset))
    store = open_store(settings.asking.store)
    frames = []
    with workers_of(settings.asking) as workers:
        for view, name, system, member in _members(systems):
            cells = as_read(member, own_cells([named_view(view)(item) for item in dataset]))
            rotations = system.rotated(member, cells)
            result = score_cells(
                rotations.cells,
                member,
                store,
                batch_tokens=settings.asking.batch_tokens,
                workers=workers_for(member, workers),
                progress=lambda progress, label=f"{view}, {name}": watch(label, progress),  # type: ignore[misc]
            )
            scored = {"score": rotations.averaged(result.scores), "key": hex_keys(cells.keys())}
            frames.append(pl.DataFrame({**_option_columns(dataset, view, name), **scored}))
    return pl.concat(frames).select("id", "view", "member", "option", "text", "score", "answer", "key")


def _members(systems: Systems) -> Iterator[tuple[str, str, System, Scorer]]:
    for view, system in systems.by_view.items():
        for name, member in zip(system.names, system.members, strict=True):
            yield view, name, system, member


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
