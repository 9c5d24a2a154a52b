"""The audit, its relatives `shortcuts` and `order`, and `score`, the raw scores alone: how each is made ready."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.auditing.calibrate import calibrator
from magnetite.auditing.data import limit_items, load_dataset, reading_notes
from magnetite.auditing.driver import Prepared, rehearse, systems_for
from magnetite.auditing.panels import Watch, seats_by_view, silent, workers_for, workers_of
from magnetite.auditing.record import EXPERIMENTS, open_store
from magnetite.auditing.shots import drawn_shots
from magnetite.commands.audit import AuditSettings, settings_from
from magnetite.commands.order import OrderSettings
from magnetite.commands.shortcuts import ShortcutSettings
from magnetite.core.cells import own_cells
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset, letter
from magnetite.core.scorer import Scorer
from magnetite.core.setting import changed, flat
from magnetite.engine import score_cells
from magnetite.experiments import BY_DEFAULT, WITHOUT_PASSAGES, experiment_named
from magnetite.experiments.asking import has_passages
from magnetite.request import recorded
from magnetite.scorers.exchange import hex_keys
from magnetite.scorers.find import answered_by_logs, as_named, views_there
from magnetite.scorers.system import System, Systems, as_read, seen_in_training
from magnetite.views import VIEWS, richest
from magnetite.views import view as named_view

if TYPE_CHECKING:
    import polars as pl

SHORTCUTS = ("shortcuts", "following")
ORDER = "order"


def prepared(settings: AuditSettings) -> Prepared:
    """Read the data, find the systems, and rehearse the experiments; scores nothing.

    Raises UsageError where no data was named, and what reading and loading raise.
    """
    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    reading = settings.reading
    dataset = limit_items(load_dataset(settings.data, reading), reading.limit, reading.seed)
    asking = settings.asking
    if settings.experiments == (ORDER,):  # which asks one system, the one that sees most
        passages = has_passages(dataset)
        there = asking.views or views_there(as_named(asking.model), asking.systems, passages=passages) or tuple(VIEWS)
        readable = [view for view in there if passages or "C" not in view]
        asking = replace(asking, views=(richest(readable or there),))
    shots = drawn_shots(asking, reading, dataset)
    dataset, systems = answered_by_logs(dataset, systems_for(dataset, asking, reading.seed, shots))
    given = settings.experiments or (BY_DEFAULT if has_passages(dataset) else WITHOUT_PASSAGES)
    experiments = tuple(
        experiment_named(each, settings.experiment_settings.get(each, {}), reading.seed)
        if isinstance(each, str)
        else each
        for each in given
    )
    seats = seats_by_view(systems)
    rehearse(experiments, dataset, seats)
    record = {
        **recorded(settings),
        EXPERIMENTS: [each.name for each in experiments],
        "views": list(systems.views),
    }
    del record["overwrite"]
    return Prepared(
        settings,
        dataset,
        experiments,
        seats,
        calibrator(settings, systems.by_view, dataset, shots),
        record,
        lambda calibration: (
            *systems.notes,
            *seen_in_training(systems.by_view.values(), dataset),
            *calibration,
            *reading_notes(dataset),
        ),
        unnamed=settings.experiments in (None, SHORTCUTS),
    )


def prepared_shortcuts(settings: ShortcutSettings) -> Prepared:
    """Make an audit ready that has these experiments."""
    return prepared(changed(AuditSettings(experiments=SHORTCUTS), flat(settings)))


def prepared_order(settings: OrderSettings) -> Prepared:
    """Make an audit ready that has this experiment alone."""
    own = {name: getattr(settings, name) for name in ("orders", "most", "estimate_on", "trace")}
    before = dict(settings.experiment_settings)
    given = {**before, ORDER: {**before.get(ORDER, {}), **{k: v for k, v in own.items() if v is not None}}}
    asked = AuditSettings(
        settings.data,
        settings.reading,
        settings.asking,
        (ORDER,),
        output=settings.output,
        overwrite=settings.overwrite,
        experiment_settings=given,
    )
    return prepared(asked)


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
    dataset, systems = answered_by_logs(dataset, systems_for(dataset, settings.asking, settings.reading.seed, shots))
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
