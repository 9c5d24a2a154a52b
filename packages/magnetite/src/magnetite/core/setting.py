"""A setting that is an option of a command, too: default, help and name are written once, where the settings are.

Settings are frozen dataclasses. A field that is a `part` holds settings that several commands share; they are given,
shown and kept by their own names, as if they were fields of the whole.

    @dataclass(frozen=True)
    class Brewing:
        data: str | None = None
        reading: Reading = part(Reading, "skip_bad")     every setting of Reading but skip_bad

    composed(Brewing, {"data": "sample", "limit": 9}).reading.limit     9
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from examfiles.errors import UsageError, unknown_name

ALIASES = {"probe": "experiment", "probes": "experiments", "probe_settings": "experiment_settings"}  # earlier names
T = TypeVar("T")
TEXT = (str, str | None)  # the types of settings that may be given as a path


def setting(
    default: Any = None,
    help: str = "",  # noqa: A002 - the word of the command line
    *,
    metavar: str | None = None,
    least: int | None = None,
    option: str | None = None,
    otherwise: str = "",
    among: tuple[str, ...] = (),
    required: bool = False,
) -> Any:
    """Return a dataclass's field with what a command line shows of it.

    `least`: of a number, the smallest. `option`: what is typed, where it is not the field's name, as in "--lora".
    `otherwise`: what holds where it is not typed, in words, for a default that the field cannot say itself. `among`:
    the names that there are. A field that is no `setting`, or has no help, is no option.
    """
    about = {"help": help, "metavar": metavar, "least": least, "option": option, "otherwise": otherwise, "among": among}
    return field(default=default, metadata={**about, "required": required})


def same(kind: type, name: str, default: Any = None, **about: Any) -> Any:
    """Return a field that says of itself what the field of this name says in other settings, `about` aside."""
    metadata = next(each.metadata for each in fields(kind) if each.name == name)
    return field(default=default, metadata={**metadata, **about})


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a command, as its field says it; see `setting`."""

    name: str
    type: Any
    default: Any
    help: str = ""
    metavar: str | None = None
    least: int | None = None
    option: str | None = None
    otherwise: str = ""
    among: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Settings that several commands share, those of them that a command does not have, and its own words on some."""

    kind: type
    without: tuple[str, ...]
    words: Mapping[str, str]


def part(kind: type, *without: str, **words: str) -> Any:
    """Return a field that holds shared settings but `without` some; `words`: another help for some of them."""
    return field(default_factory=kind, metadata={"part": Part(kind, without, words)})


def settings_of(kind: type) -> dict[str, Setting]:
    """Return every setting of a command by name, those of its parts in their places."""
    by_name: dict[str, Setting] = {}
    for each in fields(kind):
        shared: Part | None = each.metadata.get("part")
        if shared is None:
            about = {key: value for key, value in each.metadata.items() if key in Setting.__slots__}
            by_name[each.name] = Setting(each.name, each.type, each.default, **about)
            continue
        for name, own in settings_of(shared.kind).items():
            if name not in shared.without:
                by_name[name] = replace(own, help=shared.words.get(name, own.help))
    return by_name


def present(name: str) -> str:
    """Return what an earlier version called a setting, or a key of a finding, by its present name."""
    return ALIASES.get(name, name)


def renamed(given: Mapping[str, Any]) -> dict[str, Any]:
    """Give settings, or a finding, present names. Raises UsageError for a setting that is given under both."""
    for before, now in ALIASES.items():
        if {before, now} <= given.keys():
            raise UsageError(f"{now} and {before} are the same setting, and both are given. Keep {now}.")
    return {present(name): value for name, value in given.items()}


def composed(kind: type[T], given: Mapping[str, Any]) -> T:
    """Make settings of what is given by name (not None). Raises UsageError for a setting that does not exist."""
    return changed(kind(), given)


def changed(settings: T, given: Mapping[str, Any]) -> T:
    """Return the settings with those replaced that are given (not None). Raises UsageError for unknown names."""
    known = settings_of(type(settings))
    for name in given:
        if name not in known:
            raise unknown_name("setting", name, list(known))
    return _changed(settings, {name: value for name, value in given.items() if value is not None})


def _changed(settings: T, given: Mapping[str, Any]) -> T:
    own: dict[str, Any] = {}
    for each in fields(settings):  # type: ignore[arg-type]
        shared: Part | None = each.metadata.get("part")
        if shared is not None:
            rest = {name: value for name, value in given.items() if name not in shared.without}
            own[each.name] = _changed(getattr(settings, each.name), rest)
        elif each.name in given:
            value = given[each.name]
            own[each.name] = str(value) if isinstance(value, Path) and each.type in TEXT else value
    return replace(settings, **own)  # type: ignore[type-var]


def flat(settings: Any) -> dict[str, Any]:
    """Return the values of all settings by name, those of parts in their places."""
    values: dict[str, Any] = {}
    for each in fields(settings):
        value, shared = getattr(settings, each.name), each.metadata.get("part")
        if shared is None:
            values[each.name] = value
        else:
            values |= {name: own for name, own in flat(value).items() if name not in shared.without}
    return values
