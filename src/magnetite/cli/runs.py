"""The command line of the commands that write a run: flags of their settings, the run or its cost, what is shown."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.commands.command import Command
from magnetite.core.setting import Setting, changed

SEVERAL = "..."  # ends the metavar of a subject that may be several


def typed(command: Command[Any, Any], run: Callable[..., None] | None = None) -> Callable[..., None]:
    """Return what the command line calls: a parameter for each setting of the command, --json and --dry-run.

    `run`: what is called in place of the usual, with parameters of its own.
    """

    def call(json: output.Json = None, dry_run: flags.DryRun = False, **values: Any) -> None:
        from magnetite.cli.running import print_costs, run_and_show
        from magnetite.commands.record import run_folder

        settings = command.settings_from(flags.given(command.flags, values))
        if dry_run:
            return print_costs(command.priced, command.prepare(settings).costs(), json)
        subject = values[command.subjects[0]]
        folder = run_folder(subject if isinstance(subject, str) else command.name, settings.output)
        ready = command.prepare(changed(settings, {"output": str(folder)}))
        return run_and_show(folder, lambda line, watch: ready.perform(command=line, watch=watch), json)

    subject = command.flags[command.subjects[0]]
    declared = inspect.signature(run or call).parameters.values()
    own = [each.replace(kind=each.KEYWORD_ONLY) for each in declared if each.kind is not each.VAR_KEYWORD]
    listed = [each for name, each in command.flags.items() if name != subject.name]
    return flags.with_parameters(
        run or call, command.help, [_argument(subject, command.optional), *map(flags.parameter, listed), *own]
    )


def _argument(subject: Setting, optional: bool) -> inspect.Parameter:
    """Return what stands behind the command's name: the data."""
    several = str(subject.metavar).endswith(SEVERAL)
    about = typer.Argument(metavar=subject.metavar, help=subject.help)
    kind = Annotated[list[str], about] if several else Annotated[str | None, about]
    empty = None if optional else inspect.Parameter.empty
    return inspect.Parameter(subject.name, inspect.Parameter.KEYWORD_ONLY, default=empty, annotation=kind)
