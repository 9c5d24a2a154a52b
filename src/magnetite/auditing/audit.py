"""The audit and its relatives as one call: `audit`, `shortcuts`, `order`, and `score`, the raw scores alone."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnetite.auditing.calibrate import EITHER, calibrator
from magnetite.auditing.data import limit_items, load_dataset, reading_notes
from magnetite.auditing.driver import Prepared, perform, rehearse, systems_for
from magnetite.auditing.panels import (
    Watch,
    seats_by_view,
    silent,
    workers_for,
    workers_of,
)
from magnetite.auditing.record import (
    open_store,
    settings_record,
)
from magnetite.auditing.shots import drawn_shots
from magnetite.auditing.systems.find import answered_by_logs, as_named, views_there
from magnetite.auditing.systems.system import System, Systems, as_read, seen_in_training
from magnetite.core.cells import own_cells
from magnetite.core.errors import UsageError
from magnetite.core.experiment import Experiment
from magnetite.core.items import Dataset, letter
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.core.setting import changed
from magnetite.engine import score_cells
from magnetite.experiments import BY_DEFAULT, WITHOUT_PASSAGES, experiment_named
from magnetite.experiments.asking import has_passages
from magnetite.request import AuditSettings, audit_settings, renamed
from magnetite.scorers.exchange import hex_keys
from magnetite.views import VIEWS, richest
from magnetite.views import view as named_view

if TYPE_CHECKING:
    import polars as pl

SHORTCUTS = ("shortcuts", "following")
ORDER_SETTINGS = ("orders", "most", "estimate_on", "trace")  # which `order` takes by name


def audit(
    data: str | Path | Dataset | None = None,
    model: str | Path | Scorer | None = None,
    *,
    config: str | Path | None = None,
    experiments: str | Sequence[str | Experiment] = (),
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Audit a dataset with a model, and return the run; with `output`, write its folder too.

    `data`: a path (see `magnetite.read`), several joined with "+", a Dataset, or "sample". `model`: see `--model` in
    the manual, or any scorer. `config`: a TOML file of settings; what is named here overrides it: systems, split,
    format, columns, limit, seed, views, store, calibrate_on, calibrate_limit, dtype, device, keep, blank, scoring,
    prompt, shots, shots_from, batch_tokens, concurrency, request_limit, token_limit, asks, skip_bad, overwrite,
    experiment_settings.
    `experiments`: names of ours, experiments of your own (`magnetite.core.experiment`), or both; by default all of
    ours but `order`. `probes` and `probe_settings` are other words for `experiments` and `experiment_settings`.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.audit("sample", model="longest", experiments=["accuracy"], store="off", limit=20)
    >>> run.finding("accuracy").number("accuracy").n
    20
    """
    experiments = (experiments,) if isinstance(experiments, str) else experiments
    names = tuple(each for each in experiments if isinstance(each, str))
    own = [each for each in experiments if not isinstance(each, str)]
    settings = audit_settings(config, data=data, model=model, output=output, experiments=names or None, **given)
    return audit_as(settings, data=data, model=as_named(model), experiments=own, command=command, watch=watch)


def shortcuts(
    data: str | Path | Dataset,
    systems: Mapping[str, str | Path] | None = None,
    *,
    calibrate_on: str = EITHER,
    **given: Any,
) -> Run:
    """Compare the systems that read parts of a question (Liusie et al. 2022, Table 2): shortcuts, following.

    `systems`: a folder for each view, {"QOC": …, "QO": …, "CO": …, "O": …}; the bundled ones by default, or those of
    `model`. Temperatures are fitted on dev, where the data has it, else they are those that systems store.
    Whatever else `audit` takes may be given.

    >>> import magnetite
    >>> run = magnetite.shortcuts("sample", {"qoc": "overlap", "qo": "longest"}, store="off", limit=20)
    >>> run.finding("shortcuts").number("accuracy", "QO").n
    20
    """
    usual = {"experiments": SHORTCUTS, "systems": systems, "calibrate_on": calibrate_on}
    return audit(data, **{**usual, **renamed(given)})


