"""What the user asked for, of a whole run: settings from a TOML file, overridden by whatever the caller names."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from magnetite.core.errors import UsageError, unknown_name
from magnetite.core.items import Dataset
from magnetite.experiments import EXPERIMENTS
from magnetite.views import VIEWS

CALIBRATE_LIMIT = 2000
TEXTS = (
    *("data", "model", "split", "format", "output", "store"),
    *("dtype", "device", "keep", "blank", "calibrate_on"),
)
Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """Hold every setting of an audit; a TOML file names them the same way, `--batch-tokens` as `batch_tokens`.

    `systems` names a system for each view, in TOML `[systems]` with `QO = "my/qo"`, in place of `model`.
    `calibrate_on`: "card" (the temperatures that systems store), "dev", "test", "train" (fitted on that split of the
    data), "dev-or-card" (on dev where there is one), "off", or a path; on `calibrate_limit` questions at most, 0 for
    all. `probe_settings` holds each probe's own settings, in TOML `[magnets]` with `pool_size = 500`.
    None means: chosen automatically.
    """

    data: str | None = None
    model: str = "bundled"
    systems: Mapping[str, str] | None = None
    split: str | None = None
    format: str | None = None
    columns: Mapping[str, str] | None = None
    limit: int | None = None
    seed: int = 0
    views: tuple[str, ...] | None = None
    probes: tuple[str, ...] | None = None
    output: str | None = None
    store: str | None = None
    calibrate_on: str = "card"
    calibrate_limit: int | None = CALIBRATE_LIMIT
    dtype: str = "auto"
    device: str = "auto"
    keep: str | None = None
    blank: str | None = None
    batch_tokens: int | None = None
    skip_bad: bool = False
    overwrite: bool = False
    probe_settings: Mapping[str, Settings] = field(default_factory=dict)

    @property
    def encoder(self) -> dict[str, str | None]:
        """Return what the encoder scorer is told besides the model."""
        return {"device": self.device, "dtype": self.dtype, "keep": self.keep, "blank": self.blank}

    def __post_init__(self) -> None:
        for name, least in (("limit", 1), ("batch_tokens", 1), ("seed", 0), ("calibrate_limit", 0)):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
                raise UsageError(f"{name} is {value!r}; expected a whole number of at least {least}.")
        for name in TEXTS:
            if not isinstance(getattr(self, name), str | None):
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected a text.")
        for name in ("skip_bad", "overwrite"):
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected true or false.")
        if self.views is not None:
            object.__setattr__(self, "views", tuple(view_name(name) for name in self.views))
        if self.systems is not None:
            object.__setattr__(self, "systems", _by_view(self.systems))
            if self.model != "bundled":
                raise UsageError(f"model '{self.model}' and systems are both named; expected one of them.")


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


def shared_record(settings: AuditSettings, *more: str) -> dict[str, Any]:
    """Return the shared settings that a run of another command keeps, and `more` of them by name."""
    return {name: getattr(settings, name) for name in (*SHARED, *more)}


def read_settings(path: str | Path, probes: list[str]) -> AuditSettings:
    """Read a TOML file of settings. Raises UsageError for a file that is absent, not TOML, or names what is unknown."""
    raw = _read_toml(Path(path))
    own = {name: raw.pop(name) for name in list(raw) if isinstance(raw[name], dict) and name in probes}
    known = [field.name for field in fields(AuditSettings) if field.name != "probe_settings"]
    for name in raw:
        if name not in known:
            error = unknown_name("setting", name, [*known, *(f"[{probe}]" for probe in probes)])
            raise UsageError(f"{path}: {error}")
    for name in ("views", "probes"):
        if name in raw:
            raw[name] = tuple(raw[name]) if isinstance(raw[name], list) else split_names(str(raw[name]))
    return AuditSettings(**raw, probe_settings=own)


def view_name(text: str) -> str:
    """Return a view's name in its own letters. Raises UsageError for a view that does not exist.

    >>> view_name("qoc")
    'QOC'
    """
    if str(text).upper() not in VIEWS:
        raise unknown_name("view", str(text).upper(), list(VIEWS))
    return str(text).upper()


def override(settings: AuditSettings, **given: Any) -> AuditSettings:
    """Return the settings with those that were given (not None) replaced."""
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def read_assignments(assignments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Read `magnets.pool_size=500` into each probe's settings; values are TOML, and what is not is text.

    >>> read_assignments(["magnets.pool_size=500", "magnets.replace=strongest"])
    {'magnets': {'pool_size': 500, 'replace': 'strongest'}}
    """
    settings: dict[str, dict[str, Any]] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        probe, dot, setting = name.partition(".")
        if not (equals and dot and probe.strip() and setting.strip()):
            raise UsageError(f"--set '{assignment}' is not PROBE.SETTING=VALUE, as in magnets.pool_size=500.")
        settings.setdefault(probe.strip(), {})[setting.strip()] = _value(value)
    return settings


def read_systems(texts: Sequence[str]) -> dict[str, str]:
    """Read `qoc=DIR,qo=DIR`: what stands before "=" by what stands after it; a comma inside a folder's name stays.

    Raises UsageError for a part without "=", and for a name given twice.

    >>> read_systems(["qoc=systems/a,b,qo=systems/qo"])
    {'qoc': 'systems/a,b', 'qo': 'systems/qo'}
    """
    found: dict[str, str] = {}
    for part in (part for text in texts for part in re.split(r",(?=[^,=]+=)", text)):
        name, equals, folder = (piece.strip() for piece in part.partition("="))
        if not (name and equals and folder):
            raise UsageError(f"--systems: '{part}' is not NAME=FOLDER, as in qoc=systems/qoc,qo=systems/qo.")
        if name in found:
            raise UsageError(f"--systems: '{name}' is named twice: {found[name]} and {folder}. Keep one.")
        found[name] = folder
    return found


def split_names(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of names. Raises UsageError where it names nothing.

    >>> split_names("QOC, QO")
    ('QOC', 'QO')
    """
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise UsageError(f"a list of names is {text!r}; expected at least one name, or leave the flag out.")
    return names


# What the commands besides the audit keep of the settings that all share.
SHARED = (
    *("format", "columns", "limit", "seed", "views", "store"),
    *("dtype", "device", "keep", "blank", "batch_tokens"),
)


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _by_view(systems: Mapping[str, Any]) -> dict[str, str]:
    """Name systems by their views' own names. Raises UsageError for what is no view or no text, and for one twice."""
    if not isinstance(systems, Mapping) or not systems:
        raise UsageError(f"systems is {systems!r}; expected a folder for each view, as in QO = 'systems/qo'.")
    found: dict[str, str] = {}
    for name, folder in systems.items():
        if not isinstance(folder, str | Path):
            raise UsageError(f"systems: {name} is {folder!r}; expected the folder of a system.")
        if view_name(name) in found:
            raise UsageError(f"systems: the view {view_name(name)} is named twice. Keep one.")
        found[view_name(name)] = str(folder)
    return found


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise UsageError(f"{path}: there is no such settings file.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: not a settings file that can be read: {error}. Expected TOML in UTF-8.") from error


def _merged(first: Mapping[str, Settings], over: Mapping[str, Settings]) -> dict[str, Settings]:
    """Override one set of probe settings by another, setting by setting."""
    for name in over:
        if name not in EXPERIMENTS:
            raise unknown_name("probe", name, list(EXPERIMENTS))
    return {name: {**first.get(name, {}), **over.get(name, {})} for name in {**first, **over}}
