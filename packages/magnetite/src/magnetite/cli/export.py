"""`magnetite export`: the cells that a run asks for, to be scored by a system that is not here; or a task.

magnetite export COMMAND DATA … --to FILE               its flags are those of the run
magnetite export COMMAND DATA … --as lm-eval --to FOLDER    the same as tasks; several commands with commas, each with
                                                            those of the flags that it has
magnetite export --as lm-eval DATA … --to FOLDER        its flags are those of convert
"""

import shlex
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from examfiles.errors import UsageError, unknown_name
from magnetite.cli import options, output
from magnetite.commands import RUNS

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
PROGRAMS = ("lm-eval", "inspect", "datasets")
_NO_LISTWISE = "--listwise is of cells; a task says by itself what a system is shown. Leave it out."


def command(
    context: typer.Context,
    run: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND|DATA",
            help="audit, shortcuts, order, magnets, unreadable, check or transfer; then DATA and the command's own "
            "flags. With --as, also several, joined with commas: a flag counts for those that have it. Or only DATA, "
            "and the flags of convert.",
        ),
    ],
    to: Annotated[
        Path,
        typer.Option(metavar="FILE|FOLDER", help="The file to write: .jsonl, .csv or .parquet; with --as a folder."),
    ],
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="PROGRAM",
            help="Write a folder for another program: what COMMAND needs as tasks for lm-eval or inspect; without a "
            "COMMAND the questions alone, for lm-eval, inspect or datasets.",
        ),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing file or folder.")] = False,
    json: output.Json = None,
    listwise: Annotated[
        bool, typer.Option("--listwise", help="For a system that sees all options at once, as in a prompt.")
    ] = False,
) -> None:
    """Write the cells that a run needs, one per row, so that any system anywhere can score them.

    After COMMAND come its own arguments, except a model. Score each row, then: magnetite import.
    With --as, write them as tasks that one command of lm-evaluation-harness or Inspect runs; its logs are then a model.
    Without a COMMAND, write the questions, under a --view if one is named, as one such task, or as a data set of
    Hugging Face.

    Example: magnetite export audit RACE.tar.gz --split test --limit 300 --as lm-eval --to suite

    Example: magnetite export unreadable RACE.tar.gz --limit 300 --to cells.jsonl

    Example: magnetite export --as lm-eval RACE.tar.gz --split test --view addsent2opt-shuffle --to attacked
    """
    if as_ is not None and all(name in RUNS for name in run.split(",")):
        return _suite(context, run, to, as_, json, overwrite=overwrite, listwise=listwise)
    if as_ is not None:
        own = ["--to", str(to), *(["--overwrite"] if overwrite else []), *(["--json", json] if json else [])]
        return _task(context, as_, [run, *own], listwise=listwise)
    from magnetite.commands.export import export_cells

    data, request = _request(context, run, context.args)
    line = shlex.join(["magnetite", run, *context.args])
    result = export_cells(run, data, to, overwrite=overwrite, listwise=listwise, command=line, **request)
    wrote = f"{result.header.cells:,} cells, for {result.header.about()}: {result.path}"
    how = f"Give each row a score, keep its key, and import them: magnetite import SCORES --cells {result.path} --to …"
    output.say(json, wrote, *result.notes, how)
    content = {"path": str(result.path), "count": result.header.cells, "of": "cells", "notes": list(result.notes)}
    return output.write_json(json, "written", content)


def _suite(
    context: typer.Context, runs: str, to: Path, program: str, json: str | None, *, overwrite: bool, listwise: bool
) -> None:
    """Write all that runs need as tasks of a program, and say how it is run and read back."""
    from magnetite.commands.export import export_suite

    if listwise:
        raise UsageError(_NO_LISTWISE)
    own = _own_arguments(context, runs.split(","))
    requests = {run: _request(context, run, arguments) for run, arguments in own.items()}
    data = next(iter(requests.values()))[0]
    given = {run: request for run, (_, request) in requests.items()}
    lines = [shlex.join(["magnetite", run, *arguments]) for run, arguments in own.items()]
    made = export_suite(runs, data, to, program, overwrite=overwrite, command="; ".join(lines), given=given)
    count = sum(made.tasks.values())
    theirs = {
        "lm-eval": f"lm_eval --tasks {made.group} --include_path {made.path} --log_samples --output_path logs …",
        "inspect": f"inspect eval {made.path / made.group}.py --log-dir logs …",
    }[program]
    named = ", ".join(f"{name} ({of:,})" for name, of in made.tasks.items())
    output.say(
        json,
        f"{count:,} questions in {len(made.tasks)} tasks: {named}: {made.path}",
        *made.notes,
        f"Run them: {theirs}",
        *(
            f"Then: {line} {'--systems outside=' if run == 'transfer' else '--model '}logs"
            for run, line in zip(requests, lines, strict=True)
        ),
    )
    content = {"path": str(made.path), "count": count, "of": "questions", "notes": list(made.notes)}
    return output.write_json(json, "written", content)


def _task(context: typer.Context, program: str, arguments: list[str], *, listwise: bool) -> None:
    """Write a folder for another program: what convert does with this format."""
    if program not in PROGRAMS:
        raise unknown_name("program to export for", program, list(PROGRAMS))
    if listwise:
        raise UsageError(_NO_LISTWISE)
    convert = context.find_root().command.commands["convert"]  # type: ignore[attr-defined]
    with convert.make_context("magnetite export", [*arguments, *context.args, "--format", program]) as inner:
        convert.invoke(inner)


def _own_arguments(context: typer.Context, runs: Sequence[str]) -> dict[str, list[str]]:
    """Return what is typed for each run: all but the flags, and their values, that only another of them has."""
    typed = context.find_root().command.commands  # type: ignore[attr-defined]
    known = {
        run: {name: each.is_flag for each in typed[run].params if _is_option(each) for name in _names(each)}
        for run in runs
    }
    switches = {name: is_flag for each in known.values() for name, is_flag in each.items()}
    own: dict[str, list[str]] = {run: [] for run in runs}
    arguments = iter(context.args)
    for argument in arguments:
        name, _, value = argument.partition("=")
        alone = value or name not in switches or switches[name]
        whole = [argument] if alone else [argument, *islice(arguments, 1)]
        for run in runs:
            if name in known[run] or name not in switches:
                own[run] += whole
    return own


def _is_option(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "option")


def _names(parameter: Any) -> list[str]:
    return [*parameter.opts, *parameter.secondary_opts]


def _request(context: typer.Context, run: str, arguments: Sequence[str]) -> tuple[str | None, dict[str, Any]]:
    """Read the flags as the command of this name does: its data, and the settings of its function."""
    from magnetite.commands.export import exportable

    command = exportable(run)
    typed = context.find_root().command.commands[run]  # type: ignore[attr-defined]
    parameters = typed.make_context(f"magnetite export {run}", list(arguments)).params
    if parameters["dry_run"]:
        raise UsageError("--dry-run only counts cells, and an export writes them. Leave it out.")
    given = options.given(command.flags, parameters)
    return given.pop(command.subjects[0], None), given
