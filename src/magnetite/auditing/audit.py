"""The audit, the raw scores and the run folder as one call each: what the command line and Python users call."""

import os
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magnetite.auditing.run import Prepared, Watch, load_dataset, perform, prepare
from magnetite.auditing.select import limit_items
from magnetite.auditing.settings import AuditSettings, Settings, override, read_settings
from magnetite.auditing.systems import systems
from magnetite.core.cells import own_cells, with_shown
from magnetite.core.errors import StoreError, UsageError, unknown_name
from magnetite.core.items import Dataset, letter
from magnetite.core.results import Run, run_from_json
from magnetite.core.scorer import Scorer
from magnetite.engine import Store, score_cells
from magnetite.probes import PROBES
from magnetite.report import write_run
from magnetite.views import view as named_view

if TYPE_CHECKING:
    import polars as pl

FINDINGS = "findings.json"


def audit(
    data: str | Path | Dataset | None = None,
    model: str | Scorer | None = None,
    *,
    config: str | Path | None = None,
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = lambda _n, _p: None,
    **given: Any,
) -> Run:
    """Audit a dataset with a model, and return the run; with `output`, write its folder too.

    `data`: a path (see `magnetite.read`), a Dataset, or "sample". `model`: see `--model` in the manual, or any scorer.
    `config`: a TOML file of settings; what is named here overrides it: split, format, columns, limit, seed, views,
    probes, store, dtype, device, keep, blank, batch_tokens, skip_bad, overwrite, probe_settings.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.audit("sample", model="longest", probes=("accuracy",), store="off", limit=20)
    >>> run.finding("accuracy").number("accuracy").n
    20
    """
    settings = audit_settings(config, data=data, model=model, output=output, **given)
    return audit_as(settings, data=data, model=model, command=command, watch=watch)


def audit_as(
    settings: AuditSettings,
    *,
    data: str | Path | Dataset | None = None,
    model: str | Scorer | None = None,
    command: str = "",
    watch: Watch = lambda _n, _p: None,
) -> Run:
    """Audit as the settings say; a Dataset and a scorer, which no settings can hold, are given beside them."""
    prepared = prepare_as(settings, data, model)
    folder = Path(settings.output).expanduser() if settings.output else None
    if folder is not None:
        refuse_other_run(folder, prepared.dataset, settings)
    run = perform(prepared, open_store(settings.store), command=command, watch=watch)
    if folder is not None:
        write_run(run, folder)
    return run


def prepare_as(
    settings: AuditSettings, data: str | Path | Dataset | None = None, model: str | Scorer | None = None
) -> Prepared:
    """Prepare the audit that the settings describe. Raises UsageError where no data was named."""
    if not isinstance(data, Dataset) and settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    source = data if isinstance(data, Dataset) else str(settings.data)
    return prepare(source, settings.model if model is None or isinstance(model, str) else model, settings)


def score(
    data: str | Path | Dataset, model: str | Scorer = "bundled", *, watch: Watch = lambda _n, _p: None, **given: Any
) -> "pl.DataFrame":
    """Score every option of every item under every view; returns one row an option.

    Columns: id, view, option (A, B, …), text, score, answer (whether it is the right one; null where unknown).

    >>> import magnetite
    >>> magnetite.score("sample", model="longest", views=("QOC",), limit=1, store="off").columns
    ['id', 'view', 'option', 'text', 'score', 'answer']
    """
    import polars as pl

    settings = audit_settings(None, data=data, model=model, **given)
    dataset = limit_items(load_dataset(data, settings), settings.limit, settings.seed)
    found = systems(
        settings.model if isinstance(model, str) else model,
        settings.views,
        seed=settings.seed,
        options=settings.encoder,
    )
    store = open_store(settings.store)
    frames = []
    for view, scorer in found.scorers.items():
        cells = own_cells([named_view(view)(item) for item in dataset])
        result = score_cells(
            with_shown(cells) if scorer.listwise else cells,
            scorer,
            store,
            batch_tokens=settings.batch_tokens,
            progress=lambda progress, label=view: watch(label, progress),  # type: ignore[misc]
        )
        frames.append(pl.DataFrame({**_option_columns(dataset, view), "score": result.scores}))
    return pl.concat(frames).select("id", "view", "option", "text", "score", "answer")


