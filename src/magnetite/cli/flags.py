"""The flags that several commands share, each defined once.

A command that is `@flags.spread` and ends in `**shared: Unpack[flags.Scoring]` has every flag of `Scoring` besides its
own.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypedDict, get_args, get_type_hints

import typer

DATA = "A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the bundled exam."
Data = Annotated[str, typer.Argument(metavar="DATA", help=DATA)]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="'bundled' (default), the best that is installed of 'small' and 'base'; 'exams'; a folder of trained "
        "systems; a Transformers folder or hub id with a multiple-choice head; random, longest or overlap; or "
        "'file.py:function'.",
    ),
]
Split = Annotated[str | None, typer.Option(help="train, dev or test, where the data has several.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Read the data as race, mctest, dream, mcscript, cosmosqa, reclor or tabular instead of detecting it.",
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAME=COLUMN,…",
        help="Columns of a table: passage=text,question=stem,options=A+B+C,…; "
        "with first=1, numbered answers count from 1.",
    ),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Use this many questions, drawn as whole passages by seed.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed of every random choice.  \\[default: 0]")]
Views = Annotated[
    str | None, typer.Option(metavar="VIEW,…", help="Any of O, QO, CO, QOC; by default all that have a system.")
]
SkipBad = Annotated[
    bool, typer.Option("--skip-bad", help="Leave out items that cannot be read, and list them, instead of stopping.")
]
Store = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Where scores are kept; 'off' keeps none.  \\[default: your cache]")
]
Dtype = Annotated[str | None, typer.Option(help="auto, float32, bfloat16 or float16.")]
Device = Annotated[str | None, typer.Option(help="auto, cpu, cuda, cuda:1, mps.")]
Keep = Annotated[str | None, typer.Option(help="Which end of a passage to keep where it must be cut: start or end.")]
Blank = Annotated[
    str | None, typer.Option(help="A cloze blank: keep it and append the option, or fill it with the option.")
]
BatchTokens = Annotated[int | None, typer.Option(min=1, help="Tokens scored at once; by default as many as fit.")]
Systems = Annotated[
    list[str] | None,
    typer.Option(metavar="VIEW=FOLDER,…", help="A system for each view, in place of --model: qoc=DIR,qo=DIR,co=DIR."),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PROBE.SETTING=VALUE", help="A probe's own setting, such as magnets.pool_size=500."),
]
Output = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="The run's folder.  \\[default: a new one under runs/]")
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Write into a folder that holds another run or other files.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what it would cost; write no report.")]
CalibrateLimit = Annotated[
    int | None, typer.Option(min=0, help="Calibrate on this many questions at most, 0 for all.  \\[default: 2000]")
]


class Reading(TypedDict):
    """The flags for reading data."""

    format_: Format
    columns: Columns
    skip_bad: SkipBad


class Scoring(Reading):
    """The flags of every command that scores."""

    limit: Limit
    seed: Seed
    views: Views
    store: Store
    dtype: Dtype
    device: Device
    keep: Keep
    blank: Blank
    batch_tokens: BatchTokens


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Show Typer a flag for each key of the TypedDict in a command's `**shared: Unpack[TypedDict]`.

    A flag that is absent is None, or False where it is a switch.
    """

    @functools.wraps(command)
    def spread_out(**values: Any) -> None:
        command(**values)

    own = [p for p in inspect.signature(command).parameters.values() if p.kind is not p.VAR_KEYWORD]
    [rest] = [name for name, p in inspect.signature(command).parameters.items() if p.kind is p.VAR_KEYWORD]
    hints = get_type_hints(command, include_extras=True)
    [group] = get_args(hints.pop(rest))
    more = get_type_hints(group, include_extras=True)
    parameters = [
        *(p.replace(annotation=hints[p.name], kind=p.KEYWORD_ONLY) for p in own),
        *(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=False if hint == SkipBad else None, annotation=hint
            )
            for name, hint in more.items()
        ),
    ]
    spread_out.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    spread_out.__annotations__ = {p.name: p.annotation for p in parameters}
    return spread_out


def settings_of(shared: Scoring) -> dict[str, Any]:
    """Turn the shared flags into settings of an audit. Raises UsageError for columns that cannot be read."""
    from magnetite.auditing import split_names

    settings: dict[str, Any] = {**shared}
    settings["format"] = settings.pop("format_")
    settings["columns"] = read_columns(shared["columns"])
    settings["skip_bad"] = shared["skip_bad"] or None
    settings["views"] = split_names(shared["views"]) if shared["views"] is not None else None
    return settings


def read_columns(text: str | None) -> dict[str, str] | None:
    """Read `passage=text,question=stem` into a mapping. Raises UsageError for a part without '='."""
    from magnetite.core.errors import UsageError

    if text is None:
        return None
    columns = {}
    for part in text.split(","):
        name, equals, column = part.partition("=")
        if not equals or not name.strip() or not column.strip():
            raise UsageError(f"--columns: '{part}' is not NAME=COLUMN, as in passage=text,question=stem.")
        columns[name.strip()] = column.strip()
    return columns
