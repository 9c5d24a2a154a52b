"""`magnetite serve`: check exams in a browser, on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from magnetite.core.console import console

Host = Annotated[str, typer.Option(help="The address to listen on; by default only this machine.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is any free one.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page, or only print its address.")]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Another name this server answers to, such as behind a proxy; may be repeated."),
]


def command(
    folder: Annotated[
        Path | None, typer.Option(help="Folder for uploads and reports.  \\[default: your own data folder]")
    ] = None,
    host: Host = "127.0.0.1",
    port: Port = 0,
    allow_host: AllowHost = None,
    browser: Browser = True,
) -> None:
    """Check exams in a browser: drop a file, correct what is missing, read the report. Nothing leaves this machine.

    Example: magnetite serve
    """
    from magnetite.web.check import serve

    serve(folder, host=host, port=port, open_browser=browser, allow_hosts=allow_host or (), tell=_tell)


def _tell(address: str) -> None:
    shown = console()
    for line in (
        f"Magnetite checks exams here: {address}",
        "Ctrl-C stops it; waiting checks continue at the next start.",
    ):
        shown.print(line, markup=False, highlight=False)
