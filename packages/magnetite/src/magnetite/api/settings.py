"""How an argument of the front becomes a setting of a command.

A function of the front has a command's settings as arguments, and hands them over by name: `perform(AUDIT, locals())`.
What most callers never need is in a value, `reading=Reading(…)` or `asking=Asking(…)`, whose fields are settings, too.
An argument or field that is left at its default says nothing. What is said twice, and differs, is an error.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Dataset
from magnetite.core.extras import extras_named
from magnetite.core.results import Run
from magnetite.core.setting import Setting, present
from magnetite.request import Asking, Reading, several
from magnetite.running.command import Command

if TYPE_CHECKING:
    from magnetite.core.scorer import Scorer

    Model = str | Path | Scorer | Callable[..., Any]
    """What answers: a name, a folder, an address; a scorer; or a function of passage, question and option."""

Source = str | Path | Dataset
VALUES: Mapping[str, type] = {"reading": Reading, "asking": Asking}
RECIPE = "recipe"  # what training functions take beside their arguments, by name
F = TypeVar("F", bound=Callable[..., Any])


def run(command: Command[Any, Any], arguments: Mapping[str, Any]) -> Run:
    """Perform a command that makes a run with the arguments of a function of the front."""
    made: Run = perform(command, arguments)
    return made


def perform(command: Command[Any, Any], arguments: Mapping[str, Any]) -> Any:
    """Perform a command with the arguments of a function of the front; return what it returns."""
    watched = {name: arguments[name] for name in command.watched if arguments.get(name) is not None}
    settings = {name: value for name, value in arguments.items() if name not in command.watched}
    with extras_named(f"magnetite {command.name}"):
        return command.ready(given(command, settings)).perform(**watched)


def given(command: Command[Any, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that arguments and values say, by name.

    Raises UsageError for a value of another class, a setting that the command does not have, and one said twice.
    """
    known = command.flags
    named = {name: value for name, value in arguments.items() if name not in VALUES and name != RECIPE}
    said = {name: value for name, value in named.items() if not _is_default(value, known.get(name))}
    said |= arguments.get(RECIPE) or {}
    for part, kind in VALUES.items():
        for name, value in _fields_of(part, kind, arguments.get(part)).items():
            if name not in known:
                raise UsageError(f"{command.name} has no setting '{name}'. Leave it out of {part}={kind.__name__}(…).")
            if name in said and said[name] != value:
                raise UsageError(
                    f"{name} is given twice: {name}={said[name]!r}, and {value!r} in {part}={kind.__name__}(…). Keep "
                    "one of them."
                )
            said[name] = value
    return said


def _is_default(value: Any, setting: Setting | None) -> bool:
    if value is None or setting is None:
        return value is None
    default = setting.default
    if isinstance(default, tuple) and isinstance(value, str):  # one name may stand in place of several
        value = several(value)
    return type(value) is type(default) and bool(value == default)


def _fields_of(part: str, kind: type, value: Any) -> dict[str, Any]:
    """Return the fields of a value that are not at their defaults."""
    if value is None:
        return {}
    if not isinstance(value, kind):
        raise UsageError(f"{part} is {value!r}; expected {kind.__name__}(…), as in magnetite.{kind.__name__}.")
    usual = kind()
    pairs = ((each.name, getattr(value, each.name), getattr(usual, each.name)) for each in fields(kind))
    return {name: now for name, now, before in pairs if now is not before and now != before}


def guided(function: F) -> F:
    """Let a function say of an argument that it does not have where it is, and of a misspelt one what is near."""
    parameters = signature(function).parameters
    named = [name for name, each in parameters.items() if each.kind is not Parameter.POSITIONAL_ONLY]

    @wraps(function)
    def call(*positional: Any, **arguments: Any) -> Any:
        if stray := next((name for name in arguments if name not in parameters), None):
            raise _unknown(function.__name__, stray, named)
        return function(*positional, **arguments)

    return call  # type: ignore[return-value]


def _unknown(function: str, name: str, named: list[str]) -> UsageError:
    elsewhere = {each.name: part for part, kind in VALUES.items() if part in named for each in fields(kind)}
    if part := elsewhere.get(name):
        value = f"{VALUES[part].__name__}({name}=…)"
        return UsageError(f"{function}: {name} is no argument but a setting of {part}. Write {part}={value}.")
    if present(name) in named:
        return UsageError(f"{function}: {name} is called {present(name)} now.")
    return unknown_name(f"{function}: argument", name, list(dict.fromkeys([*named, *elsewhere])))
