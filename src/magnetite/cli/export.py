"""`magnetite export`: the cells that a run asks for, to be scored by a system that is not here.

Its flags are those of the run: the same line, with `export` in front and `--to` at the end.
"""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from magnetite.cli import flags
from magnetite.request import WORKERS

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
LISTS = ("attacks",)  # flags of a command alone that take names with commas between them
SWITCHES = ("validate", "controls", "models")  # on, unless switched off
# How a model computes and where a run writes makes no difference to the cells.
ELSEWHERE = (
    *("output", "overwrite", "store", "dtype", "device", "keep", "blank", "scoring", "prompt", "batch_tokens"),
    *WORKERS,
    *("language", "write_settings", "fail_on", "json", "sarif", "junit"),
)


def command(
    context: typer.Context,
    probe: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND",
            help="audit, shortcuts, order, magnets, unreadable, check or transfer; then DATA and its own flags.",
        ),
    ],
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file to write: .jsonl, .csv or .parquet.")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
    listwise: Annotated[
        bool, typer.Option("--listwise", help="The system is shown all options of a question at once, as prompts are.")
    ] = False,
) -> None:
    """Write the cells that a run asks for, one a row, so that any system anywhere can score them.

    After COMMAND come its own arguments, except a model. Score each row, then: magnetite import.

    Example: magnetite export unreadable RACE.tar.gz --limit 300 --to cells.jsonl
    """
    from rich.console import Console

    from magnetite.auditing import export_cells

    data, request = _request(context, probe)
    line = shlex.join(["magnetite", probe, *context.args])
    result = export_cells(probe, data, to, overwrite=overwrite, listwise=listwise, command=line, **request)
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
        raise unknown_name("command to export", probe, list(EXPORTED))
    run = context.find_root().command.commands[probe]  # type: ignore[attr-defined]
    parameters = run.make_context(f"magnetite export {probe}", list(context.args)).params
    if parameters.pop("dry_run"):
        raise UsageError("--dry-run only counts cells, and an export writes them. Leave it out.")
    data = parameters.pop("exam" if probe == "check" else "data")
    return data, _settings(parameters, run.callback.settings)


def _settings(parameters: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a command's parameters into settings; `shared` are those that are fields of settings."""
    from magnetite.request import split_names

    about = {name: value for name, value in parameters.items() if name not in ELSEWHERE}
    settings = {name: flags.read(shared[name], value) if name in shared else value for name, value in about.items()}
    settings |= {name: split_names(settings[name]) for name in LISTS if settings.get(name)}
    return {name: value for name, value in settings.items() if name in SWITCHES or flags.is_given(value)}
