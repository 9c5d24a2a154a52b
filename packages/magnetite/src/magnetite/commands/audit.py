"""`audit`: score an exam, run the experiments, write the report."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset
from magnetite.core.files import read_toml
from magnetite.core.setting import Setting, changed, composed, part, renamed, setting, settings_of
from magnetite.request import (
    DATA,
    Asking,
    Reading,
    Settings,
    Writing,
    check_values,
    own_settings,
    recorded,
    several,
    split_names,
)
from magnetite.running.command import Command
from magnetite.views import VIEWS, richest, shows_passage

if TYPE_CHECKING:
    from magnetite.core.experiment import Experiment
    from magnetite.running.driver import Prepared
    from magnetite.running.panels import PanelMember

EXPERIMENTS_OF_SHORTCUTS = ("shortcuts", "following")


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """Every setting of an audit; a TOML file names them the same way, `--batch-tokens` as `batch_tokens`.

    `calibrate_on`: "card" (the temperatures that systems store), "dev", "test", "train" (fitted on that split of the
    data), "dev-or-card" (on dev where there is one), "off", or a path; on `calibrate_limit` questions at most, 0 for
    all. `experiment_settings` holds each experiment's own settings, in TOML `[magnets]` with `pool_size = 500`.
    """

    data: "str | Path | Dataset | None" = setting(None, DATA, metavar="DATA")
    reading: Reading = part(Reading)
    asking: Asking = part(Asking)
    experiments: "tuple[str | Experiment, ...] | None" = setting(
        None,
        "Experiments to run, any of accuracy, shortcuts, following, magnets, order, span, marked, "
        "informativity, extent, distractors, uncertainty, options; by default the first four.",
        metavar="NAME,…",
    )
    calibrate_on: str = setting(
        "card",
        "Data to fit temperatures on: dev, test or train of the data, or other data; 'card' uses those "
        "stored with systems, 'off' none.",
        metavar="SPLIT|PATH|…",
    )
    calibrate_limit: int | None = setting(2000, "Calibrate on at most this many questions; 0 for all.", least=0)
    writing: Writing = part(Writing)
    experiment_settings: Mapping[str, Settings] = own_settings("magnets.pool_size=500")

    def __post_init__(self) -> None:
        check_values(self)
        if self.experiments is not None:
            object.__setattr__(self, "experiments", several(self.experiments) or None)


def settings_from(given: Mapping[str, Any]) -> AuditSettings:
    """Read the file of settings that `config` names, if any, and override it with what is given (not None)."""
    from magnetite.experiments.registry import EXPERIMENTS

    own = renamed({name: value for name, value in given.items() if name != "config"})
    config = given.get("config")
    settings = AuditSettings() if config is None else read_settings(config, list(EXPERIMENTS))
    if own.get("experiment_settings"):
        own["experiment_settings"] = _merged(settings.experiment_settings, own["experiment_settings"])
    return changed(settings, own)


def read_settings(path: str | Path, experiments: list[str]) -> AuditSettings:
    """Read a TOML file of settings. Raises UsageError for a file that is absent, not TOML, or names what is unknown."""
    raw = read_toml(Path(path), "there is no such settings file.", "not a settings file that can be read")
    own = {name: raw.pop(name) for name in list(raw) if isinstance(raw[name], dict) and name in experiments}
    known = [name for name in settings_of(AuditSettings) if name != "experiment_settings"]
    raw = renamed(raw)
    for name in raw:
        if name not in known:
            error = unknown_name("setting", name, [*known, *(f"[{name}]" for name in experiments)])
            raise UsageError(f"{path}: {error}")
    for name in ("views", "experiments"):
        if name in raw:
            raw[name] = tuple(raw[name]) if isinstance(raw[name], list) else split_names(str(raw[name]))
    return composed(AuditSettings, {**raw, "experiment_settings": own})


def _merged(first: Mapping[str, Settings], over: Mapping[str, Settings]) -> dict[str, Settings]:
    """Override one set of experiments' settings by another, setting by setting."""
    from magnetite.experiments.registry import EXPERIMENTS

    for name in over:
        if name not in EXPERIMENTS:
            raise unknown_name("experiment", name, list(EXPERIMENTS))
    return {name: {**first.get(name, {}), **over.get(name, {})} for name in {**first, **over}}


