"""Options of commands: made from the fields of settings, so that default, help and name are written once; some others.

    @options.spread((StudySettings, "people", "each"), (Asking, "dtype"))
    def command(data: options.Data, **given: Any) -> None:
        settings = options.taken(StudySettings, given)

`given` holds each setting by its field's name, read as settings are, and None where it is not typed. An option that
a command declares itself stands in place of the field's. The commands that write a run have all settings as
options (`cli.runs`).
"""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer
from typer.models import ArgumentInfo

from examfiles.errors import UsageError
from examfiles.formats import format_names
from magnetite.core.setting import Setting, settings_of
from magnetite.request import DATA, SERVER, SHOTS, WORKERS, read_assignments, read_rotations, read_systems, split_names

Data = Annotated[str, typer.Argument(metavar="DATA", help=DATA)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what the run would cost; write no report.")]
READING = ("format", "columns", "skip_bad")
COMPUTING = (
    *(
        "store",
        "dtype",
        "device",
        "keep",
        "blank",
        "scoring",
        "prompt",
        "rotations",
        *SHOTS,
        "fill_down",
        "batch_tokens",
    ),
    *WORKERS,
    *SERVER,
)
SCORING = ("limit", "seed", "views", *COMPUTING, *READING)  # of every command that scores


def read_columns(text: str) -> dict[str, str]:
    """Read `passage=text,question=stem` into a mapping. Raises UsageError for a part without '='."""
    columns = {}
    for part in text.split(","):
        name, equals, column = part.partition("=")
        if not equals or not name.strip() or not column.strip():
            raise UsageError(f"--columns: '{part}' is not NAME=COLUMN, as in passage=text,question=stem.")
        columns[name.strip()] = column.strip()
    return columns


# What is typed for a setting that is neither text, number nor switch, and how it is read.
TYPED: Mapping[str, tuple[Any, Callable[[Any], Any]]] = {
    "columns": (str, read_columns),
    "rotations": (str, read_rotations),
    "experiments": (str, split_names),
    "models": (list[str], tuple),
    "logs": (list[str], tuple),
    "folders": (list[str], tuple),
    "scores": (list[str], tuple),
    "groups": (
        list[str],
        functools.partial(read_systems, flag="groups", form="NAME=PATTERN, as in qwen=*Qwen*,llama=*Llama*"),
    ),
    "systems": (list[str], read_systems),
    "experiment_settings": (list[str], read_assignments),
}
# By setting, the group in which --help shows it; the usual ones stand in none, and first.
PANELS: Mapping[str, str] = {
    **dict.fromkeys((*READING, "fill_down"), "Reading the file"),
    **dict.fromkeys(("scoring", "prompt", "rotations", *SHOTS, "keep", "blank"), "How a model is asked"),
    **dict.fromkeys(SERVER, "Models on a server"),
    **dict.fromkeys(("dtype", "device", "batch_tokens", "store", *WORKERS), "Computing"),
}
T = TypeVar("T")
Group = tuple[Any, ...]  # a class of settings, and the names of those of its fields that become flags


def spread(*groups: Group, first: Group = ()) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command, which ends in `**given`, a flag for each of these settings; see above.

    Those of `first` stand before the flags that the command declares itself.
    """
    listed = [*([first] if first else ()), *groups]
    chosen = {name: settings_of(kind)[name] for kind, *names in listed for name in names}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def spread_out(**values: Any) -> None:
            command(**{name: read(chosen[name], value) if name in chosen else value for name, value in values.items()})

        hints = get_type_hints(command, include_extras=True)
        own = [
            p.replace(annotation=hints[p.name], kind=p.KEYWORD_ONLY)
            for p in inspect.signature(command).parameters.values()
            if p.kind is not p.VAR_KEYWORD
        ]
        for declared in own:
            chosen.pop(declared.name, None)
        parameters = [*own, *(parameter(each) for each in chosen.values())]
        parameters.sort(key=lambda each: (each.annotation == DryRun, _is_option(each) and each.name not in first))
        spread_out.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        spread_out.__annotations__ = {p.name: p.annotation for p in parameters}
        spread_out.settings = chosen  # type: ignore[attr-defined]
        return spread_out

    return decorate


def with_parameters(
    call: Callable[..., None], doc: str, parameters: Sequence[inspect.Parameter]
) -> Callable[..., None]:
    """Give a function the parameters that the command line reads its flags from."""
    call.__signature__ = inspect.Signature(list(parameters))  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    call.__doc__ = inspect.cleandoc(doc)
    return call


def given(settings: Mapping[str, Setting], values: Mapping[str, Any]) -> dict[str, Any]:
    """Read what was typed for each of these settings; those that were not given are left out."""
    read_values = {name: read(each, values[name]) for name, each in settings.items() if name in values}
    return {name: value for name, value in read_values.items() if value is not None}


def taken(kind: type[T], given: dict[str, Any], **more: Any) -> T:
    """Make settings of those of their fields that are given, and take these out of `given`."""
    own = {each.name: given.pop(each.name) for each in fields(kind) if each.name in given}  # type: ignore[arg-type]
    return kind(**more, **{name: value for name, value in own.items() if value is not None})


def is_given(value: object) -> bool:
    """Say whether a flag was given: not None, not off, not an empty list; 0 is a value."""
    return not (value is None or value is False or (isinstance(value, list | tuple) and not value))


def read(field: Setting, value: Any) -> Any:
    """Read what was typed for a setting; None where nothing was. Raises UsageError for what cannot be read."""
    if not is_given(value):
        return value if field.default is True else None  # a switch that is on was turned off
    if field.name in TYPED and field.type is not bool:
        return TYPED[field.name][1](value)
    return split_names(value) if tuple[str, ...] in (field.type, *get_args(field.type)) else value


def _is_option(parameter: inspect.Parameter) -> bool:
    return not any(isinstance(each, ArgumentInfo) for each in getattr(parameter.annotation, "__metadata__", ()))


def parameter(field: Setting) -> inspect.Parameter:
    """Make the flag of a setting: its type from the field's, its names, help and default from what the field says."""
    switch = field.type is bool
    name = field.option or f"--{field.name.replace('_', '-')}"
    names = [name] if switch else name.split("/")  # of a switch, on and off; of others, two words for the same
    panel = PANELS.get(field.name)
    option = typer.Option(*names, metavar=field.metavar, min=field.least, help=_help(field), rich_help_panel=panel)
    kind = bool if switch else _kind(field) if field.required else _kind(field) | None
    default = inspect.Parameter.empty if field.required else field.default is True if switch else None
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def _kind(field: Setting) -> Any:
    if field.name in TYPED:
        return TYPED[field.name][0]
    kinds = [kind for kind in (int, float, Path) if kind in (field.type, *get_args(field.type))]
    return kinds[0] if kinds else str


def _help(field: Setting) -> str:
    """Return what help says of a setting; what lists names has them from their registry."""
    text = field.help.replace("{formats}", format_names())
    plain = type(field.default) in {int, float, str} and field.default != ""
    default = field.otherwise or (field.default if plain else "")
    return f"{text}  \\[default: {default}]" if default != "" else text