def order(data: str | Path | Dataset, model: str | Path | Scorer | None = None, **given: Any) -> Run:
    """Ask every question in several orders of its options, of a system that is shown them all.

    `orders`, `most`, `estimate_on`, `trace`: as in `magnetite.experiments.order.Order`. Whatever else `audit` takes may
    be given.

    >>> import magnetite
    >>> magnetite.order("sample", "longest", store="off").finding("order").sentence.partition(",")[0]
    'The QOC system scores every option by itself and is not shown the others'
    """
    return audit(data, model, **order_request(given))


def order_request(given: Mapping[str, Any]) -> dict[str, Any]:
    """Make settings of an audit of those of `order`: its own stand among those of the experiment."""
    rest = {name: value for name, value in given.items() if name not in ORDER_SETTINGS}
    own = {name: given[name] for name in ORDER_SETTINGS if given.get(name) is not None}
    rest = renamed(rest)
    more = rest.pop("experiment_settings", None) or {}
    return {
        **rest,
        "experiments": ("order",),
        "experiment_settings": {**more, "order": {**more.get("order", {}), **own}},
    }


def audit_as(
    settings: AuditSettings,
    *,
    data: str | Path | Dataset | None = None,
    model: str | Scorer | None = None,
    experiments: Sequence[Experiment] = (),
    command: str = "",
    watch: Watch = silent,
) -> Run:
    """Audit as the settings say; a Dataset, a scorer and experiments, which no settings can hold, stand beside them."""
    return perform(prepare_as(settings, data, model, experiments), command=command, watch=watch)


def prepare_as(
    settings: AuditSettings,
    data: str | Path | Dataset | None = None,
    model: str | Scorer | None = None,
    experiments: Sequence[Experiment] = (),
) -> Prepared:
    """Read the data, find the systems, and rehearse the experiments; scores nothing.

    `experiments`: the caller's own, in place of all of ours, or beside those that the settings name. Raises UsageError
    where no data was named.
    """
    if not isinstance(data, Dataset) and settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    source = data if isinstance(data, Dataset) else str(settings.data)
    dataset = limit_items(load_dataset(source, settings.reading), settings.reading.limit, settings.reading.seed)
    if settings.experiments == ("order",) and not experiments:
        settings = _richest_alone(settings, dataset, model)
    shots = drawn_shots(settings.asking, settings.reading, dataset)
    dataset, systems = answered_by_logs(dataset, systems_for(dataset, model, settings, shots))
    usual = BY_DEFAULT if has_passages(dataset) else WITHOUT_PASSAGES
    names = settings.experiments or (() if experiments else usual)
    chosen = (*(_experiment(name, settings) for name in names), *experiments)
    seats = seats_by_view(systems)
    rehearse(chosen, dataset, seats)
    return Prepared(
        settings,
        dataset,
        chosen,
        seats,
        calibrator(source, settings, systems.by_view, dataset, shots),
        settings_record(settings, [each.name for each in chosen], systems.views),
        lambda calibration: (
            *systems.notes,
            *seen_in_training(systems.by_view.values(), dataset),
            *calibration,
            *reading_notes(dataset),
        ),
        unnamed=not experiments and settings.experiments in {None, SHORTCUTS},
    )


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

    settings = audit_settings(None, data=data, model=model, **given)
    dataset = limit_items(load_dataset(data, settings.reading), settings.reading.limit, settings.reading.seed)
    shots = drawn_shots(settings.asking, settings.reading, dataset)
    dataset, systems = answered_by_logs(dataset, systems_for(dataset, as_named(model), settings, shots))
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


def _richest_alone(settings: AuditSettings, exam: Dataset, model: str | Scorer | None) -> AuditSettings:
    """Return the settings with the only view that `order` asks: the richest there is."""
    there = (
        settings.asking.views
        or views_there(
            settings.asking.model if model is None else model, settings.asking.systems, passages=has_passages(exam)
        )
        or tuple(VIEWS)
    )
    readable = [view for view in there if has_passages(exam) or "C" not in view]
    return changed(settings, {"views": (richest(readable or there),)})


def _experiment(name: str, settings: AuditSettings) -> Experiment:
    return experiment_named(name, settings.experiment_settings.get(name, {}), settings.reading.seed)


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
