"""`score`: the raw scores of an exam's options, a row for each option and member."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import UsageError
from examfiles.items import Dataset, letter
from magnetite.core.setting import part, setting
from magnetite.request import DATA, Asking, Reading
from magnetite.running.command import Action, Command, action
from magnetite.views import view as named_view

if TYPE_CHECKING:
    import polars as pl

    from magnetite.running.panels import Watch


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """Every setting of scoring."""

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    reading: Reading = part(Reading)
    asking: Asking = part(Asking)


def _score(settings: ScoreSettings, *, command: str = "", watch: "Watch | None" = None) -> "pl.DataFrame":
    from magnetite.core.cells import own_cells
    from magnetite.engine import score_cells
    from magnetite.running.data import drawn_shots, limit_items, load_dataset
    from magnetite.running.driver import find_for
    from magnetite.running.panels import silent, workers_for, workers_of
    from magnetite.running.record import open_store
    from magnetite.scorers.exchange import hex_keys
    from magnetite.scorers.find import answered_by_logs
    from magnetite.scorers.system import as_read

    del command
    import polars as pl

    asking, reading = settings.asking, settings.reading
    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    dataset = limit_items(load_dataset(settings.data, reading), reading.limit, reading.seed)
    shots = drawn_shots(asking, reading, dataset)
    dataset, systems = answered_by_logs(dataset, find_for(asking, reading.seed, shots, dataset))
    store = open_store(asking.store)
    frames = []
    with workers_of(asking) as workers:
        members = [
            (view, name, system, member)
            for view, system in systems.by_view.items()
            for name, member in zip(system.names, system.members, strict=True)
        ]
        for view, name, system, member in members:
            cells = as_read(member, own_cells([named_view(view)(item) for item in dataset]))
            rotations = system.rotated(member, cells)
            result = score_cells(
                rotations.cells,
                member,
                store,
                batch_tokens=asking.batch_tokens,
                workers=workers_for(member, workers),
                progress=lambda progress, label=f"{view}, {name}": (watch or silent)(label, progress),  # type: ignore[misc]
            )
            scored = {"score": rotations.averaged(result.scores), "key": hex_keys(cells.keys())}
            frames.append(pl.DataFrame({**_option_columns(dataset, view, name), **scored}))
    return pl.concat(frames).select("id", "view", "member", "option", "text", "score", "answer", "key")


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


SCORE: Command[ScoreSettings, Action] = Command(
    "score",
    ScoreSettings,
    action(_score),
    ("data", "model"),
    "",
    """Score every option of every question under every view, with one row per option and member of a system.

    Example: magnetite score DREAM/test.json --output dream.parquet
    """,
    needs="audit",
)
