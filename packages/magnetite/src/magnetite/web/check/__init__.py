"""`magnetite serve`: check an exam in a browser, from dropping a file to the report, on one's own machine.

    app         addresses: what they show, and what their forms do
    exam        what the page shows of an exam before it is checked, and the keys and passages its author supplied
    checks      the checks, the progress of each, and their queue: one at a time, in another process
    worker      that process: the same calls as `magnetite check`
    folder      a check's files: the upload and the report
    downloads   the exam in any format, the flags as CSV

Checking itself is `magnetite.commands.check`, its report `magnetite.report.check`.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from magnetite.web.serving import LOOPBACK
from magnetite.web.serving import serve as serve_app


def serve(
    folder: str | Path | None = None,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    open_browser: bool = True,
    allow_hosts: Sequence[str] = (),
    tell: Callable[[str], None] = print,
) -> None:
    """Serve the check page until Ctrl-C. `folder`: where uploads and reports are kept; by default this user's own.

    `allow_hosts`: further names the server answers to. `tell` announces the address.
    Raises UsageError where the address or the folder is taken, StoreError where the folder cannot be used.
    """
    from magnetite.web.check.app import check_app
    from magnetite.web.check.folder import default_folder

    home = Path(folder).expanduser() if folder is not None else default_folder()
    if folder is None:
        with suppress(OSError):  # an earlier version made it for everybody to read
            home.chmod(0o700)

    def announce(address: str) -> str:
        tell(address)
        return address

    serve_app(lambda: check_app(home, allow_hosts), home, announce, host=host, port=port, open_browser=open_browser)
