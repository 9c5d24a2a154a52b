"""`magnetite study serve`: the pages of a study, behind a personal link for each participant and one for the organiser.

app          addresses, and who may see what; the organiser's page: progress, links, export
participant  welcome, questions, thanks
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from magnetite.core.console import console
from magnetite.web.serving import LOOPBACK
from magnetite.web.serving import serve as serve_app
from magnetite_study.database import Database
from magnetite_study.participants import organiser_link


def serve(
    folder: str | Path,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    open_browser: bool = True,
    allow_hosts: Sequence[str] = (),
    tell: Callable[[str, str], None] | None = None,
) -> None:
    """Serve a study until Ctrl-C. `tell` announces the address and the organiser's link, which is new each time.

    `allow_hosts`: further names the server answers to, as behind a proxy. Raises UsageError where there is no study,
    or its folder or the address is taken; DataError and StoreError where its files cannot be used.
    """
    from magnetite_study.web.app import study_app

    home = Path(folder).expanduser()
    with Database(home) as database:

        def announce(address: str) -> str:
            link = organiser_link(address, database.renew_organiser())
            (tell or _print)(address, link)
            return link

        make = lambda: study_app(database, allow_hosts)  # noqa: E731
        serve_app(make, home, announce, host=host, port=port, open_browser=open_browser)


def _print(address: str, link: str) -> None:
    shown = console()
    for line in (
        f"Participants answer here: {address}/p/…",
        f"Progress, links and export: {link}",
        "That link is yours alone, and new at every start. Ctrl-C stops the server; every answer is stored.",
    ):
        shown.print(line, markup=False, highlight=False)
