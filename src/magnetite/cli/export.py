"""`magnetite export`: the cells that a run asks for, to be scored by a system that is not here.

Its flags are those of the run: the same line, with `export` in front and `--to` behind.
What this file leaves out: taking the scores in (`import_`).
"""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
LISTS = ("views", "probes", "attacks", "pool_splits")  # flags that take names with commas between them
SWITCHED = ("validate", "controls")  # on, unless switched off
# How a model computes and where a run writes: that asks for no other cells.
ELSEWHERE = ("output", "overwrite", "store", "dtype", "device", "keep", "blank", "batch_tokens")


def command(
    context: typer.Context,
    probe: Annotated[
        str,
        typer.Argument(metavar="PROBE", help="audit, shortcuts, magnets or unreadable; then DATA and its own flags."),
    ],
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file to write: .jsonl, .csv or .parquet.")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
) -> None:
    """Write the cells that a run asks for, one a row, so that any system anywhere can score them.

    PROBE is followed by what the command of that name takes, but a model. Score each row, then: magnetite import.

    Example: magnetite export unreadable RACE.tar.gz --limit 300 --to cells.jsonl
    """
    from rich.console import Console

    from magnetite.auditing import export_cells

    data, told = _told(context, probe)
    done = export_cells(
        probe, data, to, overwrite=overwrite, command=shlex.join(["magnetite", probe, *context.args]), **told
    )
    console = Console()
    lines = [f"{done.header.cells:,} cells, for {done.header.about()}: {done.path}", *done.notes]
    lines += [
        f"Give each row a score, keep its key, and take them in: magnetite import SCORES --cells {done.path} --to …"
    ]
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _told(context: typer.Context, probe: str) -> tuple[str | None, dict[str, Any]]:
    """Read the flags as the command of this name does: its data, and the settings of its function."""
    from magnetite.auditing import EXPORTED
    from magnetite.core.errors import UsageError, unknown_name

    if probe not in EXPORTED:
        raise unknown_name("probe to export", probe, list(EXPORTED))
    run = context.find_root().command.commands[probe]  # type: ignore[attr-defined]
    given = run.make_context(f"magnetite export {probe}", list(context.args)).params
    if given.pop("dry_run"):
        raise UsageError("--dry-run counts cells, and an export writes them. Leave it out.")
    return given.pop("data"), _settings(given)


def _settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a command's parameters into settings."""
    from magnetite.auditing import read_assignments, split_names
    from magnetite.cli.flags import read_columns

    told = {name: value for name, value in given.items() if name not in ELSEWHERE and _is_given(value)}
    told |= {name: given[name] for name in SWITCHED if name in given}
    told |= {name: split_names(told[name]) for name in LISTS if name in told}
    if "columns" in told:
        told["columns"] = read_columns(told["columns"])
    if "set_" in told:
        told["probe_settings"] = read_assignments(told.pop("set_"))
    if "format_" in told:
        told["format"] = told.pop("format_")
    return told


def _is_given(value: object) -> bool:
    """Say whether a flag was given: not None, not off, no empty list; 0 is a value."""
    return not (value is None or value is False or (isinstance(value, list | tuple) and not value))