def prepared(settings: AuditSettings) -> "Prepared":
    """Read the data, find the systems, and rehearse the experiments; scores nothing.

    Raises UsageError where no data was named, and what reading and loading raise.
    """
    from magnetite.core.experiment import HearsVerdicts
    from magnetite.experiments.asking import has_passages
    from magnetite.experiments.registry import BY_DEFAULT, WITHOUT_PASSAGES, experiment_named
    from magnetite.running.calibrate import calibrator
    from magnetite.running.data import drawn_shots, limit_items, load_dataset, reading_notes
    from magnetite.running.driver import Prepared, find_for, rehearse
    from magnetite.running.panels import seats_by_view
    from magnetite.scorers.find import answered_by_logs, as_named, views_there
    from magnetite.scorers.system import seen_in_training

    if settings.data is None:
        raise UsageError("no data was named. Give a file or folder, or 'sample' for the bundled exam.")
    reading = settings.reading
    dataset = limit_items(load_dataset(settings.data, reading), reading.limit, reading.seed)
    asking = settings.asking
    if settings.experiments == ("order",):  # which asks one system, the one that sees most
        passages = has_passages(dataset)
        there = asking.views or views_there(as_named(asking.model), asking.systems, passages=passages)
        readable = [view for view in there or VIEWS.ours if passages or not shows_passage(view)]
        asking = replace(asking, views=(richest(readable or there or VIEWS.ours),))
    shots = drawn_shots(asking, reading, dataset)
    named = {each if isinstance(each, str) else each.name for each in settings.experiments or ()}
    found = find_for(asking, reading.seed, shots, dataset)
    dataset, systems = answered_by_logs(dataset, found, in_any_order="order" not in named)
    given = settings.experiments or (BY_DEFAULT if has_passages(dataset) else WITHOUT_PASSAGES)
    experiments = tuple(
        experiment_named(each, settings.experiment_settings.get(each, {}), reading.seed)
        if isinstance(each, str)
        else each
        for each in given
    )
    seats = seats_by_view(systems)
    for each in experiments:
        if isinstance(each, HearsVerdicts):
            seats |= _verifier(seats, each.verdicts)
    rehearse(experiments, dataset, seats)
    record = {**recorded(settings), "experiments": [each.name for each in experiments], "views": list(systems.views)}
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
        unnamed=settings.experiments in (None, EXPERIMENTS_OF_SHORTCUTS),
    )


def _verifier(seats: "Mapping[str, PanelMember]", name: str) -> "dict[str, PanelMember]":
    """Seat what judges each option by itself, if the model that is shown the options only can."""
    from magnetite.core.scorer import GivesVerdicts
    from magnetite.running.panels import seat
    from magnetite.scorers.system import alone

    lists = seats["O"].system.first if "O" in seats else None
    verdicts = lists.verdicts() if isinstance(lists, GivesVerdicts) else None
    return {name: seat(name, "O", alone(verdicts))} if verdicts else {}


AUDIT: "Command[AuditSettings, Prepared]" = Command(
    "audit",
    AuditSettings,
    prepared,
    ("data", "model"),
    "this audit",
    """Audit a model on an exam: does it read the passage, and which irrelevant options attract it?

    Several models, joined with commas, get a run each, and a page that compares them.

    Example: magnetite audit RACE.tar.gz --split test --limit 300

    Example: magnetite audit RACE.tar.gz --split test --limit 300 --model small,longest,overlap
    """,
    settings_from,
    (Setting("config", Path | None, None, "A TOML file of settings; flags override it."),),
    optional=True,
    needs="audit",
)