def audit_settings(config: str | Path | None, **given: Any) -> AuditSettings:
    """Read the settings file, if any, and override it with what is given; scorers and datasets stay outside."""
    settings = read_settings(config, list(PROBES)) if config is not None else AuditSettings()
    plain = {name: value for name, value in given.items() if not isinstance(value, Dataset)}
    if plain.get("model") is not None and not isinstance(plain["model"], str):
        plain["model"] = str(getattr(plain["model"], "name", None) or getattr(plain["model"], "__name__", "model"))
    for name in ("data", "output", "store"):
        if plain.get(name) is not None:
            plain[name] = str(plain[name])
    if plain.get("probe_settings"):
        plain["probe_settings"] = _merged(settings.probe_settings, plain["probe_settings"])
    try:
        return override(settings, **plain)
    except TypeError as error:
        raise UsageError(f"a setting does not exist: {error}. Known: {', '.join(asdict(settings))}.") from error


def _merged(first: Mapping[str, Settings], over: Mapping[str, Settings]) -> dict[str, Settings]:
    """Override one set of probe settings by another, setting by setting."""
    for name in over:
        if name not in PROBES:
            raise unknown_name("probe", name, list(PROBES))
    return {name: {**first.get(name, {}), **over.get(name, {})} for name in {**first, **over}}


def open_store(where: str | None) -> Store | None:
    """Open the store of scores: a folder, "off" for memory only, or by default one for this user."""
    if where == "off":
        return None
    return Store(Path(where).expanduser() if where else default_store())


def default_store() -> Path:
    """Return the user's store: $MAGNETITE_STORE, else the folder `magnetite/scores` in the user's cache."""
    if chosen := os.environ.get("MAGNETITE_STORE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("magnetite") / "scores"


def run_folder(settings: AuditSettings) -> Path:
    """Return the folder a run is written to: `output`, or a new one under `runs`, named by data and time."""
    if settings.output:
        return Path(settings.output)
    name = Path(settings.data or "data").name.split(".")[0] or "data"
    return Path("runs") / f"{name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def refuse_other_run(folder: Path, dataset: Dataset, settings: AuditSettings) -> None:
    """Raise UsageError where the folder holds another run, or files that are no run; a repeat replaces its own run."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise UsageError(f"output '{folder}': '{there}' is a file. Name a folder, which may be new.")
    if not os.access(there, os.W_OK):
        raise StoreError(f"output '{folder}': '{there}' cannot be written to. Name another folder.")
    if settings.overwrite or not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / FINDINGS).is_file():
        raise UsageError(
            f"output '{folder}' has files that are not a run's. Name a new folder, or add --overwrite to put the run "
            "beside them."
        )
    before = run_from_json((folder / FINDINGS).read_text("utf-8"), folder / FINDINGS)
    same = before.dataset.get("fingerprint") == dataset.fingerprint and before.settings.get("model") == settings.model
    if not same:
        was = f"{before.dataset.get('items')} questions of {before.dataset.get('name')}"
        raise UsageError(
            f"output '{folder}' holds another run: {was} with {before.settings.get('model')}, of {before.started}. "
            "Name another folder, or replace it with --overwrite."
        )


def _option_columns(dataset: Dataset, view: str) -> dict[str, Any]:
    pairs = [(item, index) for item in dataset for index in range(len(item.options))]
    return {
        "id": [item.id for item, _ in pairs],
        "view": np.repeat(view, len(pairs)).tolist(),
        "option": [letter(index) for _, index in pairs],
        "text": [item.options[index] for item, index in pairs],
        "answer": [None if item.answer is None else item.answer == index for item, index in pairs],
    }
