"""The audit as one call: what the command line and Python users call.

What this file leaves out: the run itself (`run`), raw scores (`score`), transfer between datasets (`transfer`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from magnetite.auditing.calibrate import EITHER
from magnetite.auditing.driver import Prepared, perform, prepare
from magnetite.auditing.panels import Watch, silent
from magnetite.auditing.places import open_store, refuse_other_run
from magnetite.auditing.settings import AuditSettings, Settings, override, read_settings
from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.experiment import Experiment
from magnetite.core.items import Dataset
from magnetite.core.results import Run
from magnetite.core.scorer import Scorer
from magnetite.experiments import EXPERIMENTS
from magnetite.report import write_run

SHORTCUTS = ("shortcuts", "following")


def audit(
    data: str | Path | Dataset | None = None,
    model: str | Scorer | None = None,
    *,
    config: str | Path | None = None,
    experiments: Sequence[Experiment] = (),
    output: str | Path | None = None,
    command: str = "",
    watch: Watch = silent,
    **given: Any,
) -> Run:
    """Audit a dataset with a model, and return the run; with `output`, write its folder too.

    `data`: a path (see `magnetite.read`), several joined with "+", a Dataset, or "sample". `model`: see `--model` in
    the manual, or any scorer. `config`: a TOML file of settings; what is named here overrides it: systems, split,
    format, columns, limit, seed, views, probes, store, calibrate_on, calibrate_limit, dtype, device, keep, blank,
    batch_tokens, skip_bad, overwrite, probe_settings. `experiments`: your own (`magnetite.core.experiment`), in place
    of ours, or beside those that `probes` names.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.audit("sample", model="longest", probes=("accuracy",), store="off", limit=20)
    >>> run.finding("accuracy").number("accuracy").n
    20
    """
    settings = audit_settings(config, data=data, model=model, output=output, **given)
    return audit_as(settings, data=data, model=model, experiments=experiments, command=command, watch=watch)


def shortcuts(
    data: str | Path | Dataset,
    systems: Mapping[str, str | Path] | None = None,
    *,
    calibrate_on: str = EITHER,
    **given: Any,
) -> Run:
    """Compare the systems that read parts of a question (Liusie et al. 2022, Table 2): the probes shortcuts, following.

    `systems`: a folder for each view, {"QOC": …, "QO": …, "CO": …, "O": …}; the bundled ones by default, or those of
    `model`. Temperatures are fitted on dev, where the data has it, else they are those that systems store.
    Whatever else `audit` takes may be given.

    >>> import magnetite
    >>> run = magnetite.shortcuts("sample", {"qoc": "overlap", "qo": "longest"}, store="off", limit=20)
    >>> run.finding("shortcuts").number("accuracy", "QO").n
    20
    """
    return audit(data, **{"probes": SHORTCUTS, "systems": systems, "calibrate_on": calibrate_on, **given})


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
    prepared = prepare_as(settings, data, model, experiments)
    folder = Path(settings.output).expanduser() if settings.output else None
    if folder is not None:
        refuse_other_run(folder, prepared.dataset.fingerprint, asdict(settings), overwrite=settings.overwrite)
    run = perform(prepared, open_store(settings.store), command=command, watch=watch)
    if folder is not None:
        write_run(run, folder)
    return run


def prepare_as(
    settings: AuditSettings,
    data: str | Path | Dataset | None = None,
    model: str | Scorer | None = None,
    experiments: Sequence[Experiment] = (),
) -> Prepared:
    """Prepare the audit that the settings describe. Raises UsageError where no data was named."""
    if not isinstance(data, Dataset) and settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    source = data if isinstance(data, Dataset) else str(settings.data)
    asked = settings.model if model is None or isinstance(model, str) else model
    return prepare(source, asked, settings, experiments)


def audit_settings(config: str | Path | None, **given: Any) -> AuditSettings:
    """Read the settings file, if any, and override it with what is given; scorers and datasets stay outside."""
    settings = read_settings(config, list(EXPERIMENTS)) if config is not None else AuditSettings()
    plain = {name: value for name, value in given.items() if not isinstance(value, Dataset)}
    if plain.get("model") is not None and not isinstance(plain["model"], str):
        plain["model"] = str(getattr(plain["model"], "name", None) or getattr(plain["model"], "__name__", "model"))
    for name in ("data", "output", "store", "calibrate_on"):
        if isinstance(plain.get(name), Path):
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
        if name not in EXPERIMENTS:
            raise unknown_name("probe", name, list(EXPERIMENTS))
    return {name: {**first.get(name, {}), **over.get(name, {})} for name in {**first, **over}}
