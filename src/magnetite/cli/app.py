"""The application: its commands, and how it exits on errors."""

import logging
import os
import sys
from typing import Annotated

import typer

from magnetite import __version__
from magnetite.cli import (
    audit,
    benchmark,
    check,
    convert,
    describe,
    export,
    import_,
    magnets,
    order,
    reproduce,
    score,
    serve,
    shortcuts,
    study,
    train,
    transfer,
    unanswerable,
    unreadable,
)
from magnetite.core.errors import MagnetiteError

CTRL_C = 130

app = typer.Typer(
    name="magnetite",
    help="Audit multiple-choice reading comprehension: does the exam measure reading, and does the model read?",
    epilog="Start with: magnetite audit sample",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("audit")(audit.command)
app.command("benchmark", context_settings=benchmark.CONTEXT)(benchmark.command)
app.command("check")(check.command)
app.command("convert")(convert.command)
app.command("describe")(describe.command)
app.command("export", context_settings=export.CONTEXT)(export.command)
app.command("import")(import_.command)
app.command("magnets")(magnets.command)
app.command("order")(order.command)
app.command("reproduce")(reproduce.command)
app.command("score")(score.command)
app.command("serve")(serve.command)
app.command("shortcuts")(shortcuts.command)
app.add_typer(study.app, name="study")
app.command("train")(train.command)
app.command("transfer")(transfer.command)
app.command("unanswerable")(unanswerable.command)
app.command("unreadable")(unreadable.command)


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error, and log.")] = False,
) -> None:
    """Read the options that come before any command."""
    if version:
        typer.echo(f"magnetite {__version__}")
        raise typer.Exit
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    if debug:
        logging.basicConfig(level=logging.INFO)
        os.environ["MAGNETITE_DEBUG"] = "1"


def main() -> None:
    """Run the command line; exit with the code of the error, if any."""
    try:
        app()
    except MagnetiteError as error:
        if os.environ.get("MAGNETITE_DEBUG"):
            raise
        from magnetite.report.wording import error_text

        _print_error(f"Error: {error_text(error)}")
        sys.exit(error.exit_code)
    except SystemExit as end:  # Typer turns Ctrl-C into the exit code 130
        if end.code == CTRL_C:
            _print_error(
                "Stopped. All scores, and training up to the last checkpoint, are kept: the same command continues."
            )
        raise


def _print_error(text: str) -> None:
    from rich.console import Console

    Console(stderr=True, soft_wrap=True).print(text, markup=False, highlight=False)
