"""Where a command's words go: to people on standard output, or to nobody; and JSON, for programs.

`--json FILE` writes the document beside the words; `--json -` writes it to standard output, and no words there.
"""

import logging
import re
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from examfiles.errors import UsageError, harmless
from examfiles.files import write_whole
from magnetite.core.console import console
from magnetite.core.files import writable

if TYPE_CHECKING:
    from rich.console import Console

STANDARD_OUTPUT = "-"
BEGINNINGS = {  # how what we write begins, by the flag
    "json": rb'\{\s*"format"',
    "sarif": rb'\{\s*"(\$schema|version)"',
    "junit": rb"(<\?xml[^>]*>\s*)?<testsuites?\b",
}
Json = Annotated[
    str | None, typer.Option("--json", metavar="FILE", help="Write the output as JSON; - is standard output.")
]
QUIET: ContextVar[bool] = ContextVar("quiet", default=False)  # --quiet: errors and what was asked for, nothing else


def words(json: str | None = None, *, wrap: bool = False) -> "Console":
    """Return the console for people: silent with --quiet, and where standard output is for JSON.

    `wrap`: to the width of the terminal, as tables are; lines with paths in them are not.
    """
    return console(quiet=QUIET.get() or json == STANDARD_OUTPUT, soft_wrap=not wrap)


def aside(*, wrap: bool = False) -> "Console":
    """Return the console for progress and remarks, on standard error: silent with --quiet."""
    return console(stderr=True, quiet=QUIET.get(), soft_wrap=not wrap)


def say(json: str | None, *lines: str) -> None:
    """Print lines for people as they are."""
    shown = words(json)
    for line in lines:
        shown.print(line, markup=False, highlight=False)


class HarmlessFormatter(logging.Formatter):
    """Writes what is logged without what a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return harmless(super().format(record))


def write_json(json: str | None, kind: str, content: Mapping[str, Any], *, private: bool = False) -> None:
    """Write a document where --json says; nowhere without it. Raises StoreError where the file cannot be written.

    `private`: a file is for its owner alone.
    """
    if json is None:
        return
    from magnetite.report.documents import document

    write_text(json, document(kind, content) + "\n", private=private)


def write_text(json: str, text: str, *, private: bool = False) -> None:
    """Write a text to a file, `private`: for its owner alone, or to standard output.

    Raises StoreError where that cannot be done, UsageError for a file of another kind.
    """
    data = text.encode("utf-8", "backslashreplace")
    if json == STANDARD_OUTPUT:
        typer.echo(data, nl=False)
        return
    refuse_unwritable(json)
    path = Path(json).expanduser()
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, private=private)


def refuse_unwritable(file: str | None, kind: str = "json") -> None:
    """Raise UsageError before any work where a flag for machines names a folder, or a file that holds something else.

    `kind`: of `BEGINNINGS`, as the flag is called.
    """
    if file is None or file == STANDARD_OUTPUT:
        return
    path = Path(file).expanduser()
    if path.exists() and not path.is_file():
        what = "a folder" if path.is_dir() else "a pipe or a device"
        raise UsageError(f"--{kind} {file}: is {what}. Name a file, or - for standard output.")
    begins = _begins(path) if path.is_file() else b""
    if begins and not re.match(BEGINNINGS[kind], begins):
        raise UsageError(
            f"--{kind} {file}: is there and holds something else than what --{kind} writes, so it is not replaced. "
            "Name another file."
        )


def _begins(path: Path) -> bytes:
    """Return the first characters of a file; nothing where it cannot be read, of which writing says why."""
    try:
        with path.open("rb") as file:
            return file.read(200).lstrip()
    except OSError:
        return b""
