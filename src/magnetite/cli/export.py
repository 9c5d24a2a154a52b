"""`magnetite export`: the cells that a run asks for, to be scored by a system that is not here.

Its flags are those of the run: the same line, with `export` in front and `--to` at the end.
"""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
LISTS = ("views", "probes", "attacks", "pool_splits")  # flags that take names with commas between them
SWITCHES = ("validate", "controls", "models")  # on, unless switched off
# How a model computes and where a run writes makes no difference to the cells.
ELSEWHERE = (
    *("output", "overwrite", "store", "dtype", "device", "keep", "blank", "batch_tokens"),
    *("language", "write_settings", "fail_on", "json", "sarif", "junit"),
)
# Flags by the settings they set, where these have another name.
RENAMED = {"set_": "probe_settings", "format_": "format", "settings": "flags"}


def command(
    context: typer.Context,
    probe: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND",
            help="audit, shortcuts, magnets, unreadable, check or transfer; then DATA and its own flags.",
        ),
    ],
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file to write: .jsonl, .csv or .parquet.")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
) -> None:
    """Write the cells that a run asks for, one a row, so that any system anywhere can score them.

    After COMMAND come its own arguments, except a model. Score each row, then: magnetite import.

    Example: magnetite export unreadable RACE.tar.gz --limit 300 --to cells.jsonl
    """
    from rich.console import Console

    from magnetite.auditing import export_cells

    data, request = _request(context, probe)
    result = export_cells(
        probe, data, to, overwrite=overwrite, command=shlex.join(["magnetite", probe, *context.args]), **request
    )
    console = Console()
    lines = [f"{result.header.cells:,} cells, for {result.header.about()}: {result.path}", *result.notes]
    lines += [
        f"Give each row a score, keep its key, and import them: magnetite import SCORES --cells {result.path} --to …"
    ]
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _request(context: typer.Context, probe: str) -> tuple[str | None, dict[str, Any]]:
    """Read the flags as the command of this name does: its data, and the settings of its function."""
    from magnetite.auditing import EXPORTED
    from magnetite.core.errors import UsageError, unknown_name

    if probe not in EXPORTED:
        raise unknown_name("probe to export", probe, list(EXPORTED))
    run = context.find_root().command.commands[probe]  # type: ignore[attr-defined]
    parameters = run.make_context(f"magnetite export {probe}", list(context.args)).params
    if parameters.pop("dry_run"):
        raise UsageError("--dry-run only counts cells, and an export writes them. Leave it out.")
    return parameters.pop("exam" if probe == "check" else "data"), _settings(parameters)


def _settings(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a command's parameters into settings."""
    from magnetite.auditing import read_assignments, split_names
    from magnetite.cli.flags import read_columns

    settings = {name: value for name, value in parameters.items() if name not in ELSEWHERE and _is_set(value)}
    settings |= {name: parameters[name] for name in SWITCHES if name in parameters}
    settings |= {name: split_names(settings[name]) for name in LISTS if name in settings}
    if "columns" in settings:
        settings["columns"] = read_columns(settings["columns"])
    if "set_" in settings:
        settings["set_"] = read_assignments(settings["set_"])
    return {RENAMED.get(name, name): value for name, value in settings.items()}


def _is_set(value: object) -> bool:
    """Return whether a flag is set: not None, not off, not an empty list; 0 is a value."""
    return not (value is None or value is False or (isinstance(value, list | tuple) and not value))
