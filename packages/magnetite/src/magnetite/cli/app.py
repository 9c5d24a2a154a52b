"""The application: its commands, and how it exits on errors."""

import errno
import logging
import os
import sys
import traceback
from collections.abc import Collection, Sequence
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from examfiles.errors import DataError, StoreError, harmless
from examfiles.registry import Registry
from magnetite import __version__
from magnetite.cli import benchmark, completion, export
from magnetite.cli.output import QUIET, HarmlessFormatter
from magnetite.cli.runs import typed
from magnetite.commands import RUNS
from magnetite.core.console import console
from magnetite.core.errors import MagnetiteError
from magnetite.core.extras import extras_named
from magnetite.core.setting import present
from magnetite.running.command import Command

DISK_LIMITS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}  # which whoever writes may meet
CTRL_C = 130
COMMANDS = Registry(
    "command",
    "magnetite.commands",
    {
        "benchmark": "magnetite.cli.benchmark:command",
        "cache": "magnetite.cli.cache:app",
        "check": "magnetite.cli.check:command",
        "convert": "magnetite.commands.convert:CONVERT",
        "describe": "magnetite.cli.describe:command",
        "doctor": "magnetite.cli.doctor:command",
        "export": "magnetite.cli.export:command",
        "get": "magnetite.cli.get:command",
        "import": "magnetite.commands.import_:IMPORT",
        "items": "magnetite.commands.items:ITEMS",
        "overlap": "magnetite.commands.overlap:OVERLAP",
        "runs": "magnetite.commands.runs:RUNS_PAGE",
        "score": "magnetite.cli.score:command",
        "serve": "magnetite.cli.serve:command",
        "train": "magnetite.cli.training:train",
    },
)
PANELS = {
    "Check an exam": ("check", "serve", "describe", "convert"),
    "Audit a model": ("audit", "shortcuts", "magnets", "unreadable", "unanswerable", "order", "transfer", "train"),
    "Audit a benchmark": ("items", "overlap", "runs"),
    "Rerun papers, ask people": ("reproduce", "study"),
    "Scores from elsewhere": ("score", "export", "import"),
    "Look after the installation": ("doctor", "get", "cache", "benchmark"),
}
CONTEXT: dict[str, dict[str, Any]] = {"benchmark": benchmark.CONTEXT, "export": export.CONTEXT}
UsageFault: Any = typer.BadParameter.__base__
ANYWHERE = ("--quiet", "--no-color", "--debug")


class _Commands(TyperGroup):
    """The commands; what is wrong with what was typed is shown harmlessly."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except UsageFault as fault:
            fault.message = harmless(fault.message)
            raise


def panel_of(name: str) -> str | None:
    """Return the group in which --help shows a command; that of packages' own commands is the last."""
    return next((panel for panel, names in PANELS.items() if name in names), "More")


def by_panel(names: Collection[str]) -> list[str]:
    """Return commands in the order in which --help shows them.

    >>> by_panel(["train", "check", "mine", "audit"])
    ['check', 'audit', 'train', 'mine']
    """
    order = [name for each in PANELS.values() for name in each]
    return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))


app = typer.Typer(
    name="magnetite",
    cls=_Commands,
    help="Audit multiple-choice reading comprehension: does the exam measure reading, and does the model read?",
    epilog="Start with: magnetite check sample --no-models",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name in by_panel({*COMMANDS, *RUNS}):
    command, panel = COMMANDS[name] if name in COMMANDS else RUNS[name], panel_of(name)
    if isinstance(command, Command):
        app.command(name, context_settings={"token_normalize_func": present}, rich_help_panel=panel)(typed(command))
    elif isinstance(command, typer.Typer):
        app.add_typer(command, name=name, rich_help_panel=panel)
    else:
        app.command(name, context_settings=CONTEXT.get(name), rich_help_panel=panel)(command)
completion.attach(app)


def tell_version(asked: bool) -> None:
    """Print the version and exit, where it was asked for: no command is needed then."""
    if asked:
        typer.echo(f"magnetite {__version__}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=tell_version)
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error, and log.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only errors and the output of --json -.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colours.")] = False,
) -> None:
    """Read the options of all commands, which may also stand behind a command's name."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    QUIET.set(quiet)
    if no_color:
        os.environ["NO_COLOR"] = "1"
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(HarmlessFormatter())
    if debug:
        logging.basicConfig(level=logging.INFO)
        for handler in logging.getLogger().handlers:
            handler.setFormatter(HarmlessFormatter(logging.BASIC_FORMAT))
        os.environ["MAGNETITE_DEBUG"] = "1"


def main() -> None:
    """Run the command line; exit with the code of the error, if any."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # what the terminal or a file cannot hold is shown as \u2026, not an error
            stream.reconfigure(errors="backslashreplace")
    try:
        with extras_named("this command"):
            app(in_front(sys.argv[1:]))
    except (MagnetiteError, OSError) as error:
        if isinstance(error, OSError) and not (isinstance(error, PermissionError) or error.errno in DISK_LIMITS):
            raise
        if os.environ.get("MAGNETITE_DEBUG"):
            sys.stderr.write(harmless(traceback.format_exc()))
        from magnetite.report.wording import error_text

        if isinstance(error, PermissionError):  # a folder that may not be entered, whoever looks into it first
            error = DataError(f"{error.filename}: {error.strerror}. Get access to it, or name another place.")
        elif isinstance(error, OSError):
            error = StoreError(
                f"{error.filename or 'a file'}: cannot be written ({error.strerror}). Name another disk."
            )
        _print_error(f"Error: {error_text(error)}")
        sys.exit(error.exit_code)
    except SystemExit as end:  # Typer turns Ctrl-C into the exit code 130
        if end.code == CTRL_C:
            _print_error(
                "Stopped. All scores, and training up to the last checkpoint, are kept: the same command continues."
            )
        raise


def in_front(arguments: Sequence[str]) -> list[str]:
    """Return what was typed with the flags of all commands in front, where they may stand anywhere before a `--`.

    >>> in_front(["audit", "sample", "--quiet", "--limit", "9"])
    ['--quiet', 'audit', 'sample', '--limit', '9']
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    shared = [each for each in arguments[:end] if each in ANYWHERE]
    return [*shared, *(each for each in arguments[:end] if each not in ANYWHERE), *arguments[end:]]


def _print_error(text: str) -> None:
    console(stderr=True).print(text, markup=False, highlight=False)
